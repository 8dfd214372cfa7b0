#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that a program written for MPI-1 compiles in any C and C++, without a warning, and works as
# before: the names that MPI-3.0 removed are functions in mpi.h, and none of them is in the library.

. "$(dirname "$0")/../lib.sh"

# A sanitized library wants sanitized programs.
san=
[ "$SANITIZED" = 1 ] && san=-fsanitize=address,undefined

cat >"$TMP/old.c" <<'END'
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct particle {
	double place[3];
	int kind;
};

static int errors;

static void on_error(MPI_Comm *comm, int *code, ...)
{
	(void)comm;
	(void)code;
	errors++;
}

/* A struct by absolute addresses, as they did it. */
static int structs(void)
{
	struct particle from = {{1, 2, 3}, 4}, to;
	int lengths[2] = {3, 1};
	MPI_Aint at[2], base, lb, ub, extent;
	MPI_Datatype types[2], type;
	MPI_Status status;

	types[0] = MPI_DOUBLE;
	types[1] = MPI_INT;
	memset(&to, 0, sizeof(to));
	MPI_Address(&from, &base);
	MPI_Address(from.place, &at[0]);
	MPI_Address(&from.kind, &at[1]);
	at[0] -= base;
	at[1] -= base;
	MPI_Type_struct(2, lengths, at, types, &type);
	MPI_Type_commit(&type);
	MPI_Sendrecv(&from, 1, type, 0, 0, &to, 1, type, 0, 0, MPI_COMM_SELF, &status);
	MPI_Type_extent(type, &extent);
	MPI_Type_lb(type, &lb);
	MPI_Type_ub(type, &ub);
	MPI_Type_free(&type);
	return to.place[2] == 3 && to.kind == 4 && lb == 0 && ub == extent
	       && extent == (MPI_Aint)sizeof(from);
}

/* Bytes 0 and 8, then 0 and 16, of an array. */
static int strides(void)
{
	int from[8] = {0, 1, 2, 3, 4, 5, 6, 7}, to[2] = {-1, -1}, lengths[2] = {1, 1};
	MPI_Aint at[2] = {0, 16};
	MPI_Datatype type;
	MPI_Status status;
	int good;

	MPI_Type_hvector(2, 1, 8, MPI_INT, &type);
	MPI_Type_commit(&type);
	MPI_Sendrecv(from, 1, type, 0, 0, to, 2, MPI_INT, 0, 0, MPI_COMM_SELF, &status);
	good = to[0] == 0 && to[1] == 2;
	MPI_Type_free(&type);
	MPI_Type_hindexed(2, lengths, at, MPI_INT, &type);
	MPI_Type_commit(&type);
	MPI_Sendrecv(from, 1, type, 0, 0, to, 2, MPI_INT, 0, 0, MPI_COMM_SELF, &status);
	good = good && to[0] == 0 && to[1] == 4;
	MPI_Type_free(&type);
	return good;
}

static int handlers(void)
{
	MPI_Handler_function *function = on_error;
	MPI_Errhandler mine, got;
	int x = 0, same;

	MPI_Errhandler_create(function, &mine);
	MPI_Errhandler_set(MPI_COMM_WORLD, mine);
	MPI_Errhandler_get(MPI_COMM_WORLD, &got);
	same = got == mine;
	MPI_Errhandler_free(&got);
	MPI_Errhandler_free(&mine);
	MPI_Send(&x, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
	return same && errors == 1;
}

static int attributes(void)
{
	void *value;
	int flag, key;

	MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
	if (!flag || *(int *)value < 32767)
		return 0;
	MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &key, NULL);
	MPI_Attr_put(MPI_COMM_WORLD, key, &flag);
	MPI_Attr_get(MPI_COMM_WORLD, key, &value, &flag);
	MPI_Attr_delete(MPI_COMM_WORLD, key);
	MPI_Keyval_free(&key);
	return flag && value == &flag;
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	printf("%d%d%d%d", structs(), strides(), handlers(), attributes());
	printf("%d\n", MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
END
for how in "$MPICC -std=gnu89 -pedantic" "$MPICC -std=c99 -pedantic" "$MPICC -std=gnu17" \
	"$MPICXX -x c++ -std=c++11"; do
	# stdint.h, which mpi.h needs, has types that C89 did not know.
	run 60 $how -Wall -Wextra -Wno-long-long -Werror $san -c -o "$TMP/old.o" "$TMP/old.c"
	is $rc 0 "it compiles: ${how#"$BUILD"/bin/}" || told
	run 60 "${how%% *}" $san -o "$TMP/old" "$TMP/old.o"
	is $rc 0 "it links" || told
	run 30 "$TMP/old"
	is "$rc $(cat "$out")" "0 11111" "it runs" || told
done

if command -v nm >/dev/null; then
	left=$(nm -D --defined-only "$BUILD/lib/libmpi_abi.so.1" | awk '{ print $3 }' |
		grep -E '^P?MPI_(Address|Errhandler_(create|get|set)|Type_(extent|lb|ub|struct|hvector|hindexed)|.*_(c2f|f2c|c2f08))$')
	is "$left" "" "none of the removed names is in the library"
fi
done_testing
