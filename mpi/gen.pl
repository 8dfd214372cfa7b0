#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes include/mpi.h and the chapters of the MPI entry points: from mpi/abi.tsv
# (constants), mpi/mpi.h.in (types) and mpi/api.tbl (functions; its head explains a
# row). Results are committed; a build does not need Perl.
#
#     perl mpi/gen.pl [FOLDER]    into the source tree, or into FOLDER
use strict;
use warnings;

my ($here) = __FILE__ =~ m{^(.*)/} or die "$0: call me by a path\n";
my $width = 100; # columns, a tab being 8

# ---- Kinds of parameters: C type, and that of the large-count twin where it differs ----

my %ctype = (
	(map { $_ => 'int' } qw(posint dest source rank root tag rtag)),
	count => 'int|MPI_Count', num => 'int|MPI_Count', bigcount => 'MPI_Count',
	aint => 'MPI_Aint|MPI_Count',
	(map { $_ => 'const void *' } qw(sbuf svbuf cbuf)),
	(map { $_ => 'void *' } qw(rbuf rvbuf obuf)),
	comm => 'MPI_Comm', cart => 'MPI_Comm', group => 'MPI_Group', op => 'MPI_Op',
	eh => 'MPI_Errhandler', info => 'MPI_Info', type => 'MPI_Datatype',
	anytype => 'MPI_Datatype', commp => 'MPI_Comm *', groupp => 'MPI_Group *',
	typep => 'MPI_Datatype *', opp => 'MPI_Op *', ehp => 'MPI_Errhandler *',
	reqp => 'MPI_Request *', msgp => 'MPI_Message *',
	counts => 'const int []|const MPI_Count []', ints => 'const int []|const MPI_Count []',
	displs => 'const int []|const MPI_Aint []', aints => 'const MPI_Aint []|const MPI_Count []',
	types => 'const MPI_Datatype []', list => 'const int []', ranks => 'const int []',
	nranks => 'const int []', ranges => 'int [][3]', reqs => 'MPI_Request []',
	status => 'MPI_Status *', wstatus => 'MPI_Status *', cstatus => 'const MPI_Status *',
	newreq => 'MPI_Request *', newcomm => 'MPI_Comm *', newgroup => 'MPI_Group *',
	newtype => 'MPI_Datatype *', newop => 'MPI_Op *', neweh => 'MPI_Errhandler *',
	newmsg => 'MPI_Message *',
	oint => 'int *', ocount => 'int *|MPI_Count *', iocount => 'int *|MPI_Count *',
	ocnt => 'MPI_Count *', oaint => 'MPI_Aint *|MPI_Count *', oarr => 'int []',
	str => 'const char *', ostr => 'char *',
);

# The object behind a handle: [struct, how it is found, report when it is none]. %s: the handle.
my %object = (
	comm => ['rd_comm', 'rd_comm_get(%s)', 'rd_mpi_bad_comm(%c, "%s", %s)'],
	group => ['rd_group', 'rd_group_get(%s)', 'rd_mpi_bad_group(%c, "%s", %s)'],
	type => ['rd_type', 'rd_type_get(%s)', 'rd_mpi_bad_type(%e, %c, "%s", %s)'],
	op => ['rd_op', 'rd_op_get(%s)', 'rd_mpi_bad_op(%e, %c, "%s", %s, NULL)'],
	eh => ['rd_errhandler', 'rd_errhandler_get(%s)',
		'rd_mpi_bad_errhandler(%e, %c, "%s", %s)'],
	info => ['', '', 'rd_mpi_bad_info(%e, %c, "%s", %s)'],
	req => ['rd_req', 'rd_req_get(%s)', 'rd_mpi_bad_request(%e, %c, "%s", %s)'],
	msg => ['rd_msg', 'rd_mpi_msg_get(%s)', 'rd_mpi_bad_message(%c, "%s", %s)'],
);
$object{$_} = $object{comm} for qw(cart);
$object{anytype} = $object{type};

# How a result becomes a handle. %s: the parameter.
my %result = (
	newcomm => ['rd_comm', 'rd_comm_handle(%s_p)'],
	newgroup => ['rd_group', 'rd_group_handle(%s_p)'],
	newtype => ['rd_type', 'rd_type_handle(%s_p)'],
	newop => ['rd_op', '(MPI_Op)%s_p'],
	neweh => ['rd_errhandler', 'rd_errhandler_handle(%s_p)'],
	newreq => ['rd_req', 'rd_mpi_req_new(%s_p, %e)'],
	newmsg => ['rd_msg', ''],
);

