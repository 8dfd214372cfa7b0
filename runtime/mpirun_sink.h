/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A destination of output (mpirun's standard output, its standard error, a file) that several feeds
 * share line by line, without ever blocking. The feeds are mpirun_io.c's streams.
 */
#ifndef RD_RUNTIME_MPIRUN_SINK_H
#define RD_RUNTIME_MPIRUN_SINK_H

#include <event2/event.h>
#include <stddef.h>

struct mpirun_sink;
struct mpirun_feed;

/* All are called by the sink, on the main thread; none may block or call the sink again, except for
 * mpirun_sink_leave in `take` and `gone`. */
struct mpirun_feed_ops {
	int (*ready)(struct mpirun_feed *feed); /* has it bytes that may be written now? */
	/* Copies up to `room` bytes to `to` and counts them as written. */
	size_t (*take)(struct mpirun_feed *feed, char *to, size_t room);
	int (*midline)(struct mpirun_feed *feed); /* was the last byte taken within a line? */
	void (*cut)(struct mpirun_feed *feed);    /* the sink has ended its unfinished line */
	void (*gone)(struct mpirun_feed *feed);   /* the sink has no reader any more */
};

struct mpirun_feed {
	const struct mpirun_feed_ops *ops;
	struct mpirun_sink *sink;
	int queued;
	struct mpirun_feed *next; /* in the sink's queue */
};

/* A sink that writes to `fd` (owned by it, unless it is 1 or 2), or NULL with the error reported.
 * `changed` is called when the sink has become empty. */
struct mpirun_sink *mpirun_sink_open(struct event_base *base, int fd, void (*changed)(void));
void mpirun_sink_close(struct mpirun_sink *sink);

/* The feed has bytes to write, or has ended. */
void mpirun_sink_offer(struct mpirun_feed *feed);

/* The feed is finished and leaves the sink. */
void mpirun_sink_leave(struct mpirun_feed *feed);

/* Writes a line of mpirun's own, before the queued ones. */
void mpirun_sink_note(struct mpirun_sink *sink, const char *line, size_t len);

/* 1 while bytes are not written yet. */
int mpirun_sink_pending(const struct mpirun_sink *sink);

/* Sinks with a write error other than a missing reader. */
int mpirun_sink_failures(void);

#endif
