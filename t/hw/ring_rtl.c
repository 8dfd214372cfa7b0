/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The simulated ring (hw/ring) without MPI: a process of two cards, whose pages this program opens
 * both. Proves that registers are written and read in order, however many; that DMA reaches the
 * arena and pinned memory and nothing else; that a sleeping process is woken; that the clock stands
 * while there is no work; that hosts have the latency of RONDO_RING_HOST; and that a broken mailbox
 * ends the process, which is detected.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "btl_fpga/card.h"
#include "hw/ring/ring_proto.h"
#include "runtime/progress.h"
#include "t/tap.h"

#define ARENA_B (1u << 20)
#define SEND 0u /* offsets in the arena */
#define CPL 0x8000u
#define DATA 0x20000u
#define SEND_LG 8 /* log2 of descriptors */
#define CPL_LG 10 /* log2 of records */
#define KEY 0x1d0u
#define PATIENCE_NS 20000000000ull
#define ALL \
	(RN_REGION_ACCESS_READ_MASK | RN_REGION_ACCESS_WRITE_MASK | \
	 RN_REGION_ACCESS_REMOTE_WRITE_MASK)

static char program[4096];
static int fd;
static pid_t server;
static struct rd_rtl_head *head;
static struct rd_card *card[2];
static uint16_t sent[2], taken[2]; /* descriptors, completions */
static uint64_t deadline;

/* For loops that wait: ends the test when it takes too long. */
static void patience(const char *what)
{
	if (rd_clock_ns() < deadline)
		return;
	ok(0, "%s: waited for in vain", what);
	kill(server, SIGKILL);
	exit(1);
}

static struct rd_card_place place_of(int node)
{
	return (struct rd_card_place){
		.fd = fd,
		.nodes = 2,
		.node = node,
		.users = 1,
		.arena_bytes = ARENA_B,
	};
}

/* ---- The process ---- */

static void run_server(const char *costs)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", fd);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setenv("RONDO_RING_HOST", costs, 1);
	execl(program, program, text, "2", "2", NULL);
	_exit(127);
}

