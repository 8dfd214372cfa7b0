/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start and end of MPI in a process (MPI-5.0 11.2): the layers are started bottom up and ended top
 * down. Called by the entry points in generated/environment.c.
 */
#include "mpi/api.h"

#include "base/clock.h"
#include "base/files.h"
#include "base/image.h"
#include "base/log.h"
#include "base/param.h"
#include "base/threads.h"
#include "io/gather.h"
#include "runtime/cpu.h"
#include "runtime/hw.h"
#include "runtime/job.h"
#include "runtime/progress.h"
#include "runtime/stall.h"
#include "runtime/wait.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum rd_mpi_phase rd_mpi_phase = RD_PHASE_BEFORE;
int rd_mpi_thread_level;

static pthread_t main_thread;

int rd_mpi_is_main_thread(void)
{
	return pthread_equal(main_thread, pthread_self()) != 0;
}

/* ---- MPI_Init ---- */

static int sessions; /* open sessions */
static int layers;   /* 1: the layers are started */
static int outlive;  /* 1: there was a session: the layers stay until the process ends */

/* Descriptors besides one for each peer, which TCP may need. */
#define FILES 128

/* After the launcher's fence: its answer often brings ranks to one processor beside an idle one.
 * Beside a program that computes the system's choice is better. */
static void take_home(void)
{
	if (rd_home_is_wanted())
		rd_home_take(rd_job.local_rank, rd_job.nlocal);
}

/* The ranks are ready one after the other, and the first call of a rank would wait for the last
 * one. The barrier also brings code and memory into the caches. Only without cards, whose use
 * statistics count. */
static void meet(void)
{
	rd_progress_meet();
	if (rd_coll_first_meets())
		rd_coll_meet(rd_comm_get(MPI_COMM_WORLD));
	rd_progress(); /* opens the FIFOs of ranks that have connected */
}

static int start_layers(void)
{
	int ranks, cpus;
	int err;

	if (layers)
		return 0;
	rd_image_populate();
	rd_param_init(); /* unusable values have been reported; their defaults apply */
	rd_log_set_level(RD_LOG_WARN + (enum rd_log_level)rd_param_int(RD_PARAM_VERBOSE));
	err = rd_job_init();
	if (err)
		return err;
	rd_files_raise((unsigned long)rd_job.size + FILES);
	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	rd_progress_setup(ranks, cpus);
	err = rd_pt2pt_init();
	if (!err)
		err = rd_comm_init();
	if (!err)
		err = rd_coll_init();
	if (!err)
		err = rd_mpi_info_env_job();
	if (!err)
		rd_stall_init();
	layers = !err;
	return err;
}

/* The text logged meanwhile is the cause of an error that has no other, and is not told again. */
static char logged[RD_CAUSE_B];

static void begin_start(void)
{
	*logged = 0;
	rd_log_keep(logged, sizeof(logged));
}

static int end_start(int err)
{
	rd_log_keep(NULL, 0);
	if (!err || !*logged || rd_err_is_given())
		return err;
	rd_err_because("%s", logged);
	rd_err_elsewhere();
	return err;
}

static int end_layers(void)
{
	int err;

	layers = 0;
	rd_stall_fini();
	rd_threads_stop();
	rd_progress_threads();
	rd_file_fini();
	rd_rma_fini();
	rd_coll_fini();
	rd_comm_fini();
	err = rd_pt2pt_fini();
	return rd_job_fini() && !err ? RD_EOTHER : err;
}

/* Returns the level provided. If MPI is in use already without the lock, the threads inside cannot
 * be known. */
static int start_threads(int required)
{
	if (required != MPI_THREAD_MULTIPLE || rd_threads)
		return required;
	if (rd_mpi_gate != RD_GATE_SHUT)
		return MPI_THREAD_SERIALIZED;
	if (rd_threads_start()) {
		rd_warn("MPI_THREAD_SERIALIZED instead of MPI_THREAD_MULTIPLE: eventfd: %m");
		return MPI_THREAD_SERIALIZED;
	}
	rd_progress_threads();
	return MPI_THREAD_MULTIPLE;
}

