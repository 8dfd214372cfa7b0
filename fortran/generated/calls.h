/* SPDX-License-Identifier: BSD-3-Clause */
/* generated from mpi/api.tbl by fortran/gen.pl: do not edit */
/*
 * The procedures of mpif.h and module mpi, and those of mpi_f08 without descriptors, which are
 * called alike. fortran/calls.c includes this file for MPI_, fortran/pcalls.c for PMPI_.
 */

#define RD_F_DATAREP 1
#define RD_F_FILES 1

static __attribute__((noinline)) void RD_ANY(send)(const void *buf, const int *count,
						   const int *datatype, const int *dest,
						   const int *tag, const int *comm, int *ierror)
{
	int err = RD_C(Send)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
			     RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(send)(const void *buf, const int *count, const int *datatype, const int *dest,
		const int *tag, const int *comm, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Send)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest,
				     *tag, RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(send)(buf, count, datatype, dest, tag, comm, ierror);
}
RD_F08(void, send)

static __attribute__((noinline)) void RD_ANY(send_c_f08)(const void *buf, const MPI_Count *count,
							 const int *datatype, const int *dest,
							 const int *tag, const int *comm,
							 int *ierror)
{
	int err = RD_C(Send_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
			       RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(send_c_f08)(const void *buf, const MPI_Count *count, const int *datatype, const int *dest,
		      const int *tag, const int *comm, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Send_c)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype),
				       *dest, *tag, RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(send_c_f08)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(bsend)(const void *buf, const int *count,
						    const int *datatype, const int *dest,
						    const int *tag, const int *comm, int *ierror)
{
	int err = RD_C(Bsend)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
			      RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(bsend)(const void *buf, const int *count, const int *datatype, const int *dest,
		 const int *tag, const int *comm, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Bsend)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest,
				      *tag, RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(bsend)(buf, count, datatype, dest, tag, comm, ierror);
}
RD_F08(void, bsend)

static __attribute__((noinline)) void RD_ANY(bsend_c_f08)(const void *buf, const MPI_Count *count,
							  const int *datatype, const int *dest,
							  const int *tag, const int *comm,
							  int *ierror)
{
	int err = RD_C(Bsend_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(bsend_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
		       const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Bsend_c)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype),
					*dest, *tag, RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(bsend_c_f08)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(ssend)(const void *buf, const int *count,
						    const int *datatype, const int *dest,
						    const int *tag, const int *comm, int *ierror)
{
	int err = RD_C(Ssend)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
			      RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(ssend)(const void *buf, const int *count, const int *datatype, const int *dest,
		 const int *tag, const int *comm, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Ssend)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest,
				      *tag, RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(ssend)(buf, count, datatype, dest, tag, comm, ierror);
}
RD_F08(void, ssend)

static __attribute__((noinline)) void RD_ANY(ssend_c_f08)(const void *buf, const MPI_Count *count,
							  const int *datatype, const int *dest,
							  const int *tag, const int *comm,
							  int *ierror)
{
	int err = RD_C(Ssend_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(ssend_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
		       const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Ssend_c)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype),
					*dest, *tag, RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(ssend_c_f08)(buf, count, datatype, dest, tag, comm, ierror);
}

static __attribute__((noinline)) void RD_ANY(rsend)(const void *buf, const int *count,
						    const int *datatype, const int *dest,
						    const int *tag, const int *comm, int *ierror)
{
	int err = RD_C(Rsend)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
			      RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(rsend)(const void *buf, const int *count, const int *datatype, const int *dest,
		 const int *tag, const int *comm, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Rsend)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype), *dest,
				      *tag, RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(rsend)(buf, count, datatype, dest, tag, comm, ierror);
}
RD_F08(void, rsend)

static __attribute__((noinline)) void RD_ANY(rsend_c_f08)(const void *buf, const MPI_Count *count,
							  const int *datatype, const int *dest,
							  const int *tag, const int *comm,
							  int *ierror)
{
	int err = RD_C(Rsend_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(rsend_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
		       const int *dest, const int *tag, const int *comm, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Rsend_c)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype),
					*dest, *tag, RD_AS_PREDEFINED(MPI_Comm, *comm));

		RD_RETURN(err);
		return;
	}
	RD_ANY(rsend_c_f08)(buf, count, datatype, dest, tag, comm, ierror);
}

void RD_F(isend)(const void *buf, const int *count, const int *datatype, const int *dest,
		 const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isend)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
			      RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, isend)

void RD_F(isend_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
		       const int *dest, const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isend_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ibsend)(const void *buf, const int *count, const int *datatype, const int *dest,
		  const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ibsend)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
			       RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ibsend)

void RD_F(ibsend_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
			const int *dest, const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ibsend_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				 RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(issend)(const void *buf, const int *count, const int *datatype, const int *dest,
		  const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Issend)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
			       RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, issend)

void RD_F(issend_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
			const int *dest, const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Issend_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				 RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(irsend)(const void *buf, const int *count, const int *datatype, const int *dest,
		  const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Irsend)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
			       RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, irsend)

void RD_F(irsend_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
			const int *dest, const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Irsend_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				 RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

static __attribute__((noinline)) void RD_ANY(recv)(void *buf, const int *count, const int *datatype,
						   const int *source, const int *tag,
						   const int *comm, int *status, int *ierror)
{
	int err = RD_C(Recv)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *source, *tag,
			     RD_COMM(*comm), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(recv)(void *buf, const int *count, const int *datatype, const int *source, const int *tag,
		const int *comm, int *status, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Recv)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype),
				     *source, *tag, RD_AS_PREDEFINED(MPI_Comm, *comm),
				     RD_STATUS(status));

		RD_RETURN(err);
		return;
	}
	RD_ANY(recv)(buf, count, datatype, source, tag, comm, status, ierror);
}
RD_F08(void, recv)

static __attribute__((noinline)) void RD_ANY(recv_c_f08)(void *buf, const MPI_Count *count,
							 const int *datatype, const int *source,
							 const int *tag, const int *comm,
							 int *status, int *ierror)
{
	int err = RD_C(Recv_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *source, *tag,
			       RD_COMM(*comm), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(recv_c_f08)(void *buf, const MPI_Count *count, const int *datatype, const int *source,
		      const int *tag, const int *comm, int *status, int *ierror)
{
	if (!rd_f_is_near_objects(buf) && RD_ARE_PREDEFINED(*datatype | *comm)) {
		int err = RD_C(Recv_c)(buf, *count, RD_AS_PREDEFINED(MPI_Datatype, *datatype),
				       *source, *tag, RD_AS_PREDEFINED(MPI_Comm, *comm),
				       RD_STATUS(status));

		RD_RETURN(err);
		return;
	}
	RD_ANY(recv_c_f08)(buf, count, datatype, source, tag, comm, status, ierror);
}

void RD_F(irecv)(void *buf, const int *count, const int *datatype, const int *source,
		 const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Irecv)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *source, *tag,
			      RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, irecv)

void RD_F(irecv_c_f08)(void *buf, const MPI_Count *count, const int *datatype, const int *source,
		       const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Irecv_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *source, *tag,
				RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(sendrecv)(const void *sendbuf, const int *sendcount, const int *sendtype, const int *dest,
		    const int *sendtag, void *recvbuf, const int *recvcount, const int *recvtype,
		    const int *source, const int *recvtag, const int *comm, int *status,
		    int *ierror)
{
	int err = RD_C(Sendrecv)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype), *dest,
				 *sendtag, rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				 *source, *recvtag, RD_COMM(*comm), RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, sendrecv)

void RD_F(sendrecv_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			  const int *dest, const int *sendtag, void *recvbuf,
			  const MPI_Count *recvcount, const int *recvtype, const int *source,
			  const int *recvtag, const int *comm, int *status, int *ierror)
{
	int err = RD_C(Sendrecv_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype), *dest,
				   *sendtag, rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				   *source, *recvtag, RD_COMM(*comm), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(sendrecv_replace)(void *buf, const int *count, const int *datatype, const int *dest,
			    const int *sendtag, const int *source, const int *recvtag,
			    const int *comm, int *status, int *ierror)
{
	int err = RD_C(Sendrecv_replace)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest,
					 *sendtag, *source, *recvtag, RD_COMM(*comm),
					 RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, sendrecv_replace)

void RD_F(sendrecv_replace_c_f08)(void *buf, const MPI_Count *count, const int *datatype,
				  const int *dest, const int *sendtag, const int *source,
				  const int *recvtag, const int *comm, int *status, int *ierror)
{
	int err = RD_C(Sendrecv_replace_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest,
					   *sendtag, *source, *recvtag, RD_COMM(*comm),
					   RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(isendrecv)(const void *sendbuf, const int *sendcount, const int *sendtype,
		     const int *dest, const int *sendtag, void *recvbuf, const int *recvcount,
		     const int *recvtype, const int *source, const int *recvtag, const int *comm,
		     int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isendrecv)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype), *dest,
				  *sendtag, rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				  *source, *recvtag, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, isendrecv)

void RD_F(isendrecv_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			   const int *dest, const int *sendtag, void *recvbuf,
			   const MPI_Count *recvcount, const int *recvtype, const int *source,
			   const int *recvtag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isendrecv_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype), *dest,
				    *sendtag, rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				    *source, *recvtag, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(isendrecv_replace)(void *buf, const int *count, const int *datatype, const int *dest,
			     const int *sendtag, const int *source, const int *recvtag,
			     const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isendrecv_replace)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest,
					  *sendtag, *source, *recvtag, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, isendrecv_replace)

void RD_F(isendrecv_replace_c_f08)(void *buf, const MPI_Count *count, const int *datatype,
				   const int *dest, const int *sendtag, const int *source,
				   const int *recvtag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Isendrecv_replace_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest,
					    *sendtag, *source, *recvtag, RD_COMM(*comm),
					    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(probe)(const int *source, const int *tag, const int *comm, int *status, int *ierror)
{
	int err = RD_C(Probe)(*source, *tag, RD_COMM(*comm), RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, probe)

void RD_F(iprobe)(const int *source, const int *tag, const int *comm, int *flag, int *status,
		  int *ierror)
{
	int err = RD_C(Iprobe)(*source, *tag, RD_COMM(*comm), flag, RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, iprobe)

void RD_F(mprobe)(const int *source, const int *tag, const int *comm, int *message, int *status,
		  int *ierror)
{
	MPI_Message c_message = MPI_MESSAGE_NULL;
	int err = RD_C(Mprobe)(*source, *tag, RD_COMM(*comm), &c_message, RD_STATUS(status));

	if (!err)
		*message = RD_TOINT(Message, c_message);
	RD_RETURN(err);
}
RD_F08(void, mprobe)

void RD_F(improbe)(const int *source, const int *tag, const int *comm, int *flag, int *message,
		   int *status, int *ierror)
{
	MPI_Message c_message = MPI_MESSAGE_NULL;
	int err = RD_C(Improbe)(*source, *tag, RD_COMM(*comm), flag, &c_message, RD_STATUS(status));

	if (!err)
		*message = RD_TOINT(Message, c_message);
	RD_RETURN(err);
}
RD_F08(void, improbe)

void RD_F(mrecv)(void *buf, const int *count, const int *datatype, int *message, int *status,
		 int *ierror)
{
	MPI_Message c_message = RD_MESSAGE(*message);
	int err = RD_C(Mrecv)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), &c_message,
			      RD_STATUS(status));

	*message = RD_TOINT(Message, c_message);
	RD_RETURN(err);
}
RD_F08(void, mrecv)

void RD_F(mrecv_c_f08)(void *buf, const MPI_Count *count, const int *datatype, int *message,
		       int *status, int *ierror)
{
	MPI_Message c_message = RD_MESSAGE(*message);
	int err = RD_C(Mrecv_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), &c_message,
				RD_STATUS(status));

	*message = RD_TOINT(Message, c_message);
	RD_RETURN(err);
}

void RD_F(imrecv)(void *buf, const int *count, const int *datatype, int *message, int *request,
		  int *ierror)
{
	MPI_Message c_message = RD_MESSAGE(*message);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Imrecv)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), &c_message,
			       &c_request);

	*message = RD_TOINT(Message, c_message);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, imrecv)

void RD_F(imrecv_c_f08)(void *buf, const MPI_Count *count, const int *datatype, int *message,
			int *request, int *ierror)
{
	MPI_Message c_message = RD_MESSAGE(*message);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Imrecv_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), &c_message,
				 &c_request);

	*message = RD_TOINT(Message, c_message);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(send_init)(const void *buf, const int *count, const int *datatype, const int *dest,
		     const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Send_init)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				  RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, send_init)

void RD_F(send_init_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
			   const int *dest, const int *tag, const int *comm, int *request,
			   int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Send_init_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				    RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(bsend_init)(const void *buf, const int *count, const int *datatype, const int *dest,
		      const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Bsend_init)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				   RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, bsend_init)

void RD_F(bsend_init_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
			    const int *dest, const int *tag, const int *comm, int *request,
			    int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Bsend_init_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				     RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ssend_init)(const void *buf, const int *count, const int *datatype, const int *dest,
		      const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ssend_init)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				   RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ssend_init)

void RD_F(ssend_init_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
			    const int *dest, const int *tag, const int *comm, int *request,
			    int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ssend_init_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				     RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(rsend_init)(const void *buf, const int *count, const int *datatype, const int *dest,
		      const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rsend_init)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				   RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, rsend_init)

void RD_F(rsend_init_c_f08)(const void *buf, const MPI_Count *count, const int *datatype,
			    const int *dest, const int *tag, const int *comm, int *request,
			    int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rsend_init_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *dest, *tag,
				     RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(recv_init)(void *buf, const int *count, const int *datatype, const int *source,
		     const int *tag, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Recv_init)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *source, *tag,
				  RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, recv_init)

