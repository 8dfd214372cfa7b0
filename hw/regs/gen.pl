#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes what logic, driver and people know of the card's registers from one table,
# hw/regs/ring_nic.tbl, whose head explains a line: hw/rtl/ring_nic_regs.vh,
# btl_fpga/ring_nic_regs.h and hw/regs/REGISTERS.md. All of it is committed; a build
# does not need Perl. A table with a mistake is refused, with the line's number.
#
#     perl hw/regs/gen.pl [FOLDER [TABLE]]    into the source tree, or into FOLDER
use strict;
use warnings;

my ($here) = __FILE__ =~ m{^(.*)/} or die "$0: call me by a path\n";
my $tree = "$here/../..";
my $folder = $ARGV[0] // $tree;
my $table = $ARGV[1] // "$here/ring_nic.tbl";
my $page_b = 4096; # bytes of a page of registers
my %access = (
	ro => 'read only', rw => 'read and write', rwe => 'read and write, with an effect',
	wo => 'write only, reads as 0', w1c => 'ones written clear',
);

# ---- Reading the table ------------------------------------------------------------------

# In order: {kind, name, meaning, ...}. A block holds regs, a struct words, an enum values;
# regs and words hold fields.
my @top;
my ($owner, $unit); # the block, struct or enum; the reg or word, which fields belong to
my $content = '';   # what the CRC is of
my $mistakes = 0;
my %taken;          # generated name => line

sub mistake
{
	print STDERR "$table:$.: @_\n";
	$mistakes++;
	return;
}

sub number
{
	my ($text) = @_;
	return oct $text if $text =~ /^0x[0-9a-f]{1,16}$/i;
	return $text if $text =~ /^(0|[1-9][0-9]{0,18})$/;
	mistake("'$text' is no number (decimal, or hexadecimal with 0x)");
	return 0;
}

# take NAMES: each name that will be generated belongs to one line.
sub take
{
	for (@_) {
		mistake("$_ is already made by line $taken{$_}") if exists $taken{$_};
		$taken{$_} //= $.;
	}
}

# occupy MAP FIRST N WHAT: marks places as used; each may be used once.
sub occupy
{
	my ($map, $first, $n, $what) = @_;
	my ($clash) = grep { defined } @$map[$first .. $first + $n - 1];
	mistake("$what overlaps $clash") if defined $clash;
	$_ //= $what for @$map[$first .. $first + $n - 1];
}

my %page; # scope => words in use

sub block
{
	my ($name, $scope, $base, $size) = @_;
	($base, $size) = (number($base), number($size));
	mistake("scope '$scope': global or page") unless $scope =~ /^(global|page)$/;
	return mistake("$name: base and size are multiples of 4, the end at most $page_b")
		if $base % 4 || $size % 4 || !$size || $base + $size > $page_b;
	occupy($page{$scope} //= [], $base / 4, $size / 4, $name);
	take(map { "RN_${name}_$_" } qw(BASE SIZE));
	return { scope => $scope, base => $base, size => $size, used => [] };
}

sub reg
{
	my ($name, $at, $access, $reset, $of) = @_;
	return mistake("register $name belongs to no block") unless $owner->{kind} eq 'block';
	my ($offset, $step, $last) = ($at, 0, 0);
	($offset, $step, $last) = ($1, number($2), number($3))
		if $at =~ /^([^+]+)\+([^*]+)\*i\[0:([^\]]+)\]$/;
	$offset = number($offset);
	mistake("access '$access': one of " . join(' ', sort keys %access)) if !$access{$access};
	return mistake("$name: offsets are multiples of 4") if $offset % 4 || $step % 4;
	return mistake("$name: an array has a step") if $last && !$step;
	return mistake("$name ends beyond its block") if $offset + $step * $last + 4 > $owner->{size};
	occupy($owner->{used}, ($offset + $step * $_) / 4, 1, $name) for 0 .. $last;
	my $full = "RN_$owner->{name}_$name";
	take($full, "${full}_A", "${full}_RESET", $step ? ("${full}_STEP", "${full}_N") : ());
	return { full => $full, offset => $owner->{base} + $offset, step => $step, n => $last + 1,
		access => $access, unit => $of, bits => 32, used => [],
		reset => $reset =~ /^(-|crc)$/ ? $reset : number($reset) };
}

