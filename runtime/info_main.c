/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rondo_info: version and build of this Rondo, facts about the machine, and every parameter with
 * its value. A program by itself; it is no MPI program and starts nothing.
 */
#include "runtime/info.h"

#include "base/param.h"
#include "base/param_file.h"

#include <mpi.h>
#include <event2/event.h>
#include <hwloc.h>
#include <pmix.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char usage[] =
	"usage: rondo_info [option]\n"
	"\n"
	"  -a, --all         all sections, with how it was built (without options: short)\n"
	"  --param NAME      one parameter; RONDO_ before it may be left out\n"
	"  -V, --version     version only\n"
	"  -h, --help        this text\n";

void info_line(const char *name, const char *fmt, ...)
{
	va_list ap;

	printf("  %-*s", INFO_COLUMN - 2, name);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

static void print_version(void)
{
	printf("Rondo %s: MPI %d.%d, standard ABI %d.%d (libmpi_abi.so.%d)\n", RD_VERSION,
	       MPI_VERSION, MPI_SUBVERSION, MPI_ABI_VERSION, MPI_ABI_SUBVERSION, MPI_ABI_VERSION);
}

static void print_build(void)
{
	puts("\nBuild");
	info_line("configured with", "%s", *RD_CONFIGURE ? RD_CONFIGURE : "no options");
	info_line("compiler", "%s", RD_COMPILER);
	info_line("flags", "%s", RD_CFLAGS);
	info_line("Fortran compiler", "%s", RD_FORTRAN);
	info_line("PMIx", "%s here, built with %s", PMIx_Get_version(), RD_PMIX_BUILT);
	info_line("hwloc", "API %u.%u here, built with %s", hwloc_get_api_version() >> 16,
		  hwloc_get_api_version() >> 8 & 255, RD_HWLOC_BUILT);
	info_line("libevent", "%s here, built with %s", event_get_version(), RD_LIBEVENT_BUILT);
}

static void print_param(enum rd_param_id id)
{
	const struct rd_param *row = rd_param_row(id);
	const char *value = rd_param_string(id);
	const struct rd_param_line *line = getenv(row->name) ? NULL : rd_param_file_find(row->name);

	printf("  %s = %s", row->name, *value ? value : "(empty)");
	if (*row->unit)
		printf(" (%s)", row->unit);
	if (rd_param_is_set(id) && line)
		printf(" [%s:%d; default %s]", line->file, line->number,
		       *row->preset ? row->preset : "(empty)");
	else if (rd_param_is_set(id))
		printf(" [set; default %s]", *row->preset ? row->preset : "(empty)");
	printf("\n      %s\n", row->meaning);
}

static void print_params(void)
{
	puts("\nParameters (environment, file)");
	for (int id = 0; id < RD_PARAM_N; id++)
		print_param((enum rd_param_id)id);
}

static int print_named(const char *name)
{
	for (int id = 0; id < RD_PARAM_N; id++) {
		const char *full = rd_param_row((enum rd_param_id)id)->name;

		if (!strcasecmp(name, full) || !strcasecmp(name, strchr(full, '_') + 1)) {
			print_param((enum rd_param_id)id);
			return 0;
		}
	}
	fprintf(stderr, "rondo_info: no parameter %s; rondo_info without options lists them\n",
		name);
	return 1;
}

static int is_option(const char *arg, const char *brief, const char *full)
{
	return !strcmp(arg, brief) || !strcmp(arg, full);
}

/* Parameters that cannot be used are reported, and make it a failure. */
static int has_bad_params(void)
{
	int bad = rd_param_init() != 0;

	rd_param_tell(); /* a rank of a launcher, too: each is asked by itself */
	return bad;
}

static int print_all(int with_build)
{
	int bad = has_bad_params();

	print_version();
	if (with_build)
		print_build();
	puts("\nMachine");
	info_machine();
	puts("\nLaunchers");
	info_launch();
	puts("\nTransports");
	info_transports();
	print_params();
	return bad;
}

int main(int argc, char **argv)
{
	if (argc == 1)
		return print_all(0);
	if (argc == 2 && is_option(argv[1], "-a", "--all"))
		return print_all(1);
	if (argc == 3 && is_option(argv[1], "-p", "--param"))
		return has_bad_params() || print_named(argv[2]);
	if (argc == 2 && is_option(argv[1], "-V", "--version")) {
		print_version();
		return 0;
	}
	if (argc == 2 && is_option(argv[1], "-h", "--help")) {
		fputs(usage, stdout);
		return 0;
	}
	fprintf(stderr, "rondo_info: cannot understand %s\n%s", argv[1], usage);
	return 2;
}