static void open_gate(void)
{
	rd_gather_began = rd_mpi_adjust_gate;
	rd_mpi_open_gate();
}

static int init_again(const char *call)
{
	return rd_mpi_raise(
		NULL, MPI_ERR_OTHER, call,
		rd_mpi_phase == RD_PHASE_RUNNING
			? "MPI is initialised already: ask MPI_Initialized before a second call"
			: "MPI was finalised, and cannot be initialised again in this process");
}

int rd_mpi_init(const char *call, int required, int *provided)
{
	int err;

	if (rd_mpi_phase != RD_PHASE_BEFORE)
		return init_again(call);
	if (required != MPI_THREAD_SINGLE && required != MPI_THREAD_FUNNELED &&
	    required != MPI_THREAD_SERIALIZED && required != MPI_THREAD_MULTIPLE)
		return rd_mpi_raise(NULL, MPI_ERR_ARG, call,
				    "required=%d is no thread level: "
				    "MPI_THREAD_SINGLE to MPI_THREAD_MULTIPLE",
				    required);
	begin_start();
	err = start_layers();
	if (!err)
		err = rd_job_meet(rd_coll_first_make);
	if (!err)
		err = rd_peers_check_params();
	if (end_start(err)) {
		rd_coll_first_refuse();
		return rd_mpi_fail(NULL, err, call, NULL);
	}
	rd_peers_open_near();
	rd_coll_first_open();
	take_home();
	meet();
	main_thread = pthread_self();
	rd_mpi_thread_level = start_threads(required);
	if (provided)
		*provided = rd_mpi_thread_level;
	rd_mpi_phase = RD_PHASE_RUNNING;
	open_gate();
	return MPI_SUCCESS;
}

/* ---- Sessions ---- */

static pid_t owner; /* the process that ends the layers: not its children after fork */

/* If the process ends inside MPI, its end is the launcher's to report. */
static void at_exit(void)
{
	if (owner == getpid() && layers && !sessions && rd_mpi_phase != RD_PHASE_RUNNING)
		end_layers();
}

/* Until the end of the process. */
static int keep_layers(void)
{
	if (!outlive && atexit(at_exit))
		return RD_ENOMEM;
	outlive = 1;
	owner = getpid();
	return 0;
}

/*
 * Local: others may come later or not at all (MPI-5.0 11.3.1), so no rank is waited for; a peer's
 * address is fetched when the peer is first used.
 */
int rd_mpi_session_init(const struct rd_hints *hints, struct rd_errhandler *errhandler,
			struct rd_session **out)
{
	int err, level;

	begin_start();
	err = end_start(start_layers());
	if (err)
		return err;
	err = keep_layers();
	if (err)
		return err;
	if (!sessions && rd_mpi_phase == RD_PHASE_BEFORE)
		take_home();
	level = start_threads(rd_mpi_session_level(hints));
	err = rd_session_create(level, errhandler, out);
	if (err)
		return err;
	if (!sessions++ && rd_mpi_phase != RD_PHASE_RUNNING) {
		main_thread = pthread_self();
		rd_mpi_thread_level = level;
	}
	open_gate();
	return 0;
}

/* Completes operations of the process that are under way: it may not call MPI for long. */
int rd_mpi_session_finalize(struct rd_session *session)
{
	void *memory;
	uint64_t size;
	int err = session->buffer ? rd_buffer_detach(&session->buffer, &memory, &size) : 0;

	if (err)
		return err;
	rd_pt2pt_flush();
	rd_session_end(session);
	if (!--sessions && rd_mpi_phase != RD_PHASE_RUNNING)
		rd_mpi_gate = RD_GATE_SHUT;
	return 0;
}

/* ---- MPI_Finalize ---- */

/* A wait with a time limit, after which it is reported once. */
struct patience {
	uint64_t since_ns, limit_ns; /* limit 0: never reported */
};

static struct patience begin_waiting(void)
{
	return (struct patience){rd_clock_ns(),
				 (uint64_t)rd_param_int(RD_PARAM_FINALIZE_S) * 1000000000u};
}

/* 1 once, when the limit has passed. */
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

