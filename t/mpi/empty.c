/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives without data end before their arguments are looked at one by one (mpi/empty.h): a
 * wrong argument of such a call is reported all the same. One process.
 */
#include "mpi.h"

#include <stdint.h>

#include "datatype/op.h"
#include "datatype/type.h"

#include "t/tap.h"

static double in[2], out[2];
static int none[1], some[1] = {1};
static MPI_Comm comm;

static int class_of(int err)
{
	int class = -1;

	MPI_Error_class(err, &class);
	return class;
}

static void wrong(int err, int class, const char *what)
{
	is_int(class_of(err), class, "%s", what);
}

static int bcast(void *buffer, MPI_Datatype datatype, int root, MPI_Comm on)
{
	return MPI_Bcast(buffer, 0, datatype, root, on);
}

static int reduce(MPI_Datatype datatype, MPI_Op op)
{
	return MPI_Reduce(in, out, 0, datatype, op, 0, comm);
}

static int scatter(const int *counts, MPI_Datatype datatype, MPI_Op op)
{
	return MPI_Reduce_scatter(in, out, counts, datatype, op, comm);
}

static void move(void)
{
	MPI_Datatype pair, raw;

	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_contiguous(2, MPI_INT, &raw);
	MPI_Type_commit(&pair);
	ok(!bcast(in, MPI_INT, 0, comm) && !bcast(NULL, MPI_INT, 0, comm) &&
		   !bcast(in, pair, 0, comm),
	   "a broadcast of no int, of none at NULL, of no pair");
	wrong(bcast(in, MPI_INT, 1, comm), MPI_ERR_ROOT, "a root that is no member");
	wrong(bcast(in, MPI_INT, MPI_ROOT, comm), MPI_ERR_ROOT, "... that is another group's");
	wrong(bcast(in, MPI_DATATYPE_NULL, 0, comm), MPI_ERR_TYPE, "no datatype");
	wrong(bcast(in, raw, 0, comm), MPI_ERR_TYPE, "one that is not committed");
	wrong(bcast(MPI_IN_PLACE, MPI_INT, 0, comm), MPI_ERR_BUFFER, "MPI_IN_PLACE as the data");
	wrong(bcast(in, MPI_INT, 0, MPI_COMM_NULL), MPI_ERR_COMM, "no communicator");
	wrong(MPI_Bcast(in, -1, MPI_INT, 0, comm), MPI_ERR_COUNT, "fewer than none");
	ok(!MPI_Gather(in, 0, MPI_INT, out, 0, MPI_INT, 0, comm) &&
		   !MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 0, MPI_INT, 0, comm),
	   "a gather of nothing, also in place");
	wrong(MPI_Gather(in, 0, MPI_INT, out, 0, MPI_DATATYPE_NULL, 0, comm), MPI_ERR_TYPE,
	      "... into no datatype");
	wrong(MPI_Scatter(in, 0, MPI_DATATYPE_NULL, out, 0, MPI_INT, 0, comm), MPI_ERR_TYPE,
	      "a scatter of no datatype");
	wrong(MPI_Allgather(in, 0, MPI_INT, out, -1, MPI_INT, comm), MPI_ERR_COUNT,
	      "an allgather of fewer than none");
	wrong(MPI_Alltoall(in, 0, raw, out, 0, MPI_INT, comm), MPI_ERR_TYPE,
	      "an alltoall of a datatype that is not committed");
	MPI_Type_free(&pair);
	MPI_Type_free(&raw);
}

static void combine(void)
{
	ok(!reduce(MPI_DOUBLE, MPI_SUM) && !reduce(MPI_DOUBLE, MPI_SUM),
	   "a reduction of no double, twice");
	wrong(reduce(MPI_DOUBLE, MPI_BAND), MPI_ERR_OP, "an operator that doubles do not have");
	wrong(reduce(MPI_DOUBLE, MPI_OP_NULL), MPI_ERR_OP, "no operator");
	wrong(reduce(MPI_DATATYPE_NULL, MPI_SUM), MPI_ERR_TYPE, "no datatype");
	wrong(reduce(MPI_DOUBLE, MPI_REPLACE), MPI_ERR_OP, "one of windows only");
	ok(!MPI_Allreduce(in, out, 0, MPI_INT, MPI_BAND, comm) &&
		   !MPI_Scan(in, out, 0, MPI_INT, MPI_MAX, comm) &&
		   !MPI_Exscan(in, out, 0, MPI_2INT, MPI_MINLOC, comm) &&
		   !MPI_Reduce_scatter_block(in, out, 0, MPI_INT, MPI_LOR, comm),
	   "the other reductions of nothing");
	wrong(MPI_Scan(in, out, 0, MPI_DOUBLE, MPI_LXOR, comm), MPI_ERR_OP,
	      "a scan with an operator that doubles do not have");
	ok(!scatter(none, MPI_DOUBLE, MPI_SUM), "a scattered reduction of nothing");
	in[0] = 7;
	ok(!scatter(some, MPI_DOUBLE, MPI_SUM) && out[0] == 7, "... of something");
	wrong(scatter(NULL, MPI_DOUBLE, MPI_SUM), MPI_ERR_ARG, "... without counts");
	wrong(scatter(none, MPI_DOUBLE, MPI_BAND), MPI_ERR_OP, "... that doubles do not have");
}

/* The forms with large counts take all arguments to the checks. */
static void agree(void)
{
	int differ = 0;

	for (uintptr_t t = RD_TYPE_FIRST - 1; t <= RD_TYPE_LAST + 1; t++)
		for (uintptr_t o = RD_OP_FIRST - 1; o <= RD_OP_LAST + 1; o++)
			for (uintptr_t b = 0; b <= (uintptr_t)MPI_BUFFER_AUTOMATIC + 1; b++) {
				MPI_Datatype type = (MPI_Datatype)t;
				MPI_Op op = (MPI_Op)o;
				int err = MPI_Allreduce((void *)b, out, 0, type, op, comm);
				int err_c = MPI_Allreduce_c((void *)b, out, 0, type, op, comm);

				differ += class_of(err) != class_of(err_c);
			}
	is_int(differ, 0, "reductions of nothing that end otherwise with large counts");
}

int main(void)
{
	MPI_Init(NULL, NULL);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	move();
	combine();
	agree();
	MPI_Comm_free(&comm);
	MPI_Finalize();
	return done();
}
