/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The segment of a communicator: rank 0 makes it (sm_file.c), all open it, and all agree whether
 * it worked. Called from sm.c.
 */
#include "coll/sm_pool.h"

#include "comm/agree.h"
#include "runtime/hw.h"
#include "runtime/job.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t segment_bytes(int n)
{
	return sizeof(struct rd_smc_head) +
	       (size_t)n * (sizeof(struct rd_smc_member) + sizeof(struct rd_smc_desk));
}

static void lay_out(struct rd_smc *smc, void *base)
{
	smc->head = base;
	smc->member = (struct rd_smc_member *)(smc->head + 1);
	smc->desk = (struct rd_smc_desk *)(smc->member + smc->n);
}

/* Rank 0: makes and maps the segment; -1: it cannot be. */
static int create(struct rd_smc *smc, struct rd_smc_card *card)
{
	void *base;
	int fd = rd_smc_file_make(&card->file, smc->bytes, &base);

	if (fd < 0)
		return -1;
	lay_out(smc, base);
	smc->head->token = card->file.token;
	smc->head->magic = RD_SMC_MAGIC;
	smc->head->members = (uint32_t)smc->n;
	return fd;
}

/* Another rank: opens rank 0's segment. */
static int attach(struct rd_smc *smc, const struct rd_smc_file *file)
{
	void *base = rd_smc_file_open(file, smc->bytes);

	if (!base)
		return RD_ENOTSUP;
	lay_out(smc, base);
	if (smc->head->token == file->token && smc->head->magic == RD_SMC_MAGIC &&
	    smc->head->members == (uint32_t)smc->n)
		return 0;
	munmap(smc->head, smc->bytes);
	smc->head = NULL;
	return RD_ENOTSUP;
}

/* Whether every member has a bell and rank 0 a segment. */
static int all_willing(const struct rd_smc *smc)
{
	for (int i = 0; i < smc->n; i++)
		if (smc->card[i].bell < 0)
			return 0;
	return smc->card[0].file.size != 0;
}

static void learn_flags(struct rd_smc *smc)
{
	int all = ~0;

	for (int i = 0; i < smc->n; i++)
		all &= smc->card[i].flags;
	smc->light = (all & RD_SMC_LIGHT) != 0;
	smc->crowd = (all & RD_SMC_CROWD) != 0;
}

/*
 * A reduction by tree takes log2 n steps one after the other; spread over all ranks it takes n /
 * processors times a step of work, and more rounds: with as many ranks for each processor as log2
 * n the tree is no slower.
 */
static int is_crowded(int n)
{
	int ranks, cpus, steps = 0;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	while (n > 1 << steps)
		steps++;
	return ranks >= cpus * rd_max(steps, 2);
}

static void write_card(struct rd_smc_card *card, int n)
{
	int light = 0;

	card->pid = getpid();
	card->bell = rd_smc_bell(&light);
	card->flags = (light ? RD_SMC_LIGHT : 0) | (is_crowded(n) ? RD_SMC_CROWD : 0);
}

/* Exchange of cards, opening, agreement; the same result on all members but for errors of
 * messages. */
static int meet(struct rd_comm *comm, struct rd_smc *smc, const char **why)
{
	struct rd_circle circle = rd_comm_circle(comm);
	struct rd_smc_card *card = &smc->card[smc->rank];
	uint32_t failed = 0;
	int fd = -1, err;

	write_card(card, smc->n);
	if (!smc->rank)
		fd = create(smc, card);
	err = rd_agree_gather(&circle, smc->card, sizeof(*card));
	if (!err && smc->rank && all_willing(smc))
		failed = attach(smc, &smc->card[0].file) != 0;
	if (!err)
		err = rd_agree_max(&circle, &failed);
	if (fd >= 0)
		close(fd);
	if (!err && (failed || !all_willing(smc)))
		*why = "the members cannot share memory (RONDO_VERBOSE=1 says more)";
	learn_flags(smc);
	return err;
}

/* Who waits for members on other processors only keeps its own from nobody if those here are all
 * members too. */
static int is_tight(int n)
{
	int ranks, cpus;

	rd_hw_share(rd_job.nlocal, &ranks, &cpus);
	return ranks > cpus && n == rd_job.nlocal;
}

static struct rd_smc *alloc(struct rd_comm *comm)
{
	struct rd_smc *smc = calloc(1, sizeof(*smc));

	if (!smc)
		return NULL;
	smc->ctx = &comm->coll;
	smc->rank = comm->rank;
	smc->n = comm->size;
	smc->tight = is_tight(smc->n);
	smc->looks = smc->tight ? RD_SMC_LOOKS_LEAST : RD_SMC_LOOKS_MOST;
	smc->whole = smc->n == rd_job.nlocal;
	smc->cpu = -1;
	smc->bytes = segment_bytes(smc->n);
	smc->card = calloc((size_t)smc->n, sizeof(*smc->card));
	smc->bell = malloc(sizeof(int) * (size_t)smc->n);
	if (!smc->card || !smc->bell) {
		rd_smc_close(smc);
		return NULL;
	}
	for (int i = 0; i < smc->n; i++)
		smc->bell[i] = -1;
	return smc;
}

int rd_smc_open(struct rd_comm *comm, struct rd_smc **out, const char **why)
{
	struct rd_circle circle = rd_comm_circle(comm);
	struct rd_smc *smc = alloc(comm);
	uint32_t failed = !smc;
	int err = rd_agree_max(&circle, &failed);

	*out = NULL;
	*why = NULL;
	if (failed)
		*why = "a member has no memory for it";
	else if (!err)
		err = meet(comm, smc, why);
	if (!err && !*why)
		*out = smc;
	else if (smc)
		rd_smc_close(smc);
	return err;
}

void rd_smc_close(struct rd_smc *smc)
{
	for (int i = 0; smc->bell && i < smc->n; i++)
		if (smc->bell[i] >= 0)
			close(smc->bell[i]);
	rd_smc_pool_close(smc);
	if (smc->head)
		munmap(smc->head, smc->bytes);
	free(smc->bell);
	free(smc->card);
	free(smc);
}
