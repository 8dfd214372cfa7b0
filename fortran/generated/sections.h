/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by fortran/gen.pl: do not edit */
/* Procedures of mpi_f08 with choice buffers, by descriptors: section.h. */

static __attribute__((noinline)) void RD_ANY(send_f08ts)(const CFI_cdesc_t *buf, const int *count,
							 const int *datatype, const int *dest,
							 const int *tag, const int *comm,
							 int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Send)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype), *dest,
				     *tag, RD_COMM(*comm));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_READ, t_buf);
	int err = RD_C(Send)(c_buf, RD_TYPED(t_buf, 1, *count),
			     RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
			     RD_COMM(*comm));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(send_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
		      const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Send)(buf->base_addr, *count,
				     RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest, *tag,
				     RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(send_f08ts)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(send_c_f08ts)(const CFI_cdesc_t *buf,
							   const MPI_Count *count,
							   const int *datatype, const int *dest,
							   const int *tag, const int *comm,
							   int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Send_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				       *dest, *tag, RD_COMM(*comm));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_READ, t_buf);
	int err = RD_C(Send_c)(c_buf, RD_TYPED(t_buf, 1, *count),
			       RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
			       RD_COMM(*comm));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(send_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Send_c)(buf->base_addr, *count,
				       RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest, *tag,
				       RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(send_c_f08ts)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(bsend_f08ts)(const CFI_cdesc_t *buf, const int *count,
							  const int *datatype, const int *dest,
							  const int *tag, const int *comm,
							  int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Bsend)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				      *dest, *tag, RD_COMM(*comm));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_READ, t_buf);
	int err = RD_C(Bsend)(c_buf, RD_TYPED(t_buf, 1, *count),
			      RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
			      RD_COMM(*comm));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(bsend_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
		       const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Bsend)(buf->base_addr, *count,
				      RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest, *tag,
				      RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(bsend_f08ts)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(bsend_c_f08ts)(const CFI_cdesc_t *buf,
							    const MPI_Count *count,
							    const int *datatype, const int *dest,
							    const int *tag, const int *comm,
							    int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Bsend_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					*dest, *tag, RD_COMM(*comm));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_READ, t_buf);
	int err = RD_C(Bsend_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
				RD_COMM(*comm));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(bsend_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			 const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Bsend_c)(buf->base_addr, *count,
					RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest, *tag,
					RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(bsend_c_f08ts)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(ssend_f08ts)(const CFI_cdesc_t *buf, const int *count,
							  const int *datatype, const int *dest,
							  const int *tag, const int *comm,
							  int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Ssend)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				      *dest, *tag, RD_COMM(*comm));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_READ, t_buf);
	int err = RD_C(Ssend)(c_buf, RD_TYPED(t_buf, 1, *count),
			      RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
			      RD_COMM(*comm));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(ssend_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
		       const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Ssend)(buf->base_addr, *count,
				      RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest, *tag,
				      RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(ssend_f08ts)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(ssend_c_f08ts)(const CFI_cdesc_t *buf,
							    const MPI_Count *count,
							    const int *datatype, const int *dest,
							    const int *tag, const int *comm,
							    int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Ssend_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					*dest, *tag, RD_COMM(*comm));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_READ, t_buf);
	int err = RD_C(Ssend_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
				RD_COMM(*comm));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(ssend_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			 const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Ssend_c)(buf->base_addr, *count,
					RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest, *tag,
					RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(ssend_c_f08ts)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(rsend_f08ts)(const CFI_cdesc_t *buf, const int *count,
							  const int *datatype, const int *dest,
							  const int *tag, const int *comm,
							  int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Rsend)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				      *dest, *tag, RD_COMM(*comm));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_READ, t_buf);
	int err = RD_C(Rsend)(c_buf, RD_TYPED(t_buf, 1, *count),
			      RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
			      RD_COMM(*comm));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(rsend_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
		       const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Rsend)(buf->base_addr, *count,
				      RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest, *tag,
				      RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(rsend_f08ts)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(rsend_c_f08ts)(const CFI_cdesc_t *buf,
							    const MPI_Count *count,
							    const int *datatype, const int *dest,
							    const int *tag, const int *comm,
							    int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Rsend_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					*dest, *tag, RD_COMM(*comm));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_READ, t_buf);
	int err = RD_C(Rsend_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
				RD_COMM(*comm));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(rsend_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			 const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Rsend_c)(buf->base_addr, *count,
					RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest, *tag,
					RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(rsend_c_f08ts)(buf, count, datatype, dest, tag, comm, ierror);
}

void RD_F(isend_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
		       const int *dest, const int *tag, const int *comm, int *request, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Isend)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				      *dest, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_READ, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isend)(c_buf, RD_TYPED(t_buf, 1, *count),
			      RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
			      RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(isend_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			 const int *dest, const int *tag, const int *comm, int *request,
			 int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Isend_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					*dest, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_READ, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isend_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
				RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ibsend_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
			const int *dest, const int *tag, const int *comm, int *request, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Ibsend)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				       *dest, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_READ, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ibsend)(c_buf, RD_TYPED(t_buf, 1, *count),
			       RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
			       RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ibsend_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			  const int *dest, const int *tag, const int *comm, int *request,
			  int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Ibsend_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					 *dest, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_READ, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ibsend_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				 RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
				 RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(issend_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
			const int *dest, const int *tag, const int *comm, int *request, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Issend)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				       *dest, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_READ, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Issend)(c_buf, RD_TYPED(t_buf, 1, *count),
			       RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
			       RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(issend_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			  const int *dest, const int *tag, const int *comm, int *request,
			  int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Issend_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					 *dest, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_READ, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Issend_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				 RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
				 RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(irsend_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
			const int *dest, const int *tag, const int *comm, int *request, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Irsend)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				       *dest, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_READ, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Irsend)(c_buf, RD_TYPED(t_buf, 1, *count),
			       RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
			       RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(irsend_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			  const int *dest, const int *tag, const int *comm, int *request,
			  int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Irsend_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					 *dest, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_READ, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Irsend_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				 RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *dest, *tag,
				 RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

static __attribute__((noinline)) void RD_ANY(recv_f08ts)(const CFI_cdesc_t *buf, const int *count,
							 const int *datatype, const int *source,
							 const int *tag, const int *comm,
							 int *status, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Recv)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				     *source, *tag, RD_COMM(*comm), RD_STATUS(status));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)),
					 t_buf);
	int err = RD_C(Recv)(c_buf, RD_TYPED(t_buf, 1, *count),
			     RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *source, *tag,
			     RD_COMM(*comm), RD_STATUS(status));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(recv_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
		      const int *source, const int *tag, const int *comm, int *status, int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Recv)(buf->base_addr, *count,
				     RD_AS_PREDEFINED(MPI_Datatype, *datatype), *source, *tag,
				     RD_AS_PREDEFINED(MPI_Comm, *comm), RD_STATUS(status));

		RD_RETURN(err);
		return;
	}
	RD_ANY(recv_f08ts)(buf, count, datatype, source, tag, comm, status, ierror);
}

static __attribute__((noinline)) void RD_ANY(recv_c_f08ts)(const CFI_cdesc_t *buf,
							   const MPI_Count *count,
							   const int *datatype, const int *source,
							   const int *tag, const int *comm,
							   int *status, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		int err = RD_C(Recv_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				       *source, *tag, RD_COMM(*comm), RD_STATUS(status));

		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)),
					 t_buf);
	int err = RD_C(Recv_c)(c_buf, RD_TYPED(t_buf, 1, *count),
			       RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *source, *tag,
			       RD_COMM(*comm), RD_STATUS(status));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	RD_RETURN(err);
}

void RD_F(recv_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			const int *source, const int *tag, const int *comm, int *status,
			int *ierror)
{
	if (rd_f_is_row(buf) && !rd_f_is_near_objects(buf->base_addr) &&
	    RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Recv_c)(buf->base_addr, *count,
				       RD_AS_PREDEFINED(MPI_Datatype, *datatype), *source, *tag,
				       RD_AS_PREDEFINED(MPI_Comm, *comm), RD_STATUS(status));

		RD_RETURN(err);
		return;
	}
	RD_ANY(recv_c_f08ts)(buf, count, datatype, source, tag, comm, status, ierror);
}

void RD_F(irecv_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
		       const int *source, const int *tag, const int *comm, int *request,
		       int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Irecv)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				      *source, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_WRITTEN, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Irecv)(c_buf, RD_TYPED(t_buf, 1, *count),
			      RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *source, *tag,
			      RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(irecv_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			 const int *source, const int *tag, const int *comm, int *request,
			 int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Irecv_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					*source, *tag, RD_COMM(*comm), &c_request);

		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_WRITTEN, t_buf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Irecv_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), *source, *tag,
				RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_buf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(sendrecv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			  const int *dest, const int *sendtag, const CFI_cdesc_t *recvbuf,
			  const int *recvcount, const int *recvtype, const int *source,
			  const int *recvtag, const int *comm, int *status, int *ierror)
{
	struct rd_section s_sendbuf;
	MPI_Datatype t_sendbuf = rd_f_by_type(sendbuf, *sendcount, RD_TYPE(*sendtype));
	void *c_sendbuf = rd_f_typed_section(&s_sendbuf, sendbuf, RD_READ, t_sendbuf);
	struct rd_section s_recvbuf;
	MPI_Datatype t_recvbuf = rd_f_by_type(recvbuf, *recvcount, RD_TYPE(*recvtype));
	void *c_recvbuf = rd_f_typed_section(&s_recvbuf, recvbuf,
					     RD_HOW(recvbuf, *recvcount, RD_TYPE(*recvtype)),
					     t_recvbuf);
	int err = RD_C(Sendrecv)(c_sendbuf, RD_TYPED(t_sendbuf, 1, *sendcount),
				 RD_TYPED(t_sendbuf, t_sendbuf, RD_TYPE(*sendtype)), *dest,
				 *sendtag, c_recvbuf, RD_TYPED(t_recvbuf, 1, *recvcount),
				 RD_TYPED(t_recvbuf, t_recvbuf, RD_TYPE(*recvtype)), *source,
				 *recvtag, RD_COMM(*comm), RD_STATUS(status));

	rd_f_section_close(&s_sendbuf);
	rd_f_by_type_end(t_sendbuf);
	rd_f_section_close(&s_recvbuf);
	rd_f_by_type_end(t_recvbuf);
	RD_RETURN(err);
}