sub field
{
	my ($name, $range) = @_;
	return mistake("field $name belongs to no register or word") unless $unit;
	return mistake("$name: bits are high:low") unless $range =~ /^(\d+):(\d+)$/ && $1 >= $2;
	my ($hi, $lo) = ($1, $2);
	return mistake("$name: $unit->{name} has $unit->{bits} bits") if $hi >= $unit->{bits};
	occupy($unit->{used}, $lo, $hi - $lo + 1, $name);
	my $full = "$unit->{full}_$name";
	take(map { "${full}_$_" } qw(LSB W R MASK));
	return { full => $full, lo => $lo, w => $hi - $lo + 1 };
}

sub struct
{
	my ($name, $bytes) = @_;
	take("RN_${name}_BYTES");
	return { bytes => number($bytes), used => [] };
}

sub word
{
	my ($name, $offset, $bits) = @_;
	return mistake("word $name belongs to no struct") unless $owner->{kind} eq 'struct';
	($offset, $bits) = (number($offset), number($bits));
	my $bytes = int(($bits + 7) / 8);
	return mistake("$name: 1 to 64 bits") if $bits < 1 || $bits > 64;
	return mistake("$name ends beyond its struct") if $offset + $bytes > $owner->{bytes};
	occupy($owner->{used}, $offset, $bytes, $name);
	take("RN_$owner->{name}_$name");
	return { full => "RN_$owner->{name}_$name", offset => $offset, bits => $bits, used => [] };
}

sub enum
{
	my ($name, $bits) = @_;
	$bits = number($bits);
	mistake("$name: 1 to 32 bits") if $bits < 1 || $bits > 32;
	return { bits => $bits, used => [] };
}

sub value
{
	my ($name, $number) = @_;
	return mistake("value $name belongs to no enum") unless $owner->{kind} eq 'enum';
	$number = number($number);
	return mistake("$number has more than $owner->{bits} bits") if $number >= 2**$owner->{bits};
	mistake("$name is $owner->{numbers}{$number}'s number") if $owner->{numbers}{$number};
	$owner->{numbers}{$number} = $name;
	take("RN_$owner->{name}_$name");
	return { full => "RN_$owner->{name}_$name", number => $number };
}

sub const
{
	my ($name, $number, $of) = @_;
	take("RN_$name");
	$number = number($number);
	mistake("$name: at most 31 bits") if $number >= 2**31;
	return { full => "RN_$name", number => $number, unit => $of };
}

# keyword: [columns, what reads it, level]; 0 stands alone, 1 in one of those, 2 in one of those.
my %keyword = (
	block => [4, \&block, 0], struct => [2, \&struct, 0], enum => [2, \&enum, 0],
	const => [3, \&const, 0], reg => [5, \&reg, 1], word => [3, \&word, 1],
	value => [2, \&value, 1], field => [2, \&field, 2],
);

