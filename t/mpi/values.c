/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Proves the small entry points: counts and elements of a status (MPI-5.0 3.2.5, 5.1.11), values
 * that do not fit an int, int arrays of any length widened for the inner call, pack
 * and unpack (5.2), names, attributes, versions (9.1), memory (9.2), grids (8.5).
 */
#include "mpi.h"

#include "t/tap.h"

#include <limits.h>
#include <unistd.h>

static void test_counts(void)
{
	MPI_Status st;
	MPI_Datatype pair, mixed, none;
	MPI_Datatype old[2] = {MPI_DOUBLE, MPI_INT};
	MPI_Aint displs[2] = {0, 8};
	MPI_Count big;
	int lens[2] = {1, 1}, n, data[3] = {1, 2, 3}, in[8];

	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_create_struct(2, lens, displs, old, &mixed);
	MPI_Type_contiguous(0, MPI_INT, &none);
	MPI_Type_commit(&pair);
	MPI_Sendrecv(data, 3, MPI_INT, 0, 0, in, 8, MPI_INT, 0, 0, MPI_COMM_SELF, &st);
	MPI_Get_count(&st, MPI_INT, &n);
	is_int(n, 3, "get_count of 3 ints");
	MPI_Get_count(&st, pair, &n);
	is_int(n, MPI_UNDEFINED, "get_count in pairs of ints");
	MPI_Get_elements(&st, pair, &n);
	is_int(n, 3, "get_elements in pairs of ints");
	MPI_Get_elements(&st, mixed, &n);
	is_int(n, 2, "get_elements of 12 bytes as double and int");
	MPI_Get_count(&st, none, &n);
	is_int(n, MPI_UNDEFINED, "12 bytes are no number of empty types");
	MPI_Status_set_elements(&st, MPI_INT, 6);
	MPI_Get_elements(&st, pair, &n);
	is_int(n, 6, "set_elements, get_elements");
	MPI_Get_count(&st, pair, &n);
	is_int(n, 3, "set_elements, get_count");
	MPI_Status_set_elements_c(&st, MPI_BYTE, (MPI_Count)1 << 40);
	MPI_Get_count(&st, MPI_BYTE, &n);
	is_int(n, MPI_UNDEFINED, "a count that does not fit an int");
	MPI_Get_count_c(&st, MPI_BYTE, &big);
	is_int(big, (MPI_Count)1 << 40, "get_count_c of it");
	MPI_Status_set_cancelled(&st, 1);
	MPI_Test_cancelled(&st, &n);
	ok(n, "set_cancelled");
	MPI_Status_set_source(&st, 17);
	MPI_Status_set_tag(&st, 18);
	MPI_Status_set_error(&st, 19);
	ok(st.MPI_SOURCE == 17 && st.MPI_TAG == 18 && st.MPI_ERROR == 19, "status setters");
	MPI_Type_free(&pair);
	MPI_Type_free(&mixed);
	MPI_Type_free(&none);
}

static void test_widening(void)
{
	enum { N = 1000 };
	static int lens[N], displs[N];
	static MPI_Count wide_lens[N], wide_displs[N];
	MPI_Datatype narrow, wide, huge;
	MPI_Aint lb, extent;
	MPI_Count size;
	int n;

	for (int i = 0; i < N; i++) {
		wide_lens[i] = lens[i] = 1 + i % 3;
		wide_displs[i] = displs[i] = 5 * i;
	}
	for (int count = 1; count <= N; count += 37) {
		MPI_Aint wide_extent, wide_lb;

		MPI_Type_indexed(count, lens, displs, MPI_INT, &narrow);
		MPI_Type_indexed_c(count, wide_lens, wide_displs, MPI_INT, &wide);
		MPI_Type_size(narrow, &n);
		MPI_Type_size_c(wide, &size);
		MPI_Type_get_extent(narrow, &lb, &extent);
		MPI_Type_get_extent(wide, &wide_lb, &wide_extent);
		if (n != size || lb != wide_lb || extent != wide_extent ||
		    extent < 20 * (count - 1))
			ok(0, "indexed with %d blocks: size %d, %lld", count, n, (long long)size);
		MPI_Type_free(&narrow);
		MPI_Type_free(&wide);
	}
	ok(1, "int arrays of 1 to %d entries are widened", N);
	MPI_Type_contiguous(INT_MAX, MPI_INT, &huge);
	MPI_Type_size(huge, &n);
	is_int(n, MPI_UNDEFINED, "a size that does not fit an int");
	MPI_Type_size_x(huge, &size);
	is_int(size, 4 * (MPI_Count)INT_MAX, "type_size_x of it");
	MPI_Type_free(&huge);
}

