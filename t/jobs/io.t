#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Files: random views against a model (io_views.c), each call by itself and its errors
# (io_calls.c), views at the edges (io_edges.c), the shared position and atomic mode
# (io_shared.c), short writes that are gathered (io_gather.c), data representations
# (io_datarep.c), writes that fail (io_fails.c), the table of --stats (io_stats.c). IO_SEED takes
# another seed.

. "$(dirname "$0")/lib.sh"

job sm 1 60 t/jobs/io_calls "$TMP/file"
job sm 3 60 t/jobs/io_calls "$TMP/file"
job sm 1 60 t/jobs/io_edges "$TMP/file"
job sm 3 60 t/jobs/io_edges "$TMP/file"
job tcp 4 60 t/jobs/io_edges "$TMP/file"
job fpga 4 60 t/jobs/io_edges "$TMP/file"
job fpga 3 60 t/jobs/io_calls "$TMP/file"
for btl in sm tcp fpga; do
	for ranks in 1 4; do
		job $btl $ranks 60 t/jobs/io_views "$TMP/file" ${IO_SEED:+-s $IO_SEED}
	done
done
job sm 1 60 t/jobs/io_shared "$TMP/file"
job sm 4 60 t/jobs/io_shared "$TMP/file"
job tcp 3 60 t/jobs/io_shared "$TMP/file"
job fpga 3 60 t/jobs/io_shared "$TMP/file"
job sm 4 60 t/jobs/io_gather "$TMP/file" -gathers 1
job sm 1 60 t/jobs/io_gather "$TMP/file"
job sm 3 60 t/jobs/io_gather "$TMP/file" -threads 1
job tcp 3 60 t/jobs/io_gather "$TMP/file"
job fpga 3 60 t/jobs/io_gather "$TMP/file"
run $((60 * slow)) "$MPIRUN" -n 4 "$BUILD/t/jobs/io_gather" "$TMP/file" -aborts 1
is $rc 3 'a job aborts' || told
job sm 1 60 t/jobs/io_gather "$TMP/file" -check 4
rm -f "$TMP/file"
job sm 4 60 t/jobs/io_gather "$TMP/file" -leaves 1
job sm 1 60 t/jobs/io_gather "$TMP/file" -check 4
rm -f "$TMP/file"
for ranks in 1 3; do
	job sm $ranks 60 t/jobs/io_datarep "$TMP/file"
done
# Calls, bytes, and what moved them: all ranks, each call once.
RONDO_BTL=self,sm run $((60 * slow)) "$MPIRUN" --stats -n 4 "$BUILD/t/jobs/io_stats" "$TMP/file"
is $rc 0 'io_stats on 4 ranks' || told
while read -r access bytes by; do
	like "$(cat "$err")" "^$access +$by +4 +$bytes +[0-9.]+ +[-0-9.]+  $TMP/file$" \
		"--stats: $access moved by $by"
done <<END
write_at_all 4000 each rank: has one piece
write_all 1600 one owner: brief
write_all 1048576 owners of domains
write_all 1048576 each rank: a hint says so
write_all 4096 each rank: atomic mode
write_all 4096 each rank: not interleaved
write_all_begin 1048576 each rank: pieces are long
read_at_all 1600 each rank: pieces are near
iread_at_all 1048576 owners of domains
write_ordered 400 each rank: has one piece
write 40 each rank: not collective
iread_at 80 each rank: not collective
sync 0
resize 0
END
is "$(awk '$1 == "write_shared" { n += $(NF - 4); b += $(NF - 3) } END { print n, b }' "$err")" \
	'8000 512000' '--stats: write_shared, gathered or not'
run $((60 * slow)) "$MPIRUN" -n 2 "$BUILD/t/jobs/io_stats" "$TMP/file"
is "$rc $(grep -c moved "$err")" '0 0' 'without --stats there is no table' || told
rm "$TMP/file"
# Two jobs on one file.
"$MPIRUN" -n 2 "$BUILD/t/jobs/io_shared" "$TMP/file" -j 1 >"$TMP/second" 2>&1 &
job sm 2 60 t/jobs/io_shared "$TMP/file" -j 1
wait $!
is $? 0 "the other job" || diag "$(cat "$TMP/second")"
rm "$TMP/file" "$TMP/second"
# A small file system; a rank that dies.
mkdir "$TMP/small"
if mount -t tmpfs -o size=1m tmpfs "$TMP/small" 2>/dev/null; then
	job sm 4 60 t/jobs/io_fails "$TMP/small/file"
	job sm 4 60 t/jobs/io_gather "$TMP/small/file" -full 1
	umount "$TMP/small"
else
	skip 'mount is not permitted' 'a full file system'
fi
rmdir "$TMP/small"
for how in all atomic; do
	run $((30 * slow)) env IO_DIES=$how "$MPIRUN" --enable-recovery -n 4 \
		"$BUILD/t/jobs/io_fails" "$TMP/file"
	is "$(grep -c '^class 1$' "$out")" 3 \
		"a rank was killed ($how): the others learn it, and close the file" || told
	rm -f "$TMP/file"
done
is "$(ls "$TMP" | grep -v '^out$\|^err$')" '' 'no file is left'
done_testing
