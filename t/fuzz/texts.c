/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fuzzer of texts from outside. The first byte chooses: a file of parameters (base/param_file.c)
 * and the values in it, values of the environment, mpirun's -configfile (runtime/mpirun_config.c), a
 * -hostfile and the list of -host (runtime/mpirun_hosts.c), a line of PMI and what stands in it
 * (runtime/pmi_text.c).
 */
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "base/param_file.h"
#include "runtime/job_pmi.h"
#include "runtime/mpirun_hosts.h"
#include "runtime/mpirun_opts.h"
#include "runtime/pmi_wire.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char path[64];

static void write_file(const uint8_t *data, size_t size)
{
	static int fd = -1;

	if (fd < 0) {
		fd = memfd_create("text", MFD_CLOEXEC);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
}

static void parameters(const uint8_t *data, size_t size)
{
	write_file(data, size);
	setenv("RONDO_PARAMS", path, 1);
	rd_param_init();
	for (int i = 0; rd_param_file_line(i); i++)
		rd_param_file_find(rd_param_file_line(i)->name);
}

static void environment(const char *text)
{
	static const char *const names[] = {"RONDO_TCP_KEEP", "RONDO_SPIN", "RONDO_CHECK",
		"RONDO_BTL", "RONDO_UNEXPECTED", "RONDO_VERBOSE_"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		setenv(names[i], text, 1);
	setenv("RONDO_PARAMS", "", 1);
	rd_param_init();
	rd_param_lists(RD_PARAM_BTL, "tcp");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		unsetenv(names[i]);
}

static void configuration(const uint8_t *data, size_t size)
{
	struct mpirun_list args = {NULL, 0};

	write_file(data, size);
	mpirun_config_read(path, &args);
	mpirun_list_free(&args);
}

static void hosts(const char *text, size_t size)
{
	struct mpirun_hosts hosts = {NULL, 0, 0, 0};

	mpirun_hosts_add(&hosts, text);
	mpirun_hosts_parse(&hosts, "text", text, size);
	if (hosts.n)
		mpirun_hosts_deal(&hosts, 100, 0);
	for (int i = 0; i < hosts.n; i++)
		free(hosts.at[i].name);
	free(hosts.at);
}

static void pmi(const char *text)
{
	unsigned char bytes[300];
	char word[20];
	long number;
	int node[16];
	size_t len;

	rd_pmi_mapping(text, 16, node);
	rd_pmi_decode(text, strlen(text), bytes, sizeof(bytes));
	if (!rd_pmi_line_good(text))
		return;
	rd_pmi_value(text, "value", &len);
	rd_pmi_number(text, "rc", 0, 100, &number);
	rd_pmi_text(text, "kvsname", word, sizeof(word));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (!size || !(text = calloc(1, size)))
		return 0;
	memcpy(text, data + 1, size - 1);
	switch (data[0] % 5) {
	case 0: parameters(data + 1, size - 1); break;
	case 1: environment(text); break;
	case 2: configuration(data + 1, size - 1); break;
	case 3: hosts(text, size - 1); break;
	default: pmi(text); break;
	}
	free(text);
	return 0;
}
