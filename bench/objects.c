/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cost of communicators and windows while they exist: memory (proportional set size, Linux:
 * /proc/self/smaps_rollup), open descriptors, a ping-pong of 8 bytes between ranks 0 and 1, an
 * MPI_Iprobe that finds nothing; before, with the communicators, with the windows too, and after
 * all are freed.  Each is the duplicate of MPI_COMM_WORLD, or a window of 64 bytes a rank on it,
 * made by MPI_Win_create and MPI_Win_allocate in turn.  If a library can make no more, the number
 * made is printed.  Prints one line for each stage; memory in KiB.
 *
 *     mpicc -O2 bench/objects.c -o objects && mpirun -n 8 ./objects --comms 10000 --windows 1000
 */
#include "measure.h"

#include <dirent.h>

enum { WINDOW_B = 64, BATCHES = 15, PINGPONGS = 200, PROBES = 200 };

struct wishes {
	int comms, windows;
	int use; /* a barrier on each communicator, a fence on each window */
};

struct objects {
	int comms, windows; /* made */
	MPI_Comm *comm;
	MPI_Win *window;
	char (*memory)[WINDOW_B]; /* of the windows of MPI_Win_create */
};

static double proportional(void)
{
	FILE *file = fopen("/proc/self/smaps_rollup", "r");
	char line[256];
	long kib = 0;

	while (file && fgets(line, sizeof line, file) && sscanf(line, "Pss: %ld kB", &kib) != 1)
		;
	if (file)
		fclose(file);
	return (double)kib;
}

static double descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int count = -3; /* ".", ".." and the descriptor of the directory */

	while (dir && readdir(dir))
		count++;
	if (dir)
		closedir(dir);
	return count;
}

/* Half a round trip, seconds; the median of some batches. */
static double pingpong(void)
{
	static struct samples samples;
	int rank = world_rank();
	char data[8] = "pingpon";

	for (samples.count = 0; samples.count < BATCHES; samples.count++) {
		double start;

		MPI_Barrier(MPI_COMM_WORLD);
		start = MPI_Wtime();
		for (int n = 0; n < PINGPONGS && rank < 2; n++) {
			if (rank == n % 2)
				MPI_Send(data, 8, MPI_BYTE, !rank, 0, MPI_COMM_WORLD);
			else
				MPI_Recv(data, 8, MPI_BYTE, !rank, 0, MPI_COMM_WORLD,
					 MPI_STATUS_IGNORE);
		}
		samples.second[samples.count] = (MPI_Wtime() - start) / PINGPONGS;
	}
	return median(&samples);
}

static double probe(void)
{
	static struct samples samples;

	for (samples.count = 0; samples.count < BATCHES; samples.count++) {
		double start = MPI_Wtime();
		int found;

		for (int n = 0; n < PROBES; n++)
			MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
		samples.second[samples.count] = (MPI_Wtime() - start) / PROBES;
	}
	MPI_Barrier(MPI_COMM_WORLD);
	return median(&samples);
}

