/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The progress loop: polls whatever registered with it, and decides how a
 * waiting process spends its time: look again, yield the processor, or sleep in poll(2).
 *
 *     struct rd_wait w = RD_WAIT_INIT;
 *     while (!done)
 *             rd_progress_wait(&w);
 *
 * Where `done` is an int it says so: RD_WAIT_FOR(&done).
 */
#ifndef RD_RUNTIME_PROGRESS_H
#define RD_RUNTIME_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

struct rd_stall;

/*
 * A source of events. Called on the thread that is inside MPI, one at a time; must never block.
 * Where there are several threads, a process that sleeps is woken, and the pollers disarmed, when
 * another thread comes in.
 */
struct rd_poller {
	const char *name;
	/* Handles what has come; returns how many events, 0 for none. */
	int (*poll)(void);
	/* Optional: the same for who waits and would only ask again; may look several times. */
	int (*linger)(void);
	/*
	 * Optional, all three or none. arm: asks that `fd` become readable when
	 * something comes; returns RD_ARM_OK, RD_ARM_BUSY if something has come
	 * already (then the process does not sleep), or RD_ARM_BLIND if something may
	 * come without a word on `fd` (then it sleeps RD_SLEEP_BLIND_MS at most, as it
	 * does for a poller without them). disarm: after waking up, also when some
	 * other poller's arm refused. fd may be -1.
	 */
	int (*arm)(void);
	void (*disarm)(void);
	int fd;
	/* Optional: says what is waited for (stall.h). */
	void (*tell)(struct rd_stall *stall);
};

#define RD_SLEEP_BLIND_MS 1
enum { RD_ARM_OK, RD_ARM_BUSY, RD_ARM_BLIND };

void rd_progress_add(struct rd_poller *poller);
void rd_progress_remove(struct rd_poller *poller);

/* After rd_threads has changed. */
void rd_progress_threads(void);

/* Sets how long to spin: `nranks` processes of this node share `ncpus` processors. */
void rd_progress_setup(int nranks, int ncpus);

/* Polls everything once; number of events. */
int rd_progress(void);

/* Likewise, in the midst of something that other threads must not see: they are not let in when a
 * function of the program's is called. */
void rd_progress_aside(void);

/* Likewise, for calls that ask without waiting (MPI_Test, MPI_Iprobe): after many in vain the
 * processor is given away too, for who asks in a loop waits all the same. */
int rd_progress_test(void);

/* Offers the processor to others, no more: for who knows that one of them is waited for. 0, and it
 * did not: programs that compute would take it for long; sleep is better. */
int rd_progress_yield(void);

struct rd_wait {
	uint32_t looks;    /* without an event since the last one */
	uint32_t yields;   /* likewise */
	uint64_t since_ns; /* when the looking in vain began; 0: clock not read yet */
	const volatile int *done; /* not 0 is what is waited for; NULL: the caller has to look */
};
#define RD_WAIT_INIT {0, 0, 0, NULL}
#define RD_WAIT_FOR(word) {0, 0, 0, word}

/* Polls once; when nothing has come, spins, yields or sleeps as it sees fit. Other threads may come
 * in meanwhile (base/threads.h). */
void rd_progress_wait(struct rd_wait *w);

/* What the loop has done so far, for statistics. */
struct rd_progress_stats {
	uint64_t yields, sleeps;
};
extern struct rd_progress_stats rd_progress_stats;

#endif
