/* SPDX-License-Identifier: BSD-3-Clause */
/* Sizes, hints and sync (MPI-5.0 14.2, 14.2.8, 14.6). Called by mpi/. */
#include "io/file.h"

#include "base/compiler.h"
#include "base/err.h"
#include "comm/boot.h"
#include "io/gather.h"
#include "io/io_impl.h"
#include "io/op.h"
#include "io/posix.h"
#include "io/stats.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* MPI-5.0 14.2.4, 14.2.5: not with MPI_MODE_SEQUENTIAL. All members have the same access mode. */
static int check_mode(const struct rd_file *file)
{
	int only = file->amode & MPI_MODE_RDONLY;

	if (!only && !(file->amode & MPI_MODE_SEQUENTIAL))
		return 0;
	rd_err_because("%s: it is open with %s", file->path,
		       only ? "MPI_MODE_RDONLY" : "MPI_MODE_SEQUENTIAL");
	return only ? RD_EFILE_READ_ONLY : RD_ENOTSUP;
}

/* No member goes on before all have come: their earlier writes are over, or one of them has failed.
 */
static int check_size(struct rd_file *file, int64_t size)
{
	uint64_t most[] = {(uint64_t)size, ~(uint64_t)size, (uint64_t)rd_gather_has_failed(file)};
	int err = rd_file_max(file, most, 3);

	if (err)
		return err;
	if (most[0] == ~most[1])
		return most[2] ? rd_file_agree(file, rd_gather_flush(file)) : 0;
	rd_err_because("%s: the members gave different sizes", file->path);
	return RD_EFILE_NOT_SAME;
}

static int truncate_own(struct rd_file *file, int64_t size)
{
	int failed;

	do
		failed = ftruncate(file->fd, size);
	while (failed && errno == EINTR);
	return failed ? rd_posix_failed(file->path, "change of the size", size) : 0;
}

/* A file system without fallocate gets zeros behind the end by posix_fallocate's own loop. */
static int allocate_own(struct rd_file *file, int64_t size)
{
	int error;

	do
		error = size ? posix_fallocate(file->fd, 0, size) : 0;
	while (error == EINTR);
	errno = error;
	return error ? rd_posix_failed(file->path, "allocation", size) : 0;
}

/* One member does it; no member goes on before. */
static int by_first(struct rd_file *file, int64_t size, int (*own)(struct rd_file *, int64_t))
{
	int err = check_mode(file);

	if (err)
		return err;
	rd_io_drain(file);
	err = check_size(file, size);
	if (err)
		return err;
	if (!file->comm->rank)
		err = own(file, size);
	rd_gather_restart(file);
	return rd_file_agree(file, err);
}

static int resize(struct rd_file *file, int64_t size, int (*own)(struct rd_file *, int64_t))
{
	uint64_t began = rd_io_stats_begin(file->stats);
	int err = by_first(file, size, own);

	rd_io_stats_end(file->stats, RD_IO_RESIZE, RD_WAY_NONE, 0, began);
	return err;
}

int rd_file_set_size(struct rd_file *file, int64_t size)
{
	return resize(file, size, truncate_own);
}

int rd_file_preallocate(struct rd_file *file, int64_t size)
{
	return resize(file, size, allocate_own);
}

int rd_file_get_size(struct rd_file *file, MPI_Offset *size)
{
	struct stat st;
	off_t end;
	int err = rd_gather_flush(file);

	if (err)
		return err;
	if (fstat(file->fd, &st))
		return rd_posix_failed(file->path, "stat", -1);
	*size = st.st_size;
	if (!S_ISBLK(st.st_mode))
		return 0;
	end = lseek(file->fd, 0, SEEK_END);
	*size = end < 0 ? 0 : end;
	return 0;
}

/* Each member writes back by its own descriptor: the kernel reports a lost write once to each. */
static int sync_own(const struct rd_file *file)
{
	int failed;

	if (file->amode & MPI_MODE_RDONLY)
		return 0;
	do
		failed = fsync(file->fd);
	while (failed && errno == EINTR);
	if (failed && (errno == EINVAL || errno == EROFS))
		return 0; /* a device that keeps nothing */
	return failed ? rd_posix_failed(file->path, "write-back", -1) : 0;
}

