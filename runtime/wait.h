/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How a rank waits: all its thresholds, in one table, and the policy of the progress loop. The
 * thresholds of mpirun, a process of its own, are in mpirun_*.c; `launcher` below is for ranks that
 * wait for their launcher. The functions that wait are elsewhere, each beside the event that it
 * waits for: the progress loop (progress.c), collectives in shared memory and on the ring (coll/),
 * the transports, windows, threads, the model of the card. Programs of Verbs poll: verbs/cq.c.
 *
 * The state of one wait, struct rd_wait, is in progress.h.
 *
 * The unit of spins and polls is one look, that of turns a yield. M-n: docs/measurements.md.
 */
#ifndef RD_RUNTIME_WAIT_H
#define RD_RUNTIME_WAIT_H

#include <stdint.h>

#include "base/threads.h"

/*
 * One struct for each event that is waited for; a field is a threshold, and nothing changes it.
 * Deadlines of the program's user are parameters (rondo(7)): RONDO_TCP_TIMEOUT, RONDO_FINALIZE_S,
 * RONDO_STALL.
 */
struct rd_wait_table {
	struct { /* wait.c, progress.c */
		uint32_t spins_oversubscribed, spins_alone;
		uint32_t spins_between_yields;
		uint32_t spins_known, spins_blocked;
		uint32_t cut_short_most;
		uint32_t yield_taken_times, yield_bare_calls, yield_memory;
		uint64_t yield_taken_ns;
		uint64_t foreign_took_ns, foreign_colocated_ns, foreign_memory_ns;
		uint64_t foreign_mean_ns, foreign_patience_ns, foreign_mean_yields;
		uint64_t turn_memory_ns, turn_ns, places_gap_ns;
		uint32_t foreign_yields, foreign_yields_threads;
		uint32_t shared_yields, shared_yields_apart, shared_yields_kinds;
		uint64_t migrate_ns, migrate_late_ns;
		uint64_t sleep_after_oversubscribed_ns, sleep_after_alone_ns, woken_ns;
		uint32_t spins_parked;
		int sleep_ms, sleep_blind_ms;
	} progress;
	struct { /* progress.c: at the end of MPI_Init */
		uint64_t awake_ns, most_ns;
		long nap_ns;
		uint32_t parts;
	} meeting;
	struct { /* cpu.c */
		uint64_t gap_ns, gap_home_ns, gap_late_ns;
		uint32_t waits;
	} spread;
	struct { /* coll/sm_wait.c, sm_place.c, sm_segment.c, sm.h */
		uint32_t spins_least, spins_hard, spins_most;
		int rounds, turns;
		uint64_t dead_gap_ns;
		int note_yields, note_pause_ns;
	} shmcoll;
	struct { /* coll/ring_card.c, ring_differ.c */
		uint32_t spins_least, spins_most;
		int turns;
		uint64_t look_ns;
	} ring;
	struct { /* btl_sm */
		uint32_t polls_dead, busy_polls;
		uint64_t fragment_ns, fragment_begun_ns, dead_gap_ns;
		uint32_t long_timed, long_ps;
	} sm;
	struct { /* btl_tcp/loop.c, tx.c */
		uint32_t hot_polls, epoll_every, epoll_idle, crowd_polls;
		uint32_t idle_polls, idle_slope, idle_skip_least, idle_skip_most, idle_yields;
		uint32_t alone_skip, alone_yields, clock_every, ack_polls;
		uint64_t idle_ns, alone_ns;
		uint32_t unwatch_hits;
		int direct_tx;
	} tcp;
	struct { /* btl_tcp/connect.c, handshake.c, listen.c, endpoint.c, rings.c, tx.c, loop.c */
		uint64_t stagger_ns, round_ns, higher_ns, in_vain_ns, silent_ns;
		int refused_rounds, refused_rounds_far;
		uint64_t attempt_ns, greeting_ns, rest_ns, refusal_rest_ns;
		int unanswered, probes;
		uint64_t tick_ns, ring_gap_ns, copy_ns;
		int ring_checks;
	} connection;
	struct { /* btl_fpga, rma/card.c */
		uint32_t polls_check;
		uint64_t start_ns, pause_ns, pause_most_ns, answer_ns;
	} fpga;
	struct { /* pt2pt */
		uint64_t unconnected_ns;
		uint32_t sends_per_poll, eager_again;
	} pt2pt;
	struct { /* rma */
		uint32_t answer_spins, busy_spins, alive_spins, swap_spins;
		uint64_t answer_ns, change_ns;
		int lock_tries, request_tries, card_tries, ticket_tries;
		int backoff_least, backoff_most;
		uint64_t starved_ns;
		uint32_t calls, calls_persistent, calls_by_message;
	} rma;
	struct rd_threads_limits threads; /* base/threads.c */
	struct {                          /* hw/emu, hw/ring */
		uint32_t spins, yields_alive;
		int timed_every, timed_most_ns, far_ns;
		uint32_t access_spins;
		long server_gap_ns;
		uint64_t server_start_ns;
	} card;
	struct { /* a rank waits for its launcher: pmix_ask.c, job_pmix.c; pmi_connect.c,
		  * job.c; pt2pt/peer.c */
		int answer_s, leave_s, connect_s, abort_s;
		long again_ns, grace_ns, elsewhere_ns;
	} launcher;
	struct { /* mpi/init.c: requests that were freed */
		uint64_t unmatched_ns, orphans_ns;
	} finalize;
};

