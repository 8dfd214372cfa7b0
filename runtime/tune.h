/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared by the files of rondo_tune: the driver, its measuring job, the file it writes. */
#ifndef RD_RUNTIME_TUNE_H
#define RD_RUNTIME_TUNE_H

#define TUNE_PROBE "--probe" /* argv[1] of a rank that measures */

/* A line of the result; `value` NULL: the default was best, and no line is wanted. */
struct tune_line {
	const char *name;
	const char *value;
	char comment[160]; /* the figures */
};

/* The measuring job: argv of main, after TUNE_PROBE. Prints one number, microseconds. */
int tune_probe(int argc, char **argv);

/*
 * Writes the lines to a file of parameters (base/param_file.h), or to standard output for "-". In
 * an existing file, lines with other names and comments stay. 0, or -1 with the error reported.
 */
int tune_write(const char *path, const struct tune_line line[], int n);

#endif
