#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# mpirun's command line (MPI-5.0 11.5 and the dialects of Hydra and Open MPI): each
# option works with one dash and with two, and an error is reported in one line with
# status 2, before anything is started.

. "$(dirname "$0")/../lib.sh"

rank='${PMIX_RANK}'

# gives WANT NAME OPTIONS...: the sorted output of the job, its lines joined by spaces.
gives()
{
	want=$1
	name=$2
	shift 2
	run 20 "$MPIRUN" "$@"
	is "$(sort "$out" | tr '\n' ' ')" "$want" "$name" || told
}

# wrong REGEX OPTIONS...: an error in the options.
wrong()
{
	regex=$1
	shift
	run 20 "$MPIRUN" "$@"
	is "$rc $(wc -l <"$err")" "2 1" "status 2 and one line: $*" || told
	like "$(cat "$err")" "^mpirun: .*$regex" "it says $regex"
}

for n in -n -np --n --np -c; do
	gives "a a a " "$n 3" $n 3 echo a
done
gives "a " "without -n one rank" echo a
gives "-l -n 4 " "words after the program belong to it" -n 1 echo -l -n 4
gives "-x " "so does everything after --" -n 1 -- echo -x
gives "0a 1b 2b " "programs between colons are one job" \
	-n 1 sh -c "echo ${rank}a" : -n 2 sh -c "echo ${rank}b"

A=1 gives "1 " "the environment is passed on" -n 1 sh -c 'echo $A'
gives "G- GE " "-genv is for all, -env for one program" \
	-genv A G -n 1 -env B E sh -c 'echo $A$B' : -n 1 sh -c 'echo $A${B:--}'
gives "x=y 2 " "-x NAME=value" -x A=x=y -x B=2 -n 1 sh -c 'echo $A $B'
A=1 gives "1 " "-x NAME" -x A -n 1 sh -c 'echo $A'
A=1 B=2 gives "1 - " "-genvnone with -genvlist" -genvnone -genvlist A -n 1 /bin/sh \
	-c 'echo $A ${B:--}'
gives "emu:cards=2 emu:cards=2 " "--ring gives each rank a card" \
	--ring emu -n 2 sh -c 'echo $RONDO_RING | sed "s/fd=[0-9]*,//"'
gives "emu:cards=3 emu:cards=3 emu:cards=3 emu:cards=3 " "--ring-cards" --ring emu --ring-cards 3 \
	-n 4 sh -c 'echo $RONDO_RING | sed "s/fd=[0-9]*,//"'
gives "1 " "--stats is RONDO_STATS=1 in the ranks" --stats -n 1 sh -c 'echo $RONDO_STATS'

mkdir "$TMP/a" "$TMP/a/b"
printf '#!/bin/sh\necho found\n' >"$TMP/a/b/prog"
chmod +x "$TMP/a/b/prog"
for w in -wdir --wdir -wd --wd -gwdir; do
	gives "$TMP/a " "$w" $w "$TMP/a" -n 1 pwd -P
done
gives "found " "a relative program is seen from -wdir" -wdir "$TMP/a" b/prog
gives "found " "-path" -path "$TMP:$TMP/a/b" prog
gives "found " "-path seen from -wdir" -wdir "$TMP/a" -path b prog
gives "found " "a program in the working directory" -wdir "$TMP/a/b" prog

cat >"$TMP/config" <<-'END'
	# comment
	-n 1 -env A 'x y' sh -c 'echo "$PMIX_RANK $A"'

	-n 2 sh -c \
		"echo \$PMIX_RANK second"   # comment
END
gives "0 x y 1 second 2 second " "-configfile" -configfile "$TMP/config"
gives "0 x y 1 second 2 second " "--app" --app "$TMP/config"
printf -- '-n 1 echo "a' >"$TMP/config"
wrong "quotation mark" -configfile "$TMP/config"
wrong "cannot open the configfile" -configfile "$TMP/nothing"
printf -- '-configfile %s\n' "$TMP/config" >"$TMP/config"
wrong "include each other" -configfile "$TMP/config"

