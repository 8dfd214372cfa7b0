#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# mpirun for other machines: the launcher that it becomes, and its command line (the
# launchers are replaced by scripts that print theirs); errors in files of hosts.

. "$(dirname "$0")/../lib.sh"

unset SLURM_JOB_ID SLURM_STEP_NUM_TASKS
# Names of hosts are not looked up where launchers have a way of their own to them.
OMPI_MCA_plm_rsh_agent=none
export OMPI_MCA_plm_rsh_agent
mkdir "$TMP/none" "$TMP/srun" "$TMP/prterun" "$TMP/ompi" "$TMP/hydra"
for tool in sh env sed cat echo sleep true; do
	ln -s /bin/$tool "$TMP/none/$tool"
done
# engine FOLDER PROGRAM: prints its options, up to the first word that is none.
engine()
{
	cat >"$TMP/$1/$2" <<-'END'
		#!/bin/sh
		case $* in --mpi=list) echo 'MPI plugin types are: none $MPI'; exit ;; esac
		echo "${0##*/}"
		while [ $# -gt 0 ]; do
			case $1 in
			-x) shift ;;
			--allow-run-as-root) ;;
			-c) echo -c; exit ;;
			*) printf "%s\n" "$1" ;;
			esac
			shift
		done
	END
	sed -i 's/\$MPI/pmi2 pmix/' "$TMP/$1/$2"
	chmod +x "$TMP/$1/$2"
}
engine srun srun
engine prterun prterun
engine ompi mpirun.openmpi
engine hydra mpiexec.hydra

# becomes PATH WANT NAME OPTIONS...: the command line of the launcher, "..." for the rest.
becomes()
{
	path=$TMP/none
	for folder in $1; do
		path=$path:$TMP/$folder
	done
	want=$2 name=$3
	shift 3
	run 20 env PATH="$path" "$MPIRUN" "$@"
	is "$(tr '\n' ' ' <"$out")" "$want " "$name" || told
}

becomes "hydra ompi prterun srun" \
	"prterun --host a:2,b:1 --map-by slot:OVERSUBSCRIBE --bind-to none -n 3 $TMP/none/echo x" \
	"prterun first, outside of Slurm" -host a:2,b -n 3 echo x
becomes "hydra ompi" \
	"mpirun.openmpi --oversubscribe --host a:1,b:1 --map-by slot --bind-to core -n 2 $TMP/none/echo" \
	"else Open MPI's" -host a,b -n 2 --bind-to core echo
becomes "hydra" "mpiexec.hydra -hosts a:2,b:2 -bind-to none -n 4 /bin/sh -c" \
	"else Hydra; ranks in blocks" -host a,b -n 4 echo
becomes "hydra ompi" "mpiexec.hydra -hosts a:1,b:1 -bind-to none -n 2 /bin/sh -c" \
	"--engine chooses" --engine hydra -host a,b echo
becomes "hydra" "mpiexec.hydra -bind-to none -n 2 /bin/sh -c" \
	"for this machine, too" --engine mpiexec.hydra -n 2 echo
becomes "hydra" "mpiexec.hydra -hosts a:3,b:3 -bind-to none -n 6 /bin/sh -c" \
	"-ppn without -n" -host a,b -ppn 3 echo
becomes "hydra" "mpiexec.hydra -hosts a:1 -bind-to none -disable-auto-cleanup -n 1 /bin/sh -c" \
	"--enable-recovery" -host a --enable-recovery echo
becomes "ompi" \
	"mpirun.openmpi --oversubscribe --host a:1 --map-by slot --bind-to none --enable-recovery -n 1 $TMP/none/echo" \
	"in the words of each" -host a -disable-auto-cleanup echo
becomes "hydra" "mpiexec.hydra -hosts a:3,b:1 -bind-to none -n 4 /bin/sh -c" \
	"-ppn with -n" -host a,b -ppn 3 -n 4 echo
becomes "hydra" "mpiexec.hydra -hosts a:3,b:2 -ppn 1 -bind-to none -n 5 /bin/sh -c" \
	"--map-by node" -host a:4,b:1 --map-by node -n 5 echo
becomes "hydra" "mpiexec.hydra -hosts a:1 -bind-to socket -prepend-rank -n 1 /bin/sh -c" \
	"binding and tags" -host a --bind-to package -l echo
becomes "ompi" \
	"mpirun.openmpi --oversubscribe --host a:1 --map-by slot --bind-to none --tag-output --stdin none -n 1 $TMP/none/echo" \
	"tags and input" -host a -l --stdin none echo
becomes "prterun" \
	"prterun --host a:1 --map-by node:OVERSUBSCRIBE --bind-to none --output tag,timestamp --stdin all -n 1 $TMP/none/echo" \
	"of prterun" -host a --map-by node -l --timestamp-output --stdin all echo

