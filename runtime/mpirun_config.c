/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The files mpirun reads for its options: -configfile (words as sh would split
 * them, nothing expanded) and -hostfile; and the check that a host is this one.
 * Called by mpirun_opts.c.
 */
#include "runtime/mpirun_opts.h"

#include "runtime/mpirun_say.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* The file's text with a NUL behind it; NULL with the error told. */
static char *read_file(const char *path)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;

	if (!file) {
		mpirun_say("cannot open %s: %m", path);
		return NULL;
	}
	if (getdelim(&text, &room, 0, file) < 0) {
		free(text);
		text = ferror(file) ? NULL : strdup("");
		if (!text)
			mpirun_say("cannot read %s: %m", path);
	}
	fclose(file);
	return text;
}

/* Copies one word to `word`, without its quotes; returns where it ends. NULL for
 * a quote that is not closed. */
static const char *copy_word(const char *at, char *word)
{
	char quote = 0;

	for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
		if (quote && *at == quote) {
			quote = 0;
		} else if (!quote && (*at == '"' || *at == '\'')) {
			quote = *at;
		} else if (*at == '\\' && quote != '\'' && at[1]) {
			if (*++at != '\n')
				*word++ = *at;
		} else {
			*word++ = *at;
		}
	}
	*word = 0;
	return quote ? NULL : at;
}

/* Past blanks, comments and line ends that a backslash takes away. */
static const char *skip_blanks(const char *at)
{
	for (;;) {
		if (*at == '#')
			at += strcspn(at, "\n");
		else if (*at == '\\' && at[1] == '\n')
			at += 2;
		else if (*at && *at != '\n' && isspace((unsigned char)*at))
			at++;
		else
			return at;
	}
}

/* Has the list words since the last ":"? */
static int in_program(const struct mpirun_list *args)
{
	return args->n > 0 && strcmp(args->item[args->n - 1], ":");
}

int mpirun_config_read(const char *path, struct mpirun_list *args)
{
	char *text = read_file(path), *word = text ? malloc(strlen(text) + 1) : NULL;
	const char *at = text;
	int pending = 0; /* a program came before, so the next one needs a ":" in front */

	if (!word) {
		free(text);
		return 2;
	}
	while (at && *(at = skip_blanks(at))) {
		if (*at == '\n') {
			pending |= in_program(args);
			at++;
			continue;
		}
		at = copy_word(at, word);
		if (at && pending && strcmp(word, ":"))
			mpirun_list_add(args, ":");
		pending = 0;
		if (at)
			mpirun_list_add(args, word);
	}
	if (!at)
		mpirun_say("%s: a quotation mark is not closed", path);
	else if (!args->n)
		mpirun_say("%s: no program is named in it", path);
	free(word);
	free(text);
	return at && args->n ? 0 : 2;
}

static int same_name(const char *a, size_t alen, const char *b, size_t blen)
{
	return alen == blen && !strncasecmp(a, b, alen);
}

/* Length of the name before its first dot. */
static size_t label(const char *name, size_t len)
{
	const char *dot = memchr(name, '.', len);

	return dot ? (size_t)(dot - name) : len;
}

/* Is it a name or number of this machine? Names are not looked up: that can take
 * long or fail where no network is. "node7" and "node7.example.org" are the same. */
static int is_here(const char *host, size_t len)
{
	static const char *const local[] = {"localhost", "localhost.localdomain", "127.0.0.1",
		"::1"};
	char own[256];
	size_t n;

	for (size_t i = 0; i < sizeof local / sizeof *local; i++)
		if (same_name(local[i], strlen(local[i]), host, len))
			return 1;
	if (gethostname(own, sizeof own) != 0)
		return 0;
	own[sizeof own - 1] = 0;
	n = strlen(own);
	if (label(own, n) == n || label(host, len) == len)
		return same_name(own, label(own, n), host, label(host, len));
	return same_name(own, n, host, len);
}

static int add_host(const char *host, size_t len, long slots, int *sum)
{
	if (!is_here(host, len)) {
		mpirun_say("host '%.*s' is not this machine, and mpirun starts processes on this "
			"machine only; use srun --mpi=pmix or prterun for several machines",
			(int)len, host);
		return 2;
	}
	if (slots < 1 || slots > 1000000) {
		mpirun_say("host '%.*s': the number of slots must be 1 or more", (int)len, host);
		return 2;
	}
	*sum += (int)slots;
	return 0;
}

/* "name" or "name:slots"; an IPv6 number has more than one colon and no slots. */
static int add_element(const char *text, size_t len, int *sum)
{
	const char *colon = memchr(text, ':', len);
	char *end;
	long slots;

	if (!colon || memchr(colon + 1, ':', len - (size_t)(colon + 1 - text)))
		return add_host(text, len, 1, sum);
	slots = strtol(colon + 1, &end, 10);
	if (end != text + len || end == colon + 1)
		slots = 0;
	return add_host(text, (size_t)(colon - text), slots, sum);
}

int mpirun_hosts_add(const char *hosts, int *slots)
{
	while (*hosts) {
		size_t len = strcspn(hosts, ",");

		if (len && add_element(hosts, len, slots))
			return 2;
		hosts += len;
		hosts += *hosts == ',';
	}
	return 0;
}

/* Lines "name", "name:4" (Hydra) or "name slots=4 ..." (Open MPI), `#` comments. */
int mpirun_hosts_file(const char *path, int *slots)
{
	char *text = read_file(path), *save = NULL;
	int rc = 0;

	if (!text)
		return 2;
	for (char *line = text; rc == 0 && (line = strtok_r(line, "\n", &save)); line = NULL) {
		const char *more;
		size_t len;

		line[strcspn(line, "#")] = 0;
		line += strspn(line, " \t\r");
		len = strcspn(line, " \t\r");
		if (!len)
			continue;
		more = strstr(line + len, "slots=");
		if (more)
			rc = add_host(line, len, atol(more + strlen("slots=")), slots);
		else
			rc = add_element(line, len, slots);
	}
	free(text);
	return rc;
}
