/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The procedures that the table does not describe: callbacks, attributes, texts whose length is an
 * argument, names that MPI-3.0 removed. Their parameters are in fortran/gen.pl. Included as
 * generated/calls.h is.
 */

/* ---- Start and end ---- */

void RD_F(init)(int *ierror)
{
	rd_f_start();
	RD_RETURN(RD_C(Init)(NULL, NULL));
}
RD_F08(void, init)

void RD_F(init_thread)(const int *required, int *provided, int *ierror)
{
	rd_f_start();
	RD_RETURN(RD_C(Init_thread)(NULL, NULL, *required, provided));
}
RD_F08(void, init_thread)

void RD_F(pcontrol)(const int *level)
{
	RD_C(Pcontrol)(*level);
}
RD_F08(void, pcontrol)

/* ---- The compiler's properties: those that libmpifort_abi sets itself come first ---- */

/* The values are LOGICALs of any kind: mpif.h does not check the arguments. */
void RD_F(abi_get_fortran_booleans)(const int *size, void *yes, void *no, int *is_set, int *ierror)
{
	rd_f_start();
	RD_RETURN(RD_C(Abi_get_fortran_booleans)(*size, yes, no, is_set));
}
RD_F08(void, abi_get_fortran_booleans)

void RD_F(abi_set_fortran_booleans)(const int *size, void *yes, void *no, int *ierror)
{
	rd_f_start();
	RD_RETURN(RD_C(Abi_set_fortran_booleans)(*size, yes, no));
}
RD_F08(void, abi_set_fortran_booleans)

/* ---- Info objects, process sets ---- */

void RD_F(info_create_env)(int *info, int *ierror)
{
	MPI_Info c_info = MPI_INFO_NULL;
	int err = RD_C(Info_create_env)(0, NULL, &c_info);

	if (!err)
		*info = RD_TOINT(Info, c_info);
	RD_RETURN(err);
}
RD_F08(void, info_create_env)

/* At most valuelen characters, and no more than `value` has room for. */
void RD_F(info_get)(const int *info, const char *key, const int *valuelen, char *value, int *flag,
		    int *ierror, size_t key_len, size_t value_len)
{
	char *c_key = rd_f_word(key, key_len);
	char c_value[MPI_MAX_INFO_VAL + 1];
	int len = *valuelen < MPI_MAX_INFO_VAL ? *valuelen : MPI_MAX_INFO_VAL;
	int err = RD_C(Info_get)(RD_INFO(*info), c_key, len, c_value, flag);

	if (!err && *flag)
		rd_f_text_back(c_value, value, value_len);
	free(c_key);
	RD_RETURN(err);
}
RD_F08(void, info_get)

/* buflen counts a null in C, none in Fortran. */
void RD_F(info_get_string)(const int *info, const char *key, int *buflen, char *value, int *flag,
			   int *ierror, size_t key_len, size_t value_len)
{
	char *c_key = rd_f_word(key, key_len);
	int asked = *buflen;
	int len = asked > 0 ? (asked < MPI_MAX_INFO_VAL ? asked : MPI_MAX_INFO_VAL) + 1 : asked;
	char c_value[MPI_MAX_INFO_VAL + 2];
	int err = RD_C(Info_get_string)(RD_INFO(*info), c_key, &len, c_value, flag);

	if (!err && *flag) {
		*buflen = len > 0 ? len - 1 : len;
		if (asked > 0)
			rd_f_text_back(c_value, value, value_len);
	}
	free(c_key);
	RD_RETURN(err);
}
RD_F08(void, info_get_string)

void RD_F(session_get_nth_pset)(const int *session, const int *info, const int *n, int *pset_len,
				char *pset_name, int *ierror, size_t pset_name_len)
{
	int asked = *pset_len < MPI_MAX_PSET_NAME_LEN ? *pset_len : MPI_MAX_PSET_NAME_LEN;
	int len = asked > 0 ? asked + 1 : asked;
	char *name = rd_f_alloc(asked > 0 ? (size_t)len : 1);
	int err = RD_C(Session_get_nth_pset)(RD_SESSION(*session), RD_INFO(*info), *n, &len, name);

	if (!err) {
		*pset_len = len > 0 ? len - 1 : len;
		if (asked > 0)
			rd_f_text_back(name, pset_name, pset_name_len);
	}
	free(name);
	RD_RETURN(err);
}
RD_F08(void, session_get_nth_pset)

/* ---- Attributes ---- */

