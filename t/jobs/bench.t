#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The benchmarks run, verify their data and print rows that bench/compare can read.

. "$(dirname "$0")/lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'nothing is measured in a sanitized build'

job sm 2 60 bench/latency --max 64K --time 0.005
is "$(grep -vc '^#' "$out")" 18 'one line for each size'
job tcp 3 60 bench/latency --min 8 --max 8 --time 0.005
job sm 2 60 bench/bandwidth --max 64K --time 0.005
job sm 16 60 bench/memory
job sm 4 60 bench/objects --comms 100 --windows 20 --use
is "$(grep -vc '^#' "$out")" 4 'before, with both, and after'
job sm 2 60 bench/bandwidth --bidirectional --max 64K --time 0.005 --window 16
job sm 4 60 bench/collectives --max 4K --time 0.002
is "$(grep -v '^#' "$out" | awk '{ print $1 }' | sort -u | wc -l)" 10 'ten operations'
job sm 3 60 bench/collectives --min 0 --max 4 --time 0.002
is "$(grep -c ' 0 ' "$out")" 10 'of 0 bytes, too'
job sm 3 60 bench/first --run sendrecv
job sm 2 60 bench/first --run gather
is "$(grep -vc '^#' "$out")" 2 'the first calls, and later ones'
job sm 3 60 bench/nonblocking --max 4K --time 0.002
job sm 3 60 bench/onesided --max 64 --time 0.002
job sm 2 60 bench/onesided --run many_puts,many_gets,both_many_puts --max 512 --time 0.002
job tcp 2 60 bench/onesided --run get,fetch_and_op,lock_put,fence_put --max 16 --time 0.002
job sm 4 60 bench/files "$TMP/file" 32 1
run 30 "$MPIRUN" -n 2 "$BUILD/bench/files" "$TMP/none/file" 32 1
unlike "$rc" '^0$' 'bench/files ends where its file cannot be opened'
like "$(cat "$err")" 'none/file: No such file or directory' 'and names the file'
job sm 1 60 bench/pack --time 0.001 --run face-x,column-y,cube-64,indexed
is "$(grep -vc '^#' "$out")" 8 'packed and unpacked, four parts'
job sm 2 60 bench/pack --time 0.001 --run face-y,column-z,indexed
is "$(grep -vc '^#' "$out")" 3 'three parts sent'
job tcp 3 60 bench/collectives --run bcast,scan --max 64 --time 0.002
if [ -x "$BUILD/bench/languages_f90" ]; then
	job sm 2 60 bench/languages_f90 3
	is "$(grep -vc '^#' "$out")" 3 'a line for each message by C, mpi, mpi_f08'
else
	skip 'built without Fortran' 'bench/languages_f90'
fi
run 60 "$SRC/bench/launch.pl" --times 2 --ranks 1,3 "$MPIRUN" "$BUILD/bench/launch"
is $rc 0 'bench/launch.pl' || told
run 30 "$MPIRUN" -n 2 "$BUILD/bench/collectives" --run bcats
unlike "$rc" '^0$' 'an operation that is not there is refused'
run 120 "$SRC/bench/compare" --mpi one="$MPICC,$MPIRUN" --mpi two="$MPICC,$MPIRUN" \
	--rounds 2 'latency --max 16 --time 0.005'
is $rc 0 'bench/compare' || told
like "$(cat "$out")" '^16 +[0-9.]+ +[0-9.]+ +[0-9.]+$' 'it prints a ratio for each size'
cat >"$TMP/cut" <<END
#!/bin/sh
"$MPIRUN" "\$@" | sed '/^ *8 /a =   17 18 RUNNING'
kill -9 \$\$
END
chmod +x "$TMP/cut"
run 60 "$SRC/bench/compare" --mpi one="$MPICC,$MPIRUN" --mpi two="$MPICC,$TMP/cut" --rounds 2 \
	'latency --max 16 --time 0.001'
is $rc 0 'bench/compare beside an MPI whose program ends early' || told
like "$(cat "$err")" 'cut .*: failed$' 'which is told'
unlike "$(cat "$out" "$err")" '^=|numeric' 'words are no rows'
run 60 "$SRC/bench/compare" --mpi one="$MPICC,$TMP/cut" 'latency --max 16 --time 0.001'
like "$rc $(cat "$err")" '^[1-9].*cut .*: failed' 'the first MPI has to run to the end'
# A program in place of limits: lines are near, far before and during the second MPI's first run.
cat >"$TMP/lines" <<END
#!/bin/sh
n=\$(cat "$TMP/line" 2>/dev/null || echo 1)
echo \$((n + 1)) >"$TMP/line"
echo '# name bytes median_us'
echo "line 8 \$(echo 0.05 0.05 0.25 0.05 0.25 0.06 0.05 | cut -d' ' -f\$n)"
END
cat >"$TMP/cc" <<END
#!/bin/sh
case "\$*" in *limits.line*) cp "$TMP/lines" "\$4"; exit ;; esac
exec "$MPICC" "\$@"
END
cat >"$TMP/counted" <<END
#!/bin/sh
echo >>"$TMP/runs"
exec "$MPIRUN" "\$@"
END
chmod +x "$TMP/lines" "$TMP/cc" "$TMP/counted"
run 60 "$SRC/bench/compare" --mpi one="$TMP/cc,$MPIRUN" --mpi two="$MPICC,$TMP/counted" --rounds 1 \
	--same-lines 'latency --max 16 --time 0.001'
