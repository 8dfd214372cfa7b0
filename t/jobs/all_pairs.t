#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# All ranks exchange messages with all (all_pairs.c), up to 128 of them. Descriptors do not grow
# with the ranks of a node, and with hardly any free ones all messages still arrive; with too few to
# begin, an error reports that.

. "$(dirname "$0")/lib.sh"

job sm 9 30 t/jobs/all_pairs 20 100000
job sm 65 60 t/jobs/all_pairs 2 20000 70
# Sanitizers judge the code, which is that of 65 ranks.
[ "$SANITIZED" = 1 ] || job sm 128 90 t/jobs/all_pairs 1 9000 70

# limited DESCRIPTORS RANKS [ARGUMENT]...: each rank has that many descriptors.
limited()
{
	limit=$1 ranks=$2
	shift 2
	# shellcheck disable=SC2016 # for the inner shell
	run $((60 * slow)) env RONDO_BTL=self,sm "$MPIRUN" -n "$ranks" \
		sh -c 'ulimit -n $0; exec "$@"' "$limit" "$BUILD/t/jobs/all_pairs" "$@"
}

limited 30 24 3 30000
is $rc 0 '24 ranks of 30 descriptors each' || told
limited 20 9 10 30000
is $rc 0 '9 ranks of 20 descriptors each' || told
# Sleeping and waking at each message, with none to spare.
RONDO_SPIN=0 RONDO_SLEEP_US=0 limited 20 5 10 30000
is $rc 0 'they sleep and wake each other' || told

# The program's own limit is higher by the library's needs; a child's is as before.
run 30 "$MPIRUN" -n 1 sh -c "ulimit -Sn 64; exec '$BUILD/t/jobs/descriptor_limit'"
if [ $rc -eq 77 ]; then
	skip 'the hard limit is too low' 'limits of a rank and its child'
else
	is $rc 0 'limits of a rank and its child' || told
fi
# A transport that is allowed and not there is named, with its reason.
run $((30 * slow)) env RONDO_BTL=self,fpga "$MPIRUN" -n 2 "$BUILD/t/jobs/all_pairs"
like "$rc $(cat "$err")" "no transport reaches rank .*; fpga is not available here: .*--ring emu" \
	"cards without a ring: the error says how to get one" || told
port=$((20000 + $$ % 10000))
# shellcheck disable=SC2016 # of perl
run $((30 * slow)) env RONDO_BTL=self,fpga,tcp RONDO_TCP_PORTS=$port-$port \
	perl -MIO::Socket::IP -e '
	my $port = shift;
	my @taken = map { IO::Socket::IP->new(Listen => 1, LocalHost => $_, LocalPort => $port) }
		"0.0.0.0", "::";
	exit(system(@ARGV) >> 8)' $port "$MPIRUN" -n 2 "$BUILD/t/jobs/all_pairs"
like "$rc $(cat "$err")" "no transport reaches rank .*; tcp is not available here: no port of" \
	"neither a ring nor a port for TCP: the error says the latter" || told
done_testing
