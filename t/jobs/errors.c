/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Errors that are returned: messages longer than their receive, and arguments that make no
 * sense, each with the error class that the standard asks for (MPI-4.0 3.2.4, 9.4 and the
 * chapters of the calls).  After each error the communicator still works.
 */
#include "t/jobs/job.h"

static const MPI_Comm world = MPI_COMM_WORLD;

/* Some mistakes have more than one name. */
static void check_either(int code, int class, int other, const char *call)
{
	int got = MPI_SUCCESS;

	if (code != MPI_SUCCESS)
		MPI_Error_class(code, &got);
	check_class(code, got == other ? other : class, call);
}

/* -- truncation ----------------------------------------------------------------------------- */

enum how { BLOCKING, POSTED, MATCHED, EXCHANGED, HOWS };

static int receive_short(enum how how, int *data, int room, MPI_Status *status)
{
	MPI_Message message;
	MPI_Request request;

	switch (how) {
	case POSTED:
		MPI_Irecv(data, room, MPI_INT, 0, 1, world, &request);
		MPI_Barrier(world);
		return MPI_Wait(&request, status);
	case MATCHED:
		MPI_Barrier(world);
		MPI_Mprobe(0, 1, world, &message, status);
		return MPI_Mrecv(data, room, MPI_INT, &message, status);
	case EXCHANGED:
		MPI_Barrier(world);
		return MPI_Sendrecv(NULL, 0, MPI_INT, MPI_PROC_NULL, 1, data, room, MPI_INT, 0, 1,
				    world, status);
	default:
		MPI_Barrier(world);
		return MPI_Recv(data, room, MPI_INT, 0, 1, world, status);
	}
}

/* The part that fits may arrive, nothing behind it, and the next message is whole. */
static void truncation(enum how how, int count, int room)
{
	static const char *const name[HOWS] = {
		"MPI_Recv",
		"MPI_Irecv",
		"MPI_Mrecv",
		"MPI_Sendrecv",
	};
	int *data = must_alloc((size_t)count * sizeof(int));
	MPI_Request request;
	MPI_Status status;

	for (int n = 0; n < count; n++)
		data[n] = job.rank == 0 ? n : -n - 1;
	if (job.rank == 0) {
		MPI_Barrier(world);
		MPI_Isend(data, count, MPI_INT, 1, 1, world, &request);
		MPI_Send(data, room, MPI_INT, 1, 1, world);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else if (job.rank == 1) {
		check_class(receive_short(how, data, room, &status), MPI_ERR_TRUNCATE, name[how]);
		for (int n = room; n < count; n++)
			if (!check(data[n] == -n - 1, "%s of %d into %d ints wrote int %d",
				   name[how], count, room, n))
				break;
		MPI_Recv(data, room, MPI_INT, 0, 1, world, &status);
		if (room)
			check(data[room - 1] == room - 1, "after a truncated one came %d",
			      data[room - 1]);
	} else {
		MPI_Barrier(world);
	}
	free(data);
}

/* MPI-4.0 3.7.5: the statuses of waitall show the one that failed. */
static void truncation_in_waitall(void)
{
	int data[3][50], room[3] = {50, 20, 50}, code;
	MPI_Request request[3];
	MPI_Status status[3];

	memset(data, 0, sizeof data);
	if (job.rank > 1)
		return;
	for (int n = 0; n < 3; n++)
		if (job.rank == 0)
			MPI_Isend(data[n], 50, MPI_INT, 1, n, world, &request[n]);
		else
			MPI_Irecv(data[n], room[n], MPI_INT, 0, n, world, &request[n]);
	code = MPI_Waitall(3, request, status);
	if (job.rank == 0) {
		check(code == MPI_SUCCESS, "a send fails because its receive was too short");
		return;
	}
	check_class(code, MPI_ERR_IN_STATUS, "MPI_Waitall");
	if (code != MPI_SUCCESS) {
		check_class(status[1].MPI_ERROR, MPI_ERR_TRUNCATE, "status of MPI_Waitall");
		for (int n = 0; n < 3; n += 2)
			check(status[n].MPI_ERROR == MPI_SUCCESS ||
				      status[n].MPI_ERROR == MPI_ERR_PENDING,
			      "MPI_Waitall blames request %d, too: %d", n, status[n].MPI_ERROR);
		MPI_Wait(&request[0], MPI_STATUS_IGNORE);
		MPI_Wait(&request[2], MPI_STATUS_IGNORE);
	}
}

static void all_truncations(void)
{
	static const int counts[] = {2, 100, 1500, 20000, 600000};

	for (int how = 0; how < HOWS; how++)
		for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
			truncation((enum how)how, counts[c], counts[c] - 1);
			truncation((enum how)how, counts[c], counts[c] / 3);
			truncation((enum how)how, counts[c], 0);
		}
	truncation_in_waitall();
}

