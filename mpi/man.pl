#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes a manual page of section 3 for each entry point: prototypes and checks are those that
# mpi/gen.pl makes from mpi/api*.tbl, texts come from mpi/man.txt and from the kinds below. `make`
# writes them to the build folder: they are more than 600 files that are made in a second, and
# nothing is compiled from them, so that they are not committed; where there is no Perl there are no
# pages.
#
#     perl mpi/man.pl FOLDER
use strict;
use warnings;
use Cwd qw(abs_path);

my ($here) = __FILE__ =~ m{^(.*)/} or die "$0: call me by a path\n";
require(abs_path($here) . '/gen.pl');
my $columns = 78; # of a prototype

# ---- Kinds of parameters: direction, text. %1, %2: the texts in its parentheses, %c: the
# communicator, %each: the owner of each entry of the array. ----

my %kind = (
	(map { $_ => ['in', 'the number of elements'] } qw(count bigcount)),
	sbuf => ['in', 'the data to send: %1 elements of %2'],
	rbuf => ['out', 'the buffer for the data: room for %1 elements of %2'],
	svbuf => ['in', 'the data to send; the arrays give the part for each process'],
	rvbuf => ['out', 'the buffer for the data; the arrays give the place of each part'],
	type => ['in', 'the type of the elements, committed'],
	anytype => ['in', 'the datatype'],
	comm => ['in', 'the communicator'],
	win => ['in', 'the window'],
	file => ['in', 'the file'],
	fileornull => ['in', 'the file, or MPI_FILE_NULL'],
	commornull => ['in', 'the communicator, or MPI_COMM_NULL'],
	winornull => ['in', 'the window, or MPI_WIN_NULL'],
	typeornull => ['in', 'the datatype, or MPI_DATATYPE_NULL'],
	session => ['in', 'the session'],
	intra => ['in', 'the communicator, not an intercommunicator'],
	inter => ['in', 'the intercommunicator'],
	cart => ['in', 'a communicator with a grid'],
	graph => ['in', 'a communicator with a graph'],
	dist => ['in', 'a communicator with a distributed graph'],
	hood => ['in', 'a communicator with a topology'],
	group => ['in', 'the group'],
	op => ['in', 'the operator'],
	eh => ['in', 'the error handler'],
	info => ['in', 'hints, or MPI_INFO_NULL'],
	theinfo => ['in', 'the info object'],
	dest => ['in', 'the rank in %c to send to, or MPI_PROC_NULL'],
	source => ['in', 'the rank in %c to receive from, MPI_ANY_SOURCE or MPI_PROC_NULL'],
	tag => ['in', 'the tag, 0 to MPI_TAG_UB'],
	rtag => ['in', 'the tag, or MPI_ANY_TAG'],
	root => ['in', 'the rank of the root in %c; in an intercommunicator MPI_ROOT at the root, '
		. 'MPI_PROC_NULL at the others on its side'],
	counts => ['in', 'the number of elements for %each'],
	displs => ['in', 'where the data of %each begins, in %unit'],
	bytes => ['in', 'where the data of %each begins, in bytes'],
	ctypes => ['in', 'the type of the elements for %each, committed where their number is '
		. 'not 0'],
	(map { $_ => ['in', undef] }
		qw(posint num aint unit rank cbuf keyval ints aints types list members
		degrees index ranks nranks ranges creqs str key raw offset)),
	(map { $_ => ['in, out', undef] } qw(keyvalp iocount reqs)),
	(map { $_ => ['out', undef] }
		qw(ounit oaddr obuf oint ocount ocnt ooffset oaint oarr oaints ocounts otypes ostr)),
	status => ['out', 'the status, or MPI_STATUS_IGNORE'],
	wstatus => ['in, out', 'the status'],
	cstatus => ['in', 'the status'],
	commp => ['in, out', 'the communicator; MPI_COMM_NULL afterwards'],
	winp => ['in, out', 'the window; MPI_WIN_NULL afterwards'],
	filep => ['in, out', 'the file; MPI_FILE_NULL afterwards'],
	sessionp => ['in, out', 'the session; MPI_SESSION_NULL afterwards'],
	groupp => ['in, out', 'the group; MPI_GROUP_NULL afterwards'],
	typep => ['in, out', 'the datatype; MPI_DATATYPE_NULL afterwards'],
	opp => ['in, out', 'the operator; MPI_OP_NULL afterwards'],
	ehp => ['in, out', 'the error handler; MPI_ERRHANDLER_NULL afterwards'],
	infop => ['in, out', 'the info object; MPI_INFO_NULL afterwards'],
	reqp => ['in, out', 'the request'],
	msgp => ['in, out', 'the message; MPI_MESSAGE_NULL afterwards'],
	newreq => ['out', 'the request'],
	newcomm => ['out', 'the new communicator'],
	newwin => ['out', 'the new window'],
	newfile => ['out', 'the file'],
	newsession => ['out', 'the new session'],
	newgroup => ['out', 'the new group'],
	newtype => ['out', 'the new datatype'],
	newop => ['out', 'the new operator'],
	neweh => ['out', 'the new error handler'],
	newmsg => ['out', 'the message'],
	newinfo => ['out', 'the new info object'],
);

