#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks whose collective calls differ, in length or kind (differ.c): an error that names two ranks
# and what they give; or, of messages that nobody sends, a stall report that names the calls.

. "$(dirname "$0")/lib.sh"

# ends RANKS ARGUMENTS REGEX WHERE MPIRUN...: the job ends by an error with that text.
ends()
{
	ranks=$1 arguments=$2 regex=$3 where=$4
	shift 4
	# shellcheck disable=SC2086 # the arguments of the program
	run $((60 * slow)) "$@" -n "$ranks" "$BUILD/t/jobs/differ" $arguments
	ok "$([ $rc -ne 0 ] && [ $rc -lt 100 ]; echo $?)" "$arguments on $ranks $where: an error" ||
		told
	like "$(cat "$err")" "$regex" "$arguments on $ranks $where: names both" || told
}
# differs TRANSPORT RANKS ARGUMENTS REGEX
differs()
{
	ends "$2" "$3" "$4" "over $1" env RONDO_BTL=self,$1 "$MPIRUN"
}
# cards RANKS ARGUMENTS REGEX
cards()
{
	ends "$@" 'on cards' "$MPIRUN" --ring emu
}

give='rank [012] gives NUMBER elements?.*rank [012] gives NUMBER elements?'
both()
{
	echo "$give" | sed "s/NUMBER/($1|$2)/g"
}
# In the first call; in posts; in posts and slots of two lengths; in a post and through a pool that
# is not made yet; both through the pool.
differs sm 2 'allreduce 0 2 4' "MPI_Allreduce: $(both 2 4) .*must give the same"
differs sm 2 'allreduce 300 2 4' "MPI_Allreduce: $(both 2 4) .*must give the same"
differs sm 2 'iallreduce 300 2 4' "MPI_(Wait|Iallreduce): $(both 2 4) "
differs sm 2 'allreduce 300 10 500' "$(both 10 500)"
differs sm 2 'allreduce 300 100 5000' 'rank 1 gives 5000 .*rank 0 gives 100 '
differs sm 2 'bcast 300 100 5000' 'rank 1 calls MPI_Bcast, rank 0 MPI_Barrier'
differs sm 3 'allreduce 300 100000 200000' 'gives 100000 .*gives 200000|200000 .*gives 100000'
differs sm 4 'allreduce 300 5000 2500' 'gives 2500 .*gives 5000|gives 5000 .*gives 2500'
differs sm 2 'allgather 300 2 4' 'rank [01] gives (8|16) bytes, rank [01] gives (8|16) bytes'
differs sm 2 'pairs 300 3 4' "MPI_Allreduce: $(both 3 4) .*must give the same"
differs sm 2 'kinds 300 2 2' 'rank [01] calls MPI_(Reduce|Allreduce), .*same order'
# As many bytes in a post of each; one of the two posts nothing, and neither does the other.
differs sm 3 'neighbors 300 2 2' 'calls MPI_(Neighbor_a|A)lltoall, rank . MPI_(Neighbor_a|A)lltoall:'
differs sm 2 'cross 300 2 2' 'rank [01] calls MPI_(Gather|Bcast), rank [01] MPI_(Gather|Bcast):'
# Without data a member of a gatherv posts nothing.
differs sm 3 'gatherv 300 2 0' 'rank 1 calls another collective or root, or has no data, rank 0 MPI_Gatherv:'
# Counted in groups.
differs sm 36 'allreduce 10 2 4' "MPI_Allreduce: rank 1?[0-9]* gives .* elements .*must give the same"
# In the wide pool and in the usual one (wide.c).
differs sm 36 'wide 40 1024 256' \
	"MPI_Alltoall: rank [0-9]* gives (1024|4096) bytes, .* gives (1024|4096) .*must give the same"
# By areas or single copies (alltoall_long.c), and by areas alone.
for other in 300000 100000; do
	differs sm 3 "wide 40 200000 $other" \
		"MPI_Alltoall: rank [0-2] gives [0-9]* bytes, .* gives [0-9]* .*must give the same"
done
# By messages.
ends 2 'allreduce 0 2 4' 'a message of rank [01] has (8|16) bytes in place of (8|16)' "by messages" \
	env RONDO_BTL=self,sm RONDO_COLL_SHARED=0 "$MPIRUN"
differs tcp 3 'bcast 0 8 4' 'a message of rank [0-2] has (16|32) bytes in place of (16|32)'

# A rank that has found it takes what others still send, and keeps the cause.
run $((60 * slow)) env RONDO_BTL=self,tcp "$MPIRUN" -n 3 "$BUILD/t/jobs/differ" told 0 2 4
like "$(cat "$out")" 'rank 1 gives 16 bytes, all ranks must give the same' 'the cause is kept' || told
unlike "$(cat "$out")" 'a count is negative' 'and is no other' || told
run $((60 * slow)) env RONDO_BTL=self,tcp "$MPIRUN" -n 5 "$BUILD/t/jobs/differ" told 0 2 4
like "$(cat "$out")" 'ERR_TRUNCATE: .*a message of rank 1 has 16 bytes in place of 8' \
	'nor that of a later error' || told