/* -- arguments ------------------------------------------------------------------------------ */

static void point_to_point(void)
{
	int data[4] = {0}, beyond = 2 * job.ranks;
	MPI_Request request;

	check_class(MPI_Send(data, 1, MPI_INT, job.ranks, 0, world), MPI_ERR_RANK,
		    "MPI_Send to one rank too many");
	check_class(MPI_Isend(data, 1, MPI_INT, -7, 0, world, &request), MPI_ERR_RANK,
		    "MPI_Isend to rank -7");
	check_class(MPI_Send(data, 1, MPI_INT, MPI_ANY_SOURCE, 0, world), MPI_ERR_RANK,
		    "MPI_Send to MPI_ANY_SOURCE");
	check_class(MPI_Recv(data, 1, MPI_INT, beyond, 0, world, MPI_STATUS_IGNORE), MPI_ERR_RANK,
		    "MPI_Recv from a rank that is not there");
	check_class(MPI_Send(data, 1, MPI_INT, 0, -4, world), MPI_ERR_TAG, "MPI_Send with tag -4");
	check_class(MPI_Send(data, 1, MPI_INT, 0, MPI_ANY_TAG, world), MPI_ERR_TAG,
		    "MPI_Send with MPI_ANY_TAG");
	check_class(MPI_Irecv(data, 1, MPI_INT, 0, -9, world, &request), MPI_ERR_TAG,
		    "MPI_Irecv with tag -9");
	check_class(MPI_Send(data, -1, MPI_INT, 0, 0, world), MPI_ERR_COUNT, "MPI_Send of -1");
	check_class(MPI_Recv(data, -3, MPI_INT, 0, 0, world, MPI_STATUS_IGNORE), MPI_ERR_COUNT,
		    "MPI_Recv of -3");
	check_class(MPI_Send(data, 1, MPI_DATATYPE_NULL, 0, 0, world), MPI_ERR_TYPE,
		    "MPI_Send of MPI_DATATYPE_NULL");
	check_class(MPI_Send(data, 1, MPI_INT, 0, 0, MPI_COMM_NULL), MPI_ERR_COMM,
		    "MPI_Send on MPI_COMM_NULL");
	check_class(MPI_Probe(beyond, 0, world, MPI_STATUS_IGNORE), MPI_ERR_RANK,
		    "MPI_Probe of a rank that is not there");
	/* For MPI_PROC_NULL, too, the other arguments must be right. */
	check_class(MPI_Send(data, -1, MPI_INT, MPI_PROC_NULL, 0, world), MPI_ERR_COUNT,
		    "MPI_Send of -1 to MPI_PROC_NULL");
}

