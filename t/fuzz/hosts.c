/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fuzzer of what names hosts to mpirun (runtime/mpirun_hosts.c): the first byte says whether the
 * rest is a -hostfile or the list of -host, and how many ranks each host gets of those dealt.
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
