/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Several threads of each rank inside MPI at once (MPI-5.0 11.6, MPI_THREAD_MULTIPLE): messages
 * kept apart by tag and by communicator, messages that any thread may take (Mprobe), collectives on
 * a communicator for each thread, requests that another thread completes, objects made and freed,
 * functions of the program's that need a lock which another thread inside MPI holds.
 *
 *     threads [-t THREADS] [-r ROUNDS] [-s SEED]
 */
#include "t/jobs/job_threads.h"

#include <stdatomic.h>
#include <time.h>

enum { THREADS_MAX = 16, LONGEST = 100000 };

static int threads, rounds;
static uint64_t seed;
static MPI_Comm own[THREADS_MAX]; /* a duplicate of MPI_COMM_WORLD for each thread */

/* ---- Threads ---- */

struct task {
	void (*run)(int thread);
	int thread;
	pthread_t id;
};

static void *begin(void *arg)
{
	struct task *task = arg;

	task->run(task->thread);
	return NULL;
}

/* Thread n runs function n % count of the array; MPI_COMM_WORLD is in step before and after. */
static void together(const char *name, void (*const *what)(int), int count)
{
	struct task task[THREADS_MAX];

	MPI_Barrier(MPI_COMM_WORLD);
	if (getenv("THREADS_TELL") && !job.rank)
		fprintf(stderr, "%.3f %s\n", MPI_Wtime(), name);
	for (int n = 0; n < threads; n++) {
		task[n] = (struct task){.run = what[n % count], .thread = n};
		if (pthread_create(&task[n].id, NULL, begin, &task[n]))
			MPI_Abort(MPI_COMM_WORLD, 1);
	}
	for (int n = 0; n < threads; n++)
		pthread_join(task[n].id, NULL);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* The same on the threads of this number of all ranks. */
static uint64_t dice(int thread, int round)
{
	uint64_t state = seed + (uint64_t)thread * 1000003 + (uint64_t)round * 7919;

	return random_next(&state);
}

static int length(int thread, int round)
{
	uint64_t drawn = dice(thread, round);

	return (int)((drawn >> 8) % (drawn & 3 ? 300 : LONGEST));
}

static void fill(unsigned char *buf, int bytes, int rank, int thread, int round)
{
	for (int i = 0; i < bytes; i++)
		buf[i] = (unsigned char)(rank * 131 + thread * 31 + round * 7 + i);
}

static void compare(const unsigned char *buf, int bytes, int rank, int thread, int round)
{
	for (int i = 0; i < bytes; i++)
		if (buf[i] != (unsigned char)(rank * 131 + thread * 31 + round * 7 + i)) {
			good(0, "thread %d, round %d: byte %d of %d from rank %d is wrong", thread,
			     round, i, bytes, rank);
			return;
		}
}

/* ---- Messages round a circle, one circle for each thread ---- */

static void circle(MPI_Comm comm, int tag, int thread, int round, unsigned char *out,
		   unsigned char *in)
{
	int to = (job.rank + 1) % job.ranks, from = (job.rank + job.ranks - 1) % job.ranks;
	int bytes = length(thread, round), got = -1;
	MPI_Request req[2];
	MPI_Status status[2];

	fill(out, bytes, job.rank, thread, round);
	switch (round % 3) {
	case 0:
		MPI_Irecv(in, LONGEST, MPI_BYTE, from, tag, comm, &req[0]);
		MPI_Isend(out, bytes, MPI_BYTE, to, tag, comm, &req[1]);
		MPI_Waitall(2, req, status);
		break;
	case 1:
		MPI_Sendrecv(out, bytes, MPI_BYTE, to, tag, in, LONGEST, MPI_BYTE, from, tag, comm,
			     &status[0]);
		break;
	default:
		MPI_Issend(out, bytes, MPI_BYTE, to, tag, comm, &req[0]);
		MPI_Recv(in, LONGEST, MPI_BYTE, from, tag, comm, &status[0]);
		for (int done = 0; !done;)
			MPI_Test(&req[0], &done, MPI_STATUS_IGNORE);
	}
	MPI_Get_count(&status[0], MPI_BYTE, &got);
	good(got == bytes && status[0].MPI_TAG == tag && status[0].MPI_SOURCE == from,
	     "thread %d, round %d: %d bytes with tag %d from %d, should be %d with %d from %d",
	     thread, round, got, status[0].MPI_TAG, status[0].MPI_SOURCE, bytes, tag, from);
	compare(in, bytes, from, thread, round);
}

static void by_tag(int thread)
{
	unsigned char *out = must_alloc(LONGEST), *in = must_alloc(LONGEST);

	for (int r = 0; r < rounds; r++)
		circle(MPI_COMM_WORLD, 100 + thread, thread, r, out, in);
	free(out);
	free(in);
}

static void by_comm(int thread)
{
	unsigned char *out = must_alloc(LONGEST), *in = must_alloc(LONGEST);

	for (int r = 0; r < rounds; r++)
		circle(own[thread], 5, thread, r, out, in);
	free(out);
	free(in);
}

/* ---- Messages for any thread: each is taken once ---- */

enum { ANY_TAG = 7 };

static atomic_long taken, taken_sum;

/* Sends to all ranks, and takes as many as all threads of all ranks send to one. */
static void any_thread(int thread)
{
	int each = rounds * job.ranks, sent = 0, got = 0;

	while (got < each) {
		MPI_Message message;
		MPI_Status status;
		int number[64], count, there = 1;

		if (sent < each) {
			number[0] = 1 + sent / job.ranks;
			MPI_Send(number, 1 + sent % 64, MPI_INT, sent % job.ranks, ANY_TAG,
				 MPI_COMM_WORLD);
			sent++;
		}
		if (thread % 2 || sent < each)
			MPI_Improbe(MPI_ANY_SOURCE, ANY_TAG, MPI_COMM_WORLD, &there, &message,
				    &status);
		else
			MPI_Mprobe(MPI_ANY_SOURCE, ANY_TAG, MPI_COMM_WORLD, &message, &status);
		if (!there)
			continue;
		MPI_Get_count(&status, MPI_INT, &count);
		MPI_Mrecv(number, count, MPI_INT, &message, MPI_STATUS_IGNORE);
		atomic_fetch_add(&taken, 1);
		atomic_fetch_add(&taken_sum, number[0]);
		got++;
	}
}

static void take_any(void)
{
	long n = (long)rounds * threads * job.ranks, sum = n * (rounds + 1) / 2;
	void (*what)(int) = any_thread;

	together("any thread", &what, 1);
	good(taken == n && taken_sum == sum, "%ld messages of sum %ld, should be %ld of %ld",
	     (long)taken, (long)taken_sum, n, sum);
}

/* ---- Collectives ---- */

static pthread_mutex_t shared = PTHREAD_MUTEX_INITIALIZER;

/* Needs the lock that a thread which calls MPI may hold. */
static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
	int size;

	pthread_mutex_lock(&shared);
	MPI_Type_size(*type, &size);
	for (int i = 0; i < *count && size == sizeof(int); i++)
		((int *)inout)[i] += ((int *)in)[i];
	pthread_mutex_unlock(&shared);
}

