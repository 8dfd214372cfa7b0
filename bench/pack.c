/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Non-contiguous data: faces, columns and sub-cubes of an array of 256^3 doubles and a list of 10^5
 * blocks of 3 doubles. On one rank it measures MPI_Pack and MPI_Unpack; on two or more, half the
 * round trip of a message between ranks 0 and 1 that has the derived type on both sides. Prints one
 * line for each: part, operation, bytes, median and minimum in microseconds, number of samples, the
 * median of loops written by hand for the same (and a message of bytes), and its ratio to MPI's
 * (above 1: MPI is quicker). Data are checked before and after.
 *
 *     mpicc -O2 bench/pack.c -o pack && mpirun -n 1 ./pack && mpirun -n 2 ./pack
 */
#include "measure.h"

enum { SIDE = 256, BLOCKS = 100000, BLOCK = 3 };

/* A box of an array [z][y][x]; n: its extent along each axis. Or the list of blocks, when off is
 * set. */
struct part {
	const char *name;
	int z, y, x, nz, ny, nx;
	int *off; /* [BLOCKS] doubles */
	MPI_Datatype type;
	size_t doubles;
	double *array;  /* [SIDE][SIDE][SIDE] */
	double *packed; /* [doubles] */
	MPI_Comm comm;
	int rank; /* in comm, 0 or 1 */
};

static size_t place(int z, int y, int x)
{
	return ((size_t)z * SIDE + (size_t)y) * SIDE + (size_t)x;
}

/* ---- By hand ---- */

static void pack_blocks(double *restrict out, const double *restrict array, const int *off)
{
	for (int i = 0; i < BLOCKS; i++)
		for (int k = 0; k < BLOCK; k++)
			*out++ = array[off[i] + k];
}

static void unpack_blocks(double *restrict array, const double *restrict in, const int *off)
{
	for (int i = 0; i < BLOCKS; i++)
		for (int k = 0; k < BLOCK; k++)
			array[off[i] + k] = *in++;
}

/* One double of each row. */
static void pack_points(double *restrict out, const double *restrict array, const struct part *p)
{
	for (int z = 0; z < p->nz; z++)
		for (int y = 0; y < p->ny; y++)
			*out++ = array[place(p->z + z, p->y + y, p->x)];
}

static void unpack_points(double *restrict array, const double *restrict in, const struct part *p)
{
	for (int z = 0; z < p->nz; z++)
		for (int y = 0; y < p->ny; y++)
			array[place(p->z + z, p->y + y, p->x)] = *in++;
}

static void pack_rows(double *restrict out, const double *restrict array, const struct part *p)
{
	for (int z = 0; z < p->nz; z++)
		for (int y = 0; y < p->ny; y++)
			for (int x = 0; x < p->nx; x++)
				*out++ = array[place(p->z + z, p->y + y, p->x + x)];
}

static void unpack_rows(double *restrict array, const double *restrict in, const struct part *p)
{
	for (int z = 0; z < p->nz; z++)
		for (int y = 0; y < p->ny; y++)
			for (int x = 0; x < p->nx; x++)
				array[place(p->z + z, p->y + y, p->x + x)] = *in++;
}

static void pack_by_hand(const struct part *p)
{
	if (p->off)
		pack_blocks(p->packed, p->array, p->off);
	else if (p->nx == 1)
		pack_points(p->packed, p->array, p);
	else
		pack_rows(p->packed, p->array, p);
	__asm__ volatile("" ::: "memory"); /* each repetition is carried out */
}

static void unpack_by_hand(const struct part *p)
{
	if (p->off)
		unpack_blocks(p->array, p->packed, p->off);
	else if (p->nx == 1)
		unpack_points(p->array, p->packed, p);
	else
		unpack_rows(p->array, p->packed, p);
	__asm__ volatile("" ::: "memory");
}

/* ---- The measured operations ---- */

static void pack_mpi(void *context, long count)
{
	const struct part *p = context;

	for (long n = 0; n < count; n++) {
		int position = 0;

		MPI_Pack(p->array, 1, p->type, p->packed, (int)(p->doubles * sizeof(double)),
			 &position, p->comm);
	}
}

static void pack_hand(void *context, long count)
{
	for (long n = 0; n < count; n++)
		pack_by_hand(context);
}

