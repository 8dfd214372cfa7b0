/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shows the refusals of the DMA engine of the card's model, and their reports (docs/CARD.md 8 and
 * 13, enum DMA_STATUS): each descriptor, stream and refusal ends with its record and event, is
 * counted, and writes nothing; full rings; chains, descriptors in the card, doorbells.
 */
#include "t/hw/emu_ring.h"

#define BOX_AT (1u << 20) /* in the arena: written by other processes */
#define SOURCE_AT (6u << 20)

enum { WRITE = RN_DMA_OP_WRITE, MSG = RN_DMA_OP_MSG, DATA = RN_DMA_OP_DATA };
enum {
	SEND = RN_COMPLETION_KIND_SEND,
	STREAM = RN_COMPLETION_KIND_STREAM,
	REFUSED = RN_COMPLETION_KIND_REFUSED
};

static const uint64_t complete = RN_DESCRIPTOR_CTL_COMPLETE_MASK,
		      is_inline = RN_DESCRIPTOR_CTL_INLINE_MASK,
		      chain = RN_DESCRIPTOR_CTL_CHAIN_MASK, event = RN_DESCRIPTOR_CTL_EVENT_MASK;

static int node_of(int i)
{
	return i / r_users;
}

/* ---- One page by itself: statuses, chains, rings ---- */

static uint64_t cookies;

/* A descriptor of a WRITE of 8 bytes to the other node. */
static uint64_t *eight(uint64_t flags)
{
	uint64_t *d = r_desc();
	int to = (r_i + r_users) % r_n;

	d[0] = r_ctl(WRITE, node_of(to), 0, 8, flags | complete);
	d[1] = ++cookies;
	d[2] = r_head(to, 0, r_key(to), BOX_AT);
	d[3] = r_local(0, SOURCE_AT);
	return d;
}

static void fails(const char *what, uint32_t status)
{
	struct r_record r;

	r_write(RN_PAGE_EVENT, UINT32_MAX);
	r_go();
	r = r_expect(SEND, status, cookies);
	r_check(!status == !r.length, "%s: %llu bytes left", what, (unsigned long long)r.length);
	r_check(!status == !(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_CQ_MASK), "%s: event CQ", what);
}

/* The descriptor goes well, but the receiver refuses its data, and this page is told why. */
static void comes_back(const char *what, uint32_t status, uint32_t tag)
{
	struct r_record r;

	r_write(RN_PAGE_EVENT, UINT32_MAX);
	r_go();
	r = r_await();
	r_check(r_field(r.what, RN_COMPLETION_WHAT_KIND) == RN_COMPLETION_KIND_RETURNED &&
			r_field(r.what, RN_COMPLETION_WHAT_STATUS) == status,
		"%s: %016llx in place of RETURNED, %u", what, (unsigned long long)r.what, status);
	r_check(r_field(r.what, RN_COMPLETION_WHAT_SOURCE) == 1, "%s: node", what);
	r_check(r_field(r.what, RN_COMPLETION_WHAT_TAG) == tag, "%s: tag", what);
	r_check(r_field(r.cookie, RN_NOTICE_WHAT_STATUS) == status &&
			r_field(r.cookie, RN_NOTICE_WHAT_TAG) == tag,
		"%s: notice %016llx", what, (unsigned long long)r.cookie);
	r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_REFUSED_MASK, "%s: event", what);
	r_expect(SEND, 0, cookies);
}

static void descriptors(void)
{
	for (uint64_t op = RN_DMA_OP_ATOMIC + 1; op < 16; op++) {
		*eight(0) |= op;
		fails("no operation", RN_DMA_STATUS_DESCRIPTOR);
	}
	*eight(is_inline) += 25ull << RN_DESCRIPTOR_CTL_LENGTH_LSB;
	fails("33 bytes inline", RN_DMA_STATUS_DESCRIPTOR);
	for (int ragged = 0; ragged < 3; ragged++) {
		uint64_t *d = eight(0);

		d[0] += DATA - WRITE + ((uint64_t)(ragged == 0) << RN_DESCRIPTOR_CTL_LENGTH_LSB);
		d[3] += ragged == 1 ? 4 : 0;
		d[4] = 2;
		d[5] = ragged == 2 ? 12 : 16;
		fails("ragged blocks of DATA", RN_DMA_STATUS_DESCRIPTOR);
	}
	{
		uint64_t *d = eight(0);

		d[0] -= WRITE - MSG;
		d[4] = 2;
	}
	fails("several blocks of MSG", RN_DMA_STATUS_DESCRIPTOR);
	eight(0);
	fails("a good one", RN_DMA_STATUS_OK);
}

