/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows that the registers of the card's model are those of hw/regs/ring_nic.tbl: every register of
 * the global page and of all eight pages reads as its reset column and takes values as its access
 * column; words beside them read 0; other addresses are refused and counted. The walk is that of
 * the Verilog (hw/sim/regs_walk.h), so model and card agree there, except for the registers in
 * `differs`. Likewise the registers of hw/regs/rdma.tbl, which the Verilog does not have.
 */
#include "btl_fpga/rdma_regs.h"
#include "t/hw/emu_ring.h"

struct reg {
	const char *block, *name, *access;
	int global;
	uint32_t offset, step, n, reset;
	int known;     /* the table states the reset */
	uint32_t mask; /* bits that have a meaning */
};

#define SCOPE_global 1
#define SCOPE_page 0
#define ROW(block, name, scope, offset, step, n, access, reset, known, mask) \
	{#block, #name, #access, SCOPE_##scope, offset, step, n, reset, known, mask},
static const struct reg regs[] = {RN_REGISTERS(ROW) RDMA_REGISTERS(ROW)};
#define REGS (int)(sizeof(regs) / sizeof(*regs))

#define BLOCK(block) \
	{ \
		RN_##block##_BASE, RN_##block##_SIZE \
	}
struct span {
	uint32_t base, size;
};
static const struct span global_blocks[] = {
	BLOCK(IDENT),   BLOCK(NODE), BLOCK(GROUP), BLOCK(GBARRIER),
	BLOCK(GREDUCE), BLOCK(DMA),  BLOCK(GFE),   {0, 0},
};
static const struct span page_blocks[] = {
	BLOCK(PAGE),    BLOCK(QUEUES), BLOCK(REGION),
	BLOCK(STREAM),  BLOCK(DESC),   BLOCK(FE),
	BLOCK(BARRIER), BLOCK(REDUCE), {RDMA_RDMA_BASE, RDMA_RDMA_SIZE},
	{0, 0},
};

#define CARD_BYTES 0x10000u
#define SHOWN 8 /* errors printed per step */
#define NODES 5
#define NODE 2

static struct rd_card *page[RN_PAGE_N];
static uint32_t written[CARD_BYTES / 4];
static uint64_t seed = 20261122;

/* The ring of the model is up when it is opened: its place is the reset, and cannot be written.
 * Block SPIN is of the other setting. */
static int differs(const struct reg *r, uint32_t *reset)
{
	if (strcmp(r->block, "NODE"))
		return 0;
	if (!strcmp(r->name, "PLACE"))
		*reset = (NODES - 1) << RN_NODE_PLACE_LAST_LSB | NODE;
	else if (!strcmp(r->name, "WAYS"))
		*reset = 4u << RN_NODE_WAYS_BCAST_X_LSB | 0u << RN_NODE_WAYS_BCAST_Y_LSB |
			 RN_NODE_WAYS_EN_X_MASK | RN_NODE_WAYS_EN_Y_MASK;
	else
		return 0;
	return 1;
}

static int here(const struct reg *r)
{
	return strcmp(r->block, "SPIN") != 0;
}

static int is(const struct reg *r, const char *access)
{
	return !strcmp(r->access, access);
}

/* The card's registers as seen by the owner of a page; the global page as seen by the first. */
static struct rd_card *whose(uint32_t at)
{
	return page[at < RN_PAGE_BYTES ? 0 : (at / RN_PAGE_BYTES - 1) % RN_PAGE_N];
}

static uint32_t get(uint32_t at)
{
	return whose(at)->read(whose(at), at);
}

static void put(uint32_t at, uint32_t value)
{
	whose(at)->write(whose(at), at, value);
}

/* ---- The walk ---- */

static int wrong; /* registers, in this step */

static void compare(const struct reg *r, uint32_t at, uint32_t want)
{
	uint32_t have = get(at);

	if (have == want)
		return;
	if (wrong++ < SHOWN)
		diag("%s.%s at %04x: %08x, should be %08x", r->block, r->name, at, have, want);
}

static void each(void (*call)(const struct reg *r, uint32_t at))
{
	for (const struct reg *r = regs; r < regs + REGS; r++)
		for (uint32_t p = r->global ? 0 : 1; here(r) && p <= (r->global ? 0 : RN_PAGE_N);
		     p++)
			for (uint32_t i = 0; i < r->n; i++)
				call(r, p * RN_PAGE_BYTES + r->offset + i * r->step);
}

static int count;

static void look_at_reset(const struct reg *r, uint32_t at)
{
	uint32_t reset = r->reset;

	count++;
	if (differs(r, &reset) || r->known)
		compare(r, at, reset);
	if (get(at) & ~r->mask) {
		diag("%s.%s at %04x: %08x has bits without a meaning", r->block, r->name, at,
		     get(at));
		wrong++;
	}
}

static void write_pattern(const struct reg *r, uint32_t at)
{
	if (is(r, "rw"))
		put(at, written[at / 4]);
}

static void read_pattern(const struct reg *r, uint32_t at)
{
	count += is(r, "rw");
	if (is(r, "rw"))
		compare(r, at, written[at / 4] & r->mask);
}

static void write_others(const struct reg *r, uint32_t at)
{
	uint32_t reset = r->reset;
	int other = differs(r, &reset);

	if (is(r, "ro") || other)
		put(at, (uint32_t)r_random(&seed));
	else if (is(r, "rwe") && r->known)
		put(at, r->reset);
	else if (is(r, "w1c"))
		put(at, UINT32_MAX);
	else
		return;
	count++;
	if (other || r->known)
		compare(r, at, reset);
}

static void ends_well(const char *what)
{
	ok(!wrong && count, "%d %s", count, what);
	wrong = count = 0;
}

static void keeps(const char *what, uint32_t (*value)(void))
{
	for (uint32_t i = 0; i < CARD_BYTES / 4; i++)
		written[i] = value();
	each(write_pattern);
	each(read_pattern);
	ends_well(what);
}

static uint32_t ones(void)
{
	return UINT32_MAX;
}
static uint32_t zeros(void)
{
	return 0;
}
static uint32_t noise(void)
{
	return (uint32_t)r_random(&seed);
}

/* ---- Addresses without a register ---- */

static uint8_t used[CARD_BYTES / 4];

static void note(const struct reg *r, uint32_t at)
{
	(void)r;
	used[at / 4] = 1;
}

static int in_block(uint32_t at)
{
	const struct span *s = at < RN_PAGE_BYTES ? global_blocks : page_blocks;
	uint32_t in = at % RN_PAGE_BYTES;

	while (s->size && (in < s->base || in >= s->base + s->size))
		s++;
	return s->size && at < RN_PAGE_BYTES * (RN_PAGE_N + 1);
}

static uint32_t refused(void)
{
	return get(RN_IDENT_BUS_REFUSED);
}

/* A word without a register, written and read: both are refused, or neither. */
static void try(uint32_t at, uint32_t refusals)
{
	uint32_t before = refused(), value;

	put(at, (uint32_t)r_random(&seed));
	value = get(at);
	count++;
	if (!value && refused() - before == refusals)
		return;
	if (wrong++ < SHOWN)
		diag("%04x is no register: read %08x, refused %u times of %u", at, value,
		     refused() - before, refusals);
}

static void holes(void)
{
	each(note);
	for (uint32_t at = 0; at < CARD_BYTES; at += 4)
		if (!used[at / 4] && in_block(at))
			try(at, 0);
	ends_well("words of blocks that are no registers read 0");
	for (uint32_t at = 0; at < CARD_BYTES; at += 4)
		if (!in_block(at))
			try(at, 2);
	ends_well("words of no block are refused and counted");
	for (uint32_t at = 0; at < CARD_BYTES; at += 0x11)
		if (at % 4)
			try(at, 2);
	ends_well("misaligned accesses are refused and counted");
	each(read_pattern);
	ends_well("that may be written hold what they held");
}

/* ---- Beyond the table ---- */

static void other_pages(void)
{
	uint32_t at = rd_card_at(3, RN_FE_ARG_LO), before = refused();

	put(at, 77);
	page[0]->write(page[0], at, 78);
	is_int(page[0]->read(page[0], at), 0, "a register of another page reads 0");
	is_int(get(at), 77, "and writing it does nothing");
	is_int(refused(), before, "and is not refused");
}

static void clock_goes_on(void)
{
	uint32_t low = get(RN_IDENT_CLOCK_LO), high = get(RN_IDENT_CLOCK_HI), again;
	uint64_t since = rd_clock_ns(), then;

	while (rd_clock_ns() - since < 1000000)
		;
	again = get(RN_IDENT_CLOCK_LO);
	is_int(get(RN_IDENT_CLOCK_KHZ), 1000000, "a clock is a nanosecond");
	then = (uint64_t)get(RN_IDENT_CLOCK_HI) << 32 | again;
	then -= (uint64_t)high << 32 | low;
	ok(then >= 1000000 && then < 10000000000u, "the clock went on by %llu",
	   (unsigned long long)then);
}

static void saturates(void)
{
	for (int i = 0; i < 70000; i++)
		get(2);
	is_int(refused(), 0xffff, "a counter stays at its largest");
}

static int open_all(int fd)
{
	struct rd_card_place place = {.fd = fd,
				      .nodes = NODES,
				      .node = NODE,
				      .users = RN_PAGE_N,
				      .arena_bytes = 2u << 20};
	int good = 1;

	for (place.page = 0; place.page < RN_PAGE_N; place.page++)
		good &= !rd_card_emu.open(&place, &page[place.page]);
	return good;
}

static void is_forgotten(void)
{
	uint32_t at = rd_card_at(3, RN_FE_ARG_LO);
	struct rd_card_place place = page[3]->place;

	put(at, 99);
	page[3]->close(page[3]);
	ok(!rd_card_emu.open(&place, &page[3]), "a page is opened again");
	is_int(get(at), 0, "and its value is forgotten");
}

int main(void)
{
	int fd = memfd_create("ring", 0);

	ok(open_all(fd), "%d pages of a card are open", RN_PAGE_N);
	each(look_at_reset);
	ends_well("registers read as the table says");
	keeps("that may be written keep ones", ones);
	keeps("that may be written keep zeros", zeros);
	keeps("that may be written keep random numbers", noise);
	each(write_others);
	ends_well("that may not are not changed by writing");
	each(read_pattern);
	ends_well("that may be written hold what they held");
	holes();
	other_pages();
	clock_goes_on();
	is_forgotten();
	saturates();
	for (int p = 0; p < RN_PAGE_N; p++)
		page[p]->close(page[p]);
	close(fd);
	return done();
}
