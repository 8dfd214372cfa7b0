/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pt2pt/rndv.c: the memory of an announced message that a peer may read, and no other; a change of
 * state that the table does not have ends the process.
 */
#include "base/check.h"
#include "pt2pt/idtab.h"
#include "pt2pt/p2p.h"

#include "t/aborts.h"
#include "t/tap.h"

static void skip_announcing(void *send)
{
	rd_rndv_enter(send, RD_RNDV_SENDING);
}

static void states(struct rd_p2p *send)
{
	char heard[1024];

	is_int(aborts(skip_announcing, send, heard, sizeof(heard)), RD_CHECKS,
	       "data before the announcement is a broken invariant");
	is_int(strstr(heard, "UNSENT") && strstr(heard, "-> SENDING"), RD_CHECKS,
	       "which is named by its states");
}

int main(void)
{
	char data[64];
	struct rd_peer peer = {.rank = 3};
	struct rd_rndv rndv = {.peer = &peer, .block = data};
	struct rd_p2p send = {.req = {.ops = &rd_send_ops}, .bytes = sizeof(data), .rndv = &rndv};
	struct rd_ep ep = {.rank = 3}, other = {.rank = 4};
	uint64_t at = (uintptr_t)data;
	uint32_t id;

	if (rd_id_new(&send, &id))
		return 1;
	is_int(rd_btl_up_lent(&ep, id, at, sizeof(data)), 1, "the whole message is lent");
	is_int(rd_btl_up_lent(&ep, id, at, sizeof(data) + 1), 0, "no more than that");
	is_int(rd_btl_up_lent(&ep, id, at + 48, 16), 1, "and its end");
	is_int(rd_btl_up_lent(&ep, id, at + 48, 17), 0, "not the bytes behind it");
	is_int(rd_btl_up_lent(&ep, id, at + sizeof(data) + 1, 0), 0, "not from behind it");
	is_int(rd_btl_up_lent(&ep, id, at - 1, 1), 0, "not from before it");
	is_int(rd_btl_up_lent(&other, id, at, 1), 0, "to nobody else");
	is_int(rd_btl_up_lent(&ep, id + 1, at, 1), 0, "by no other name");
	rndv.id = id;
	states(&send);
	rndv.block = NULL;
	is_int(rd_btl_up_lent(&ep, id, 0, sizeof(data)), 0,
	       "nothing of a message that is not one block");
	rd_id_drop(id);
	is_int(rd_btl_up_lent(&ep, id, at, 1), 0, "nothing when it is over");
	rd_id_fini();
	return done();
}
