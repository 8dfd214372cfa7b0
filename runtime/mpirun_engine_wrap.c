/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The command that a launcher starts in each rank. That is the program itself if the job is one
 * program without settings of its own; otherwise a shell, which chooses the program by the rank,
 * enters its folder, sets and clears variables, redirects its output, and then executes it.
 */
#include "runtime/mpirun_engine.h"

#include "runtime/mpirun_say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One word for a shell. */
static void quote(FILE *to, const char *word)
{
	fputc('\'', to);
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", to);
		else
			fputc(*word, to);
	}
	fputc('\'', to);
}

/* Below Hydra, ranks other than the one that gets the input would wait for it. */
static int needs_input(const struct mpirun_opts *opts, enum rd_engine engine)
{
	return engine == RD_ENGINE_HYDRA && opts->stdin_rank >= 0;
}

static int is_plain(const struct mpirun_opts *opts)
{
	return opts->napps == 1 && !opts->app[0].env.n && !opts->app[0].wdir &&
	       !opts->output.files[0] && !opts->output.files[1] && !opts->output.merge_stderr &&
	       !opts->env_none;
}

/* The folder may be missing on a host: the rank then ends, as it would on this machine. */
static void write_wdir(FILE *to, const char *wdir)
{
	if (!wdir)
		return;
	fputs("cd ", to);
	quote(to, wdir);
	fputs(" || {\nprintf '%s\\n' \"mpirun: rank $rd_rank on host "
	      "$(PATH=/usr/bin:/bin uname -n) cannot enter \"",
	      to);
	quote(to, wdir);
	fputs("' (-wdir)' >&2\nexit 126\n}\n", to);
}

/* Can the variable of "NAME=value" be set by a shell? */
static int is_shell_name(const char *pair)
{
	size_t len = strspn(pair, "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789");

	return pair[len] == '=' && !(*pair >= '0' && *pair <= '9');
}

/* Writes the program's variables that a shell can set, or the others. */
static int write_env(FILE *to, const struct mpirun_app *app, int shell_names)
{
	int n = 0;

	for (int i = 0; i < app->env.n; i++) {
		if (is_shell_name(app->env.item[i]) != shell_names)
			continue;
		fputs(n++ || shell_names ? " " : "/usr/bin/env ", to);
		quote(to, app->env.item[i]);
	}
	if (n && !shell_names)
		fputc(' ', to);
	return n;
}

/* env(1) would take a program with '=' in its path for a variable: it is used only where it is
 * needed. */
static void write_app(FILE *to, const struct mpirun_opts *opts, int which, const char *exe)
{
	const struct mpirun_app *app = &opts->app[which];

	write_wdir(to, app->wdir);
	fprintf(to, "export RONDO_APPNUM=%d", which);
	write_env(to, app, 1);
	fputs("\nexec ", to);
	if (write_env(to, app, 0) && strchr(exe, '='))
		mpirun_die(
			"%s: '=' in the path of a program and -env with a name that is none for "
			"a shell do not go together on several machines: give the variable another "
			"name",
			exe);
	quote(to, exe);
	for (int i = 1; i < app->argv.n; i++) {
		fputc(' ', to);
		quote(to, app->argv.item[i]);
	}
	fputc('\n', to);
}

static void write_pattern(FILE *to, const char *pattern)
{
	for (; *pattern; pattern++) {
		char text[] = {*pattern, 0};

		if (*pattern != '%')
			quote(to, text);
		else if (*++pattern == 'r')
			fputs("$rd_rank", to);
		else if (*pattern == 'h')
			fputs("\"$(uname -n)\"", to);
		else
			fputs(*pattern == '%' ? "%" : "0", to);
	}
}

/* The user chooses the file name, the shell inserts the rank. */
static void write_redirections(FILE *to, const struct mpirun_opts *opts, enum rd_engine engine)
{
	if (needs_input(opts, engine))
		fputs("[ $rd_rank = 0 ] || exec </dev/null\n", to);
	for (int kind = 0; kind < 2; kind++) {
		if (!opts->output.files[kind])
			continue;
		/* A file shared by several ranks is appended to. */
		fprintf(to, "exec %d>%s", kind + 1,
			strstr(opts->output.files[kind], "%r") ? "" : ">");
		write_pattern(to, opts->output.files[kind]);
		fputs(" || exit 1\n", to);
	}
	if (opts->output.merge_stderr)
		fputs("exec 2>&1\n", to);
}

/* -genvnone: removes variables that are neither asked for nor the launcher's. */
static void write_clearing(FILE *to, const struct mpirun_opts *opts)
{
	if (!opts->env_none)
		return;
	fputs("for name in $(env | sed -n 's/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p'); do\n"
	      "case $name in PMI*|OMPI*|PRTE*|SLURM*|HYD*|MPI_*|RONDO_JOB_ENV",
	      to);
	for (int i = 0; i < opts->env.n; i++)
		fprintf(to, "|%.*s", (int)strcspn(opts->env.item[i], "="), opts->env.item[i]);
	fputs(") ;;\n*) unset $name ;;\nesac\ndone\n", to);
}

static void write_script(FILE *to, const struct mpirun_opts *opts, enum rd_engine engine,
			 char **exe)
{
	int next = 0;

	fputs("rd_rank=${PMIX_RANK:-${PMI_RANK:-$SLURM_PROCID}}\n", to);
	write_redirections(to, opts, engine);
	write_clearing(to, opts);
	for (int i = 0; i < opts->napps; i++) {
		next += opts->app[i].np;
		if (i < opts->napps - 1)
			fprintf(to, "if [ $rd_rank -lt %d ]; then\n", next);
		write_app(to, opts, i, exe[i]);
		if (i < opts->napps - 1)
			fputs("fi\n", to);
	}
}

void mpirun_engine_wrap(const struct mpirun_opts *opts, enum rd_engine engine, char **exe,
			struct mpirun_list *args)
{
	char *script = NULL;
	size_t len = 0;
	FILE *to;

	if (is_plain(opts) && !needs_input(opts, engine)) {
		mpirun_list_add(args, exe[0]);
		for (int i = 1; i < opts->app[0].argv.n; i++)
			mpirun_list_add(args, opts->app[0].argv.item[i]);
		return;
	}
	to = open_memstream(&script, &len);
	if (to)
		write_script(to, opts, engine, exe);
	if (!to || fclose(to) != 0)
		mpirun_die("no memory for the command of the ranks");
	mpirun_list_add(args, "/bin/sh");
	mpirun_list_add(args, "-c");
	mpirun_list_add(args, script);
	free(script);
}
