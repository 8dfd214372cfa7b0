/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This process's page of its card: finds the card, checks that this driver supports it, sets up the
 * page's rings, submits descriptors and reads completions. Called by the transport (btl.c) and by
 * the collectives of the ring; below is the device (card.h).
 */
#include "btl_fpga/page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/log.h"
#include "base/param.h"
#include "btl_fpga/place.h"
#include "btl_fpga/rdma_regs.h"
#include "runtime/job.h"
#include "runtime/wait.h"

#define RECV_RECORD_LG_MAX 9        /* log2 of bytes of the largest record of any card */
#define ALIGN_B ((uint64_t)2 << 20) /* bytes; of the arena */
#define SYMBOL_CYC 64u              /* clocks in a node and its link, at most (CARD.md 12) */

struct rd_page rd_page;

/* ---- The arena ---- */

static uint64_t up_to(uint64_t n, uint64_t unit)
{
	return (n + unit - 1) / unit * unit;
}

/* Rings are aligned to their size. */
static struct rd_page_map arena_map(int ranks)
{
	struct rd_page_map map = {.recv_lg = 6};
	uint64_t recv;

	while (1 << map.recv_lg < 2 * ranks && map.recv_lg < 15)
		map.recv_lg++;
	recv = (uint64_t)1 << (map.recv_lg + RECV_RECORD_LG_MAX);
	map.cpl = up_to(RD_PAGE_SENDS * RN_DESCRIPTOR_BYTES, RD_PAGE_CPLS * RN_COMPLETION_BYTES);
	map.recv = up_to(map.cpl + RD_PAGE_CPLS * RN_COMPLETION_BYTES, recv);
	map.credit = map.recv + recv;
	map.stage = up_to(map.credit + (uint64_t)ranks * RD_CACHE_LINE, 4096);
	map.coll = map.stage + RD_PAGE_STAGE_B;
	map.table = map.coll + RD_PAGE_COLL_B;
	map.niches = map.table + RD_PAGE_TABLE_B;
	map.landing = map.niches + RD_PAGE_NICHES_B;
	map.dones = map.landing + RD_PAGE_READERS * RD_PAGE_LANDING_B;
	map.slots = map.dones + RD_QP_DONES * RDMA_DONE_BYTES;
	map.regions = map.slots + RD_QP_SLOTS_B;
	map.queues = map.regions + RD_QP_REGIONS * RDMA_MR_BYTES;
	map.attr = map.queues + RDMA_CQ_BYTES;
	map.receives = map.attr + RD_CACHE_LINE;
	map.pairs = map.receives + RDMA_RECEIVE_BYTES;
	map.requests = up_to(map.pairs + (uint64_t)ranks * RDMA_QP_BYTES, 4096);
	map.pair = map.requests + (uint64_t)ranks * RD_QP_REQUESTS * RDMA_WORK_BYTES;
	map.end = up_to(map.pair + (uint64_t)ranks * RD_PAGE_PAIR_B, rd_max(recv, ALIGN_B));
	return map;
}

/* ---- Bring-up ---- */

static int refuse_card(const char *what, uint32_t is, uint32_t should)
{
	rd_error("card %d: %s is %#x, this driver is for %#x: use the card's own version of Rondo, "
		 "or load the card anew",
		 rd_page.card->place.node, what, is, should);
	return RD_EPROTO;
}

static int check_card(void)
{
	struct rd_card *card = rd_page.card;
	uint32_t id = card->read(card, RN_IDENT_ID), table = card->read(card, RN_IDENT_TABLE);
	uint32_t caps = card->read(card, RN_IDENT_CAPS);

	if (id != RN_IDENT_ID_RESET)
		return refuse_card("the identity", id, RN_IDENT_ID_RESET);
	if (table != RN_TABLE_CRC)
		return refuse_card("the table of its registers", table, RN_TABLE_CRC);
	if (caps & RN_IDENT_CAPS_SETTING_MASK)
		return refuse_card("the setting", 1, 0);
	rd_page.reads = (caps & RN_IDENT_CAPS_READ_MASK) != 0;
	return 0;
}

