/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The contents of MPI_INFO_ENV: the keys of MPI-5.0 11.2.3 that can be found without a launcher,
 * and "maxprocs" if a variable of the launcher has it; MPI_Init asks the launcher for it. Called by
 * rd_hints_get and by MPI_Info_create_env.
 */
#include "base/hints.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define VALUE_B MPI_MAX_INFO_VAL /* room for a value, its 0 included; longer ones are cut */

static struct rd_hints env = {.obj = {RD_MAGIC_INFO, 1}};

/* The command line as the kernel keeps it, at most VALUE_B bytes, each argument ending in 0. */
static size_t command_line(char *line)
{
	int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? 0 : read(fd, line, VALUE_B - 1);

	if (fd >= 0)
		close(fd);
	got = got < 0 ? 0 : got;
	line[got] = 0;
	return (size_t)got;
}

static void put_command(struct rd_hints *hints)
{
	char line[VALUE_B];
	size_t n = command_line(line), first = strlen(line);

	if (!n)
		return;
	rd_hints_set(hints, "command", line);
	if (first + 1 >= n)
		return;
	for (size_t i = first + 1; i + 1 < n; i++)
		if (!line[i])
			line[i] = ' ';
	rd_hints_set(hints, "argv", line + first + 1);
}

static void put_place(struct rd_hints *hints)
{
	struct utsname uts;
	char *folder = getcwd(NULL, 0);

	if (!uname(&uts)) {
		rd_hints_set(hints, "host", uts.nodename);
		rd_hints_set(hints, "arch", uts.machine);
	}
	if (folder && strlen(folder) < VALUE_B)
		rd_hints_set(hints, "wdir", folder);
	free(folder);
}

/* Variables of mpirun, PMI launchers, Open MPI and Slurm; without a launcher there is one
 * process. */
static void put_size(struct rd_hints *hints)
{
	static const char *const names[] = {"RONDO_SIZE", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE",
					    "SLURM_STEP_NUM_TASKS"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *size = getenv(names[i]);

		if (size && atoi(size) > 0) {
			rd_hints_set(hints, "maxprocs", size);
			return;
		}
	}
	if (!getenv("PMIX_NAMESPACE") && !getenv("PMI_FD"))
		rd_hints_set(hints, "maxprocs", "1");
}

/* Without memory it has fewer keys: all are optional (MPI-5.0 11.2.3). */
struct rd_hints *rd_hints_env(void)
{
	static int filled;

	if (!filled) {
		filled = 1;
		put_command(&env);
		put_place(&env);
		put_size(&env);
	}
	return &env;
}
