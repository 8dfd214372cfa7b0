/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Starts processes with vfork: mpirun with its libraries is 10 MB and more, and copying its page
 * tables would take longer than the exec. Between vfork and exec only system calls are made.
 */
#include "runtime/mpirun_spawn.h"

#include "runtime/mpirun_guard.h"
#include "runtime/mpirun_pmi.h"
#include "runtime/mpirun_say.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RANK_FDS 4 /* per rank: two ends of pipes for output, one for input, one socket of PMIx */
#define OWN_FDS 64 /* mpirun itself with its libraries, generously */
#define NSIGNALS 65
#define JOB_ENV "RONDO_JOB_ENV" /* names of variables that belong to this job alone */

/* Signals and limit as mpirun found them; ranks get them back. */
static struct {
	sigset_t mask;
	struct sigaction action[NSIGNALS];
	struct rlimit files;
} start;
static struct mpirun_fds {
	int *fd; /* [n] ascending */
	int n;
} passed_on; /* descriptors from 3 on for the ranks: inherited by mpirun, or left open on purpose */
static unsigned fds_most; /* above any descriptor of mpirun's */

static int compare_ints(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Is the variable of `pair` in the list of names between commas? */
static int is_listed(const char *list, const char *pair)
{
	size_t len = strcspn(pair, "=");

	while (list && *list) {
		size_t n = strcspn(list, ",");

		if (n == len && !strncmp(list, pair, n))
			return 1;
		list += n + (list[n] == ',');
	}
	return 0;
}

/* The descriptor of an outer job's ring, which is not passed on; -1: there is none. */
static int outer_ring(void)
{
	const char *ring = getenv("RONDO_RING");

	if (!ring || !is_listed(getenv(JOB_ENV), "RONDO_RING="))
		return -1;
	ring = strstr(ring, ":fd=");
	return ring ? atoi(ring + 4) : -1;
}

static void note_passed_on(void)
{
	DIR *all = opendir("/proc/self/fd");
	struct dirent *entry;
	int ring = outer_ring();

	while (all && (entry = readdir(all))) {
		int fd = atoi(entry->d_name), *more;

		if (fd < 3 || fd == dirfd(all) || fd == ring || fcntl(fd, F_GETFD) & FD_CLOEXEC)
			continue;
		more = realloc(passed_on.fd, (size_t)(passed_on.n + 1) * sizeof *more);
		if (!more)
			mpirun_die("no memory for a list of open files");
		passed_on.fd = more;
		passed_on.fd[passed_on.n++] = fd;
	}
	if (all)
		closedir(all);
	if (passed_on.n)
		qsort(passed_on.fd, (size_t)passed_on.n, sizeof *passed_on.fd, compare_ints);
}

void mpirun_spawn_note_signals(void)
{
	sigprocmask(SIG_SETMASK, NULL, &start.mask);
	for (int sig = 1; sig < NSIGNALS; sig++)
		sigaction(sig, NULL, &start.action[sig]);
	signal(SIGCHLD, SIG_DFL);
}

int mpirun_spawn_prepare(const struct mpirun_opts *opts)
{
	int nranks = opts->nranks, each = RANK_FDS + mpirun_pmi_wanted(opts);
	struct rlimit files;
	rlim_t need;

	/* With a prefix before each line, mpirun writes the ranks' files. */
	if (opts->output.tag || opts->output.timestamp)
		each += (opts->output.files[0] != NULL) + (opts->output.files[1] != NULL);
	need = (rlim_t)nranks * (rlim_t)each + OWN_FDS;

	note_passed_on();
	getrlimit(RLIMIT_NOFILE, &start.files);
	files = start.files;
	if (files.rlim_cur < need)
		files.rlim_cur = need < files.rlim_max ? need : files.rlim_max;
	if (files.rlim_cur < need) {
		mpirun_say("%d ranks need about %lu open files, the limit is %lu: raise it with "
			   "'ulimit -Hn' as root or in limits.conf",
			   nranks, (unsigned long)need, (unsigned long)files.rlim_max);
		return 1;
	}
	setrlimit(RLIMIT_NOFILE, &files);
	fds_most = need > start.files.rlim_cur ? (unsigned)need : (unsigned)start.files.rlim_cur;
	return 0;
}

int mpirun_spawn_ignored(int sig)
{
	return start.action[sig].sa_handler == SIG_IGN;
}

/* 0: executable, else errno of the reason. */
static int check_file(const char *path)
{
	struct stat info;

	if (stat(path, &info) != 0)
		return errno;
	if (S_ISDIR(info.st_mode))
		return EISDIR;
	return access(path, X_OK) == 0 ? 0 : errno;
}

/* A path as the rank sees it, whose working directory is `wdir`. NULL: no memory. */
static char *seen_from(const char *wdir, const char *path)
{
	const int moves = wdir && *path != '/';
	char *seen;

	return asprintf(&seen, "%s%s%s", moves ? wdir : "", moves ? "/" : "", path) < 0 ? NULL
											: seen;
}

/* Tries `folder`/`name` relative to `wdir`; on success *exe is the path relative to wdir. */
static int try_folder(const char *wdir, const char *folder, size_t len, const char *name,
		      char **exe)
{
	char *path = NULL, *seen = NULL;
	int why;

	if (len == 0 && strchr(name, '/'))
		path = strdup(name);
	else if (asprintf(&path, "%.*s/%s", len ? (int)len : 1, len ? folder : ".", name) < 0)
		path = NULL;
	seen = path ? seen_from(wdir, path) : NULL;
	if (!seen)
		mpirun_die("no memory for the path of %s", name);
	why = check_file(seen);
	free(seen);
	if (why == 0)
		*exe = path;
	else
		free(path);
	return why;
}

/* Tries each folder of the colon-separated list and keeps the most useful error: a file that cannot
 * be executed precedes one that does not exist. */
static int try_folders(const char *wdir, const char *folders, const char *name, char **exe, int why)
{
	while (folders) {
		size_t len = strcspn(folders, ":");
		int now = try_folder(wdir, folders, len, name, exe);

		if (now == 0)
			return 0;
		if (why == ENOENT || why == ENOTDIR)
			why = now;
		folders = folders[len] ? folders + len + 1 : NULL;
	}
	return why;
}

static const char *search_path(const struct mpirun_app *app)
{
	const char *path = getenv("PATH");

	for (int i = 0; i < app->env.n; i++)
		if (!strncmp(app->env.item[i], "PATH=", 5))
			path = app->env.item[i] + 5;
	return path ? path : "/usr/local/bin:/bin:/usr/bin";
}

static int check_wdir(const char *wdir)
{
	struct stat info;

	if (!wdir || (stat(wdir, &info) == 0 && S_ISDIR(info.st_mode)))
		return 0;
	if (access(wdir, F_OK) == 0)
		errno = ENOTDIR;
	mpirun_say("-wdir %s: %m", wdir);
	return 126;
}

/* Searches a program of this name: in -path, then in $PATH (names without a slash only) and, as
 * Open MPI's mpirun does, in the working directory. */
static int find(const struct mpirun_app *app, const char *name, char **exe)
{
	int why = ENOENT;

	if (*name == '/')
		return try_folder(NULL, "", 0, name, exe);
	if (app->path)
		why = try_folders(app->wdir, app->path, name, exe, why);
	if (why && !strchr(name, '/'))
		why = try_folders(app->wdir, search_path(app), name, exe, why);
	return why ? try_folders(app->wdir, "", name, exe, why) : 0;
}

/* There is such a file. */
static void say_refused(const struct mpirun_app *app, const char *name, int why)
{
	struct statvfs fs;
	struct stat st;
	char *path;

	if (!*name) {
		mpirun_say("cannot start a program: its name is empty; is a variable not set?");
		return;
	}
	path = seen_from(app->wdir, name);
	if (!path || why != EACCES || stat(path, &st) || statvfs(path, &fs))
		st.st_mode = fs.f_flag = 0;
	if (fs.f_flag & ST_NOEXEC)
		mpirun_say("cannot start %s: its file system is mounted with noexec", name);
	else if (S_ISREG(st.st_mode) && !(st.st_mode & 0111))
		mpirun_say("cannot start %s: it is not executable: chmod +x %s", name, name);
	else if (why == EISDIR)
		mpirun_say("cannot start %s: it is a directory; name the program in it", name);
	else
		mpirun_say("cannot start %s: %s", name, strerror(why));
	free(path);
}

int mpirun_spawn_find(const struct mpirun_app *app, char **exe)
{
	const char *name = app->argv.item[0];
	int why;

	if (check_wdir(app->wdir))
		return 126;
	why = find(app, name, exe);
	if (why == 0)
		return 0;
	if (why != ENOENT && why != ENOTDIR) {
		say_refused(app, name, why);
		return 126;
	}
	if (strchr(name, '/'))
		mpirun_say("cannot start %s: there is no such file%s%s", name,
			   app->wdir ? " seen from " : "", app->wdir ? app->wdir : "");
	else
		mpirun_say("cannot start %s: there is no such program in %s%sPATH=%s", name,
			   app->path ? app->path : "", app->path ? " or " : "", search_path(app));
	return 127;
}

/* Outer launchers (srun, Hydra, another mpirun) leave the variables of their job, which would make
 * this job a part of theirs. JOB_ENV names those that a mpirun made for its ranks alone; the user's
 * PMIX_MCA_ parameters stay. */
static int is_foreign(const char *pair)
{
	static const char names[] =
		"PMI_FD,PMI_RANK,PMI_SIZE,PMI_PORT,PMI_ID,PMI_SPAWNED,"
		"PMI_APPNUM,MPI_LOCALRANKID,MPI_LOCALNRANKS,OMPI_UNIVERSE_SIZE,RONDO_APPNUM,"
		"RONDO_SIZE," JOB_ENV;

	return (!strncmp(pair, "PMIX_", 5) && strncmp(pair, "PMIX_MCA_", 9)) ||
	       !strncmp(pair, "OMPI_COMM_WORLD_", 16) || is_listed(names, pair) ||
	       is_listed(getenv(JOB_ENV), pair);
}

/* Sets "NAME=value", replacing an earlier value. */
static void set_pair(struct mpirun_list *env, const char *pair)
{
	size_t len = strcspn(pair, "=") + 1;

	for (int i = 0; i < env->n; i++) {
		if (strncmp(env->item[i], pair, len))
			continue;
		free(env->item[i]);
		env->item[i] = strdup(pair);
		if (!env->item[i])
			mpirun_die("no memory for the environment");
		return;
	}
	mpirun_list_add(env, pair);
}

static int has(const struct mpirun_list *env, const char *pair)
{
	size_t len = strcspn(pair, "=") + 1;

	for (int i = 0; i < env->n; i++)
		if (!strncmp(env->item[i], pair, len))
			return 1;
	return 0;
}

/*
 * Saves memory in each rank that a job on one machine does not need: PMIx's store of events without
 * a handler (512 places) and zlib, loaded for values of 4 KiB and more (M-001; the server does not
 * use it either, mpirun_pmix.c). The third variable keeps PMIx in programs of other MPIs from
 * reporting that there is no compression. Values set by the user are kept.
 */
static void set_defaults(struct mpirun_list *env, struct mpirun_list *own)
{
	static const char *const pairs[] = {"PMIX_MCA_pmix_max_events=16",
					    "PMIX_MCA_pcompress=^zlib,zlibng",
					    "PMIX_MCA_pcompress_base_silence_warning=1"};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		if (has(env, pairs[i]))
			continue;
		mpirun_list_add(env, pairs[i]);
		mpirun_list_add(own, pairs[i]);
	}
}

