/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations of Verbs between two processes with a card each, in time of the cards' clock
 * (ibv_query_rt_values_ex) and in steps of the hosts. bench/verbs.pl builds it, runs it on a
 * simulated ring, and makes tables of its lines:
 *
 *     begin OPERATION BYTES NS      now rank 0 begins one: its accesses follow in the ring's trace
 *     stream OPERATION BYTES NS     a message, where WINDOW of them are under way
 *     copied OPERATION BYTES RANK N bytes that the rank copies by memcpy for one message
 *
 * With -i it is to run under callgrind (valgrind), and makes a dump of the counts for each of these
 * parts of an operation, named in the dump by "OPERATION BYTES PART":
 *
 *     post          the call that posts the request
 *     got           the call of ibv_poll_cq that returns the completion
 *     serve         a call of ibv_poll_cq by a target in which it copies: it serves a request
 *
 *     verbs_ops [-n ROUNDS] [-M LARGEST] [-i]     RD_VERBS_DIR: an empty folder
 *
 * Of messages above LONG_B there are three rounds.
 */
#define BUF_B (2u << 20)
#include "t/verbs/other.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#if defined(__has_include) && __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS (void)0
#define CALLGRIND_DUMP_STATS_AT(text) (void)0
#endif

enum { ROUNDS_MAX = 99, QUIET_US = 3000, WINDOW = 16, LONG_B = 8192 };
enum { SIGNAL_AT = BUF_B / 2 }; /* data come from the lower half of the buffers */

static struct side me;
static struct address peer;
static uint32_t other_buf; /* offset in the peer's buffer */
static int rank, rounds = 9, counting, silent;
static uint32_t most = BUF_B / 2;

/* Memory that both processes map. */
static struct common {
	volatile uint32_t arrived[2];
	volatile uint32_t over;
} * common;

/* ---- Copies ---- */

static uint64_t copied;

/* By a pointer, so that the compiler does not make a call of memcpy of it. */
static void *(*volatile move)(void *, const void *, size_t) = memmove;

/* In place of the C library's, for the libraries too: counts bytes. */
void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	__atomic_fetch_add(&copied, n, __ATOMIC_RELAXED);
	return move(to, from, n);
}

/* ---- Helpers ---- */

static void share(void)
{
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "%s/common", getenv("RD_VERBS_DIR"));
	fd = open(path, O_RDWR | O_CREAT, 0600);
	must(fd >= 0 && !ftruncate(fd, sizeof(*common)), path);
	common = mmap(NULL, sizeof(*common), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	must(common != MAP_FAILED, "mmap");
	close(fd);
}

static double card_ns(void)
{
	struct ibv_values_ex values = {.comp_mask = IBV_VALUES_MASK_RAW_CLOCK};

	must(!ibv_query_rt_values_ex(me.ctx, &values), "ibv_query_rt_values_ex");
	return (double)values.raw_clock.tv_nsec;
}

/* A completion that `together` has found: the other process was there already, and has begun. */
static struct ibv_wc early;
static int has_early;

static void refuse_early(void)
{
	if (!has_early)
		return;
	fprintf(stderr, "rank %d: a completion that nobody waits for: %s, operation %d\n", rank,
		ibv_wc_status_str(early.status), (int)early.opcode);
	exit(2);
}

static int poll_one(struct ibv_wc *wc)
{
	if (!has_early)
		return ibv_poll_cq(me.cq, 1, wc);
	*wc = early;
	has_early = 0;
	return 1;
}

/* Both processes are here, and their cards have nothing to do; the library goes on meanwhile. */
static void together(void)
{
	uint32_t turn = common->arrived[rank] + 1;

	refuse_early();
	common->arrived[rank] = turn;
	while ((int32_t)(common->arrived[!rank] - turn) < 0) {
		refuse_early();
		has_early = ibv_poll_cq(me.cq, 1, &early);
	}
	usleep(QUIET_US);
}

__attribute__((format(printf, 1, 2))) static void line(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (!silent)
		vprintf(fmt, ap);
	va_end(ap);
	fflush(stdout);
}

/* Name of the next dump; made before its part begins. */
static char part[96];
static void name_part(const char *op, uint32_t len, const char *of)
{
	snprintf(part, sizeof(part), "%s %u %s", op, len, of);
}

/* ---- Operations ---- */

