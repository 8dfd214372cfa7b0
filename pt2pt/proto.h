/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What point-to-point puts on the wire, the same over every transport: a
 * struct rd_hdr (btl.h) and a payload by kind. Byte order is that of the machine; all processes
 * of a job share it (transports that leave the node check).
 *
 *   kind  hdr.ctx            rest of hdr   payload
 *   EAGR  context id         tag, src      the data
 *   RTS_  context id         tag, src      struct rd_rts, then the data if flags has INLINE
 *   CTS_  sender's request   -             struct rd_cts: send the first `want` bytes as DATA
 *   DATA  receiver's request offset        a piece of the data
 *   FIN_  sender's request   -             none: the receiver has what it wants; if flags has
 *                                          FAILED, it has no memory to take the data
 *   PAUS  -                  -             none: send me no EAGR from now on, RTS_ only
 *   RESM  -                  -             none: EAGR is welcome again
 *   VOID  context id         tag, src      int32_t, world rank of a process that is gone: for want
 *                                          of it the message that belongs here does not come
 *   UNDO  context id         tag, src      uint32_t, sender's request: forget its message, if
 *                                          nothing has matched that
 *   DROP  sender's request   -             none: its message was not matched, and is forgotten
 *
 * src is the sender's rank in the context's group. Requests are named by the
 * 32-bit ids of idtab.h, checked on every use.
 */
#ifndef RD_PT2PT_PROTO_H
#define RD_PT2PT_PROTO_H

#include <stdint.h>

enum rd_kind {
	RD_EAGR = 1,
	RD_RTS_ = 2,
	RD_CTS_ = 3,
	RD_DATA = 4,
	RD_FIN_ = 5,
	RD_PAUS = 6,
	RD_RESM = 7,
	RD_VOID = 8,
	RD_UNDO = 9,
	RD_DROP = 10,
};

/* rd_hdr.flags */
enum {
	RD_HDR_INLINE = 1, /* of RTS_ */
	RD_HDR_FAILED = 1, /* of FIN_ */
};

struct rd_rts {
	uint64_t size; /* bytes of the message */
	uint64_t addr; /* where they lie as one block in the sender; 0: they do not */
	uint32_t sreq; /* sender's request */
	uint32_t zero;
};
_Static_assert(sizeof(struct rd_rts) == 24, "wire format");

struct rd_cts {
	uint64_t want; /* bytes, at most the RTS's size */
	uint32_t rreq; /* receiver's request */
	uint32_t zero;
};
_Static_assert(sizeof(struct rd_cts) == 16, "wire format");

#endif