static void unpack_mpi(void *context, long count)
{
	const struct part *p = context;

	for (long n = 0; n < count; n++) {
		int position = 0;

		MPI_Unpack(p->packed, (int)(p->doubles * sizeof(double)), &position, p->array, 1,
			   p->type, p->comm);
	}
}

static void unpack_hand(void *context, long count)
{
	for (long n = 0; n < count; n++)
		unpack_by_hand(context);
}

static void send_mpi(void *context, long count)
{
	const struct part *p = context;

	for (long n = 0; n < count; n++) {
		if (p->rank == 0)
			MPI_Send(p->array, 1, p->type, 1, 0, p->comm);
		MPI_Recv(p->array, 1, p->type, 1 - p->rank, 0, p->comm, MPI_STATUS_IGNORE);
		if (p->rank == 1)
			MPI_Send(p->array, 1, p->type, 0, 0, p->comm);
	}
}

static void send_packed(const struct part *p)
{
	pack_by_hand(p);
	MPI_Send(p->packed, (int)p->doubles, MPI_DOUBLE, 1 - p->rank, 0, p->comm);
}

static void send_hand(void *context, long count)
{
	const struct part *p = context;

	for (long n = 0; n < count; n++) {
		if (p->rank == 0)
			send_packed(p);
		MPI_Recv(p->packed, (int)p->doubles, MPI_DOUBLE, 1 - p->rank, 0, p->comm,
			 MPI_STATUS_IGNORE);
		unpack_by_hand(p);
		if (p->rank == 1)
			send_packed(p);
	}
}

struct operation {
	const char *name;
	measured_fn *mpi, *hand;
	double per_call; /* factor from seconds of a call to microseconds */
};

/* ---- Checks ---- */

static void fill(const struct part *p, double first)
{
	for (size_t n = 0; n < (size_t)SIDE * SIDE * SIDE; n++)
		p->array[n] = first;
	for (size_t n = 0; n < p->doubles; n++)
		p->packed[n] = first + 1 + (double)n;
	unpack_by_hand(p);
}

/* Checks that the part has the numbers after `first` and that all other elements are unchanged. */
static int differs(const struct part *p, double first, double around, const char *operation)
{
	size_t wrong = 0, changed = 0;

	pack_by_hand(p);
	for (size_t n = 0; n < p->doubles; n++) {
		wrong += p->packed[n] != first + 1 + (double)n;
		p->packed[n] = around;
	}
	unpack_by_hand(p);
	for (size_t n = 0; n < (size_t)SIDE * SIDE * SIDE; n++)
		changed += p->array[n] != around;
	if (wrong || changed)
		fprintf(stderr, "rank %d: %s %s: WRONG DATA: %zu doubles, and %zu around\n",
			world_rank(), operation, p->name, wrong, changed);
	return wrong || changed;
}

/* Packed by MPI and unpacked by hand, and the reverse. */
static int verify_alone(struct part *p)
{
	int wrong;

	fill(p, 10);
	memset(p->packed, 0, p->doubles * sizeof(double));
	pack_mpi(p, 1);
	unpack_by_hand(p);
	wrong = differs(p, 10, 10, "pack");
	fill(p, 20);
	pack_by_hand(p);
	for (size_t n = 0; n < (size_t)SIDE * SIDE * SIDE; n++)
		p->array[n] = 5;
	unpack_mpi(p, 1);
	return wrong || differs(p, 20, 5, "unpack");
}

/* There and back: rank 1 starts with other numbers. */
static int verify_sent(struct part *p)
{
	fill(p, p->rank == 0 ? 10 : 20);
	send_mpi(p, 1);
	return anywhere(differs(p, 10, p->rank == 0 ? 10 : 20, "send"), p->comm);
}

static int verify(struct part *p)
{
	int size;

	MPI_Comm_size(p->comm, &size);
	return size == 1 ? verify_alone(p) : verify_sent(p);
}

/* ---- Parts ---- */

static void make_box(struct part *p)
{
	int sizes[3] = {SIDE, SIDE, SIDE}, subsizes[3] = {p->nz, p->ny, p->nx};
	int starts[3] = {p->z, p->y, p->x};

	MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &p->type);
	p->doubles = (size_t)p->nz * (size_t)p->ny * (size_t)p->nx;
}

