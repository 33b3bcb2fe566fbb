/*
Package pdfs walks the states of a FreeCell game depth first in such a way that
many walks, far from each other, can share one search: a pseudo-DFS.

# Coordinates

A search is a tree. Its root is the board. The next states of a state are what its
moves derive, in the order of the scan's move tests, after leaving out those that
are on the path from the root, or listed as a next state of a state on that path.
A state that is derived twice keeps its first place. A [CoordSeq] names a state by
its index on each level:

	[]       the root
	[2]      the third of the root's next states
	[2 0]    the first of that one's next states

The list of a state depends on the path to it alone: not on a cache, a clock or
another walk. So a CoordSeq means the same to everybody who has the board and the
scan, and a part of the search is handed over by naming the state at its top.

Leaving out what is on the path ends circles; leaving out what is listed there
keeps a walk from coming early to a state whose turn is still to come. Nothing is
missed by it. Let V be the states that a walk of the whole tree enters. A next
state of one in V is listed, and entered in its turn; or it is on the path, and has
been entered; or it is listed for a state on the path, and entered in its turn
there. So whatever can be reached from V is in V.

With pruning, a state that has safe cards has one next state, the one in which they
are home. That one is never left out: no state on the path has as many cards at
home, and none lists a state that has, since the cards were safe for it as well.

# Iterations

An iteration is one state entered. The state at which a walk begins counts, and so
does a state that a cache cuts short.

# Dead ends

Most states can be reached on many paths, and the tree has far more nodes than the
game has states. [DeadEnds] remembers states that were entered; a walk that comes
to one of them again counts it, but goes no further down. It is a cache: when it is
full it forgets, which costs time and nothing else. A state that is cut short keeps
its index, so no coordinate changes.

Let V now be the states that are entered and not cut short. The argument is as
before: a next state of one in V is entered; or it was given to another walk, to be
entered there; or it is cut short, because some walk has entered it, so it is in V;
or it is left out, because it is on the path or listed there, so it is or will be
one of these.

The argument fails when work is lost. A walk that dies has reported how far it has
come, and what comes after that is done again by others; what it entered there
counts for nothing. But a state may have been cut short because of it. What counts
must therefore rest on what counts:

	A state may be cut short only if it was entered by a walk whose report of that
	cannot be lost while the report of the cutting walk is kept.

This holds by itself while each walk has a cache of its own. It entered the state
earlier in the same assignment, and a report from beyond the cut is one from beyond
the entering, too; or in an earlier assignment, which was done before it got this
one. When its connection is lost, what it entered since the last report is lost and
still in its cache: [DeadEnds.Forget] must be called before it walks on.

It does not hold when walks share a cache and can be lost one by one, however soon
the cache is emptied:

	B enters S, and X, which is a next state of S.       B has not reported it.
	D, at A, comes to X, a next state of A, cuts it
	short because of B, and reports from beyond it.      X was done at A, for good.
	B is lost. Its work is to be done again.             Nobody has entered X now.
	E, below another next state of A, enters S.
	X is not listed there: it is listed at A.            E owes nothing for X.
	E, or whoever shares its cache, does B's work
	and cuts S short because of E.                       X is never entered.

So walks may share a cache only if they are lost together, and all that they have
reported with them: as when the server that keeps their reports, in memory, is in
the same process.

# Delegation

A walk gives part of its work away by naming states that it has listed and not
entered, and then leaves them alone; [Stack.Delegate] says which. What a walk has
still to do is always the state it is at and everything below and after it, up to
where it began and less what it gave away. That is a list of CoordSeqs as well: of
the state itself and, on each level above it, of the next states after the path.

# What it does not do

A walk has no clock and no network, and knows nothing of other walks; it finds the
first solution on its way and not a short one. Moves are those of single cards, so
games whose moves are not made of them are not for it.

# Where to read next

stack.go is the coordinates of a walk and delegation, walker.go the walk itself,
pathset.go the set of what is on the path or listed there, and deadends.go the
cache. Package alloc, below this one, is the bookkeeping of who does what, and of
what is lost when one of them dies.
*/
package pdfs
