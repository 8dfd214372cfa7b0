#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes include/mpi.h and the chapters of the MPI entry points: from mpi/abi.tsv
# (constants), mpi/mpi.h.in (types) and mpi/api.tbl with mpi/api-*.tbl (functions; the head of
# api.tbl explains a row). Results are committed; a build does not need Perl.
#
#     perl mpi/gen.pl [FOLDER]    into the source tree, or into FOLDER
use strict;
use warnings;
use File::Path 'make_path';

my ($here) = __FILE__ =~ m{^(.*)/} or die "$0: call me by a path\n";
my $width = 100; # columns, a tab being 8

# ---- Kinds of parameters: C type, and that of the large-count twin where it differs ----

my %ctype = (
	(map { $_ => 'int' } qw(posint dest source rank root tag rtag)),
	keyval => 'int', keyvalp => 'int *',
	unit => 'int|MPI_Aint', ounit => 'int *|MPI_Aint *', oaddr => 'MPI_Aint *',
	session => 'MPI_Session', sessionp => 'MPI_Session *', newsession => 'MPI_Session *',
	win => 'MPI_Win', winp => 'MPI_Win *', newwin => 'MPI_Win *',
	file => 'MPI_File', filep => 'MPI_File *', newfile => 'MPI_File *', fileornull => 'MPI_File',
	offset => 'MPI_Offset', ooffset => 'MPI_Offset *',
	count => 'int|MPI_Count', num => 'int|MPI_Count', bigcount => 'MPI_Count',
	aint => 'MPI_Aint|MPI_Count',
	(map { $_ => 'const void *' } qw(sbuf svbuf cbuf)),
	(map { $_ => 'void *' } qw(rbuf rvbuf obuf)),
	commornull => 'MPI_Comm', winornull => 'MPI_Win', typeornull => 'MPI_Datatype',
	(map { $_ => 'MPI_Comm' } qw(comm cart graph dist hood intra inter)), group => 'MPI_Group',
	op => 'MPI_Op',
	eh => 'MPI_Errhandler', info => 'MPI_Info', theinfo => 'MPI_Info', type => 'MPI_Datatype',
	anytype => 'MPI_Datatype', commp => 'MPI_Comm *', groupp => 'MPI_Group *',
	typep => 'MPI_Datatype *', opp => 'MPI_Op *', ehp => 'MPI_Errhandler *',
	infop => 'MPI_Info *',
	reqp => 'MPI_Request *', msgp => 'MPI_Message *',
	counts => 'const int []|const MPI_Count []', ints => 'const int []|const MPI_Count []',
	displs => 'const int []|const MPI_Aint []', aints => 'const MPI_Aint []|const MPI_Count []',
	bytes => 'const MPI_Aint []', (map { $_ => 'const MPI_Datatype []' } qw(types ctypes)),
	(map { $_ => 'const int []' } qw(list members degrees index)), ranks => 'const int []',
	nranks => 'const int []', ranges => 'int [][3]', reqs => 'MPI_Request []',
	creqs => 'const MPI_Request []',
	status => 'MPI_Status *', wstatus => 'MPI_Status *', cstatus => 'const MPI_Status *',
	newreq => 'MPI_Request *', newcomm => 'MPI_Comm *', newgroup => 'MPI_Group *',
	newtype => 'MPI_Datatype *', newop => 'MPI_Op *', neweh => 'MPI_Errhandler *',
	newmsg => 'MPI_Message *', newinfo => 'MPI_Info *',
	oint => 'int *', ocount => 'int *|MPI_Count *', iocount => 'int *|MPI_Count *',
	ocnt => 'MPI_Count *', oaint => 'MPI_Aint *|MPI_Count *', oarr => 'int []',
	oaints => 'MPI_Aint []', ocounts => 'MPI_Count []', otypes => 'MPI_Datatype []',
	str => 'const char *', key => 'const char *', ostr => 'char *',
);

