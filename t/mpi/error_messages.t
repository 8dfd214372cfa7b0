#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves the message for an error of the program: one line with rank, host, call,
# argument, value and remedy (MPI-5.0 9.3); errors are fatal by default, with the class
# as exit status; calls outside of MPI_Init and MPI_Finalize; MPI_Abort; RONDO_CHECK=0.

. "$(dirname "$0")/../lib.sh"

# A sanitized library wants sanitized programs.
san=
[ "$SANITIZED" = 1 ] && san=-fsanitize=address,undefined

cat >"$TMP/errs.c" <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	static char room[800];
	int what = atoi(argv[1]), x = 0, rank;
	void *at;
	MPI_Datatype pair;
	MPI_Request req;
	MPI_File file;
	MPI_Win win;

	if (what == 1)
		MPI_Comm_rank(MPI_COMM_WORLD, &x);
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	switch (what) {
	case 2: MPI_Init(&argc, &argv); break;
	case 3: MPI_Send(&x, 1, MPI_INT, 9, 0, MPI_COMM_WORLD); break;
	case 4: MPI_Send(&x, 1, pair, 0, 0, MPI_COMM_WORLD); break;
	case 5: MPI_Send(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD); break;
	case 6: MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); break;
	case 7: MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_NULL); break;
	case 8: MPI_Allreduce(&x, &x, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); break;
	case 9: MPI_Abort(MPI_COMM_WORLD, 77); break;
	case 10: MPI_Bcast(&x, 1, MPI_INT, -1, MPI_COMM_WORLD); break;
	case 11:
		MPI_Irecv(&x, 1, MPI_CHAR, rank, 3, MPI_COMM_WORLD, &req);
		MPI_Send(&x, 1, MPI_INT, rank, 3, MPI_COMM_WORLD);
		MPI_Wait(&req, MPI_STATUS_IGNORE);
		break;
	case 12: MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ABORT);
		MPI_Recv(&x, -5, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); break;
	case 18: MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* fall through */
	case 16: MPI_Buffer_attach(room, 600);
		MPI_Bsend(room, 200, MPI_INT, 0, 0, MPI_COMM_WORLD);
		MPI_Buffer_detach(&at, &x);
		break;
	case 17: MPI_Bsend(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); break;
	case 20:
		MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &at, &win);
		MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
		break;
	case 21:
		MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &at, &win);
		MPI_Win_lock_all(0, win);
		MPI_Win_fence(0, win);
		break;
	case 22:
		MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &at, &win);
		MPI_Win_lock(MPI_LOCK_SHARED, 9, 0, win);
		break;
	case 23:
		MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
		MPI_File_open(MPI_COMM_SELF, "/nowhere/a", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
		break;
	case 19: MPI_Add_error_class(&x);
		MPI_Comm_call_errhandler(MPI_COMM_WORLD, x);
		break;
	}
	MPI_Type_free(&pair);
	MPI_Finalize();
	if (what == 13)
		MPI_Barrier(MPI_COMM_WORLD);
	if (what == 14)
		MPI_Finalize();
	if (what == 15)
		MPI_Init(&argc, &argv);
	MPI_Initialized(&x);
	MPI_Finalized(&rank);
	printf("%d %d\n", x, rank);
	return 0;
}
END
run 60 "$MPICC" $san -o "$TMP/errs" "$TMP/errs.c"
is $rc 0 "the program compiles" || told

# says CASE STATUS REGEX: case CASE ends with STATUS and one line that matches.
says()
{
	run 30 "$TMP/errs" "$1"
	is $rc "$2" "case $1: exit status $2" || told
	is "$(wc -l <"$err")" 1 "case $1: one line" || told
	like "$(cat "$err")" "^rondo: error: $3" "case $1: $(cut -c1-150 "$err")"
}

run 30 "$TMP/errs" 0
is "$rc $(cat "$out")$(cat "$err")" "0 1 1" "no error: nothing is said"
me="rank 0 on [^ ]+: "
says 1 16 "MPI_Comm_rank: called before MPI_Init: call MPI_Init or MPI_Init_thread first"
says 2 16 "${me}MPI_Init: MPI is initialised already"
says 3 6 "${me}MPI_Send: dest=9 is not a rank of MPI_COMM_WORLD \(1 rank, 0 to 0\)"
says 4 3 "${me}MPI_Send: datatype .* not committed: call MPI_Type_commit"
says 5 4 "${me}MPI_Send: tag=-2 is not a tag .*MPI_ANY_TAG is for receives only"
says 6 1 "${me}MPI_Send: buf is NULL with data to transfer"
says 7 5 "${me}MPI_Send: comm is MPI_COMM_NULL.*MPI_Comm_set_errhandler\(MPI_COMM_SELF, "
says 8 1 "${me}MPI_Allreduce: sendbuf and recvbuf are the same memory: pass MPI_IN_PLACE"
says 9 77 "${me}MPI_Abort\(MPI_COMM_WORLD, 77\)"
says 10 8 "${me}MPI_Bcast: root=-1.* is not a rank of MPI_COMM_WORLD"
says 11 15 \
	"${me}MPI_Wait: .* longer than the receive buffer: 4 bytes from rank 0 with tag 3, room for 1 \(.*WORLD"
