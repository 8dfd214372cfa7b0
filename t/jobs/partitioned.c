/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Partitioned communication (MPI-5.0 4): a ring in which every rank sends to the next one, with
 * other partitions and other datatypes on both sides; partitions that arrive before the others
 * are marked; several operations with one tag; requests that are freed; MPI_PROC_NULL; errors.
 */
#include "job.h"

enum { TAG = 7, STARTS = 3 };

static int next, before;

static double value_of(int rank, int start, int i)
{
	return rank * 1000000.0 + start * 1e8 + i;
}

/* A random order of marking, by each of the three calls. */
static void mark(MPI_Request request, int n, uint64_t *seed, int how)
{
	int *order = must_alloc((size_t)n * sizeof(int));

	random_order(seed, order, n);
	if (how == 0)
		for (int i = 0; i < n; i++)
			MPI_Pready(order[i], request);
	else if (how == 1)
		MPI_Pready_list(n, order, request);
	else if (n > 1) {
		MPI_Pready_range(n / 2, n - 1, request);
		MPI_Pready_range(0, n / 2 - 1, request);
	} else if (n == 1) {
		MPI_Pready_range(0, 0, request);
	}
	free(order);
}

/* sends x scount doubles to receives x rcount: as many in all. */
static void shapes(int sends, int scount, int receives, int rcount)
{
	int total = sends * scount, flag, count;
	double *out = must_alloc((size_t)total * sizeof(double));
	double *in = must_alloc((size_t)total * sizeof(double));
	MPI_Request requests[2];
	MPI_Status statuses[2];
	uint64_t seed = (uint64_t)total;

	MPI_Psend_init(out, sends, scount, MPI_DOUBLE, next, TAG, MPI_COMM_WORLD, MPI_INFO_NULL,
		       &requests[0]);
	MPI_Precv_init(in, receives, rcount, MPI_DOUBLE, before, TAG, MPI_COMM_WORLD, MPI_INFO_NULL,
		       &requests[1]);
	for (int start = 0; start < STARTS; start++) {
		int wrong = 0;

		for (int i = 0; i < total; i++)
			out[i] = value_of(job.rank, start, i);
		memset(in, 0, (size_t)total * sizeof(double));
		MPI_Startall(2, requests);
		mark(requests[0], sends, &seed, start);
		for (int p = 0; p < receives; p++) {
			do
				MPI_Parrived(requests[1], p, &flag);
			while (!flag);
			for (int i = p * rcount; i < (p + 1) * rcount; i++)
				wrong += in[i] != value_of(before, start, i);
		}
		check(!wrong, "%d x %d to %d x %d, start %d: %d wrong at arrival", sends, scount,
		      receives, rcount, start, wrong);
		MPI_Waitall(2, requests, statuses);
		MPI_Get_count(&statuses[1], MPI_DOUBLE, &count);
		check(count == total && statuses[1].MPI_SOURCE == before &&
			      statuses[1].MPI_TAG == TAG,
		      "status: %d of %d from %d, tag %d", count, total, statuses[1].MPI_SOURCE,
		      statuses[1].MPI_TAG);
		MPI_Parrived(requests[1], 0, &flag);
		check(flag, "Parrived of an inactive request");
	}
	MPI_Request_free(&requests[0]);
	MPI_Request_free(&requests[1]);
	free(out);
	free(in);
}

