/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coll/sm_queue.c in one process: a segment of three members, of which the test is the others. A
 * member that posts just as this one goes to sleep for it does not wake it, and the process does
 * not sleep then, though another post is still missing. The segment is made for few members only.
 * The cause of an error is given to the call that ends the request. After the failure of a member
 * none of the calls that are lost waits, nor writes where another member may still read, nor is
 * counted in its place, nor takes its effects for other errors.
 */
#include "coll/sm_queue.h"

#include "base/param.h"
#include "coll/sm_pool.h"
#include "coll/sm_short.h"
#include "node/wakeup.h"
#include "pt2pt/peer.h"
#include "runtime/progress.h"
#include "t/tap.h"

#include <unistd.h>

enum { MEMBERS = 3, POSTS = 4 };

static struct rd_shmcoll_head head;
static struct rd_shmcoll_member members[MEMBERS];
static struct rd_shmcoll_post posts[MEMBERS][POSTS];
static struct rd_shmcoll shm = {
	.head = &head,
	.member = members,
	.arrays = (char *)posts,
	.layout = {.posts = POSTS, .bytes = sizeof(posts[0])},
	.n = MEMBERS,
};
static struct rd_comm comm = {.size = MEMBERS};
static struct rd_coll_call call = {.comm = &comm};
static int fences, opened;

static void post(int m, int operation)
{
	__atomic_store_n(&posts[m][operation % POSTS].full,
			 rd_shmcoll_word((uint64_t)operation, RD_COLL_BARRIER, 0),
			 __ATOMIC_RELEASE);
}

/* ---- In place of sm_segment.c ---- */

int rd_shmcoll_open_own(struct rd_comm *c, int poor, struct rd_shmcoll **out)
{
	opened++;
	*out = c == &comm && !poor ? &shm : NULL;
	return 0;
}

int rd_shmcoll_open_for(struct rd_comm *c, int poor, uint64_t bytes, struct rd_shmcoll **out)
{
	(void)bytes;
	return rd_shmcoll_open_own(c, poor, out);
}

int rd_shmcoll_open(struct rd_comm *c, struct rd_shmcoll **out, const char **why,
		    int *oversubscribed)
{
	(void)why;
	*oversubscribed = 0;
	return rd_shmcoll_open_own(c, 0, out);
}

int rd_shmcoll_first_take(struct rd_shmcoll **out, int *oversubscribed)
{
	(void)oversubscribed;
	*out = NULL;
	return 0;
}
void rd_coll_first_drop(void)
{
}
void rd_shmcoll_close(struct rd_shmcoll *closed)
{
	(void)closed;
}

/* ---- In place of node/wakeup.c ---- */

/* The member that was missing posts between the last look at its post and the sleep. */
int rd_wakeup_fence(int light)
{
	(void)light;
	if (!fences++)
		post(1, 0);
	return 0;
}

int rd_wakeup_open(struct rd_wakeup *wakeup)
{
	(void)wakeup;
	return -1;
}

void rd_wakeup_close(struct rd_wakeup *wakeup)
{
	(void)wakeup;
}

void rd_wakeup_drain(struct rd_wakeup *wakeup)
{
	(void)wakeup;
}

int rd_wakeup_send(int *wakefd, int32_t pid, int32_t out)
{
	(void)wakefd, (void)pid, (void)out;
	return -1;
}

int rd_wakeup_light(void)
{
	return 0;
}

/* After as many calls with a request as make a queue pay. */
static struct rd_coll_state *prepared(int groups)
{
	static struct rd_coll_state state;

	state = (struct rd_coll_state){.uses = 100, .shm = &shm, .answers = &rd_coll_unanswered};
	shm.counting.groups = groups;
	for (int i = 0; i < 100; i++)
		rd_shmcoll_want_queue(&state);
	is_int(rd_coll_sm.prepare(&state, &comm), 0, "a blocking call");
	shm.counting.groups = 0;
	return &state;
}

static void few_members(void)
{
	struct rd_coll_state *state = prepared(2);

	ok(!state->queue && !opened, "a queue is not made for members that are counted in groups");
	state = prepared(0);
	ok(state->queue && opened == 1, "but for few");
	rd_shmcoll_queue_close(state->queue);
}

/* As in a communicator. */
static struct rd_req over = {.flags = RD_REQ_ACTIVE | RD_REQ_STATIC, .done = 1};

static struct rd_shmcoll_queue *new_queue(void)
{
	struct rd_shmcoll_queue *queue;

	memset(posts, 0, sizeof(posts));
	members[0].done = shm.seq = shm.safe = 0;
	comm.over = &over;
	is_int(rd_shmcoll_queue_open(&comm, &queue), 0, "a queue");
	return queue;
}

static struct rd_req *ibarrier(struct rd_shmcoll_queue *queue)
{
	struct rd_coll_call call = {.kind = RD_COLL_BARRIER, .comm = &comm, .size = MEMBERS};
	struct rd_req *req;

	is_int(rd_shmcoll_queue_begin(queue, &call, *rd_shmcoll_short, &req), 0, "a barrier");
	return req;
}

