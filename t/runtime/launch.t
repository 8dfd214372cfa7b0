#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# mpirun and the library's PMIx client together (runtime/job.h): the identity of each rank,
# exchange of data, many ranks, and the ends that only a rank within MPI can have.

. "$(dirname "$0")/../lib.sh"

job=$BUILD/t/runtime/job
[ -x "$job" ] || skip_all "t/runtime/job is not built"

for n in 1 2 5; do
	run 60 "$MPIRUN" -n $n "$job" exchange
	is "$rc $(sed 's/, program.*//' "$out" | sort -t' ' -k2n | tr '\n' ';')" \
		"0 $(i=0; while [ $i -lt $n ]; do printf 'rank %d of %d;' $i $n; i=$((i + 1)); done)" \
		"$n ranks know themselves and each other's published data" || told
done
like "$(cat "$out")" "5 local, started by rondo mpirun, 5 ranks on [0-9]+ processors" \
	"and where they are"
all_usable=$(grep -c " on $(nproc) processors" "$out") # 0 where a cgroup quota leaves less
run 60 "$MPIRUN" -n 8 "$job" contact
is $rc 0 "ranks of a node find each other while mpirun is stopped" || told
run 60 "$MPIRUN" -n 1 "$job" hello : -n 2 "$job" hello
is "$rc $(sed 's/ local.*//; s/, [0-9]*$//' "$out" | sort | tr '\n' ';')" \
	"0 rank 0 of 3, program 0;rank 1 of 3, program 1;rank 2 of 3, program 1;" \
	"two programs" || told
if [ "$all_usable" -gt 0 ]; then
	run 60 "$MPIRUN" --bind-to hwthread -n "$(nproc)" "$job" hello
	is "$(grep -c ' 1 ranks on 1 ' "$out")" "$(nproc)" "bound ranks do not share" || told
else
	skip "the processors are limited by a quota" "bound ranks do not share"
fi
run 60 "$MPIRUN" -n 1 "$MPIRUN" -n 2 "$job" hello
is "$rc $(grep -c 'of 2, ' "$out")" "0 2" "mpirun within mpirun" || told
# Also the variables of other launchers' jobs, and names that a mpirun gave its job alone.
run 60 env PMI_RANK=5 MPI_LOCALRANKID=5 OMPI_COMM_WORLD_LOCAL_RANK=5 "$MPIRUN" --ring emu \
	--stats -n 1 sh -c "env >'$TMP/outer'; '$MPIRUN' -genv INNER 1 -n 1 env >'$TMP/inner'"
is "$rc $(grep -c '^RONDO_RING=' "$TMP/outer")" "0 1" "a job with a ring" || told
is "$(grep -v '^PMIX_' "$TMP/inner" | grep -E '^(RONDO_(RING|STATS)|MPI_|PMI_|OMPI_COMM)')" "" \
	"has an inner one, which has neither its ring nor its statistics" || told
is "$(sed -n 's/^RONDO_JOB_ENV=//p' "$TMP/inner" | tr , '\n' | sort | tr '\n' ' ')" \
	"PMIX_MCA_gds PMIX_MCA_pcompress_base_silence_warning PMIX_MCA_pmix_max_events " \
	"nor mpirun's own variables" || told
run 60 "$MPIRUN" --ring emu -n 1 "$MPIRUN" -n 1 sh -c 'ls -l /proc/$$/fd'
is "$rc $(grep -c 'rondo ring' "$out")" "0 0" "nor its memory" || told
run 60 "$MPIRUN" --ring emu -n 1 "$MPIRUN" -x RONDO_RING=mine -n 1 sh -c 'echo $RONDO_RING'
is "$rc $(cat "$out")" "0 mine" "unless its command line says so" || told

events='echo $PMIX_MCA_pmix_max_events $PMIX_MCA_pcompress $PMIX_MCA_pcompress_base_silence_warning'
run 30 "$MPIRUN" -n 3 sh -c '[ "$RONDO_SIZE" = 3 ]'
is $rc 0 "ranks know their number before MPI_Init" || told
run 30 "$MPIRUN" -n 1 sh -c "$events"
is "$(cat "$out")" '16 ^zlib,zlibng 1' \
	"ranks keep no memory for features that a job here does not need" || told
