/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The communicator of each matched message: the handle of MPI_Mprobe does not contain it, the
 * errors of MPI_Mrecv need it. There are few at a time. MPI_MESSAGE_NO_PROC is one handle for all
 * communicators, so it belongs to MPI_COMM_SELF. Called by the entry points in
 * generated/pt2pt_probe.c.
 */
#include "mpi/api.h"

#include "base/list.h"

#include <stdlib.h>

struct origin {
	struct rd_list link;
	const struct rd_msg *msg;
	struct rd_comm *comm; /* held */
};

static struct rd_list origins = {&origins, &origins};

static struct origin *find(const struct rd_msg *msg)
{
	struct rd_list *pos;

	rd_list_for (pos, &origins) {
		struct origin *origin = rd_container(pos, struct origin, link);

		if (origin->msg == msg)
			return origin;
	}
	return NULL;
}

MPI_Message rd_mpi_msg_new(struct rd_msg *msg, struct rd_comm *comm)
{
	struct origin *origin;

	if (msg == &rd_msg_no_proc)
		return MPI_MESSAGE_NO_PROC;
	origin = malloc(sizeof(*origin));
	if (origin) { /* without it the errors of the receive go to MPI_COMM_SELF */
		origin->msg = msg;
		origin->comm = comm;
		rd_comm_hold(comm);
		rd_list_append(&origins, &origin->link);
	}
	return (MPI_Message)msg;
}

struct rd_comm *rd_mpi_msg_comm(const struct rd_msg *msg)
{
	struct origin *origin = find(msg);

	return origin ? origin->comm : &rd_comm_self;
}

void rd_mpi_msg_forget(const struct rd_msg *msg)
{
	struct origin *origin = find(msg);

	if (!origin)
		return;
	rd_list_remove(&origin->link);
	rd_comm_put(origin->comm);
	free(origin);
}

long rd_mpi_msg_living(void)
{
	struct rd_list *pos;
	long n = 0;

	rd_list_for (pos, &origins)
		n++;
	return n;
}
