#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The output of ranks: no line is torn or lost, standard output and error stay apart, a
# slow reader makes the ranks wait instead of mpirun grow, and files get all.

. "$(dirname "$0")/../lib.sh"

# Rank R writes N lines "R i ccc", whose lengths go up and down below L.
cat >"$TMP/lines.pl" <<'END'
my ($n, $l) = @ARGV;
my $r = $ENV{PMIX_RANK};
print "$r $_ ", chr(97 + $r) x (1 + $_ * 7919 % $l), "\n" for 1 .. $n;
END
# Prints the errors in the lines of R such ranks.
cat >"$TMP/check.pl" <<'END'
my ($n, $l, $ranks) = @ARGV;
my (%seen, $bad);
while (<STDIN>) {
	my ($r, $i, $text) = /^(\d+) (\d+) ([a-z]+)\n\z/;
	print("torn: ", substr($_, 0, 60), "\n"), $bad++, next unless defined $text;
	$bad++, print "rank $r: line $i after $seen{$r}\n" if $i != ++$seen{$r};
	$bad++, print "rank $r: line $i is wrong\n" if $text ne chr(97 + $r) x (1 + $i * 7919 % $l);
	last if $bad > 5;
}
$bad or ($seen{$_} // 0) == $n or print "rank $_: $seen{$_} of $n lines\n" for 0 .. $ranks - 1;
END

# lines N L: eight ranks write, to a pipe and to a file.
lines()
{
	timeout 60 "$MPIRUN" -n 8 perl "$TMP/lines.pl" "$1" "$2" 2>"$err" | cat |
		perl "$TMP/check.pl" "$1" "$2" 8 >"$TMP/wrong"
	is "$(cat "$TMP/wrong")" "" "8 ranks, $1 lines of up to $2 bytes, through a pipe"
	run 60 "$MPIRUN" -n 8 perl "$TMP/lines.pl" "$1" "$2"
	is "$rc$(perl "$TMP/check.pl" "$1" "$2" 8 <"$out")" 0 "the same to a file" || told
}
lines 20000 100
lines 200 30000
lines 2 3000000

run 60 "$MPIRUN" -l -n 8 perl "$TMP/lines.pl" 300 100000
is "$(perl -ne 's/^\[(\d+)\] (?=\1 )// or print "no tag: ", substr($_, 0, 60), "\n"; print' "$out" |
	perl "$TMP/check.pl" 300 100000 8)" "" "-l: one tag before each line, however long"

run 60 "$MPIRUN" -n 2 --timestamp-output printf 'a\nb\n'
is "$(grep -Ec '^[0-2][0-9]:[0-5][0-9]:[0-6][0-9]\.[0-9]{6} [ab]$' "$out")" 4 \
	"--timestamp-output" || told
run 60 "$MPIRUN" -n 3 printf x
is "$(cat "$out")" xxx "a last line without newline, byte for byte" || told
run 60 "$MPIRUN" -l -n 3 printf x
is "$(sort "$out" | tr '\n' ' ')" "[0] x [1] x [2] x " "with tags each has its line" || told

both='echo "out $PMIX_RANK"; echo "err $PMIX_RANK" >&2'
run 60 "$MPIRUN" -n 2 sh -c "$both"
is "$(sort "$out" | tr '\n' ' ')" "out 0 out 1 " "standard output" || told
is "$(sort "$err" | tr '\n' ' ')" "err 0 err 1 " "standard error apart from it" || told
run 60 "$MPIRUN" -n 2 --merge-stderr-to-stdout sh -c "$both"
is "$(wc -l <"$out") $(wc -l <"$err")" "4 0" "--merge-stderr-to-stdout" || told
timeout 60 "$MPIRUN" -n 4 \
	perl -e 'for (1 .. 3000) { print "o" x 99, "\n"; print STDERR "e" x 99, "\n" }' \
	2>&1 | cat >"$out"
is "$(sort "$out" | uniq -c | tr -s ' \n' ' ' | sed 's/\([oe]\)\1*/\1/g')" " 12000 e 12000 o " \
	"2>&1: lines of both do not tear each other"

run 60 "$MPIRUN" -n 2 --output-filename "$TMP/f" sh -c "$both"
is "$(cat "$TMP/f.0.out" "$TMP/f.1.out" "$TMP/f.0.err" "$TMP/f.1.err" | tr '\n' ' ')" \
	"out 0 out 1 err 0 err 1 " "--output-filename" || told
is "$(cat "$out" "$err")" "" "and nothing elsewhere"
run 60 "$MPIRUN" -n 2 -outfile-pattern "$TMP/o-%r-%h%%" -errfile-pattern "$TMP/e" sh -c "$both"
is "$(cat "$TMP/o-0-$(uname -n)%" "$TMP/o-1-$(uname -n)%" "$out" "$err" | tr '\n' ' ')" \
	"out 0 out 1 " "-outfile-pattern" || told
