/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of parameters (param_file.h): lines are kept as pointers into the text that was read. */
#include "base/param_file.h"

#include "base/err.h"
#include "base/param.h"
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANK " \t\r\n"

struct file {
	char *path, *text;
};

static struct file files[2];
static int nfiles;
static struct rd_param_line *lines;
static int nlines;

static void forget(void)
{
	for (int i = 0; i < nfiles; i++) {
		free(files[i].path);
		free(files[i].text);
	}
	free(lines);
	lines = NULL;
	nfiles = nlines = 0;
}

/* Removes the blanks around it. */
static char *strip(char *text)
{
	size_t len;

	text += strspn(text, BLANK);
	len = strlen(text);
	while (len && strchr(BLANK, text[len - 1]))
		len--;
	text[len] = 0;
	return text;
}

static int add_line(char *text, const char *path, int number)
{
	struct rd_param_line *more;
	char *equals;

	text[strcspn(text, "#")] = 0;
	text = strip(text);
	if (!*text)
		return 0;
	equals = strchr(text, '=');
	if (!equals || equals == text) {
		rd_param_warn("%s:%d: \"%s\" is no line of the form RONDO_NAME = value", path,
			      number, text);
		return RD_EARG;
	}
	*equals = 0;
	more = realloc(lines, (size_t)(nlines + 1) * sizeof(*lines));
	if (!more)
		return RD_ENOMEM;
	lines = more;
	lines[nlines++] = (struct rd_param_line){strip(text), strip(equals + 1), path, number};
	return 0;
}

static int add_lines(char *text, const char *path)
{
	int result = 0;

	for (int number = 1; *text; number++) {
		size_t len = strcspn(text, "\n");
		char *next = text + len + (text[len] != 0);
		int err;

		text[len] = 0;
		err = add_line(text, path, number);
		if (err && !result)
			result = err;
		text = next;
	}
	return result;
}

/* The whole text; NULL: errno has the cause. */
static char *slurp(const char *path)
{
	FILE *stream = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;
	ssize_t len = -1;

	if (stream) {
		len = getdelim(&text, &room, 0, stream); /* a NUL ends it: it is a text */
		if (len < 0 && feof(stream) && !ferror(stream)) {
			free(text);
			text = strdup(""); /* empty */
			len = text ? 0 : -1;
		}
		fclose(stream);
	}
	if (len < 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* `must`: a missing file is an error. Takes ownership of path. */
static int read_file(char *path, int must)
{
	char *text = path ? slurp(path) : NULL;

	if (!path)
		return RD_ENOMEM;
	if (!text) {
		int missing = errno == ENOENT || errno == ENOTDIR;

		if (must || !missing)
			rd_param_warn("%s: this file of parameters%s cannot be read: %s", path,
				      must ? " (RONDO_PARAMS)" : "", strerror(errno));
		free(path);
		return must ? RD_EARG : 0;
	}
	files[nfiles++] = (struct file){path, text};
	return add_lines(text, path);
}

static char *users_path(void)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	char path[PATH_MAX];
	int len = -1;

	if (config && *config)
		len = snprintf(path, sizeof(path), "%s/rondo/params", config);
	else if (home && *home)
		len = snprintf(path, sizeof(path), "%s/.config/rondo/params", home);
	return len > 0 && (size_t)len < sizeof(path) ? strdup(path) : NULL;
}

int rd_param_file_read(void)
{
	const char *asked = getenv("RONDO_PARAMS");
	char *users;
	int err, err2;

	forget();
	if (asked)
		return *asked ? read_file(strdup(asked), 1) : 0;
	users = users_path();
	err = users ? read_file(users, 0) : 0;
	err2 = read_file(strdup(RD_PARAMS_FILE), 0);
	return err ? err : err2;
}

const struct rd_param_line *rd_param_file_line(int i)
{
	return i < nlines ? &lines[i] : NULL;
}

const struct rd_param_line *rd_param_file_find(const char *name)
{
	for (int i = 0; i < nlines; i++)
		if (!strcmp(lines[i].name, name))
			return &lines[i];
	return NULL;
}