for h in localhost:2 localhost,localhost 127.0.0.1:2 ::1,::1 "$(uname -n):2"; do
	gives "a a " "-host $h" -host "$h" echo a
done
gives "a a a " "-n counts, not the slots" -H localhost:9 -n 3 echo a
printf '# hosts\nlocalhost slots=2 max_slots=2\n127.0.0.1:1\n' >"$TMP/hosts"
gives "a a a " "-hostfile" -hostfile "$TMP/hosts" echo a
gives "a a " "-ppn" -ppn 2 echo a
gives "a a " "--map-by ppr" --map-by ppr:2:node echo a
gives "a a a " "hosts that are this machine need no other launcher" \
	-host "localhost:2,$(uname -n)" --engine local echo a

gives "a " "options for things always allowed are accepted" --oversubscribe -allow-run-as-root \
	-genvall --map-by :OVERSUBSCRIBE -n 1 echo a
gives "a " "--mca is accepted" --mca btl self --mca x y -n 1 echo a
is "$(grep -c 'is ignored' "$err")" 1 "and said once to be ignored"

# cores: of the processors that this process may use.
cores()
{
	sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status | tr , '\n' |
		while IFS=- read -r first last; do
			seq "$first" "${last:-$first}"
		done |
		while read -r cpu; do
			cat "/sys/devices/system/cpu/cpu$cpu/topology/thread_siblings_list" ||
				echo "$cpu"
		done | sort -u | wc -l
}
run 20 "$MPIRUN" -n 3 --bind-to core --report-bindings sh -c 'grep Cpus_allowed: /proc/self/status'
is "$(sort "$out" | uniq | wc -l)" "$(cores | awk '{ print $1 < 3 ? $1 : 3 }')" \
	"--bind-to core: as many masks as cores, or ranks" || told
is "$(grep -c 'rank [0-2] is bound to' "$err")" 3 "--report-bindings says so for each"
run 20 "$MPIRUN" -n 1 --bind-to none --report-bindings true
like "$(cat "$err")" "rank 0 is not bound" "--bind-to none"
for u in hwthread numa package socket; do
	gives "a a " "--bind-to $u" --bind-to $u --map-by numa -n 2 echo a
done

# Modifiers, lists and the words of other launchers.
HWLOC_SYNTHETIC='pack:2 core:4 pu:1'
# bound WANT OPTIONS...: the processors that each rank is bound to, on a synthetic machine.
bound()
{
	want=$1
	shift
	run 20 env HWLOC_SYNTHETIC="$HWLOC_SYNTHETIC" "$MPIRUN" --report-bindings "$@" true
	is "$(sed -n 's/.*(processors \(.*\))$/\1/p; s/.*to processors \(.*\)$/\1/p' "$err" | tr '\n' ' ')" \
		"$want " "$*" || told
}
bound "0-1 2-3 4-5" -n 3 --map-by node:PE=2 --bind-to core
bound "0-1 2-3 4-5" -n 3 --bind-to core --map-by node:PE=2
bound "0-1 2-3 4-5" -n 3 -bind-to core:2
bound "0-1 4-5" -n 2 --map-by socket:PE=2,OVERSUBSCRIBE
bound "0-1 2-3" -n 2 --cpus-per-proc 2
bound "0 1 4 5 2" -n 5 --map-by ppr:2:socket --bind-to core
bound "0 1,3 0" -n 3 -bind-to user:0,1+3
bound "1,4 1,4" -n 2 --cpu-set 1,4
bound "1 4" -n 2 --cpu-list 1,4 --bind-to core
bound "0 4" -n 2 --rank-by socket --bind-to-core
bound "0 1" -n 2 --bind-to core:overload-allowed:if-supported
printf 'rank 0=localhost slot=1:0-1\nrank 1=localhost slot=0\n' >"$TMP/ranks"
bound "4-5 0" --rankfile "$TMP/ranks"
bound "4-5" -rf "$TMP/ranks" -n 1
bound "4-5 0" -rf "$TMP/ranks" -n 1 true : -n 1
wrong "no line for rank 2" --rankfile "$TMP/ranks" -n 3 true
wrong "cannot be given with it" --rankfile "$TMP/ranks" --bind-to core true
wrong "No such file" --rankfile "$TMP/none" -n 1 true
wrong "given twice" --rankfile "$TMP/ranks" --rankfile "$TMP/ranks" true
echo '0 localhost' >"$TMP/other"
wrong "line 1: this should be" --rankfile "$TMP/other" true
wrong "has no meaning here; known are" --map-by core:XYZ -n 1 true
wrong "has no meaning here; known are" --map-by :PE -n 1 true
wrong "at least 1, not '0'" --map-by core:PE=0 -n 1 true
wrong "has no meaning here" --bind-to core:2:foo -n 1 true
wrong "no list of numbers" --bind-to user: -n 1 true
wrong "processor 9999 is not there" --bind-to user:9999 -n 1 true
wrong "there is no core 9999" --cpu-set 9999 -n 1 true
wrong "needs -n" --map-by ppr:2:core true
wrong "no-overload" --bind-to core:no-overload -n 2000 true
wrong "nooversubscribe" --nooversubscribe -n 2000 true
wrong "nooversubscribe" --map-by :NOOVERSUBSCRIBE -n 2000 true
wrong "3 ranks are more than the 2 slots" -host localhost:2 --nooversubscribe -n 3 true

