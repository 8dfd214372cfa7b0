#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves RONDO_LEAKS=1: MPI_Finalize reports each kind of object that was made and not freed, and
# how many; objects that were freed, or need no freeing, are not reported; without it there is no
# report.

. "$(dirname "$0")/../lib.sh"

# A sanitized library wants sanitized programs, which do not look for leaks themselves.
san=
[ "$SANITIZED" = 1 ] && san=-fsanitize=address,undefined
ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
export ASAN_OPTIONS

cat >"$TMP/leaks.c" <<'END'
#include <mpi.h>
#include <string.h>

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
	(void)in;
	(void)inout;
	(void)n;
	(void)type;
}

static void nothing(MPI_Comm *comm, int *code, ...)
{
	(void)comm;
	(void)code;
}

/* Makes one object of each kind; frees those whose letter is in `what`. */
static void one_of_each(const char *what)
{
	MPI_Comm comm, none;
	MPI_Datatype type, part, real;
	MPI_Errhandler eh, got;
	MPI_Group group, empty;
	MPI_Info info;
	MPI_Op op;
	MPI_Request request;
	int x = 0, key, ints[1];
	MPI_Aint addresses[1];

	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Comm_split(MPI_COMM_SELF, MPI_UNDEFINED, 0, &none);
	MPI_Comm_group(comm, &group);
	MPI_Group_difference(group, group, &empty);
	MPI_Type_contiguous(2, MPI_INT, &part);
	MPI_Type_contiguous(2, part, &type);
	MPI_Type_free(&part);
	MPI_Type_get_contents(type, 1, 0, 1, ints, addresses, &part);
	MPI_Type_create_f90_real(6, 30, &real);
	MPI_Comm_create_errhandler(nothing, &eh);
	MPI_Comm_get_errhandler(comm, &got);
	MPI_Info_create(&info);
	MPI_Op_create(add, 1, &op);
	MPI_Recv_init(&x, 1, MPI_INT, 0, 0, comm, &request);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
	if (strchr(what, 'r'))
		MPI_Request_free(&request);
	if (strchr(what, 'c'))
		MPI_Comm_free(&comm);
	if (strchr(what, 'g'))
		MPI_Group_free(&group);
	if (strchr(what, 't')) {
		MPI_Type_free(&type);
		MPI_Type_free(&part);
	}
	if (strchr(what, 'e'))
		MPI_Errhandler_free(&eh);
	if (strchr(what, 'i'))
		MPI_Info_free(&info);
	if (strchr(what, 'o'))
		MPI_Op_free(&op);
	if (strchr(what, 'k'))
		MPI_Comm_free_keyval(&key);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	one_of_each("rcgteiok");
	if (argc > 1)
		one_of_each(argv[1]);
	MPI_Finalize();
	return 0;
}
END
run 60 "$MPICC" $san -o "$TMP/leaks" "$TMP/leaks.c"
is $rc 0 "the program compiles" || told

# says FREED TEXT: the report when only those kinds are freed.
says()
{
	run 30 env RONDO_LEAKS=1 "$TMP/leaks" "$1"
	is "$rc $(sed 's/.*MPI_Finalize: //' "$err")" "0 $2" "freed: $1" || told
}

run 30 env RONDO_LEAKS=1 "$TMP/leaks"
is "$rc$(cat "$out" "$err")" 0 "all is freed: nothing is told" || told
run 30 "$TMP/leaks" ""
is "$rc$(cat "$out" "$err")" 0 "nobody has asked: nothing is told" || told
says rcgteiok ''
says '' \
	"made and not freed: 1 communicator, 1 group, 2 datatypes, 1 operator, 1 error handler, \
1 info object, 1 request, 1 attribute key"
says rcgti 'made and not freed: 1 operator, 1 error handler, 1 attribute key'
says cgteiok 'made and not freed: 1 request'
run 30 env RONDO_LEAKS=1 "$MPIRUN" -n 2 "$TMP/leaks" rcgeiok
is "$rc $(grep -c 'rank [01] on .*made and not freed: 2 datatypes$' "$err")" "0 2" \
	"each rank tells" || told
done_testing
