/* SPDX-License-Identifier: BSD-3-Clause */
/* Circular doubly linked list; the links live in the objects, the head is a link too. */
#ifndef RD_BASE_LIST_H
#define RD_BASE_LIST_H

#include <stddef.h>

struct rd_list {
	struct rd_list *next, *prev;
};

#define rd_container(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

#define rd_list_for(pos, head) for ((pos) = (head)->next; (pos) != (head); (pos) = (pos)->next)

/* As rd_list_for, but `pos` may be removed in the body; `save` holds the next one. */
#define rd_list_for_safe(pos, save, head) \
	for ((pos) = (head)->next, (save) = (pos)->next; (pos) != (head); \
	     (pos) = (save), (save) = (pos)->next)

static inline void rd_list_init(struct rd_list *head)
{
	head->next = head->prev = head;
}

static inline int rd_list_empty(const struct rd_list *head)
{
	return head->next == head;
}

static inline void rd_list_append(struct rd_list *head, struct rd_list *link)
{
	link->prev = head->prev;
	link->next = head;
	head->prev->next = link;
	head->prev = link;
}

/* The removed link is left as an empty list, so removing it twice is harmless. */
static inline void rd_list_remove(struct rd_list *link)
{
	link->prev->next = link->next;
	link->next->prev = link->prev;
	rd_list_init(link);
}

/* First link of the list, taken out of it; NULL when the list is empty. */
static inline struct rd_list *rd_list_pop(struct rd_list *head)
{
	struct rd_list *link = head->next;

	if (link == head)
		return NULL;
	rd_list_remove(link);
	return link;
}

#endif
