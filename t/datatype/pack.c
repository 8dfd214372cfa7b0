/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Packing, unpacking, seeking and listing blocks of random nested datatypes give the bytes of
 * their type maps, in order and in pieces of any size (MPI-5.0 5.1, 5.2). Usage: pack [seed
 * [rounds]]
 */
#include "datatype/pack.h"

#include "datatype/external.h"
#include "t/datatype/random.h"
#include "t/tap.h"

#define COUNT_MAX 4
#define HALF (1 << 22) /* bytes on either side of the address that a type may reach */

static unsigned char memory[2 * HALF], other[2 * HALF], shadow[2 * HALF];

struct message {
	struct rtype t;
	uint64_t count, total;
	int64_t *at;           /* [total] offset of each packed byte from the address */
	unsigned char *packed; /* [total] the expected result of packing */
	int overlaps;          /* a byte occurs twice: not for receiving */
};

static void expand(struct message *m)
{
	uint64_t n = 0;

	m->total = 0;
	for (int i = 0; i < m->t.map.n; i++)
		m->total += m->t.map.el[i].size;
	m->total *= m->count;
	m->at = malloc((m->total + 1) * sizeof(*m->at));
	m->packed = malloc(m->total + 1);
	m->overlaps = 0;
	for (uint64_t c = 0; c < m->count; c++)
		for (int i = 0; i < m->t.map.n; i++)
			for (int b = 0; b < m->t.map.el[i].size; b++)
				m->at[n++] =
					m->t.map.el[i].off + b + (int64_t)c * map_extent(&m->t.map);
	for (n = 0; n < m->total; n++) {
		m->packed[n] = memory[HALF + m->at[n]];
		m->overlaps |= shadow[HALF + m->at[n]]++ > 0;
	}
	for (n = 0; n < m->total; n++)
		shadow[HALF + m->at[n]] = 0;
}

static int in_reach(const struct message *m)
{
	for (int i = 0; i < m->t.map.n; i++) {
		int64_t far = (int64_t)(m->count - 1) * map_extent(&m->t.map);
		int64_t a = m->t.map.el[i].off, b = a + far;

		if (a < -HALF || b < -HALF || a + 64 > HALF || b + 64 > HALF)
			return 0;
	}
	return 1;
}

static void make(struct message *m)
{
	for (;;) {
		random_type(&m->t, rnd(7));
		m->count = rnd(COUNT_MAX + 1);
		if (in_reach(m))
			break;
		rd_type_put(m->t.type);
	}
	expand(m);
}

static void drop(struct message *m)
{
	rd_type_put(m->t.type);
	free(m->at);
	free(m->packed);
}

static int true_bounds(const struct message *m)
{
	int64_t lo = 0, hi = 0, size = 0;

	for (int i = 0; i < m->t.map.n; i++) {
		int64_t off = m->t.map.el[i].off, end = off + m->t.map.el[i].size;

		lo = i && lo < off ? lo : off;
		hi = i && hi > end ? hi : end;
		size += end - off;
	}
	return m->t.type->true_lb == lo && m->t.type->true_extent == hi - lo &&
	       (int64_t)m->t.type->size == size;
}

static int bounds(const struct message *m)
{
	return m->t.type->lb == m->t.map.lb && m->t.type->extent == map_extent(&m->t.map);
}

static int pack_whole(const struct message *m)
{
	unsigned char *buffer = malloc(m->total + 1);
	struct rd_iter it;
	int good;

	rd_iter_init(&it, memory + HALF, m->count, m->t.type);
	good = it.total == m->total && rd_iter_pack(&it, buffer, m->total + 7) == m->total &&
	       !memcmp(buffer, m->packed, m->total) && !rd_iter_pack(&it, buffer, 9);
	free(buffer);
	return good;
}

static int pack_pieces(const struct message *m, int seeks)
{
	unsigned char buffer[512];
	struct rd_iter it;
	uint64_t pos = 0;

	rd_iter_init(&it, memory + HALF, m->count, m->t.type);
	for (int i = 0; i < 200 && pos < m->total; i++) {
		size_t max = rnd(rnd(4) ? 40 : 512), got;

		if (seeks)
			rd_iter_seek(&it, pos = rnd(m->total + 1));
		got = rd_iter_pack(&it, buffer, max);
		if (got != (max < m->total - pos ? max : m->total - pos) ||
		    memcmp(buffer, m->packed + pos, got))
			return 0;
		pos += got;
		if (it.pos != pos)
			return 0;
	}
	return 1;
}

/* Bytes outside of the type map are unchanged. */
static int unpack_pieces(const struct message *m)
{
	struct rd_iter it;
	int good = 1;

	if (m->overlaps)
		return 1;
	rd_iter_init(&it, other + HALF, m->count, m->t.type);
	while (it.pos < m->total) {
		size_t max = 1 + rnd(rnd(4) ? 40 : 1000);

		rd_iter_unpack(&it, m->packed + it.pos, max);
	}
	for (uint64_t i = 0; i < m->total; i++) {
		good &= other[HALF + m->at[i]] == m->packed[i];
		other[HALF + m->at[i]] = 0;
	}
	for (int64_t i = -20000; i < 20000; i++)
		good &= !other[HALF + i];
	return good;
}

static int blocks(const struct message *m)
{
	struct rd_iter it;
	uint64_t pos = 0;
	size_t len;
	void *ptr;

	rd_iter_init(&it, memory + HALF, m->count, m->t.type);
	while ((len = rd_iter_block(&it, &ptr, 1 + rnd(300)))) {
		for (size_t i = 0; i < len; i++)
			if (memory + HALF + m->at[pos + i] != (unsigned char *)ptr + i)
				return 0;
		pos += len;
		if (it.pos != pos)
			return 0;
	}
	return pos == m->total;
}

