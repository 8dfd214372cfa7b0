/* SPDX-License-Identifier: BSD-3-Clause */
/* The sections of rondo_info: each function prints one. Called by info_main.c only. */
#ifndef RD_RUNTIME_INFO_H
#define RD_RUNTIME_INFO_H

#define INFO_COLUMN 22 /* where the values begin */

/* A line "  name    value"; the value is printf-like. */
void info_line(const char *name, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Processors, memory and caches as hwloc sees them, and the part that may be used. */
void info_machine(void);

/* The launcher of this process, and the launchers available for other machines. */
void info_launch(void);

/* The transports, and the support that this machine has for them. */
void info_transports(void);

#endif