/* Sets the number of this card, the ends of broadcasts and the datelines, then waits for both links
 * to come up. */
static int join_ring(void)
{
	struct rd_card *card = rd_page.card;
	uint32_t me = (uint32_t)card->place.node, n = (uint32_t)card->place.nodes;
	uint32_t right = n / 2, left = n - 1 - right; /* nodes that a broadcast reaches each way */
	uint64_t since = rd_clock_ns();
	uint32_t ways;

	if (card->place.page)
		return 0; /* the rank on page 0 does it */
	card->write(card, RN_NODE_PLACE, (n - 1) << RN_NODE_PLACE_LAST_LSB | me);
	ways = (me + right) % n << RN_NODE_WAYS_BCAST_X_LSB |
	       (me + n - left) % n << RN_NODE_WAYS_BCAST_Y_LSB | RN_NODE_WAYS_EN_X_MASK |
	       (left ? RN_NODE_WAYS_EN_Y_MASK : 0);
	if (me == n - 1)
		ways |= RN_NODE_WAYS_DATELINE_X_MASK;
	if (me == 0)
		ways |= RN_NODE_WAYS_DATELINE_Y_MASK;
	card->write(card, RN_NODE_WAYS, ways);
	for (uint32_t port = 0; port < 2; port++)
		while (!(card->read(card, RN_NODE_LINK + port * RN_NODE_LINK_STEP) &
			 RN_NODE_LINK_UP_MASK))
			if (rd_clock_ns() - since > rd_wait_table.fpga.start_ns) {
				rd_error("card %u: its %s link does not come up: look at the cable "
					 "and at the neighbour",
					 me, port ? "right" : "left");
				return RD_ESYS;
			}
	return 0;
}

static void set_address(uint32_t reg, uint64_t bus)
{
	rd_card_write(rd_page.card, reg, (uint32_t)bus);
	rd_card_write(rd_page.card, reg + 4, (uint32_t)(bus >> 32));
}

static int await_stopped(void)
{
	uint64_t since = rd_clock_ns();

	while (!(rd_card_read(rd_page.card, RN_QUEUES_STATUS) & RN_QUEUES_STATUS_STOPPED_MASK))
		if (rd_clock_ns() - since > rd_wait_table.fpga.start_ns) {
			rd_error("card %d, page %d does not stop", rd_page.card->place.node,
				 rd_page.card->place.page);
			return RD_ESYS;
		}
	return 0;
}

static unsigned log2_of(uint32_t n)
{
	return 31 - (unsigned)__builtin_clz(n);
}

/* Symbols of groups that were disabled go at most twice round (hw/rtl/barrier.v). */
static void await_symbols(struct rd_card *card)
{
	uint32_t since = card->read(card, RN_IDENT_CLOCK_LO);
	uint32_t cyc = 2 * SYMBOL_CYC * (uint32_t)card->place.nodes;

	while (card->read(card, RN_IDENT_CLOCK_LO) - since < cyc && !card->lost)
		;
}

/* Ends the remains of a process that was killed in this page: groups, whose state the card repeats
 * to the next members for ever, and an operation on a register of another card, for which a
 * command of this process would be refused. The caller opens no group before all processes of the
 * job have opened their pages. */
static void end_last_use(void)
{
	struct rd_card *card = rd_page.card;
	uint32_t own = (uint32_t)card->place.page;
	uint32_t barrier = RN_GROUP_CONFIG_ENABLE_MASK | own << RN_GROUP_CONFIG_PAGE_LSB;
	int left = 0;

	for (uint32_t i = 0; i < RN_GROUP_N; i++) {
		uint32_t at = RN_GROUP_CONFIG + i * RN_GROUP_CONFIG_STEP;
		uint32_t is = card->read(card, at) &
			      (RN_GROUP_CONFIG_ENABLE_MASK | RN_GROUP_CONFIG_PAGE_MASK);

		if (is != barrier)
			continue;
		card->write(card, at, 0);
		left = 1;
	}
	for (uint32_t i = 0; i < RN_GREDUCE_OWNER_N; i++) {
		uint32_t at = RN_GREDUCE_OWNER + i * RN_GREDUCE_OWNER_STEP;

		if (card->read(card, at) == (RN_GREDUCE_OWNER_ON_MASK | own))
			card->write(card, at, 0);
	}
	if (left)
		await_symbols(card);
	while (rd_card_read(card, RN_FE_STATUS) & RN_FE_STATUS_BUSY_MASK && !card->lost)
		;
}

