/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The file of -configfile: split into words as by sh, nothing expanded. Called by mpirun_opts.c.
 */
#include "runtime/mpirun_opts.h"

#include "runtime/mpirun_say.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *mpirun_read_file(const char *what, const char *path, size_t *len)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;
	ssize_t n;

	if (!file) {
		mpirun_say("cannot open the %s %s: %m", what, path);
		return NULL;
	}
	n = getdelim(&text, &room, 0, file);
	if (n < 0) {
		free(text);
		text = ferror(file) ? NULL : strdup("");
		if (!text)
			mpirun_say("cannot read the %s %s: %m", what, path);
		n = 0;
	} else if (memchr(text, 0, (size_t)n)) {
		mpirun_say("the %s %s is no text: there is a zero byte in it", what, path);
		free(text);
		text = NULL;
	}
	*len = (size_t)n;
	fclose(file);
	return text;
}

/* Copies one word to `word`, without its quotes; returns the end of the word in the text. NULL: a
 * quote is not closed. */
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

/* Skips blanks, comments and line ends behind a backslash. */
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

/* Does the list have words after the last ":"? */
static int in_program(const struct mpirun_list *args)
{
	return args->n > 0 && strcmp(args->item[args->n - 1], ":");
}

int mpirun_config_read(const char *path, struct mpirun_list *args)
{
	size_t len;
	char *text = mpirun_read_file("configfile", path, &len),
	     *word = text ? malloc(len + 1) : NULL;
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
