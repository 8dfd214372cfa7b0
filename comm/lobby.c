/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lobby: see lobby.h. Its context has all processes of the job as members. The tag of a message
 * is a hash of the string, which the message carries in full behind a head:
 *
 *     head | string | data
 *
 * A thread that receives takes any message with the tag; a message with another string or use it
 * puts on a list, which every receiving thread searches first. The list is empty unless two strings
 * have the same hash at the same time.
 *
 * Invariant: messages from one process with one tag stand on the list in the order in which they
 * were sent, also while one is being received, so the first that matches is the next one.
 */
#include "comm/lobby.h"

#include "base/compiler.h"
#include "base/list.h"
#include "base/threads.h"
#include "comm/comm.h"
#include "pt2pt/p2p.h"

#include <stdlib.h>
#include <string.h>

struct head {
	uint32_t use;   /* enum rd_lobby_use */
	int32_t poison; /* 0; poison message: RD_EPROC, or RD_ENOMEM, and there is no data */
	uint32_t name_b;
	uint32_t data_b;
};

/* A message on its way to the thread that waits for it. */
struct message {
	struct rd_list link; /* in messages */
	int from, tag;
	int ready; /* it has been received */
	int err;   /* of receiving it */
	uint64_t bytes;
	char body[]; /* [bytes] head, string, data */
};

static struct rd_ctx ctx;
static struct rd_list messages = {&messages, &messages};

struct rd_lobby rd_lobby_open(const char *name, enum rd_lobby_use use)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (const char *c = name; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 16777619u;
	return (struct rd_lobby){name, use, (int)(hash & INT32_MAX)};
}

static struct rd_type *byte_type(void)
{
	return rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
}

/* ---- Sending ---- */

static size_t wrapped_b(const struct rd_lobby *lobby, size_t bytes)
{
	return sizeof(struct head) + strlen(lobby->name) + bytes;
}

/* all[] has wrapped_b bytes. */
static void wrap_into(char *all, const struct rd_lobby *lobby, const void *buf, size_t bytes,
		      int poison)
{
	struct head head = {lobby->use, poison, (uint32_t)strlen(lobby->name), (uint32_t)bytes};

	memcpy(all, &head, sizeof(head));
	memcpy(all + sizeof(head), lobby->name, head.name_b);
	if (bytes)
		memcpy(all + sizeof(head) + head.name_b, buf, bytes);
}

static int send_wrapped(const struct rd_lobby *lobby, const char *all, size_t all_b, int to)
{
	return rd_send(all, all_b, byte_type(), to, lobby->tag, &ctx, RD_SEND_STANDARD);
}

/* Without memory of its own, unless the name is longer than MPI allows. */
int rd_lobby_send_poison(const struct rd_lobby *lobby, int to, int err)
{
	char brief[sizeof(struct head) + MPI_MAX_STRINGTAG_LEN], *all = brief;
	size_t all_b = wrapped_b(lobby, 0);

	if (all_b > sizeof(brief))
		all = malloc(all_b);
	if (!all)
		return RD_ENOMEM;
	wrap_into(all, lobby, NULL, 0, err == RD_ENOMEM ? RD_ENOMEM : RD_EPROC);
	err = send_wrapped(lobby, all, all_b, to);
	if (all != brief)
		free(all);
	return err;
}

/* NULL: no memory; the receiver, which waits, is told. */
static char *wrap(const struct rd_lobby *lobby, const void *buf, size_t bytes, int to)
{
	char *all = malloc(wrapped_b(lobby, bytes));

	if (all)
		wrap_into(all, lobby, buf, bytes, 0);
	else
		rd_lobby_send_poison(lobby, to, RD_ENOMEM);
	return all;
}

int rd_lobby_send(const struct rd_lobby *lobby, const void *buf, size_t bytes, int to)
{
	char *all = wrap(lobby, buf, bytes, to);
	int err;

	if (!all)
		return RD_ENOMEM;
	err = send_wrapped(lobby, all, wrapped_b(lobby, bytes), to);
	free(all);
	return err;
}

/* ---- Receiving ---- */

static int is_sound(const struct message *message, struct head *head)
{
	if (message->bytes < sizeof(*head))
		return 0;
	memcpy(head, message->body, sizeof(*head));
	return message->bytes == sizeof(*head) + (uint64_t)head->name_b + head->data_b;
}

static int is_for(const struct message *message, const struct rd_lobby *lobby)
{
	struct head head;

	if (message->err || !is_sound(message, &head))
		return 1; /* its receiver is unknown: the first thread that asks reports it */
	return head.use == lobby->use && head.name_b == strlen(lobby->name) &&
	       !memcmp(message->body + sizeof(head), lobby->name, head.name_b);
}