/* Blocks in ascending order at uneven distances, over the whole array. */
static void make_list(struct part *p)
{
	int room = SIDE * SIDE * SIDE / BLOCKS, *lengths = must_alloc(BLOCKS * sizeof(int));
	uint32_t state = 1;

	p->off = must_alloc(BLOCKS * sizeof(int));
	for (int i = 0; i < BLOCKS; i++) {
		state = state * 1664525u + 1013904223u;
		p->off[i] = i * room + (int)((state >> 16) % (uint32_t)(room - BLOCK));
		lengths[i] = BLOCK;
	}
	MPI_Type_indexed(BLOCKS, lengths, p->off, MPI_DOUBLE, &p->type);
	p->doubles = (size_t)BLOCKS * BLOCK;
	free(lengths);
}

static int run_operation(struct part *p, const struct operation *op, double budget)
{
	static struct samples samples;
	double mid, least, hand;
	int count;

	if (verify(p))
		return 1;
	measure(&samples, budget, op->mpi, p, p->comm);
	mid = median(&samples) * op->per_call;
	least = samples.second[0] * op->per_call;
	count = samples.count;
	measure(&samples, budget, op->hand, p, p->comm);
	hand = median(&samples) * op->per_call;
	if (p->rank == 0) {
		printf("%-10s %-6s %9zu %12.3f %12.3f %8d %12.3f %6.2f\n", p->name, op->name,
		       p->doubles * sizeof(double), mid, least, count, hand, hand / mid);
		fflush(stdout);
	}
	return verify(p);
}

static int run_part(struct part *p, double budget)
{
	static const struct operation alone[] = {
		{"pack", pack_mpi, pack_hand, 1e6},
		{"unpack", unpack_mpi, unpack_hand, 1e6},
	};
	static const struct operation sent = {"send", send_mpi, send_hand, 5e5};
	int size, wrong = 0;

	MPI_Comm_size(p->comm, &size);
	if (p->nz)
		make_box(p);
	else
		make_list(p);
	MPI_Type_commit(&p->type);
	p->packed = must_alloc(p->doubles * sizeof(double));
	if (size > 1)
		wrong = run_operation(p, &sent, budget);
	for (int n = 0; size == 1 && n < 2; n++)
		wrong |= run_operation(p, &alone[n], budget);
	MPI_Type_free(&p->type);
	free(p->packed);
	free(p->off);
	return wrong;
}

static int run(const struct settings *s, MPI_Comm comm)
{
	struct part parts[] = {
		{.name = "face-y", .y = 255, .nz = 256, .ny = 1, .nx = 256},
		{.name = "face-x", .x = 255, .nz = 256, .ny = 256, .nx = 1},
		{.name = "column-y", .z = 100, .x = 1, .nz = 1, .ny = 256, .nx = 1},
		{.name = "column-z", .y = 100, .x = 1, .nz = 256, .ny = 1, .nx = 1},
		{.name = "cube-64", .z = 96, .y = 96, .x = 96, .nz = 64, .ny = 64, .nx = 64},
		{.name = "cube-128", .z = 64, .y = 64, .x = 64, .nz = 128, .ny = 128, .nx = 128},
		{.name = "indexed"},
	};
	double *array = must_alloc((size_t)SIDE * SIDE * SIDE * sizeof(double));
	int wrong = 0;

	for (size_t n = 0; n < sizeof parts / sizeof parts[0]; n++) {
		if (s->which && !strstr(s->which, parts[n].name))
			continue;
		parts[n].array = array;
		parts[n].comm = comm;
		MPI_Comm_rank(comm, &parts[n].rank);
		wrong |= run_part(&parts[n], s->budget);
	}
	free(array);
	return wrong;
}

int main(int argc, char **argv)
{
	struct settings settings = {.budget = 0.1};
	MPI_Comm comm;
	int status = 1;

	MPI_Init(&argc, &argv);
	if (parse_settings(&settings, argc, argv, "pack [--time SECONDS] [--run NAME,...]") == 0) {
		print_head("pack: parts of 256^3 doubles and a list of blocks",
			   "part operation bytes median_us min_us samples hand_us hand/mpi");
		MPI_Comm_split(MPI_COMM_WORLD, world_rank() < 2 ? 0 : MPI_UNDEFINED, 0, &comm);
		status = 0;
		if (comm != MPI_COMM_NULL) {
			status = run(&settings, comm);
			MPI_Comm_free(&comm);
		}
	}
	MPI_Finalize();
	return status;
}
