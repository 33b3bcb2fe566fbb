package commands

import (
	"strings"

	"github.com/alecthomas/kong"
)

// candidate is a word that can stand where the user is typing.
type candidate struct {
	text string
	help string // empty for values
}

// complete returns what the last of words can become, nothing if that is a file
// name or free text. The words are those after the program's name.
//
// Shells disagree on what a word is: "--log-level=de" is one word in zsh and
// fish and three in bash. Both are understood, and what is returned replaces the
// last word as the shell sees it.
func complete(root *kong.Node, words []string) []candidate {
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	node, pending := walkWords(root, words[:len(words)-1])
	if pending != nil {
		return enumCandidates(pending, "", strings.TrimPrefix(last, "="))
	}
	if name, typed, ok := strings.Cut(last, "="); ok && strings.HasPrefix(name, "--") {
		if flag := findFlag(node, name); flag != nil {
			return enumCandidates(flag.Value, name+"=", typed)
		}
		return nil
	}
	if strings.HasPrefix(last, "-") {
		return flagCandidates(node, last)
	}
	var found []candidate
	for _, child := range node.Children {
		if !child.Hidden && strings.HasPrefix(child.Name, last) {
			found = append(found, candidate{child.Name, child.Help})
		}
	}
	for _, arg := range node.Positional {
		found = append(found, enumCandidates(arg, "", last)...)
	}
	return found
}

// walkWords follows complete words down the grammar. It returns the command they
// lead to and the flag that still waits for its value, nil if none does.
func walkWords(node *kong.Node, words []string) (*kong.Node, *kong.Value) {
	var pending *kong.Value
	for _, word := range words {
		switch {
		case pending != nil && word != "=":
			pending = nil
		case pending != nil:
		case strings.HasPrefix(word, "-"):
			if flag := findFlag(node, word); flag != nil && !flag.IsBool() {
				pending = flag.Value
			}
		default:
			for _, child := range node.Children {
				if child.Name == word {
					node = child
					break
				}
			}
		}
	}
	return node, pending
}

// findFlag returns the flag that word ("--json", "-h") names where node is the
// command, nil if there is none.
func findFlag(node *kong.Node, word string) *kong.Flag {
	for _, group := range node.AllFlags(false) {
		for _, flag := range group {
			if word == "--"+flag.Name || flag.Short != 0 && word == "-"+string(flag.Short) {
				return flag
			}
		}
	}
	return nil
}

func flagCandidates(node *kong.Node, typed string) []candidate {
	var found []candidate
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			if name := "--" + flag.Name; strings.HasPrefix(name, typed) {
				found = append(found, candidate{name, flag.Help})
			}
		}
	}
	return found
}

// enumCandidates returns the values that v can have if they can be listed, each
// behind prefix.
func enumCandidates(v *kong.Value, prefix, typed string) []candidate {
	if v.Enum == "" {
		return nil
	}
	var found []candidate
	for _, value := range v.EnumSlice() {
		if value != "" && strings.HasPrefix(value, typed) {
			found = append(found, candidate{text: prefix + value})
		}
	}
	return found
}

// completionScripts hand the words of the command line to "docs complete" and
// offer what it prints; when it prints nothing they offer file names.
var completionScripts = map[string]string{
	"bash": `# bash completion for puzzlekit
_puzzlekit() {
    local word
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        COMPREPLY+=("$word")
    done < <(puzzlekit docs complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _puzzlekit puzzlekit
`,
	"zsh": `#compdef puzzlekit
# zsh completion for puzzlekit
_puzzlekit() {
    local line
    local -a found
    while IFS= read -r line; do
        line=${line//:/\\:}
        found+=("${line/$'\t'/:}")
    done < <(puzzlekit docs complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
    if (( ${#found} )); then
        _describe puzzlekit found
    else
        _files
    fi
}
if [[ ${funcstack[1]} == _puzzlekit ]]; then
    _puzzlekit "$@"
else
    compdef _puzzlekit puzzlekit
fi
`,
	"fish": `# fish completion for puzzlekit
function __puzzlekit_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (puzzlekit docs complete -- $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c puzzlekit -f -a '(__puzzlekit_complete)'
`,
}
