#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes the Fortran interface from the tables of the entry points (mpi/api.tbl, mpi/api-*.tbl,
# mpi/abi.tsv), which mpi/gen.pl reads: the procedures in C, mpif.h, and the modules. Results are
# committed; a build does not need Perl.
#
#     perl fortran/gen.pl [FOLDER]    into the source tree, or into FOLDER
use strict;
use warnings;

my ($here) = __FILE__ =~ m{^(.*)/} or die "$0: call me by a path\n";
require(($here =~ m{^/} ? '' : './') . "$here/../mpi/gen.pl");

# ---- What the tables do not tell ----

# Procedures written by hand in fortran/special.h: here are their Fortran parameters. A
# parameter is KIND NAME; kinds are those of %fortran below.
my %special = (
	Init => '',
	Init_thread => 'int required; oint provided',
	Pcontrol => 'int level',
	Info_create_env => 'oinfo info',
	Info_get => 'info info; text key; int valuelen; otext value; ological flag',
	Info_get_string => 'info info; text key; ioint buflen; otext value; ological flag',
	Session_get_nth_pset => 'session session; info info; int n; ioint pset_len; '
		. 'otext pset_name',
	Comm_create_keyval => 'fn comm_copy_attr_fn; fn comm_delete_attr_fn; oint comm_keyval; '
		. 'aint extra_state',
	Type_create_keyval => 'fn type_copy_attr_fn; fn type_delete_attr_fn; oint type_keyval; '
		. 'aint extra_state',
	Win_create_keyval => 'fn win_copy_attr_fn; fn win_delete_attr_fn; oint win_keyval; '
		. 'aint extra_state',
	Keyval_create => 'fn copy_fn; fn delete_fn; oint keyval; int extra_state',
	Comm_set_attr => 'comm comm; int comm_keyval; aint attribute_val',
	Type_set_attr => 'type datatype; int type_keyval; aint attribute_val',
	Win_set_attr => 'win win; int win_keyval; aint attribute_val',
	Attr_put => 'comm comm; int keyval; int attribute_val',
	Comm_get_attr => 'comm comm; int comm_keyval; oaint attribute_val; ological flag',
	Type_get_attr => 'type datatype; int type_keyval; oaint attribute_val; ological flag',
	Win_get_attr => 'win win; int win_keyval; oaint attribute_val; ological flag',
	Attr_get => 'comm comm; int keyval; oint attribute_val; ological flag',
	Op_create => 'fn user_fn; logical commute; oop op',
	Op_create_c => 'fn user_fn; logical commute; oop op',
	Comm_create_errhandler => 'fn comm_errhandler_fn; oeh errhandler',
	Win_create_errhandler => 'fn win_errhandler_fn; oeh errhandler',
	Session_create_errhandler => 'fn session_errhandler_fn; oeh errhandler',
	File_create_errhandler => 'fn file_errhandler_fn; oeh errhandler',
	Register_datarep => 'text datarep; fn read_conversion_fn; fn write_conversion_fn; '
		. 'fn dtype_file_extent_fn; aint extra_state',
	Register_datarep_c => 'text datarep; fn read_conversion_fn; fn write_conversion_fn; '
		. 'fn dtype_file_extent_fn; aint extra_state',
	Abi_get_fortran_booleans => 'int logical_size; ological logical_true; '
		. 'ological logical_false; ological is_set',
	Abi_set_fortran_booleans => 'int logical_size; logical logical_true; '
		. 'logical logical_false',
	Grequest_start => 'fn query_fn; fn free_fn; fn cancel_fn; aint extra_state; oreq request',
);

# Only C has them (MPI-5.0 19.3.4, 20), or they have no place in Fortran.
my $c_only = qr/^(\w+_toint|\w+_fromint|T_\w+)$/;

# Deprecated before mpi_f08 was made (MPI-5.0 16.1): in mpif.h and module mpi only.
my $no_f08 = qr/^(Attr_\w+|Keyval_\w+)$/;
my @removed = (
	['Address', 'choice location; oint address'],
	['Errhandler_create', 'fn handler_fn; oeh errhandler'],
	['Errhandler_get', 'comm comm; oeh errhandler'],
	['Errhandler_set', 'comm comm; eh errhandler'],
	['Type_extent', 'type datatype; oint extent'],
	['Type_hindexed', 'int count; ints array_of_blocklengths; ints array_of_displacements; '
		. 'type oldtype; otype newtype'],
	['Type_hvector', 'int count; int blocklength; int stride; type oldtype; otype newtype'],
	['Type_lb', 'type datatype; oint displacement'],
	['Type_struct', 'int count; ints array_of_blocklengths; ints array_of_displacements; '
		. 'types array_of_types; otype newtype'],
	['Type_ub', 'type datatype; oint displacement'],
);

# Only Fortran has them (MPI-5.0 19.1.8), by hand.
my @fortran_only = (['F_sync_reg', 'choice buf']);
my $no_ierror = qr/^(Pcontrol|F_sync_reg)$/;

# Predefined callbacks: parameters of the procedure.
my $copy = 'int %s; int %s; int extra_state; int attribute_val_in; int attribute_val_out; '
	 . 'logical flag';

my @logicals = qw(flag reorder commute high weighted periods remain_dims);
my %is_logical = map { $_ => 1 } @logicals;

# Room for the text that comes back.
my %room = (
	comm_name => 'MPI_MAX_OBJECT_NAME', type_name => 'MPI_MAX_OBJECT_NAME',
	win_name => 'MPI_MAX_OBJECT_NAME', name => 'MPI_MAX_PROCESSOR_NAME',
	version => 'MPI_MAX_LIBRARY_VERSION_STRING', string => 'MPI_MAX_ERROR_STRING',
	key => 'MPI_MAX_INFO_KEY', datarep => 'MPI_MAX_DATAREP_STRING',
);

# ---- A parameter as Fortran has it ----

my %handle = (
	comm => 'MPI_Comm', group => 'MPI_Group', type => 'MPI_Datatype', op => 'MPI_Op',
	eh => 'MPI_Errhandler', info => 'MPI_Info', req => 'MPI_Request', msg => 'MPI_Message',
	win => 'MPI_Win', session => 'MPI_Session', file => 'MPI_File',
);
my %kind_of_handle = reverse %handle;

# [declaration in mpif.h and mpi, declaration in mpi_f08]; (*) marks an array.
my %fortran = (
	int => ['INTEGER', 'integer, intent(in)'], oint => ['INTEGER', 'integer, intent(out)'],
	ioint => ['INTEGER', 'integer, intent(inout)'],
	ints => ['INTEGER*', 'integer, intent(in)*'],
	oints => ['INTEGER*', 'integer, intent(out)*'],
	ioints => ['INTEGER*', 'integer, intent(inout)*'],
	aint => ['INTEGER(8)', 'integer(8), intent(in)'],
	oaint => ['INTEGER(8)', 'integer(8), intent(out)'],
	ioaint => ['INTEGER(8)', 'integer(8), intent(inout)'],
	aints => ['INTEGER(8)*', 'integer(8), intent(in)*'],
	oaints => ['INTEGER(8)*', 'integer(8), intent(out)*'],
	logical => ['LOGICAL', 'logical, intent(in)'],
	ological => ['LOGICAL', 'logical, intent(out)'],
	logicals => ['LOGICAL*', 'logical, intent(in)*'],
	ologicals => ['LOGICAL*', 'logical, intent(out)*'],
	ranges => ['INTEGER(3,*)', 'integer, intent(in)(3,*)'],
	text => ['CHARACTER*(*)', 'character(len=*), intent(in)'],
	otext => ['CHARACTER*(*)', 'character(len=*), intent(out)'],
	status => ['INTEGER(8)~', 'type(MPI_Status)'],
	wstatus => ['INTEGER(8)~', 'type(MPI_Status), intent(inout)'],
	cstatus => ['INTEGER(8)~', 'type(MPI_Status), intent(in)'],
	statuses => ['INTEGER(8,*)', 'type(MPI_Status)*'],
	weights => ['INTEGER*', 'integer, intent(in)*'],
	oweights => ['INTEGER*', 'integer*'],
	fn => ['EXTERNAL', ''],
	pointer => ['INTEGER(8)', 'type(C_PTR), intent(out)'], cptr => ['TYPE(C_PTR)', ''],
	choice => ['CHOICE', ''], cchoice => ['CHOICE', ''],
	reqp => ['INTEGER', 'type(MPI_Request), intent(in)'], # C has its address, and lets it be
	unused => ['CHOICE', 'type(C_PTR), intent(out)'],
	detached => ['CHOICE', 'type(C_PTR), intent(out)'],
);
for (keys %handle) {
	$fortran{$_} = ['INTEGER', "type($handle{$_}), intent(in)"];
	$fortran{"o$_"} = ['INTEGER', "type($handle{$_}), intent(out)"];
	$fortran{"io$_"} = ['INTEGER', "type($handle{$_}), intent(inout)"];
	$fortran{"${_}s"} = ['INTEGER*', "type($handle{$_}), intent(in)*"];
	$fortran{"o${_}s"} = ['INTEGER*', "type($handle{$_}), intent(out)*"];
	$fortran{"io${_}s"} = ['INTEGER*', "type($handle{$_}), intent(inout)*"];
}