static void requests(void)
{
	int data = 0, flag;
	MPI_Request request = MPI_REQUEST_NULL;
	MPI_Message message = MPI_MESSAGE_NULL;

	check_class(MPI_Start(&request), MPI_ERR_REQUEST, "MPI_Start of MPI_REQUEST_NULL");
	check_class(MPI_Cancel(&request), MPI_ERR_REQUEST, "MPI_Cancel of MPI_REQUEST_NULL");
	check_class(MPI_Request_free(&request), MPI_ERR_REQUEST,
		    "MPI_Request_free of MPI_REQUEST_NULL");
	check_class(MPI_Mrecv(&data, 1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_REQUEST,
		    "MPI_Mrecv of MPI_MESSAGE_NULL");
	check_either(MPI_Waitall(-1, &request, MPI_STATUSES_IGNORE), MPI_ERR_COUNT, MPI_ERR_ARG,
		     "MPI_Waitall of -1");
	MPI_Irecv(&data, 1, MPI_INT, job.rank, 5, world, &request);
	check_class(MPI_Start(&request), MPI_ERR_REQUEST, "MPI_Start of one not persistent");
	MPI_Send(&data, 1, MPI_INT, job.rank, 5, world);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	check(MPI_Test(&request, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag,
	      "a request that was waited for cannot be tested");
}

static void buffers(void)
{
	char storage[2000], data[3000] = {0};
	void *base;
	int size;

	check_class(MPI_Bsend(data, 100, MPI_BYTE, job.rank, 0, world), MPI_ERR_BUFFER,
		    "MPI_Bsend without a buffer");
	MPI_Buffer_attach(storage, sizeof storage);
	check_class(MPI_Buffer_attach(storage, sizeof storage), MPI_ERR_BUFFER,
		    "MPI_Buffer_attach of a second one");
	check_class(MPI_Bsend(data, sizeof data, MPI_BYTE, job.rank, 0, world), MPI_ERR_BUFFER,
		    "MPI_Bsend of more than the buffer");
	MPI_Buffer_detach(&base, &size);
	check(base == storage && size == sizeof storage, "MPI_Buffer_detach gives another one");
}

static void datatypes(void)
{
	MPI_Datatype type = MPI_DATATYPE_NULL, vector;
	int one = 1, size, minus = -1, data[8] = {0}, wide[3] = {4, 4, 4}, sub[3] = {2, 5, 2};
	int start[3] = {0, 0, 0};
	MPI_Aint zero = 0;

	check_class(MPI_Type_size(MPI_DATATYPE_NULL, &size), MPI_ERR_TYPE,
		    "MPI_Type_size of MPI_DATATYPE_NULL");
	check_either(MPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT, MPI_ERR_ARG,
		     "MPI_Type_contiguous of -1");
	check_either(MPI_Type_vector(2, -1, 1, MPI_INT, &type), MPI_ERR_ARG, MPI_ERR_COUNT,
		     "MPI_Type_vector of blocks of -1");
	check_either(MPI_Type_indexed(1, &minus, &one, MPI_INT, &type), MPI_ERR_ARG, MPI_ERR_COUNT,
		     "MPI_Type_indexed of a block of -1");
	check_class(MPI_Type_create_struct(1, &one, &zero, &type, &type), MPI_ERR_TYPE,
		    "MPI_Type_create_struct of MPI_DATATYPE_NULL");
	check_class(MPI_Type_create_subarray(3, wide, sub, start, MPI_ORDER_C, MPI_INT, &type),
		    MPI_ERR_ARG, "MPI_Type_create_subarray larger than the array");
	check_class(MPI_Type_commit(&type), MPI_ERR_TYPE, "MPI_Type_commit of MPI_DATATYPE_NULL");
	MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
	check_class(MPI_Send(data, 1, vector, job.rank, 0, world), MPI_ERR_TYPE,
		    "MPI_Send of a type that is not committed");
	MPI_Type_free(&vector);
	type = MPI_INT;
	check_class(MPI_Type_free(&type), MPI_ERR_TYPE, "MPI_Type_free of MPI_INT");
}

static void collectives(void)
{
	int in = 1, out = 0;
	MPI_Op op = MPI_SUM;

	check_class(MPI_Bcast(&in, 1, MPI_INT, job.ranks, world), MPI_ERR_ROOT,
		    "MPI_Bcast from one rank too many");
	check_class(MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, -1, world), MPI_ERR_ROOT,
		    "MPI_Reduce to rank -1");
	check_class(MPI_Gather(&in, 1, MPI_INT, &out, 1, MPI_INT, job.ranks + 3, world),
		    MPI_ERR_ROOT, "MPI_Gather to a rank that is not there");
	check_class(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_OP_NULL, world), MPI_ERR_OP,
		    "MPI_Allreduce with MPI_OP_NULL");
	check_class(MPI_Allreduce(&in, &out, 1, MPI_FLOAT, MPI_BAND, world), MPI_ERR_OP,
		    "MPI_Allreduce with MPI_BAND on MPI_FLOAT");
	check_class(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_MAXLOC, world), MPI_ERR_OP,
		    "MPI_Allreduce with MPI_MAXLOC on MPI_INT");
	check_class(MPI_Bcast(&in, -1, MPI_INT, 0, world), MPI_ERR_COUNT, "MPI_Bcast of -1");
	check_class(MPI_Allreduce(&in, &out, 1, MPI_DATATYPE_NULL, MPI_SUM, world), MPI_ERR_TYPE,
		    "MPI_Allreduce of MPI_DATATYPE_NULL");
	check_class(MPI_Barrier(MPI_COMM_NULL), MPI_ERR_COMM, "MPI_Barrier on MPI_COMM_NULL");
	check_class(MPI_Op_free(&op), MPI_ERR_OP, "MPI_Op_free of MPI_SUM");
}