/* Each rank marks one partition, and the others only when its own first one has arrived. */
static void early(int count)
{
	enum { N = 4 };
	int *out = must_alloc((size_t)count * N * sizeof(int)), flag = 0;
	int *in = must_alloc((size_t)count * N * sizeof(int));
	MPI_Request send, recv;

	for (int i = 0; i < N * count; i++)
		out[i] = job.rank + i;
	MPI_Precv_init(in, N, count, MPI_INT, before, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &recv);
	MPI_Psend_init(out, N, count, MPI_INT, next, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
	MPI_Start(&recv);
	MPI_Start(&send);
	MPI_Pready(2, send);
	while (!flag)
		MPI_Parrived(recv, 2, &flag);
	check(in[2 * count] == before + 2 * count && in[3 * count - 1] == before + 3 * count - 1,
	      "data that arrived early is wrong");
	MPI_Barrier(MPI_COMM_WORLD); /* no rank has marked another one before */
	MPI_Parrived(recv, 3, &flag);
	check(!flag, "a partition has arrived that was not sent");
	MPI_Test(&send, &flag, MPI_STATUS_IGNORE);
	check(!flag, "the send is over with partitions missing");
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Pready_range(0, 1, send);
	MPI_Pready(3, send);
	MPI_Wait(&send, MPI_STATUS_IGNORE);
	MPI_Wait(&recv, MPI_STATUS_IGNORE);
	check(in[0] == before && in[N * count - 1] == before + N * count - 1, "the rest is wrong");
	MPI_Request_free(&send);
	MPI_Request_free(&recv);
	free(out);
	free(in);
}

/* Every other int on one side, triples with a gap of four bytes on the other. */
static void derived(int sends, int receives)
{
	enum { N = 60 }; /* triples; elements of the sender's: N * 3 */
	struct triple {
		int v[4];
	} in[N] = {{{0}}};
	int out[N * 3][2], wrong = 0;
	MPI_Datatype one, three, triple;
	MPI_Request requests[2];

	MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &one);
	MPI_Type_commit(&one);
	MPI_Type_contiguous(3, MPI_INT, &three);
	MPI_Type_create_resized(three, 0, sizeof(struct triple), &triple);
	MPI_Type_commit(&triple);
	MPI_Psend_init(out, sends, N * 3 / sends, one, next, TAG, MPI_COMM_WORLD, MPI_INFO_NULL,
		       &requests[0]);
	MPI_Precv_init(in, receives, N / receives, triple, before, TAG, MPI_COMM_WORLD,
		       MPI_INFO_NULL, &requests[1]);
	MPI_Type_free(&one);
	MPI_Type_free(&three);
	MPI_Type_free(&triple);
	for (int start = 0; start < STARTS; start++) {
		for (int i = 0; i < N * 3; i++)
			out[i][0] = job.rank * 1000 + i + start, out[i][1] = -1;
		MPI_Startall(2, requests);
		MPI_Pready_range(0, sends - 1, requests[0]);
		MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
		for (int i = 0; i < N * 3; i++)
			wrong += in[i / 3].v[i % 3] != before * 1000 + i + start;
		for (int i = 0; i < N; i++)
			wrong += in[i].v[3] != 0;
	}
	check(!wrong, "derived types, %d to %d partitions: %d wrong", sends, receives, wrong);
	MPI_Request_free(&requests[0]);
	MPI_Request_free(&requests[1]);
}

/* Two operations with the same tag match in the order in which they are made, for every order of
 * starts; two that are freed before count too; plain messages do not mix with them. */
static void order(void)
{
	int out[3] = {1, 2, 3}, in[3] = {0, 0, 0}, plain = 0;
	MPI_Request send[3], recv[3], any;

	MPI_Irecv(&plain, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &any);
	for (int i = 0; i < 3; i++)
		MPI_Precv_init(&in[i], 1, 1, MPI_INT, before, TAG, MPI_COMM_WORLD, MPI_INFO_NULL,
			       &recv[i]);
	MPI_Request_free(&recv[0]);
	MPI_Start(&recv[2]);
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < 3; i++)
		MPI_Psend_init(&out[i], 1, 1, MPI_INT, next, TAG, MPI_COMM_WORLD, MPI_INFO_NULL,
			       &send[i]);
	MPI_Request_free(&send[0]);
	for (int i = 2; i > 0; i--) {
		MPI_Start(&send[i]);
		MPI_Pready(0, send[i]);
	}
	MPI_Start(&recv[1]);
	MPI_Send(&job.rank, 1, MPI_INT, next, TAG, MPI_COMM_WORLD);
	MPI_Wait(&any, MPI_STATUS_IGNORE);
	MPI_Waitall(2, recv + 1, MPI_STATUSES_IGNORE);
	MPI_Waitall(2, send + 1, MPI_STATUSES_IGNORE);
	check(in[0] == 0 && in[1] == 2 && in[2] == 3, "received %d, %d, %d", in[0], in[1], in[2]);
	check(plain == before, "the plain message is from %d", plain);
	for (int i = 1; i < 3; i++) {
		MPI_Request_free(&send[i]);
		MPI_Request_free(&recv[i]);
	}
}

