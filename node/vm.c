/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies by the kernel (vm.h). Called by btl_sm/, coll/, rma/, hw/emu/ and the ring process. */
#include "node/vm.h"

#include <errno.h>

#define CALL_MAX 0x7ffff000u /* bytes that one call moves (linux: MAX_RW_COUNT) */

static ssize_t call(int32_t pid, const struct iovec *here, int nhere, const struct iovec *there,
		    int nthere, enum rd_vm_way way)
{
	ssize_t n;

	do
		n = way == RD_VM_WRITE ? process_vm_writev(pid, here, (unsigned long)nhere, there,
							   (unsigned long)nthere, 0)
				       : process_vm_readv(pid, here, (unsigned long)nhere, there,
							  (unsigned long)nthere, 0);
	while (n < 0 && errno == EINTR);
	return n;
}

int rd_vm_copy(int32_t pid, void *here, uint64_t there, size_t len, enum rd_vm_way way)
{
	while (len) {
		size_t piece = len < CALL_MAX ? len : CALL_MAX;
		struct iovec local = {here, piece}, remote = {(void *)(uintptr_t)there, piece};
		ssize_t n = call(pid, &local, 1, &remote, 1, way);

		if (n == 0)
			errno = EFAULT;
		if (n <= 0)
			return -1;
		here = (char *)here + n;
		there += (uint64_t)n;
		len -= (size_t)n;
	}
	return 0;
}

int rd_vm_copy_blocks(int32_t pid, const struct iovec *here, int nhere, const struct iovec *there,
		      int nthere, size_t bytes, enum rd_vm_way way)
{
	ssize_t n = call(pid, here, nhere, there, nthere, way);

	if (n == (ssize_t)bytes)
		return 0;
	if (n >= 0)
		errno = EFAULT; /* the kernel stops at the first block that is not there */
	return -1;
}
