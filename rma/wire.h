/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Active messages of windows: the messages between origin and target, in one context for all
 * windows of a process (RD_COMM_WINDOWS_ID). The tag is the id of the window's own communicator, in
 * whose context data follows. Messages from one process to another are handled in the order of
 * sending.
 *
 *   kind  from    rest of the header              payload
 *   PUT_  origin  disp, count, type, bytes        the data, packed
 *   PUTB  origin  likewise; tag                   none: the data follows as a message of this tag
 *   GET_  origin  disp, count, type, bytes, tag   none: the data is sent back with this tag
 *   ACC_  origin  likewise, and op, skip; tag 0:  packed elements for the bytes from `skip` of
 *                 no result is wanted             the target's data; NO_OP: none
 *   CAS_  origin  disp, type, bytes, tag          new value, then the value to compare with
 *   TYPE  origin  type: slot, skip, bytes: whole  a part of the type's description (types.c)
 *   LOCK  origin  op: enum rd_rma_hold            -
 *   GRNT  target  -                               -
 *   UNLK  origin  op: lock held; 0: none          - (is acknowledged)
 *   FLSH  origin  -                               - (is acknowledged)
 *   ACK_  target  op: -err of an operation, or 0  -
 *   POST  target  -                               -
 *   CMPL  origin  -                               -
 *   WAKE  any     -                               none: a lock word has changed
 *
 * Byte order is that of the machine, as in pt2pt/proto.h. A type below 4096 is the handle of a
 * predefined one, others are RD_RMA_SLOT plus a slot.
 */
#ifndef RD_RMA_WIRE_H
#define RD_RMA_WIRE_H

#include <stdint.h>

enum rd_rma_kind {
	RD_RMA_PUT_ = 1,
	RD_RMA_PUTB,
	RD_RMA_GET_,
	RD_RMA_ACC_,
	RD_RMA_CAS_,
	RD_RMA_TYPE,
	RD_RMA_LOCK,
	RD_RMA_GRNT,
	RD_RMA_UNLK,
	RD_RMA_FLSH,
	RD_RMA_ACK_,
	RD_RMA_POST,
	RD_RMA_CMPL,
	RD_RMA_WAKE,
	RD_RMA_KINDS
};

struct rd_rma_msg {
	uint16_t kind;
	uint16_t op; /* handle of the operator, see above */
	uint16_t type;
	uint16_t
		basic; /* ACC_: handle of the element's type; 0: an unnamed pair, given by `type` */
	uint32_t tag;
	uint32_t from;  /* the sender's rank in the window */
	uint64_t disp;  /* bytes from the window's start; an address in dynamic windows */
	uint64_t count; /* of the type */
	uint64_t skip;  /* bytes */
	uint64_t bytes; /* of data, payload or not */
};
_Static_assert(sizeof(struct rd_rma_msg) == 48, "wire format");

#define RD_RMA_SLOT 4096u
#define RD_RMA_MESSAGE_B 8192u /* the largest, header included: btl_sm sends it as one fragment */
#define RD_RMA_PAYLOAD_B (RD_RMA_MESSAGE_B - sizeof(struct rd_rma_msg))

#endif
