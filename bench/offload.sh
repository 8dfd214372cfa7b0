#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Collectives that the cards of a ring do, against our own in software over shared memory and over
# TCP: times in microseconds, and their ratios to the card's (above 1: the card is quicker). The
# card is the model (or another one of mpirun --ring), so this measures the cost of the driver and
# the model, not that of a card.
#
# usage: bench/offload.sh BINDIR [MODEL [ROUNDS [RANKS...]]]      BINDIR: of mpicc and mpirun

bin=${1:?usage: bench/offload.sh BINDIR [MODEL [ROUNDS [RANKS...]]]}
model=${2:-emu}
rounds=${3:-9}
[ $# -gt 3 ] && shift 3 || set -- 2 4 8
for ranks in "$@"; do
	echo "# $ranks ranks, ring of $model cards"
	"$(dirname "$0")/compare" --ranks "$ranks" --rounds "$rounds" \
		--mpi card="$bin" --args "card:--ring $model" \
		--mpi sm="$bin" --env sm:RONDO_BTL=self,sm \
		--mpi tcp="$bin" --env tcp:RONDO_BTL=self,tcp \
		"collectives --run barrier,reduce,allreduce --min 4 --max 32 --time ${TIME:-0.05}" \
		"collectives --run bcast --min 4 --max 4096 --time ${TIME:-0.05}" || exit
done