static void sleep_as_one_posts(void)
{
	struct rd_shmcoll_queue *queue = new_queue();
	struct rd_req *req = ibarrier(queue);
	struct rd_wait w = RD_WAIT_INIT;

	while (!fences)
		rd_progress_wait(&w);
	is_int(rd_progress_stats.sleeps, 0, "it does not sleep for a post that is there");
	ok(!req->done, "the other post is missing");
	post(2, 0);
	rd_progress();
	ok(req->done, "the barrier is over");
	req->ops->free(req);
	rd_shmcoll_queue_close(queue);
}

/* A member calls another collective; the process learns of it in a poll. */
static void cause_is_of_its_request(void)
{
	struct rd_shmcoll_queue *queue = new_queue();
	struct rd_req *req = ibarrier(queue);
	const char *cause;

	posts[1][0].full = rd_shmcoll_word(0, RD_COLL_BCAST, 4);
	post(2, 0);
	rd_progress();
	ok(req->done, "another collective ends the barrier");
	ok(!rd_err_cause(), "the call that polls gets no cause");
	is_int(rd_req_wait(req, NULL), RD_ECOUNT, "the call that waits gets the error");
	cause = rd_err_cause();
	ok(cause && strstr(cause, "rank 1 calls MPI_Bcast"), "and the cause: %s", cause);
	rd_shmcoll_queue_close(queue);
}

static void fail(int failed)
{
	rd_peers_lost = comm.coll.seen = comm.coll.broken = failed;
}

static void none_waits_in_vain(void)
{
	uint64_t word = 0, sleeps = rd_progress_stats.sleeps;

	fail(1);
	shm.call = &call;
	shm.spins = rd_wait_table.shmcoll.spins_least; /* spinning has been of no use */
	is_int(rd_shmcoll_await(&shm, &word, 1, 1), RD_EPROC, "a word of a failed member");
	is_int(rd_progress_stats.sleeps - sleeps, 0, "is not waited for");
	fail(0);
}

/* The members are counted, in one group; `come` of them have arrived, all with the same call, and
 * one fails. */
static void begin_counting(struct rd_shmcoll_count *count, uint64_t come, uint64_t arrival)
{
	int flat = rd_shmcoll_flat_most;

	rd_shmcoll_flat_most = 1;
	rd_shmcoll_form_groups(&shm);
	rd_shmcoll_flat_most = flat;
	shm.count = count;
	count[0].come = come * rd_shmcoll_counted(arrival);
	head.met = 0;
	fail(1);
}

static void end_counting(void)
{
	fail(0);
	shm.counting = (struct rd_shmcoll_counting){.groups = 0};
}

static void none_is_counted_for_it(void)
{
	static struct rd_shmcoll_count count[2];

	begin_counting(count, 0, 0);
	is_int(rd_shmcoll_meet(&shm, 0, NULL), RD_EPROC, "a meeting with a failed member");
	is_int(rd_shmcoll_meet(&shm, 0, NULL), RD_EPROC, "and the next one");
	is_int((uint32_t)count[0].come, 1, "count this member once");
	end_counting();
}

/* All have published their blocks; then another one learns of the failure first, and gives its
 * memory back. */
static void blocks_are_gone(void)
{
	static struct rd_shmcoll_count count[2];
	static char out[MEMBERS], in[MEMBERS];
	struct rd_coll_state state = {.shm = &shm};
	struct rd_coll_call call = {.kind = RD_COLL_ALLTOALL,
				    .comm = &comm,
				    .size = MEMBERS,
				    .bytes = 1,
				    .out = {.buf = out, .count = 1, .type = rd_coll_byte()},
				    .in = {.buf = in, .count = 1, .type = rd_coll_byte()}};

	for (int m = 1; m < MEMBERS; m++) {
		members[m].process.pid = getpid();
		members[m].address = 1;
	}
	comm.coll_state = &state;
	begin_counting(count, MEMBERS - 1, rd_shmcoll_arrival_long(&call));
	is_int(rd_shmcoll_direct_alltoall(&call), 1, "all have given blocks");
	is_int(call.err, RD_EPROC, "one that cannot be read is the failure's");
	end_counting();
	comm.coll_state = NULL;
}

/* The others have posted in as many barriers as there are posts, and completed none. */
static void others_may_still_read(void)
{
	struct rd_shmcoll_queue *queue = new_queue();
	struct rd_req *req;

	for (int i = 0; i < POSTS; i++) {
		post(1, i);
		post(2, i);
		req = ibarrier(queue);
		rd_req_wait(req, NULL);
	}
	req = ibarrier(queue);
	fail(1);
	is_int(rd_req_wait(req, NULL), RD_EPROC, "one more, after a failure");
	is_int((long long)posts[0][0].full, (long long)rd_shmcoll_word(0, RD_COLL_BARRIER, 0),
	       "is not posted where others may read the first");
	fail(0);
	rd_shmcoll_queue_close(queue);
}

int main(void)
{
	setenv("RONDO_SLEEP_US", "0", 1);
	rd_param_init();
	rd_progress_setup(1, 1);
	if (rd_crowd_open(&shm.place.crowd, MEMBERS, 0))
		return 1;
	for (int m = 0; m < MEMBERS; m++)
		shm.place.crowd.word[m] = &members[m].place;
	few_members();
	sleep_as_one_posts();
	cause_is_of_its_request();
	none_waits_in_vain();
	none_is_counted_for_it();
	blocks_are_gone();
	others_may_still_read();
	rd_crowd_close(&shm.place.crowd);
	return done();
}