/* Names, for a mpirun that a rank calls, the variables that the ranks of that job must not
 * inherit. */
static void set_job_env(struct mpirun_list *env, const struct mpirun_list *own)
{
	char *pair = NULL;
	size_t len = 0;
	FILE *to = own->n ? open_memstream(&pair, &len) : NULL;

	if (!own->n)
		return;
	for (int i = 0; to && i < own->n; i++)
		fprintf(to, "%s%.*s", i ? "," : JOB_ENV "=", (int)strcspn(own->item[i], "="),
			own->item[i]);
	if (!to || fclose(to) != 0)
		mpirun_die("no memory for the environment");
	set_pair(env, pair);
	free(pair);
}

static struct mpirun_list make_env(const struct mpirun_opts *opts, const struct mpirun_app *app)
{
	struct mpirun_list env = {0};

	for (char **pair = environ; !opts->env_none && *pair; pair++)
		if (!is_foreign(*pair))
			mpirun_list_add(&env, *pair);
	for (int i = 0; i < opts->env.n; i++)
		set_pair(&env, opts->env.item[i]);
	for (int i = 0; i < app->env.n; i++)
		set_pair(&env, app->env.item[i]);
	return env;
}

char **mpirun_spawn_env_plain(const struct mpirun_opts *opts, const struct mpirun_app *app)
{
	struct mpirun_list env = make_env(opts, app);

	set_job_env(&env, &opts->own);
	return env.item;
}