/* The next message that is, or may be, for this call. */
static struct message *find(const struct rd_lobby *lobby, int from)
{
	struct rd_list *link;

	rd_list_for (link, &messages) {
		struct message *message = rd_container(link, struct message, link);

		if (message->from == from && message->tag == lobby->tag &&
		    (!message->ready || is_for(message, lobby)))
			return message;
	}
	return NULL;
}

static int open_message(const struct message *message, void *buf, size_t bytes)
{
	struct head head;

	if (message->err)
		return message->err;
	if (!is_sound(message, &head))
		return RD_EPROTO;
	if (head.poison)
		return head.poison == RD_ENOMEM ? RD_ENOMEM : RD_EPROC;
	if (bytes)
		memcpy(buf, message->body + sizeof(head) + head.name_b,
		       rd_min((size_t)head.data_b, bytes));
	return head.data_b == bytes ? 0 : RD_ETRUNCATE;
}

/* Receives a message that has been put on the list. Other threads may read its entry meanwhile. */
static int fetch(struct rd_msg *msg, uint64_t bytes, int from, int tag)
{
	struct message *message;

	message = malloc(sizeof(*message) + bytes);
	if (!message) {
		rd_mrecv(NULL, 0, byte_type(), msg, NULL);
		return RD_ENOMEM;
	}
	*message = (struct message){.from = from, .tag = tag, .bytes = bytes};
	rd_list_append(&messages, &message->link);
	message->err = rd_mrecv(message->body, bytes, byte_type(), msg, NULL);
	message->ready = 1;
	if (rd_threads)
		rd_threads_notify();
	return 0;
}

/* 1: a message was put on the list. */
static int fetch_next(const struct rd_lobby *lobby, int from, int *err)
{
	struct rd_status status;
	struct rd_msg *msg;
	int came = 0;

	*err = rd_improbe(from, lobby->tag, &ctx, &came, &msg, &status);
	if (!*err && came)
		*err = fetch(msg, rd_status_bytes(&status), from, lobby->tag);
	return came;
}

int rd_lobby_recv(const struct rd_lobby *lobby, void *buf, size_t bytes, int from)
{
	struct rd_probing self = {.ctx = &ctx, .src = from, .tag = lobby->tag};
	struct rd_wait w = RD_WAIT_INIT;
	struct message *message;
	int err = 0;

	rd_list_append(&rd_probes, &self.link);
	while (!err && (!(message = find(lobby, from)) || !message->ready))
		if ((message || !fetch_next(lobby, from, &err)) && !err)
			rd_progress_wait(&w);
	rd_list_remove(&self.link);
	if (err)
		return err;
	rd_list_remove(&message->link);
	err = open_message(message, buf, bytes);
	free(message);
	return err;
}

/* Receives the message that comes in spite of a lack of memory: a later call under the same string
 * must not find it. */
static int drop(const struct rd_lobby *lobby, int from)
{
	rd_lobby_recv(lobby, NULL, 0, from);
	rd_err_forget();
	return RD_ENOMEM;
}

int rd_lobby_sendrecv(const struct rd_lobby *lobby, const void *out, size_t out_b, int to, void *in,
		      size_t in_b, int from)
{
	struct rd_wait w = RD_WAIT_INIT;
	struct rd_req *req;
	char *all = wrap(lobby, out, out_b, to);
	int err, err2;

	if (!all)
		return drop(lobby, from);
	err = rd_isend(&RD_BUF(all, wrapped_b(lobby, out_b), byte_type()), to, lobby->tag, &ctx,
		       RD_SEND_STANDARD, &req);
	if (err == RD_ENOMEM) {
		rd_lobby_send_poison(lobby, to, err);
		drop(lobby, from);
	}
	if (!err) {
		err = rd_lobby_recv(lobby, in, in_b, from);
		while (!rd_req_is_done(req))
			rd_progress_wait(&w);
		err2 = rd_req_finish(req, NULL);
		err = err ? err : err2;
	}
	free(all);
	return err;
}

/* ---- Start and end ---- */

void rd_lobby_init(void)
{
	const struct rd_ctx *world = &rd_comm_world.p2p;

	ctx = (struct rd_ctx){.id = RD_COMM_LOBBY_ID, .rank = world->rank, .size = world->size};
	rd_ctx_open(&ctx);
}

void rd_lobby_fini(void)
{
	struct rd_list *link, *save;

	rd_list_for_safe (link, save, &messages) {
		rd_list_remove(link);
		free(rd_container(link, struct message, link));
	}
	rd_ctx_close(&ctx);
}
