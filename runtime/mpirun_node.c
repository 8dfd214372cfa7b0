/* SPDX-License-Identifier: BSD-3-Clause */
/* See mpirun_node.h. */
#include "runtime/mpirun_node.h"

#include "node/table.h"

const char *mpirun_node_make(int nranks)
{
	static char text[RD_NODE_TABLE_TEXT];
	struct rd_node_table_ref ref;

	if (rd_node_table_make((uint32_t)nranks, &ref))
		return NULL;
	rd_node_table_write(&ref, text);
	return text;
}
