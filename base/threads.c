/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lock of the library and the threads that wait inside; see threads.h.
 *
 * Invariants:
 *  1. All variables below are under the lock, except `wanted` and `turns`, which are read
 *     without it, and a parked thread's semaphore.
 *  2. `lookers` counts the threads that have released the lock for a moment and will poll when
 *     they have it again, those woken from parking included. A thread that releases the lock
 *     with no lookers wakes a parked one: some thread always polls.
 *  3. At most one thread is in poll(2). A thread that enters or reports an event wakes it,
 *     since that thread may handle the events that the sleeper waits for, or change the set that
 *     it has to poll; a thread that only polls leaves it asleep.
 *
 * The lock is not handed over: a thread that has just left may come back before one that is still
 * waking up, which makes short calls quick. Two rules keep it fair: a thread that waits releases
 * the lock as soon as others want it, and a thread that has come back `streak` times in a row first
 * lets one of the others have a turn.
 */
#include "base/threads.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"

struct parked {
	struct parked *next;
	const volatile int *done; /* NULL: any event */
	const char *call;         /* its rd_threads_call */
	sem_t wake;
};

int rd_threads;
__thread int rd_threads_inside;
void (*rd_threads_on_close)(void);
__thread const char *rd_threads_call;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct rd_threads_limits limits;
static unsigned wanted; /* threads that wait for the lock */
static unsigned turns;  /* times that it went to another thread */
static const int *last; /* the last owner: the address of its rd_threads_inside */
static unsigned streak; /* times in a row that it took the lock */
static int pins;

static struct parked *parked; /* in any order */
static int lookers;
static int notified; /* wakes parked threads without a word */

static struct {
	void (*disarm)(void); /* NULL: no thread sleeps */
	const int *who;       /* address of its rd_threads_inside */
	int fd;               /* wakes it */
	int waking;           /* another thread has ended its sleep, and it has not got the lock
			       * back yet: fd is readable */
} sleeper = {.fd = -1};

/* ---- The lock ---- */

static int is_wanted(void)
{
	return __atomic_load_n(&wanted, __ATOMIC_RELAXED) != 0;
}

/* Waits until another thread has had a turn after `seen`, within limits. */
static void be_polite(unsigned seen)
{
	for (uint32_t i = 0; i < limits.polite_yields && is_wanted(); i++) {
		uint64_t since;

		if (__atomic_load_n(&turns, __ATOMIC_RELAXED) != seen)
			return;
		since = rd_clock_ns();
		sched_yield();
		if (rd_clock_ns() - since > limits.polite_ns)
			return;
	}
}

static void lock_slowly(void)
{
	int err = EBUSY;

	__atomic_fetch_add(&wanted, 1, __ATOMIC_RELAXED);
	for (uint32_t i = 0; i < limits.lock_spins && err; i++) {
		rd_cpu_relax();
		err = pthread_mutex_trylock(&lock);
	}
	if (err)
		pthread_mutex_lock(&lock);
	__atomic_fetch_sub(&wanted, 1, __ATOMIC_RELAXED);
}

/* Called by the sleeper itself, or by the first thread that enters before it wakes. */
static void end_sleep(void)
{
	uint64_t one = 1;

	sleeper.disarm();
	sleeper.disarm = NULL;
	if (sleeper.who == &rd_threads_inside)
		return;
	sleeper.waking = 1;
	if (write(sleeper.fd, &one, sizeof(one)) < 0)
		rd_error("threads: waking one that sleeps: %m");
}

static void acquire(void)
{
	if (pthread_mutex_trylock(&lock))
		lock_slowly();
	if (__atomic_load_n(&last, __ATOMIC_RELAXED) == &rd_threads_inside) {
		streak++;
	} else {
		__atomic_store_n(&last, &rd_threads_inside, __ATOMIC_RELAXED);
		__atomic_store_n(&turns, turns + 1, __ATOMIC_RELAXED);
		streak = 0;
	}
}

static void wake(struct parked **link)
{
	struct parked *one = *link;

	*link = one->next;
	lookers++;
	sem_post(&one->wake); /* `one` may be freed from here on */
}

/* Wakes threads whose word is set, and with an event those without a word. */
static void wake_done(void)
{
	for (struct parked **link = &parked; *link;) {
		const volatile int *done = (*link)->done;

		if (done ? *done : notified)
			wake(link);
		else
			link = &(*link)->next;
	}
	notified = 0;
}

