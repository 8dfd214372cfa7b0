/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Datatypes from outside (MPI-4.0 chapter 5): sizes, extents and true extents of every constructor
 * against its definition, on random nested types (layout.h works out where every element lies);
 * pack and unpack, whole and in pieces; that messages of equal signatures match for all layouts;
 * counts of elements in a status; alignment of a struct as in C.
 */
#include "t/jobs/job.h"
#include "t/jobs/layout.h"

enum { FILLER = 0xee, ROUNDS = 3000, ELEMENTS = 60 };

/* -- random types --------------------------------------------------------------------------- */

static void check_bounds(const struct layout *l)
{
	MPI_Aint lb = -1, extent = -1, low = l->offset[0], high = low;
	int size = -1;

	for (int e = 0; e < l->elements; e++) {
		low = l->offset[e] < low ? l->offset[e] : low;
		high = l->offset[e] > high ? l->offset[e] : high;
	}
	MPI_Type_size(l->type, &size);
	check(size == l->elements * (int)l->unit, "size %d, must be %d", size,
	      l->elements * (int)l->unit);
	MPI_Type_get_extent(l->type, &lb, &extent);
	check(lb == l->lb && extent == l->extent, "extent %ld from %ld, must be %ld from %ld",
	      (long)extent, (long)lb, (long)l->extent, (long)l->lb);
	MPI_Type_get_true_extent(l->type, &lb, &extent);
	check(lb == low && extent == high - low + (MPI_Aint)l->unit,
	      "true extent %ld from %ld, "
	      "must be %ld from %ld",
	      (long)extent, (long)lb, (long)(high - low + (MPI_Aint)l->unit), (long)low);
}

/* Packed, the elements stand one behind the other in the order of the type. */
static void check_packed(const struct layout *l, const unsigned char *packed, size_t elements,
			 uint64_t seed)
{
	for (size_t n = 0; n < elements * l->unit; n++)
		if (!check(packed[n] == data_byte(seed, n),
			   "packed byte %zu of %zu is %02x, must "
			   "be %02x",
			   n, elements * l->unit, packed[n], data_byte(seed, n)))
			return;
}

static void check_unpacked(const struct layout *l, const unsigned char *buffer, size_t bytes,
			   size_t elements, uint64_t seed)
{
	unsigned char *due = must_alloc(bytes);
	size_t at = 0;

	memset(due, FILLER, bytes);
	layout_fill(l, due, elements, seed);
	while (at < bytes && buffer[at] == due[at])
		at++;
	check(at == bytes, "byte %zu of %zu is %02x, must be %02x", at, bytes, buffer[at], due[at]);
	free(due);
}

/* All at once on one side, type by type on the other. */
static void pack_and_unpack(const struct layout *l, int count, uint64_t seed)
{
	size_t span = layout_span(l, count), elements = (size_t)count * (size_t)l->elements;
	unsigned char *buffer = must_alloc(span), *packed;
	int room = -1, position = 0, each = -1;

	MPI_Pack_size(count, l->type, MPI_COMM_WORLD, &room);
	check((size_t)room >= elements * l->unit, "MPI_Pack_size gives %d for %zu bytes", room,
	      elements * l->unit);
	packed = must_alloc((size_t)room);
	layout_fill(l, buffer, elements, seed);
	MPI_Pack(buffer, count, l->type, packed, room, &position, MPI_COMM_WORLD);
	check((size_t)position == elements * l->unit, "packed %d bytes, must be %zu", position,
	      elements * l->unit);
	check_packed(l, packed, elements, seed);
	memset(buffer, FILLER, span);
	position = 0;
	for (int n = 0; n < count; n++) {
		MPI_Unpack(packed, room, &position, buffer + n * l->extent, 1, l->type,
			   MPI_COMM_WORLD);
		each = position;
	}
	check(count == 0 || (size_t)each == elements * l->unit, "unpacked %d bytes", each);
	check_unpacked(l, buffer, span, elements, seed);
	free(buffer);
	free(packed);
}

