#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# mpirun -host and -hostfile for real: by Open MPI's launcher and by Hydra on three hosts, and by
# srun within an allocation of them. Ranks are where they were asked for, with their environment,
# input, output and status.

. "$(dirname "$0")/jobs.sh"

hosts 3
ways

where='echo ${PMIX_RANK:-${PMI_RANK:-$SLURM_PROCID}} $(hostname)'

# places WANT NAME OPTIONS...: which rank is on which host.
places()
{
	want=$1 name=$2
	shift 2
	run 60 $in "$MPIRUN" $engine "$@" sh -c "$where"
	is "$(sort "$out" | tr '\n' ' ')" "$want " "$tool: $name" || told
}

# try: checks of all of them.
try()
{
	places "0 h1 1 h1 2 h2 3 h2" "ranks in blocks" -host h1,h2 -n 4
	printf 'h2 slots=1 # one\nh3:3\n' >"$TMP/some"
	places "0 h2 1 h3 2 h3 3 h3" "a file of hosts" -hostfile "$TMP/some" -n 4
	places "0 h1 1 h3 2 h1 3 h3" "in turn" -host h1,h3 -n 4 --map-by node
	places "0 h1 1 h1 2 h2 3 h2" "-ppn" -host h1,h2 -ppn 2
	run 60 $in "$MPIRUN" $engine -host h1,h2 -x B='x;y  z' -genv C 3 -n 2 sh -c 'echo "$A$B$C"'
	is "$(cat "$out")" "1x;y  z3
1x;y  z3" "$tool: the environment" || told
	run 60 $in "$MPIRUN" $engine -host h1,h2 -genvnone -genv C 3 -n 2 /bin/sh \
		-c 'echo "${A:-none} $C"'
	is "$(cat "$out")" "none 3
none 3" "$tool: -genvnone" || told
	run 60 $in "$MPIRUN" $engine -host h1,h2 -n 1 echo one : -n 1 -wdir / pwd
	is "$(sort "$out" | tr '\n' ' ')" "/ one " "$tool: two programs" || told
	echo hello >"$TMP/in"
	run 60 $in sh -c '"$@" <"$TMP/in"' sh "$MPIRUN" $engine -host h1,h2 -n 2 -l cat
	like "$(cat "$out")" '0.*hello' "$tool: input, and tags" || told
	# Of one rank: srun tells the largest status, and those that it ends because of another's
	# have 143.
	run 60 $in "$MPIRUN" $engine -host h1,h2 -n 1 sh -c 'exit 3'
	is $rc 3 "$tool: the exit status" || told
	run 60 $in "$MPIRUN" $engine -host h1,h2 -n 4 "$BUILD/t/runtime/job" exchange
	is "$rc $(grep -c "of 4, program 0, 2 local, started by $by" "$out")" "0 4" \
		"$tool: ranks of MPI know who started them" || told
	run 60 $in "$MPIRUN" $engine -host h1,h2,h3 -n 6 "$BUILD/t/jobs/random_p2p" -r 3
	is $rc 0 "$tool: random_p2p on 6 ranks" || told
	run 60 $in "$MPIRUN" $engine -host h1,h2 -n 4 "$BUILD/examples/himeno" -s XS -n 10
	is $rc 0 "$tool: Himeno" || told
}

A=1
export A
if command -v mpirun.openmpi >/dev/null; then
	in='' engine='--engine ompi' tool=ompi by="Open MPI's launcher"
	try
else
	skip 'there is no mpirun.openmpi (Debian package openmpi-bin)' "Open MPI's launcher"
fi
if command -v mpiexec.hydra >/dev/null; then
	in='' engine='--engine hydra' tool=hydra by=Hydra
	try
else
	skip 'there is no mpiexec.hydra (Debian package mpich)' 'Hydra'
fi
if slurm; then
	in='salloc -Q -N3' engine='' tool=srun by=srun
	try
	run 60 $in "$MPIRUN" -n 3 sh -c "$where"
	is "$(sort "$out" | tr '\n' ' ')" "0 h1 1 h2 2 h3 " \
		"srun: all hosts where none is named" || told
else
	skip "$why" 'srun'
fi

done_testing
