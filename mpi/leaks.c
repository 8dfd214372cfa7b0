/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * With RONDO_LEAKS, reports in MPI_Finalize the kinds of objects that the program has made and not
 * freed. The entry points count handles that they give and take back.
 */
#include "mpi/leaks.h"

#include "base/attr.h"
#include "base/log.h"
#include "mpi/api.h"
#include "pt2pt/pt2pt.h"

#include <stdio.h>

long rd_mpi_made[RD_MADE_N];

struct line {
	char text[400];
	size_t at;
};

static void add(struct line *line, long n, const char *one, const char *many)
{
	if (n <= 0 || line->at >= sizeof(line->text))
		return;
	line->at += (size_t)snprintf(line->text + line->at, sizeof(line->text) - line->at,
				     "%s%ld %s", line->at ? ", " : "", n, n == 1 ? one : many);
}

void rd_mpi_leaks_report(void)
{
	static const char *const names[RD_MADE_N][2] = {
		[RD_MADE_COMM] = {"communicator", "communicators"},
		[RD_MADE_GROUP] = {"group", "groups"},
		[RD_MADE_TYPE] = {"datatype", "datatypes"},
		[RD_MADE_OP] = {"operator", "operators"},
		[RD_MADE_EH] = {"error handler", "error handlers"},
		[RD_MADE_INFO] = {"info object", "info objects"},
		[RD_MADE_WIN] = {"window", "windows"},
		[RD_MADE_SESSION] = {"session", "sessions"},
		[RD_MADE_FILE] = {"file", "files"},
	};
	struct line line = {"", 0};

	for (int i = 0; i < RD_MADE_N; i++)
		add(&line, rd_mpi_made[i], names[i][0], names[i][1]);
	add(&line, rd_p2p_living(), "request", "requests");
	add(&line, rd_mpi_msg_living(), "matched message", "matched messages");
	add(&line, rd_keyval_living(), "attribute key", "attribute keys");
	if (line.at)
		rd_warn("MPI_Finalize: made and not freed: %s", line.text);
}
