#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Networks that fail, between ranks on two hosts: a firewall that lets only one side in, links that
# are cut for a while or for good, connections reset underway. The first three cost time, and
# nothing comes wrong; a cut for good is an error that names rank, host and both addresses.

. "$(dirname "$0")/jobs.sh"

command -v mpirun.openmpi >/dev/null ||
	skip_all 'there is no mpirun.openmpi (Debian package openmpi-bin)'
command -v nft >/dev/null || PATH=$PATH:/usr/sbin
command -v nft >/dev/null || skip_all 'there is no nft (Debian package nftables)'
hosts 2
on h1 nft add table inet probe 2>/dev/null || skip_all 'the system has no nftables'

launch()
{
	launch_ranks=$1
	shift
	$launch_under mpirun.openmpi --allow-run-as-root --mca plm_rsh_agent "$TMP/agent" \
		--mca oob_tcp_if_include 10.77.0.0/24 --map-by node --oversubscribe \
		-host h1:4,h2:4 -n "$launch_ranks" "$@"
}

# forbid HOST OTHER WHAT VERDICT [FAMILY]: HOST takes nothing of the kind from OTHER any more; the
# launcher, on neither, is not affected. FAMILY ip leaves IPv6.
forbid()
{
	on "h$1" nft -f - <<END
table inet cut {
	chain input {
		type filter hook input priority 0
		ip saddr 10.77.0.$2 $3 $4
		${5:+#} iifname "eth0" meta nfproto ipv6 $3 $4
	}
}
END
}

# permit HOST...: all again.
permit()
{
	for permit_host in "$@"; do
		on "h$permit_host" nft delete table inet cut
	done
}

cut()
{
	forbid 1 2 '' drop "$@"
	forbid 2 1 '' drop "$@"
}

# meanwhile COMMAND...: a job of two ranks, left to itself after they have exchanged messages. They
# write to files: a launcher may lose output that comes just before an abort.
meanwhile()
{
	: >"$TMP/said"
	: >"$TMP/said.err"
	# shellcheck disable=SC2016 # the inner shell's words
	started 90 2 sh -c 'exec "$@" >>"$0" 2>>"$0.err"' "$TMP/said" env "$@" &
	job=$!
	within 60 grep -q begins "$TMP/said"
	ok $? 'a job has begun'
}

# end_of_job: waits for it; what its ranks have said is $out and $err.
end_of_job()
{
	wait $job
	cat "$err" >>"$TMP/said.err"
	cat "$TMP/said" >"$out"
	cat "$TMP/said.err" >"$err"
}

syn='tcp flags & (syn | ack) == syn'
links=$BUILD/t/jobs/network_failure

for verdict in drop 'reject with tcp reset'; do
	for side in '1 2' '2 1'; do
		# shellcheck disable=SC2086 # two words
		forbid $side "$syn" "$verdict"
		for direction in to speak; do
			started 60 2 "$links" $direction 1
			is "$rc $(tail -n 1 "$out")" '0 good' \
				"h${side% *} does not let h${side#* } in, ${verdict%% *}: $direction" || told
		done
		permit "${side% *}"
	done
done

for seconds in 1 5; do
	meanwhile "$links" speak $((seconds + 3))
	cut
	sleep $seconds
	permit 1 2
	end_of_job
	is "$(tail -n 1 "$out")" good "a link is cut for $seconds s" || told
done

# One side hears of a reset, then nothing: all of the time-out is left to look for a way.
meanwhile RONDO_TCP_TIMEOUT=8 "$links" speak 9
forbid 1 2 "$syn drop; ip saddr 10.77.0.2 meta l4proto tcp" 'reject with tcp reset'
sleep 6
permit 1
end_of_job
is "$(tail -n 1 "$out")" good 'a link is cut with a reset for 6 s where the time-out is 8 s' || told

if on h1 ip -6 address show dev eth0 | grep -q fe80; then
	meanwhile RONDO_TCP_TIMEOUT=4 "$links" speak 7
	cut ip
	end_of_job
	permit 1 2
	is "$(tail -n 1 "$out")" good 'IPv4 is cut for good: IPv6 leads there, too' || told
else
	skip 'the hosts have no IPv6' 'IPv4 is cut for good: IPv6 leads there, too'
fi

# With two networks the job goes on over the other, and comes back when that one falls.
wire data
everywhere ip -n h% address add 10.79.0.%/24 dev data
meanwhile RONDO_TCP_TIMEOUT=4 "$links" speak 7
cut
sleep 4
permit 1 2
everywhere ip -n h% link set data down
end_of_job
is "$(tail -n 1 "$out")" good 'one of two networks falls, then the other' || told
ip link del data

# Small packets come through, large ones are dropped without a report: in the end small ones do.
for side in '1 2' '2 1'; do
	# shellcheck disable=SC2086 # two words
	forbid $side 'meta length > 1300' drop
done
started 60 2 env RONDO_TCP_TIMEOUT=4 "$links" speak 5
permit 1 2
is "$rc $(tail -n 1 "$out")" '0 good' 'large packets are swallowed on the way' || told

# given_up NAME COMMAND...
given_up()
{
	name=$1
	shift
	meanwhile RONDO_TCP_TIMEOUT=4 "$@"
	cut
	end_of_job
	permit 1 2
	took=$(sed -n 's/.*MPI_ERR_PROC_ABORTED after \([0-9]*\)\..*/\1/p' "$out" | sort -n |
		head -n 1)
	like "$(cat "$out")" 'MPI_ERR_PROC_ABORTED' \
		"a link is cut for good, $name: the call ends" || told
	like "$(cat "$err")" \
		'rank [01] on h[12] \(10\.77\.0\.[12]:[0-9]*, from 10\.77\.0\.[12]:[0-9]*\) was lost' \
		'the message names rank, host and both addresses' || told
	[ "${took:-99}" -le 12 ] # the usual time-out is 30 s
	ok $? "after $took s where the time-out is 4 s" || told
}

given_up 'both speak' "$links" speak 30
given_up 'one waits for the other, which computes' "$links" wait 30
done_testing
