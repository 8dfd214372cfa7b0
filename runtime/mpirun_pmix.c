/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * PMIx_server_init costs 31 to 48 ms when it discovers the machine itself, so mpirun passes its
 * topology; its default data store makes a folder in /tmp, so it is configured to use memory.
 * Without support for tools it then leaves no file anywhere.
 *
 * The server is never finalized: OpenPMIx 4.2.2 crashes or hangs in PMIx_server_finalize, once in
 * 15 jobs on a busy machine, when clients have been killed while they were connected. It ends with
 * the process.
 */
#include "runtime/mpirun_pmix.h"

#include "node/table.h"
#include "runtime/cpu.h"
#include "runtime/job.h"
#include "runtime/mpirun_node.h"
#include "runtime/mpirun_say.h"
#include "runtime/mpirun_stall.h"

#include <fcntl.h>
#include <pmix.h>
#include <pmix_server.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

static pmix_nspace_t nspace;
static int nranks, wake, messages; /* wake, messages: descriptors */
static int quiet;                  /* no program computes on this node */
static atomic_int *inits;     /* [nranks] MPI_Inits of the rank, of which there may be several: */
static atomic_int *finalizes; /* [nranks] of programs that a script runs one after the other */

static atomic_int
	*lefts; /* [nranks] 1: one has called MPI_Init, and an earlier one ended within MPI */
static atomic_int *aborts; /* [nranks] 1: the rank has asked for an abort */

static pthread_mutex_t abort_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	int set, rank, code;
	char *why;
} first_abort; /* under abort_lock until set, then constant */

/* Aborts and log requests that are not answered yet. */
static struct answer {
	pmix_op_cbfunc_t done;
	void *data;
	struct answer *next;
} * answers;
static pthread_mutex_t answers_lock = PTHREAD_MUTEX_INITIALIZER;

/* An operation of the server's thread that the main thread waits for. */
struct step {
	pthread_mutex_t lock;
	pthread_cond_t done_now;
	int done, status;
};

#define STEP \
	{ \
		.lock = PTHREAD_MUTEX_INITIALIZER, .done_now = PTHREAD_COND_INITIALIZER \
	}

static void step_done(pmix_status_t status, void *data)
{
	struct step *step = data;

	pthread_mutex_lock(&step->lock);
	step->status = status;
	step->done = 1;
	pthread_cond_signal(&step->done_now);
	pthread_mutex_unlock(&step->lock);
}

static int step_wait(struct step *step, int rc)
{
	if (rc == PMIX_OPERATION_SUCCEEDED)
		return PMIX_SUCCESS;
	if (rc != PMIX_SUCCESS)
		return rc;
	pthread_mutex_lock(&step->lock);
	while (!step->done)
		pthread_cond_wait(&step->done_now, &step->lock);
	pthread_mutex_unlock(&step->lock);
	return step->status;
}

/* --- calls from the server, on its thread ------------------------------------- */

static int is_ours(const pmix_proc_t *proc)
{
	return proc->rank < (pmix_rank_t)nranks && PMIX_CHECK_NSPACE(proc->nspace, nspace);
}

static pmix_status_t on_connected(const pmix_proc_t *proc, void *object, pmix_op_cbfunc_t done,
				  void *data)
{
	(void)object;
	(void)done; /* NULL in OpenPMIx */
	(void)data;
	if (is_ours(proc) &&
	    atomic_fetch_add(&inits[proc->rank], 1) > atomic_load(&finalizes[proc->rank]) &&
	    mpirun_node_is_left((int)proc->rank))
		atomic_store(&lefts[proc->rank], 1);
	eventfd_write(wake, 1);
	return PMIX_OPERATION_SUCCEEDED;
}

/* Comes before the rank's PMIx_Finalize returns, so before waitpid can see its end. */
static pmix_status_t on_finalized(const pmix_proc_t *proc, void *object, pmix_op_cbfunc_t done,
				  void *data)
{
	(void)object;
	if (is_ours(proc))
		atomic_fetch_add(&finalizes[proc->rank], 1);
	done(PMIX_SUCCESS, data);
	return PMIX_SUCCESS;
}