static void release(void)
{
	int polite = streak >= limits.streak && is_wanted();
	unsigned seen = turns;

	if (rd_unlikely(parked != NULL))
		wake_done();
	if (rd_unlikely(parked != NULL) && !lookers)
		wake(&parked);
	if (polite)
		streak = 0;
	pthread_mutex_unlock(&lock);
	if (polite)
		be_polite(seen);
}

void rd_threads_disturb(void)
{
	if (rd_unlikely(sleeper.disarm != NULL))
		end_sleep();
}

int rd_threads_enter(void)
{
	if (rd_threads_inside)
		return 0;
	acquire();
	rd_threads_disturb();
	rd_threads_inside = 1;
	return 1;
}

/* The call may have caused events that other threads wait for. */
void rd_threads_leave(void)
{
	rd_threads_inside = 0;
	notified = 1;
	rd_threads_disturb();
	release();
}

int rd_threads_let_in(void)
{
	if (pins || !rd_threads_inside)
		return 0;
	rd_threads_leave();
	return 1;
}

void rd_threads_pin(void)
{
	pins++;
}

void rd_threads_unpin(void)
{
	pins--;
}

int rd_threads_pinned(void)
{
	return rd_threads && pins;
}

/* ---- Waiting ---- */

/* Release and acquire by a thread that polls again afterwards. */
static void look_later(void)
{
	lookers++;
	release();
}

static void look_again(void)
{
	acquire();
	lookers--;
}

int rd_threads_looked_after(void)
{
	return lookers > 0;
}

void rd_threads_notify(void)
{
	notified = 1;
	if (parked)
		wake_done();
}

int rd_threads_give_way(void)
{
	unsigned seen = turns;

	if (!is_wanted())
		return 0;
	look_later();
	be_polite(seen);
	look_again();
	return 1;
}

uint64_t rd_threads_yield(void)
{
	uint64_t since, took;

	look_later();
	since = rd_clock_ns();
	sched_yield();
	took = rd_clock_ns() - since;
	look_again();
	return took;
}

void rd_threads_park(const volatile int *done)
{
	struct parked self = {.next = parked, .done = done, .call = rd_threads_call};

	if (done && *done)
		return;
	sem_init(&self.wake, 0, 0);
	parked = &self;
	release();
	while (sem_wait(&self.wake) && errno == EINTR)
		;
	look_again(); /* counted by the thread that woke it */
	sem_destroy(&self.wake);
}

int rd_threads_parked(const char **calls, int max)
{
	int n = 0;

	for (const struct parked *one = parked; one; one = one->next, n++)
		if (n < max)
			calls[n] = one->call;
	return n;
}

/* Called by the thread that was woken by the descriptor. */
static void silence(void)
{
	uint64_t rings;

	if (read(sleeper.fd, &rings, sizeof(rings)) < 0)
		rd_error("threads: reading the alarm: %m");
}

int rd_threads_sleep(struct pollfd *fds, int n, int timeout_ms, void (*disarm)(void))
{
	int rung;

	fds[n] = (struct pollfd){.fd = sleeper.fd, .events = POLLIN};
	sleeper.disarm = disarm;
	sleeper.who = &rd_threads_inside;
	look_later();
	if (poll(fds, (nfds_t)n + 1, timeout_ms) < 0 && errno != EINTR)
		rd_error("threads: poll of %d descriptors: %m", n + 1);
	look_again();
	rung = sleeper.waking;
	sleeper.waking = 0;
	if (rung)
		silence();
	else
		rd_threads_disturb();
	return rung;
}

int rd_threads_asleep(void)
{
	return sleeper.disarm != NULL;
}

int rd_threads_waking(void)
{
	return sleeper.waking;
}

/* ---- Start and end ---- */

void rd_threads_limit(const struct rd_threads_limits *to)
{
	limits = *to;
}

int rd_threads_start(void)
{
	sleeper.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (sleeper.fd < 0)
		return -1;
	rd_threads = 1;
	return 0;
}

void rd_threads_stop(void)
{
	if (!rd_threads)
		return;
	rd_threads = 0;
	close(sleeper.fd);
	sleeper.fd = -1;
}