my %renamed = (indx => 'index');
# Names and kinds that differ from those of C in one procedure (MPI-5.0 A.4): PROCEDURE/PARAMETER.
my %name_of = ('Precv_init/dest' => 'source', 'Status_get_error/error' => 'err',
	       'Status_set_error/error' => 'err');
my %kind_of = ('Cancel/request' => 'reqp', 'Dims_create/dims' => 'ioints');

# The kind in %fortran of a parameter of the table, by its kind there and its C type.
sub fortran_kind {
	my ($row, $p, $wide) = @_;
	my ($kind, $name) = @{$p}{qw(kind name)};
	my $decl = declare($p, $wide);
	my $logical = $is_logical{$name} ? 'logical' : 'int';

	return 'cchoice' if $kind =~ /^(sbuf|svbuf|cbuf)$/ || $decl eq 'const void *location';
	return 'unused' if $row->{name} =~ /detach_buffer|Buffer_detach/ && $name eq 'buffer_addr';
	return 'pointer' if $name eq 'baseptr';
	return 'choice' if $kind =~ /^(rbuf|rvbuf|obuf)$/;
	return $kind if $kind =~ /^(status|cstatus|wstatus|ranges)$/;
	return 'text' if $kind =~ /^(str|key)$/ || $decl =~ /^const char \*/;
	return 'otext' if $kind eq 'ostr';
	return 'statuses' if $decl =~ /^MPI_Status \*array/;
	return 'weights' if $decl =~ /^const int \*\w*weights$/;
	return 'oweights' if $decl =~ /^int \*\w*weights$/;
	return 'weights' if $decl =~ /^const int \w*weights\[\]$/;
	$decl =~ /^(const )?(\w+) (\**)\w+((?:\[\d*\])*)$/ or die "$row->{where}: $decl\n";
	my ($const, $type, $star, $array) = ($1, $2, $3, $4);
	$type =~ s/^MPI_(Aint|Count|Offset)$/aint/;
	my $base = $handle{$kind_of_handle{$type} // ''} ? $kind_of_handle{$type}
		 : $type eq 'aint' ? 'aint'
		 : $type eq 'int' ? $logical : die "$row->{where}: $decl\n";
	return "${base}s" if $array && ($const || $kind eq 'creqs');
	return $kind eq 'reqs' ? 'ioreqs' : "o${base}s" if $array;
	return $base unless $star;
	return "io$base"
		if $kind =~ /^(comm|win|session|file|group|type|op|eh|req|msg|info|keyval)p$/
		|| $kind eq 'iocount'
		|| $decl =~ /^MPI_Request \*request$/ && $row->{name} =~ /^(Wait|Test)$/
		|| $name eq 'position';
	return "o$base";
}

sub parameter {
	my ($row, $p, $wide) = @_;

	my $key = "$row->{name}/$p->{name}";
	return {fk => $kind_of{$key} // fortran_kind($row, $p, $wide),
		name => $name_of{$key} // $renamed{$p->{name}} // $p->{name},
		kind => $p->{kind}, len => $p->{len}, when => $p->{when}, c => declare($p, $wide)};
}

sub listed {
	my ($text) = @_;

	return [map { /^(\w+) (\w+)$/ or die "'$_'\n"; {fk => $1, name => $2, kind => '', c => ''} }
		split /;\s*/, $text];
}

# All procedures: name, _c or not, parameters, whether the C part is by hand.
sub procedures {
	my @list;

	for my $row (map { @{$_->{rows}} } parse_table()) {
		my $name = $row->{name};
		next if $name =~ $c_only;
		if (defined $special{$name}) {
			push @list, {name => $name, wide => scalar($name =~ /_c$/), special => 1,
				     params => listed($special{$name}), f08 => $name !~ $no_f08};
			next;
		}
		for my $wide (0, $row->{flag}{_c} ? 1 : ()) {
			my @params = map { parameter($row, $_, $wide) }
				grep { $_->{kind} ne 'alias' } @{$row->{params}};
			push @list, {name => $name . ($wide ? '_c' : ''), of => $name =~ s/_c$//r,
				     wide => scalar($wide || $name =~ /_c$/),
				     params => \@params, f08 => $name !~ $no_f08,
				     returns => $row->{flag}{returns}};
		}
	}
	push @list, map { {name => $_->[0], special => 1, params => listed($_->[1]), f08 => 0} }
		@removed;
	push @list, map { {name => $_->[0], special => 1, params => listed($_->[1]), f08 => 1} }
		@fortran_only;
	return @list;
}

sub is_choice {
	my ($proc) = @_;

	return scalar grep { $_->{fk} =~ /^c?choice$/ } @{$proc->{params}};
}

sub has_no_ierror {
	my ($proc) = @_;

	return $proc->{returns} || $proc->{name} =~ $no_ierror;
}

# ---- C ----

my %c_type = (int => 'int', logical => 'int', aint => 'MPI_Aint');

# (o, io or nothing; what it is; s for an array)
sub kind_parts {
	my ($fk) = @_;

	$fk =~ /^(o|io|)(int|logical|aint|comm|group|type|op|eh|info|req|msg|win|session|file)(s?)$/
		or die "kind $fk\n";
	return ($1, $2, $3);
}

# The C parameter.
sub c_parameter {
	my ($p, $ts) = @_;
	my ($fk, $name) = @{$p}{qw(fk name)};

	return ($ts ? 'const CFI_cdesc_t *' : $fk eq 'choice' ? 'void *' : 'const void *') . $name
		if $fk =~ /^c?choice$/;
	return $ts ? "const CFI_cdesc_t *$name" : "const char *$name" if $fk eq 'text';
	return "char *$name" if $fk eq 'otext';
	return "const int *$name" if $fk =~ /^(weights|cstatus|reqp)$/;
	return "int *$name" if $fk =~ /^(w?status|statuses|oweights)$/;
	return "int $name\[][3]" if $fk eq 'ranges';
	return "void *$name" if $fk =~ /^(pointer|unused|detached)$/;
	my ($way, $base, $many) = kind_parts($fk);
	my $type = $handle{$base} ? 'int' : $c_type{$base};
	($type) = $p->{c} =~ /\b(MPI_\w+)/ if $base eq 'aint' && $p->{c};
	return ($way ? '' : 'const ') . "$type *$name";
}

# Length of an array of handles, as C.
sub handles_length {
	my ($p, $all) = @_;
	my $len = $p->{len} // die "$p->{name}\n";
	my ($comm) = grep { $_->{fk} eq 'comm' } @$all;

	return "rd_f_peers(RD_COMM(*$comm->{name}))" if $len eq 'comm_p->p2p.size';
	return "rd_f_indegree(RD_COMM(*$comm->{name}))" if $len =~ /indegree/;
	return "rd_f_outdegree(RD_COMM(*$comm->{name}))" if $len =~ /outdegree/;
	return "(int)*$len";
}

my %from = (comm => 'RD_COMM', group => 'RD_GROUP', type => 'RD_TYPE', op => 'RD_OP',
	    eh => 'RD_ERRHANDLER', info => 'RD_INFO', req => 'RD_REQUEST', msg => 'RD_MESSAGE',
	    win => 'RD_WIN', session => 'RD_SESSION', file => 'RD_FILE');
my %word = (comm => 'Comm', group => 'Group', type => 'Type', op => 'Op', eh => 'Errhandler',
	    info => 'Info', req => 'Request', msg => 'Message', win => 'Win', session => 'Session',
	    file => 'File');
my %null_of = (comm => 'COMM', group => 'GROUP', type => 'DATATYPE', op => 'OP', eh => 'ERRHANDLER',
	       info => 'INFO', req => 'REQUEST', msg => 'MESSAGE', win => 'WIN',
	       session => 'SESSION', file => 'FILE');

# Sections of messages between two processes may be described by a datatype: then the count and the
# type of the call, after the buffer, are others. [count, type] of a buffer; the buffer of these.
my $message = qr/^(I?[bsr]?send|I?recv|I?sendrecv|I?mrecv)(_c)?$/i;

sub type_after {
	my ($proc, $buffer) = @_;
	my @names = map { $_->{name} } @{$proc->{params}};
	my ($at) = grep { $names[$_] eq $buffer } 0 .. $#names;

	return $proc->{name} =~ $message ? [@names[$at + 1, $at + 2]] : undef;
}

sub typed_by {
	my ($proc, $name) = @_;

	for my $p (grep { $_->{fk} =~ /choice/ } @{$proc->{params}}) {
		my $type = type_after($proc, $p->{name});
		return $p->{name} if $type && grep { $_ eq $name } @$type;
	}
	return '';
}

# How a blocking call treats a buffer that it writes to. Where a count and a type follow, they may
# say that it is given all elements. Those of one process among several, or at the root alone, do not.
sub written_how {
	my ($proc, $name) = @_;
	my @names = map { $_->{name} } @{$proc->{params}};
	my ($at) = grep { $names[$_] eq $name } 0 .. $#names;
	my ($n, $type) = @names[$at + 1, $at + 2];

	return 'RD_WRITTEN'
		if $proc->{name} =~ /^(All)?gather|^Alltoall|^Neighbor_|^Reduce(_c)?$/i
		|| $n !~ /count$/ || $type !~ /type$/;
	return "RD_HOW($name, *$n, RD_TYPE(*$type))";
}

# How C gets a parameter: (declarations, argument, statements after).
sub c_passes {
	my ($proc, $p, $ts) = @_;
	my ($fk, $name, $all) = ($p->{fk}, $p->{name}, $proc->{params});

	if ($fk =~ /^c?choice$/) {
		my $way = $ts ? section_way($proc) : '';
		my $how = $fk eq 'choice' ? 'RD_WRITTEN' : 'RD_READ';
		return ('', "rd_f_buffer($name)", '') unless $ts;
		return ('', "rd_f_buffer($name->base_addr)", '') if $way eq 'address';
		my $type = type_after($proc, $name);
		my ($by_type, $free) = !$type ? ('', '')
			: ("\tMPI_Datatype t_$name = rd_f_by_type($name, *$type->[0], "
			   . "RD_TYPE(*$type->[1]));\n", "\trd_f_by_type_end(t_$name);\n");
		my ($word, $last) = $type ? ('typed_', ", t_$name") : ('', '');

		$how = written_how($proc, $name) if $how eq 'RD_WRITTEN' && $way eq 'blocking';
		return ("\tstruct rd_section s_$name;\n$by_type"
		      . wrap_list("\tvoid *c_$name = rd_f_${word}section(", ');', "&s_$name", $name,
				  $type ? ($how, "t_$name") : $how),
			"c_$name", "\trd_f_section_close(&s_$name);\n$free") if $way eq 'blocking';
		return ("$by_type\tvoid *c_$name = rd_f_${word}pend(&pending, $name, $how$last);\n",
			"c_$name", $free);
	}
	if ($fk eq 'text') {
		my $how = $p->{kind} eq 'key' || $proc->{name} eq 'Info_set' ? 'rd_f_word'
			: 'rd_f_text';
		my $text = $ts ? "$name->base_addr, $name->elem_len" : "$name, ${name}_len";
		return ("\tchar *c_$name = $how($text);\n", "c_$name", "\tfree(c_$name);\n");
	}
	return ("\tchar c_$name\[$room{$name}];\n", "c_$name",
		"\tif (!err)\n\t\trd_f_text_back(c_$name, $name, ${name}_len);\n")
		if $fk eq 'otext';
	return ('', "RD_STATUS($name)", '') if $fk eq 'status';
	return ('', "(MPI_Status *)$name", '') if $fk eq 'wstatus';
	return ('', "(const MPI_Status *)$name", '') if $fk eq 'cstatus';
	return ('', "RD_STATUSES($name)", '') if $fk eq 'statuses';
	return ('', "RD_WEIGHTS($name)", '') if $fk =~ /^o?weights$/;
	return ('', $name, "\trd_f_detached($name, err);\n") if $fk eq 'detached';
	return ("\tvoid *unused;\n", '&unused', "\t(void)$name;\n") if $fk eq 'unused';
	return ('', $name, '') if $fk =~ /^(pointer|ranges)$/;
	return ("\tMPI_Request c_$name = RD_REQUEST(*$name);\n", "&c_$name", '') if $fk eq 'reqp';
	my ($way, $base, $many) = kind_parts($fk);
	my $of = $ts && typed_by($proc, $name);
	return ('', "RD_TYPED(t_$of, t_$of, RD_TYPE(*$name))", '') if $of && $handle{$base};
	return ('', "RD_TYPED(t_$of, 1, *$name)", '') if $of;
	return ('', "*$name", '') if !$handle{$base} && !$way && !$many;
	# An index comes with an error of its request, too.
	return ("\tint c_$name = MPI_UNDEFINED;\n", "&c_$name",
		"\tif (!err || c_$name != MPI_UNDEFINED)\n"
	      . "\t\t*$name = c_$name == MPI_UNDEFINED ? c_$name : c_$name + 1;\n")
		if $fk eq 'oint' && $name eq 'index';
	return ('', $name, "\tif (!err || err == MPI_ERR_IN_STATUS)\n"
			 . "\t\trd_f_indices(*outcount, $name);\n")
		if $name eq 'array_of_indices';
	return ('', $name, '') unless $handle{$base};
	return ('', "$from{$base}(*$name)", '') if !$way && !$many;
	my $type = $handle{$base};
	if (!$many) {
		return ("\t$type c_$name = MPI_$null_of{$base}_NULL;\n", "&c_$name",
			"\tif (!err)\n\t\t*$name = RD_TOINT($word{$base}, c_$name);\n")
			if $way eq 'o';
		return ("\t$type c_$name = $from{$base}(*$name);\n", "&c_$name",
			"\t*$name = RD_TOINT($word{$base}, c_$name);\n");
	}
	my $n = handles_length($p, $all);
	my $sendbuf = $ts ? 'sendbuf->base_addr' : 'sendbuf';
	$n = "rd_f_if_not_in_place($sendbuf, $n)" if $p->{when} eq 'send';
	my $back = $way ? "\trd_f_${base}s_back(&h_$name, n_$name, $name);\n"
		 : $base eq 'req' ? "\trd_f_reqs_look(&h_$name, n_$name, $name);\n" : '';
	return ("\tint n_$name = $n;\n\tstruct rd_handles h_$name;\n"
	      . wrap_list("\t$type *c_$name = rd_f_${base}s(", ');', "&h_$name", "n_$name",
			  $way eq 'o' ? 'NULL' : $name),
		"c_$name", "$back\trd_f_close(&h_$name);\n");
}

# What belongs to a call, mostly for operations under way on sections with gaps: [before it, after
# it, declaration].
# A synchronization completes those that began before it: another thread may begin more meanwhile.
my %beside = (
	Session_init => ['rd_f_start();', ''],
	Wait => ['', 'RD_PEND(request, *request, c_request);'],
	Test => ['', 'RD_PEND(request, *request, c_request);'],
	Request_get_status => ['', 'RD_PEND(request, *request, RD_REQUEST(*request));'],
	Request_free => ['', 'RD_PEND(free, *request);'],
	Start => ['RD_PEND(start, *request);', ''],
	Startall => ['rd_f_reqs_start(*count, array_of_requests);', ''],
	Parrived => ['', 'RD_PEND(look, *request);'],
	(map { $_ => ['RD_PEND(start, *request);', ''] } qw(Pready Pready_range Pready_list)),
	(map { $_ => completes('RD_PEND_WIN, *win, -1') }
		qw(Win_fence Win_complete Win_unlock_all Win_flush_all Win_flush_local_all)),
	(map { $_ => completes('RD_PEND_FILE, *fh, -1') }
		map { "File_${_}_end" } qw(read_all read_at_all read_ordered write_all write_at_all
			write_ordered)),
	(map { $_ => completes('RD_PEND_WIN, *win, *rank') }
		qw(Win_unlock Win_flush Win_flush_local)),
);

sub completes {
	my ($which) = @_;

	return ['', "if (!err)\n\t\tRD_PEND(sync, $which, begun);",
		'unsigned long begun = RD_BEGUN;'];
}

# How a procedure of mpi_f08 treats sections with gaps: packs them for the call (blocking), until an
# operation ends (request, persistent, win, file), or needs no more than an address.
sub section_way {
	my ($proc) = @_;
	my $name = $proc->{name} =~ s/_c$//r;

	return 'address'
		if $name =~ /^(Win_(create|attach|detach)|(Get_)?[Aa]ddress|Free_mem)$/
		|| $name =~ /attach_buffer$|^Buffer_attach$|^Fetch_and_op$|^Compare_and_swap$/
		|| $name =~ /^File_.*_end$/;
	return 'file' if $name =~ /^File_.*_begin$/;
	return 'win' if $name =~ /^(Put|Get|Accumulate|Get_accumulate)$/;
	return 'blocking' unless grep { $_->{fk} eq 'oreq' } @{$proc->{params}};
	return $name =~ /_init$/ ? 'persistent' : 'request';
}

# Does C keep the address of a buffer after the call? Then the dummy argument has TARGET: a compiler
# that knows the interface would else take it that no other call reads or writes the variable.
sub keeps_buffers {
	my ($proc) = @_;

	return is_choice($proc) && section_way($proc) ne 'blocking';
}

my %pends = (
	request => 'RD_PEND_REQUEST, *request, 0', persistent => 'RD_PEND_PERSISTENT, *request, 0',
	win => 'RD_PEND_WIN, *win, *target_rank', file => 'RD_PEND_FILE, *fh, 0',
);

# The C name, and whether mpi_f08 calls it by another name, too.
sub c_name {
	my ($proc, $ts) = @_;
	my $lower = lc $proc->{name};

	return "${lower}_f08ts" if $ts;
	return $proc->{wide} || $proc->{only_f08} ? "${lower}_f08" : $lower;
}

# The call of a procedure of mpi_f08 with one buffer, where that is a block: short messages take few
# instructions more than in module mpi.
sub block_call {
	my ($proc, @params) = @_;
	my ($buffer, @more) = map { $_->{name} } grep { $_->{fk} =~ /choice/ } @params;
	my ($before, $after, @args) = ('', '');

	return '' if $proc->{name} !~ $message || @more;
	for my $p (@params) {
		my ($pre, $arg, $post) = $p->{name} eq $buffer
			? ('', "rd_f_buffer($buffer->base_addr)", '') : c_passes($proc, $p, 0);
		$before .= $pre;
		push @args, $arg;
		$after .= $post;
	}
	s/^(?=.)/\t/gm for $before, $after;
	return "\tif (__builtin_expect(rd_f_is_block($buffer), 1)) {\n$before"
	     . wrap_list("\t\tint err = RD_C($proc->{name})(", ');', @args)
	     . "\n$after\t\tRD_RETURN(err);\n\t\treturn;\n\t}\n";
}

# Blocking messages of one buffer come first to a procedure that takes those of predefined handles
# and of a block that is no object, with as few instructions as possible: it keeps nothing in
# registers over a call. All others go on to RD_ANY.
sub is_blocking_message {
	my ($proc) = @_;

	return $proc->{name} =~ /^([bsr]?send|recv)(_c)?$/i;
}

sub short_call {
	my ($proc, $ts, $lower, @params) = @_;
	my ($buffer) = map { $_->{name} } grep { $_->{fk} =~ /choice/ } @params;
	my $address = $ts ? "$buffer->base_addr" : $buffer;
	my @handles = grep { $handle{$_->{fk}} } @params;
	my @args = map { $_->{name} eq $buffer ? $address
			 : $handle{$_->{fk}} ? "RD_AS_PREDEFINED($handle{$_->{fk}}, *$_->{name})"
			 : (c_passes($proc, $_, 0))[1] } @params;

	return "{\n\tif (" . ($ts ? "rd_f_is_row($buffer) && " : '')
	     . "!rd_f_is_near_objects($address)" . ($ts ? " &&\n\t    " : " && ") . "RD_ARE_PREDEFINED("
	     . join(' | ', map { "*$_->{name}" } @handles) . ")) {\n"
	     . wrap_list("\t\tint err = RD_C($proc->{name})(", ');', @args)
	     . "\n\t\tRD_RETURN(err);\n\t\treturn;\n\t}\n"
	     . wrap_list("\tRD_ANY($lower)(", ');', map({ $_->{name} } @params), 'ierror')
	     . "}\n";
}

sub c_function {
	my ($proc, $ts) = @_;
	# `err` is the result of C's function.
	my @params = map { $_->{name} eq 'err' ? {%$_, name => 'error'} : $_ } @{$proc->{params}};
	my $lower = c_name($proc, $ts);
	my (@list, @args);
	my ($start, $end, $begun) = map { $_ ? "\t$_\n" : '' }
		@{$beside{$proc->{name}} // []}, ('') x 3;
	my ($before, $after) = ($begun, $end);

	for my $p (@params) {
		push @list, c_parameter($p, $ts);
		my ($pre, $arg, $post) = c_passes($proc, $p, $ts);
		$before .= $pre;
		push @args, $arg;
		$after .= $post;
	}
	my $type = $proc->{returns};
	my $alias = $proc->{f08} && !$ts && $lower eq lc $proc->{name}
		 && !grep { $_->{fk} eq 'unused' } @params;
	if ($type) {
		return wrap_list("$type RD_F($lower)(", ')', @list ? @list : 'void')
		     . "{\n"
		     . wrap_list("\treturn RD_C($proc->{name})(", ');', @args ? @args : '') . "}\n"
		     . ($alias ? "RD_F08($type, $lower)\n" : '') . "\n";
	}
	if ($ts && $before =~ /&pending/) {
		$before = "\tstruct rd_pending *pending = NULL;\n$before";
		$after .= "\tif (pending)\n"
			. "\t\trd_f_pend_add(pending, $pends{section_way($proc)}, err);\n";
	}
	push @list, 'int *ierror';
	push @list, map { "size_t $_->{name}_len" } grep { !$ts && $_->{fk} =~ /text$/ } @params;
	my $text = wrap_list(is_blocking_message($proc) ? "static __attribute__((noinline)) void RD_ANY($lower)("
			     : "void RD_F($lower)(", ')', @list) . "{\n"
		 . ($ts ? block_call($proc, @params) : '') . $before;
	$text .= $start
	       ? "\tint err;\n\n$start" . wrap_list("\terr = RD_C($proc->{name})(", ');', @args)
	       : wrap_list("\tint err = RD_C($proc->{name})(", ');', @args ? @args : '') . "\n";
	$text .= $after . "\tRD_RETURN(err);\n}\n";
	$text .= "\n" . wrap_list("void RD_F($lower)(", ')', @list)
	       . short_call($proc, $ts, $lower, @params) if is_blocking_message($proc);
	$text .= "RD_F08(void, $lower)\n" if $alias;
	$text .= "RD_CPTR($lower)\n" if !$proc->{wide} && grep { $_->{fk} eq 'pointer' } @params;
	return "$text\n";
}

my $generated = 'generated from mpi/api.tbl by fortran/gen.pl: do not edit';

sub c_text {
	my (@procs) = @_;
	my $text = "/* SPDX-License-Identifier: BSD-3-Clause */\n/* $generated */\n" . <<'END';
/*
 * The procedures of mpif.h and module mpi, and those of mpi_f08 without descriptors, which are
 * called alike. fortran/calls.c includes this file for MPI_, fortran/pcalls.c for PMPI_.
 */

END

	$text .= "#define RD_F_DATAREP 1\n" if grep { $_->{name} eq 'Register_datarep' } @procs;
	$text .= "#define RD_F_FILES 1\n\n"
		if grep { $_->{name} eq 'File_create_errhandler' } @procs;

	for my $proc (grep { !$_->{special} } @procs) {
		my $detaches = grep { $_->{fk} eq 'unused' } @{$proc->{params}};
		$text .= c_function($proc, 0) unless $proc->{wide} && $detaches;
		$text .= c_function(detached($proc), 0) if $detaches;
	}
	return $text;
}

# In mpi_f08 the address of a detached buffer is a result.
sub detached {
	my ($proc) = @_;

	return {%$proc, only_f08 => 1,
		params => [map { $_->{fk} eq 'unused' ? {%$_, fk => 'detached'} : $_ }
			   @{$proc->{params}}]};
}

sub ts_text {
	my (@procs) = @_;
	my $text = "/* SPDX-License-Identifier: BSD-3-Clause */\n/* $generated */\n"
		 . "/* Procedures of mpi_f08 with choice buffers, by descriptors: section.h. */\n"
		 . "\n";

	return $text . join('', map { c_function($_, 1) }
			    grep { is_choice($_) && $_->{f08} && !$_->{special} } @procs);
}

# ---- mpif.h and module mpi: lines that fixed and free form both take ----

sub fixed {
	my ($text) = @_;
	my ($line, $out) = ('', '');

	for my $word (split /(?<=,) ?/, $text) {
		if (length("$line $word") > 71) {
			$out .= $line . ' ' x (72 - length $line) . "&\n";
			$line = '     &  ';
		}
		$line .= ($line =~ /\S$/ && $line !~ /&  $/ && $line ne '' ? ' ' : '') . $word;
	}
	return "$out$line\n";
}

my $in = ' ' x 6;

# The dummy arguments of mpif.h: by letters where the statement would not fit in a line. Lines that
# go on would be wrong in one of fixed form, fixed form with long lines, and free form (MPI-5.0
# 19.1.4).
sub short_names {
	my ($head, @params) = @_;

	my $list = join(',', map { $_->{name} } @params);

	return @params if length("$head($list)") <= 72;
	return map { {%{$params[$_]}, name => chr(ord('a') + $_)} } 0 .. $#params;
}

# A statement of module mpi, or statements of mpif.h, each in a line.
sub declarations {
	my ($type, $lenient, @names) = @_;
	my @lines = ("$in$type");

	return fixed("$in$type " . join(', ', @names)) unless $lenient;
	for my $name (@names) {
		if (length("$lines[-1], $name") > 72) {
			push @lines, "$in$type $name";
		} else {
			$lines[-1] .= ($lines[-1] eq "$in$type" ? ' ' : ', ') . $name;
		}
	}
	return join('', map { "$_\n" } @lines);
}

# (type, dummy argument, whether it may be anything)
sub f77_dummy {
	my ($p, $lenient) = @_;
	my ($name, $decl) = ($p->{name}, $fortran{$p->{fk}}[0]);

	return ('INTEGER', "$name(*)", 1)
		if $decl eq 'CHOICE' || $lenient && $decl =~ /^INTEGER(\(8\))?(\*|\(8,\*\)|~)$/;
	return ('INTEGER', $name, $lenient) if $decl eq 'INTEGER';
	return ('INTEGER', "$name($1,*)", 0) if $decl =~ /^INTEGER\((\d),\*\)/;
	return ('INTEGER', "$name(8)", 0) if $decl =~ /~$/;
	return ($1, "$name(*)", 0) if $decl =~ /^([^*]*)\*$/;
	return ($decl, $name, 0);
}

# By kinds, since options of the compiler may change DOUBLE PRECISION.
sub function_type {
	my ($type) = @_;

	return $type eq 'double' ? 'REAL(8)' : 'INTEGER(8)';
}

# Compilers take any type and rank for this dummy argument.
sub anything {
	my ($name) = @_;

	return "!GCC\$ ATTRIBUTES NO_ARG_CHECK :: $name\n!DIR\$ IGNORE_TKR $name\n";
}

# $lenient, for mpif.h: integers and arrays too may be anything, as programs without interfaces have
# it.
sub f77_interface {
	my ($proc, $name, $lenient) = @_;
	my $type = $proc->{returns};
	my $head = $in . ($type ? 'FUNCTION' : 'SUBROUTINE') . " $name";
	my @params = (@{$proc->{params}},
		      has_no_ierror($proc) ? () : {name => 'ierror', fk => 'oint'});
	my (%declared, @order);
	my $directives = '';

	@params = short_names($head, @params) if $lenient;
	my $args = join($lenient ? ',' : ', ', map { $_->{name} } @params);
	for my $p (@params) {
		my ($decl, $dummy, $any) = f77_dummy($p, $lenient);
		push @order, $decl unless $declared{$decl};
		push @{$declared{$decl}}, $dummy;
		$directives .= "${in}TARGET $p->{name}\n"
			if keeps_buffers($proc) && $p->{fk} =~ /^c?choice$/;
		$directives .= anything($p->{name}) if $any;
	}
	my $text = $lenient ? "$head($args)\n" : fixed("$head($args)");
	$text .= "${in}IMPORT :: C_PTR\n" if grep { $_->{fk} eq 'cptr' } @params;
	$text .= declarations($_, $lenient, @{$declared{$_}}) for @order;
	$text .= $directives;
	return "$text$in" . function_type($type) . " $name\n${in}END FUNCTION\n" if $type;
	return $text . "${in}END SUBROUTINE\n";
}

# Constants that Fortran has: [name, value, handle type or ''].
sub fortran_constants {
	my (%value, @list);

	open(my $fh, '<', "$here/../mpi/abi.tsv") or die "abi.tsv: $!\n";
	while (<$fh>) {
		next if /^#/;
		chomp;
		my ($kind, $name, $type, $value) = split /\t/;
		next if $type =~ /\*|^MPI_T_/ || $name =~ /^MPI_(T_(?!ERR_)|F_|MAX_.*_SIZE)/;
		if ($value =~ /^MPI_/) {
			($type, $value) = @{$value{$value}};
		}
		$value = $value =~ /^0x/i ? hex $value : $value;
		# The room for text in Fortran is one less: there is no null (MPI-5.0 2.6.2).
		$value-- if $name =~ /^MPI_MAX_/;
		$value{$name} = [$type, $value];
		my $handle = $type =~ /^MPI_/ && $type ne 'MPI_Offset' ? $type : '';
		push @list, [$name, $value, $handle, $type];
	}
	close $fh;
	return @list;
}

my @kinds = (['MPI_ADDRESS_KIND', 8], ['MPI_COUNT_KIND', 8], ['MPI_OFFSET_KIND', 8],
	['MPI_INTEGER_KIND', 4], ['MPI_STATUS_SIZE', 8], ['MPI_SOURCE', 1], ['MPI_TAG', 2],
	['MPI_ERROR', 3]);

sub f77_constants {
	my ($subarrays) = @_;
	my $text = '';

	$text .= "${in}INTEGER $_->[0]\n${in}PARAMETER ($_->[0]=$_->[1])\n" for @kinds;
	for (fortran_constants()) {
		my ($name, $value, undef, $type) = @$_;
		my $decl = $type eq 'MPI_Offset' ? 'INTEGER(8)' : 'INTEGER';
		$text .= "${in}$decl $name\n${in}PARAMETER ($name=$value)\n";
	}
	for (qw(MPI_SUBARRAYS_SUPPORTED MPI_ASYNC_PROTECTS_NONBLOCKING)) {
		$text .= "${in}LOGICAL $_\n${in}PARAMETER ($_=.FALSE.)\n";
	}
	return $text;
}

# [name, declaration in mpif.h, in mpi_f08]
my @sentinels = (
	['BOTTOM', 'INTEGER MPI_BOTTOM', 'integer :: MPI_BOTTOM'],
	['IN_PLACE', 'INTEGER MPI_IN_PLACE', 'integer :: MPI_IN_PLACE'],
	['BUFFER_AUTOMATIC', 'INTEGER, TARGET :: MPI_BUFFER_AUTOMATIC',
	 'integer, target :: MPI_BUFFER_AUTOMATIC'], # c_loc of it is a result (MPI-5.0 3.6)
	['STATUS_IGNORE', 'INTEGER MPI_STATUS_IGNORE(8)', 'type(MPI_Status) :: MPI_STATUS_IGNORE'],
	['STATUSES_IGNORE', 'INTEGER MPI_STATUSES_IGNORE(8,1)',
	 'type(MPI_Status) :: MPI_STATUSES_IGNORE(1)'],
	['ERRCODES_IGNORE', 'INTEGER MPI_ERRCODES_IGNORE(1)', 'integer :: MPI_ERRCODES_IGNORE(1)'],
	['ARGV_NULL', 'CHARACTER*1 MPI_ARGV_NULL(1)', 'character(len=1) :: MPI_ARGV_NULL(1)'],
	['ARGVS_NULL', 'CHARACTER*1 MPI_ARGVS_NULL(1,1)',
	 'character(len=1) :: MPI_ARGVS_NULL(1,1)'],
	['UNWEIGHTED', 'INTEGER MPI_UNWEIGHTED(1)', 'integer :: MPI_UNWEIGHTED(1)'],
	['WEIGHTS_EMPTY', 'INTEGER MPI_WEIGHTS_EMPTY(1)', 'integer :: MPI_WEIGHTS_EMPTY(1)'],
);

sub f77_sentinels {
	return join('', map { "${in}$_->[1]\n${in}COMMON /MPI_FORTRAN_$_->[0]/ MPI_$_->[0]\n" }
		    @sentinels);
}

my @predefined = map { ("MPI_${_}NULL_COPY_FN", "MPI_${_}NULL_DELETE_FN", "MPI_${_}DUP_FN") }
	'', 'COMM_', 'TYPE_', 'WIN_';
my @no_conversion = ('MPI_CONVERSION_FN_NULL', 'MPI_CONVERSION_FN_NULL_C');

sub prefixes {
	my ($proc) = @_;

	return ("MPI_$proc->{name}", "PMPI_$proc->{name}");
}

sub mpif {
	my (@procs) = @_;
	my $text = "! SPDX-License-Identifier: BSD-3-Clause\n! $generated\n" . <<'END';
! The MPI interface for Fortran 77, in lines that fixed and free form both take. Buffers may be of
! any type: only the procedures that have one need an interface.
! Where a default INTEGER has 8 bytes (-fdefault-integer-8) the next value divides by zero.
END

	$text .= "${in}INTEGER MPI_INTEGER_OF_FOUR_BYTES\n"
	       . "${in}PARAMETER (MPI_INTEGER_OF_FOUR_BYTES=1/(4/KIND(1)))\n";
	$text .= f77_constants() . f77_sentinels();
	$text .= "${in}EXTERNAL $_\n" for @predefined, @no_conversion;
	for my $proc (grep { $_->{returns} } @procs) {
		my $type = function_type($proc->{returns});
		$text .= "${in}$type $_\n${in}EXTERNAL $_\n" for prefixes($proc);
	}
	$text .= "${in}INTERFACE\n";
	for my $proc (grep { !$_->{wide} } @procs) {
		next unless grep { $_->{fk} =~ /^(c?choice|unused)$/ } @{$proc->{params}};
		$text .= f77_interface($proc, $_, 1) for prefixes($proc);
	}
	$text .= sizeof_interface($_, "${_}_SIZEOF(x,size,err)") for 'MPI', 'PMPI';
	return $text . "${in}END INTERFACE\n";
}

sub sizeof_interface {
	my ($prefix, $head) = @_;
	my ($err) = $head =~ /(\w+)\)/;

	return "${in}SUBROUTINE $head BIND(C,name='" . lc($prefix) . "_sizeof_ts_')\n"
	     . "${in}TYPE(*), DIMENSION(..), INTENT(IN) :: x\n${in}INTEGER size\n"
	     . "${in}INTEGER $err\n${in}END SUBROUTINE\n";
}

# The address is an integer or a C_PTR.
sub pointer_interfaces {
	my ($proc) = @_;
	my $text = '';
	my %cptr = (%$proc, params => [map { $_->{fk} eq 'pointer' ? {%$_, fk => 'cptr'} : $_ }
				       @{$proc->{params}}]);

	for my $name (prefixes($proc)) {
		$text .= "${in}INTERFACE $name\n" . f77_interface($proc, $name, 0)
		       . f77_interface(\%cptr, "${name}_cptr", 0) . "${in}END INTERFACE\n";
	}
	return $text;
}

sub predefined_interface {
	my ($name) = @_;
	my $old = $name =~ /^MPI_(NULL|DUP)/;
	my $kind = $old ? 'INTEGER' : 'INTEGER(8)';
	my $text = $name =~ /DELETE/
		 ? fixed("${in}SUBROUTINE $name(handle, keyval, attribute_val, extra_state, "
			 . 'ierror)')
		   . "${in}INTEGER handle\n${in}INTEGER keyval\n${in}$kind attribute_val\n"
		   . "${in}$kind extra_state\n"
		 : fixed("${in}SUBROUTINE $name(oldhandle, keyval, extra_state, attribute_val_in, "
			 . 'attribute_val_out, flag, ierror)')
		   . "${in}INTEGER oldhandle\n${in}INTEGER keyval\n${in}$kind extra_state\n"
		   . "${in}$kind attribute_val_in\n${in}$kind attribute_val_out\n"
		   . "${in}LOGICAL flag\n";

	return "$text${in}INTEGER ierror\n${in}END SUBROUTINE\n";
}

sub module_mpi {
	my (@procs) = @_;
	my $text = "! SPDX-License-Identifier: BSD-3-Clause\n! $generated\n"
		 . "${in}MODULE mpi\n${in}USE, INTRINSIC :: ISO_C_BINDING, ONLY: C_PTR\n"
		 . "${in}USE mpi_f08_types\n"
		 . "${in}IMPLICIT NONE\n${in}PRIVATE :: C_PTR\n"
		 . f77_constants() . f77_sentinels() . "${in}INTERFACE\n";

	$text .= predefined_interface($_) for @predefined;
	$text .= "${in}SUBROUTINE $_()\n${in}END SUBROUTINE\n" for @no_conversion;
	for my $proc (@procs) {
		next if $proc->{wide} || grep { $_->{fk} eq 'pointer' } @{$proc->{params}};
		$text .= f77_interface($proc, $_, 0) for prefixes($proc);
	}
	$text .= "${in}END INTERFACE\n";
	for my $proc (@procs) {
		next if $proc->{wide} || !grep { $_->{fk} eq 'pointer' } @{$proc->{params}};
		$text .= pointer_interfaces($proc);
	}
	for my $prefix ('MPI', 'PMPI') {
		$text .= "${in}INTERFACE ${prefix}_SIZEOF\n"
		       . sizeof_interface($prefix, "${prefix}_SIZEOF_TS(x, size, ierror)" . ' ' x 25
					  . "&\n     & ")
		       . "${in}END INTERFACE\n";
	}
	return $text . "${in}END MODULE mpi\n";
}

# ---- mpi_f08_types and mpi_f08: free form ----

# Is this mpi_f08 for compilers without assumed rank? Buffers are as in module mpi then.
our $plain = 0;

sub free {
	my ($text) = @_;
	my ($line, $out) = ('', '');

	for my $word (split /(?<=,) ?/, $text) {
		if (length("$line $word") > 96) {
			$out .= "$line &\n";
			$line = '      ';
		}
		$line .= ($line =~ /\S$/ ? ' ' : '') . $word;
	}
	return "$out$line\n";
}

my @handles = sort values %handle;

sub module_types {
	my $text = "! SPDX-License-Identifier: BSD-3-Clause\n! $generated\n"
		 . "! The types of mpi_f08, which module mpi has too: a handle is the INTEGER of "
		 . "mpif.h.\nmodule mpi_f08_types\n  implicit none\n";
	my %procs;

	for (@handles) {
		$text .= "  type, bind(C) :: $_\n    integer :: MPI_VAL\n  end type\n";
		my $lower = lc s/^MPI_//r;
		push @{$procs{'=='}}, ["${lower}_eq", $_];
		push @{$procs{'/='}}, ["${lower}_ne", $_];
	}
	$text .= "  type, bind(C) :: MPI_Status\n    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR\n"
	       . "    integer, private :: MPI_internal(5)\n  end type\n";
	for my $op ('==', '/=') {
		$text .= "  interface operator ($op)\n"
		       . free('    module procedure ' . join(', ', map { $_->[0] } @{$procs{$op}}))
		       . "  end interface\n";
	}
	for my $way ('f2f08', 'f082f') {
		$text .= "  interface PMPI_Status_$way\n    module procedure MPI_Status_$way\n"
		       . "  end interface\n";
	}
	$text .= free('  private :: '
		      . join(', ', map { $_->[0] } map { @{$procs{$_}} } '==', '/='));
	$text .= "contains\n";
	for my $op ('==', '/=') {
		for (@{$procs{$op}}) {
			$text .= "  elemental logical function $_->[0](a, b)\n"
			       . "    type($_->[1]), intent(in) :: a, b\n"
			       . "    $_->[0] = a%MPI_VAL $op b%MPI_VAL\n  end function\n";
		}
	}
	# Elements one by one: flang calls its run-time library for arrays.
	return $text . <<'END';
  subroutine MPI_Status_f2f08(f_status, f08_status, ierror)
    integer, intent(in) :: f_status(8)
    type(MPI_Status), intent(out) :: f08_status
    integer, optional, intent(out) :: ierror
    integer :: i
    f08_status%MPI_SOURCE = f_status(1)
    f08_status%MPI_TAG = f_status(2)
    f08_status%MPI_ERROR = f_status(3)
    do i = 1, 5
      f08_status%MPI_internal(i) = f_status(3 + i)
    end do
    if (present(ierror)) ierror = 0
  end subroutine
  subroutine MPI_Status_f082f(f08_status, f_status, ierror)
    type(MPI_Status), intent(in) :: f08_status
    integer, intent(out) :: f_status(8)
    integer, optional, intent(out) :: ierror
    integer :: i
    f_status(1) = f08_status%MPI_SOURCE
    f_status(2) = f08_status%MPI_TAG
    f_status(3) = f08_status%MPI_ERROR
    do i = 1, 5
      f_status(3 + i) = f08_status%MPI_internal(i)
    end do
    if (present(ierror)) ierror = 0
  end subroutine
end module mpi_f08_types
END
}

# Procedures of the program's: [name, parameters as in %special].
my @callbacks = (
	map({ my ($word, $kind) = @$_;
	      my $lower = lc $word;
	      my $name = $word eq 'Type' ? 'datatype' : $lower;
	      (["MPI_${word}_copy_attr_function", "$kind old$lower, int ${lower}_keyval, "
		. 'aint extra_state, aint attribute_val_in, aint attribute_val_out, logical flag'],
	       ["MPI_${word}_delete_attr_function", "$kind $name, int ${lower}_keyval, "
		. 'aint attribute_val, aint extra_state']) }
	    ['Comm', 'comm'], ['Type', 'type'], ['Win', 'win']),
	map({ ["MPI_${_}_errhandler_function", lc($_) . ' ' . lc($_) . ', int error_code',
		'no ierror'] }
	    'Comm', 'Win', 'File', 'Session'),
	['MPI_User_function', 'vec invec, vec inoutvec, int len, type datatype', 'no ierror'],
	['MPI_User_function_c', 'vec invec, vec inoutvec, aint len, type datatype', 'no ierror'],
	['MPI_Datarep_extent_function', 'type datatype, aint extent, aint extra_state'],
	map({ ["MPI_Datarep_conversion_function$_->[0]", 'vec userbuf, type datatype, '
		. "$_->[1] count, vec filebuf, aint position, aint extra_state"] }
	    ['', 'int'], ['_c', 'aint']),
	['MPI_Grequest_query_function', 'aint extra_state, status status'],
	['MPI_Grequest_free_function', 'aint extra_state'],
	['MPI_Grequest_cancel_function', 'aint extra_state, logical complete'],
);

sub callback_body {
	my ($name, $params, $no_ierror) = @_;
	my @params = map { [split ' '] } split /, /, $params;
	my @names = (map({ $_->[1] } @params), $no_ierror ? () : 'ierror');
	my $text = free("    subroutine $name(" . join(', ', @names) . ')')
		 . "      import\n";

	for (@params) {
		my ($fk, $what) = @$_;
		my $type = $handle{$fk} ? "type($handle{$fk})"
			 : {int => 'integer', aint => 'integer(8)', logical => 'logical',
			    status => 'type(MPI_Status)', vec => 'type(C_PTR), value'}->{$fk};
		$text .= "      $type :: $what\n";
	}
	return $text . ($no_ierror ? '' : "      integer :: ierror\n") . "    end subroutine\n";
}

sub callback_type {
	my ($proc, $name) = @_;

	return 'MPI_User_function' . ($proc->{wide} ? '_c' : '') if $name eq 'user_fn';
	return 'MPI_Datarep_extent_function' if $name eq 'dtype_file_extent_fn';
	return 'MPI_Datarep_conversion_function' . ($proc->{wide} ? '_c' : '')
		if $name =~ /_conversion_fn$/;
	return "MPI_Grequest_$1_function" if $name =~ /^(query|free|cancel)_fn$/;
	$name =~ s/_fn$/_function/;
	return 'MPI_' . ucfirst $name;
}

sub f08_declaration {
	my ($proc, $p) = @_;
	my ($fk, $name) = @{$p}{qw(fk name)};
	my $later = keeps_buffers($proc);

	return "procedure(" . callback_type($proc, $name) . ") :: $name" if $fk eq 'fn';
	return 'integer' . ($later ? ', target' : '') . " :: $name(*)"
		if $plain && $fk =~ /^c?choice$/;
	if ($fk =~ /^c?choice$/) {
		my $only_read = $fk eq 'cchoice' && $proc->{name} !~ /^(Get_address|Win_detach)$/
			|| $proc->{name} eq 'Free_mem';
		return 'type(*), dimension(..)' . ($only_read ? ', intent(in)' : '')
		     . ($later ? ', asynchronous, target' : '') . " :: $name";
	}
	my $decl = $fortran{$fk}[1];
	return "$1 :: $name(3, *)" if $decl =~ /^(.*)\(3,\*\)$/;
	return $1 . ($later ? ', asynchronous' : '') . " :: $name(*)"
		if $decl =~ /^(.*)\*$/ && $decl !~ /len=\*\)$/;
	return "$decl :: $name";
}

