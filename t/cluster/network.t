#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Networks as they are: which addresses of a host lead to it is found out, whichever other
# interfaces it has. Launchers use eth0; the ranks those that each case leaves them.

. "$(dirname "$0")/jobs.sh"

hosts 3
launchers

# interface NAME HOST ADDRESS...: one more of a host's, a bridge that leads nowhere.
interface()
{
	ip -n "$2" link add "$1" type bridge
	ip -n "$2" link add "$1-in" type veth peer name "$1-out"
	ip -n "$2" link set "$1-in" master "$1" up
	ip -n "$2" link set "$1-out" up
	ip -n "$2" link set "$1" up
	iface_name=$1 iface_host=$2
	shift 2
	for address; do
		ip -n "$iface_host" address add "$address" dev "$iface_name"
	done
}

# works NAME SECONDS [VARIABLE=VALUE]...: ranks reach each other, and without long waiting.
works()
{
	works=$1 works_s=$2
	shift 2
	works_ms=$(($(date +%s%N) / 1000000))
	run 60 env "$@" "$MPIRUN" -host h1,h2,h3 -n 6 "$BUILD/t/jobs/random_p2p" -r 2
	works_ms=$(($(date +%s%N) / 1000000 - works_ms))
	is $rc 0 "$works" || told
	[ $works_ms -lt $((works_s * 1000 * slow)) ]
	ok $? "it takes $works_ms ms" || told
}

works 'one network' 30
everywhere interface docker0 h% 172.17.0.1/16
works 'a bridge with the same address on all hosts' 30
everywhere ip -n h% link del docker0
everywhere interface virbr0 h% 192.168.122.%/24
works 'a subnet that promises all hosts, and leads nowhere' 30
everywhere ip -n h% link del virbr0

wire data
everywhere ip -n h% address add 10.78.%.1/24 dev data
works 'a network where the hosts are in different subnets, without a route' 30
everywhere ip -n h% address add 10.79.0.%/24 dev data
works 'two networks' 30
works 'one of them chosen' 30 RONDO_TCP_IFACE=10.79.0.0/24
if filters; then
	everywhere filter h% ip saddr 10.77.0.1-10.77.0.3 tcp flags syn / syn,ack drop
	works 'one of them, the one that is tried first, swallows everything' 30
	everywhere unfilter h%
	filter h1 ip saddr 10.77.0.2 tcp flags syn / syn,ack drop
	works 'a firewall that lets connections out only' 30 RONDO_TCP_IFACE=eth0
	unfilter h1
else
	skip 'there is no nft (Debian package nftables)' 'firewalls'
fi
everywhere ip -n h% address flush dev data
everywhere ip -n h% address add fd00:77::%/64 dev data nodad
works 'IPv6 only' 30 RONDO_TCP_IFACE=data
everywhere ip -n h% address del fd00:77::%/64 dev data
everywhere ip -n h% address add fe80::77:%/64 dev data nodad
works 'addresses of one link only' 30 RONDO_TCP_IFACE=data

# Nothing leads to the others: an error that names both ends and the attempts.
everywhere ip -n h% address flush dev data
everywhere interface gone h% 10.99.0.%/24
run 90 env RONDO_TCP_IFACE=gone "$MPIRUN" -host h1,h2 -n 2 "$BUILD/t/jobs/init"
[ $rc -ne 0 ] && [ $rc -ne 124 ]
ok $? "no way to the others is an error, status $rc" || told
like "$(cat "$out" "$err")" 'rank [01] on h[12] cannot be reached from h[12], tried 10.99.0.[12]:' \
	'which names hosts and addresses' || told
run 30 env RONDO_TCP_IFACE=eth7 "$MPIRUN" -host h1,h2 -n 2 "$BUILD/t/jobs/init"
like "$(cat "$out" "$err")" 'RONDO_TCP_IFACE=eth7 chooses none of this host' \
	'an interface that is not there is told' || told

done_testing
