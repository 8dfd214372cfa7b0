/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The MPI that a program is linked with, as far as its file shows (ELF, DT_NEEDED). Called by
 * mpirun_main.c.
 */
#ifndef RD_RUNTIME_MPIRUN_ELF_H
#define RD_RUNTIME_MPIRUN_ELF_H

/* The name of another MPI's library that the program of this path needs, malloced; NULL if it needs
 * none or needs libmpi_abi as well, for scripts, and for files that cannot be read. */
char *mpirun_elf_other_mpi(const char *path);

/* Is that library one of Open MPI 4 or 5? NULL: no. */
int mpirun_elf_is_openmpi(const char *library);

#endif
