/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The options of a mpirun call: the command line and its configuration files, parsed and checked,
 * without access to hosts or programs. Filled by mpirun_opts.c, read by the rest of the launcher.
 */
#ifndef RD_RUNTIME_MPIRUN_OPTS_H
#define RD_RUNTIME_MPIRUN_OPTS_H

#include "runtime/mpirun_hosts.h"
#include "runtime/mpirun_rankfile.h"

#include <stddef.h>

enum { MPIRUN_STDIN_ALL = -1, MPIRUN_STDIN_NONE = -2 };

enum mpirun_unit { /* the units that ranks are mapped to, or bound to */
		   UNIT_NONE,
		   UNIT_HWTHREAD,
		   UNIT_CORE,
		   UNIT_L1,
		   UNIT_L2,
		   UNIT_L3,
		   UNIT_NUMA,
		   UNIT_PACKAGE,
		   UNIT_NODE
};

enum mpirun_oversubscribe {
	MPIRUN_OVERSUBSCRIBE_YES,
	MPIRUN_OVERSUBSCRIBE_NO
}; /* more ranks than slots? */

/* A list of strings that ends with NULL. */
struct mpirun_list {
	char **item; /* [n + 1], NULL while empty */
	int n;
};

struct mpirun_app { /* one of the `:`-separated programs */
	int np;     /* processes; -1 while -n was not given */
	int preset; /* -n was not given */
	struct mpirun_list argv;
	struct mpirun_list env; /* "NAME=value" for this program's ranks only */
	const char *wdir;       /* NULL: mpirun's own */
	char *other_mpi;        /* library of another MPI that the program needs, or NULL */
	const char *path;       /* colon-separated folders searched before $PATH, or NULL */
};

/* Where ranks run, and which processors they are bound to. */
struct mpirun_placing {
	int per_node; /* -ppn, 0 = not given */
	enum mpirun_unit bind, map, rank_by;
	int pe;                /* units of `bind` for each rank (PE=n, core:n); 0: not given */
	int per_unit;          /* ppr:N:unit: ranks in one unit before the next; 0: not given */
	int hwthreads;         /* threads count as cores do */
	int bind_lenient;      /* if-supported: no binding where there is no such unit */
	int bind_alone;        /* no-overload: no two ranks in one place */
	const char *bind_user; /* "0,1+2": processors of each rank, or NULL */
	struct mpirun_rankfile rankfile;
	const char *cpu_set; /* "0,2-3": cores that may be used, or NULL */
	enum mpirun_oversubscribe oversubscribed;
};

/* The launcher that mpirun becomes for other hosts. */
struct mpirun_remote {
	const char *engine;                           /* --engine: its name, or NULL */
	const char *iface, *launcher, *launcher_exec; /* of Hydra's, or NULL */
};

/* Output of the ranks. */
struct mpirun_output {
	int tag, timestamp, merge_stderr;
	const char *files[2]; /* patterns of those of standard output and error, or NULL */
};

/* mpirun's own output about the job. */
struct mpirun_reports {
	int bindings, rank_map, exit_codes;
	const char *pid; /* "-", "+", a file, or NULL */
	int stats, verbose, quiet;
};

struct mpirun_opts {
	struct mpirun_app *app; /* [napps] */
	int napps, nranks;
	struct mpirun_list kept;   /* the strings that other fields point to */
	struct mpirun_list env;    /* "NAME=value" for all ranks */
	struct mpirun_list own;    /* those of `env` that mpirun made, for this job alone */
	int env_none;              /* the ranks inherit nothing of mpirun's own environment */
	const char *wdir;          /* of all programs without their own, or NULL */
	struct mpirun_hosts hosts; /* of -host and -hostfile */
	struct mpirun_remote remote;
	struct mpirun_placing placing;
	int universe; /* -usize; 0: not given */
	struct mpirun_reports report;
	struct mpirun_output output;
	int stdin_rank;   /* a rank or MPIRUN_STDIN_* */
	double timeout_s; /* 0 = none */
	int recover;      /* the end of one rank before its time does not end the others */
	const char *ring; /* model of the cards, NULL = no ring */
	int ring_cards;   /* 0 = not given */
	int pmi;          /* programs of any kind find their launcher by PMI, too */
	int verbs;        /* the ranks find the library of verbs/ */
};

/* 0: continue; 1: nothing is left to do (-h, -V), exit status 0; 2: an error, reported; 2 is the
 * exit status. */
int mpirun_opts_parse(struct mpirun_opts *opts, int argc, char **argv);

/* Appends a copy of `text`; a lack of memory ends mpirun. */
void mpirun_list_add(struct mpirun_list *list, const char *text);
void mpirun_list_free(struct mpirun_list *list);

/* A variable of mpirun's own for all ranks, not inherited by jobs that they start. */
void mpirun_opts_own(struct mpirun_opts *opts, const char *pair);

/* Reads a configuration file of -configfile: each line has the arguments of one program, `#` begins
 * a comment, quotes and backslashes as in sh, a backslash at the end continues the line. The result
 * is one argument list with ":" between the programs. 0, or 2 with the error reported. */
int mpirun_config_read(const char *path, struct mpirun_list *args);

/* The whole file with a NUL behind it, malloced; NULL with the error reported. Errors call the file
 * `what`. */
char *mpirun_read_file(const char *what, const char *path, size_t *len);

/* The text of -h and of --version, on stdout. */
void mpirun_help_print(void);
void mpirun_version_print(void);

#endif
