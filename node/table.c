/* SPDX-License-Identifier: BSD-3-Clause */
/* The node table (table.h). Made by mpirun, used by runtime/job_pmix.c. */
#include "node/table.h"

#include "base/clock.h"
#include "base/compiler.h"
#include "node/shm.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

struct head {
	_Alignas(RD_CACHE_LINE) uint64_t token;
	uint32_t n;
};

/* Written by its rank: state 0, record, length, state. */
struct slot {
	_Alignas(RD_CACHE_LINE) uint32_t start; /* of the record; 0: there is none */
	uint32_t len;                           /* bytes */
	unsigned char record[RD_NODE_RECORD_MAX];
	_Alignas(RD_CACHE_LINE) uint32_t entered; /* for this start; 0: not */
	uint32_t noted;                           /* start of the note; 0: there is none */
	unsigned char note[RD_NODE_NOTE_MAX];     /* zeros behind it */
	int32_t pid;                              /* that has entered; 0: not known */
	uint32_t connection;                      /* enum rd_node_connection */
};
_Static_assert(sizeof(struct slot) == 1024 + 128, "18 lines a rank");

struct rd_node_table {
	struct head *head;
	struct slot *slot; /* [n] */
	uint32_t n;
	uint64_t bytes;
};

static uint64_t bytes_of(uint32_t n)
{
	return sizeof(struct head) + (uint64_t)n * sizeof(struct slot);
}

/* ---- Making ---- */

