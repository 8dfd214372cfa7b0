/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The file that rondo_tune writes: lines of people stay, its own lines are replaced, and the new
 * file replaces the old one only when it is complete. Called from runtime/tune_main.c.
 */
#include "runtime/tune.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Is the text a line, commented out or not, of one of these parameters? */
static int is_own(const char *text, const struct tune_line line[], int n)
{
	size_t len;

	text += strspn(text, " \t#");
	len = strcspn(text, " \t=\n");
	for (int i = 0; i < n; i++)
		if (strlen(line[i].name) == len && !memcmp(text, line[i].name, len) &&
		    strchr(text + len, '='))
			return 1;
	return 0;
}

/* Copies the lines of the file that stay. */
static int copy_others(const char *path, FILE *to, const struct tune_line line[], int n)
{
	FILE *from = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;
	ssize_t len;

	if (!from)
		return errno == ENOENT ? 0 : -1;
	while ((len = getline(&text, &room, from)) > 0) {
		if (is_own(text, line, n))
			continue;
		fputs(text, to);
		if (text[len - 1] != '\n')
			fputc('\n', to);
	}
	free(text);
	len = ferror(from);
	fclose(from);
	return len ? -1 : 0;
}

/* Where the default is best, a comment records the values tried. */
static void print_lines(FILE *to, const struct tune_line line[], int n)
{
	for (int i = 0; i < n; i++)
		if (line[i].value)
			fprintf(to, "%s = %s  # %s\n", line[i].name, line[i].value,
				line[i].comment);
		else
			fprintf(to, "# %s = (default)  # %s\n", line[i].name, line[i].comment);
}

/* Makes the folders above a path. */
static void make_folders(const char *path)
{
	char folder[PATH_MAX];

	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path), path);
		mkdir(folder, 0777); /* an error shows when the file is opened */
	}
}

int tune_write(const char *path, const struct tune_line line[], int n)
{
	char fresh[PATH_MAX];
	FILE *to;
	int bad;

	if (!strcmp(path, "-")) {
		print_lines(stdout, line, n);
		return fflush(stdout) ? -1 : 0;
	}
	make_folders(path);
	if (snprintf(fresh, sizeof(fresh), "%s.new", path) >= (int)sizeof(fresh)) {
		fprintf(stderr, "rondo_tune: %s: this path is too long\n", path);
		return -1;
	}
	to = fopen(fresh, "we");
	bad = !to || copy_others(path, to, line, n) < 0;
	if (!bad) {
		print_lines(to, line, n);
		bad = ferror(to);
	}
	if (to)
		bad |= fclose(to) != 0;
	if (!bad && !rename(fresh, path))
		return 0;
	fprintf(stderr, "rondo_tune: %s cannot be written: %s\n", path, strerror(errno));
	if (to)
		unlink(fresh);
	return -1;
}
