/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fuzzer of the messages of a PMI server. By the first byte the rest is the sum of its answers to a
 * process which starts, publishes, reads all ranks' data, and ends (runtime/job_pmi.c,
 * runtime/pmi_wire.c); its messages over PMI_PORT before that (runtime/pmi_connect.c); or a line
 * and the values in it (runtime/pmi_text.c).
 */
#include "t/fuzz/text.h"

/* Each input belongs to a new process: the state that a process keeps for its life is reset. */
#define atexit(f) ((void)(f), 0)
#include "runtime/job_pmi.c"
#undef atexit
#include "runtime/pmi_connect.c"

enum { RANKS = 3 };

struct rd_job rd_job;

/* The answers are in the socket before they are requested. */
static void answers(int fd, const uint8_t *data, size_t size)
{
	if (send(fd, data, size, MSG_NOSIGNAL) != (ssize_t)size || shutdown(fd, SHUT_WR))
		abort();
}

static void live(void)
{
	static const char blob[700];
	const void *got;
	size_t len;

	if (rd_pmi_init())
		return;
	if (!rd_pmi_publish(blob, sizeof(blob)))
		for (int r = 0; r < RANKS; r++)
			if (!rd_pmi_blob(r, &got, &len) && len && rd_pmi_host(r))
				pmi.starts += *(const char *)got;
	rd_pmi_fence();
	rd_pmi_fini();
	free(rd_job.local);
	rd_job.local = NULL;
	say_goodbye();
}

static void dialogue(const uint8_t *data, size_t size)
{
	char number[16];
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		abort();
	answers(pair[1], data, size);
	snprintf(number, sizeof(number), "%d", pair[0]);
	setenv("PMI_FD", number, 1);
	setenv("PMI_RANK", "1", 1);
	setenv("PMI_SIZE", "3", 1);
	pmi.wire = (struct rd_pmi_wire){.fd = -1};
	pmi.starts = 0;
	strcpy(rd_job.host, "here");
	live();
	close(pair[0]);
	close(pair[1]);
}

static void settings(const uint8_t *data, size_t size)
{
	int pair[2], rank, ranks;
	const char *line;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		abort();
	answers(pair[1], data, size);
	pmi.wire = (struct rd_pmi_wire){.fd = pair[0]};
	if (!rd_pmi_receive(&pmi.wire, "initack", &line) &&
	    !receive_settings(&pmi.wire, &rank, &ranks) && (rank < 0 || rank >= ranks))
		abort();
	close(pair[0]);
	close(pair[1]);
}

static void texts(const char *text)
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

	if (!size)
		return 0;
	switch (data[0] % 3) {
	case 0:
		dialogue(data + 1, size - 1);
		break;
	case 1:
		settings(data + 1, size - 1);
		break;
	default:
		text = text_string(data + 1, size - 1);
		texts(text);
		free(text);
	}
	return 0;
}
