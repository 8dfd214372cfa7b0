#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs of other MPIs are one job under mpirun. MPICH's find it by PMI: the answers of the
# server, what it does with lines that are no requests, ranks that end before their time.

. "$(dirname "$0")/../lib.sh"

# Speaks PMI: sends each argument as a line and prints each answer. "-": reads no answer.
cat >"$TMP/client" <<'END'
#!/usr/bin/perl
use strict;
use warnings;
$| = 1;
open my $out, '>&=', $ENV{PMI_FD} or die "PMI_FD: $!\n";
open my $in, '<&=', $ENV{PMI_FD} or die "PMI_FD: $!\n";
for (@ARGV) {
	my ($mute, $line) = /^(-?)(.*)/s;
	$line =~ s/RANK/$ENV{PMI_RANK}/g;
	syswrite $out, "$line\n";
	next if $mute;
	my $answer = <$in>;
	print defined $answer ? "$ENV{PMI_RANK}: $answer" : "$ENV{PMI_RANK}: closed\n";
}
END
chmod +x "$TMP/client"
begin='cmd=init pmi_version=1 pmi_subversion=1'
end='cmd=finalize'

run 20 "$MPIRUN" --pmi -n 1 "$TMP/client" "$begin" cmd=get_maxes cmd=get_appnum \
	cmd=get_my_kvsname cmd=get_universe_size 'cmd=get kvsname=rondo key=PMI_process_mapping' \
	'cmd=get kvsname=rondo key=nothing' "cmd=put kvsname=rondo key=$(printf '%65s' | tr ' ' k) value=1" \
	'cmd=lookup_name service=x' '-mcmd=spawn' '-nprocs=1' endcmd $end
is "$rc $(cat "$out")" "0 0: cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0
0: cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024
0: cmd=appnum appnum=0
0: cmd=my_kvsname kvsname=rondo
0: cmd=universe_size size=1
0: cmd=get_result rc=0 msg=success value=(vector,(0,1,1))
0: cmd=get_result rc=-1 msg=key_not_found value=unknown
0: cmd=put_result rc=-1 msg=key_or_value_is_missing_or_too_long
0: cmd=lookup_result rc=-1 msg=mpirun_publishes_no_names
0: cmd=spawn_result rc=-1 msg=mpirun_starts_no_further_ranks
0: cmd=finalize_ack rc=0" 'the answers' || told

run 20 "$MPIRUN" --pmi -n 3 "$TMP/client" "$begin" 'cmd=put kvsname=rondo key=kRANK value=old' \
	'cmd=put kvsname=rondo key=kRANK value=vRANK' cmd=barrier_in \
	'cmd=get kvsname=rondo key=k0' 'cmd=get kvsname=rondo key=k2' cmd=barrier_in $end
is "$rc $(grep -c 'get_result rc=0 msg=success value=v[02]$' "$out")" '0 6' \
	'values of all ranks after the barrier' || told
run 20 "$MPIRUN" --pmi -n 2 "$TMP/client" "$begin" $end : -n 1 "$TMP/client" cmd=get_appnum "$begin" $end
like "$rc $(cat "$out")" '2: cmd=appnum appnum=1' 'the number of the program'

for line in 'cmd=dance' 'nonsense' "$(printf 'cmd=get\tkey=x')" "cmd=$(printf '%20000s' | tr ' ' x)"; do
	run 20 "$MPIRUN" --pmi -n 1 "$TMP/client" "$begin" "$line"
	like "$rc $(cat "$out" "$err" | tr '\n' ' ')" \
		'closed.*rank 0: its PMI connection is closed, since it sent a line' \
		"a line that is no request: $(printf %.10s "$line")"
done
run 20 "$MPIRUN" --pmi -n 1 perl -e 'open my $o, ">&=", $ENV{PMI_FD}; my $x = "x" x 70000;
	while (length $x) { my $n = syswrite($o, $x) or last; substr($x, 0, $n, "") }
	open my $i, "<&=", $ENV{PMI_FD}; <$i>'