/* Waits for the end of a message from or to another rank in MPI_Finalize. */
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

/* The token is 1 if some rank in the subtree below (downwards: any rank) has had a session. Failed
 * ranks are not waited for, nor ranks that the tree reaches through them. */
static int exchange_token(int from, int to, int tag, int *token, struct patience *p)
{
	struct rd_type *byte = rd_type_get(MPI_BYTE);
	struct rd_ctx ctx = rd_comm_some(&rd_comm_world);
	struct rd_req *req;
	int came = 0, err;

	if (from >= 0)
		err = rd_irecv(&RD_BUF(&came, sizeof(came), byte), from, tag, &ctx, &req);
	else
		err = rd_isend(&RD_BUF(token, sizeof(*token), byte), to, tag, &ctx,
			       RD_SEND_STANDARD, &req);
	if (!err)
		err = await(req, from >= 0 ? from : to, p);
	*token |= came;
	return err == RD_EPROC ? 0 : err;
}

/*
 * Returns when every rank has called it; the token is then the same on all. Up a binomial tree and
 * down again; rank r's parent is r without its lowest set bit, its children add lower bits. Only
 * parents report, each a child that is missing or waits: few lines on many ranks. Rank 0 has no
 * parent: rank 1 reports it.
 */
static int meet_all(int *token)
{
	struct patience p = begin_waiting(), silent = {0, 0};
	int rank = rd_job.rank, size = rd_job.size;
	int tag = RD_COMM_TAG_MEET;
	int err = 0, bit;

	for (bit = 1; !err && bit < size && !(rank & bit); bit <<= 1)
		if (rank + bit < size)
			err = exchange_token(rank + bit, -1, tag, token, &p);
	if (!err && rank)
		err = exchange_token(-1, rank - bit, tag, token, &silent);
	if (!err && rank)
		err = exchange_token(rank - bit, -1, tag, token, rank == 1 ? &p : &silent);
	for (bit >>= 1; !err && bit; bit >>= 1)
		if (rank + bit < size)
			err = exchange_token(-1, rank + bit, tag, token, &silent);
	return err;
}

/* Requests that the user freed while they were under way complete now, or never. */
static void end_orphans(void)
{
	struct patience p = begin_waiting();
	struct patience unmatched = {p.since_ns, rd_wait_table.finalize.unmatched_ns};
	struct rd_wait w = RD_WAIT_INIT;
	int left;

	if (!p.limit_ns)
		p.limit_ns = rd_wait_table.finalize.orphans_ns;
	while ((left = rd_mpi_orphans()) > 0 && !has_run_out(&p)) {
		rd_progress_wait(&w);
		if (has_run_out(&unmatched))
			rd_mpi_orphans_cancel();
	}
	if (left)
		rd_warn("MPI_Finalize: %d sends whose requests were freed have not completed: "
			"are they received?",
			left);
}

/* For the user's functions MPI is still initialised (MPI-5.0 11.2.4). */
static int delete_attributes(void)
{
	int err = rd_attrs_delete_all(&rd_comm_self.attrs, MPI_COMM_SELF);

	return err ? err : rd_attrs_delete_all(&rd_comm_world.attrs, MPI_COMM_WORLD);
}

int rd_mpi_finalize(void)
{
	int err = delete_attributes(), had_session = outlive;

	rd_buffer_flush_all();
	if (!err)
		err = meet_all(&had_session);
	if (!err)
		end_orphans();
	if (!err && rd_param_int(RD_PARAM_LEAKS))
		rd_mpi_leaks_report();
	if (!err && rd_param_int(RD_PARAM_STATS))
		err = rd_mpi_stats_print();
	if (err)
		return rd_mpi_fail(NULL, err, "MPI_Finalize", NULL);
	rd_mpi_phase = RD_PHASE_AFTER;
	if (!sessions)
		rd_mpi_gate = RD_GATE_SHUT;
	if (!had_session)
		err = end_layers();
	else if (!outlive) /* connections of other processes to this one stay in use */
		err = keep_layers();
	return err ? rd_mpi_fail(NULL, err, "MPI_Finalize", NULL) : MPI_SUCCESS;
}