is "$(sort "$TMP/e" | tr '\n' ' ')" "err 0 err 1 " "-errfile-pattern, one file of both ranks"
# Links and files of others, in a folder that others can write to and in one of our own.
mkdir "$TMP/shared" "$TMP/own"
chmod 1777 "$TMP/shared"
echo keep >"$TMP/victim"
ln -s "$TMP/victim" "$TMP/shared/link.0.out"
ln "$TMP/victim" "$TMP/shared/hard.0.out"
mkfifo "$TMP/shared/fifo.0.out"
for kind in link hard fifo; do
	run 20 "$MPIRUN" -n 1 --output-filename "$TMP/shared/$kind" echo out
	is "$rc $(cat "$TMP/victim")" "1 keep" "a $kind in a shared folder is not written" || told
	like "$(cat "$err")" \
		"cannot write $TMP/shared/$kind.0.out: .*it is a link or no file of yours" \
		"and that is told"
done
run 20 "$MPIRUN" -n 1 --output-filename "$TMP/shared/new" sh -c 'umask 0; echo out'
is "$rc $(cat "$TMP/shared/new.0.out")" "0 out" "a new file there is" || told
ln -s "$TMP/victim" "$TMP/own/link.0.out"
run 20 "$MPIRUN" -n 1 --output-filename "$TMP/own/link" echo out
is "$rc $(cat "$TMP/victim")" "0 out" "a link in a folder of one's own is followed" || told
run 60 "$MPIRUN" -l -n 2 --output-filename "$TMP/f" sh -c "$both"
is "$(cat "$TMP/f.1.out" "$TMP/f.1.err" | tr '\n' ' ')" "[1] out 1 [1] err 1 " "with tags" || told

run 60 "$MPIRUN" -n 2 sh -c '(sleep 0.2; echo late) & exit 0'
is "$rc $(tr '\n' ' ' <"$out")" "0 late late " "output of a descendant is waited for" || told
# Rank 1 is killed when both have written.
run 60 "$MPIRUN" -n 2 sh -c 'printf half; : >"$0.$PMIX_RANK"; [ $PMIX_RANK = 1 ] || sleep 60
	until [ -e "$0.0" ]; do sleep 0.05; done; kill -9 $$' "$TMP/half"
is "$rc $(cat "$out" | tr -d '\n')" "137 halfhalf" "output written before a kill is not lost" ||
	told

# A rank that writes a line longer than any buffer waits, within it, for one that writes too.
mkfifo "$TMP/fifo"
run 60 "$MPIRUN" -n 2 sh -c "if [ \$PMIX_RANK = 0 ]
	then head -c 300000 /dev/zero | tr '\0' a; read x <'$TMP/fifo'; echo
	else head -c 500000 /dev/zero | tr '\0' b; echo; echo >'$TMP/fifo'; fi"
is "$rc $(tr -d 'ab\n' <"$out" | wc -c) $(tr -dc a <"$out" | wc -c) $(tr -dc b <"$out" | wc -c)" \
	"0 0 300000 500000" "an unfinished long line does not block the other ranks" || told
unlike "$(cat "$out")" 'ab|ba' "nor do they mix"

# No process reads standard output until rank 1 has been heard on standard error.
mkfifo "$TMP/slow" "$TMP/heard"
"$MPIRUN" -n 2 sh -c 'if [ $PMIX_RANK = 0 ]; then head -c 20000000 /dev/zero | tr "\0" "\n"
	else sleep 0.3; echo heard >&2; fi' >"$TMP/slow" 2>"$TMP/heard" &
pid=$!
exec 3<"$TMP/slow"
is "$(timeout 20 head -n 1 "$TMP/heard")" heard "standard error does not wait for standard output"
kb=$(awk '/VmHWM/ { print $2 }' /proc/$pid/status)
[ "$SANITIZED" = 1 ] || [ "${kb:-99999}" -lt 20000 ]
ok $? "mpirun stays small while its reader is slow ($kb KiB)"
is "$(timeout 20 wc -c <&3)" 20000000 "and nothing is lost"
exec 3<&-
wait $pid
is $? 0 "it ends well"

timeout 20 "$MPIRUN" -n 4 yes 2>"$err" | head -n 1 >"$out"
is "$(cat "$out")" y "a reader that goes away ends the ranks"
run 20 sh -c "'$MPIRUN' -n 4 yes 2>/dev/null | head -n 1 >/dev/null"
if [ -c /dev/full ]; then
	timeout 20 "$MPIRUN" -n 2 echo x >/dev/full 2>"$err"
	is $? 1 "a full disk is a failure"
	like "$(cat "$err")" 'cannot be written .*No space left' "and is told"
fi

done_testing