/* Has mpirun_pmix_answer() call `done`. 0: no memory. */
static int answer_later(pmix_op_cbfunc_t done, void *data)
{
	struct answer *answer = malloc(sizeof *answer);

	if (!answer)
		return 0;
	pthread_mutex_lock(&answers_lock);
	*answer = (struct answer){done, data, answers};
	answers = answer;
	pthread_mutex_unlock(&answers_lock);
	return 1;
}

void mpirun_pmix_abort(int rank, int code, const char *why)
{
	atomic_store(&aborts[rank], 1);
	pthread_mutex_lock(&abort_lock);
	if (!first_abort.set) {
		first_abort.rank = rank;
		first_abort.code = code & 255;
		first_abort.why = strdup(why ? why : "");
		first_abort.set = 1;
	}
	pthread_mutex_unlock(&abort_lock);
}

/* The rank lives until it is answered: a rank that has ended before was not ended by the abort. */
static pmix_status_t on_abort(const pmix_proc_t *proc, void *object, int status, const char *why,
			      pmix_proc_t procs[], size_t nprocs, pmix_op_cbfunc_t done, void *data)
{
	(void)object;
	(void)procs; /* all ranks end: MPI_Abort may end more than its communicator */
	(void)nprocs;
	if (is_ours(proc))
		mpirun_pmix_abort((int)proc->rank, status, why);
	if (!answer_later(done, data))
		done(PMIX_SUCCESS, data);
	eventfd_write(wake, 1);
	return PMIX_SUCCESS;
}

/* All ranks are on this node: the data collected here is complete and is returned. */
static pmix_status_t on_fence(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[],
			      size_t ninfo, char *data, size_t len, pmix_modex_cbfunc_t done,
			      void *done_data)
{
	(void)procs;
	(void)nprocs;
	(void)info;
	(void)ninfo;
	done(PMIX_SUCCESS, data, len, done_data, free, data);
	return PMIX_SUCCESS;
}

/* OpenPMIx holds a lock during this call, and `done` takes it again: the answer is given later. */
static void on_log(const pmix_proc_t *proc, const pmix_info_t data[], size_t ndata,
		   const pmix_info_t directives[], size_t ndirectives, pmix_op_cbfunc_t done,
		   void *done_data)
{
	(void)directives;
	(void)ndirectives;
	for (size_t i = 0; i < ndata; i++)
		if (is_ours(proc) && !strcmp(data[i].key, "rondo.stall") &&
		    data[i].value.type == PMIX_STRING && data[i].value.data.string)
			mpirun_stall_heard((int)proc->rank, data[i].value.data.string);
	if (!answer_later(done, done_data))
		done(PMIX_SUCCESS, done_data);
	eventfd_write(wake, 1);
}

void mpirun_pmix_answer(void)
{
	struct answer *all, *next;

	pthread_mutex_lock(&answers_lock);
	all = answers;
	answers = NULL;
	pthread_mutex_unlock(&answers_lock);
	for (; all; all = next) {
		next = all->next;
		all->done(PMIX_SUCCESS, all->data);
		free(all);
	}
}

static pmix_server_module_t calls = {
	.client_connected = on_connected,
	.client_finalized = on_finalized,
	.abort = on_abort,
	.fence_nb = on_fence,
	.log = on_log,
};

/* --- the job's data ------------------------------------------------------------ */

struct infos {
	pmix_info_t *info; /* [room], n in use */
	size_t n, room;
};

static struct infos infos_new(size_t room)
{
	struct infos infos = {.room = room};

	PMIX_INFO_CREATE(infos.info, room);
	if (!infos.info)
		mpirun_die("no memory for the job's data");
	return infos;
}

static void add(struct infos *infos, const char *key, const void *value, pmix_data_type_t type)
{
	if (infos->n == infos->room)
		mpirun_die("the list of %zu job data is full at %s", infos->room, key);
	PMIX_INFO_LOAD(&infos->info[infos->n], key, value, type);
	infos->n++;
}

static void add_u32(struct infos *infos, const char *key, uint32_t value)
{
	add(infos, key, &value, PMIX_UINT32);
}

/* Takes over `infos`. Built by hand, since releases of PMIx differ in whether PMIX_INFO_LOAD copies
 * an array or takes it over. */