/* Data is sent from where it is received, without MPI_IN_PLACE (MPI-5.0 6.2.3, 2.4). */
static void aliases(void)
{
	int buf[4] = {1, 2, 3, 4}, one = 1, none = 0, at = 0, behind = 2;
	MPI_Comm self = MPI_COMM_SELF;
	MPI_Request request;

	check_class(MPI_Gatherv(buf, 1, MPI_INT, buf, &one, &at, MPI_INT, 0, self), MPI_ERR_BUFFER,
		    "MPI_Gatherv in one buffer");
	check_class(MPI_Scatterv(buf, &one, &at, MPI_INT, buf, 1, MPI_INT, 0, self), MPI_ERR_BUFFER,
		    "MPI_Scatterv in one buffer");
	check_class(MPI_Allgatherv(buf, 1, MPI_INT, buf, &one, &at, MPI_INT, self), MPI_ERR_BUFFER,
		    "MPI_Allgatherv in one buffer");
	check_class(MPI_Alltoallv(buf, &one, &at, MPI_INT, buf, &one, &at, MPI_INT, self),
		    MPI_ERR_BUFFER, "MPI_Alltoallv in one buffer");
	check_class(MPI_Reduce_scatter(buf, buf, &one, MPI_INT, MPI_SUM, self), MPI_ERR_BUFFER,
		    "MPI_Reduce_scatter in one buffer");
	check_class(MPI_Iallgatherv(buf, 1, MPI_INT, buf, &one, &at, MPI_INT, self, &request),
		    MPI_ERR_BUFFER, "MPI_Iallgatherv in one buffer");
	check_class(MPI_Allgatherv(buf, 1, MPI_INT, buf, &one, &behind, MPI_INT, self), MPI_SUCCESS,
		    "MPI_Allgatherv within a buffer");
	check_class(MPI_Alltoallv(buf, &one, &at, MPI_INT, buf, &one, &behind, MPI_INT, self),
		    MPI_SUCCESS, "MPI_Alltoallv within a buffer");
	check(buf[0] == 1 && buf[2] == 1, "data within a buffer is wrong");
	check_class(MPI_Allgatherv(buf, 0, MPI_INT, buf, &none, &at, MPI_INT, self), MPI_SUCCESS,
		    "MPI_Allgatherv of nothing");
	check_class(MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INT, buf, &one, &at, MPI_INT, 0, self),
		    MPI_SUCCESS, "MPI_Gatherv in place");
}

