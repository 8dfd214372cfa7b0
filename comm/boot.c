/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Agreement among the members of a communicator to be, over pt2pt; see boot.h.
 *
 * The first two go round the members with doubled distance d = 1, 2, 4 ... < n (Bruck et al. 1997):
 * to (rank - d) mod n, from (rank + d) mod n. After the round a member has the parts of ranks rank
 * .. rank + 2d - 1 (mod n). A maximum may count a part twice, so it needs no care when n is no
 * power of two.
 */
#include "comm/boot.h"

#include "base/compiler.h"

#include <string.h>

static struct rd_type *byte_type(void)
{
	return rd_type_predefined[(uintptr_t)MPI_BYTE - RD_TYPE_FIRST];
}

static int peer(const struct rd_boot *boot, int64_t place)
{
	int at = (int)((place + boot->size) % boot->size);

	return boot->ranks ? boot->ranks[at] : at;
}

static int give(const struct rd_boot *boot, const void *buf, size_t bytes, int to)
{
	if (!boot->ctx)
		return rd_lobby_send(&boot->lobby, buf, bytes, to);
	return rd_send(buf, bytes, byte_type(), to, boot->tag, boot->ctx, RD_SEND_STANDARD);
}

static int take(const struct rd_boot *boot, void *buf, size_t bytes, int from)
{
	if (!boot->ctx)
		return rd_lobby_recv(&boot->lobby, buf, bytes, from);
	return rd_recv(buf, bytes, byte_type(), from, boot->tag, boot->ctx, NULL);
}

/* err: RD_ENOMEM, which the receiver gets as its own; else it gets RD_EPROC. */
static void give_poison(const struct rd_boot *boot, int to, int err)
{
	if (!boot->ctx)
		rd_lobby_send_poison(&boot->lobby, to, err);
	else
		rd_send_poison(to, boot->tag, boot->ctx, err, NULL);
}

/* A round of a member that has no data for the others: RD_EPROC, or RD_ENOMEM; then it takes the
 * message that comes, for which its sender may wait. */
static void give_up(const struct rd_boot *boot, int64_t distance, int err)
{
	give_poison(boot, peer(boot, boot->rank - distance), err);
	if (err != RD_ENOMEM)
		return;
	take(boot, NULL, 0, peer(boot, boot->rank + distance));
	rd_err_forget();
}

int rd_boot_exchange(const struct rd_boot *boot, int distance, const void *out, size_t out_b,
		     void *in, size_t in_b)
{
	int to = peer(boot, (int64_t)boot->rank - distance);
	int from = peer(boot, (int64_t)boot->rank + distance);

	if (!boot->ctx)
		return rd_lobby_sendrecv(&boot->lobby, out, out_b, to, in, in_b, from);
	return rd_sendrecv(&RD_SIDE(RD_BUF(out, out_b, byte_type()), to, boot->tag),
			   &RD_SIDE(RD_BUF(in, in_b, byte_type()), from, boot->tag), boot->ctx,
			   NULL);
}

/* The largest values, or with `all_bits` those that have each bit of any member. */
static int agree(const struct rd_boot *boot, uint64_t *value, int n, int all_bits)
{
	size_t bytes = (size_t)n * sizeof(*value);
	uint64_t most[RD_BOOT_VALUES];
	int err = 0; /* ranks that wait for lost data get a poison message */

	memcpy(most, value, bytes);
	for (int64_t d = 1; d < boot->size; d *= 2) {
		uint64_t other[RD_BOOT_VALUES] = {0};

		if (err == RD_EPROC || err == RD_ENOMEM)
			give_up(boot, d, err);
		else if (!err)
			err = rd_boot_exchange(boot, (int)d, most, bytes, other, bytes);
		for (int i = 0; i < n; i++)
			most[i] = all_bits ? most[i] | other[i] : rd_max(most[i], other[i]);
	}
	if (!err)
		memcpy(value, most, bytes);
	return err;
}

int rd_boot_max_n(const struct rd_boot *boot, uint64_t *value, int n)
{
	return agree(boot, value, n, 0);
}

int rd_boot_max(const struct rd_boot *boot, uint32_t *value)
{
	uint64_t wide = *value;
	int err = rd_boot_max_n(boot, &wide, 1);

	*value = (uint32_t)wide;
	return err;
}

int rd_boot_or(const struct rd_boot *boot, uint32_t *bits)
{
	uint64_t wide = *bits;
	int err = agree(boot, &wide, 1, 1);

	*bits = (uint32_t)wide;
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
int rd_boot_allgather(const struct rd_boot *boot, void *all, size_t bytes)
{
	size_t n = (size_t)boot->size, me = (size_t)boot->rank;
	char *turned = all; /* part i is that of member (me + i) mod n */
	char *end = turned + n * bytes, *first = turned + me * bytes;
	int err = 0;

	memmove(turned, first, bytes);
	for (size_t d = 1; d < n && (!err || err == RD_EPROC || err == RD_ENOMEM); d *= 2) {
		size_t some = rd_min(d, n - d) * bytes;

		if (err)
			give_up(boot, (int64_t)d, err);
		else
			err = rd_boot_exchange(boot, (int)d, turned, some, turned + d * bytes,
					       some);
	}
	reverse(turned, end);
	reverse(turned, first);
	reverse(first, end);
	return err;
}

/*
 * Binomial tree over v = (rank - root) mod n: v receives from v without its lowest bit. Those below
 * a member that has not received the data get a poison message; one that has failed does not keep
 * the data from the others.
 */
int rd_boot_bcast(const struct rd_boot *boot, int root, void *buf, size_t bytes)
{
	int64_t n = boot->size, v = (boot->rank - (int64_t)root + n) % n, d = 1;
	int err = 0, sent = 0;

	for (; d < n && !(v & d); d *= 2)
		;
	if (v)
		err = take(boot, buf, buf ? bytes : 0, peer(boot, v - d + root));
	if (!buf)
		err = RD_ENOMEM;
	for (d /= 2; d; d /= 2) {
		int err2 = 0;

		if (v + d < n && err)
			give_poison(boot, peer(boot, v + d + root), err);
		else if (v + d < n)
			err2 = give(boot, buf, bytes, peer(boot, v + d + root));
		sent = sent ? sent : err2;
	}
	return err ? err : sent;
}
