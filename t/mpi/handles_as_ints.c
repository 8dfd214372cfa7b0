/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves handles as ints (MPI-5.0 19.3.4): predefined ones are their constants, every other is
 * found by its number, which stays the same; numbers without a handle give null handles; statuses
 * of Fortran; and the values that MPI_Abi_* return and take (20).
 */
#include "mpi.h"

#include "t/tap.h"

#include <unistd.h>

#define both(kind, handle, null) \
	do { \
		int number_ = MPI_##kind##_toint(handle); \
		ok(MPI_##kind##_fromint(number_) == (handle) && number_ >= 4096 && \
			   MPI_##kind##_toint(handle) == number_, \
		   "a " #kind " is %d", number_); \
		ok(MPI_##kind##_fromint(-7) == (null) && MPI_##kind##_fromint(1 << 30) == (null), \
		   "a number that is no " #kind); \
		ok(MPI_##kind##_f2c(MPI_##kind##_c2f(handle)) == (handle), #kind "_c2f and _f2c"); \
	} while (0)

static void nothing(MPI_Comm *comm, int *code, ...)
{
	(void)comm;
	(void)code;
}

static void add(void *in, void *inout, int *n, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *n; i++)
		((int *)inout)[i] += ((int *)in)[i];
}

static void test_predefined(void)
{
	is_int(MPI_Comm_toint(MPI_COMM_WORLD), 0x101, "MPI_COMM_WORLD is its constant");
	ok(MPI_Comm_fromint(0x101) == MPI_COMM_WORLD, "and back");
	is_int(MPI_Type_toint(MPI_DOUBLE), 0x214, "MPI_DOUBLE");
	is_int(MPI_Op_toint(MPI_SUM), 0x21, "MPI_SUM");
	is_int(MPI_Group_toint(MPI_GROUP_EMPTY), 0x109, "MPI_GROUP_EMPTY");
	is_int(MPI_Errhandler_toint(MPI_ERRORS_RETURN), 0x143, "MPI_ERRORS_RETURN");
	is_int(MPI_Request_toint(MPI_REQUEST_NULL), 0x180, "MPI_REQUEST_NULL");
	is_int(MPI_Message_toint(MPI_MESSAGE_NO_PROC), 0x129, "MPI_MESSAGE_NO_PROC");
	is_int(MPI_Info_toint(MPI_INFO_ENV), 0x131, "MPI_INFO_ENV");
	is_int(MPI_Win_toint(MPI_WIN_NULL), 0x110, "MPI_WIN_NULL");
	is_int(MPI_File_toint(MPI_FILE_NULL), 0x118, "MPI_FILE_NULL");
	is_int(MPI_Session_toint(MPI_SESSION_NULL), 0x120, "MPI_SESSION_NULL");
	ok(MPI_File_fromint(0x118) == MPI_FILE_NULL &&
		   MPI_Session_fromint(0x120) == MPI_SESSION_NULL &&
		   MPI_Win_fromint(0x110) == MPI_WIN_NULL,
	   "and back");
}

static void test_others(void)
{
	MPI_Comm comm;
	MPI_Datatype type;
	MPI_Errhandler eh;
	MPI_Group group;
	MPI_Message message;
	MPI_Op op;
	MPI_Request request;
	int x = 5, sum = 2;

	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Type_contiguous(3, MPI_INT, &type);
	MPI_Comm_create_errhandler(nothing, &eh);
	MPI_Comm_group(comm, &group);
	MPI_Op_create(add, 1, &op);
	MPI_Send_init(&x, 1, MPI_INT, 0, 0, comm, &request);
	MPI_Start(&request);
	MPI_Mprobe(0, 0, comm, &message, MPI_STATUS_IGNORE);
	both(Comm, comm, MPI_COMM_NULL);
	both(Type, type, MPI_DATATYPE_NULL);
	both(Errhandler, eh, MPI_ERRHANDLER_NULL);
	both(Group, group, MPI_GROUP_NULL);
	both(Op, op, MPI_OP_NULL);
	both(Request, request, MPI_REQUEST_NULL);
	both(Message, message, MPI_MESSAGE_NULL);
	MPI_Reduce_local(&x, &sum, 1, MPI_INT, MPI_Op_fromint(MPI_Op_toint(op)));
	is_int(sum, 7, "the handle that comes back works");
	MPI_Mrecv(&x, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
	MPI_Op_free(&op);
	MPI_Group_free(&group);
	MPI_Errhandler_free(&eh);
	MPI_Type_free(&type);
	MPI_Comm_free(&comm);
}

/* Many, so that the tables grow; each number is one handle's. */
static void test_many(void)
{
	enum { N = 1000 };
	static MPI_Info info[N];
	static int number[N];
	int wrong = 0, lowest, highest;

	for (int i = 0; i < N; i++) {
		MPI_Info_create(&info[i]);
		number[i] = MPI_Info_toint(info[i]);
	}
	lowest = highest = number[0];
	for (int i = 0; i < N; i++) {
		wrong += MPI_Info_fromint(number[i]) != info[i];
		lowest = number[i] < lowest ? number[i] : lowest;
		highest = number[i] > highest ? number[i] : highest;
	}
	is_int(wrong, 0, "%d handles come back", N);
	is_int(highest - lowest, N - 1, "without a gap");
	for (int i = 0; i < N; i++)
		MPI_Info_free(&info[i]);
	for (int round = 0; round < 10; round++) {
		MPI_Info again;

		MPI_Info_create(&again);
		ok(MPI_Info_toint(again) <= highest + 30, "freed places keep their numbers");
		MPI_Info_free(&again);
	}
}

static void test_status(void)
{
	MPI_Status status, back;
	MPI_F08_status f08;
	MPI_Fint f[MPI_F_STATUS_SIZE], f2[MPI_F_STATUS_SIZE];
	int x = 1, y[2], count = 0;

	memset(&back, 0, sizeof(back));
	MPI_Sendrecv(&x, 1, MPI_INT, 0, 33, y, 2, MPI_INT, 0, 33, MPI_COMM_SELF, &status);
	status.MPI_ERROR = MPI_ERR_IO;
	MPI_Status_c2f(&status, f);
	ok(f[MPI_F_SOURCE] == 0 && f[MPI_F_TAG] == 33 && f[MPI_F_ERROR] == MPI_ERR_IO,
	   "Status_c2f");
	MPI_Status_f2f08(f, &f08);
	MPI_Status_f082f(&f08, f2);
	ok(!memcmp(f, f2, sizeof(f)), "through Fortran 2008 and back");
	MPI_Status_f2c(f2, &back);
	MPI_Get_count(&back, MPI_INT, &count);
	ok(back.MPI_TAG == 33 && count == 1, "Status_f2c: the count comes back");
	MPI_Status_c2f08(&status, &f08);
	memset(&back, 0, sizeof(back));
	MPI_Status_f082c(&f08, &back);
	ok(!memcmp(&status, &back, sizeof(status)), "Status_c2f08 and _f082c");
}

static const char *ask(MPI_Info info, const char *key)
{
	static char value[64];
	int length = (int)sizeof(value), flag = 0;

	MPI_Info_get_string(info, key, &length, value, &flag);
	return flag ? value : "none";
}

static void test_abi(void)
{
	int major = -1, minor = -1, yes = -1, no = 7, is_set = -1, got_yes = 0, got_no = 1;
	long long yes8 = 0, no8 = 1;
	MPI_Info info;

	MPI_Abi_get_version(&major, &minor);
	ok(major == 1 && minor == 0, "ABI %d.%d", major, minor);
	MPI_Abi_get_info(&info);
	is_str(ask(info, "mpi_aint_size"), "8", "mpi_aint_size");
	is_str(ask(info, "mpi_count_size"), "8", "mpi_count_size");
	is_str(ask(info, "mpi_offset_size"), "8", "mpi_offset_size");
	MPI_Info_free(&info);
	MPI_Abi_get_fortran_info(&info);
	is_str(ask(info, "mpi_integer_size"), "4", "mpi_integer_size");
	is_str(ask(info, "mpi_double_precision_size"), "8", "mpi_double_precision_size");
	is_str(ask(info, "mpi_real8_supported"), "true", "mpi_real8_supported");
	is_int(MPI_Abi_set_fortran_info(info), MPI_SUCCESS, "the same can be set");
	MPI_Info_set(info, "mpi_integer_size", "8");
	is_int(MPI_Abi_set_fortran_info(info), MPI_ERR_ABI, "other sizes cannot");
	MPI_Info_free(&info);
	MPI_Abi_get_fortran_booleans(4, &got_yes, &got_no, &is_set);
	ok(is_set && got_yes == 1 && got_no == 0, "truth is known without Fortran");
	is_int(MPI_Abi_set_fortran_booleans(3, &yes, &no), MPI_ERR_ARG, "3 bytes are no LOGICAL");
	is_int(MPI_Abi_set_fortran_booleans(4, &yes, &no), MPI_SUCCESS, "it is set");
	MPI_Abi_get_fortran_booleans(4, &got_yes, &got_no, &is_set);
	ok(is_set && got_yes == -1 && got_no == 7, "and got");
	is_int(MPI_Abi_set_fortran_booleans(4, &yes, &no), MPI_SUCCESS, "the same once more");
	is_int(MPI_Abi_set_fortran_booleans(4, &no, &yes), MPI_ERR_ABI, "others are refused");
	MPI_Abi_get_fortran_booleans(8, &yes8, &no8, &is_set);
	ok(is_set && yes8 == 1 && no8 == 0, "those of another size stay");
}

int main(void)
{
	MPI_Info info;

	alarm(60);
	test_predefined();
	MPI_Info_create(&info);
	both(Info, info, MPI_INFO_NULL);
	MPI_Init(NULL, NULL);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	test_others();
	test_many();
	test_status();
	test_abi();
	MPI_Finalize();
	test_predefined();
	both(Info, info, MPI_INFO_NULL);
	MPI_Info_free(&info);
	return done();
}
