/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions shared by the files of comm/ that make communicators. */
#ifndef RD_COMM_CREATE_H
#define RD_COMM_CREATE_H

#include "comm/boot.h"
#include "comm/comm.h"

/* A communicator with agreed contexts id and id + 1; takes over the reference to the group on
 * success. */
int rd_comm_birth(struct rd_comm *parent, uint32_t id, struct rd_group *group,
		  struct rd_comm **out);
/* The same for an intercommunicator, with contexts id to id + 3, and two references. */
int rd_comm_birth_inter(struct rd_comm *parent, uint32_t id, struct rd_group *local,
			struct rd_group *remote, struct rd_comm **out);
/* Both, with `remote` NULL for an intracommunicator, but the references are dropped on failure. */
int rd_comm_born(struct rd_comm *parent, uint32_t id, struct rd_group *group,
		 struct rd_group *remote, struct rd_comm **out);

/* The proposal of this process for the id of a new communicator of which it will be a member; all
 * use the largest proposal of a member, which is valid for an intercommunicator too. 0: it has none
 * left. */
uint32_t rd_comm_propose_id(void);
/* RD_ENOMEM: no member had an id. */
int rd_comm_check_id(uint32_t id);

/* The id of a new communicator that only this process has chosen so far. */
int rd_comm_own_id(uint32_t *id);

/* The members of a group that may have no communicator yet, in the lobby. */
struct rd_boot rd_comm_lobby_boot(const struct rd_group *group, const char *tag,
				  enum rd_lobby_use use);

/* The arguments of each process in a split. */
struct rd_wish {
	int color, key;
	uint32_t id; /* proposed */
};

/* The largest id that is proposed for this colour. */
uint32_t rd_comm_color_id(const struct rd_wish *wishes, int n, int color);

/* Members of `group` with colour `color`, by key and then by rank. */
int rd_comm_same_color(const struct rd_group *group, const struct rd_wish *wishes, int color,
		       struct rd_group **out);

/* The parts of rd_comm_dup and rd_comm_split for intercommunicators (inter.c). */
int rd_inter_agree_id(struct rd_comm *comm, uint32_t *id);
int rd_inter_split(struct rd_comm *comm, struct rd_wish *wishes, struct rd_comm **out);

/* Collective over `comm`: a communicator of its ranks 0 .. n - 1 in that order; *out NULL for the
 * others. */
int rd_comm_first(struct rd_comm *comm, int n, struct rd_comm **out);

#endif
