/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The progress loop: polls all registered pollers, and chooses how a waiting process spends its
 * time: poll again, yield the processor, or sleep in poll(2).
 *
 *     struct rd_wait w = RD_WAIT_INIT;
 *     while (!done)
 *             rd_progress_wait(&w);
 *
 * If `done` is an int, it is passed: w.done = &done.
 */
#ifndef RD_RUNTIME_PROGRESS_H
#define RD_RUNTIME_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/wait.h"

struct rd_places;
struct rd_stall;
struct rd_wait;

/*
 * A source of events. Called on the thread that is inside MPI, one at a time; must never block.
 * With several threads a sleeping process is woken, and the pollers disarmed, when another thread
 * enters.
 */
struct rd_poller {
	const char *name;
	/* Handles pending events; returns their number. */
	int (*poll)(void);
	/* Optional: the same for a waiting caller, which would only poll again; may poll several
	 * times. */
	int (*busy_poll)(void);
	/*
	 * Optional, all three or none. arm: makes `fd` become readable at the next event; returns
	 * RD_ARM_OK, RD_ARM_BUSY if an event has come already or needs more polls (then the process
	 * does not sleep; refused twice in a row it yields), or RD_ARM_BLIND if an event may come
	 * without `fd` (then it sleeps for a millisecond at most, as for a poller without these
	 * functions). disarm: after waking up, also when another poller's arm refused. fd may be
	 * -1.
	 */
	int (*arm)(void);
	void (*disarm)(void);
	int fd;
	/* Optional: describes the events that are waited for (stall.h). */
	void (*tell)(struct rd_stall *stall);
	/* Optional: publishes the processor of this process, and adds those of its peers. */
	void (*places)(struct rd_places *places);
	/* Optional, both or neither, called where ranks share processors. publish: the state of
	 * this rank; returns 0 if it waited already and no message of this transport has come
	 * since. home: the other rank of its home. */
	int (*publish)(enum rd_wait_state state);
	enum rd_wait_home (*home)(void);
};

enum { RD_ARM_OK, RD_ARM_BUSY, RD_ARM_BLIND };

void rd_progress_add(struct rd_poller *poller);
void rd_progress_remove(struct rd_poller *poller);

/* To be called after rd_threads has changed. */
void rd_progress_threads(void);

/* Starts the policy of waiting anew: `nranks` processes of this node share `ncpus` processors. */
void rd_progress_setup(int nranks, int ncpus);

/* Polls everything once; returns the number of events. */
int rd_progress(void);

/* Likewise, while the caller's state is inconsistent: the library's lock is kept even during
 * functions of the program. */
void rd_progress_pinned(void);

/* Likewise, for calls that do not wait (MPI_Test, MPI_Iprobe): after many without an event it
 * yields the processor, since a program that calls them in a loop is waiting all the same. */
int rd_progress_test(void);

/* Yields the processor, no more: for a caller that knows that a co-located rank is waited for. 0:
 * it did not yield, since programs that compute would run for long; sleep is better. */
int rd_progress_yield(void);

/*
 * At the end of MPI_Init, where each rank may have a processor: returns when the connected ranks
 * are awake at the same time, or after a limited time. One that is on the processor of a lower rank
 * leaves it. Without that a rank waits in its first call for one that is behind a turn of another
 * program still.
 */
void rd_progress_meet(void);

struct rd_wait {
	uint32_t spins;           /* polls without an event since the last one */
	uint32_t yields;          /* likewise */
	uint32_t refusals;        /* times that a poller refused to sleep since the last event */
	uint64_t since_ns;        /* start of the wait without events; 0: clock not read yet */
	const volatile int *done; /* becomes nonzero at the end of the wait; NULL: the caller checks
				   * by itself */
	/* Optional: the rank that the event comes from, by a transport with `home`. */
	enum rd_wait_from (*from)(const struct rd_wait *w);
};
#define RD_WAIT_INIT \
	{ \
		0, 0, 0, 0, NULL, NULL \
	}

/* Polls once; without an event it spins, yields or sleeps. Other threads may enter meanwhile
 * (base/threads.h). */
void rd_progress_wait(struct rd_wait *w);

/* Counters of the loop, for statistics. */
struct rd_progress_stats {
	uint64_t yields, sleeps;
	uint64_t handovers; /* yields to a thread that yielded back at once */
};
extern struct rd_progress_stats rd_progress_stats;

#endif