static void reduce(int thread, int round, MPI_Op op, int *in, int *out, int count)
{
	int ranks = job.ranks, base = thread + round;
	MPI_Request req;

	for (int i = 0; i < count; i++)
		in[i] = base + i % 10 + job.rank;
	if (round % 2) {
		MPI_Allreduce(in, out, count, MPI_INT, op, own[thread]);
	} else {
		MPI_Iallreduce(in, out, count, MPI_INT, op, own[thread], &req);
		MPI_Wait(&req, MPI_STATUS_IGNORE);
	}
	for (int i = 0; i < count; i++)
		if (out[i] != ranks * (base + i % 10) + ranks * (ranks - 1) / 2) {
			good(0, "thread %d, round %d: element %d of %d of a sum is %d", thread,
			     round, i, count, out[i]);
			return;
		}
}

static void collectives(int thread)
{
	enum { MOST = 5000 };
	int *in = must_alloc(MOST * sizeof(int)), *out = must_alloc(MOST * sizeof(int));
	MPI_Op op;

	MPI_Op_create(add, 1, &op);
	for (int r = 0; r < rounds; r++) {
		int count = r % 5 == 4 ? MOST : 1 + (int)(dice(thread, r) % 100);
		int root = r % job.ranks;

		reduce(thread, r, r % 3 ? MPI_SUM : op, in, out, count);
		for (int i = 0; i < count; i++)
			out[i] = job.rank == root ? thread * 1000 + r + i : -1;
		MPI_Bcast(out, count, MPI_INT, root, own[thread]);
		good(out[0] == thread * 1000 + r && out[count - 1] == out[0] + count - 1,
		     "thread %d, round %d: a broadcast brought %d", thread, r, out[0]);
		for (int i = 0; i < job.ranks; i++)
			in[i] = job.rank * 100 + i + thread;
		MPI_Alltoall(in, 1, MPI_INT, out, 1, MPI_INT, own[thread]);
		for (int i = 0; i < job.ranks; i++)
			good(out[i] == i * 100 + job.rank + thread,
			     "thread %d, round %d: alltoall brought %d", thread, r, out[i]);
		MPI_Barrier(own[thread]);
	}
	MPI_Op_free(&op);
	free(in);
	free(out);
}

