package commands

// DotsNetwork has the commands for Dots that speak to other programs.
type DotsNetwork struct{}
