package commands

// tectonicPuzzleCmds are the commands about puzzles.
type tectonicPuzzleCmds struct{}