void RD_F(recv_init_c_f08)(void *buf, const MPI_Count *count, const int *datatype,
			   const int *source, const int *tag, const int *comm, int *request,
			   int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Recv_init_c)(rd_f_buffer(buf), *count, RD_TYPE(*datatype), *source, *tag,
				    RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(start)(int *request, int *ierror)
{
	MPI_Request c_request = RD_REQUEST(*request);
	int err;

	RD_PEND(start, *request);
	err = RD_C(Start)(&c_request);
	*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, start)

void RD_F(startall)(const int *count, int *array_of_requests, int *ierror)
{
	int n_array_of_requests = (int)*count;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int err;

	rd_f_reqs_start(*count, array_of_requests);
	err = RD_C(Startall)(*count, c_array_of_requests);
	rd_f_reqs_back(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	RD_RETURN(err);
}
RD_F08(void, startall)

void RD_F(wait)(int *request, int *status, int *ierror)
{
	MPI_Request c_request = RD_REQUEST(*request);
	int err = RD_C(Wait)(&c_request, RD_STATUS(status));

	RD_PEND(request, *request, c_request);
	*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, wait)

void RD_F(test)(int *request, int *flag, int *status, int *ierror)
{
	MPI_Request c_request = RD_REQUEST(*request);
	int err = RD_C(Test)(&c_request, flag, RD_STATUS(status));

	RD_PEND(request, *request, c_request);
	*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, test)

void RD_F(waitall)(const int *count, int *array_of_requests, int *array_of_statuses, int *ierror)
{
	int n_array_of_requests = (int)*count;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int err = RD_C(Waitall)(*count, c_array_of_requests, RD_STATUSES(array_of_statuses));

	rd_f_reqs_back(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	RD_RETURN(err);
}
RD_F08(void, waitall)

void RD_F(testall)(const int *count, int *array_of_requests, int *flag, int *array_of_statuses,
		   int *ierror)
{
	int n_array_of_requests = (int)*count;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int err = RD_C(Testall)(*count, c_array_of_requests, flag, RD_STATUSES(array_of_statuses));

	rd_f_reqs_back(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	RD_RETURN(err);
}
RD_F08(void, testall)

void RD_F(waitany)(const int *count, int *array_of_requests, int *index, int *status, int *ierror)
{
	int n_array_of_requests = (int)*count;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int c_index = MPI_UNDEFINED;
	int err = RD_C(Waitany)(*count, c_array_of_requests, &c_index, RD_STATUS(status));

	rd_f_reqs_back(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	if (!err || c_index != MPI_UNDEFINED)
		*index = c_index == MPI_UNDEFINED ? c_index : c_index + 1;
	RD_RETURN(err);
}
RD_F08(void, waitany)

void RD_F(testany)(const int *count, int *array_of_requests, int *index, int *flag, int *status,
		   int *ierror)
{
	int n_array_of_requests = (int)*count;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int c_index = MPI_UNDEFINED;
	int err = RD_C(Testany)(*count, c_array_of_requests, &c_index, flag, RD_STATUS(status));

	rd_f_reqs_back(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	if (!err || c_index != MPI_UNDEFINED)
		*index = c_index == MPI_UNDEFINED ? c_index : c_index + 1;
	RD_RETURN(err);
}
RD_F08(void, testany)

void RD_F(waitsome)(const int *incount, int *array_of_requests, int *outcount,
		    int *array_of_indices, int *array_of_statuses, int *ierror)
{
	int n_array_of_requests = (int)*incount;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int err = RD_C(Waitsome)(*incount, c_array_of_requests, outcount, array_of_indices,
				 RD_STATUSES(array_of_statuses));

	rd_f_reqs_back(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	if (!err || err == MPI_ERR_IN_STATUS)
		rd_f_indices(*outcount, array_of_indices);
	RD_RETURN(err);
}
RD_F08(void, waitsome)

void RD_F(testsome)(const int *incount, int *array_of_requests, int *outcount,
		    int *array_of_indices, int *array_of_statuses, int *ierror)
{
	int n_array_of_requests = (int)*incount;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int err = RD_C(Testsome)(*incount, c_array_of_requests, outcount, array_of_indices,
				 RD_STATUSES(array_of_statuses));

	rd_f_reqs_back(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	if (!err || err == MPI_ERR_IN_STATUS)
		rd_f_indices(*outcount, array_of_indices);
	RD_RETURN(err);
}
RD_F08(void, testsome)

void RD_F(request_get_status)(const int *request, int *flag, int *status, int *ierror)
{
	int err = RD_C(Request_get_status)(RD_REQUEST(*request), flag, RD_STATUS(status));

	RD_PEND(request, *request, RD_REQUEST(*request));
	RD_RETURN(err);
}
RD_F08(void, request_get_status)

void RD_F(request_get_status_all)(const int *count, const int *array_of_requests, int *flag,
				  int *array_of_statuses, int *ierror)
{
	int n_array_of_requests = (int)*count;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int err = RD_C(Request_get_status_all)(*count, c_array_of_requests, flag,
					       RD_STATUSES(array_of_statuses));

	rd_f_reqs_look(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	RD_RETURN(err);
}
RD_F08(void, request_get_status_all)

void RD_F(request_get_status_any)(const int *count, const int *array_of_requests, int *index,
				  int *flag, int *status, int *ierror)
{
	int n_array_of_requests = (int)*count;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int c_index = MPI_UNDEFINED;
	int err = RD_C(Request_get_status_any)(*count, c_array_of_requests, &c_index, flag,
					       RD_STATUS(status));

	rd_f_reqs_look(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	if (!err || c_index != MPI_UNDEFINED)
		*index = c_index == MPI_UNDEFINED ? c_index : c_index + 1;
	RD_RETURN(err);
}
RD_F08(void, request_get_status_any)

void RD_F(request_get_status_some)(const int *incount, const int *array_of_requests, int *outcount,
				   int *array_of_indices, int *array_of_statuses, int *ierror)
{
	int n_array_of_requests = (int)*incount;
	struct rd_handles h_array_of_requests;
	MPI_Request *c_array_of_requests = rd_f_reqs(&h_array_of_requests, n_array_of_requests,
						     array_of_requests);
	int err = RD_C(Request_get_status_some)(*incount, c_array_of_requests, outcount,
						array_of_indices, RD_STATUSES(array_of_statuses));

	rd_f_reqs_look(&h_array_of_requests, n_array_of_requests, array_of_requests);
	rd_f_close(&h_array_of_requests);
	if (!err || err == MPI_ERR_IN_STATUS)
		rd_f_indices(*outcount, array_of_indices);
	RD_RETURN(err);
}
RD_F08(void, request_get_status_some)

void RD_F(request_free)(int *request, int *ierror)
{
	MPI_Request c_request = RD_REQUEST(*request);
	int err = RD_C(Request_free)(&c_request);

	RD_PEND(free, *request);
	*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, request_free)

void RD_F(cancel)(const int *request, int *ierror)
{
	MPI_Request c_request = RD_REQUEST(*request);
	int err = RD_C(Cancel)(&c_request);

	RD_RETURN(err);
}
RD_F08(void, cancel)

void RD_F(get_count)(const int *status, const int *datatype, int *count, int *ierror)
{
	int err = RD_C(Get_count)((const MPI_Status *)status, RD_TYPE(*datatype), count);

	RD_RETURN(err);
}
RD_F08(void, get_count)

void RD_F(get_count_c_f08)(const int *status, const int *datatype, MPI_Count *count, int *ierror)
{
	int err = RD_C(Get_count_c)((const MPI_Status *)status, RD_TYPE(*datatype), count);

	RD_RETURN(err);
}

void RD_F(get_elements)(const int *status, const int *datatype, int *count, int *ierror)
{
	int err = RD_C(Get_elements)((const MPI_Status *)status, RD_TYPE(*datatype), count);

	RD_RETURN(err);
}
RD_F08(void, get_elements)

void RD_F(get_elements_c_f08)(const int *status, const int *datatype, MPI_Count *count, int *ierror)
{
	int err = RD_C(Get_elements_c)((const MPI_Status *)status, RD_TYPE(*datatype), count);

	RD_RETURN(err);
}

void RD_F(get_elements_x)(const int *status, const int *datatype, MPI_Count *count, int *ierror)
{
	int err = RD_C(Get_elements_x)((const MPI_Status *)status, RD_TYPE(*datatype), count);

	RD_RETURN(err);
}
RD_F08(void, get_elements_x)

void RD_F(test_cancelled)(const int *status, int *flag, int *ierror)
{
	int err = RD_C(Test_cancelled)((const MPI_Status *)status, flag);

	RD_RETURN(err);
}
RD_F08(void, test_cancelled)

void RD_F(status_get_source)(const int *status, int *source, int *ierror)
{
	int err = RD_C(Status_get_source)((const MPI_Status *)status, source);

	RD_RETURN(err);
}
RD_F08(void, status_get_source)

void RD_F(status_get_tag)(const int *status, int *tag, int *ierror)
{
	int err = RD_C(Status_get_tag)((const MPI_Status *)status, tag);

	RD_RETURN(err);
}
RD_F08(void, status_get_tag)

void RD_F(status_get_error)(const int *status, int *error, int *ierror)
{
	int err = RD_C(Status_get_error)((const MPI_Status *)status, error);

	RD_RETURN(err);
}
RD_F08(void, status_get_error)

void RD_F(status_set_source)(int *status, const int *source, int *ierror)
{
	int err = RD_C(Status_set_source)((MPI_Status *)status, *source);

	RD_RETURN(err);
}
RD_F08(void, status_set_source)

void RD_F(status_set_tag)(int *status, const int *tag, int *ierror)
{
	int err = RD_C(Status_set_tag)((MPI_Status *)status, *tag);

	RD_RETURN(err);
}
RD_F08(void, status_set_tag)

void RD_F(status_set_error)(int *status, const int *error, int *ierror)
{
	int err = RD_C(Status_set_error)((MPI_Status *)status, *error);

	RD_RETURN(err);
}
RD_F08(void, status_set_error)

void RD_F(status_set_cancelled)(int *status, const int *flag, int *ierror)
{
	int err = RD_C(Status_set_cancelled)((MPI_Status *)status, *flag);

	RD_RETURN(err);
}
RD_F08(void, status_set_cancelled)

void RD_F(status_set_elements)(int *status, const int *datatype, const int *count, int *ierror)
{
	int err = RD_C(Status_set_elements)((MPI_Status *)status, RD_TYPE(*datatype), *count);

	RD_RETURN(err);
}
RD_F08(void, status_set_elements)

void RD_F(status_set_elements_c_f08)(int *status, const int *datatype, const MPI_Count *count,
				     int *ierror)
{
	int err = RD_C(Status_set_elements_c)((MPI_Status *)status, RD_TYPE(*datatype), *count);

	RD_RETURN(err);
}

void RD_F(status_set_elements_x)(int *status, const int *datatype, const MPI_Count *count,
				 int *ierror)
{
	int err = RD_C(Status_set_elements_x)((MPI_Status *)status, RD_TYPE(*datatype), *count);

	RD_RETURN(err);
}
RD_F08(void, status_set_elements_x)

void RD_F(op_free)(int *op, int *ierror)
{
	MPI_Op c_op = RD_OP(*op);
	int err = RD_C(Op_free)(&c_op);

	*op = RD_TOINT(Op, c_op);
	RD_RETURN(err);
}
RD_F08(void, op_free)

void RD_F(op_commutative)(const int *op, int *commute, int *ierror)
{
	int err = RD_C(Op_commutative)(RD_OP(*op), commute);

	RD_RETURN(err);
}
RD_F08(void, op_commutative)

void RD_F(reduce_local)(const void *inbuf, void *inoutbuf, const int *count, const int *datatype,
			const int *op, int *ierror)
{
	int err = RD_C(Reduce_local)(rd_f_buffer(inbuf), rd_f_buffer(inoutbuf), *count,
				     RD_TYPE(*datatype), RD_OP(*op));

	RD_RETURN(err);
}
RD_F08(void, reduce_local)

void RD_F(reduce_local_c_f08)(const void *inbuf, void *inoutbuf, const MPI_Count *count,
			      const int *datatype, const int *op, int *ierror)
{
	int err = RD_C(Reduce_local_c)(rd_f_buffer(inbuf), rd_f_buffer(inoutbuf), *count,
				       RD_TYPE(*datatype), RD_OP(*op));

	RD_RETURN(err);
}

void RD_F(barrier)(const int *comm, int *ierror)
{
	int err = RD_C(Barrier)(RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, barrier)

void RD_F(bcast)(void *buffer, const int *count, const int *datatype, const int *root,
		 const int *comm, int *ierror)
{
	int err = RD_C(Bcast)(rd_f_buffer(buffer), *count, RD_TYPE(*datatype), *root,
			      RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, bcast)

void RD_F(bcast_c_f08)(void *buffer, const MPI_Count *count, const int *datatype, const int *root,
		       const int *comm, int *ierror)
{
	int err = RD_C(Bcast_c)(rd_f_buffer(buffer), *count, RD_TYPE(*datatype), *root,
				RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(gather)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		  const int *recvcount, const int *recvtype, const int *root, const int *comm,
		  int *ierror)
{
	int err = RD_C(Gather)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
			       rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
			       RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, gather)

void RD_F(gather_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			const int *root, const int *comm, int *ierror)
{
	int err = RD_C(Gather_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				 rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				 RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(gatherv)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		   const int *recvcounts, const int *displs, const int *recvtype, const int *root,
		   const int *comm, int *ierror)
{
	int err = RD_C(Gatherv)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype), *root,
				RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, gatherv)

void RD_F(gatherv_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			 void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
			 const int *recvtype, const int *root, const int *comm, int *ierror)
{
	int err = RD_C(Gatherv_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				  rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype),
				  *root, RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(scatter)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		   const int *recvcount, const int *recvtype, const int *root, const int *comm,
		   int *ierror)
{
	int err = RD_C(Scatter)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, scatter)

void RD_F(scatter_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			 void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			 const int *root, const int *comm, int *ierror)
{
	int err = RD_C(Scatter_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				  rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				  RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(scatterv)(const void *sendbuf, const int *sendcounts, const int *displs,
		    const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype,
		    const int *root, const int *comm, int *ierror)
{
	int err = RD_C(Scatterv)(rd_f_buffer(sendbuf), sendcounts, displs, RD_TYPE(*sendtype),
				 rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				 RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, scatterv)

void RD_F(scatterv_c_f08)(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *displs,
			  const int *sendtype, void *recvbuf, const MPI_Count *recvcount,
			  const int *recvtype, const int *root, const int *comm, int *ierror)
{
	int err = RD_C(Scatterv_c)(rd_f_buffer(sendbuf), sendcounts, displs, RD_TYPE(*sendtype),
				   rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				   RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(allgather)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		     const int *recvcount, const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Allgather)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				  rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				  RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, allgather)

void RD_F(allgather_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			   void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			   const int *comm, int *ierror)
{
	int err = RD_C(Allgather_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				    rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				    RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(allgatherv)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		      const int *recvcounts, const int *displs, const int *recvtype,
		      const int *comm, int *ierror)
{
	int err = RD_C(Allgatherv)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				   rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype),
				   RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, allgatherv)

void RD_F(allgatherv_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			    void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
			    const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Allgatherv_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				     rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype),
				     RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(alltoall)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		    const int *recvcount, const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Alltoall)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				 rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				 RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, alltoall)

void RD_F(alltoall_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			  void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			  const int *comm, int *ierror)
{
	int err = RD_C(Alltoall_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				   rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				   RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(alltoallv)(const void *sendbuf, const int *sendcounts, const int *sdispls,
		     const int *sendtype, void *recvbuf, const int *recvcounts, const int *rdispls,
		     const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Alltoallv)(rd_f_buffer(sendbuf), sendcounts, sdispls, RD_TYPE(*sendtype),
				  rd_f_buffer(recvbuf), recvcounts, rdispls, RD_TYPE(*recvtype),
				  RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, alltoallv)

void RD_F(alltoallv_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
			   const MPI_Aint *sdispls, const int *sendtype, void *recvbuf,
			   const MPI_Count *recvcounts, const MPI_Aint *rdispls,
			   const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Alltoallv_c)(rd_f_buffer(sendbuf), sendcounts, sdispls, RD_TYPE(*sendtype),
				    rd_f_buffer(recvbuf), recvcounts, rdispls, RD_TYPE(*recvtype),
				    RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(alltoallw)(const void *sendbuf, const int *sendcounts, const int *sdispls,
		     const int *sendtypes, void *recvbuf, const int *recvcounts, const int *rdispls,
		     const int *recvtypes, const int *comm, int *ierror)
{
	int n_sendtypes = rd_f_if_not_in_place(sendbuf, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	int err = RD_C(Alltoallw)(rd_f_buffer(sendbuf), sendcounts, sdispls, c_sendtypes,
				  rd_f_buffer(recvbuf), recvcounts, rdispls, c_recvtypes,
				  RD_COMM(*comm));

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	RD_RETURN(err);
}
RD_F08(void, alltoallw)

void RD_F(alltoallw_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
			   const MPI_Aint *sdispls, const int *sendtypes, void *recvbuf,
			   const MPI_Count *recvcounts, const MPI_Aint *rdispls,
			   const int *recvtypes, const int *comm, int *ierror)
{
	int n_sendtypes = rd_f_if_not_in_place(sendbuf, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	int err = RD_C(Alltoallw_c)(rd_f_buffer(sendbuf), sendcounts, sdispls, c_sendtypes,
				    rd_f_buffer(recvbuf), recvcounts, rdispls, c_recvtypes,
				    RD_COMM(*comm));

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	RD_RETURN(err);
}

void RD_F(reduce)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		  const int *op, const int *root, const int *comm, int *ierror)
{
	int err = RD_C(Reduce)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
			       RD_TYPE(*datatype), RD_OP(*op), *root, RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, reduce)

void RD_F(reduce_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
			const int *datatype, const int *op, const int *root, const int *comm,
			int *ierror)
{
	int err = RD_C(Reduce_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				 RD_TYPE(*datatype), RD_OP(*op), *root, RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(allreduce)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		     const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Allreduce)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				  RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, allreduce)

void RD_F(allreduce_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
			   const int *datatype, const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Allreduce_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				    RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(scan)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Scan)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count, RD_TYPE(*datatype),
			     RD_OP(*op), RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, scan)

void RD_F(scan_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
		      const int *datatype, const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Scan_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
			       RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(exscan)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		  const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Exscan)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
			       RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, exscan)

void RD_F(exscan_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
			const int *datatype, const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Exscan_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				 RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(reduce_scatter)(const void *sendbuf, void *recvbuf, const int *recvcounts,
			  const int *datatype, const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Reduce_scatter)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), recvcounts,
				       RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, reduce_scatter)

void RD_F(reduce_scatter_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *recvcounts,
				const int *datatype, const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Reduce_scatter_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), recvcounts,
					 RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(reduce_scatter_block)(const void *sendbuf, void *recvbuf, const int *recvcount,
				const int *datatype, const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Reduce_scatter_block)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *recvcount,
					     RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, reduce_scatter_block)

void RD_F(reduce_scatter_block_c_f08)(const void *sendbuf, void *recvbuf,
				      const MPI_Count *recvcount, const int *datatype,
				      const int *op, const int *comm, int *ierror)
{
	int err = RD_C(Reduce_scatter_block_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf),
					       *recvcount, RD_TYPE(*datatype), RD_OP(*op),
					       RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(comm_size)(const int *comm, int *size, int *ierror)
{
	int err = RD_C(Comm_size)(RD_COMM(*comm), size);

	RD_RETURN(err);
}
RD_F08(void, comm_size)

void RD_F(comm_rank)(const int *comm, int *rank, int *ierror)
{
	int err = RD_C(Comm_rank)(RD_COMM(*comm), rank);

	RD_RETURN(err);
}
RD_F08(void, comm_rank)

void RD_F(comm_compare)(const int *comm1, const int *comm2, int *result, int *ierror)
{
	int err = RD_C(Comm_compare)(RD_COMM(*comm1), RD_COMM(*comm2), result);

	RD_RETURN(err);
}
RD_F08(void, comm_compare)

void RD_F(comm_group)(const int *comm, int *group, int *ierror)
{
	MPI_Group c_group = MPI_GROUP_NULL;
	int err = RD_C(Comm_group)(RD_COMM(*comm), &c_group);

	if (!err)
		*group = RD_TOINT(Group, c_group);
	RD_RETURN(err);
}
RD_F08(void, comm_group)

void RD_F(comm_dup)(const int *comm, int *newcomm, int *ierror)
{
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	int err = RD_C(Comm_dup)(RD_COMM(*comm), &c_newcomm);

	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	RD_RETURN(err);
}
RD_F08(void, comm_dup)

void RD_F(comm_split)(const int *comm, const int *color, const int *key, int *newcomm, int *ierror)
{
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	int err = RD_C(Comm_split)(RD_COMM(*comm), *color, *key, &c_newcomm);

	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	RD_RETURN(err);
}
RD_F08(void, comm_split)

void RD_F(comm_split_type)(const int *comm, const int *split_type, const int *key, const int *info,
			   int *newcomm, int *ierror)
{
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	int err = RD_C(Comm_split_type)(RD_COMM(*comm), *split_type, *key, RD_INFO(*info),
					&c_newcomm);

	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	RD_RETURN(err);
}
RD_F08(void, comm_split_type)

void RD_F(comm_create)(const int *comm, const int *group, int *newcomm, int *ierror)
{
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	int err = RD_C(Comm_create)(RD_COMM(*comm), RD_GROUP(*group), &c_newcomm);

	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	RD_RETURN(err);
}
RD_F08(void, comm_create)

void RD_F(comm_create_group)(const int *comm, const int *group, const int *tag, int *newcomm,
			     int *ierror)
{
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	int err = RD_C(Comm_create_group)(RD_COMM(*comm), RD_GROUP(*group), *tag, &c_newcomm);

	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	RD_RETURN(err);
}
RD_F08(void, comm_create_group)

void RD_F(comm_free)(int *comm, int *ierror)
{
	MPI_Comm c_comm = RD_COMM(*comm);
	int err = RD_C(Comm_free)(&c_comm);

	*comm = RD_TOINT(Comm, c_comm);
	RD_RETURN(err);
}
RD_F08(void, comm_free)

void RD_F(comm_set_name)(const int *comm, const char *comm_name, int *ierror, size_t comm_name_len)
{
	char *c_comm_name = rd_f_text(comm_name, comm_name_len);
	int err = RD_C(Comm_set_name)(RD_COMM(*comm), c_comm_name);

	free(c_comm_name);
	RD_RETURN(err);
}
RD_F08(void, comm_set_name)

void RD_F(comm_get_name)(const int *comm, char *comm_name, int *resultlen, int *ierror,
			 size_t comm_name_len)
{
	char c_comm_name[MPI_MAX_OBJECT_NAME];
	int err = RD_C(Comm_get_name)(RD_COMM(*comm), c_comm_name, resultlen);

	if (!err)
		rd_f_text_back(c_comm_name, comm_name, comm_name_len);
	RD_RETURN(err);
}
RD_F08(void, comm_get_name)

void RD_F(group_size)(const int *group, int *size, int *ierror)
{
	int err = RD_C(Group_size)(RD_GROUP(*group), size);

	RD_RETURN(err);
}
RD_F08(void, group_size)

void RD_F(group_rank)(const int *group, int *rank, int *ierror)
{
	int err = RD_C(Group_rank)(RD_GROUP(*group), rank);

	RD_RETURN(err);
}
RD_F08(void, group_rank)

void RD_F(group_translate_ranks)(const int *group1, const int *n, const int *ranks1,
				 const int *group2, int *ranks2, int *ierror)
{
	int err = RD_C(Group_translate_ranks)(RD_GROUP(*group1), *n, ranks1, RD_GROUP(*group2),
					      ranks2);

	RD_RETURN(err);
}
RD_F08(void, group_translate_ranks)

void RD_F(group_compare)(const int *group1, const int *group2, int *result, int *ierror)
{
	int err = RD_C(Group_compare)(RD_GROUP(*group1), RD_GROUP(*group2), result);

	RD_RETURN(err);
}
RD_F08(void, group_compare)

void RD_F(group_union)(const int *group1, const int *group2, int *newgroup, int *ierror)
{
	MPI_Group c_newgroup = MPI_GROUP_NULL;
	int err = RD_C(Group_union)(RD_GROUP(*group1), RD_GROUP(*group2), &c_newgroup);

	if (!err)
		*newgroup = RD_TOINT(Group, c_newgroup);
	RD_RETURN(err);
}
RD_F08(void, group_union)

void RD_F(group_intersection)(const int *group1, const int *group2, int *newgroup, int *ierror)
{
	MPI_Group c_newgroup = MPI_GROUP_NULL;
	int err = RD_C(Group_intersection)(RD_GROUP(*group1), RD_GROUP(*group2), &c_newgroup);

	if (!err)
		*newgroup = RD_TOINT(Group, c_newgroup);
	RD_RETURN(err);
}
RD_F08(void, group_intersection)

void RD_F(group_difference)(const int *group1, const int *group2, int *newgroup, int *ierror)
{
	MPI_Group c_newgroup = MPI_GROUP_NULL;
	int err = RD_C(Group_difference)(RD_GROUP(*group1), RD_GROUP(*group2), &c_newgroup);

	if (!err)
		*newgroup = RD_TOINT(Group, c_newgroup);
	RD_RETURN(err);
}
RD_F08(void, group_difference)

void RD_F(group_incl)(const int *group, const int *n, const int *ranks, int *newgroup, int *ierror)
{
	MPI_Group c_newgroup = MPI_GROUP_NULL;
	int err = RD_C(Group_incl)(RD_GROUP(*group), *n, ranks, &c_newgroup);

	if (!err)
		*newgroup = RD_TOINT(Group, c_newgroup);
	RD_RETURN(err);
}
RD_F08(void, group_incl)

void RD_F(group_excl)(const int *group, const int *n, const int *ranks, int *newgroup, int *ierror)
{
	MPI_Group c_newgroup = MPI_GROUP_NULL;
	int err = RD_C(Group_excl)(RD_GROUP(*group), *n, ranks, &c_newgroup);

	if (!err)
		*newgroup = RD_TOINT(Group, c_newgroup);
	RD_RETURN(err);
}
RD_F08(void, group_excl)

void RD_F(group_range_incl)(const int *group, const int *n, int ranges[][3], int *newgroup,
			    int *ierror)
{
	MPI_Group c_newgroup = MPI_GROUP_NULL;
	int err = RD_C(Group_range_incl)(RD_GROUP(*group), *n, ranges, &c_newgroup);

	if (!err)
		*newgroup = RD_TOINT(Group, c_newgroup);
	RD_RETURN(err);
}
RD_F08(void, group_range_incl)

void RD_F(group_range_excl)(const int *group, const int *n, int ranges[][3], int *newgroup,
			    int *ierror)
{
	MPI_Group c_newgroup = MPI_GROUP_NULL;
	int err = RD_C(Group_range_excl)(RD_GROUP(*group), *n, ranges, &c_newgroup);

	if (!err)
		*newgroup = RD_TOINT(Group, c_newgroup);
	RD_RETURN(err);
}
RD_F08(void, group_range_excl)

void RD_F(group_free)(int *group, int *ierror)
{
	MPI_Group c_group = RD_GROUP(*group);
	int err = RD_C(Group_free)(&c_group);

	*group = RD_TOINT(Group, c_group);
	RD_RETURN(err);
}
RD_F08(void, group_free)

void RD_F(comm_set_errhandler)(const int *comm, const int *errhandler, int *ierror)
{
	int err = RD_C(Comm_set_errhandler)(RD_COMM(*comm), RD_ERRHANDLER(*errhandler));

	RD_RETURN(err);
}
RD_F08(void, comm_set_errhandler)

void RD_F(comm_get_errhandler)(const int *comm, int *errhandler, int *ierror)
{
	MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
	int err = RD_C(Comm_get_errhandler)(RD_COMM(*comm), &c_errhandler);

	if (!err)
		*errhandler = RD_TOINT(Errhandler, c_errhandler);
	RD_RETURN(err);
}
RD_F08(void, comm_get_errhandler)

void RD_F(comm_call_errhandler)(const int *comm, const int *errorcode, int *ierror)
{
	int err = RD_C(Comm_call_errhandler)(RD_COMM(*comm), *errorcode);

	RD_RETURN(err);
}
RD_F08(void, comm_call_errhandler)

void RD_F(errhandler_free)(int *errhandler, int *ierror)
{
	MPI_Errhandler c_errhandler = RD_ERRHANDLER(*errhandler);
	int err = RD_C(Errhandler_free)(&c_errhandler);

	*errhandler = RD_TOINT(Errhandler, c_errhandler);
	RD_RETURN(err);
}
RD_F08(void, errhandler_free)

void RD_F(cart_create)(const int *comm_old, const int *ndims, const int *dims, const int *periods,
		       const int *reorder, int *comm_cart, int *ierror)
{
	MPI_Comm c_comm_cart = MPI_COMM_NULL;
	int err = RD_C(Cart_create)(RD_COMM(*comm_old), *ndims, dims, periods, *reorder,
				    &c_comm_cart);

	if (!err)
		*comm_cart = RD_TOINT(Comm, c_comm_cart);
	RD_RETURN(err);
}
RD_F08(void, cart_create)

void RD_F(cart_sub)(const int *comm, const int *remain_dims, int *newcomm, int *ierror)
{
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	int err = RD_C(Cart_sub)(RD_COMM(*comm), remain_dims, &c_newcomm);

	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	RD_RETURN(err);
}
RD_F08(void, cart_sub)

void RD_F(cartdim_get)(const int *comm, int *ndims, int *ierror)
{
	int err = RD_C(Cartdim_get)(RD_COMM(*comm), ndims);

	RD_RETURN(err);
}
RD_F08(void, cartdim_get)

void RD_F(cart_get)(const int *comm, const int *maxdims, int *dims, int *periods, int *coords,
		    int *ierror)
{
	int err = RD_C(Cart_get)(RD_COMM(*comm), *maxdims, dims, periods, coords);

	RD_RETURN(err);
}
RD_F08(void, cart_get)

void RD_F(cart_rank)(const int *comm, const int *coords, int *rank, int *ierror)
{
	int err = RD_C(Cart_rank)(RD_COMM(*comm), coords, rank);

	RD_RETURN(err);
}
RD_F08(void, cart_rank)

void RD_F(cart_coords)(const int *comm, const int *rank, const int *maxdims, int *coords,
		       int *ierror)
{
	int err = RD_C(Cart_coords)(RD_COMM(*comm), *rank, *maxdims, coords);

	RD_RETURN(err);
}
RD_F08(void, cart_coords)

void RD_F(cart_shift)(const int *comm, const int *direction, const int *disp, int *rank_source,
		      int *rank_dest, int *ierror)
{
	int err = RD_C(Cart_shift)(RD_COMM(*comm), *direction, *disp, rank_source, rank_dest);

	RD_RETURN(err);
}
RD_F08(void, cart_shift)

void RD_F(cart_map)(const int *comm, const int *ndims, const int *dims, const int *periods,
		    int *newrank, int *ierror)
{
	int err = RD_C(Cart_map)(RD_COMM(*comm), *ndims, dims, periods, newrank);

	RD_RETURN(err);
}
RD_F08(void, cart_map)

void RD_F(topo_test)(const int *comm, int *status, int *ierror)
{
	int err = RD_C(Topo_test)(RD_COMM(*comm), status);

	RD_RETURN(err);
}
RD_F08(void, topo_test)

void RD_F(dims_create)(const int *nnodes, const int *ndims, int *dims, int *ierror)
{
	int err = RD_C(Dims_create)(*nnodes, *ndims, dims);

	RD_RETURN(err);
}
RD_F08(void, dims_create)

void RD_F(initialized)(int *flag, int *ierror)
{
	int err = RD_C(Initialized)(flag);

	RD_RETURN(err);
}
RD_F08(void, initialized)

void RD_F(finalize)(int *ierror)
{
	int err = RD_C(Finalize)();

	RD_RETURN(err);
}
RD_F08(void, finalize)

void RD_F(finalized)(int *flag, int *ierror)
{
	int err = RD_C(Finalized)(flag);

	RD_RETURN(err);
}
RD_F08(void, finalized)

void RD_F(abort)(const int *comm, const int *errorcode, int *ierror)
{
	int err = RD_C(Abort)(RD_COMM(*comm), *errorcode);

	RD_RETURN(err);
}
RD_F08(void, abort)

void RD_F(query_thread)(int *provided, int *ierror)
{
	int err = RD_C(Query_thread)(provided);

	RD_RETURN(err);
}
RD_F08(void, query_thread)

void RD_F(is_thread_main)(int *flag, int *ierror)
{
	int err = RD_C(Is_thread_main)(flag);

	RD_RETURN(err);
}
RD_F08(void, is_thread_main)

double RD_F(wtime)(void)
{
	return RD_C(Wtime)();
}
RD_F08(double, wtime)

double RD_F(wtick)(void)
{
	return RD_C(Wtick)();
}
RD_F08(double, wtick)

void RD_F(get_processor_name)(char *name, int *resultlen, int *ierror, size_t name_len)
{
	char c_name[MPI_MAX_PROCESSOR_NAME];
	int err = RD_C(Get_processor_name)(c_name, resultlen);

	if (!err)
		rd_f_text_back(c_name, name, name_len);
	RD_RETURN(err);
}
RD_F08(void, get_processor_name)

void RD_F(get_version)(int *version, int *subversion, int *ierror)
{
	int err = RD_C(Get_version)(version, subversion);

	RD_RETURN(err);
}
RD_F08(void, get_version)

void RD_F(get_library_version)(char *version, int *resultlen, int *ierror, size_t version_len)
{
	char c_version[MPI_MAX_LIBRARY_VERSION_STRING];
	int err = RD_C(Get_library_version)(c_version, resultlen);

	if (!err)
		rd_f_text_back(c_version, version, version_len);
	RD_RETURN(err);
}
RD_F08(void, get_library_version)

void RD_F(alloc_mem)(const MPI_Aint *size, const int *info, void *baseptr, int *ierror)
{
	int err = RD_C(Alloc_mem)(*size, RD_INFO(*info), baseptr);

	RD_RETURN(err);
}
RD_F08(void, alloc_mem)
RD_CPTR(alloc_mem)

void RD_F(free_mem)(void *base, int *ierror)
{
	int err = RD_C(Free_mem)(rd_f_buffer(base));

	RD_RETURN(err);
}
RD_F08(void, free_mem)

void RD_F(comm_free_keyval)(int *comm_keyval, int *ierror)
{
	int err = RD_C(Comm_free_keyval)(comm_keyval);

	RD_RETURN(err);
}
RD_F08(void, comm_free_keyval)

void RD_F(comm_delete_attr)(const int *comm, const int *comm_keyval, int *ierror)
{
	int err = RD_C(Comm_delete_attr)(RD_COMM(*comm), *comm_keyval);

	RD_RETURN(err);
}
RD_F08(void, comm_delete_attr)

void RD_F(type_free_keyval)(int *type_keyval, int *ierror)
{
	int err = RD_C(Type_free_keyval)(type_keyval);

	RD_RETURN(err);
}
RD_F08(void, type_free_keyval)

void RD_F(type_delete_attr)(const int *datatype, const int *type_keyval, int *ierror)
{
	int err = RD_C(Type_delete_attr)(RD_TYPE(*datatype), *type_keyval);

	RD_RETURN(err);
}
RD_F08(void, type_delete_attr)

void RD_F(win_free_keyval)(int *win_keyval, int *ierror)
{
	int err = RD_C(Win_free_keyval)(win_keyval);

	RD_RETURN(err);
}
RD_F08(void, win_free_keyval)

void RD_F(keyval_free)(int *keyval, int *ierror)
{
	int err = RD_C(Keyval_free)(keyval);

	RD_RETURN(err);
}

void RD_F(attr_delete)(const int *comm, const int *keyval, int *ierror)
{
	int err = RD_C(Attr_delete)(RD_COMM(*comm), *keyval);

	RD_RETURN(err);
}

void RD_F(buffer_attach)(void *buffer, const int *size, int *ierror)
{
	int err = RD_C(Buffer_attach)(rd_f_buffer(buffer), *size);

	RD_RETURN(err);
}
RD_F08(void, buffer_attach)

void RD_F(buffer_attach_c_f08)(void *buffer, const MPI_Count *size, int *ierror)
{
	int err = RD_C(Buffer_attach_c)(rd_f_buffer(buffer), *size);

	RD_RETURN(err);
}

void RD_F(buffer_detach)(void *buffer_addr, int *size, int *ierror)
{
	void *unused;
	int err = RD_C(Buffer_detach)(&unused, size);

	(void)buffer_addr;
	RD_RETURN(err);
}

void RD_F(buffer_detach_f08)(void *buffer_addr, int *size, int *ierror)
{
	int err = RD_C(Buffer_detach)(buffer_addr, size);

	rd_f_detached(buffer_addr, err);
	RD_RETURN(err);
}

void RD_F(buffer_detach_c_f08)(void *buffer_addr, MPI_Count *size, int *ierror)
{
	int err = RD_C(Buffer_detach_c)(buffer_addr, size);

	rd_f_detached(buffer_addr, err);
	RD_RETURN(err);
}

void RD_F(buffer_flush)(int *ierror)
{
	int err = RD_C(Buffer_flush)();

	RD_RETURN(err);
}
RD_F08(void, buffer_flush)

void RD_F(buffer_iflush)(int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Buffer_iflush)(&c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, buffer_iflush)

void RD_F(comm_attach_buffer)(const int *comm, void *buffer, const int *size, int *ierror)
{
	int err = RD_C(Comm_attach_buffer)(RD_COMM(*comm), rd_f_buffer(buffer), *size);

	RD_RETURN(err);
}
RD_F08(void, comm_attach_buffer)

void RD_F(comm_attach_buffer_c_f08)(const int *comm, void *buffer, const MPI_Count *size,
				    int *ierror)
{
	int err = RD_C(Comm_attach_buffer_c)(RD_COMM(*comm), rd_f_buffer(buffer), *size);

	RD_RETURN(err);
}

void RD_F(comm_detach_buffer)(const int *comm, void *buffer_addr, int *size, int *ierror)
{
	void *unused;
	int err = RD_C(Comm_detach_buffer)(RD_COMM(*comm), &unused, size);

	(void)buffer_addr;
	RD_RETURN(err);
}

void RD_F(comm_detach_buffer_f08)(const int *comm, void *buffer_addr, int *size, int *ierror)
{
	int err = RD_C(Comm_detach_buffer)(RD_COMM(*comm), buffer_addr, size);

	rd_f_detached(buffer_addr, err);
	RD_RETURN(err);
}

void RD_F(comm_detach_buffer_c_f08)(const int *comm, void *buffer_addr, MPI_Count *size,
				    int *ierror)
{
	int err = RD_C(Comm_detach_buffer_c)(RD_COMM(*comm), buffer_addr, size);

	rd_f_detached(buffer_addr, err);
	RD_RETURN(err);
}

void RD_F(comm_flush_buffer)(const int *comm, int *ierror)
{
	int err = RD_C(Comm_flush_buffer)(RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, comm_flush_buffer)

void RD_F(comm_iflush_buffer)(const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Comm_iflush_buffer)(RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, comm_iflush_buffer)

void RD_F(comm_set_info)(const int *comm, const int *info, int *ierror)
{
	int err = RD_C(Comm_set_info)(RD_COMM(*comm), RD_INFO(*info));

	RD_RETURN(err);
}
RD_F08(void, comm_set_info)

void RD_F(comm_get_info)(const int *comm, int *info_used, int *ierror)
{
	MPI_Info c_info_used = MPI_INFO_NULL;
	int err = RD_C(Comm_get_info)(RD_COMM(*comm), &c_info_used);

	if (!err)
		*info_used = RD_TOINT(Info, c_info_used);
	RD_RETURN(err);
}
RD_F08(void, comm_get_info)

void RD_F(comm_dup_with_info)(const int *comm, const int *info, int *newcomm, int *ierror)
{
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	int err = RD_C(Comm_dup_with_info)(RD_COMM(*comm), RD_INFO(*info), &c_newcomm);

	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	RD_RETURN(err);
}
RD_F08(void, comm_dup_with_info)

void RD_F(comm_disconnect)(int *comm, int *ierror)
{
	MPI_Comm c_comm = RD_COMM(*comm);
	int err = RD_C(Comm_disconnect)(&c_comm);

	*comm = RD_TOINT(Comm, c_comm);
	RD_RETURN(err);
}
RD_F08(void, comm_disconnect)

void RD_F(comm_get_parent)(int *parent, int *ierror)
{
	MPI_Comm c_parent = MPI_COMM_NULL;
	int err = RD_C(Comm_get_parent)(&c_parent);

	if (!err)
		*parent = RD_TOINT(Comm, c_parent);
	RD_RETURN(err);
}
RD_F08(void, comm_get_parent)

void RD_F(get_hw_resource_info)(int *hw_info, int *ierror)
{
	MPI_Info c_hw_info = MPI_INFO_NULL;
	int err = RD_C(Get_hw_resource_info)(&c_hw_info);

	if (!err)
		*hw_info = RD_TOINT(Info, c_hw_info);
	RD_RETURN(err);
}
RD_F08(void, get_hw_resource_info)

void RD_F(error_class)(const int *errorcode, int *errorclass, int *ierror)
{
	int err = RD_C(Error_class)(*errorcode, errorclass);

	RD_RETURN(err);
}
RD_F08(void, error_class)

void RD_F(error_string)(const int *errorcode, char *string, int *resultlen, int *ierror,
			size_t string_len)
{
	char c_string[MPI_MAX_ERROR_STRING];
	int err = RD_C(Error_string)(*errorcode, c_string, resultlen);

	if (!err)
		rd_f_text_back(c_string, string, string_len);
	RD_RETURN(err);
}
RD_F08(void, error_string)

void RD_F(add_error_class)(int *errorclass, int *ierror)
{
	int err = RD_C(Add_error_class)(errorclass);

	RD_RETURN(err);
}
RD_F08(void, add_error_class)

void RD_F(add_error_code)(const int *errorclass, int *errorcode, int *ierror)
{
	int err = RD_C(Add_error_code)(*errorclass, errorcode);

	RD_RETURN(err);
}
RD_F08(void, add_error_code)

void RD_F(add_error_string)(const int *errorcode, const char *string, int *ierror,
			    size_t string_len)
{
	char *c_string = rd_f_text(string, string_len);
	int err = RD_C(Add_error_string)(*errorcode, c_string);

	free(c_string);
	RD_RETURN(err);
}
RD_F08(void, add_error_string)

void RD_F(remove_error_class)(const int *errorclass, int *ierror)
{
	int err = RD_C(Remove_error_class)(*errorclass);

	RD_RETURN(err);
}
RD_F08(void, remove_error_class)

void RD_F(remove_error_code)(const int *errorcode, int *ierror)
{
	int err = RD_C(Remove_error_code)(*errorcode);

	RD_RETURN(err);
}
RD_F08(void, remove_error_code)

void RD_F(remove_error_string)(const int *errorcode, int *ierror)
{
	int err = RD_C(Remove_error_string)(*errorcode);

	RD_RETURN(err);
}
RD_F08(void, remove_error_string)

void RD_F(abi_get_version)(int *abi_major, int *abi_minor, int *ierror)
{
	int err = RD_C(Abi_get_version)(abi_major, abi_minor);

	RD_RETURN(err);
}
RD_F08(void, abi_get_version)

void RD_F(abi_get_info)(int *info, int *ierror)
{
	MPI_Info c_info = MPI_INFO_NULL;
	int err = RD_C(Abi_get_info)(&c_info);

	if (!err)
		*info = RD_TOINT(Info, c_info);
	RD_RETURN(err);
}
RD_F08(void, abi_get_info)

void RD_F(abi_get_fortran_info)(int *info, int *ierror)
{
	MPI_Info c_info = MPI_INFO_NULL;
	int err = RD_C(Abi_get_fortran_info)(&c_info);

	if (!err)
		*info = RD_TOINT(Info, c_info);
	RD_RETURN(err);
}
RD_F08(void, abi_get_fortran_info)

void RD_F(abi_set_fortran_info)(const int *info, int *ierror)
{
	int err = RD_C(Abi_set_fortran_info)(RD_INFO(*info));

	RD_RETURN(err);
}
RD_F08(void, abi_set_fortran_info)

void RD_F(grequest_complete)(const int *request, int *ierror)
{
	int err = RD_C(Grequest_complete)(RD_REQUEST(*request));

	RD_RETURN(err);
}
RD_F08(void, grequest_complete)

void RD_F(info_create)(int *info, int *ierror)
{
	MPI_Info c_info = MPI_INFO_NULL;
	int err = RD_C(Info_create)(&c_info);

	if (!err)
		*info = RD_TOINT(Info, c_info);
	RD_RETURN(err);
}
RD_F08(void, info_create)

void RD_F(info_dup)(const int *info, int *newinfo, int *ierror)
{
	MPI_Info c_newinfo = MPI_INFO_NULL;
	int err = RD_C(Info_dup)(RD_INFO(*info), &c_newinfo);

	if (!err)
		*newinfo = RD_TOINT(Info, c_newinfo);
	RD_RETURN(err);
}
RD_F08(void, info_dup)

void RD_F(info_free)(int *info, int *ierror)
{
	MPI_Info c_info = RD_INFO(*info);
	int err = RD_C(Info_free)(&c_info);

	*info = RD_TOINT(Info, c_info);
	RD_RETURN(err);
}
RD_F08(void, info_free)

void RD_F(info_set)(const int *info, const char *key, const char *value, int *ierror,
		    size_t key_len, size_t value_len)
{
	char *c_key = rd_f_word(key, key_len);
	char *c_value = rd_f_word(value, value_len);
	int err = RD_C(Info_set)(RD_INFO(*info), c_key, c_value);

	free(c_key);
	free(c_value);
	RD_RETURN(err);
}
RD_F08(void, info_set)

void RD_F(info_delete)(const int *info, const char *key, int *ierror, size_t key_len)
{
	char *c_key = rd_f_word(key, key_len);
	int err = RD_C(Info_delete)(RD_INFO(*info), c_key);

	free(c_key);
	RD_RETURN(err);
}
RD_F08(void, info_delete)

void RD_F(info_get_nkeys)(const int *info, int *nkeys, int *ierror)
{
	int err = RD_C(Info_get_nkeys)(RD_INFO(*info), nkeys);

	RD_RETURN(err);
}
RD_F08(void, info_get_nkeys)

void RD_F(info_get_nthkey)(const int *info, const int *n, char *key, int *ierror, size_t key_len)
{
	char c_key[MPI_MAX_INFO_KEY];
	int err = RD_C(Info_get_nthkey)(RD_INFO(*info), *n, c_key);

	if (!err)
		rd_f_text_back(c_key, key, key_len);
	RD_RETURN(err);
}
RD_F08(void, info_get_nthkey)

void RD_F(info_get_valuelen)(const int *info, const char *key, int *valuelen, int *flag,
			     int *ierror, size_t key_len)
{
	char *c_key = rd_f_word(key, key_len);
	int err = RD_C(Info_get_valuelen)(RD_INFO(*info), c_key, valuelen, flag);

	free(c_key);
	RD_RETURN(err);
}
RD_F08(void, info_get_valuelen)

void RD_F(comm_test_inter)(const int *comm, int *flag, int *ierror)
{
	int err = RD_C(Comm_test_inter)(RD_COMM(*comm), flag);

	RD_RETURN(err);
}
RD_F08(void, comm_test_inter)

void RD_F(comm_remote_size)(const int *comm, int *size, int *ierror)
{
	int err = RD_C(Comm_remote_size)(RD_COMM(*comm), size);

	RD_RETURN(err);
}
RD_F08(void, comm_remote_size)

void RD_F(comm_remote_group)(const int *comm, int *group, int *ierror)
{
	MPI_Group c_group = MPI_GROUP_NULL;
	int err = RD_C(Comm_remote_group)(RD_COMM(*comm), &c_group);

	if (!err)
		*group = RD_TOINT(Group, c_group);
	RD_RETURN(err);
}
RD_F08(void, comm_remote_group)

void RD_F(intercomm_create)(const int *local_comm, const int *local_leader, const int *peer_comm,
			    const int *remote_leader, const int *tag, int *newintercomm,
			    int *ierror)
{
	MPI_Comm c_newintercomm = MPI_COMM_NULL;
	int err = RD_C(Intercomm_create)(RD_COMM(*local_comm), *local_leader, RD_COMM(*peer_comm),
					 *remote_leader, *tag, &c_newintercomm);

	if (!err)
		*newintercomm = RD_TOINT(Comm, c_newintercomm);
	RD_RETURN(err);
}
RD_F08(void, intercomm_create)

void RD_F(intercomm_merge)(const int *intercomm, const int *high, int *newintracomm, int *ierror)
{
	MPI_Comm c_newintracomm = MPI_COMM_NULL;
	int err = RD_C(Intercomm_merge)(RD_COMM(*intercomm), *high, &c_newintracomm);

	if (!err)
		*newintracomm = RD_TOINT(Comm, c_newintracomm);
	RD_RETURN(err);
}
RD_F08(void, intercomm_merge)

void RD_F(comm_idup)(const int *comm, int *newcomm, int *request, int *ierror)
{
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Comm_idup)(RD_COMM(*comm), &c_newcomm, &c_request);

	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, comm_idup)

void RD_F(comm_idup_with_info)(const int *comm, const int *info, int *newcomm, int *request,
			       int *ierror)
{
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Comm_idup_with_info)(RD_COMM(*comm), RD_INFO(*info), &c_newcomm, &c_request);

	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, comm_idup_with_info)

void RD_F(comm_create_from_group)(const int *group, const char *stringtag, const int *info,
				  const int *errhandler, int *newcomm, int *ierror,
				  size_t stringtag_len)
{
	char *c_stringtag = rd_f_text(stringtag, stringtag_len);
	MPI_Comm c_newcomm = MPI_COMM_NULL;
	int err = RD_C(Comm_create_from_group)(RD_GROUP(*group), c_stringtag, RD_INFO(*info),
					       RD_ERRHANDLER(*errhandler), &c_newcomm);

	free(c_stringtag);
	if (!err)
		*newcomm = RD_TOINT(Comm, c_newcomm);
	RD_RETURN(err);
}
RD_F08(void, comm_create_from_group)

void RD_F(intercomm_create_from_groups)(const int *local_group, const int *local_leader,
					const int *remote_group, const int *remote_leader,
					const char *stringtag, const int *info,
					const int *errhandler, int *newintercomm, int *ierror,
					size_t stringtag_len)
{
	char *c_stringtag = rd_f_text(stringtag, stringtag_len);
	MPI_Comm c_newintercomm = MPI_COMM_NULL;
	int err = RD_C(Intercomm_create_from_groups)(RD_GROUP(*local_group), *local_leader,
						     RD_GROUP(*remote_group), *remote_leader,
						     c_stringtag, RD_INFO(*info),
						     RD_ERRHANDLER(*errhandler), &c_newintercomm);

	free(c_stringtag);
	if (!err)
		*newintercomm = RD_TOINT(Comm, c_newintercomm);
	RD_RETURN(err);
}
RD_F08(void, intercomm_create_from_groups)

void RD_F(session_init)(const int *info, const int *errhandler, int *session, int *ierror)
{
	MPI_Session c_session = MPI_SESSION_NULL;
	int err;

	rd_f_start();
	err = RD_C(Session_init)(RD_INFO(*info), RD_ERRHANDLER(*errhandler), &c_session);
	if (!err)
		*session = RD_TOINT(Session, c_session);
	RD_RETURN(err);
}
RD_F08(void, session_init)

void RD_F(session_finalize)(int *session, int *ierror)
{
	MPI_Session c_session = RD_SESSION(*session);
	int err = RD_C(Session_finalize)(&c_session);

	*session = RD_TOINT(Session, c_session);
	RD_RETURN(err);
}
RD_F08(void, session_finalize)

void RD_F(session_get_num_psets)(const int *session, const int *info, int *npset_names, int *ierror)
{
	int err = RD_C(Session_get_num_psets)(RD_SESSION(*session), RD_INFO(*info), npset_names);

	RD_RETURN(err);
}
RD_F08(void, session_get_num_psets)

void RD_F(session_get_info)(const int *session, int *info_used, int *ierror)
{
	MPI_Info c_info_used = MPI_INFO_NULL;
	int err = RD_C(Session_get_info)(RD_SESSION(*session), &c_info_used);

	if (!err)
		*info_used = RD_TOINT(Info, c_info_used);
	RD_RETURN(err);
}
RD_F08(void, session_get_info)

void RD_F(session_get_pset_info)(const int *session, const char *pset_name, int *info, int *ierror,
				 size_t pset_name_len)
{
	char *c_pset_name = rd_f_text(pset_name, pset_name_len);
	MPI_Info c_info = MPI_INFO_NULL;
	int err = RD_C(Session_get_pset_info)(RD_SESSION(*session), c_pset_name, &c_info);

	free(c_pset_name);
	if (!err)
		*info = RD_TOINT(Info, c_info);
	RD_RETURN(err);
}
RD_F08(void, session_get_pset_info)

void RD_F(group_from_session_pset)(const int *session, const char *pset_name, int *newgroup,
				   int *ierror, size_t pset_name_len)
{
	char *c_pset_name = rd_f_text(pset_name, pset_name_len);
	MPI_Group c_newgroup = MPI_GROUP_NULL;
	int err = RD_C(Group_from_session_pset)(RD_SESSION(*session), c_pset_name, &c_newgroup);

	free(c_pset_name);
	if (!err)
		*newgroup = RD_TOINT(Group, c_newgroup);
	RD_RETURN(err);
}
RD_F08(void, group_from_session_pset)

void RD_F(session_set_errhandler)(const int *session, const int *errhandler, int *ierror)
{
	int err = RD_C(Session_set_errhandler)(RD_SESSION(*session), RD_ERRHANDLER(*errhandler));

	RD_RETURN(err);
}
RD_F08(void, session_set_errhandler)

void RD_F(session_get_errhandler)(const int *session, int *errhandler, int *ierror)
{
	MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
	int err = RD_C(Session_get_errhandler)(RD_SESSION(*session), &c_errhandler);

	if (!err)
		*errhandler = RD_TOINT(Errhandler, c_errhandler);
	RD_RETURN(err);
}
RD_F08(void, session_get_errhandler)

void RD_F(session_call_errhandler)(const int *session, const int *errorcode, int *ierror)
{
	int err = RD_C(Session_call_errhandler)(RD_SESSION(*session), *errorcode);

	RD_RETURN(err);
}
RD_F08(void, session_call_errhandler)

void RD_F(session_attach_buffer)(const int *session, void *buffer, const int *size, int *ierror)
{
	int err = RD_C(Session_attach_buffer)(RD_SESSION(*session), rd_f_buffer(buffer), *size);

	RD_RETURN(err);
}
RD_F08(void, session_attach_buffer)

void RD_F(session_attach_buffer_c_f08)(const int *session, void *buffer, const MPI_Count *size,
				       int *ierror)
{
	int err = RD_C(Session_attach_buffer_c)(RD_SESSION(*session), rd_f_buffer(buffer), *size);

	RD_RETURN(err);
}

void RD_F(session_detach_buffer)(const int *session, void *buffer_addr, int *size, int *ierror)
{
	void *unused;
	int err = RD_C(Session_detach_buffer)(RD_SESSION(*session), &unused, size);

	(void)buffer_addr;
	RD_RETURN(err);
}

void RD_F(session_detach_buffer_f08)(const int *session, void *buffer_addr, int *size, int *ierror)
{
	int err = RD_C(Session_detach_buffer)(RD_SESSION(*session), buffer_addr, size);

	rd_f_detached(buffer_addr, err);
	RD_RETURN(err);
}

void RD_F(session_detach_buffer_c_f08)(const int *session, void *buffer_addr, MPI_Count *size,
				       int *ierror)
{
	int err = RD_C(Session_detach_buffer_c)(RD_SESSION(*session), buffer_addr, size);

	rd_f_detached(buffer_addr, err);
	RD_RETURN(err);
}

void RD_F(session_flush_buffer)(const int *session, int *ierror)
{
	int err = RD_C(Session_flush_buffer)(RD_SESSION(*session));

	RD_RETURN(err);
}
RD_F08(void, session_flush_buffer)

void RD_F(session_iflush_buffer)(const int *session, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Session_iflush_buffer)(RD_SESSION(*session), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, session_iflush_buffer)

void RD_F(file_open)(const int *comm, const char *filename, const int *amode, const int *info,
		     int *fh, int *ierror, size_t filename_len)
{
	char *c_filename = rd_f_text(filename, filename_len);
	MPI_File c_fh = MPI_FILE_NULL;
	int err = RD_C(File_open)(RD_COMM(*comm), c_filename, *amode, RD_INFO(*info), &c_fh);

	free(c_filename);
	if (!err)
		*fh = RD_TOINT(File, c_fh);
	RD_RETURN(err);
}
RD_F08(void, file_open)

void RD_F(file_close)(int *fh, int *ierror)
{
	MPI_File c_fh = RD_FILE(*fh);
	int err = RD_C(File_close)(&c_fh);

	*fh = RD_TOINT(File, c_fh);
	RD_RETURN(err);
}
RD_F08(void, file_close)

void RD_F(file_delete)(const char *filename, const int *info, int *ierror, size_t filename_len)
{
	char *c_filename = rd_f_text(filename, filename_len);
	int err = RD_C(File_delete)(c_filename, RD_INFO(*info));

	free(c_filename);
	RD_RETURN(err);
}
RD_F08(void, file_delete)

void RD_F(file_set_size)(const int *fh, const MPI_Offset *size, int *ierror)
{
	int err = RD_C(File_set_size)(RD_FILE(*fh), *size);

	RD_RETURN(err);
}
RD_F08(void, file_set_size)

void RD_F(file_preallocate)(const int *fh, const MPI_Offset *size, int *ierror)
{
	int err = RD_C(File_preallocate)(RD_FILE(*fh), *size);

	RD_RETURN(err);
}
RD_F08(void, file_preallocate)

void RD_F(file_get_size)(const int *fh, MPI_Offset *size, int *ierror)
{
	int err = RD_C(File_get_size)(RD_FILE(*fh), size);

	RD_RETURN(err);
}
RD_F08(void, file_get_size)

void RD_F(file_get_group)(const int *fh, int *group, int *ierror)
{
	MPI_Group c_group = MPI_GROUP_NULL;
	int err = RD_C(File_get_group)(RD_FILE(*fh), &c_group);

	if (!err)
		*group = RD_TOINT(Group, c_group);
	RD_RETURN(err);
}
RD_F08(void, file_get_group)

void RD_F(file_get_amode)(const int *fh, int *amode, int *ierror)
{
	int err = RD_C(File_get_amode)(RD_FILE(*fh), amode);

	RD_RETURN(err);
}
RD_F08(void, file_get_amode)

void RD_F(file_set_info)(const int *fh, const int *info, int *ierror)
{
	int err = RD_C(File_set_info)(RD_FILE(*fh), RD_INFO(*info));

	RD_RETURN(err);
}
RD_F08(void, file_set_info)

void RD_F(file_get_info)(const int *fh, int *info_used, int *ierror)
{
	MPI_Info c_info_used = MPI_INFO_NULL;
	int err = RD_C(File_get_info)(RD_FILE(*fh), &c_info_used);

	if (!err)
		*info_used = RD_TOINT(Info, c_info_used);
	RD_RETURN(err);
}
RD_F08(void, file_get_info)

void RD_F(file_set_view)(const int *fh, const MPI_Offset *disp, const int *etype,
			 const int *filetype, const char *datarep, const int *info, int *ierror,
			 size_t datarep_len)
{
	char *c_datarep = rd_f_text(datarep, datarep_len);
	int err = RD_C(File_set_view)(RD_FILE(*fh), *disp, RD_TYPE(*etype), RD_TYPE(*filetype),
				      c_datarep, RD_INFO(*info));

	free(c_datarep);
	RD_RETURN(err);
}
RD_F08(void, file_set_view)

void RD_F(file_get_view)(const int *fh, MPI_Offset *disp, int *etype, int *filetype, char *datarep,
			 int *ierror, size_t datarep_len)
{
	MPI_Datatype c_etype = MPI_DATATYPE_NULL;
	MPI_Datatype c_filetype = MPI_DATATYPE_NULL;
	char c_datarep[MPI_MAX_DATAREP_STRING];
	int err = RD_C(File_get_view)(RD_FILE(*fh), disp, &c_etype, &c_filetype, c_datarep);

	if (!err)
		*etype = RD_TOINT(Type, c_etype);
	if (!err)
		*filetype = RD_TOINT(Type, c_filetype);
	if (!err)
		rd_f_text_back(c_datarep, datarep, datarep_len);
	RD_RETURN(err);
}
RD_F08(void, file_get_view)

void RD_F(file_seek)(const int *fh, const MPI_Offset *offset, const int *whence, int *ierror)
{
	int err = RD_C(File_seek)(RD_FILE(*fh), *offset, *whence);

	RD_RETURN(err);
}
RD_F08(void, file_seek)

void RD_F(file_get_position)(const int *fh, MPI_Offset *offset, int *ierror)
{
	int err = RD_C(File_get_position)(RD_FILE(*fh), offset);

	RD_RETURN(err);
}
RD_F08(void, file_get_position)

void RD_F(file_get_byte_offset)(const int *fh, const MPI_Offset *offset, MPI_Offset *disp,
				int *ierror)
{
	int err = RD_C(File_get_byte_offset)(RD_FILE(*fh), *offset, disp);

	RD_RETURN(err);
}
RD_F08(void, file_get_byte_offset)

void RD_F(file_get_type_extent)(const int *fh, const int *datatype, MPI_Aint *extent, int *ierror)
{
	int err = RD_C(File_get_type_extent)(RD_FILE(*fh), RD_TYPE(*datatype), extent);

	RD_RETURN(err);
}
RD_F08(void, file_get_type_extent)

void RD_F(file_get_type_extent_c_f08)(const int *fh, const int *datatype, MPI_Count *extent,
				      int *ierror)
{
	int err = RD_C(File_get_type_extent_c)(RD_FILE(*fh), RD_TYPE(*datatype), extent);

	RD_RETURN(err);
}

void RD_F(file_sync)(const int *fh, int *ierror)
{
	int err = RD_C(File_sync)(RD_FILE(*fh));

	RD_RETURN(err);
}
RD_F08(void, file_sync)

void RD_F(file_set_errhandler)(const int *file, const int *errhandler, int *ierror)
{
	int err = RD_C(File_set_errhandler)(RD_FILE(*file), RD_ERRHANDLER(*errhandler));

	RD_RETURN(err);
}
RD_F08(void, file_set_errhandler)

void RD_F(file_get_errhandler)(const int *file, int *errhandler, int *ierror)
{
	MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
	int err = RD_C(File_get_errhandler)(RD_FILE(*file), &c_errhandler);

	if (!err)
		*errhandler = RD_TOINT(Errhandler, c_errhandler);
	RD_RETURN(err);
}
RD_F08(void, file_get_errhandler)

void RD_F(file_call_errhandler)(const int *fh, const int *errorcode, int *ierror)
{
	int err = RD_C(File_call_errhandler)(RD_FILE(*fh), *errorcode);

	RD_RETURN(err);
}
RD_F08(void, file_call_errhandler)

void RD_F(file_read_at)(const int *fh, const MPI_Offset *offset, void *buf, const int *count,
			const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_read_at)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
				     RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_read_at)

void RD_F(file_read_at_c_f08)(const int *fh, const MPI_Offset *offset, void *buf,
			      const MPI_Count *count, const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_read_at_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
				       RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_write_at)(const int *fh, const MPI_Offset *offset, const void *buf, const int *count,
			 const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_write_at)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
				      RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_write_at)

void RD_F(file_write_at_c_f08)(const int *fh, const MPI_Offset *offset, const void *buf,
			       const MPI_Count *count, const int *datatype, int *status,
			       int *ierror)
{
	int err = RD_C(File_write_at_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_read)(const int *fh, void *buf, const int *count, const int *datatype, int *status,
		     int *ierror)
{
	int err = RD_C(File_read)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				  RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_read)

void RD_F(file_read_c_f08)(const int *fh, void *buf, const MPI_Count *count, const int *datatype,
			   int *status, int *ierror)
{
	int err = RD_C(File_read_c)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				    RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_write)(const int *fh, const void *buf, const int *count, const int *datatype,
		      int *status, int *ierror)
{
	int err = RD_C(File_write)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				   RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_write)

void RD_F(file_write_c_f08)(const int *fh, const void *buf, const MPI_Count *count,
			    const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_write_c)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				     RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_read_at_all)(const int *fh, const MPI_Offset *offset, void *buf, const int *count,
			    const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_read_at_all)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					 RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_read_at_all)

void RD_F(file_read_at_all_c_f08)(const int *fh, const MPI_Offset *offset, void *buf,
				  const MPI_Count *count, const int *datatype, int *status,
				  int *ierror)
{
	int err = RD_C(File_read_at_all_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					   RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_write_at_all)(const int *fh, const MPI_Offset *offset, const void *buf,
			     const int *count, const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_write_at_all)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					  RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_write_at_all)

void RD_F(file_write_at_all_c_f08)(const int *fh, const MPI_Offset *offset, const void *buf,
				   const MPI_Count *count, const int *datatype, int *status,
				   int *ierror)
{
	int err = RD_C(File_write_at_all_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					    RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_read_all)(const int *fh, void *buf, const int *count, const int *datatype,
			 int *status, int *ierror)
{
	int err = RD_C(File_read_all)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				      RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_read_all)

void RD_F(file_read_all_c_f08)(const int *fh, void *buf, const MPI_Count *count,
			       const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_read_all_c)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
					RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_write_all)(const int *fh, const void *buf, const int *count, const int *datatype,
			  int *status, int *ierror)
{
	int err = RD_C(File_write_all)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				       RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_write_all)

void RD_F(file_write_all_c_f08)(const int *fh, const void *buf, const MPI_Count *count,
				const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_write_all_c)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
					 RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_iread_at)(const int *fh, const MPI_Offset *offset, void *buf, const int *count,
			 const int *datatype, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_at)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
				      RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iread_at)

void RD_F(file_iread_at_c_f08)(const int *fh, const MPI_Offset *offset, void *buf,
			       const MPI_Count *count, const int *datatype, int *request,
			       int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_at_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_iwrite_at)(const int *fh, const MPI_Offset *offset, const void *buf,
			  const int *count, const int *datatype, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_at)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
				       RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iwrite_at)

void RD_F(file_iwrite_at_c_f08)(const int *fh, const MPI_Offset *offset, const void *buf,
				const MPI_Count *count, const int *datatype, int *request,
				int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_at_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					 RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_iread)(const int *fh, void *buf, const int *count, const int *datatype, int *request,
		      int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				   &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iread)

void RD_F(file_iread_c_f08)(const int *fh, void *buf, const MPI_Count *count, const int *datatype,
			    int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_c)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				     &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_iwrite)(const int *fh, const void *buf, const int *count, const int *datatype,
		       int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iwrite)

void RD_F(file_iwrite_c_f08)(const int *fh, const void *buf, const MPI_Count *count,
			     const int *datatype, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_c)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				      &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_iread_at_all)(const int *fh, const MPI_Offset *offset, void *buf, const int *count,
			     const int *datatype, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_at_all)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					  RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iread_at_all)

void RD_F(file_iread_at_all_c_f08)(const int *fh, const MPI_Offset *offset, void *buf,
				   const MPI_Count *count, const int *datatype, int *request,
				   int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_at_all_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					    RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_iwrite_at_all)(const int *fh, const MPI_Offset *offset, const void *buf,
			      const int *count, const int *datatype, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_at_all)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					   RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iwrite_at_all)

void RD_F(file_iwrite_at_all_c_f08)(const int *fh, const MPI_Offset *offset, const void *buf,
				    const MPI_Count *count, const int *datatype, int *request,
				    int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_at_all_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					     RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_iread_all)(const int *fh, void *buf, const int *count, const int *datatype,
			  int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_all)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
				       &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iread_all)

void RD_F(file_iread_all_c_f08)(const int *fh, void *buf, const MPI_Count *count,
				const int *datatype, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_all_c)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
					 &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_iwrite_all)(const int *fh, const void *buf, const int *count, const int *datatype,
			   int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_all)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
					&c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iwrite_all)

void RD_F(file_iwrite_all_c_f08)(const int *fh, const void *buf, const MPI_Count *count,
				 const int *datatype, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_all_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					  RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_read_at_all_begin)(const int *fh, const MPI_Offset *offset, void *buf,
				  const int *count, const int *datatype, int *ierror)
{
	int err = RD_C(File_read_at_all_begin)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
					       RD_TYPE(*datatype));

	RD_RETURN(err);
}
RD_F08(void, file_read_at_all_begin)

