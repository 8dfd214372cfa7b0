#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# MPI on the simulated ring (mpirun --ring rtl): the same results as on the model (--ring emu),
# also with cards that have no rank or several; and the ends of its process: with the job, with
# mpirun, and by itself, which ends the job.

. "$(dirname "$0")/../lib.sh"

ring=$BUILD/bin/rondo_ring_w64
[ "$SANITIZED" = 1 ] && skip_all "the ring's process is not sanitized, and slow enough"
[ -x "$ring" ] || skip_all "the simulated ring was not built (make -C hw ring)"

RONDO_BTL=self,fpga
export RONDO_BTL

# same NAME FILTER OPTIONS...: the output of FILTER is the same as with the model.
same()
{
	name=$1 filter=$2
	shift 2
	run 60 "$MPIRUN" --ring emu "$@"
	emu=$(grep -E "$filter" "$out")
	run 200 "$MPIRUN" --ring rtl "$@"
	is $rc 0 "$name runs" || told
	is "$(grep -E "$filter" "$out")" "$emu" "$name: as with the model"
	[ "$emu" ]
	ok $? "$name: there is something to compare"
}

same "hello" "^Hello" -n 2 "$BUILD/examples/hello"
same "jacobi on 2 cards" "^(sum|largest)" -n 2 "$BUILD/examples/jacobi" -n 24 -1
same "jacobi on 4 cards" "^(sum|largest)" -n 4 "$BUILD/examples/jacobi" -n 16 -1
same "himeno" "^gosa:" -n 4 "$BUILD/examples/himeno" -s xs -n 3
same "more cards than ranks" "^(sum|largest)" --ring-cards 5 -n 2 "$BUILD/examples/jacobi" -n 8 -1
RONDO_BTL=self,fpga,sm same "more ranks than cards" "^(sum|largest)" --ring-cards 2 -n 6 \
	"$BUILD/examples/jacobi" -n 12 -1

for bits in 16 128; do
	if [ -x "$BUILD/bin/rondo_ring_w$bits" ]; then
		run 60 "$MPIRUN" --ring rtl$bits -n 3 "$BUILD/examples/ring" 10
		is $rc 0 "links of $bits bits" || told
	else
		skip "rondo_ring_w$bits was not built" "links of $bits bits"
	fi
done

# --- the process of the ring --------------------------------------------------------

# begin PROGRAM [ARGUMENT...]: a job of two ranks in the background, mpirun is process $mpirun. The
# output is emptied first: a shell in the background does so later than ring_pid reads it.
begin()
{
	: >"$err"
	"$MPIRUN" -v --ring rtl --timeout 100 -n 2 "$@" >"$out" 2>"$err" &
	mpirun=$!
}

# ring_pid: of the mpirun whose standard error is $err, once it is printed there.
ring_pid()
{
	within 60 grep -q "the ring is process [0-9]*," "$err"
	sed -n 's/.*the ring is process \([0-9]*\),.*/\1/p' "$err"
}

# is_gone PID: ended by itself, or soon.
is_gone() { [ "$1" ] && within 30 over "$1"; }

run 60 "$MPIRUN" -v --ring rtl -n 2 "$BUILD/examples/hello"
pid=$(sed -n 's/.*the ring is process \([0-9]*\),.*/\1/p' "$err")
is_gone "$pid"
ok $? "it ends with the job" || told

begin "$BUILD/examples/ring" 1000000
pid=$(ring_pid)
kill -9 "$pid"
begun=$(date +%s)
wait $mpirun
rc=$?
[ $rc -ne 0 ]
ok $? "when it dies the job ends with an error" || told
took=$(($(date +%s) - begun))
[ $took -le 20 ] # it takes about a second, or all of the 100 s
ok $? "in time: after $took s"
like "$(cat "$err")" "^mpirun: the ring process \($pid, .*\) was killed by signal 9" \
	"mpirun says so"

begin sleep 1000
kill -9 "$(ring_pid)"
wait $mpirun
is $? 1 "ranks that do not look are ended, too" || told

begin sleep 1000
pid=$(ring_pid)
kill -9 $mpirun
wait $mpirun 2>/dev/null
is_gone "$pid"
ok $? "it ends with mpirun, however that ends"

# --- messages of mpirun ---------------------------------------------------------------

RONDO_RING_SERVER=$TMP/none run 10 "$MPIRUN" --ring rtl -n 2 "$BUILD/examples/hello"
is $rc 2 "RONDO_RING_SERVER names no program" || told
RONDO_RING_HOST=write=much run 30 "$MPIRUN" --ring rtl -n 2 "$BUILD/examples/hello"
[ $rc -ne 0 ]
ok $? "RONDO_RING_HOST makes no sense" || told
like "$(cat "$err")" "RONDO_RING_HOST=write=much: " "which is said"
mkdir "$TMP/bin"
cp "$BUILD/bin/mpirun" "$TMP/bin"
run 10 "$TMP/bin/mpirun" --ring rtl -n 2 "$BUILD/examples/hello"
is $rc 2 "an mpirun without a ring beside it" || told
like "$(cat "$err")" "^mpirun: --ring rtl needs .*: make -C hw ring$" "says how to make it"
done_testing
