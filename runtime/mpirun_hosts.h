/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The hosts that -host and -hostfile name, each with the processes it should get. Nothing is
 * looked up. Filled by mpirun_opts.c, read by the files mpirun_engine*.c.
 */
#ifndef RD_RUNTIME_MPIRUN_HOSTS_H
#define RD_RUNTIME_MPIRUN_HOSTS_H

#include <stddef.h>

struct mpirun_host {
	char *name;
	int slots; /* at least 1 */
	int here;  /* it is this machine */
	int ranks; /* what mpirun_hosts_deal gives it */
};

struct mpirun_hosts {
	struct mpirun_host *at; /* [n], each host once */
	int n, slots;           /* slots of all */
	int elsewhere;          /* some are other machines */
};

/* The hosts of "a,b:4". 0, or 2 with the error told. */
int mpirun_hosts_add(struct mpirun_hosts *hosts, const char *list);

/* Those of a file: lines "a", "a:4" (Hydra) or "a slots=4 max_slots=8" (Open MPI), `#` comments.
 * The error tells file and line. */
int mpirun_hosts_file(struct mpirun_hosts *hosts, const char *path);

/* The same of a text of `len` bytes, for which `path` is the name. */
int mpirun_hosts_parse(struct mpirun_hosts *hosts, const char *path, const char *text, size_t len);

/* Is it a name or a number of this machine? */
int mpirun_hosts_is_here(const char *host);

/*
 * Deals `nranks` ranks: each host gets as many as it has slots, or `per_host` if that is not 0;
 * when all have theirs and ranks are left, dealing goes on from the first host.
 */
void mpirun_hosts_deal(struct mpirun_hosts *hosts, int nranks, int per_host);

/* Do the names of other machines lead anywhere, as names of the network or of ssh's? 0, or 2 with
 * the first that does not told. */
int mpirun_hosts_lookup(const struct mpirun_hosts *hosts);

#endif