/* One layout to another by a message to oneself; the receive has room to spare. */
static void send_to_oneself(const struct layout *from, int count, const struct layout *to,
			    uint64_t seed)
{
	size_t elements = (size_t)count * (size_t)from->elements;
	int per = to->elements, fit = (int)((elements + (size_t)per - 1) / (size_t)per) + 1;
	int got = -1, whole = -1;
	unsigned char *out = must_alloc(layout_span(from, count));
	unsigned char *in = must_alloc(layout_span(to, fit));
	MPI_Status status;

	layout_fill(from, out, elements, seed);
	memset(in, FILLER, layout_span(to, fit));
	MPI_Sendrecv(out, count, from->type, 0, 0, in, fit, to->type, 0, 0, MPI_COMM_SELF, &status);
	check_unpacked(to, in, layout_span(to, fit), elements, seed);
	MPI_Get_elements(&status, to->type, &got);
	MPI_Get_count(&status, to->type, &whole);
	check(got == (int)elements, "%d elements, must be %zu", got, elements);
	check(whole == (elements % (size_t)per ? MPI_UNDEFINED : (int)elements / per),
	      "count %d of %d elements each, %zu came", whole, per, elements);
	free(out);
	free(in);
}

static void random_types(uint64_t seed)
{
	static const struct {
		MPI_Datatype type;
		size_t unit;
	} bases[] = {
		{MPI_BYTE, 1},
		{MPI_SHORT, sizeof(short)},
		{MPI_INT, sizeof(int)},
		{MPI_DOUBLE, sizeof(double)},
		{MPI_C_DOUBLE_COMPLEX, 2 * sizeof(double)},
	};

	for (int round = 0; round < ROUNDS && job.failures == 0; round++) {
		uint64_t random = seed + (uint64_t)round;
		int base = random_below(&random, 5), count = random_below(&random, 6);
		struct layout a, b;

		layout_random(&a, bases[base].type, bases[base].unit,
			      random_between(&random, 1, ELEMENTS), random_between(&random, 1, 4),
			      &random);
		layout_random(&b, bases[base].type, bases[base].unit,
			      random_between(&random, 1, ELEMENTS), random_between(&random, 1, 4),
			      &random);
		check_bounds(&a);
		pack_and_unpack(&a, count, random);
		send_to_oneself(&a, count, &b, random);
		check(job.failures == 0, "that was round %d of seed %llu", round,
		      (unsigned long long)seed);
		layout_free(&a);
		layout_free(&b);
	}
}

/* -- given types ---------------------------------------------------------------------------- */

static void check_extent(MPI_Datatype type, long due_lb, long due_extent, int due_size,
			 const char *what)
{
	MPI_Aint lb = -1, extent = -1;
	int size = -1;

	MPI_Type_get_extent(type, &lb, &extent);
	MPI_Type_size(type, &size);
	check(lb == due_lb && extent == due_extent && size == due_size,
	      "%s: lb %ld, extent %ld, "
	      "size %d, must be %ld, %ld, %d",
	      what, (long)lb, (long)extent, size, due_lb, due_extent, due_size);
}

/* Predefined types are those of C. */
static void predefined(void)
{
	const struct {
		const char *name;
		MPI_Datatype type;
		size_t size;
	} types[] = {
		{"MPI_CHAR", MPI_CHAR, 1},
		{"MPI_WCHAR", MPI_WCHAR, sizeof(wchar_t)},
		{"MPI_LONG", MPI_LONG, sizeof(long)},
		{"MPI_FLOAT", MPI_FLOAT, sizeof(float)},
		{"MPI_LONG_DOUBLE", MPI_LONG_DOUBLE, sizeof(long double)},
		{"MPI_C_BOOL", MPI_C_BOOL, sizeof(_Bool)},
		{"MPI_AINT", MPI_AINT, sizeof(MPI_Aint)},
		{"MPI_OFFSET", MPI_OFFSET, sizeof(MPI_Offset)},
		{"MPI_COUNT", MPI_COUNT, sizeof(MPI_Count)},
		{"MPI_INT16_T", MPI_INT16_T, 2},
		{"MPI_UINT64_T", MPI_UINT64_T, 8},
		{"MPI_BYTE", MPI_BYTE, 1},
		{"MPI_PACKED", MPI_PACKED, 1},
	};
	struct {
		double value;
		int place;
	} double_int;
	struct {
		short value;
		int place;
	} short_int;

	for (size_t n = 0; n < sizeof types / sizeof types[0]; n++)
		check_extent(types[n].type, 0, (long)types[n].size, (int)types[n].size,
			     types[n].name);
	check_extent(MPI_DOUBLE_INT, 0, sizeof double_int, 12, "MPI_DOUBLE_INT");
	check_extent(MPI_SHORT_INT, 0, sizeof short_int, 6, "MPI_SHORT_INT");
	check_extent(MPI_2INT, 0, 2 * sizeof(int), 8, "MPI_2INT");
}