static void dests(void)
{
	for (uint32_t op = MSG; op <= DATA; op++) {
		uint64_t *d = eight(0);

		d[0] = r_ctl(op, node_of(r_i), 0, 8, complete);
		fails("to itself", RN_DMA_STATUS_DEST);
		d = eight(0);
		d[0] = r_ctl(op, r_nodes, 0, 8, complete);
		fails("beyond the last node", RN_DMA_STATUS_DEST);
	}
}

static void local_regions(void)
{
	uint64_t len = r_card->arena_bytes;

	eight(0)[3] = r_local(5, 0);
	fails("closed region", RN_DMA_STATUS_REGION);
	r_region(5, r_card->arena_bus, len, RN_REGION_ACCESS_WRITE_MASK, 0);
	eight(0)[3] = r_local(5, 0);
	fails("region without READ", RN_DMA_STATUS_REGION);
	eight(0)[3] = r_local(0, len - 7);
	fails("one byte beyond the region", RN_DMA_STATUS_BOUNDS);
	eight(0)[3] = r_local(0, 0xfffffffffc);
	fails("round the end of all addresses", RN_DMA_STATUS_BOUNDS);
	eight(0)[3] = r_local(0, len - 8);
	fails("the last bytes", RN_DMA_STATUS_OK);
	r_region(5, 0, 0, 0, 0);
}

static void bad_memory(void)
{
	char *gone = r_memory(1 << 16);
	uint32_t errors = r_card->read(r_card, RN_DMA_READ_ERRORS);

	munmap(gone, 1 << 16);
	r_region(5, (uintptr_t)gone, 1 << 16, RN_REGION_ACCESS_READ_MASK, 0);
	for (uint32_t op = MSG; op <= DATA; op++) {
		uint64_t *d = eight(0);

		d[0] += op - WRITE;
		d[3] = r_local(5, 0);
		fails("memory that is not there", RN_DMA_STATUS_READ_ERROR);
	}
	r_check(r_card->read(r_card, RN_DMA_READ_ERRORS) >= errors + 3, "READ_ERRORS");
	r_region(5, 0, 0, 0, 0);
}

static void chains(void)
{
	eight(chain)[3] = r_local(0, SOURCE_AT);
	eight(chain)[3] = r_local(5, 0); /* closed */
	eight(chain)[0] &= ~complete;
	eight(0);
	eight(0);
	r_go();
	r_expect(SEND, RN_DMA_STATUS_OK, cookies - 4);
	r_expect(SEND, RN_DMA_STATUS_REGION, cookies - 3);
	r_expect(SEND, RN_DMA_STATUS_CHAIN, cookies - 2);
	r_expect(SEND, RN_DMA_STATUS_CHAIN, cookies - 1);
	r_expect(SEND, RN_DMA_STATUS_OK, cookies);
	eight(chain)[3] = r_local(5, 0);
	fails("a chain that goes on later", RN_DMA_STATUS_REGION);
	eight(0);
	fails("its end", RN_DMA_STATUS_CHAIN);
	eight(0);
	fails("behind it", RN_DMA_STATUS_OK);
}

/* Descriptors in the card: the lowest number first, chains modulo 8, before those of the ring. */
static void in_the_card(void)
{
	for (uint32_t k = 0; k < 8; k++)
		for (uint32_t w = 0; w < 16; w++)
			r_write(RN_DESC_WORD + 64 * k + 4 * w,
				w == 0   ? complete | (k == 7 ? chain : 0)
				: w == 2 ? 300 + k
					 : 0);
	r_check(r_read(RN_DESC_WORD + 64 * 3 + 8) == 303, "a word of the card's descriptor");
	r_write(RN_QUEUES_CARD_START, 1u << 6 | 1u << 2 | 1u << 5);
	r_check(!r_read(RN_QUEUES_CARD_START), "CARD_START when all is done");
	r_expect(SEND, 0, 302);
	r_expect(SEND, 0, 305);
	r_expect(SEND, 0, 306);
	r_write(RN_QUEUES_CARD_START, 1u << 7);
	r_expect(SEND, 0, 307);
	r_expect(SEND, 0, 300);
}