void RD_F(sendrecv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			    const int *sendtype, const int *dest, const int *sendtag,
			    const CFI_cdesc_t *recvbuf, const MPI_Count *recvcount,
			    const int *recvtype, const int *source, const int *recvtag,
			    const int *comm, int *status, int *ierror)
{
	struct rd_section s_sendbuf;
	MPI_Datatype t_sendbuf = rd_f_by_type(sendbuf, *sendcount, RD_TYPE(*sendtype));
	void *c_sendbuf = rd_f_typed_section(&s_sendbuf, sendbuf, RD_READ, t_sendbuf);
	struct rd_section s_recvbuf;
	MPI_Datatype t_recvbuf = rd_f_by_type(recvbuf, *recvcount, RD_TYPE(*recvtype));
	void *c_recvbuf = rd_f_typed_section(&s_recvbuf, recvbuf,
					     RD_HOW(recvbuf, *recvcount, RD_TYPE(*recvtype)),
					     t_recvbuf);
	int err = RD_C(Sendrecv_c)(c_sendbuf, RD_TYPED(t_sendbuf, 1, *sendcount),
				   RD_TYPED(t_sendbuf, t_sendbuf, RD_TYPE(*sendtype)), *dest,
				   *sendtag, c_recvbuf, RD_TYPED(t_recvbuf, 1, *recvcount),
				   RD_TYPED(t_recvbuf, t_recvbuf, RD_TYPE(*recvtype)), *source,
				   *recvtag, RD_COMM(*comm), RD_STATUS(status));

	rd_f_section_close(&s_sendbuf);
	rd_f_by_type_end(t_sendbuf);
	rd_f_section_close(&s_recvbuf);
	rd_f_by_type_end(t_recvbuf);
	RD_RETURN(err);
}

void RD_F(sendrecv_replace_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
				  const int *dest, const int *sendtag, const int *source,
				  const int *recvtag, const int *comm, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Sendrecv_replace)(c_buf, *count, RD_TYPE(*datatype), *dest, *sendtag,
					 *source, *recvtag, RD_COMM(*comm), RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(sendrecv_replace_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count,
				    const int *datatype, const int *dest, const int *sendtag,
				    const int *source, const int *recvtag, const int *comm,
				    int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Sendrecv_replace_c)(c_buf, *count, RD_TYPE(*datatype), *dest, *sendtag,
					   *source, *recvtag, RD_COMM(*comm), RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(isendrecv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			   const int *dest, const int *sendtag, const CFI_cdesc_t *recvbuf,
			   const int *recvcount, const int *recvtype, const int *source,
			   const int *recvtag, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	MPI_Datatype t_sendbuf = rd_f_by_type(sendbuf, *sendcount, RD_TYPE(*sendtype));
	void *c_sendbuf = rd_f_typed_pend(&pending, sendbuf, RD_READ, t_sendbuf);
	MPI_Datatype t_recvbuf = rd_f_by_type(recvbuf, *recvcount, RD_TYPE(*recvtype));
	void *c_recvbuf = rd_f_typed_pend(&pending, recvbuf, RD_WRITTEN, t_recvbuf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isendrecv)(c_sendbuf, RD_TYPED(t_sendbuf, 1, *sendcount),
				  RD_TYPED(t_sendbuf, t_sendbuf, RD_TYPE(*sendtype)), *dest,
				  *sendtag, c_recvbuf, RD_TYPED(t_recvbuf, 1, *recvcount),
				  RD_TYPED(t_recvbuf, t_recvbuf, RD_TYPE(*recvtype)), *source,
				  *recvtag, RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_sendbuf);
	rd_f_by_type_end(t_recvbuf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(isendrecv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			     const int *sendtype, const int *dest, const int *sendtag,
			     const CFI_cdesc_t *recvbuf, const MPI_Count *recvcount,
			     const int *recvtype, const int *source, const int *recvtag,
			     const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	MPI_Datatype t_sendbuf = rd_f_by_type(sendbuf, *sendcount, RD_TYPE(*sendtype));
	void *c_sendbuf = rd_f_typed_pend(&pending, sendbuf, RD_READ, t_sendbuf);
	MPI_Datatype t_recvbuf = rd_f_by_type(recvbuf, *recvcount, RD_TYPE(*recvtype));
	void *c_recvbuf = rd_f_typed_pend(&pending, recvbuf, RD_WRITTEN, t_recvbuf);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isendrecv_c)(c_sendbuf, RD_TYPED(t_sendbuf, 1, *sendcount),
				    RD_TYPED(t_sendbuf, t_sendbuf, RD_TYPE(*sendtype)), *dest,
				    *sendtag, c_recvbuf, RD_TYPED(t_recvbuf, 1, *recvcount),
				    RD_TYPED(t_recvbuf, t_recvbuf, RD_TYPE(*recvtype)), *source,
				    *recvtag, RD_COMM(*comm), &c_request);

	rd_f_by_type_end(t_sendbuf);
	rd_f_by_type_end(t_recvbuf);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(isendrecv_replace_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
				   const int *dest, const int *sendtag, const int *source,
				   const int *recvtag, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isendrecv_replace)(c_buf, *count, RD_TYPE(*datatype), *dest, *sendtag,
					  *source, *recvtag, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(isendrecv_replace_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count,
				     const int *datatype, const int *dest, const int *sendtag,
				     const int *source, const int *recvtag, const int *comm,
				     int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isendrecv_replace_c)(c_buf, *count, RD_TYPE(*datatype), *dest, *sendtag,
					    *source, *recvtag, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(mrecv_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype, int *message,
		       int *status, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Message c_message = RD_MESSAGE(*message);
		int err = RD_C(Mrecv)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				      &c_message, RD_STATUS(status));

		*message = RD_TOINT(Message, c_message);
		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)),
					 t_buf);
	MPI_Message c_message = RD_MESSAGE(*message);
	int err = RD_C(Mrecv)(c_buf, RD_TYPED(t_buf, 1, *count),
			      RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), &c_message,
			      RD_STATUS(status));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	*message = RD_TOINT(Message, c_message);
	RD_RETURN(err);
}

void RD_F(mrecv_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			 int *message, int *status, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Message c_message = RD_MESSAGE(*message);
		int err = RD_C(Mrecv_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					&c_message, RD_STATUS(status));

		*message = RD_TOINT(Message, c_message);
		RD_RETURN(err);
		return;
	}
	struct rd_section s_buf;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)),
					 t_buf);
	MPI_Message c_message = RD_MESSAGE(*message);
	int err = RD_C(Mrecv_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), &c_message,
				RD_STATUS(status));

	rd_f_section_close(&s_buf);
	rd_f_by_type_end(t_buf);
	*message = RD_TOINT(Message, c_message);
	RD_RETURN(err);
}