static void add_array(struct infos *to, const char *key, struct infos *infos)
{
	pmix_data_array_t *array = malloc(sizeof *array);

	if (!array || to->n == to->room)
		mpirun_die("no memory for the job's data");
	*array = (pmix_data_array_t){.type = PMIX_INFO, .size = infos->n, .array = infos->info};
	PMIX_LOAD_KEY(to->info[to->n].key, key);
	to->info[to->n].value.type = PMIX_DATA_ARRAY;
	to->info[to->n].value.data.darray = array;
	to->n++;
}

/* "0,1,2", malloced. */
static char *list_of_ranks(void)
{
	char *text = malloc((size_t)nranks * 11 + 1), *end = text;

	if (!text)
		mpirun_die("no memory for a list of %d ranks", nranks);
	for (int rank = 0; rank < nranks; rank++)
		end += sprintf(end, rank ? ",%d" : "%d", rank);
	return text;
}

static void add_rank(struct infos *job, const struct mpirun_map *map, int rank, int appnum,
		     int app_rank)
{
	struct infos infos = infos_new(8);
	pmix_rank_t number = (pmix_rank_t)rank, in_app = (pmix_rank_t)app_rank;
	uint16_t local = (uint16_t)rank;
	char *cpus = mpirun_map_text(map, rank, "hwloc:");

	add(&infos, PMIX_RANK, &number, PMIX_PROC_RANK); /* must be the first */
	add(&infos, PMIX_LOCAL_RANK, &local, PMIX_UINT16);
	add(&infos, PMIX_NODE_RANK, &local, PMIX_UINT16);
	add(&infos, PMIX_APP_RANK, &in_app, PMIX_PROC_RANK);
	add_u32(&infos, PMIX_APPNUM, (uint32_t)appnum);
	add_u32(&infos, PMIX_NODEID, 0);
	if (cpus)
		add(&infos, PMIX_CPUSET, cpus, PMIX_STRING);
	free(cpus);
	add_array(job, PMIX_PROC_DATA, &infos);
}

static void add_ranks(struct infos *job, const struct mpirun_opts *opts,
		      const struct mpirun_map *map)
{
	int rank = 0;

	for (int i = 0; i < opts->napps; i++)
		for (int k = 0; k < opts->app[i].np; k++, rank++)
			add_rank(job, map, rank, i, k);
}

/* A program that starts or ends with mpirun, as in a pipe, may be running at one look: one look
 * without other runnable threads is enough. */
static void look_for_load(void)
{
	quiet |= rd_cpu_runnable() <= 1; /* this process */
}

static int register_job(const struct mpirun_opts *opts, const struct mpirun_map *map,
			const char *host)
{
	struct infos job = infos_new((size_t)nranks + 16);
	char *ranks = list_of_ranks(), *node_map = NULL, *proc_map = NULL;
	const char *table = mpirun_node_make(nranks);
	struct step step = STEP;
	int rc;

	rc = PMIx_generate_regex(host, &node_map);
	if (rc == PMIX_SUCCESS)
		rc = PMIx_generate_ppn(ranks, &proc_map);
	look_for_load();
	if (rc == PMIX_SUCCESS) {
		add(&job, PMIX_NODE_MAP, node_map, PMIX_REGEX);
		add(&job, PMIX_PROC_MAP, proc_map, PMIX_REGEX);
		add(&job, PMIX_LOCAL_PEERS, ranks, PMIX_STRING);
		add(&job, PMIX_JOBID, nspace, PMIX_STRING);
		add_u32(&job, PMIX_UNIV_SIZE, (uint32_t)(opts->universe ? opts->universe : nranks));
		add_u32(&job, PMIX_JOB_SIZE, (uint32_t)nranks);
		add_u32(&job, PMIX_MAX_PROCS, (uint32_t)nranks);
		add_u32(&job, PMIX_LOCAL_SIZE, (uint32_t)nranks);
		add_u32(&job, PMIX_NUM_NODES, 1);
		add_u32(&job, PMIX_JOB_NUM_APPS, (uint32_t)opts->napps);
		add_u32(&job, RD_JOB_QUIET_KEY, (uint32_t)quiet);
		if (table)
			add(&job, RD_NODE_TABLE_KEY, table, PMIX_STRING);
		add_ranks(&job, opts, map);
		rc = step_wait(&step, PMIx_server_register_nspace(nspace, nranks, job.info, job.n,
								  step_done, &step));
	}
	PMIX_INFO_FREE(job.info, job.room);
	free(ranks);
	free(node_map);
	free(proc_map);
	return rc;
}