/* MPI-4.0 5.1.6: the extent of a struct is rounded up as in C. */
static void struct_alignment(void)
{
	struct record {
		double value;
		char letter;
	};
	struct record out[3] = {{1.5, 'a'}, {2.5, 'b'}, {3.5, 'c'}}, in[3];
	MPI_Datatype types[2] = {MPI_DOUBLE, MPI_CHAR}, type;
	int lengths[2] = {1, 1};
	MPI_Aint places[2] = {0, 8};

	MPI_Type_create_struct(2, lengths, places, types, &type);
	MPI_Type_commit(&type);
	check_extent(type, 0, sizeof(struct record), 9, "a struct of double and char");
	memset(in, 0, sizeof in);
	MPI_Sendrecv(out, 3, type, 0, 0, in, 3, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
	for (int n = 0; n < 3; n++)
		check(in[n].value == out[n].value && in[n].letter == out[n].letter,
		      "record %d is %g, '%c'", n, in[n].value, in[n].letter);
	MPI_Type_free(&type);
}

/* Mixed basic types: elements are counted one by one (MPI-4.0 5.1.11). */
static void partial_elements(void)
{
	MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, type;
	int lengths[2] = {2, 1}, basic = -1, count = -1, ints[5] = {1, 2, 3, 4, 5};
	MPI_Aint places[2] = {0, 8};
	struct {
		int number[2];
		double value;
	} in[3];
	MPI_Status status;

	MPI_Type_create_struct(2, lengths, places, types, &type);
	MPI_Type_commit(&type);
	MPI_Sendrecv(ints, 2, MPI_INT, 0, 0, in, 3, type, 0, 0, MPI_COMM_SELF, &status);
	MPI_Get_elements(&status, type, &basic);
	MPI_Get_count(&status, type, &count);
	check(basic == 2 && count == MPI_UNDEFINED, "two ints of a struct: %d elements, count %d",
	      basic, count);
	MPI_Get_count(&status, MPI_INT, &count);
	check(count == 2, "as ints: count %d", count);
	MPI_Type_free(&type);
}

/* Displacements below zero, empty blocks, blocks that overlap in a send. */
static void odd_types(void)
{
	int data[10], packed[20], lengths[3] = {2, 0, 1}, places[3] = {-3, 100, 2}, position = 0;
	MPI_Datatype type;

	for (int n = 0; n < 10; n++)
		data[n] = n;
	MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
	MPI_Type_commit(&type);
	check_extent(type, -12, 24, 12, "an indexed type from -3 on");
	MPI_Pack(data + 5, 1, type, packed, sizeof packed, &position, MPI_COMM_SELF);
	check(position == 12 && packed[0] == 2 && packed[1] == 3 && packed[2] == 7,
	      "packed %d bytes: %d %d %d", position, packed[0], packed[1], packed[2]);
	MPI_Type_free(&type);
	MPI_Type_vector(3, 2, 1, MPI_INT, &type);
	MPI_Type_commit(&type);
	position = 0;
	MPI_Pack(data, 1, type, packed, sizeof packed, &position, MPI_COMM_SELF);
	check(position == 24 && packed[1] == 1 && packed[2] == 1 && packed[5] == 3,
	      "blocks that overlap: %d bytes, %d %d %d", position, packed[1], packed[2], packed[5]);
	MPI_Type_free(&type);
	MPI_Type_vector(4, 1, -2, MPI_INT, &type);
	MPI_Type_commit(&type);
	check_extent(type, -24, 28, 16, "a vector backwards");
	position = 0;
	MPI_Pack(data + 6, 1, type, packed, sizeof packed, &position, MPI_COMM_SELF);
	check(packed[0] == 6 && packed[3] == 0, "backwards: %d .. %d", packed[0], packed[3]);
	MPI_Type_free(&type);
	MPI_Type_contiguous(0, MPI_INT, &type);
	MPI_Type_commit(&type);
	check_extent(type, 0, 0, 0, "nothing");
	MPI_Type_free(&type);
}

/* MPI_PACKED: packed by hand on one side, received with its own types, and the other way round. */
static void packed_messages(void)
{
	int numbers[3] = {7, 8, 9}, got[3] = {0}, position = 0, first = 0;
	double value = 2.5, back = 0;
	char packed[64], arrived[64];
	MPI_Status status;

	MPI_Pack(numbers, 3, MPI_INT, packed, sizeof packed, &position, MPI_COMM_SELF);
	MPI_Sendrecv(packed, position, MPI_PACKED, 0, 0, got, 3, MPI_INT, 0, 0, MPI_COMM_SELF,
		     MPI_STATUS_IGNORE);
	check(got[0] == 7 && got[2] == 9, "packed ints came as %d .. %d", got[0], got[2]);
	MPI_Pack(&value, 1, MPI_DOUBLE, packed, sizeof packed, &position, MPI_COMM_SELF);
	MPI_Sendrecv(packed, position, MPI_PACKED, 0, 0, arrived, sizeof arrived, MPI_PACKED, 0, 0,
		     MPI_COMM_SELF, &status);
	MPI_Unpack(arrived, sizeof arrived, &first, got, 3, MPI_INT, MPI_COMM_SELF);
	MPI_Unpack(arrived, sizeof arrived, &first, &back, 1, MPI_DOUBLE, MPI_COMM_SELF);
	check(first == position && got[1] == 8 && back == 2.5, "unpacked %d bytes of %d: %d, %g",
	      first, position, got[1], back);
}

/* A type may be freed while a message of it is under way, and the one it was made of before. */
static void freed_in_use(void)
{
	enum { COUNT = 50000 };
	int *out = must_alloc(2 * COUNT * sizeof(int)), *in = must_alloc(COUNT * sizeof(int));
	MPI_Datatype pair, type;
	MPI_Request request[2];

	for (int n = 0; n < 2 * COUNT; n++)
		out[n] = n;
	MPI_Type_contiguous(1, MPI_INT, &pair);
	MPI_Type_vector(COUNT, 1, 2, pair, &type);
	MPI_Type_free(&pair);
	MPI_Type_commit(&type);
	MPI_Isend(out, 1, type, 0, 0, MPI_COMM_SELF, &request[0]);
	MPI_Type_free(&type);
	check(type == MPI_DATATYPE_NULL, "MPI_Type_free leaves the handle");
	MPI_Irecv(in, COUNT, MPI_INT, 0, 0, MPI_COMM_SELF, &request[1]);
	MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
	for (int n = 0; n < COUNT; n++)
		if (!check(in[n] == 2 * n, "element %d is %d", n, in[n]))
			break;
	free(out);
	free(in);
}

int main(int argc, char **argv)
{
	uint64_t seed;

	job_start(&argc, &argv, "datatype");
	seed = (uint64_t)argument(argc, argv, "-s", (long)(MPI_Wtime() * 1000)) * 1000003u +
	       (uint64_t)job.rank;
	predefined();
	struct_alignment();
	partial_elements();
	odd_types();
	packed_messages();
	freed_in_use();
	random_types(seed);
	return job_end();
}