SLURM_JOB_ID=7 SLURM_JOB_NUM_NODES=3 SLURM_JOB_NODELIST='n[1-3]'
export SLURM_JOB_ID SLURM_JOB_NUM_NODES SLURM_JOB_NODELIST
step="srun --mpi=pmix --ntasks=%d --overcommit --overlap --kill-on-bad-exit=1"
becomes "srun ompi" "$(printf "$step" 6) --nodes=3 --input=0 $TMP/none/echo" \
	"srun in an allocation of several nodes" -n 6 echo
becomes "srun ompi" "$(printf "$step" 6) --nodes=3 --ntasks-per-node=2 --input=0 $TMP/none/echo" \
	"-ppn there" -ppn 2 echo
becomes "srun" \
	"$(printf "$step" 2) --nodes=2 --nodelist=n1,n3 --distribution=block --input=0 $TMP/none/echo" \
	"some of its hosts" -host n1,n3 echo
becomes "srun" \
	"$(printf "$step" 3) --nodes=2 --nodelist=n1,n3,n3 --distribution=arbitrary --input=0 --label $TMP/none/echo" \
	"unevenly" -host n1,n3:2 -l echo
becomes "srun" "$(printf "$step" 2) --nodes=2 --cpu-bind=cores --input=none $TMP/none/echo" \
	"binding and input" -n 2 --bind-to core --stdin none echo
becomes "srun" "hello" "--engine local stays here" --engine local echo hello
becomes "srun" "hello" "so does -host localhost" -host localhost echo hello
SLURM_STEP_NUM_TASKS=2 becomes "srun" "hello" "and a task of srun's" echo hello
sed -i 's/pmi2 pmix/cray/' "$TMP/srun/srun"
run 20 env PATH="$TMP/none:$TMP/srun" "$MPIRUN" -n 2 echo
is "$rc $(grep -c 'neither PMIx nor PMI 2' "$err")" "2 1" "a Slurm that cannot do it" || told
unset SLURM_JOB_ID SLURM_JOB_NUM_NODES SLURM_JOB_NODELIST

# A launcher that starts one rank here.
cat >"$TMP/hydra/mpiexec.hydra" <<'END'
#!/bin/sh
while [ "$1" != -n ]; do shift; done
shift 2
PMI_RANK=1 exec "$@"
END
here()
{
	run 20 env PATH="$TMP/none:$TMP/hydra" "$MPIRUN" -host a,b "$@"
}
here -n 1 -env A "it's" sh -c 'echo one $A' : -n 2 -env A "x y" -wdir / sh -c 'echo "two $A $PWD"'
is "$(cat "$out" "$err")" "two x y /" "programs, their variables and folders" || told
A=1 here -genvnone -genv B 2 -n 2 sh -c 'echo "${A:-none} $B"'
is "$(cat "$out" "$err")" "none 2" "-genvnone" || told
here --stats -genvnone -n 2 sh -c 'echo "$RONDO_STATS $RONDO_JOB_ENV"'
is "$(cat "$out" "$err")" "1 RONDO_STATS" "-genvnone keeps mpirun's own variables" || told
here -n 2 --merge-stderr-to-stdout sh -c 'echo error >&2'
is "$(cat "$out")" error "--merge-stderr-to-stdout" || told
here -n 2 --output-filename "$TMP/o" sh -c 'echo out; echo error >&2'
is "$(cat "$TMP/o.1.out" "$TMP/o.1.err" | tr '\n' ' ')" "out error " "--output-filename" || told
sed -i 's/PMI_RANK=1/PMI_RANK=${RANK:-1}/' "$TMP/hydra/mpiexec.hydra"
# The launcher's host lacks the folder, which is there where mpirun looks for it.
mkdir "$TMP/gone"
sed -i "2i /bin/rmdir $TMP/gone" "$TMP/hydra/mpiexec.hydra"
RANK=0 here -n 1 -wdir "$TMP/gone" echo A : -n 1 echo B
is "$rc $(cat "$out")" "126 " "a rank that cannot enter its folder runs nothing" || told
like "$(cat "$err")" "mpirun: rank 0 on host .* cannot enter $TMP/gone \(-wdir\)" "and says so"
sed -i 2d "$TMP/hydra/mpiexec.hydra"
mkdir "$TMP/x=1"
printf '#!/bin/sh\necho "ran $A $*"\n' >"$TMP/x=1/prog"
chmod +x "$TMP/x=1/prog"
here -n 2 -env A "a b" -wdir "$TMP" "$TMP/x=1/prog" 1
is "$rc $(cat "$out")" "0 ran a b 1" "a program with = in its path" || told
here -n 2 -wdir "$TMP" -env A 5 "x=1/prog" "2 3"
is "$rc $(cat "$out")" "0 ran 5 2 3" "seen from its folder" || told
here -n 2 -env a.b 7 -env A 1 sh -c 'echo "$A $(env | grep a.b)"'
like "$(cat "$out")" '^1 ' "a variable that no shell can have goes by env" || told
here -n 2 -env a.b 7 "$TMP/x=1/prog"
is "$rc $(grep -c 'do not go together' "$err")" "1 1" "but not with such a program" || told
here -n 2 sh -c 'exit 7'
is $rc 7 "the launcher's status is mpirun's"
here --timeout 0.5 -n 2 sleep 20
is "$rc $(grep -c 'are over' "$err")" "124 1" "--timeout" || told
cat >"$TMP/ignoring.pl" <<'END'
$SIG{$_} = 'IGNORE' for split /,/, shift;
exec @ARGV or exit 99;
END
run 20 env PATH="$TMP/none:$TMP/hydra" $(command -v perl) "$TMP/ignoring.pl" CHLD \
	"$MPIRUN" -host a,b --timeout 10 -n 2 sh -c 'exit 3'
