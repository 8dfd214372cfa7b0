/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations on memory of other ranks (btl_fpga/remote.h): every byte is where it belongs, and no
 * other changes; additions of all ranks to one word are all there, also those of its owner, which
 * excludes the others'; the same for memory in files; niches are found by their ids, and by their
 * names; a notice BUSY makes an operation begin anew; those to a rank that cannot be reached any
 * more end with an error. Four cards; the link between 0 and 1 dies.
 */
#include "t/btl/harness.h"

#include "btl_fpga/fpga.h"
#include "btl_fpga/remote.h"
#include "hw/emu/emu.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ID = 7, PART = 3 << 19, TIMES = 60, ADDS = 2000 };

static struct memory {
	uint64_t sum, swapped;
	char part[4][PART]; /* of each rank */
} plain, *mine;
static int file = -1;   /* that `mine` is in */
static uint64_t *where; /* [4] address of each rank's, in memory that all map */
static char model[4][PART], data[PART];
static struct rd_exposed exposed;
static struct rd_remote_memory there[4];

static int over, result;

static void done(struct rd_remote *r, int err)
{
	(void)r;
	over++;
	result = err;
}

static void begin(struct rd_remote *r)
{
	over = 0;
	r->done = done;
	rd_remote_begin(r);
}

static int await(void)
{
	uint64_t since = rd_clock_ns();

	while (!over && rd_clock_ns() - since < H_SOON_NS)
		h_progress();
	h_check(over == 1, "over %d times", over);
	return over ? result : 1;
}

static struct rd_remote op(enum rd_remote_kind kind, int rank, size_t at, void *local, size_t len)
{
	const struct rd_remote_memory *m = &there[rank];
	struct rd_remote r = {.kind = kind, .ep = h_ep(rank), .local = local, .len = len};

	r.at = kind > RD_REMOTE_READ ? m->atomic : m->data;
	r.at.offset += at;
	return r;
}

static int call(struct rd_remote r)
{
	begin(&r);
	return await();
}

static void find_all(void)
{
	struct rd_remote_own own = {mine, sizeof(*mine), 1, {.fd = -1}};
	const char *why = NULL;

	if (file >= 0)
		own.place = (struct rd_shm_place){getpid(), file, sizeof(*mine), 0};
	h_check(!rd_remote_expose(ID, &own, &exposed, &why), "expose: %s", why);
	h_fence();
	for (int rank = 0; rank < h_n; rank++) {
		struct rd_remote_table table;
		const struct rd_remote_memory *m;
		struct rd_remote r;

		if (rank == h_rank)
			continue;
		rd_remote_ask(&r, h_ep(rank), &table);
		h_check(!call(r), "the table of rank %d", rank);
		h_check(!rd_remote_find(&table, ID + 1), "an id that is not there");
		m = rd_remote_find(&table, ID);
		h_check(m && m->len == sizeof(*mine) && m->atomic.region, "the entry of %d", rank);
		if (m)
			there[rank] = *m;
	}
}

static size_t part(size_t at)
{
	return (size_t)(mine->part[h_rank] - (char *)mine) + at;
}

static void move(uint64_t *seed, int rank)
{
	size_t most = h_random(seed) % 4 ? 300 : PART;
	size_t len = 1 + h_random(seed) % most, at = h_random(seed) % (PART - len + 1);
	char *is = malloc(len);

	for (size_t i = 0; i < len; i++)
		data[i] = model[rank][at + i] = (char)h_random(seed);
	h_check(!call(op(RD_REMOTE_WRITE, rank, part(at), data, len)), "WRITE");
	h_check(!call((struct rd_remote){.kind = RD_REMOTE_FLUSH, .ep = h_ep(rank)}), "FLUSH");
	h_check(!call(op(RD_REMOTE_READ, rank, part(at), is, len)), "READ");
	h_check(!memcmp(is, data, len), "%zu bytes at %zu of rank %d", len, at, rank);
	free(is);
}

static void move_all(void)
{
	uint64_t seed = (uint64_t)h_rank + 1;

	for (int i = 0; i < TIMES; i++)
		move(&seed, (h_rank + 1 + i % (h_n - 1)) % h_n);
	for (int rank = 0; rank < h_n; rank++)
		if (rank != h_rank) {
			h_check(!call(op(RD_REMOTE_READ, rank, part(0), data, PART)), "READ");
			h_check(!memcmp(data, model[rank], PART), "memory of rank %d", rank);
		}
}

