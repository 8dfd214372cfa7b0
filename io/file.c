/* SPDX-License-Identifier: BSD-3-Clause */
/* Files: making and ending the object (MPI-5.0 14.2). Called by mpi/. */
#include "io/file.h"

#include "base/err.h"
#include "base/pool.h"
#include "coll/coll.h"
#include "comm/boot.h"
#include "io/exchange.h"
#include "io/gather.h"
#include "io/io_impl.h"
#include "io/op.h"
#include "io/posix.h"
#include "io/shared.h"
#include "io/stats.h"
#include "io/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct rd_pool files = RD_POOL_INIT(struct rd_file);
static int alive; /* of them */

static struct rd_obj null_obj = {RD_MAGIC_FILE, 1};

static void put_null(struct rd_errs *errs)
{
	errs->obj->refs--;
}

struct rd_errs rd_file_null_errs = {RD_ERRS_FILE, MPI_FILE_NULL, "MPI_FILE_NULL",
				    &null_obj,    put_null,      &rd_errors_return};

int rd_file_max(struct rd_file *file, uint64_t *value, int n)
{
	struct rd_type *word = rd_type_predefined[(uintptr_t)MPI_UINT64_T - RD_TYPE_FIRST];
	uint64_t most[RD_FILE_VALUES];
	int err = rd_coll_allreduce(value, &RD_BUF(most, (uint64_t)n, word), rd_op_get(MPI_MAX),
				    file->comm);

	if (!err)
		memcpy(value, most, (size_t)n * sizeof(*value));
	return err;
}

/* The cause of the error `worst` of a rank, for all; a member with an error of its own keeps that.
 */
static int tell(struct rd_file *file, int err, int worst, int rank)
{
	struct rd_boot boot = rd_comm_boot(file->comm);
	const char *cause = err ? rd_err_cause() : NULL;
	char own[RD_IO_WHY_B], why[RD_IO_WHY_B] = "";

	snprintf(own, sizeof(own), "%s", cause ? cause : rd_err_text(err ? err : worst));
	rd_boot_bcast(&boot, rank, rank == file->comm->rank ? own : why, RD_IO_WHY_B);
	if (err)
		rd_err_because("%s", own);
	else
		rd_err_because("%s, on rank %d", why[0] ? why : own, rank);
	return err ? err : worst;
}

int rd_file_agree(struct rd_file *file, int err)
{
	struct rd_boot boot = rd_comm_boot(file->comm);
	uint64_t worst = err ? (uint64_t)-err << 32 | (uint32_t)file->comm->rank : 0;
	int failed = rd_boot_max_n(&boot, &worst, 1);

	if (failed || !worst)
		return err ? err : failed;
	return tell(file, err, -(int)(worst >> 32), (int)(uint32_t)worst);
}

static void put_errs(struct rd_errs *errs);

/* Requests belong to the file's communicator, and their errors to the file. */
static void open_errs(struct rd_file *file)
{
	struct rd_errs *requests = &file->comm->errs;

	file->errs = (struct rd_errs){
		RD_ERRS_FILE, rd_file_handle(file), file->path, &file->obj, put_errs, NULL};
	rd_errs_close(requests);
	*requests = file->errs;
	requests->handler = NULL;
	rd_file_set_errhandler(file, rd_file_null_errs.handler);
}

/* A request may live longer than the file. */
static void close_errs(struct rd_file *file)
{
	struct rd_errs *requests = &file->comm->errs;

	rd_errs_set(requests, &rd_errors_return);
	requests->name = file->comm->name;
	requests->obj = &file->comm->obj;
	rd_errs_close(&file->errs);
}

void rd_file_set_errhandler(struct rd_file *file, struct rd_errhandler *handler)
{
	rd_errs_set(rd_file_errs(file), handler);
	if (file)
		rd_errs_set(&file->comm->errs, handler);
}

static void destroy(struct rd_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	rd_view_end(file);
	if (file->errs.handler)
		close_errs(file);
	if (file->comm)
		rd_comm_put(file->comm);
	rd_collective_close(file);
	free(file->path);
	rd_pool_put(&files, file);
	if (!--alive)
		rd_owner_forget();
}

static void put_errs(struct rd_errs *errs)
{
	struct rd_file *file = (struct rd_file *)(uintptr_t)errs->handle;

	if (rd_obj_put(&file->obj))
		destroy(file);
}

static int64_t end_of(struct rd_file *file)
{
	MPI_Offset size = 0;

	return rd_file_get_size(file, &size) ? 0 : size;
}