struct op {
	const char *name;
	enum ibv_wr_opcode code;
	int reads;  /* the requester gets an answer */
	int quiet;  /* the target has no completion: its program polls memory */
	int atomic; /* of 8 bytes */
};

static const struct op ops[] = {
	{"send", IBV_WR_SEND, 0, 0, 0},
	{"write", IBV_WR_RDMA_WRITE, 0, 1, 0},
	{"write_imm", IBV_WR_RDMA_WRITE_WITH_IMM, 0, 0, 0},
	{"read", IBV_WR_RDMA_READ, 1, 0, 0},
	{"cas", IBV_WR_ATOMIC_CMP_AND_SWP, 1, 0, 1},
	{"faa", IBV_WR_ATOMIC_FETCH_AND_ADD, 1, 0, 1},
};

static void begin(const struct op *op, uint32_t len)
{
	struct ibv_sge sge = {(uintptr_t)me.buf, len, me.mr->lkey};
	struct ibv_send_wr wr = request(op->code, 1, &sge), *bad;
	uint64_t before;

	if (op->atomic) {
		wr.wr.atomic.remote_addr = peer.buf + other_buf;
		wr.wr.atomic.rkey = peer.rkey;
		/* the value that the last one found */
		memcpy(&before, me.buf, sizeof(before));
		wr.wr.atomic.compare_add = before;
		wr.wr.atomic.swap = before;
	} else {
		wr.wr.rdma.remote_addr = peer.buf + other_buf;
		wr.wr.rdma.rkey = peer.rkey;
	}
	name_part(op->name, len, "post");
	if (counting)
		CALLGRIND_ZERO_STATS;
	must(!ibv_post_send(me.qp, &wr, &bad), op->name);
	if (counting)
		CALLGRIND_DUMP_STATS_AT(part);
}

/* Polls until a completion of that kind has come; others are counted in `sent`. */
static int sent;
static void finish(const struct op *op, uint32_t len, int receive)
{
	struct ibv_wc wc;
	int n;

	name_part(op->name, len, "got");
	do {
		if (counting)
			CALLGRIND_ZERO_STATS;
		n = poll_one(&wc);
		if (!n)
			continue;
		if (counting && !!(wc.opcode & IBV_WC_RECV) == receive && (receive || op->reads))
			CALLGRIND_DUMP_STATS_AT(part);
		must(n == 1 && wc.status == IBV_WC_SUCCESS, "a completion");
		if (!!(wc.opcode & IBV_WC_RECV) != receive) {
			sent++;
			n = 0;
		}
	} while (!n);
}

/* The sends that were not waited for. */
static void drain(const struct op *op, uint32_t len)
{
	if (sent)
		sent--;
	else
		finish(op, len, 0);
}

static void take(uint32_t len)
{
	post_recv(&me, 2, SIGNAL_AT, len);
}

/* The last byte of the data says which round it is. */
static void mark(uint32_t len, int round)
{
	me.buf[len - 1] = (char)(round + 1);
}

static void see(uint32_t len, int round)
{
	volatile char *at = me.buf + SIGNAL_AT + len - 1;

	while (*at != (char)(round + 1))
		;
}

static void arrives(const struct op *op, uint32_t len, int round)
{
	if (op->quiet)
		see(len, round);
	else
		finish(op, len, 1);
}

/* Before an operation: its events in the ring's trace have this time or a later one. */
static void begins(const struct op *op, uint32_t len)
{
	line("begin %s %u %.0f\n", op->name, len, card_ns());
	copied = 0;
}

/* From rank 0 to rank 1. Returns the bytes that this side copies. */
static uint64_t one_way(const struct op *op, uint32_t len, int round)
{
	uint64_t bytes;

	if (rank == 1 && !op->quiet)
		take(len);
	mark(len, round);
	together();
	if (rank == 0)
		begins(op, len);
	copied = 0;
	if (rank == 0)
		begin(op, len);
	else
		arrives(op, len, round);
	bytes = copied;
	if (rank == 0)
		drain(op, len);
	return bytes;
}

/* The target of READs: its library works while its program polls. */
static void serve(const struct op *op, uint32_t len)
{
	uint64_t before = 0;
	struct ibv_wc wc;

	copied = 0;
	name_part(op->name, len, "serve");
	while (!common->over) {
		if (counting)
			CALLGRIND_ZERO_STATS;
		must(!ibv_poll_cq(me.cq, 1, &wc), "a completion at the target");
		if (counting && copied != before)
			CALLGRIND_DUMP_STATS_AT(part);
		before = copied;
	}
	line("copied %s %u 1 %llu\n", op->name, len, (unsigned long long)copied / (unsigned)rounds);
}