# ?when: the local variable that holds it.
my %when = (
	'' => '', root => 'at_root', send => 'sends', sendroot => 'sends', recvroot => 'recvs',
);

# ---- Files ----

sub slurp {
	my ($path) = @_;
	open(my $fh, '<', $path) or die "$path: $!\n";
	local $/;
	return scalar <$fh>;
}

sub spew {
	my ($path, $text) = @_;
	my ($dir) = $path =~ m{^(.*)/};
	-d $dir or mkdir $dir or die "$dir: $!\n";
	open(my $fh, '>', $path) or die "$path: $!\n";
	print $fh $text;
	close($fh) or die "$path: $!\n";
}

# ---- The table ----

sub parse_param {
	my ($text, $where) = @_;
	my %p;

	if ($text =~ /^raw\s+(.*)$/) {
		my $decl = $1;
		my ($name) = $decl =~ /(\w+)$/;
		return {kind => 'raw', decl => $decl, name => defined $name ? $name : '...',
			when => ''};
	}
	$text =~ /^(\w+)\s+(\w+)(?:\[(.*?)\])?(?:\(([^)]*)\))?(?:\s*\?(\w+))?$/
		or $text =~ /^(alias)\s+(\w+\s+\w+)()\(([^)]*)\)(?:\s*\?(\w+))?$/
		or die "$where: parameter '$text'\n";
	%p = (kind => $1, name => $2, len => $3, args => [split /,\s*/, defined $4 ? $4 : ''],
	      when => defined $5 ? $5 : '');
	die "$where: kind '$p{kind}'\n" unless $ctype{$p{kind}} || $p{kind} eq 'alias';
	die "$where: when '$p{when}'\n" unless exists $when{$p{when}};
	$p{len} = 'comm_p->size' if defined $p{len} && $p{len} eq 'comm';
	return \%p;
}