run 30 env PMIX_MCA_pmix_max_events=9 PMIX_MCA_pcompress=zlib "$MPIRUN" -n 1 sh -c "$events"
is "$(cat "$out")" '9 zlib 1' "unless the user says so" || told
run 30 "$MPIRUN" -n 1 -genvnone -env PMIX_MCA_pmix_max_events 9 /bin/sh -c "$events"
is "$(cat "$out")" '9 ^zlib,zlibng 1' "or the options" || told

# ends STATUS REGEX NAME ARGUMENTS...
ends()
{
	status=$1
	regex=$2
	name=$3
	shift 3
	run 30 "$MPIRUN" -n 4 "$job" "$@"
	is "$rc" "$status" "$name: status $status" || told
	is "$(grep -c '^mpirun: ' "$err")" 1 "$name: one line" || told
	like "$(cat "$err")" "$regex" "$name: which says why"
}
ends 1 "rank 2 .* exit code 0 without MPI_Finalize$" "exit 0 within MPI is a failure" early 2 0
ends 6 "rank 2 .* exit code 6 without MPI_Finalize$" "exit 6 within MPI" early 2 6
ends 3 "rank 0 .* exit code 3; 3 more failed" "exit 3 after MPI" late 2 3
is "$(wc -l <"$out")" 4 "the others may end as they like" || told
ends 138 "rank 3 .* killed by signal 10" "a signal while the others wait" kill 3 10
ends 7 "rank 1 .* aborted the job with code 7: as told" "abort" abort 1 7
ends 0 "rank 1 .* aborted the job with code 0" "abort with 0 is 0" abort 1 0
ends 0 "rank 0 .* aborted the job with code 0" "abort with 256 is 0, its low 8 bits" abort 0 256
for i in 1 2 3 4 5; do
	run 30 "$MPIRUN" -n 4 -l "$job" follow 2 7
	is $rc 7 "abort, and the others end of it" || diag "$(cat "$err")"
	like "$(cat "$err")" "rank 2 .* aborted the job with code 7" "which does not count"
done

run 30 "$MPIRUN" -n 3 sh -c "if [ \$PMIX_RANK != 1 ]; then exec '$job' hello; fi"
is "$rc $(grep -c '^mpirun: ' "$err")" "1 1" "a rank that the others wait for in vain" || told
like "$(cat "$err")" "rank 1 .* exit code 0 without MPI_Init" "is named"
run 30 "$MPIRUN" -n 2 sh -c "'$job' hello && '$job' hello"
is "$rc $(wc -l <"$out")" "0 4" "two MPI programs one after the other" || told

for n in 1 3; do
	run 30 "$MPIRUN" -n $n sh -c "'$job' leave; '$job' hello"
	is "$rc $(grep -c '^mpirun: ' "$err")" "1 1" "$n ranks: the first of which leaves within MPI" || told
	like "$(cat "$err")" "rank [0-2] .* runs a second program that calls MPI_Init: the first one has not" \
		"is an error"
done

run 30 "$MPIRUN" -n 1 sh -c "'$job' pause & sleep 0.5; '$job' hello; kill \$!"
is "$(wc -l <"$out")" 1 "but a program may run another one" || told

PMIX_NAMESPACE=gone PMIX_RANK=0 PMIX_SERVER_URI41='gone.1;tcp4://127.0.0.1:1' \
	"$job" hello >"$out" 2>"$err"
is $? 1 "a server that is gone is an error"
like "$(cat "$err")" 'server \(gone.1;tcp4://127.0.0.1:1\) cannot be reached' "which names it"

run 60 "$MPIRUN" -n 40 sh -c "ls -l /proc/\$\$/fd >'$TMP'/fds.\$PMIX_RANK; exec '$job' hello"
is "$rc $(cat "$TMP"/fds.* | grep -c socket:)" "0 0" "ranks have none of mpirun's connections" ||
	told
run 20 sh -c "'$MPIRUN' -n 2 sh -c 'echo x >&7; echo x >&9' 7>>'$TMP/seven' 9>>'$TMP/nine'"
is "$rc $(cat "$TMP/seven" "$TMP/nine" | wc -l)" "0 4" \
	"but the descriptors that mpirun was given open" || told

