/* SPDX-License-Identifier: BSD-3-Clause */
/* Parcels to members of a communicator to be: any member may have some for any other. */
#ifndef RD_COMM_ROUTE_H
#define RD_COMM_ROUTE_H

#include "comm/boot.h"

struct rd_parcels {
	char *items; /* [n][bytes], malloc'ed; each begins with an int: the member it goes to */
	size_t n;
	size_t bytes; /* of one; the same on all members */
};

/* Collective: the parcels of all members that are addressed to this one replace those that it
 * passed, in any order. The memory is the caller's again on every return. */
int rd_route(const struct rd_boot *boot, struct rd_parcels *parcels);

#endif
