/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The job's PMI client: reads rank and size from the launcher and keeps in its key-value space one
 * record for each rank: length of its host's name (1 byte), the name, the blob. Values are short
 * and of printable text, so a record is put in parts, in hexadecimal digits. Called by job.c only.
 *
 * The connection lives until the process ends: MPI may be started again in it, PMI cannot.
 */
#include "runtime/job_pmi.h"

#include "base/err.h"
#include "base/log.h"
#include "runtime/job.h"
#include "runtime/pmi_connect.h"
#include "runtime/pmi_wire.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RECORD_MAX 65536 /* bytes; more than any rank publishes */
#define LINE_MAX_B 1000  /* Slurm reads lines of 1023 bytes */

struct peer {
	unsigned char *record; /* host's name with a NUL, blob; NULL: not fetched yet */
	uint32_t len, blob_at; /* bytes; where the blob begins */
};

static struct {
	struct rd_pmi_wire wire;
	char kvsname[256];
	size_t part_b; /* bytes of a record in one value */
	unsigned starts;
	struct peer *peers; /* [rd_job.size] */
	pid_t owner; /* the process that made the connection: children of a fork inherit it */
} pmi = {.wire = {.fd = -1}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects the connection and peers */

/* --- requests and answers ------------------------------------------------------------ */

static int bad_answer(const char *line)
{
	rd_error("the launcher's PMI server gives an answer that makes no sense: \"%.200s\"", line);
	return RD_EPROTO;
}

/* Sends "cmd=`question`" and waits for "cmd=`answer`". */
static int ask(const char *question, const char *answer, const char **line)
{
	int err = rd_pmi_send(&pmi.wire, "cmd=%s\n", question);

	return err ? err : rd_pmi_receive(&pmi.wire, answer, line);
}

static int ask_number(const char *question, const char *answer, const char *name, long least,
		      long *number)
{
	const char *line;
	int err = ask(question, answer, &line);

	if (!err && rd_pmi_number(line, name, least, INT_MAX, number))
		err = bad_answer(line);
	return err;
}

static int barrier(void)
{
	const char *line;
	long failed = 0;
	int err = ask("barrier_in", "barrier_out", &line);

	if (!err)
		rd_pmi_number(line, "rc", INT_MIN, INT_MAX, &failed); /* Hydra sends none */
	if (failed) {
		rd_error("the launcher's PMI barrier of all ranks has failed");
		return RD_EPROC;
	}
	return err;
}

static int put(const char *key, const char *value)
{
	const char *line;
	long failed;
	int err = rd_pmi_send(&pmi.wire, "cmd=put kvsname=%s key=%s value=%s\n", pmi.kvsname, key,
			      value);

	if (!err)
		err = rd_pmi_receive(&pmi.wire, "put_result", &line);
	if (!err && rd_pmi_number(line, "rc", INT_MIN, INT_MAX, &failed))
		return bad_answer(line);
	if (!err && failed) {
		rd_error("the launcher's PMI server does not take connection data: \"%.200s\"",
			 line);
		return RD_EOTHER;
	}
	return err;
}

/* The value of a key, valid until the next request. RD_ENOTSUP: there is none. */
static int get(const char *key, const char **value, size_t *len)
{
	const char *line;
	long failed;
	int err = rd_pmi_send(&pmi.wire, "cmd=get kvsname=%s key=%s\n", pmi.kvsname, key);

	if (!err)
		err = rd_pmi_receive(&pmi.wire, "get_result", &line);
	if (err)
		return err;
	if (rd_pmi_number(line, "rc", INT_MIN, INT_MAX, &failed))
		return bad_answer(line);
	if (failed)
		return RD_ENOTSUP;
	*value = rd_pmi_value(line, "value", len);
	return *value ? 0 : bad_answer(line);
}

/* --- identity ------------------------------------------------------------------------ */

static int greet(void)
{
	const char *line;
	long n;
	int err = ask("init pmi_version=1 pmi_subversion=1", "response_to_init", &line);

	if (err)
		return err;
	if (!rd_pmi_number(line, "rc", 0, 0, &n) && !rd_pmi_number(line, "pmi_version", 1, 1, &n))
		return 0;
	rd_error("the launcher's PMI server does not speak version 1 of the protocol (\"%.200s\"): "
		 "use srun --mpi=pmix, or Rondo's own mpirun",
		 line);
	return RD_EOTHER;
}

static int read_limits(void)
{
	const char *line;
	long values, keys, names;
	size_t others, room;
	int err = ask("get_maxes", "maxes", &line);

	if (err)
		return err;
	if (rd_pmi_number(line, "vallen_max", 1, INT_MAX, &values) ||
	    rd_pmi_number(line, "keylen_max", 1, INT_MAX, &keys) ||
	    rd_pmi_number(line, "kvsname_max", 1, INT_MAX, &names))
		return bad_answer(line);
	err = ask("get_my_kvsname", "my_kvsname", &line);
	if (err)
		return err;
	if (rd_pmi_text(line, "kvsname", pmi.kvsname, sizeof pmi.kvsname) || !*pmi.kvsname)
		return bad_answer(line);
	others = sizeof "cmd=put kvsname= key=rondo.4294967295.2147483647.65535 value=" +
		 strlen(pmi.kvsname);
	room = others < LINE_MAX_B ? LINE_MAX_B - others : 0;
	if ((size_t)values - 1 < room)
		room = (size_t)values - 1;
	pmi.part_b = room / 2;
	if (pmi.part_b >= 8 && keys >= 48)
		return 0;
	rd_error("the launcher's PMI server takes keys of %ld and values of %ld characters only: "
		 "too little for connection data",
		 keys, values);
	return RD_EOTHER;
}

/* Fills rd_job.local with the ranks of this node, given the node of each rank. */
static void take_local(const int *node)
{
	rd_job.nlocal = 0;
	for (int i = 0; i < rd_job.size; i++) {
		if (node[i] != node[rd_job.rank])
			continue;
		if (i == rd_job.rank)
			rd_job.local_rank = rd_job.nlocal;
		rd_job.local[rd_job.nlocal++] = i;
	}
}

static int read_local(void)
{
	int *node = malloc((size_t)rd_job.size * sizeof *node), err;
	const char *text;
	char *copy;
	size_t len;

	rd_job.local = malloc((size_t)rd_job.size * sizeof *rd_job.local);
	if (!node || !rd_job.local) {
		free(node);
		rd_error("no memory for a list of %d ranks", rd_job.size);
		return RD_ENOMEM;
	}
	rd_job.local[0] = rd_job.rank;
	rd_job.nlocal = 1;
	rd_job.local_rank = 0;
	err = get("PMI_process_mapping", &text, &len);
	if (err == RD_ENOTSUP) {
		rd_info("the launcher does not say which ranks share this node: taken as alone");
		free(node);
		return 0;
	}
	copy = err ? NULL : strndup(text, len);
	if (!err)
		err = copy ? rd_pmi_mapping(copy, rd_job.size, node) : RD_ENOMEM;
	if (!err)
		take_local(node);
	else if (copy)
		rd_error("the launcher's list of nodes, \"%.200s\", makes no sense for %d ranks",
			 copy, rd_job.size);
	free(copy);
	free(node);
	return err;
}

static int read_job(void)
{
	long appnum, universe;
	int err = read_limits();

	if (!err)
		err = ask_number("get_appnum", "appnum", "appnum", INT_MIN, &appnum);
	if (!err)
		err = ask_number("get_universe_size", "universe_size", "size", INT_MIN, &universe);
	if (err)
		return err;
	rd_job.appnum = appnum < 0 ? -1 : (int)appnum;
	rd_job.universe = universe < rd_job.size ? rd_job.size : (int)universe;
	snprintf(rd_job.id, sizeof rd_job.id, "pmi.%.250s", pmi.kvsname);
	if (!strncmp(pmi.kvsname, "kvs_", 4))
		rd_job.launcher = "Hydra (PMI)";
	else
		rd_job.launcher = getenv("SLURM_STEP_ID") ? "srun (PMI)" : "a PMI launcher";
	return read_local();
}

/* --- start and end ------------------------------------------------------------------- */

int rd_pmi_offered(void)
{
	return rd_pmi_connect_offered();
}

/* Launchers take an end of the process without this message for a failure. */
static void say_goodbye(void)
{
	const char *line;

	if (pmi.wire.fd >= 0 && !pmi.wire.broken && pmi.owner == getpid() && !pmi.peers)
		ask("finalize", "finalize_ack", &line);
}

static int connect_once(void)
{
	int err;

	if (pmi.wire.fd >= 0)
		return 0;
	err = rd_pmi_connect(&pmi.wire, &rd_job.rank, &rd_job.size);
	if (!err)
		err = greet();
	if (!err && atexit(say_goodbye))
		err = RD_ENOMEM;
	pmi.owner = getpid();
	return err;
}

int rd_pmi_init(void)
{
	static int rank, size;
	int err = connect_once();

	if (!pmi.starts++) {
		rank = rd_job.rank;
		size = rd_job.size;
	}
	rd_job.rank = rank;
	rd_job.size = size;
	if (!err)
		err = read_job();
	if (!err) {
		pmi.peers = calloc((size_t)rd_job.size, sizeof *pmi.peers);
		if (!pmi.peers) {
			rd_error("no memory for %d peers", rd_job.size);
			err = RD_ENOMEM;
		}
	}
	if (err) {
		free(rd_job.local);
		rd_job.local = NULL;
	}
	return err;
}

int rd_pmi_fence(void)
{
	int err;

	pthread_mutex_lock(&lock);
	err = barrier();
	pthread_mutex_unlock(&lock);
	return err;
}

/* Not under the lock: another thread may hold it in a barrier. */
void rd_pmi_abort(int code)
{
	rd_pmi_send(&pmi.wire, "cmd=abort exitcode=%d\n", code);
}

int rd_pmi_fini(void)
{
	for (int i = 0; i < rd_job.size; i++)
		free(pmi.peers[i].record);
	free(pmi.peers);
	pmi.peers = NULL;
	return 0;
}

/* --- records ------------------------------------------------------------------------- */

static void name_part(char key[48], int rank, size_t part)
{
	snprintf(key, 48, "rondo.%u.%d.%zu", pmi.starts, rank, part);
}

/* The first part begins with the length of the whole record in bytes. */
static int put_record(const unsigned char *record, size_t len)
{
	char *value = malloc(2 * pmi.part_b + 1);
	unsigned char *part = malloc(pmi.part_b);
	size_t at = 0;
	int err = value && part ? 0 : RD_ENOMEM;

	if (err)
		rd_error("no memory for connection data");
	for (size_t i = 0; !err && (at < len || !i); i++) {
		size_t head = i ? 0 : 4,
		       n = len - at < pmi.part_b - head ? len - at : pmi.part_b - head;
		char key[48];

		for (size_t k = 0; k < head; k++)
			part[k] = (unsigned char)(len >> 8 * k);
		memcpy(part + head, record + at, n);
		at += n;
		name_part(key, rd_job.rank, i);
		rd_pmi_encode(part, head + n, value);
		err = put(key, value);
	}
	free(value);
	free(part);
	return err;
}

int rd_pmi_publish(const void *blob, size_t len)
{
	size_t name = strlen(rd_job.host);
	unsigned char *record = len <= RECORD_MAX - 256 ? malloc(1 + name + len) : NULL;
	int err;

	if (!record) {
		rd_error("no memory for %zu bytes of connection data", len);
		return RD_ENOMEM;
	}
	record[0] = (unsigned char)name;
	memcpy(record + 1, rd_job.host, name);
	memcpy(record + 1 + name, blob, len);
	pthread_mutex_lock(&lock);
	err = put_record(record, 1 + name + len);
	if (!err)
		err = barrier();
	pthread_mutex_unlock(&lock);
	free(record);
	return err;
}

static int bad_record(int rank)
{
	rd_error("the connection data of rank %d that the launcher's PMI server gives is broken",
		 rank);
	return RD_EPROTO;
}

/* One part of a rank's record into `bytes`; *n: its length. */
static int get_part(int rank, size_t i, unsigned char *bytes, size_t max, size_t *n)
{
	const char *value;
	char key[48];
	size_t len;
	int err;

	name_part(key, rank, i);
	err = get(key, &value, &len);
	if (err == RD_ENOTSUP) {
		rd_error("no connection data of rank %d from the launcher's PMI server", rank);
		return RD_EPROC;
	}
	if (err)
		return err;
	err = rd_pmi_decode(value, len, bytes, max);
	if (err <= 0)
		return bad_record(rank);
	*n = (size_t)err;
	return 0;
}

static int get_record(int rank, struct peer *peer)
{
	unsigned char head[LINE_MAX_B], *record;
	size_t n, len, at;
	int err = get_part(rank, 0, head, sizeof head, &n);

	if (err)
		return err;
	len = n < 5 ? 0 : head[0] | head[1] << 8 | head[2] << 16 | (size_t)head[3] << 24;
	if (len < n - 4 || len > RECORD_MAX || len < 1u + head[4])
		return bad_record(rank);
	record = malloc(len);
	if (!record) {
		rd_error("no memory for %zu bytes of connection data", len);
		return RD_ENOMEM;
	}
	memcpy(record, head + 4, at = n - 4);
	for (size_t i = 1; !err && at < len; i++, at += n)
		err = get_part(rank, i, record + at, len - at, &n);
	if (err) {
		free(record);
		return err;
	}
	peer->len = (uint32_t)len;
	peer->blob_at = 1u + record[0];
	memmove(record, record + 1, record[0]); /* the NUL takes the place of the length */
	record[peer->blob_at - 1] = 0;
	peer->record = record;
	return 0;
}

int rd_pmi_blob(int rank, const void **blob, size_t *len)
{
	struct peer *peer = &pmi.peers[rank];
	int err = 0;

	pthread_mutex_lock(&lock);
	if (!peer->record)
		err = get_record(rank, peer);
	if (!err) {
		*blob = peer->record + peer->blob_at;
		*len = peer->len - peer->blob_at;
	}
	pthread_mutex_unlock(&lock);
	return err;
}

const char *rd_pmi_host(int rank)
{
	struct peer *peer = &pmi.peers[rank];

	pthread_mutex_lock(&lock);
	if (!peer->record)
		get_record(rank, peer);
	pthread_mutex_unlock(&lock);
	return (const char *)peer->record;
}
