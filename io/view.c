/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Views and positions (MPI-5.0 14.3, 14.4.3). Called by mpi/ and by the files of this folder. A
 * filetype is never expanded: positions are found by the datatype engine's seek.
 */
#include "io/view.h"

#include "base/compiler.h"
#include "base/err.h"
#include "datatype/layout.h"
#include "io/datarep.h"
#include "io/gather.h"
#include "io/io_impl.h"
#include "io/op.h"
#include "io/shared.h"

#include <string.h>

#define FILE_MAX INT64_C(0x3fffffffffffffff) /* bytes that offsets are computed for */

static struct rd_type *named(MPI_Datatype handle)
{
	return rd_type_predefined[(uintptr_t)handle - RD_TYPE_FIRST];
}

void rd_view_begin(struct rd_file *file)
{
	file->view = (struct rd_file_view){.etype = named(MPI_BYTE),
					   .filetype = named(MPI_BYTE),
					   .walk = named(MPI_BYTE),
					   .esize = 1,
					   .datarep = "native"};
}

void rd_view_end(struct rd_file *file)
{
	if (file->view.etype)
		rd_type_put(file->view.etype);
	if (file->view.filetype)
		rd_type_put(file->view.filetype);
	if (file->view.walk)
		rd_type_put(file->view.walk);
	file->view.etype = file->view.filetype = file->view.walk = NULL;
}

uint64_t rd_type_piece(const struct rd_type *type)
{
	return type->layout ? type->size / type->layout->blocks : type->size;
}

uint64_t rd_type_stride(const struct rd_type *type)
{
	uint64_t blocks = type->layout ? type->layout->blocks : 1;

	return (uint64_t)type->extent / blocks;
}

/* Copies of a type that lie below FILE_MAX. */
static uint64_t copies(const struct rd_type *type, int64_t disp)
{
	uint64_t one = rd_max((uint64_t)type->size, (uint64_t)rd_max(type->extent, 1));

	return (uint64_t)(FILE_MAX - disp) / one;
}

int rd_view_open(const struct rd_file *file, uint64_t pos, struct rd_iter *it)
{
	const struct rd_file_view *view = &file->view;
	uint64_t n = copies(view->walk, view->disp);

	rd_iter_init(it, (void *)(uintptr_t)view->disp, n, view->walk);
	if (!view->walk->size)
		return 0; /* no data: every position is the same */
	if (pos > it->total) {
		rd_err_because("%s: the offset is beyond 2^62 bytes", file->path);
		return RD_EARG;
	}
	rd_iter_seek(it, pos);
	return 0;
}

int rd_view_pos(const struct rd_file *file, int64_t offset, uint64_t *pos)
{
	if (!__builtin_mul_overflow((uint64_t)offset, file->view.esize, pos) &&
	    *pos <= (uint64_t)FILE_MAX)
		return 0;
	rd_err_because("%s: offset %lld is beyond 2^62 bytes", file->path, (long long)offset);
	return RD_EARG;
}

int rd_view_span(const struct rd_file *file, uint64_t pos, uint64_t bytes, int64_t *first,
		 int64_t *end)
{
	const struct rd_file_view *view = &file->view;
	uint64_t room = (uint64_t)(FILE_MAX - view->disp), size = view->walk->size;
	struct rd_iter it;
	int err;

	*first = *end = 0;
	if (view->walk->flags & RD_TYPE_CONTIG && size && size <= room &&
	    pos + bytes <= room - size) {
		*first = bytes ? view->disp + (int64_t)pos : 0;
		*end = bytes ? *first + (int64_t)bytes : 0;
		return 0;
	}
	err = rd_view_open(file, pos, &it);
	if (err || !bytes)
		return err;
	if (!it.total || it.total - pos < bytes) {
		rd_err_because("%s: %s", file->path,
			       size ? "the data ends beyond 2^62 bytes"
				    : "the view has no data: its filetype is empty");
		return RD_EARG;
	}
	rd_view_piece(&it, 1, first);
	rd_iter_seek(&it, pos + bytes - 1);
	rd_view_piece(&it, 1, end);
	++*end;
	return 0;
}