void RD_F(imrecv_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype, int *message,
			int *request, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Message c_message = RD_MESSAGE(*message);
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Imrecv)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
				       &c_message, &c_request);

		*message = RD_TOINT(Message, c_message);
		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_WRITTEN, t_buf);
	MPI_Message c_message = RD_MESSAGE(*message);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Imrecv)(c_buf, RD_TYPED(t_buf, 1, *count),
			       RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), &c_message, &c_request);

	rd_f_by_type_end(t_buf);
	*message = RD_TOINT(Message, c_message);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(imrecv_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			  int *message, int *request, int *ierror)
{
	if (__builtin_expect(rd_f_is_block(buf), 1)) {
		MPI_Message c_message = RD_MESSAGE(*message);
		MPI_Request c_request = MPI_REQUEST_NULL;
		int err = RD_C(Imrecv_c)(rd_f_buffer(buf->base_addr), *count, RD_TYPE(*datatype),
					 &c_message, &c_request);

		*message = RD_TOINT(Message, c_message);
		if (!err)
			*request = RD_TOINT(Request, c_request);
		RD_RETURN(err);
		return;
	}
	struct rd_pending *pending = NULL;
	MPI_Datatype t_buf = rd_f_by_type(buf, *count, RD_TYPE(*datatype));
	void *c_buf = rd_f_typed_pend(&pending, buf, RD_WRITTEN, t_buf);
	MPI_Message c_message = RD_MESSAGE(*message);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Imrecv_c)(c_buf, RD_TYPED(t_buf, 1, *count),
				 RD_TYPED(t_buf, t_buf, RD_TYPE(*datatype)), &c_message,
				 &c_request);

	rd_f_by_type_end(t_buf);
	*message = RD_TOINT(Message, c_message);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(send_init_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
			   const int *dest, const int *tag, const int *comm, int *request,
			   int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Send_init)(c_buf, *count, RD_TYPE(*datatype), *dest, *tag, RD_COMM(*comm),
				  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(send_init_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			     const int *dest, const int *tag, const int *comm, int *request,
			     int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Send_init_c)(c_buf, *count, RD_TYPE(*datatype), *dest, *tag, RD_COMM(*comm),
				    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(bsend_init_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
			    const int *dest, const int *tag, const int *comm, int *request,
			    int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Bsend_init)(c_buf, *count, RD_TYPE(*datatype), *dest, *tag, RD_COMM(*comm),
				   &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(bsend_init_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			      const int *dest, const int *tag, const int *comm, int *request,
			      int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Bsend_init_c)(c_buf, *count, RD_TYPE(*datatype), *dest, *tag, RD_COMM(*comm),
				     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ssend_init_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
			    const int *dest, const int *tag, const int *comm, int *request,
			    int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ssend_init)(c_buf, *count, RD_TYPE(*datatype), *dest, *tag, RD_COMM(*comm),
				   &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ssend_init_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			      const int *dest, const int *tag, const int *comm, int *request,
			      int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ssend_init_c)(c_buf, *count, RD_TYPE(*datatype), *dest, *tag, RD_COMM(*comm),
				     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(rsend_init_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
			    const int *dest, const int *tag, const int *comm, int *request,
			    int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rsend_init)(c_buf, *count, RD_TYPE(*datatype), *dest, *tag, RD_COMM(*comm),
				   &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(rsend_init_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			      const int *dest, const int *tag, const int *comm, int *request,
			      int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rsend_init_c)(c_buf, *count, RD_TYPE(*datatype), *dest, *tag, RD_COMM(*comm),
				     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(recv_init_f08ts)(const CFI_cdesc_t *buf, const int *count, const int *datatype,
			   const int *source, const int *tag, const int *comm, int *request,
			   int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Recv_init)(c_buf, *count, RD_TYPE(*datatype), *source, *tag, RD_COMM(*comm),
				  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(recv_init_c_f08ts)(const CFI_cdesc_t *buf, const MPI_Count *count, const int *datatype,
			     const int *source, const int *tag, const int *comm, int *request,
			     int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Recv_init_c)(c_buf, *count, RD_TYPE(*datatype), *source, *tag,
				    RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(reduce_local_f08ts)(const CFI_cdesc_t *inbuf, const CFI_cdesc_t *inoutbuf,
			      const int *count, const int *datatype, const int *op, int *ierror)
{
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_inoutbuf;
	void *c_inoutbuf = rd_f_section(&s_inoutbuf, inoutbuf,
					RD_HOW(inoutbuf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Reduce_local)(c_inbuf, c_inoutbuf, *count, RD_TYPE(*datatype), RD_OP(*op));

	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_inoutbuf);
	RD_RETURN(err);
}

void RD_F(reduce_local_c_f08ts)(const CFI_cdesc_t *inbuf, const CFI_cdesc_t *inoutbuf,
				const MPI_Count *count, const int *datatype, const int *op,
				int *ierror)
{
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_inoutbuf;
	void *c_inoutbuf = rd_f_section(&s_inoutbuf, inoutbuf,
					RD_HOW(inoutbuf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Reduce_local_c)(c_inbuf, c_inoutbuf, *count, RD_TYPE(*datatype), RD_OP(*op));

	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_inoutbuf);
	RD_RETURN(err);
}

void RD_F(bcast_f08ts)(const CFI_cdesc_t *buffer, const int *count, const int *datatype,
		       const int *root, const int *comm, int *ierror)
{
	struct rd_section s_buffer;
	void *c_buffer = rd_f_section(&s_buffer, buffer,
				      RD_HOW(buffer, *count, RD_TYPE(*datatype)));
	int err = RD_C(Bcast)(c_buffer, *count, RD_TYPE(*datatype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_buffer);
	RD_RETURN(err);
}

void RD_F(bcast_c_f08ts)(const CFI_cdesc_t *buffer, const MPI_Count *count, const int *datatype,
			 const int *root, const int *comm, int *ierror)
{
	struct rd_section s_buffer;
	void *c_buffer = rd_f_section(&s_buffer, buffer,
				      RD_HOW(buffer, *count, RD_TYPE(*datatype)));
	int err = RD_C(Bcast_c)(c_buffer, *count, RD_TYPE(*datatype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_buffer);
	RD_RETURN(err);
}

void RD_F(gather_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			const int *root, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Gather)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
			       RD_TYPE(*recvtype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(gather_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			  const int *sendtype, const CFI_cdesc_t *recvbuf,
			  const MPI_Count *recvcount, const int *recvtype, const int *root,
			  const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Gather_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				 RD_TYPE(*recvtype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(gatherv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			 const CFI_cdesc_t *recvbuf, const int *recvcounts, const int *displs,
			 const int *recvtype, const int *root, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Gatherv)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, recvcounts,
				displs, RD_TYPE(*recvtype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(gatherv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			   const int *sendtype, const CFI_cdesc_t *recvbuf,
			   const MPI_Count *recvcounts, const MPI_Aint *displs, const int *recvtype,
			   const int *root, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Gatherv_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, recvcounts,
				  displs, RD_TYPE(*recvtype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(scatter_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			 const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			 const int *root, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *recvcount, RD_TYPE(*recvtype)));
	int err = RD_C(Scatter)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				RD_TYPE(*recvtype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(scatter_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			   const int *sendtype, const CFI_cdesc_t *recvbuf,
			   const MPI_Count *recvcount, const int *recvtype, const int *root,
			   const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *recvcount, RD_TYPE(*recvtype)));
	int err = RD_C(Scatter_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				  RD_TYPE(*recvtype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(scatterv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts, const int *displs,
			  const int *sendtype, const CFI_cdesc_t *recvbuf, const int *recvcount,
			  const int *recvtype, const int *root, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *recvcount, RD_TYPE(*recvtype)));
	int err = RD_C(Scatterv)(c_sendbuf, sendcounts, displs, RD_TYPE(*sendtype), c_recvbuf,
				 *recvcount, RD_TYPE(*recvtype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(scatterv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
			    const MPI_Aint *displs, const int *sendtype, const CFI_cdesc_t *recvbuf,
			    const MPI_Count *recvcount, const int *recvtype, const int *root,
			    const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *recvcount, RD_TYPE(*recvtype)));
	int err = RD_C(Scatterv_c)(c_sendbuf, sendcounts, displs, RD_TYPE(*sendtype), c_recvbuf,
				   *recvcount, RD_TYPE(*recvtype), *root, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(allgather_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			   const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			   const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Allgather)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				  RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(allgather_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			     const int *sendtype, const CFI_cdesc_t *recvbuf,
			     const MPI_Count *recvcount, const int *recvtype, const int *comm,
			     int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Allgather_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				    *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(allgatherv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			    const CFI_cdesc_t *recvbuf, const int *recvcounts, const int *displs,
			    const int *recvtype, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Allgatherv)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, recvcounts,
				   displs, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(allgatherv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			      const int *sendtype, const CFI_cdesc_t *recvbuf,
			      const MPI_Count *recvcounts, const MPI_Aint *displs,
			      const int *recvtype, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Allgatherv_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				     recvcounts, displs, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(alltoall_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			  const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			  const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Alltoall)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				 RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(alltoall_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			    const int *sendtype, const CFI_cdesc_t *recvbuf,
			    const MPI_Count *recvcount, const int *recvtype, const int *comm,
			    int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Alltoall_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				   RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(alltoallv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts, const int *sdispls,
			   const int *sendtype, const CFI_cdesc_t *recvbuf, const int *recvcounts,
			   const int *rdispls, const int *recvtype, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Alltoallv)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype), c_recvbuf,
				  recvcounts, rdispls, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(alltoallv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
			     const MPI_Aint *sdispls, const int *sendtype,
			     const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
			     const MPI_Aint *rdispls, const int *recvtype, const int *comm,
			     int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Alltoallv_c)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype), c_recvbuf,
				    recvcounts, rdispls, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(alltoallw_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts, const int *sdispls,
			   const int *sendtypes, const CFI_cdesc_t *recvbuf, const int *recvcounts,
			   const int *rdispls, const int *recvtypes, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	int n_sendtypes = rd_f_if_not_in_place(sendbuf->base_addr, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	int err = RD_C(Alltoallw)(c_sendbuf, sendcounts, sdispls, c_sendtypes, c_recvbuf,
				  recvcounts, rdispls, c_recvtypes, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_close(&h_sendtypes);
	rd_f_section_close(&s_recvbuf);
	rd_f_close(&h_recvtypes);
	RD_RETURN(err);
}

void RD_F(alltoallw_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
			     const MPI_Aint *sdispls, const int *sendtypes,
			     const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
			     const MPI_Aint *rdispls, const int *recvtypes, const int *comm,
			     int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	int n_sendtypes = rd_f_if_not_in_place(sendbuf->base_addr, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	int err = RD_C(Alltoallw_c)(c_sendbuf, sendcounts, sdispls, c_sendtypes, c_recvbuf,
				    recvcounts, rdispls, c_recvtypes, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_close(&h_sendtypes);
	rd_f_section_close(&s_recvbuf);
	rd_f_close(&h_recvtypes);
	RD_RETURN(err);
}

void RD_F(reduce_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf, const int *count,
			const int *datatype, const int *op, const int *root, const int *comm,
			int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Reduce)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op), *root,
			       RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(reduce_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			  const MPI_Count *count, const int *datatype, const int *op,
			  const int *root, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Reduce_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				 *root, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(allreduce_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf, const int *count,
			   const int *datatype, const int *op, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Allreduce)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				  RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(allreduce_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			     const MPI_Count *count, const int *datatype, const int *op,
			     const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Allreduce_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				    RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(scan_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf, const int *count,
		      const int *datatype, const int *op, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Scan)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
			     RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(scan_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			const MPI_Count *count, const int *datatype, const int *op, const int *comm,
			int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Scan_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
			       RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(exscan_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf, const int *count,
			const int *datatype, const int *op, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Exscan)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
			       RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(exscan_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			  const MPI_Count *count, const int *datatype, const int *op,
			  const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *count, RD_TYPE(*datatype)));
	int err = RD_C(Exscan_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				 RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				const int *recvcounts, const int *datatype, const int *op,
				const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Reduce_scatter)(c_sendbuf, c_recvbuf, recvcounts, RD_TYPE(*datatype),
				       RD_OP(*op), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				  const MPI_Count *recvcounts, const int *datatype, const int *op,
				  const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Reduce_scatter_c)(c_sendbuf, c_recvbuf, recvcounts, RD_TYPE(*datatype),
					 RD_OP(*op), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_block_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				      const int *recvcount, const int *datatype, const int *op,
				      const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *recvcount, RD_TYPE(*datatype)));
	int err = RD_C(Reduce_scatter_block)(c_sendbuf, c_recvbuf, *recvcount, RD_TYPE(*datatype),
					     RD_OP(*op), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_block_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
					const MPI_Count *recvcount, const int *datatype,
					const int *op, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf,
				       RD_HOW(recvbuf, *recvcount, RD_TYPE(*datatype)));
	int err = RD_C(Reduce_scatter_block_c)(c_sendbuf, c_recvbuf, *recvcount, RD_TYPE(*datatype),
					       RD_OP(*op), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(free_mem_f08ts)(const CFI_cdesc_t *base, int *ierror)
{
	int err = RD_C(Free_mem)(rd_f_buffer(base->base_addr));

	RD_RETURN(err);
}

void RD_F(buffer_attach_f08ts)(const CFI_cdesc_t *buffer, const int *size, int *ierror)
{
	int err = RD_C(Buffer_attach)(rd_f_buffer(buffer->base_addr), *size);

	RD_RETURN(err);
}

void RD_F(buffer_attach_c_f08ts)(const CFI_cdesc_t *buffer, const MPI_Count *size, int *ierror)
{
	int err = RD_C(Buffer_attach_c)(rd_f_buffer(buffer->base_addr), *size);

	RD_RETURN(err);
}

void RD_F(comm_attach_buffer_f08ts)(const int *comm, const CFI_cdesc_t *buffer, const int *size,
				    int *ierror)
{
	int err = RD_C(Comm_attach_buffer)(RD_COMM(*comm), rd_f_buffer(buffer->base_addr), *size);

	RD_RETURN(err);
}

void RD_F(comm_attach_buffer_c_f08ts)(const int *comm, const CFI_cdesc_t *buffer,
				      const MPI_Count *size, int *ierror)
{
	int err = RD_C(Comm_attach_buffer_c)(RD_COMM(*comm), rd_f_buffer(buffer->base_addr), *size);

	RD_RETURN(err);
}

void RD_F(session_attach_buffer_f08ts)(const int *session, const CFI_cdesc_t *buffer,
				       const int *size, int *ierror)
{
	int err = RD_C(Session_attach_buffer)(RD_SESSION(*session), rd_f_buffer(buffer->base_addr),
					      *size);

	RD_RETURN(err);
}

void RD_F(session_attach_buffer_c_f08ts)(const int *session, const CFI_cdesc_t *buffer,
					 const MPI_Count *size, int *ierror)
{
	int err = RD_C(Session_attach_buffer_c)(RD_SESSION(*session),
						rd_f_buffer(buffer->base_addr), *size);

	RD_RETURN(err);
}

void RD_F(file_read_at_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
			      const int *count, const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_at)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
				     RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_at_c_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				const MPI_Count *count, const int *datatype, int *status,
				int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_at_c)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
				       RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_at_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
			       const int *count, const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_at)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
				      RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_at_c_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				 const MPI_Count *count, const int *datatype, int *status,
				 int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_at_c)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
					RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
			   const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
				  RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
			     const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
				    RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
			    const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
				   RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
			      const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
				     RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_at_all_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				  const int *count, const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_at_all)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
					 RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_at_all_c_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				    const MPI_Count *count, const int *datatype, int *status,
				    int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_at_all_c)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
					   RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_at_all_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				   const int *count, const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_at_all)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
					  RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_at_all_c_f08ts)(const int *fh, const MPI_Offset *offset,
				     const CFI_cdesc_t *buf, const MPI_Count *count,
				     const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_at_all_c)(RD_FILE(*fh), *offset, c_buf, *count,
					    RD_TYPE(*datatype), RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_all_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
			       const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_all)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
				      RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_all_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				 const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_all_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_all_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_all)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
				       RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_all_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				  const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_all_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					 RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_iread_at_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
			       const int *count, const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_at)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
				      &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iread_at_c_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				 const MPI_Count *count, const int *datatype, int *request,
				 int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_at_c)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
					&c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_at_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				const int *count, const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_at)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
				       &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_at_c_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				  const MPI_Count *count, const int *datatype, int *request,
				  int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_at_c)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
					 &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iread_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
			    const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iread_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
			      const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
			     const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
			       const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iread_at_all_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				   const int *count, const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_at_all)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
					  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iread_at_all_c_f08ts)(const int *fh, const MPI_Offset *offset,
				     const CFI_cdesc_t *buf, const MPI_Count *count,
				     const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_at_all_c)(RD_FILE(*fh), *offset, c_buf, *count,
					    RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_at_all_f08ts)(const int *fh, const MPI_Offset *offset, const CFI_cdesc_t *buf,
				    const int *count, const int *datatype, int *request,
				    int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_at_all)(RD_FILE(*fh), *offset, c_buf, *count, RD_TYPE(*datatype),
					   &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_at_all_c_f08ts)(const int *fh, const MPI_Offset *offset,
				      const CFI_cdesc_t *buf, const MPI_Count *count,
				      const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_at_all_c)(RD_FILE(*fh), *offset, c_buf, *count,
					     RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iread_all_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_all)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iread_all_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				  const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_all_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					 &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_all_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				 const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_all)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					&c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_all_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				   const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_all_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_read_at_all_begin_f08ts)(const int *fh, const MPI_Offset *offset,
					const CFI_cdesc_t *buf, const int *count,
					const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	int err = RD_C(File_read_at_all_begin)(RD_FILE(*fh), *offset, c_buf, *count,
					       RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_read_at_all_begin_c_f08ts)(const int *fh, const MPI_Offset *offset,
					  const CFI_cdesc_t *buf, const MPI_Count *count,
					  const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	int err = RD_C(File_read_at_all_begin_c)(RD_FILE(*fh), *offset, c_buf, *count,
						 RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_read_at_all_end_f08ts)(const int *fh, const CFI_cdesc_t *buf, int *status,
				      int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_read_at_all_end)(RD_FILE(*fh), rd_f_buffer(buf->base_addr),
					     RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}

void RD_F(file_write_at_all_begin_f08ts)(const int *fh, const MPI_Offset *offset,
					 const CFI_cdesc_t *buf, const int *count,
					 const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	int err = RD_C(File_write_at_all_begin)(RD_FILE(*fh), *offset, c_buf, *count,
						RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_write_at_all_begin_c_f08ts)(const int *fh, const MPI_Offset *offset,
					   const CFI_cdesc_t *buf, const MPI_Count *count,
					   const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	int err = RD_C(File_write_at_all_begin_c)(RD_FILE(*fh), *offset, c_buf, *count,
						  RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_write_at_all_end_f08ts)(const int *fh, const CFI_cdesc_t *buf, int *status,
				       int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_write_at_all_end)(RD_FILE(*fh), rd_f_buffer(buf->base_addr),
					      RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}

void RD_F(file_read_all_begin_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				     const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	int err = RD_C(File_read_all_begin)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_read_all_begin_c_f08ts)(const int *fh, const CFI_cdesc_t *buf,
				       const MPI_Count *count, const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	int err = RD_C(File_read_all_begin_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_read_all_end_f08ts)(const int *fh, const CFI_cdesc_t *buf, int *status, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_read_all_end)(RD_FILE(*fh), rd_f_buffer(buf->base_addr),
					  RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}

void RD_F(file_write_all_begin_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				      const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	int err = RD_C(File_write_all_begin)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_write_all_begin_c_f08ts)(const int *fh, const CFI_cdesc_t *buf,
					const MPI_Count *count, const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	int err = RD_C(File_write_all_begin_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_write_all_end_f08ts)(const int *fh, const CFI_cdesc_t *buf, int *status, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_write_all_end)(RD_FILE(*fh), rd_f_buffer(buf->base_addr),
					   RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}

void RD_F(file_read_shared_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				  const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_shared)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					 RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_shared_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				    const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_shared_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					   RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_shared_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				   const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_shared)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					  RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_shared_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				     const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_shared_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					    RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_iread_shared_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				   const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_shared)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iread_shared_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				     const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_shared_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_shared_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				    const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_shared)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					   &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_iwrite_shared_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				      const int *datatype, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_shared_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(file_read_ordered_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				   const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_ordered)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					  RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_ordered_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				     const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_HOW(buf, *count, RD_TYPE(*datatype)));
	int err = RD_C(File_read_ordered_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					    RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_ordered_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
				    const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_ordered)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					   RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_write_ordered_c_f08ts)(const int *fh, const CFI_cdesc_t *buf, const MPI_Count *count,
				      const int *datatype, int *status, int *ierror)
{
	struct rd_section s_buf;
	void *c_buf = rd_f_section(&s_buf, buf, RD_READ);
	int err = RD_C(File_write_ordered_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype),
					     RD_STATUS(status));

	rd_f_section_close(&s_buf);
	RD_RETURN(err);
}

void RD_F(file_read_ordered_begin_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
					 const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	int err = RD_C(File_read_ordered_begin)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_read_ordered_begin_c_f08ts)(const int *fh, const CFI_cdesc_t *buf,
					   const MPI_Count *count, const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	int err = RD_C(File_read_ordered_begin_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_read_ordered_end_f08ts)(const int *fh, const CFI_cdesc_t *buf, int *status,
				       int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_read_ordered_end)(RD_FILE(*fh), rd_f_buffer(buf->base_addr),
					      RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}

void RD_F(file_write_ordered_begin_f08ts)(const int *fh, const CFI_cdesc_t *buf, const int *count,
					  const int *datatype, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	int err = RD_C(File_write_ordered_begin)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_write_ordered_begin_c_f08ts)(const int *fh, const CFI_cdesc_t *buf,
					    const MPI_Count *count, const int *datatype,
					    int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	int err = RD_C(File_write_ordered_begin_c)(RD_FILE(*fh), c_buf, *count, RD_TYPE(*datatype));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_FILE, *fh, 0, err);
	RD_RETURN(err);
}

void RD_F(file_write_ordered_end_f08ts)(const int *fh, const CFI_cdesc_t *buf, int *status,
					int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_write_ordered_end)(RD_FILE(*fh), rd_f_buffer(buf->base_addr),
					       RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}

void RD_F(ibcast_f08ts)(const CFI_cdesc_t *buffer, const int *count, const int *datatype,
			const int *root, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buffer = rd_f_pend(&pending, buffer, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ibcast)(c_buffer, *count, RD_TYPE(*datatype), *root, RD_COMM(*comm),
			       &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ibcast_c_f08ts)(const CFI_cdesc_t *buffer, const MPI_Count *count, const int *datatype,
			  const int *root, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buffer = rd_f_pend(&pending, buffer, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ibcast_c)(c_buffer, *count, RD_TYPE(*datatype), *root, RD_COMM(*comm),
				 &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(igather_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			 const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			 const int *root, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Igather)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				RD_TYPE(*recvtype), *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(igather_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			   const int *sendtype, const CFI_cdesc_t *recvbuf,
			   const MPI_Count *recvcount, const int *recvtype, const int *root,
			   const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Igather_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				  RD_TYPE(*recvtype), *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(igatherv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			  const CFI_cdesc_t *recvbuf, const int *recvcounts, const int *displs,
			  const int *recvtype, const int *root, const int *comm, int *request,
			  int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Igatherv)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, recvcounts,
				 displs, RD_TYPE(*recvtype), *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(igatherv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			    const int *sendtype, const CFI_cdesc_t *recvbuf,
			    const MPI_Count *recvcounts, const MPI_Aint *displs,
			    const int *recvtype, const int *root, const int *comm, int *request,
			    int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Igatherv_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, recvcounts,
				   displs, RD_TYPE(*recvtype), *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iscatter_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			  const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			  const int *root, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscatter)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				 RD_TYPE(*recvtype), *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iscatter_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			    const int *sendtype, const CFI_cdesc_t *recvbuf,
			    const MPI_Count *recvcount, const int *recvtype, const int *root,
			    const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscatter_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				   RD_TYPE(*recvtype), *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iscatterv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts, const int *displs,
			   const int *sendtype, const CFI_cdesc_t *recvbuf, const int *recvcount,
			   const int *recvtype, const int *root, const int *comm, int *request,
			   int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscatterv)(c_sendbuf, sendcounts, displs, RD_TYPE(*sendtype), c_recvbuf,
				  *recvcount, RD_TYPE(*recvtype), *root, RD_COMM(*comm),
				  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iscatterv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
			     const MPI_Aint *displs, const int *sendtype,
			     const CFI_cdesc_t *recvbuf, const MPI_Count *recvcount,
			     const int *recvtype, const int *root, const int *comm, int *request,
			     int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscatterv_c)(c_sendbuf, sendcounts, displs, RD_TYPE(*sendtype), c_recvbuf,
				    *recvcount, RD_TYPE(*recvtype), *root, RD_COMM(*comm),
				    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iallgather_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			    const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			    const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallgather)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				   RD_TYPE(*recvtype), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iallgather_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			      const int *sendtype, const CFI_cdesc_t *recvbuf,
			      const MPI_Count *recvcount, const int *recvtype, const int *comm,
			      int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallgather_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				     *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iallgatherv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			     const CFI_cdesc_t *recvbuf, const int *recvcounts, const int *displs,
			     const int *recvtype, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallgatherv)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				    recvcounts, displs, RD_TYPE(*recvtype), RD_COMM(*comm),
				    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iallgatherv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			       const int *sendtype, const CFI_cdesc_t *recvbuf,
			       const MPI_Count *recvcounts, const MPI_Aint *displs,
			       const int *recvtype, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallgatherv_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				      recvcounts, displs, RD_TYPE(*recvtype), RD_COMM(*comm),
				      &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ialltoall_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			   const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			   const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoall)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf, *recvcount,
				  RD_TYPE(*recvtype), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ialltoall_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			     const int *sendtype, const CFI_cdesc_t *recvbuf,
			     const MPI_Count *recvcount, const int *recvtype, const int *comm,
			     int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoall_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				    *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ialltoallv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts, const int *sdispls,
			    const int *sendtype, const CFI_cdesc_t *recvbuf, const int *recvcounts,
			    const int *rdispls, const int *recvtype, const int *comm, int *request,
			    int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoallv)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype), c_recvbuf,
				   recvcounts, rdispls, RD_TYPE(*recvtype), RD_COMM(*comm),
				   &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ialltoallv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
			      const MPI_Aint *sdispls, const int *sendtype,
			      const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
			      const MPI_Aint *rdispls, const int *recvtype, const int *comm,
			      int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoallv_c)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype), c_recvbuf,
				     recvcounts, rdispls, RD_TYPE(*recvtype), RD_COMM(*comm),
				     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ialltoallw_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts, const int *sdispls,
			    const int *sendtypes, const CFI_cdesc_t *recvbuf, const int *recvcounts,
			    const int *rdispls, const int *recvtypes, const int *comm, int *request,
			    int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	int n_sendtypes = rd_f_if_not_in_place(sendbuf->base_addr, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoallw)(c_sendbuf, sendcounts, sdispls, c_sendtypes, c_recvbuf,
				   recvcounts, rdispls, c_recvtypes, RD_COMM(*comm), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ialltoallw_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
			      const MPI_Aint *sdispls, const int *sendtypes,
			      const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
			      const MPI_Aint *rdispls, const int *recvtypes, const int *comm,
			      int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	int n_sendtypes = rd_f_if_not_in_place(sendbuf->base_addr, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoallw_c)(c_sendbuf, sendcounts, sdispls, c_sendtypes, c_recvbuf,
				     recvcounts, rdispls, c_recvtypes, RD_COMM(*comm), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ireduce_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf, const int *count,
			 const int *datatype, const int *op, const int *root, const int *comm,
			 int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op), *root,
				RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ireduce_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			   const MPI_Count *count, const int *datatype, const int *op,
			   const int *root, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				  *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iallreduce_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			    const int *count, const int *datatype, const int *op, const int *comm,
			    int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallreduce)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				   RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iallreduce_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			      const MPI_Count *count, const int *datatype, const int *op,
			      const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallreduce_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				     RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iscan_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf, const int *count,
		       const int *datatype, const int *op, const int *comm, int *request,
		       int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscan)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
			      RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iscan_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			 const MPI_Count *count, const int *datatype, const int *op,
			 const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscan_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iexscan_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf, const int *count,
			 const int *datatype, const int *op, const int *comm, int *request,
			 int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iexscan)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(iexscan_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			   const MPI_Count *count, const int *datatype, const int *op,
			   const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iexscan_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				  RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ireduce_scatter_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				 const int *recvcounts, const int *datatype, const int *op,
				 const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_scatter)(c_sendbuf, c_recvbuf, recvcounts, RD_TYPE(*datatype),
					RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ireduce_scatter_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				   const MPI_Count *recvcounts, const int *datatype, const int *op,
				   const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_scatter_c)(c_sendbuf, c_recvbuf, recvcounts, RD_TYPE(*datatype),
					  RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ireduce_scatter_block_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				       const int *recvcount, const int *datatype, const int *op,
				       const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_scatter_block)(c_sendbuf, c_recvbuf, *recvcount, RD_TYPE(*datatype),
					      RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ireduce_scatter_block_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
					 const MPI_Count *recvcount, const int *datatype,
					 const int *op, const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_scatter_block_c)(c_sendbuf, c_recvbuf, *recvcount,
						RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm),
						&c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(bcast_init_f08ts)(const CFI_cdesc_t *buffer, const int *count, const int *datatype,
			    const int *root, const int *comm, const int *info, int *request,
			    int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buffer = rd_f_pend(&pending, buffer, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Bcast_init)(c_buffer, *count, RD_TYPE(*datatype), *root, RD_COMM(*comm),
				   RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(bcast_init_c_f08ts)(const CFI_cdesc_t *buffer, const MPI_Count *count,
			      const int *datatype, const int *root, const int *comm,
			      const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buffer = rd_f_pend(&pending, buffer, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Bcast_init_c)(c_buffer, *count, RD_TYPE(*datatype), *root, RD_COMM(*comm),
				     RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(gather_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			     const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			     const int *root, const int *comm, const int *info, int *request,
			     int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Gather_init)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				    *recvcount, RD_TYPE(*recvtype), *root, RD_COMM(*comm),
				    RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(gather_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
			       const int *sendtype, const CFI_cdesc_t *recvbuf,
			       const MPI_Count *recvcount, const int *recvtype, const int *root,
			       const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Gather_init_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				      *recvcount, RD_TYPE(*recvtype), *root, RD_COMM(*comm),
				      RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(gatherv_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			      const CFI_cdesc_t *recvbuf, const int *recvcounts, const int *displs,
			      const int *recvtype, const int *root, const int *comm,
			      const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Gatherv_init)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				     recvcounts, displs, RD_TYPE(*recvtype), *root, RD_COMM(*comm),
				     RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(gatherv_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				const int *sendtype, const CFI_cdesc_t *recvbuf,
				const MPI_Count *recvcounts, const MPI_Aint *displs,
				const int *recvtype, const int *root, const int *comm,
				const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Gatherv_init_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				       recvcounts, displs, RD_TYPE(*recvtype), *root,
				       RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(scatter_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount, const int *sendtype,
			      const CFI_cdesc_t *recvbuf, const int *recvcount, const int *recvtype,
			      const int *root, const int *comm, const int *info, int *request,
			      int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scatter_init)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				     *recvcount, RD_TYPE(*recvtype), *root, RD_COMM(*comm),
				     RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(scatter_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				const int *sendtype, const CFI_cdesc_t *recvbuf,
				const MPI_Count *recvcount, const int *recvtype, const int *root,
				const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scatter_init_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				       *recvcount, RD_TYPE(*recvtype), *root, RD_COMM(*comm),
				       RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(scatterv_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts, const int *displs,
			       const int *sendtype, const CFI_cdesc_t *recvbuf,
			       const int *recvcount, const int *recvtype, const int *root,
			       const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scatterv_init)(c_sendbuf, sendcounts, displs, RD_TYPE(*sendtype), c_recvbuf,
				      *recvcount, RD_TYPE(*recvtype), *root, RD_COMM(*comm),
				      RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(scatterv_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
				 const MPI_Aint *displs, const int *sendtype,
				 const CFI_cdesc_t *recvbuf, const MPI_Count *recvcount,
				 const int *recvtype, const int *root, const int *comm,
				 const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scatterv_init_c)(c_sendbuf, sendcounts, displs, RD_TYPE(*sendtype),
					c_recvbuf, *recvcount, RD_TYPE(*recvtype), *root,
					RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(allgather_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
				const int *sendtype, const CFI_cdesc_t *recvbuf,
				const int *recvcount, const int *recvtype, const int *comm,
				const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allgather_init)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				       *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
				       RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(allgather_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				  const int *sendtype, const CFI_cdesc_t *recvbuf,
				  const MPI_Count *recvcount, const int *recvtype, const int *comm,
				  const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allgather_init_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					 *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
					 RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(allgatherv_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
				 const int *sendtype, const CFI_cdesc_t *recvbuf,
				 const int *recvcounts, const int *displs, const int *recvtype,
				 const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allgatherv_init)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					recvcounts, displs, RD_TYPE(*recvtype), RD_COMM(*comm),
					RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(allgatherv_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				   const int *sendtype, const CFI_cdesc_t *recvbuf,
				   const MPI_Count *recvcounts, const MPI_Aint *displs,
				   const int *recvtype, const int *comm, const int *info,
				   int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allgatherv_init_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					  recvcounts, displs, RD_TYPE(*recvtype), RD_COMM(*comm),
					  RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(alltoall_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
			       const int *sendtype, const CFI_cdesc_t *recvbuf,
			       const int *recvcount, const int *recvtype, const int *comm,
			       const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoall_init)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
				      *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
				      RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(alltoall_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				 const int *sendtype, const CFI_cdesc_t *recvbuf,
				 const MPI_Count *recvcount, const int *recvtype, const int *comm,
				 const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoall_init_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					*recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
					RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(alltoallv_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts,
				const int *sdispls, const int *sendtype, const CFI_cdesc_t *recvbuf,
				const int *recvcounts, const int *rdispls, const int *recvtype,
				const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoallv_init)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype),
				       c_recvbuf, recvcounts, rdispls, RD_TYPE(*recvtype),
				       RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(alltoallv_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
				  const MPI_Aint *sdispls, const int *sendtype,
				  const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
				  const MPI_Aint *rdispls, const int *recvtype, const int *comm,
				  const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoallv_init_c)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype),
					 c_recvbuf, recvcounts, rdispls, RD_TYPE(*recvtype),
					 RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(alltoallw_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts,
				const int *sdispls, const int *sendtypes,
				const CFI_cdesc_t *recvbuf, const int *recvcounts,
				const int *rdispls, const int *recvtypes, const int *comm,
				const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	int n_sendtypes = rd_f_if_not_in_place(sendbuf->base_addr, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoallw_init)(c_sendbuf, sendcounts, sdispls, c_sendtypes, c_recvbuf,
				       recvcounts, rdispls, c_recvtypes, RD_COMM(*comm),
				       RD_INFO(*info), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(alltoallw_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
				  const MPI_Aint *sdispls, const int *sendtypes,
				  const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
				  const MPI_Aint *rdispls, const int *recvtypes, const int *comm,
				  const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	int n_sendtypes = rd_f_if_not_in_place(sendbuf->base_addr, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoallw_init_c)(c_sendbuf, sendcounts, sdispls, c_sendtypes, c_recvbuf,
					 recvcounts, rdispls, c_recvtypes, RD_COMM(*comm),
					 RD_INFO(*info), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(reduce_init_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			     const int *count, const int *datatype, const int *op, const int *root,
			     const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_init)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				    *root, RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(reduce_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			       const MPI_Count *count, const int *datatype, const int *op,
			       const int *root, const int *comm, const int *info, int *request,
			       int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_init_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				      *root, RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(allreduce_init_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				const int *count, const int *datatype, const int *op,
				const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allreduce_init)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				       RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(allreduce_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				  const MPI_Count *count, const int *datatype, const int *op,
				  const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allreduce_init_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype),
					 RD_OP(*op), RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(scan_init_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf, const int *count,
			   const int *datatype, const int *op, const int *comm, const int *info,
			   int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scan_init)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				  RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(scan_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			     const MPI_Count *count, const int *datatype, const int *op,
			     const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scan_init_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				    RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(exscan_init_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			     const int *count, const int *datatype, const int *op, const int *comm,
			     const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Exscan_init)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				    RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(exscan_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
			       const MPI_Count *count, const int *datatype, const int *op,
			       const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Exscan_init_c)(c_sendbuf, c_recvbuf, *count, RD_TYPE(*datatype), RD_OP(*op),
				      RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_init_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				     const int *recvcounts, const int *datatype, const int *op,
				     const int *comm, const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_scatter_init)(c_sendbuf, c_recvbuf, recvcounts, RD_TYPE(*datatype),
					    RD_OP(*op), RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
				       const MPI_Count *recvcounts, const int *datatype,
				       const int *op, const int *comm, const int *info,
				       int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_scatter_init_c)(c_sendbuf, c_recvbuf, recvcounts, RD_TYPE(*datatype),
					      RD_OP(*op), RD_COMM(*comm), RD_INFO(*info),
					      &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_block_init_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
					   const int *recvcount, const int *datatype, const int *op,
					   const int *comm, const int *info, int *request,
					   int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_scatter_block_init)(c_sendbuf, c_recvbuf, *recvcount,
						  RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm),
						  RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_block_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const CFI_cdesc_t *recvbuf,
					     const MPI_Count *recvcount, const int *datatype,
					     const int *op, const int *comm, const int *info,
					     int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_scatter_block_init_c)(c_sendbuf, c_recvbuf, *recvcount,
						    RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm),
						    RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(psend_init_f08ts)(const CFI_cdesc_t *buf, const int *partitions, const MPI_Count *count,
			    const int *datatype, const int *dest, const int *tag, const int *comm,
			    const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Psend_init)(c_buf, *partitions, *count, RD_TYPE(*datatype), *dest, *tag,
				   RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(precv_init_f08ts)(const CFI_cdesc_t *buf, const int *partitions, const MPI_Count *count,
			    const int *datatype, const int *source, const int *tag, const int *comm,
			    const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_buf = rd_f_pend(&pending, buf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Precv_init)(c_buf, *partitions, *count, RD_TYPE(*datatype), *source, *tag,
				   RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(win_create_f08ts)(const CFI_cdesc_t *base, const MPI_Aint *size, const int *disp_unit,
			    const int *info, const int *comm, int *win, int *ierror)
{
	MPI_Win c_win = MPI_WIN_NULL;
	int err = RD_C(Win_create)(rd_f_buffer(base->base_addr), *size, *disp_unit, RD_INFO(*info),
				   RD_COMM(*comm), &c_win);

	if (!err)
		*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}

void RD_F(win_create_c_f08ts)(const CFI_cdesc_t *base, const MPI_Aint *size,
			      const MPI_Aint *disp_unit, const int *info, const int *comm, int *win,
			      int *ierror)
{
	MPI_Win c_win = MPI_WIN_NULL;
	int err = RD_C(Win_create_c)(rd_f_buffer(base->base_addr), *size, *disp_unit,
				     RD_INFO(*info), RD_COMM(*comm), &c_win);

	if (!err)
		*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}

void RD_F(win_attach_f08ts)(const int *win, const CFI_cdesc_t *base, const MPI_Aint *size,
			    int *ierror)
{
	int err = RD_C(Win_attach)(RD_WIN(*win), rd_f_buffer(base->base_addr), *size);

	RD_RETURN(err);
}

void RD_F(win_detach_f08ts)(const int *win, const CFI_cdesc_t *base, int *ierror)
{
	int err = RD_C(Win_detach)(RD_WIN(*win), rd_f_buffer(base->base_addr));

	RD_RETURN(err);
}

void RD_F(put_f08ts)(const CFI_cdesc_t *origin_addr, const int *origin_count,
		     const int *origin_datatype, const int *target_rank,
		     const MPI_Aint *target_disp, const int *target_count,
		     const int *target_datatype, const int *win, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	int err = RD_C(Put)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype), *target_rank,
			    *target_disp, *target_count, RD_TYPE(*target_datatype), RD_WIN(*win));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_WIN, *win, *target_rank, err);
	RD_RETURN(err);
}

void RD_F(put_c_f08ts)(const CFI_cdesc_t *origin_addr, const MPI_Count *origin_count,
		       const int *origin_datatype, const int *target_rank,
		       const MPI_Aint *target_disp, const MPI_Count *target_count,
		       const int *target_datatype, const int *win, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	int err = RD_C(Put_c)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype), *target_rank,
			      *target_disp, *target_count, RD_TYPE(*target_datatype), RD_WIN(*win));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_WIN, *win, *target_rank, err);
	RD_RETURN(err);
}

void RD_F(get_f08ts)(const CFI_cdesc_t *origin_addr, const int *origin_count,
		     const int *origin_datatype, const int *target_rank,
		     const MPI_Aint *target_disp, const int *target_count,
		     const int *target_datatype, const int *win, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_WRITTEN);
	int err = RD_C(Get)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype), *target_rank,
			    *target_disp, *target_count, RD_TYPE(*target_datatype), RD_WIN(*win));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_WIN, *win, *target_rank, err);
	RD_RETURN(err);
}

void RD_F(get_c_f08ts)(const CFI_cdesc_t *origin_addr, const MPI_Count *origin_count,
		       const int *origin_datatype, const int *target_rank,
		       const MPI_Aint *target_disp, const MPI_Count *target_count,
		       const int *target_datatype, const int *win, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_WRITTEN);
	int err = RD_C(Get_c)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype), *target_rank,
			      *target_disp, *target_count, RD_TYPE(*target_datatype), RD_WIN(*win));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_WIN, *win, *target_rank, err);
	RD_RETURN(err);
}

void RD_F(accumulate_f08ts)(const CFI_cdesc_t *origin_addr, const int *origin_count,
			    const int *origin_datatype, const int *target_rank,
			    const MPI_Aint *target_disp, const int *target_count,
			    const int *target_datatype, const int *op, const int *win, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	int err = RD_C(Accumulate)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
				   *target_rank, *target_disp, *target_count,
				   RD_TYPE(*target_datatype), RD_OP(*op), RD_WIN(*win));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_WIN, *win, *target_rank, err);
	RD_RETURN(err);
}

void RD_F(accumulate_c_f08ts)(const CFI_cdesc_t *origin_addr, const MPI_Count *origin_count,
			      const int *origin_datatype, const int *target_rank,
			      const MPI_Aint *target_disp, const MPI_Count *target_count,
			      const int *target_datatype, const int *op, const int *win,
			      int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	int err = RD_C(Accumulate_c)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
				     *target_rank, *target_disp, *target_count,
				     RD_TYPE(*target_datatype), RD_OP(*op), RD_WIN(*win));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_WIN, *win, *target_rank, err);
	RD_RETURN(err);
}

void RD_F(get_accumulate_f08ts)(const CFI_cdesc_t *origin_addr, const int *origin_count,
				const int *origin_datatype, const CFI_cdesc_t *result_addr,
				const int *result_count, const int *result_datatype,
				const int *target_rank, const MPI_Aint *target_disp,
				const int *target_count, const int *target_datatype, const int *op,
				const int *win, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	void *c_result_addr = rd_f_pend(&pending, result_addr, RD_WRITTEN);
	int err = RD_C(Get_accumulate)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
				       c_result_addr, *result_count, RD_TYPE(*result_datatype),
				       *target_rank, *target_disp, *target_count,
				       RD_TYPE(*target_datatype), RD_OP(*op), RD_WIN(*win));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_WIN, *win, *target_rank, err);
	RD_RETURN(err);
}

void RD_F(get_accumulate_c_f08ts)(const CFI_cdesc_t *origin_addr, const MPI_Count *origin_count,
				  const int *origin_datatype, const CFI_cdesc_t *result_addr,
				  const MPI_Count *result_count, const int *result_datatype,
				  const int *target_rank, const MPI_Aint *target_disp,
				  const MPI_Count *target_count, const int *target_datatype,
				  const int *op, const int *win, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	void *c_result_addr = rd_f_pend(&pending, result_addr, RD_WRITTEN);
	int err = RD_C(Get_accumulate_c)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
					 c_result_addr, *result_count, RD_TYPE(*result_datatype),
					 *target_rank, *target_disp, *target_count,
					 RD_TYPE(*target_datatype), RD_OP(*op), RD_WIN(*win));

	if (pending)
		rd_f_pend_add(pending, RD_PEND_WIN, *win, *target_rank, err);
	RD_RETURN(err);
}