int rd_file_sync(struct rd_file *file)
{
	uint64_t began = rd_io_stats_begin(file->stats);
	int err, synced;

	rd_io_drain(file);
	err = rd_gather_flush(file);
	synced = sync_own(file);
	err = rd_file_agree(file, err ? err : synced);
	rd_io_stats_end(file->stats, RD_IO_SYNC, RD_WAY_NONE, 0, began);
	return err;
}

/* ---- Hints ---- */

/* Domains of 1 MiB stay in the caches of an owner, and more of them are under way at a time; over a
 * network the file system gets longer calls. */
enum { CB_NODE_B = 1 << 20, CB_NODES_B = 4 << 20, CB_LEAST_B = 65536 };
#define CB_MOST_B (UINT64_C(1) << 30)

static const char *const uses[] = {"automatic", "enable", "disable"};

static void read_use(const struct rd_hints *hints, const char *key, int *use)
{
	const char *value = rd_hints_value(hints, key);

	for (int i = 0; value && i < 3; i++)
		if (!strcasecmp(value, uses[i]))
			*use = i;
}

/* A number above 0; anything else leaves the value as it is. */
static int read_number(const struct rd_hints *hints, const char *key, uint64_t *number)
{
	const char *value = rd_hints_value(hints, key);
	char *end;
	unsigned long long n = value && !strchr(value, '-') ? strtoull(value, &end, 10) : 0;

	if (!n || *end)
		return 0;
	*number = n;
	return 1;
}

static void read_hints(struct rd_file *file, const struct rd_hints *hints)
{
	struct rd_file_hints *h = &file->hints;
	uint64_t n;

	if (read_number(hints, "cb_nodes", &n))
		h->cb_nodes = (int)rd_min(n, (uint64_t)1 << 30);
	if (read_number(hints, "cb_buffer_size", &n))
		h->cb_buffer = rd_min(rd_max(n, (uint64_t)CB_LEAST_B), CB_MOST_B);
	if (read_number(hints, "striping_unit", &n))
		h->stripe = rd_min(n, CB_MOST_B);
	read_use(hints, "romio_cb_write", &h->cb_write);
	read_use(hints, "romio_cb_read", &h->cb_read);
	read_use(hints, "romio_ds_read", &h->ds_read);
}

int rd_hints_begin(struct rd_file *file, const struct rd_hints *hints)
{
	file->hints.cb_buffer = file->several ? CB_NODES_B : CB_NODE_B;
	file->hints.stripe = file->block;
	return rd_file_set_hints(file, hints);
}

int rd_file_set_hints(struct rd_file *file, const struct rd_hints *hints)
{
	struct rd_boot boot = rd_comm_boot(file->comm);

	if (hints)
		read_hints(file, hints);
	file->hints.cb_buffer = rd_min(file->hints.cb_buffer, CB_MOST_B) + file->hints.stripe - 1;
	file->hints.cb_buffer -= file->hints.cb_buffer % file->hints.stripe;
	return rd_boot_bcast(&boot, 0, &file->hints, sizeof(file->hints));
}

static int put_number(struct rd_hints *out, const char *key, uint64_t number)
{
	char value[24];

	snprintf(value, sizeof(value), "%llu", (unsigned long long)number);
	return rd_hints_set(out, key, value);
}

int rd_file_get_hints(const struct rd_file *file, struct rd_hints **out)
{
	const struct rd_file_hints *h = &file->hints;
	struct rd_hints *hints;
	int err = rd_hints_new(&hints);

	if (err)
		return err;
	if (h->cb_nodes)
		err = put_number(hints, "cb_nodes", (uint64_t)h->cb_nodes);
	err = err ? err : put_number(hints, "cb_buffer_size", h->cb_buffer);
	err = err ? err : put_number(hints, "striping_unit", h->stripe);
	err = err ? err : rd_hints_set(hints, "romio_cb_write", uses[h->cb_write]);
	err = err ? err : rd_hints_set(hints, "romio_cb_read", uses[h->cb_read]);
	err = err ? err : rd_hints_set(hints, "romio_ds_read", uses[h->ds_read]);
	if (err)
		rd_hints_put(hints);
	else
		*out = hints;
	return err;
}
