# SPDX-License-Identifier: BSD-3-Clause
#
# The places of a Verilog module that can be changed, with the changes: mutate/run draws from them.
# Reads the part of the language that rtl/ is written in: one pass makes tokens, a second one walks
# the items of the module and the statements of its always blocks, and offers the expressions.
#
# A point lies in a span of the source: the expression or the statement that is to be written twice
# where one build holds many mutants (guarded).

package points;

use strict;
use warnings;

my %swap = (
	'==' => ['!='], '!=' => ['=='], '<' => ['<=', '>='], '<=' => ['<', '>'], '>' => ['>=', '<='],
	'>=' => ['>', '<'], '+' => ['-'], '-' => ['+'], '&' => ['|'], '|' => ['&', '^'], '^' => ['|', '&'],
	'&&' => ['||'], '||' => ['&&'], '<<' => ['>>'], '>>' => ['<<'],
);
my @tokens;   # each [text, offset]
my $i;        # the token that is next
my @found;    # the points
my $source;
our @span;    # offsets and kind of the span of the points that are added: [from, to), 'value' or 'statement'

# The text with everything blanked that is no code: its offsets stay.
sub blank
{
	my ($text) = @_;
	my $spaces = sub { $_[0] =~ s/[^\n]/ /gr };
	$text =~ s{(//[^\n]*|/\*.*?\*/|"[^"\n]*"|\(\*(?!\)).*?\*\))}{$spaces->($1)}gse;
	$text =~ s{(^\s*`ifdef (?:FORMAL|VERILATOR)\b.*?^\s*`(?:else|endif))}{$spaces->($1)}gsme;
	$text =~ s{(^\s*`(?:include|define|default_nettype|timescale|ifdef|ifndef|else|endif)\b[^\n]*)}{$spaces->($1)}gme;
	return $text;
}

sub tokens
{
	my ($text) = @_;
	my @list;
	while ($text =~ m{\G\s*((?:\d+\s*)?'s?[bdho][\w?]+|\d[\d_]*|[`\$]?[A-Za-z_][\w\$]*
		|<<<|>>>|===|!==|<<|>>|==|!=|<=|>=|&&|\|\||\*\*|~\^|\^~|~&|~\||\+:|-:|\S)}gcx) {
		push @list, [$1, $-[1]];
	}
	return @list;
}

sub peek { return $i < @tokens ? $tokens[$i][0] : '' }

# Index of the bracket that closes the one at $at.
sub closing
{
	my ($at) = @_;
	my $depth = 0;
	for (; $at < @tokens; $at++) {
		$depth++ if $tokens[$at][0] =~ /^[(\[{]$/;
		$depth-- if $tokens[$at][0] =~ /^[)\]}]$/;
		return $at if $depth == 0;
	}
	die "points: brackets\n";
}

