/* SPDX-License-Identifier: BSD-3-Clause */
/* Parcels to members of a communicator to be, from whoever has some for whomever. */
#ifndef RD_COMM_ROUTE_H
#define RD_COMM_ROUTE_H

#include "comm/agree.h"

struct rd_parcels {
	char *items;  /* [n][bytes], malloc'ed; each begins with an int: the member it goes to */
	size_t n;
	size_t bytes; /* of one; the same on all members */
};

/* Collective: those of all members that go to this one take the place of what it had, in any
 * order. The memory is the caller's again, whatever is returned. */
int rd_route(const struct rd_circle *circle, struct rd_parcels *parcels);

#endif