static void doorbells(void)
{
	r_write(RN_PAGE_EVENT, UINT32_MAX);
	r_write(RN_QUEUES_SEND_PRODUCER, (uint16_t)(r_sent + (1u << R_SEND_LG) + 1));
	r_check(r_read(RN_PAGE_EVENT) == RN_PAGE_EVENT_REFUSED_MASK,
		"more than the ring holds: event");
	r_write(RN_PAGE_EVENT, UINT32_MAX);
	r_write(RN_QUEUES_SEND_PRODUCER, (uint16_t)(r_sent - 1));
	r_check(r_read(RN_PAGE_EVENT) == RN_PAGE_EVENT_REFUSED_MASK, "back: event");
	r_check(r_read(RN_QUEUES_SEND_PRODUCER) == r_sent, "SEND_PRODUCER");
	r_check(r_read(RN_QUEUES_SEND_CONSUMER) == r_sent, "SEND_CONSUMER");
	eight(event);
	r_go();
	r_expect(SEND, 0, cookies);
	r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_CQ_MASK, "event of a good descriptor");
}

/* The largest ring of descriptors, given in one doorbell. */
static void many(void)
{
	uint32_t n = 1u << 15;
	uint64_t *ring = (uint64_t *)(void *)(r_card->arena + (2u << 20));

	r_write(RN_QUEUES_CONTROL, 0);
	r_write64(RN_QUEUES_SEND_BASE_LO, r_card->arena_bus + (2u << 20));
	r_write(RN_QUEUES_SEND_SIZE, 15);
	r_write(RN_QUEUES_CONTROL, 1);
	r_cpl_next = 0;
	memset(ring, 0, n * RN_DESCRIPTOR_BYTES);
	ring[(n - 1) * 8] = complete;
	ring[(n - 1) * 8 + 1] = 88;
	r_write(RN_QUEUES_SEND_PRODUCER, n);
	r_expect(SEND, 0, 88);
	r_check(r_read(RN_QUEUES_SEND_CONSUMER) == n, "%u done", r_read(RN_QUEUES_SEND_CONSUMER));
}

static void statuses(void)
{
	r_up();
	r_arm(0, 0, BOX_AT, 64, !r_i, 1); /* for DATA that cannot be read: nothing comes */
	r_fence();
	descriptors();
	dests();
	local_regions();
	bad_memory();
	chains();
	in_the_card();
	doorbells();
	r_check(!r_read(RN_QUEUES_REFUSED), "the others refused nothing");
	r_check(r_read(R_STREAM(0, LENGTH_LO)) == 64, "DATA that could not be read");
	r_fence();
	many();
	r_fence();
}

/* ---- Refusals of the receiver ---- */

static void refusal(uint32_t status, uint64_t cookie, uint32_t tag)
{
	struct r_record r = r_expect(REFUSED, status, cookie);

	r_check(r_field(r.what, RN_COMPLETION_WHAT_SOURCE) == 0, "source");
	r_check(r_field(r.what, RN_COMPLETION_WHAT_TAG) == tag, "tag");
	r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_REFUSED_MASK, "event");
}

static const struct {
	uint32_t region;
	uint16_t key;
	uint64_t offset;
	uint32_t status;
} bad_writes[] = {
	{3, 5, 0, RN_DMA_STATUS_REGION}, /* closed */
	{4, 5, 0, RN_DMA_STATUS_REGION}, /* without REMOTE_WRITE */
	{2, 4, 0, RN_DMA_STATUS_KEY},       {2, 5, 4096 - 7, RN_DMA_STATUS_BOUNDS},
	{2, 5, 4096, RN_DMA_STATUS_BOUNDS}, {2, 5, 0xfffffffffc, RN_DMA_STATUS_BOUNDS},
};
#define BAD_WRITES (int)(sizeof(bad_writes) / sizeof(*bad_writes))

