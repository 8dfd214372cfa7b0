/* SPDX-License-Identifier: BSD-3-Clause */
/* pt2pt/idtab.c: ids find their objects, stale and forged ones find nothing. */
#include "pt2pt/idtab.h"

#include "t/tap.h"

#define N 10000

static uint32_t ids[N];
static int objects[N];

static void count(void *object, void *arg)
{
	*(long *)arg += *(int *)object;
}

int main(void)
{
	uint32_t first, id = 0;
	int wrong = 0;
	long sum = 0;

	for (int i = 0; i < N; i++) {
		objects[i] = 1;
		wrong += rd_id_new(&objects[i], &ids[i]) != 0;
	}
	for (int i = 0; i < N; i++)
		wrong += rd_id_find(ids[i]) != &objects[i] || !ids[i];
	is_int(wrong, 0, "%d ids find their objects", N);
	rd_id_for_each(count, &sum);
	is_int(sum, N, "each is visited once");
	for (int i = 0; i < N; i += 2)
		rd_id_drop(ids[i]);
	for (int i = 0; i < N; i++)
		wrong += rd_id_find(ids[i]) != (i % 2 ? &objects[i] : NULL);
	is_int(wrong, 0, "dropped ids find nothing, the others still do");

	rd_id_new(&objects[0], &first);
	rd_id_drop(first);
	for (int i = 0; i < 200; i++) {
		rd_id_new(&objects[0], &id);
		wrong += id == first || rd_id_find(first) != NULL;
		rd_id_drop(id);
	}
	is_int(wrong, 0, "a place used again has another id");
	ok(!rd_id_find(0) && !rd_id_find(UINT32_MAX) && !rd_id_find(12345678),
	   "forged ids find nothing");
	rd_id_fini();
	ok(!rd_id_find(ids[1]), "nothing is found at the end");
	return done();
}
