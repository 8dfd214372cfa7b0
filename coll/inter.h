/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives on intercommunicators, and the functions of coll.c and begin.c that they call. */
#ifndef RD_COLL_INTER_H
#define RD_COLL_INTER_H

#include "coll/message.h"

/* Carries out a call on an intercommunicator, or writes it down if the call has a recorder.
 * RD_ECOMM: there is no such collective. */
int rd_coll_inter(struct rd_coll_call *call);

/* A collective within the local group, as a part of the call. */
void rd_coll_inter_within(struct rd_coll_call *call, struct rd_coll_call part);

/* Carries out a described call (coll.c). */
int rd_coll_carry(struct rd_coll_call *call);
/* Carries out a described call as a part of `call`, which keeps its first error and the cause of
 * that (coll.c). */
void rd_coll_carry_part(struct rd_coll_call *call, struct rd_coll_call part);
/* Records a call that has rank, size, tag and recorder too (begin.c). */
int rd_coll_write_down(struct rd_coll_call *call);

#endif