many=256
[ "$SANITIZED" = 1 ] && many=32
run 120 "$MPIRUN" -n $many "$job" hello
is "$rc $(sort -u "$out" | wc -l)" "0 $many" "$many ranks" || told
if (ulimit -Sn 64 && ulimit -Hn 100) 2>/dev/null; then
	run 60 sh -c "ulimit -Sn 64; '$MPIRUN' -n 50 true"
	is $rc 0 "a low soft limit of open files is raised" || told
	run 60 sh -c "ulimit -Sn 64; '$MPIRUN' -n 2 sh -c 'ulimit -n'"
	is "$(uniq "$out")" 64 "but not for the ranks" || told
	run 60 sh -c "ulimit -Sn 64; ulimit -Hn 100; '$MPIRUN' -n 50 true"
	is $rc 1 "a low hard limit is an error" || told
	like "$(cat "$err")" 'need about [0-9]+ open files, the limit is 100' \
		"and it names the limit to raise"
	run 60 sh -c "ulimit -Sn 64; '$MPIRUN' -n 60 -l --output-filename '$TMP/f' '$job' hello"
	is "$rc $(cat "$TMP"/f.*.out | wc -l)" "0 60" "tagged files of all ranks fit as well" ||
		told
	run 60 \
		sh -c "ulimit -Sn 320; ulimit -Hn 320; '$MPIRUN' -n 60 -l --output-filename '$TMP/f' true"
	is "$rc $(grep -c 'need about 424 open files' "$err")" "1 1" \
		"or it is told before the start" || told
fi

# Programs of other MPIs: only their ELF files look like it; their library does nothing.
echo 'int other(void) { return 0; }' >"$TMP/other.c"
echo 'int other(void); int main(void) { return other(); }' >"$TMP/main.c"
for lib in libmpich.so.12 libmpi.so.20; do
	cc -shared -fPIC -Wl,-soname,$lib -o "$TMP/$lib" "$TMP/other.c" &&
		cc -o "$TMP/foreign" "$TMP/main.c" "$TMP/$lib" -Wl,-rpath,"$TMP"
	[ $lib != libmpich.so.12 ] || mv "$TMP/foreign" "$TMP/mpich"
done
run 20 "$MPIRUN" -n 2 "$TMP/mpich"
like "$rc $(cat "$err")" "^1 mpirun: .*mpich ran as 2 times rank 0 of 1" \
	"a program of MPICH that does not join has failed"
run 20 "$MPIRUN" -n 2 "$TMP/foreign"
is "$rc $(wc -l <"$err")" "1 2" "a program of another MPI has failed" || told
like "$(sed -n 1p "$err")" "^mpirun: .*foreign is linked with libmpi.so.20, another MPI" \
	"it is told of when it starts"
like "$(sed -n 2p "$err")" "^mpirun: .*foreign ran as 2 times rank 0 of 1" "and its effect"
run 20 "$MPIRUN" -n 1 "$TMP/foreign"
is "$rc $(cat "$err")" "0 " "alone it runs without a warning" || told
run 20 "$MPIRUN" -q -wdir "$TMP" -n 1 ./foreign : -n 1 true
is "$rc $(wc -l <"$err")" "1 1" "one of several programs" || told
"$MPICC" -o "$TMP/both" "$TMP/main.c" -Wl,--no-as-needed "$TMP/libmpich.so.12" \
	-lmpi_abi -Wl,-rpath,"$TMP"
if [ "$SANITIZED" = 1 ]; then
	skip "AddressSanitizer's library must be the first" \
		"a program that is linked with Rondo as well"
else
	run 20 "$MPIRUN" -n 2 "$TMP/both"
	is "$rc $(cat "$err")" "0 " "a program that is linked with Rondo as well is Rondo's" || told
fi
head -c 300 "$TMP/foreign" >"$TMP/cut"
chmod +x "$TMP/cut"
run 20 "$MPIRUN" -n 2 "$TMP/cut"
is $rc 126 "a file that is cut short is no program" || told

# The PMIx server: at the loopback address, for those that know the job's name, without a file.
mkdir "$TMP/none"
cat >"$TMP/probe" <<'END'
sockets=$(ls -l /proc/$PPID/fd | sed -n 's/.*socket:\[\([0-9]*\)\]/ \1 /p')
awk -v sockets="$sockets" '$4 == "0A" && index(sockets, " " $10 " ") { print substr($2, 1, 8) }' \
	/proc/$PPID/net/tcp
PMIX_NAMESPACE=${PMIX_NAMESPACE%?}x "$1" hello >/dev/null 2>&1 || echo refused
"$1" hello
END
run 60 env TMPDIR="$TMP/none" "$MPIRUN" -n 1 sh "$TMP/probe" "$job"
is "$rc $(sed -n '1,2p; 3s/ .*//p' "$out" | tr '\n' ' ') $(ls -A "$TMP/none")" \
	"0 0100007F refused rank  " "the PMIx server is the job's only" || told

done_testing