is $rc 3 "SIGCHLD may be ignored" || told
run 20 env PATH="$TMP/none:$TMP/hydra" $(command -v perl) "$TMP/ignoring.pl" INT \
	"$MPIRUN" -host a,b --timeout 10 -n 2 sh -c 'trap "exit 9" INT; kill -INT $PPID; exit 4'
is $rc 4 "an ignored SIGINT stays so" || told
here --timeout 20 -n 2 sh -c 'kill -9 $$'
is $rc 137 "a signal within it" || told

# wrong REGEX OPTIONS...: an error in the options.
wrong()
{
	regex=$1
	shift
	run 20 env PATH="$TMP/none" "$MPIRUN" "$@"
	is "$rc $(wc -l <"$err")" "2 1" "status 2 and one line: $*" || told
	like "$(cat "$err")" "^mpirun: .*$regex" "it says $regex"
}
wrong "'b' is another machine.*openmpi-bin" -host localhost,b echo
wrong "local starts ranks on this machine only, and 'b' is another" --engine local -host b echo
wrong "knows local, srun, prterun, ompi and hydra, not 'rsh'" --engine rsh echo
wrong "ompi: there is no program of it" --engine ompi echo
wrong "number of slots" -host localhost:x echo
wrong "number of slots" -host localhost:0 echo
wrong "no name of a host" -host 'a b' echo
wrong "no name of a host" -host '-x' echo
wrong "no host is named" -host , echo
# bad TEXT LINE REGEX: a file of hosts with an error in that line.
bad()
{
	printf "$1" >"$TMP/hosts"
	wrong "$TMP/hosts:$2: .*$3" -hostfile "$TMP/hosts" echo
}
bad 'localhost\n\n# more\nb slot=4\n' 4 "'slot=4' is not understood"
bad 'localhost slots=\n' 1 "'slots=' is not understood"
bad 'localhost slots=2x\n' 1 "'slots=2x' is not understood"
bad 'localhost slots=-1\n' 1 "'slots=-1' is not understood"
bad 'localhost slots=99999999999999999999\n' 1 "is not understood"
bad 'localhost slots=2000000\n' 1 "number of slots must be 1 to"
bad 'localhost:\n' 1 "number of slots"
bad 'localhost\nn[1-3]\n' 2 "'n\[1-3\]' is no name of a host"
bad 'localhost\n\001\377\n' 2 "no name of a host"
bad "$(head -c 300 /dev/zero | tr '\0' a)\\n" 1 "no name of a host"
printf '# nothing\n\n' >"$TMP/hosts"
wrong "hosts: no host is named in it" -f "$TMP/hosts" echo
printf 'local\000host\n' >"$TMP/hosts"
wrong "hosts is no text" -f "$TMP/hosts" echo
wrong "cannot open the hostfile $TMP/nothing" -f "$TMP/nothing" echo
printf 'a slots=2 max_slots=4 # two\r\n\tb:2\na\n' >"$TMP/hosts"
engine hydra mpiexec.hydra
becomes "hydra" "mpiexec.hydra -hosts a:3,b:2 -bind-to none -n 5 /bin/sh -c" \
	"a host that is named twice gets both its slots" -f "$TMP/hosts" echo

unset OMPI_MCA_plm_rsh_agent HYDRA_LAUNCHER HYDRA_LAUNCHER_EXEC
# A name server that does not answer is not waited for (resolv.conf(5)).
RES_OPTIONS='timeout:1 attempts:1'
export RES_OPTIONS
for launcher in ompi hydra prterun; do
	run 60 env PATH="$TMP/none:$TMP/$launcher" "$MPIRUN" -host localhost,no-such-host.invalid \
		echo
	is "$rc $(cat "$out") $(wc -l <"$err")" "2  1" \
		"$launcher: a host that there is not: one line" ||
		told
	like "$(cat "$err")" "there is no host 'no-such-host.invalid'" "which names it"
done
printf '#!/bin/sh\necho host alias\necho hostname 127.0.0.9\n' >"$TMP/none/ssh"
chmod +x "$TMP/none/ssh"
becomes "hydra" "mpiexec.hydra -hosts alias.invalid:1 -bind-to none -n 1 /bin/sh -c" \
	"one that ssh knows by another name is good" -host alias.invalid echo

done_testing
