/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communicators of processes that share a piece of hardware (MPI-5.0 7.4.2): the node, or an object
 * that hwloc has a name for, like hwloc://Package. All are splits by a colour. Called from mpi/.
 */
#include "comm/comm.h"

#include "base/hints.h"
#include "comm/session.h"
#include "runtime/hw_resources.h"
#include "runtime/job.h"

#include <string.h>
#include <strings.h>

/* Colours are local to a node: the lowest world rank on it distinguishes the nodes. */
static int split_in_nodes(struct rd_comm *comm, int color, int key, struct rd_comm **out)
{
	struct rd_comm *node;
	int err = rd_comm_split(comm, rd_job.local[0], key, &node);

	*out = NULL;
	if (err || !node) /* an intercommunicator's other side has no process on this node */
		return err;
	err = rd_comm_split(node, color, key, out);
	rd_comm_put(node);
	return err;
}

/* All processes name the same kind. With an unknown name no process gets a communicator. */
static int split_by_kind(struct rd_comm *comm, const char *kind, int key, struct rd_comm **out)
{
	int which = -1;

	if (kind && !strcmp(kind, "mpi_shared_memory"))
		return rd_comm_split(comm, rd_job.local[0], key, out);
	if (kind && rd_hw_resource_of(kind, &which))
		which = -1;
	return split_in_nodes(comm, which < 0 ? MPI_UNDEFINED : which, key, out);
}

static int split_by_set(struct rd_comm *comm, const char *set, int key, struct rd_comm **out)
{
	int color = MPI_UNDEFINED;

	if (rd_session_pset_size(set))
		color = strcasecmp(set, "mpi://SELF") ? 0 : rd_job.rank;
	return rd_comm_split(comm, color, key, out);
}

static const char *const kinds[] = {"hwloc://Package", "hwloc://NUMANode", "hwloc://L3Cache",
				    "hwloc://L2Cache", "hwloc://Core",     NULL};

static int is_less(const struct rd_comm *part, const struct rd_comm *comm)
{
	return !part || part->size < comm->size || rd_comm_peers(part) < rd_comm_peers(comm);
}

/*
 * The largest piece of hardware that does not contain all. A process within none of a kind gets no
 * communicator, but counts as a part, so that all can decide whether the kind divides them.
 */
static int split_unguided(struct rd_comm *comm, int key, const char **kind, struct rd_comm **out)
{
	int err = rd_comm_split(comm, rd_job.local[0], key, out);

	*kind = "mpi_shared_memory";

	for (int i = 0; !err && !is_less(*out, comm); i++) {
		int which = -1;

		rd_comm_put(*out);
		*out = NULL;
		if (!kinds[i])
			return 0;
		*kind = kinds[i];
		if (rd_hw_resource_of(kinds[i], &which))
			which = -1;
		err = rd_comm_split(comm, which + 1, key, out);
		if (!err && which < 0 && *out && is_less(*out, comm)) {
			rd_comm_put(*out);
			*out = NULL;
		}
	}
	return err;
}

/* MPI-5.0 7.4.2: the caller's info receives the chosen kind; without memory it does not. */
static int split_and_tell(struct rd_comm *comm, int key, struct rd_hints *hints,
			  struct rd_comm **out)
{
	const char *kind;
	int err = split_unguided(comm, key, &kind, out);

	if (!err && *out && hints && hints != rd_hints_env())
		rd_hints_set(hints, "mpi_hw_resource_type", kind);
	return err;
}

int rd_comm_split_type(struct rd_comm *comm, int split_type, int key, struct rd_hints *hints,
		       struct rd_comm **out)
{
	const char *set = rd_hints_value(hints, "mpi_pset_name");

	switch (split_type) {
	case MPI_COMM_TYPE_SHARED:
		return rd_comm_split(comm, rd_job.local[0], key, out);
	case MPI_COMM_TYPE_HW_UNGUIDED:
		return split_and_tell(comm, key, hints, out);
	case MPI_COMM_TYPE_RESOURCE_GUIDED:
		if (set)
			return split_by_set(comm, set, key, out);
		/* fall through */
	case MPI_COMM_TYPE_HW_GUIDED:
		return split_by_kind(comm, rd_hints_value(hints, "mpi_hw_resource_type"), key, out);
	case MPI_UNDEFINED:
		return rd_comm_split(comm, MPI_UNDEFINED, key, out);
	default:
		return RD_EARG;
	}
}
