#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Files: random views against a model (io_views.c), each call by itself and its errors
# (io_calls.c), views at the edges (io_edges.c), the shared position and atomic mode
# (io_shared.c), short writes that are gathered (io_gather.c), data representations
# (io_datarep.c), writes that fail (io_fails.c). IO_SEED takes another seed.

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
