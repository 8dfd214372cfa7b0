/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waiting for answers of the PMIx server (pmix_ask.h). They come on a thread of PMIx's. An answer
 * whose caller has given up is freed when it comes, if ever.
 */
#include "runtime/pmix_ask.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "runtime/job.h"
#include "runtime/failures.h"
#include "runtime/wait.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct answer {
	int done, left; /* done: it has come; left: the caller has given up */
	int status;     /* of PMIx, or PMIX_ERR_NOMEM, PMIX_ERR_TYPE_MISMATCH set here */
	void *bytes;
	size_t len;
	pmix_info_t info; /* read by PMIx until it answers */
};

static pmix_proc_t self;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  /* protects all answers */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER; /* an answer came or a rank ended */

/* --- on PMIx's thread ---------------------------------------------------------------- */

static void on_end(size_t id, pmix_status_t status, const pmix_proc_t *source, pmix_info_t info[],
		   size_t ninfo, pmix_info_t results[], size_t nresults,
		   pmix_event_notification_cbfunc_fn_t done, void *data)
{
	const pmix_proc_t *ended = source;

	(void)id;
	(void)status;
	(void)results;
	(void)nresults;
	for (size_t i = 0; i < ninfo; i++)
		if (PMIX_CHECK_KEY(&info[i], PMIX_EVENT_AFFECTED_PROC) &&
		    info[i].value.type == PMIX_PROC)
			ended = info[i].value.data.proc;
	if (ended && ended->rank <= INT_MAX && ended->rank != self.rank &&
	    PMIX_CHECK_NSPACE(ended->nspace, self.nspace)) {
		rd_failures_add((int)ended->rank);
		pthread_mutex_lock(&lock);
		pthread_cond_broadcast(&changed);
		pthread_mutex_unlock(&lock);
	}
	if (done)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, data);
}

static void answer_free(struct answer *answer)
{
	PMIX_INFO_DESTRUCT(&answer->info);
	free(answer->bytes);
	free(answer);
}

static void on_answer(pmix_status_t status, void *data)
{
	struct answer *answer = data;
	int left;

	pthread_mutex_lock(&lock);
	answer->status = status;
	answer->done = 1;
	left = answer->left;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	if (left)
		answer_free(answer);
}

static void on_value(pmix_status_t status, pmix_value_t *value, void *data)
{
	struct answer *answer = data;

	if (status == PMIX_SUCCESS && (!value || value->type != PMIX_BYTE_OBJECT)) {
		status = PMIX_ERR_TYPE_MISMATCH;
	} else if (status == PMIX_SUCCESS) {
		answer->len = value->data.bo.size;
		answer->bytes = malloc(answer->len ? answer->len : 1);
		if (answer->bytes && answer->len)
			memcpy(answer->bytes, value->data.bo.bytes, answer->len);
		status = answer->bytes ? PMIX_SUCCESS : PMIX_ERR_NOMEM;
	}
	on_answer(status, answer);
}

/* --- on the calling thread -------------------------------------------------------------- */

/* Waits for the answer; 0: it has not come, since a rank has ended: `rank`, or any if -1. */
static int await(struct answer *answer, int rank)
{
	struct timespec until = {0};
	int late = 0;

	pthread_mutex_lock(&lock);
	while (!answer->done && !late) {
		if (!until.tv_sec && rd_failures_has(rank)) {
			clock_gettime(CLOCK_REALTIME, &until);
			until.tv_nsec += rd_wait_table.launcher.grace_ns;
			until.tv_sec += until.tv_nsec / 1000000000;
			until.tv_nsec %= 1000000000;
		}
		late = until.tv_sec && pthread_cond_timedwait(&changed, &lock, &until) == ETIMEDOUT;
		if (!until.tv_sec)
			pthread_cond_wait(&changed, &lock);
	}
	answer->left = !answer->done;
	pthread_mutex_unlock(&lock);
	return !answer->left;
}

void rd_pmix_ask_for_failures(const pmix_proc_t *proc)
{
	pmix_status_t ends[] = {PMIX_ERR_PROC_ABORTED, PMIX_ERR_PROC_ABORTED_BY_SIG,
				PMIX_ERR_PROC_TERM_WO_SYNC};

	self = *proc;
	PMIx_Register_event_handler(ends, sizeof ends / sizeof *ends, NULL, 0, on_end, NULL, NULL);
}