enum { RD_WAIT_TCP_HOT = 4 }; /* endpoints read directly; here, since it is an array's length */

/* In the header, so that a threshold is an immediate operand where it is used. */
static const struct rd_wait_table rd_wait_table = {
	/* Polls without an event before a yield. Of 4 ranks on 2 processors: M-002; that of a rank
	 * alone on its processor is so high because no other thread uses its yields. */
	.progress.spins_oversubscribed = 20,
	.progress.spins_alone = 2000,
	.progress.spins_between_yields = 50, /* alone: a yield is a system call, a poll is not */
	/* Where the awaited rank and the other rank of this home are known: polls before the first
	 * look at them, and before a yield while the other one is blocked: M-232. */
	.progress.spins_known = 4,
	.progress.spins_blocked = 80,
	/* one of so many waits that end before all pollers are polled polls them all */
	.progress.cut_short_most = 64,
	/* A yield that took this many times as long as a bare one (0.3 us), or this
	 * long, let another thread run; a rank that waits on this processor, too,
	 * may need no more than 1 us. */
	.progress.yield_taken_times = 3,
	.progress.yield_taken_ns = 5000,
	.progress.yield_bare_calls = 4, /* at most this many of the shortest system calls */
	.progress.yield_memory = 64,    /* prompt ones in a row until a processor is uncontended */
	/*
	 * Beside programs that only compute, ranks that sleep are quicker; beside
	 * computing ranks of the same job, ranks that yield: M-003. So a long yield
	 * indicates foreign load only if more threads run than this job has ranks;
	 * where only they compute, 15 of 100 long yields see one more, up to 4 in a
	 * row. Where ranks share processors they sleep at once only if such turns
	 * have cost foreign_mean_ns a yield, a running average, for
	 * foreign_patience_ns: by then the system has moved the ranks away from the
	 * program, if it can: M-238.
	 */
	.progress.foreign_took_ns = 1000000,
	/* for each rank of a processor; the larger counts */
	.progress.foreign_colocated_ns = 40000,
	.progress.foreign_yields = 8, /* in a row: a program that runs for a moment is none */
	/* Threads of a process that synchronise without MPI, by spinning, look the
	 * same, and the longest yield of several delays all of them. */
	.progress.foreign_yields_threads = 1,
	.progress.foreign_memory_ns = 100000000, /* then a yield is tried again */
	.progress.foreign_mean_ns = 1000000,
	.progress.foreign_patience_ns = 300000000,
	.progress.foreign_mean_yields = 64,
	/*
	 * Where each rank has a processor, the peer may be behind a turn of another program: it
	 * comes back within turn_ns, and the wait ends at once if this process still runs. A yield
	 * or sleep gives this processor away for as long, and the two take turns: M-007. The
	 * memory of such turns does no harm without them.
	 */
	.progress.turn_ns = 5000000, /* a turn is 4 ms at 250 ticks a second */
	.progress.turn_memory_ns = 2000000000,
	.progress.places_gap_ns = 10000, /* between two looks at the processors of the peers */
	/*
	 * Two ranks that wait for each other may share a processor beside an idle
	 * one, and the system leaves them there for long: M-004. A nap does not
	 * help: a woken thread returns to its processor. Contended yields in a row
	 * until a process migrates; two more in the next of 8 kinds of processes:
	 * one of two stays.
	 */
	.progress.shared_yields = 8,
	.progress.shared_yields_apart = 2,
	.progress.shared_yields_kinds = 8,
	.progress.migrate_ns = 1000000, /* until the next migration; doubled each time */
	.progress.migrate_late_ns = 10000000000,
	/* half a turn of another program (4 ms at 250 ticks a second): this processor then goes
	 * idle, and the system moves ranks to it that wait behind that program: M-238 */
	.progress.sleep_after_oversubscribed_ns = 2000000,
	.progress.sleep_after_alone_ns = 100000000,
	.progress.sleep_ms = 1000,    /* the cost of a lost wake-up at most */
	.progress.sleep_blind_ms = 1, /* where an event may come without a wake-up */
	/* a sleeper that another thread woke polls for this long */
	.progress.woken_ns = 1000000,
	/* polls of a thread before it leaves them to another one: 1 us, as long as it takes to
	 * park: M-223 */
	.progress.spins_parked = 20,

	/* A rank that sleeps in between is run at once when it wakes, or at the system's next
	 * tick, as its peers are; it is awake for longer than a nap, which takes 110 us: M-222. */
	.meeting.awake_ns = 150000,
	.meeting.nap_ns = 50000,
	.meeting.most_ns = 20000000, /* some turns of other programs */
	.meeting.parts = 4,          /* migrations */

	.spread.gap_ns = 1000000,          /* between counts of ranks by processor, at first */
	.spread.gap_home_ns = 50000,       /* between returns to the home, at first: M-233 */
	.spread.gap_late_ns = 10000000000, /* doubled with each migration, up to this */
	.spread.waits = 16,                /* the clock is read once in so many */

	/* spins on a word before the progress loop runs, learnt between least and
	 * most; the first ones without a pause: it takes as long as a line */
	.shmcoll.spins_least = 4,
	.shmcoll.spins_hard = 16,
	.shmcoll.spins_most = 80,
	.shmcoll.rounds = 8, /* with members of this processor alone, before yields to all */
	/* yields between two polls; one brings all co-located ones to here */
	.shmcoll.turns = 3,
	.shmcoll.dead_gap_ns = 200000000, /* between checks of all members, a system call each */
	/* for the note of a rank that ends MPI_Init; then with pauses */
	.shmcoll.note_yields = 10000,
	.shmcoll.note_pause_ns = 50000,

	.ring.spins_least = 4,
	.ring.spins_most = 80,
	.ring.turns = 24, /* yields to leaders of this processor before yields to all */
	/* between looks for leaders whose calls differ, an access to another card each */
	.ring.look_ns = 50000000,

	.sm.polls_dead = 65536, /* empty, between two checks for peers that have ended */
	/* Polls of the FIFOs alone before a full poll: with few FIFOs they cost
	 * less than the rest. Without a pause between them: M-202. */
	.sm.busy_polls = 16,
	/* Time without fragments after which the reader reads by itself. A peer
	 * that helps answers within the first, wherever its processor and the data
	 * are; one that has begun continues, unless it loses its processor: M-205.
	 */
	.sm.fragment_ns = 4000,
	.sm.fragment_begun_ns = 20000,
	/* Copies into long blocks: one of these many is timed; ps for each byte from which on the
	 * kernel's copy is quicker than two of them: M-234. */
	.sm.long_timed = 4,
	.sm.long_ps = 200,
	.sm.dead_gap_ns = 50000000, /* a check is a system call for each peer */

	.tcp.hot_polls = 4096,     /* empty reads, until an endpoint is no longer hot */
	.tcp.epoll_every = 16,     /* polls of the hot ones between two of all others */
	.tcp.epoll_idle = 64,      /* empty polls, after which all are polled each time */
	.tcp.crowd_polls = 1024,   /* by epoll alone, after too many were hot */
	.tcp.idle_polls = 512,     /* empty polls, after which polls become rarer */
	.tcp.idle_slope = 32,      /* empty polls for one more call to skip */
	.tcp.idle_skip_least = 6,  /* calls; an empty recv costs ten of them */
	.tcp.idle_skip_most = 256, /* calls; at 20 to 50 ns each, some microseconds */
	.tcp.idle_yields = 2,
	.tcp.idle_ns = 13000,   /* duration of those calls in a rank that waits */
	.tcp.alone_skip = 8192, /* calls; while no peer is connected */
	.tcp.alone_yields = 64,
	.tcp.alone_ns = 400000,
	.tcp.clock_every = 64, /* calls skipped; sees that the process computed in between */
	.tcp.ack_polls = 64,   /* from the request of an acknowledgement to its frame */
	.tcp.unwatch_hits =
		64,         /* reads that found bytes, until the endpoint is removed from epoll */
	.tcp.direct_tx = 4, /* endpoints that are written to without waiting for EPOLLOUT */

	/* between attempts at two addresses (RFC 8305, 5) */
	.connection.stagger_ns = 250000000,
	.connection.round_ns = 100000000, /* pause after the first round; doubles each time */
	/* rounds in which all addresses refuse, 0.7 s: the process has ended */
	.connection.refused_rounds = 4,
	/* on another host a firewall may refuse, and the peer connects to this process
	 * (pt2pt/await.c): 6.3 s */
	.connection.refused_rounds_far = 7,
	.connection.higher_ns = 50000000,    /* after a loss the lower rank connects first */
	.connection.in_vain_ns = 100000000,  /* pause if the last connection has advanced nothing */
	.connection.silent_ns = 60000000000, /* connected but not answered: logged */
	/* deadline of connect(2), at most a third of RONDO_TCP_TIMEOUT; of HELO */
	.connection.attempt_ns = 10000000000,
	.connection.greeting_ns = 10000000000,
	.connection.rest_ns = 100000000, /* without accepting after descriptors were exhausted */
	/* Pause after unauthenticated peers were refused: they are accepted in batches, so that
	 * their number does not increase the number of wake-ups. A member of the job may have to
	 * wait as long. */
	.connection.refusal_rest_ns = 10000000,
	.connection.unanswered = 3,          /* retransmissions or probes of the window in a row */
	.connection.probes = 5,              /* of keepalive */
	.connection.tick_ns = 1000000,       /* between two looks at the deadlines */
	.connection.ring_gap_ns = 500000000, /* between two checks of an endpoint's rings */
	.connection.ring_checks = 16,        /* endpoints a tick: 16,000 a second */
	/* posts written so long ago are copied; a stream's buffers last 1 ms */
	.connection.copy_ns = 10000000,

	.fpga.polls_check = 4096,    /* empty, between two checks of card and links */
	.fpga.start_ns = 1000000000, /* for links and page to come up */
	.fpga.pause_ns = 500,        /* until a READ that was refused for a while is sent again, */
	.fpga.pause_most_ns = 50000, /* at most; it doubles */
	.fpga.answer_ns = 10000000000, /* for another card to answer a READ */

	/* waiting for a rank of another host that has no connection, until this process
	 * connects */
	.pt2pt.unconnected_ns = 1000000000,
	/* Messages that a transport better has read by the peer, until one is sent all the same:
	   M-234. */
	.pt2pt.eager_again = 64,
	.pt2pt.sends_per_poll =
		64, /* without a request; a poll is a function call for each poller */

	.rma.answer_spins = 16,   /* polls of a mailbox's answer, between reads of the clock */
	.rma.answer_ns = 5000,    /* to wait for one, where it cannot be measured */
	.rma.busy_spins = 64,     /* between yields, while the target carries the entry out */
	.rma.alive_spins = 65536, /* until the target is checked to be alive */
	/* on an operand that another process changes, before a yield */
	.rma.swap_spins = 100,
	.rma.change_ns = 1000000, /* to wait for the end of an accumulate: M-236 */
	/* failed attempts at a lock before other processes are held back: some
	 * milliseconds on an oversubscribed node */
	.rma.lock_tries = 1000,
	.rma.request_tries = 200, /* polls with a request for a lock, before the same */
	.rma.card_tries = 100,    /* attempts at a lock by card, before the same */
	.rma.ticket_tries = 4,    /* to get a mailbox's ticket that other processes take, too */
	/* operations without the mailbox after its target did not answer; doubled each time */
	.rma.backoff_least = 8,
	.rma.backoff_most = 1024,
	/* lack of memory for a received message, after which the job is ended */
	.rma.starved_ns = 10000000000,
	/* synchronising calls without a message between two polls, and between two
	 * polls that may yield the processor */
	.rma.calls = 64,
	.rma.calls_persistent = 1024,
	/* the same between two polls, if some targets are reached by message: a poll takes five
	 * times as long as a short operation */
	.rma.calls_by_message = 8,

	.threads.lock_spins = 200,     /* tries before sleeping: a short call is over by then */
	.threads.streak = 16,          /* releases in a row until others get a turn first */
	.threads.polite_yields = 1000, /* for the turn of a thread that the system does not run */
	.threads.polite_ns = 1000000,  /* nor for one that is behind a thread that computes */

	/* Polls before the processor is yielded to the holder of a lock. A holder
	 * that runs needs the time of a copy; one that does not run cannot finish
	 * while this process keeps the processor. */
	.card.spins = 200,
	.card.yields_alive = 64,    /* between two checks that the holder lives */
	.card.timed_every = 60,     /* polls between two timed; plus the timed one an odd number */
	.card.timed_most_ns = 1000, /* a longer poll was interrupted */
	.card.far_ns = 80,          /* from here on inter-core latency is high: M-301 */
	.card.access_spins = 200,   /* before a process sleeps for a Verilog card's answer */
	.card.server_gap_ns = 100000000,     /* between checks that the server of the cards lives */
	.card.server_start_ns = 10000000000, /* for mpirun to start it */

	.launcher.answer_s = 60, /* data is available after the fence; only a lost server is slow */
	.launcher.leave_s = 2,   /* for the earlier processes of other ranks to end PMIx_Finalize */
	.launcher.again_ns = 10000000,
	/* for the answer after the end of a rank, known to the server, too */
	.launcher.grace_ns = 200000000,
	/* for the end of the job, after an error that another rank tells */
	.launcher.elsewhere_ns = 200000000,
	.launcher.connect_s = 20, /* to a PMI server by its address */
	.launcher.abort_s = 5,    /* to take an abort; then the rank ends by itself */

	.finalize.unmatched_ns =
		1000000000, /* all ranks have met: sent messages have come by then */
	.finalize.orphans_ns = 30000000000, /* used if RONDO_FINALIZE_S sets no limit */
};