int rd_view_bounds(const struct rd_file *file, uint64_t pos, uint64_t bytes, int64_t *first,
		   int64_t *end)
{
	struct rd_iter it;
	int64_t at;
	uint64_t n;
	int err = rd_view_span(file, pos, bytes, first, end);

	if (err || !bytes)
		return err;
	err = rd_view_open(file, pos, &it);
	for (; !err && bytes; bytes -= n) {
		n = rd_view_piece(&it, bytes, &at);
		*first = rd_min(*first, at);
		*end = rd_max(*end, at + (int64_t)n);
	}
	return err;
}

/* ---- Setting and asking ---- */

static int check_types(const struct rd_file *file, const struct rd_type *etype,
		       const struct rd_type *filetype)
{
	if (!etype->size)
		rd_err_because("%s: etype has no data", file->path);
	else if (filetype->size % etype->size)
		rd_err_because("%s: filetype (%zu bytes) is not made of etypes (%zu bytes)",
			       file->path, filetype->size, etype->size);
	else if (filetype->true_lb < 0 || filetype->extent < 0)
		rd_err_because("%s: filetype has negative displacements", file->path);
	else
		return 0;
	return RD_ETYPE;
}

static int check_disp(const struct rd_file *file, int64_t disp)
{
	int current = disp == MPI_DISPLACEMENT_CURRENT;

	if (current && !(file->amode & MPI_MODE_SEQUENTIAL))
		rd_err_because("%s: MPI_DISPLACEMENT_CURRENT needs MPI_MODE_SEQUENTIAL",
			       file->path);
	else if (!current && file->amode & MPI_MODE_SEQUENTIAL)
		rd_err_because("%s: MPI_MODE_SEQUENTIAL needs MPI_DISPLACEMENT_CURRENT",
			       file->path);
	else if (disp > FILE_MAX)
		rd_err_because("%s: the displacement %lld is beyond 2^62 bytes", file->path,
			       (long long)disp);
	else
		return 0;
	return RD_EARG;
}

/* MPI_DISPLACEMENT_CURRENT: where the shared position is in the present view. */
static int find_disp(struct rd_file *file, int64_t disp, int64_t *out)
{
	int64_t position;
	MPI_Offset byte = disp;
	int err = 0;

	if (disp == MPI_DISPLACEMENT_CURRENT) {
		err = rd_shared_add(file, 0, &position);
		if (!err)
			err = rd_file_byte_offset(file, position, &byte);
	}
	*out = byte;
	return err;
}

/* The view that is wanted; its types are held. */
static int make_view(struct rd_file *file, const struct rd_view_want *want,
		     struct rd_file_view *view)
{
	struct rd_type *etype;
	int err = check_disp(file, want->disp);

	if (!err)
		err = find_disp(file, want->disp, &view->disp);
	if (!err)
		err = check_types(file, want->etype, want->filetype);
	if (!err)
		err = rd_datarep_find(want->datarep, &view->rep);
	if (!err)
		err = rd_datarep_type(view->rep, want->etype, &etype);
	if (err)
		return err;
	view->esize = etype->size;
	rd_type_put(etype);
	err = rd_datarep_type(view->rep, want->filetype, &view->walk);
	if (err)
		return err;
	view->etype = want->etype;
	view->filetype = want->filetype;
	strcpy(view->datarep, want->datarep);
	return 0;
}

/* The own error, or that of another member. Etypes have one size everywhere. *more: rank 0 gives
 * hints, or the shared position is to go back to 0. */
static int agree_view(struct rd_file *file, const struct rd_view_want *want, int failed, int *more)
{
	int own = file->shared_moved || (!file->comm->rank && want->hints);
	uint64_t size = want->etype->size, most[] = {(uint64_t)-failed, size, ~size, (uint64_t)own};
	int err = rd_file_max(file, most, 4);

	*more = (int)most[3];
	if (failed || err || most[0])
		return failed ? failed : err ? err : -(int)most[0];
	if (most[1] == ~most[2])
		return 0;
	rd_err_because("%s: the members gave etypes of different sizes", file->path);
	return RD_EFILE_NOT_SAME;
}

/* No member goes on before the shared position is back. */
static int begin_view(struct rd_file *file, const struct rd_hints *hints)
{
	int failed = file->comm->rank ? 0 : rd_shared_set(file, 0);
	int err = rd_file_set_hints(file, hints);

	file->shared_moved = 0;
	return rd_file_agree(file, failed ? failed : err);
}