/* A file that is not open yet; NULL: no memory. */
static struct rd_file *make(const struct rd_comm *comm, const char *name, int amode)
{
	struct rd_file *file = rd_pool_get(&files);

	if (!file)
		return NULL;
	alive++;
	rd_obj_init(&file->obj, RD_MAGIC_FILE);
	file->fd = -1;
	rd_list_init(&file->queue);
	file->amode = amode;
	file->path = rd_file_path(name);
	rd_view_begin(file);
	file->stats = file->path ? rd_io_stats_of(file->path) : NULL;
	if (file->path && !rd_collective_open(file, comm))
		return file;
	destroy(file);
	return NULL;
}

static int fill(struct rd_file *file, const struct rd_hints *hints)
{
	int err;

	file->comm->p2p.name = NULL;
	file->comm->p2p.joint = 1; /* after a failure all leave an operation */
	err = rd_file_open_all(file);
	if (!err)
		err = rd_hints_begin(file, hints);
	if (!err)
		err = rd_shared_open(file);
	if (!err && file->amode & MPI_MODE_APPEND) {
		file->position = end_of(file);
		err = rd_shared_seek(file, 0, MPI_SEEK_END);
	}
	if (err)
		rd_shared_close(file); /* there is an error on all members */
	return err;
}

static int give_up(struct rd_file *file, struct rd_comm *comm, int err)
{
	if (!file && comm)
		rd_comm_put(comm);
	if (!file)
		return err;
	file->obj.magic = RD_MAGIC_FREED;
	destroy(file);
	return err;
}

/* All members know that each has memory before any waits for another on the file's communicator. */
int rd_file_open(struct rd_comm *comm, const char *name, int amode, const struct rd_hints *hints,
		 struct rd_file **out)
{
	struct rd_file *file = make(comm, name, amode);
	uint64_t began = rd_io_stats_begin(file ? file->stats : NULL);
	struct rd_comm *own = NULL;
	/* no duplicate: that would call the user's attribute copy functions */
	int err = rd_comm_create(comm, comm->group, &own);

	if (file)
		file->comm = own;
	if (!err)
		err = rd_ctx_ready(&own->coll);
	if (!err)
		err = rd_ctx_ready(&own->p2p);
	err = rd_file_agree_mode(comm, name, amode, file || err ? err : RD_ENOMEM);
	if (!err)
		err = fill(file, hints);
	if (err) {
		rd_io_stats_end(file ? file->stats : NULL, RD_IO_OPEN, RD_WAY_NONE, 0, began);
		return give_up(file, own, err);
	}
	open_errs(file);
	rd_io_stats_end(file->stats, RD_IO_OPEN, RD_WAY_NONE, 0, began);
	*out = file;
	return 0;
}

/* ---- Closing ---- */

/* A file that was closed with an error, which is reported through it. */
static struct rd_file *remains;

static void bury(void)
{
	if (remains)
		put_errs(&remains->errs);
	remains = NULL;
}

static int close_own(struct rd_file *file)
{
	int fd = file->fd;

	file->fd = -1;
	return close(fd) ? rd_posix_failed(file->path, "close", -1) : 0;
}

/* A split collective that the program did not end. */
static int end_split(struct rd_file *file)
{
	struct rd_req *req = file->split;

	file->split = NULL;
	return req ? rd_req_wait(req, NULL) : 0;
}

/* Each step is done also after an error of one before. */
static int close_all(struct rd_file *file)
{
	int err = end_split(file), failed;

	failed = rd_file_agree(file, 0); /* others may still write for this member */
	err = err ? err : failed;
	failed = rd_shared_close(file);
	err = err ? err : failed;
	failed = close_own(file);
	err = rd_file_agree(file, err ? err : failed);
	if (!(file->amode & MPI_MODE_DELETE_ON_CLOSE))
		return err;
	failed = file->comm->rank ? 0 : rd_file_unlink(file->path);
	failed = rd_file_agree(file, failed);
	return err ? err : failed;
}

int rd_file_close(struct rd_file *file)
{
	uint64_t began = rd_io_stats_begin(file->stats);
	int err;

	if (file == remains) {
		bury();
		return 0;
	}
	rd_io_drain_all(file);
	err = close_all(file);
	rd_io_stats_end(file->stats, RD_IO_CLOSE, RD_WAY_NONE, 0, began);
	bury();
	remains = file;
	if (!err)
		bury();
	return err;
}

void rd_file_fini(void)
{
	bury();
	rd_gather_fini();
	rd_io_stats_fini();
	rd_errs_set(&rd_file_null_errs, &rd_errors_return);
}
