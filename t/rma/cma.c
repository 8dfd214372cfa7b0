/* SPDX-License-Identifier: BSD-3-Clause */
/* rma/cma.c: a put that the kernel does not carry out goes by message, in any kind of window, also
 * if an earlier one was carried out. */
#include "rma/am.h"

#include "node/cma.h"
#include "node/vm.h"
#include "t/tap.h"

#include <errno.h>

static int error, calls;

int rd_vm_copy(int32_t pid, void *here, uint64_t there, size_t len, enum rd_vm_way way)
{
	struct iovec one = {here, len}, other = {(void *)(uintptr_t)there, len};

	return rd_vm_copy_blocks(pid, &one, 1, &other, 1, len, way);
}

int rd_vm_copy_blocks(int32_t pid, const struct iovec *here, int nhere, const struct iovec *there,
		      int nthere, size_t bytes, enum rd_vm_way way)
{
	(void)pid, (void)here, (void)nhere, (void)there, (void)nthere, (void)bytes, (void)way;
	calls++;
	errno = error;
	return error ? -1 : 0;
}

static struct rd_cma_peer cma = {.state = RD_CMA_WORKS};

/* The kernel answers with this error. */
static int put(int flavor, int with)
{
	static int from, to;
	struct rd_rma_proc proc = {.cma = &cma};
	struct rd_win win = {.flavor = flavor};
	struct rd_win_peer peer = {.mem = (char *)&to, .proc = &proc};
	struct rd_type *type = rd_type_predefined[(uintptr_t)MPI_INT - RD_TYPE_FIRST];
	struct rd_rma_call call = {.win = &win,
				   .origin = &from,
				   .ocount = 1,
				   .otype = type,
				   .tcount = 1,
				   .ttype = type};

	error = with;
	return rd_cma_put(&call, &peer, 0, sizeof(from));
}

int main(void)
{
	static const int flavors[] = {MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_DYNAMIC};

	for (int i = 0; i < 2; i++) {
		is_int(put(flavors[i], 0), 0, "a put, window %d", i);
		is_int(put(flavors[i], EFAULT), RD_ENOTSUP, "memory that the kernel does not copy");
		is_int(put(flavors[i], ESRCH), RD_EPROC, "a process that has ended");
	}
	is_int(put(flavors[0], EPERM), RD_ENOTSUP, "a process that refuses from now on");
	calls = 0;
	is_int(put(flavors[0], 0), RD_ENOTSUP, "is not asked again");
	is_int(calls, 0, "not once");
	return done();
}
