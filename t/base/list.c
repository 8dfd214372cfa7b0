/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * base/list.h: order, removal in the middle and during a walk, and that removing a link twice is
 * harmless.
 */
#include "base/list.h"

#include "t/tap.h"

struct item {
	int number;
	struct rd_list link;
};

static struct rd_list head;

/* The numbers in order, as digits; the backward links must give the same. */
static const char *digits(void)
{
	static char text[32];
	struct rd_list *at;
	size_t n = 0;

	rd_list_for (at, &head)
		text[n++] = (char)('0' + rd_container(at, struct item, link)->number);
	text[n] = 0;
	for (at = head.prev; at != &head; at = at->prev)
		if (!n || text[--n] != '0' + rd_container(at, struct item, link)->number)
			return "backward links differ";
	return n ? "backward links differ" : text;
}

int main(void)
{
	struct item item[6];
	struct rd_list *at, *next;

	rd_list_init(&head);
	ok(rd_list_empty(&head), "a new list is empty");
	ok(!rd_list_pop(&head), "nothing can be popped from it");
	for (int i = 0; i < 6; i++) {
		item[i].number = i;
		rd_list_append(&head, &item[i].link);
	}
	ok(!rd_list_empty(&head), "now it is not empty");
	is_str(digits(), "012345", "appended in order");
	rd_list_remove(&item[3].link);
	is_str(digits(), "01245", "one in the middle removed");
	rd_list_remove(&item[3].link);
	is_str(digits(), "01245", "removed again without harm");
	rd_list_append(&head, &item[3].link);
	is_str(digits(), "012453", "appended again");
	ok(rd_list_pop(&head) == &item[0].link, "the first is popped");
	is_str(digits(), "12453", "and gone");
	rd_list_for_safe (at, next, &head)
		if (rd_container(at, struct item, link)->number % 2)
			rd_list_remove(at);
	is_str(digits(), "24", "removal while walking");
	while ((at = rd_list_pop(&head)))
		ok(rd_list_empty(at), "a popped link is empty");
	ok(rd_list_empty(&head), "all are gone");
	return done();
}