says 12 2 "${me}MPI_Recv: count=-5 is negative"
says 16 1 \
	"${me}MPI_Bsend: the attached buffer of 600 bytes has no room for a message of 800; attach"
says 17 1 "${me}MPI_Bsend: buffered send of 4 bytes without a buffer; call MPI_Buffer_attach"
says 20 50 "${me}MPI_Put: get access to this target first, by MPI_Win_fence, .*no access"
says 21 50 "${me}MPI_Win_fence: first end the epoch .*: MPI_Win_unlock_all ends that"
says 22 6 "${me}MPI_Win_lock: rank=9 is not a rank of a window of 1 rank \(0 to 0\)"
says 23 42 "${me}MPI_File_open: open of /nowhere/a: No such file or directory$"
run 30 env RONDO_BTL=sm "$TMP/errs" 0
like "$(cat "$err")" 'MPI_Init: RONDO_BTL=sm lacks self, .*: add it \(RONDO_BTL=self,sm\)$' \
	"a rank alone without its transport" || told
run 30 env RONDO_BTL=tpc "$TMP/errs" 0
like "$(cat "$err")" 'MPI_Init: RONDO_BTL=tpc: there is no transport "tpc"; known are self,' \
	"a transport that does not exist is the error of MPI_Init" || told
run 30 "$TMP/errs" 18
is "$rc $(cat "$err")" "0 " "a buffer without room, the handler returns: nothing is said" || told
run 30 "$TMP/errs" 19
is $rc 1 "the fatal error of a class that ends in 0 bits: no success" || told
says 13 16 "${me}MPI_Barrier: called after MPI_Finalize"
says 14 16 "${me}MPI_Finalize: called after MPI_Finalize"
says 15 16 "${me}MPI_Init: MPI was finalised"

run 30 "$MPIRUN" -n 3 "$TMP/errs" 3
is $rc 6 "three ranks: exit status is the class" || told
like "$(cat "$err")" \
	"^rondo: error: rank [0-2] on .*MPI_Send: dest=9 is not a rank of MPI_COMM_WORLD \(3 ranks, 0 to 2\)" \
	"three ranks: the line says which" || told

run 30 "$MPIRUN" -n 2 -env RONDO_SPIN -2 "$TMP/errs" 0 : -n 2 -env RONDO_SPIN -3 "$TMP/errs" 0
is "$rc" 0 "values that cannot be used, another for each program"
is "$(grep -c 'warning: RONDO_SPIN=-2 is not' "$err")" 1 "one rank of the first tells its own" ||
	told
is "$(grep -c 'warning: rank 2 .*RONDO_SPIN=-3 is not' "$err")" 1 "and one of the second" || told
is "$(wc -l <"$err")" 2 "nothing else is said" || told
printf 'RONDO_SPIN 3\n' >"$TMP/params"
run 30 env RONDO_PARAMS="$TMP/params" RONDO_REDUCE_ORDER=up "$MPIRUN" -n 3 "$TMP/errs" 0
is "$rc" 0 "a file with a line that is none, and no order"
is "$(grep -c 'params:1: .* is no line of' "$err")" 1 "one rank tells of the line" || told
is "$(grep -c 'RONDO_REDUCE_ORDER=up should be' "$err")" 1 "and of the order" || told
run 30 env RONDO_BTL=self,tcp RONDO_TCP_PORTS=abc "$MPIRUN" -n 2 "$TMP/errs" 0
like "$(cat "$err")" 'MPI_Init: RONDO_TCP_PORTS=abc is not a range' "no ports: one line" || told
run 30 env SLURM_PROCID=3 RONDO_SPIN=-2 "$TMP/errs" 0
is "$(grep -c 'RONDO_SPIN=-2 is not' "$err")" 1 "a process that is in no job tells it, too" || told

# One process reduces into itself: without the check nothing is wrong.
run 30 env RONDO_CHECK=0 "$TMP/errs" 8
is $rc 0 "RONDO_CHECK=0: not checked" || told
# A start that fails: the last line says why, as the ranks do, once each.
cat >"$TMP/start.c" <<'END'
#include <mpi.h>

int main(void)
{
	return MPI_Init(0, 0) || MPI_Barrier(MPI_COMM_WORLD) || MPI_Finalize();
}
END
run 60 "$MPICC" $san -o "$TMP/start" "$TMP/start.c"
is $rc 0 "a program that starts" || told
run 30 "$MPIRUN" -x RONDO_RING=bad -n 3 "$TMP/start"
like "$(cat "$err")" '^mpirun: rank . .* aborted the job .*: MPI_Init: RONDO_RING=bad should be' \
	"what was logged is the cause" || told
unlike "$(cat "$err")" '^rondo: .*MPI_Init' "and is not told twice" || told
run 30 "$MPIRUN" -x RONDO_BTL=fpga,self -n 4 "$TMP/start"
like "$(cat "$err")" '^mpirun: rank . .*: MPI_Barrier: no transport reaches rank . .*RONDO_BTL=fpga,self' \
	"no transport is the cause of the call" || told
is "$(grep -v '^mpirun:' "$err" | sed 's/ on .*//' | sort | uniq -d | wc -l)" 0 \
	"a rank tells it once" || told

done_testing