static void sum_and_most(double own, double *sum, double *most)
{
	MPI_Reduce(&own, sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
	MPI_Reduce(&own, most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
}

static void print_stage(const char *stage, int objects, double seconds)
{
	double memory, most, open, most_open, half = 0, iprobe;

	if (world_size() > 1)
		half = pingpong();
	iprobe = probe();
	sum_and_most(proportional(), &memory, &most);
	sum_and_most(descriptors(), &open, &most_open);
	if (world_rank() != 0)
		return;
	printf("%-13s %7d %8.3f %9.0f %8.0f %6.0f %6.0f %8.2f %8.3f\n", stage, objects, seconds,
	       memory, most, open, most_open, half * 1e6, iprobe * 1e6);
	fflush(stdout);
}

static int make_comms(struct objects *o, const struct wishes *w)
{
	while (o->comms < w->comms &&
	       MPI_Comm_dup(MPI_COMM_WORLD, &o->comm[o->comms]) == MPI_SUCCESS)
		o->comms++;
	for (int n = 0; n < o->comms && w->use; n++)
		MPI_Barrier(o->comm[n]);
	return o->comms;
}

static int make_windows(struct objects *o, const struct wishes *w)
{
	for (int n = 0; n < w->windows; n++) {
		void *memory = o->memory[n];
		MPI_Win *window = &o->window[n];
		int code = n % 2 ? MPI_Win_allocate(WINDOW_B, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
						    &memory, window)
				 : MPI_Win_create(memory, WINDOW_B, 1, MPI_INFO_NULL,
						  MPI_COMM_WORLD, window);

		if (code != MPI_SUCCESS)
			break;
		o->windows++;
	}
	for (int n = 0; n < o->windows && w->use; n++) {
		MPI_Win_fence(0, o->window[n]);
		MPI_Win_fence(MPI_MODE_NOSUCCEED, o->window[n]);
	}
	return o->windows;
}

static void free_all(struct objects *o)
{
	for (int n = 0; n < o->windows; n++)
		MPI_Win_free(&o->window[n]);
	for (int n = 0; n < o->comms; n++)
		MPI_Comm_free(&o->comm[n]);
}

static void run(const struct wishes *w)
{
	struct objects o = {0, 0, must_alloc((size_t)w->comms * sizeof *o.comm),
			    must_alloc((size_t)w->windows * sizeof *o.window),
			    must_alloc((size_t)w->windows * sizeof *o.memory)};
	double start;

	memset(o.comm, 0, (size_t)w->comms * sizeof *o.comm);
	memset(o.window, 0, (size_t)w->windows * sizeof *o.window);
	memset(o.memory, 0, (size_t)w->windows * sizeof *o.memory);
	pingpong();
	print_stage("none", 0, 0);
	start = MPI_Wtime();
	make_comms(&o, w);
	start = MPI_Wtime() - start;
	print_stage("communicators", o.comms, start);
	start = MPI_Wtime();
	make_windows(&o, w);
	start = MPI_Wtime() - start;
	print_stage("windows", o.windows, start);
	start = MPI_Wtime();
	free_all(&o);
	start = MPI_Wtime() - start;
	print_stage("freed", o.comms + o.windows, start);
	free(o.comm);
	free(o.window);
	free(o.memory);
}

static int parse(struct wishes *w, int argc, char **argv)
{
	static const struct option names[] = {
		{"comms", required_argument, NULL, 'c'},
		{"windows", required_argument, NULL, 'w'},
		{"use", no_argument, NULL, 'u'},
		{NULL, 0, NULL, 0},
	};
	int letter, wrong = 0;
	char rest;

	opterr = 0;
	while ((letter = getopt_long(argc, argv, "", names, NULL)) != -1)
		switch (letter) {
		case 'c':
			wrong |= sscanf(optarg, "%d%c", &w->comms, &rest) != 1 || w->comms < 0;
			break;
		case 'w':
			wrong |= sscanf(optarg, "%d%c", &w->windows, &rest) != 1 || w->windows < 0;
			break;
		case 'u':
			w->use = 1;
			break;
		default:
			wrong = 1;
		}
	if ((wrong || optind < argc) && world_rank() == 0)
		fprintf(stderr,
			"usage: objects [--comms N] [--windows N] [--use]\n"
			"  --comms N     duplicates of MPI_COMM_WORLD (10000)\n"
			"  --windows N   windows of 64 bytes a rank (1000)\n"
			"  --use         a barrier on each communicator, two fences a window\n");
	return wrong || optind < argc;
}

int main(int argc, char **argv)
{
	struct wishes wishes = {10000, 1000, 0};
	int wrong;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	wrong = parse(&wishes, argc, argv);
	if (!wrong) {
		print_head("objects", "stage objects seconds memory most_of_a_rank descriptors "
				      "most_of_a_rank half_round_trip_us iprobe_us");
		run(&wishes);
	}
	MPI_Finalize();
	return wrong;
}
