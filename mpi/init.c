/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start and end of MPI in a process (MPI-5.0 11.2): the layers are started bottom up
 * and ended top down. Called by the entry points in envs.c.
 */
#include "mpi/api.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/param.h"
#include "runtime/hw.h"
#include "runtime/job.h"
#include "runtime/progress.h"

#include <pthread.h>
#include <stdio.h>

enum rd_mpi_phase rd_mpi_phase = RD_PHASE_BEFORE;
int rd_mpi_thread_level;

static pthread_t main_thread;

int rd_mpi_is_main_thread(void)
{
	return pthread_equal(main_thread, pthread_self()) != 0;
}

/* ---- MPI_Init ---- */

static int start_layers(void)
{
	int ranks, cpus;
	int err;

	rd_param_init(); /* what it could not use it has reported; the default holds */
	rd_log_set_level(RD_LOG_WARN + (enum rd_log_level)rd_param_int(RD_PARAM_VERBOSE));
	err = rd_job_init();
	if (err)
		return err;
	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	rd_progress_setup(ranks, cpus);
	err = rd_pt2pt_init();
	if (!err)
		err = rd_comm_init();
	if (!err)
		err = rd_coll_init();
	return err;
}

static int init_again(const char *call)
{
	return rd_mpi_raise(NULL, MPI_ERR_OTHER, call, rd_mpi_phase == RD_PHASE_RUNNING
			    ? "MPI is initialised already: ask MPI_Initialized before a second call"
			    : "MPI was finalised, and cannot be initialised again in this process");
}

int rd_mpi_init(const char *call, int required, int *provided)
{
	int err;

	if (rd_mpi_phase != RD_PHASE_BEFORE)
		return init_again(call);
	if (required != MPI_THREAD_SINGLE && required != MPI_THREAD_FUNNELED
	    && required != MPI_THREAD_SERIALIZED && required != MPI_THREAD_MULTIPLE)
		return rd_mpi_raise(NULL, MPI_ERR_ARG, call, "required=%d is no thread level: "
				    "MPI_THREAD_SINGLE to MPI_THREAD_MULTIPLE", required);
	err = start_layers();
	if (err)
		return rd_mpi_fail(NULL, err, call, NULL);
	main_thread = pthread_self();
	rd_mpi_thread_level = rd_min(required, MPI_THREAD_SERIALIZED);
	if (provided)
		*provided = rd_mpi_thread_level;
	rd_mpi_phase = RD_PHASE_RUNNING;
	rd_mpi_gate = rd_param_int(RD_PARAM_CHECK) ? RD_GATE_CHECK : RD_GATE_FREE;
	return MPI_SUCCESS;
}

/* ---- MPI_Finalize ---- */

/* How long something has been waited for, and whether that was reported. */
struct patience {
	uint64_t since_ns, limit_ns; /* limit 0: never reported */
};

static struct patience begin_waiting(void)
{
	return (struct patience){
		rd_clock_ns(), (uint64_t)rd_param_int(RD_PARAM_FINALIZE_S) * 1000000000u};
}

/* 1 once, when the time is over. */
static int has_run_out(struct patience *p)
{
	if (!p->limit_ns || rd_clock_ns() - p->since_ns < p->limit_ns)
		return 0;
	p->limit_ns = 0;
	return 1;
}

static RD_MPI_COLD void name_missing(int peer)
{
	rd_warn("MPI_Finalize: for %lld s nothing from rank %d on %s, which has not called "
		"MPI_Finalize or waits for others itself (RONDO_FINALIZE_S sets when this is said)",
		(long long)rd_param_int(RD_PARAM_FINALIZE_S), peer, rd_job_host(peer));
}

/* Waits for a message of another rank that is in MPI_Finalize, or for one to it. */
static int await(struct rd_req *req, int peer, struct patience *p)
{
	struct rd_wait w = RD_WAIT_INIT;

	while (!rd_req_is_done(req)) {
		rd_progress_wait(&w);
		if (rd_unlikely(has_run_out(p)))
			name_missing(peer);
	}
	return rd_req_finish(req, NULL);
}

static int exchange_token(int from, int to, int tag, struct patience *p)
{
	struct rd_type *byte = rd_type_get(MPI_BYTE);
	struct rd_ctx *ctx = &rd_comm_world.coll;
	struct rd_req *req;
	int err;

	if (from >= 0)
		err = rd_irecv(NULL, 0, byte, from, tag, ctx, &req);
	else
		err = rd_isend(NULL, 0, byte, to, tag, ctx, RD_SEND_STANDARD, &req);
	return err ? err : await(req, from >= 0 ? from : to, p);
}

/*
 * Returns when every rank has come here. Up a binomial tree and down again; rank r's
 * parent is r without its lowest bit that is set, its children add lower bits. By the
 * tree, a report of who is missing comes from the rank that waits for it.
 */
static int meet_all(void)
{
	struct patience p = begin_waiting();
	int rank = rd_job.rank, size = rd_job.size;
	int tag = rd_comm_coll_tag(&rd_comm_world);
	int err = 0, bit;

	for (bit = 1; !err && bit < size && !(rank & bit); bit <<= 1)
		if (rank + bit < size)
			err = exchange_token(rank + bit, -1, tag, &p);
	if (!err && rank)
		err = exchange_token(-1, rank - bit, tag, &p);
	if (!err && rank)
		err = exchange_token(rank - bit, -1, tag, &p);
	for (bit >>= 1; !err && bit; bit >>= 1)
		if (rank + bit < size)
			err = exchange_token(-1, rank + bit, tag, &p);
	return err;
}

#define ORPHAN_RECV_NS 1000000000u /* what was sent is here by then: all ranks have met */
#define ORPHAN_LIMIT_NS 30000000000u /* where RONDO_FINALIZE_S sets no limit */

/* Requests that the user freed while they were under way complete now, or never. */
static void end_orphans(void)
{
	struct patience p = begin_waiting(), unmatched = {p.since_ns, ORPHAN_RECV_NS};
	struct rd_wait w = RD_WAIT_INIT;
	int left;

	if (!p.limit_ns)
		p.limit_ns = ORPHAN_LIMIT_NS;
	while ((left = rd_mpi_orphans()) > 0 && !has_run_out(&p)) {
		rd_progress_wait(&w);
		if (has_run_out(&unmatched))
			rd_mpi_orphans_cancel();
	}
	if (left)
		rd_warn("MPI_Finalize: %d sends whose requests were freed have not completed: "
			"are they received?", left);
}

int rd_mpi_finalize(void)
{
	int err = rd_buffer_flush();

	if (!err)
		err = meet_all();
	if (!err)
		end_orphans();
	if (!err && rd_param_int(RD_PARAM_STATS))
		err = rd_mpi_stats_print();
	if (err)
		return rd_mpi_fail(NULL, err, "MPI_Finalize", NULL);
	rd_mpi_gate = RD_GATE_SHUT;
	rd_mpi_phase = RD_PHASE_AFTER;
	rd_coll_fini();
	rd_comm_fini();
	err = rd_pt2pt_fini();
	if (rd_job_fini() && !err)
		err = RD_EOTHER;
	return err ? rd_mpi_fail(NULL, err, "MPI_Finalize", NULL) : MPI_SUCCESS;
}