void RD_F(rput_f08ts)(const CFI_cdesc_t *origin_addr, const int *origin_count,
		      const int *origin_datatype, const int *target_rank,
		      const MPI_Aint *target_disp, const int *target_count,
		      const int *target_datatype, const int *win, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rput)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype), *target_rank,
			     *target_disp, *target_count, RD_TYPE(*target_datatype), RD_WIN(*win),
			     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(rput_c_f08ts)(const CFI_cdesc_t *origin_addr, const MPI_Count *origin_count,
			const int *origin_datatype, const int *target_rank,
			const MPI_Aint *target_disp, const MPI_Count *target_count,
			const int *target_datatype, const int *win, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rput_c)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
			       *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			       RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(rget_f08ts)(const CFI_cdesc_t *origin_addr, const int *origin_count,
		      const int *origin_datatype, const int *target_rank,
		      const MPI_Aint *target_disp, const int *target_count,
		      const int *target_datatype, const int *win, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rget)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype), *target_rank,
			     *target_disp, *target_count, RD_TYPE(*target_datatype), RD_WIN(*win),
			     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(rget_c_f08ts)(const CFI_cdesc_t *origin_addr, const MPI_Count *origin_count,
			const int *origin_datatype, const int *target_rank,
			const MPI_Aint *target_disp, const MPI_Count *target_count,
			const int *target_datatype, const int *win, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rget_c)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
			       *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			       RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(raccumulate_f08ts)(const CFI_cdesc_t *origin_addr, const int *origin_count,
			     const int *origin_datatype, const int *target_rank,
			     const MPI_Aint *target_disp, const int *target_count,
			     const int *target_datatype, const int *op, const int *win,
			     int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Raccumulate)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
				    *target_rank, *target_disp, *target_count,
				    RD_TYPE(*target_datatype), RD_OP(*op), RD_WIN(*win),
				    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(raccumulate_c_f08ts)(const CFI_cdesc_t *origin_addr, const MPI_Count *origin_count,
			       const int *origin_datatype, const int *target_rank,
			       const MPI_Aint *target_disp, const MPI_Count *target_count,
			       const int *target_datatype, const int *op, const int *win,
			       int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Raccumulate_c)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
				      *target_rank, *target_disp, *target_count,
				      RD_TYPE(*target_datatype), RD_OP(*op), RD_WIN(*win),
				      &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(rget_accumulate_f08ts)(const CFI_cdesc_t *origin_addr, const int *origin_count,
				 const int *origin_datatype, const CFI_cdesc_t *result_addr,
				 const int *result_count, const int *result_datatype,
				 const int *target_rank, const MPI_Aint *target_disp,
				 const int *target_count, const int *target_datatype, const int *op,
				 const int *win, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	void *c_result_addr = rd_f_pend(&pending, result_addr, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rget_accumulate)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
					c_result_addr, *result_count, RD_TYPE(*result_datatype),
					*target_rank, *target_disp, *target_count,
					RD_TYPE(*target_datatype), RD_OP(*op), RD_WIN(*win),
					&c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(rget_accumulate_c_f08ts)(const CFI_cdesc_t *origin_addr, const MPI_Count *origin_count,
				   const int *origin_datatype, const CFI_cdesc_t *result_addr,
				   const MPI_Count *result_count, const int *result_datatype,
				   const int *target_rank, const MPI_Aint *target_disp,
				   const MPI_Count *target_count, const int *target_datatype,
				   const int *op, const int *win, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_origin_addr = rd_f_pend(&pending, origin_addr, RD_READ);
	void *c_result_addr = rd_f_pend(&pending, result_addr, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rget_accumulate_c)(c_origin_addr, *origin_count, RD_TYPE(*origin_datatype),
					  c_result_addr, *result_count, RD_TYPE(*result_datatype),
					  *target_rank, *target_disp, *target_count,
					  RD_TYPE(*target_datatype), RD_OP(*op), RD_WIN(*win),
					  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(fetch_and_op_f08ts)(const CFI_cdesc_t *origin_addr, const CFI_cdesc_t *result_addr,
			      const int *datatype, const int *target_rank,
			      const MPI_Aint *target_disp, const int *op, const int *win,
			      int *ierror)
{
	int err = RD_C(Fetch_and_op)(rd_f_buffer(origin_addr->base_addr),
				     rd_f_buffer(result_addr->base_addr), RD_TYPE(*datatype),
				     *target_rank, *target_disp, RD_OP(*op), RD_WIN(*win));

	RD_RETURN(err);
}

void RD_F(compare_and_swap_f08ts)(const CFI_cdesc_t *origin_addr, const CFI_cdesc_t *compare_addr,
				  const CFI_cdesc_t *result_addr, const int *datatype,
				  const int *target_rank, const MPI_Aint *target_disp,
				  const int *win, int *ierror)
{
	int err = RD_C(Compare_and_swap)(rd_f_buffer(origin_addr->base_addr),
					 rd_f_buffer(compare_addr->base_addr),
					 rd_f_buffer(result_addr->base_addr), RD_TYPE(*datatype),
					 *target_rank, *target_disp, RD_WIN(*win));

	RD_RETURN(err);
}

void RD_F(neighbor_allgather_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
				    const int *sendtype, const CFI_cdesc_t *recvbuf,
				    const int *recvcount, const int *recvtype, const int *comm,
				    int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Neighbor_allgather)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					   *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(neighbor_allgather_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				      const int *sendtype, const CFI_cdesc_t *recvbuf,
				      const MPI_Count *recvcount, const int *recvtype,
				      const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Neighbor_allgather_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					     *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(neighbor_allgatherv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
				     const int *sendtype, const CFI_cdesc_t *recvbuf,
				     const int *recvcounts, const int *displs, const int *recvtype,
				     const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Neighbor_allgatherv)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					    recvcounts, displs, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(neighbor_allgatherv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				       const int *sendtype, const CFI_cdesc_t *recvbuf,
				       const MPI_Count *recvcounts, const MPI_Aint *displs,
				       const int *recvtype, const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Neighbor_allgatherv_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					      recvcounts, displs, RD_TYPE(*recvtype),
					      RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoall_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
				   const int *sendtype, const CFI_cdesc_t *recvbuf,
				   const int *recvcount, const int *recvtype, const int *comm,
				   int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Neighbor_alltoall)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					  *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoall_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				     const int *sendtype, const CFI_cdesc_t *recvbuf,
				     const MPI_Count *recvcount, const int *recvtype,
				     const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Neighbor_alltoall_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					    *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts,
				    const int *sdispls, const int *sendtype,
				    const CFI_cdesc_t *recvbuf, const int *recvcounts,
				    const int *rdispls, const int *recvtype, const int *comm,
				    int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Neighbor_alltoallv)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype),
					   c_recvbuf, recvcounts, rdispls, RD_TYPE(*recvtype),
					   RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
				      const MPI_Aint *sdispls, const int *sendtype,
				      const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
				      const MPI_Aint *rdispls, const int *recvtype, const int *comm,
				      int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int err = RD_C(Neighbor_alltoallv_c)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype),
					     c_recvbuf, recvcounts, rdispls, RD_TYPE(*recvtype),
					     RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_section_close(&s_recvbuf);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallw_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts,
				    const MPI_Aint *sdispls, const int *sendtypes,
				    const CFI_cdesc_t *recvbuf, const int *recvcounts,
				    const MPI_Aint *rdispls, const int *recvtypes, const int *comm,
				    int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	int err = RD_C(Neighbor_alltoallw)(c_sendbuf, sendcounts, sdispls, c_sendtypes, c_recvbuf,
					   recvcounts, rdispls, c_recvtypes, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_close(&h_sendtypes);
	rd_f_section_close(&s_recvbuf);
	rd_f_close(&h_recvtypes);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallw_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
				      const MPI_Aint *sdispls, const int *sendtypes,
				      const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
				      const MPI_Aint *rdispls, const int *recvtypes,
				      const int *comm, int *ierror)
{
	struct rd_section s_sendbuf;
	void *c_sendbuf = rd_f_section(&s_sendbuf, sendbuf, RD_READ);
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	struct rd_section s_recvbuf;
	void *c_recvbuf = rd_f_section(&s_recvbuf, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	int err = RD_C(Neighbor_alltoallw_c)(c_sendbuf, sendcounts, sdispls, c_sendtypes, c_recvbuf,
					     recvcounts, rdispls, c_recvtypes, RD_COMM(*comm));

	rd_f_section_close(&s_sendbuf);
	rd_f_close(&h_sendtypes);
	rd_f_section_close(&s_recvbuf);
	rd_f_close(&h_recvtypes);
	RD_RETURN(err);
}

void RD_F(ineighbor_allgather_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
				     const int *sendtype, const CFI_cdesc_t *recvbuf,
				     const int *recvcount, const int *recvtype, const int *comm,
				     int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_allgather)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					    *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
					    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ineighbor_allgather_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				       const int *sendtype, const CFI_cdesc_t *recvbuf,
				       const MPI_Count *recvcount, const int *recvtype,
				       const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_allgather_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					      *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
					      &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ineighbor_allgatherv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
				      const int *sendtype, const CFI_cdesc_t *recvbuf,
				      const int *recvcounts, const int *displs, const int *recvtype,
				      const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_allgatherv)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					     recvcounts, displs, RD_TYPE(*recvtype), RD_COMM(*comm),
					     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ineighbor_allgatherv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
					const int *sendtype, const CFI_cdesc_t *recvbuf,
					const MPI_Count *recvcounts, const MPI_Aint *displs,
					const int *recvtype, const int *comm, int *request,
					int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_allgatherv_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					       recvcounts, displs, RD_TYPE(*recvtype),
					       RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ineighbor_alltoall_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
				    const int *sendtype, const CFI_cdesc_t *recvbuf,
				    const int *recvcount, const int *recvtype, const int *comm,
				    int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoall)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					   *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
					   &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ineighbor_alltoall_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
				      const int *sendtype, const CFI_cdesc_t *recvbuf,
				      const MPI_Count *recvcount, const int *recvtype,
				      const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoall_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					     *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
					     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ineighbor_alltoallv_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts,
				     const int *sdispls, const int *sendtype,
				     const CFI_cdesc_t *recvbuf, const int *recvcounts,
				     const int *rdispls, const int *recvtype, const int *comm,
				     int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoallv)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype),
					    c_recvbuf, recvcounts, rdispls, RD_TYPE(*recvtype),
					    RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ineighbor_alltoallv_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
				       const MPI_Aint *sdispls, const int *sendtype,
				       const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
				       const MPI_Aint *rdispls, const int *recvtype,
				       const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoallv_c)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype),
					      c_recvbuf, recvcounts, rdispls, RD_TYPE(*recvtype),
					      RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ineighbor_alltoallw_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts,
				     const MPI_Aint *sdispls, const int *sendtypes,
				     const CFI_cdesc_t *recvbuf, const int *recvcounts,
				     const MPI_Aint *rdispls, const int *recvtypes, const int *comm,
				     int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoallw)(c_sendbuf, sendcounts, sdispls, c_sendtypes, c_recvbuf,
					    recvcounts, rdispls, c_recvtypes, RD_COMM(*comm),
					    &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(ineighbor_alltoallw_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
				       const MPI_Aint *sdispls, const int *sendtypes,
				       const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
				       const MPI_Aint *rdispls, const int *recvtypes,
				       const int *comm, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoallw_c)(c_sendbuf, sendcounts, sdispls, c_sendtypes,
					      c_recvbuf, recvcounts, rdispls, c_recvtypes,
					      RD_COMM(*comm), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_REQUEST, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_allgather_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
					 const int *sendtype, const CFI_cdesc_t *recvbuf,
					 const int *recvcount, const int *recvtype, const int *comm,
					 const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_allgather_init)(c_sendbuf, *sendcount, RD_TYPE(*sendtype),
						c_recvbuf, *recvcount, RD_TYPE(*recvtype),
						RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_allgather_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
					   const int *sendtype, const CFI_cdesc_t *recvbuf,
					   const MPI_Count *recvcount, const int *recvtype,
					   const int *comm, const int *info, int *request,
					   int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_allgather_init_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype),
						  c_recvbuf, *recvcount, RD_TYPE(*recvtype),
						  RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_allgatherv_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
					  const int *sendtype, const CFI_cdesc_t *recvbuf,
					  const int *recvcounts, const int *displs,
					  const int *recvtype, const int *comm, const int *info,
					  int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_allgatherv_init)(c_sendbuf, *sendcount, RD_TYPE(*sendtype),
						 c_recvbuf, recvcounts, displs, RD_TYPE(*recvtype),
						 RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_allgatherv_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
					    const int *sendtype, const CFI_cdesc_t *recvbuf,
					    const MPI_Count *recvcounts, const MPI_Aint *displs,
					    const int *recvtype, const int *comm, const int *info,
					    int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_allgatherv_init_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype),
						   c_recvbuf, recvcounts, displs,
						   RD_TYPE(*recvtype), RD_COMM(*comm),
						   RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoall_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcount,
					const int *sendtype, const CFI_cdesc_t *recvbuf,
					const int *recvcount, const int *recvtype, const int *comm,
					const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoall_init)(c_sendbuf, *sendcount, RD_TYPE(*sendtype), c_recvbuf,
					       *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
					       RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoall_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcount,
					  const int *sendtype, const CFI_cdesc_t *recvbuf,
					  const MPI_Count *recvcount, const int *recvtype,
					  const int *comm, const int *info, int *request,
					  int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoall_init_c)(c_sendbuf, *sendcount, RD_TYPE(*sendtype),
						 c_recvbuf, *recvcount, RD_TYPE(*recvtype),
						 RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallv_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts,
					 const int *sdispls, const int *sendtype,
					 const CFI_cdesc_t *recvbuf, const int *recvcounts,
					 const int *rdispls, const int *recvtype, const int *comm,
					 const int *info, int *request, int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoallv_init)(c_sendbuf, sendcounts, sdispls, RD_TYPE(*sendtype),
						c_recvbuf, recvcounts, rdispls, RD_TYPE(*recvtype),
						RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallv_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
					   const MPI_Aint *sdispls, const int *sendtype,
					   const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
					   const MPI_Aint *rdispls, const int *recvtype,
					   const int *comm, const int *info, int *request,
					   int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoallv_init_c)(c_sendbuf, sendcounts, sdispls,
						  RD_TYPE(*sendtype), c_recvbuf, recvcounts,
						  rdispls, RD_TYPE(*recvtype), RD_COMM(*comm),
						  RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallw_init_f08ts)(const CFI_cdesc_t *sendbuf, const int *sendcounts,
					 const MPI_Aint *sdispls, const int *sendtypes,
					 const CFI_cdesc_t *recvbuf, const int *recvcounts,
					 const MPI_Aint *rdispls, const int *recvtypes,
					 const int *comm, const int *info, int *request,
					 int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoallw_init)(c_sendbuf, sendcounts, sdispls, c_sendtypes,
						c_recvbuf, recvcounts, rdispls, c_recvtypes,
						RD_COMM(*comm), RD_INFO(*info), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallw_init_c_f08ts)(const CFI_cdesc_t *sendbuf, const MPI_Count *sendcounts,
					   const MPI_Aint *sdispls, const int *sendtypes,
					   const CFI_cdesc_t *recvbuf, const MPI_Count *recvcounts,
					   const MPI_Aint *rdispls, const int *recvtypes,
					   const int *comm, const int *info, int *request,
					   int *ierror)
{
	struct rd_pending *pending = NULL;
	void *c_sendbuf = rd_f_pend(&pending, sendbuf, RD_READ);
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	void *c_recvbuf = rd_f_pend(&pending, recvbuf, RD_WRITTEN);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoallw_init_c)(c_sendbuf, sendcounts, sdispls, c_sendtypes,
						  c_recvbuf, recvcounts, rdispls, c_recvtypes,
						  RD_COMM(*comm), RD_INFO(*info), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	if (pending)
		rd_f_pend_add(pending, RD_PEND_PERSISTENT, *request, 0, err);
	RD_RETURN(err);
}

