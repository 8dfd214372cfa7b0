/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The segment of a communicator: rank 0 makes a memfd without a name, all open it as
 * /proc/<pid>/fd/<fd>, and all agree whether it worked. It is sealed against shrinking and its
 * memory is taken before it is touched, so that no access can raise SIGBUS. Called from sm.c.
 */
#include "coll/sm.h"

#include "base/log.h"
#include "comm/agree.h"
#include "runtime/hw.h"
#include "runtime/job.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t segment_bytes(int n)
{
	return sizeof(struct rd_smc_head) +
	       (size_t)n * (sizeof(struct rd_smc_member) + sizeof(struct rd_smc_desk));
}

static int take(int fd, size_t bytes)
{
	int rc;

	do
		rc = fallocate(fd, 0, 0, (off_t)bytes);
	while (rc && errno == EINTR);
	return rc;
}

static int map(struct rd_smc *smc, int fd)
{
	void *base = mmap(NULL, smc->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (base == MAP_FAILED)
		return RD_ENOMEM;
	smc->head = base;
	smc->member = (struct rd_smc_member *)(smc->head + 1);
	smc->desk = (struct rd_smc_desk *)(smc->member + smc->n);
	return 0;
}

/* Rank 0: makes and maps the segment; -1: it cannot be. */
static int create(struct rd_smc *smc, struct rd_smc_card *card)
{
	int fd = memfd_create("rondo-coll", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd < 0 || ftruncate(fd, (off_t)smc->bytes) || take(fd, smc->bytes) ||
	    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) ||
	    getrandom(&card->token, sizeof(card->token), 0) != sizeof(card->token) ||
	    map(smc, fd)) {
		rd_info("collectives in shared memory: %zu bytes: %m", smc->bytes);
		if (fd >= 0)
			close(fd);
		return -1;
	}
	smc->head->token = card->token;
	smc->head->magic = RD_SMC_MAGIC;
	smc->head->members = (uint32_t)smc->n;
	card->size = smc->bytes;
	card->fd = fd;
	return fd;
}

/* What rank 0 names may be some other file if its process is not the one we see under this
 * number. */
static int open_file(const struct rd_smc_card *card)
{
	char path[48];
	struct stat st;
	int fd, seals;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", card->pid, card->fd);
	fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -1;
	seals = fcntl(fd, F_GET_SEALS);
	if (seals >= 0 && seals & F_SEAL_SHRINK && !fstat(fd, &st) &&
	    (uint64_t)st.st_size == card->size)
		return fd;
	close(fd);
	return -1;
}

/* Another rank: opens rank 0's segment. */
static int attach(struct rd_smc *smc, const struct rd_smc_card *card)
{
	int fd = card->size == smc->bytes ? open_file(card) : -1, err;

	if (fd < 0)
		return RD_ENOTSUP;
	err = map(smc, fd);
	close(fd);
	if (err)
		return err;
	if (smc->head->token == card->token && smc->head->magic == RD_SMC_MAGIC &&
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
	return smc->card[0].size != 0;
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
	int tag = rd_comm_coll_tag(comm);
	struct rd_circle circle = {&comm->coll, tag, comm->rank, comm->size, NULL};
	struct rd_smc_card *card = &smc->card[smc->rank];
	uint32_t failed = 0;
	int fd = -1, err;

	write_card(card, smc->n);
	if (!smc->rank)
		fd = create(smc, card);
	err = rd_agree_gather(&circle, smc->card, sizeof(*card));
	if (!err && smc->rank && all_willing(smc))
		failed = attach(smc, &smc->card[0]) != 0;
	if (!err)
		err = rd_agree_max(&circle, &failed);
	if (fd >= 0)
		close(fd);
	if (!err && (failed || !all_willing(smc)))
		*why = "the members cannot share memory (RONDO_VERBOSE=1 says more)";
	learn_flags(smc);
	return err;
}

static struct rd_smc *alloc(const struct rd_comm *comm)
{
	struct rd_smc *smc = calloc(1, sizeof(*smc));

	if (!smc)
		return NULL;
	smc->rank = comm->rank;
	smc->n = comm->size;
	smc->looks = RD_SMC_LOOKS_MOST;
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
	struct rd_smc *smc = alloc(comm);
	int err;

	*out = NULL;
	*why = NULL;
	if (!smc)
		return RD_ENOMEM;
	err = meet(comm, smc, why);
	if (err || *why)
		rd_smc_close(smc);
	else
		*out = smc;
	return err;
}

void rd_smc_close(struct rd_smc *smc)
{
	for (int i = 0; smc->bell && i < smc->n; i++)
		if (smc->bell[i] >= 0)
			close(smc->bell[i]);
	if (smc->head)
		munmap(smc->head, smc->bytes);
	free(smc->bell);
	free(smc->card);
	free(smc);
}
