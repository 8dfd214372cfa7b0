#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Files: random views against a model (io_views.c), each call by itself and its errors
# (io_calls.c). IO_SEED takes another seed.

. "$(dirname "$0")/lib.sh"

job sm 1 60 t/jobs/io_calls "$TMP/file"
job sm 3 60 t/jobs/io_calls "$TMP/file"
for btl in sm tcp; do
	for ranks in 1 4; do
		job $btl $ranks 60 t/jobs/io_views "$TMP/file" ${IO_SEED:+-s $IO_SEED}
	done
done
is "$(ls "$TMP" | grep -v '^out$\|^err$')" '' 'no file is left'
done_testing
