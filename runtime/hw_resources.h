/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine's resources as hwloc sees them: caches, packages, memories, for who asks. */
#ifndef RD_RUNTIME_HW_RESOURCES_H
#define RD_RUNTIME_HW_RESOURCES_H

#include "base/hints.h"

/*
 * A key "hwloc://Package" and the like for each kind of resource there is; its value is "true"
 * where the processors that the process may use lie within one of them (MPI-5.0 9.1.4). RD_ENOMEM.
 */
int rd_hw_resources(struct rd_hints *out);

/*
 * Which one (0, 1, ... on this node) of a kind, "hwloc://Package", the process is kept within. -1:
 * within none; RD_EARG: there is no such kind.
 */
int rd_hw_resource_of(const char *kind, int *which);

#endif