void RD_F(file_read_at_all_begin_c_f08)(const int *fh, const MPI_Offset *offset, void *buf,
					const MPI_Count *count, const int *datatype, int *ierror)
{
	int err = RD_C(File_read_at_all_begin_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
						 RD_TYPE(*datatype));

	RD_RETURN(err);
}

void RD_F(file_read_at_all_end)(const int *fh, void *buf, int *status, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_read_at_all_end)(RD_FILE(*fh), rd_f_buffer(buf), RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, file_read_at_all_end)

void RD_F(file_write_at_all_begin)(const int *fh, const MPI_Offset *offset, const void *buf,
				   const int *count, const int *datatype, int *ierror)
{
	int err = RD_C(File_write_at_all_begin)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
						RD_TYPE(*datatype));

	RD_RETURN(err);
}
RD_F08(void, file_write_at_all_begin)

void RD_F(file_write_at_all_begin_c_f08)(const int *fh, const MPI_Offset *offset, const void *buf,
					 const MPI_Count *count, const int *datatype, int *ierror)
{
	int err = RD_C(File_write_at_all_begin_c)(RD_FILE(*fh), *offset, rd_f_buffer(buf), *count,
						  RD_TYPE(*datatype));

	RD_RETURN(err);
}

void RD_F(file_write_at_all_end)(const int *fh, const void *buf, int *status, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_write_at_all_end)(RD_FILE(*fh), rd_f_buffer(buf), RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, file_write_at_all_end)

