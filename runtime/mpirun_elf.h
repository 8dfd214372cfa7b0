/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which MPI a program is linked with, as far as its file says (ELF, DT_NEEDED). Called by
 * mpirun_main.c.
 */
#ifndef RD_RUNTIME_MPIRUN_ELF_H
#define RD_RUNTIME_MPIRUN_ELF_H

/* The name of another MPI's library that the program of this path asks for, malloced; NULL where
 * there is none or libmpi_abi is asked for as well, for scripts, and for what cannot be read. */
char *mpirun_elf_other_mpi(const char *path);

#endif