sub parse_table {
	my (@chapters, %let, $row);
	my $line = 0;
	my @text = split /\n/, slurp("$here/api.tbl");

	while ($line < @text) {
		local $_ = $text[$line++];
		my $where = "api.tbl:$line";
		$_ .= " $1" while $line < @text && $text[$line] =~ /^\t\t(.*)$/ && ++$line;
		next if /^#/ || /^\s*$/;
		if (/^\@\s+(\w+\.c)((?:\s+\+\S+)*)\s+\|\s+(.*)$/) {
			push @chapters, {file => $1, head => $3, rows => [],
					 headers => [map { s/^\+//r } split ' ', $2]};
		} elsif (/^let (\w+) = (.*)$/) {
			$let{$1} = $2;
		} elsif (/^(\w+)(.*)$/) {
			my %flag = map { /^(\w+):(.*)$/ ? ($1 => $2) : ($_ => 1) } split ' ', $2;
			$row = {name => $1, flag => \%flag, params => [], checks => [], body => [],
				after => [], always => [], where => $where};
			push @{$chapters[-1]{rows}}, $row;
		} elsif (/^\t!\s+(.*)$/) {
			push @{$row->{checks}}, [split / \| /, $1];
		} elsif (/^\t([=:>+~])\s+(.*)$/) {
			my ($how, $what) = ($1, $2);
			my $list = $how eq '+' ? 'after' : $how eq '~' ? 'always' : 'body';
			push @{$row->{$list}}, $list eq 'body' ? [$how, $what] : $what;
		} elsif (/^\t(.*)$/) {
			my $text = $1;
			$text =~ s/\$(\w+)/defined $let{$1} ? $let{$1} : die "$where: \$$1\n"/ge;
			push @{$row->{params}}, map { parse_param($_, $where) } split /;\s*/, $text;
		} else {
			die "$where: what is '$_'?\n";
		}
	}
	return @chapters;
}

# ---- Laying out C ----

sub columns {
	my ($text) = @_;
	my $n = 0;

	$n = $_ eq "\t" ? ($n | 7) + 1 : $n + 1 for split //, $text;
	return $n;
}

# Splits at top-level commas.
sub arguments {
	my ($text) = @_;
	my ($depth, $quoted, @args) = (0, 0, '');

	for (split //, $text) {
		$quoted ^= 1 if $_ eq '"';
		$depth += /[(\[]/ ? 1 : /[)\]]/ ? -1 : 0 unless $quoted;
		if ($_ eq ',' && !$depth && !$quoted) {
			push @args, '';
		} else {
			$args[-1] .= $_;
		}
	}
	return map { s/^\s+//r } @args;
}

# `head` up to and with its open parenthesis, the arguments, `tail`: broken to fit.
sub wrap_list {
	my ($head, $tail, @args) = @_;
	my $indent = columns($head);
	my $pad = "\t" x int($indent / 8) . ' ' x ($indent % 8);
	my ($line, $text) = ($head, '');

	for my $i (0 .. $#args) {
		my $piece = $args[$i] . ($i < $#args ? ',' : $tail);
		if ($i && columns("$line $piece") > $width) {
			$text .= "$line\n";
			$line = "$pad$piece";
		} else {
			$line .= ($i ? ' ' : '') . $piece;
		}
	}
	return "$text$line\n";
}

# One statement: a call is broken at its arguments, strings at spaces, the rest not at all.
sub statement {
	my ($text) = @_;

	return "$text\n" if columns($text) <= $width;
	if ($text =~ /^(\s*(?:return |err = )?\w+\()(.*)(\)[;,]?)$/) {
		my ($head, $inner, $tail) = ($1, $2, $3);
		my $room = $width - columns($head) - 2;
		my @args = map { split_string($_, $room) } arguments($inner);
		return wrap_list($head, $tail, @args);
	}
	return "$text\n";
}

# A string literal too long for a line, as several that the compiler joins.
sub split_string {
	my ($arg, $room) = @_;
	my (@parts, $part);

	return $arg unless $arg =~ /^"(.*)"$/ && length $arg > $room;
	$part = '';
	for (split /(?<= )/, $1) {
		if (length($part . $_) + 2 > $room) {
			push @parts, $part;
			$part = '';
		}
		$part .= $_;
	}
	my $pad = "\t" x int(($width - $room - 2) / 8) . ' ' x (($width - $room - 2) % 8);
	return join("\n$pad", map { "\"$_\"" } @parts, $part);
}

sub comment {
	my ($text) = @_;
	my ($out, $line) = ("/*\n", ' *');

	for (split ' ', $text) {
		if (columns("$line $_") > 88) {
			$out .= "$line\n";
			$line = ' *';
		}
		$line .= " $_";
	}
	return "$out$line\n */\n";
}

# ---- Prototypes ----

sub declare {
	my ($p, $wide) = @_;

	return $p->{decl} if $p->{kind} eq 'raw';
	my @types = split /\|/, $ctype{$p->{kind}};
	my $type = $wide ? $types[-1] : $types[0];
	return "$type$p->{name}" if $type =~ /\*$/;
	return "$1$p->{name}$2" if $type =~ /^(.*?)((?:\[\w*\])+)$/;
	return "$type $p->{name}";
}

sub parameters {
	my ($row, $wide) = @_;
	my @list = map { declare($_, $wide) } grep { $_->{kind} ne 'alias' } @{$row->{params}};

	return @list ? @list : ('void');
}

sub prototypes {
	my ($row) = @_;
	my $type = $row->{flag}{returns} || 'int';
	my $text = '';

	for my $suffix ('', $row->{flag}{_c} ? '_c' : ()) {
		for my $prefix ('MPI_', 'PMPI_') {
			$text .= wrap_list("$type $prefix$row->{name}$suffix(", ');',
					   parameters($row, $suffix));
		}
	}
	return $text;
}

# ---- Bodies ----

# The communicator whose error handler is used, NULL for that of MPI_COMM_SELF.
sub error_comm {
	my ($row) = @_;

	for (@{$row->{params}}) {
		return "$_->{name}_p" if $_->{kind} =~ /^(comm|cart|commp)$/;
		return "$_->{name}_comm" if $_->{kind} =~ /^(reqp|msgp)$/;
	}
	return 'NULL';
}

# Local variables: the objects behind handles, and which parameters are significant.
sub locals {
	my ($row) = @_;
	my (@comms, @flags, @rest);
	my %seen;

	for my $p (@{$row->{params}}) {
		my ($kind, $name) = @{$p}{qw(kind name)};
		if ($object{$kind} && $kind ne 'info') {
			my $from = $name;
			if ($p->{when}) {
				my ($other) = grep { $_->{kind} eq 'type' && $_ != $p }
					@{$row->{params}};
				$from = "$when{$p->{when}} ? $name : $other->{name}";
			}
			my $line = "struct $object{$kind}[0] *${name}_p = "
				 . sprintf($object{$kind}[1], $from) . ';';
			push @{$kind =~ /^(comm|cart)$/ ? \@comms : \@rest}, $line;
		} elsif ($kind =~ /^(comm|group|type|op|eh|req|msg)p$/) {
			my ($struct, $get) = @{$object{$1}};
			push @rest, "struct $struct *${name}_p = $name ? "
				  . sprintf($get, "*$name") . ' : NULL;';
			push @rest, "struct rd_comm *${name}_comm = rd_mpi_${1}_comm(${name}_p);"
				if $kind =~ /^(req|msg)p$/;
		} elsif ($result{$kind}) {
			push @rest, "struct $result{$kind}[0] *${name}_p = NULL;";
		} elsif ($kind eq 'cstatus') {
			push @rest, "const struct rd_status *${name}_p = "
				  . "(const struct rd_status *)$name;";
		} elsif ($kind eq 'wstatus') {
			push @rest, "struct rd_status *${name}_p = (struct rd_status *)$name;";
		} elsif ($kind eq 'status' && grep { $_->[0] eq '=' } @{$row->{body}}) {
			push @rest, "int ${name}_error = rd_mpi_status_error($name);";
		}
		$seen{$p->{when}} = 1;
	}
	push @flags, 'const int at_root = rd_mpi_at_root(comm_p, root);'
		if $seen{root} || $seen{sendroot} || $seen{recvroot};
	push @flags, 'const int sends = sendbuf != MPI_IN_PLACE;' if $seen{send};
	push @flags, 'const int sends = sendbuf != MPI_IN_PLACE || !at_root;' if $seen{sendroot};
	push @flags, 'const int recvs = recvbuf != MPI_IN_PLACE || !at_root;' if $seen{recvroot};
	return (@comms, @flags, @rest);
}

# The checks of one parameter: list of [place in the order, what is wrong, report]. A report that
# begins with `err =` is a check in itself.
sub checks_of {
	my ($p, $comm, $call) = @_;
	my ($kind, $n) = @{$p}{qw(kind name)};
	my $len = $p->{len};
	my $in = "$comm, $call, \"$n\"";
	my $fill = sub { $_[0] =~ s/%e/$comm/r =~ s/%c/$call/r =~ s/%s/$n/gr };
	my ($a, $b) = $p->{args} ? @{$p->{args}} : ();

	return [1, "!${n}_p", $fill->($object{$kind}[2])] if $kind =~ /^(comm|group|eh)$/;
	return ([1, "!${n}_p", $fill->($object{comm}[2])],
		[1, "!rd_mpi_is_cart(${n}_p)", "rd_mpi_bad_topology($in)"]) if $kind eq 'cart';
	return [1, "!rd_mpi_info_ok($n)", $fill->($object{info}[2])] if $kind eq 'info';
	if ($kind =~ /^(comm|group|type|op|eh)p$/) {
		my $report = $object{$1}[2] =~ s/, %s/, *%s/r;
		$report =~ s/%e/NULL/;
		return ([1, "!$n", 'rd_mpi_bad_pointer(NULL, ' . "$call, \"$n\")"],
			[1, "!${n}_p", $fill->($report)]);
	}
	return [1, "!${n}_p", $fill->($object{$1}[2])] if $kind =~ /^(req|msg)p$/;
	return [2, "!rd_mpi_rank_ok($n, $comm)", "rd_mpi_bad_root($in, $n)"] if $kind eq 'root';
	return [3, "$n < 0", "rd_mpi_bad_count($in, $n)"] if $kind =~ /^(count|bigcount)$/;
	return [3, "$n <= 0", "rd_mpi_raise($comm, MPI_ERR_ARG, $call, "
		. "\"$n=%d is not positive\", $n)"] if $kind eq 'posint';
	return [4, "!rd_mpi_type_ok(${n}_p)", $fill->($object{type}[2])] if $kind eq 'type';
	return [4, "!${n}_p", $fill->($object{type}[2])] if $kind eq 'anytype';
	return [5, $a ? "!${n}_p || rd_op_check(${n}_p, ${a}_p)" : "!${n}_p",
		"rd_mpi_bad_op($in, $n, " . ($a ? "${a}_p" : 'NULL') . ')'] if $kind eq 'op';
	return [6, "!rd_mpi_${kind}_ok($n, $comm)", "rd_mpi_bad_rank($in, $n)"]
		if $kind =~ /^(dest|source|rank)$/;
	return [6, "$n < 0", "rd_mpi_bad_tag($in, $n)"] if $kind eq 'tag';
	return [6, "$n < 0 && $n != MPI_ANY_TAG", "rd_mpi_bad_tag($in, $n)"] if $kind eq 'rtag';
	return [7, '', "err = rd_mpi_check_$kind($in, $len, $n" . ($a ? ", ${a}_p" : '') . ');']
		if $kind =~ /^(counts|types|ranks|nranks|ranges)$/;
	return [7, "!$n && $len > 0", "rd_mpi_bad_pointer($in)"]
		if $kind =~ /^(ints|displs|aints|list|reqs|oarr)$/;
	return [8, "!rd_mpi_buf_ok($n, $a, ${b}_p)", "rd_mpi_bad_buf($in, $n)"]
		if $kind =~ /^[sr]buf$/;
	return [8, "!rd_mpi_vbuf_ok($n)", "rd_mpi_bad_buf($in, $n)"] if $kind =~ /^[sr]vbuf$/;
	if ($kind eq 'alias') {
		my ($one, $two) = split ' ', $n;
		return [20, "rd_mpi_is_alias($one, $two, $a, ${b}_p)",
			"rd_mpi_bad_alias($comm, $call, \"$one\", \"$two\")"];
	}
	return [21, "!$n", "rd_mpi_bad_pointer($in)"]
		if $kind =~ /^(new\w+|oint|ocount|iocount|ocnt|oaint|str|ostr|[cw]status)$/;
	return ();
}

my %not = ('==' => '!=', '!=' => '==', '<' => '>=', '>=' => '<', '>' => '<=', '<=' => '>');

# All checks of a row in the order they are made: handles and root, what is always significant,
# what is sometimes, what needs the others.
sub checks {
	my ($row, $comm, $call) = @_;
	my (@list, %group);

	for my $p (@{$row->{params}}) {
		my $when = $when{$p->{when}};
		$group{$when} = keys %group unless exists $group{$when} || $when eq '';
		for my $c (checks_of($p, $comm, $call)) {
			my $stage = $c->[0] <= 2 ? 0 : $c->[0] >= 20 ? 1000
				  : $when eq '' ? 1 : 2 + $group{$when};
			push @list, {stage => $stage, place => $c->[0], bad => $c->[1],
				     report => $c->[2], when => $when};
		}
	}
	@list = sort { $a->{stage} <=> $b->{stage} || $a->{place} <=> $b->{place} } @list;
	for (@{$row->{checks}}) {
		my ($good, $class, $words) = @$_;
		my $bad = $good =~ /^([^&|]+?) ([=!<>]=|<|>) ([^&|]+)$/ ? "$1 $not{$2} $3"
			: $good =~ /^\w+$/ || $good =~ /^\w+\([^()]*\)$/ ? "!$good"
			: $good =~ /^!(\(.*\))$/ || $good =~ /^!(\S+)$/ ? $1 : "!($good)";
		$bad =~ s/^\((.*)\)$/$1/ if $good =~ /^!/;
		push @list, {bad => $bad, when => '',
			     report => "rd_mpi_raise($comm, $class, $call, $words)"};
	}
	return @list;
}

sub emit_check {
	my ($check, $in) = @_;

	if ($check->{report} =~ /^err =/) {
		return statement("$in$check->{report}")
		     . "${in}if (rd_unlikely(err))\n${in}\treturn err;\n";
	}
	return statement("${in}if (rd_unlikely($check->{bad}))")
	     . statement("$in\treturn $check->{report};");
}

sub emit_checks {
	my ($row, $comm, $call) = @_;
	my @checks = checks($row, $comm, $call);
	my $shut = "return rd_mpi_bad_state($call);\n";
	my ($text, $when) = ('', '');

	if (!@checks) {
		return '' if $row->{flag}{anytime};
		return "\tif (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))\n\t\t$shut";
	}
	$text = "\tif (rd_likely(rd_mpi_gate)) {\n";
	$text .= "\t\tif (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))\n\t\t\t$shut"
		unless $row->{flag}{anytime};
	for (@checks) {
		if ($_->{when} ne $when) {
			$text .= "\t\t}\n" if $when;
			$when = $_->{when};
			$text .= "\t\tif ($when) {\n" if $when;
		}
		$text .= emit_check($_, $when ? "\t\t\t" : "\t\t");
	}
	$text .= "\t\t}\n" if $when;
	return "$text\t}\n";
}

# What a message about a failed inner call says of the call.
sub fail {
	my ($row, $comm, $call) = @_;
	my @names = map { $_->{name} } grep { $_->{kind} =~ /^(dest|source|tag|rtag|root)$/ }
		@{$row->{params}};
	my @words = @names ? ('"' . join(', ', map { "$_=%d" } @names) . '"', @names) : ('NULL');

	return wrap_list("\t\treturn rd_mpi_fail(", ');', $comm, 'err', $call, @words);
}

# The common half of an entry point: from the checks to the result.
sub body {
	my ($row, $call) = @_;
	my $comm = error_comm($row);
	my $checks = emit_checks($row, $comm, $call);
	my $inner = grep { $_->[0] eq '=' } @{$row->{body}};
	my @locals = locals($row);
	my $text = '';

	my @all = ($checks, map { $_->[1] } @{$row->{body}});
	my @unused = grep { my $n = $_->{name}; $_->{kind} eq 'raw' && $n ne '...'
			    && !grep { /\b\Q$n\E\b/ } @all } @{$row->{params}};
	push @locals, 'int err;' if $inner || $checks =~ /\berr = /;
	$text .= statement("\t$_") for @locals;
	$text .= "\n" if @locals;
	$text .= "\t(void)$_->{name};\n" for @unused;
	$text .= $checks;
	for (@{$row->{body}}) {
		my ($how, $what) = ($_->[0], $_->[1] =~ s/\$call/$call/gr);
		if ($how eq ':') {
			my $note = $what =~ s{\s*(/\*.*\*/)$}{} ? " $1" : '';
			return $text . statement("\treturn $what;$note");
		}
		$text .= statement($how eq '=' ? "\terr = $what;" : "\t$what");
	}
	if ($inner) {
		$text .= "\trd_mpi_status_restore($_->{name}, $_->{name}_error);\n"
			for grep { $_->{kind} eq 'status' } @{$row->{params}};
		$text .= "\t$_\n" for @{$row->{always}};
		$text .= "\tif (rd_unlikely(err))\n" . fail($row, $comm, $call);
	}
	for my $p (grep { $result{$_->{kind}} } @{$row->{params}}) {
		my $handle = $result{$p->{kind}}[1] =~ s/%s/$p->{name}/r =~ s/%e/$comm/r;
		$text .= "\t*$p->{name} = $handle;\n" if $handle;
	}
	$text .= statement("\t$_") for @{$row->{after}};
	return "$text\treturn MPI_SUCCESS;\n";
}

# The form with ints calls the common half: arrays and results of counts are converted.
sub narrow {
	my ($row, $fn, $call) = @_;
	my (@args, @before, @after, @arrays, $length);
	my $safe = "err = $fn(";

	for my $p (grep { $_->{kind} ne 'alias' } @{$row->{params}}) {
		my ($kind, $name) = @{$p}{qw(kind name)};
		if ($kind =~ /^(counts|ints|displs)$/) {
			push @args, 'wide.array[' . @arrays . ']';
			push @arrays, $name;
			$length = $p->{len};
		} elsif ($kind =~ /^(ocount|iocount)$/) {
			push @args, "$name ? &wide_$name : NULL";
			push @before, "MPI_Count wide_$name = "
				    . ($kind eq 'ocount' ? '0;' : "$name ? *$name : 0;");
			push @after, "*$name = rd_mpi_narrow(wide_$name);";
		} else {
			push @args, $name;
		}
	}
	return wrap_list("\treturn $fn(", ');', $call, @args) unless @before || @arrays;
	my $text = '';
	if (@arrays) {
		$length = 'rd_mpi_members(comm)' if $length =~ /comm_p/;
		$text .= "\tstruct rd_wide wide;\n";
	}
	$text .= join('', map { "\t$_\n" } @before) . "\tint err;\n\n";
	$text .= wrap_list("\terr = rd_wide_open(", ');', '&wide', $length, scalar @arrays, @arrays)
	       . "\tif (rd_unlikely(err))\n\t\treturn rd_mpi_fail(NULL, err, $call, NULL);\n"
		if @arrays;
	$text .= wrap_list("\terr = $fn(", ');', $call, @args);
	$text .= "\trd_wide_close(&wide);\n" if @arrays;
	$text .= "\tif (!err)\n\t\t$_\n" for @after;
	return "$text\treturn err;\n";
}

sub function {
	my ($row) = @_;
	my $name = $row->{name};
	my $type = $row->{flag}{returns} || 'int';
	my $fn = 'do_' . lc $name;
	my $text;

	if (!$row->{flag}{_c}) {
		return wrap_list("$type PMPI_$name(", ')', parameters($row, 0))
		     . "{\n" . body($row, "\"MPI_$name\"") . "}\nRD_MPI_ALIAS($name);\n";
	}
	my $static = $row->{flag}{fast} ? 'static RD_MPI_FAST int' : 'static int';
	$text = wrap_list("$static $fn(", ')', 'const char *call', parameters($row, 1))
	      . "{\n" . body($row, 'call') . "}\n\n";
	$text .= wrap_list("int PMPI_$name(", ')', parameters($row, 0))
	       . "{\n" . narrow($row, $fn, "\"MPI_$name\"") . "}\nRD_MPI_ALIAS($name);\n\n";
	$text .= wrap_list("int PMPI_${name}_c(", ')', parameters($row, 1)) . "{\n"
	       . wrap_list("\treturn $fn(", ');', "\"MPI_${name}_c\"",
			   map { $_->{name} } grep { $_->{kind} ne 'alias' } @{$row->{params}})
	       . "}\nRD_MPI_ALIAS(${name}_c);\n";
	return $text;
}

sub chapter {
	my ($chapter) = @_;

	return "/* SPDX-License-Identifier: BSD-3-Clause */\n"
	     . "/* generated from mpi/api.tbl by mpi/gen.pl: do not edit */\n"
	     . comment($chapter->{head}) . "#include \"mpi/api.h\"\n"
	     . (@{$chapter->{headers}} ? "\n" : '')
	     . join('', map { "#include \"$_\"\n" } @{$chapter->{headers}})
	     . join('', map { "\n" . function($_) } @{$chapter->{rows}});
}

# ---- mpi.h ----

# "#define NAME value", the value in column 40.
sub define {
	my ($name, $value) = @_;
	my $head = "#define $name ";
	my $pad = 40 - length $head;

	return $head . ' ' x ($pad > 0 ? $pad : 0) . "$value\n";
}

sub constants {
	my ($text, $last) = ('', '');

	for (split /\n/, slurp("$here/abi.tsv")) {
		next if /^#/;
		my ($kind, $name, $type, $value) = split /\t/, $_, -1;
		die "abi.tsv: $_\n" unless defined $value && $kind eq 'constant';
		my $group = $type || ($value =~ /^MPI_/ ? $last : 'int');
		$text .= "\n" if $last && $group ne $last;
		$last = $group;
		$value = $type && $type ne 'int' ? "(($type)$value)"
		       : $value =~ /^-/ ? "($value)" : $value;
		$value =~ s/\b\*+\)/ $&/ if $value =~ /\*/;
		$text .= define($name, $value);
	}
	return $text;
}

sub header {
	my (@chapters) = @_;
	my $text = slurp("$here/mpi.h.in");
	my $constants = constants();
	my $functions = '';

	for my $chapter (@chapters) {
		my ($title) = $chapter->{head} =~ /^([^;.:]*)/;
		$functions .= "/* ---- $title ---- */\n\n"
			    . join('', map { prototypes($_) } @{$chapter->{rows}}) . "\n";
	}
	$text =~ s/^\@CONSTANTS\@\n/$constants/m;
	$text =~ s/^\@FUNCTIONS\@\n/$functions/m;
	return "/* SPDX-License-Identifier: BSD-3-Clause */\n"
	     . "/* generated from mpi/mpi.h.in, mpi/abi.tsv and mpi/api.tbl by mpi/gen.pl: "
	     . "do not edit */\n" . $text;
}

sub main {
	my $out = @ARGV ? $ARGV[0] : "$here/..";
	my @chapters = parse_table();

	spew("$out/include/mpi.h", header(@chapters));
	spew("$out/mpi/$_->{file}", chapter($_)) for @chapters;
}

main() unless caller; # t/mpi/args.pl reads the table with this file's functions
1;
