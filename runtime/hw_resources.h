/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine's resources as hwloc sees them: caches, packages, memories. */
#ifndef RD_RUNTIME_HW_RESOURCES_H
#define RD_RUNTIME_HW_RESOURCES_H

#include "base/hints.h"

/*
 * A key "hwloc://Package" and the like for each kind of resource of the machine; the value is
 * "true" where one resource of the kind contains all processors that the process may use (MPI-5.0
 * 9.1.4). RD_ENOMEM.
 */
int rd_hw_resources(struct rd_hints *out);

/*
 * The index (0, 1, ... on this node) of the resource of a kind, "hwloc://Package", that contains
 * all processors of the process. -1: none does; RD_EARG: there is no such kind.
 */
int rd_hw_resource_of(const char *kind, int *which);

#endif