void RD_F(file_read_all_begin)(const int *fh, void *buf, const int *count, const int *datatype,
			       int *ierror)
{
	int err = RD_C(File_read_all_begin)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					    RD_TYPE(*datatype));

	RD_RETURN(err);
}
RD_F08(void, file_read_all_begin)

void RD_F(file_read_all_begin_c_f08)(const int *fh, void *buf, const MPI_Count *count,
				     const int *datatype, int *ierror)
{
	int err = RD_C(File_read_all_begin_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					      RD_TYPE(*datatype));

	RD_RETURN(err);
}

void RD_F(file_read_all_end)(const int *fh, void *buf, int *status, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_read_all_end)(RD_FILE(*fh), rd_f_buffer(buf), RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, file_read_all_end)

void RD_F(file_write_all_begin)(const int *fh, const void *buf, const int *count,
				const int *datatype, int *ierror)
{
	int err = RD_C(File_write_all_begin)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					     RD_TYPE(*datatype));

	RD_RETURN(err);
}
RD_F08(void, file_write_all_begin)

void RD_F(file_write_all_begin_c_f08)(const int *fh, const void *buf, const MPI_Count *count,
				      const int *datatype, int *ierror)
{
	int err = RD_C(File_write_all_begin_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					       RD_TYPE(*datatype));

	RD_RETURN(err);
}