# The object behind a handle: [struct, how it is found, report when it is none]. %s: the handle.
my %object = (
	comm => ['rd_comm', 'rd_comm_get(%s)', 'rd_mpi_bad_comm(%c, "%s", %s)'],
	session => ['rd_session', 'rd_session_get(%s)', 'rd_mpi_bad_session(%c, "%s", %s)'],
	win => ['rd_win', 'rd_win_get(%s)', 'rd_mpi_bad_win(%c, "%s", %s)'],
	file => ['rd_file', 'rd_file_get(%s)', 'rd_mpi_bad_file(%c, "%s", %s)'],
	group => ['rd_group', 'rd_group_get(%s)', 'rd_mpi_bad_group(%e, %c, "%s", %s)'],
	type => ['rd_type', 'rd_type_get(%s)', 'rd_mpi_bad_type(%e, %c, "%s", %s)'],
	op => ['rd_op', 'rd_op_get(%s)', 'rd_mpi_bad_op(%e, %c, "%s", %s, NULL)'],
	eh => ['rd_errhandler', 'rd_errhandler_get(%s)',
		'rd_mpi_bad_errhandler(%e, %c, "%s", %s)'],
	info => ['rd_hints', 'rd_hints_get(%s)', 'rd_mpi_bad_info(%e, %c, "%s", %s)'],
	req => ['rd_req', 'rd_req_get(%s)', 'rd_mpi_bad_request(%e, %c, "%s", %s)'],
	msg => ['rd_msg', 'rd_mpi_msg_get(%s)', 'rd_mpi_bad_message(%c, "%s", %s)'],
);
$object{$_} = $object{comm} for qw(cart graph dist hood intra inter);
$object{anytype} = $object{type};
$object{"${_}ornull"} = $object{$_} for qw(comm win file type);

# Null handles.
my %null = (
	commornull => 'MPI_COMM_NULL', winornull => 'MPI_WIN_NULL', typeornull => 'MPI_DATATYPE_NULL',
	fileornull => 'MPI_FILE_NULL',
);
$object{theinfo} = $object{info};

# The topology that a communicator must have.
my %topology = (
	cart => 'MPI_CART', graph => 'MPI_GRAPH', dist => 'MPI_DIST_GRAPH', hood => 'MPI_UNDEFINED',
);

# How a result becomes a handle. %s: the parameter, %m: the communicator.
my %result = (
	newcomm => ['rd_comm', 'rd_comm_handle(%s_p)'],
	newsession => ['rd_session', '(MPI_Session)%s_p'],
	newwin => ['rd_win', 'rd_win_handle(%s_p)'],
	newfile => ['rd_file', 'rd_file_handle(%s_p)'],
	newgroup => ['rd_group', 'rd_group_handle(%s_p)'],
	newtype => ['rd_type', 'rd_type_handle(%s_p)'],
	newop => ['rd_op', '(MPI_Op)%s_p'],
	neweh => ['rd_errhandler', 'rd_errhandler_handle(%s_p)'],
	newreq => ['rd_req', 'rd_mpi_req_new(%s_p, %m)'],
	newmsg => ['rd_msg', ''],
	newinfo => ['rd_hints', 'rd_hints_handle(%s_p)'],
);

# Handles counted for leak reports, by kind: leaks.h.
my %made = map { $_ => uc } qw(comm group type op eh info win session file);

# ?when: the local variable that holds it.
my %when = (
	'' => '', origin => 'reads', root => 'at_root', send => 'sends', sendroot => 'sends',
	recvroot => 'recvs', ins => 'ins', outs => 'outs', ownroot => 'at_own_root', part => 'takes_part',
);

# The value for a handle that is not significant.
my %neutral = (type => 'MPI_BYTE', op => 'MPI_SUM');

# Lengths of arrays that go by the communicator, and as they are before the checks.
my %members = (
	comm => 'comm_p->p2p.size', local => 'comm_p->size', in => 'rd_topo_indegree(comm_p)',
	out => 'rd_topo_outdegree(comm_p)',
);
my %early_when = (
	root => 'rd_mpi_at_root(rd_comm_get(comm), root) ? %s : NULL',
	send => 'rd_mpi_sends(rd_comm_get(comm), sendbuf) ? %s : NULL',
);
my %early = (
	'comm_p->p2p.size' => 'rd_mpi_peers(comm)', 'comm_p->size' => 'rd_mpi_members(comm)',
	'rd_topo_indegree(comm_p)' => 'rd_mpi_indegree(comm)',
	'rd_topo_outdegree(comm_p)' => 'rd_mpi_outdegree(comm)',
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
	make_path($dir);
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
		my ($name) = $decl =~ /(\w+)(?:\[\w*\])*$/;
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
	$p{len} = $members{$p{len}} if defined $p{len} && $members{$p{len}};
	return \%p;
}

# All tables; `let` definitions are known to later tables.
sub parse_table {
	my %let;

	return map { parse_one($_, \%let) } map { s{.*/}{}r } glob("$here/api.tbl $here/api-*.tbl");
}

