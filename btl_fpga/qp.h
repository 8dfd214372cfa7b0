/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue pairs of the page (docs/card/rdma.md) for short WRITEs and READs of memory of other ranks:
 * below remote.h, which gives them their operations. A WRITE by a queue pair is done when it is
 * placed, so it needs no FLUSH.
 *
 * There is one queue pair for each other process, of the number of its rank, and one completion
 * queue. A queue pair is connected when it is first wanted: both processes open theirs, as each
 * knows the other's number, and tell each other by a packet. Until then operations go by
 * descriptors, which need nothing of the other process. An access that is refused breaks the queue
 * pairs of both sides: they are connected again by a packet each, and other operations then go on.
 * Tables and queues lie in the arena, which takes memory only for those that are used.
 */
#ifndef RD_BTL_FPGA_QP_H
#define RD_BTL_FPGA_QP_H

#include "btl_fpga/remote.h"

/* 1: the card has queue pairs, and this process uses them. */
int rd_qp_works(void);

/* 1: connected with the rank. 0: not yet, but it was asked for, or it cannot be. */
int rd_qp_is_up(struct rd_ep *ep);
/* Why not. */
const char *rd_qp_why(struct rd_ep *ep);

/* Memory for the queue pairs of others: its STag, or 0: none, as the card cannot reach it. */
uint32_t rd_qp_expose(const void *p, uint64_t len);
void rd_qp_hide(uint32_t stag, const void *p, uint64_t len);

/* ---- For remote.c ---- */

/* As rd_remote_begin, of a WRITE or READ with `stag`; the rank was connected, and is not down. */
void rd_qp_begin(struct rd_remote *r);
void rd_qp_down(struct rd_fpga_ep *ep);

/* ---- For the transport (btl.c) ---- */

void rd_qp_init(void);
void rd_qp_fini(void);
int rd_qp_poll(void);
int rd_qp_busy(void); /* 1: something has to be polled for */
/* What the rank tells of its queue pair. */
struct rd_fpga_pair;
void rd_qp_on_pair(struct rd_fpga_ep *ep, const struct rd_fpga_pair *told);
/* Another process has the rank from now on. */
void rd_qp_forget(struct rd_fpga_ep *ep);

#endif