static void send_bad(int i)
{
	eight(0)[2] = r_head(1, bad_writes[i].region, bad_writes[i].key, bad_writes[i].offset);
	comes_back("WRITE", bad_writes[i].status, bad_writes[i].region);
}

/* Partly beyond the region: the part within it is written, cell by cell. */
static void send_partly(void)
{
	uint64_t *d = eight(0);

	memset(r_card->arena + SOURCE_AT, 0x55, 240);
	d[0] = r_ctl(WRITE, 1, 0, 240, complete);
	d[2] = r_head(1, 2, 5, 4096 - 130);
	comes_back("240 bytes of which 130 fit", RN_DMA_STATUS_BOUNDS, 2);
}

static void write_refusals(void)
{
	const char *box = r_card->arena + BOX_AT;

	if (r_i == 1) {
		r_region(2, r_card->arena_bus + BOX_AT, 4096, RN_REGION_ACCESS_REMOTE_WRITE_MASK,
			 5);
		r_region(4, r_card->arena_bus + BOX_AT, 4096, RN_REGION_ACCESS_WRITE_MASK, 5);
	}
	r_fence();
	for (int i = 0; r_i == 0 && i < BAD_WRITES; i++)
		send_bad(i);
	for (int i = 0; r_i == 1 && i < BAD_WRITES; i++)
		refusal(bad_writes[i].status,
			r_head(1, bad_writes[i].region, bad_writes[i].key, bad_writes[i].offset),
			bad_writes[i].region);
	r_fence();
	for (int i = 0; r_i == 1 && i < 8192; i++)
		r_check(!box[i], "byte %d was written", i);
	r_fence();
	if (r_i == 0)
		send_partly();
	if (r_i == 1) {
		refusal(RN_DMA_STATUS_BOUNDS, r_head(1, 2, 5, 4096 - 10), 2);
		for (int i = 4096 - 140; i < 4096 + 10; i++)
			r_check(box[i] == (i >= 4096 - 130 && i < 4096 - 10 ? 0x55 : 0), "byte %d",
				i);
		r_check(r_read(RN_QUEUES_REFUSED) == (uint32_t)BAD_WRITES + 1, "REFUSED");
	}
	r_fence();
}

/* The third wrong key of a page bars it, the first is that of bad_writes; the right key does not
 * help it before its victim lets it in. */
static void guess(uint16_t key, uint32_t status)
{
	if (r_i == 0) {
		eight(0)[2] = r_head(1, 2, key, 0);
		if (status)
			comes_back("a guess", status, 2);
		else
			fails("the right key", RN_DMA_STATUS_OK);
	}
	r_fence();
	if (r_i == 1 && status)
		refusal(status, r_head(1, 2, key, 0), 2);
	r_fence();
}

static void guesses(void)
{
	guess(6, RN_DMA_STATUS_KEY);
	guess(7, RN_DMA_STATUS_KEY);
	guess(8, RN_DMA_STATUS_BARRED);
	guess(5, RN_DMA_STATUS_BARRED);
	if (r_i == 1) {
		r_check(r_card->read(r_card, RN_DMA_BARRED) ==
				(RN_DMA_BARRED_VALID_MASK | 0 << RN_DMA_BARRED_NODE_LSB),
			"BARRED: %x", r_card->read(r_card, RN_DMA_BARRED));
		r_write(RN_REGION_ADMIT, 0 << RN_REGION_ADMIT_NODE_LSB);
		r_check(r_read(RN_QUEUES_REFUSED) == (uint32_t)BAD_WRITES + 5, "REFUSED");
	}
	r_fence();
	guess(5, RN_DMA_STATUS_OK);
	if (r_i == 1) { /* opened anew: the key before is late, not wrong */
		r_region(2, r_card->arena_bus + BOX_AT, 4096, RN_REGION_ACCESS_REMOTE_WRITE_MASK,
			 9);
	}
	r_fence();
	for (int i = 0; i < 4; i++)
		guess(5, RN_DMA_STATUS_REGION);
	guess(9, RN_DMA_STATUS_OK);
}