/* ---- The policy of the progress loop (wait.c): pure functions of observations ---- */

enum rd_wait_action { RD_WAIT_SPIN, RD_WAIT_YIELD, RD_WAIT_SLEEP, RD_WAIT_MIGRATE };

/* Known at start. */
struct rd_wait_facts {
	int ranks, cpus;  /* so many ranks of this node share so many processors */
	int online;       /* processors of the node */
	int64_t spins;    /* RONDO_SPIN; negative: learnt */
	int64_t sleep_us; /* RONDO_SLEEP_US; negative: from the table */
	uint64_t call_ns; /* of the shortest system calls */
	uint32_t process; /* a number that differs between processes */
};

/* A yield of the processor. */
struct rd_wait_yielded {
	uint64_t at_ns, took_ns;
	int runnable; /* threads of the node that want a processor; set if rd_wait_counts */
};

/* Where ranks share processors: the rank that an awaited event comes from. */
enum rd_wait_from {
	RD_FROM_UNKNOWN,
	RD_FROM_HOME,    /* it has the same home, and waits there: it does not run now */
	RD_FROM_STOPPED, /* it waits at another one, or has yielded there */
	RD_FROM_RUNNING, /* it runs, for all that is known */
};

/* This rank, as published to the others of the node. */
enum rd_wait_state {
	RD_STATE_RUNS,
	RD_STATE_WAITS,  /* it polls, and its event has not come */
	RD_STATE_YIELDS, /* likewise, and it may not be running */
};

