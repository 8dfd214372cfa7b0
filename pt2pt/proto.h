/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages of point-to-point on the wire, the same over every transport: a struct rd_hdr (btl.h)
 * and a payload by kind. Byte order is that of the machine; all processes of a job share it
 * (transports that leave the node check).
 *
 *   kind  hdr.ctx            rest of hdr   payload
 *   EAGR  context id         tag, src      the data
 *   RTS_  context id         tag, src      struct rd_rts, then the data if flags has INLINE
 *   CTS_  sender's request   -             struct rd_cts: send the first `want` bytes as DATA
 *   DATA  receiver's request offset        a fragment of the data
 *   FIN_  sender's request   -             none: the receiver has all bytes that it wants; if
 *                                          flags has FAILED, it has no memory for the data
 *   PAUS  -                  -             none: send no EAGR from now on, only RTS_
 *   RESM  -                  -             none: EAGR is accepted again
 *   POISON  context id         tag, src      int32_t, world rank of a failed process, without which
 *                                          the message that belongs here cannot be sent; if flags
 *                                          has NOMEM, its sender has no memory for it, if DIFFER,
 *                                          collective calls differ: rank -1; then, with DIFFER,
 *                                          text that says which, less than RD_CAUSE_B bytes
 *   UNDO  context id         tag, src      uint32_t, sender's request: drop its message if it is
 *                                          not matched
 *   DROP  sender's request   -             none: its message was not matched, and is dropped
 *
 * src is the sender's rank in the context's group. Requests are identified by the 32-bit ids of
 * idtab.h, checked on every use.
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
	RD_POISON = 8,
	RD_UNDO = 9,
	RD_DROP = 10,
};

/* rd_hdr.flags; each kind has its own */
enum {
	RD_HDR_INLINE = 1, /* of RTS_ */
	RD_HDR_FAILED = 1, /* of FIN_ */
	RD_HDR_NOMEM = 1,  /* of POISON */
	RD_HDR_DIFFER = 2, /* likewise */
};

struct rd_rts {
	uint64_t size; /* bytes of the message */
	uint64_t addr; /* address of the data in the sender if it is one block, else 0 */
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