# These calls are given memory, not data in it.
my %given = map { $_ => 1 }
	qw(Win_create Win_attach Buffer_attach Comm_attach_buffer Session_attach_buffer
	Free_mem);

my %significant = (
	origin => 'Not significant with MPI_NO_OP.',
	root => 'Significant only at the root.',
	send => 'Not significant where sendbuf is MPI_IN_PLACE.',
	sendroot => 'Not significant where sendbuf is MPI_IN_PLACE, nor at the root of an '
		. 'intercommunicator.',
	recvroot => 'Not significant where recvbuf is MPI_IN_PLACE, nor at the root of an '
		. 'intercommunicator.',
	part => 'Not significant where root is MPI_PROC_NULL.',
	ins => 'Not significant where no edge comes in.',
	outs => 'Not significant where no edge goes out.',
	ownroot => '',
);
# The buffer that may be MPI_IN_PLACE.
my %in_place = (
	send => 'Or MPI_IN_PLACE: the data is in recvbuf.',
	sendroot => "At the root it may be MPI_IN_PLACE: the root's own data is in recvbuf.",
	recvroot => "At the root it may be MPI_IN_PLACE: the root's own data stays in sendbuf.",
);

# ---- Errors that the checks of gen.pl find, by the function that reports them: classes with texts,
# %s: the parameter ----