run $((60 * slow)) env RONDO_BTL=self,tcp "$MPIRUN" -n 4 "$BUILD/t/jobs/differ" collected 0 2 2
like "$(cat "$out")" 'ERR_TRUNCATE: .*a message of rank 1 has 12 bytes in place of 8' \
	'where several messages are under way, too' || told

# In shared memory a shorter block is taken, as with messages, and a longer one is an error, whether
# it is posted or a message.
for case in '3 5 3' '5 3 3' '3 2000 3' '2000 3 3' '1800 2000 1800' '2000 1800 1800'; do
	set -- $case
	run $((60 * slow)) "$MPIRUN" -n 3 "$BUILD/t/jobs/differ" spread 8 "$1" "$2"
	like "$(cat "$out")" "$3 of $2 have come" "scatterv: $1 elements are expected, $2 sent" || told
	[ "$1" -ge "$2" ] || like "$(cat "$out")" \
		"ERR_TRUNCATE: .*a message of rank 0 has $((4 * $2)) bytes in place of $((4 * $1))" \
		'with the lengths in the error' || told
done
run $((60 * slow)) "$MPIRUN" -n 4 "$BUILD/t/jobs/differ" collected 8 2 2
like "$(cat "$out")" 'ERR_TRUNCATE: .*a message of rank [123] has [0-9]* bytes in place of 8' \
	'gatherv: longer blocks than expected, posted' || told

# More than all expect, of each rank itself: no other post is written.
for case in '20 2' '3000 2' '3000 20' '100000 2'; do
	set -- $case
	run $((60 * slow)) "$MPIRUN" -n 3 "$BUILD/t/jobs/differ" excess 300 "$1" "$2"
	is "$(sort -u "$out")" '3 errors, sum 3 of 3' "$1 elements are given, $2 expected" || told
done

# By messages two that wait for each other send none.
most=120
RONDO_STALL=1 RONDO_BTL=self,tcp "$MPIRUN" -n 2 --timeout $most "$BUILD/t/jobs/differ" cross 0 2 2 \
	>"$TMP/cross.out" 2>"$TMP/cross.err" </dev/null &
pid=$!
told_cross()
{
	over $pid || grep -qs 'must call the same' "$TMP/cross.err"
}
within $most told_cross
err=$TMP/cross.err out=$TMP/cross.out
like "$(cat "$err")" 'rank 0 calls MPI_Gather, rank 1 MPI_Bcast: .*same order' \
	'cross over tcp: the stall report names both' || told
kill $pid 2>/dev/null
wait $pid

# On cards: a reduction of other operands than the others', with and without a request; operands
# and vectors of as many words or cells, in the first call and in a later one; a vector that ends
# before the others'; broadcasts of which data are missing or too many; another collective; a rank
# behind a card.
cards 2 'allreduce 1 2 4' "MPI_Allreduce: $(both 2 4) .*must give the same"
cards 3 'iallreduce 1 2 4' "MPI_(Wait|Iallreduce): $(both 2 4) .*must give the same"
cards 3 'allreduce 1 100 5000' "MPI_(Allreduce|Barrier): $(both 100 5000) "
cards 3 'bcast 1 4 300' "$(both 4 300) .*must give the same"
cards 2 'allreduce 0 1 2' "MPI_Allreduce: $(both 1 2) .*must give the same"
cards 3 'allreduce 3 1 2' "MPI_Allreduce: $(both 1 2) .*must give the same"
cards 3 'iallreduce 1 1 2' "MPI_(Wait|Iallreduce): $(both 1 2) .*must give the same"
cards 2 'iallreduce 1 9 10' "MPI_(Wait|Iallreduce): $(both 9 10) .*must give the same"
cards 2 'allreduce 0 9 10' "MPI_Allreduce: $(both 9 10) .*must give the same"
cards 2 'bcast 0 1 2' "MPI_Bcast: $(both 1 2) .*must give the same"
cards 3 'bcast 3 1 2' "MPI_Bcast: $(both 1 2) .*must give the same"
cards 2 'barrier 1 2 2' 'rank [01] calls MPI_(Barrier|Allreduce), .*same order'
ends 4 'allreduce 1 4 2' 'a message of rank 1 has 8 bytes in place of 16' 'on two cards' \
	"$MPIRUN" --ring emu --ring-cards 2

# A vector that is too long for the cards goes by messages, which are compared with none of a
# card's: a stall report names both.
RONDO_STALL=1 "$MPIRUN" --ring emu -n 2 --timeout $most "$BUILD/t/jobs/differ" \
	allreduce 1 2 100000 >"$TMP/card.out" 2>"$TMP/card.err" </dev/null &
pid=$!
seen()
{
	over $pid || { grep -qs 'rank 0: .*MPI_Allreduce of 2 elements (8 bytes)' "$TMP/card.err" &&
		grep -qs 'rank 1: .*MPI_Allreduce of 100000 elements' "$TMP/card.err"; }
}
within $most seen
err=$TMP/card.err out=$TMP/card.out
like "$(cat "$err")" 'rank 0: MPI_Allreduce.* 2 elements' 'the report names one length' || told
like "$(cat "$err")" 'rank 1: MPI_Allreduce.* 100000 elements' 'and the other' || told
kill $pid 2>/dev/null
wait $pid
done_testing
