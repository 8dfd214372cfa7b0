# SPDX-License-Identifier: BSD-3-Clause
#
# For the scripts of this folder, beside ../lib.sh: one TAP line for each job.

. "$(dirname "$0")/../lib.sh"

# The factor by which a job may take longer in a sanitized build.
slow=1
[ "$SANITIZED" = 1 ] && slow=4

# job TRANSPORT RANKS SECONDS PROGRAM [ARGUMENT]...: it must end with status 0; 77 is a skip.
# TRANSPORT goes into RONDO_BTL beside self, fpga on emulated cards; rtl is fpga on simulated
# ones. PROGRAM is below the build folder.
job()
{
	job_btl=$1 job_ranks=$2 job_limit=$(($3 * slow)) job_program=$4
	shift 4
	job_btls=self,$job_btl
	job_ring=
	case $job_btl in
	fpga) job_ring='--ring emu' ;;
	rtl) job_btls=self,fpga job_ring='--ring rtl' ;;
	esac
	job_name="$(basename "$job_program")${*:+ $*} on $job_ranks ranks over $job_btl"
	if [ "$job_btl" = rtl ] && [ ! -x "$BUILD/bin/rondo_ring_w64" ]; then
		skip 'the simulated ring was not built (make -C hw ring)' "$job_name"
		return
	elif [ "$job_btl" = rtl ] && [ "$SANITIZED" = 1 ]; then
		skip 'takes too long in a sanitized build' "$job_name"
		return
	fi
	# For this job only: other runs of the script have their own transports.
	# shellcheck disable=SC2086 # two words or none
	run $job_limit env RONDO_BTL=$job_btls "$MPIRUN" $job_ring -n "$job_ranks" \
		"$BUILD/$job_program" "$@"
	if [ $rc -eq 77 ]; then
		skip "$(tail -n 1 "$out")" "$job_name"
	else
		is $rc 0 "$job_name" || told
	fi
}
