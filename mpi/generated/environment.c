/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */
/*
 * The environment: start and end, versions, time, memory (MPI-5.0 2, 9.1, 9.2, 9.6,
 * 11.2, 11.4, 20.2).
 */
#include "mpi/api.h"

#include "base/clock.h"
#include "runtime/job.h"

int PMPI_Init(int *argc, char ***argv)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Init(argc, argv));
	return rd_mpi_init("MPI_Init", MPI_THREAD_SINGLE, NULL);
}
RD_MPI_ALIAS(Init);

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	if (rd_threads_enter())
		return rd_mpi_leave(PMPI_Init_thread(argc, argv, required, provided));
	return rd_mpi_init("MPI_Init_thread", required, provided);
}
RD_MPI_ALIAS(Init_thread);

int PMPI_Initialized(int *flag)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Initialized", "flag");
	}
	*flag = rd_mpi_phase != RD_PHASE_BEFORE;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Initialized);

int PMPI_Finalize(void)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Finalize");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Finalize());
	return rd_mpi_finalize();
}
RD_MPI_ALIAS(Finalize);

int PMPI_Finalized(int *flag)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Finalized", "flag");
	}
	*flag = rd_mpi_phase == RD_PHASE_AFTER;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Finalized);

int PMPI_Abort(MPI_Comm comm, int errorcode)
{
	struct rd_comm *comm_p = rd_comm_get(comm);

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Abort");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Abort(comm, errorcode));
		if (rd_unlikely(!comm_p))
			return rd_mpi_bad_comm("MPI_Abort", "comm", comm);
	}
	rd_mpi_abort(comm_p, errorcode);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Abort);

int PMPI_Query_thread(int *provided)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Query_thread");
		if (rd_unlikely(!provided))
			return rd_mpi_bad_pointer(NULL, "MPI_Query_thread", "provided");
	}
	*provided = rd_mpi_thread_level;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Query_thread);

int PMPI_Is_thread_main(int *flag)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Is_thread_main");
		if (rd_unlikely(!flag))
			return rd_mpi_bad_pointer(NULL, "MPI_Is_thread_main", "flag");
	}
	*flag = rd_mpi_is_main_thread();
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Is_thread_main);

double PMPI_Wtime(void)
{
	return 1e-9 * (double)(rd_clock_other ? rd_clock_other() : rd_clock_ns());
}
RD_MPI_ALIAS(Wtime);

double PMPI_Wtick(void)
{
	return 1e-9; /* CLOCK_MONOTONIC with high-resolution timers */
}
RD_MPI_ALIAS(Wtick);

int PMPI_Get_processor_name(char *name, int *resultlen)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Get_processor_name");
		if (rd_unlikely(!name))
			return rd_mpi_bad_pointer(NULL, "MPI_Get_processor_name", "name");
		if (rd_unlikely(!resultlen))
			return rd_mpi_bad_pointer(NULL, "MPI_Get_processor_name", "resultlen");
	}
	*resultlen = rd_mpi_text_out(name, rd_job.host, MPI_MAX_PROCESSOR_NAME);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Get_processor_name);

int PMPI_Get_version(int *version, int *subversion)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!version))
			return rd_mpi_bad_pointer(NULL, "MPI_Get_version", "version");
		if (rd_unlikely(!subversion))
			return rd_mpi_bad_pointer(NULL, "MPI_Get_version", "subversion");
	}
	*version = MPI_VERSION;
	*subversion = MPI_SUBVERSION;
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Get_version);

int PMPI_Get_library_version(char *version, int *resultlen)
{
	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(!version))
			return rd_mpi_bad_pointer(NULL, "MPI_Get_library_version", "version");
		if (rd_unlikely(!resultlen))
			return rd_mpi_bad_pointer(NULL, "MPI_Get_library_version", "resultlen");
	}
	*resultlen = rd_mpi_library_version(version);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Get_library_version);

int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
	int err;

	if (rd_likely(rd_mpi_gate)) {
		if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
			return rd_mpi_bad_state("MPI_Alloc_mem");
		if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
			return rd_mpi_leave(PMPI_Alloc_mem(size, info, baseptr));
		if (rd_unlikely(!rd_mpi_info_ok(info)))
			return rd_mpi_bad_info(NULL, "MPI_Alloc_mem", "info", info);
		if (rd_unlikely(size < 0))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Alloc_mem",
					    "size=%lld is negative", (long long)size);
		if (rd_unlikely(!baseptr))
			return rd_mpi_raise(NULL, MPI_ERR_ARG, "MPI_Alloc_mem",
					    "baseptr is NULL, but the call needs its address");
	}
	err = rd_mpi_alloc_mem((size_t)size, (void **)baseptr);
	if (rd_unlikely(err))
		return rd_mpi_fail(NULL, err, "MPI_Alloc_mem", NULL);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Alloc_mem);

int PMPI_Free_mem(void *base)
{
	if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))
		return rd_mpi_bad_state("MPI_Free_mem");
	if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && rd_mpi_enter()))
		return rd_mpi_leave(PMPI_Free_mem(base));
	rd_mpi_free_mem(base);
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Free_mem);

int PMPI_Pcontrol(const int level, ...)
{
	(void)level; /* for tools that take this call's place (MPI-5.0 15.2.4) */
	return MPI_SUCCESS;
}
RD_MPI_ALIAS(Pcontrol);