void RD_F(file_write_all_end)(const int *fh, const void *buf, int *status, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_write_all_end)(RD_FILE(*fh), rd_f_buffer(buf), RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, file_write_all_end)

void RD_F(file_read_shared)(const int *fh, void *buf, const int *count, const int *datatype,
			    int *status, int *ierror)
{
	int err = RD_C(File_read_shared)(RD_FILE(*fh), rd_f_buffer(buf), *count, RD_TYPE(*datatype),
					 RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_read_shared)

void RD_F(file_read_shared_c_f08)(const int *fh, void *buf, const MPI_Count *count,
				  const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_read_shared_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					   RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_write_shared)(const int *fh, const void *buf, const int *count, const int *datatype,
			     int *status, int *ierror)
{
	int err = RD_C(File_write_shared)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					  RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_write_shared)

void RD_F(file_write_shared_c_f08)(const int *fh, const void *buf, const MPI_Count *count,
				   const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_write_shared_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					    RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_iread_shared)(const int *fh, void *buf, const int *count, const int *datatype,
			     int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_shared)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					  RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iread_shared)

void RD_F(file_iread_shared_c_f08)(const int *fh, void *buf, const MPI_Count *count,
				   const int *datatype, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iread_shared_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					    RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_iwrite_shared)(const int *fh, const void *buf, const int *count, const int *datatype,
			      int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_shared)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					   RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, file_iwrite_shared)

void RD_F(file_iwrite_shared_c_f08)(const int *fh, const void *buf, const MPI_Count *count,
				    const int *datatype, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(File_iwrite_shared_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					     RD_TYPE(*datatype), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(file_read_ordered)(const int *fh, void *buf, const int *count, const int *datatype,
			     int *status, int *ierror)
{
	int err = RD_C(File_read_ordered)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					  RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_read_ordered)

void RD_F(file_read_ordered_c_f08)(const int *fh, void *buf, const MPI_Count *count,
				   const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_read_ordered_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					    RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_write_ordered)(const int *fh, const void *buf, const int *count, const int *datatype,
			      int *status, int *ierror)
{
	int err = RD_C(File_write_ordered)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					   RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}
RD_F08(void, file_write_ordered)

void RD_F(file_write_ordered_c_f08)(const int *fh, const void *buf, const MPI_Count *count,
				    const int *datatype, int *status, int *ierror)
{
	int err = RD_C(File_write_ordered_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
					     RD_TYPE(*datatype), RD_STATUS(status));

	RD_RETURN(err);
}

void RD_F(file_read_ordered_begin)(const int *fh, void *buf, const int *count, const int *datatype,
				   int *ierror)
{
	int err = RD_C(File_read_ordered_begin)(RD_FILE(*fh), rd_f_buffer(buf), *count,
						RD_TYPE(*datatype));

	RD_RETURN(err);
}
RD_F08(void, file_read_ordered_begin)

void RD_F(file_read_ordered_begin_c_f08)(const int *fh, void *buf, const MPI_Count *count,
					 const int *datatype, int *ierror)
{
	int err = RD_C(File_read_ordered_begin_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
						  RD_TYPE(*datatype));

	RD_RETURN(err);
}

void RD_F(file_read_ordered_end)(const int *fh, void *buf, int *status, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_read_ordered_end)(RD_FILE(*fh), rd_f_buffer(buf), RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, file_read_ordered_end)

void RD_F(file_write_ordered_begin)(const int *fh, const void *buf, const int *count,
				    const int *datatype, int *ierror)
{
	int err = RD_C(File_write_ordered_begin)(RD_FILE(*fh), rd_f_buffer(buf), *count,
						 RD_TYPE(*datatype));

	RD_RETURN(err);
}
RD_F08(void, file_write_ordered_begin)

void RD_F(file_write_ordered_begin_c_f08)(const int *fh, const void *buf, const MPI_Count *count,
					  const int *datatype, int *ierror)
{
	int err = RD_C(File_write_ordered_begin_c)(RD_FILE(*fh), rd_f_buffer(buf), *count,
						   RD_TYPE(*datatype));

	RD_RETURN(err);
}

void RD_F(file_write_ordered_end)(const int *fh, const void *buf, int *status, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(File_write_ordered_end)(RD_FILE(*fh), rd_f_buffer(buf), RD_STATUS(status));

	if (!err)
		RD_PEND(sync, RD_PEND_FILE, *fh, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, file_write_ordered_end)

void RD_F(file_seek_shared)(const int *fh, const MPI_Offset *offset, const int *whence, int *ierror)
{
	int err = RD_C(File_seek_shared)(RD_FILE(*fh), *offset, *whence);

	RD_RETURN(err);
}
RD_F08(void, file_seek_shared)

void RD_F(file_get_position_shared)(const int *fh, MPI_Offset *offset, int *ierror)
{
	int err = RD_C(File_get_position_shared)(RD_FILE(*fh), offset);

	RD_RETURN(err);
}
RD_F08(void, file_get_position_shared)

void RD_F(file_set_atomicity)(const int *fh, const int *flag, int *ierror)
{
	int err = RD_C(File_set_atomicity)(RD_FILE(*fh), *flag);

	RD_RETURN(err);
}
RD_F08(void, file_set_atomicity)

void RD_F(file_get_atomicity)(const int *fh, int *flag, int *ierror)
{
	int err = RD_C(File_get_atomicity)(RD_FILE(*fh), flag);

	RD_RETURN(err);
}
RD_F08(void, file_get_atomicity)

void RD_F(ibarrier)(const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ibarrier)(RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ibarrier)

void RD_F(ibcast)(void *buffer, const int *count, const int *datatype, const int *root,
		  const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ibcast)(rd_f_buffer(buffer), *count, RD_TYPE(*datatype), *root,
			       RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ibcast)

void RD_F(ibcast_c_f08)(void *buffer, const MPI_Count *count, const int *datatype, const int *root,
			const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ibcast_c)(rd_f_buffer(buffer), *count, RD_TYPE(*datatype), *root,
				 RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(igather)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		   const int *recvcount, const int *recvtype, const int *root, const int *comm,
		   int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Igather)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, igather)

void RD_F(igather_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			 void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			 const int *root, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Igather_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				  rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				  RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(igatherv)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		    const int *recvcounts, const int *displs, const int *recvtype, const int *root,
		    const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Igatherv)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				 rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype),
				 *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, igatherv)

void RD_F(igatherv_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			  void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
			  const int *recvtype, const int *root, const int *comm, int *request,
			  int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Igatherv_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				   rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype),
				   *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(iscatter)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		    const int *recvcount, const int *recvtype, const int *root, const int *comm,
		    int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscatter)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				 rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				 RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, iscatter)

void RD_F(iscatter_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			  void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			  const int *root, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscatter_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				   rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				   RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(iscatterv)(const void *sendbuf, const int *sendcounts, const int *displs,
		     const int *sendtype, void *recvbuf, const int *recvcount, const int *recvtype,
		     const int *root, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscatterv)(rd_f_buffer(sendbuf), sendcounts, displs, RD_TYPE(*sendtype),
				  rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				  RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, iscatterv)

void RD_F(iscatterv_c_f08)(const void *sendbuf, const MPI_Count *sendcounts, const MPI_Aint *displs,
			   const int *sendtype, void *recvbuf, const MPI_Count *recvcount,
			   const int *recvtype, const int *root, const int *comm, int *request,
			   int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscatterv_c)(rd_f_buffer(sendbuf), sendcounts, displs, RD_TYPE(*sendtype),
				    rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				    RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(iallgather)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		      const int *recvcount, const int *recvtype, const int *comm, int *request,
		      int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallgather)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				   rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				   RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, iallgather)

void RD_F(iallgather_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			    void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			    const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallgather_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				     rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				     RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(iallgatherv)(const void *sendbuf, const int *sendcount, const int *sendtype,
		       void *recvbuf, const int *recvcounts, const int *displs, const int *recvtype,
		       const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallgatherv)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				    rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype),
				    RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, iallgatherv)

void RD_F(iallgatherv_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			     void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
			     const int *recvtype, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallgatherv_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				      rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype),
				      RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ialltoall)(const void *sendbuf, const int *sendcount, const int *sendtype, void *recvbuf,
		     const int *recvcount, const int *recvtype, const int *comm, int *request,
		     int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoall)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				  rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				  RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ialltoall)

void RD_F(ialltoall_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			   void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			   const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoall_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				    rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				    RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ialltoallv)(const void *sendbuf, const int *sendcounts, const int *sdispls,
		      const int *sendtype, void *recvbuf, const int *recvcounts, const int *rdispls,
		      const int *recvtype, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoallv)(rd_f_buffer(sendbuf), sendcounts, sdispls, RD_TYPE(*sendtype),
				   rd_f_buffer(recvbuf), recvcounts, rdispls, RD_TYPE(*recvtype),
				   RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ialltoallv)

void RD_F(ialltoallv_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
			    const MPI_Aint *sdispls, const int *sendtype, void *recvbuf,
			    const MPI_Count *recvcounts, const MPI_Aint *rdispls,
			    const int *recvtype, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoallv_c)(rd_f_buffer(sendbuf), sendcounts, sdispls, RD_TYPE(*sendtype),
				     rd_f_buffer(recvbuf), recvcounts, rdispls, RD_TYPE(*recvtype),
				     RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ialltoallw)(const void *sendbuf, const int *sendcounts, const int *sdispls,
		      const int *sendtypes, void *recvbuf, const int *recvcounts,
		      const int *rdispls, const int *recvtypes, const int *comm, int *request,
		      int *ierror)
{
	int n_sendtypes = rd_f_if_not_in_place(sendbuf, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoallw)(rd_f_buffer(sendbuf), sendcounts, sdispls, c_sendtypes,
				   rd_f_buffer(recvbuf), recvcounts, rdispls, c_recvtypes,
				   RD_COMM(*comm), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ialltoallw)

void RD_F(ialltoallw_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
			    const MPI_Aint *sdispls, const int *sendtypes, void *recvbuf,
			    const MPI_Count *recvcounts, const MPI_Aint *rdispls,
			    const int *recvtypes, const int *comm, int *request, int *ierror)
{
	int n_sendtypes = rd_f_if_not_in_place(sendbuf, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ialltoallw_c)(rd_f_buffer(sendbuf), sendcounts, sdispls, c_sendtypes,
				     rd_f_buffer(recvbuf), recvcounts, rdispls, c_recvtypes,
				     RD_COMM(*comm), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ireduce)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		   const int *op, const int *root, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				RD_TYPE(*datatype), RD_OP(*op), *root, RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ireduce)

void RD_F(ireduce_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
			 const int *datatype, const int *op, const int *root, const int *comm,
			 int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				  RD_TYPE(*datatype), RD_OP(*op), *root, RD_COMM(*comm),
				  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(iallreduce)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		      const int *op, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallreduce)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				   RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, iallreduce)

void RD_F(iallreduce_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
			    const int *datatype, const int *op, const int *comm, int *request,
			    int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iallreduce_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				     RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(iscan)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		 const int *op, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscan)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
			      RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, iscan)

void RD_F(iscan_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
		       const int *datatype, const int *op, const int *comm, int *request,
		       int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iscan_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(iexscan)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		   const int *op, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iexscan)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, iexscan)

void RD_F(iexscan_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
			 const int *datatype, const int *op, const int *comm, int *request,
			 int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Iexscan_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				  RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ireduce_scatter)(const void *sendbuf, void *recvbuf, const int *recvcounts,
			   const int *datatype, const int *op, const int *comm, int *request,
			   int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_scatter)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), recvcounts,
					RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ireduce_scatter)

void RD_F(ireduce_scatter_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *recvcounts,
				 const int *datatype, const int *op, const int *comm, int *request,
				 int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_scatter_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), recvcounts,
					  RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm),
					  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ireduce_scatter_block)(const void *sendbuf, void *recvbuf, const int *recvcount,
				 const int *datatype, const int *op, const int *comm, int *request,
				 int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_scatter_block)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf),
					      *recvcount, RD_TYPE(*datatype), RD_OP(*op),
					      RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ireduce_scatter_block)

void RD_F(ireduce_scatter_block_c_f08)(const void *sendbuf, void *recvbuf,
				       const MPI_Count *recvcount, const int *datatype,
				       const int *op, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ireduce_scatter_block_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf),
						*recvcount, RD_TYPE(*datatype), RD_OP(*op),
						RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(barrier_init)(const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Barrier_init)(RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, barrier_init)

void RD_F(bcast_init)(void *buffer, const int *count, const int *datatype, const int *root,
		      const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Bcast_init)(rd_f_buffer(buffer), *count, RD_TYPE(*datatype), *root,
				   RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, bcast_init)

void RD_F(bcast_init_c_f08)(void *buffer, const MPI_Count *count, const int *datatype,
			    const int *root, const int *comm, const int *info, int *request,
			    int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Bcast_init_c)(rd_f_buffer(buffer), *count, RD_TYPE(*datatype), *root,
				     RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(gather_init)(const void *sendbuf, const int *sendcount, const int *sendtype,
		       void *recvbuf, const int *recvcount, const int *recvtype, const int *root,
		       const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Gather_init)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				    rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				    RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, gather_init)

void RD_F(gather_init_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			     void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			     const int *root, const int *comm, const int *info, int *request,
			     int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Gather_init_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				      rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				      RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(gatherv_init)(const void *sendbuf, const int *sendcount, const int *sendtype,
			void *recvbuf, const int *recvcounts, const int *displs,
			const int *recvtype, const int *root, const int *comm, const int *info,
			int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Gatherv_init)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				     rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype),
				     *root, RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, gatherv_init)

void RD_F(gatherv_init_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			      void *recvbuf, const MPI_Count *recvcounts, const MPI_Aint *displs,
			      const int *recvtype, const int *root, const int *comm,
			      const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Gatherv_init_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				       rd_f_buffer(recvbuf), recvcounts, displs, RD_TYPE(*recvtype),
				       *root, RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(scatter_init)(const void *sendbuf, const int *sendcount, const int *sendtype,
			void *recvbuf, const int *recvcount, const int *recvtype, const int *root,
			const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scatter_init)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				     rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				     RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, scatter_init)

void RD_F(scatter_init_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			      void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			      const int *root, const int *comm, const int *info, int *request,
			      int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scatter_init_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				       rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				       RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(scatterv_init)(const void *sendbuf, const int *sendcounts, const int *displs,
			 const int *sendtype, void *recvbuf, const int *recvcount,
			 const int *recvtype, const int *root, const int *comm, const int *info,
			 int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scatterv_init)(rd_f_buffer(sendbuf), sendcounts, displs, RD_TYPE(*sendtype),
				      rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype), *root,
				      RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, scatterv_init)

void RD_F(scatterv_init_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
			       const MPI_Aint *displs, const int *sendtype, void *recvbuf,
			       const MPI_Count *recvcount, const int *recvtype, const int *root,
			       const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scatterv_init_c)(rd_f_buffer(sendbuf), sendcounts, displs,
					RD_TYPE(*sendtype), rd_f_buffer(recvbuf), *recvcount,
					RD_TYPE(*recvtype), *root, RD_COMM(*comm), RD_INFO(*info),
					&c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(allgather_init)(const void *sendbuf, const int *sendcount, const int *sendtype,
			  void *recvbuf, const int *recvcount, const int *recvtype, const int *comm,
			  const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allgather_init)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				       rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				       RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, allgather_init)

void RD_F(allgather_init_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
				const int *sendtype, void *recvbuf, const MPI_Count *recvcount,
				const int *recvtype, const int *comm, const int *info, int *request,
				int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allgather_init_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					 rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					 RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(allgatherv_init)(const void *sendbuf, const int *sendcount, const int *sendtype,
			   void *recvbuf, const int *recvcounts, const int *displs,
			   const int *recvtype, const int *comm, const int *info, int *request,
			   int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allgatherv_init)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					rd_f_buffer(recvbuf), recvcounts, displs,
					RD_TYPE(*recvtype), RD_COMM(*comm), RD_INFO(*info),
					&c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, allgatherv_init)

void RD_F(allgatherv_init_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
				 const int *sendtype, void *recvbuf, const MPI_Count *recvcounts,
				 const MPI_Aint *displs, const int *recvtype, const int *comm,
				 const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allgatherv_init_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					  rd_f_buffer(recvbuf), recvcounts, displs,
					  RD_TYPE(*recvtype), RD_COMM(*comm), RD_INFO(*info),
					  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(alltoall_init)(const void *sendbuf, const int *sendcount, const int *sendtype,
			 void *recvbuf, const int *recvcount, const int *recvtype, const int *comm,
			 const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoall_init)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
				      rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
				      RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, alltoall_init)

void RD_F(alltoall_init_c_f08)(const void *sendbuf, const MPI_Count *sendcount, const int *sendtype,
			       void *recvbuf, const MPI_Count *recvcount, const int *recvtype,
			       const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoall_init_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(alltoallv_init)(const void *sendbuf, const int *sendcounts, const int *sdispls,
			  const int *sendtype, void *recvbuf, const int *recvcounts,
			  const int *rdispls, const int *recvtype, const int *comm, const int *info,
			  int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoallv_init)(rd_f_buffer(sendbuf), sendcounts, sdispls,
				       RD_TYPE(*sendtype), rd_f_buffer(recvbuf), recvcounts,
				       rdispls, RD_TYPE(*recvtype), RD_COMM(*comm), RD_INFO(*info),
				       &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, alltoallv_init)

void RD_F(alltoallv_init_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
				const MPI_Aint *sdispls, const int *sendtype, void *recvbuf,
				const MPI_Count *recvcounts, const MPI_Aint *rdispls,
				const int *recvtype, const int *comm, const int *info, int *request,
				int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoallv_init_c)(rd_f_buffer(sendbuf), sendcounts, sdispls,
					 RD_TYPE(*sendtype), rd_f_buffer(recvbuf), recvcounts,
					 rdispls, RD_TYPE(*recvtype), RD_COMM(*comm),
					 RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(alltoallw_init)(const void *sendbuf, const int *sendcounts, const int *sdispls,
			  const int *sendtypes, void *recvbuf, const int *recvcounts,
			  const int *rdispls, const int *recvtypes, const int *comm,
			  const int *info, int *request, int *ierror)
{
	int n_sendtypes = rd_f_if_not_in_place(sendbuf, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoallw_init)(rd_f_buffer(sendbuf), sendcounts, sdispls, c_sendtypes,
				       rd_f_buffer(recvbuf), recvcounts, rdispls, c_recvtypes,
				       RD_COMM(*comm), RD_INFO(*info), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, alltoallw_init)

void RD_F(alltoallw_init_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
				const MPI_Aint *sdispls, const int *sendtypes, void *recvbuf,
				const MPI_Count *recvcounts, const MPI_Aint *rdispls,
				const int *recvtypes, const int *comm, const int *info,
				int *request, int *ierror)
{
	int n_sendtypes = rd_f_if_not_in_place(sendbuf, rd_f_peers(RD_COMM(*comm)));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_peers(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Alltoallw_init_c)(rd_f_buffer(sendbuf), sendcounts, sdispls, c_sendtypes,
					 rd_f_buffer(recvbuf), recvcounts, rdispls, c_recvtypes,
					 RD_COMM(*comm), RD_INFO(*info), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(reduce_init)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		       const int *op, const int *root, const int *comm, const int *info,
		       int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_init)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				    RD_TYPE(*datatype), RD_OP(*op), *root, RD_COMM(*comm),
				    RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, reduce_init)

void RD_F(reduce_init_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
			     const int *datatype, const int *op, const int *root, const int *comm,
			     const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_init_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				      RD_TYPE(*datatype), RD_OP(*op), *root, RD_COMM(*comm),
				      RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(allreduce_init)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
			  const int *op, const int *comm, const int *info, int *request,
			  int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allreduce_init)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				       RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm),
				       RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, allreduce_init)

void RD_F(allreduce_init_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
				const int *datatype, const int *op, const int *comm,
				const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Allreduce_init_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
					 RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm),
					 RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(scan_init)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		     const int *op, const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scan_init)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				  RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), RD_INFO(*info),
				  &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, scan_init)

