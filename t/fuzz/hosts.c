/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fuzzer of the lists of hosts of mpirun (runtime/mpirun_hosts.c): the first byte selects whether
 * the rest is a -hostfile or the list of -host, and the number of ranks per host.
 */
#include "t/fuzz/text.h"

#include "runtime/mpirun_hosts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mpirun_hosts hosts = {NULL, 0, 0, 0};
	int dealt = 0;
	char *text;

	if (!size)
		return 0;
	text = text_string(data + 1, size - 1);
	if (data[0] & 1)
		mpirun_hosts_add(&hosts, text);
	else
		mpirun_hosts_file(&hosts, text_file(data + 1, size - 1));
	if (hosts.n)
		mpirun_hosts_deal(&hosts, 100, data[0] >> 4);
	for (int i = 0; i < hosts.n; i++) {
		dealt += hosts.at[i].ranks;
		free(hosts.at[i].name);
	}
	if (dealt != (hosts.n ? 100 : 0))
		abort();
	free(hosts.at);
	free(text);
	return 0;
}