/* ---- Requests that another thread completes; threads that wait when no other does ---- */

static void nap(long us)
{
	struct timespec time = {us / 1000000, us % 1000000 * 1000};

	nanosleep(&time, NULL);
}

/* Thread 0 waits for messages that the other threads of this rank send; they rest in between, so
 * that it falls asleep. */
static void wait_any(int thread)
{
	int n = threads - 1, number = thread * 10;
	int *got = must_alloc((size_t)threads * sizeof(*got));
	MPI_Request *req = must_alloc((size_t)threads * sizeof(MPI_Request));

	if (thread) {
		for (int r = 0; r < 5; r++) {
			nap(thread * 3000);
			MPI_Ssend(&number, 1, MPI_INT, job.rank, 200 + thread, MPI_COMM_WORLD);
		}
		n = 0;
	}
	for (int r = 0; r < 5 && n; r++) {
		for (int i = 0; i < n; i++)
			MPI_Irecv(&got[i], 1, MPI_INT, job.rank, 201 + i, MPI_COMM_WORLD, &req[i]);
		for (int i = 0; i < n; i++) {
			int index = -1;

			MPI_Waitany(n, req, &index, MPI_STATUS_IGNORE);
			good(index >= 0 && index < n && got[index] == (index + 1) * 10,
			     "waitany: request %d brought something else", index);
		}
	}
	free(got);
	free(req);
}

/* Every thread waits for a message of a thread of the next rank, which is sent when the thread
 * before it has its own: all sleep but one. */
static void relay(int thread)
{
	int to = (job.rank + 1) % job.ranks, from = (job.rank + job.ranks - 1) % job.ranks;
	int next = (thread + 1) % threads, number;

	for (int r = 0; r < 3; r++) {
		if (!job.rank && !thread) {
			number = 0;
			nap(20000);
			MPI_Send(&number, 1, MPI_INT, to, 300 + (job.ranks > 1 ? 0 : next),
				 MPI_COMM_WORLD);
		}
		MPI_Recv(&number, 1, MPI_INT, from, 300 + thread, MPI_COMM_WORLD,
			 MPI_STATUS_IGNORE);
		number++;
		/* round the ranks first; rank 0 hands it to the next thread */
		if (job.rank)
			MPI_Send(&number, 1, MPI_INT, to, 300 + thread, MPI_COMM_WORLD);
		else if (job.ranks > 1 && next)
			MPI_Send(&number, 1, MPI_INT, to, 300 + next, MPI_COMM_WORLD);
		else if (job.ranks == 1 && thread)
			MPI_Send(&number, 1, MPI_INT, to, 300 + next, MPI_COMM_WORLD);
		good(number > 0, "relay: %d", number);
	}
}

/* ---- Generalised requests: thread 0 waits for the others' operations ---- */

static int greq_query(void *extra, MPI_Status *status)
{
	pthread_mutex_lock(&shared);
	MPI_Status_set_elements(status, MPI_INT, *(int *)extra);
	MPI_Status_set_cancelled(status, 0);
	pthread_mutex_unlock(&shared);
	return MPI_SUCCESS;
}

static int greq_free(void *extra)
{
	(void)extra;
	return MPI_SUCCESS;
}

static int greq_cancel(void *extra, int complete)
{
	(void)extra;
	(void)complete;
	return MPI_SUCCESS;
}

static void *complete_later(void *arg)
{
	nap(10000);
	pthread_mutex_lock(&shared);
	MPI_Grequest_complete(*(MPI_Request *)arg);
	pthread_mutex_unlock(&shared);
	return NULL;
}

static void generalised(int thread)
{
	int count = thread + 1, got = -1;
	MPI_Request req, given;
	MPI_Status status;
	pthread_t helper;

	MPI_Grequest_start(greq_query, greq_free, greq_cancel, &count, &req);
	given = req; /* MPI_Wait changes its own */
	if (pthread_create(&helper, NULL, complete_later, &given))
		MPI_Abort(MPI_COMM_WORLD, 1);
	MPI_Wait(&req, &status);
	pthread_join(helper, NULL);
	MPI_Get_count(&status, MPI_INT, &got);
	good(got == count, "thread %d: a generalised request says %d", thread, got);
}