static void test_pack(void)
{
	MPI_Datatype every;
	int in[6] = {1, 2, 3, 4, 5, 6}, out[6] = {0}, position = 0, size, rc;
	char box[24], tail = 'x';

	MPI_Type_vector(3, 1, 2, MPI_INT, &every);
	MPI_Type_commit(&every);
	MPI_Pack_size(1, every, MPI_COMM_SELF, &size);
	is_int(size, 12, "pack_size of three ints");
	MPI_Pack(in, 1, every, box, (int)sizeof(box), &position, MPI_COMM_SELF);
	MPI_Pack(&tail, 1, MPI_CHAR, box, (int)sizeof(box), &position, MPI_COMM_SELF);
	is_int(position, 13, "pack moves the position");
	rc = MPI_Pack(in, 6, MPI_INT, box, (int)sizeof(box), &position, MPI_COMM_SELF);
	ok(rc == MPI_ERR_TRUNCATE && position == 13, "data that does not fit is refused");
	position = 0;
	tail = 0;
	MPI_Unpack(box, 13, &position, out, 1, every, MPI_COMM_SELF);
	MPI_Unpack(box, 13, &position, &tail, 1, MPI_CHAR, MPI_COMM_SELF);
	ok(out[0] == 1 && out[1] == 0 && out[2] == 3 && out[4] == 5 && tail == 'x', "unpack");
	rc = MPI_Unpack(box, 13, &position, &tail, 1, MPI_CHAR, MPI_COMM_SELF);
	ok(rc == MPI_ERR_TRUNCATE && position == 13, "no more than there is");
	MPI_Type_free(&every);
}

static void test_environment(void)
{
	char text[MPI_MAX_LIBRARY_VERSION_STRING], name[MPI_MAX_OBJECT_NAME];
	char longest[2 * MPI_MAX_OBJECT_NAME];
	int a, b, flag, len, *value, other;
	double start = MPI_Wtime();
	void *mem;

	MPI_Get_version(&a, &b);
	ok(a == 5 && b == 0, "MPI %d.%d", a, b);
	MPI_Abi_get_version(&a, &b);
	ok(a == 1 && b == 0, "ABI %d.%d", a, b);
	MPI_Get_library_version(text, &len);
	ok(!strncmp(text, "Rondo ", 6) && len == (int)strlen(text), "%s", text);
	MPI_Get_processor_name(text, &len);
	ok(len > 0 && len == (int)strlen(text), "processor name %s", text);
	MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
	ok(flag && *value == INT_MAX, "MPI_TAG_UB");
	MPI_Attr_get(MPI_COMM_WORLD, MPI_IO, &value, &flag);
	ok(flag && *value == MPI_ANY_SOURCE, "MPI_IO by the old name");
	MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag);
	ok(flag && *value == 1, "one process has one clock");
	is_int(MPI_Comm_get_attr(MPI_COMM_WORLD, 12345, &value, &flag), MPI_ERR_KEYVAL,
	       "no such key");
	ok(MPI_Wtime() >= start && MPI_Wtick() > 0 && MPI_Wtick() < 1e-3, "time does not go back");
	MPI_Alloc_mem(1000, MPI_INFO_NULL, &mem);
	ok(mem && (uintptr_t)mem % 64 == 0, "alloc_mem");
	memset(mem, 1, 1000);
	MPI_Free_mem(mem);
	MPI_Comm_get_name(MPI_COMM_WORLD, name, &len);
	is_str(name, "MPI_COMM_WORLD", "name of the world");
	is_int(MPI_Comm_get_name(MPI_COMM_NULL, name, &len), MPI_SUCCESS,
	       "null handles have names");
	is_str(name, "MPI_COMM_NULL", "that of no communicator");
	is_int(len, (int)strlen("MPI_COMM_NULL"), "its length");
	MPI_Type_get_name(MPI_DATATYPE_NULL, name, &len);
	is_str(name, "MPI_DATATYPE_NULL", "that of no datatype");
	MPI_Win_get_name(MPI_WIN_NULL, name, &len);
	is_str(name, "MPI_WIN_NULL", "that of no window");
	memset(longest, 'n', sizeof(longest));
	longest[sizeof(longest) - 1] = 0;
	MPI_Comm_set_name(MPI_COMM_WORLD, longest);
	MPI_Comm_get_name(MPI_COMM_WORLD, name, &len);
	ok(len == MPI_MAX_OBJECT_NAME - 1 && (int)strlen(name) == len, "a long name is cut");
	MPI_Query_thread(&a);
	is_int(a, MPI_THREAD_MULTIPLE, "multiple was asked for and is provided");
	MPI_Is_thread_main(&flag);
	ok(flag, "this is the main thread");
	MPI_Comm_test_inter(MPI_COMM_WORLD, &other);
	ok(!other, "no intercommunicator");
	is_int(MPI_Pcontrol(2, "anything", 3), MPI_SUCCESS, "MPI_Pcontrol");
	ok(MPI_Aint_diff(MPI_Aint_add(100, 28), 100) == 28, "address arithmetic");
}

