/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs a job and resets connections between its ranks at random moments. Data in the kernel of the
 * side that is reset is lost, data acknowledged to the other side included; both ranks live on.
 * Prints the number of resets; ends with the job's status, or 77 where the system does not allow
 * access to the sockets of other processes.
 *
 *     reset_connections PROGRAM MEAN_MS COMMAND...     PROGRAM: of the ranks; COMMAND: the launcher
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ENDS = 4096 };

struct end {
	int fd; /* of this process, the same socket */
	struct sockaddr_in6 local, peer;
};

static struct end ends[ENDS];
static int nends, nlauncher; /* the first are the launcher's */
static int refused;

static int runs(const char *pid, const char *program)
{
	char path[64], line[4096];
	FILE *f;
	size_t n;

	snprintf(path, sizeof(path), "/proc/%s/cmdline", pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	n = fread(line, 1, sizeof(line) - 1, f);
	fclose(f);
	line[n] = 0;
	return !strcmp(line, program);
}

/* A duplicate of the descriptor; -1: it is closed, or duplicating is not allowed. */
static int take(int pidfd, int fd)
{
	int own = (int)syscall(SYS_pidfd_getfd, pidfd, fd, 0);

	if (own < 0 && (errno == EPERM || errno == ENOSYS))
		refused = errno;
	return own;
}

static int is_connected_tcp(struct end *e)
{
	socklen_t len = sizeof(e->local);
	int type = 0;
	socklen_t size = sizeof(type);

	memset(&e->local, 0, 2 * sizeof(e->local));
	if (getsockopt(e->fd, SOL_SOCKET, SO_TYPE, &type, &size) || type != SOCK_STREAM)
		return 0;
	if (getsockname(e->fd, (struct sockaddr *)&e->local, &len) ||
	    (e->local.sin6_family != AF_INET && e->local.sin6_family != AF_INET6))
		return 0;
	len = sizeof(e->peer);
	return !getpeername(e->fd, (struct sockaddr *)&e->peer, &len);
}

static void collect_of(const char *pid)
{
	char path[64];
	int pidfd = (int)syscall(SYS_pidfd_open, atoi(pid), 0);
	struct dirent *d;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%s/fd", pid);
	dir = pidfd < 0 ? NULL : opendir(path);
	while (dir && (d = readdir(dir)) && nends < ENDS) {
		struct end *e = &ends[nends];
		char name[512], link[64] = "";

		snprintf(name, sizeof(name), "%s/%s", path, d->d_name);
		if (readlink(name, link, sizeof(link) - 1) < 0 || strncmp(link, "socket:", 7))
			continue;
		e->fd = take(pidfd, atoi(d->d_name));
		if (e->fd >= 0 && is_connected_tcp(e))
			nends++;
		else if (e->fd >= 0)
			close(e->fd);
	}
	if (dir)
		closedir(dir);
	close(pidfd);
}

static void collect(const char *program)
{
	DIR *dir = opendir("/proc");
	struct dirent *d;

	while (dir && (d = readdir(dir)))
		if (d->d_name[0] >= '1' && d->d_name[0] <= '9' && runs(d->d_name, program))
			collect_of(d->d_name);
	if (dir)
		closedir(dir);
}

static int same(const struct sockaddr_in6 *a, const struct sockaddr_in6 *b)
{
	return !memcmp(a, b, sizeof(*a));
}

/* The launcher has connections of its own to the ranks, which may have got copies of its ends. */
static int between_ranks(const struct end *e)
{
	int found = 0;

	for (int i = 0; i < nends; i++) {
		if (i < nlauncher &&
		    (same(&ends[i].local, &e->local) || same(&ends[i].local, &e->peer)))
			return 0;
		found |= i >= nlauncher && same(&ends[i].local, &e->peer);
	}
	return found;
}

/* Resets one of the connections; tcp_disconnect() drops both queues of this side. */
static int cut_one(pid_t job, const char *program)
{
	struct sockaddr none = {.sa_family = AF_UNSPEC};
	char launcher[16];
	int done = 0, n, first;

	nends = 0;
	snprintf(launcher, sizeof(launcher), "%d", (int)job);
	collect_of(launcher);
	nlauncher = nends;
	collect(program);
	n = nends - nlauncher;
	first = n ? rand() % n : 0;
	for (int i = 0; i < n && !done; i++) {
		struct end *e = &ends[nlauncher + (first + i) % n];

		done = between_ranks(e) && !connect(e->fd, &none, sizeof(none));
	}
	for (int i = 0; i < nends; i++)
		close(ends[i].fd);
	return done;
}

static void pause_us(int us)
{
	struct timespec t = {us / 1000000, us % 1000000 * 1000L};

	nanosleep(&t, NULL);
}

int main(int argc, char **argv)
{
	int status, cuts = 0;
	pid_t job;

	if (argc < 4)
		return 2;
	srand((unsigned)time(NULL));
	job = fork();
	if (!job) {
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	while (waitpid(job, &status, WNOHANG) == 0) {
		cuts += cut_one(job, argv[1]);
		pause_us(1 + rand() % (2000 * atoi(argv[2])));
	}
	printf("%d connections cut\n", cuts);
	if (refused && !cuts) {
		printf("sockets of other processes cannot be taken: %s\n", strerror(refused));
		return 77;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
