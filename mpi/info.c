/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading info objects for the user (MPI-5.0 10). Called by the entry points in generated/info.c.
 */
#include "mpi/api.h"

#include "runtime/hw_resources.h"
#include "runtime/job.h"

#include <stdio.h>
#include <string.h>

int rd_mpi_info_key_ok(const char *key)
{
	size_t length = key ? strnlen(key, MPI_MAX_INFO_KEY) : 0;

	return length > 0 && length < MPI_MAX_INFO_KEY;
}

/* *buflen: in, bytes at `value`; out, bytes that the text needs, its 0 included. */
int rd_mpi_info_string(const struct rd_hints *hints, const char *key, int *buflen, char *value)
{
	const char *text = rd_hints_value(hints, key);

	if (!text)
		return 0;
	if (*buflen > 0)
		rd_mpi_text_out(value, text, (size_t)*buflen);
	*buflen = (int)strlen(text) + 1;
	return 1;
}

/* `valuelen` does not count the 0: there is room for one byte more. */
int rd_mpi_info_get(const struct rd_hints *hints, const char *key, int valuelen, char *value)
{
	const char *text = rd_hints_value(hints, key);

	if (text)
		rd_mpi_text_out(value, text, (size_t)valuelen + 1);
	return text != NULL;
}

int rd_mpi_info_length(const struct rd_hints *hints, const char *key, int *length)
{
	const char *text = rd_hints_value(hints, key);

	if (text)
		*length = (int)strlen(text);
	return text != NULL;
}

/* The arguments separated by spaces, cut to the size of a value. */
static int set_argv(struct rd_hints *hints, int argc, char **argv)
{
	char line[MPI_MAX_INFO_VAL] = "";
	size_t at = 0;

	for (int i = 1; i < argc && argv[i]; i++) {
		int n = snprintf(line + at, sizeof(line) - at, "%s%s", at ? " " : "", argv[i]);

		at = rd_min(at + (size_t)n, sizeof(line) - 1);
	}
	return rd_hints_set(hints, "argv", line);
}

/* As MPI_INFO_ENV, with the given command line instead of the process's own. */
int rd_mpi_info_env(int argc, char **argv, struct rd_hints **out)
{
	struct rd_hints *hints;
	int err = rd_hints_dup(rd_hints_env(), &hints);

	if (err)
		return err;
	if (argc > 0 && argv && argv[0]) {
		char command[MPI_MAX_INFO_VAL];

		snprintf(command, sizeof(command), "%s", argv[0]);
		err = rd_hints_set(hints, "command", command);
		if (!err)
			err = set_argv(hints, argc, argv);
	}
	if (err)
		rd_hints_put(hints);
	else
		*out = hints;
	return err;
}

int rd_mpi_info_resources(struct rd_hints **out)
{
	struct rd_hints *hints;
	int err = rd_hints_new(&hints);

	if (err)
		return err;
	err = rd_hw_resources(hints);
	if (err)
		rd_hints_put(hints);
	else
		*out = hints;
	return err;
}

int rd_mpi_info_env_job(void)
{
	char number[16];

	snprintf(number, sizeof(number), "%d", rd_job.size);
	return rd_hints_set(rd_hints_env(), "maxprocs", number);
}