gives "1 2 " "-env and -genv in one word" -env A=1 -genv B=2 -n 1 sh -c 'echo $A $B'
gives "a a " "options that change nothing here" -rr -launcher fork -print-rank-map -n 2 echo a
like "$(cat "$err")" ": ranks 0-1$" "-print-rank-map"
gives "lo " "-iface" -iface lo -n 1 sh -c 'echo $RONDO_TCP_IFACE'
gives "a " "--pernode" --pernode echo a
gives "[0] a " "--output" --output tag,merge -n 1 sh -c 'echo a >&2'
run 20 "$MPIRUN" -print-all-exitcodes -n 2 sh -c 'exit $PMIX_RANK'
is "$rc $(grep -o 'rank [01] ended with exit code [01]$' "$err" | sort | tr '\n' ';')" \
	"1 rank 0 ended with exit code 0;rank 1 ended with exit code 1;" "-print-all-exitcodes" ||
	told
run 20 "$MPIRUN" --report-pid "$TMP/pid" -n 1 sh -c 'echo $PPID'
is "$(cat "$TMP/pid")" "$(cat "$out")" "--report-pid" || told
for remark in '--prefix /x' '--tune /x' '-rmk user' '-order-nodes ascending' -enable-x \
	--get-stack-traces; do
	gives "a " "$remark" $remark -n 1 echo a
	is "$(wc -l <"$err")" 1 "with a remark" || told
done
for refused in '--xterm 0' '-membind x' -skip-launch-node --tv; do
	wrong "is not known: " $refused -n 1 true
done
wrong "-usize 1 is less than the 2 ranks" -usize 1 -n 2 true
wrong "launcher knows" -launcher x -n 1 true
wrong "knows %r" -outfile-pattern %x -n 1 true
wrong "knows bind" --display sun -n 1 true
wrong "output knows" --output sun -n 1 true

run 20 "$MPIRUN" --version
like "$(cat "$out")" '^mpirun \(Rondo\) [0-9]+\.[0-9]' "--version"
for o in -h --help; do
	run 20 "$MPIRUN" $o
	is "$rc$(head -c 6 "$out")" "0usage:" "$o"
done

