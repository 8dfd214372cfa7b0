#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that the suppression files leave nothing of the libraries below Rondo to be told by
# LeakSanitizer and valgrind, and that they do not hide a program's own leak; and that requests
# which are never started have a status.

. "$(dirname "$0")/../lib.sh"

unset LSAN_OPTIONS ASAN_OPTIONS VALGRIND_OPTS
cat >"$TMP/a.c" <<'END'
#include <mpi.h>
#include <stdlib.h>
char *volatile kept;
int main(int argc, char **argv)
{
	int one = 1, sum;
	MPI_Request never_started[2];
	MPI_Init(&argc, &argv);
	MPI_Send_init(&one, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &never_started[0]);
	MPI_Recv_init(&sum, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &never_started[1]);
	MPI_Waitall(2, never_started, MPI_STATUSES_IGNORE);
	for (int i = 0; i < 2; i++) {
		MPI_Wait(&never_started[i], MPI_STATUS_IGNORE);
		MPI_Request_free(&never_started[i]);
	}
	if (argc > 1)
		kept = malloc(77);
	kept = NULL;
	MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	return MPI_Finalize();
}
END
if "$MPICC" -g -fsanitize=address "$TMP/a.c" -o "$TMP/asan" 2>/dev/null &&
	{ "$TMP/asan" x >"$out" 2>&1; grep -q '77 byte' "$out"; }; then
	LSAN_OPTIONS=suppressions=$SRC/runtime/lsan.supp:print_suppressions=0
	export LSAN_OPTIONS
	run 60 "$MPIRUN" -n 2 "$TMP/asan"
	is "$rc $(cat "$out" "$err")" "0 " "LeakSanitizer" || told
	run 60 "$MPIRUN" -n 2 "$TMP/asan" x
	[ $rc -ne 0 ] && grep -q '77 byte' "$err"
	ok $? "it still tells of the program's leak" || told
else
	skip "no LeakSanitizer" "LeakSanitizer"
fi
if command -v valgrind >/dev/null; then
	"$MPICC" -g "$TMP/a.c" -o "$TMP/plain"
	VALGRIND_OPTS="-q --leak-check=full --error-exitcode=9 --suppressions=$SRC/runtime/valgrind.supp"
	export VALGRIND_OPTS
	run 60 "$MPIRUN" -n 2 valgrind "$TMP/plain"
	is "$rc $(cat "$out" "$err")" "0 " "valgrind" || told
	run 60 "$MPIRUN" -n 2 valgrind "$TMP/plain" x
	is "$rc $(grep -c '77 bytes' "$err")" "9 2" "it still tells of the program's leak" || told
else
	skip "no valgrind" "valgrind"
fi
done_testing
