/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The file of --rankfile, in Open MPI's syntax: the processors of each rank.
 *
 *     rank 0=localhost slot=1:0-2      cores 0 to 2 of package 1
 *     rank 1=+n0 slot=0:*              all of package 0; +n0 is the first host
 *     rank 2=node7 slot=0,4-5          cores of the machine
 *     rank 3=node7 slot=0:1;1:1        one core of each package
 *
 * Numbers are hwloc's logical ones, among the processors that mpirun may use. Read with the
 * options, resolved by mpirun_map.c.
 */
#ifndef RD_RUNTIME_MPIRUN_RANKFILE_H
#define RD_RUNTIME_MPIRUN_RANKFILE_H

#include <hwloc.h>

struct mpirun_rankfile {
	const char *path;
	struct mpirun_rankfile_row {
		char *slots; /* the text behind "slot="; NULL: the rank has no line */
		int line;
	} * at; /* [n] */
	int n;  /* the highest rank and one; 0: no file was given */
};

/* 0, or 2 with the error reported, by file and line. `path` is owned by the caller. */
int mpirun_rankfile_read(struct mpirun_rankfile *file, const char *path);

/* The same for a text of the file. */
int mpirun_rankfile_parse(struct mpirun_rankfile *file, const char *path, char *text);

void mpirun_rankfile_free(struct mpirun_rankfile *file);

/* Has each of `nranks` ranks a line? 0, or 2 with the first that has none reported. */
int mpirun_rankfile_covers(const struct mpirun_rankfile *file, int nranks);

/* Adds the processors of a rank to `cpus`. `unit`: the type of a core on this machine. 0, or 2 with
 * the error reported. */
int mpirun_rankfile_cpus(const struct mpirun_rankfile *file, int rank, hwloc_topology_t topo,
			 hwloc_obj_type_t unit, hwloc_bitmap_t cpus);

#endif
