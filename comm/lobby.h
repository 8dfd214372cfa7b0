/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages between processes that may have no communicator in common (MPI_Comm_create_from_group
 * and MPI_Intercomm_create_from_groups, MPI-5.0 7.4.2 and 7.6.2). A string keeps calls of several
 * threads apart; a receive takes messages with the same whole string and for the same use only.
 * Called by boot.c and inter.c.
 */
#ifndef RD_COMM_LOBBY_H
#define RD_COMM_LOBBY_H

#include "pt2pt/pt2pt.h"

/* Among a communicator's members; within an intercommunicator's local group; between its
 * leaders. */
enum rd_lobby_use { RD_LOBBY_GROUP, RD_LOBBY_BOOT, RD_LOBBY_BRIDGE };

/* The lobby as one call uses it. */
struct rd_lobby {
	const char *name; /* the program's string */
	enum rd_lobby_use use;
	int tag; /* a hash of the name: few messages under other names have it */
};

struct rd_lobby rd_lobby_open(const char *name, enum rd_lobby_use use);

/* To or from the process of this world rank. RD_EPROC: it has failed, or sent a poison message;
 * RD_ENOMEM: it has sent one for want of memory, as a call does that returns this here. */
int rd_lobby_send(const struct rd_lobby *lobby, const void *buf, size_t bytes, int to);
int rd_lobby_recv(const struct rd_lobby *lobby, void *buf, size_t bytes, int from);
int rd_lobby_sendrecv(const struct rd_lobby *lobby, const void *out, size_t out_b, int to, void *in,
		      size_t in_b, int from);
/* Sends a poison message in the place of data that this process does not have, because of err. */
int rd_lobby_send_poison(const struct rd_lobby *lobby, int to, int err);

/* Called when MPI_COMM_WORLD is made and freed. */
void rd_lobby_init(void);
void rd_lobby_fini(void);

#endif
