/* SPDX-License-Identifier: BSD-3-Clause */
/* Conversion of values between Fortran and C: handles, texts, objects known by their addresses. */
#include "fortran/fortran.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* The compiler aligns a COMMON block for any type. */
#define RD_COMMON __attribute__((visibility("default"), aligned(32)))

RD_COMMON int mpi_fortran_bottom_, mpi_fortran_in_place_, mpi_fortran_buffer_automatic_;
RD_COMMON int mpi_fortran_status_ignore_[8], mpi_fortran_statuses_ignore_[8];
RD_COMMON int mpi_fortran_errcodes_ignore_, mpi_fortran_unweighted_, mpi_fortran_weights_empty_;
RD_COMMON char mpi_fortran_argv_null_, mpi_fortran_argvs_null_;

/* Of the program: its COMMON blocks take the place of those above. */
static const struct {
	const void *fortran;
	void *c;
} objects[] = {
	{&mpi_fortran_in_place_, MPI_IN_PLACE},
	{&mpi_fortran_bottom_, MPI_BOTTOM},
	{&mpi_fortran_buffer_automatic_, MPI_BUFFER_AUTOMATIC},
};

#define OBJECTS (sizeof(objects) / sizeof(objects[0]))

uintptr_t rd_f_objects, rd_f_objects_size = UINTPTR_MAX;

__attribute__((constructor)) static void find_objects(void)
{
	uintptr_t least = UINTPTR_MAX, most = 0;

	for (size_t i = 0; i < OBJECTS; i++) {
		uintptr_t at = (uintptr_t)objects[i].fortran;

		least = at < least ? at : least;
		most = at > most ? at : most;
	}
	rd_f_objects = least;
	rd_f_objects_size = most - least + 1;
}

void *rd_f_object(const void *buffer)
{
	for (size_t i = 0; i < OBJECTS; i++)
		if (buffer == objects[i].fortran)
			return objects[i].c;
	return (void *)(uintptr_t)buffer;
}

void *rd_f_alloc(size_t size)
{
	void *room = malloc(size ? size : 1);

	if (!room) {
		fprintf(stderr,
			"Rondo: no memory for the arguments of a Fortran call (%zu bytes)\n", size);
		abort();
	}
	return room;
}

/* ---- Handles ---- */

static void **opened(struct rd_handles *h, int n)
{
	h->all = n <= (int)(sizeof(h->few) / sizeof(h->few[0]))
			 ? h->few
			 : rd_f_alloc((size_t)n * sizeof(void *));
	return h->all;
}

MPI_Request *rd_f_reqs(struct rd_handles *h, int n, const int *f)
{
	MPI_Request *c = (MPI_Request *)opened(h, n);

	for (int i = 0; i < n; i++)
		c[i] = RD_REQUEST(f[i]);
	return c;
}

MPI_Datatype *rd_f_types(struct rd_handles *h, int n, const int *f)
{
	MPI_Datatype *c = (MPI_Datatype *)opened(h, n);

	for (int i = 0; i < n; i++)
		c[i] = f ? RD_TYPE(f[i]) : MPI_DATATYPE_NULL;
	return c;
}

void rd_f_reqs_look(const struct rd_handles *h, int n, const int *f)
{
	for (int i = 0; i < n; i++)
		RD_PEND(request, f[i], (MPI_Request)h->all[i]);
}

void rd_f_reqs_start(int n, const int *f)
{
	for (int i = 0; i < n; i++)
		RD_PEND(start, f[i]);
}

void rd_f_reqs_back(const struct rd_handles *h, int n, int *f)
{
	rd_f_reqs_look(h, n, f);
	for (int i = 0; i < n; i++)
		f[i] = RD_TOINT(Request, (MPI_Request)h->all[i]);
}

void rd_f_types_back(const struct rd_handles *h, int n, int *f)
{
	for (int i = 0; i < n; i++)
		if (h->all[i] != MPI_DATATYPE_NULL)
			f[i] = RD_TOINT(Type, (MPI_Datatype)h->all[i]);
}

int rd_f_peers(MPI_Comm comm)
{
	int inter = 0, n = 0;

	if (comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &inter))
		return 0;
	if (inter)
		PMPI_Comm_remote_size(comm, &n);
	else
		PMPI_Comm_size(comm, &n);
	return n;
}