static void send_data(uint32_t tag, uint32_t len, uint32_t status)
{
	uint64_t *d = eight(0);

	d[0] = r_ctl(DATA, 1, tag, len, complete);
	if (status)
		comes_back("DATA", status, tag);
	else
		fails("DATA", RN_DMA_STATUS_OK);
}

/* Streams: not open, of another source, without room, with a closed region, with unmapped
 * memory. */
static void stream_refusals(void)
{
	char *gone = r_memory(1 << 16);
	struct r_record r;

	munmap(gone, 1 << 16);
	if (r_i == 1) {
		r_arm(2, 0, BOX_AT, 64, 1, 2); /* itself */
		r_arm(3, 6, 0, 64, 0, 3);      /* region 6 is closed */
		r_region(7, (uintptr_t)gone, 1 << 16, RN_REGION_ACCESS_WRITE_MASK, 0);
		r_arm(4, 7, 0, 64, 0, 4);
		r_arm(5, 0, BOX_AT, 0, 0, 5);
		r_arm(6, 0, BOX_AT, 200, 0, 6);
		r_check(!r_read(R_STREAM(5, CONTROL)), "a stream of 0 bytes stays closed");
		r_write(R_STREAM(6, LENGTH_LO), 1);
		r_check(r_read(R_STREAM(6, LENGTH_LO)) == 200, "an open stream is the card's");
	}
	r_fence();
	if (r_i == 0)
		for (uint32_t tag = 1; tag <= 4; tag++)
			send_data(tag, 64,
				  tag == 1   ? RN_DMA_STATUS_STREAM
				  : tag == 2 ? RN_DMA_STATUS_SOURCE
				  : tag == 3 ? RN_DMA_STATUS_REGION
					     : 0);
	if (r_i == 0)
		send_data(6, 128, 0);
	r_fence();
	if (r_i == 1) {
		refusal(RN_DMA_STATUS_STREAM, 0, 1);
		refusal(RN_DMA_STATUS_SOURCE, 0, 2);
		r = r_expect(STREAM, RN_DMA_STATUS_REGION, 3);
		r_check(r.length == 64, "%llu bytes left", (unsigned long long)r.length);
		r_expect(STREAM, RN_DMA_STATUS_WRITE_ERROR, 4);
		r_check(r_card->read(r_card, RN_DMA_WRITE_ERRORS) == 1, "WRITE_ERRORS");
		r_check(!r_read(R_STREAM(3, CONTROL)) && r_read(R_STREAM(2, CONTROL)),
			"which are open");
		r_check(r_read(R_STREAM(6, LENGTH_LO)) == 72, "bytes to come");
		r_write(R_STREAM(6, CONTROL), 0);
		r_check(!r_read(R_STREAM(6, CONTROL)), "closed by its owner");
		r_check(r_read(RN_QUEUES_REFUSED) == (uint32_t)BAD_WRITES + 11, "REFUSED");
	}
	r_fence();
}

/* A receive ring of 16: the 17th message is lost and counted; records that were read make room
 * again. */
static void lost_messages(void)
{
	r_recv_lg = 4;
	r_up();
	r_fence();
	for (int i = 0; r_i == 0 && i < 20; i++) {
		eight(0)[0] += MSG - WRITE;
		if (i < 16)
			fails("MSG", RN_DMA_STATUS_OK);
		else
			comes_back("MSG", RN_DMA_STATUS_FULL, 0);
	}
	r_fence();
	if (r_i == 1) {
		r_check(r_read(RN_QUEUES_LOST) == 4, "%u lost", r_read(RN_QUEUES_LOST));
		r_check(r_read(RN_PAGE_EVENT) & RN_PAGE_EVENT_REFUSED_MASK, "event");
		for (int i = 0; i < 16; i++, r_recv_done())
			r_check(r_recv() != NULL, "message %d", i);
		r_check(!r_recv(), "the 17th");
	}
	r_fence();
	if (r_i == 0) {
		eight(0)[0] += MSG - WRITE;
		fails("MSG", RN_DMA_STATUS_OK);
	}
	r_fence();
	r_check(r_i == 0 || r_recv(), "one more");
	r_recv_lg = R_RECV_LG;
	r_fence();
}

