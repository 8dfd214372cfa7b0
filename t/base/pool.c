/* SPDX-License-Identifier: BSD-3-Clause */
/* base/pool.c: objects are zeroed and distinct; freed ones are recognized by their magic word for a
 * while. */
#include "base/pool.h"

#include "t/tap.h"

struct thing {
	struct rd_obj obj;
	char text[37];
};

#define N 1000

int main(void)
{
	struct rd_pool pool = RD_POOL_INIT(struct thing);
	static struct thing *things[N];
	struct thing *gone, *next;
	int wrong = 0;

	for (int i = 0; i < N; i++) {
		things[i] = rd_pool_get(&pool);
		wrong += things[i]->obj.magic || things[i]->text[36];
		rd_obj_init(&things[i]->obj, RD_MAGIC_TYPE);
		memset(things[i]->text, i, sizeof(things[i]->text));
	}
	for (int i = 0; i < N; i++)
		wrong += things[i]->obj.magic != RD_MAGIC_TYPE || things[i]->text[0] != (char)i ||
			 things[i]->text[36] != (char)i;
	is_int(wrong, 0, "%d objects, zeroed and apart", N);

	gone = things[7];
	rd_pool_put(&pool, gone);
	is_int(gone->obj.magic, RD_MAGIC_FREED, "a freed object says so");
	for (int i = 0; i < 8; i++) {
		next = rd_pool_get(&pool);
		wrong += next == gone;
	}
	is_int(wrong, 0, "its place is not the next to be used");
	is_int(gone->obj.magic, RD_MAGIC_FREED, "so it still says so");
	rd_pool_put(&pool, NULL);
	for (int i = 0; i < 100 * N; i++)
		rd_pool_put(&pool, rd_pool_get(&pool));
	ok(pool.nfree < 2 * 16 + 8, "using and freeing takes no new memory");
	return done();
}