static void add_one(void)
{
	struct rd_remote r;
	uint64_t was;

	if (h_rank == 0) {
		rd_remote_exclude(&exposed);
		mine->sum++;
		rd_remote_admit(&exposed);
		rd_page_poll();
		return;
	}
	r = op(RD_REMOTE_ADD, 0, 0, &was, 8);
	r.operand = 1;
	h_check(!call(r), "ADD");
}

/* One at a time has the word. */
static void swap_one(void)
{
	struct rd_remote r = op(RD_REMOTE_SWAP, 0, offsetof(struct memory, swapped), NULL, 8);
	uint64_t was = 0;

	do {
		r.expected = was;
		r.operand = was + 1;
		r.local = &was;
		h_check(!call(r), "SWAP");
	} while (was != r.expected);
}

static void change_all(void)
{
	for (int i = 0; i < ADDS; i++)
		add_one();
	for (int i = 0; h_rank && i < ADDS / 4; i++)
		swap_one();
	h_fence();
	if (h_rank == 0)
		h_check(mine->sum == (uint64_t)h_n * ADDS &&
				mine->swapped == (uint64_t)(h_n - 1) * (ADDS / 4),
			"sum %llu, swapped %llu", (unsigned long long)mine->sum,
			(unsigned long long)mine->swapped);
	h_fence();
}

static struct rd_remote_niche *told; /* by rank 0, in memory that all map */

/* All count in one niche of rank 0 by instructions; names that fit no arena are refused. */
static void reach_niche(void)
{
	struct rd_remote_niche other;
	uint64_t *niche = h_rank ? NULL : rd_remote_niche_open(1);

	if (niche)
		*told = rd_remote_niche_name(niche);
	h_fence();
	if (h_rank)
		niche = rd_remote_niche_reach(told);
	h_check(niche != NULL, "a niche of this host");
	if (niche)
		__atomic_fetch_add(niche, 1, __ATOMIC_RELAXED);
	other = *told;
	other.token++;
	h_check(!rd_remote_niche_reach(&other), "an arena of another ring");
	other = *told;
	other.node = h_n;
	h_check(!rd_remote_niche_reach(&other), "a card that is not there");
	other = *told;
	other.at += RD_PAGE_NICHES_B;
	h_check(!rd_remote_niche_reach(&other), "a place behind the niches");
	other.at = told->at + 8;
	h_check(!rd_remote_niche_reach(&other), "a place within a niche");
	other = (struct rd_remote_niche){0};
	h_check(!rd_remote_niche_reach(&other), "no niche");
	h_fence();
	if (!h_rank && niche) {
		h_check(*niche == (uint64_t)h_n, "counted %llu", (unsigned long long)*niche);
		rd_remote_niche_close(niche, 1);
	}
	h_fence();
}

static int find_niche(int rank, uint32_t id, struct rd_remote_at *at)
{
	struct rd_remote_table table;
	struct rd_remote r;

	rd_remote_ask(&r, h_ep(rank), &table);
	h_check(!call(r), "the table of rank %d", rank);
	return rd_remote_niche_find(&table, h_ep(rank), id, at);
}

/* Rank 0 has all niches but the first, which it must not use again; the others count in the last.
 */
