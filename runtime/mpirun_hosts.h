/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The hosts that -host and -hostfile name, each with its number of processes. No name is looked up
 * while they are read. Filled by mpirun_opts.c, read by the files mpirun_engine*.c.
 */
#ifndef RD_RUNTIME_MPIRUN_HOSTS_H
#define RD_RUNTIME_MPIRUN_HOSTS_H

#include <stddef.h>

struct mpirun_host {
	char *name;
	int slots; /* at least 1 */
	int here;  /* this machine */
	int ranks; /* set by mpirun_hosts_deal */
};

struct mpirun_hosts {
	struct mpirun_host *at; /* [n], each host once */
	int n, slots;           /* slots of all */
	int elsewhere;          /* at least one is another machine */
};

/* The hosts of "a,b:4". 0, or 2 with the error reported. */
int mpirun_hosts_add(struct mpirun_hosts *hosts, const char *list);

/* Those of a file: lines "a", "a:4" (Hydra) or "a slots=4 max_slots=8" (Open MPI), `#` comments.
 * The error names file and line. */
int mpirun_hosts_file(struct mpirun_hosts *hosts, const char *path);

/* The same for a text of `len` bytes; `path` is its name in messages. */
int mpirun_hosts_parse(struct mpirun_hosts *hosts, const char *path, const char *text, size_t len);

/* Is `host` a name or an address of this machine? */
int mpirun_hosts_is_here(const char *host);

/*
 * Deals `nranks` ranks: each host gets as many as it has slots, or `per_host` if that is not 0;
 * when all hosts have theirs and ranks are left, dealing continues at the first host.
 */
void mpirun_hosts_deal(struct mpirun_hosts *hosts, int nranks, int per_host);

/* Can the names of other machines be resolved, by the network or by ssh's configuration? 0, or 2
 * with the first that cannot reported. */
int mpirun_hosts_lookup(const struct mpirun_hosts *hosts);

#endif