/* The other rank of this rank's home. */
enum rd_wait_home {
	RD_HOME_UNKNOWN,
	RD_HOME_READY,   /* it has yielded there, and its event has come since */
	RD_HOME_BLOCKED, /* it waits there, and its event has not come */
};

/* A wait without events. */
struct rd_wait_seen {
	uint64_t now_ns, since_ns;
	int peers;     /* whose processors are known */
	int colocated; /* of these, on the processor of this process */
	int migrates;  /* 1: of the co-located ones this process is the one to migrate */
	enum rd_wait_from from;
	enum rd_wait_home home;
	uint32_t spins; /* in vain; used if `from` is known */
};

/* Learnt from yields. */
struct rd_wait_policy {
	int ranks, online;
	uint8_t oversubscribed; /* more ranks than processors, known from the start */
	uint8_t threads;        /* several threads are in the library */
	uint8_t spins_fixed, sleep_fixed;
	uint32_t spins;         /* polls before a yield */
	uint32_t spins_between; /* polls between two yields */
	uint64_t sleep_after_ns;
	uint64_t bare_yield_ns; /* estimated, or the shortest so far */
	uint32_t prompt_yields; /* in a row that no other thread used */
	uint32_t shared_yields; /* in a row that others used */
	uint32_t shared_most;
	uint32_t foreign_yields;  /* long yields in a row to other programs */
	uint64_t foreign_mean_ns; /* time of other programs in a yield: running average */
	uint64_t foreign_took_ns; /* a longer yield is a long one */
	uint64_t dear_since_ns;   /* the average has been large since then; 0: it is not */
	uint64_t foreign_at_ns;   /* end of the last turn that indicated foreign load; 0: none */
	uint64_t turn_at_ns;      /* end of the last turn of another program; 0: none */
	uint64_t migrate_from_ns, migrate_gap_ns; /* earliest next migration; then this gap */
};

