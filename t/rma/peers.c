/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/peers.c: a window of ten thousand members allocates state only for the members in use;
 * flushes find those touched. rma/heap.c: places are allocated, freed and allocated again, also
 * when they need another part, and another process maps them.
 */
#include "rma/am.h"
#include "rma/heap.h"

#include "base/param.h"
#include "runtime/job.h"
#include "t/tap.h"

#include <sys/wait.h>
#include <unistd.h>

enum { MEMBERS = 10000, FIRST = 200, NEAR = 8 };

static struct rd_comm comm = {.rank = FIRST, .size = MEMBERS};

static void count(const struct rd_win *win, struct rd_win_peer *peer, void *arg)
{
	(void)win;
	(void)peer;
	++*(int *)arg;
}

static int known(const struct rd_win *win)
{
	int n = 0;

	rd_win_peers_visit(win, count, &n);
	return n;
}

static void peers(void)
{
	struct rd_win win = {.comm = &comm, .members.same = {64, 4}};
	struct rd_win_extent *extent = calloc(MEMBERS, sizeof(*extent));

	rd_list_init(&win.members.touched);
	if (!extent || rd_win_peers_open(&win, FIRST, NEAR))
		exit(1);
	rd_win_peers_fill(&win);
	is_int(known(&win), NEAR, "those near are known");
	ok(rd_win_peer(&win, FIRST + 1) == &win.members.near[1], "and lie side by side");
	ok(!rd_win_peer_known(&win, FIRST - 1), "one that is far is not");
	is_int(rd_win_peer(&win, FIRST - 1)->rank, FIRST - 1, "until it is asked for");
	is_int(rd_win_peer(&win, MEMBERS - 1)->rank, MEMBERS - 1, "so is the last");
	ok(rd_win_peer(&win, MEMBERS - 1) == rd_win_peer_known(&win, MEMBERS - 1), "it stays");
	is_int(known(&win), NEAR + 2, "no others are");
	is_int((int64_t)rd_win_peer(&win, 0)->size, 64, "all have the same size");
	extent[7] = (struct rd_win_extent){4096, 8};
	win.members.extent = extent;
	is_int((int64_t)rd_win_peer(&win, 7)->size, 4096, "or one each");
	is_int(rd_win_peer(&win, 7)->unit, 8, "and unit");
	rd_win_touch(&win, rd_win_peer(&win, 7));
	rd_win_touch(&win, rd_win_peer(&win, 7));
	ok(win.members.touched.next == &rd_win_peer(&win, 7)->touched &&
		   win.members.touched.next->next == &win.members.touched,
	   "it is touched once");
	rd_win_peers_close(&win);
}

/* The child maps the place that the parent has allocated in its heap, and answers in it. */
static void reach(const struct rd_rma_spot *spot, uint64_t *word)
{
	pid_t parent = getpid(), child = fork();
	int status = 0;

	if (child < 0)
		skip_all("no process");
	if (!child) {
		struct rd_rma_spot wrong = *spot;
		struct rd_rma_proc *proc = rd_rma_proc(1);
		uint64_t *there;

		rd_rma_heap_fini(); /* the parent's heap is not its own */
		proc = rd_rma_proc(1);
		rd_rma_proc_learn(proc, &(struct rd_cma_id){.pid = parent});
		wrong.token++;
		if (rd_rma_heap_reach(proc, &wrong))
			_exit(2);
		there = rd_rma_heap_reach(proc, spot);
		if (!there || *there != 17)
			_exit(3);
		*there = 18;
		_exit(0);
	}
	waitpid(child, &status, 0);
	is_int(status, 0, "another process reaches it, and nothing by a wrong name");
	is_int((int64_t)*word, 18, "and writes there");
}

static void heap(void)
{
	enum { PLACES = 300 };
	static struct rd_rma_spot spot[PLACES];
	struct rd_rma_spot mailbox, again, most;
	void *memory = NULL;
	int good = 1, parts = 0;
	uint64_t *word;

	ok(rd_rma_heap_mailbox(&mailbox) != NULL, "a mailbox");
	is_int(rd_rma_heap_get(RD_HEAP_MOST + 1, &most, &memory), -1, "not one that is too long");
	is_int(most.fd, -1, "it is nowhere");
	for (int i = 0; i < PLACES && good; i++) {
		good = !rd_rma_heap_get(RD_HEAP_MOST / 2, &spot[i], &memory) && !*(char *)memory &&
		       !((uintptr_t)memory % RD_CACHE_LINE);
		parts = good ? (int)spot[i].part + 1 : 0;
		memset(memory, 1, RD_HEAP_MOST / 2);
	}
	ok(good && parts > 1, "more places than one part has");
	again = spot[5];
	rd_rma_heap_put(&spot[5]);
	is_int(spot[5].fd, -1, "one is taken back");
	rd_rma_heap_put(&spot[5]);
	is_int(rd_rma_heap_get(8, &spot[5], (void **)&word), 0, "and given again");
	ok(spot[5].part == again.part && spot[5].at == again.at && !*word, "empty");
	*word = 17;
	reach(&spot[5], word);
	for (int i = 0; i < PLACES; i++)
		rd_rma_heap_put(&spot[i]);
	rd_rma_heap_fini();
}

int main(void)
{
	static int local[] = {0, 1};

	rd_job.size = rd_job.nlocal = 2;
	rd_job.local = local;
	peers();
	heap();
	return done();
}
