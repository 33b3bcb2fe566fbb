package commands

// DotsNetwork has the commands for Dots that speak to other programs.
type DotsNetwork struct {
	Host dotsHostCmd `cmd:"" help:"Host tables for clients of the GGZ Gaming Zone, browsers and computer players."`
	Play dotsPlayCmd `cmd:"" help:"Play on a server, in the terminal."`
}
