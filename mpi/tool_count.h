/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of performance variables (tool_count.c), for tool_pvar.c. */
#ifndef RD_MPI_TOOL_COUNT_H
#define RD_MPI_TOOL_COUNT_H

#include "mpi/tool.h"

enum { RD_TOOL_NAME_B = 96, RD_TOOL_DESC_B = 160 };

/* One variable; all are unsigned long long. */
struct rd_tool_count {
	char name[RD_TOOL_NAME_B];
	char desc[RD_TOOL_DESC_B];
	int class;     /* MPI_T_PVAR_CLASS_... */
	int verbosity; /* MPI_T_VERBOSITY_... */
	int of_comm;   /* bound to a communicator */
	enum rd_tool_category category;
	const uint64_t *at; /* address of the counter; NULL: call ask */
	uint64_t (*ask)(const struct rd_comm *comm);
};

/* Variable i, 0 <= i < rd_tool_pvar_count(). The list never changes. */
void rd_tool_count_get(int i, struct rd_tool_count *out);

#endif
