/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The job's PMIx client: reads rank and size from the launcher's job data, puts one blob per rank
 * and gets a peer's when it is first used. Works below Rondo's mpirun, srun --mpi=pmix, prterun and
 * Open MPI's launcher; data that these leave out or spell differently is handled here. Called by
 * job.c only.
 */
#include "runtime/job_pmix.h"

#include "base/err.h"
#include "base/log.h"
#include "node/table.h"
#include "node/wakeup.h"
#include "runtime/hw.h"
#include "runtime/job.h"
#include "runtime/failures.h"
#include "runtime/pmix_ask.h"
#include "runtime/wait.h"

#include <limits.h>
#include <pmix.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct peer {
	void *blob; /* NULL: not fetched yet */
	size_t len; /* bytes */
	char *host; /* NULL: not asked for yet */
};

struct datum {
	struct datum *next;
	pmix_rank_t rank;
	const char *key;
	pmix_value_t *value; /* NULL: there is none */
};

static pmix_proc_t self;
static struct datum *data; /* job data got from the launcher, kept from start to start */
static char blob_key[32];  /* a different key for each start of MPI in the process */
static unsigned starts;
static struct rd_node_table *table; /* NULL: there is none */
static struct peer *peers;          /* [rd_job.size], kept likewise for the names of hosts */
static pthread_mutex_t peers_lock = PTHREAD_MUTEX_INITIALIZER;