/* Adjacent blocks must be one entry. */
static int vectors(const struct message *m)
{
	struct rd_iter it;
	uint64_t pos = 0;

	rd_iter_init(&it, memory + HALF, m->count, m->t.type);
	while (pos < m->total) {
		struct iovec iov[8];
		int n = rd_iter_iov(&it, iov, 8, m->total);

		if (n < 1)
			return 0;
		for (int v = 0; v < n; v++) {
			unsigned char *ptr = iov[v].iov_base;

			for (size_t i = 0; i < iov[v].iov_len; i++, pos++)
				if (memory + HALF + m->at[pos] != ptr + i)
					return 0;
			if (pos < m->total && memory + HALF + m->at[pos] == ptr + iov[v].iov_len)
				return 0;
		}
	}
	return pos == m->total;
}

static int one_block(const struct message *m)
{
	unsigned char *ptr = rd_type_block(memory + HALF, m->count, m->t.type);

	for (uint64_t i = 0; ptr && i < m->total; i++)
		if (memory + HALF + m->at[i] != ptr + i)
			return 0;
	return 1;
}

/* From one layout into another. */
static int copies(const struct message *m, const struct message *to)
{
	uint64_t want = m->total < to->total ? m->total : to->total;
	int good;

	if (to->overlaps)
		return 1;
	good = rd_type_copy(other + HALF, to->count, to->t.type, memory + HALF, m->count,
			    m->t.type) == want;
	for (uint64_t i = 0; i < to->total; i++) {
		good &= other[HALF + to->at[i]] == (i < want ? m->packed[i] : 0);
		other[HALF + to->at[i]] = 0;
	}
	return good;
}

/* Any prefix that ends between elements has that many of them; any other none. */
static int elements(const struct message *m)
{
	uint64_t pos = 0;
	int n = 0;

	if (!m->count)
		return rd_type_elements(m->t.type, 0) == 0;
	for (uint64_t c = 0; c < m->count; c++)
		for (int i = 0; i < m->t.map.n; i++) {
			int size = m->t.map.el[i].size;

			if (rd_type_elements(m->t.type, pos) != n ||
			    (size > 1 && rd_type_elements(m->t.type, pos + size - 1) != -1))
				return 0;
			pos += size;
			n++;
		}
	return rd_type_elements(m->t.type, pos) == n;
}

/* Element by element backwards. Long doubles are not compared: these bytes are no numbers. */
static int external(const struct message *m)
{
	unsigned char *out = malloc(m->total + 1), *back = malloc(m->total + 1);
	uint64_t pos = 0, size = 0, each = 0;
	struct rd_iter it;
	int good = 1, plain = 1;

	for (int i = 0; i < m->t.map.n; i++) {
		plain &= m->t.map.el[i].size < 32;
		each += (uint64_t)m->t.map.el[i].size;
	}
	good &= rd_external_size(m->t.type) == each;
	size = rd_external_pack(memory + HALF, m->count, m->t.type, out);
	good &= size == each * m->count;
	for (uint64_t c = 0; plain && c < m->count; c++)
		for (int i = 0; i < m->t.map.n; i++)
			for (int b = m->t.map.el[i].size - 1, e = 0; b >= 0; b--, e++, pos++)
				good &= out[pos] == m->packed[pos - (uint64_t)e + (uint64_t)b];
	if (plain && !m->overlaps) {
		good &= rd_external_unpack(out, other + HALF, m->count, m->t.type) == size;
		rd_iter_init(&it, other + HALF, m->count, m->t.type);
		rd_iter_pack(&it, back, m->total);
		good &= !memcmp(back, m->packed, m->total);
		for (uint64_t i = 0; i < m->total; i++)
			other[HALF + m->at[i]] = 0;
	}
	free(out);
	free(back);
	return good;
}

int main(int argc, char **argv)
{
	int rounds = argc > 2 ? atoi(argv[2]) : 3000;
	int good[13] = {0}, overlapping = 0;
	uint64_t most = 0;
	static struct message m, to;
	static const char *const names[13] = {
		"lower bound and extent", "true bounds and size",
		"packed whole",           "packed in pieces",
		"packed at any position", "unpacked in pieces",
		"block after block",      "blocks as vectors, neighbours joined",
		"the one block",          "copied to another layout",
		"basic elements",         "external32",
		"long enough messages",
	};

	random_state = argc > 1 ? strtoull(argv[1], NULL, 0) : 20260101;
	diag("seed %llu", (unsigned long long)random_state);
	for (unsigned i = 0; i < sizeof(memory); i++)
		memory[i] = 1 + rnd(255);
	for (int i = 0; i < rounds; i++) {
		make(&m);
		make(&to);
		good[0] += bounds(&m);
		good[1] += true_bounds(&m);
		good[2] += pack_whole(&m);
		good[3] += pack_pieces(&m, 0);
		good[4] += pack_pieces(&m, 1);
		good[5] += unpack_pieces(&m);
		good[6] += blocks(&m);
		good[7] += vectors(&m);
		good[8] += one_block(&m);
		good[9] += copies(&m, &to);
		good[10] += elements(&m);
		good[11] += external(&m);
		overlapping += m.overlaps;
		most = m.total > most ? m.total : most;
		drop(&m);
		drop(&to);
	}
	for (int i = 0; i < 12; i++)
		is_int(good[i], rounds, "%s", names[i]);
	ok(most > 2000 && overlapping < rounds * 3 / 4, "%s: %llu bytes, %d could not be received",
	   names[12], (unsigned long long)most, overlapping);
	is_int(rd_type_living(), 0, "nothing lives on");
	return done();
}