void RD_F(get_address_f08ts)(const CFI_cdesc_t *location, MPI_Aint *address, int *ierror)
{
	int err = RD_C(Get_address)(rd_f_buffer(location->base_addr), address);

	RD_RETURN(err);
}

void RD_F(pack_f08ts)(const CFI_cdesc_t *inbuf, const int *incount, const int *datatype,
		      const CFI_cdesc_t *outbuf, const int *outsize, int *position, const int *comm,
		      int *ierror)
{
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_outbuf;
	void *c_outbuf = rd_f_section(&s_outbuf, outbuf, RD_WRITTEN);
	int err = RD_C(Pack)(c_inbuf, *incount, RD_TYPE(*datatype), c_outbuf, *outsize, position,
			     RD_COMM(*comm));

	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_outbuf);
	RD_RETURN(err);
}

void RD_F(pack_c_f08ts)(const CFI_cdesc_t *inbuf, const MPI_Count *incount, const int *datatype,
			const CFI_cdesc_t *outbuf, const MPI_Count *outsize, MPI_Count *position,
			const int *comm, int *ierror)
{
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_outbuf;
	void *c_outbuf = rd_f_section(&s_outbuf, outbuf, RD_WRITTEN);
	int err = RD_C(Pack_c)(c_inbuf, *incount, RD_TYPE(*datatype), c_outbuf, *outsize, position,
			       RD_COMM(*comm));

	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_outbuf);
	RD_RETURN(err);
}

