/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Protection domains, memory regions and address handles. Regions are entries of a table in this
 * process: the card's eight regions do not bound them. Called by the program and, for each access,
 * by send.c and recv.c.
 *
 * A key is the region's place in the table, and a number that changes each time that the place is
 * used: an old key of a place does not open the next region.
 */
#include "verbs/verbs.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#undef ibv_reg_mr
#undef ibv_reg_mr_iova

#define PLACES_MAX (1u << 24)
#define REMOTE (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)
#define ACCESS_KNOWN \
	(IBV_ACCESS_LOCAL_WRITE | REMOTE | IBV_ACCESS_MW_BIND | IBV_ACCESS_ZERO_BASED | \
	 IBV_ACCESS_HUGETLB | IBV_ACCESS_OPTIONAL_RANGE)

static struct {
	struct place {
		struct rd_vb_mr *mr; /* NULL: no key of it opens anything */
		struct rd_vb_mw *mw; /* whose place it is; NULL: a region's, or free */
		uint8_t round;
		uint32_t next; /* free place behind this one; 0: none */
	} * place;             /* [n]; place 0 is not used, so that no key is 0 */
	uint32_t n, free;
} table;

/* ---- Protection domains ---- */

struct ibv_pd *ibv_alloc_pd(struct ibv_context *ctx)
{
	struct rd_vb_pd *pd = calloc(1, sizeof(*pd));

	if (!pd)
		return NULL;
	pd->pd.context = ctx;
	rd_vb_lock();
	rd_vb_ctx_of(ctx)->users++;
	rd_vb_unlock();
	return &pd->pd;
}

int ibv_dealloc_pd(struct ibv_pd *pd)
{
	struct rd_vb_pd *own = (struct rd_vb_pd *)pd;

	rd_vb_lock();
	if (own->users) {
		rd_vb_unlock();
		return EBUSY;
	}
	rd_vb_ctx_of(pd->context)->users--;
	if (own->of)
		own->of->users--;
	if (own->td)
		own->td->users--;
	rd_vb_unlock();
	free(own);
	return 0;
}

int rd_vb_pd_same(const struct ibv_pd *one, const struct ibv_pd *other)
{
	const struct rd_vb_pd *a = (const struct rd_vb_pd *)one,
			      *b = (const struct rd_vb_pd *)other;

	return (a->of ? a->of : a) == (b->of ? b->of : b);
}

/* The program's functions for memory are not called: no queue lies in memory that a card reads. */
struct ibv_pd *rd_vb_alloc_parent_domain(struct ibv_context *ctx,
					 struct ibv_parent_domain_init_attr *attr)
{
	struct rd_vb_pd *of = (struct rd_vb_pd *)attr->pd, *own;
	struct ibv_pd *pd;

	if (!of || of->of || of->pd.context != ctx ||
	    attr->comp_mask & ~(uint32_t)(IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS |
					  IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT)) {
		errno = EINVAL;
		return NULL;
	}
	pd = ibv_alloc_pd(ctx);
	if (!pd)
		return NULL;
	own = (struct rd_vb_pd *)pd;
	rd_vb_lock();
	own->of = of;
	of->users++;
	own->td = (struct rd_vb_td *)attr->td;
	if (own->td)
		own->td->users++;
	rd_vb_unlock();
	return pd;
}

/* A promise of the program that one thread uses the objects of the domain: not made use of. */
struct ibv_td *rd_vb_alloc_td(struct ibv_context *ctx, struct ibv_td_init_attr *attr)
{
	struct rd_vb_td *td = attr->comp_mask ? NULL : calloc(1, sizeof(*td));

	if (attr->comp_mask)
		errno = EINVAL;
	if (!td)
		return NULL;
	td->td.context = ctx;
	rd_vb_lock();
	rd_vb_ctx_of(ctx)->users++;
	rd_vb_unlock();
	return &td->td;
}

int rd_vb_dealloc_td(struct ibv_td *td)
{
	struct rd_vb_td *own = (struct rd_vb_td *)td;

	rd_vb_lock();
	if (own->users) {
		rd_vb_unlock();
		return EBUSY;
	}
	rd_vb_ctx_of(td->context)->users--;
	rd_vb_unlock();
	free(own);
	return 0;
}

/* ---- Memory regions ---- */

static int grow_table(void)
{
	uint32_t n = table.n ? 2 * table.n : 256;
	struct place *place = n > PLACES_MAX ? NULL : realloc(table.place, n * sizeof(*place));

	if (!place)
		return ENOMEM;
	table.place = place;
	if (!table.n)
		place[0] = (struct place){0};
	for (uint32_t i = n; i-- > (table.n ? table.n : 1);) {
		place[i] = (struct place){.next = table.free};
		table.free = i;
	}
	table.n = n;
	return 0;
}