my $null = ['MPI_ERR_ARG', '%s is NULL'];
my $no_array = ['MPI_ERR_ARG', '%s is NULL, with a length above 0'];
my %report = (
	bad_comm => [['MPI_ERR_COMM', '%s is MPI_COMM_NULL or no communicator (any more)']],
	bad_win => [['MPI_ERR_WIN', '%s is MPI_WIN_NULL or no window (any more)']],
	bad_file => [['MPI_ERR_FILE', '%s is MPI_FILE_NULL or no file (any more)']],
	'bad_file fileornull' => [['MPI_ERR_FILE', '%s is no file (any more)']],
	'bad_comm commornull' => [['MPI_ERR_COMM', '%s is no communicator (any more)']],
	'bad_win winornull' => [['MPI_ERR_WIN', '%s is no window (any more)']],
	'bad_type typeornull' => [['MPI_ERR_TYPE', '%s is no datatype (any more)']],
	bad_session => [['MPI_ERR_SESSION', '%s is MPI_SESSION_NULL or no session (any more)']],
	bad_group => [['MPI_ERR_GROUP', '%s is MPI_GROUP_NULL or no group (any more)']],
	bad_type => [['MPI_ERR_TYPE', '%s is MPI_DATATYPE_NULL or no datatype (any more)']],
	'bad_type type' => [['MPI_ERR_TYPE',
		'%s is MPI_DATATYPE_NULL, no datatype (any more), or not committed']],
	'bad_op for' => [['MPI_ERR_OP',
		'%s is MPI_OP_NULL, no operator (any more), or not defined for the '
		. 'datatype']],
	bad_op => [['MPI_ERR_OP', '%s is MPI_OP_NULL or no operator (any more)']],
	bad_errhandler => [['MPI_ERR_ERRHANDLER',
		'%s is MPI_ERRHANDLER_NULL, no error handler (any more), or one '
		. 'for another kind of object']],
	bad_info => [['MPI_ERR_INFO', '%s is MPI_INFO_NULL or no info object (any more)']],
	'bad_info info' => [['MPI_ERR_INFO', '%s is no info object (any more)']],
	bad_key => [['MPI_ERR_INFO_KEY', '%s is NULL, empty or too long']],
	bad_keyval => [['MPI_ERR_KEYVAL',
		'%s is MPI_KEYVAL_INVALID, predefined, or no key for this kind of object']],
	bad_request => [$null, ['MPI_ERR_REQUEST',
		'%s is MPI_REQUEST_NULL or no request (any more)']],
	bad_message => [$null, ['MPI_ERR_REQUEST',
		'%s is MPI_MESSAGE_NULL or no message (any more)']],
	bad_topology => [['MPI_ERR_TOPOLOGY', '%s has no such topology']],
	'bad_side intra' => [['MPI_ERR_COMM', '%s is an intercommunicator']],
	'bad_side inter' => [['MPI_ERR_COMM', '%s is no intercommunicator']],
	bad_pointer => [$null],
	(map { ("bad_pointer $_" => [$no_array]) }
		qw(ints displs aints bytes list reqs creqs oarr oaints ocounts
		otypes)),
	bad_count => [['MPI_ERR_COUNT', '%s is negative']],
	bad_rank => [['MPI_ERR_RANK', '%s is no rank of the communicator']],
	bad_rank_of => [['MPI_ERR_RANK', '%s is no rank of the window']],
	bad_root => [['MPI_ERR_ROOT', '%s is no rank of the communicator']],
	bad_tag => [['MPI_ERR_TAG', '%s is negative']],
	bad_buf => [['MPI_ERR_BUFFER',
		'%s is no address, MPI_IN_PLACE where that is not allowed, or NULL with data '
		. 'to transfer']],
	bad_alias => [['MPI_ERR_BUFFER', '%s and another buffer are the same memory']],
	check_counts => [$no_array, ['MPI_ERR_COUNT', 'an entry of %s is negative']],
	check_types => [$no_array, ['MPI_ERR_TYPE', 'an entry of %s is no datatype']],
	check_ctypes => [$no_array, ['MPI_ERR_TYPE',
		'an entry of %s is no datatype, or not committed']],
	check_members => [$no_array, ['MPI_ERR_RANK', 'an entry of %s is no rank']],
	check_nranks => [$no_array, ['MPI_ERR_RANK', 'an entry of %s is no rank of the group']],
	check_ranks => [$no_array, ['MPI_ERR_RANK',
		'an entry of %s is no rank of the group, or is there twice']],
	check_ranges => [$no_array, ['MPI_ERR_RANK',
		'a range goes to no rank of the group, or to one twice'],
		['MPI_ERR_ARG', 'a range never ends']],
	(map { $_ => [$no_array, ['MPI_ERR_ARG',
		'an entry of %s is negative, or all are too many']] }
		qw(check_degrees check_index)),
);

# The tool interface checks its arguments by name and C type.
my @tool_report = (
	[qr/^int \w+_index$/, 'MPI_T_ERR_INVALID_INDEX', 'there is none with this %s'],
	[qr/^MPI_T_pvar_session /, 'MPI_T_ERR_INVALID_SESSION', '%s is no session (any more)'],
	[qr/^MPI_T_(?:enum|cvar_handle|event_\w+) \w+$|^MPI_T_[cp]var_handle \*?handle$/,
	 'MPI_T_ERR_INVALID_HANDLE', '%s is none (any more)'],
	[qr/^const char \*name$/, 'MPI_T_ERR_INVALID_NAME', 'there is none with this name'],
);

