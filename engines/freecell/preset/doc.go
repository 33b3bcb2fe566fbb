// Package preset runs scans under a name: plans that somebody has found to be
// good for something. It reads plans, holds those that come with the program,
// and runs them; what a scan is and does is package scan's.
//
// # Terms
//
// A plan is one or more stages. A stage is a set of scans over a collection of
// states of its own. Stages run one after the other: the next one begins when the
// one before has ended without an answer, because it reached its own limit
// (--max-iters) or ran dry and proved nothing. The answer of the last stage is
// the answer of the plan. Iterations and limits count over all stages.
//
// # Format
//
// A plan is a text in the scan language, in which a line with nothing but the
// word "then" separates stages:
//
//	plan  = stage { "then" stage } .
//	stage = scan text, see package scan .
//
// For instance:
//
//	# A quick look, then a proof.
//	--method a-star -to 012346j -sp r:tf --max-iters 2000
//	then
//	--method soft-dfs -to 01ABCDE -sp r:tf
//
// Comments begin with # as in every scan text. A scan text is a plan of one
// stage.
//
// # The presets
//
//	quick     most deals in the least time; made by the command tune
//	short     short solutions
//	complete  proves a deal solved or unsolvable
//	auto      the scans of quick for 5,000 iterations, then complete: the answer is
//	          right, and seldom late
//	simon     Simple Simon, in which no scan proves anything
package preset
