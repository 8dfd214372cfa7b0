#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Names that debuggers look for in mpirun (mpirun_mpir.c): they are there, and gdb finds the ranks
# by them while none of them has come through MPI_Init.

. "$(dirname "$0")/../lib.sh"

mpirun=$(readlink -f "$MPIRUN")
for name in MPIR_proctable MPIR_proctable_size MPIR_being_debugged MPIR_debug_state \
	MPIR_debug_abort_string MPIR_Breakpoint MPIR_i_am_starter MPIR_partial_attach_ok; do
	nm "$mpirun" | grep -q " [BDT] $name\$"
	ok $? "mpirun has $name"
done

cat >"$TMP/gdb" <<'END'
set pagination off
set debuginfod enabled off
break main
run
set var MPIR_being_debugged = 1
break MPIR_Breakpoint
continue
print MPIR_debug_state
print MPIR_proctable_size
printf "rank 0: %s %s\n", MPIR_proctable[0].host_name, MPIR_proctable[0].executable_name
printf "rank 1: process %d\n", MPIR_proctable[1].pid
eval "shell cat /proc/%d/comm", MPIR_proctable[1].pid
shell sleep 1; test -e through || echo held
continue
END
if ! command -v gdb >/dev/null || [ "$SANITIZED" = 1 ] ||
	! gdb -batch -ex run -ex 'print $_exitcode' --args true 2>&1 | grep -q '= 0'; then
	skip 'gdb is not there or cannot run a program here' 'a debugger finds the ranks'
	done_testing
fi
cd "$TMP" || exit 1
run 60 gdb -batch -x "$TMP/gdb" --args "$mpirun" -n 2 sh -c "'$BUILD/t/jobs/init'; touch through"
text=$(cat "$out")
like "$text" '^\$1 = 1$' "the ranks have been started" || told
like "$text" '^\$2 = 2$' "there are two"
like "$text" "^rank 0: $(hostname) .*/sh\$" "host and program"
like "$text" '^sh$' "the process is the rank"
like "$text" '^held$' "which does not come through MPI_Init meanwhile"
like "$text" 'exited normally' "the job goes on"
[ -e through ]
ok $? "and comes to its end"
done_testing