static void test_grid(void)
{
	MPI_Comm grid, none;
	int dims[2] = {1, 1}, periods[2] = {1, 0}, coords[2] = {9, 9}, n;
	int two[1] = {2}, zero[1] = {0};
	int source, dest;

	MPI_Topo_test(MPI_COMM_SELF, &n);
	is_int(n, MPI_UNDEFINED, "no topology");
	MPI_Cart_create(MPI_COMM_SELF, 2, dims, periods, 0, &grid);
	MPI_Topo_test(grid, &n);
	is_int(n, MPI_CART, "a grid");
	dims[0] = dims[1] = periods[0] = 0;
	MPI_Cart_get(grid, 2, dims, periods, coords);
	ok(dims[0] == 1 && dims[1] == 1 && periods[0] == 1 && !periods[1] && !coords[0],
	   "cart_get");
	MPI_Cart_shift(grid, 0, 1, &source, &dest);
	ok(source == 0 && dest == 0, "shift round a ring of one");
	MPI_Cart_shift(grid, 1, 1, &source, &dest);
	ok(source == MPI_PROC_NULL && dest == MPI_PROC_NULL, "shift over the edge");
	MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
	is_int(MPI_Cart_shift(grid, 2, 1, &source, &dest), MPI_ERR_DIMS, "no third dimension");
	is_int(MPI_Cart_get(grid, 1, dims, periods, coords), MPI_ERR_DIMS, "too little room");
	coords[1] = 1;
	is_int(MPI_Cart_rank(grid, coords, &n), MPI_ERR_ARG, "coordinates beyond the grid");
	is_int(MPI_Cart_create(MPI_COMM_SELF, 1, two, two, 0, &none), MPI_ERR_DIMS,
	       "too large a grid");
	is_int(MPI_Cart_create(MPI_COMM_SELF, 1, zero, two, 0, &none), MPI_ERR_DIMS,
	       "an empty one");
	is_int(MPI_Dims_create(0, 1, zero), MPI_ERR_ARG, "dims_create of no nodes");
	MPI_Comm_free(&grid);
}

int main(void)
{
	int provided;

	alarm(60);
	MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	test_counts();
	test_widening();
	test_pack();
	test_environment();
	test_grid();
	is_int(MPI_Finalize(), MPI_SUCCESS, "MPI_Finalize");
	return done();
}
