#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# bench/rdma makes its tables: the card's clocks from a doorbell to the link are those asked for,
# a link is in use and carries the payload that its cells have room for, and the smallest operations
# take less time than TCA Verbs'. One round, short transfers: docs/VERBS.md has the figures.

. "$(dirname "$0")/../lib.sh"

[ "$SANITIZED" = 1 ] && skip_all 'nothing is measured in a sanitized build'

rdma=$SRC/bench/rdma
run 10 "$rdma"
like "$rc $(cat "$err")" '^[1-9].*usage: rdma' 'without a build folder it says how it is called'
run 10 "$rdma" --only engines "$BUILD"
like "$rc $(cat "$err")" '^[1-9].*--only engines: no such part' 'a part that is not there is refused'
run 10 "$rdma" --bytes 4096,100 "$BUILD"
like "$rc $(cat "$err")" '^[1-9].*--bytes 4096,100: multiples of 64' 'a length that is no good is refused'

# cells NUMBER...: of each row that awk's condition $1 picks, with blanks between them
cells()
{
	awk -F ' *[|] *' "$1 { print ${2} }" "$out"
}

if [ ! -x "$SRC/hw/build/sim/card_fast-w64" ] || [ ! -x "$SRC/hw/build/sim/card_fast-w64long" ]; then
	skip 'the bench was not built (make -C hw bench B=card_fast)' 'the engine'
else
	run 120 "$rdma" --only engine --bytes 1024,4096 "$BUILD"
	is $rc 0 'bench/rdma, the engine' || told
	is "$(cells '$8 ~ /^<= (20|12)$/' '$9')" 'met
met
met' 'from the doorbell to a word of payload and to a request: the clocks asked for' || told
	shares=$(awk -F ' *[|] *' '/^####/ { span = $0; gsub(/.*= |[)]/, "", span) }
		$5 ~ /^[0-9.]+, [0-9.]+$/ { print span, $2 }' "$out")
	is "$(echo "$shares" | sort | uniq -c | xargs)" '4 1 DATA 4 1 READ 4 1 WRITE 4 7 DATA 4 7 READ 4 7 WRITE' \
		'shares with short and long cells, of two lengths and two cables'
	# Payload: 15 or 16 words of a full short cell's 18, 221 of a long one's 224, 208 of 210
	wrong=$(awk -F ' *[|] *' '/^####/ { long = /SPAN = 7/ } $3 == 4096 && $5 ~ /, / {
		room = $2 == "WRITE" ? 15 / 18 : 16 / 18
		if (long)
			room = $2 == "WRITE" ? 221 / 224 : 208 / 210
		split($5, used, ", "); split($6, sent, ", "); split($7, got, ", ")
		for (i = 1; i <= 2; i++)
			if (used[i] < 98 || sent[i] > room * 100 + 0.05 ||
				sent[i] < room * used[i] - 1.5 || got[i] < sent[i] - 0.5)
				print
	}' "$out")
	is "$wrong" '' 'of 4 KiB a link is in use, and the receiver takes what is sent'
	# Rows of one build by verdict
	rows()
	{
		awk -v span="SPAN = $1" '/^####/ { here = index($0, span) } here && /[*]?[|]$/ && $0 ~ verdict' verdict="$2" "$out" | wc -l
	}
	is "$(sed -n 's/^Shares of 4096 bytes and more: //p' "$out")" \
		"short cells $(rows 1 '[|] met') of 6 met; long cells $(rows 7 '[|] met') of 6 met." 'the verdict of each build'
	like "$(rows 1 'not met') $(rows 7 '[|] met')" '^6 [46]$' 'long cells reach the share that short ones do not'
	is "$(tail -n 1 "$out")" "$(grep -c '| met |$' "$out") of $(grep -c 'met[*]* |$' "$out") met" \
		'the last line counts the rows'
fi

if [ ! -f "$BUILD/lib/rondo/verbs/libibverbs.so.1" ] || [ ! -x "$BUILD/bin/rondo_ring_w64" ]; then
	skip 'built without infiniband/verbs.h, or without the simulated ring' 'the operations'
else
	run 200 "$rdma" --only operations --rounds 1 --largest 8 --plot "$TMP/plot" "$BUILD"
	is $rc 0 'bench/rdma, the operations' || told
	is "$(cells '$2 != "" && $3 ~ /^[28]$/' '$2, ($4 > 0)' | xargs)" \
		'SEND 1 WRITE 1 WRITE with immediate 1 READ 1 CAS 1 FAA 1' 'a row for each' || told
	if command -v valgrind >/dev/null; then
		# The counts of one round may have some hundred instructions of other work in them.
		is "$(cells '$2 ~ /^(SEND|READ|CAS|FAA)$/' '$2, ($5 > 0.5 && $5 < $6)' | xargs)" \
			'SEND 1 READ 1 CAS 1 FAA 1' "they take less time than TCA Verbs'" || told
	else
		skip 'no valgrind' "they take less time than TCA Verbs'"
	fi
	if command -v gnuplot >/dev/null; then
		like "$(cat "$TMP/plot.svg")" 'TCA Verbs' 'and a plot'
	else
		skip 'no gnuplot' 'and a plot'
	fi
fi
done_testing