void RD_F(unpack_f08ts)(const CFI_cdesc_t *inbuf, const int *insize, int *position,
			const CFI_cdesc_t *outbuf, const int *outcount, const int *datatype,
			const int *comm, int *ierror)
{
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_outbuf;
	void *c_outbuf = rd_f_section(&s_outbuf, outbuf,
				      RD_HOW(outbuf, *outcount, RD_TYPE(*datatype)));
	int err = RD_C(Unpack)(c_inbuf, *insize, position, c_outbuf, *outcount, RD_TYPE(*datatype),
			       RD_COMM(*comm));

	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_outbuf);
	RD_RETURN(err);
}

void RD_F(unpack_c_f08ts)(const CFI_cdesc_t *inbuf, const MPI_Count *insize, MPI_Count *position,
			  const CFI_cdesc_t *outbuf, const MPI_Count *outcount, const int *datatype,
			  const int *comm, int *ierror)
{
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_outbuf;
	void *c_outbuf = rd_f_section(&s_outbuf, outbuf,
				      RD_HOW(outbuf, *outcount, RD_TYPE(*datatype)));
	int err = RD_C(Unpack_c)(c_inbuf, *insize, position, c_outbuf, *outcount,
				 RD_TYPE(*datatype), RD_COMM(*comm));

	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_outbuf);
	RD_RETURN(err);
}