# Neighbours of one type in one statement.
sub merged {
	my @out;

	for (@_) {
		my ($type, $name) = / :: / ? ($`, $') : die "$_\n";
		if (@out && $out[-1] =~ /^\Q$type\E :: /) {
			$out[-1] .= ", $name";
		} else {
			push @out, $_;
		}
	}
	return @out;
}

# The interface of a specific procedure; the second result tells it from its twin of large counts.
sub f08_specific {
	my ($proc, $prefix) = @_;
	my $choice = !$plain && is_choice($proc);
	my $specific = "${prefix}_$proc->{name}_f08" . ($choice ? 'ts' : '');
	my $type = $proc->{returns};
	my @declarations = map { f08_declaration($proc, $_) } @{$proc->{params}};
	my @names = map { $_->{name} } @{$proc->{params}};

	push @names, 'ierror' unless has_no_ierror($proc);
	my $text = free('    ' . ($type ? lc(function_type($type)) . ' function' : 'subroutine')
			. " $specific(" . join(', ', @names) . ')'
			. ($choice ? ' bind(C, name="' . lc($specific) . '_")' : ''));
	$text .= "      import\n" if grep { /type\((MPI_|C_PTR)|procedure/ } @declarations;
	$text .= join('', map { free("      $_") } merged(@declarations));
	$text .= join('', map { anything($_->{name}) }
		      grep { $plain && $_->{fk} =~ /^c?choice$/ } @{$proc->{params}});
	$text .= "      integer, optional, intent(out) :: ierror\n" unless has_no_ierror($proc);
	return ($text . '    end ' . ($type ? 'function' : 'subroutine') . "\n",
		join('|', map { s/ :: .*//r } @declarations));
}

sub f08_interfaces {
	my (@procs) = @_;
	my (%by_name, @order);
	my $text = '';

	for my $proc (grep { $_->{f08} } @procs) {
		my $generic = $proc->{special} ? $proc->{name} : $proc->{of};
		push @order, $generic unless $by_name{$generic};
		push @{$by_name{$generic}}, $proc;
	}
	for my $prefix ('MPI', 'PMPI') {
		for my $generic (@order) {
			my %seen;
			$text .= "  interface ${prefix}_$generic\n";
			for (@{$by_name{$generic}}) {
				my ($body, $signature) = f08_specific($_, $prefix);
				$text .= $body unless $seen{$signature}++;
			}
			$text .= "  end interface\n";
		}
		next if $plain;
		my $name = lc($prefix) . '_sizeof_ts_';
		$text .= <<END;
  interface ${prefix}_Sizeof
    subroutine ${prefix}_Sizeof_f08ts(x, size, ierror) &
        bind(C, name="$name")
      type(*), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, optional, intent(out) :: ierror
    end subroutine
  end interface
END
	}
	return $text;
}

sub f08_constants {
	my $text = '';

	$text .= "  integer, parameter :: $_->[0] = $_->[1]\n"
		for grep { $_->[0] !~ /^MPI_(SOURCE|TAG|ERROR|STATUS_SIZE)$/ } @kinds;
	for (fortran_constants()) {
		my ($name, $value, $handle, $type) = @$_;
		my $integer = $type eq 'MPI_Offset' ? 'integer(8)' : 'integer';
		$text .= $handle ? "  type($handle), parameter :: $name = $handle($value)\n"
		       : "  $integer, parameter :: $name = $value\n";
	}
	$text .= "  integer, parameter :: $_->[0] = $_->[1]\n"
		for ['MPI_STATUS_SIZE', 8], ['MPI_SOURCE', 1], ['MPI_TAG', 2], ['MPI_ERROR', 3];
	$text .= "  logical, parameter :: $_ = " . ($plain ? '.false.' : '.true.') . "\n"
		for qw(MPI_SUBARRAYS_SUPPORTED MPI_ASYNC_PROTECTS_NONBLOCKING);
	for (@sentinels) {
		$text .= "  $_->[2]\n  common /MPI_FORTRAN_$_->[0]/ MPI_$_->[0]\n";
	}
	return $text;
}

sub module_f08 {
	my (@procs) = @_;
	my $text = "! SPDX-License-Identifier: BSD-3-Clause\n! $generated\n"
		 . ($plain ? '! For compilers without assumed rank: they copy sections with gaps.'
		    : '! Buffers come by descriptors, so sections may have gaps: '
		      . 'fortran/section.h.')
		 . "\nmodule mpi_f08\n  use, intrinsic :: iso_c_binding, only: C_PTR\n"
		 . "  use mpi_f08_types\n  implicit none\n  private :: C_PTR\n" . f08_constants()
		 . "  abstract interface\n";

	$text .= callback_body(@$_) for @callbacks;
	$text .= "  end interface\n  interface\n";
	my %params = map { $_->[0] => $_->[1] } @callbacks;
	for my $word ('Comm', 'Type', 'Win') {
		my ($copy, $delete) = map { $params{"MPI_${word}_${_}_attr_function"} }
			'copy', 'delete';
		my $name = 'MPI_' . uc $word;
		$text .= callback_body("${name}_${_}_FN", $copy) for 'NULL_COPY', 'DUP';
		$text .= callback_body("${name}_NULL_DELETE_FN", $delete);
	}
	$text .= callback_body('MPI_CONVERSION_FN_NULL' . uc,
			       $params{"MPI_Datarep_conversion_function$_"}) for '', '_c';
	return "$text  end interface\n" . f08_interfaces(@procs) . "end module mpi_f08\n";
}

# ---- Files ----

sub fortran_main {
	my $out = @ARGV ? $ARGV[0] : "$here/..";
	my @procs = procedures();

	spew("$out/fortran/generated/calls.h", c_text(@procs));
	spew("$out/fortran/generated/sections.h", ts_text(@procs));
	spew("$out/fortran/generated/mpif.h", mpif(@procs));
	spew("$out/fortran/generated/mpi.f90", module_mpi(@procs));
	spew("$out/fortran/generated/mpi_f08_types.f90", module_types());
	spew("$out/fortran/generated/mpi_f08.f90", module_f08(@procs));
	local $plain = 1;
	spew("$out/fortran/generated/mpi_f08_plain.f90", module_f08(@procs));
}

fortran_main() unless caller;
1;