# ---- Words of man.txt ----

my (%page, %word); # function => {clause, purpose, words, errors}; parameter => words

sub read_words {
	my $at;

	for (split /\n/, slurp("$here/man.txt")) {
		next if /^#/ || /^$/;
		my ($name, @text) = split /\t/, $_, -1;
		if ($name eq '*') {
			$at = undef;
		} elsif ($name ne '') {
			die "man.txt: $_\n" unless @text == 2 && !$page{$name};
			$at = $page{$name} = {clause => $text[0], purpose => $text[1], words => {},
				errors => []};
		} elsif ($text[0] =~ /^! (\w+)/) {
			push @{$at->{errors}}, [$1, $text[1]];
		} else {
			($at ? $at->{words} : \%word)->{$text[0]} = $text[1];
		}
	}
}

# ---- Pages ----

sub roff {
	my ($text) = @_;

	return $text =~ s/\\/\\e/gr =~ s/^([.'])/\\&$1/gmr;
}

# A prototype in bold, names of parameters in italics, lines that fit.
sub synopsis {
	my ($row, $suffix) = @_;
	my $type = $row->{flag}{returns} || 'int';
	my $head = "$type MPI_$row->{name}$suffix(";
	my $pad = ' ' x (length $head < 40 ? length $head : 8);
	my @parameters = parameters($row, $suffix);
	my ($line, $text) = ($head, '');

	for my $i (0 .. $#parameters) {
		my $piece = $parameters[$i] . ($i < $#parameters ? ',' : ');');
		if (length("$line $piece") > $columns && $line ne $head) {
			$text .= "$line\n";
			$line = $pad . $piece;
		} else {
			$line .= ($i ? ' ' : '') . $piece;
		}
	}
	$text .= $line;
	$text =~ s/(\b\w+|\.\.\.)((?:\[\w*\])*)(?=[,)])/\\fI$1\\fB$2/g
		unless "@parameters" eq 'void';
	return join('', map { "\\fB$_\\fP\n" } split /\n/, $text);
}

# Direction and words of a parameter.
sub explain {
	my ($row, $p) = @_;
	my ($name, $kind) = @{$p}{qw(name kind)};
	my ($way, $words) = @{$kind{$kind} || die "$row->{where}: kind $kind has no words\n"};
	my $subject = subject($row);
	my $on = $p->{len} || '';
	my $each = $on =~ /degree/ ? 'each neighbour' : $on =~ /->(?:p2p\.)?size$/ ? 'each process'
		: 'each entry';

	$way = 'out' if $kind eq 'raw' && $p->{decl} =~ /\*/
		&& $p->{decl} !~ /^const|_function|_fn\b|^void|attr_val/;
	$way = 'in' if $given{$row->{name}} && $kind eq 'obuf';
	my @arrays = map { $_->{name} } grep { ($_->{len} // '') eq $name } @{$row->{params}};
	$words = 'the length of ' . join(' and ', @arrays) if $kind eq 'count' && @arrays;
	$words = $page{$row->{name}}{words}{$name} // $words // $word{$name}
		// die "man.txt: MPI_$row->{name}: no words for $name\n";
	$way = $1 if $words =~ s/^\(([a-z, ]+)\) //;
	my %value = (each => $each, c => $subject && $subject->{name});
	@value{1, 2} = @{$p->{args} || []};
	$value{c} = 'the window' if $subject && $subject->{kind} eq 'win';
	$value{unit} = (grep { $_->{kind} eq 'ctypes' } @{$row->{params}}) ? 'bytes'
		: 'extents of its type';
	$words =~ s/%(\w+)/$value{$1}/g;
	$words =~ s/\b1 elements\b/1 element/;
	my $when = $kind =~ /buf$/ && $in_place{$p->{when}} || $significant{$p->{when}} || '';
	return ($way, "$words." . ($when ? " $when" : ''));
}

# The words of a message, values left out: "size=%lld is negative" is "size is negative".
sub message {
	my ($words) = @_;
	my ($text) = $words =~ /^"((?:[^"\\]|\\.)*)"/ or die "message $words\n";

	return $text =~ s/\\"/"/gr =~ s/but (?:has )?(\w+)=%\w+/but $1 is not 0/r
		=~ s/=(?:0x)?%\w+//gr =~ s/"%s"/this one/gr =~ s/ '%s'//gr =~ s/%s/it/gr
		=~ s/%(?:ll|z)?[du]|%llu/so many/gr;
}

# Class and words of each error that the checks of a row find.
sub errors {
	my ($row) = @_;
	my @found;

	for (checks($row, 'call')) {
		if ($_->{report} =~ /^rd_mpi_raise\([^,]*, (MPI_ERR_\w+), call, (.*)\)$/) {
			push @found, [$1, message($2)];
		} elsif ($_->{report} =~ /rd_mpi_(\w+)\(.*?"(\w+)"/) {
			my ($report, $name) = ($1, $2);
			my ($p) = grep { $_->{name} eq $name } @{$row->{params}};
			my $kind = $p->{kind} eq 'op' && @{$p->{args}} ? 'for' : $p->{kind};
			push @found, map { [$_->[0], $_->[1] =~ s/%s/$name/r] }
				@{$report{"$report $kind"} || $report{$report}
					|| die "$row->{where}: no words for "
					. "rd_mpi_$report\n"};
		} else {
			die "$row->{where}: what is $_->{report}\n";
		}
	}
	for my $p (grep { !$row->{flag}{returns} && !$row->{flag}{tool} } @{$row->{params}}) {
		push @found, ['MPI_ERR_REQUEST', "an entry of $p->{name} is no request (any more)"]
			if $p->{kind} =~ /^c?reqs$/;
		push @found, ['MPI_ERR_REQUEST', "$p->{name} is no request (any more)"]
			if $p->{kind} eq 'raw' && $p->{decl} =~ /^MPI_Request \w+$/
			|| $row->{name} =~ /^(Wait|Test)$/ && $p->{name} eq 'request';
	}
	my %has = map { $_->{kind} => 1 } @{$row->{params}};
	push @found, ['MPI_ERR_TRUNCATE', 'the message is longer than the room for it']
		if $has{rbuf} && $has{status} && !$has{file};
	push @found, tool_errors($row) if $row->{flag}{tool};
	push @found, @{$page{$row->{name}}{errors}};
	push @found, ['MPI_ERR_OTHER', 'called before MPI_Init or after MPI_Finalize']
		unless grep { $row->{flag}{$_} } qw(anytime tool);
	return @found;
}

sub tool_errors {
	my ($row) = @_;
	my @found = (['MPI_T_ERR_NOT_INITIALIZED',
		'called before MPI_T_init_thread or after MPI_T_finalize']);

	for my $p (@{$row->{params}}) {
		push @found, map { [$_->[1], $_->[2] =~ s/%s/$p->{name}/r] }
			grep { $p->{decl} =~ $_->[0] } @tool_report;
	}
	push @found, ['MPI_T_ERR_INVALID', 'an argument that is needed is NULL']
		if $row->{name} !~ /get_info$/
		   && grep { $_->{decl} =~ /\*/ && $_->{name} !~ /^(obj_handle|user_data)$/ }
			@{$row->{params}};
	return @found;
}

sub errors_section {
	my ($row) = @_;
	my ($subject, @found) = (subject($row), errors($row));
	my (%words, @classes);

	return '' if $row->{flag}{returns} || !@found;
	for (@found) {
		my ($class, $words) = @$_;
		push @classes, $class unless $words{$class};
		push @{$words{$class}}, $words unless grep { $_ eq $words } @{$words{$class} || []};
	}
	my $text = ".SH ERRORS\n";
	if ($row->{name} =~ /^T_/) {
		$text .= "They are returned; no error handler is called.\n";
	} elsif ($row->{flag}{errs}) {
		$text .= "They go to the error handler of MPI_FILE_NULL.\n";
	} elsif ($subject) {
		my $whose = $subject->{kind} =~ /^(req|msg)p$/
			? "$subject->{name}'s communicator" : $subject->{name};
		my $else = $subject->{kind} =~ /^file/ ? 'MPI_FILE_NULL' : 'MPI_COMM_SELF';
		$text .= "They go to the error handler of $whose; where that is wrong itself, to the "
		       . "one of $else.\n";
	} else {
		$text .= "They go to the error handler of MPI_COMM_SELF.\n";
	}
	for my $class (@classes) {
		$text .= ".TP\n.B $class\n" . roff(join('; ', @{$words{$class}})) . ".\n";
	}
	return $text;
}

# Those that stand about it in its chapter.
sub see_also {
	my ($row, @chapter) = @_;
	my ($at) = grep { $chapter[$_] == $row } 0 .. $#chapter;
	my @near = grep { $_ >= 0 && $_ <= $#chapter && $_ != $at } $at - 4 .. $at + 4;

	return join(",\n", map { ".BR MPI_$chapter[$_]{name} (3)" } @near) =~ s/\(3\),$/(3),/gmr
		=~ s/ \(3\),/ (3),/gr;
}

sub page {
	my ($row, $version, @chapter) = @_;
	my $about = $page{$row->{name}} or die "man.txt: no line for $row->{name}\n";
	my @suffixes = ('', $row->{flag}{_c} ? '_c' : ());
	my @parameters = grep { $_->{kind} ne 'alias' } @{$row->{params}};
	my $text = ".\\\" generated by mpi/man.pl: do not edit\n"
		 . ".TH MPI_$row->{name} 3 \"\" \"Rondo $version\" \"MPI\"\n"
		 . ".SH NAME\n" . join(', ', map { "MPI_$row->{name}$_" } @suffixes)
		 . " \\- " . roff($about->{purpose}) . "\n"
		 . ".SH SYNOPSIS\n.nf\n.B #include <mpi.h>\n"
		 . join('', map { ".PP\n" . synopsis($row, $_) } @suffixes) . ".fi\n";

	$text .= ".SH ARGUMENTS\n" if @parameters;
	for my $p (@parameters) {
		my ($way, $words) = explain($row, $p);
		$text .= ".TP\n.IR $p->{name} \" ($way)\"\n" . roff(ucfirst $words) . "\n";
	}
	$text .= ".SH RETURN VALUE\n" . ($row->{flag}{returns} ? "The requested value.\n"
		: "MPI_SUCCESS, or an error code.\n");
	$text .= "It may be called at any time, also before MPI_Init and after MPI_Finalize.\n"
		if $row->{flag}{anytime};
	return $text . errors_section($row) . ".SH SEE ALSO\n" . see_also($row, @chapter)
	     . (@chapter > 1 ? ",\n" : '') . ".BR rondo (7)\n.PP\nMPI-5.0 $about->{clause}.\n";
}

sub pages {
	my ($out) = @_;
	my $version = slurp("$here/../VERSION") =~ s/\s+$//r;

	read_words();
	for my $chapter (parse_table()) {
		for my $row (@{$chapter->{rows}}) {
			spew("$out/MPI_$row->{name}.3", page($row, $version, @{$chapter->{rows}}));
			spew("$out/MPI_$row->{name}_c.3", ".so man3/MPI_$row->{name}.3\n")
				if $row->{flag}{_c};
			$page{$row->{name}}{written} = 1;
		}
	}
	my @left = grep { !$page{$_}{written} } sort keys %page;
	die "man.txt: no such function: @left\n" if @left;
}

@ARGV == 1 or die "usage: man.pl FOLDER\n";
pages($ARGV[0]);
