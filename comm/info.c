/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The hints of a communicator: assertions by the program (MPI-5.0 7.4.4). They are kept and
 * returned; no code depends on them yet, which is allowed. Called by the entry points in
 * generated/comm_info.c.
 */
#include "comm/info.h"

#include "base/err.h"

static const char *const promises[] = {
	/* by bit of comm->promises */
	"mpi_assert_no_any_tag",
	"mpi_assert_no_any_source",
	"mpi_assert_exact_length",
	"mpi_assert_allow_overtaking",
	"mpi_assert_strict_persistent_collective_ordering",
};
enum { PROMISES_N = sizeof(promises) / sizeof(promises[0]) };

void rd_comm_set_info(struct rd_comm *comm, const struct rd_hints *hints)
{
	for (unsigned i = 0; i < PROMISES_N; i++) {
		uint32_t bit = 1u << i;
		int on = rd_hints_flag(hints, promises[i], (comm->promises & bit) != 0);

		comm->promises = on ? comm->promises | bit : comm->promises & ~bit;
	}
}

int rd_comm_get_info(const struct rd_comm *comm, struct rd_hints **out)
{
	struct rd_hints *hints;
	int err = rd_hints_new(&hints);

	if (err)
		return err;
	for (unsigned i = 0; !err && i < PROMISES_N; i++)
		err = rd_hints_set(hints, promises[i], comm->promises & 1u << i ? "true" : "false");
	if (!err) /* MPI-5.0 11.4.3: the kinds of memory that may be passed */
		err = rd_hints_set(hints, "mpi_memory_alloc_kinds", "mpi,system");
	if (err)
		rd_hints_put(hints);
	else
		*out = hints;
	return err;
}