static uint64_t ask(const struct op *op, uint32_t len)
{
	usleep(QUIET_US);
	begins(op, len);
	begin(op, len);
	finish(op, len, 0);
	return copied;
}

static void single(const struct op *op, uint32_t len)
{
	uint64_t bytes = 0;

	common->over = 0;
	together();
	if (op->reads && rank == 1)
		serve(op, len);
	for (int r = 0; r < rounds && !(op->reads && rank == 1); r++)
		bytes = op->reads ? ask(op, len) : one_way(op, len, r);
	if (rank == 0)
		common->over = 1;
	if (rank == 0 || !op->reads)
		line("copied %s %u %d %llu\n", op->name, len, rank, (unsigned long long)bytes);
	together();
}

/* ---- Streams ---- */

static int messages(uint32_t len)
{
	int n = (int)(BUF_B / 2 / len);

	return n < 4 ? 4 : n > 64 ? 64 : n;
}

/* Receives are posted before they are needed, so none is refused. */
static void receive_all(const struct op *op, uint32_t len, int n)
{
	for (int done = 0; done < n; done++) {
		finish(op, len, 1);
		if (done + 2 * WINDOW < n)
			take(len);
	}
}

static void send_all(const struct op *op, uint32_t len, int n)
{
	double since = card_ns();

	for (int done = 0, begun = 0; done < n; done++) {
		for (; begun < n && begun < done + WINDOW; begun++)
			begin(op, len);
		finish(op, len, 0);
	}
	line("stream %s %u %.1f\n", op->name, len, (card_ns() - since) / n);
	common->over = 1;
}

static void stream(const struct op *op, uint32_t len)
{
	int n = messages(len), receives = !op->reads && !op->quiet;
	struct ibv_wc wc;

	common->over = 0;
	together();
	if (rank == 1)
		for (int i = 0; receives && i < 2 * WINDOW && i < n; i++)
			take(len);
	together();
	if (rank == 0)
		send_all(op, len, n);
	else if (receives)
		receive_all(op, len, n);
	while (!common->over)
		must(!ibv_poll_cq(me.cq, 1, &wc), "a completion at the target");
	together();
}

/* ---- All ---- */

static void measure(const struct op *op)
{
	int ours = rounds, was = counting;
	uint32_t first = op->atomic ? 8 : 2, last = op->atomic ? 8 : most;

	rounds = 9, counting = 0, silent = 1; /* connections and regions of the cards are made */
	single(op, first);
	counting = was, silent = 0;
	for (uint32_t len = first; len <= last; len *= 2) {
		rounds = len > LONG_B && ours > 3 ? 3 : ours;
		single(op, len);
		if (!counting)
			stream(op, len);
	}
	rounds = ours;
}

static int usage(void)
{
	fprintf(stderr,
		"usage: verbs_ops [-n ROUNDS] [-M LARGEST] [-i]\n"
		"  ROUNDS 1 to %d (9), LARGEST 2 to %u bytes\n",
		ROUNDS_MAX, BUF_B / 2);
	return 2;
}

int main(int argc, char **argv)
{
	struct wish wish = {.rnr_retry = 7, .send_wr = 64, .recv_wr = 64};
	long value;
	int letter;

	while ((letter = getopt(argc, argv, "n:M:i")) != -1) {
		value = optarg ? atol(optarg) : 0;
		if (letter == 'i')
			counting = 1;
		else if (letter == 'n' && value > 0 && value <= ROUNDS_MAX)
			rounds = (int)value;
		else if (letter == 'M' && value >= 2 && value <= (long)(BUF_B / 2))
			most = (uint32_t)value;
		else
			return usage();
	}
	if (optind < argc)
		return usage();
	rank = own_rank();
	share();
	open_side(&me, 256);
	make_qp(&me, &wish, IBV_QPT_RC);
	peer = join_other(&me, &wish, 1);
	other_buf = SIGNAL_AT;
	for (size_t i = 0; i < sizeof(ops) / sizeof(*ops); i++)
		measure(&ops[i]);
	together();
	return 0;
}
