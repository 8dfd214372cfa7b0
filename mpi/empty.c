/* SPDX-License-Identifier: BSD-3-Clause */
/* Which operators are defined for which named datatypes (empty.h), learnt as calls ask. */
#include "mpi/empty.h"

uint32_t rd_empty_ops[RD_TYPE_LAST - RD_TYPE_FIRST + 1];

int rd_empty_find_op(unsigned op, unsigned type)
{
	const struct rd_op *found = rd_op_predefined[op];

	if (!found || rd_op_check(found, rd_type_predefined[type]))
		return 0;
	__atomic_fetch_or(&rd_empty_ops[type], 1u << op, __ATOMIC_RELAXED);
	return 1;
}