void RD_F(scan_init_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
			   const int *datatype, const int *op, const int *comm, const int *info,
			   int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Scan_init_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				    RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), RD_INFO(*info),
				    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(exscan_init)(const void *sendbuf, void *recvbuf, const int *count, const int *datatype,
		       const int *op, const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Exscan_init)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				    RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm), RD_INFO(*info),
				    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, exscan_init)

void RD_F(exscan_init_c_f08)(const void *sendbuf, void *recvbuf, const MPI_Count *count,
			     const int *datatype, const int *op, const int *comm, const int *info,
			     int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Exscan_init_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), *count,
				      RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm),
				      RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_init)(const void *sendbuf, void *recvbuf, const int *recvcounts,
			       const int *datatype, const int *op, const int *comm, const int *info,
			       int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_scatter_init)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf), recvcounts,
					    RD_TYPE(*datatype), RD_OP(*op), RD_COMM(*comm),
					    RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, reduce_scatter_init)

void RD_F(reduce_scatter_init_c_f08)(const void *sendbuf, void *recvbuf,
				     const MPI_Count *recvcounts, const int *datatype,
				     const int *op, const int *comm, const int *info, int *request,
				     int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_scatter_init_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf),
					      recvcounts, RD_TYPE(*datatype), RD_OP(*op),
					      RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(reduce_scatter_block_init)(const void *sendbuf, void *recvbuf, const int *recvcount,
				     const int *datatype, const int *op, const int *comm,
				     const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_scatter_block_init)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf),
						  *recvcount, RD_TYPE(*datatype), RD_OP(*op),
						  RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, reduce_scatter_block_init)