/* For MPI_INFO_ENV before MPI_Init. */
static void set_size(struct mpirun_list *env, int nranks)
{
	char pair[32];

	snprintf(pair, sizeof pair, "RONDO_SIZE=%d", nranks);
	set_pair(env, pair);
}

char **mpirun_spawn_env(const struct mpirun_opts *opts, const struct mpirun_app *app)
{
	struct mpirun_list env = make_env(opts, app), own = {0};

	for (int i = 0; i < opts->own.n; i++)
		mpirun_list_add(&own, opts->own.item[i]);
	/* The default store allocates two segments of 4 MiB per job, in files. */
	set_pair(&env, "PMIX_MCA_gds=hash");
	set_size(&env, opts->nranks);
	mpirun_list_add(&own, "PMIX_MCA_gds=hash");
	set_defaults(&env, &own);
	set_job_env(&env, &own);
	mpirun_list_free(&own);
	return env.item;
}

char **mpirun_env_copy(char **env)
{
	struct mpirun_list copy = {0};

	for (; *env; env++)
		mpirun_list_add(&copy, *env);
	return copy.item;
}

void mpirun_env_free(char **env)
{
	for (char **pair = env; pair && *pair; pair++)
		free(*pair);
	free(env);
}

/* Written by the child, read by the parent: they share memory until the exec. */
struct child_error {
	int err;
	const char *step;
};