int rd_node_table_make(uint32_t n, struct rd_node_table_ref *ref)
{
	struct head head = {.n = n};
	int fd = rd_shm_make("rondo-node", bytes_of(n)), saved;

	if (fd < 0)
		return -1;
	if (!rd_shm_take(fd, 0, bytes_of(n)) &&
	    getrandom(&head.token, sizeof(head.token), 0) == sizeof(head.token) &&
	    pwrite(fd, &head, sizeof(head), 0) == sizeof(head)) {
		*ref = (struct rd_node_table_ref){getpid(), fd, n, head.token};
		return 0;
	}
	saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

void rd_node_table_write(const struct rd_node_table_ref *ref, char text[RD_NODE_TABLE_TEXT])
{
	snprintf(text, RD_NODE_TABLE_TEXT, "%" PRId32 ":%" PRId32 ":%" PRIu32 ":%" PRIx64, ref->pid,
		 ref->fd, ref->n, ref->token);
}

int rd_node_table_parse(const char *text, struct rd_node_table_ref *ref)
{
	int end = 0;

	if (sscanf(text, "%" SCNd32 ":%" SCNd32 ":%" SCNu32 ":%" SCNx64 "%n", &ref->pid, &ref->fd,
		   &ref->n, &ref->token, &end) != 4 ||
	    text[end] || ref->pid <= 0 || ref->fd < 0)
		return -1;
	return 0;
}

/* ---- Opening ---- */

static struct head *map(const struct rd_node_table_ref *ref)
{
	uint64_t bytes = bytes_of(ref->n);
	int fd = rd_shm_open(ref->pid, ref->fd, bytes);
	struct head *head = fd < 0 ? NULL : rd_shm_map(fd, bytes);

	if (fd >= 0)
		close(fd);
	if (!head || (head->token == ref->token && head->n == ref->n))
		return head;
	munmap(head, bytes);
	errno = EINVAL;
	return NULL;
}

struct rd_node_table *rd_node_table_open(const struct rd_node_table_ref *ref)
{
	struct rd_node_table *table = malloc(sizeof(*table));
	struct head *head = table ? map(ref) : NULL;

	if (!head) {
		free(table);
		return NULL;
	}
	*table = (struct rd_node_table){head, (struct slot *)(head + 1), ref->n, bytes_of(ref->n)};
	return table;
}

void rd_node_table_close(struct rd_node_table *table)
{
	if (!table)
		return;
	munmap(table->head, table->bytes);
	free(table);
}

uint32_t rd_node_table_slots(const struct rd_node_table *table)
{
	return table->n;
}

/* ---- Records ---- */

int rd_node_table_post(struct rd_node_table *table, uint32_t i, uint32_t start, const void *record,
		       size_t len)
{
	struct slot *slot = &table->slot[i];

	/* a reader of the earlier record finds another start when it has copied; pairs with the
	 * fence of rd_node_table_read */
	__atomic_store_n(&slot->start, 0, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_RELEASE);
	if (!start)
		return 0;
	if (!len || len > sizeof(slot->record))
		return -1;
	memcpy(slot->record, record, len);
	slot->len = (uint32_t)len;
	/* pairs with the acquire of rd_node_table_read */
	__atomic_store_n(&slot->start, start, __ATOMIC_RELEASE);
	return 0;
}

size_t rd_node_table_read(const struct rd_node_table *table, uint32_t i, uint32_t start,
			  unsigned char record[RD_NODE_RECORD_MAX])
{
	const struct slot *slot = &table->slot[i];
	uint32_t len;

	if (__atomic_load_n(&slot->start, __ATOMIC_ACQUIRE) != start)
		return 0;
	len = __atomic_load_n(&slot->len, __ATOMIC_RELAXED);
	if (len > sizeof(slot->record))
		return 0;
	memcpy(record, slot->record, len);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	return __atomic_load_n(&slot->start, __ATOMIC_RELAXED) == start ? len : 0;
}

/* ---- Notes ---- */

/* Its pid in the namespace of the /proc by which the table was opened, that of the launcher: in a
 * namespace of its own the process has another for itself. 0: not known. */
static int32_t own_pid(void)
{
	char text[16];
	ssize_t n = readlink("/proc/self", text, sizeof(text) - 1);

	text[n > 0 ? n : 0] = 0;
	return (int32_t)strtol(text, NULL, 10);
}

void rd_node_table_enter(struct rd_node_table *table, uint32_t i, uint32_t start)
{
	struct slot *slot = &table->slot[i];

	__atomic_store_n(&slot->pid, start ? own_pid() : 0, __ATOMIC_RELAXED);
	__atomic_store_n(&slot->noted, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&slot->entered, start, __ATOMIC_RELEASE);
}

int rd_node_table_is_left(const struct rd_node_table *table, uint32_t i)
{
	int32_t pid = __atomic_load_n(&table->slot[i].pid, __ATOMIC_RELAXED);
	char path[32];

	/* kill(2) would take it for a pid of this process's namespace */
	snprintf(path, sizeof(path), "/proc/%" PRId32, pid);
	return pid > 0 && access(path, F_OK) && errno == ENOENT;
}

/* ---- Connections ---- */

enum { LOOK_NS = 10000000 }; /* between two looks whether a process has ended */

void rd_node_table_connection(struct rd_node_table *table, uint32_t i,
			      enum rd_node_connection state)
{
	uint32_t *connection = &table->slot[i].connection;

	__atomic_store_n(connection, (uint32_t)state, __ATOMIC_RELEASE);
	syscall(SYS_futex, connection, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

int rd_node_table_await(const struct rd_node_table *table, uint32_t i, int64_t limit_ns)
{
	uint64_t until = rd_clock_ns() + (uint64_t)limit_ns;
	const struct timespec look = {.tv_nsec = LOOK_NS};

	for (uint32_t j = 0; j < table->n; j++) {
		const uint32_t *connection = &table->slot[j].connection;

		while (j != i && __atomic_load_n(connection, __ATOMIC_ACQUIRE) == RD_NODE_MET &&
		       !rd_node_table_is_left(table, j)) {
			if (rd_clock_ns() >= until)
				return -1;
			syscall(SYS_futex, connection, FUTEX_WAIT, RD_NODE_MET, &look, NULL, 0);
		}
	}
	return 0;
}

int rd_node_table_is_full(const struct rd_node_table *table, uint32_t start)
{
	uint32_t i = 0;

	while (i < table->n && __atomic_load_n(&table->slot[i].entered, __ATOMIC_ACQUIRE) == start)
		i++;
	return i == table->n;
}

void rd_node_table_note(struct rd_node_table *table, uint32_t i, uint32_t start, const void *note,
			size_t len)
{
	struct slot *slot = &table->slot[i];

	memset(slot->note, 0, sizeof(slot->note));
	memcpy(slot->note, note, len < sizeof(slot->note) ? len : sizeof(slot->note));
	/* pairs with the acquire of rd_node_table_read_note */
	__atomic_store_n(&slot->noted, start, __ATOMIC_RELEASE);
}

int rd_node_table_read_note(const struct rd_node_table *table, uint32_t i, uint32_t start,
			    void *note, size_t len)
{
	const struct slot *slot = &table->slot[i];

	if (__atomic_load_n(&slot->noted, __ATOMIC_ACQUIRE) != start)
		return 0;
	memcpy(note, slot->note, len < sizeof(slot->note) ? len : sizeof(slot->note));
	return 1;
}
