/* SPDX-License-Identifier: BSD-3-Clause */
/* Words between the two processes of a test of verbs/, by files of the folder that RD_VERBS_DIR
 * names. */
#ifndef RD_T_VERBS_OTHER_H
#define RD_T_VERBS_OTHER_H

#include <signal.h>

#include "t/verbs/pair.h"

static inline int own_rank(void)
{
	return atoi(getenv("PMIX_RANK") ? getenv("PMIX_RANK") : "0");
}

static inline void path_of(char *path, size_t max, int rank, int word)
{
	const char *dir = getenv("RD_VERBS_DIR");

	must(dir != NULL, "RD_VERBS_DIR");
	snprintf(path, max, "%s/%d.%d", dir, rank, word);
}

/* Tells the other process word number `word`. */
static inline void tell(int word, const void *what, size_t len)
{
	char path[512], tmp[520];
	FILE *to;

	path_of(path, sizeof(path), own_rank(), word);
	snprintf(tmp, sizeof(tmp), "%s.tmp", path);
	to = fopen(tmp, "w");
	must(to && fwrite(what, 1, len, to) == len && !fclose(to) && !rename(tmp, path), "tell");
}

/* Waits for the other process's word; for at most a minute. */
static inline void hear(int word, void *what, size_t len)
{
	char path[512];
	FILE *from = NULL;

	path_of(path, sizeof(path), !own_rank(), word);
	for (int i = 0; i < 6000 && !from; i++) {
		from = fopen(path, "r");
		if (!from)
			usleep(10000);
	}
	must(from && fread(what, 1, len, from) == len, "hear");
	fclose(from);
}

static inline void meet(int word)
{
	char c = 0;

	tell(word, &c, 1);
	hear(word, &c, 1);
}

/* Until no thread of the process runs. */
static inline void stop_process(int32_t pid)
{
	char path[64], state = 0;

	kill(pid, SIGSTOP);
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	while (state != 'T') {
		FILE *from = fopen(path, "r");

		must(from && fscanf(from, "%*d (%*[^)]) %c", &state) == 1, path);
		fclose(from);
	}
	usleep(100000);
}

/* Connects the side's queue pair with the other process's; its address. */
static inline struct address join_other(struct side *s, const struct wish *w, int word)
{
	struct address own = address_of(s), other;

	tell(word, &own, sizeof(own));
	hear(word, &other, sizeof(other));
	join_qp(s, &other, w);
	meet(word + 1);
	return other;
}

#endif
