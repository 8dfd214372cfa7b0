/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fuzzer of parameters: an input that begins with an even byte is a file of them
 * (base/param_file.c) with the values in it, one that begins with an odd one a value of the
 * environment (base/param.c), which parameters of every kind get, the list of interfaces among them
 * (btl_tcp/iface.c).
 */
#include "t/fuzz/text.h"

#include "base/param.h"
#include "base/param_file.h"
#include "btl_tcp/address.h"
#include "runtime/job.h"

struct rd_job rd_job;

static void file(const uint8_t *data, size_t size)
{
	setenv("RONDO_PARAMS", text_file(data, size), 1);
	rd_param_init();
	for (int i = 0; rd_param_file_line(i); i++)
		if (!rd_param_file_find(rd_param_file_line(i)->name))
			abort();
}

static void interfaces(void)
{
	struct rd_tcp_addrs own = {NULL, 0};

	if (!rd_tcp_address_own(0, 1, &own))
		free(own.at);
}

static void environment(const char *text)
{
	static const char *const names[] = {"RONDO_TCP_KEEP", "RONDO_SPIN",       "RONDO_CHECK",
					    "RONDO_BTL",      "RONDO_UNEXPECTED", "RONDO_VERBOSE_",
					    "RONDO_TCP_IFACE"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		setenv(names[i], text, 1);
	setenv("RONDO_PARAMS", "", 1);
	rd_param_init();
	rd_param_lists(RD_PARAM_BTL, "tcp");
	interfaces();
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		unsetenv(names[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (!size)
		return 0;
	if (data[0] % 2 == 0) {
		file(data + 1, size - 1);
		return 0;
	}
	text = text_string(data + 1, size - 1);
	environment(text);
	free(text);
	return 0;
}
