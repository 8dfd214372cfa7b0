/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * System calls on files: whole transfers, also where the kernel cuts or interrupts them, and the
 * codes of their errors with a text that names the file and the offset.
 */
#ifndef RD_IO_POSIX_H
#define RD_IO_POSIX_H

#include <stdint.h>
#include <sys/uio.h>

struct rd_file;

/* The code of an errno. */
int rd_posix_code(int error);
/* The same for the present errno, with the cause: `what` failed. at < 0: no offset. Of a long path
 * the end is shown. */
int rd_posix_failed(const char *path, const char *what, int64_t at);

/* All `bytes` bytes. A read ends early at the end of the file; *got is the number of bytes moved,
 * also after an error. The entries of iov are changed. */
int rd_posix_read(const struct rd_file *file, void *buf, uint64_t bytes, int64_t at, uint64_t *got);
int rd_posix_write(const struct rd_file *file, const void *buf, uint64_t bytes, int64_t at);
int rd_posix_readv(const struct rd_file *file, struct iovec *iov, int n, int64_t at, uint64_t *got);
int rd_posix_writev(const struct rd_file *file, struct iovec *iov, int n, int64_t at);

#endif
