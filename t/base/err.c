/* SPDX-License-Identifier: BSD-3-Clause */
/* base/err.c: a cause belongs to the thread that gave it, and is told once. */
#include "base/err.h"

#include "t/tap.h"

#include <pthread.h>

static void *give_and_take(void *arg)
{
	const char *cause = rd_err_cause();

	is_int(cause != NULL, 0, "a thread gets no cause of another");
	rd_err_because("thread %d", *(int *)arg);
	cause = rd_err_cause();
	ok(cause && !strcmp(cause, "thread 2"), "it gets its own: %s", cause);
	rd_err_because("nobody asks");
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int number = 2;
	const char *cause;

	ok(!rd_err_cause(), "at first there is no cause");
	rd_err_because("thread %d", 1);
	pthread_create(&thread, NULL, give_and_take, &number);
	pthread_join(thread, NULL);
	cause = rd_err_cause();
	ok(cause && !strcmp(cause, "thread 1"), "the cause waits for its thread: %s", cause);
	ok(!rd_err_cause(), "once");
	rd_err_because("of a rank");
	rd_err_elsewhere();
	ok(!strcmp(rd_err_cause(), "of a rank") && rd_err_is_elsewhere(), "told elsewhere");
	ok(!rd_err_cause() && !rd_err_is_elsewhere(), "but the next error is not");
	rd_err_because("of a rank");
	rd_err_elsewhere();
	rd_err_forget();
	ok(!rd_err_is_elsewhere(), "nor one behind an error that is forgotten");
	rd_err_because("%0*d", 2 * RD_CAUSE_B, 0);
	cause = rd_err_cause();
	is_int(cause ? (int)strlen(cause) : 0, RD_CAUSE_B - 1, "a long one is cut");
	rd_err_because("not returned");
	rd_err_forget();
	ok(!rd_err_cause(), "a forgotten one is not told");
	return done();
}