# Index of the first token from $at on that is $what, outside brackets.
sub find
{
	my ($at, $what) = @_;
	while ($at < @tokens && $tokens[$at][0] !~ $what) {
		$at = closing($at) if $tokens[$at][0] =~ /^[(\[{]$/;
		$at++;
	}
	return $at;
}

sub add
{
	my ($from, $to, @choice) = @_; # offsets in the source: [from, to)
	push @found, { at => $from, old => substr($source, $from, $to - $from), choice => [@choice], span => [@span] }
		if @choice;
}

# Offset behind token $at.
sub behind { return $tokens[$_[0]][1] + length $tokens[$_[0]][0] }

# A number that is one more or one less, as wide as it was.
sub near
{
	my ($text) = @_;
	return $text == 0 ? ('1') : ($text + 1, $text - 1) if $text =~ /^\d+$/;
	my ($width, $base, $digits) = $text =~ /^(\d+)\s*'([bdh])([0-9a-fA-F_]+)$/ or return ();
	return () if $width > 32;
	$digits =~ s/_//g;
	my $value = $base eq 'd' ? $digits : $base eq 'b' ? oct "0b$digits" : hex $digits;
	my $mask = (1 << $width) - 1;
	my %form = (b => '%b', d => '%d', h => '%x');
	my %near = map { $_ & $mask => 1 } $value + 1, $value - 1;
	return map { sprintf "%d'%s$form{$base}", $width, $base, $_ } sort { $a <=> $b } keys %near;
}

# The two halves of the choice whose '?' is token $at, before token $to, as the other way round.
sub choice
{
	my ($at, $to) = @_;
	my ($nested, $colon, $j) = (0);
	for ($j = $at + 1; $j < $to; $j++) {
		my $t = $tokens[$j][0];
		last if $t =~ /^[)\]},;]$/;
		$j = closing($j), next if $t =~ /^[(\[{]$/;
		$nested++ if $t eq '?';
		next if $t ne ':';
		$colon = $j, next if $nested-- == 0 && !defined $colon;
		last if defined $colon && $nested < -1;
	}
	return if !defined $colon;
	my ($a, $b) = ($tokens[$at + 1][1], $tokens[$colon][1]);
	my ($c, $d) = ($tokens[$colon + 1][1], $tokens[$j - 1][1] + length $tokens[$j - 1][0]);
	my ($x, $y) = (substr($source, $a, $b - $a) =~ s/\s+$//r, substr($source, $c, $d - $c));
	add($a, $d, "$y : $x") if $x ne $y;
}

# Points of the expression of tokens [$from, $to), which may be written as a choice unless $kind is 'none'.
sub expression
{
	my ($from, $to, $kind) = @_;
	return if $from >= $to;
	local @span = $kind ? (0, 0, $kind) : ($tokens[$from][1], behind($to - 1), 'value');
	for (my $j = $from; $j < $to; $j++) {
		my ($t, $at) = @{ $tokens[$j] };
		my $before = $j > $from ? $tokens[$j - 1][0] : '(';
		my $binary = $before =~ /^([\w`\$']+|[)\]}])$/ || $before =~ /'/;
		if ($t eq '{') {
			my $inner = find($j + 1, qr/^[{},]$/); # a count of a replication is a width: no point
			$j = $inner - 1 if $tokens[$inner][0] eq '{';
		} elsif ($t eq '[') {
			my $end = closing($j);
			$j = $end if grep { $_->[0] =~ /^(:|\+:|-:)$/ } @tokens[$j .. $end];
		} elsif ($t eq '#') {
			$j = closing($j + 1);
		} elsif ($t =~ /^['\d]/) {
			add($at, $at + length $t, near($t));
		} elsif ($t eq '?') {
			choice($j, $to);
		} elsif (!$binary) {
			add($at, $at + 1, '') if $t =~ /^[!~]$/;
			add($at, $at + 1, $t eq '&' ? '|' : '&') if $t =~ /^[&|]$/;
		} elsif ($swap{$t}) {
			add($at, $at + length $t, @{ $swap{$t} });
		}
	}
}

sub statement
{
	my $t = peek();
	my $start = $i;
	if ($t eq 'begin') {
		$i += $tokens[$i + 1][0] eq ':' ? 3 : 1;
		statement() while peek() ne 'end';
		$i++;
	} elsif ($t eq 'if') {
		my $end = closing($i + 1);
		expression($i + 2, $end);
		local @span = ($tokens[$i + 2][1], behind($end - 1), 'value');
		add($tokens[$i + 2][1], $tokens[$end][1], "1'b1");
		$i = $end + 1;
		statement();
		if (peek() eq 'else') {
			$i++;
			statement();
		}
	} elsif ($t =~ /^case[xz]?$/) {
		$i = closing($i + 1) + 1;
		while (peek() ne 'endcase') {
			$i = find($i, qr/^:$/) + 1;
			statement();
		}
		$i++;
	} elsif ($t =~ /^(for|while|repeat)$/) {
		$i = closing($i + 1) + 1;
		statement();
	} elsif ($t eq '@') {
		$i = $tokens[$i + 1][0] eq '(' ? closing($i + 1) + 1 : $i + 2;
		statement();
	} elsif ($t =~ /^(assert|assume|cover|reg|integer|\$.*|;)$/) {
		$i = find($i, qr/^;$/) + 1;
	} else {
		my ($is, $end) = (find($i, qr/^<?=$/), find($i, qr/^;$/));
		expression($is + 1, $end);
		local @span = ($tokens[$start][1], behind($end), 'statement');
		add($tokens[$start][1], $tokens[$end][1], '');
		$i = $end + 1;
	}
}

sub function
{
	$i = find($i, qr/^;$/) + 1;
	while (peek() !~ /^end(function|task)$/) {
		if (peek() =~ /^(input|output|reg|integer)$/) {
			$i = find($i, qr/^;$/) + 1;
		} else {
			statement();
		}
	}
	$i++;
}

# An item of the module, or of a generate block.
sub item
{
	my $t = peek();
	my $end = find($i, qr/^;$/);
	if ($t =~ /^always/) {
		$i++;
		statement();
	} elsif ($t =~ /^(initial|final)$/) {
		my $kept = @found;
		$i++;
		statement();
		$#found = $kept - 1;
	} elsif ($t =~ /^(function|task)$/) {
		function();
	} elsif ($t =~ /^(if|for|case)$/) {
		$i = closing($i + 1) + 1;
	} elsif ($t =~ /^(begin|end|else|generate|endgenerate|endmodule|endcase)$/) {
		$i++;
		$i += 2 if peek() eq ':';
	} elsif ($t =~ /^(wire|assign|localparam)$/) {
		assigned($i, $end) if $t ne 'localparam';
		constants(find($i, qr/^(=|;)$/), $end) if $t eq 'localparam';
		$i = $end + 1;
	} elsif ($t =~ /^(module|reg|integer|genvar|parameter|input|output|inout|defparam)$/) {
		$i = $end + 1;
	} else {
		connected($i, $end);
		$i = $end + 1;
	}
}

# Points of the expressions behind each '=' of a declaration or continuous assignment. The wire `unused`
# is there for the tools.
sub assigned
{
	my ($from, $to) = @_;
	return if $tokens[$from + 1][0] eq 'unused';
	while ($from < $to) {
		my $is = find($from, qr/^(=|;)$/);
		$from = find($is, qr/^[,;]$/);
		expression($is + 1, $from);
		$from++;
	}
}

# Points of the expressions that an instance is connected to. One without an operator may be driven by the instance.
sub connected
{
	my ($from, $to) = @_;
	for (my $j = $from; $j < $to; $j++) {
		$j = closing($j + 1), next if $tokens[$j][0] eq '#';
		next if $tokens[$j][0] ne '.' || $tokens[$j + 2][0] ne '(';
		my $end = closing($j + 2);
		my $driven = !grep { $_->[0] !~ /^(\w+|[][{},])$/ } @tokens[$j + 3 .. $end - 1];
		expression($j + 3, $end, $driven ? 'none' : undef);
		$j = $end;
	}
}

# Constants that stand alone behind a '=': states, codes, lengths.
sub constants
{
	my ($from, $to) = @_;
	local @span = (0, 0, 'none');
	for my $j ($from + 1 .. $to - 1) {
		my ($t, $at) = @{ $tokens[$j] };
		add($at, $at + length $t, near($t))
			if $t =~ /^['\d]/ && $tokens[$j - 1][0] eq '=' && $tokens[$j + 1][0] =~ /^[,;]$/;
	}
}

# The points of a source: { at, line, column, old, choice => [new ...] }.
sub of
{
	($source) = @_;
	@tokens = tokens(blank($source));
	@found = ();
	$i = 0;
	item() while $i < @tokens;
	for my $p (@found) {
		my $head = substr $source, 0, $p->{at};
		$p->{line} = 1 + ($head =~ tr/\n//);
		$p->{column} = length($head) - rindex($head, "\n");
	}
	return @found;
}

# The source with one point changed.
sub apply
{
	my ($text, $p) = @_;
	substr($text, $p->{at}, length $p->{old}) = $p->{new};
	return $text;
}

# The source that holds all of the points, each used where the variable mutant::number is its
# {number}: a span within a span is written first.
sub guarded
{
	my ($text, @points) = @_;
	my %of;
	push @{ $of{"@{ $_->{span} }"} }, $_ for @points;
	my @spans = sort { $b->[1] - $b->[0] <=> $a->[1] - $a->[0] } map { $_->[0]{span} } values %of;
	return inside($text, 0, length $text, \%of, @spans);
}

# Text [$from, $to) with the points of the spans in it, the widest first.
sub inside
{
	my ($text, $from, $to, $of, @spans) = @_;
	my @within = grep { $_->[0] >= $from && $_->[1] <= $to } @spans;
	my @outer;
	for my $s (@within) {
		push @outer, $s if !grep { $s->[0] >= $_->[0] && $s->[1] <= $_->[1] } @outer;
	}
	my ($made, $at) = ('', $from);
	for my $s (sort { $a->[0] <=> $b->[0] } @outer) {
		my @rest = grep { $_ != $s } @within;
		my @points = @{ $of->{"@$s"} };
		$made .= substr($text, $at, $s->[0] - $at) . guard($text, $s, inside($text, @$s[0, 1], $of, @rest), @points);
		$at = $s->[1];
	}
	return $made . substr($text, $at, $to - $at);
}

# The span with its points; $plain is its text without them.
sub guard
{
	my ($text, $span, $plain, @points) = @_;
	my ($from, $to, $kind) = @$span;
	if ($kind eq 'statement') {
		return 'begin if (' . join(' && ', map { "mutant::number != $_->{number}" } @points) . ") $plain end";
	}
	my $made = "($plain)";
	for my $p (@points) {
		my $changed = apply(substr($text, $from, $to - $from), { %$p, at => $p->{at} - $from });
		$made = "(mutant::number == $p->{number} ? ($changed) : $made)";
	}
	return $made;
}

1;
