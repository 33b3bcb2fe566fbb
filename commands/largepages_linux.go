package commands

import "syscall"

// madvHugepage is MADV_HUGEPAGE, which package syscall lacks.
const madvHugepage = 14

// largePages asks for large pages, with which a table that is read all over costs
// fewer misses of the processor's page tables. Without them it works as well, so
// errors do not matter. A small table is not worth the time that it takes to find
// such pages.
func largePages(memory []byte) {
	if len(memory) < 1<<29 {
		return
	}
	_ = syscall.Madvise(memory, madvHugepage)
}