uint32_t rd_vb_key_take(struct rd_vb_mw *mw)
{
	uint32_t at;

	if (!table.free && grow_table())
		return 0;
	at = table.free;
	table.free = table.place[at].next;
	table.place[at].mw = mw;
	return at << 8 | table.place[at].round;
}

void rd_vb_key_open(uint32_t key, struct rd_vb_mr *mr)
{
	struct place *place = &table.place[key >> 8];

	place->mr = mr;
	if (mr)
		place->round = (uint8_t)key;
}

void rd_vb_key_free(uint32_t key)
{
	struct place *place = &table.place[key >> 8];

	place->mr = NULL;
	place->mw = NULL;
	place->round++;
	place->next = table.free;
	table.free = key >> 8;
}

struct rd_vb_mw *rd_vb_mw_of(uint32_t key)
{
	return key >> 8 < table.n ? table.place[key >> 8].mw : NULL;
}

static int take_key(struct rd_vb_mr *mr)
{
	uint32_t key = rd_vb_key_take(NULL);

	if (!key)
		return ENOMEM;
	rd_vb_key_open(key, mr);
	mr->mr.handle = key >> 8;
	mr->mr.lkey = mr->mr.rkey = key;
	return 0;
}

struct rd_vb_mr *rd_vb_mr_of(uint32_t key)
{
	uint32_t at = key >> 8;
	struct place *place = at < table.n ? &table.place[at] : NULL;

	return place && place->mr && place->round == (uint8_t)key ? place->mr : NULL;
}

char *rd_vb_mr_reach(struct ibv_pd *pd, uint32_t key, uint64_t addr, uint64_t len, unsigned access)
{
	struct rd_vb_mr *mr = rd_vb_mr_of(key);
	uint64_t offset;

	if (!mr || !rd_vb_pd_same(mr->mr.pd, pd) || (mr->access & access) != access)
		return NULL;
	if (!(access & REMOTE) && rd_vb_mw_of(key)) /* windows are for others */
		return NULL;
	offset = addr - mr->iova;
	if (offset > mr->mr.length || len > mr->mr.length - offset)
		return NULL;
	return (char *)mr->mr.addr + offset;
}

/* Rights that let others change the memory need the right to change it here. */
static int check_access(const char *call, unsigned access)
{
	if (access & IBV_ACCESS_ON_DEMAND)
		return rd_vb_absent(call, "the card does not page on demand", EOPNOTSUPP);
	if (access & ~(unsigned)ACCESS_KNOWN)
		return EINVAL;
	if (access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC) &&
	    !(access & IBV_ACCESS_LOCAL_WRITE))
		return EINVAL;
	return 0;
}

/* Whether all of it is mapped: msync with MS_ASYNC does nothing but look. */
static int check_memory(const void *addr, size_t length)
{
	uintptr_t begin = (uintptr_t)addr & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);

	if (length > UINT64_MAX - (uintptr_t)addr)
		return EINVAL;
	return length && msync((void *)begin, (uintptr_t)addr - begin + length, MS_ASYNC) ? EFAULT
											  : 0;
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova,
				unsigned access)
{
	struct rd_vb_mr *mr = NULL;
	int err = check_access("ibv_reg_mr", access);

	if (!err)
		err = check_memory(addr, length);
	if (!err) {
		mr = calloc(1, sizeof(*mr));
		err = mr ? 0 : ENOMEM;
	}
	if (err) {
		errno = err;
		return NULL;
	}
	*mr = (struct rd_vb_mr){
		.mr = {.context = pd->context, .pd = pd, .addr = addr, .length = length},
		.iova = access & IBV_ACCESS_ZERO_BASED ? 0 : iova,
		.access = access,
	};
	rd_vb_lock();
	err = take_key(mr);
	if (!err)
		((struct rd_vb_pd *)pd)->users++;
	rd_vb_unlock();
	if (!err)
		return &mr->mr;
	free(mr);
	errno = err;
	return NULL;
}

struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access)
{
	return ibv_reg_mr_iova2(pd, addr, length, (uintptr_t)addr, (unsigned)access);
}

struct ibv_mr *ibv_reg_mr_iova(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova,
			       int access)
{
	return ibv_reg_mr_iova2(pd, addr, length, iova, (unsigned)access);
}

/* No card reaches the region any more. Progress, which is made meanwhile, may bind a window to it.
 */
static int end_access(struct rd_vb_mr *mr)
{
	if (!mr->windows)
		rd_vb_place_forget(mr);
	if (mr->windows)
		return EBUSY;
	rd_vb_card_forget(mr);
	return 0;
}

