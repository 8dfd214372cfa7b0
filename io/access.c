/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Access to data (MPI-5.0 14.4): the position in the view at which a call begins, the checks of the
 * access mode, and the status. Called by mpi/.
 */
#include "io/stream.h"

#include "base/err.h"
#include "io/collective.h"
#include "io/datarep.h"
#include "io/gather.h"
#include "io/shared.h"
#include "io/stats.h"
#include "io/view.h"

#define STEP_B (UINT64_C(1) << 20) /* moved by one step of an access with a request */

static int refuse(const struct rd_file *file, int err, const char *why)
{
	rd_err_because("%s: it is open with %s", file->path, why);
	return err;
}

/* Does the access mode allow the call? */
static int check_mode(const struct rd_io_call *call)
{
	const struct rd_file *file = call->file;

	if (call->how & RD_IO_OUT && file->amode & MPI_MODE_RDONLY)
		return refuse(file, RD_EFILE_READ_ONLY, "MPI_MODE_RDONLY");
	if (!(call->how & RD_IO_OUT) && file->amode & MPI_MODE_WRONLY)
		return refuse(file, RD_EFILE_ACCESS, "MPI_MODE_WRONLY");
	if (file->amode & MPI_MODE_SEQUENTIAL && !(call->how & (RD_IO_SHARED | RD_IO_TURNS)))
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

/* The etype where the call begins; moves the shared position past its data. `err`: this member has
 * none. */
static int find_offset(const struct rd_io_call *call, int err, int64_t etypes, int64_t *offset)
{
	struct rd_file *file = call->file;
	int failed;

	if (call->how & RD_IO_TURNS) {
		failed = rd_shared_order(file, call->how & RD_IO_OUT, err ? 0 : etypes, offset);
		return err ? err : failed;
	}
	if (err)
		return err;
	if (call->how & RD_IO_SHARED)
		return rd_gather_pass(file, call->how & RD_IO_OUT, etypes, offset);
	*offset = call->how & RD_IO_AT ? call->offset : file->position;
	return 0;
}

/* The position in the view where the call begins, in bytes of data, gaps not counted. `err`: this
 * member takes part without data. */
static int place(const struct rd_io_call *call, int err, uint64_t *pos)
{
	int64_t etypes = 0, offset, first, end;

	if (!err)
		err = count_etypes(call, &etypes);
	err = find_offset(call, err, etypes, &offset);
	if (!err)
		err = rd_view_pos(call->file, offset, pos);
	if (!err)
		err = rd_view_span(call->file, *pos, call->buf.count * call->buf.type->size, &first,
				   &end);
	if (!err && !(call->how & (RD_IO_AT | RD_IO_SHARED | RD_IO_TURNS)))
		call->file->position = offset + etypes;
	return err;
}

/* Bytes of a step that fails do not count: some of them may not have moved. */
static int move_step(struct rd_stream *stream, uint64_t bytes)
{
	uint64_t before = stream->memory.pos;
	int err = rd_stream_move(stream, bytes);

	if (err)
		stream->memory.pos = before;
	return err;
}

int rd_stream_all(struct rd_stream *stream, struct rd_file *file, uint64_t pos, uint64_t bytes)
{
	int64_t first = 0, end = 0;
	int err = file->atomic ? rd_view_bounds(file, pos, bytes, &first, &end) : 0, left;

	if (!err)
		err = rd_range_lock(file, stream->writes, first, end);
	while (!err && stream->left)
		err = move_step(stream, UINT64_MAX);
	left = rd_range_unlock(file);
	return err ? err : left;
}

/* In another data representation the call moves converted data. */
static int convert_call(struct rd_io_call *call, struct rd_convert **convert)
{
	const struct rd_datarep *rep = call->file->view.rep;

	return rep ? rd_convert_open(rep, call, convert) : 0;
}

/* Data that this member has gathered comes first. */
static int flush_before(const struct rd_io_call *call)
{
	return rd_gather_flush(call->file);
}

/* A short write at the shared position. RD_EAGAIN: it is not gathered. */
static int access_gathered(const struct rd_io_call *call, const char *data,
			   struct rd_status *status)
{
	struct rd_file_stats *stats = call->file->stats;
	uint64_t began = rd_io_stats_begin(stats);
	uint64_t bytes = call->buf.count * call->buf.type->size;
	int64_t etypes;
	int err = count_etypes(call, &etypes);

	if (!err)
		err = rd_gather_add(call->file, data, bytes);
	if (err == RD_EAGAIN)
		return err;
	rd_io_stats_end(stats, call->how, RD_WAY_GATHERED, err ? 0 : bytes, began);
	if (!err && status)
		rd_status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, bytes);
	return err;
}

static int access_alone(struct rd_io_call *call, struct rd_status *status)
{
	struct rd_stream stream = {0};
	struct rd_convert *convert = NULL;
	uint64_t pos, bytes;
	int err = check_mode(call);

	if (!err)
		err = flush_before(call);
	if (!err)
		err = convert_call(call, &convert);
	if (!err)
		err = place(call, 0, &pos);
	if (!err)
		err = rd_stream_open(&stream, call->file, call->how & RD_IO_OUT, &call->buf, pos);
	if (!err)
		err = rd_stream_all(&stream, call->file, pos, stream.left);
	bytes = rd_stream_moved(&stream);
	rd_stream_close(&stream);
	if (!err && convert && !(call->how & RD_IO_OUT))
		err = rd_convert_read(convert, &bytes);
	else if (convert)
		bytes = err ? 0 : convert->native.count * convert->native.type->size;
	rd_convert_close(convert);
	rd_io_stats_end(call->file->stats, call->how, RD_WAY_ALONE, err ? 0 : bytes, call->began);
	if (!err && status)
		rd_status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, bytes);
	return err;
}