/* Freed while under way, and the communicator with them. */
static void freed(void)
{
	static int out[8], in[8];
	MPI_Request send, recv;
	MPI_Comm comm;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	for (int i = 0; i < 8; i++)
		out[i] = job.rank + 1;
	MPI_Psend_init(out, 4, 2, MPI_INT, next, 0, comm, MPI_INFO_NULL, &send);
	MPI_Precv_init(in, 2, 4, MPI_INT, before, 0, comm, MPI_INFO_NULL, &recv);
	MPI_Comm_free(&comm);
	MPI_Start(&send);
	MPI_Start(&recv);
	MPI_Pready_range(0, 3, send);
	MPI_Request_free(&send);
	MPI_Wait(&recv, MPI_STATUS_IGNORE);
	check(in[0] == before + 1 && in[7] == before + 1, "received %d", in[7]);
	MPI_Request_free(&recv);
}

/* An intercommunicator is freed beside a communicator that was made after it. */
static void beside(void)
{
	static int out[8], in[8];
	MPI_Comm inter = MPI_COMM_NULL, comm;
	MPI_Request request;

	if (job.rank < 2)
		MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - job.rank, 7, &inter);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	if (job.rank == 0)
		MPI_Psend_init(out, 4, 2, MPI_INT, 1, 0, comm, MPI_INFO_NULL, &request);
	else if (job.rank == 1)
		MPI_Precv_init(in, 4, 2, MPI_INT, 0, 0, comm, MPI_INFO_NULL, &request);
	for (int k = 0; job.rank < 2 && k < 3; k++) {
		out[7] = k + 1;
		MPI_Start(&request);
		if (k == 1)
			MPI_Comm_free(&inter);
		if (job.rank == 0)
			MPI_Pready_range(0, 3, request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		check(job.rank == 0 || in[7] == k + 1, "round %d: received %d", k, in[7]);
	}
	if (job.rank < 2)
		MPI_Request_free(&request);
	MPI_Comm_free(&comm);
}

/* A communicator is freed while offers wait behind other messages for room (ASan sees more). */
static void left_behind(void)
{
	enum { MANY = 3000 };
	static int out, in[MANY];
	static MPI_Request sent[MANY], got[MANY];
	MPI_Request offered[3], taken[3];
	MPI_Comm comm;

	if (getenv("RONDO_EAGER")) /* a rank that has freed the communicator requests no long
				    * messages */
		return;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	for (int i = 0; i < 3; i++)
		MPI_Precv_init(in, 1, 1, MPI_INT, before, i, comm, MPI_INFO_NULL, &taken[i]);
	for (int i = 0; i < MANY; i++)
		MPI_Isend(&out, 1, MPI_INT, next, TAG, MPI_COMM_WORLD, &sent[i]);
	for (int i = 0; i < 3; i++) {
		MPI_Psend_init(&out, 1, 1, MPI_INT, next, i, comm, MPI_INFO_NULL, &offered[i]);
		MPI_Request_free(&offered[i]);
	}
	for (int i = 0; i < 3; i++)
		MPI_Request_free(&taken[i]);
	MPI_Comm_free(&comm);
	for (int i = 0; i < MANY; i++)
		MPI_Irecv(&in[i], 1, MPI_INT, before, TAG, MPI_COMM_WORLD, &got[i]);
	MPI_Waitall(MANY, sent, MPI_STATUSES_IGNORE);
	MPI_Waitall(MANY, got, MPI_STATUSES_IGNORE);
}