static int start_queues(void)
{
	struct rd_card *card = rd_page.card;
	const struct rd_page_map *map = &rd_page.map;
	int err;

	rd_card_write(card, RN_QUEUES_CONTROL, 0);
	err = await_stopped();
	if (err)
		return err;
	set_address(RN_QUEUES_SEND_BASE_LO, card->arena_bus + map->send);
	rd_card_write(card, RN_QUEUES_SEND_SIZE, log2_of(RD_PAGE_SENDS));
	set_address(RN_QUEUES_CPL_BASE_LO, card->arena_bus + map->cpl);
	rd_card_write(card, RN_QUEUES_CPL_SIZE, log2_of(RD_PAGE_CPLS));
	set_address(RN_QUEUES_RECV_BASE_LO, card->arena_bus + map->recv);
	rd_card_write(card, RN_QUEUES_RECV_SIZE, map->recv_lg);
	rd_card_write(card, RN_QUEUES_RECV_FROM, (1u << card->place.users) - 1);
	rd_card_write(card, RN_QUEUES_CONTROL, RN_QUEUES_CONTROL_ENABLE_MASK);
	rd_region_open(0, card->arena, card->arena_bus, card->arena_bytes,
		       RN_REGION_ACCESS_READ_MASK | RN_REGION_ACCESS_WRITE_MASK |
			       RN_REGION_ACCESS_REMOTE_WRITE_MASK |
			       (rd_page.reads ? RN_REGION_ACCESS_REMOTE_READ_MASK : 0),
		       rd_page.key);
	rd_page.region[0].refs = 1;
	return 0;
}

static void operate(uint32_t reg, uint32_t op)
{
	struct rd_card *card = rd_page.card;

	rd_card_write(card, RN_FE_COMMAND, reg << RN_FE_COMMAND_REG_LSB | op);
	while (rd_card_read(card, RN_FE_STATUS) & RN_FE_STATUS_BUSY_MASK && !card->lost)
		;
}

/* Key of operations on full/empty registers, the same in all processes of the job: an operation of
 * a job before, which waited in a link, does not change registers of this one (FNV-1a). */
static uint32_t registers_key(void)
{
	uint32_t hash = 2166136261u;

	for (const char *c = rd_job.id; *c; c++)
		hash = (hash ^ (uint8_t)*c) * 16777619u;
	return (hash >> 16 ^ hash) & 0xffff;
}

static void set_registers_key(uint32_t key)
{
	rd_card_write(rd_page.card, RN_FE_KEYS,
		      key * (1u << RN_FE_KEYS_NEED_LSB | 1u << RN_FE_KEYS_OURS_LSB));
}

/* The full/empty registers of the first page are counters for the whole ring (coll/ring_group.c):
 * they become full and 0, but the upper half of the last keeps its value from the job before. */
static void fill_registers(void)
{
	struct rd_card *card = rd_page.card;

	operate(RN_FE_N - 1, RN_FE_OP_TEST_READ);
	rd_card_write(card, RN_FE_ARG_LO, 0);
	rd_card_write(card, RN_FE_ARG_HI, rd_card_read(card, RN_FE_RES_HI));
	operate(RN_FE_N - 1, RN_FE_OP_WRITE);
	rd_card_write(card, RN_FE_ARG_HI, 0);
	for (uint32_t reg = 0; reg < RN_FE_N - 1; reg++)
		operate(reg, RN_FE_OP_WRITE);
}

