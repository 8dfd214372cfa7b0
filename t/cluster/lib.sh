# SPDX-License-Identifier: BSD-3-Clause
#
# A cluster on one machine, for the scripts of this folder, which read it in by their first
# command. The script starts itself once more in namespaces of its own for processes, mounts,
# networks and host names: however it ends, nothing of the cluster is left. Inside
#
#	hosts 4        makes the hosts h1 ... h4: a network namespace each, with the address
#	               10.77.0.N on eth0, where this machine is 10.77.0.254
#	on h2 CMD...   is CMD on h2: in its network, under its name
#	slurm          starts a Slurm whose nodes are the hosts
#
# Hosts share files and processes with this machine, and nothing else.

if [ -z "${RD_CLUSTER:-}" ]; then
	why=
	if [ "$(id -u)" != 0 ]; then
		why='only root can make hosts of network namespaces'
	elif ! command -v ip >/dev/null; then
		why='there is no ip (Debian package iproute2)'
	elif ! unshare -pmnuif true 2>/dev/null; then
		why='the system refuses namespaces'
	elif ! unshare -n ip link add rdprobe type bridge 2>/dev/null; then
		why='the system has no network bridges'
	fi
	if [ "$why" ]; then
		echo "1..0 # SKIP $why"
		exit 77
	fi
	# A folder to mount one on that goes with the namespaces.
	RD_CLUSTER=$(mktemp -d "${TMPDIR:-/tmp}/rondo-cluster.XXXXXX") || exit 1
	export RD_CLUSTER
	child=
	trap 'rmdir "$RD_CLUSTER"' EXIT
	trap '[ -z "$child" ] || kill -9 $child; exit 1' HUP INT TERM
	unshare -pmnuif --kill-child --mount-proc "$0" "$@" &
	child=$!
	wait $child
	exit $?
fi

mount -t tmpfs -o mode=755 none "$RD_CLUSTER"
TMPDIR=$RD_CLUSTER
export TMPDIR
. "$(dirname "$0")/../lib.sh"

nhosts=0
hostname front
ip link set lo up
mount -t tmpfs -o mode=755 none /run
mkdir /run/netns
chmod 755 "$TMP"
# Own parameters and the launcher of this test are not the hosts' business.
unset PMIX_NAMESPACE PMI_FD PMI_RANK PMI_SIZE
# Each host counts the processors of the machine as its own: without these, the ranks of four hosts
# poll as if they did not share them, and a job takes three to eight times the processor time.
RONDO_SPIN=20
RONDO_SLEEP_US=200
export RONDO_SPIN RONDO_SLEEP_US

# bridge: this machine's end of the hosts' network, as the hosts' ends called eth0.
bridge()
{
	ip link add eth0 type bridge
	ip address add 10.77.0.254/24 dev eth0
	ip link set eth0 up
	printf '127.0.0.1 localhost\n10.77.0.254 front\n' >"$TMP/etc_hosts"
	mount --bind "$TMP/etc_hosts" /etc/hosts
}

# host N: one more of them.
host()
{
	ip netns add "h$1"
	ip link add "eth$1" type veth peer name eth0 netns "h$1"
	ip link set "eth$1" master eth0 up
	ip -n "h$1" address add "10.77.0.$1/24" dev eth0
	ip -n "h$1" link set eth0 up
	ip -n "h$1" link set lo up
	echo "10.77.0.$1 h$1" >>"$TMP/etc_hosts"
	nhosts=$1
}

# hosts N
hosts()
{
	bridge
	while [ $nhosts -lt "$1" ]; do
		host $((nhosts + 1))
	done
	# The program that launchers call as they call ssh.
	cat >"$TMP/agent" <<'END'
#!/bin/sh
while [ "${1#-}" != "$1" ]; do
	shift
done
host=$1
shift
exec "${0%/*}/on" "$host" sh -c "$*"
END
	cat >"$TMP/on" <<'END'
#!/bin/sh
host=$1
shift
exec nsenter --net="/run/netns/$host" unshare --uts sh -c 'hostname "$0"; exec "$@"' "$host" "$@"
END
	chmod +x "$TMP/agent" "$TMP/on"
}

# on HOST COMMAND...
on()
{
	"$TMP/on" "$@"
}

# everywhere COMMAND...: for each host, with % in the place of its number.
everywhere()
{
	for i in $(seq $nhosts); do
		$(echo "$@" | sed "s/%/$i/g")
	done
}

# wire NAME: one more network, which connects the hosts' interfaces of this name.
wire()
{
	ip link add "$1" type bridge
	ip link set "$1" up
	for i in $(seq $nhosts); do
		ip link add "$1-h$i" type veth peer name "$1" netns "h$i"
		ip link set "$1-h$i" master "$1" up
		ip -n "h$i" link set "$1" up
	done
}

# filter HOST RULE...: the treatment of packets that come in by the host's firewall; until unfilter HOST.
filter()
{
	filter_host=$1
	shift
	on "$filter_host" nft "add table inet rondo; add chain inet rondo in { type filter hook input priority 0; };
		add rule inet rondo in $*"
}

unfilter()
{
	on "$1" nft delete table inet rondo
}

# filters: whether hosts have firewalls.
filters()
{
	command -v nft >/dev/null || PATH=$PATH:/usr/sbin
	on h1 nft list tables >/dev/null 2>&1
}

# losing PERCENT [KIND...]: of the packets from one host to another so many are lost.
losing()
{
	losing=$1
	shift
	everywhere filter h% iifname != lo ip saddr != 10.77.0.254 "${*:-meta l4proto tcp}" \
		numgen random mod 100 '<' "$losing" drop
}

idle_nodes()
{
	[ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -eq $nhosts ]
}

# slurm: nodes h1, h2 ... of a Slurm; false, with the reason in $why, where there is none.
slurm()
{
	for program in slurmctld slurmd srun munged; do
		command -v $program >/dev/null || PATH=$PATH:/usr/sbin
		if ! command -v $program >/dev/null; then
			why="there is no $program (Debian packages slurmctld, slurmd, slurm-client, munge)"
			return 1
		fi
	done
	mkdir "$TMP/slurm"
	dd if=/dev/urandom of="$TMP/slurm/key" bs=1 count=1024 2>/dev/null
	chmod 600 "$TMP/slurm/key"
	munged --force --key-file="$TMP/slurm/key" --socket="$TMP/slurm/munge" \
		--log-file="$TMP/slurm/munged.log" --pid-file="$TMP/slurm/munged.pid" \
		--seed-file="$TMP/slurm/seed"
	SLURM_CONF=$TMP/slurm/slurm.conf
	export SLURM_CONF
	cat >"$SLURM_CONF" <<END
ClusterName=rondo
SlurmctldHost=front(10.77.0.254)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$TMP/slurm/munge
CredType=cred/munge
StateSaveLocation=$TMP/slurm
SlurmctldPidFile=$TMP/slurm/slurmctld.pid
SlurmctldLogFile=$TMP/slurm/slurmctld.log
SlurmdPidFile=$TMP/slurm/%n.pid
SlurmdLogFile=$TMP/slurm/%n.log
SlurmdSpoolDir=$TMP/slurm/%n
TmpFS=$TMP/slurm/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=h[1-$nhosts] CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES OverSubscribe=FORCE:8 State=UP
END
	slurmctld
	for i in $(seq $nhosts); do
		mkdir "$TMP/slurm/h$i"
		on "h$i" slurmd -N "h$i"
	done
	within 60 idle_nodes && return 0
	why="Slurm does not start: $(sinfo 2>&1; tail -n 3 "$TMP"/slurm/*.log)"
	return 1
}