void RD_F(reduce_scatter_block_init_c_f08)(const void *sendbuf, void *recvbuf,
					   const MPI_Count *recvcount, const int *datatype,
					   const int *op, const int *comm, const int *info,
					   int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Reduce_scatter_block_init_c)(rd_f_buffer(sendbuf), rd_f_buffer(recvbuf),
						    *recvcount, RD_TYPE(*datatype), RD_OP(*op),
						    RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(psend_init)(const void *buf, const int *partitions, const MPI_Count *count,
		      const int *datatype, const int *dest, const int *tag, const int *comm,
		      const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Psend_init)(rd_f_buffer(buf), *partitions, *count, RD_TYPE(*datatype), *dest,
				   *tag, RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, psend_init)

void RD_F(precv_init)(void *buf, const int *partitions, const MPI_Count *count, const int *datatype,
		      const int *source, const int *tag, const int *comm, const int *info,
		      int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Precv_init)(rd_f_buffer(buf), *partitions, *count, RD_TYPE(*datatype),
				   *source, *tag, RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, precv_init)

void RD_F(pready)(const int *partition, const int *request, int *ierror)
{
	int err;

	RD_PEND(start, *request);
	err = RD_C(Pready)(*partition, RD_REQUEST(*request));
	RD_RETURN(err);
}
RD_F08(void, pready)

void RD_F(pready_range)(const int *partition_low, const int *partition_high, const int *request,
			int *ierror)
{
	int err;

	RD_PEND(start, *request);
	err = RD_C(Pready_range)(*partition_low, *partition_high, RD_REQUEST(*request));
	RD_RETURN(err);
}
RD_F08(void, pready_range)

void RD_F(pready_list)(const int *length, const int *array_of_partitions, const int *request,
		       int *ierror)
{
	int err;

	RD_PEND(start, *request);
	err = RD_C(Pready_list)(*length, array_of_partitions, RD_REQUEST(*request));
	RD_RETURN(err);
}
RD_F08(void, pready_list)

void RD_F(parrived)(const int *request, const int *partition, int *flag, int *ierror)
{
	int err = RD_C(Parrived)(RD_REQUEST(*request), *partition, flag);

	RD_PEND(look, *request);
	RD_RETURN(err);
}
RD_F08(void, parrived)

void RD_F(win_create)(void *base, const MPI_Aint *size, const int *disp_unit, const int *info,
		      const int *comm, int *win, int *ierror)
{
	MPI_Win c_win = MPI_WIN_NULL;
	int err = RD_C(Win_create)(rd_f_buffer(base), *size, *disp_unit, RD_INFO(*info),
				   RD_COMM(*comm), &c_win);

	if (!err)
		*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}
RD_F08(void, win_create)

void RD_F(win_create_c_f08)(void *base, const MPI_Aint *size, const MPI_Aint *disp_unit,
			    const int *info, const int *comm, int *win, int *ierror)
{
	MPI_Win c_win = MPI_WIN_NULL;
	int err = RD_C(Win_create_c)(rd_f_buffer(base), *size, *disp_unit, RD_INFO(*info),
				     RD_COMM(*comm), &c_win);

	if (!err)
		*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}

void RD_F(win_allocate)(const MPI_Aint *size, const int *disp_unit, const int *info,
			const int *comm, void *baseptr, int *win, int *ierror)
{
	MPI_Win c_win = MPI_WIN_NULL;
	int err = RD_C(Win_allocate)(*size, *disp_unit, RD_INFO(*info), RD_COMM(*comm), baseptr,
				     &c_win);

	if (!err)
		*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}
RD_F08(void, win_allocate)
RD_CPTR(win_allocate)

void RD_F(win_allocate_c_f08)(const MPI_Aint *size, const MPI_Aint *disp_unit, const int *info,
			      const int *comm, void *baseptr, int *win, int *ierror)
{
	MPI_Win c_win = MPI_WIN_NULL;
	int err = RD_C(Win_allocate_c)(*size, *disp_unit, RD_INFO(*info), RD_COMM(*comm), baseptr,
				       &c_win);

	if (!err)
		*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}

void RD_F(win_allocate_shared)(const MPI_Aint *size, const int *disp_unit, const int *info,
			       const int *comm, void *baseptr, int *win, int *ierror)
{
	MPI_Win c_win = MPI_WIN_NULL;
	int err = RD_C(Win_allocate_shared)(*size, *disp_unit, RD_INFO(*info), RD_COMM(*comm),
					    baseptr, &c_win);

	if (!err)
		*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}
RD_F08(void, win_allocate_shared)
RD_CPTR(win_allocate_shared)

void RD_F(win_allocate_shared_c_f08)(const MPI_Aint *size, const MPI_Aint *disp_unit,
				     const int *info, const int *comm, void *baseptr, int *win,
				     int *ierror)
{
	MPI_Win c_win = MPI_WIN_NULL;
	int err = RD_C(Win_allocate_shared_c)(*size, *disp_unit, RD_INFO(*info), RD_COMM(*comm),
					      baseptr, &c_win);

	if (!err)
		*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}

void RD_F(win_create_dynamic)(const int *info, const int *comm, int *win, int *ierror)
{
	MPI_Win c_win = MPI_WIN_NULL;
	int err = RD_C(Win_create_dynamic)(RD_INFO(*info), RD_COMM(*comm), &c_win);

	if (!err)
		*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}
RD_F08(void, win_create_dynamic)

void RD_F(win_attach)(const int *win, void *base, const MPI_Aint *size, int *ierror)
{
	int err = RD_C(Win_attach)(RD_WIN(*win), rd_f_buffer(base), *size);

	RD_RETURN(err);
}
RD_F08(void, win_attach)

void RD_F(win_detach)(const int *win, const void *base, int *ierror)
{
	int err = RD_C(Win_detach)(RD_WIN(*win), rd_f_buffer(base));

	RD_RETURN(err);
}
RD_F08(void, win_detach)

void RD_F(win_free)(int *win, int *ierror)
{
	MPI_Win c_win = RD_WIN(*win);
	int err = RD_C(Win_free)(&c_win);

	*win = RD_TOINT(Win, c_win);
	RD_RETURN(err);
}
RD_F08(void, win_free)

void RD_F(win_shared_query)(const int *win, const int *rank, MPI_Aint *size, int *disp_unit,
			    void *baseptr, int *ierror)
{
	int err = RD_C(Win_shared_query)(RD_WIN(*win), *rank, size, disp_unit, baseptr);

	RD_RETURN(err);
}
RD_F08(void, win_shared_query)
RD_CPTR(win_shared_query)

void RD_F(win_shared_query_c_f08)(const int *win, const int *rank, MPI_Aint *size,
				  MPI_Aint *disp_unit, void *baseptr, int *ierror)
{
	int err = RD_C(Win_shared_query_c)(RD_WIN(*win), *rank, size, disp_unit, baseptr);

	RD_RETURN(err);
}

void RD_F(win_get_group)(const int *win, int *group, int *ierror)
{
	MPI_Group c_group = MPI_GROUP_NULL;
	int err = RD_C(Win_get_group)(RD_WIN(*win), &c_group);

	if (!err)
		*group = RD_TOINT(Group, c_group);
	RD_RETURN(err);
}
RD_F08(void, win_get_group)

void RD_F(win_set_name)(const int *win, const char *win_name, int *ierror, size_t win_name_len)
{
	char *c_win_name = rd_f_text(win_name, win_name_len);
	int err = RD_C(Win_set_name)(RD_WIN(*win), c_win_name);

	free(c_win_name);
	RD_RETURN(err);
}
RD_F08(void, win_set_name)

void RD_F(win_get_name)(const int *win, char *win_name, int *resultlen, int *ierror,
			size_t win_name_len)
{
	char c_win_name[MPI_MAX_OBJECT_NAME];
	int err = RD_C(Win_get_name)(RD_WIN(*win), c_win_name, resultlen);

	if (!err)
		rd_f_text_back(c_win_name, win_name, win_name_len);
	RD_RETURN(err);
}
RD_F08(void, win_get_name)

void RD_F(win_set_info)(const int *win, const int *info, int *ierror)
{
	int err = RD_C(Win_set_info)(RD_WIN(*win), RD_INFO(*info));

	RD_RETURN(err);
}
RD_F08(void, win_set_info)

void RD_F(win_get_info)(const int *win, int *info_used, int *ierror)
{
	MPI_Info c_info_used = MPI_INFO_NULL;
	int err = RD_C(Win_get_info)(RD_WIN(*win), &c_info_used);

	if (!err)
		*info_used = RD_TOINT(Info, c_info_used);
	RD_RETURN(err);
}
RD_F08(void, win_get_info)

void RD_F(win_delete_attr)(const int *win, const int *win_keyval, int *ierror)
{
	int err = RD_C(Win_delete_attr)(RD_WIN(*win), *win_keyval);

	RD_RETURN(err);
}
RD_F08(void, win_delete_attr)

void RD_F(win_set_errhandler)(const int *win, const int *errhandler, int *ierror)
{
	int err = RD_C(Win_set_errhandler)(RD_WIN(*win), RD_ERRHANDLER(*errhandler));

	RD_RETURN(err);
}
RD_F08(void, win_set_errhandler)

void RD_F(win_get_errhandler)(const int *win, int *errhandler, int *ierror)
{
	MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
	int err = RD_C(Win_get_errhandler)(RD_WIN(*win), &c_errhandler);

	if (!err)
		*errhandler = RD_TOINT(Errhandler, c_errhandler);
	RD_RETURN(err);
}
RD_F08(void, win_get_errhandler)

void RD_F(win_call_errhandler)(const int *win, const int *errorcode, int *ierror)
{
	int err = RD_C(Win_call_errhandler)(RD_WIN(*win), *errorcode);

	RD_RETURN(err);
}
RD_F08(void, win_call_errhandler)

void RD_F(put)(const void *origin_addr, const int *origin_count, const int *origin_datatype,
	       const int *target_rank, const MPI_Aint *target_disp, const int *target_count,
	       const int *target_datatype, const int *win, int *ierror)
{
	int err = RD_C(Put)(rd_f_buffer(origin_addr), *origin_count, RD_TYPE(*origin_datatype),
			    *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			    RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, put)

void RD_F(put_c_f08)(const void *origin_addr, const MPI_Count *origin_count,
		     const int *origin_datatype, const int *target_rank,
		     const MPI_Aint *target_disp, const MPI_Count *target_count,
		     const int *target_datatype, const int *win, int *ierror)
{
	int err = RD_C(Put_c)(rd_f_buffer(origin_addr), *origin_count, RD_TYPE(*origin_datatype),
			      *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			      RD_WIN(*win));

	RD_RETURN(err);
}

void RD_F(get)(void *origin_addr, const int *origin_count, const int *origin_datatype,
	       const int *target_rank, const MPI_Aint *target_disp, const int *target_count,
	       const int *target_datatype, const int *win, int *ierror)
{
	int err = RD_C(Get)(rd_f_buffer(origin_addr), *origin_count, RD_TYPE(*origin_datatype),
			    *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			    RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, get)

void RD_F(get_c_f08)(void *origin_addr, const MPI_Count *origin_count, const int *origin_datatype,
		     const int *target_rank, const MPI_Aint *target_disp,
		     const MPI_Count *target_count, const int *target_datatype, const int *win,
		     int *ierror)
{
	int err = RD_C(Get_c)(rd_f_buffer(origin_addr), *origin_count, RD_TYPE(*origin_datatype),
			      *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			      RD_WIN(*win));

	RD_RETURN(err);
}

void RD_F(accumulate)(const void *origin_addr, const int *origin_count, const int *origin_datatype,
		      const int *target_rank, const MPI_Aint *target_disp, const int *target_count,
		      const int *target_datatype, const int *op, const int *win, int *ierror)
{
	int err = RD_C(Accumulate)(rd_f_buffer(origin_addr), *origin_count,
				   RD_TYPE(*origin_datatype), *target_rank, *target_disp,
				   *target_count, RD_TYPE(*target_datatype), RD_OP(*op),
				   RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, accumulate)

void RD_F(accumulate_c_f08)(const void *origin_addr, const MPI_Count *origin_count,
			    const int *origin_datatype, const int *target_rank,
			    const MPI_Aint *target_disp, const MPI_Count *target_count,
			    const int *target_datatype, const int *op, const int *win, int *ierror)
{
	int err = RD_C(Accumulate_c)(rd_f_buffer(origin_addr), *origin_count,
				     RD_TYPE(*origin_datatype), *target_rank, *target_disp,
				     *target_count, RD_TYPE(*target_datatype), RD_OP(*op),
				     RD_WIN(*win));

	RD_RETURN(err);
}

void RD_F(get_accumulate)(const void *origin_addr, const int *origin_count,
			  const int *origin_datatype, void *result_addr, const int *result_count,
			  const int *result_datatype, const int *target_rank,
			  const MPI_Aint *target_disp, const int *target_count,
			  const int *target_datatype, const int *op, const int *win, int *ierror)
{
	int err = RD_C(Get_accumulate)(rd_f_buffer(origin_addr), *origin_count,
				       RD_TYPE(*origin_datatype), rd_f_buffer(result_addr),
				       *result_count, RD_TYPE(*result_datatype), *target_rank,
				       *target_disp, *target_count, RD_TYPE(*target_datatype),
				       RD_OP(*op), RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, get_accumulate)

void RD_F(get_accumulate_c_f08)(const void *origin_addr, const MPI_Count *origin_count,
				const int *origin_datatype, void *result_addr,
				const MPI_Count *result_count, const int *result_datatype,
				const int *target_rank, const MPI_Aint *target_disp,
				const MPI_Count *target_count, const int *target_datatype,
				const int *op, const int *win, int *ierror)
{
	int err = RD_C(Get_accumulate_c)(rd_f_buffer(origin_addr), *origin_count,
					 RD_TYPE(*origin_datatype), rd_f_buffer(result_addr),
					 *result_count, RD_TYPE(*result_datatype), *target_rank,
					 *target_disp, *target_count, RD_TYPE(*target_datatype),
					 RD_OP(*op), RD_WIN(*win));

	RD_RETURN(err);
}

void RD_F(rput)(const void *origin_addr, const int *origin_count, const int *origin_datatype,
		const int *target_rank, const MPI_Aint *target_disp, const int *target_count,
		const int *target_datatype, const int *win, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rput)(rd_f_buffer(origin_addr), *origin_count, RD_TYPE(*origin_datatype),
			     *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			     RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, rput)

void RD_F(rput_c_f08)(const void *origin_addr, const MPI_Count *origin_count,
		      const int *origin_datatype, const int *target_rank,
		      const MPI_Aint *target_disp, const MPI_Count *target_count,
		      const int *target_datatype, const int *win, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rput_c)(rd_f_buffer(origin_addr), *origin_count, RD_TYPE(*origin_datatype),
			       *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			       RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(rget)(void *origin_addr, const int *origin_count, const int *origin_datatype,
		const int *target_rank, const MPI_Aint *target_disp, const int *target_count,
		const int *target_datatype, const int *win, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rget)(rd_f_buffer(origin_addr), *origin_count, RD_TYPE(*origin_datatype),
			     *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			     RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, rget)

void RD_F(rget_c_f08)(void *origin_addr, const MPI_Count *origin_count, const int *origin_datatype,
		      const int *target_rank, const MPI_Aint *target_disp,
		      const MPI_Count *target_count, const int *target_datatype, const int *win,
		      int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rget_c)(rd_f_buffer(origin_addr), *origin_count, RD_TYPE(*origin_datatype),
			       *target_rank, *target_disp, *target_count, RD_TYPE(*target_datatype),
			       RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(raccumulate)(const void *origin_addr, const int *origin_count, const int *origin_datatype,
		       const int *target_rank, const MPI_Aint *target_disp, const int *target_count,
		       const int *target_datatype, const int *op, const int *win, int *request,
		       int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Raccumulate)(rd_f_buffer(origin_addr), *origin_count,
				    RD_TYPE(*origin_datatype), *target_rank, *target_disp,
				    *target_count, RD_TYPE(*target_datatype), RD_OP(*op),
				    RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, raccumulate)

void RD_F(raccumulate_c_f08)(const void *origin_addr, const MPI_Count *origin_count,
			     const int *origin_datatype, const int *target_rank,
			     const MPI_Aint *target_disp, const MPI_Count *target_count,
			     const int *target_datatype, const int *op, const int *win,
			     int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Raccumulate_c)(rd_f_buffer(origin_addr), *origin_count,
				      RD_TYPE(*origin_datatype), *target_rank, *target_disp,
				      *target_count, RD_TYPE(*target_datatype), RD_OP(*op),
				      RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(rget_accumulate)(const void *origin_addr, const int *origin_count,
			   const int *origin_datatype, void *result_addr, const int *result_count,
			   const int *result_datatype, const int *target_rank,
			   const MPI_Aint *target_disp, const int *target_count,
			   const int *target_datatype, const int *op, const int *win, int *request,
			   int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rget_accumulate)(rd_f_buffer(origin_addr), *origin_count,
					RD_TYPE(*origin_datatype), rd_f_buffer(result_addr),
					*result_count, RD_TYPE(*result_datatype), *target_rank,
					*target_disp, *target_count, RD_TYPE(*target_datatype),
					RD_OP(*op), RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, rget_accumulate)

void RD_F(rget_accumulate_c_f08)(const void *origin_addr, const MPI_Count *origin_count,
				 const int *origin_datatype, void *result_addr,
				 const MPI_Count *result_count, const int *result_datatype,
				 const int *target_rank, const MPI_Aint *target_disp,
				 const MPI_Count *target_count, const int *target_datatype,
				 const int *op, const int *win, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Rget_accumulate_c)(rd_f_buffer(origin_addr), *origin_count,
					  RD_TYPE(*origin_datatype), rd_f_buffer(result_addr),
					  *result_count, RD_TYPE(*result_datatype), *target_rank,
					  *target_disp, *target_count, RD_TYPE(*target_datatype),
					  RD_OP(*op), RD_WIN(*win), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(fetch_and_op)(const void *origin_addr, void *result_addr, const int *datatype,
			const int *target_rank, const MPI_Aint *target_disp, const int *op,
			const int *win, int *ierror)
{
	int err = RD_C(Fetch_and_op)(rd_f_buffer(origin_addr), rd_f_buffer(result_addr),
				     RD_TYPE(*datatype), *target_rank, *target_disp, RD_OP(*op),
				     RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, fetch_and_op)

void RD_F(compare_and_swap)(const void *origin_addr, const void *compare_addr, void *result_addr,
			    const int *datatype, const int *target_rank,
			    const MPI_Aint *target_disp, const int *win, int *ierror)
{
	int err = RD_C(Compare_and_swap)(rd_f_buffer(origin_addr), rd_f_buffer(compare_addr),
					 rd_f_buffer(result_addr), RD_TYPE(*datatype), *target_rank,
					 *target_disp, RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, compare_and_swap)

void RD_F(win_fence)(const int *assert, const int *win, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(Win_fence)(*assert, RD_WIN(*win));

	if (!err)
		RD_PEND(sync, RD_PEND_WIN, *win, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, win_fence)

void RD_F(win_post)(const int *group, const int *assert, const int *win, int *ierror)
{
	int err = RD_C(Win_post)(RD_GROUP(*group), *assert, RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, win_post)

void RD_F(win_start)(const int *group, const int *assert, const int *win, int *ierror)
{
	int err = RD_C(Win_start)(RD_GROUP(*group), *assert, RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, win_start)

void RD_F(win_complete)(const int *win, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(Win_complete)(RD_WIN(*win));

	if (!err)
		RD_PEND(sync, RD_PEND_WIN, *win, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, win_complete)

void RD_F(win_wait)(const int *win, int *ierror)
{
	int err = RD_C(Win_wait)(RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, win_wait)

void RD_F(win_test)(const int *win, int *flag, int *ierror)
{
	int err = RD_C(Win_test)(RD_WIN(*win), flag);

	RD_RETURN(err);
}
RD_F08(void, win_test)

void RD_F(win_lock)(const int *lock_type, const int *rank, const int *assert, const int *win,
		    int *ierror)
{
	int err = RD_C(Win_lock)(*lock_type, *rank, *assert, RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, win_lock)

void RD_F(win_unlock)(const int *rank, const int *win, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(Win_unlock)(*rank, RD_WIN(*win));

	if (!err)
		RD_PEND(sync, RD_PEND_WIN, *win, *rank, begun);
	RD_RETURN(err);
}
RD_F08(void, win_unlock)

void RD_F(win_lock_all)(const int *assert, const int *win, int *ierror)
{
	int err = RD_C(Win_lock_all)(*assert, RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, win_lock_all)

void RD_F(win_unlock_all)(const int *win, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(Win_unlock_all)(RD_WIN(*win));

	if (!err)
		RD_PEND(sync, RD_PEND_WIN, *win, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, win_unlock_all)

void RD_F(win_flush)(const int *rank, const int *win, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(Win_flush)(*rank, RD_WIN(*win));

	if (!err)
		RD_PEND(sync, RD_PEND_WIN, *win, *rank, begun);
	RD_RETURN(err);
}
RD_F08(void, win_flush)

void RD_F(win_flush_all)(const int *win, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(Win_flush_all)(RD_WIN(*win));

	if (!err)
		RD_PEND(sync, RD_PEND_WIN, *win, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, win_flush_all)

void RD_F(win_flush_local)(const int *rank, const int *win, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(Win_flush_local)(*rank, RD_WIN(*win));

	if (!err)
		RD_PEND(sync, RD_PEND_WIN, *win, *rank, begun);
	RD_RETURN(err);
}
RD_F08(void, win_flush_local)

void RD_F(win_flush_local_all)(const int *win, int *ierror)
{
	unsigned long begun = RD_BEGUN;
	int err = RD_C(Win_flush_local_all)(RD_WIN(*win));

	if (!err)
		RD_PEND(sync, RD_PEND_WIN, *win, -1, begun);
	RD_RETURN(err);
}
RD_F08(void, win_flush_local_all)

void RD_F(win_sync)(const int *win, int *ierror)
{
	int err = RD_C(Win_sync)(RD_WIN(*win));

	RD_RETURN(err);
}
RD_F08(void, win_sync)

void RD_F(graph_create)(const int *comm_old, const int *nnodes, const int *index, const int *edges,
			const int *reorder, int *comm_graph, int *ierror)
{
	MPI_Comm c_comm_graph = MPI_COMM_NULL;
	int err = RD_C(Graph_create)(RD_COMM(*comm_old), *nnodes, index, edges, *reorder,
				     &c_comm_graph);

	if (!err)
		*comm_graph = RD_TOINT(Comm, c_comm_graph);
	RD_RETURN(err);
}
RD_F08(void, graph_create)

void RD_F(graph_map)(const int *comm, const int *nnodes, const int *index, const int *edges,
		     int *newrank, int *ierror)
{
	int err = RD_C(Graph_map)(RD_COMM(*comm), *nnodes, index, edges, newrank);

	RD_RETURN(err);
}
RD_F08(void, graph_map)

void RD_F(graphdims_get)(const int *comm, int *nnodes, int *nedges, int *ierror)
{
	int err = RD_C(Graphdims_get)(RD_COMM(*comm), nnodes, nedges);

	RD_RETURN(err);
}
RD_F08(void, graphdims_get)

void RD_F(graph_get)(const int *comm, const int *maxindex, const int *maxedges, int *index,
		     int *edges, int *ierror)
{
	int err = RD_C(Graph_get)(RD_COMM(*comm), *maxindex, *maxedges, index, edges);

	RD_RETURN(err);
}
RD_F08(void, graph_get)

void RD_F(graph_neighbors_count)(const int *comm, const int *rank, int *nneighbors, int *ierror)
{
	int err = RD_C(Graph_neighbors_count)(RD_COMM(*comm), *rank, nneighbors);

	RD_RETURN(err);
}
RD_F08(void, graph_neighbors_count)

void RD_F(graph_neighbors)(const int *comm, const int *rank, const int *maxneighbors,
			   int *neighbors, int *ierror)
{
	int err = RD_C(Graph_neighbors)(RD_COMM(*comm), *rank, *maxneighbors, neighbors);

	RD_RETURN(err);
}
RD_F08(void, graph_neighbors)

void RD_F(dist_graph_create)(const int *comm_old, const int *n, const int *sources,
			     const int *degrees, const int *destinations, const int *weights,
			     const int *info, const int *reorder, int *comm_dist_graph, int *ierror)
{
	MPI_Comm c_comm_dist_graph = MPI_COMM_NULL;
	int err = RD_C(Dist_graph_create)(RD_COMM(*comm_old), *n, sources, degrees, destinations,
					  RD_WEIGHTS(weights), RD_INFO(*info), *reorder,
					  &c_comm_dist_graph);

	if (!err)
		*comm_dist_graph = RD_TOINT(Comm, c_comm_dist_graph);
	RD_RETURN(err);
}
RD_F08(void, dist_graph_create)

void RD_F(dist_graph_create_adjacent)(const int *comm_old, const int *indegree, const int *sources,
				      const int *sourceweights, const int *outdegree,
				      const int *destinations, const int *destweights,
				      const int *info, const int *reorder, int *comm_dist_graph,
				      int *ierror)
{
	MPI_Comm c_comm_dist_graph = MPI_COMM_NULL;
	int err = RD_C(Dist_graph_create_adjacent)(RD_COMM(*comm_old), *indegree, sources,
						   RD_WEIGHTS(sourceweights), *outdegree,
						   destinations, RD_WEIGHTS(destweights),
						   RD_INFO(*info), *reorder, &c_comm_dist_graph);

	if (!err)
		*comm_dist_graph = RD_TOINT(Comm, c_comm_dist_graph);
	RD_RETURN(err);
}
RD_F08(void, dist_graph_create_adjacent)

void RD_F(dist_graph_neighbors_count)(const int *comm, int *indegree, int *outdegree, int *weighted,
				      int *ierror)
{
	int err = RD_C(Dist_graph_neighbors_count)(RD_COMM(*comm), indegree, outdegree, weighted);

	RD_RETURN(err);
}
RD_F08(void, dist_graph_neighbors_count)

void RD_F(dist_graph_neighbors)(const int *comm, const int *maxindegree, int *sources,
				int *sourceweights, const int *maxoutdegree, int *destinations,
				int *destweights, int *ierror)
{
	int err = RD_C(Dist_graph_neighbors)(RD_COMM(*comm), *maxindegree, sources,
					     RD_WEIGHTS(sourceweights), *maxoutdegree, destinations,
					     RD_WEIGHTS(destweights));

	RD_RETURN(err);
}
RD_F08(void, dist_graph_neighbors)

void RD_F(neighbor_allgather)(const void *sendbuf, const int *sendcount, const int *sendtype,
			      void *recvbuf, const int *recvcount, const int *recvtype,
			      const int *comm, int *ierror)
{
	int err = RD_C(Neighbor_allgather)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					   rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					   RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, neighbor_allgather)

void RD_F(neighbor_allgather_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
				    const int *sendtype, void *recvbuf, const MPI_Count *recvcount,
				    const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Neighbor_allgather_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					     rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					     RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(neighbor_allgatherv)(const void *sendbuf, const int *sendcount, const int *sendtype,
			       void *recvbuf, const int *recvcounts, const int *displs,
			       const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Neighbor_allgatherv)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					    rd_f_buffer(recvbuf), recvcounts, displs,
					    RD_TYPE(*recvtype), RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, neighbor_allgatherv)

void RD_F(neighbor_allgatherv_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
				     const int *sendtype, void *recvbuf,
				     const MPI_Count *recvcounts, const MPI_Aint *displs,
				     const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Neighbor_allgatherv_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					      rd_f_buffer(recvbuf), recvcounts, displs,
					      RD_TYPE(*recvtype), RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(neighbor_alltoall)(const void *sendbuf, const int *sendcount, const int *sendtype,
			     void *recvbuf, const int *recvcount, const int *recvtype,
			     const int *comm, int *ierror)
{
	int err = RD_C(Neighbor_alltoall)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					  rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					  RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, neighbor_alltoall)

void RD_F(neighbor_alltoall_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
				   const int *sendtype, void *recvbuf, const MPI_Count *recvcount,
				   const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Neighbor_alltoall_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					    rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					    RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(neighbor_alltoallv)(const void *sendbuf, const int *sendcounts, const int *sdispls,
			      const int *sendtype, void *recvbuf, const int *recvcounts,
			      const int *rdispls, const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Neighbor_alltoallv)(rd_f_buffer(sendbuf), sendcounts, sdispls,
					   RD_TYPE(*sendtype), rd_f_buffer(recvbuf), recvcounts,
					   rdispls, RD_TYPE(*recvtype), RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, neighbor_alltoallv)

void RD_F(neighbor_alltoallv_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
				    const MPI_Aint *sdispls, const int *sendtype, void *recvbuf,
				    const MPI_Count *recvcounts, const MPI_Aint *rdispls,
				    const int *recvtype, const int *comm, int *ierror)
{
	int err = RD_C(Neighbor_alltoallv_c)(rd_f_buffer(sendbuf), sendcounts, sdispls,
					     RD_TYPE(*sendtype), rd_f_buffer(recvbuf), recvcounts,
					     rdispls, RD_TYPE(*recvtype), RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(neighbor_alltoallw)(const void *sendbuf, const int *sendcounts, const MPI_Aint *sdispls,
			      const int *sendtypes, void *recvbuf, const int *recvcounts,
			      const MPI_Aint *rdispls, const int *recvtypes, const int *comm,
			      int *ierror)
{
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	int err = RD_C(Neighbor_alltoallw)(rd_f_buffer(sendbuf), sendcounts, sdispls, c_sendtypes,
					   rd_f_buffer(recvbuf), recvcounts, rdispls, c_recvtypes,
					   RD_COMM(*comm));

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	RD_RETURN(err);
}
RD_F08(void, neighbor_alltoallw)

void RD_F(neighbor_alltoallw_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
				    const MPI_Aint *sdispls, const int *sendtypes, void *recvbuf,
				    const MPI_Count *recvcounts, const MPI_Aint *rdispls,
				    const int *recvtypes, const int *comm, int *ierror)
{
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	int err = RD_C(Neighbor_alltoallw_c)(rd_f_buffer(sendbuf), sendcounts, sdispls, c_sendtypes,
					     rd_f_buffer(recvbuf), recvcounts, rdispls, c_recvtypes,
					     RD_COMM(*comm));

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	RD_RETURN(err);
}

void RD_F(ineighbor_allgather)(const void *sendbuf, const int *sendcount, const int *sendtype,
			       void *recvbuf, const int *recvcount, const int *recvtype,
			       const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_allgather)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					    rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					    RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ineighbor_allgather)

void RD_F(ineighbor_allgather_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
				     const int *sendtype, void *recvbuf, const MPI_Count *recvcount,
				     const int *recvtype, const int *comm, int *request,
				     int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_allgather_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					      rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					      RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ineighbor_allgatherv)(const void *sendbuf, const int *sendcount, const int *sendtype,
				void *recvbuf, const int *recvcounts, const int *displs,
				const int *recvtype, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_allgatherv)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					     rd_f_buffer(recvbuf), recvcounts, displs,
					     RD_TYPE(*recvtype), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ineighbor_allgatherv)

void RD_F(ineighbor_allgatherv_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
				      const int *sendtype, void *recvbuf,
				      const MPI_Count *recvcounts, const MPI_Aint *displs,
				      const int *recvtype, const int *comm, int *request,
				      int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_allgatherv_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					       rd_f_buffer(recvbuf), recvcounts, displs,
					       RD_TYPE(*recvtype), RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ineighbor_alltoall)(const void *sendbuf, const int *sendcount, const int *sendtype,
			      void *recvbuf, const int *recvcount, const int *recvtype,
			      const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoall)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					   rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					   RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ineighbor_alltoall)

void RD_F(ineighbor_alltoall_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
				    const int *sendtype, void *recvbuf, const MPI_Count *recvcount,
				    const int *recvtype, const int *comm, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoall_c)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					     rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					     RD_COMM(*comm), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ineighbor_alltoallv)(const void *sendbuf, const int *sendcounts, const int *sdispls,
			       const int *sendtype, void *recvbuf, const int *recvcounts,
			       const int *rdispls, const int *recvtype, const int *comm,
			       int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoallv)(rd_f_buffer(sendbuf), sendcounts, sdispls,
					    RD_TYPE(*sendtype), rd_f_buffer(recvbuf), recvcounts,
					    rdispls, RD_TYPE(*recvtype), RD_COMM(*comm),
					    &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ineighbor_alltoallv)

void RD_F(ineighbor_alltoallv_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
				     const MPI_Aint *sdispls, const int *sendtype, void *recvbuf,
				     const MPI_Count *recvcounts, const MPI_Aint *rdispls,
				     const int *recvtype, const int *comm, int *request,
				     int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoallv_c)(rd_f_buffer(sendbuf), sendcounts, sdispls,
					      RD_TYPE(*sendtype), rd_f_buffer(recvbuf), recvcounts,
					      rdispls, RD_TYPE(*recvtype), RD_COMM(*comm),
					      &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(ineighbor_alltoallw)(const void *sendbuf, const int *sendcounts, const MPI_Aint *sdispls,
			       const int *sendtypes, void *recvbuf, const int *recvcounts,
			       const MPI_Aint *rdispls, const int *recvtypes, const int *comm,
			       int *request, int *ierror)
{
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoallw)(rd_f_buffer(sendbuf), sendcounts, sdispls, c_sendtypes,
					    rd_f_buffer(recvbuf), recvcounts, rdispls, c_recvtypes,
					    RD_COMM(*comm), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, ineighbor_alltoallw)

void RD_F(ineighbor_alltoallw_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
				     const MPI_Aint *sdispls, const int *sendtypes, void *recvbuf,
				     const MPI_Count *recvcounts, const MPI_Aint *rdispls,
				     const int *recvtypes, const int *comm, int *request,
				     int *ierror)
{
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Ineighbor_alltoallw_c)(rd_f_buffer(sendbuf), sendcounts, sdispls,
					      c_sendtypes, rd_f_buffer(recvbuf), recvcounts,
					      rdispls, c_recvtypes, RD_COMM(*comm), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(neighbor_allgather_init)(const void *sendbuf, const int *sendcount, const int *sendtype,
				   void *recvbuf, const int *recvcount, const int *recvtype,
				   const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_allgather_init)(rd_f_buffer(sendbuf), *sendcount,
						RD_TYPE(*sendtype), rd_f_buffer(recvbuf),
						*recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
						RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, neighbor_allgather_init)

void RD_F(neighbor_allgather_init_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
					 const int *sendtype, void *recvbuf,
					 const MPI_Count *recvcount, const int *recvtype,
					 const int *comm, const int *info, int *request,
					 int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_allgather_init_c)(rd_f_buffer(sendbuf), *sendcount,
						  RD_TYPE(*sendtype), rd_f_buffer(recvbuf),
						  *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
						  RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(neighbor_allgatherv_init)(const void *sendbuf, const int *sendcount, const int *sendtype,
				    void *recvbuf, const int *recvcounts, const int *displs,
				    const int *recvtype, const int *comm, const int *info,
				    int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_allgatherv_init)(rd_f_buffer(sendbuf), *sendcount,
						 RD_TYPE(*sendtype), rd_f_buffer(recvbuf),
						 recvcounts, displs, RD_TYPE(*recvtype),
						 RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, neighbor_allgatherv_init)

void RD_F(neighbor_allgatherv_init_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
					  const int *sendtype, void *recvbuf,
					  const MPI_Count *recvcounts, const MPI_Aint *displs,
					  const int *recvtype, const int *comm, const int *info,
					  int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_allgatherv_init_c)(rd_f_buffer(sendbuf), *sendcount,
						   RD_TYPE(*sendtype), rd_f_buffer(recvbuf),
						   recvcounts, displs, RD_TYPE(*recvtype),
						   RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoall_init)(const void *sendbuf, const int *sendcount, const int *sendtype,
				  void *recvbuf, const int *recvcount, const int *recvtype,
				  const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoall_init)(rd_f_buffer(sendbuf), *sendcount, RD_TYPE(*sendtype),
					       rd_f_buffer(recvbuf), *recvcount, RD_TYPE(*recvtype),
					       RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, neighbor_alltoall_init)

void RD_F(neighbor_alltoall_init_c_f08)(const void *sendbuf, const MPI_Count *sendcount,
					const int *sendtype, void *recvbuf,
					const MPI_Count *recvcount, const int *recvtype,
					const int *comm, const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoall_init_c)(rd_f_buffer(sendbuf), *sendcount,
						 RD_TYPE(*sendtype), rd_f_buffer(recvbuf),
						 *recvcount, RD_TYPE(*recvtype), RD_COMM(*comm),
						 RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallv_init)(const void *sendbuf, const int *sendcounts, const int *sdispls,
				   const int *sendtype, void *recvbuf, const int *recvcounts,
				   const int *rdispls, const int *recvtype, const int *comm,
				   const int *info, int *request, int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoallv_init)(rd_f_buffer(sendbuf), sendcounts, sdispls,
						RD_TYPE(*sendtype), rd_f_buffer(recvbuf),
						recvcounts, rdispls, RD_TYPE(*recvtype),
						RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, neighbor_alltoallv_init)

void RD_F(neighbor_alltoallv_init_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
					 const MPI_Aint *sdispls, const int *sendtype,
					 void *recvbuf, const MPI_Count *recvcounts,
					 const MPI_Aint *rdispls, const int *recvtype,
					 const int *comm, const int *info, int *request,
					 int *ierror)
{
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoallv_init_c)(rd_f_buffer(sendbuf), sendcounts, sdispls,
						  RD_TYPE(*sendtype), rd_f_buffer(recvbuf),
						  recvcounts, rdispls, RD_TYPE(*recvtype),
						  RD_COMM(*comm), RD_INFO(*info), &c_request);

	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(neighbor_alltoallw_init)(const void *sendbuf, const int *sendcounts,
				   const MPI_Aint *sdispls, const int *sendtypes, void *recvbuf,
				   const int *recvcounts, const MPI_Aint *rdispls,
				   const int *recvtypes, const int *comm, const int *info,
				   int *request, int *ierror)
{
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoallw_init)(rd_f_buffer(sendbuf), sendcounts, sdispls,
						c_sendtypes, rd_f_buffer(recvbuf), recvcounts,
						rdispls, c_recvtypes, RD_COMM(*comm),
						RD_INFO(*info), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}
RD_F08(void, neighbor_alltoallw_init)

void RD_F(neighbor_alltoallw_init_c_f08)(const void *sendbuf, const MPI_Count *sendcounts,
					 const MPI_Aint *sdispls, const int *sendtypes,
					 void *recvbuf, const MPI_Count *recvcounts,
					 const MPI_Aint *rdispls, const int *recvtypes,
					 const int *comm, const int *info, int *request,
					 int *ierror)
{
	int n_sendtypes = rd_f_outdegree(RD_COMM(*comm));
	struct rd_handles h_sendtypes;
	MPI_Datatype *c_sendtypes = rd_f_types(&h_sendtypes, n_sendtypes, sendtypes);
	int n_recvtypes = rd_f_indegree(RD_COMM(*comm));
	struct rd_handles h_recvtypes;
	MPI_Datatype *c_recvtypes = rd_f_types(&h_recvtypes, n_recvtypes, recvtypes);
	MPI_Request c_request = MPI_REQUEST_NULL;
	int err = RD_C(Neighbor_alltoallw_init_c)(rd_f_buffer(sendbuf), sendcounts, sdispls,
						  c_sendtypes, rd_f_buffer(recvbuf), recvcounts,
						  rdispls, c_recvtypes, RD_COMM(*comm),
						  RD_INFO(*info), &c_request);

	rd_f_close(&h_sendtypes);
	rd_f_close(&h_recvtypes);
	if (!err)
		*request = RD_TOINT(Request, c_request);
	RD_RETURN(err);
}

void RD_F(type_contiguous)(const int *count, const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_contiguous)(*count, RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_contiguous)

void RD_F(type_contiguous_c_f08)(const MPI_Count *count, const int *oldtype, int *newtype,
				 int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_contiguous_c)(*count, RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_vector)(const int *count, const int *blocklength, const int *stride,
		       const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_vector)(*count, *blocklength, *stride, RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_vector)

void RD_F(type_vector_c_f08)(const MPI_Count *count, const MPI_Count *blocklength,
			     const MPI_Count *stride, const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_vector_c)(*count, *blocklength, *stride, RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_create_hvector)(const int *count, const int *blocklength, const MPI_Aint *stride,
			       const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_hvector)(*count, *blocklength, *stride, RD_TYPE(*oldtype),
					    &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_hvector)

void RD_F(type_create_hvector_c_f08)(const MPI_Count *count, const MPI_Count *blocklength,
				     const MPI_Count *stride, const int *oldtype, int *newtype,
				     int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_hvector_c)(*count, *blocklength, *stride, RD_TYPE(*oldtype),
					      &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_indexed)(const int *count, const int *array_of_blocklengths,
			const int *array_of_displacements, const int *oldtype, int *newtype,
			int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_indexed)(*count, array_of_blocklengths, array_of_displacements,
				     RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_indexed)

void RD_F(type_indexed_c_f08)(const MPI_Count *count, const MPI_Count *array_of_blocklengths,
			      const MPI_Count *array_of_displacements, const int *oldtype,
			      int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_indexed_c)(*count, array_of_blocklengths, array_of_displacements,
				       RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_create_hindexed)(const int *count, const int *array_of_blocklengths,
				const MPI_Aint *array_of_displacements, const int *oldtype,
				int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_hindexed)(*count, array_of_blocklengths, array_of_displacements,
					     RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_hindexed)

void RD_F(type_create_hindexed_c_f08)(const MPI_Count *count,
				      const MPI_Count *array_of_blocklengths,
				      const MPI_Count *array_of_displacements, const int *oldtype,
				      int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_hindexed_c)(*count, array_of_blocklengths,
					       array_of_displacements, RD_TYPE(*oldtype),
					       &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_create_indexed_block)(const int *count, const int *blocklength,
				     const int *array_of_displacements, const int *oldtype,
				     int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_indexed_block)(*count, *blocklength, array_of_displacements,
						  RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_indexed_block)

void RD_F(type_create_indexed_block_c_f08)(const MPI_Count *count, const MPI_Count *blocklength,
					   const MPI_Count *array_of_displacements,
					   const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_indexed_block_c)(*count, *blocklength, array_of_displacements,
						    RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_create_hindexed_block)(const int *count, const int *blocklength,
				      const MPI_Aint *array_of_displacements, const int *oldtype,
				      int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_hindexed_block)(*count, *blocklength, array_of_displacements,
						   RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_hindexed_block)

void RD_F(type_create_hindexed_block_c_f08)(const MPI_Count *count, const MPI_Count *blocklength,
					    const MPI_Count *array_of_displacements,
					    const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_hindexed_block_c)(*count, *blocklength, array_of_displacements,
						     RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_create_struct)(const int *count, const int *array_of_blocklengths,
			      const MPI_Aint *array_of_displacements, const int *array_of_types,
			      int *newtype, int *ierror)
{
	int n_array_of_types = (int)*count;
	struct rd_handles h_array_of_types;
	MPI_Datatype *c_array_of_types = rd_f_types(&h_array_of_types, n_array_of_types,
						    array_of_types);
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_struct)(*count, array_of_blocklengths, array_of_displacements,
					   c_array_of_types, &c_newtype);

	rd_f_close(&h_array_of_types);
	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_struct)

void RD_F(type_create_struct_c_f08)(const MPI_Count *count, const MPI_Count *array_of_blocklengths,
				    const MPI_Count *array_of_displacements,
				    const int *array_of_types, int *newtype, int *ierror)
{
	int n_array_of_types = (int)*count;
	struct rd_handles h_array_of_types;
	MPI_Datatype *c_array_of_types = rd_f_types(&h_array_of_types, n_array_of_types,
						    array_of_types);
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_struct_c)(*count, array_of_blocklengths, array_of_displacements,
					     c_array_of_types, &c_newtype);

	rd_f_close(&h_array_of_types);
	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_create_subarray)(const int *ndims, const int *array_of_sizes,
				const int *array_of_subsizes, const int *array_of_starts,
				const int *order, const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_subarray)(*ndims, array_of_sizes, array_of_subsizes,
					     array_of_starts, *order, RD_TYPE(*oldtype),
					     &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_subarray)

void RD_F(type_create_subarray_c_f08)(const int *ndims, const MPI_Count *array_of_sizes,
				      const MPI_Count *array_of_subsizes,
				      const MPI_Count *array_of_starts, const int *order,
				      const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_subarray_c)(*ndims, array_of_sizes, array_of_subsizes,
					       array_of_starts, *order, RD_TYPE(*oldtype),
					       &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_create_darray)(const int *size, const int *rank, const int *ndims,
			      const int *array_of_gsizes, const int *array_of_distribs,
			      const int *array_of_dargs, const int *array_of_psizes,
			      const int *order, const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_darray)(*size, *rank, *ndims, array_of_gsizes, array_of_distribs,
					   array_of_dargs, array_of_psizes, *order,
					   RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_darray)

void RD_F(type_create_darray_c_f08)(const int *size, const int *rank, const int *ndims,
				    const MPI_Count *array_of_gsizes, const int *array_of_distribs,
				    const int *array_of_dargs, const int *array_of_psizes,
				    const int *order, const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_darray_c)(*size, *rank, *ndims, array_of_gsizes,
					     array_of_distribs, array_of_dargs, array_of_psizes,
					     *order, RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_create_resized)(const int *oldtype, const MPI_Aint *lb, const MPI_Aint *extent,
			       int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_resized)(RD_TYPE(*oldtype), *lb, *extent, &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_resized)

void RD_F(type_create_resized_c_f08)(const int *oldtype, const MPI_Count *lb,
				     const MPI_Count *extent, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_resized_c)(RD_TYPE(*oldtype), *lb, *extent, &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}

void RD_F(type_dup)(const int *oldtype, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_dup)(RD_TYPE(*oldtype), &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_dup)

void RD_F(type_commit)(int *datatype, int *ierror)
{
	MPI_Datatype c_datatype = RD_TYPE(*datatype);
	int err = RD_C(Type_commit)(&c_datatype);

	*datatype = RD_TOINT(Type, c_datatype);
	RD_RETURN(err);
}
RD_F08(void, type_commit)

void RD_F(type_free)(int *datatype, int *ierror)
{
	MPI_Datatype c_datatype = RD_TYPE(*datatype);
	int err = RD_C(Type_free)(&c_datatype);

	*datatype = RD_TOINT(Type, c_datatype);
	RD_RETURN(err);
}
RD_F08(void, type_free)

void RD_F(type_size)(const int *datatype, int *size, int *ierror)
{
	int err = RD_C(Type_size)(RD_TYPE(*datatype), size);

	RD_RETURN(err);
}
RD_F08(void, type_size)

void RD_F(type_size_c_f08)(const int *datatype, MPI_Count *size, int *ierror)
{
	int err = RD_C(Type_size_c)(RD_TYPE(*datatype), size);

	RD_RETURN(err);
}

void RD_F(type_size_x)(const int *datatype, MPI_Count *size, int *ierror)
{
	int err = RD_C(Type_size_x)(RD_TYPE(*datatype), size);

	RD_RETURN(err);
}
RD_F08(void, type_size_x)

void RD_F(type_get_extent)(const int *datatype, MPI_Aint *lb, MPI_Aint *extent, int *ierror)
{
	int err = RD_C(Type_get_extent)(RD_TYPE(*datatype), lb, extent);

	RD_RETURN(err);
}
RD_F08(void, type_get_extent)

void RD_F(type_get_extent_c_f08)(const int *datatype, MPI_Count *lb, MPI_Count *extent, int *ierror)
{
	int err = RD_C(Type_get_extent_c)(RD_TYPE(*datatype), lb, extent);

	RD_RETURN(err);
}

void RD_F(type_get_extent_x)(const int *datatype, MPI_Count *lb, MPI_Count *extent, int *ierror)
{
	int err = RD_C(Type_get_extent_x)(RD_TYPE(*datatype), lb, extent);

	RD_RETURN(err);
}
RD_F08(void, type_get_extent_x)

void RD_F(type_get_true_extent)(const int *datatype, MPI_Aint *true_lb, MPI_Aint *true_extent,
				int *ierror)
{
	int err = RD_C(Type_get_true_extent)(RD_TYPE(*datatype), true_lb, true_extent);

	RD_RETURN(err);
}
RD_F08(void, type_get_true_extent)

void RD_F(type_get_true_extent_c_f08)(const int *datatype, MPI_Count *true_lb,
				      MPI_Count *true_extent, int *ierror)
{
	int err = RD_C(Type_get_true_extent_c)(RD_TYPE(*datatype), true_lb, true_extent);

	RD_RETURN(err);
}

void RD_F(type_get_true_extent_x)(const int *datatype, MPI_Count *true_lb, MPI_Count *true_extent,
				  int *ierror)
{
	int err = RD_C(Type_get_true_extent_x)(RD_TYPE(*datatype), true_lb, true_extent);

	RD_RETURN(err);
}
RD_F08(void, type_get_true_extent_x)

void RD_F(type_set_name)(const int *datatype, const char *type_name, int *ierror,
			 size_t type_name_len)
{
	char *c_type_name = rd_f_text(type_name, type_name_len);
	int err = RD_C(Type_set_name)(RD_TYPE(*datatype), c_type_name);

	free(c_type_name);
	RD_RETURN(err);
}
RD_F08(void, type_set_name)

void RD_F(type_get_name)(const int *datatype, char *type_name, int *resultlen, int *ierror,
			 size_t type_name_len)
{
	char c_type_name[MPI_MAX_OBJECT_NAME];
	int err = RD_C(Type_get_name)(RD_TYPE(*datatype), c_type_name, resultlen);

	if (!err)
		rd_f_text_back(c_type_name, type_name, type_name_len);
	RD_RETURN(err);
}
RD_F08(void, type_get_name)

void RD_F(get_address)(const void *location, MPI_Aint *address, int *ierror)
{
	int err = RD_C(Get_address)(rd_f_buffer(location), address);

	RD_RETURN(err);
}
RD_F08(void, get_address)

MPI_Aint RD_F(aint_add)(const MPI_Aint *base, const MPI_Aint *disp)
{
	return RD_C(Aint_add)(*base, *disp);
}
RD_F08(MPI_Aint, aint_add)

MPI_Aint RD_F(aint_diff)(const MPI_Aint *addr1, const MPI_Aint *addr2)
{
	return RD_C(Aint_diff)(*addr1, *addr2);
}
RD_F08(MPI_Aint, aint_diff)

void RD_F(pack)(const void *inbuf, const int *incount, const int *datatype, void *outbuf,
		const int *outsize, int *position, const int *comm, int *ierror)
{
	int err = RD_C(Pack)(rd_f_buffer(inbuf), *incount, RD_TYPE(*datatype), rd_f_buffer(outbuf),
			     *outsize, position, RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, pack)

void RD_F(pack_c_f08)(const void *inbuf, const MPI_Count *incount, const int *datatype,
		      void *outbuf, const MPI_Count *outsize, MPI_Count *position, const int *comm,
		      int *ierror)
{
	int err = RD_C(Pack_c)(rd_f_buffer(inbuf), *incount, RD_TYPE(*datatype),
			       rd_f_buffer(outbuf), *outsize, position, RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(unpack)(const void *inbuf, const int *insize, int *position, void *outbuf,
		  const int *outcount, const int *datatype, const int *comm, int *ierror)
{
	int err = RD_C(Unpack)(rd_f_buffer(inbuf), *insize, position, rd_f_buffer(outbuf),
			       *outcount, RD_TYPE(*datatype), RD_COMM(*comm));

	RD_RETURN(err);
}
RD_F08(void, unpack)

void RD_F(unpack_c_f08)(const void *inbuf, const MPI_Count *insize, MPI_Count *position,
			void *outbuf, const MPI_Count *outcount, const int *datatype,
			const int *comm, int *ierror)
{
	int err = RD_C(Unpack_c)(rd_f_buffer(inbuf), *insize, position, rd_f_buffer(outbuf),
				 *outcount, RD_TYPE(*datatype), RD_COMM(*comm));

	RD_RETURN(err);
}

void RD_F(pack_size)(const int *incount, const int *datatype, const int *comm, int *size,
		     int *ierror)
{
	int err = RD_C(Pack_size)(*incount, RD_TYPE(*datatype), RD_COMM(*comm), size);

	RD_RETURN(err);
}
RD_F08(void, pack_size)

void RD_F(pack_size_c_f08)(const MPI_Count *incount, const int *datatype, const int *comm,
			   MPI_Count *size, int *ierror)
{
	int err = RD_C(Pack_size_c)(*incount, RD_TYPE(*datatype), RD_COMM(*comm), size);

	RD_RETURN(err);
}

void RD_F(type_get_envelope)(const int *datatype, int *num_integers, int *num_addresses,
			     int *num_datatypes, int *combiner, int *ierror)
{
	int err = RD_C(Type_get_envelope)(RD_TYPE(*datatype), num_integers, num_addresses,
					  num_datatypes, combiner);

	RD_RETURN(err);
}
RD_F08(void, type_get_envelope)

void RD_F(type_get_envelope_c_f08)(const int *datatype, MPI_Count *num_integers,
				   MPI_Count *num_addresses, MPI_Count *num_large_counts,
				   MPI_Count *num_datatypes, int *combiner, int *ierror)
{
	int err = RD_C(Type_get_envelope_c)(RD_TYPE(*datatype), num_integers, num_addresses,
					    num_large_counts, num_datatypes, combiner);

	RD_RETURN(err);
}

void RD_F(type_get_contents)(const int *datatype, const int *max_integers, const int *max_addresses,
			     const int *max_datatypes, int *array_of_integers,
			     MPI_Aint *array_of_addresses, int *array_of_datatypes, int *ierror)
{
	int n_array_of_datatypes = (int)*max_datatypes;
	struct rd_handles h_array_of_datatypes;
	MPI_Datatype *c_array_of_datatypes = rd_f_types(&h_array_of_datatypes, n_array_of_datatypes,
							NULL);
	int err = RD_C(Type_get_contents)(RD_TYPE(*datatype), *max_integers, *max_addresses,
					  *max_datatypes, array_of_integers, array_of_addresses,
					  c_array_of_datatypes);

	rd_f_types_back(&h_array_of_datatypes, n_array_of_datatypes, array_of_datatypes);
	rd_f_close(&h_array_of_datatypes);
	RD_RETURN(err);
}
RD_F08(void, type_get_contents)

void RD_F(type_get_contents_c_f08)(const int *datatype, const MPI_Count *max_integers,
				   const MPI_Count *max_addresses,
				   const MPI_Count *max_large_counts,
				   const MPI_Count *max_datatypes, int *array_of_integers,
				   MPI_Aint *array_of_addresses, MPI_Count *array_of_large_counts,
				   int *array_of_datatypes, int *ierror)
{
	int n_array_of_datatypes = (int)*max_datatypes;
	struct rd_handles h_array_of_datatypes;
	MPI_Datatype *c_array_of_datatypes = rd_f_types(&h_array_of_datatypes, n_array_of_datatypes,
							NULL);
	int err = RD_C(Type_get_contents_c)(RD_TYPE(*datatype), *max_integers, *max_addresses,
					    *max_large_counts, *max_datatypes, array_of_integers,
					    array_of_addresses, array_of_large_counts,
					    c_array_of_datatypes);

	rd_f_types_back(&h_array_of_datatypes, n_array_of_datatypes, array_of_datatypes);
	rd_f_close(&h_array_of_datatypes);
	RD_RETURN(err);
}

void RD_F(type_create_f90_real)(const int *p, const int *r, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_f90_real)(*p, *r, &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_f90_real)

void RD_F(type_create_f90_complex)(const int *p, const int *r, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_f90_complex)(*p, *r, &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_f90_complex)

void RD_F(type_create_f90_integer)(const int *r, int *newtype, int *ierror)
{
	MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_create_f90_integer)(*r, &c_newtype);

	if (!err)
		*newtype = RD_TOINT(Type, c_newtype);
	RD_RETURN(err);
}
RD_F08(void, type_create_f90_integer)

void RD_F(type_match_size)(const int *typeclass, const int *size, int *datatype, int *ierror)
{
	MPI_Datatype c_datatype = MPI_DATATYPE_NULL;
	int err = RD_C(Type_match_size)(*typeclass, *size, &c_datatype);

	if (!err)
		*datatype = RD_TOINT(Type, c_datatype);
	RD_RETURN(err);
}
RD_F08(void, type_match_size)

void RD_F(type_get_value_index)(const int *value_type, const int *index_type, int *pair_type,
				int *ierror)
{
	MPI_Datatype c_pair_type = MPI_DATATYPE_NULL;
	int err = RD_C(Type_get_value_index)(RD_TYPE(*value_type), RD_TYPE(*index_type),
					     &c_pair_type);

	if (!err)
		*pair_type = RD_TOINT(Type, c_pair_type);
	RD_RETURN(err);
}
RD_F08(void, type_get_value_index)

void RD_F(pack_external)(const char *datarep, const void *inbuf, const int *incount,
			 const int *datatype, void *outbuf, const MPI_Aint *outsize,
			 MPI_Aint *position, int *ierror, size_t datarep_len)
{
	char *c_datarep = rd_f_text(datarep, datarep_len);
	int err = RD_C(Pack_external)(c_datarep, rd_f_buffer(inbuf), *incount, RD_TYPE(*datatype),
				      rd_f_buffer(outbuf), *outsize, position);

	free(c_datarep);
	RD_RETURN(err);
}
RD_F08(void, pack_external)

void RD_F(pack_external_c_f08)(const char *datarep, const void *inbuf, const MPI_Count *incount,
			       const int *datatype, void *outbuf, const MPI_Count *outsize,
			       MPI_Count *position, int *ierror, size_t datarep_len)
{
	char *c_datarep = rd_f_text(datarep, datarep_len);
	int err = RD_C(Pack_external_c)(c_datarep, rd_f_buffer(inbuf), *incount, RD_TYPE(*datatype),
					rd_f_buffer(outbuf), *outsize, position);

	free(c_datarep);
	RD_RETURN(err);
}

void RD_F(unpack_external)(const char *datarep, const void *inbuf, const MPI_Aint *insize,
			   MPI_Aint *position, void *outbuf, const int *outcount,
			   const int *datatype, int *ierror, size_t datarep_len)
{
	char *c_datarep = rd_f_text(datarep, datarep_len);
	int err = RD_C(Unpack_external)(c_datarep, rd_f_buffer(inbuf), *insize, position,
					rd_f_buffer(outbuf), *outcount, RD_TYPE(*datatype));

	free(c_datarep);
	RD_RETURN(err);
}
RD_F08(void, unpack_external)

void RD_F(unpack_external_c_f08)(const char *datarep, const void *inbuf, const MPI_Count *insize,
				 MPI_Count *position, void *outbuf, const MPI_Count *outcount,
				 const int *datatype, int *ierror, size_t datarep_len)
{
	char *c_datarep = rd_f_text(datarep, datarep_len);
	int err = RD_C(Unpack_external_c)(c_datarep, rd_f_buffer(inbuf), *insize, position,
					  rd_f_buffer(outbuf), *outcount, RD_TYPE(*datatype));

	free(c_datarep);
	RD_RETURN(err);
}

void RD_F(pack_external_size)(const char *datarep, const int *incount, const int *datatype,
			      MPI_Aint *size, int *ierror, size_t datarep_len)
{
	char *c_datarep = rd_f_text(datarep, datarep_len);
	int err = RD_C(Pack_external_size)(c_datarep, *incount, RD_TYPE(*datatype), size);

	free(c_datarep);
	RD_RETURN(err);
}
RD_F08(void, pack_external_size)

void RD_F(pack_external_size_c_f08)(const char *datarep, const MPI_Count *incount,
				    const int *datatype, MPI_Count *size, int *ierror,
				    size_t datarep_len)
{
	char *c_datarep = rd_f_text(datarep, datarep_len);
	int err = RD_C(Pack_external_size_c)(c_datarep, *incount, RD_TYPE(*datatype), size);

	free(c_datarep);
	RD_RETURN(err);
}

