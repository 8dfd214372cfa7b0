/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api-inter.tbl by mpi/gen.pl: do not edit */
/*
 * Sessions (MPI-5.0 11.3).
 */
#include "mpi/api.h"

int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
	struct rd_hints *info_p = rd_hints_get(info);
	struct rd_errhandler *errhandler_p = rd_errhandler_get(errhandler);
	struct rd_session *session_p = NULL;
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Session_init(info, errhandler, session));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(NULL, "MPI_Session_init", "info", info);
		if (rd_unlikely(!rd_mpi_eh_ok(errhandler_p, RD_ERRS_SESSION)))
			return rd_mpi_bad_errhandler(NULL, "MPI_Session_init", "errhandler",
						     errhandler);
		if (rd_unlikely(!session))
			return rd_mpi_bad_pointer(NULL, "MPI_Session_init", "session");
	}
	err = rd_mpi_session_init(info_p, errhandler_p, &session_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Session_init", NULL);
	*session = (MPI_Session)session_p;
	rd_mpi_count(RD_MADE_SESSION, *session, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_init);

int PMPI_Session_finalize(MPI_Session *session)
{
	struct rd_session *session_p = session ? rd_session_get(*session) : NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Session_finalize");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Session_finalize(session));
		if (rd_unlikely(!session))
			return rd_mpi_bad_pointer(NULL, "MPI_Session_finalize", "session");
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_finalize", "session", *session);
	}
	err = rd_mpi_session_finalize(session_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&session_p->errs, err, "MPI_Session_finalize", NULL);
	rd_mpi_count(RD_MADE_SESSION, *session, -1);
	*session = MPI_SESSION_NULL;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_finalize);

int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names)
{
	struct rd_session *session_p = rd_session_get(session);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Session_get_num_psets");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Session_get_num_psets(session, info, npset_names));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_get_num_psets", "session", session);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&session_p->errs, "MPI_Session_get_num_psets",
					       "info", info);
		if (rd_unlikely(!npset_names))
			return rd_mpi_bad_pointer(&session_p->errs, "MPI_Session_get_num_psets",
						  "npset_names");
	}
	*npset_names = rd_session_psets();
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_get_num_psets);

int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len,
			      char *pset_name)
{
	struct rd_session *session_p = rd_session_get(session);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Session_get_nth_pset");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Session_get_nth_pset(session, info, n, pset_len,
								      pset_name));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_get_nth_pset", "session", session);
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(&session_p->errs, "MPI_Session_get_nth_pset", "info",
					       info);
		if (rd_unlikely(!pset_len))
			return rd_mpi_bad_pointer(&session_p->errs, "MPI_Session_get_nth_pset",
						  "pset_len");
		if (rd_unlikely(!rd_session_pset_name(n)))
			return rd_mpi_raise(&session_p->errs, MPI_ERR_ARG,
					    "MPI_Session_get_nth_pset",
					    "n=%d is not the number of a process set: there are "
					    "%d, 0 is the first",
					    n, rd_session_psets());
		if (rd_unlikely(!(pset_name || *pset_len <= 0)))
			return rd_mpi_raise(&session_p->errs, MPI_ERR_ARG,
					    "MPI_Session_get_nth_pset",
					    "pset_name is NULL, but pset_len=%d", *pset_len);
	}
	rd_mpi_pset_name(n, pset_len, pset_name);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_get_nth_pset);

int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used)
{
	struct rd_session *session_p = rd_session_get(session);
	struct rd_hints *info_used_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Session_get_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Session_get_info(session, info_used));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_get_info", "session", session);
		if (rd_unlikely(!info_used))
			return rd_mpi_bad_pointer(&session_p->errs, "MPI_Session_get_info",
						  "info_used");
	}
	err = rd_mpi_session_info(session_p, &info_used_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&session_p->errs, err, "MPI_Session_get_info", NULL);
	*info_used = rd_hints_handle(info_used_p);
	rd_mpi_count(RD_MADE_INFO, *info_used, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_get_info);

int PMPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info)
{
	struct rd_session *session_p = rd_session_get(session);
	struct rd_hints *info_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Session_get_pset_info");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Session_get_pset_info(session, pset_name, info));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_get_pset_info", "session", session);
		if (rd_unlikely(!pset_name))
			return rd_mpi_bad_pointer(&session_p->errs, "MPI_Session_get_pset_info",
						  "pset_name");
		if (rd_unlikely(!info))
			return rd_mpi_bad_pointer(&session_p->errs, "MPI_Session_get_pset_info",
						  "info");
		if (rd_unlikely(rd_session_pset_size(pset_name) <= 0))
			return rd_mpi_raise(&session_p->errs, MPI_ERR_ARG,
					    "MPI_Session_get_pset_info",
					    "there is no process set \"%s\"", pset_name);
	}
	err = rd_mpi_pset_info(pset_name, &info_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&session_p->errs, err, "MPI_Session_get_pset_info", NULL);
	*info = rd_hints_handle(info_p);
	rd_mpi_count(RD_MADE_INFO, *info, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_get_pset_info);

int PMPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup)
{
	struct rd_session *session_p = rd_session_get(session);
	struct rd_group *newgroup_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Group_from_session_pset");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Group_from_session_pset(session, pset_name,
									 newgroup));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Group_from_session_pset", "session",
						  session);
		if (rd_unlikely(!pset_name))
			return rd_mpi_bad_pointer(&session_p->errs, "MPI_Group_from_session_pset",
						  "pset_name");
		if (rd_unlikely(!newgroup))
			return rd_mpi_bad_pointer(&session_p->errs, "MPI_Group_from_session_pset",
						  "newgroup");
	}
	err = rd_session_group(session_p, pset_name, &newgroup_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&session_p->errs, err, "MPI_Group_from_session_pset", NULL);
	*newgroup = rd_group_handle(newgroup_p);
	rd_mpi_count(RD_MADE_GROUP, *newgroup, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Group_from_session_pset);

int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn,
				   MPI_Errhandler *errhandler)
{
	struct rd_errhandler *errhandler_p = NULL;
	int err;

	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Session_create_errhandler(session_errhandler_fn,
								   errhandler));
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!errhandler))
			return rd_mpi_bad_pointer(NULL, "MPI_Session_create_errhandler",
						  "errhandler");
		if (rd_unlikely(!session_errhandler_fn))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Session_create_errhandler",
					    "session_errhandler_fn is NULL: pass a function");
	}
	err = rd_errhandler_create(RD_ERRS_SESSION, (rd_errhandler_fn *)session_errhandler_fn,
				   &errhandler_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Session_create_errhandler", NULL);
	*errhandler = rd_errhandler_handle(errhandler_p);
	rd_mpi_count(RD_MADE_EH, *errhandler, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_create_errhandler);

int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)
{
	struct rd_session *session_p = rd_session_get(session);
	struct rd_errhandler *errhandler_p = rd_errhandler_get(errhandler);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Session_set_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Session_set_errhandler(session, errhandler));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_set_errhandler", "session", session);
		if (rd_unlikely(!rd_mpi_eh_ok(errhandler_p, RD_ERRS_SESSION)))
			return rd_mpi_bad_errhandler(&session_p->errs, "MPI_Session_set_errhandler",
						     "errhandler", errhandler);
	}
	rd_errs_set(&session_p->errs, errhandler_p);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_set_errhandler);

int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)
{
	struct rd_session *session_p = rd_session_get(session);
	struct rd_errhandler *errhandler_p = NULL;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Session_get_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Session_get_errhandler(session, errhandler));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_get_errhandler", "session", session);
		if (rd_unlikely(!errhandler))
			return rd_mpi_bad_pointer(&session_p->errs, "MPI_Session_get_errhandler",
						  "errhandler");
	}
	errhandler_p = session_p->errs.handler;
	rd_errhandler_hold(errhandler_p);
	*errhandler = rd_errhandler_handle(errhandler_p);
	rd_mpi_count(RD_MADE_EH, *errhandler, 1);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_get_errhandler);

int PMPI_Session_call_errhandler(MPI_Session session, int errorcode)
{
	struct rd_session *session_p = rd_session_get(session);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Session_call_errhandler");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Session_call_errhandler(session, errorcode));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_call_errhandler", "session",
						  session);
		if (rd_unlikely(!rd_mpi_code_text(errorcode)))
			return rd_mpi_raise(&session_p->errs, MPI_ERR_ARG,
					    "MPI_Session_call_errhandler",
					    "errorcode=%d is not an error code", errorcode);
	}
	rd_mpi_invoke(&session_p->errs, errorcode, "MPI_Session_call_errhandler",
		      rd_mpi_code_text(errorcode));
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_call_errhandler);

