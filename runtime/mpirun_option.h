/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The options of mpirun: the table of their names and effects (mpirun_option.c), used by the parser
 * of the command line (mpirun_opts.c).
 */
#ifndef RD_RUNTIME_MPIRUN_OPTION_H
#define RD_RUNTIME_MPIRUN_OPTION_H

#include "runtime/mpirun_opts.h"

struct mpirun_option {
	const char *names; /* "n np c": without dashes, the first is the one in messages */
	int nargs;         /* arguments that follow; the next `nargs` words */
	int (*set)(struct mpirun_opts *opts, char **arg); /* 0, 1 or 2 as mpirun_opts_parse */
	const char *text; /* the reason for refusing it (`set` is NULL), or a remark, or NULL */
};

/* The option of this name, `len` bytes without dashes; NULL: there is none. */
const struct mpirun_option *mpirun_option_find(const char *word, size_t len);

/* Does it set a variable, "-env A 1"? */
int mpirun_option_is_env(const struct mpirun_option *option);

/* Reports that there is none and suggests the nearest one; returns 2. */
int mpirun_option_unknown(const char *word);

/* In mpirun_option_bind.c. */
int mpirun_set_bind(struct mpirun_opts *opts, char **arg);
int mpirun_set_map(struct mpirun_opts *opts, char **arg);
int mpirun_set_rank_by(struct mpirun_opts *opts, char **arg);
int mpirun_set_cpu_set(struct mpirun_opts *opts, char **arg);
int mpirun_set_cpus_per_rank(struct mpirun_opts *opts, char **arg);
int mpirun_set_rankfile(struct mpirun_opts *opts, char **arg);
#define MPIRUN_PPR_MOST 1000000

/* Called when all options are known. 0, or 2: they contradict each other, which is reported. */
int mpirun_bind_settle(struct mpirun_opts *opts);

/* A copy of an argument; the original may come from a file whose text is freed before its use. */
const char *mpirun_keep(struct mpirun_opts *opts, const char *text);

/* A number of processes or a rank. 0, or 2 with the error reported. */
int mpirun_parse_count(const char *what, const char *text, int least, int *value);

/* The program being described, the last one so far. */
static inline struct mpirun_app *mpirun_app_now(struct mpirun_opts *opts)
{
	return &opts->app[opts->napps - 1];
}

/* A number of seconds above 0. 0, or 2 with the error reported. */
int mpirun_parse_seconds(const char *what, const char *text, double *value);

#endif