# A register's number after reset has no bit that no field explains.
sub finish_unit
{
	my $reset = $unit && $unit->{reset} // '-';
	return if $reset !~ /^\d+$/ || !@{$unit->{parts} // []};
	$reset &= ~mask($_) for @{$unit->{parts}};
	mistake("$unit->{name} (line $unit->{line}): reset sets bits of no field") if $reset;
}

sub mask
{
	my ($field) = @_;
	return $field->{w} == 64 ? ~0 : ((1 << $field->{w}) - 1) << $field->{lo};
}

sub line
{
	my ($text) = @_;
	my ($columns, $meaning) = $text =~ /^(.*?)\s+;\s+(\S.*?)\s*$/
		or return mistake("a meaning is missing (' ; ' before it)");
	my ($kind, $name, @rest) = split ' ', $columns;
	my $rule = $keyword{$kind} or return mistake("unknown keyword '$kind'");
	my ($n, $read, $level) = @$rule;
	return mistake("$kind has $n columns") if @rest + 1 != $n;
	return mistake("name '$name': capitals, digits, _") if $name !~ /^[A-Z][A-Z0-9_]*$/;
	return mistake("$kind $name stands alone") if $level && !$owner;
	finish_unit() if $level < 2;
	$unit = undef if $level < 2;
	my $made = $read->($name, @rest) or return;
	@$made{qw(kind name meaning line)} = ($kind, $name, $meaning, $.);
	push @{(undef, $owner, $unit)[$level]{parts}}, $made if $level;
	push @top, $made if !$level;
	$owner = $made if $level == 0;
	$unit = $made if $level == 1;
	$content .= join(' ', $kind, $name, @rest) . "\n";
}

# CRC-32 of IEEE 802.3, bits reflected.
sub crc32
{
	my $crc = 0xffffffff;
	for my $byte (unpack 'C*', $_[0]) {
		$crc ^= $byte;
		$crc = $crc & 1 ? $crc >> 1 ^ 0xedb88320 : $crc >> 1 for 1 .. 8;
	}
	return $crc ^ 0xffffffff;
}

open my $in, '<', $table or die "$table: $!\n";
while (<$in>) {
	next if /^\s*(#.*)?$/;
	line($_);
}
finish_unit();
die "$table: $mistakes mistakes, nothing written\n" if $mistakes;
my $crc = crc32($content);

# ---- Writing ----------------------------------------------------------------------------

my $origin = 'generated from hw/regs/ring_nic.tbl by hw/regs/gen.pl; do not edit';

sub save
{
	my ($path, $text) = @_;
	my $dir = $folder;
	for ($path =~ m{([^/]+)/}g) {
		$dir .= "/$_";
		-d $dir or mkdir $dir or die "$dir: $!\n";
	}
	open my $file, '>', "$folder/$path" or die "$folder/$path: $!\n";
	print $file $text or die "$path: $!\n";
	close $file or die "$path: $!\n";
}

# each_name CODE: calls CODE(name, kind of number, number, width in bits, meaning) for each
# name that logic and driver share, CODE(undef, heading) before a group of them.
sub each_name
{
	my ($code) = @_;
	$code->('RN_TABLE_CRC', 'sized', $crc, 32, 'CRC-32 of the table that this was made from');
	for my $t (@top) {
		$code->($t->{full}, 'plain', $t->{number}, 0, "$t->{unit}; $t->{meaning}"), next
			if $t->{kind} eq 'const';
		$code->(undef, ($t->{scope} ? "$t->{scope} " : '') . "$t->{kind} $t->{name}: $t->{meaning}");
		$code->("RN_$t->{name}_BASE", 'sized', $t->{base}, 12, 'byte in its page') if $t->{scope};
		$code->("RN_$t->{name}_SIZE", 'plain', $t->{size}, 0, 'bytes') if $t->{scope};
		$code->("RN_$t->{name}_BYTES", 'plain', $t->{bytes}, 0, 'size') if $t->{bytes};
		for my $u (@{$t->{parts} // []}) {
			each_of($code, $t, $u);
			for my $f (@{$u->{parts} // []}) {
				$code->("$f->{full}_LSB", 'plain', $f->{lo}, 0, $f->{meaning});
				$code->("$f->{full}_W", 'plain', $f->{w}, 0, 'bits');
				$code->($f->{full}, 'range', $f, $u->{bits}, '');
			}
		}
	}
}

sub each_of
{
	my ($code, $t, $u) = @_;
	return $code->($u->{full}, 'sized', $u->{number}, $t->{bits}, $u->{meaning})
		if $t->{kind} eq 'enum';
	return $code->($u->{full}, 'plain', $u->{offset}, 0, "byte, $u->{bits} bits; $u->{meaning}")
		if $t->{kind} eq 'struct';
	$code->($u->{full}, 'sized', $u->{offset}, 12, "$u->{access}, $u->{unit}; $u->{meaning}");
	$code->("$u->{full}_A", 'address', $u->{offset} / 4, 10, '');
	$code->("$u->{full}_STEP", 'plain', $u->{step}, 0, 'bytes') if $u->{step};
	$code->("$u->{full}_N", 'plain', $u->{n}, 0, 'of them') if $u->{step};
	$code->("$u->{full}_RESET", 'sized', reset_of($u), 32, '') if $u->{reset} ne '-';
}

sub reset_of
{
	my ($reg) = @_;
	return $reg->{reset} eq 'crc' ? $crc : $reg->{reset} eq '-' ? 0 : $reg->{reset};
}

sub comment
{
	my ($open, $text, $close) = @_;
	return $text eq '' ? '' : " $open $text$close";
}

# Logic: sized numbers; _A is the address on the bus in words, _R a field's range hi:lo.
sub verilog
{
	my $out = "// SPDX-License-Identifier: BSD-3-Clause\n// $origin\n"
		. "`ifndef RN_RING_NIC_REGS_VH\n`define RN_RING_NIC_REGS_VH\n";
	each_name(sub {
		my ($name, $kind, $number, $bits, $meaning) = @_;
		return $out .= "\n// $kind\n" if !defined $name;
		return $out .= sprintf "`define %s_R %d:%d\n", $name, $number->{lo} + $number->{w} - 1,
			$number->{lo} if $kind eq 'range';
		my $digits = int(($bits + 3) / 4);
		$out .= "`define $name "
			. ($bits ? sprintf("%d'h%0${digits}x", $bits, $number) : $number)
			. comment('//', $meaning, '') . "\n";
	});
	return "$out\n`endif\n";
}

# The driver: plain numbers, _MASK is a field's ones in place.
sub header
{
	my $guard = 'RD_BTL_FPGA_RING_NIC_REGS_H';
	my $out = "/* SPDX-License-Identifier: BSD-3-Clause */\n/* $origin */\n"
		. "#ifndef $guard\n#define $guard\n";
	each_name(sub {
		my ($name, $kind, $number, $bits, $meaning) = @_;
		return if $kind eq 'address';
		return $out .= "\n/* $kind */\n" if !defined $name;
		return $out .= sprintf "#define %s_MASK 0x%x%s\n", $name, mask($number),
			$bits > 32 ? 'ull' : 'u' if $kind eq 'range';
		$out .= "#define $name " . ($bits ? sprintf('0x%xu', $number) : $number)
			. comment('/*', $meaning, ' */') . "\n";
	});
	$out .= "\n/*\n * RN_REGISTERS(X) is X(block, register, scope, offset, step, n, access, reset, known,\n"
		. " * mask) for every register: n of them at offset + step * i in a page of the scope\n"
		. " * (global or page); ro, rw, rwe, wo or w1c; known is 0 when the number after reset\n"
		. " * is not; mask has the bits that have a meaning.\n */\n#define RN_REGISTERS(X)";
	for my $t (grep { $_->{scope} } @top) {
		for my $u (@{$t->{parts} // []}) {
			my $mask = 0;
			$mask |= mask($_) for @{$u->{parts} // []};
			$out .= sprintf " \\\n\tX(%s, %s, %s, 0x%x, %d, %d, %s, 0x%xu, %d, 0x%xu)", $t->{name},
				$u->{name}, $t->{scope}, @$u{qw(offset step n access)}, reset_of($u),
				$u->{reset} ne '-', $mask || 0xffffffff;
		}
	}
	return "$out\n\n#endif\n";
}

sub row
{
	return '| ' . join(' | ', map { s/\|/\\|/gr } @_) . " |\n";
}

sub fields
{
	my ($u, $columns) = @_;
	return join '', map {
		row(('') x ($columns - 3), $_->{w} == 1 ? $_->{lo} : $_->{lo} + $_->{w} - 1 . ":$_->{lo}",
			$_->{name}, $_->{meaning})
	} sort { $b->{lo} <=> $a->{lo} } @{$u->{parts} // []};
}

sub manual_part
{
	my ($t, $u) = @_;
	return row($u->{number}, "`$u->{name}`", $u->{meaning}) if $t->{kind} eq 'enum';
	return row(sprintf('0x%02x', $u->{offset}), "`$u->{name}`", $u->{bits} . ' bits', '',
		$u->{meaning}) . fields($u, 5) if $t->{kind} eq 'struct';
	my $at = sprintf '0x%03x', $u->{offset};
	$at .= " + $u->{step}i, i < $u->{n}" if $u->{step};
	my $reset = $u->{reset} eq '-' ? '-' : sprintf '0x%x', reset_of($u);
	return row($at, "`$u->{name}`", $u->{access}, $reset, $u->{unit}, $u->{meaning}) . fields($u, 6);
}

my %columns = (
	block => [qw(offset register access reset unit/bits meaning)],
	struct => [qw(byte word size/bits field meaning)], enum => [qw(number value meaning)],
);

sub manual
{
	my $out = "<!-- $origin -->\n# The card's registers\n\n"
		. sprintf("CRC of the table: `0x%08x`. ", $crc)
		. "The global page is at 0, the page of context p at 0x1000 (p + 1);\n"
		. "offsets are bytes within a page. Access: "
		. join(', ', map { "`$_` $access{$_}" } qw(ro rw rwe wo w1c)) . ".\n";
	my @const = grep { $_->{kind} eq 'const' } @top;
	$out .= "\n## Constants\n\n" . row(qw(name number unit meaning)) . "|---|---|---|---|\n" if @const;
	$out .= row("`$_->{name}`", @$_{qw(number unit meaning)}) for @const;
	for my $t (grep { $_->{kind} ne 'const' } @top) {
		$out .= "\n## " . ucfirst($t->{scope} ? "$t->{scope} " : '') . "$t->{kind} $t->{name}\n\n"
			. ucfirst($t->{meaning}) . ".\n";
		next unless $t->{parts};
		my @head = @{$columns{$t->{kind}}};
		$out .= "\n" . row(@head) . '|---' x @head . "|\n";
		$out .= manual_part($t, $_) for @{$t->{parts}};
	}
	return $out;
}

save('hw/rtl/ring_nic_regs.vh', verilog());
save('btl_fpga/ring_nic_regs.h', header());
save('hw/regs/REGISTERS.md', manual());
