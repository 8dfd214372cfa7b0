/* SPDX-License-Identifier: BSD-3-Clause */
/* Collective access to data. */
#ifndef RD_IO_COLLECTIVE_H
#define RD_IO_COLLECTIVE_H

#include "io/op.h"

/* Begins the operation, or queues it behind those of the file that are under way. `failed`: this
 * member cannot take part; the others learn it. */
void rd_collective_begin(struct rd_io_op *op, int failed);
void rd_collective_start(struct rd_io_op *op); /* it is the first of the queue */
/* Carries out the operation of a blocking call, by the file's collectives in their blocking form:
 * the request is complete when it returns. */
void rd_collective_run(struct rd_io_op *op, int failed);

#endif
