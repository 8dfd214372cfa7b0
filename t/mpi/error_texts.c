/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves the texts of MPI_Error_string for errors that are returned: call and cause of the last
 * error of the own thread, until the thread asks for another class; a new thread has no last
 * error; and texts that name the remedy.
 */
#include "mpi.h"

#include "t/tap.h"

#include <pthread.h>
#include <stdint.h>

static const MPI_Comm world = MPI_COMM_WORLD;

static const char *text_of(int code, char text[MPI_MAX_ERROR_STRING])
{
	int length;

	MPI_Error_string(code, text, &length);
	return text;
}

/* Statuses are looked at before the code of the call. */
static void test_other_class(void)
{
	char text[MPI_MAX_ERROR_STRING], c;
	MPI_Request request;
	MPI_Status status;
	int code, x = 0;

	MPI_Irecv(&c, 1, MPI_CHAR, 0, 3, world, &request);
	MPI_Send(&x, 1, MPI_INT, 0, 3, world);
	code = MPI_Waitall(1, &request, &status);
	is_int(code, MPI_ERR_IN_STATUS, "a truncated message in MPI_Waitall");
	text_of(status.MPI_ERROR, text);
	ok(strstr(text, "MPI_ERR_TRUNCATE") && !strstr(text, "last in"), "its status: %s", text);
	text_of(code, text);
	ok(strstr(text, "last in MPI_Waitall") != NULL, "then the code: %s", text);
	text_of(code, text);
	ok(strstr(text, "last in MPI_Waitall") != NULL, "the same, asked again: %s", text);
	text_of(MPI_ERR_TRUNCATE, text);
	ok(!strstr(text, "last in"), "another class: %s", text);
	text_of(code, text);
	ok(!strstr(text, "last in"), "the code after that: %s", text);
}

static void *send_to_nobody(void *arg)
{
	int x = 0;

	(void)arg;
	MPI_Send(&x, 1, MPI_INT, 99, 0, world);
	return NULL;
}

static void *ask(void *text)
{
	return (void *)(uintptr_t)text_of(MPI_ERR_RANK, text);
}

/* The C library gives the identity of an ended thread to the next. */
static void test_ended_thread(void)
{
	char text[MPI_MAX_ERROR_STRING];
	pthread_t thread;

	pthread_create(&thread, NULL, send_to_nobody, NULL);
	pthread_join(thread, NULL);
	pthread_create(&thread, NULL, ask, text);
	pthread_join(thread, NULL);
	ok(!strstr(text, "last in"), "a thread gets no text of one that has ended: %s", text);
}

enum { THREADS = 40 };
static pthread_barrier_t all_have_failed;

/* NULL: the thread got its own text. */
static void *fail_and_ask(void *arg)
{
	char text[MPI_MAX_ERROR_STRING], want[40];
	int x = 0, rank = 1000 + *(int *)arg;
	int code = MPI_Send(&x, 1, MPI_INT, rank, 0, world);

	pthread_barrier_wait(&all_have_failed);
	snprintf(want, sizeof(want), "%d", rank);
	return strstr(text_of(code, text), want) ? NULL : arg;
}

static void test_many_threads(void)
{
	pthread_t thread[THREADS];
	int number[THREADS], wrong = 0;
	void *result;

	pthread_barrier_init(&all_have_failed, NULL, THREADS);
	for (int i = 0; i < THREADS; i++) {
		number[i] = i;
		pthread_create(&thread[i], NULL, fail_and_ask, &number[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], &result);
		wrong += result != NULL;
	}
	pthread_barrier_destroy(&all_have_failed);
	is_int(wrong, 0, "%d threads have errors at a time: each gets its own text", THREADS);
}

static void test_locks(void)
{
	char text[MPI_MAX_ERROR_STRING];
	MPI_Group self;
	MPI_Win win;
	int *at;

	MPI_Win_allocate(4, 4, MPI_INFO_NULL, world, &at, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Comm_group(world, &self);
	MPI_Win_post(self, 0, win);
	MPI_Win_start(self, 0, win);
	text_of(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), text);
	ok(strstr(text, "first end the epoch that is open") != NULL, "lock after start: %s", text);
	MPI_Win_complete(win);
	MPI_Win_wait(win);
	MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
	text_of(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), text);
	ok(strstr(text, "this target is locked already") != NULL, "lock after lock: %s", text);
	MPI_Win_unlock(0, win);
	MPI_Group_free(&self);
	MPI_Win_free(&win);
}

int main(void)
{
	int provided;

	MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
	test_other_class();
	test_ended_thread();
	test_many_threads();
	test_locks();
	MPI_Finalize();
	return done();
}
