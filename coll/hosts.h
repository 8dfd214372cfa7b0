/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who shares a node, for communicators over several ones (hosts.c).
 */
#ifndef RD_COLL_HOSTS_H
#define RD_COLL_HOSTS_H

#include "coll/call.h"

struct rd_hosts {
	struct rd_comm *local;   /* the members on this node, in their order */
	struct rd_comm *leaders; /* the first member of each node; NULL: this is none of them */
	int n;                   /* nodes */
	int index;               /* of this one: the rank of its leader among the leaders */
	int leader;              /* rank of its leader */
	int in_order;            /* the ranks of each node follow one another */
	int *host;               /* [size] index of each member's node */
	int *place;              /* [size] rank of each member among those of its node */
};

#endif
