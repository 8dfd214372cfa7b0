/* SPDX-License-Identifier: BSD-3-Clause */
/* mpirun's own messages: one line each on standard error, never inside a rank's line. */
#ifndef RD_RUNTIME_MPIRUN_SAY_H
#define RD_RUNTIME_MPIRUN_SAY_H

#include <stddef.h>

/* printf-like, without a newline; "mpirun: " is put in front. */
void mpirun_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* mpirun_say and exit with status 1: for a lack of memory or descriptors before ranks run. */
_Noreturn void mpirun_die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The function that writes whole lines; NULL (the start value): standard error. */
void mpirun_say_through(void (*write_line)(const char *line, size_t len));

#endif