/* ---- Objects ---- */

static int copied(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
	int size;

	(void)key;
	(void)extra;
	pthread_mutex_lock(&shared);
	MPI_Comm_size(comm, &size);
	*(void **)out = (char *)in + 1;
	*flag = size > 0;
	pthread_mutex_unlock(&shared);
	return MPI_SUCCESS;
}

/* The new communicators of all threads differ, also in their messages. */
static void make_comm(int thread, int round)
{
	MPI_Comm dup, half;
	int key, flag, sum = 0, size, mine = thread * 1000 + round;
	void *value = NULL;

	MPI_Comm_create_keyval(copied, MPI_COMM_NULL_DELETE_FN, &key, NULL);
	MPI_Comm_set_attr(own[thread], key, &copied);
	MPI_Comm_dup(own[thread], &dup);
	MPI_Comm_get_attr(dup, key, &value, &flag);
	good(flag && (char *)value == (char *)&copied + 1, "thread %d: attribute is lost", thread);
	MPI_Comm_split(dup, job.rank % 2, 0, &half);
	MPI_Comm_size(half, &size);
	MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, half);
	good(sum == size * mine, "thread %d, round %d: the new communicator's sum is %d, not %d",
	     thread, round, sum, size * mine);
	MPI_Comm_delete_attr(own[thread], key);
	MPI_Comm_free_keyval(&key);
	MPI_Comm_free(&half);
	MPI_Comm_free(&dup);
}

static void make_type(int thread, int round)
{
	MPI_Datatype pair, some;
	MPI_Request req;
	int in[40], out[20], tag = 400 + thread;

	MPI_Type_vector(10, 1, 2, MPI_INT, &some);
	MPI_Type_contiguous(1, some, &pair);
	MPI_Type_commit(&pair);
	for (int i = 0; i < 20; i++)
		out[i] = thread + round + i;
	memset(in, 0, sizeof in);
	MPI_Irecv(in, 1, pair, job.rank, tag, MPI_COMM_WORLD, &req);
	MPI_Send(out, 10, MPI_INT, job.rank, tag, MPI_COMM_WORLD);
	MPI_Type_free(&some);
	MPI_Type_free(&pair);
	MPI_Wait(&req, MPI_STATUS_IGNORE);
	good(in[18] == out[9] && !in[17], "thread %d: a vector is not where it should be", thread);
}

static void make_others(int thread)
{
	MPI_Group world, one;
	MPI_Info info;
	char text[32] = "";
	int length = sizeof text, flag = 0;

	MPI_Comm_group(own[thread], &world);
	MPI_Group_incl(world, 1, &(int){0}, &one);
	MPI_Group_free(&world);
	MPI_Group_free(&one);
	MPI_Info_create(&info);
	MPI_Info_set(info, "key", "value");
	MPI_Info_get_string(info, "key", &length, text, &flag);
	good(flag && !strcmp(text, "value"), "thread %d: an info object says '%s'", thread, text);
	MPI_Info_free(&info);
}

static void objects(int thread)
{
	for (int r = 0; r < (rounds + 3) / 4; r++) {
		make_type(thread, r);
		make_others(thread);
		make_comm(thread, r);
		/* Calls MPI while it holds the lock that the program's functions need. Not to wait:
		 * this thread might then run another one's operator, which would wait for this
		 * thread. */
		pthread_mutex_lock(&shared);
		make_others(thread);
		pthread_mutex_unlock(&shared);
	}
}

/* ---- Errors: each thread gets those of its own calls ---- */

static _Thread_local int errors;

static void note(MPI_Comm *comm, int *code, ...)
{
	int class;

	(void)comm;
	MPI_Error_class(*code, &class);
	errors += class == MPI_ERR_RANK;
}

static void wrong(int thread)
{
	MPI_Errhandler handler;
	int number = 0;

	MPI_Comm_create_errhandler(note, &handler);
	MPI_Comm_set_errhandler(own[thread], handler);
	MPI_Errhandler_free(&handler);
	errors = 0;
	for (int r = 0; r < rounds; r++)
		MPI_Send(&number, 1, MPI_INT, job.ranks + r, 0, own[thread]);
	good(errors == rounds, "thread %d: %d errors of %d", thread, errors, rounds);
	MPI_Comm_set_errhandler(own[thread], MPI_ERRORS_ARE_FATAL);
}