sub parse_one {
	my ($table, $let) = @_;
	my (@chapters, $row);
	my $line = 0;
	my @text = split /\n/, slurp("$here/$table");

	while ($line < @text) {
		local $_ = $text[$line++];
		my $where = "$table:$line";
		$_ .= " $1" while $line < @text && $text[$line] =~ /^\t\t(.*)$/ && ++$line;
		next if /^#/ || /^\s*$/;
		if (/^\@\s+(\w+\.c)((?:\s+\+\S+)*)\s+\|\s+(.*)$/) {
			push @chapters, {file => $1, head => $3, rows => [], table => $table,
					 headers => [map { s/^\+//r } split ' ', $2]};
		} elsif (/^let (\w+) = (.*)$/) {
			$let->{$1} = $2;
		} elsif (/^(\w+)(.*)$/) {
			my %flag = map { /^(\w+):(.*)$/ ? ($1 => $2) : ($_ => 1) } split ' ', $2;
			$row = {name => $1, flag => \%flag, params => [], checks => [], body => [],
				after => [], always => [], where => $where};
			push @{$chapters[-1]{rows}}, $row;
		} elsif (/^\t!\s+(.*)$/) {
			push @{$row->{checks}}, [split / \| /, $1];
		} elsif (/^\t([=:>+~?-])\s+(.*)$/) {
			my ($how, $what) = ($1, $2);
			my $list = $how eq '+' ? 'after' : $how eq '~' ? 'always' : 'body';
			push @{$row->{$list}}, $list eq 'body' ? [$how, $what] : $what;
		} elsif (/^\t(.*)$/) {
			my $text = $1;
			$text =~ s/\$(\w+)/defined $let->{$1} ? $let->{$1} : die "$where: \$$1\n"/ge;
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
# Arguments that do not fit behind the head begin on the next line, two tabs further in.
sub wrap_list {
	my ($head, $tail, @args) = @_;
	my $indent = columns($head);
	my $pad = "\t" x int($indent / 8) . ' ' x ($indent % 8);
	my @pieces = ((map { "$_," } @args[0 .. $#args - 1]), $args[-1] . $tail);
	my ($line, $text) = ($head, '');

	if (grep { !/\n/ && $indent + length > $width } @pieces) {
		$pad = $head =~ /^(\t*)/ ? "$1\t\t" : die;
		($line, $text) = ($pad, "$head\n");
	}
	for my $i (0 .. $#pieces) {
		if ($i && columns("$line $pieces[$i]") > $width) {
			$text .= "$line\n";
			$line = "$pad$pieces[$i]";
		} else {
			$line .= ($i ? ' ' : '') . $pieces[$i];
		}
	}
	return "$text$line\n";
}

# One statement: a call is broken at its arguments, strings at spaces, the rest not at all.
sub statement {
	my ($text) = @_;

	return "$text\n" if columns($text) <= $width;
	if ($text =~ /^(\s*if \(rd_unlikely\(!?\w+\()(.*)(\)\)\))$/
	    || $text =~ /^(\s*(?:return |err = )?\w+\()(.*)(\)[;,]?)$/) {
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

# The parameter that tells whose error handler is used and whose ranks are meant; undef: none.
sub subject {
	my ($row) = @_;

	for (@{$row->{params}}) {
		return $_ if $_->{kind} =~ /^((comm|win|session|file)p?|(comm|win|file)ornull|intra|inter|reqp|msgp)$/
			|| $topology{$_->{kind}};
	}
	return undef;
}

# C for the errors of a row; NULL: those of MPI_COMM_SELF. A group's are its session's.
sub error_subject {
	my ($row) = @_;
	my ($group) = grep { $_->{kind} eq 'group' } @{$row->{params}};

	return "&$row->{flag}{errs}" if $row->{flag}{errs};
	my $p = subject($row) or return $group ? "rd_mpi_group_errs($group->{name}_p)" : 'NULL';

	return $p->{kind} =~ /^(reqp|msgp)$/ ? "rd_mpi_comm_errs($p->{name}_comm)"
	     : $p->{kind} eq 'fileornull' ? "rd_file_errs($p->{name}_p)"
	     : $null{$p->{kind}} ? "$p->{name}_p ? &$p->{name}_p->errs : NULL"
	     : "&$p->{name}_p->errs";
}

# C for the communicator whose ranks are meant.
sub rank_subject {
	my ($row) = @_;
	my $p = subject($row) or return 'NULL';

	return $p->{kind} =~ /^(reqp|msgp)$/ ? "$p->{name}_comm"
	     : $p->{kind} =~ /^(win|file)p?$/ ? "$p->{name}_p->comm" : "$p->{name}_p";
}

# C for the communicator that a new request belongs to.
sub request_subject {
	my ($row) = @_;

	my $p = subject($row);

	return $p && $p->{kind} !~ /^session/ ? rank_subject($row) : '&rd_comm_self';
}

# Does the inner call, or a statement after it, contain `word`?
sub uses {
	my ($row, $word) = @_;

	return grep { /\b\Q$word\E\b/ } (map { $_->[1] } @{$row->{body}}), @{$row->{after}},
		@{$row->{always}}, map { $_->[0] } @{$row->{checks}};
}

# Local variables: the objects behind handles, and which parameters are significant.
sub locals {
	my ($row) = @_;
	my (@comms, @flags, @rest);
	my %seen;

	for my $p (@{$row->{params}}) {
		my ($kind, $name) = @{$p}{qw(kind name)};
		if ($object{$kind} && ($kind ne 'info' || uses($row, "${name}_p"))) {
			my $from = $p->{when} ? "$when{$p->{when}} ? $name : $neutral{$kind}" : $name;
			my $line = "struct $object{$kind}[0] *${name}_p = "
				 . sprintf($object{$kind}[1], $from) . ';';
			push @{$kind =~ /^(comm|intra|inter|win|file)$/ || $topology{$kind} ? \@comms : \@rest},
				$line;
		} elsif ($kind =~ /^(comm|win|file|session|group|type|op|eh|req|msg|info)p$/) {
			my ($struct, $get) = @{$object{$1}};
			push @rest, "struct $struct *${name}_p = $name ? "
				  . sprintf($get, "*$name") . ' : NULL;';
			push @rest, "struct rd_comm *${name}_comm = rd_mpi_${1}_comm(${name}_p);"
				if $kind =~ /^(req|msg)p$/;
		} elsif ($kind =~ /^keyval(p?)$/) {
			my $get = $1 ? 'rd_mpi_keyval_at' : 'rd_keyval_get';
			push @rest, "struct rd_keyval *${name}_p = $get(RD_ATTR_$p->{args}[0], $name);";
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
	push @flags, 'const int outs = rd_mpi_outdegree(comm) > 0;' if $seen{outs};
	push @flags, 'const int ins = rd_mpi_indegree(comm) > 0;' if $seen{ins};
	push @flags, 'const int reads = op != MPI_NO_OP;' if $seen{origin};
	push @flags, 'const int at_root = rd_mpi_at_root(comm_p, root);'
		if $seen{root};
	push @flags, 'const int at_own_root = rd_mpi_at_own_root(comm_p, root);' if $seen{ownroot};
	push @flags, 'const int takes_part = rd_mpi_takes_part(comm_p, root);' if $seen{part};
	push @flags, 'const int sends = rd_mpi_sends(comm_p, sendbuf);' if $seen{send};
	push @flags, 'const int sends = rd_mpi_is_leaf(comm_p, root, sendbuf);' if $seen{sendroot};
	push @flags, 'const int recvs = rd_mpi_is_leaf(comm_p, root, recvbuf);' if $seen{recvroot};
	return (@comms, @flags, @rest);
}

# The checks of one parameter: list of [place in the order, error condition, report]. A report that
# begins with `err =` is a check in itself.
sub checks_of {
	my ($p, $errs, $comm, $call) = @_;
	my ($kind, $n) = @{$p}{qw(kind name)};
	my $len = $p->{len};
	my $in = "$errs, $call, \"$n\"";
	my $of = "$comm, $call, \"$n\"";
	my $fill = sub { $_[0] =~ s/%e/$errs/r =~ s/%c/$call/r =~ s/%s/$n/gr };
	my ($a, $b) = $p->{args} ? @{$p->{args}} : ();

	return [1, "!${n}_p", $fill->($object{$kind}[2])] if $kind =~ /^(comm|win|file|session|group|theinfo)$/;
	return [1, "!rd_mpi_eh_ok(${n}_p, RD_ERRS_$a)", $fill->($object{eh}[2])] if $kind eq 'eh';
	return ([1, "!${n}_p", $fill->($object{comm}[2])],
		[1, "!rd_mpi_has_topo(${n}_p, $topology{$kind})",
		 "rd_mpi_bad_topology($of, $topology{$kind})"]) if $topology{$kind};
	return ([1, "!${n}_p", $fill->($object{comm}[2])],
		[1, $kind eq 'intra' ? "rd_comm_is_inter(${n}_p)" : "!rd_comm_is_inter(${n}_p)",
		 "rd_mpi_bad_side($of)"]) if $kind =~ /^(intra|inter)$/;
	return [1, "!rd_mpi_info_ok($n)", $fill->($object{info}[2])] if $kind eq 'info';
	if ($kind =~ /^(comm|win|file|session|group|type|op|eh|info)p$/) {
		my $report = $object{$1}[2] =~ s/, %s/, *%s/r;
		$report =~ s/%e/NULL/;
		return ([1, "!$n", 'rd_mpi_bad_pointer(NULL, ' . "$call, \"$n\")"],
			[1, "!${n}_p", $fill->($report)]);
	}
	return [1, "!${n}_p", $fill->($object{$1}[2])] if $kind =~ /^(req|msg)p$/;
	return ($1 ? [1, "!$n", 'rd_mpi_bad_pointer(NULL, ' . "$call, \"$n\")"] : (),
		[1, "!${n}_p", "rd_mpi_bad_keyval($in, " . ($1 && '*') . "$n)"]) if $kind =~ /^keyval(p?)$/;
	return [2, "!rd_mpi_root_ok($n, $comm)", "rd_mpi_bad_root($of, $n)"] if $kind eq 'root';
	return [3, "$n < 0", "rd_mpi_bad_count($in, $n)"] if $kind =~ /^(count|bigcount)$/;
	return [3, "$n <= 0", "rd_mpi_raise($errs, MPI_ERR_ARG, $call, "
		. "\"$n=%d is not positive\", $n)"] if $kind eq 'posint';
	return [3, "$n < 0", "rd_mpi_raise($errs, MPI_ERR_ARG, $call, "
		. "\"$n=%lld is negative\", (long long)$n)"] if $kind eq 'offset';
	return [4, "!rd_mpi_type_ok(${n}_p)", $fill->($object{type}[2])] if $kind eq 'type';
	return [4, "!${n}_p", $fill->($object{type}[2])] if $kind eq 'anytype';
	return [1, "!${n}_p && $n != $null{$kind}", $fill->($object{$kind}[2])] if $null{$kind};
	return [5, $a ? "!${n}_p || rd_op_check(${n}_p, ${a}_p)" : "!${n}_p",
		"rd_mpi_bad_op($in, $n, " . ($a ? "${a}_p" : 'NULL') . ')'] if $kind eq 'op';
	return [3, "$n <= 0", "rd_mpi_raise($errs, MPI_ERR_DISP, $call, "
		. "\"$n=%lld is not positive\", (long long)$n)"] if $kind eq 'unit';
	return [6, "!rd_mpi_${kind}_ok($n, $comm)", "rd_mpi_bad_rank_of($in, $n, $comm->size)"]
		if $kind =~ /^(dest|source|rank)$/ && $comm =~ /->comm$/;
	return [6, "!rd_mpi_${kind}_ok($n, $comm)", "rd_mpi_bad_rank($of, $n)"]
		if $kind =~ /^(dest|source|rank)$/;
	return [6, "$n < 0", "rd_mpi_bad_tag($in, $n)"] if $kind eq 'tag';
	return [6, "$n < 0 && $n != MPI_ANY_TAG", "rd_mpi_bad_tag($in, $n)"] if $kind eq 'rtag';
	return [7, '', "err = rd_mpi_check_members($in, $len, $n, $a);"] if $kind eq 'members';
	return [7, '', "err = rd_mpi_check_$kind($in, $len, $n" . ($a ? ", ${a}_p" : '') . ');']
		if $kind =~ /^(counts|types|ranks|nranks|ranges|degrees|index)$/;
	return [7, '', "err = rd_mpi_check_ctypes($in, $len, $n, $a);"] if $kind eq 'ctypes';
	return [7, "!$n && $len > 0", "rd_mpi_bad_pointer($in)"]
		if $kind =~ /^(ints|displs|aints|bytes|list|c?reqs|oarr|oaints|ocounts|otypes)$/;
	return [8, "!rd_mpi_buf_ok($n, $a, ${b}_p)", "rd_mpi_bad_buf($in, $n)"]
		if $kind =~ /^[sr]buf$/;
	return [8, "!rd_mpi_vbuf_ok($n)", "rd_mpi_bad_buf($in, $n)"] if $kind =~ /^[sr]vbuf$/;
	if ($kind eq 'alias') {
		my ($one, $two) = split ' ', $n;
		my ($over, @blocks) = @{$p->{args}};
		my $test = @blocks == 6 ? "rd_mpi_is_pair_alias(&RD_BLOCKS($one, " . join(', ', @blocks[3 .. 5])
			. "), &RD_BLOCKS($two, " . join(', ', @blocks[0 .. 2]) . "), $over)"
			 : @blocks == 3 ? "rd_mpi_is_valias($one, $two, $over, " . join(', ', @blocks) . ')'
			 : "rd_mpi_is_alias($one, $two, $a, ${b}_p)";
		return [20, $test,
			"rd_mpi_bad_alias($errs, $call, \"$one\", \"$two\")"];
	}
	return [9, "!rd_mpi_info_key_ok($n)", "rd_mpi_bad_key($in, $n)"] if $kind eq 'key';
	return [21, "!$n", "rd_mpi_bad_pointer($in)"]
		if $kind =~ /^(new\w+|oint|ocount|iocount|ocnt|ooffset|oaint|oaddr|ounit|str|ostr|[cw]status)$/;
	return ();
}

my %not = ('==' => '!=', '!=' => '==', '<' => '>=', '>=' => '<', '>' => '<=', '<=' => '>');

# All checks of a row in their order: handles and root, arguments that are always significant,
# those that are sometimes, those that depend on others.
sub checks {
	my ($row, $call) = @_;
	my ($errs, $comm) = (error_subject($row), rank_subject($row));
	my (@list, %group);

	for my $p (sort { ($b->{kind} eq 'type') <=> ($a->{kind} eq 'type') } @{$row->{params}}) {
		my $when = $when{$p->{when}}; # types first: buffers are checked by them
		$group{$when} = keys %group unless exists $group{$when} || $when eq '';
	}
	for my $p (@{$row->{params}}) {
		my $when = $when{$p->{when}};
		for my $c (checks_of($p, $errs, $comm, $call)) {
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
			     report => "rd_mpi_raise($errs, $class, $call, $words)"};
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

# Names of the arguments, as a call of the common half or of the entry point itself has them.
sub passed {
	my ($row, $call) = @_;
	my @args = map { $_->{name} } grep { $_->{kind} ne 'alias' } @{$row->{params}};

	unshift @args, $call if $row->{flag}{_c};
	return @args ? @args : ('');
}

# Calls that may be short, so that their code for threads has to be out of line: those that
# move data, probe for messages, complete requests or synchronise.
sub is_short {
	my ($row) = @_;

	return 0 if grep { $row->{flag}{$_} } qw(unlocked anytime tool returns);
	return 0 if $row->{name} =~ /_init$/;
	return $row->{flag}{fast} || $row->{name} =~ /barrier|fence|flush|lock|sync/i
	    || grep { $_->{kind} =~ /^([sr]v?buf|reqs?|reqp|status|dest|source|rank|root)$/ }
		@{$row->{params}};
}

# Behind the gate: an error before MPI_Init and after MPI_Finalize; with several threads the same
# call once more, by now with the lock.
sub emit_gate {
	my ($row, $fn, $call, $in) = @_;
	my $anytime = $row->{flag}{anytime} || $row->{flag}{tool};
	my $type = $row->{flag}{returns};
	my $shut = "${in}if (rd_unlikely(rd_mpi_gate == RD_GATE_SHUT))\n"
		 . "$in\treturn rd_mpi_bad_state($call);\n";
	my @args = passed($row, $call);
	my $if = "${in}if (rd_unlikely(rd_mpi_gate > RD_GATE_CHECK && ";

	return $anytime ? '' : $shut if $row->{flag}{unlocked};
	$if =~ s/rd_mpi_gate > RD_GATE_CHECK/rd_mpi_must_enter()/ if $row->{flag}{gathers};
	return "$if!rd_threads_inside))\n"
	     . wrap_list("$in\treturn " . lc "locked_$row->{name}(", ');', @args) if is_short($row);
	# the standard wants these to be safe at every thread level (MPI-5.0 11.6)
	$if = $anytime ? "${in}if (rd_threads_enter())" : "${if}rd_mpi_enter()))";
	return "$if {\n" . wrap_list("$in\t$type result = $fn(", ');', @args)
	     . "\n$in\trd_threads_leave();\n$in\treturn result;\n$in}\n" if $type;
	my $again = wrap_list("$in\treturn rd_mpi_leave($fn(", '));', @args);
	return ($anytime ? '' : $shut) . "$if\n$again";
}

# The same call once more, with the lock.
sub emit_locked {
	my ($row, $fn, $call, @params) = @_;
	my $begin = $row->{flag}{gathers} ? 'rd_mpi_begin_to_gather' : 'rd_mpi_begin';

	return wrap_list('RD_MPI_LOCKED ' . lc "locked_$row->{name}(", ')', @params)
	     . "{\n\tint err = $begin($call);\n\n"
	     . wrap_list("\treturn err ? err : rd_mpi_leave($fn(", '));', passed($row, $call))
	     . "}\n\n";
}

# Objects of these handles are searched for in lists that other threads may change.
sub searches {
	my ($row) = @_;

	return grep { $_->{kind} =~ /^(keyvalp?|msgp)$/ } @{$row->{params}};
}

sub emit_checks {
	my ($row, $fn, $call) = @_;
	my @checks = checks($row, $call);
	my ($text, $when) = ('', '');

	return emit_gate($row, $fn, $call, "\t")
	     . "\tif (rd_unlikely(!rd_tool_users))\n\t\treturn MPI_T_ERR_NOT_INITIALIZED;\n"
		if $row->{flag}{tool};
	return searches($row) ? '' : emit_gate($row, $fn, $call, "\t") unless @checks;
	my $gate = sub { searches($row) ? '' : emit_gate($row, $fn, $call, $_[0]) };
	$text = $row->{flag}{anytime} ? $gate->("\t") : '';
	$text .= "\tif (rd_likely(rd_mpi_gate)) {\n";
	$text .= $gate->("\t\t") unless $row->{flag}{anytime};
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

# The part of a message about a failed inner call that describes the call.
sub fail {
	my ($row, $call) = @_;
	my @names = map { $_->{name} } grep { $_->{kind} =~ /^(dest|source|tag|rtag|root)$/ }
		@{$row->{params}};
	my @words = @names ? ('"' . join(', ', map { "$_=%d" } @names) . '"', @names) : ('NULL');

	return wrap_list("\t\treturn rd_mpi_fail(", ');', error_subject($row), 'err', $call, @words);
}

# A handle that becomes the null handle was one that had to be freed.
sub ended {
	my ($row, $statement) = @_;
	my ($name) = $statement =~ /^\*(\w+) = MPI_\w+_NULL;/ or return '';
	my ($kind) = map { $_->{kind} =~ /^(\w+)p$/ ? $1 : () } grep { $_->{name} eq $name }
		@{$row->{params}};

	return defined $kind && $made{$kind} ? "\trd_mpi_count(RD_MADE_$made{$kind}, *$name, -1);\n" : '';
}

# The common half of an entry point: from the checks to the result.
sub body {
	my ($row, $fn, $call) = @_;
	my $checks = emit_checks($row, $fn, $call);
	my $inner = grep { $_->[0] eq '=' } @{$row->{body}};
	my @locals = locals($row);
	my $text = '';

	my @all = ($checks, map { $_->[1] } @{$row->{body}});
	my @unused = grep { my $n = $_->{name}; $_->{kind} eq 'raw' && $n ne '...'
			    && !grep { /\b\Q$n\E\b/ } @all } @{$row->{params}};
	push @locals, 'struct rd_peer *way;' if grep { $_->[0] eq '?' } @{$row->{body}};
	push @locals, 'int err;' if $inner || $checks =~ /\berr = /;
	$text .= emit_gate($row, $fn, $call, "\t") . "\n" if searches($row);
	$text .= statement("\t$_") for @locals;
	$text .= "\n" if @locals;
	$text .= "\t(void)$_->{name};\n" for @unused;
	$text .= $checks;
	for (grep { $_->[0] ne '-' } @{$row->{body}}) {
		my ($how, $what) = ($_->[0], $_->[1] =~ s/\$call/$call/gr);
		if ($how eq '?') {
			my ($way, $brief) = split / \| /, $what;
			$text .= statement("\tway = $way;") . "\tif (rd_likely(way != NULL))\n"
			       . statement("\t\treturn $brief;");
			next;
		}
		if ($how eq ':') {
			my $note = $what =~ s{\s*(/\*.*\*/)$}{} ? " $1" : '';
			return $text . statement("\treturn $what;$note");
		}
		$text .= statement($how eq '=' ? "\terr = $what;" : ended($row, $what) . "\t$what");
	}
	if ($inner) {
		$text .= "\trd_mpi_status_restore($_->{name}, $_->{name}_error);\n"
			for grep { $_->{kind} eq 'status' } @{$row->{params}};
		$text .= "\t$_\n" for @{$row->{always}};
		$text .= "\tif (rd_unlikely(err))\n" . fail($row, $call);
	}
	for my $p (grep { $result{$_->{kind}} } @{$row->{params}}) {
		my $handle = $result{$p->{kind}}[1] =~ s/%s/$p->{name}/r
			   =~ s/%m/request_subject($row)/er;
		$text .= "\t*$p->{name} = $handle;\n" if $handle;
		$text .= "\trd_mpi_count(RD_MADE_$made{$1}, *$p->{name}, 1);\n"
			if $p->{kind} =~ /^new(\w+)$/ && $made{$1} && !$row->{flag}{shared};
	}
	$text .= ended($row, $_) . statement("\t$_") for @{$row->{after}};
	return "$text\treturn MPI_SUCCESS;\n";
}

# The form with ints calls the common half: arrays and results of counts are converted.
sub narrow {
	my ($row, $fn, $call) = @_;
	my (@args, @before, @after, @arrays, @lengths);
	my $safe = "err = $fn(";

	for my $p (grep { $_->{kind} ne 'alias' } @{$row->{params}}) {
		my ($kind, $name) = @{$p}{qw(kind name)};
		if ($kind =~ /^(counts|ints|displs)$/) {
			push @args, 'wide.array[' . @arrays . ']';
			push @arrays, ($early_when{$p->{when}} // '%s') =~ s/%s/$name/r;
			push @lengths, $early{$p->{len}} // $p->{len};
		} elsif ($kind =~ /^(ocount|iocount|ounit)$/) {
			push @args, "$name ? &wide_$name : NULL";
			push @before, ($kind eq 'ounit' ? 'MPI_Aint' : 'MPI_Count') . " wide_$name = "
				    . ($kind ne 'iocount' ? '0;' : "$name ? *$name : 0;");
			push @after, "*$name = rd_mpi_narrow(wide_$name);";
		} else {
			push @args, $name;
		}
	}
	return wrap_list("\treturn $fn(", ');', $call, @args) unless @before || @arrays;
	my $text = @arrays ? "\tstruct rd_wide wide;\n" : '';
	$text .= join('', map { "\t$_\n" } @before) . "\tint err;\n\n";
	if (@arrays) { # all of one length, or one half of this and the other of that
		my $halves = $lengths[0] ne $lengths[-1];
		splice @lengths, 1, @lengths - 1 - $halves;
		$text .= wrap_list("\terr = rd_wide_open" . ($halves ? '_halves(' : '('), ');',
				   '&wide', @lengths, scalar @arrays, @arrays)
		       . "\tif (rd_unlikely(err))\n\t\treturn rd_mpi_fail(NULL, err, $call, NULL);\n";
	}
	$text .= wrap_list("\terr = $fn(", ');', $call, @args);
	$text .= "\trd_wide_close(&wide);\n" if @arrays;
	$text .= "\tif (!err)\n\t\t$_\n" for @after;
	return "$text\treturn err;\n";
}

# The large-count form does so too; a type that it makes tells so (MPI-5.0 5.1.13).
sub wide {
	my ($row, $fn, $call) = @_;
	my ($type) = map { $_->{name} } grep { $_->{kind} eq 'newtype' } @{$row->{params}};
	my @args = ($call, map { $_->{name} } grep { $_->{kind} ne 'alias' } @{$row->{params}});

	return wrap_list("\treturn $fn(", ');', @args) unless $type;
	return wrap_list("\tint err = $fn(", ');', @args)
	     . "\n\tif (!err)\n\t\trd_mpi_type_made_large(*$type);\n\treturn err;\n";
}

# In the form with ints: a call that is over before its arguments are looked at one by one.
sub early {
	my ($row) = @_;

	return join '', map { statement("\tif (rd_unlikely($_->[1]))") . "\t\treturn MPI_SUCCESS;\n" }
		grep { $_->[0] eq '-' } @{$row->{body}};
}

sub function {
	my ($row) = @_;
	my $name = $row->{name};
	my $type = $row->{flag}{returns} || 'int';
	my $fn = 'do_' . lc $name;
	my $text;

	if (!$row->{flag}{_c}) {
		my ($entry, $call) = ("PMPI_$name", "\"MPI_$name\"");
		$text = is_short($row) ? emit_locked($row, $entry, $call, parameters($row, 0)) : '';
		return $text . wrap_list("$type PMPI_$name(", ')', parameters($row, 0))
		     . "{\n" . body($row, "PMPI_$name", "\"MPI_$name\"") . "}\nRD_MPI_ALIAS($name);\n";
	}
	my $static = $row->{flag}{fast} ? 'static RD_MPI_FAST int' : 'static int';
	my @params = ('const char *call', parameters($row, 1));
	$text = is_short($row) ? wrap_list("$static $fn(", ');', @params) . "\n"
		      . emit_locked($row, $fn, 'call', @params) : '';
	$text .= wrap_list("$static $fn(", ')', @params) . "{\n" . body($row, $fn, 'call') . "}\n\n";
	$text .= wrap_list("int PMPI_$name(", ')', parameters($row, 0))
	       . "{\n" . early($row) . narrow($row, $fn, "\"MPI_$name\"") . "}\nRD_MPI_ALIAS($name);\n\n";
	$text .= wrap_list("int PMPI_${name}_c(", ')', parameters($row, 1)) . "{\n"
	       . wide($row, $fn, "\"MPI_${name}_c\"") . "}\nRD_MPI_ALIAS(${name}_c);\n";
	return $text;
}

sub chapter {
	my ($chapter) = @_;

	return "/* SPDX-License-Identifier: BSD-3-Clause */\n"
	     . "/* generated from mpi/$chapter->{table} by mpi/gen.pl: do not edit */\n"
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

# The constants but those that mpi.h.in enumerates.
sub constants {
	my ($header) = @_;
	my ($text, $last) = ('', '');

	for (split /\n/, slurp("$here/abi.tsv")) {
		next if /^#/;
		my ($kind, $name, $type, $value) = split /\t/, $_, -1;
		die "abi.tsv: $_\n" unless defined $value && $kind eq 'constant';
		next if $header =~ /^\t$name = /m;
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
	my $constants = constants($text);
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
	spew("$out/mpi/generated/$_->{file}", chapter($_)) for @chapters;
}

main() unless caller; # t/mpi/args.pl reads the table with this file's functions
1;
