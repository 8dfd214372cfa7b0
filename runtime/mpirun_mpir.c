/* SPDX-License-Identifier: BSD-3-Clause */
/* The names and types are those of the document, section 6 (mpirun_mpir.h). */
#include "runtime/mpirun_mpir.h"

#include "runtime/mpirun_say.h"

#include <stdlib.h>

/* Debuggers look them up by name. */
#define SEEN __attribute__((used, visibility("default")))

typedef struct {
	char *host_name;
	char *executable_name;
	int pid;
} MPIR_PROCDESC;

enum { MPIR_DEBUG_SPAWNED = 1, MPIR_DEBUG_ABORTING = 2 };

MPIR_PROCDESC *MPIR_proctable SEEN;
int MPIR_proctable_size SEEN;
volatile int MPIR_being_debugged SEEN; /* set by the debugger */
volatile int MPIR_debug_state SEEN;
char *MPIR_debug_abort_string SEEN;
int MPIR_i_am_starter SEEN;      /* its presence means: this process is no rank of the job itself */
int MPIR_partial_attach_ok SEEN; /* its presence means: ranks run without being attached to */
void MPIR_Breakpoint(void) SEEN;

__attribute__((noinline)) void MPIR_Breakpoint(void)
{
	__asm__ volatile("" ::: "memory");
}

void mpirun_mpir_add(int rank, int nranks, char *host, char *exe, pid_t pid)
{
	if (!MPIR_proctable)
		MPIR_proctable = calloc((size_t)nranks, sizeof *MPIR_proctable);
	if (!MPIR_proctable)
		mpirun_die("no memory for a table of %d ranks", nranks);
	MPIR_proctable[rank] = (MPIR_PROCDESC){host, exe, (int)pid};
	MPIR_proctable_size = rank + 1;
}

static void tell(int state)
{
	MPIR_debug_state = state;
	if (MPIR_being_debugged)
		MPIR_Breakpoint();
}

void mpirun_mpir_spawned(void)
{
	tell(MPIR_DEBUG_SPAWNED);
}

void mpirun_mpir_aborting(char *why)
{
	MPIR_debug_abort_string = why;
	tell(MPIR_DEBUG_ABORTING);
}
