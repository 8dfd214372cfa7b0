# SPDX-License-Identifier: BSD-3-Clause
#
# TAP for tests that are scripts of POSIX sh; to be read in by their first command:
#
#	. "$(dirname "$0")/../lib.sh"
#	run 20 $MPIRUN -n 2 $BUILD/t/jobs/ring
#	is $rc 0 "ring on two ranks"
#	like "$(cat $out)" 'passed' "it says so"
#	done_testing
#
# $SRC source, $BUILD build folder (default $SRC/build), $TMP a scratch folder
# that goes away, $MPIRUN, $MPICC, $MPICXX. $SANITIZED is 1 in a build with ASan,
# where tests may do less.

SRC=${SRC:-$(cd "$(dirname "$0")/../.." && pwd)}
BUILD=${BUILD:-$SRC/build}
MPIRUN=${MPIRUN:-$BUILD/bin/mpirun}
MPICC=${MPICC:-$BUILD/bin/mpicc}
MPICXX=${MPICXX:-$BUILD/bin/mpicxx}
SANITIZED=${RD_SANITIZED:-0}
TMP=$(mktemp -d "${TMPDIR:-/tmp}/rondo-test.XXXXXX") || exit 1
export SRC BUILD MPIRUN MPICC MPICXX TMP
trap 'rm -rf "$TMP"' EXIT
trap 'exit 1' HUP INT TERM

out=$TMP/out
err=$TMP/err
rc=0
checks=0
failed=0
planned=0

# plan N: optional, before the first check.
plan()
{
	planned=$1
	echo "1..$1"
}

# diag TEXT...: for people.
diag()
{
	printf '%s\n' "$*" | sed 's/^/# /' >&2
}

# ok STATUS NAME: passes when the status is 0.
ok()
{
	checks=$((checks + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $checks - $2"
		return 0
	fi
	failed=$((failed + 1))
	echo "not ok $checks - $2"
	return 1
}

# is GOT WANT NAME: passes when the texts are the same.
is()
{
	[ "$1" = "$2" ]
	ok $? "$3" && return 0
	diag "is '$1', should be '$2'"
	return 1
}

# like TEXT REGEX NAME: passes when a line of the text matches the extended regular expression.
like()
{
	printf '%s\n' "$1" | grep -Eq -e "$2"
	ok $? "$3" && return 0
	diag "should match /$2/:
$1"
	return 1
}

# unlike TEXT REGEX NAME: passes when no line matches.
unlike()
{
	! printf '%s\n' "$1" | grep -Eq -e "$2"
	ok $? "$3" && return 0
	diag "should not match /$2/:
$1"
	return 1
}

# skip WHY NAME: one check that cannot be made here.
skip()
{
	checks=$((checks + 1))
	echo "ok $checks - ${2:-} # SKIP $1"
}

# skip_all WHY: ends the test, nothing of which can be made here.
skip_all()
{
	echo "1..0 # SKIP $*"
	exit 77
}

# run SECONDS COMMAND...: its exit status in $rc (124: time was up, 137: and it had
# to be killed), its output in the files $out and $err. Ends all its processes
# when time is up.
run()
{
	run_s=$1
	shift
	run_begun=$(date +%s)
	timeout -k 5 "$run_s" "$@" >"$out" 2>"$err" </dev/null
	rc=$?
	case $rc in
	124 | 137) # or the command's own
		[ $(($(date +%s) - run_begun)) -lt "${run_s%.*}" ] ||
			diag "no end within $run_s s: $*" ;;
	esac
	return 0
}

# within SECONDS COMMAND...: waits until the command succeeds; false, and told, if it does not in
# that time. SECONDS are for a busy machine: they may be many.
within()
{
	within_s=$1
	within_end=$(($(date +%s) + within_s))
	shift
	until "$@"; do
		[ "$(date +%s)" -le $within_end ] || {
			diag "not within $within_s s: $*"
			return 1
		}
		sleep 0.05
	done
}

# over PID: a process of this shell's has ended, waited for or not.
over()
{
	! [ -e "/proc/$1/exe" ]
}

# told: the output of the last run, for people; call it after a failure.
told()
{
	diag "status $rc; standard output:
$(tail -n 20 "$out")
standard error:
$(tail -n 20 "$err")"
}

# done_testing: the end of the test.
done_testing()
{
	[ "$planned" -ne 0 ] || echo "1..$checks"
	[ "$failed" -eq 0 ] && [ "$checks" -gt 0 ] &&
		{ [ "$planned" -eq 0 ] || [ "$planned" -eq "$checks" ]; }
	exit $?
}