/* A completion ring of 16 keeps 8 free: the 10th descriptor waits, refusals are not recorded. */
static void full_completions(void)
{
	struct r_record r;

	r_cpl_lg = 4;
	r_up();
	r_fence();
	for (int i = 0; i < 20; i++)
		*eight(0) += RN_DMA_OP_NOP - WRITE;
	r_go();
	r_check(r_read(RN_QUEUES_SEND_CONSUMER) == 9, "%u done", r_read(RN_QUEUES_SEND_CONSUMER));
	r_arm(0, 0, BOX_AT, 8, !r_i, 1);
	r_check(!r_read(R_STREAM(0, CONTROL)), "no place for a stream");
	r_fence();
	for (int i = 0; i < 20; i++)
		r_expect(SEND, 0, cookies - 19 + (uint64_t)i);
	r_check(!r_take(&r), "one more");
	for (int i = 0; i < 9; i++)
		*eight(0) += RN_DMA_OP_NOP - WRITE;
	r_go();
	r_fence();
	if (r_i == 1) {
		eight(0)[2] = r_head(0, 3, 1, 0);
		r_go(); /* waits: no room for its completion */
		r_check(r_read(RN_QUEUES_SEND_CONSUMER) == 29, "it waits");
	}
	r_fence();
	r_cpl_lg = R_CPL_LG;
}

static void refusals(void)
{
	r_up();
	r_fence();
	write_refusals();
	guesses();
	stream_refusals();
	lost_messages();
	full_completions();
}

/* While a long WRITE of process 0 is in progress, all others fill its small completion ring with
 * refusals: its own records all arrive, in order; refusals that could not be recorded are
 * counted. */
#define LONG_N 300u
#define NONSENSE_N 12u /* of each process, for each WRITE */

static void write_nonsense(void)
{
	for (uint32_t i = 0; i < NONSENSE_N; i++) {
		uint64_t *d = eight(0);

		d[0] = r_ctl(WRITE, 0, 0, 8, 0);
		d[2] = r_head(0, 3, 1, 0);
	}
	r_go();
}

static uint32_t write_long(uint64_t number)
{
	uint32_t refusals = 0;
	struct r_record r;

	eight(0)[0] += (uint64_t)(r_card->arena_bytes - SOURCE_AT - 8)
		       << RN_DESCRIPTOR_CTL_LENGTH_LSB;
	__atomic_store_n(&r_share->word[0], number, __ATOMIC_RELEASE);
	r_go();
	while ((r = r_await(), r_field(r.what, RN_COMPLETION_WHAT_KIND) == REFUSED))
		refusals++;
	r_check(r_field(r.what, RN_COMPLETION_WHAT_KIND) == SEND && r.cookie == number,
		"record %llu", (unsigned long long)number);
	return refusals;
}

static void told(void)
{
	uint32_t refusals = 0, all = LONG_N * NONSENSE_N * (uint32_t)(r_n - 1);

	r_cpl_lg = r_i ? R_CPL_LG : 4;
	r_up();
	r_fence();
	for (uint64_t i = 1; i <= LONG_N; i++) {
		if (r_i) {
			r_until(__atomic_load_n(&r_share->word[0], __ATOMIC_ACQUIRE) >= i);
			write_nonsense();
		} else {
			refusals += write_long(i);
		}
	}
	r_fence();
	for (struct r_record r; r_i == 0 && r_take(&r);)
		refusals++;
	r_check(r_i || refusals + r_read(RN_QUEUES_UNTOLD) == all, "%u told, %u not, of %u",
		refusals, r_read(RN_QUEUES_UNTOLD), all);
	r_check(r_i || r_read(RN_QUEUES_REFUSED) == all, "REFUSED");
	r_fence();
}

int main(void)
{
	r_run("every descriptor ends with its record", 2, 1, statuses);
	r_run("a refusal is reported to its owner and writes nothing", 2, 1, refusals);
	r_run("records of a small completion ring", 3, 1, told);
	return done();
}