is "$rc $(wc -l <"$TMP/runs") $(cat "$TMP/line")" '0 2 8' \
	'--same-lines: a run waits for lines as near as in the other, and is repeated' || told
cat >"$TMP/slow" <<END
#!/bin/sh
"$MPIRUN" "\$@"
case "\$*" in *first*) exit 124 ;; esac
END
chmod +x "$TMP/slow"
run 60 "$SRC/bench/compare" --mpi one="$MPICC,$MPIRUN" --mpi two="$MPICC,$TMP/slow" --rounds 1 \
	--only beside --out "$TMP/beside"
like "$rc $(cat "$err")" '^0 .*slow .* is not over after 300 s' \
	'a limit is told as such where another program computes' || told
table='limits,latency,rate,barrier,tcp,memory,onesided,hpcg,ring'
run 350 "$SRC/bench/compare" --mpi one="$MPICC,$MPIRUN" --mpi two="$MPICC,$MPIRUN" --rounds 1 \
	--time 0.002 --only $table --out "$TMP/table"
is $rc 0 'bench/compare, the table' || told
like "$(cat "$TMP/table/table.md")" \
	'^\| half round trip, sm, 8 B, us \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| <= 0.65 \|' \
	'its rows have both, the limit, the ratio, the aim'
for where in 'a ring of emulated cards' 'emulated cards alone'; do
	is "$(grep -c "^| [a-z_]*, [0-9]* B, MPI_Win_[a-z]*, $where, us; limit: sm |" \
		"$TMP/table/table.md")" 10 "one-sided operations, $where: ten rows"
done
like "$(cat "$TMP/table/table.md")" \
	'^\| put, 8 B, MPI_Win_create, emulated cards alone, us; limit: sm \| [0-9.]+ \|  \| [0-9.]+ \|' \
	'... with the time over shared memory'
if command -v gnuplot >/dev/null; then
	like "$(cat "$TMP/table/README.md")" '^!\[Messages one way, TCP: two beside one\]\(tcp\.svg\)$' \
		'its page shows the plots'
	like "$(cat "$TMP/table/tcp.svg")" '64 KiB' 'marks of an axis are in KiB'
else
	skip 'there is no gnuplot' 'its page shows the plots'
	skip 'there is no gnuplot' 'marks of an axis are in KiB'
fi
like "$(cat "$out")" '^\| HPCG \| not run: its sources' 'a benchmark that it could not run is named'
is "$(cut -f2 "$TMP/table/medians.tsv" | grep -c '^barrier 0')" 21 \
	'medians: of two and their ratio, for four numbers of ranks, and three on a ring'
run 60 "$SRC/bench/compare" --mpi one="$MPICC,$MPIRUN" --only hpcg --hpcg "$TMP"
like "$rc $(cat "$err")" '^[1-9].*--hpcg: no C\+\+ compiler of one: --mpi one=MPICC,MPIRUN,MPICXX' \
	'a benchmark in C++ asks for the compiler before anything is measured'
run 60 "$SRC/bench/compare" --mpi one="$MPICC,$MPIRUN,false" --only launch,hpcg --hpcg "$TMP" \
	--rounds 1 --out "$TMP/part"
like "$rc $(cat "$err")" '^[1-9].*no src/\*\.cpp there' 'a part that fails is named' || told
like "$(cat "$TMP/part/table.md")" '^\| launch' '... and leaves the table of those before it'
run 60 "$SRC/bench/compare" --mpi one="$MPICC,$MPIRUN" --only latancy
like "$rc $(cat "$err")" '^[1-9].*--only latancy: no such part' \
	'a part that is not there is refused'
cd "$BUILD" || exit
TIME=0.002 run 200 "$SRC/bench/offload.sh" bin emu 1 2 3
cd "$SRC" || exit
is $rc 0 'bench/offload.sh, its argument a relative name' || told
like "$(cat "$out")" '^allreduce 8 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' \
	'it compares the card with shared memory and TCP'
if [ -x "$BUILD/bin/rondo_ring_w64" ]; then
	run 200 "$SRC/bench/spin.pl" --ring rtl --largest 32 --only points "$BUILD/bin"
	is $rc 0 'bench/spin.pl' || told
	like "$(cat "$out")" '^\| barrier \| 0 \| 357 \| 6.5 \| [0-9]+ \| [0-9.]+ \|' \
		'beside the paper'
	like "$(cat "$out")" '^Every row of the paper is above ours' 'which is slower'
else
	skip 'the simulated ring was not built (make -C hw ring)' 'bench/spin.pl'
fi
done_testing
