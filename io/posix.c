/* SPDX-License-Identifier: BSD-3-Clause */
/* System calls on files. Called by the files of this folder. */
#include "io/posix.h"

#include "base/compiler.h"
#include "base/err.h"
#include "io/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int rd_posix_code(int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
		return RD_EFILE_ACCESS;
	case ENOENT:
		return RD_EFILE_MISSING;
	case EEXIST:
		return RD_EFILE_EXISTS;
	case ENAMETOOLONG:
	case ENOTDIR:
	case EISDIR:
	case ELOOP:
	case ENXIO:
	case ESPIPE:
		return RD_EFILE_NAME;
	case ETXTBSY:
	case EBUSY:
		return RD_EFILE_IN_USE;
	case ENOSPC:
		return RD_EFILE_NO_SPACE;
	case EDQUOT:
		return RD_EFILE_QUOTA;
	case EROFS:
		return RD_EFILE_READ_ONLY;
	case ENOMEM:
	case EMFILE:
	case ENFILE:
		return RD_ENOMEM;
	default:
		return RD_EFILE_IO;
	}
}

enum { PATH_SHOWN = 150 }; /* bytes: the reason has room behind it */

int rd_posix_failed(const char *path, const char *what, int64_t at)
{
	int error = errno;
	size_t length = strlen(path), cut = length > PATH_SHOWN ? length - PATH_SHOWN : 0;
	const char *dots = cut ? "..." : "";

	path += cut;
	if (at < 0)
		rd_err_because("%s of %s%s: %s", what, dots, path, strerror(error));
	else
		rd_err_because("%s of %s%s at byte %lld: %s", what, dots, path, (long long)at,
			       strerror(error));
	return rd_posix_code(error);
}

int rd_posix_read(const struct rd_file *file, void *buf, uint64_t bytes, int64_t at, uint64_t *got)
{
	for (*got = 0; *got < bytes;) {
		ssize_t n = pread(file->fd, (char *)buf + *got, bytes - *got, at + (int64_t)*got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return rd_posix_failed(file->path, "read", at + (int64_t)*got);
		if (!n)
			break;
		*got += (uint64_t)n;
	}
	return 0;
}

/* The file system took nothing, without a reason. */
static int no_progress(const struct rd_file *file, int64_t at)
{
	errno = EIO;
	return rd_posix_failed(file->path, "write", at);
}

int rd_posix_write(const struct rd_file *file, const void *buf, uint64_t bytes, int64_t at)
{
	for (uint64_t done = 0; done < bytes;) {
		ssize_t n = pwrite(file->fd, (const char *)buf + done, bytes - done,
				   at + (int64_t)done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return rd_posix_failed(file->path, "write", at + (int64_t)done);
		if (!n)
			return no_progress(file, at + (int64_t)done);
		done += (uint64_t)n;
	}
	return 0;
}

/* Drops the first `bytes` bytes of a list; returns the entries that are used up. */
static int advance(struct iovec *iov, int n, uint64_t bytes)
{
	int i = 0;

	while (i < n && bytes >= iov[i].iov_len)
		bytes -= iov[i++].iov_len;
	if (i < n) {
		iov[i].iov_base = (char *)iov[i].iov_base + bytes;
		iov[i].iov_len -= bytes;
	}
	return i;
}

int rd_posix_readv(const struct rd_file *file, struct iovec *iov, int n, int64_t at, uint64_t *got)
{
	*got = 0;
	for (int i = 0; i < n;) {
		ssize_t moved = preadv(file->fd, iov + i, n - i, at + (int64_t)*got);

		if (moved < 0 && errno == EINTR)
			continue;
		if (moved < 0)
			return rd_posix_failed(file->path, "read", at + (int64_t)*got);
		if (!moved)
			break;
		*got += (uint64_t)moved;
		i += advance(iov + i, n - i, (uint64_t)moved);
	}
	return 0;
}

int rd_posix_writev(const struct rd_file *file, struct iovec *iov, int n, int64_t at)
{
	for (int i = 0; i < n;) {
		ssize_t moved = pwritev(file->fd, iov + i, n - i, at);

		if (moved < 0 && errno == EINTR)
			continue;
		if (moved < 0)
			return rd_posix_failed(file->path, "write", at);
		if (!moved)
			return no_progress(file, at);
		at += moved;
		i += advance(iov + i, n - i, (uint64_t)moved);
	}
	return 0;
}