static void use_niches(void)
{
	uint64_t *niche[RD_REMOTE_NICHES + 1], was;
	struct rd_remote r = {.kind = RD_REMOTE_ADD, .local = &was, .operand = 1};

	for (uint32_t i = 0; h_rank == 0 && i <= RD_REMOTE_NICHES; i++) {
		niche[i] = rd_remote_niche_open(i);
		h_check(!niche[i] == (i == RD_REMOTE_NICHES), "niche %u is %p", i,
			(void *)niche[i]);
	}
	if (h_rank == 0) {
		rd_remote_niche_close(niche[0], 0);
		h_check(!rd_remote_niche_open(0), "a niche that others may change is used again");
	}
	h_fence();
	r.ep = h_rank ? h_ep(0) : NULL;
	for (int i = 0; h_rank && i < ADDS / 4; i++) {
		h_check(!find_niche(0, RD_REMOTE_NICHES - 1, &r.at), "the last niche");
		h_check(!call(r), "ADD");
	}
	h_check(!h_rank || find_niche(0, 0, &r.at) == RD_ENOTSUP, "a niche that was closed");
	h_fence();
	for (uint32_t i = 1; h_rank == 0 && i < RD_REMOTE_NICHES; i++) {
		uint64_t want = i == RD_REMOTE_NICHES - 1 ? (uint64_t)(h_n - 1) * (ADDS / 4) : 0;

		h_check(niche[i][0] == want && !niche[i][1], "niche %u has %llu", i,
			(unsigned long long)niche[i][0]);
		rd_remote_niche_close(niche[i], 1);
	}
	h_check(h_rank || rd_remote_niche_open(7) == niche[1], "the next niche");
	h_fence();
}

static int refusals;

static int count_refusal(struct rd_remote *r, int status)
{
	(void)r;
	h_check(status == RN_DMA_STATUS_REGION, "status %d", status);
	refusals++;
	return 0;
}

/* A READ of many pieces from a region that is closed: those under way are refused, no others are
 * asked for. */
static void read_refused(void)
{
	struct rd_remote r = op(RD_REMOTE_READ, (h_rank + 1) % h_n, part(0), data, PART);

	r.at = there[r.ep->rank].atomic;
	r.refused = count_refusal;
	r.by_copy = 1;
	refusals = 0;
	rd_remote_exclude(&exposed);
	h_fence();
	h_check(call(r) == RD_EPROC, "READ of a closed region: %d", result);
	h_check(refusals >= 1 && refusals <= (int)RD_PAGE_READERS, "%d refusals", refusals);
	h_fence();
	rd_remote_admit(&exposed);
	h_fence();
}

/* After 2^32 operations of a page their numbers begin anew. */
static void number_anew(void)
{
	int next = (h_rank + 1) % h_n;

	for (uint32_t n = RD_PAGE_STREAM_COOKIE - 2; n; n++) {
		rd_page.ops.serial = n;
		h_check(!call(op(RD_REMOTE_WRITE, next, part(0), data, PART)), "WRITE %u", n);
		rd_page.ops.serial = n;
		h_check(!call(op(RD_REMOTE_READ, next, part(0), data, PART)), "READ %u", n);
	}
	h_fence();
}

/* PART bytes, which the card reads but for those from `plain` to `end`; NULL: there is no such
 * memory. */
