/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Opening the descriptors of a file, and deleting files (MPI-5.0 14.2). Rank 0 makes the file and
 * opens it; then the others open the existing file. Called by file.c and mpi/.
 */
#include "io/io_impl.h"

#include "base/err.h"
#include "comm/boot.h"
#include "io/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	AMODES = MPI_MODE_APPEND | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_EXCL |
		 MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL | MPI_MODE_UNIQUE_OPEN |
		 MPI_MODE_WRONLY,
	ACCESS = MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY
};

static const char *wrong_amode(int amode)
{
	int access = amode & ACCESS;

	if (amode & ~AMODES)
		return "has bits that are no access mode";
	if (access != MPI_MODE_RDONLY && access != MPI_MODE_RDWR && access != MPI_MODE_WRONLY)
		return "must have exactly one of MPI_MODE_RDONLY, MPI_MODE_RDWR, MPI_MODE_WRONLY";
	if (amode & MPI_MODE_RDONLY && amode & (MPI_MODE_CREATE | MPI_MODE_EXCL))
		return "has MPI_MODE_CREATE or MPI_MODE_EXCL with MPI_MODE_RDONLY";
	if (amode & MPI_MODE_RDWR && amode & MPI_MODE_SEQUENTIAL)
		return "has MPI_MODE_SEQUENTIAL with MPI_MODE_RDWR";
	return NULL;
}

int rd_file_agree_mode(struct rd_comm *comm, const char *name, int amode, int failed)
{
	const char *wrong = wrong_amode(amode);
	struct rd_boot boot = rd_comm_boot(comm);
	uint64_t most[] = {wrong != NULL, (uint64_t)amode, ~(uint64_t)amode, (uint64_t)-failed};
	int err = rd_boot_max_n(&boot, most, 4);

	if (failed || err)
		return failed ? failed : err;
	if (most[3])
		rd_err_because("open of %s: another member: %s", name, rd_err_text(-(int)most[3]));
	else if (wrong)
		rd_err_because("open of %s: amode=%d %s", name, amode, wrong);
	else if (most[0])
		rd_err_because("open of %s: another member gave an invalid access mode", name);
	else if (most[1] != ~most[2])
		rd_err_because("open of %s: the members gave different access modes", name);
	return most[3]               ? -(int)most[3]
	       : most[0]             ? RD_EFILE_AMODE
	       : most[1] != ~most[2] ? RD_EFILE_NOT_SAME
				     : 0;
}

static int flags(int amode, int first)
{
	int flags = amode & MPI_MODE_RDONLY   ? O_RDONLY
		    : amode & MPI_MODE_WRONLY ? O_WRONLY
					      : O_RDWR;

	if (first && amode & MPI_MODE_CREATE)
		flags |= amode & MPI_MODE_EXCL ? O_CREAT | O_EXCL : O_CREAT;
	return flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK; /* a pipe is not waited for */
}

/* Only an object that can be read and written at any offset is a file. */
static int check_kind(struct rd_file *file)
{
	struct stat st;

	if (fstat(file->fd, &st))
		return rd_posix_failed(file->path, "stat", -1);
	file->block = st.st_blksize > 0 ? (uint64_t)st.st_blksize : 4096;
	if (S_ISREG(st.st_mode) || S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode))
		return 0;
	rd_err_because("open of %s: it is a %s", file->path,
		       S_ISDIR(st.st_mode)    ? "directory"
		       : S_ISFIFO(st.st_mode) ? "pipe"
					      : "socket");
	return RD_EFILE_NAME;
}

/* A write beyond the limit of the process then fails, as one to a full disk, and does not end the
 * process, unless the program wants that signal. */
static void outlive_limit(void)
{
	struct sigaction action;
	struct rlimit limit;

	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return;
	if (!sigaction(SIGXFSZ, NULL, &action) && action.sa_handler == SIG_DFL)
		signal(SIGXFSZ, SIG_IGN);
}

static int open_own(struct rd_file *file, int first)
{
	outlive_limit();
	do
		file->fd = open(file->path, flags(file->amode, first), 0666);
	while (file->fd < 0 && errno == EINTR);
	if (file->fd < 0)
		return rd_posix_failed(file->path, "open", -1);
	return check_kind(file);
}

int rd_file_open_all(struct rd_file *file)
{
	int first = file->comm->rank == 0;
	int err = rd_file_agree(file, first ? open_own(file, 1) : 0);

	if (err || file->comm->size == 1)
		return err;
	return rd_file_agree(file, first ? 0 : open_own(file, 0));
}

/* Names may begin with a kind of file system, as those of other libraries. */
static const char *plain_name(const char *name)
{
	static const char *const kinds[] = {"ufs:", "nfs:", "lustre:", "gpfs:", "xfs:", "testfs:"};

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (!strncmp(name, kinds[i], strlen(kinds[i])))
			return name + strlen(kinds[i]);
	return name;
}

char *rd_file_path(const char *name)
{
	return strdup(plain_name(name));
}

int rd_file_unlink(const char *path)
{
	struct stat st;

	if (!stat(path, &st) && S_ISDIR(st.st_mode)) {
		rd_err_because("removal of %s: it is a directory", path);
		return RD_EFILE_NAME;
	}
	return unlink(path) ? rd_posix_failed(path, "removal", -1) : 0;
}

int rd_file_delete(const char *name)
{
	return rd_file_unlink(plain_name(name));
}