/* Neighbours that are sources and destinations; 0 and 0 without a topology. */
static void degrees(MPI_Comm comm, int *in, int *out)
{
	int kind = MPI_UNDEFINED, rank, weighted, n = 0;

	*in = *out = 0;
	if (comm == MPI_COMM_NULL || PMPI_Topo_test(comm, &kind))
		return;
	if (kind == MPI_DIST_GRAPH) {
		PMPI_Dist_graph_neighbors_count(comm, in, out, &weighted);
		return;
	}
	if (kind == MPI_CART && !PMPI_Cartdim_get(comm, &n)) {
		n *= 2;
	} else if (kind == MPI_GRAPH && !PMPI_Comm_rank(comm, &rank)) {
		PMPI_Graph_neighbors_count(comm, rank, &n);
	}
	*in = *out = n;
}

int rd_f_indegree(MPI_Comm comm)
{
	int in, out;

	degrees(comm, &in, &out);
	return in;
}

int rd_f_outdegree(MPI_Comm comm)
{
	int in, out;

	degrees(comm, &in, &out);
	return out;
}

/* ---- Texts ---- */

char *rd_f_text(const char *f, size_t len)
{
	char *c;

	while (len && f[len - 1] == ' ')
		len--;
	c = rd_f_alloc(len + 1);
	memcpy(c, f, len);
	c[len] = '\0';
	return c;
}

char *rd_f_word(const char *f, size_t len)
{
	while (len && *f == ' ') {
		f++;
		len--;
	}
	return rd_f_text(f, len);
}

void rd_f_text_back(const char *c, char *f, size_t len)
{
	size_t n = strnlen(c, len);

	memcpy(f, c, n);
	memset(f + n, ' ', len - n);
}

/* ---- The rest ---- */

MPI_Aint *rd_f_widened(int n, const int *f)
{
	MPI_Aint *c = rd_f_alloc(n > 0 ? (size_t)n * sizeof(*c) : 1);

	for (int i = 0; i < n; i++)
		c[i] = f[i];
	return c;
}

void rd_f_indices(int n, int *indices)
{
	for (int i = 0; i < n; i++) /* n is negative for MPI_UNDEFINED */
		indices[i]++;
}

/* .TRUE. is 1 and .FALSE. is 0: configure asks the compiler. */
static void set_booleans(void)
{
	for (int size = 1; size <= 16; size *= 2) {
		unsigned char yes[16] = {1}, no[16] = {0};

		PMPI_Abi_set_fortran_booleans(size, yes, no);
	}
}

/* Kinds that all compilers have, and the sizes of the default kinds, which are fixed: options that
 * change them are not supported. The list of mpi/abi.c is for Rondo's C library, this one for that
 * of another MPI with the same ABI. */
static const char *const properties[][2] = {
	{"mpi_logical_size", "4"},
	{"mpi_integer_size", "4"},
	{"mpi_real_size", "4"},
	{"mpi_double_precision_size", "8"},
	{"mpi_logical1_supported", "true"},
	{"mpi_logical2_supported", "true"},
	{"mpi_logical4_supported", "true"},
	{"mpi_logical8_supported", "true"},
	{"mpi_integer1_supported", "true"},
	{"mpi_integer2_supported", "true"},
	{"mpi_integer4_supported", "true"},
	{"mpi_integer8_supported", "true"},
	{"mpi_real4_supported", "true"},
	{"mpi_real8_supported", "true"},
	{"mpi_complex8_supported", "true"},
	{"mpi_complex16_supported", "true"},
	{"mpi_double_complex_supported", "true"},
};

static int fill_properties(MPI_Info info)
{
	int code = MPI_SUCCESS;

	for (size_t i = 0; !code && i < sizeof(properties) / sizeof(properties[0]); i++)
		code = PMPI_Info_set(info, properties[i][0], properties[i][1]);
	return code;
}

/* All or none: the properties can be set once. */
static void set_properties(MPI_Info *info)
{
	if (!PMPI_Info_create(info) && !fill_properties(*info))
		PMPI_Abi_set_fortran_info(*info);
}

/* A C library that was built without a Fortran compiler knows no properties of one. */
static void start(void)
{
	MPI_Info info = MPI_INFO_NULL;

	set_booleans();
	if (!PMPI_Abi_get_fortran_info(&info) && info == MPI_INFO_NULL)
		set_properties(&info);
	if (info != MPI_INFO_NULL)
		PMPI_Info_free(&info);
}

void rd_f_start(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, start);
}