static const char *server_uri(void)
{
	static const char *const names[] = {"PMIX_SERVER_URI41", "PMIX_SERVER_URI4",
					    "PMIX_SERVER_URI3", "PMIX_SERVER_URI21",
					    "PMIX_SERVER_URI2"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (getenv(names[i]))
			return getenv(names[i]);
	return "not named in the environment";
}

/* A value of the job data, which is in this process since PMIx_Init. The caller releases it. NULL:
 * the launcher does not give it. */
static pmix_value_t *ask(pmix_rank_t rank, const char *key)
{
	pmix_value_t *value = NULL;
	pmix_info_t only_here;
	pmix_proc_t proc;
	int err;

	PMIX_LOAD_PROCID(&proc, self.nspace, rank);
	PMIX_INFO_LOAD(&only_here, PMIX_OPTIONAL, NULL, PMIX_BOOL);
	err = PMIx_Get(&proc, key, &only_here, 1, &value);
	PMIX_INFO_DESTRUCT(&only_here);
	return err == PMIX_SUCCESS ? value : NULL;
}

/* As ask(), kept for the next start of MPI: Slurm's server forgets the job when all ranks of its
 * node have finalized. */
static const pmix_value_t *job_data(pmix_rank_t rank, const char *key)
{
	struct datum *datum = data;

	while (datum && (datum->rank != rank || strcmp(datum->key, key) != 0))
		datum = datum->next;
	if (datum)
		return datum->value;
	datum = malloc(sizeof *datum);
	if (!datum)
		return NULL;
	*datum = (struct datum){data, rank, key, ask(rank, key)};
	data = datum;
	return datum->value;
}

/* Launchers differ in the integer type of the same key. */
static int64_t number_of(const pmix_value_t *value, int64_t otherwise)
{
	switch (value->type) {
	case PMIX_INT:
		return value->data.integer;
	case PMIX_INT16:
		return value->data.int16;
	case PMIX_INT32:
		return value->data.int32;
	case PMIX_INT64:
		return value->data.int64;
	case PMIX_UINT:
		return value->data.uint;
	case PMIX_UINT16:
		return value->data.uint16;
	case PMIX_UINT32:
		return value->data.uint32;
	case PMIX_UINT64:
		return (int64_t)value->data.uint64;
	case PMIX_SIZE:
		return (int64_t)value->data.size;
	case PMIX_PROC_RANK:
		return value->data.rank;
	default:
		return otherwise;
	}
}

static int64_t job_number(pmix_rank_t rank, const char *key, int64_t otherwise)
{
	const pmix_value_t *value = job_data(rank, key);

	return value ? number_of(value, otherwise) : otherwise;
}

static char *text_of(const pmix_value_t *value)
{
	if (!value || value->type != PMIX_STRING || !value->data.string)
		return NULL;
	return strdup(value->data.string);
}

static char *job_text(pmix_rank_t rank, const char *key)
{
	return text_of(job_data(rank, key));
}

static int compare_ints(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* Parses "0,1,4-6" into rd_job.local; RD_EPROTO for elements that are no ranks of the job. */
static int parse_peers(const char *text)
{
	const char *at = text;

	rd_job.nlocal = 0;
	while (*at) {
		char *end;
		long first = strtol(at, &end, 10), last = first;

		if (end != at && *end == '-')
			last = strtol(end + 1, &end, 10);
		if (end == at || (*end && *end != ',') || first < 0 || last < first ||
		    last - first >= rd_job.size - rd_job.nlocal || last >= rd_job.size)
			return RD_EPROTO;
		for (; first <= last; first++)
			rd_job.local[rd_job.nlocal++] = (int)first;
		at = *end ? end + 1 : end;
	}
	qsort(rd_job.local, (size_t)rd_job.nlocal, sizeof *rd_job.local, compare_ints);
	return 0;
}

static int find_local_rank(void)
{
	for (int i = 0; i < rd_job.nlocal; i++)
		if (rd_job.local[i] == rd_job.rank)
			return i;
	return -1;
}

static int read_local_peers(void)
{
	char *text = job_text(PMIX_RANK_WILDCARD, PMIX_LOCAL_PEERS);
	int err;

	rd_job.local = malloc((size_t)rd_job.size * sizeof *rd_job.local);
	if (!rd_job.local) {
		free(text);
		rd_error("no memory for a list of %d ranks", rd_job.size);
		return RD_ENOMEM;
	}
	if (!text) {
		rd_debug("the launcher does not say which ranks share this node: taken as alone");
		rd_job.local[0] = rd_job.rank;
		rd_job.nlocal = 1;
		return 0;
	}
	err = parse_peers(text);
	rd_job.local_rank = find_local_rank();
	if (err != 0 || rd_job.local_rank < 0) {
		rd_error("the launcher's list of ranks on this node, \"%s\", does not fit "
			 "rank %d of %d",
			 text, rd_job.rank, rd_job.size);
		err = RD_EPROTO;
	}
	free(text);
	return err;
}

static const char *launcher_name(void)
{
	if (!strncmp(self.nspace, "rondo.", 6))
		return "rondo mpirun";
	if (!strncmp(self.nspace, "slurm.pmix", 10))
		return "srun (PMIx)";
	if (getenv("OMPI_COMM_WORLD_SIZE"))
		return "Open MPI's launcher (PMIx)";
	if (!strncmp(self.nspace, "prte", 4))
		return "prterun (PMIx)";
	return "a PMIx launcher";
}

/* Ranks that the launcher bound to the same processors have the same text of them; below Rondo's
 * mpirun a rank without such a text is not bound. Otherwise hw.c has to guess. */
static void read_share(void)
{
	char *mine = job_text(self.rank, PMIX_CPUSET);
	int ranks = 0;

	for (int i = 0; mine && i < rd_job.nlocal; i++) {
		char *text = job_text((pmix_rank_t)rd_job.local[i], PMIX_CPUSET);

		ranks += text && !strcmp(text, mine);
		free(text);
	}
	if (mine)
		rd_hw_set_share(ranks, rd_hw_affinity());
	else if (!strncmp(self.nspace, "rondo.", 6))
		rd_hw_set_share(rd_job.nlocal, rd_hw_affinity());
	free(mine);
}

static int read_job(void)
{
	int64_t size = job_number(PMIX_RANK_WILDCARD, PMIX_JOB_SIZE, -1);
	int64_t universe;
	char *host;

	if (size < 1 || size > INT_MAX || self.rank >= (pmix_rank_t)size) {
		rd_error("the PMIx launcher gives a job size of %lld for rank %u of job %s",
			 (long long)size, self.rank, self.nspace);
		return RD_EPROTO;
	}
	rd_job.rank = (int)self.rank;
	rd_job.size = (int)size;
	rd_job.appnum = (int)job_number(self.rank, PMIX_APPNUM, -1);
	universe = job_number(PMIX_RANK_WILDCARD, PMIX_UNIV_SIZE, -1);
	/* Open MPI's launcher counts slots, which may be fewer than the ranks. */
	rd_job.universe = universe < 0 ? -1 : (int)(universe < size ? size : universe);
	rd_job.quiet = job_number(PMIX_RANK_WILDCARD, RD_JOB_QUIET_KEY, 0) == 1;
	snprintf(rd_job.id, sizeof rd_job.id, "%s", self.nspace);
	rd_job.launcher = launcher_name();
	host = job_text(self.rank, PMIX_HOSTNAME);
	if (host)
		snprintf(rd_job.host, sizeof rd_job.host, "%s", host);
	free(host);
	return read_local_peers();
}

/* Without the table the records of the node's ranks come from the server, as those of others do. */
static void open_table(void)
{
	char *text = job_text(PMIX_RANK_WILDCARD, RD_NODE_TABLE_KEY);
	struct rd_node_table_ref ref;

	if (text && !rd_node_table_parse(text, &ref) && ref.n == (uint32_t)rd_job.nlocal) {
		table = rd_node_table_open(&ref);
		if (table) {
			rd_node_table_connection(table, (uint32_t)rd_job.local_rank,
						 RD_NODE_CONNECTED);
			rd_node_table_enter(table, (uint32_t)rd_job.local_rank, starts);
		} else {
			rd_debug("node table %s: %m", text);
		}
	}
	free(text);
}

int rd_pmix_init(void)
{
	int err;

	/* Linux registers a process with one thread at once. PMIx_Init begins a second one, and for
	 * two it waits 13 ms until all processors have changed their process: M-217. */
	rd_wakeup_light();
	err = PMIx_Init(&self, NULL, 0);

	if (err != PMIX_SUCCESS) {
		rd_error("PMIX_NAMESPACE is set to \"%s\", but the launcher's PMIx server (%s) "
			 "cannot be reached: %s; start with mpirun, or unset PMIX_NAMESPACE to run "
			 "alone",
			 getenv("PMIX_NAMESPACE"), server_uri(), PMIx_Error_string(err));
		return RD_EOTHER;
	}
	snprintf(blob_key, sizeof blob_key, "rondo.blob.%u", starts++);
	err = read_job();
	if (err != 0)
		goto undo_init;
	read_share();
	if (!peers)
		peers = calloc((size_t)rd_job.size, sizeof *peers);
	if (!peers) {
		rd_error("no memory for %d peers", rd_job.size);
		err = RD_ENOMEM;
		goto undo_init;
	}
	err = rd_failures_init(rd_job.size);
	if (err != 0)
		goto undo_init;
	rd_pmix_ask_for_failures(&self);
	open_table();
	return 0;

undo_init:
	free(rd_job.local);
	rd_job.local = NULL;
	PMIx_Finalize(NULL, 0);
	return err;
}

int rd_pmix_publish(const void *blob, size_t len)
{
	pmix_value_t value;
	int err;

	if (table && rd_node_table_post(table, (uint32_t)rd_job.local_rank, starts, blob, len))
		rd_debug("%zu bytes of connection data are too many for the node table", len);
	value.type = PMIX_BYTE_OBJECT;
	value.data.bo.bytes = (char *)blob; /* PMIx_Put copies */
	value.data.bo.size = len;
	err = PMIx_Put(PMIX_GLOBAL, blob_key, &value);
	if (err == PMIX_SUCCESS)
		err = PMIx_Commit();
	if (err != PMIX_SUCCESS) {
		rd_error("publishing %zu bytes of connection data through PMIx: %s", len,
			 PMIx_Error_string(err));
		return RD_EOTHER;
	}
	return 0;
}

/*
 * With collection every rank's blob is brought to every node; ranks of one node get them from their
 * common server without it.
 *
 * A process may be the second one that has this rank (`mpirun -n 3 sh -c 'a && b'`). If the first
 * one of another rank ends its connection while this rank is in the fence, the server takes that
 * rank for departed, and the fence fails. A rank that has met the others is in an earlier program:
 * they cannot have met in this one yet. Without the node table nothing is known of that.
 */
int rd_pmix_meet(void (*meanwhile)(void))
{
	const uint32_t i = (uint32_t)rd_job.local_rank;
	int err;

	if (table && rd_node_table_await(table, i, 1000000000LL * rd_wait_table.launcher.leave_s))
		rd_debug("a process of another rank keeps its connection to the launcher beyond "
			 "MPI_Finalize");
	err = rd_pmix_ask_fence(rd_job.nlocal < rd_job.size, meanwhile);
	if (table && !err)
		rd_node_table_connection(table, i, RD_NODE_MET);
	return err;
}

int rd_pmix_can_note(void)
{
	return table && rd_node_table_is_full(table, starts);
}

void rd_pmix_note(const void *note, size_t len)
{
	if (table)
		rd_node_table_note(table, (uint32_t)rd_job.local_rank, starts, note, len);
}

int rd_pmix_read_note(int i, void *note, size_t len)
{
	return table ? rd_node_table_read_note(table, (uint32_t)i, starts, note, len) : 0;
}

/* From the node table; 0: it is not there, or there is no memory. */
static int find_record(int rank, struct peer *peer)
{
	unsigned char record[RD_NODE_RECORD_MAX];
	int i = table ? rd_job_local_index(rank) : -1;

	peer->len = i < 0 ? 0 : rd_node_table_read(table, (uint32_t)i, starts, record);
	peer->blob = peer->len ? malloc(peer->len) : NULL;
	if (peer->blob)
		memcpy(peer->blob, record, peer->len);
	return peer->blob != NULL;
}

int rd_pmix_blob(int rank, const void **blob, size_t *len)
{
	struct peer *peer = &peers[rank];
	int err = 0;

	pthread_mutex_lock(&peers_lock);
	if (!peer->blob && !find_record(rank, peer))
		err = rd_pmix_ask_bytes(rank, blob_key, starts > 1, &peer->blob, &peer->len);
	if (err == 0) {
		*blob = peer->blob;
		*len = peer->len;
	}
	pthread_mutex_unlock(&peers_lock);
	return err;
}

const char *rd_pmix_host(int rank)
{
	struct peer *peer = &peers[rank];
	pmix_value_t *value;

	pthread_mutex_lock(&peers_lock);
	if (!peer->host) {
		value = ask((pmix_rank_t)rank, PMIX_HOSTNAME);
		peer->host = text_of(value);
		if (value)
			PMIX_VALUE_RELEASE(value);
	}
	pthread_mutex_unlock(&peers_lock);
	return peer->host;
}

int rd_pmix_fence(void)
{
	return rd_pmix_ask_fence(false, NULL);
}

void rd_pmix_abort(int code, const char *why)
{
	PMIx_Abort(code, why, NULL, 0);
}

int rd_pmix_fini(void)
{
	int err;

	if (table) { /* a program that follows in this process's place has a record of its own */
		rd_node_table_enter(table, (uint32_t)rd_job.local_rank, 0);
		rd_node_table_post(table, (uint32_t)rd_job.local_rank, 0, NULL, 0);
	}
	err = PMIx_Finalize(NULL, 0);
	if (table)
		rd_node_table_connection(table, (uint32_t)rd_job.local_rank, RD_NODE_NONE);
	rd_node_table_close(table);
	table = NULL;
	rd_failures_fini();
	for (int i = 0; i < rd_job.size; i++) {
		free(peers[i].blob);
		peers[i].blob = NULL;
	}
	if (err == PMIX_SUCCESS)
		return 0;
	rd_error("leaving the launcher's PMIx server: %s", PMIx_Error_string(err));
	return RD_EOTHER;
}
