/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of the PMI protocol, version 1.1, as Hydra and srun --mpi=pmi2 speak it with the processes
 * that they start: "cmd=put kvsname=K key=A value=B", each answered by a line. This file sends,
 * receives and parses lines; job_pmi.c knows their meaning. Every byte received is checked here.
 */
#ifndef RD_RUNTIME_PMI_WIRE_H
#define RD_RUNTIME_PMI_WIRE_H

#include <stddef.h>

#define RD_PMI_LINE_B 16384 /* the longest line that is accepted, with its end */

struct rd_pmi_wire {
	int fd;            /* the launcher's socket, -1 none */
	int broken;        /* no valid line can be received any more */
	size_t have, used; /* bytes in `in`, and those of the line received last */
	char in[RD_PMI_LINE_B];
};

/* Sends a line, which the format ends with "\n". 0; RD_EPROC: the launcher has ended (logged). */
int rd_pmi_send(struct rd_pmi_wire *wire, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Waits for the next line, which has to be "cmd=`command` ..."; *line is valid until the next call.
 * RD_EPROC: the launcher has ended, RD_EPROTO: another line came; both are logged.
 */
int rd_pmi_receive(struct rd_pmi_wire *wire, const char *command, const char **line);

/* Is it a line of words "name=value", all printable? */
int rd_pmi_line_good(const char *line);

/* Start of the value of `name` in a valid line; *len bytes of it. NULL: there is none. */
const char *rd_pmi_value(const char *line, const char *name, size_t *len);

/* The value of `name` as a number from `least` to `most`. 0 or RD_EPROTO. */
int rd_pmi_number(const char *line, const char *name, long least, long most, long *number);

/* The value of `name` as text with a NUL into `max` bytes. 0 or RD_EPROTO. */
int rd_pmi_text(const char *line, const char *name, char *text, size_t max);

#endif
