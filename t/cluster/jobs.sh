# SPDX-License-Identifier: BSD-3-Clause
#
# The jobs that every launcher has to run on several hosts (connected), and those that one of them
# has to (suite), for they are no different under another one. The script that reads this in defines
#
#	launch RANKS COMMAND...    which runs the command on RANKS ranks, spread over the hosts
#
# The ranks of one host reach each other by shared memory, others by TCP.

. "$(dirname "$0")/lib.sh"

slow=1
[ "$SANITIZED" = 1 ] && slow=4

# ways: the launcher behind "mpirun -host h1,h2" reaches the hosts, by eth0.
ways()
{
	HYDRA_LAUNCHER_EXEC=$TMP/agent
	HYDRA_IFACE=eth0
	OMPI_MCA_plm_rsh_agent=$TMP/agent
	OMPI_MCA_oob_tcp_if_include=10.77.0.0/24
	export HYDRA_LAUNCHER_EXEC HYDRA_IFACE OMPI_MCA_plm_rsh_agent OMPI_MCA_oob_tcp_if_include
}

# launchers: there is one, and it reaches the hosts.
launchers()
{
	command -v mpirun.openmpi >/dev/null || command -v mpiexec.hydra >/dev/null ||
		skip_all 'there is no launcher (Debian packages openmpi-bin, mpich)'
	ways
}

# job RANKS PROGRAM [ARGUMENT]...: it must end with status 0 within $job_s, or 60, seconds; 77 is a
# skip.
job()
{
	job_ranks=$1 job_program=$2
	shift 2
	job_name="$(basename "$job_program")${*:+ $*} on $job_ranks ranks"
	started $((${job_s:-60} * slow)) "$job_ranks" "$BUILD/$job_program" "$@"
	if [ $rc -eq 77 ]; then
		skip "$(tail -n 1 "$out")" "$job_name"
	else
		is $rc 0 "$job_name" || told
	fi
}

# started SECONDS RANKS COMMAND...: as run.
started()
{
	started_s=$1
	shift
	launch_under="timeout -k 5 $started_s"
	launch "$@" >"$out" 2>"$err" </dev/null
	rc=$?
}

# knows LAUNCHER HOSTS: each rank knows its launcher and the ranks of its host.
knows()
{
	started 60 $(($2 * 2)) "$BUILD/t/runtime/job" exchange
	is "$rc $(sed 's/, program.*//' "$out" | sort -k2n | tr '\n' ';')" \
		"0 $(i=0; while [ $i -lt $(($2 * 2)) ]; do
			printf 'rank %d of %d;' $i $(($2 * 2))
			i=$((i + 1))
		done)" "ranks know themselves and what the others published" || told
	is "$(grep -cF " 2 local, started by $1, " "$out")" $(($2 * 2)) \
		"who is on their host, and that $1 started them" || told
	started 60 2 env RONDO_VERBOSE=1 "$BUILD/t/jobs/init"
	grep -qF "started by $1" "$out" "$err"
	ok $? "RONDO_VERBOSE says so, too" || told
	started 60 2 "$BUILD/bin/rondo_info"
	like "$(cat "$out")" 'started by .*PMI' "so does rondo_info" || told
}

# connected: the jobs that depend on how a launcher connects ranks, and on where it places them.
connected()
{
	job 6 t/jobs/p2p_modes
	job 6 t/jobs/random_p2p -r 10
	# Sanitizers judge the code, which is that of other tests.
	[ "$SANITIZED" = 1 ] && return
	for program in init comm topo; do
		job 6 t/jobs/$program
	done
	job 7 t/jobs/coll -f 7
	job 6 t/jobs/rma_lock
	job 6 t/jobs/sessions
	job 6 t/jobs/sessions after
	job 6 t/jobs/sessions behind
	started $((60 * slow)) 8 env RONDO_STATS=1 "$BUILD/examples/himeno" -s XS -n 20
	is $rc 0 'Himeno on 8 ranks' || told
	like "$(cat "$out")" 'MFLOPS' 'and its result' || told
	like "$(cat "$out" "$err")" 'allreduce +hierarchical +[1-9]' \
		'one rank of each host adds up over the network' ||
		told
}

# suite: those, and a choice of the suite's jobs with many ranks, which one launcher has to run.
suite()
{
	connected
	[ "$SANITIZED" = 1 ] && return
	for program in errors persistent cancel buffers; do
		job 6 t/jobs/$program
	done
	job 8 t/jobs/non_overtaking
	job 7 t/jobs/coll -f 6 -t 6
	job 7 t/jobs/reduce -f 6
	job 5 t/jobs/nbc
	job 5 t/jobs/neighbor
	job 6 t/jobs/rma
	job 6 t/jobs/rma_more
	job 6 t/jobs/rma_types
}

# fails NAME RANKS COMMAND...: a rank that fails ends the job, and its status tells.
fails()
{
	fails_name=$1
	shift
	started 60 "$@"
	[ $rc -ne 0 ] && [ $rc -ne 124 ]
	ok $? "$fails_name ends the job, status $rc" || told
}
