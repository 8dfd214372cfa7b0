/* SPDX-License-Identifier: BSD-3-Clause */
/* The procedures with names of PMPI_: they call PMPI_ functions of C, as a tool expects. */
#include "fortran/section.h"

#define RD_C(name) PMPI_##name
#define RD_F(name) pmpi_##name##_
#define RD_ANY(name) pmpi_##name##_any
/* In mpi_f08 it is called in the same way. */
#define RD_F08(type, name) \
	extern __typeof__(pmpi_##name##_) pmpi_##name##_f08_ \
		__attribute__((alias("pmpi_" #name "_")));
/* In module mpi it is called in the same way with a C_PTR. */
#define RD_CPTR(name) \
	extern __typeof__(pmpi_##name##_) pmpi_##name##_cptr_ \
		__attribute__((alias("pmpi_" #name "_")));

#pragma GCC visibility push(default)
#include "fortran/generated/calls.h"
#include "fortran/generated/sections.h"
#include "fortran/special.h"
#pragma GCC visibility pop
