/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations on files with a request, and all collective ones. Each is carried on by steps, which
 * never wait for another process: a poller calls them while any is under way. Collective ones of a
 * file are carried out one after the other, in the order in which they began, so that all members
 * make the same collectives in the same order.
 */
#ifndef RD_IO_OP_H
#define RD_IO_OP_H

#include "io/io_impl.h"
#include "io/stats.h"
#include "io/stream.h"
#include "pt2pt/request.h"

struct rd_exchange; /* exchange.h */
struct rd_convert;  /* datarep.h */

struct rd_io_op {
	struct rd_req req;
	struct rd_list link;  /* in the list of those that are carried on */
	struct rd_list queue; /* collective: in rd_file.queue */
	struct rd_file *file; /* held */
	/* Carries it on; returns the number of events. It calls rd_io_end as the last. */
	int (*step)(struct rd_io_op *op);
	struct rd_buf buf; /* its type is held */
	uint64_t pos;      /* position in the view where it begins, as in stream.h */
	uint64_t bytes;    /* of the memory */
	struct rd_stream stream;
	struct rd_exchange *exchange; /* collective */
	struct rd_convert *convert;   /* NULL: native */
	int writes;
	int how;            /* RD_IO_* */
	enum rd_io_way way; /* for the statistics, as `began` */
	uint64_t began;
	int starved;           /* the last step had no memory for a message */
	int err;               /* first error so far */
	char why[RD_IO_WHY_B]; /* its cause, for the call that ends the request */
};

/* RD_ENOMEM. The request is active. */
int rd_io_op_new(const struct rd_io_call *call, uint64_t pos, struct rd_io_op **out);
/* That of the file, for a blocking collective call, or one without memory for another. If an
 * earlier call has it, this one waits until that is complete, also a non-blocking one. */
struct rd_io_op *rd_io_op_spare(const struct rd_io_call *call, uint64_t pos);
struct rd_io_op *rd_io_op_alloc(void); /* NULL: no memory */
void rd_io_begin(struct rd_io_op *op); /* from now on the poller carries it on */
void rd_io_drop(struct rd_io_op *op);  /* instead */
/* After `moved` bytes of the file, converts the data of a read; returns its bytes in the memory.
 * Later calls find it done. */
uint64_t rd_io_take(struct rd_io_op *op, uint64_t moved);
/* Completes the request; `moved`: for its status. */
void rd_io_end(struct rd_io_op *op, uint64_t moved);
/* Keeps the first error with the cause that was given last. */
void rd_io_failed(struct rd_io_op *op, int err);

/* Waits until no collective of the file is under way. */
void rd_io_drain(struct rd_file *file);
void rd_io_drain_all(struct rd_file *file); /* no operation with a request at all */

#endif
