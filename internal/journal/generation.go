package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const suffix = ".journal"

// generationName returns the file name of a generation.
func generationName(dir string, generation uint64) string {
	return filepath.Join(dir, fmt.Sprintf("%08d%s", generation, suffix))
}

// generations returns the numbers of the generations in dir, ascending.
func generations(dir string) ([]uint64, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var numbers []uint64
	for _, e := range entries {
		digits, ok := strings.CutSuffix(e.Name(), suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 64)
		if err != nil || generationName(dir, n) != filepath.Join(dir, e.Name()) {
			continue
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers) // the directory sorts by name, which differs past eight digits
	return numbers, nil
}

// removeOlder deletes the generations before the given one.
func removeOlder(dir string, current uint64) error {
	numbers, err := generations(dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, n := range numbers {
		if n < current {
			errs = append(errs, os.Remove(generationName(dir, n)))
		}
	}
	return errors.Join(errs...)
}