void RD_F(pack_external_f08ts)(const CFI_cdesc_t *datarep, const CFI_cdesc_t *inbuf,
			       const int *incount, const int *datatype, const CFI_cdesc_t *outbuf,
			       const MPI_Aint *outsize, MPI_Aint *position, int *ierror)
{
	char *c_datarep = rd_f_text(datarep->base_addr, datarep->elem_len);
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_outbuf;
	void *c_outbuf = rd_f_section(&s_outbuf, outbuf, RD_WRITTEN);
	int err = RD_C(Pack_external)(c_datarep, c_inbuf, *incount, RD_TYPE(*datatype), c_outbuf,
				      *outsize, position);

	free(c_datarep);
	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_outbuf);
	RD_RETURN(err);
}

void RD_F(pack_external_c_f08ts)(const CFI_cdesc_t *datarep, const CFI_cdesc_t *inbuf,
				 const MPI_Count *incount, const int *datatype,
				 const CFI_cdesc_t *outbuf, const MPI_Count *outsize,
				 MPI_Count *position, int *ierror)
{
	char *c_datarep = rd_f_text(datarep->base_addr, datarep->elem_len);
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_outbuf;
	void *c_outbuf = rd_f_section(&s_outbuf, outbuf, RD_WRITTEN);
	int err = RD_C(Pack_external_c)(c_datarep, c_inbuf, *incount, RD_TYPE(*datatype), c_outbuf,
					*outsize, position);

	free(c_datarep);
	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_outbuf);
	RD_RETURN(err);
}