/* A blocking call that fails leaves the program's status as it was. */
static int finish(struct rd_req *req, struct rd_status *status)
{
	struct rd_status got;
	int err = rd_req_wait(req, &got);

	if (!err && status)
		*status = got;
	return err;
}

static int access_all(struct rd_io_call *call, struct rd_status *status)
{
	struct rd_convert *convert = NULL;
	struct rd_io_op *op;
	uint64_t pos = 0;
	int failed = check_mode(call);

	if (!failed)
		failed = flush_before(call);
	if (!failed)
		failed = convert_call(call, &convert);
	if (!failed || call->how & RD_IO_TURNS)
		failed = place(call, failed, &pos);
	op = rd_io_op_spare(call, pos);
	op->convert = convert;
	if (failed)
		op->bytes = op->pos = 0;
	rd_collective_run(op, failed);
	return finish(&op->req, status);
}

int rd_file_access(const struct rd_io_call *call, struct rd_status *status)
{
	const char *data = NULL;
	struct rd_io_call own;
	int err;

	if (call->how == (RD_IO_OUT | RD_IO_SHARED) && rd_gather_takes(call))
		data = rd_type_block(call->buf.addr, call->buf.count, call->buf.type);
	if (data) {
		err = access_gathered(call, data, status);
		if (err != RD_EAGAIN)
			return err;
	}
	own = *call;
	own.began = rd_io_stats_begin(call->file->stats);
	return call->how & RD_IO_ALL ? access_all(&own, status) : access_alone(&own, status);
}

/* ---- With a request ---- */

static int step_alone(struct rd_io_op *op)
{
	if (op->stream.left)
		rd_io_failed(op, move_step(&op->stream, STEP_B));
	if (!op->stream.left)
		rd_io_end(op, rd_stream_moved(&op->stream));
	return 1;
}

/* A short access is over when the call returns. */
static int begin_alone(struct rd_io_op *op)
{
	int err = rd_stream_open(&op->stream, op->file, op->writes, &op->buf, op->pos);

	if (err) {
		rd_stream_close(&op->stream);
		return err;
	}
	op->step = step_alone;
	op->way = RD_WAY_ALONE;
	if (op->file->atomic)
		rd_io_failed(op, rd_stream_all(&op->stream, op->file, op->pos, op->bytes));
	if (op->file->atomic)
		op->stream.left = 0;
	if (op->stream.left > STEP_B)
		rd_io_begin(op);
	else
		step_alone(op);
	return 0;
}

static int iaccess_alone(const struct rd_io_call *call, struct rd_convert *convert,
			 struct rd_req **req)
{
	struct rd_io_op *op;
	uint64_t pos;
	int err = place(call, 0, &pos);

	if (!err)
		err = rd_io_op_new(call, pos, &op);
	if (err) {
		rd_convert_close(convert);
		return err;
	}
	op->convert = convert;
	err = begin_alone(op);
	if (err)
		rd_io_drop(op);
	else
		*req = &op->req;
	return err;
}

/* A member that cannot take part in a collective tells the others, which would wait for it. Without
 * memory for a request, the call returns the error while the others are still told. */
static int iaccess_all(const struct rd_io_call *call, struct rd_convert *convert, int failed,
		       struct rd_req **req)
{
	struct rd_io_op *op;
	uint64_t pos = 0;
	int none;

	if (!failed || call->how & RD_IO_TURNS)
		failed = place(call, failed, &pos);
	none = rd_io_op_new(call, pos, &op);
	if (none) {
		op = rd_io_op_spare(call, pos);
		op->req.flags |= RD_REQ_DETACHED; /* nobody waits for it */
	}
	op->convert = convert;
	if (failed || none)
		op->bytes = op->pos = 0;
	rd_collective_begin(op, failed ? failed : none);
	*req = &op->req;
	return none;
}

int rd_file_iaccess(const struct rd_io_call *given, struct rd_req **req)
{
	struct rd_io_call call = *given;
	struct rd_convert *convert = NULL;
	int failed = check_mode(&call);

	call.began = rd_io_stats_begin(call.file->stats);
	call.how |= RD_IO_REQUEST;
	if (!failed)
		failed = flush_before(&call);
	if (!failed)
		failed = convert_call(&call, &convert);
	if (call.how & RD_IO_ALL)
		return iaccess_all(&call, convert, failed, req);
	failed = failed ? failed : iaccess_alone(&call, convert, req);
	if (failed)
		rd_io_stats_end(call.file->stats, call.how, RD_WAY_ALONE, 0, call.began);
	return failed;
}

/* ---- Split collectives (MPI-5.0 14.4.5) ---- */

int rd_file_begin(const struct rd_io_call *given)
{
	struct rd_io_call call = *given;
	struct rd_file *file = call.file;
	int err;

	if (file->split) {
		rd_err_because("%s: another split collective is under way", file->path);
		return RD_EOTHER;
	}
	call.how |= RD_IO_SPLIT;
	err = rd_file_iaccess(&call, &file->split);
	if (err)
		file->split = NULL;
	file->split_how = given->how;
	file->split_buf = call.buf.addr;
	return err;
}

int rd_file_end(struct rd_file *file, int how, const void *buf, struct rd_status *status)
{
	struct rd_req *req = file->split;

	if (!req || file->split_how != how || file->split_buf != buf) {
		rd_err_because("%s: no such split collective is under way%s", file->path,
			       req && file->split_how == how ? " with this buffer" : "");
		return RD_EOTHER;
	}
	file->split = NULL;
	return finish(req, status);
}