/* Restores the dispositions that main() changed for mpirun; exec itself resets handlers of
 * libraries. */
static void restore_signals(void)
{
	static const int changed[] = {SIGPIPE, SIGTTIN, SIGTTOU, SIGCHLD};

	for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
		sigaction(changed[i], &start.action[changed[i]], NULL);
	sigprocmask(SIG_SETMASK, &start.mask, NULL);
}

/* Linux before 5.11 has no CLOSE_RANGE_CLOEXEC. */
static void close_on_exec(unsigned first, unsigned last)
{
	if (first > last || syscall(SYS_close_range, first, last, CLOSE_RANGE_CLOEXEC) == 0)
		return;
	for (unsigned fd = first; fd <= last && fd < fds_most; fd++)
		fcntl((int)fd, F_SETFD, FD_CLOEXEC);
}

/* libpmix accepts the connections of ranks without close-on-exec, and the next rank to be started
 * would keep them open. */
static void keep_passed_on(void)
{
	unsigned first = 3;

	for (int i = 0; i < passed_on.n; i++) {
		close_on_exec(first, (unsigned)passed_on.fd[i] - 1);
		first = (unsigned)passed_on.fd[i] + 1;
	}
	close_on_exec(first, ~0u);
}

static const char *set_up_child(const struct mpirun_proc *proc, pid_t parent)
{
	if (setpgid(0, 0) != 0)
		return "setpgid";
	mpirun_guard_watch_self();
	/* Sent when the thread that called vfork ends, which is mpirun's main thread. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
		return "prctl";
	for (int i = 0; i < 3; i++)
		if (proc->fd[i] != i && dup2(proc->fd[i], i) < 0)
			return "dup2";
	if (proc->wdir && chdir(proc->wdir) != 0)
		return proc->wdir;
	if (proc->cpus && sched_setaffinity(0, proc->cpus_bytes, proc->cpus) != 0)
		return "binding it";
	keep_passed_on();
	if (proc->kept && fcntl(proc->kept, F_SETFD, 0) != 0)
		return "fcntl";
	setrlimit(RLIMIT_NOFILE, &start.files);
	restore_signals();
	return NULL;
}

static _Noreturn void be_child(const struct mpirun_proc *proc, pid_t parent,
			       volatile struct child_error *error)
{
	const char *step = set_up_child(proc, parent);

	if (!step) {
		execve(proc->exe, proc->argv, proc->env);
		step = errno == ENOEXEC ? "it is no program and has no #! line" : "exec";
	}
	error->err = errno;
	error->step = step;
	_exit(127);
}

pid_t mpirun_spawn(const struct mpirun_proc *proc, const char **step)
{
	volatile struct child_error error = {0};
	pid_t parent = getpid(), pid;

	pid = vfork();
	if (pid == 0)
		be_child(proc, parent, &error);
	if (pid < 0) {
		*step = "vfork";
		return -1;
	}
	if (!error.step)
		return pid;
	mpirun_guard_forget(pid);
	*step = error.step;
	errno = error.err;
	return -1;
}

void mpirun_spawn_say(const struct mpirun_proc *proc, int rank, const char *step)
{
	const char *exe = proc->exe;
	const int why = errno;
	char line[256] = "", *name = line + 2, *end;
	char *seen = why == ENOENT && !strcmp(step, "exec") ? seen_from(proc->wdir, exe) : NULL;
	FILE *file = seen ? fopen(seen, "re") : NULL;

	free(seen);
	if (!file) {
		mpirun_say("cannot start %s as rank %d: %s: %s", exe, rank, step, strerror(why));
		return;
	}
	if (!fgets(line, sizeof line, file) || strncmp(line, "#!", 2) != 0)
		mpirun_say("cannot start %s as rank %d: the loader that it names is missing; is it "
			   "for another system? (readelf -l shows it)",
			   exe, rank);
	else {
		name += strspn(name, " \t");
		end = name + strcspn(name, " \t\r\n");
		mpirun_say("cannot start %s as rank %d: there is no program %.*s, which its first "
			   "line names%s",
			   exe, rank, (int)(end - name), name,
			   *end == '\r' ? "; the line ends with a carriage return: remove it" : "");
	}
	fclose(file);
}