void RD_F(unpack_external_f08ts)(const CFI_cdesc_t *datarep, const CFI_cdesc_t *inbuf,
				 const MPI_Aint *insize, MPI_Aint *position,
				 const CFI_cdesc_t *outbuf, const int *outcount,
				 const int *datatype, int *ierror)
{
	char *c_datarep = rd_f_text(datarep->base_addr, datarep->elem_len);
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_outbuf;
	void *c_outbuf = rd_f_section(&s_outbuf, outbuf,
				      RD_HOW(outbuf, *outcount, RD_TYPE(*datatype)));
	int err = RD_C(Unpack_external)(c_datarep, c_inbuf, *insize, position, c_outbuf, *outcount,
					RD_TYPE(*datatype));

	free(c_datarep);
	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_outbuf);
	RD_RETURN(err);
}

void RD_F(unpack_external_c_f08ts)(const CFI_cdesc_t *datarep, const CFI_cdesc_t *inbuf,
				   const MPI_Count *insize, MPI_Count *position,
				   const CFI_cdesc_t *outbuf, const MPI_Count *outcount,
				   const int *datatype, int *ierror)
{
	char *c_datarep = rd_f_text(datarep->base_addr, datarep->elem_len);
	struct rd_section s_inbuf;
	void *c_inbuf = rd_f_section(&s_inbuf, inbuf, RD_READ);
	struct rd_section s_outbuf;
	void *c_outbuf = rd_f_section(&s_outbuf, outbuf,
				      RD_HOW(outbuf, *outcount, RD_TYPE(*datatype)));
	int err = RD_C(Unpack_external_c)(c_datarep, c_inbuf, *insize, position, c_outbuf,
					  *outcount, RD_TYPE(*datatype));

	free(c_datarep);
	rd_f_section_close(&s_inbuf);
	rd_f_section_close(&s_outbuf);
	RD_RETURN(err);
}

