/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The node table: memory in which each rank of a node posts the record by which others reach it.
 * mpirun makes it and gives its reference to the ranks with the job's data; then a first contact
 * on the node is a read of memory, not a request to the launcher.
 *
 *     head: token, number of slots | slot of rank 0 | slot of rank 1 | ...     (ranks of the node)
 *
 * A slot is written by its rank alone. A record that is too long for a slot, or is not posted yet,
 * has to be fetched in another way. A slot also has a note, a few words by which the ranks of the
 * node agree during their start: only where all of them have entered the table. And it tells the
 * state of the rank's connection to the launcher's server.
 */
#ifndef RD_NODE_TABLE_H
#define RD_NODE_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* Of its reference in the job's data; another one for each layout of the table. */
#define RD_NODE_TABLE_KEY "rondo.node.3"
#define RD_NODE_RECORD_MAX 1016 /* bytes of a record */
#define RD_NODE_NOTE_MAX 112    /* bytes of a note */

/* How other processes find it. */
struct rd_node_table_ref {
	int32_t pid, fd; /* descriptor `fd` of process `pid` */
	uint32_t n;      /* slots */
	uint64_t token;  /* random; also in the table */
};

enum { RD_NODE_TABLE_TEXT = 64 }; /* bytes of a reference as text, with the final 0 */

struct rd_node_table;

/* Makes the table of n ranks. 0; its descriptor, in *ref, stays open as long as the table is to be
 * found. -1: errno. */
int rd_node_table_make(uint32_t n, struct rd_node_table_ref *ref);

void rd_node_table_write(const struct rd_node_table_ref *ref, char text[RD_NODE_TABLE_TEXT]);
/* -1: it is no reference. */
int rd_node_table_parse(const char *text, struct rd_node_table_ref *ref);

/* Maps the table. NULL (errno): it cannot be opened, or is another file. */
struct rd_node_table *rd_node_table_open(const struct rd_node_table_ref *ref);
void rd_node_table_close(struct rd_node_table *table);
uint32_t rd_node_table_slots(const struct rd_node_table *table);

/*
 * Posts the record of rank `i` of the node for its start number `start` (from 1 on) of MPI; all
 * ranks count their starts alike. -1: it is too long, and nothing is posted. Start 0 withdraws the
 * record.
 */
int rd_node_table_post(struct rd_node_table *table, uint32_t i, uint32_t start, const void *record,
		       size_t len);
/* Copies the record that rank `i` has posted for this start; returns its bytes, or 0: there is
 * none. */
size_t rd_node_table_read(const struct rd_node_table *table, uint32_t i, uint32_t start,
			  unsigned char record[RD_NODE_RECORD_MAX]);

/* Rank `i` has the table in this start; start 0 withdraws that, and its note. */
void rd_node_table_enter(struct rd_node_table *table, uint32_t i, uint32_t start);
/* 1: the process that has entered as rank `i` has ended since, and has not withdrawn that. */
int rd_node_table_is_left(const struct rd_node_table *table, uint32_t i);
/*
 * The connection of a process of rank `i` to the launcher's server. rd_node_table_await waits until
 * no other rank has a connection in the state RD_NODE_MET, or the processes of those that have one
 * have ended; 0, or -1: they did neither in `limit_ns`.
 */
enum rd_node_connection {
	RD_NODE_NONE,
	RD_NODE_CONNECTED, /* it has not met the other ranks yet */
	RD_NODE_MET        /* it has been in a fence of all ranks */
};
void rd_node_table_connection(struct rd_node_table *table, uint32_t i,
			      enum rd_node_connection state);
int rd_node_table_await(const struct rd_node_table *table, uint32_t i, int64_t limit_ns);
/* 1: all ranks have entered for this start. All of them find the same after a fence. */
int rd_node_table_is_full(const struct rd_node_table *table, uint32_t start);
/* Posts the only note of rank `i` for a start, of 1 to RD_NODE_NOTE_MAX bytes. */
void rd_node_table_note(struct rd_node_table *table, uint32_t i, uint32_t start, const void *note,
			size_t len);
/* Copies `len` bytes of the note of rank `i`, those that it lacks as 0. 0: it is not there yet. */
int rd_node_table_read_note(const struct rd_node_table *table, uint32_t i, uint32_t start,
			    void *note, size_t len);

#endif