static void communicators(void)
{
	MPI_Comm made = MPI_COMM_NULL, world_handle = world, null = MPI_COMM_NULL;
	MPI_Group group, part;
	int dims[2] = {job.ranks + 1, 1}, periods[2] = {0, 0}, coords[2], beyond = job.ranks;
	int twice[2] = {0, 0}, rank, bad[2] = {-1, 0}, three[2] = {3, 0};

	check_class(MPI_Comm_rank(MPI_COMM_NULL, &rank), MPI_ERR_COMM,
		    "MPI_Comm_rank of MPI_COMM_NULL");
	check_class(MPI_Comm_free(&null), MPI_ERR_COMM, "MPI_Comm_free of MPI_COMM_NULL");
	check_class(MPI_Comm_free(&world_handle), MPI_ERR_COMM, "MPI_Comm_free of MPI_COMM_WORLD");
	check_class(MPI_Comm_split(world, -5, 0, &made), MPI_ERR_ARG,
		    "MPI_Comm_split with color -5");
	check_class(MPI_Comm_create(world, MPI_GROUP_NULL, &made), MPI_ERR_GROUP,
		    "MPI_Comm_create of MPI_GROUP_NULL");
	MPI_Comm_group(world, &group);
	check_class(MPI_Group_incl(group, 1, &beyond, &part), MPI_ERR_RANK,
		    "MPI_Group_incl of one rank too many");
	check_either(MPI_Group_incl(group, 2, twice, &part), MPI_ERR_RANK, MPI_ERR_ARG,
		     "MPI_Group_incl of a rank twice");
	MPI_Group_free(&group);
	check_either(MPI_Cart_create(world, 2, dims, periods, 0, &made), MPI_ERR_DIMS, MPI_ERR_ARG,
		     "MPI_Cart_create of more than there are");
	check_class(MPI_Cart_coords(world, 0, 2, coords), MPI_ERR_TOPOLOGY,
		    "MPI_Cart_coords of a communicator without");
	check_either(MPI_Dims_create(4, 2, bad), MPI_ERR_DIMS, MPI_ERR_ARG,
		     "MPI_Dims_create with -1");
	check_either(MPI_Dims_create(4, 2, three), MPI_ERR_DIMS, MPI_ERR_ARG,
		     "MPI_Dims_create of 4 with a 3");
}

/* Handles of freed objects: an error, not a crash.  The standard leaves this open. */
static void stale_handles(void)
{
	MPI_Comm comm, comm_gone;
	MPI_Datatype type, type_gone;
	int data[2] = {0}, rank;
	char version[MPI_MAX_LIBRARY_VERSION_STRING];

	MPI_Get_library_version(version, &rank);
	if (strncmp(version, "Rondo", 5) != 0)
		return;
	MPI_Comm_dup(world, &comm);
	comm_gone = comm;
	MPI_Comm_free(&comm);
	check_class(MPI_Comm_rank(comm_gone, &rank), MPI_ERR_COMM, "MPI_Comm_rank of a freed one");
	MPI_Type_contiguous(2, MPI_INT, &type);
	MPI_Type_commit(&type);
	type_gone = type;
	MPI_Type_free(&type);
	check_class(MPI_Send(data, 1, type_gone, MPI_PROC_NULL, 0, world), MPI_ERR_TYPE,
		    "MPI_Send of a freed type");
}

/* Classes are codes of themselves, and every one has a text. */
static void texts(void)
{
	for (int class = MPI_SUCCESS; class <= MPI_ERR_LASTCODE && class < 100; class ++) {
		char text[MPI_MAX_ERROR_STRING];
		int got = -1, length = 0;

		if (MPI_Error_class(class, &got) != MPI_SUCCESS || got != class)
			continue;
		MPI_Error_string(class, text, &length);
		check(length > 0 && (size_t)length == strlen(text), "class %d: no text", class);
	}
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "errors");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	point_to_point();
	requests();
	buffers();
	datatypes();
	collectives();
	aliases();
	communicators();
	stale_handles();
	texts();
	if (job.ranks > 1)
		all_truncations();
	return job_end();
}
