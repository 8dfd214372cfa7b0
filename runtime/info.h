/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of rondo_info: each prints a section. Called by info_main.c only. */
#ifndef RD_RUNTIME_INFO_H
#define RD_RUNTIME_INFO_H

#define INFO_COLUMN 22 /* where the values begin */

/* A line "  name    value"; the value is printf-like. */
void info_line(const char *name, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Processors, memory and caches as hwloc sees them, and what of it may be used. */
void info_machine(void);

/* By whom it was started, and which launchers are there for other machines. */
void info_launch(void);

/* The transports, and what this machine gives them. */
void info_transports(void);

#endif