static struct answer *answer_new(void)
{
	struct answer *answer = calloc(1, sizeof *answer);

	if (!answer)
		rd_error("no memory for a question to the launcher");
	return answer;
}

/* 0 or RD_EPROC, RD_EOTHER. */
static int fence_status(int status)
{
	if (status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED)
		return 0;
	if (status == PMIX_ERR_PARTIAL_SUCCESS) {
		rd_error("a rank has ended while the others waited for it in the launcher's fence");
		return RD_EPROC;
	}
	rd_error("waiting for the other ranks in the launcher's PMIx fence: %s",
		 PMIx_Error_string(status));
	return RD_EOTHER;
}

int rd_pmix_ask_fence(bool collect, void (*meanwhile)(void))
{
	struct answer *answer = answer_new();
	pmix_proc_t all;
	int err;

	if (!answer)
		return RD_ENOMEM;
	PMIX_LOAD_PROCID(&all, self.nspace, PMIX_RANK_WILDCARD);
	PMIX_INFO_LOAD(&answer->info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
	err = PMIx_Fence_nb(&all, 1, &answer->info, 1, on_answer, answer);
	if (meanwhile)
		meanwhile();
	if (err == PMIX_SUCCESS && !await(answer, -1)) {
		rd_error("a rank has ended, and the launcher's fence, in which all have to be, "
			 "goes on without end");
		return RD_EPROC;
	}
	if (err == PMIX_SUCCESS)
		err = answer->status;
	answer_free(answer);
	return fence_status(err);
}

static int value_status(int rank, int status)
{
	if (status == PMIX_SUCCESS)
		return 0;
	if (status == PMIX_ERR_TYPE_MISMATCH) {
		rd_error("connection data of rank %d has another PMIx type than bytes", rank);
		return RD_EPROTO;
	}
	if (status == PMIX_ERR_NOMEM) {
		rd_error("no memory for connection data of rank %d", rank);
		return RD_ENOMEM;
	}
	if (rd_failures_has(rank))
		rd_error("rank %d on %s has ended before it has said how to reach it", rank,
			 rd_job_host(rank));
	else
		rd_error("no connection data of rank %d from the launcher's PMIx server: %s", rank,
			 PMIx_Error_string(status));
	return RD_EPROC;
}

static int ask_once(int rank, const char *key, int timeout, void **bytes, size_t *len)
{
	struct answer *answer = answer_new();
	pmix_proc_t proc;
	int err;

	if (!answer)
		return PMIX_ERR_NOMEM;
	PMIX_LOAD_PROCID(&proc, self.nspace, (pmix_rank_t)rank);
	PMIX_INFO_LOAD(&answer->info, PMIX_TIMEOUT, &timeout, PMIX_INT);
	err = PMIx_Get_nb(&proc, key, &answer->info, 1, on_value, answer);
	if (err == PMIX_SUCCESS && !await(answer, rank))
		return PMIX_ERR_LOST_CONNECTION;
	if (err == PMIX_SUCCESS)
		err = answer->status;
	*bytes = answer->bytes;
	*len = answer->len;
	answer->bytes = NULL;
	answer_free(answer);
	return err;
}

/*
 * A request for data that a rank has yet to publish waits in the server. OpenPMIx 4.2 drops it when
 * that rank finalizes, and a rank may still have to finalize the MPI that this process has already
 * started again: the request is therefore repeated. It is also repeated when the server answers
 * "not found" instead of waiting, as Slurm's occasionally does for a rank that has not published
 * yet.
 */
int rd_pmix_ask_bytes(int rank, const char *key, int restarted, void **bytes, size_t *len)
{
	uint64_t end = rd_clock_ns() + (uint64_t)rd_wait_table.launcher.answer_s * 1000000000;
	int err = ask_once(rank, key, restarted ? 1 : rd_wait_table.launcher.answer_s, bytes, len);

	while (err != PMIX_SUCCESS && (restarted || err == PMIX_ERR_NOT_FOUND) &&
	       !rd_failures_has(rank) && rd_clock_ns() < end) {
		nanosleep(&(struct timespec){.tv_nsec = rd_wait_table.launcher.again_ns}, NULL);
		err = ask_once(rank, key, 1, bytes, len);
	}
	return value_status(rank, err);
}