wrong "no program is named"
wrong "no program is named" -n 2
wrong "no program is named before ':'" -n 2 : echo
wrong "no program is named after" -n 2 echo :
wrong "did you mean --bind-to" --bindto core echo
wrong "did you mean --timeout" -timout 3 echo
wrong "'--rnig'; did you mean --ring" --rnig emu -n 2 echo
wrong "'--rign=emu'; did you mean --ring" --rign=emu echo
wrong "'-stats2'; did you mean --stats\?" -stats2 echo
wrong "'-n2'; did you mean '-n 2'" -n2 echo
wrong "unknown option '--foo'; mpirun -h lists all" --foo echo
wrong "unknown option '--frobnicate'" --frobnicate echo
wrong "needs a value" -n
wrong "a name and a value" -genv A
for n in 0 -1 x 3x ''; do
	wrong "at least 1, not '$n'" -n "$n" echo
done
wrong "at least 1 and at most 2147483647, not '99999999999'" -n 99999999999 echo
wrong "above 0 and at most 1000000000, not '1e300'" --timeout 1e300 echo
wrong "not '1s'" --timeout 1s echo
MPIEXEC_TIMEOUT=soon wrong "MPIEXEC_TIMEOUT" echo
wrong "knows core" --bind-to sun echo
wrong "no such rank" -n 2 --stdin 2 echo
wrong "a rank, all or none" --stdin some echo
wrong "--ring knows emu" --ring fpga echo
wrong "--ring vfio:0000:01:00.0: Rondo has no driver for cards .* use emu" \
	--ring vfio:0000:01:00.0 echo
wrong "use --ring-cards 3" --ring emu --ring-cards 2 -n 17 echo
wrong "a ring has 2 to 1024" --ring emu --ring-cards 1 echo
wrong "needs --ring" --ring-cards 2 echo
wrong "environment variable" -x =1 echo

# fails STATUS REGEX OPTIONS...: the program cannot be started.
fails()
{
	status=$1
	regex=$2
	shift 2
	run 20 "$MPIRUN" "$@"
	is "$rc $(wc -l <"$err")" "$status 1" "status $status and one line: $*" || told
	like "$(cat "$err")" "$regex" "it says $regex"
}
printf 'echo\n' >"$TMP/plain"
fails 127 "no-such-program: there is no such program in .*PATH=" -n 2 no-such-program
fails 127 "/no-such-program: there is no such file" "$TMP/no-such-program"
fails 126 "plain: it is not executable: chmod \+x" "$TMP/plain"
fails 126 "a: it is a directory" "$TMP/a"
fails 126 "its name is empty" -n 2 ""
printf '#!/no/such/shell -e\n' >"$TMP/script"
chmod +x "$TMP/script"
fails 126 "script as rank 0: there is no program /no/such/shell, which its first line names$" \
	"$TMP/script"
fails 126 "/script as rank 0: there is no program /no/such/shell, which its first line names$" \
	-wdir "$TMP" ./script
chmod 0111 "$TMP/script"
[ "$(id -u)" = 0 ] ||
	fails 126 "script as rank 0: exec: No such file or directory$" "$TMP/script"
chmod 0755 "$TMP/script"
printf '#!/bin/sh\r\n' >"$TMP/script"
fails 126 "there is no program /bin/sh, .* carriage return: remove it" "$TMP/script"
if unshare -m true 2>/dev/null; then
	mkdir "$TMP/noexec"
	run 20 unshare -m sh -c 'mount -t tmpfs -o noexec none "$2" && cp "$1" "$2/prog" &&
		chmod +x "$2/prog" && exec "$0" "$2/prog"' "$MPIRUN" "$TMP/plain" "$TMP/noexec"
	is "$rc $(cat "$err")" "126 mpirun: cannot start $TMP/noexec/prog: its file system is \
mounted with noexec" "a program that its file system forbids" || told
fi
chmod +x "$TMP/plain"
fails 126 "no program and has no #! line" -n 3 "$TMP/plain"
fails 126 "wdir .*No such file" -wdir "$TMP/none" echo
fails 1 "cannot write .*none/f.0.out" --output-filename "$TMP/none/f" -n 2 echo

done_testing
