/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rma/sync.c: the epochs of a window in their order; builds for debugging end where the order or
 * the state of an epoch is broken.
 */
#include "rma/am.h"

#include "base/check.h"
#include "t/aborts.h"
#include "t/tap.h"

static struct rd_comm comm = {.rank = 0, .size = 2};
static struct rd_win_peer peers[2];
static struct rd_win win = {.comm = &comm, .members = {.near = peers, .near_n = 2}};
static char heard[1024];

static void lock_in_start(void *arg)
{
	(void)arg;
	win.sync.started = (struct rd_win_ranks){1, &(int){1}};
	peers[1].open = 1;
	rd_win_enter(&win, RD_EPOCH_START);
	rd_win_enter(&win, RD_EPOCH_LOCK);
}

static void start_without_members(void *arg)
{
	(void)arg;
	rd_win_enter(&win, RD_EPOCH_START);
}

static void lock_after_operations(void *arg)
{
	(void)arg;
	win.sync.used = 1;
	rd_win_enter(&win, RD_EPOCH_LOCK_ALL);
}

static void forget_open(void *arg)
{
	(void)arg;
	peers[0].open = 1;
	rd_win_check(&win);
}

int main(void)
{
	rd_list_init(&win.members.held);
	rd_win_check(&win);
	is_int(aborts(lock_in_start, NULL, heard, sizeof(heard)), RD_CHECKS,
	       "no lock within a start");
	is_int(strstr(heard, "START -> LOCK") != NULL, RD_CHECKS, "is said in these words");
	is_int(aborts(start_without_members, NULL, heard, sizeof(heard)), RD_CHECKS,
	       "a start has members");
	is_int(aborts(forget_open, NULL, heard, sizeof(heard)), RD_CHECKS,
	       "no access stays behind an epoch");
	rd_win_enter(&win, RD_EPOCH_FENCE);
	is_int(win.sync.open_all, 1, "a fence opens access to all");
	is_int(aborts(lock_after_operations, NULL, heard, sizeof(heard)), RD_CHECKS,
	       "a fence epoch with operations ends by a fence");
	rd_win_enter(&win, RD_EPOCH_LOCK_ALL);
	rd_win_enter(&win, RD_EPOCH_NONE);
	is_int(win.sync.open_all, 0, "unlock_all closes it");
	return done();
}
