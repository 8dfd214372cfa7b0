#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# bench/verbs.pl makes its tables: every operation has a row, the costs of a row add up, and a row
# with more costs takes longer. Times themselves are not tested. RONDO_RING_TRACE, which it reads.

. "$(dirname "$0")/../lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'nothing is measured in a sanitized build'
[ -f "$BUILD/lib/rondo/verbs/libibverbs.so.1" ] ||
	skip_all 'built without infiniband/verbs.h (libibverbs-dev)'
[ -x "$BUILD/bin/rondo_ring_w64" ] || skip_all 'the simulated ring was not built (make -C hw ring)'

other=
command -v mpicc.mpich >/dev/null && [ -r /dev/infiniband/uverbs-rondo0 ] && other=mpicc.mpich
run 400 "$SRC/bench/verbs.pl" --only verbs,mpi --largest 8 --rounds 1 --mpi "$other" "$BUILD"
is $rc 0 'bench/verbs.pl' || told
cp "$out" "$TMP/tables"

# row OPERATION TCA IB: its line in the first table.
row()
{
	like "$(cat "$TMP/tables")" \
		"^\| $1 \| [28] \| [0-9]+( \| [0-9.]+){2} \| [0-9]* \| [0-9.]* \| $2 \| $3 \|$" \
		"$1 beside the paper"
}
row SEND 3.5 ''
row WRITE '' ''
row 'WRITE with immediate' 3.5 ''
row READ 6.5 ''
row CAS 6.5 1.5
row FAA 6.5 1.5
row 'MPI on the card' '' ''
if [ "$other" ]; then
	row 'MPI over Verbs' 3.6 ''
	# One round: a clock or two by the phase of a poll. Behind a descriptor it takes 12 more.
	ok "$(awk -F ' *[|] *' '/^## Clocks/ { exit } $2 == "SEND" { send = $4 }
		$2 == "MPI over Verbs" { more = $4 - send; seen = 1 }
		END { print (!seen || more < -5 || more > 5) }' "$TMP/tables")" \
		'its shortest message stands in a descriptor, as a SEND of 2 bytes' ||
		diag "$(cat "$TMP/tables")"
else
	skip 'no mpicc.mpich, or no /dev/infiniband/uverbs-rondo0' 'MPI over Verbs'
fi
# clocks at 125 MHz are the us beside them; hosts add to them; instructions, copies and polls, too
wrong=$(awk -F ' *[|] *' '/^## Clocks/ { exit } $4 ~ /^[0-9]+$/ {
	d = $4 / 125 - $5
	if (d > 0.006 || d < -0.006 || $6 < $5) print
	if ($8 != "" && $8 < $6 + $7 * 0.36 / 1000 + 0.08) print
}' "$TMP/tables")
is "$wrong" '' 'the costs of each row add up'
if command -v valgrind >/dev/null; then
	like "$(cat "$TMP/tables")" '^\| SEND \| 2 \| [0-9]+( \| [0-9.]+){2} \| [1-9][0-9]+ \|' \
		'with instructions'
else
	skip 'no valgrind' 'instructions'
fi
for heading in 'Clocks by size' 'Latency by size, us, all costs' \
	'Bandwidth by size, GB/s, cards alone'; do
	like "$(cat "$TMP/tables")" "^## $heading$" "$heading"
done

RONDO_RING_TRACE=$TMP/trace run 60 "$MPIRUN" --ring rtl -n 2 "$BUILD/examples/hello"
is $rc 0 'a program on a ring with a trace' || told
is "$(cat "$err")" '' 'of which nobody warns'
is "$(grep -Evc '^[0-9]+ [0-9]+ [01] (write|read|store) 0(x[0-9a-f]+)? [0-9]+$' "$TMP/trace")" 0 \
	'its lines'
ok "$(awk '$1 < was || $2 < clock { bad = 1 } { was = $1; clock = $2 }
	END { print bad + (NR < 20) }' "$TMP/trace")" 'whose clocks never go back'
RONDO_RING_TRACE=$TMP/none/trace run 30 "$MPIRUN" --ring rtl -n 2 "$BUILD/examples/hello"
unlike "$rc" '^0$' 'a trace that cannot be written ends the job'
like "$(cat "$err")" "RONDO_RING_TRACE=$TMP/none/trace: No such file" 'and is named'

run 200 "$SRC/bench/verbs.pl" --only himeno --himeno XS --iterations 5 --times 1 --simulated 1 \
	--mpi "$other" "$BUILD"
is $rc 0 "Himeno's benchmark" || told
like "$(cat "$out")" '^\| 32 x 32 x 64 \| 2 x 2 \| Rondo on the cards( \| [0-9.]+){4} \|$' \
	'computation, halo exchange, allreduce'
is "$(awk -F ' *[|] *' '/simulated/ { exit }
	/^\| 32/ && $5 + $6 + $7 > 1.1 * $8 + 0.05' "$out")" \
	'' 'which the whole contains'
is "$(grep -Ec '^\| 32 x 32 x 64 \| . x . \| Rondo on the cards( \| [0-9.]+){3} \|$' "$out")" 3 \
	'and by the clock of the simulated cards'
# A process that comes late out of a poll: the other one has begun its operation meanwhile.
cat >"$TMP/late.c" <<'EOF'
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	static int (*real)(pthread_mutex_t *), calls;

	if (!real)
		real = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_trylock");
	if (++calls % (atoi(getenv("PMIX_RANK")) ? 5 : 7) == 0)
		usleep(5000);
	return real(mutex);
}
EOF
lib=$BUILD/lib/rondo/verbs/libibverbs.so.1
cc -shared -fPIC -D_GNU_SOURCE -o "$TMP/late.so" "$TMP/late.c" &&
	cc -D_GNU_SOURCE -I"$SRC" -o "$TMP/ops" "$SRC/bench/verbs_ops.c" "$lib" -pthread
is $? 0 'the programs of bench/verbs.pl, with polls that take long'
mkdir "$TMP/late"
RD_VERBS_DIR=$TMP/late run 60 "$MPIRUN" --ring emu --verbs -n 2 \
	env LD_PRELOAD="$TMP/late.so" "$TMP/ops" -M 2
is "$rc $(cat "$err")" '0 ' 'no completion comes too early' || told

run 10 "$SRC/bench/verbs.pl" --ring rtl
like "$rc $(cat "$err")" '^[1-9].*usage: verbs.pl' 'without a build folder it says how it is called'
done_testing
