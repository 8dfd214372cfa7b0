#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Bad networks: networks that lose packets, are slow, or far. Jobs over them end right, every byte
# compared, and in a time that fits the network: nothing waits for packets that do not come.

. "$(dirname "$0")/jobs.sh"

hosts 3
launchers
# A packet is one, not a part of the kernel's larger ones.
everywhere ip -n h% link set eth0 gso_max_segs 1

# comes_through WHERE SECONDS RANKS [VARIABLE=VALUE]... PROGRAM [ARGUMENT]...
comes_through()
{
	where=$1 seconds=$(($2 * slow)) ranks=$3
	shift 3
	ms=$(($(date +%s%N) / 1000000))
	run $seconds "$MPIRUN" -host h1,h2,h3 -n "$ranks" env "$@"
	ms=$(($(date +%s%N) / 1000000 - ms))
	is $rc 0 "$where: $(echo "$*" | sed 's,[^ ]*[/=][^ ]*/,,g'), within $seconds s: $ms ms" ||
		told
}

# jobs WHERE ROUNDS LARGEST [VARIABLE=VALUE]...: random_p2p with messages of at most so many bytes,
# and more.
jobs()
{
	jobs_where=$1 jobs_rounds=$2 jobs_largest=$3
	shift 3
	comes_through "$jobs_where" 30 6 "$@" "$BUILD/t/jobs/random_p2p" -r "$jobs_rounds" \
		-m "$jobs_largest"
	comes_through "$jobs_where" 30 4 "$@" "$BUILD/t/jobs/p2p_modes"
	comes_through "$jobs_where" 30 6 "$@" "$BUILD/examples/himeno" -s XS -n 10
}

far_is_known() { grep -q ready "$TMP/far" || over $far; }

# far MILLISECONDS: the hosts' interfaces "far" are so far from each other.
far()
{
	: >"$TMP/far"
	"$BUILD/t/jobs/delayed_network" $(($1 * 1000)) /run/netns/h* >"$TMP/far" 2>&1 &
	far=$!
	within 30 far_is_known
	grep -q ready "$TMP/far" || return 1
	everywhere ip -n h% address add 10.80.0.%/24 dev far
	everywhere ip -n h% link set far up
}

if filters; then
	losing 2
	jobs '2 % of the packets are lost' 8 8000000
	everywhere unfilter h%
else
	skip 'there is no nft (Debian package nftables)' 'packets are lost'
fi

if everywhere tc -n h% qdisc add dev eth0 root tbf rate 10mbit burst 16k latency 100ms \
	2>"$err"; then
	jobs '10 Mbit/s' 6 300000
	everywhere tc -n h% qdisc del dev eth0 root
else
	skip "no token bucket: $(tail -n 1 "$err")" '10 Mbit/s'
fi

if far 20; then
	jobs 'hosts are 20 ms apart' 3 1000000 RONDO_TCP_IFACE=far
	if filters; then
		losing 2
		comes_through 'and 2 % are lost' 30 6 RONDO_TCP_IFACE=far \
			"$BUILD/t/jobs/random_p2p" -r 2 -m 100000
	fi
	kill $far
else
	skip "$(tail -n 1 "$TMP/far")" 'hosts are 20 ms apart'
fi
done_testing
