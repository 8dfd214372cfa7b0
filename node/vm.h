/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies between the memory of this process and that of another one of the host, by the kernel
 * (process_vm_readv, process_vm_writev). Whether that is allowed, and whether a pid is the process
 * that is meant, is known to cma.h.
 */
#ifndef RD_NODE_VM_H
#define RD_NODE_VM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

enum rd_vm_way { RD_VM_READ, RD_VM_WRITE }; /* from the process, or to it */

/* All `len` bytes. 0, or -1: errno; EFAULT if the process has no such memory. With RD_VM_WRITE
 * `here` is only read. */
int rd_vm_copy(int32_t pid, void *here, uint64_t there, size_t len, enum rd_vm_way way);

/* The same for blocks: `bytes` in all, less than 2 GiB, on both sides. At most 1024 blocks a
 * side. */
int rd_vm_copy_blocks(int32_t pid, const struct iovec *here, int nhere, const struct iovec *there,
		      int nthere, size_t bytes, enum rd_vm_way way);

#endif
