# SPDX-License-Identifier: BSD-3-Clause
#
# For the scripts of this folder, beside ../lib.sh: one TAP line for each job.

. "$(dirname "$0")/../lib.sh"

# What a job in a sanitized build may take longer by.
slow=1
[ "$SANITIZED" = 1 ] && slow=4

# job TRANSPORT RANKS SECONDS PROGRAM [ARGUMENT]...: it must end with status 0; 77 is a skip.
# TRANSPORT is what RONDO_BTL gets beside self; PROGRAM is below the build folder.
job()
{
	btl=$1 ranks=$2 seconds=$3 program=$4
	shift 4
	RONDO_BTL=self,$btl
	export RONDO_BTL
	run $((seconds * slow)) "$MPIRUN" -n "$ranks" "$BUILD/$program" "$@"
	name="$(basename "$program")${*:+ $*} on $ranks ranks over $btl"
	if [ $rc -eq 77 ]; then
		skip "$(tail -n 1 "$out")" "$name"
	else
		is $rc 0 "$name" || told
	fi
}
