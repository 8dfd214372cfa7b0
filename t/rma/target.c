/* SPDX-License-Identifier: BSD-3-Clause */
/* rma/target.c: invalid parts of a datatype's description are refused, and nothing is written by
 * them; rma/reach.c: checks of attached memory, also with sums that overflow. */
#include "rma/am.h"
#include "rma/types.h"

#include "t/tap.h"

static struct rd_comm comm = {.rank = 0, .size = 2};
static struct rd_win_peer peers[2];
static struct rd_win win = {.comm = &comm, .members = {.near = peers, .near_n = 2}};

/* Bytes [skip, skip + n) of a description of `bytes`, all 0 if there is no text. */
static int tell(const char *text, uint64_t skip, uint64_t n, uint64_t bytes)
{
	static const char nothing[64];
	struct rd_rma_msg msg = {.kind = RD_RMA_TYPE, .type = 1, .skip = skip, .bytes = bytes};

	win.err = peers[1].due.refused = 0;
	rd_rma_handle(&win, 1, &msg, text ? text + skip : nothing, n);
	return win.err;
}

static void attached(void)
{
	static const uint64_t far[] = {INT64_MAX, UINT64_C(1) << 63, UINT64_MAX, UINT64_MAX - 8};
	static char memory[64];
	struct rd_win dynamic = {.flavor = MPI_WIN_FLAVOR_DYNAMIC};
	struct rd_type *in = rd_type_predefined[(uintptr_t)MPI_INT - RD_TYPE_FIRST], *wide;
	uint64_t base = (uintptr_t)memory;

	if (rd_win_attach(&dynamic, memory, sizeof(memory)))
		exit(1);
	if (rd_type_resized(in, -8, INT64_MAX / 4, &wide))
		exit(1);
	is_int(rd_rma_attached(&dynamic, base, 16, in), 0, "all that is attached");
	is_int(rd_rma_attached(&dynamic, base, 17, in), RD_ERMA_RANGE, "not more");
	is_int(rd_rma_attached(&dynamic, base - 1, 1, in), RD_ERMA_RANGE, "nor before it");
	is_int(rd_rma_attached(&dynamic, base + 61, 1, in), RD_ERMA_RANGE, "nor across its end");
	is_int(rd_rma_attached(&dynamic, base, 1, wide), 0, "one of a wide type");
	is_int(rd_rma_attached(&dynamic, base, 5, wide), RD_ERMA_RANGE, "not five");
	is_int(rd_rma_attached(&dynamic, base, UINT64_MAX, in), RD_ERMA_RANGE, "nor too many");
	for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++)
		is_int(rd_rma_attached(&dynamic, base + far[i], 5, wide), RD_ERMA_RANGE,
		       "nor %#llx bytes away", (unsigned long long)far[i]);
	rd_type_put(wide);
	rd_rma_regions_free(&dynamic.regions);
}

/* An operation may span several regions, but not bytes between them that are not attached. */
static void attached_several(void)
{
	static int memory[30];
	struct rd_win dynamic = {.flavor = MPI_WIN_FLAVOR_DYNAMIC};
	struct rd_type *in = rd_type_predefined[(uintptr_t)MPI_INT - RD_TYPE_FIRST], *gap, *gapless;
	uint64_t base = (uintptr_t)memory;

	/* 10 | 5 adjacent, 5 not attached, 10 */
	if (rd_win_attach(&dynamic, memory + 20, 10 * sizeof(int)) ||
	    rd_win_attach(&dynamic, memory, 10 * sizeof(int)) ||
	    rd_win_attach(&dynamic, memory + 10, 5 * sizeof(int)) ||
	    rd_type_vector(2, 5, 20, in, &gap) || rd_type_vector(2, 10, 15, in, &gapless))
		exit(1);
	is_int(rd_win_attach(&dynamic, memory + 14, 4), RD_ERMA_ATTACH, "attached already");
	is_int(rd_win_attach(&dynamic, memory + 18, 12), RD_ERMA_ATTACH, "in part");
	is_int(rd_rma_attached(&dynamic, base, 15, in), 0, "adjacent regions are as one");
	is_int(rd_rma_attached(&dynamic, base, 16, in), RD_ERMA_RANGE, "no further");
	is_int(rd_rma_attached(&dynamic, base + 15 * sizeof(int), 1, in), RD_ERMA_RANGE,
	       "nothing between regions");
	is_int(rd_rma_attached(&dynamic, base, 1, gap), 0, "two blocks in two regions");
	is_int(rd_rma_attached(&dynamic, base, 1, gapless), RD_ERMA_RANGE,
	       "not two of which one is half outside");
	is_int(rd_win_detach(&dynamic, memory + 10), 0, "detached");
	is_int(rd_win_detach(&dynamic, memory + 10), RD_EARG, "only once");
	is_int(rd_rma_attached(&dynamic, base, 11, in), RD_ERMA_RANGE, "a detached region");
	is_int(rd_win_attach(&dynamic, memory + 16, 0), 0, "an empty region");
	is_int(rd_win_attach(&dynamic, memory + 15, 2 * sizeof(int)), 0, "around it");
	is_int(rd_win_attach(&dynamic, memory + 16, sizeof(int)), RD_ERMA_ATTACH,
	       "behind an empty region, within another");
	rd_rma_regions_free(&dynamic.regions);
	rd_type_put(gap);
	rd_type_put(gapless);
}

int main(void)
{
	struct rd_type *type, *in = rd_type_predefined[(uintptr_t)MPI_INT - RD_TYPE_FIRST];
	uint64_t bytes;
	char *text;

	if (rd_type_vector(3, 2, 4, in, &type) || rd_rma_type_encode(type, &text, &bytes))
		return 1;
	rd_type_put(type);
	is_int(tell(NULL, 8, 8, 16), RD_EPROTO, "a description does not begin in its midst");
	is_int(tell(text, 0, 8, bytes) || tell(text, 8, bytes - 8, bytes), 0,
	       "a datatype told in two pieces");
	ok(peers[1].types.learnt->slot[1], "is known by its slot");
	is_int(tell(NULL, bytes, 8, bytes), RD_EPROTO, "nothing follows its end");
	is_int(tell(NULL, bytes, 0, bytes), RD_EPROTO, "not even nothing");
	is_int(tell(NULL, 0, 16, 8), RD_EPROTO, "a piece is not longer than the whole");
	is_int(tell(NULL, 0, 0, 0), RD_EPROTO, "a description of nothing is none");
	free(text);
	rd_rma_types_free(peers[1].types.learnt);
	attached();
	attached_several();
	return done();
}