static int register_ranks(void)
{
	for (int rank = 0; rank < nranks; rank++) {
		struct step step = STEP;
		pmix_proc_t proc;
		int rc;

		PMIX_LOAD_PROCID(&proc, nspace, (pmix_rank_t)rank);
		rc = step_wait(&step, PMIx_server_register_client(&proc, getuid(), getgid(), NULL,
								  step_done, &step));
		if (rc != PMIX_SUCCESS)
			return rc;
	}
	return PMIX_SUCCESS;
}

/* Variables of an outer launcher would make the server connect to that one. */
static void clear_environment(void)
{
	static const char *const names[] = {"PMIX_NAMESPACE",         "PMIX_RANK",
					    "PMIX_SERVER_TMPDIR",     "PMIX_SYSTEM_TMPDIR",
					    "PMIX_SERVER_NAMESPACE",  "PMIX_SERVER_RANK",
					    "PMIX_HOSTNAME",          "PMIX_KEEPALIVE_PIPE",
					    "PMIX_LAUNCHER_RNDZ_URI", "PMIX_LAUNCHER_RNDZ_FILE",
					    "PMIX_GDS_MODULE",        "PMIX_SECURITY_MODE",
					    "PMIX_BFROP_BUFFER_TYPE", "PMIX_MCA_ptl"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unsetenv(names[i]);
	setenv("PMIX_MCA_gds", "hash", 1);
	/* The ranks could not read compressed data; mpirun_spawn.c. */
	setenv("PMIX_MCA_pcompress", "^zlib,zlibng", 0);
}

/* Redirects messages of the PMIx library to a pipe: a client that is killed while it connects, as
 * ranks may be, makes the library print on standard error. */
static int catch_messages(void)
{
	char number[12];
	int fd[2];

	if (pipe2(fd, O_CLOEXEC) != 0)
		return 1;
	fcntl(fd[0], F_SETFL, O_NONBLOCK);
	snprintf(number, sizeof number, "%d", fd[1]);
	setenv("PMIX_OUTPUT_STDERR_FD", number, 1);
	messages = fd[0];
	return 0;
}

int mpirun_pmix_messages(void)
{
	return messages;
}

void mpirun_pmix_pass_on(int wanted)
{
	char text[4096], *line, *save;
	ssize_t n;

	while ((n = read(messages, text, sizeof text - 1)) > 0) {
		text[n] = 0;
		line = strtok_r(text, "\n", &save);
		for (; wanted && line; line = strtok_r(NULL, "\n", &save))
			mpirun_say("PMIx: %s", line);
	}
}

static int init_server(const struct mpirun_map *map, const char *host)
{
	pmix_topology_t topo = {.source = "hwloc", .topology = map->topo};
	struct infos infos = infos_new(4);
	bool no = false;
	int rc;

	look_for_load();
	add(&infos, PMIX_SERVER_NSPACE, nspace, PMIX_STRING);
	add(&infos, PMIX_HOSTNAME, host, PMIX_STRING);
	add(&infos, PMIX_SERVER_TOOL_SUPPORT, &no, PMIX_BOOL);
	/* Built by hand: PMIX_INFO_LOAD would copy the topology, and freeing the list would free
	 * it. */
	PMIX_LOAD_KEY(infos.info[infos.n].key, PMIX_TOPOLOGY2);
	infos.info[infos.n].value.type = PMIX_TOPO;
	infos.info[infos.n].value.data.topo = &topo;
	rc = PMIx_server_init(&calls, infos.info, infos.n + 1);
	infos.info[infos.n].value.type = PMIX_UNDEF;
	PMIX_INFO_FREE(infos.info, infos.room);
	return rc;
}

/*
 * PMIx 4 has no Unix sockets: its server listens at the loopback address and does not verify the
 * user that a client claims to be. It accepts only clients that name the job, so the name contains
 * a secret of 128 bits, which the ranks get in their environment; only the same user can read that.
 */
static void name_job(const char *host)
{
	unsigned char secret[16];
	size_t n;

	if (getrandom(secret, sizeof secret, 0) != sizeof secret)
		mpirun_die("no random numbers: %m");
	n = (size_t)snprintf(nspace, sizeof nspace, "rondo.%.60s.%ld.", host, (long)getpid());
	for (size_t i = 0; i < sizeof secret; i++)
		n += (size_t)snprintf(nspace + n, sizeof nspace - n, "%02x", secret[i]);
}

int mpirun_pmix_start(const struct mpirun_opts *opts, const struct mpirun_map *map,
		      const char *host, int wake_fd)
{
	int rc;

	nranks = opts->nranks;
	wake = wake_fd;
	inits = calloc((size_t)nranks, sizeof *inits);
	finalizes = calloc((size_t)nranks, sizeof *finalizes);
	lefts = calloc((size_t)nranks, sizeof *lefts);
	aborts = calloc((size_t)nranks, sizeof *aborts);
	if (!inits || !finalizes || !lefts || !aborts)
		mpirun_die("no memory for %d ranks", nranks);
	name_job(host);
	clear_environment();
	if (catch_messages())
		mpirun_die("no descriptors for the PMIx server: %m");
	rc = init_server(map, host);
	if (rc == PMIX_SUCCESS)
		rc = register_job(opts, map, host);
	if (rc == PMIX_SUCCESS)
		rc = register_ranks();
	if (rc == PMIX_SUCCESS)
		return 0;
	mpirun_pmix_pass_on(1);
	mpirun_say("the PMIx server does not start: %s; it needs a network interface, if only the "
		   "loopback (ip link set lo up)",
		   PMIx_Error_string(rc));
	return 1;
}

int mpirun_pmix_env(int rank, char ***env)
{
	pmix_proc_t proc;
	int rc;

	PMIX_LOAD_PROCID(&proc, nspace, (pmix_rank_t)rank);
	rc = PMIx_server_setup_fork(&proc, env);
	if (rc == PMIX_SUCCESS)
		return 0;
	mpirun_say("the PMIx server gives no environment for rank %d: %s", rank,
		   PMIx_Error_string(rc));
	return 1;
}

int mpirun_pmix_is_inside(int rank)
{
	return atomic_load(&inits[rank]) > atomic_load(&finalizes[rank]);
}

int mpirun_pmix_has_rejoined(int rank)
{
	return atomic_load(&lefts[rank]);
}

int mpirun_pmix_has_joined(int rank)
{
	return atomic_load(&inits[rank]) > 0;
}

/* `noted` is the list of the notification, freed here. */
static void told_end(pmix_status_t status, void *noted)
{
	struct infos *infos = noted;

	(void)status;
	PMIX_INFO_FREE(infos->info, infos->room);
	free(infos);
}

void mpirun_pmix_tell_end(int rank)
{
	struct infos *infos = malloc(sizeof *infos);
	pmix_proc_t self, ended;
	bool yes = true;
	int rc;

	if (!infos)
		mpirun_die("no memory for a message to the ranks");
	*infos = infos_new(2);
	PMIX_LOAD_PROCID(&self, nspace, PMIX_RANK_UNDEF);
	PMIX_LOAD_PROCID(&ended, nspace, (pmix_rank_t)rank);
	add(infos, PMIX_EVENT_AFFECTED_PROC, &ended, PMIX_PROC);
	add(infos, PMIX_EVENT_NON_DEFAULT, &yes, PMIX_BOOL);
	rc = PMIx_Notify_event(PMIX_ERR_PROC_ABORTED, &self, PMIX_RANGE_NAMESPACE, infos->info,
			       infos->n, told_end, infos);
	if (rc == PMIX_SUCCESS)
		return;
	told_end(rc, infos);
	if (rc != PMIX_OPERATION_SUCCEEDED)
		mpirun_say("the end of rank %d cannot be announced to the others: %s", rank,
			   PMIx_Error_string(rc));
}

int mpirun_pmix_has_aborted(int rank)
{
	return atomic_load(&aborts[rank]);
}

int mpirun_pmix_aborted(int *rank, int *code, const char **why)
{
	int set;

	pthread_mutex_lock(&abort_lock);
	set = first_abort.set;
	if (set) {
		*rank = first_abort.rank;
		*code = first_abort.code;
		*why = first_abort.why ? first_abort.why : "";
	}
	pthread_mutex_unlock(&abort_lock);
	return set;
}
