#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes the definitions of the card's registers for logic, driver and people from a table,
# hw/regs/ring_nic.tbl, whose head explains a line: hw/rtl/ring_nic_regs.vh,
# btl_fpga/ring_nic_regs.h and hw/regs/REGISTERS.md. All of it is committed; a build
# does not need Perl. A table with a mistake is refused, with the line's number. Likewise from
# hw/regs/rdma.tbl: hw/rtl/rdma_regs.vh, btl_fpga/rdma_regs.h and hw/regs/RDMA.md.
#
#     perl hw/regs/gen.pl [FOLDER [TABLE [rdma]]]    into the source tree, or into FOLDER
#
# Without a table both are read; with a table it takes the place of the first, or of the second.
use strict;
use warnings;

my ($here) = __FILE__ =~ m{^(.*)/} or die "$0: call me by a path\n";
my $folder = $ARGV[0] // "$here/../..";
my $rdma = ($ARGV[2] // '') eq 'rdma';
my $source = $rdma ? 'rdma' : 'ring_nic'; # name of the table, and of the headers made from it
my $prefix = $rdma ? 'RDMA' : 'RN'; # of all names
my $table = $ARGV[1] // "$here/$source.tbl";
my $page_b = 4096; # bytes of a page of registers
my %access = (ro => 'read only', rw => 'read and write', w1c => 'ones written clear',
	rwe => 'read and write, with an effect', wo => 'write only, reads as 0');

# ---- Reading the table ------------------------------------------------------------------
my @top;            # {kind, name, meaning, parts, ...}: a block has regs, a struct words ...
my ($owner, $unit); # the block, struct or enum; the reg or word, which fields belong to
my $content = '';   # input of the CRC
my ($mistakes, %page, %taken) = (0); # how many; scope => words in use; name => line
my @names;          # {name, number, bits, meaning, for} in order; bits 0: not sized; or {head}

sub mistake
{
	print STDERR "$table:$.: @_\n";
	$mistakes++;
	return;
}

sub number
{
	my ($text) = @_;
	return oct $text if $text =~ /^0x[0-9a-f]{1,8}$/i;
	return $text if $text =~ /^(0|[1-9][0-9]{0,8})$/;
	mistake("'$text' is no number (decimal, or hexadecimal with 0x, of 32 bits)");
	return 0;
}

# name NAME NUMBER BITS [MEANING [FOR]]: for v(erilog), c or both.
sub name
{
	my ($name, $number, $bits, $meaning, $for) = @_;
	mistake("$name is already made by line $taken{$name}") if exists $taken{$name};
	$taken{$name} //= $.;
	push @names, { name => $name, number => $number, bits => $bits, meaning => $meaning // '',
		for => $for // 'vc' };
}

# occupy MAP FIRST N WHAT: marks places as used; each may be used once.
sub occupy
{
	my ($map, $first, $n, $what) = @_;
	for (@$map[$first .. $first + $n - 1]) {
		return mistake("$what overlaps $_") if defined;
		$_ = $what;
	}
}

sub block
{
	my ($meaning, $name, $scope, $base, $size) = @_;
	($base, $size) = (number($base), number($size));
	mistake("scope '$scope': global or page") unless $scope =~ /^(global|page)$/;
	return mistake("$name: base and size are multiples of 4, the end at most $page_b")
		if $base % 4 || $size % 4 || !$size || $base + $size > $page_b;
	occupy($page{$scope} //= [], $base / 4, $size / 4, $name);
	name("${prefix}_${name}_BASE", $base, 12, 'byte in its page');
	name("${prefix}_${name}_SIZE", $size, 0, 'bytes');
	return { scope => $scope, base => $base, size => $size };
}

sub reg
{
	my ($meaning, $name, $at, $access, $reset, $of) = @_;
	my ($offset, $step, $last) = ($at, 0, 0);
	($offset, $step, $last) = ($1, number($2), number($3))
		if $at =~ /^([^+]+)\+([^*]+)\*i\[0:([^\]]+)\]$/;
	$offset = number($offset);
	mistake("access '$access': one of " . join(' ', sort keys %access)) if !$access{$access};
	return mistake("$name: offsets are multiples of 4") if $offset % 4 || $step % 4;
	return mistake("$name: an array has a step") if $last && !$step;
	return mistake("$name ends beyond its block")
		if $offset + $step * $last + 4 > $owner->{size};
	occupy($owner->{used} //= [], ($offset + $step * $_) / 4, 1, $name) for 0 .. $last;
	$offset += $owner->{base};
	$reset = number($reset) unless $reset =~ /^(-|crc)$/;
	my $full = "${prefix}_$owner->{name}_$name";
	name($full, $offset, 12, "$access, $of; $meaning");
	name("${full}_A", $offset / 4, 10, '', 'v');
	name("${full}_STEP", $step, 0, 'bytes'), name("${full}_N", $last + 1, 0, '') if $step;
	name("${full}_RESET", $reset, 32) if $reset ne '-';
	return { full => $full, offset => $offset, step => $step, n => $last + 1, bits => 32,
		access => $access, unit => $of, known => $reset ne '-', mask => 0,
		reset => $reset eq '-' ? 0 : $reset };
}

sub field
{
	my ($meaning, $name, $range) = @_;
	return mistake("$name: bits are high:low") unless $range =~ /^(\d+):(\d+)$/ && $1 >= $2;
	my ($hi, $lo) = ($1, $2);
	return mistake("$name: $unit->{name} has $unit->{bits} bits") if $hi >= $unit->{bits};
	occupy($unit->{used} //= [], $lo, $hi - $lo + 1, $name);
	my $mask = ~0 >> 63 - $hi & ~0 << $lo;
	$unit->{mask} |= $mask;
	name("$unit->{full}_${name}_LSB", $lo, 0, $meaning);
	name("$unit->{full}_${name}_W", $hi - $lo + 1, 0, 'bits');
	name("$unit->{full}_${name}_R", "$hi:$lo", 0, '', 'v');
	name("$unit->{full}_${name}_MASK", $mask, $unit->{bits}, '', 'c');
	return { lo => $lo, range => $hi == $lo ? $lo : "$hi:$lo" };
}

sub struct
{
	my ($meaning, $name, $bytes) = @_;
	name("${prefix}_${name}_BYTES", number($bytes), 0, 'size');
	return { bytes => number($bytes) };
}

sub word
{
	my ($meaning, $name, $offset, $bits) = @_;
	($offset, $bits) = (number($offset), number($bits));
	my $bytes = int(($bits + 7) / 8);
	return mistake("$name: 1 to 64 bits") if $bits < 1 || $bits > 64;
	return mistake("$name ends beyond its struct") if $offset + $bytes > $owner->{bytes};
	occupy($owner->{used} //= [], $offset, $bytes, $name);
	name("${prefix}_$owner->{name}_$name", $offset, 0, "byte, $bits bits; $meaning");
	return { full => "${prefix}_$owner->{name}_$name", offset => $offset, bits => $bits, mask => 0 };
}

sub enum
{
	my ($meaning, $name, $bits) = @_;
	mistake("$name: 1 to 32 bits") if number($bits) < 1 || $bits > 32;
	return { bits => number($bits) };
}

sub value
{
	my ($meaning, $name, $number) = @_;
	$number = number($number);
	return mistake("$number has more than $owner->{bits} bits") if $number >= 2**$owner->{bits};
	mistake("$name is $owner->{numbers}{$number}'s number") if $owner->{numbers}{$number};
	$owner->{numbers}{$number} = $name;
	name("${prefix}_$owner->{name}_$name", $number, $owner->{bits}, $meaning);
	return { number => $number };
}

sub const
{
	my ($meaning, $name, $number, $of) = @_;
	mistake("$name: at most 31 bits") if ($number = number($number)) >= 2**31;
	name("${prefix}_$name", $number, 0, "$of; $meaning");
	return { number => $number, unit => $of };
}

# keyword: [columns, the function that reads them, the element that it stands in].
my %keyword = (
	block => [4, \&block, ''], reg => [5, \&reg, 'block'], const => [3, \&const, ''],
	struct => [2, \&struct, ''], word => [3, \&word, 'struct'],
	enum => [2, \&enum, ''], value => [2, \&value, 'enum'], field => [2, \&field, 'reg or word']
);

sub line
{
	my ($columns, $meaning) = $_[0] =~ /^(.*?)\s+;\s+(\S.*?)\s*$/
		or return mistake("a meaning is missing (' ; ' before it)");
	my ($kind, $name, @rest) = split ' ', $columns;
	my ($n, $read, $in) = @{$keyword{$kind // ''} // return mistake("unknown keyword '$kind'")};
	return mistake("$kind has $n columns") if @rest + 1 != $n;
	return mistake("name '$name': capitals, digits, _") if $name !~ /^[A-Z][A-Z0-9_]*$/;
	$unit = undef if $kind ne 'field';
	my $parent = $kind eq 'field' ? $unit : $in ? $owner : { parts => \@top };
	return mistake("$kind $name belongs to no $in")
		if $in && (!$parent || $in ne $parent->{kind} && $kind ne 'field');
	push @names, { head => "$columns: $meaning" } if !$in && $kind ne 'const';
	my $made = $read->($meaning, $name, @rest) or return;
	@$made{qw(kind name meaning)} = ($kind, $name, $meaning);
	push @{$parent->{parts}}, $made;
	$owner = $made if !$in;
	$unit = $made if $kind =~ /^(reg|word)$/;
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

name("${prefix}_TABLE_CRC", 'crc', 32, 'CRC-32 of the table that this was made from');
open my $in, '<', $table or die "$table: $!\n";
/^\s*(#.*)?$/ or line($_) while <$in>;
my $crc = crc32($content);
for my $made (@names, map { @{$_->{parts} // []} } @top) {
	($made->{$_} // '') eq 'crc' and $made->{$_} = $crc for qw(number reset);
	mistake("$made->{full}: reset sets bits that are in no field")
		if $made->{mask} && ($made->{reset} // 0) & ~$made->{mask};
}
die "$table: $mistakes mistakes, nothing written\n" if $mistakes;

# ---- Writing ----------------------------------------------------------------------------
my $origin = "generated from hw/regs/$source.tbl by hw/regs/gen.pl; do not edit";

sub save
{
	my ($path, $text) = @_;
	my $dir = $folder;
	-d ($dir .= "/$_") or mkdir $dir or die "$dir: $!\n" for $path =~ m{([^/]+)/}g;
	open my $file, '>', "$folder/$path" or die "$folder/$path: $!\n";
	print $file $text and close $file or die "$folder/$path: $!\n";
}

# A definition with its meaning, behind it where the line has room, in lines of their own before it
# where not.
sub defined_name
{
	my ($definition, $meaning, $open, $close) = @_;
	return "$definition\n" if $meaning eq '';
	my $line = "$definition $open $meaning$close\n";
	return length $line <= 101 ? $line : comment($meaning, $open, $close) . "$definition\n";
}

# A comment of lines of at most 100 columns.
sub comment
{
	my ($text, $open, $close) = @_;
	my ($next, @lines) = ($close ? ' *' : $open, $open);
	for (split ' ', $text) {
		push @lines, $next if length("$lines[-1] $_$close") > 100;
		$lines[-1] .= " $_";
	}
	return join("\n", @lines) . "$close\n";
}

# Logic: sized numbers; _A is the address on the bus in words, _R a field's range high:low.
sub verilog
{
	my $out = "// SPDX-License-Identifier: BSD-3-Clause\n// $origin\n"
		. "`ifndef ${prefix}_\U$source\E_REGS_VH\n`define ${prefix}_\U$source\E_REGS_VH\n";
	for (grep { $_->{head} || $_->{for} =~ /v/ } @names) {
		$out .= "\n" . comment($_->{head}, '//', ''), next if $_->{head};
		my $number = !$_->{bits} ? $_->{number}
			: sprintf "%d'h%0*x", $_->{bits}, ($_->{bits} + 3) / 4, $_->{number};
		$out .= defined_name("`define $_->{name} $number", $_->{meaning}, '//', '');
	}
	return "$out\n`endif\n";
}

# The driver: plain numbers, _MASK is a field's ones in place.
sub header
{
	my $out = "/* SPDX-License-Identifier: BSD-3-Clause */\n/* $origin */\n"
		. "#ifndef RD_BTL_FPGA_\U$source\E_REGS_H\n#define RD_BTL_FPGA_\U$source\E_REGS_H\n";
	for (grep { $_->{head} || $_->{for} =~ /c/ } @names) {
		$out .= "\n" . comment($_->{head}, '/*', ' */'), next if $_->{head};
		my $number = !$_->{bits} ? $_->{number}
			: sprintf '0x%xu%s', $_->{number}, $_->{bits} > 32 ? 'll' : '';
		$out .= defined_name("#define $_->{name} $number", $_->{meaning}, '/*', ' */');
	}
	$out .= "\n#define ${prefix}_REGISTERS(X)"; # hw/regs/ring_nic.tbl says what it is
	for my $t (grep { $_->{scope} } @top) {
		$out .= sprintf " \\\n\tX(%s, %s, %s, 0x%x, %d, %d, %s, 0x%xu, %d, 0x%xu)",
			$t->{name}, $_->{name}, $t->{scope}, @$_{qw(offset step n access)},
			$_->{reset}, $_->{known}, $_->{mask} || 0xffffffff
			for @{$t->{parts} // []};
	}
	return "$out\n\n#endif\n";
}

sub row { '| ' . join(' | ', map { s/\|/\\|/gr } @_) . " |\n" }

my %columns = (
	block => [qw(offset register access reset unit/bits meaning)],
	struct => [qw(byte word bits field meaning)], enum => [qw(number value meaning)],
);

sub manual_row
{
	my ($t, $u) = @_;
	my $at = sprintf $t->{scope} ? '0x%03x' : '0x%02x', $u->{offset} // $u->{number};
	$at .= " + $u->{step}i, i < $u->{n}" if $u->{step};
	return row($u->{number}, "`$u->{name}`", $u->{meaning}) if $t->{kind} eq 'enum';
	return row($at, "`$u->{name}`", $u->{bits}, '', $u->{meaning}) if $t->{kind} eq 'struct';
	my $reset = $u->{known} ? sprintf '0x%x', $u->{reset} : '-';
	return row($at, "`$u->{name}`", $u->{access}, $reset, $u->{unit}, $u->{meaning});
}

sub manual
{
	my $title = $rdma ? 'The RDMA unit: registers and requests' : "The card's registers";
	my $out = "<!-- $origin -->\n# $title\n\n"
		. "The global page is at 0, the page of context p at 0x1000 (p + 1).\nAccess: "
		. join(",\n", map { "`$_` $access{$_}" } sort keys %access)
		. sprintf(".\nCRC of the table: `0x%08x`.\n\n## Constants\n\n", $crc)
		. row(qw(name number unit meaning)) . "|---|---|---|---|\n";
	for my $t (@top) {
		my @head = @{$columns{$t->{kind}} // []};
		$out .= row("`$t->{name}`", @$t{qw(number unit meaning)}), next if !@head;
		$out .= "\n## " . ucfirst(($t->{scope} ? "$t->{scope} " : '') . $t->{kind})
			. " $t->{name}\n\n\u$t->{meaning}.\n\n" . row(@head) . row(('---') x @head);
		for my $u (@{$t->{parts} // []}) {
			$out .= manual_row($t, $u);
			$out .= row(('') x (@head - 3), @$_{qw(range name meaning)})
				for sort { $b->{lo} <=> $a->{lo} } @{$u->{parts} // []};
		}
	}
	return $out;
}

save("hw/rtl/${source}_regs.vh", verilog());
save("btl_fpga/${source}_regs.h", header());
save($rdma ? 'hw/regs/RDMA.md' : 'hw/regs/REGISTERS.md', manual());
exit 0 if @ARGV > 1;
exec $^X, $0, $folder, "$here/rdma.tbl", 'rdma' or die "$^X: $!\n";