/* ---- Errors of several requests: while one ends, other threads have errors of their own ---- */

static pthread_barrier_t all_failed;

static int refuse(void *extra, MPI_Status *status)
{
	int *err = extra;

	MPI_Status_set_elements(status, MPI_INT, 0);
	MPI_Status_set_cancelled(status, 0);
	return *err;
}

static int accept(void *extra, MPI_Status *status)
{
	(void)extra;
	return refuse(&(int){MPI_SUCCESS}, status);
}

static int release(void *extra)
{
	(void)extra;
	return MPI_SUCCESS;
}

/* The other threads have met the first error of their calls, too. */
static int await_all(void *extra)
{
	(void)extra;
	pthread_barrier_wait(&all_failed);
	return MPI_SUCCESS;
}

static int keep(void *extra, int complete)
{
	(void)extra;
	(void)complete;
	return MPI_SUCCESS;
}

/* Receives that are truncated in even threads, each of a tag and a length of its own; refused
 * queries in odd ones. All are over before any thread ends its own. */
static void wrong_in_array(int thread)
{
	int out[THREADS_MAX + 2] = {0}, one, err = MPI_ERR_ARG, length, odd = thread % 2;
	int bytes = (odd ? 1 : 2 + thread) * (int)sizeof(int);
	char text[MPI_MAX_ERROR_STRING], own_words[64] = "";
	MPI_Request req[3];

	MPI_Comm_set_errhandler(own[thread], MPI_ERRORS_RETURN);
	MPI_Isend(out, bytes, MPI_BYTE, job.rank, thread, own[thread], &req[0]);
	MPI_Grequest_start(accept, await_all, keep, NULL, &req[2]);
	MPI_Grequest_complete(req[2]);
	if (odd) {
		MPI_Recv(&one, 1, MPI_INT, job.rank, thread, own[thread], MPI_STATUS_IGNORE);
		MPI_Grequest_start(refuse, release, keep, &err, &req[1]);
		MPI_Grequest_complete(req[1]);
	} else {
		int done = 0;

		MPI_Irecv(&one, 1, MPI_INT, job.rank, thread, own[thread], &req[1]);
		snprintf(own_words, sizeof own_words, ": %d bytes from rank %d with tag %d,", bytes,
			 job.rank, thread);
		while (!done)
			MPI_Request_get_status(req[1], &done, MPI_STATUS_IGNORE);
	}
	pthread_barrier_wait(&all_failed);
	MPI_Error_string(MPI_Waitall(3, req, MPI_STATUSES_IGNORE), text, &length);
	good(strstr(text, "array_of_requests[1]") && strstr(text, own_words) &&
		     (strstr(text, "longer than the receive buffer") == NULL) == odd,
	     "thread %d%s: %s", thread, own_words, text);
	MPI_Comm_set_errhandler(own[thread], MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv)
{
	void (*const mixed[])(int) = {by_tag, collectives, objects, by_comm};
	void (*const alike[])(int) = {by_tag,      by_comm, collectives, wait_any,      relay,
				      generalised, objects, wrong,       wrong_in_array};
	const char *const names[] = {"by tag",   "by comm", "collectives",
				     "wait any", "relay",   "generalised",
				     "objects",  "wrong",   "wrong in an array"};
	int provided, queried, is_main = 0;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	job.name = "threads";
	MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &job.ranks);
	MPI_Query_thread(&queried);
	MPI_Is_thread_main(&is_main);
	check(provided == MPI_THREAD_MULTIPLE && queried == provided && is_main,
	      "level %d is provided, %d is told", provided, queried);
	threads = (int)argument(argc, argv, "-t", 4);
	rounds = (int)argument(argc, argv, "-r", 20);
	seed = (uint64_t)argument(argc, argv, "-s", 1);
	if (threads > THREADS_MAX)
		threads = THREADS_MAX;
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	pthread_barrier_init(&all_failed, NULL, (unsigned)threads);
	for (int n = 0; n < threads; n++)
		MPI_Comm_dup(MPI_COMM_WORLD, &own[n]);
	for (size_t n = 0; n < sizeof alike / sizeof alike[0]; n++)
		together(names[n], &alike[n], 1);
	take_any();
	together("mixed", mixed, 4);
	for (int n = 0; n < threads; n++)
		MPI_Comm_free(&own[n]);
	return job_end();
}
