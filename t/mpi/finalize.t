#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves the end of a job (MPI-5.0 11.2.2): MPI_Finalize waits until every rank is there and
# names after RONDO_FINALIZE_S the ranks that it waits for; requests that were freed complete first;
# the statistics name every rank, transport and collective.

. "$(dirname "$0")/../lib.sh"

# A sanitized library wants sanitized programs.
san=
[ "$SANITIZED" = 1 ] && san=-fsanitize=address,undefined

cat >"$TMP/late.c" <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>
/* late RANK [FILE]: that rank comes to MPI_Finalize when the file is there, or after 1.5 s. */
int main(int argc, char **argv)
{
	int rank, size, late = argc > 1 ? atoi(argv[1]) : -1, sum, one = 1;
	static char data[1 << 20];
	MPI_Request req;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Irecv(data, sizeof(data), MPI_CHAR, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &req);
	MPI_Request_free(&req);
	MPI_Send(data, 1000, MPI_CHAR, (rank + 1) % size, 0, MPI_COMM_WORLD);
	MPI_Barrier(MPI_COMM_WORLD); /* every connection stands now */
	if (rank == late && argc > 2)
		while (access(argv[2], F_OK))
			usleep(20000);
	else if (rank == late)
		usleep(1500000);
	MPI_Finalize();
	return sum == size ? 0 : 1;
}
END
run 60 "$MPICC" $san -o "$TMP/late" "$TMP/late.c"
is $rc 0 "the program compiles" || told

cat >"$TMP/lost.c" <<'END'
#include <mpi.h>
static char data[1 << 22];
int main(int argc, char **argv)
{
	int rank;
	MPI_Request req;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc == 1)
		MPI_Irecv(data, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &req);
	else
		MPI_Issend(data, sizeof(data), MPI_CHAR, !rank, 0, MPI_COMM_WORLD, &req);
	MPI_Request_free(&req);
	MPI_Finalize();
	return 0;
}
END
run 60 "$MPICC" $san -o "$TMP/lost" "$TMP/lost.c"
is $rc 0 "the second program compiles" || told
run 20 "$MPIRUN" -n 2 "$TMP/lost"
is "$rc$(cat "$err")" 0 "receives that were freed and match nothing are given up" || told
# Abandoned objects are still allocated at exit: no leak check here.
run 20 env RONDO_FINALIZE_S=1 ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" \
	"$MPIRUN" -n 2 "$TMP/lost" send
like "$rc $(cat "$err")" \
	"^0 rondo: warning: rank . on .*MPI_Finalize: 1 sends whose requests were freed" \
	"sends that nobody receives are told, and given up" || told

# waits LATE RANKS REGEX: a job whose rank LATE comes when that is said.
waits()
{
	: >"$err"
	rm -f "$TMP/come"
	RONDO_FINALIZE_S=1 "$MPIRUN" --timeout 60 -n "$2" "$TMP/late" "$1" "$TMP/come" \
		>"$out" 2>"$err" </dev/null &
	pid=$!
	within 50 grep -q "$3" "$err"
	: >"$TMP/come"
	wait $pid
	rc=$?
}
for btl in self,sm self,tcp; do
	run 60 env RONDO_BTL=$btl "$MPIRUN" -n 5 "$TMP/late"
	is "$rc$(cat "$err")" 0 "$btl: five ranks end in silence" || told
	warning="rondo: warning: rank 2 on .*MPI_Finalize: for 1 s nothing from rank 3 on "
	RONDO_BTL=$btl waits 3 5 "$warning"
	is $rc 0 "$btl: a late rank is waited for" || told
	like "$(cat "$err")" "$warning" \
		"$btl: a waiting rank names the ranks it waits for"
	unlike "$(cat "$err")" 'rank [34] on [^:]*: MPI_Finalize: for' \
		"$btl: those below it do not" || told
done
waits 0 9 'rank 1 on .*nothing from rank 0 '
like "$(cat "$err")" 'rank 1 on .*nothing from rank 0 ' "one rank names rank 0" || told
unlike "$(cat "$err")" 'rank [02-8] on [^:]*: MPI_Finalize: for' "and no other" || told
run 60 env RONDO_FINALIZE_S=0 "$MPIRUN" -n 2 "$TMP/late" 1
is "$rc$(cat "$err")" 0 "RONDO_FINALIZE_S=0: waits in silence" || told

run 60 env RONDO_STATS=1 "$MPIRUN" -n 3 "$TMP/late"
is $rc 0 "with statistics" || told
like "$(cat "$err")" "^rondo: statistics of 3 ranks" "statistics have a heading"
is "$(grep -c '^rank [0-2] on .* sm ' "$err")" 3 "each rank has a line for sm"
like "$(cat "$err")" "^sum +sm +[0-9]+ +[0-9]+" "and there is the sum"
like "$(cat "$err")" "^allreduce +[a-z].* 3 +12 +[0-9.]+$" \
	"allreduce by algorithm: 3 calls, 12 bytes" || told
run 60 env RONDO_STATS=1 "$TMP/late"
like "$(cat "$err")" "^rank 0 on .* self " "a process alone has statistics too" || told
done_testing
