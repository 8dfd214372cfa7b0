/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Partitioned communication (MPI-5.0 4): persistent sends and receives whose data is sent partition
 * by partition. Arguments have been checked by the caller.
 */
#ifndef RD_PT2PT_PART_H
#define RD_PT2PT_PART_H

#include "pt2pt/pt2pt.h"

/* State of a communicator for it: two contexts of its own, made at the first use. */
struct rd_parts;

/* Ids of contexts with this bit belong to partitioned communication. */
#define RD_PARTS_ID 0x80000000u

/* Closes the state of a communicator that is no longer used; NULL: it was never made. Waits until
 * the messages begun have left. */
void rd_parts_close(struct rd_parts *parts);
/* At the end, when no message is under way any more. */
void rd_parts_fini(void);

/*
 * Inactive requests, started by rd_req_start. buf: the first
 * partition; peer: rank or MPI_PROC_NULL; *parts is made from ctx when it is NULL.
 */
int rd_psend_init(const struct rd_buf *buf, int partitions, int peer, int tag,
		  const struct rd_ctx *ctx, struct rd_parts **parts, struct rd_req **req);
int rd_precv_init(const struct rd_buf *buf, int partitions, int peer, int tag,
		  const struct rd_ctx *ctx, struct rd_parts **parts, struct rd_req **req);

int rd_part_is_send(const struct rd_req *req);
int rd_part_is_recv(const struct rd_req *req);
int rd_part_count(const struct rd_req *req); /* number of its partitions */
int rd_part_left(const struct rd_req *req);  /* of a send: partitions not marked ready */

/* Sends a partition of an active send. RD_EARG: it was marked before. An error of the transfer is
 * returned when the request is waited for. */
int rd_pready(struct rd_req *req, int partition);

/* 1 if a partition of a receive has arrived, or the request is inactive. Does not poll. */
int rd_parrived(struct rd_req *req, int partition);

#endif
