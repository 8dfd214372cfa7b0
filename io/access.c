/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Access to data (MPI-5.0 14.4): where in the view a call begins, what its access mode allows, and
 * its status. Called by mpi/.
 */
#include "io/stream.h"

#include "base/err.h"
#include "io/view.h"
#include "pt2pt/request.h"

static int refuse(const struct rd_file *file, int err, const char *why)
{
	rd_err_because("%s: it is open with %s", file->path, why);
	return err;
}

/* Does the access mode allow the call? */
static int check_mode(const struct rd_io_call *call)
{
	const struct rd_file *file = call->file;

	if (call->how & RD_IO_WRITE && file->amode & MPI_MODE_RDONLY)
		return refuse(file, RD_EFILE_READ_ONLY, "MPI_MODE_RDONLY");
	if (!(call->how & RD_IO_WRITE) && file->amode & MPI_MODE_WRONLY)
		return refuse(file, RD_EFILE_ACCESS, "MPI_MODE_WRONLY");
	if (file->amode & MPI_MODE_SEQUENTIAL)
		return refuse(file, RD_ENOTSUP, "MPI_MODE_SEQUENTIAL");
	return 0;
}

/* The etypes of the view that the buffer takes. */
static int count_etypes(const struct rd_io_call *call, int64_t *etypes)
{
	uint64_t bytes;

	if (__builtin_mul_overflow(call->buf.count, (uint64_t)call->buf.type->size, &bytes) ||
	    bytes > INT64_MAX) {
		rd_err_because("%s: the data has more than 2^63 bytes", call->file->path);
		return RD_ECOUNT;
	}
	*etypes = (int64_t)(bytes / call->file->view.esize);
	if (bytes % call->file->view.esize == 0)
		return 0;
	rd_err_because("%s: the data (%llu bytes) is not made of etypes (%llu bytes)",
		       call->file->path, (unsigned long long)bytes,
		       (unsigned long long)call->file->view.esize);
	return RD_ETYPE;
}

/* The packed byte of the view where the call begins; moves the position past its data. */
static int place(const struct rd_io_call *call, uint64_t *pos)
{
	int64_t etypes, end, offset = call->how & RD_IO_AT ? call->offset : call->file->position;
	int err = check_mode(call);

	if (!err)
		err = count_etypes(call, &etypes);
	if (!err)
		err = rd_view_pos(call->file, offset, pos);
	if (!err && __builtin_add_overflow(offset, etypes, &end))
		err = RD_EARG;
	if (!err && !(call->how & RD_IO_AT))
		call->file->position = end;
	return err;
}

int rd_file_access(const struct rd_io_call *call, struct rd_status *status)
{
	struct rd_stream stream = {0};
	uint64_t pos;
	int err = place(call, &pos);

	if (!err)
		err = rd_stream_open(&stream, call->file, call->how & RD_IO_WRITE, &call->buf, pos);
	while (!err && stream.left)
		err = rd_stream_move(&stream, UINT64_MAX);
	if (status)
		rd_status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, rd_stream_moved(&stream));
	rd_stream_close(&stream);
	return err;
}