like "$(cat "$err")" 'it sent a line without an end' 'a line without an end'

run 20 "$MPIRUN" --pmi -n 2 sh -c "[ \$PMI_RANK = 1 ] || exec '$TMP/client' '$begin' cmd=barrier_in
	exec '$TMP/client' '$begin'"
like "$rc $(cat "$err")" '^[1-9].*rank 1 .*without MPI_Finalize' 'a rank that ends within MPI ends the job'
run 20 "$MPIRUN" --pmi -n 2 sh -c "[ \$PMI_RANK = 1 ] || exec '$TMP/client' '$begin' cmd=barrier_in"
like "$rc $(cat "$err")" '^[1-9].*rank 1 .*without MPI_Init' 'and one that never calls MPI_Init'
run 20 "$MPIRUN" --pmi -n 2 sh -c "[ \$PMI_RANK = 1 ] || exec '$TMP/client' '$begin' cmd=barrier_in
	exec '$TMP/client' '$begin' 'cmd=abort exitcode=7'"
like "$rc $(cat "$err")" '^7 .*rank 1 .*aborted the job with code 7$' 'and one that aborts, and waits'
run 20 "$MPIRUN" --pmi -n 2 sh -c "[ \$PMI_RANK = 1 ] || exec '$TMP/client' '$begin' cmd=barrier_in
	'$TMP/client' '$begin'; '$TMP/client' '$begin' cmd=barrier_in"
like "$rc $(cat "$err")" '^1 .*rank 1 .*runs a second program .*the first one has not called MPI_Fin' \
	'and one whose second program calls MPI_Init'
run 20 "$MPIRUN" --pmi -n 2 sh -c "'$TMP/client' '$begin' $end; [ \$PMI_RANK = 0 ] || exit 3
	sleep 1; echo saved"
like "$rc $(tr '\n' ' ' <"$out")" '^3 .*saved' 'others end by themselves after MPI_Finalize'
run 20 "$MPIRUN" -n 2 sh -c 'echo "${PMI_FD-none}"'
is "$(sort -u "$out")" none 'others get no PMI connection'

# Rondo's own library speaks PMI, too, where no PMIx server is named.
run 60 "$MPIRUN" --pmi -n 4 env -u PMIX_NAMESPACE RONDO_VERBOSE=1 "$BUILD/examples/hello"
is "$rc $(grep -c ' of 4' "$out")" '0 4' 'a job of four by it' || told

# Programs of the MPIs that are here.
cat >"$TMP/sum.c" <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	int rank, sum;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc > 1 && rank == 1)
		MPI_Abort(MPI_COMM_WORLD, 7);
	MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	printf("sum %d\n", sum);
	return MPI_Finalize();
}
END
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
for mpi in mpich openmpi; do
	if ! command -v mpicc.$mpi >/dev/null; then
		skip "no $mpi" "a program of $mpi"
		skip "no $mpi" 'that aborts'
		continue
	fi
	mpicc.$mpi -o "$TMP/sum.$mpi" "$TMP/sum.c"
	run 60 "$MPIRUN" -n 4 "$TMP/sum.$mpi"
	is "$rc $(grep -c '^sum 6$' "$out") $(cat "$err")" '0 4 ' "a program of $mpi" || told
	run 60 "$MPIRUN" -n 4 "$TMP/sum.$mpi" abort
	like "$rc $(tr '\n' ' ' <"$err")" '^7 .*rank 1 .*aborted the job with code 7' 'that aborts'
done
if command -v mpicc.mpich >/dev/null; then
	run 60 "$MPIRUN" --pmi -n 3 sh -c "\"$TMP/sum.mpich\""
	is "$rc $(grep -c '^sum 3$' "$out")" '0 3' 'one of MPICH that a script starts' || told
else
	skip 'no MPICH' 'one of MPICH that a script starts'
fi
done_testing