static int bring_up(void)
{
	int err = check_card();
	uint32_t shape;

	if (err)
		return err;
	shape = rd_page.card->read(rd_page.card, RN_DMA_SHAPE);
	rd_page.fe_nodes = (int)(rd_page.card->read(rd_page.card, RN_IDENT_LIMITS) &
				 RN_IDENT_LIMITS_FE_NODES_MASK);
	rd_page.slot_lg = (shape & RN_DMA_SHAPE_SLOT_LG_MASK) >> RN_DMA_SHAPE_SLOT_LG_LSB;
	if (rd_page.slot_lg > RECV_RECORD_LG_MAX)
		return refuse_card("the size of its receive records", 1u << rd_page.slot_lg,
				   1u << RECV_RECORD_LG_MAX);
	err = join_ring();
	if (err)
		return err;
	end_last_use();
	return start_queues();
}

uint64_t rd_page_time_ns(void)
{
	struct rd_card *card = rd_page.card;
	uint64_t low, khz;

	if (card->time_ns)
		return card->time_ns(card);
	low = card->read(card, RN_IDENT_CLOCK_LO);
	khz = card->read(card, RN_IDENT_CLOCK_KHZ);
	return (uint64_t)((double)((uint64_t)card->read(card, RN_IDENT_CLOCK_HI) << 32 | low) *
			  1e6 / (double)rd_max(khz, (uint64_t)1));
}

static void choose_clock(void)
{
	const char *clock = rd_param_string(RD_PARAM_WTIME);

	if (!strcmp(clock, "card"))
		rd_clock_other = rd_page_time_ns;
	else if (*clock)
		rd_param_warn("RONDO_WTIME=%s should be card or empty; the system's clock is taken",
			      clock);
}

int rd_page_open(const char **why)
{
	const struct rd_card_device *device;
	struct rd_card_place place;
	int err;

	if (rd_page.refs) {
		rd_page.refs++;
		return 0;
	}
	memset(&rd_page, 0, sizeof(rd_page));
	err = rd_place_find(&device, &place, why);
	if (err)
		return err;
	rd_page.map = arena_map(rd_job.size);
	place.arena_bytes = rd_page.map.end;
	if (getrandom(&rd_page.key, sizeof(rd_page.key), 0) != sizeof(rd_page.key)) {
		rd_error("card: getrandom: %m");
		return RD_ESYS;
	}
	err = device->open(&place, &rd_page.card);
	if (err)
		return err;
	err = bring_up();
	if (err) {
		rd_page.card->close(rd_page.card);
		return err;
	}
	if (!place.node && !place.page) {
		/* no cell carries this key: ranks may be here already, in sessions of their own */
		set_registers_key(registers_key() ^ 0xffff);
		fill_registers();
	}
	set_registers_key(registers_key());
	choose_clock();
	rd_page.refs = 1;
	return 0;
}

void rd_page_close(void)
{
	if (!rd_page.refs || --rd_page.refs)
		return;
	rd_card_write(rd_page.card, RN_QUEUES_CONTROL, 0);
	await_stopped();
	rd_region_close_all();
	rd_clock_other = NULL;
	rd_page.card->close(rd_page.card);
	rd_page.card = NULL;
	free(rd_page.ops.op);
	rd_page.ops.op = NULL;
	rd_page.ops.n = 0;
}

/* ---- Descriptors ---- */

unsigned rd_page_room(unsigned want)
{
	unsigned used = (uint16_t)(rd_page.send.produced - rd_page.send.consumed);

	if (RD_PAGE_SENDS - used < want) {
		rd_page.send.consumed =
			(uint16_t)rd_card_read(rd_page.card, RN_QUEUES_SEND_CONSUMER);
		used = (uint16_t)(rd_page.send.produced - rd_page.send.consumed);
		if (RD_PAGE_SENDS - used < want)
			rd_page.send.wanted = rd_max(rd_page.send.wanted, want);
	}
	return used > RD_PAGE_SENDS ? 0 : RD_PAGE_SENDS - used;
}

int rd_page_is_short(void)
{
	unsigned want = rd_page.send.wanted;

	rd_page.send.wanted = 0;
	return want && rd_page_room(want) < want;
}

/* ---- Ops ---- */

