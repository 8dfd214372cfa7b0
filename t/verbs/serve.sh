#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# serve.sh PORT PROGRAM ARGUMENT...: for mpirun -n 2: rank 0 is the program's server, rank 1 its
# client, which begins when the server listens.

port=$1
shift
[ "$PMIX_RANK" = 1 ] || exec "$@" -p "$port"
hex=$(printf '%04X' "$port")
for i in $(seq 200); do
	grep -q ":$hex [0-9A-F]*:0000 0A" /proc/net/tcp /proc/net/tcp6 2>/dev/null && break
	sleep 0.05
done
exec "$@" -p "$port" 127.0.0.1
