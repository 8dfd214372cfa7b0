/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The node table: memory in which each rank of a node posts the record by which others reach it.
 * mpirun makes it and gives its reference to the ranks with the job's data; then a first contact
 * on the node is a read of memory, not a request to the launcher.
 *
 *     head: token, number of slots | slot of rank 0 | slot of rank 1 | ...     (ranks of the node)
 *
 * A slot is written by its rank alone. A record that is too long for a slot, or is not posted yet,
 * has to be fetched in another way.
 */
#ifndef RD_NODE_TABLE_H
#define RD_NODE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#define RD_NODE_TABLE_KEY "rondo.node" /* of its reference in the job's data */
#define RD_NODE_RECORD_MAX 1016        /* bytes of a record */

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

#endif
