/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls that have no better place: both ways of an exchange with a request, the questions about a
 * status and an operator, names of datatypes, a communicator made by its members alone,
 * hints and local completion of a window.
 */
#include "t/jobs/job.h"

/* Around the ring of ranks: each sends to the next and receives from the one before. */
static void exchanges(void)
{
	int next = (job.rank + 1) % job.ranks, before = (job.rank + job.ranks - 1) % job.ranks;
	int out[3] = {job.rank, 100 + job.rank, 7}, in[3] = {-1, -1, -1}, both = job.rank;
	int source = -2, tag = -2, error = -2, count = -1;
	MPI_Request requests[2];
	MPI_Status status[2];

	MPI_Isendrecv(out, 3, MPI_INT, next, 5, in, 3, MPI_INT, before, 5, MPI_COMM_WORLD,
		      &requests[0]);
	MPI_Isendrecv_replace(&both, 1, MPI_INT, next, 6, before, 6, MPI_COMM_WORLD, &requests[1]);
	MPI_Waitall(2, requests, status);
	check(in[0] == before && in[1] == 100 + before && in[2] == 7, "Isendrecv: %d, %d, %d",
	      in[0], in[1], in[2]);
	check(both == before, "Isendrecv_replace: %d", both);
	MPI_Get_count(&status[0], MPI_INT, &count);
	MPI_Status_get_source(&status[0], &source);
	MPI_Status_get_tag(&status[0], &tag);
	check(count == 3 && source == before && tag == 5, "Isendrecv: count %d, source %d, tag %d",
	      count, source, tag);
	status[0].MPI_ERROR = MPI_ERR_TRUNCATE;
	MPI_Status_get_error(&status[0], &error);
	check(error == MPI_ERR_TRUNCATE, "Status_get_error: %d", error);
}

static void elements(void)
{
	MPI_Datatype pair;
	MPI_Status status;
	MPI_Count n = -1;
	int count = -1;

	memset(&status, 0, sizeof status);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_commit(&pair);
	MPI_Status_set_elements_x(&status, pair, 5);
	MPI_Get_elements_x(&status, pair, &n);
	MPI_Get_count(&status, pair, &count);
	check(n == 5 && count == MPI_UNDEFINED, "5 ints in pairs: %lld elements, count %d",
	      (long long)n, count);
	MPI_Status_set_elements_x(&status, MPI_BYTE, (MPI_Count)1 << 33);
	MPI_Get_elements_x(&status, MPI_BYTE, &n);
	check(n == (MPI_Count)1 << 33, "2^33 bytes: %lld", (long long)n);
	MPI_Type_free(&pair);
}

static void names(void)
{
	char name[MPI_MAX_OBJECT_NAME];
	MPI_Datatype type;
	int length = -1;

	MPI_Type_get_name(MPI_DOUBLE, name, &length);
	check(!strcmp(name, "MPI_DOUBLE") && length == 10, "'%s' of %d characters", name, length);
	MPI_Type_contiguous(3, MPI_INT, &type);
	MPI_Type_get_name(type, name, &length);
	check(!*name && length == 0, "a new type is called '%s'", name);
	MPI_Type_set_name(type, "three");
	MPI_Type_get_name(type, name, &length);
	check(!strcmp(name, "three") && length == 5, "'%s' of %d characters", name, length);
	MPI_Type_free(&type);
}

static void left(void *in, void *inout, int *n, MPI_Datatype *type)
{
	(void)type;
	memcpy(inout, in, (size_t)*n * sizeof(int));
}

static void operators(void)
{
	int commutes = -1;
	MPI_Op op;

	MPI_Op_commutative(MPI_SUM, &commutes);
	check(commutes == 1, "MPI_SUM commutes: %d", commutes);
	MPI_Op_create(left, 0, &op);
	MPI_Op_commutative(op, &commutes);
	check(commutes == 0, "an operator that does not commutes: %d", commutes);
	MPI_Op_free(&op);
}

/* Ranks 0, 2, 4 ... alone make a communicator; the others do not call. */
static void of_a_group(void)
{
	int range[1][3] = {{0, (job.ranks - 1) / 2 * 2, 2}}, sum = 0, rank, size;
	MPI_Group world, even;
	MPI_Comm comm;

	if (job.rank % 2)
		return;
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_range_incl(world, 1, range, &even);
	MPI_Comm_create_group(MPI_COMM_WORLD, even, 3, &comm);
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	check(rank == job.rank / 2 && size == (job.ranks + 1) / 2, "rank %d of %d", rank, size);
	MPI_Allreduce(&job.rank, &sum, 1, MPI_INT, MPI_SUM, comm);
	check(sum == size * (size - 1), "sum of the ranks %d", sum);
	MPI_Comm_free(&comm);
	MPI_Group_free(&even);
	MPI_Group_free(&world);
}

static void window(void)
{
	int next = (job.rank + 1) % job.ranks, before = (job.rank + job.ranks - 1) % job.ranks;
	int *mine, value, flag = 0;
	char text[16] = "";
	MPI_Info info;
	MPI_Win win;

	MPI_Win_allocate(sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
	MPI_Info_create(&info);
	MPI_Info_set(info, "no_locks", "false");
	MPI_Win_set_info(win, info);
	MPI_Info_free(&info);
	MPI_Win_get_info(win, &info);
	MPI_Info_get(info, "no_locks", sizeof text - 1, text, &flag);
	check(flag && !strcmp(text, "false"), "no_locks is '%s'", text);
	MPI_Info_free(&info);
	MPI_Win_lock_all(0, win);
	value = 50 + job.rank;
	MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
	MPI_Win_flush_local_all(win);
	value = -1; /* may be used again, and must not arrive */
	MPI_Win_unlock_all(win);
	MPI_Barrier(MPI_COMM_WORLD);
	check(*mine == 50 + before, "%d has been put", *mine);
	MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "other_calls");
	exchanges();
	elements();
	names();
	operators();
	of_a_group();
	window();
	return job_end();
}
