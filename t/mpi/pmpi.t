#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that a tool can take the place of any MPI_ function and call the PMPI_ one
# (MPI-5.0 15.2): linked into the program, preloaded as a library of its own, and
# linked with the static library; and that the library never calls its own MPI_ names.

. "$(dirname "$0")/../lib.sh"

# A sanitized library wants sanitized programs.
san=
[ "$SANITIZED" = 1 ] && san=-fsanitize=address,undefined

cat >"$TMP/tool.c" <<'END'
#include <mpi.h>
#include <stdio.h>
static int sends, bytes, others;
int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
	int size;

	PMPI_Type_size(type, &size);
	sends++;
	bytes += count * size;
	return PMPI_Send(buf, count, type, dest, tag, comm);
}
int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
	others++;
	return PMPI_Comm_rank(comm, rank);
}
int MPI_Finalized(int *flag)
{
	others += 1000;
	return PMPI_Finalized(flag);
}
int MPI_Finalize(void)
{
	int rank;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	printf("tool %d: %d sends of %d bytes, %d others\n", rank, sends, bytes, others);
	fflush(stdout);
	return PMPI_Finalize();
}
END
cat >"$TMP/program.c" <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
	int rank, data[3] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send(data, 3, MPI_INT, 1, 0, MPI_COMM_WORLD);
		MPI_Send(data, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
	} else {
		MPI_Recv(data, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(data, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
END
# counted NAME COMMAND...: the two ranks are counted by the tool.
counted()
{
	name=$1
	shift
	run 60 "$@"
	is $rc 0 "$name: runs" || told
	is "$(sort "$out")" "tool 0: 2 sends of 20 bytes, 1 others
tool 1: 0 sends of 0 bytes, 1 others" "$name: calls of the program are seen, and no others" || told
}

run 60 "$MPICC" $san -o "$TMP/linked" "$TMP/program.c" "$TMP/tool.c"
is $rc 0 "program and tool in one" || told
counted "linked" "$MPIRUN" -n 2 "$TMP/linked"

run 60 "$MPICC" $san -o "$TMP/plain" "$TMP/program.c"
is $rc 0 "the program alone" || told
run 60 "$MPICC" $san -shared -fPIC -o "$TMP/tool.so" "$TMP/tool.c"
is $rc 0 "the tool as a library" || told
if [ "$SANITIZED" = 1 ]; then
	skip "the sanitizer wants to be first" "preloaded"
else
	counted "preloaded" "$MPIRUN" -n 2 env LD_PRELOAD="$TMP/tool.so" "$TMP/plain"
fi

libs=$("${PKG_CONFIG:-pkg-config}" --libs pmix hwloc libevent_core libevent_pthreads 2>/dev/null)
if [ "$libs" ] && [ "$SANITIZED" = 0 ]; then
	run 60 ${CC:-cc} -I"$SRC/include" -o "$TMP/static" "$TMP/program.c" "$TMP/tool.c" \
		"$BUILD/lib/libmpi_abi.a" $libs -lm -lrt -pthread
	is $rc 0 "program, tool and static library" || told
	counted "static" "$MPIRUN" -n 2 "$TMP/static"
fi
done_testing
