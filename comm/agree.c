/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Agreement among the members of a communicator to be, over pt2pt; see agree.h.
 *
 * The first two go round the members with doubled distance d = 1, 2, 4 ... < n (Bruck et al. 1997):
 * to (rank - d) mod n, from (rank + d) mod n. After the round a member has the parts of ranks rank
 * .. rank + 2d - 1 (mod n). A maximum may count a part twice, so it needs no care when n is no
 * power of two.
 */
#include "comm/agree.h"

#include "base/compiler.h"

#include <string.h>

static struct rd_type *byte_type(void)
{
	return rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
}

static int peer(const struct rd_circle *circle, int64_t place)
{
	int at = (int)((place + circle->size) % circle->size);

	return circle->ranks ? circle->ranks[at] : at;
}

static int give(const struct rd_circle *circle, const void *buf, size_t bytes, int to)
{
	if (!circle->ctx)
		return rd_lobby_send(&circle->lobby, buf, bytes, to);
	return rd_send(buf, bytes, byte_type(), to, circle->tag, circle->ctx, RD_SEND_STANDARD);
}

static int take(const struct rd_circle *circle, void *buf, size_t bytes, int from)
{
	if (!circle->ctx)
		return rd_lobby_recv(&circle->lobby, buf, bytes, from);
	return rd_recv(buf, bytes, byte_type(), from, circle->tag, circle->ctx, NULL);
}

static void give_poison(const struct rd_circle *circle, int to)
{
	if (!circle->ctx)
		rd_lobby_send_poison(&circle->lobby, to);
	else
		rd_send_poison(to, circle->tag, circle->ctx);
}

int rd_agree_exchange(const struct rd_circle *circle, int distance, const void *out, size_t out_b,
		      void *in, size_t in_b)
{
	int to = peer(circle, (int64_t)circle->rank - distance);
	int from = peer(circle, (int64_t)circle->rank + distance);

	if (!circle->ctx)
		return rd_lobby_sendrecv(&circle->lobby, out, out_b, to, in, in_b, from);
	return rd_sendrecv(out, out_b, byte_type(), to, circle->tag, in, in_b, byte_type(), from,
			   circle->tag, circle->ctx, NULL);
}

int rd_agree_most(const struct rd_circle *circle, uint64_t *value, int n)
{
	size_t bytes = (size_t)n * sizeof(*value);
	uint64_t most[RD_AGREE_VALUES];
	int err = 0; /* ranks that wait for lost data get a poison message */

	memcpy(most, value, bytes);
	for (int64_t d = 1; d < circle->size; d *= 2) {
		uint64_t other[RD_AGREE_VALUES] = {0};

		if (err == RD_EPROC)
			give_poison(circle, peer(circle, circle->rank - d));
		else if (!err)
			err = rd_agree_exchange(circle, (int)d, most, bytes, other, bytes);
		for (int i = 0; i < n; i++)
			most[i] = rd_max(most[i], other[i]);
	}
	if (!err)
		memcpy(value, most, bytes);
	return err;
}

int rd_agree_max(const struct rd_circle *circle, uint32_t *value)
{
	uint64_t wide = *value;
	int err = rd_agree_most(circle, &wide, 1);

	*value = (uint32_t)wide;
	return err;
}

static void reverse(char *first, char *end)
{
	while (first < end) {
		char c = *--end;

		*end = *first;
		*first++ = c;
	}
}

/* In place: a member without memory for a copy would block the others. */
int rd_agree_gather(const struct rd_circle *circle, void *all, size_t bytes)
{
	size_t n = (size_t)circle->size, me = (size_t)circle->rank;
	char *turned = all; /* part i is that of member (me + i) mod n */
	char *end = turned + n * bytes, *first = turned + me * bytes;
	int err = 0;

	memmove(turned, first, bytes);
	for (size_t d = 1; d < n && (!err || err == RD_EPROC); d *= 2) {
		size_t some = rd_min(d, n - d) * bytes;

		if (err)
			give_poison(circle, peer(circle, circle->rank - (int64_t)d));
		else
			err = rd_agree_exchange(circle, (int)d, turned, some, turned + d * bytes,
						some);
	}
	reverse(turned, end);
	reverse(turned, first);
	reverse(first, end);
	return err;
}

/* Binomial tree over v = (rank - root) mod n: v receives from v without its lowest bit. */
int rd_agree_bcast(const struct rd_circle *circle, int root, void *buf, size_t bytes)
{
	int64_t n = circle->size, v = (circle->rank - (int64_t)root + n) % n, d = 1;
	int err = 0;

	for (; d < n && !(v & d); d *= 2)
		;
	if (v)
		err = take(circle, buf, bytes, peer(circle, v - d + root));
	for (d /= 2; d && !err; d /= 2)
		if (v + d < n)
			err = give(circle, buf, bytes, peer(circle, v + d + root));
	return err;
}
