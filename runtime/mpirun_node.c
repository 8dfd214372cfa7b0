/* SPDX-License-Identifier: BSD-3-Clause */
/* See mpirun_node.h. */
#include "runtime/mpirun_node.h"

#include "node/table.h"

static struct rd_node_table *table; /* NULL: there is none */

const char *mpirun_node_make(int nranks)
{
	static char text[RD_NODE_TABLE_TEXT];
	struct rd_node_table_ref ref;

	if (rd_node_table_make((uint32_t)nranks, &ref))
		return NULL;
	table = rd_node_table_open(&ref);
	rd_node_table_write(&ref, text);
	return text;
}

int mpirun_node_is_left(int rank)
{
	return table && rd_node_table_is_left(table, (uint32_t)rank);
}
