/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * WRITEs that the card places (verbs/place.c): they arrive while the target is stopped; not behind
 * a message that may be refused; not after ibv_dereg_mr, nor ibv_rereg_mr; for more regions than
 * the card has. One whose data the target has seen succeeds, also if the target deregisters or
 * changes the region at once; and while the requester stands still it does not wait for long. The
 * target's memory is in a file, where rank 0 sees it too. By mpirun --ring emu --verbs -n 2.
 */
#include <fcntl.h>
#include <sys/mman.h>

#include "t/verbs/other.h"
#include "verbs/verbs.h"

#define SHARED_B 65536u
#define ROUNDS 12
#define BURST 40 /* the packet ring has 32 slots */
#define LOOKS 40 /* a third of them failed when regions were closed at once */

struct target {
	uint64_t addr;
	uint32_t rkey;
	int32_t pid;
};

static struct side s;
static char *shared;

static void map_shared(void)
{
	char path[512];
	int fd;

	path_of(path, sizeof(path), 9, 9);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	must(fd >= 0 && !ftruncate(fd, SHARED_B), "the file");
	shared = mmap(NULL, SHARED_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	must(shared != MAP_FAILED, "mmap");
	close(fd);
}

static void connect_new(int word)
{
	if (s.qp)
		must(!ibv_destroy_qp(s.qp), "ibv_destroy_qp");
	make_qp(&s, &(struct wish){0}, IBV_QPT_RC);
	join_other(&s, &(struct wish){0}, word);
}

static int write_to(const struct target *t, uint64_t id, uint32_t at, uint32_t len)
{
	struct address there = {.buf = t->addr, .rkey = t->rkey};

	return post_op(&s, IBV_WR_RDMA_WRITE, id, 0, len, &there, at);
}

/* Enough WRITEs of a key for a grant. */
static void warm_up(const struct target *t, const char *what)
{
	int good = 1;

	for (uint64_t i = 0; i < 200; i++) {
		write_to(t, i, 0, 8);
		good &= await(&s, 20).status == IBV_WC_SUCCESS;
	}
	ok(good, "200 WRITEs: %s", what);
}

/* Waits until the file has this value. */
static int arrives(uint32_t at, char value, double seconds)
{
	double end = now_s() + seconds;

	while (__atomic_load_n(shared + at, __ATOMIC_ACQUIRE) != value)
		if (now_s() > end)
			return 0;
	return 1;
}

static void while_stopped(const struct target *t)
{
	memset(s.buf, 7, 30000);
	stop_process(t->pid);
	write_to(t, 500, 100, 30000);
	ok(arrives(100 + 29999, 7, 10), "30000 bytes arrive while the target is stopped");
	ok(shared[99] != 7 && shared[100 + 30000] != 7, "and no others");
	ok(await(&s, 0.05).status == (enum ibv_wc_status) - 1, "the request has not ended");
	kill(t->pid, SIGCONT);
	expect(&s, 500, IBV_WC_SUCCESS, "it ends when the target goes on");
}

/* The message has no receive request: the WRITE behind it must wait. */
static void behind_message(const struct target *t, int word)
{
	memset(s.buf, 8, 8);
	post_op(&s, IBV_WR_SEND, 600, 0, 8, NULL, 0);
	write_to(t, 601, 50000, 8);
	ok(!arrives(50000, 8, 0.1), "a WRITE behind a message that is refused is not placed");
	meet(word);
	expect(&s, 600, IBV_WC_SUCCESS, "the message");
	expect(&s, 601, IBV_WC_SUCCESS, "and the WRITE");
	ok(shared[50000] == 8, "which has arrived now");
}

/* The region has other memory, by the same key. */
static void to_changed(void)
{
	struct target t;

	connect_new(4000);
	hear(4005, &t, sizeof(t));
	memset(s.buf, 50, 8);
	warm_up(&t, "a region that will change");
	meet(4006);
	t.addr += SHARED_B / 2;
	memset(s.buf, 51, 8);
	warm_up(&t, "its new memory");
	ok(shared[0] == 50 && shared[SHARED_B / 2] == 51, "each has its data");
	t.addr -= SHARED_B / 2;
	memset(s.buf, 52, 8);
	write_to(&t, 800, 0, 8);
	expect(&s, 800, IBV_WC_REM_ACCESS_ERR, "the old memory is not reached");
	ok(shared[0] == 50, "nothing is written");
	meet(4007);
}

static void change(void)
{
	struct ibv_mr *mr = ibv_reg_mr(s.pd, shared, SHARED_B / 2,
				       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	struct target t = {(uintptr_t)shared, mr->rkey, getpid()};
	char c;

	connect_new(4000);
	tell(4005, &t, sizeof(t));
	hear(4006, &c, 1);
	must(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, shared + SHARED_B / 2,
			   SHARED_B / 2, 0),
	     "ibv_rereg_mr");
	tell(4006, "", 1);
	meet(4007);
	must(!ibv_dereg_mr(mr), "ibv_dereg_mr");
}

/* The target looks for the data in its memory and calls ibv_dereg_mr or ibv_rereg_mr. */
static void seen_at_once(void)
{
	int good = 0;

	for (int look = 0; look < LOOKS; look++) {
		struct target t;

		connect_new(5000 + 10 * look);
		hear(5005 + 10 * look, &t, sizeof(t));
		for (int i = 0; i < 100; i++) {
			write_to(&t, 900, 0, 8);
			must(!await(&s, 20).status, "a WRITE before");
		}
		memset(s.buf, 100 + look % 2, 8);
		write_to(&t, 901, 60000, 8);
		good += await(&s, 20).status == IBV_WC_SUCCESS;
		meet(5006 + 10 * look);
	}
	is_int(good, LOOKS, "WRITEs to regions that are closed as soon as the data are seen");
}

static void look(void)
{
	for (int look = 0; look < LOOKS; look++) {
		struct ibv_mr *mr = ibv_reg_mr(s.pd, shared, SHARED_B,
					       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
		struct target t = {(uintptr_t)shared, mr->rkey, getpid()};

		connect_new(5000 + 10 * look);
		tell(5005 + 10 * look, &t, sizeof(t));
		must(arrives(60007, (char)(100 + look % 2), 60), "the data");
		must(!(look % 4 < 2 ? ibv_dereg_mr(mr)
				    : ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0,
						   IBV_ACCESS_LOCAL_WRITE)),
		     "the end of the region");
		meet(5006 + 10 * look);
		must(look % 4 < 2 || !ibv_dereg_mr(mr), "ibv_dereg_mr");
	}
}

/* The target takes no packets for a while. A WRITE whose packet has no room is not done yet: its
 * target could end the region before the packet is under way. */
static void post_burst(void)
{
	const struct rd_vb_qp *qp;
	struct target t;
	int good = 0;

	connect_new(7000);
	qp = (const struct rd_vb_qp *)s.qp;
	hear(7005, &t, sizeof(t));
	warm_up(&t, "before a burst");
	meet(7006);
	meet(7007);
	memset(s.buf, 77, 8);
	for (int i = 0; i <= BURST; i++)
		write_to(&t, 901, i < BURST ? 50000 + 8 * (uint32_t)i : 60000, 8);
	rd_vb_lock();
	ok(qp->placing && !qp->at, "the WRITE whose packet has no room has placed no data");
	rd_vb_unlock();
	meet(7008);
	for (int i = 0; i <= BURST; i++)
		good += await(&s, 20).status == IBV_WC_SUCCESS;
	is_int(good, BURST + 1, "a burst, behind which the region ends");
	meet(7009);
}

static void take_burst(void)
{
	struct ibv_mr *mr = ibv_reg_mr(s.pd, shared, SHARED_B,
				       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	struct target t = {(uintptr_t)shared, mr->rkey, getpid()};

	connect_new(7000);
	tell(7005, &t, sizeof(t));
	meet(7006);
	rd_vb_lock();
	meet(7007);
	meet(7008);
	ok(shared[50000] == 77 && shared[60007] != 77,
	   "the first WRITE of a burst is done, the last waits for the room of its packet");
	rd_vb_unlock();
	must(arrives(60007, 77, 60), "the last WRITE");
	must(!ibv_dereg_mr(mr), "ibv_dereg_mr");
	meet(7009);
}

/* The requester holds its library's lock: nothing of it answers. */
static void stand_still(void)
{
	struct target t;

	connect_new(6000);
	hear(6005, &t, sizeof(t));
	warm_up(&t, "before the requester stands still");
	rd_vb_lock();
	meet(6006);
	meet(6007);
	rd_vb_unlock();
	meet(6008);
}

static void close_meanwhile(void)
{
	struct ibv_mr *mr = ibv_reg_mr(s.pd, shared, SHARED_B,
				       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	struct target t = {(uintptr_t)shared, mr->rkey, getpid()};
	double since;

	connect_new(6000);
	tell(6005, &t, sizeof(t));
	meet(6006);
	since = now_s();
	must(!ibv_dereg_mr(mr), "ibv_dereg_mr");
	ok(now_s() - since < 10, "ibv_dereg_mr ends while the requester stands still (%.2f s)",
	   now_s() - since);
	meet(6007);
	meet(6008);
}

static void requester(void)
{
	struct target t;

	for (int round = 0; round < ROUNDS; round++) {
		connect_new(1000 + 10 * round);
		hear(1005 + 10 * round, &t, sizeof(t));
		warm_up(&t, "one more region");
		if (!round) {
			while_stopped(&t);
			behind_message(&t, 3000);
		}
		meet(1006 + 10 * round); /* deregistered */
		memset(s.buf, 100 + round, 8);
		write_to(&t, 700, 60000, 8);
		expect(&s, 700, IBV_WC_REM_ACCESS_ERR, "after ibv_dereg_mr");
		ok(shared[60000] != 100 + round, "nothing is written");
		meet(1007 + 10 * round);
	}
	to_changed();
	seen_at_once();
	post_burst();
	stand_still();
}

static void target(void)
{
	for (int round = 0; round < ROUNDS; round++) {
		struct ibv_mr *mr = ibv_reg_mr(s.pd, shared, SHARED_B,
					       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
		struct target t = {(uintptr_t)shared, mr->rkey, getpid()};

		connect_new(1000 + 10 * round);
		tell(1005 + 10 * round, &t, sizeof(t));
		if (!round) {
			meet(3000);
			post_recv(&s, 1, 0, 8);
			expect(&s, 1, IBV_WC_SUCCESS, "the message has come");
		}
		{ /* while the other writes, this process does not call the library */
			char c;

			hear(1006 + 10 * round, &c, 1);
		}
		must(!ibv_dereg_mr(mr), "ibv_dereg_mr");
		tell(1006 + 10 * round, "", 1);
		meet(1007 + 10 * round);
	}
	change();
	look();
	take_burst();
	close_meanwhile();
	ok(1, "the target has come to its end");
}

int main(void)
{
	open_side(&s, 256);
	map_shared();
	if (own_rank())
		target();
	else
		requester();
	return done();
}