static int grow_ops(void)
{
	uint32_t more = rd_page.ops.n ? 2 * rd_page.ops.n : 64;
	struct rd_page_op **ops = realloc(rd_page.ops.op, more * sizeof(*ops));

	if (!ops) {
		rd_error("card %d: no memory for %u descriptors under way",
			 rd_page.card->place.node, more);
		return RD_ENOMEM;
	}
	memset(ops + rd_page.ops.n, 0, (more - rd_page.ops.n) * sizeof(*ops));
	rd_page.ops.op = ops;
	rd_page.ops.last_place = rd_page.ops.n; /* all places from here on are free */
	rd_page.ops.n = more;
	return 0;
}

uint32_t rd_page_op_number(struct rd_page_op *op)
{
	if (rd_unlikely(++rd_page.ops.serial >= RD_PAGE_STREAM_COOKIE))
		rd_page.ops.serial = 1;
	op->cookie = (uint64_t)rd_page.ops.serial << 32;
	return rd_page.ops.serial;
}

/* The search starts behind the last place taken, so that it seldom passes places in use. */
int rd_page_op_begin(struct rd_page_op *op)
{
	for (uint32_t i = 1; i <= rd_page.ops.n; i++) {
		uint32_t at = (rd_page.ops.last_place + i) % rd_page.ops.n;

		if (!at || rd_page.ops.op[at])
			continue;
		rd_page.ops.op[at] = op;
		rd_page_op_number(op);
		op->cookie |= rd_page.ops.last_place = at;
		return 0;
	}
	return grow_ops() ? RD_ENOMEM : rd_page_op_begin(op);
}

void rd_page_op_end(struct rd_page_op *op)
{
	uint32_t place = (uint32_t)op->cookie;

	if (place && place < rd_page.ops.n)
		rd_page.ops.op[place] = NULL;
	op->cookie = 0;
}

uint64_t *rd_page_next(struct rd_page_op *op)
{
	unsigned at = rd_page.send.produced++ % RD_PAGE_SENDS;
	uint64_t *word = (uint64_t *)(rd_page.card->arena + rd_page.map.send +
				      (size_t)at * RN_DESCRIPTOR_BYTES);

	rd_page.send.all++;
	memset(word, 0, RN_DESCRIPTOR_BYTES);
	word[RN_DESCRIPTOR_COOKIE / 8] = op ? op->cookie : 0;
	return word;
}

/* A single descriptor goes into the doorbell window as well. */
void rd_page_go(void)
{
	struct rd_card *card = rd_page.card;
	uint16_t first = rd_page.send.told;

	if (first == rd_page.send.produced)
		return;
	rd_page.send.told = rd_page.send.produced;
	/* descriptors before the window and the doorbell */
	__atomic_thread_fence(__ATOMIC_RELEASE);
	if (card->quick && rd_page.send.produced == (uint16_t)(first + 1))
		card->quick(card, first,
			    (const uint64_t *)(card->arena + rd_page.map.send) +
				    (size_t)(first % RD_PAGE_SENDS) * (RN_DESCRIPTOR_BYTES / 8));
	rd_card_write(rd_page.card, RN_QUEUES_SEND_PRODUCER, rd_page.send.produced);
}

int rd_page_idle(void)
{
	rd_page_go();
	return rd_page_room(RD_PAGE_SENDS) == RD_PAGE_SENDS;
}

/* ---- Completions ---- */

/* Whether a record's last word has index and phase of record number `index` of a ring of `n`. */
static int is_valid(uint64_t what, uint16_t index, unsigned n)
{
	unsigned round = index / n & 1;

	return what >> 63 == !round && (uint16_t)(what >> RN_COMPLETION_WHAT_INDEX_LSB) == index;
}

static const uint64_t *next_completion(void)
{
	const uint64_t *record = (const uint64_t *)(rd_page.card->arena + rd_page.map.cpl) +
				 rd_page.cpl.next % RD_PAGE_CPLS * (RN_COMPLETION_BYTES / 8);
	/* the record's last word, which the card writes last */
	uint64_t what = __atomic_load_n(&record[RN_COMPLETION_WHAT / 8], __ATOMIC_ACQUIRE);

	return is_valid(what, rd_page.cpl.next, RD_PAGE_CPLS) ? record : NULL;
}