void rd_wait_init(struct rd_wait_policy *p, const struct rd_wait_facts *facts);

/* The next step of a wait, after the polls without an event. A call that does not wait, but is made
 * in a loop, asks as at the start of a wait, and yields where a wait would sleep. */
enum rd_wait_action rd_wait_choose(struct rd_wait_policy *p, const struct rd_wait_seen *seen);

/* Whether a yield is right after few polls: uses `from` and `home` alone. */
int rd_wait_yields_early(const struct rd_wait_seen *seen);

/* Whether programs that compute want this processor, so that ranks that share it sleep. */
int rd_wait_has_foreign_load(const struct rd_wait_policy *p, uint64_t now_ns);

/* Whether another thread ran during a yield of this duration. */
int rd_wait_was_taken(const struct rd_wait_policy *p, uint64_t took_ns);

/* Likewise, one that waits as well, and yields back at once. */
int rd_wait_was_handover(const struct rd_wait_policy *p, uint64_t took_ns);

/* Whether rd_wait_learn needs to know the runnable threads, which are costly to count. */
int rd_wait_counts(const struct rd_wait_policy *p, const struct rd_wait_yielded *y);

/* Learns from a yield: RD_WAIT_MIGRATE, or RD_WAIT_SPIN, nothing to do. */
enum rd_wait_action rd_wait_learn(struct rd_wait_policy *p, const struct rd_wait_yielded *y);

/* Likewise, of foreign load alone: the yield was to a rank known to be co-located. */
void rd_wait_learn_foreign(struct rd_wait_policy *p, const struct rd_wait_yielded *y);

#endif
