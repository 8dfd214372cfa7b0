/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages of a process to itself. They wait in one queue, in the order in which they were given,
 * until the progress loop delivers them, so that a send never runs the receiver's code below
 * itself. Matching is not bypassed. Called by pt2pt through rd_btl_self; a message is copied at
 * most once (send, reserve) or not at all (post, get).
 */
#include "base/compiler.h"
#include "base/err.h"
#include "base/list.h"
#include "base/log.h"
#include "pt2pt/btl.h"
#include "runtime/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EAGER_MAX 8192            /* bytes; above, get() saves the copy */
#define WAITING_MAX (256u * 1024) /* bytes of copies in the queue before RD_EAGAIN */
#define FRAG_MAX (1u << 30)       /* bytes; post does not copy, so any size is possible */
#define BATCH 32                  /* messages delivered in one poll */

/* A queued message. Copies are one allocation, the payload behind the struct. */
struct item {
	struct rd_list link;
	struct rd_hdr hdr;
	uint32_t len;  /* bytes of payload */
	uint32_t room; /* bytes allocated for it; 0: `post` owns the payload */
	const void *payload;
	struct rd_btl_post *post; /* NULL for a copy */
	_Alignas(16) unsigned char data[];
};

static struct rd_btl_stats stats;
static struct rd_ep self;
static struct rd_list queue, spare; /* spare: items with EAGER_MAX of room */
static uint64_t waiting;            /* bytes of copies in the queue, headers included */
static struct item *reserved;       /* between reserve and commit */

extern const struct rd_btl rd_btl_self;

static struct item *item_new(size_t room)
{
	struct rd_list *link = room ? rd_list_pop(&spare) : NULL;
	struct item *it;

	if (link)
		return rd_container(link, struct item, link);
	it = malloc(sizeof(*it) + (room ? EAGER_MAX : 0));
	if (!it) {
		rd_error("self: no memory for a message of %zu bytes", room);
		return NULL;
	}
	it->room = room ? EAGER_MAX : 0;
	it->post = NULL;
	rd_list_init(&it->link);
	return it;
}

static void item_free(struct item *it)
{
	if (it->room)
		rd_list_append(&spare, &it->link);
	else
		free(it);
}

static uint64_t weight(const struct item *it)
{
	return it->post ? 0 : it->len + sizeof(*it);
}

static void enqueue(struct item *it, const struct rd_hdr *hdr, size_t len)
{
	it->hdr = *hdr;
	it->len = (uint32_t)len;
	waiting += weight(it);
	rd_list_append(&queue, &it->link);
	stats.tx_msgs++;
	stats.tx_bytes += len;
}

static void deliver(struct item *it)
{
	struct rd_btl_post *post = it->post;

	waiting -= weight(it);
	stats.rx_msgs++;
	stats.rx_bytes += it->len;
	rd_btl_up_recv(&self, &it->hdr, it->payload, it->len);
	item_free(it);
	if (post)
		post->done(post, 0);
}

static int self_poll(void)
{
	int n = 0;

	while (n < BATCH) {
		struct rd_list *link = rd_list_pop(&queue);

		if (!link)
			break;
		deliver(rd_container(link, struct item, link));
		n++;
	}
	return n;
}

/* Only this process sends: it may sleep unless a message is queued. */
static int self_arm(void)
{
	return rd_list_empty(&queue) ? RD_ARM_OK : RD_ARM_BUSY;
}

static void self_disarm(void)
{
}

static struct rd_poller poller = {
	.name = "self",
	.poll = self_poll,
	.arm = self_arm,
	.disarm = self_disarm,
	.fd = -1,
};

static int self_init(const char **why)
{
	(void)why;
	rd_list_init(&queue);
	rd_list_init(&spare);
	waiting = 0;
	reserved = NULL;
	memset(&stats, 0, sizeof(stats));
	self = (struct rd_ep){
		.btl = &rd_btl_self,
		.rank = rd_job.rank,
		.eager_max = EAGER_MAX,
		.eager_best = EAGER_MAX,
		.frag_max = FRAG_MAX,
		.get_min = 1,
	};
	rd_progress_add(&poller);
	return 0;
}

static void free_all(struct rd_list *head)
{
	struct rd_list *link;

	while ((link = rd_list_pop(head)))
		free(rd_container(link, struct item, link));
}

static void self_fini(void)
{
	rd_progress_remove(&poller);
	free_all(&queue);
	free_all(&spare);
	free(reserved);
	reserved = NULL;
}

static size_t self_address(void *buf, size_t max)
{
	(void)buf;
	(void)max;
	return 0;
}

static int self_reaches(int rank, const void *addr, size_t len)
{
	(void)addr;
	(void)len;
	return rank == rd_job.rank;
}

static int self_connect(int rank, const void *addr, size_t len, struct rd_ep **ep)
{
	if (!self_reaches(rank, addr, len))
		return RD_ENOTSUP;
	*ep = &self;
	return 0;
}

static void *self_reserve(struct rd_ep *ep, size_t len)
{
	(void)ep;
	if (waiting && waiting + len + sizeof(struct item) > WAITING_MAX)
		return NULL;
	if (!reserved)
		reserved = item_new(EAGER_MAX);
	return reserved ? reserved->data : NULL;
}

static void self_commit(struct rd_ep *ep, const struct rd_hdr *hdr, size_t len)
{
	struct item *it = reserved;

	(void)ep;
	reserved = NULL;
	it->payload = it->data;
	enqueue(it, hdr, len);
}

static int self_send(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len)
{
	void *room = self_reserve(ep, len);

	if (!room)
		return RD_EAGAIN;
	if (len)
		memcpy(room, payload, len);
	self_commit(ep, hdr, len);
	return 0;
}

static int self_post(struct rd_ep *ep, const struct rd_hdr *hdr, const void *payload, size_t len,
		     struct rd_btl_post *post)
{
	struct item *it = item_new(0);

	(void)ep;
	if (!it)
		return RD_ENOMEM;
	it->payload = payload;
	it->post = post;
	enqueue(it, hdr, len);
	return 0;
}

static int self_get(struct rd_ep *ep, struct rd_btl_get *get)
{
	(void)ep;
	if (get->len)
		memmove(get->local, (const void *)(uintptr_t)get->remote, get->len);
	stats.get_bytes += get->len;
	get->done(get, 0);
	return 0;
}

static int self_flushed(struct rd_ep *ep)
{
	(void)ep;
	return rd_list_empty(&queue);
}

static void self_describe(struct rd_ep *ep, char *buf, size_t max)
{
	(void)ep;
	snprintf(buf, max, "this process");
}

const struct rd_btl rd_btl_self = {
	.name = "self",
	.index = 0,
	.stats = &stats,
	.init = self_init,
	.fini = self_fini,
	.address = self_address,
	.reaches = self_reaches,
	.connect = self_connect,
	.send = self_send,
	.reserve = self_reserve,
	.commit = self_commit,
	.post = self_post,
	.get = self_get,
	.flushed = self_flushed,
	.describe = self_describe,
};