int rd_page_pending(void)
{
	return next_completion() != NULL;
}

static unsigned field(uint64_t what, uint64_t mask)
{
	return (unsigned)((what & mask) >> __builtin_ctzll(mask));
}

static void received(unsigned tag, unsigned status, uint64_t cookie);

/* Completes a descriptor. A failed descriptor without an op is a fault of this driver or the
 * card. */
static void sent(uint64_t cookie, unsigned status)
{
	uint32_t place = (uint32_t)cookie;
	struct rd_page_op *op = place < rd_page.ops.n ? rd_page.ops.op[place] : NULL;

	if (rd_unlikely(cookie >> 32 >= RD_PAGE_STREAM_COOKIE)) {
		unsigned stream = (unsigned)(cookie >> 32) - RD_PAGE_STREAM_COOKIE;

		received((unsigned)rd_page.card->place.page * 8 + stream, status, place);
	} else if (op && op->cookie == cookie) {
		op->done(op, (int)status);
	} else if (status) {
		rd_error("card %d: a descriptor that no operation waits for ended with status %u",
			 rd_page.card->place.node, status);
	}
}

/* Completes a stream; the tag numbers the streams of all pages. */
static void received(unsigned tag, unsigned status, uint64_t cookie)
{
	unsigned stream = tag % 8;
	struct rd_page_op *op = rd_page.streams[stream];

	if (op && op->cookie >> 32 == cookie && tag / 8 == (unsigned)rd_page.card->place.page) {
		rd_page.streams[stream] = NULL;
		op->done(op, (int)status);
	} else if (cookie != rd_page.given_up[stream]) {
		rd_error("card %d: a completion of stream %u, which is not open",
			 rd_page.card->place.node, tag);
	}
}

const char *rd_page_why(unsigned status)
{
	switch (status) {
	case RN_DMA_STATUS_REGION:
		return "its region is closed";
	case RN_DMA_STATUS_BOUNDS:
		return "beyond the end of its region";
	case RN_DMA_STATUS_KEY:
		return "the key is wrong";
	case RN_DMA_STATUS_BARRED:
		return "this rank is barred after wrong keys";
	case RN_DMA_STATUS_READ_ERROR:
		return "its memory cannot be read";
	case RN_DMA_STATUS_WRITE_ERROR:
		return "memory cannot be written";
	case RN_DMA_STATUS_FULL:
		return "its receive ring is full";
	case RN_DMA_STATUS_SOURCE:
		return "it takes nothing from this page";
	case RN_DMA_STATUS_STREAM:
		return "its stream is closed";
	case RN_DMA_STATUS_OFF:
		return "its page of the card is off";
	default:
		return "unknown";
	}
}

static void came_back(unsigned node, uint64_t notice)
{
	unsigned tag = field(notice, RN_NOTICE_WHAT_TAG_MASK);
	void (*up)(const struct rd_page_return *r);
	struct rd_page_return r = {
		.node = (int)node,
		.status = field(notice, RN_NOTICE_WHAT_STATUS_MASK),
		.type = field(notice, RN_NOTICE_WHAT_TYPE_MASK),
		.region = tag % 8,
		.offset = (notice & RN_NOTICE_WHAT_OFFSET_MASK) >> RN_NOTICE_WHAT_OFFSET_LSB,
		.key = (notice & RN_NOTICE_WHAT_KEY_MASK) >> RN_NOTICE_WHAT_KEY_LSB,
	};

	r.page = (int)(r.type == RN_CELL_TYPE_MSG ? tag % 8 : tag / 8);
	up = r.type == RN_CELL_TYPE_WRITE || r.type == RN_CELL_TYPE_MSG ? rd_page.returned
									: rd_page.stream_returned;
	if (up)
		up(&r);
}

/* An ATOMIC to a region that is shut for a while. */
static int is_excluded(unsigned status, unsigned tag)
{
	return status == RN_DMA_STATUS_REGION && rd_page.excludes >> tag % 8 & 1;
}