static char *secret_memory(size_t plain, size_t end)
{
	size_t secret_b = end - plain;
	int fd = -1;
	char *memory = mmap(NULL, PART, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void *secret = MAP_FAILED;

#ifdef SYS_memfd_secret
	fd = (int)syscall(SYS_memfd_secret, 0);
#endif
	if (memory != MAP_FAILED && fd >= 0 && !ftruncate(fd, (off_t)secret_b))
		secret = mmap(memory + plain, secret_b, PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_FIXED, fd, 0);
	if (fd >= 0)
		close(fd);
	return secret == MAP_FAILED ? NULL : memory;
}

static int written, flushed, early;

static void write_done(struct rd_remote *r, int err)
{
	(void)r;
	written++;
	h_check(!err, "WRITE: %d", err);
}

static void flush_done(struct rd_remote *r, int err)
{
	(void)r;
	flushed++;
	early = !written;
	h_check(!err, "FLUSH: %d", err);
}

/* Before the WRITE, or while the FLUSH is under way, it turns out that the card cannot read all. */
static void copy_late(size_t end)
{
	int next = (h_rank + 1) % h_n;
	char *memory = secret_memory(PART / 2, end);
	struct rd_remote write = op(RD_REMOTE_WRITE, next, part(0), memory, PART);
	struct rd_remote flush = {.kind = RD_REMOTE_FLUSH, .ep = h_ep(next)};
	uint64_t since = rd_clock_ns();

	if (!memory)
		return;
	memset(memory, 0x5a, PART);
	written = flushed = 0;
	write.done = write_done;
	flush.done = flush_done;
	rd_remote_begin(&write);
	rd_remote_begin(&flush);
	while (!(written && flushed) && rd_clock_ns() - since < H_SOON_NS)
		h_progress();
	h_check(written == 1 && flushed == 1, "over %d and %d times", written, flushed);
	h_check(!early, "the FLUSH is over before the WRITE");
	h_check(!call(op(RD_REMOTE_READ, next, part(0), data, PART)), "READ");
	h_check(!memcmp(data, memory, PART), "memory that the card cannot read");
	munmap(memory, PART);
	h_fence();
}

/* Of a READ that has no answer. */
static struct rd_page_return notice(const struct rd_remote *r, unsigned status)
{
	const struct rd_fpga_ep *ep = rd_fpga_ep(r->ep);

	return (struct rd_page_return){
		.node = ep->addr.node,
		.page = ep->addr.page,
		.status = status,
		.type = RN_CELL_TYPE_WRITE,
		.region = r->at.region,
		.offset = r->at.offset / 64,
		.key = r->at.key & 0xff,
	};
}

/* Rank 2's way to rank 1 does not cross the dead link, the answer's does not either; 1 and 0 lose
 * each other. */
static void lose_link(void)
{
	struct rd_remote r;
	uint64_t was = 0;

	if (h_rank == 3)
		rd_emu_kill_link(rd_page.card, 0, 1);
	h_fence();
	if (h_rank == 2) {
		r = op(RD_REMOTE_READ, 1, part(0), data, 64);
		h_check(!call(r), "READ of a rank that can be reached");
	}
	if (h_rank < 2) {
		r = op(RD_REMOTE_ADD, !h_rank, 0, &was, 8);
		begin(&r);
		if (!over) {
			struct rd_page_return busy = notice(&r, RN_DMA_STATUS_BUSY);

			rd_remote_refused(&busy);
			h_check(rd_remote_waiting(), "it is not tried again");
		}
		h_check(await() == RD_EPROC, "ADD to a rank that cannot be reached: %d", result);
		r = op(RD_REMOTE_WRITE, !h_rank, part(0), data, PART);
		h_check(call(r) == RD_EPROC, "WRITE likewise: %d", result);
	}
	h_fence();
}

/* The model then maps it, and needs the kernel for none of it. */
static void open_file(void)
{
	file = rd_shm_make("remote", sizeof(*mine));
	mine = file < 0 ? NULL : rd_shm_map(file, sizeof(*mine));
	h_check(mine != NULL, "memory in a file: %m");
	where[h_rank] = (uintptr_t)mine;
}

static void is_mapped(void)
{
	for (int rank = 0; rank < h_n; rank++) {
		uint64_t *at = (uint64_t *)(void *)rd_emu_lent_at(
			rd_emu_of(rd_page.card), (uint32_t)rank, where[rank], sizeof(*mine));

		h_check(at && *at == mine->sum, "the file of rank %d", rank);
		h_check(!rd_emu_lent_at(rd_emu_of(rd_page.card), (uint32_t)rank, where[rank],
					sizeof(*mine) + 1),
			"bytes behind it");
	}
}

static void close_file(void)
{
	rd_remote_hide(&exposed);
	h_check(!rd_emu_lent_at(rd_emu_of(rd_page.card), (uint32_t)h_rank, where[h_rank], 8),
		"it was taken back");
	munmap(mine, sizeof(*mine));
	close(file);
	file = -1;
	memset(model, 0, sizeof(model));
	h_fence();
}

static void use_file(void)
{
	open_file();
	mine->sum = 77;
	find_all();
	h_fence();
	is_mapped();
	h_fence();
	mine->sum = 0;
	h_fence();
	move_all();
	change_all();
	close_file();
}

/* The second is not taken for the first. */
static void files(void)
{
	use_file();
	use_file();
}

static void body(void)
{
	mine = &plain;
	find_all();
	h_fence();
	move_all();
	change_all();
	reach_niche();
	use_niches();
	read_refused();
	number_anew();
	copy_late(PART);
	copy_late(PART - 4096);
	lose_link();
	rd_remote_hide(&exposed);
}

int main(void)
{
	told = mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	where = mmap(NULL, 4 * sizeof(*where), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		     -1, 0);
	h_plan(2);
	h_run("memory of other ranks", &rd_btl_fpga, 4, body);
	h_run("in files, which the model maps", &rd_btl_fpga, 4, files);
	return h_end();
}