static int check_rereg(const struct ibv_mr *mr, int flags, const struct ibv_pd *pd,
		       const void *addr, size_t length, int access)
{
	int err = 0;

	if (!flags || flags & ~IBV_REREG_MR_FLAGS_SUPPORTED)
		return EINVAL;
	if (flags & IBV_REREG_MR_CHANGE_TRANSLATION)
		err = addr && length ? check_memory(addr, length) : EINVAL;
	if (err)
		return err;
	if (flags & IBV_REREG_MR_CHANGE_PD && (!pd || pd->context != mr->context))
		return EINVAL;
	return flags & IBV_REREG_MR_CHANGE_ACCESS ? check_access("ibv_rereg_mr", (unsigned)access)
						  : 0;
}

/* The keys stay. Packets that come later find the region as it is then. The card places nothing in
 * it any more: its grants have the key only, not which region it was. */
int ibv_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *addr, size_t length,
		 int access)
{
	struct rd_vb_mr *own = (struct rd_vb_mr *)mr;
	int err = check_rereg(mr, flags, pd, addr, length, access);

	rd_vb_lock();
	if (!err)
		err = end_access(own);
	if (err) {
		rd_vb_unlock();
		errno = err;
		return IBV_REREG_MR_ERR_INPUT;
	}
	if (flags & IBV_REREG_MR_CHANGE_PD) {
		((struct rd_vb_pd *)mr->pd)->users--;
		((struct rd_vb_pd *)pd)->users++;
		mr->pd = pd;
	}
	if (flags & IBV_REREG_MR_CHANGE_ACCESS)
		own->access = (unsigned)access;
	if (flags & IBV_REREG_MR_CHANGE_TRANSLATION) {
		mr->addr = addr;
		mr->length = length;
		own->iova = own->access & IBV_ACCESS_ZERO_BASED ? 0 : (uintptr_t)addr;
	}
	rd_vb_nudge();
	rd_vb_unlock();
	return 0;
}

int ibv_dereg_mr(struct ibv_mr *mr)
{
	int err;

	rd_vb_lock();
	err = end_access((struct rd_vb_mr *)mr);
	if (err) {
		rd_vb_unlock();
		return err;
	}
	rd_vb_key_free(mr->rkey);
	((struct rd_vb_pd *)mr->pd)->users--;
	rd_vb_nudge();
	rd_vb_unlock();
	free(mr);
	return 0;
}

/* ---- Address handles ---- */

struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr)
{
	struct rd_vb_ah *ah;
	int node;

	rd_vb_lock();
	node = attr->port_num == 1 ? rd_vb_net_node_of(attr) : -1;
	rd_vb_unlock();
	if (node < 0) {
		errno = EINVAL;
		return NULL;
	}
	ah = calloc(1, sizeof(*ah));
	if (!ah)
		return NULL;
	*ah = (struct rd_vb_ah){
		.ah = {.context = pd->context, .pd = pd},
		.attr = *attr,
		.node = node,
	};
	rd_vb_lock();
	((struct rd_vb_pd *)pd)->users++;
	rd_vb_net_connect(node);
	rd_vb_unlock();
	return &ah->ah;
}

int ibv_destroy_ah(struct ibv_ah *ah)
{
	rd_vb_lock();
	((struct rd_vb_pd *)ah->pd)->users--;
	rd_vb_unlock();
	free(ah);
	return 0;
}

int ibv_init_ah_from_wc(struct ibv_context *ctx, uint8_t port_num, struct ibv_wc *wc,
			struct ibv_grh *grh, struct ibv_ah_attr *attr)
{
	(void)ctx;
	*attr = (struct ibv_ah_attr){
		.dlid = wc->slid,
		.sl = wc->sl,
		.src_path_bits = wc->dlid_path_bits,
		.port_num = port_num,
	};
	if (wc->wc_flags & IBV_WC_GRH) {
		uint32_t word = be32toh(grh->version_tclass_flow);

		attr->is_global = 1;
		attr->grh.dgid = grh->sgid;
		attr->grh.hop_limit = 0xff;
		attr->grh.flow_label = word & 0xfffff;
		attr->grh.traffic_class = (uint8_t)(word >> 20);
	}
	return 0;
}

struct ibv_ah *ibv_create_ah_from_wc(struct ibv_pd *pd, struct ibv_wc *wc, struct ibv_grh *grh,
				     uint8_t port_num)
{
	struct ibv_ah_attr attr;

	ibv_init_ah_from_wc(pd->context, port_num, wc, grh, &attr);
	return ibv_create_ah(pd, &attr);
}
