/* SPDX-License-Identifier: BSD-3-Clause */
/* node/cma.c, node/vm.c: copies to and from another process; a process that refuses, or is not the
 * one that is meant, is asked once. */
#include "node/cma.h"

#include "base/param.h"
#include "node/vm.h"
#include "t/tap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 1 << 16 };

static char memory[BYTES];

/* In the child: its parent's memory lies at the same addresses. */
static int copies(const struct rd_cma_id *parent)
{
	static char got[BYTES];
	struct iovec here[2] = {{got, 10}, {got + 100, 30}};
	struct iovec there[1] = {{memory + 5, 40}};
	struct rd_cma_peer *peer = rd_cma_peer(parent);

	if (!rd_cma_works(peer))
		return errno == EPERM ? 77 : 1;
	if (rd_vm_copy(parent->pid, got, (uintptr_t)memory, BYTES, RD_VM_READ) ||
	    got[BYTES - 1] != 3)
		return 2;
	memset(got, 0, sizeof(got));
	if (rd_vm_copy_blocks(parent->pid, here, 2, there, 1, 40, RD_VM_READ) || got[9] != 3 ||
	    got[10] || got[129] != 3 || got[130])
		return 3;
	if (!rd_vm_copy(parent->pid, got, 16, 8, RD_VM_READ) || errno != EFAULT)
		return 4;
	memset(got, 4, sizeof(got));
	return rd_vm_copy(parent->pid, got, (uintptr_t)memory, 3, RD_VM_WRITE) ? 5 : 0;
}

/* Another process with the same pid, in a pid namespace of its own, is refused; records of it
 * and of the parent stay apart, whichever is asked for last. */
static int tells_apart(const struct rd_cma_id *parent)
{
	struct rd_cma_id wrong = *parent;
	struct rd_cma_peer *peer = rd_cma_peer(parent), *other;

	wrong.token++;
	other = rd_cma_peer(&wrong);
	if (rd_cma_works(other) || other->state != RD_CMA_REFUSED)
		return 1;
	if (!rd_cma_works(peer) || peer->id.token != parent->token)
		return 2;
	if (rd_cma_peer(parent) != peer || rd_cma_peer(&wrong) != other)
		return 3;
	return rd_cma_works(other) || !rd_cma_works(peer) ? 4 : 0;
}

static int remembers(const struct rd_cma_id *parent)
{
	struct rd_cma_peer *peer = rd_cma_peer(parent);

	if (!rd_cma_works(peer))
		return 2;
	if (rd_cma_is_refusal(peer, EFAULT) || !rd_cma_works(peer))
		return 3;
	if (!rd_cma_is_refusal(peer, EPERM) || rd_cma_works(rd_cma_peer(parent)))
		return 4;
	return 0;
}

static int switched_off(const struct rd_cma_id *parent)
{
	return rd_cma_works(rd_cma_peer(parent)) ? 1 : 0;
}

static int in_child(int (*fn)(const struct rd_cma_id *), const char *cma)
{
	struct rd_cma_id own = rd_cma_own();
	int status = -1;
	pid_t child;

	if (cma)
		setenv("RONDO_CMA", cma, 1);
	child = fork();
	if (!child) {
		rd_param_init();
		_exit(fn(&own));
	}
	waitpid(child, &status, 0);
	unsetenv("RONDO_CMA");
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int leave(const struct rd_cma_id *parent)
{
	return parent->pid != getppid();
}

/* A process that has ended is not taken for one that refuses. */
static void ended(void)
{
	struct rd_cma_id id = rd_cma_own();
	struct rd_cma_peer *peer;
	pid_t child = fork();

	if (!child)
		_exit(leave(&id));
	waitpid(child, NULL, 0);
	id.pid = child;
	peer = rd_cma_peer(&id);
	ok(!rd_cma_works(peer) && errno == ESRCH, "a process that has ended");
	ok(rd_cma_has_ended(child), "is known to have ended");
	is_int(peer->state, RD_CMA_UNTRIED, "has refused nothing");
}

int main(void)
{
	int rc;

	rd_param_init();
	memset(memory, 3, sizeof(memory));
	rc = in_child(copies, NULL);
	if (rc == 77)
		skip_all("single copy is refused here");
	is_int(rc, 0, "another process copies from and to this one");
	ok(memory[2] == 4 && memory[3] == 3, "and writes what it should");
	is_int(in_child(tells_apart, NULL), 0, "processes with one pid are told apart");
	is_int(in_child(remembers, NULL), 0, "a refusal is remembered");
	is_int(in_child(switched_off, "0"), 0, "RONDO_CMA=0 refuses all");
	ended();
	return done();
}