int rd_file_set_view(struct rd_file *file, const struct rd_view_want *want)
{
	struct rd_file_view view = {0};
	int err, more;

	rd_io_drain_all(file);
	/* no member moves the shared position any more */
	err = file->amode & MPI_MODE_SEQUENTIAL ? rd_file_agree(file, 0) : 0;
	if (!err)
		err = agree_view(file, want, make_view(file, want, &view), &more);
	if (err) {
		if (view.walk)
			rd_type_put(view.walk);
		return err;
	}
	rd_type_hold(want->etype);
	rd_type_hold(want->filetype);
	rd_gather_flush_all(); /* of another thread, which lie in the view before */
	rd_view_end(file);
	file->view = view;
	file->position = 0;
	return more ? begin_view(file, want->hints) : 0;
}

static int given(struct rd_type *type, struct rd_type **out)
{
	if (type->flags & RD_TYPE_PREDEFINED) {
		*out = type;
		return 0;
	}
	return rd_type_dup(type, out);
}

int rd_file_get_view(const struct rd_file *file, MPI_Offset *disp, struct rd_type **etype,
		     struct rd_type **filetype, char *datarep)
{
	int err = given(file->view.etype, etype);

	if (err)
		return err;
	err = given(file->view.filetype, filetype);
	if (err) {
		rd_type_put(*etype);
		return err;
	}
	*disp = file->view.disp;
	strcpy(datarep, file->view.datarep);
	return 0;
}

int rd_file_byte_offset(const struct rd_file *file, int64_t offset, MPI_Offset *byte)
{
	struct rd_iter it;
	int64_t at;
	uint64_t pos;
	int err = rd_view_pos(file, offset, &pos);

	if (!err)
		err = rd_view_open(file, pos, &it);
	if (!err && !rd_view_piece(&it, 1, &at)) {
		rd_err_because("%s: the view has no data: its filetype is empty", file->path);
		err = RD_EARG;
	}
	if (!err)
		*byte = at;
	return err;
}

int rd_file_type_extent(const struct rd_file *file, struct rd_type *type, MPI_Count *extent)
{
	struct rd_type *there;
	int err = rd_datarep_type(file->view.rep, type, &there);

	if (err)
		return err;
	*extent = there->extent;
	rd_type_put(there);
	return 0;
}

/* Etypes of the view that begin before byte `size` of the file: by bisection, since bytes of the
 * file ascend with positions. */
static int etypes_before(const struct rd_file *file, int64_t size, int64_t *etypes)
{
	int64_t low = 0, high = size / (int64_t)file->view.esize + 1;
	struct rd_iter it;
	MPI_Offset at;
	int err = rd_view_open(file, 0, &it);

	high = rd_min(high, (int64_t)(it.total / file->view.esize));
	while (!err && low < high) {
		int64_t middle = low + (high - low) / 2;

		err = rd_file_byte_offset(file, middle, &at);
		if (err)
			return err;
		if (at < size)
			low = middle + 1;
		else
			high = middle;
	}
	*etypes = low;
	return err;
}

int rd_file_target(const struct rd_file *file, int64_t offset, int whence, int64_t position,
		   int64_t *out)
{
	MPI_Offset size;
	int64_t from = 0, to;
	int err = 0;

	if (whence == MPI_SEEK_CUR)
		from = position;
	else if (whence == MPI_SEEK_END) {
		err = rd_file_get_size((struct rd_file *)file, &size);
		if (!err)
			err = etypes_before(file, size, &from);
	}
	if (err)
		return err;
	if (__builtin_add_overflow(from, offset, &to) || to < 0) {
		rd_err_because("%s: position %lld + %lld is before the beginning of the view",
			       file->path, (long long)from, (long long)offset);
		return RD_EARG;
	}
	*out = to;
	return 0;
}

int rd_file_check_order(const struct rd_file *file)
{
	if (!(file->amode & MPI_MODE_SEQUENTIAL))
		return 0;
	rd_err_because("%s: it is open with MPI_MODE_SEQUENTIAL", file->path);
	return RD_ENOTSUP;
}

int rd_file_seek(struct rd_file *file, int64_t offset, int whence)
{
	int err = rd_file_check_order(file);

	return err ? err : rd_file_target(file, offset, whence, file->position, &file->position);
}

int rd_file_get_position(const struct rd_file *file, MPI_Offset *offset)
{
	int err = rd_file_check_order(file);

	if (!err)
		*offset = file->position;
	return err;
}