static int do_session_attach_buffer(const char *call, MPI_Session session, void *buffer,
				    MPI_Count size)
{
	struct rd_session *session_p = rd_session_get(session);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_session_attach_buffer(call, session, buffer, size));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session(call, "session", session);
		if (rd_unlikely(size < 0))
			return rd_mpi_bad_count(&session_p->errs, call, "size", size);
		if (rd_unlikely(!(buffer || size == 0)))
			return rd_mpi_raise(&session_p->errs, MPI_ERR_BUFFER, call,
					    "buffer is NULL, but has size=%lld", (long long)size);
	}
	err = rd_buffer_attach(&session_p->buffer, buffer, (uint64_t)size);
	if (rd_unlikely(err))
		return rd_mpi_fail(&session_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Session_attach_buffer(MPI_Session session, void *buffer, int size)
{
	return do_session_attach_buffer("MPI_Session_attach_buffer", session, buffer, size);
}
RD_MPI_ALIAS(Session_attach_buffer);

int PMPI_Session_attach_buffer_c(MPI_Session session, void *buffer, MPI_Count size)
{
	return do_session_attach_buffer("MPI_Session_attach_buffer_c", session, buffer, size);
}
RD_MPI_ALIAS(Session_attach_buffer_c);

static int do_session_detach_buffer(const char *call, MPI_Session session, void *buffer_addr,
				    MPI_Count *size)
{
	struct rd_session *session_p = rd_session_get(session);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state(call);
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(do_session_detach_buffer(call, session, buffer_addr,
								     size));
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session(call, "session", session);
		if (rd_unlikely(!size))
			return rd_mpi_bad_pointer(&session_p->errs, call, "size");
		if (rd_unlikely(!buffer_addr))
			return rd_mpi_raise(&session_p->errs, MPI_ERR_ARG, call,
					    "buffer_addr is NULL, but the call needs its address");
	}
	err = rd_buffer_detach(&session_p->buffer, (void **)buffer_addr, (uint64_t *)size);
	if (rd_unlikely(err))
		return rd_mpi_fail(&session_p->errs, err, call, NULL);
	return MPI_SUCCESS;
}

int PMPI_Session_detach_buffer(MPI_Session session, void *buffer_addr, int *size)
{
	MPI_Count wide_size = 0;
	int err;

	err = do_session_detach_buffer("MPI_Session_detach_buffer", session, buffer_addr,
				       size ? &wide_size : NULL);
	if (!err)
		*size = rd_mpi_narrow(wide_size);
	return err;
}
RD_MPI_ALIAS(Session_detach_buffer);

int PMPI_Session_detach_buffer_c(MPI_Session session, void *buffer_addr, MPI_Count *size)
{
	return do_session_detach_buffer("MPI_Session_detach_buffer_c", session, buffer_addr, size);
}
RD_MPI_ALIAS(Session_detach_buffer_c);

RD_MPI_LOCKED locked_session_flush_buffer(MPI_Session session)
{
	int err = rd_mpi_begin("MPI_Session_flush_buffer");

	return err ? err : rd_mpi_leave(PMPI_Session_flush_buffer(session));
}

int PMPI_Session_flush_buffer(MPI_Session session)
{
	struct rd_session *session_p = rd_session_get(session);
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_session_flush_buffer(session);
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_flush_buffer", "session", session);
	}
	err = rd_buffer_flush(session_p->buffer);
	if (rd_unlikely(err))
		return rd_mpi_fail(&session_p->errs, err, "MPI_Session_flush_buffer", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_flush_buffer);

RD_MPI_LOCKED locked_session_iflush_buffer(MPI_Session session, MPI_Request *request)
{
	int err = rd_mpi_begin("MPI_Session_iflush_buffer");

	return err ? err : rd_mpi_leave(PMPI_Session_iflush_buffer(session, request));
}

int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request)
{
	struct rd_session *session_p = rd_session_get(session);
	struct rd_req *request_p = NULL;
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && !rd_threads_inside))
			return locked_session_iflush_buffer(session, request);
		if (rd_unlikely(!session_p))
			return rd_mpi_bad_session("MPI_Session_iflush_buffer", "session", session);
		if (rd_unlikely(!request))
			return rd_mpi_bad_pointer(&session_p->errs, "MPI_Session_iflush_buffer",
						  "request");
	}
	err = rd_buffer_iflush(session_p->buffer, &request_p);
	if (rd_unlikely(err))
		return rd_mpi_fail(&session_p->errs, err, "MPI_Session_iflush_buffer", NULL);
	*request = rd_mpi_req_new(request_p, &rd_comm_self);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Session_iflush_buffer);