static void completed(const uint64_t *record)
{
	uint64_t what = record[RN_COMPLETION_WHAT / 8], cookie = record[RN_COMPLETION_COOKIE / 8];
	unsigned kind = field(what, RN_COMPLETION_WHAT_KIND_MASK);
	unsigned status = field(what, RN_COMPLETION_WHAT_STATUS_MASK);
	unsigned source = field(what, RN_COMPLETION_WHAT_SOURCE_MASK);

	switch (kind) {
	case RN_COMPLETION_KIND_SEND:
	case RN_COMPLETION_KIND_REDUCE:
		sent(cookie, status);
		break;
	case RN_COMPLETION_KIND_STREAM:
		received(field(what, RN_COMPLETION_WHAT_TAG_MASK), status, cookie);
		break;
	case RN_COMPLETION_KIND_REFUSED:
		if (is_excluded(status, field(what, RN_COMPLETION_WHAT_TAG_MASK)))
			break;
		if (!rd_page.refused++)
			rd_warn("card %d refused a cell of node %u for this rank (status %u)",
				rd_page.card->place.node, source, status);
		break;
	case RN_COMPLETION_KIND_RETURNED:
		came_back(source, cookie);
		break;
	default:
		rd_error("card %d: a completion of unknown kind %u", rd_page.card->place.node,
			 kind);
	}
}

int rd_page_poll(void)
{
	const uint64_t *record;
	uint64_t copy[RN_COMPLETION_BYTES / 8];
	int n = 0;

	while ((record = next_completion())) {
		memcpy(copy, record, sizeof(copy));
		rd_page.cpl.next++;
		completed(copy);
		n++;
	}
	if ((uint16_t)(rd_page.cpl.next - rd_page.cpl.told) >= RD_PAGE_CPLS / 4) {
		rd_page.cpl.told = rd_page.cpl.next;
		rd_card_write(rd_page.card, RN_QUEUES_CPL_CONSUMER, rd_page.cpl.next);
	}
	return n;
}

/* ---- Faults ---- */

int rd_page_port_is_dead(int node, int port)
{
	struct rd_card *card = rd_page.card;

	card->write(card, RN_NODE_ASK,
		    (uint32_t)node << RN_NODE_ASK_NODE_LSB | (uint32_t)port
								     << RN_NODE_ASK_PORT_LSB);
	return (card->read(card, RN_NODE_ANSWER) & RN_NODE_ANSWER_DEAD_MASK) != 0;
}

void rd_page_find_fault(void)
{
	rd_page.nfaults++;
	for (int i = 0; i < 2 * rd_page.card->place.nodes; i++)
		if (rd_page_port_is_dead(i / 2, i % 2)) {
			snprintf(rd_page.fault, sizeof(rd_page.fault), "the %s link of card %d",
				 i % 2 ? "right" : "left", i / 2);
			return;
		}
}

uint64_t rd_page_counted(uint32_t reg, uint32_t n)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < n && rd_page.refs; i++)
		sum += rd_page.card->read(rd_page.card, reg + 4 * i);
	return sum;
}

/* ---- Receive ring ---- */

const char *rd_page_recv(uint64_t *head, uint64_t *what)
{
	unsigned n = 1u << rd_page.map.recv_lg;
	size_t bytes = (size_t)1 << rd_page.slot_lg;
	const char *record = rd_page.card->arena + rd_page.map.recv + rd_page.recv_next % n * bytes;
	const uint64_t *end = (const uint64_t *)(record + bytes - RN_MSG_BYTES);

	*what = __atomic_load_n(&end[RN_MSG_WHAT / 8], __ATOMIC_ACQUIRE);
	if (rd_likely(!is_valid(*what, rd_page.recv_next, n)))
		return NULL;
	*head = end[RN_MSG_HEAD / 8];
	return (const char *)end;
}

void rd_page_recv_done(void)
{
	rd_page.recv_next++;
	rd_card_write(rd_page.card, RN_QUEUES_RECV_CONSUMER, rd_page.recv_next);
}
