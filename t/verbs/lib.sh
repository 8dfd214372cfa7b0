# SPDX-License-Identifier: BSD-3-Clause
#
# TAP for the tests of verbs/, to be read in by their first command, as t/lib.sh, which is in it.

. "$(dirname "$0")/../lib.sh"

# needs PROGRAM: of this folder.
needs()
{
	[ -x "$BUILD/t/verbs/$1" ] || skip_all "built without infiniband/verbs.h (libibverbs-dev)"
}

# new_folder: an empty one, for the words between two processes (other.h).
folders=0
new_folder()
{
	folders=$((folders + 1))
	RD_VERBS_DIR=$TMP/$folders
	export RD_VERBS_DIR
	mkdir "$RD_VERBS_DIR"
}

# on_two SECONDS RING PROGRAM ARGUMENT...: two processes, whose checks all pass, without an error or
# a warning.
on_two()
{
	limit=$1 ring=$2 program=$3
	shift 3
	new_folder
	run "$limit" "$MPIRUN" --ring "$ring" --verbs -n 2 "$BUILD/t/verbs/$program" "$@"
	is $rc 0 "$(grep -c '^ok' "$out") checks of $program.c, $ring" || told
	unlike "$(cat "$err")" 'Sanitizer|runtime error|rondo: (error|warning)' "no errors"
}