#define RD_KEYVAL(Kind, kind) \
	void RD_F(kind##_create_keyval)(rd_f_procedure * copy, rd_f_procedure * delete_fn, \
					int *keyval, const MPI_Aint *extra_state, int *ierror) \
	{ \
		RD_RETURN(RD_C(Kind##_create_keyval)( \
			rd_f_##kind##_copy, rd_f_##kind##_delete, keyval, \
			rd_f_keyval(copy, delete_fn, *extra_state, 0))); \
	} \
	RD_F08(void, kind##_create_keyval)

RD_KEYVAL(Comm, comm)
RD_KEYVAL(Type, type)
RD_KEYVAL(Win, win)

void RD_F(keyval_create)(rd_f_procedure *copy, rd_f_procedure *delete_fn, int *keyval,
			 const int *extra_state, int *ierror)
{
	RD_RETURN(RD_C(Keyval_create)(rd_f_comm_copy, rd_f_comm_delete, keyval,
				      rd_f_keyval(copy, delete_fn, *extra_state, 1)));
}

/* A box that is not taken stays: C has told an error, and no value refers to it. */
#define RD_SET_ATTR(Kind, kind, FROM) \
	void RD_F(kind##_set_attr)(const int *handle, const int *keyval, const MPI_Aint *value, \
				   int *ierror) \
	{ \
		RD_RETURN(RD_C(Kind##_set_attr)(FROM(*handle), *keyval, rd_f_attr_put(*value))); \
	} \
	RD_F08(void, kind##_set_attr)

RD_SET_ATTR(Comm, comm, RD_COMM)
RD_SET_ATTR(Type, type, RD_TYPE)
RD_SET_ATTR(Win, win, RD_WIN)

void RD_F(attr_put)(const int *comm, const int *keyval, const int *value, int *ierror)
{
	RD_RETURN(RD_C(Attr_put)(RD_COMM(*comm), *keyval, rd_f_attr_put(*value)));
}

#define RD_GET_ATTR(Kind, kind, FROM) \
	void RD_F(kind##_get_attr)(const int *handle, const int *keyval, MPI_Aint *value, \
				   int *flag, int *ierror) \
	{ \
		void *stored; \
		int err = RD_C(Kind##_get_attr)(FROM(*handle), *keyval, &stored, flag); \
\
		if (!err && *flag) \
			*value = rd_f_attr_get(*keyval, stored); \
		RD_RETURN(err); \
	} \
	RD_F08(void, kind##_get_attr)

RD_GET_ATTR(Comm, comm, RD_COMM)
RD_GET_ATTR(Type, type, RD_TYPE)
RD_GET_ATTR(Win, win, RD_WIN)

void RD_F(attr_get)(const int *comm, const int *keyval, int *value, int *flag, int *ierror)
{
	void *stored;
	int err = RD_C(Attr_get)(RD_COMM(*comm), *keyval, &stored, flag);

	if (!err && *flag)
		*value = (int)rd_f_attr_get(*keyval, stored);
	RD_RETURN(err);
}

/* ---- Operators, error handlers, generalized requests ---- */

#define RD_OP_CREATE(C_NAME, f_name, make, C_TYPE) \
	void RD_F(f_name)(rd_f_procedure * fn, const int *commute, int *op, int *ierror) \
	{ \
		MPI_Op c_op = MPI_OP_NULL; \
		C_TYPE *c_fn = make(fn); \
		int err = c_fn ? RD_C(C_NAME)(c_fn, *commute, &c_op) \
			       : rd_f_no_place("MPI_" #C_NAME); \
\
		if (!err) { \
			rd_f_op_made(c_op, fn); \
			*op = RD_TOINT(Op, c_op); \
		} \
		RD_RETURN(err); \
	} \
	RD_F08(void, f_name)

RD_OP_CREATE(Op_create, op_create, rd_f_op, MPI_User_function)
RD_OP_CREATE(Op_create_c, op_create_c, rd_f_op_c, MPI_User_function_c)

#define RD_ERRHANDLER_CREATE(Kind, kind, f_name) \
	void RD_F(f_name)(rd_f_procedure * fn, int *errhandler, int *ierror) \
	{ \
		MPI_Errhandler handler = MPI_ERRHANDLER_NULL; \
		MPI_##Kind##_errhandler_function *c_fn = rd_f_##kind##_errhandler(fn); \
		int err = c_fn ? RD_C(Kind##_create_errhandler)(c_fn, &handler) \
			       : rd_f_no_place("MPI_" #Kind "_create_errhandler"); \
\
		if (!err) { \
			rd_f_##kind##_errhandler_made(handler, fn); \
			*errhandler = RD_TOINT(Errhandler, handler); \
		} \
		RD_RETURN(err); \
	}

RD_ERRHANDLER_CREATE(Comm, comm, comm_create_errhandler)
RD_F08(void, comm_create_errhandler)
RD_ERRHANDLER_CREATE(Win, win, win_create_errhandler)
RD_F08(void, win_create_errhandler)
RD_ERRHANDLER_CREATE(Session, session, session_create_errhandler)
RD_F08(void, session_create_errhandler)
RD_ERRHANDLER_CREATE(Comm, comm, errhandler_create)
#ifdef RD_F_FILES
RD_ERRHANDLER_CREATE(File, file, file_create_errhandler)
RD_F08(void, file_create_errhandler)
#endif

void RD_F(grequest_start)(rd_f_procedure *query, rd_f_procedure *free_fn, rd_f_procedure *cancel,
			  const MPI_Aint *extra_state, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Grequest_start)(rd_f_greq_query, rd_f_greq_free, rd_f_greq_cancel,
				       rd_f_greq(query, free_fn, cancel, *extra_state), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, grequest_start)

#ifdef RD_F_DATAREP
#define RD_REGISTER(C_NAME, f_name, suffix) \
	void RD_F(f_name)(const char *name, rd_f_procedure *read, rd_f_procedure *write, \
			  rd_f_procedure *extent, const MPI_Aint *extra_state, int *ierror, \
			  size_t name_len) \
	{ \
		char *c_name = rd_f_text(name, name_len); \
\
		RD_RETURN(RD_C(C_NAME)( \
			c_name, rd_f_is_no_conversion(read) ? NULL : rd_f_datarep_read##suffix, \
			rd_f_is_no_conversion(write) ? NULL : rd_f_datarep_write##suffix, \
			rd_f_datarep_extent, rd_f_datarep(read, write, extent, *extra_state))); \
		free(c_name); \
	} \
	RD_F08(void, f_name)
RD_REGISTER(Register_datarep, register_datarep, )
RD_REGISTER(Register_datarep_c, register_datarep_c, _c)
#undef RD_REGISTER
#endif

/* ---- Names that MPI-3.0 removed: addresses are INTEGER ---- */

void RD_F(address)(const void *location, int *address, int *ierror)
{
	MPI_Aint wide = 0;
	int err = RD_C(Get_address)(rd_f_buffer(location), &wide);

	*address = (int)wide;
	RD_RETURN(err);
}

void RD_F(errhandler_get)(const int *comm, int *errhandler, int *ierror)
{
	MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
	int err = RD_C(Comm_get_errhandler)(RD_COMM(*comm), &handler);

	if (!err)
		*errhandler = RD_TOINT(Errhandler, handler);
	RD_RETURN(err);
}

void RD_F(errhandler_set)(const int *comm, const int *errhandler, int *ierror)
{
	RD_RETURN(RD_C(Comm_set_errhandler)(RD_COMM(*comm), RD_ERRHANDLER(*errhandler)));
}

void RD_F(type_extent)(const int *type, int *extent, int *ierror)
{
	MPI_Aint lb, wide = 0;
	int err = RD_C(Type_get_extent)(RD_TYPE(*type), &lb, &wide);

	*extent = (int)wide;
	RD_RETURN(err);
}

void RD_F(type_lb)(const int *type, int *displacement, int *ierror)
{
	MPI_Aint lb = 0, extent;
	int err = RD_C(Type_get_extent)(RD_TYPE(*type), &lb, &extent);

	*displacement = (int)lb;
	RD_RETURN(err);
}

void RD_F(type_ub)(const int *type, int *displacement, int *ierror)
{
	MPI_Aint lb = 0, extent = 0;
	int err = RD_C(Type_get_extent)(RD_TYPE(*type), &lb, &extent);

	*displacement = (int)(lb + extent);
	RD_RETURN(err);
}

void RD_F(type_hvector)(const int *count, const int *blocklength, const int *stride,
			const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype type = MPI_DATATYPE_NULL;
	int err =
		RD_C(Type_create_hvector)(*count, *blocklength, *stride, RD_TYPE(*oldtype), &type);

	if (!err)
		*newtype = RD_TOINT(Type, type);
	RD_RETURN(err);
}

void RD_F(type_hindexed)(const int *count, const int *blocklengths, const int *displacements,
			 const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype type = MPI_DATATYPE_NULL;
	MPI_Aint *wide = rd_f_widened(*count, displacements);
	int err = RD_C(Type_create_hindexed)(*count, blocklengths, wide, RD_TYPE(*oldtype), &type);

	if (!err)
		*newtype = RD_TOINT(Type, type);
	free(wide);
	RD_RETURN(err);
}

void RD_F(type_struct)(const int *count, const int *blocklengths, const int *displacements,
		       const int *types, int *newtype, int *ierror)
{
	MPI_Datatype type = MPI_DATATYPE_NULL;
	MPI_Aint *wide = rd_f_widened(*count, displacements);
	struct rd_handles h;
	MPI_Datatype *c_types = rd_f_types(&h, *count, types);
	int err = RD_C(Type_create_struct)(*count, blocklengths, wide, c_types, &type);

	if (!err)
		*newtype = RD_TOINT(Type, type);
	rd_f_close(&h);
	free(wide);
	RD_RETURN(err);
}

/* ---- Only in Fortran ---- */

/* The compiler takes it that buf is read and written here. */
void RD_F(f_sync_reg)(void *buf)
{
	(void)buf;
}
RD_F08(void, f_sync_reg)

void RD_F(f_sync_reg_f08ts)(const CFI_cdesc_t *buf)
{
	(void)buf;
}

/* How many bytes an element has. */

void RD_F(sizeof_ts)(const CFI_cdesc_t *x, int *size, int *ierror)
{
	*size = (int)x->elem_len;
	RD_RETURN(MPI_SUCCESS);
}

#undef RD_KEYVAL
#undef RD_SET_ATTR
#undef RD_GET_ATTR
#undef RD_OP_CREATE
#undef RD_ERRHANDLER_CREATE