static void nobody(void)
{
	int flag = 0, data = 1;
	MPI_Request send, recv, null = MPI_REQUEST_NULL;
	MPI_Status status;

	MPI_Psend_init(&data, 1, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
		       &send);
	MPI_Precv_init(&data, 1, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
		       &recv);
	MPI_Start(&send);
	MPI_Test(&send, &flag, &status);
	check(!flag, "a send to nobody ends before its partition is marked");
	MPI_Pready(0, send);
	MPI_Wait(&send, &status);
	MPI_Start(&recv);
	MPI_Parrived(recv, 0, &flag);
	check(flag, "Parrived from MPI_PROC_NULL");
	MPI_Wait(&recv, &status);
	check(status.MPI_SOURCE == MPI_PROC_NULL && data == 1, "source %d", status.MPI_SOURCE);
	MPI_Request_free(&send);
	MPI_Request_free(&recv);
	flag = 0;
	MPI_Parrived(null, 0, &flag);
	check(flag, "Parrived of MPI_REQUEST_NULL");
}

static void errors(void)
{
	int data[4] = {0}, flag, two[2] = {0, 4};
	MPI_Request send, recv, again;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Psend_init(data, 4, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
	MPI_Precv_init(data, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &recv);
	check_class(MPI_Pready(0, send), MPI_ERR_REQUEST, "Pready of an inactive send");
	check_class(MPI_Pready(0, recv), MPI_ERR_REQUEST, "Pready of a receive");
	check_class(MPI_Parrived(send, 0, &flag), MPI_ERR_REQUEST, "Parrived of a send");
	check_class(MPI_Parrived(recv, 2, &flag), MPI_ERR_ARG, "Parrived(2) of 2");
	MPI_Start(&send);
	check_class(MPI_Pready(4, send), MPI_ERR_ARG, "Pready(4) of 4");
	check_class(MPI_Pready(-1, send), MPI_ERR_ARG, "Pready(-1)");
	check_class(MPI_Pready_range(2, 1, send), MPI_ERR_ARG, "Pready_range(2, 1)");
	check_class(MPI_Pready_list(2, two, send), MPI_ERR_ARG, "Pready_list of 0 and 4");
	check_class(MPI_Pready(0, send), MPI_SUCCESS, "Pready(0)");
	check_class(MPI_Pready(0, send), MPI_ERR_ARG, "Pready(0) once more");
	check_class(MPI_Cancel(&send), MPI_ERR_REQUEST, "Cancel");
	again = send;
	check_class(MPI_Request_free(&again), MPI_ERR_REQUEST, "Request_free of an active send");
	MPI_Pready_range(1, 3, send);
	MPI_Wait(&send, MPI_STATUS_IGNORE);
	MPI_Request_free(&send);
	MPI_Request_free(&recv);
	check_class(
		MPI_Psend_init(data, -1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &send),
		MPI_ERR_ARG, "-1 partitions");
	check_class(MPI_Precv_init(data, 1, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
				   MPI_INFO_NULL, &send),
		    MPI_ERR_RANK, "MPI_ANY_SOURCE");
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* A receiver with less room than is sent. */
static void truncated(void)
{
	int out[8] = {1, 1, 1, 1, 1, 1, 1, 1}, in[8] = {0};
	MPI_Request send, recv;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Psend_init(out, 4, 2, MPI_INT, next, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
	MPI_Precv_init(in, 1, 5, MPI_INT, before, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &recv);
	MPI_Start(&send);
	MPI_Start(&recv);
	MPI_Pready_range(0, 3, send);
	check_class(MPI_Wait(&recv, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE, "Wait");
	check(in[3] == 1 && in[5] == 0, "%d after the room", in[5]);
	MPI_Wait(&send, MPI_STATUS_IGNORE);
	MPI_Request_free(&send);
	MPI_Request_free(&recv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv)
{
	job_start(&argc, &argv, "partitioned");
	next = (job.rank + 1) % job.ranks;
	before = (job.rank + job.ranks - 1) % job.ranks;
	shapes(1, 1, 1, 1);
	shapes(8, 3, 8, 3);
	shapes(12, 10, 1, 120);
	shapes(1, 120, 12, 10);
	shapes(7, 6, 6, 7);
	shapes(1000, 1, 10, 100);
	shapes(4, 50000, 5, 40000);
	shapes(4, 0, 3, 0);
	shapes(0, 0, 1, 0);
	early(1);
	early(100000);
	derived(4, 3);
	derived(3, 60);
	derived(180, 4);
	order();
	freed();
	if (job.ranks > 1)
		beside();
	left_behind();
	nobody();
	errors();
	truncated();
	return job_end();
}