static void start(const char *costs)
{
	deadline = rd_clock_ns() + PATIENCE_NS;
	fd = memfd_create("ring", 0);
	server = fork();
	if (!server)
		run_server(costs);
	memset(sent, 0, sizeof(sent));
	memset(taken, 0, sizeof(taken));
	for (int i = 0; i < 2; i++) {
		struct rd_card_place place = place_of(i);

		if (rd_card_rtl.open(&place, &card[i])) {
			ok(0, "card %d is opened", i);
			kill(server, SIGKILL);
			exit(1);
		}
	}
	head = mmap(NULL, rd_rtl_head_bytes(2, 1), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

static void stop(void)
{
	for (int i = 0; i < 2; i++)
		card[i]->close(card[i]);
	munmap(head, rd_rtl_head_bytes(2, 1));
	kill(server, SIGKILL);
	waitpid(server, NULL, 0);
	close(fd);
}

/* ---- A page ---- */

static void write64(int i, uint32_t reg, uint64_t value)
{
	rd_card_write(card[i], reg, (uint32_t)value);
	rd_card_write(card[i], reg + 4, (uint32_t)(value >> 32));
}

static void open_region(int i, uint32_t number, uint64_t bus, uint32_t len)
{
	uint32_t at = number * RN_REGION_BASE_LO_STEP;

	write64(i, RN_REGION_BASE_LO + at, bus);
	rd_card_write(card[i], RN_REGION_LENGTH + at, len);
	rd_card_write(card[i], RN_REGION_KEY_HIGH + number * RN_REGION_KEY_HIGH_STEP, 0);
	rd_card_write(card[i], RN_REGION_ACCESS + at, ALL | KEY << RN_REGION_ACCESS_KEY_LSB);
}

static void open_page(int i)
{
	write64(i, RN_QUEUES_SEND_BASE_LO, card[i]->arena_bus + SEND);
	rd_card_write(card[i], RN_QUEUES_SEND_SIZE, SEND_LG);
	write64(i, RN_QUEUES_CPL_BASE_LO, card[i]->arena_bus + CPL);
	rd_card_write(card[i], RN_QUEUES_CPL_SIZE, CPL_LG);
	rd_card_write(card[i], RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
	open_region(i, 0, card[i]->arena_bus, ARENA_B);
}

/* Sets the number of each card, and the ends of its ways round the ring (broadcast, dateline). */
static void join(void)
{
	for (uint32_t i = 0; i < 2; i++) {
		card[i]->write(card[i], RN_NODE_PLACE, 1u << RN_NODE_PLACE_LAST_LSB | i);
		card[i]->write(
			card[i], RN_NODE_WAYS,
			(1 - i) << RN_NODE_WAYS_BCAST_X_LSB | RN_NODE_WAYS_EN_X_MASK |
				(i ? RN_NODE_WAYS_DATELINE_X_MASK : RN_NODE_WAYS_DATELINE_Y_MASK));
	}
	open_page(0);
	open_page(1);
}

/* Transfers len bytes of a region of card 0 to one of card 1. */
static void send_write(uint32_t from, uint64_t offset, uint32_t to, uint64_t remote, uint32_t len)
{
	uint64_t *d = (uint64_t *)(void *)(card[0]->arena + SEND) + sent[0]++ % (1u << SEND_LG) * 8;

	memset(d, 0, RN_DESCRIPTOR_BYTES);
	d[RN_DESCRIPTOR_CTL / 8] = (uint64_t)RN_DMA_OP_WRITE << RN_DESCRIPTOR_CTL_OP_LSB |
				   (uint64_t)1 << RN_DESCRIPTOR_CTL_DEST_LSB |
				   (uint64_t)len << RN_DESCRIPTOR_CTL_LENGTH_LSB |
				   RN_DESCRIPTOR_CTL_COMPLETE_MASK;
	d[RN_DESCRIPTOR_LOCAL / 8] = (uint64_t)from << RN_DESCRIPTOR_LOCAL_REGION_LSB | offset;
	d[RN_DESCRIPTOR_REMOTE / 8] = (uint64_t)KEY << RN_WRITE_HEAD_ADDRESS_KEY_LSB |
				      (uint64_t)to << RN_WRITE_HEAD_ADDRESS_REGION_LSB | remote;
	rd_card_write(card[0], RN_QUEUES_SEND_PRODUCER, sent[0]);
}

/* Status of the next completion of card i. */
static unsigned completion(int i)
{
	uint64_t *at = (uint64_t *)(void *)(card[i]->arena + CPL) + taken[i] % (1u << CPL_LG) * 4;
	uint64_t what;

	do {
		patience("a completion");
		what = __atomic_load_n(&at[3], __ATOMIC_ACQUIRE);
	} while (!(what >> 63) || (uint16_t)(what >> RN_COMPLETION_WHAT_INDEX_LSB) != taken[i]);
	taken[i]++;
	return (unsigned)((what & RN_COMPLETION_WHAT_STATUS_MASK) >> RN_COMPLETION_WHAT_STATUS_LSB);
}

static uint64_t clock_of(int i)
{
	uint32_t low = card[i]->read(card[i], RN_IDENT_CLOCK_LO);

	return (uint64_t)card[i]->read(card[i], RN_IDENT_CLOCK_HI) << 32 | low;
}

/* ---- Tests ---- */

static void test_registers(void)
{
	int bad = 0;

	is_int(card[1]->read(card[1], RN_IDENT_ID), RN_IDENT_ID_RESET, "the identity");
	for (uint32_t i = 0; i < 500; i++) {
		card[0]->write(card[0], RN_IDENT_SCRATCH, i * 77);
		bad += card[0]->read(card[0], RN_IDENT_SCRATCH) != i * 77;
	}
	for (uint32_t i = 0; i < 200; i++) {
		for (uint32_t k = 0; k < 2 + i % 4; k++)
			card[0]->write(card[0], RN_IDENT_SCRATCH, i + k);
		bad += card[0]->read(card[0], RN_IDENT_SCRATCH) != i + 1 + i % 4;
	}
	is_int(bad, 0, "a read sees the writes before it");
	for (uint32_t i = 0; i <= 4 * RD_RTL_REQUESTS; i++)
		card[0]->write(card[0], RN_IDENT_SCRATCH, i);
	is_int(card[0]->read(card[0], RN_IDENT_SCRATCH), 4 * RD_RTL_REQUESTS,
	       "more writes than a mailbox holds arrive in order");
	is_int(card[0]->read(card[0], RN_PAGE_BYTES * 3 + RN_PAGE_NUMBER), 0,
	       "another's page reads 0");
	is_int(card[0]->read(card[0], RN_PAGE_BYTES + RN_PAGE_MASK) ? 1 : 0, 1, "its own does not");
}

static void test_refusals(void)
{
	struct rd_card_place place = place_of(0);
	struct rd_card *other;

	place.arena_bytes = 2 * ARENA_B;
	is_int(rd_card_rtl.open(&place, &other), RD_EPROTO, "an arena of another size is refused");
	place = place_of(0);
	place.nodes = 3;
	ok(rd_card_rtl.open(&place, &other) < 0, "so is a ring of another size");
}

static void fill(char *p, uint32_t len, uint32_t what)
{
	for (uint32_t i = 0; i < len; i++)
		p[i] = (char)(what + i * 37 + i / 251);
}

/* Odd lengths and places too. */
static void test_write(void)
{
	char *from = card[0]->arena + DATA, *to = card[1]->arena + DATA;
	int bad = 0;

	for (uint32_t i = 0; i < 40; i++) {
		uint32_t len = 1 + i * i * 5, at = i % 9;

		fill(from, len, i);
		memset(to, 0x55, len + 64);
		send_write(0, DATA, 0, DATA + at, len);
		bad += completion(0) != RN_DMA_STATUS_OK;
		while (to[at + len - 1] != from[len - 1] || memcmp(to + at, from, len))
			patience("data of a WRITE");
		bad += to[at + len] != 0x55 || (at && to[at - 1] != 0x55);
	}
	is_int(bad, 0, "WRITE between arenas");
}

static void test_pinned(void)
{
	static _Alignas(8) char from[5000], to[5000];
	uint64_t bus;

	ok(card[0]->pin != NULL, "memory beside the arena can be reached");
	if (!card[0]->pin || card[0]->pin(card[0], from, sizeof(from), &bus))
		return;
	open_region(0, 1, bus, sizeof(from));
	is_int(card[1]->pin(card[1], to, sizeof(to), &bus), 0, "pin");
	open_region(1, 1, bus, sizeof(to));
	fill(from, sizeof(from), 3);
	send_write(1, 0, 1, 0, sizeof(from));
	is_int(completion(0), RN_DMA_STATUS_OK, "WRITE from pinned memory");
	while (memcmp(from, to, sizeof(to)))
		patience("data in pinned memory");
	ok(1, "its data have arrived");
	card[1]->unpin(card[1], to, sizeof(to));
}

static void test_nowhere(void)
{
	uint64_t errors = card[1]->read(card[1], RN_DMA_WRITE_ERRORS);

	open_region(0, 2, card[0]->arena_bus + ARENA_B, 4096);
	send_write(2, 0, 0, DATA, 64);
	is_int(completion(0), RN_DMA_STATUS_READ_ERROR, "behind the arena there is nothing");
	open_region(0, 2, card[1]->arena_bus + DATA, 4096);
	send_write(2, 0, 0, DATA, 64);
	is_int(completion(0), RN_DMA_STATUS_READ_ERROR, "a card reads no arena of another");
	open_region(1, 2, rd_rtl_bus(1) | RD_RTL_BUS_VIRTUAL | 4096, 4096);
	send_write(0, DATA, 2, 0, 64);
	completion(0);
	while (card[1]->read(card[1], RN_DMA_WRITE_ERRORS) == errors)
		patience("an error of writing");
	ok(1, "at an address without memory nothing is written");
}

/* The pipe signals, within the time of a test. */
static int is_woken(int i)
{
	struct pollfd p = {.fd = card[i]->irq_fd, .events = POLLIN};

	return poll(&p, 1, 10000) == 1;
}

/* A read before it, so that the posted write has woken the process. */
static void await_rest(void)
{
	rd_card_read(card[0], RN_PAGE_NUMBER);
	while (__atomic_load_n(&head->asleep, __ATOMIC_ACQUIRE) != 2)
		patience("the ring's sleep");
}

static void configure_barrier(uint32_t i)
{
	card[i]->write(card[i], RN_GROUP_CONFIG,
		       RN_GROUP_CONFIG_ENABLE_MASK | (i ? 1u << RN_GROUP_CONFIG_LEFT_LSB
							: 1u << RN_GROUP_CONFIG_RIGHT_LSB));
}

static void test_sleep(void)
{
	volatile char *last = card[1]->arena + DATA + 99;

	*last = 0;
	card[0]->arena[DATA + 99] = 7;
	is_int(card[1]->arm(card[1]), RD_ARM_OK, "arm");
	send_write(0, DATA, 0, DATA, 100);
	ok(is_woken(1) && *last == 7, "data wakes a sleeping process");
	card[1]->disarm(card[1]);
	completion(0);
	configure_barrier(0);
	configure_barrier(1);
	rd_card_read(card[1], RN_PAGE_NUMBER); /* both are ready, before one enters */
	for (int i = 0; i < 10; i++) {
		rd_card_write(card[1], RN_BARRIER_GROUP, 0);
		card[1]->arm(card[1]);
		rd_card_write(card[0], RN_BARRIER_GROUP, 0);
		if (!is_woken(1)) {
			ok(0, "barrier %d wakes", i);
			return;
		}
		while (rd_card_read(card[0], RN_BARRIER_GROUP) & RN_BARRIER_GROUP_INSIDE_MASK)
			patience("a barrier");
		card[1]->disarm(card[1]);
	}
	ok(!(rd_card_read(card[1], RN_BARRIER_GROUP) & RN_BARRIER_GROUP_INSIDE_MASK),
	   "a barrier wakes a sleeping process");
	card[1]->arm(card[1]);
	await_rest();
	struct pollfd p = {.fd = card[1]->irq_fd, .events = POLLIN};
	is_int(poll(&p, 1, 0), 0, "nothing wakes without a reason");
	card[1]->disarm(card[1]);
}

static void test_clock(void)
{
	uint64_t before, after;

	await_rest();
	before = clock_of(0);
	await_rest();
	after = clock_of(0);
	ok(after > before && after - before < 200,
	   "reads let the clock run as long as they take: "
	   "%llu clocks",
	   (unsigned long long)(after - before));
	before = clock_of(1);
	card[0]->write(card[0], RN_IDENT_SCRATCH, 0);
	await_rest();
	ok(clock_of(1) - before > 8192, "a write lets it run until all is quiet");
}

/* Fewest clocks between two reads. */
static uint64_t read_clocks(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < 50; i++) {
		uint64_t from = card[0]->read(card[0], RN_IDENT_CLOCK_LO);
		uint64_t to = card[0]->read(card[0], RN_IDENT_CLOCK_LO);

		if (to - from < least)
			least = to - from;
	}
	return least;
}

/* Fewest clocks of a WRITE of 8 bytes to its completion. */
static uint64_t write_clocks(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < 20; i++) {
		uint64_t from = clock_of(0);

		send_write(0, DATA, 0, DATA, 8);
		completion(0);
		uint64_t clocks = clock_of(0) - from;
		if (clocks < least)
			least = clocks;
	}
	return least;
}

static void test_costs(void)
{
	uint64_t free_read, free_write, read, write;

	start("");
	join();
	free_read = read_clocks();
	free_write = write_clocks();
	stop();
	start("write=500,read=4000,dma=1000,clock=200");
	join();
	read = read_clocks();
	write = write_clocks();
	stop();
	ok(free_read < 100, "a read takes %llu clocks", (unsigned long long)free_read);
	ok(read >= 800 && read < 800 + 2 * free_read, "with 4000 ns at 200 MHz it takes %llu",
	   (unsigned long long)read);
	/* half a read and a read of the clock, the doorbell, descriptor, data and completion one
	 * after the other, half a read */
	ok(write >= 400 + 800 + 100 + 3 * 200 + 400, "a WRITE takes %llu clocks, with costs %llu",
	   (unsigned long long)free_write, (unsigned long long)write);
}

static void test_broken(void)
{
	struct rd_rtl_mail *mail = (struct rd_rtl_mail *)(head + 1);
	int status = 0;

	mail->posted += 100000;
	rd_card_read(card[1], RN_PAGE_NUMBER);
	waitpid(server, &status, 0);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 1, "a broken mailbox ends the process");
	is_int(card[1]->alive(card[1]), RD_EPROC, "which is noticed");
	is_str(card[1]->lost, "the ring process has ended", "and said");
	is_int(rd_card_read(card[0], RN_PAGE_NUMBER), UINT32_MAX, "reads are answered");
	ok(rd_clock_ns() < deadline, "in time");
}

int main(void)
{
	const char *given = getenv("RONDO_RING_SERVER"), *src = getenv("SRC");

	if (given)
		snprintf(program, sizeof(program), "%s", given);
	else
		snprintf(program, sizeof(program), "%s/hw/build/ring/rondo_ring_w64",
			 src ? src : ".");
	if (access(program, X_OK))
		skip_all("the simulated ring was not built (make -C hw ring)");
	start("");
	join();
	test_registers();
	test_refusals();
	test_write();
	test_pinned();
	test_nowhere();
	test_sleep();
	test_clock();
	test_broken();
	stop();
	test_costs();
	return done();
}
