#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Prints a C program that calls every entry point of mpi/api*.tbl (and its _c twin)
# once for each way in which one of its arguments can be wrong, all others being right,
# and expects the error class of that kind of argument, from the error handler too. For args.t.
# Alone it makes the calls without intercommunicators, on two ranks those with one.
#
# An argument that the tables call `raw` has its wrong values in %bad_named; else it stands in %any:
# every value of its type is right.
#
#     perl t/mpi/args.pl SOURCE
use strict;
use warnings;

my $src = shift or die "usage: args.pl SOURCE\n";
require "$src/mpi/gen.pl";

# Lines "key, key: item; item": an item is one text.
sub table {
	my %table;

	for (split /\n/, shift) {
		my ($keys, $items) = /^(.*?): +(.*)$/ or die "args.pl: $_\n";
		push @{$table{$_}}, split /; /, $items for split /, /, $keys;
	}
	return %table;
}

# A right value of each kind: a variable of args.h, or a constant.
my %good = table(<<'END');
count, num, bigcount, posint, unit: 1
int, aint, dest, source, rank, root, tag, rtag, raw: 0
sbuf, svbuf, cbuf: buf
rbuf, rvbuf: other
obuf: room
comm, commornull, intra: MPI_COMM_SELF
inter: inter
cart, hood: cart
graph: graph
dist: dist
commp: &some_comm
group: group
groupp: &some_group
type, anytype, typeornull: MPI_INT
typep: &some_type
op: MPI_SUM
opp: &user_op
eh: MPI_ERRORS_RETURN
ehp: &some_eh
info: MPI_INFO_NULL
theinfo: some_info
infop: &free_info
session: session
sessionp: &session
win, winornull: win
file, fileornull: file
filep: &file
newfile: &some_file
offset: 0
ooffset: &wide_number
winp: &win
reqp: &active
msgp: &no_proc
keyval: %s_key
keyvalp: &%s_free_key
ints, displs, ranks, nranks, list, oarr, members: zeros
degrees, index, counts: ones
aints, bytes, oaints: azeros
ocounts: wzeros
types, ctypes, otypes: types
ranges: ranges
reqs, creqs: nulls
status, wstatus, cstatus: &status
key: "key"
str: "name"
ostr: text
oint, ocount, ounit: &number
iocount: &zero
ocnt: &wide_number
oaint, oaddr: &address
newreq: &request
newcomm: &new_comm
newgroup: &new_group
newtype: &new_type
newop: &new_op
neweh: &new_eh
newmsg: &message
newinfo: &new_info
newsession: &some_session
newwin: &some_win
END

# The same by name, or by function and name, where that of the kind does not do.
my %good_named = table(<<'END');
user_fn, query_fn, free_fn, cancel_fn: a_function
comm_errhandler_fn, win_errhandler_fn, session_errhandler_fn, file_errhandler_fn: a_function
dtype_file_extent_fn: (MPI_Datarep_extent_function *)a_function
Register_datarep datarep, Register_datarep_c datarep: "external32"
weights, sourceweights, destweights: MPI_UNWEIGHTED
baseptr, address, parent, logical_true, logical_false: room
logical_size, size: 4
partitions: 2
nnodes, Graph_create nnodes, Graph_map nnodes, Type_create_darray size: 1
dims, array_of_psizes: ones
Dims_create dims, Cart_get dims, Cart_get coords, array_of_starts: zeros
array_of_distribs: blocks
array_of_dargs: defaults
order: MPI_ORDER_C
datarep: "external32"
File_set_view datarep: "native"
File_get_view datarep: text
File_open filename, File_delete filename: file_name
File_open amode: MPI_MODE_CREATE | MPI_MODE_RDWR
whence: MPI_SEEK_SET
File_read_at_all_end fh: splits[0]
File_write_at_all_end fh: splits[1]
File_read_all_end fh: splits[2]
File_write_all_end fh: splits[3]
File_read_ordered_end fh: splits[4]
File_write_ordered_end fh: splits[5]
File_read_ordered_end buf: other
File_write_ordered_end buf: buf
File_read_at_all_end buf, File_read_all_end buf: other
File_write_at_all_end buf, File_write_all_end buf: buf
File_set_view etype, File_set_view filetype: MPI_INT
value: "value"
pset_name: "mpi://WORLD"
Info_get_string value, Info_get value, Session_get_nth_pset pset_name: text
Info_get_string buflen, Session_get_nth_pset pset_len: &room_length
Info_get valuelen: 8
lock_type: MPI_LOCK_SHARED
peer_comm: MPI_COMM_SELF
remote_group: group
split_type: MPI_COMM_TYPE_SHARED
typeclass: MPI_TYPECLASS_INTEGER
Wait request, Test request: &active
Request_get_status request: active
Grequest_start request: &request
Parrived request: precv
Pready request, Pready_range request, Pready_list request: psend
Win_attach win, Win_detach win: dynamic
Comm_get_attr comm_keyval, Attr_get keyval: COMM_key
Win_get_attr win_keyval: WIN_key
errorcode: MPI_ERR_OTHER
Add_error_string errorcode, Remove_error_string errorcode, errorclass: added
Pack outsize, Unpack insize, Pack_external outsize, Unpack_external insize: 64
END

# The same for the large-count twin, where the C type differs: by kind, and values by themselves.
my %wide = table(<<'END');
ounit: &address
counts: wones
ints, aints: wzeros
displs: azeros
ocount, oaint: &wide_number
iocount: &wide_zero
zeros: wzeros
ones: wones
twos: wtwos
nones: wnones
&minus: &wide_minus
END

# Wrong values: text and error class. @X stands for those of the handle X: null, 0, of another kind
# (a value that is no constant must be readable), freed; &X for those behind a pointer, which may be
# NULL.
my %handle = table(<<'END');
@comm: MPI_COMM_NULL COMM; NULL COMM; (MPI_Comm)group COMM; (MPI_Comm)MPI_INT COMM; freed_comm COMM
@file: MPI_FILE_NULL FILE; NULL FILE; (MPI_File)group FILE; (MPI_File)MPI_INT FILE; freed_file FILE
@win: MPI_WIN_NULL WIN; NULL WIN; (MPI_Win)group WIN; (MPI_Win)MPI_INT WIN; freed_win WIN
@group: MPI_GROUP_NULL GROUP; NULL GROUP; (MPI_Group)cart GROUP; (MPI_Group)MPI_INT GROUP
@group: freed_group GROUP
@type: MPI_DATATYPE_NULL TYPE; NULL TYPE; (MPI_Datatype)group TYPE; (MPI_Datatype)MPI_SUM TYPE
@type: freed_type TYPE
@op: MPI_OP_NULL OP; NULL OP; (MPI_Op)group OP; (MPI_Op)MPI_INT OP; freed_op OP
@info: NULL INFO; (MPI_Info)group INFO; (MPI_Info)MPI_INT INFO; freed_info INFO
@eh: MPI_ERRHANDLER_NULL ERRHANDLER; NULL ERRHANDLER; (MPI_Errhandler)group ERRHANDLER
@eh: (MPI_Errhandler)MPI_INT ERRHANDLER; freed_eh ERRHANDLER
@session: MPI_SESSION_NULL SESSION; NULL SESSION; (MPI_Session)group SESSION
@session: (MPI_Session)MPI_INT SESSION; freed_session SESSION
@request: NULL REQUEST; (MPI_Request)group REQUEST; (MPI_Request)MPI_INT REQUEST
@request: freed_request REQUEST
&comm: NULL ARG; &null_comm COMM; (MPI_Comm *)&group COMM; &freed_comm COMM
&file: NULL ARG; &null_file FILE; (MPI_File *)&group FILE; &freed_file FILE
&win: NULL ARG; &null_win WIN; (MPI_Win *)&group WIN; &freed_win WIN
&group: NULL ARG; &null_group GROUP; (MPI_Group *)&cart GROUP; &freed_group GROUP
&type: NULL ARG; &null_type TYPE; (MPI_Datatype *)&group TYPE; &freed_type TYPE
&op: NULL ARG; &null_op OP; (MPI_Op *)&group OP; &freed_op OP
&info: NULL ARG; &null_info INFO; (MPI_Info *)&group INFO; &freed_info INFO
&eh: NULL ARG; &null_eh ERRHANDLER; (MPI_Errhandler *)&group ERRHANDLER; &freed_eh ERRHANDLER
&session: NULL ARG; &null_session SESSION; (MPI_Session *)&group SESSION; &freed_session SESSION
&request: NULL ARG; (MPI_Request *)&group REQUEST; &freed_request REQUEST
&message: NULL ARG; &null_message REQUEST; (MPI_Message *)&group REQUEST; &freed_message REQUEST
END

# Of each kind.
my %bad = table(<<'END');
count: -1 COUNT; MPI_UNDEFINED COUNT
bigcount: -1 COUNT
posint: 0 ARG; -1 ARG
unit: 0 DISP; -1 DISP
sbuf, rbuf: NULL BUFFER; MPI_BUFFER_AUTOMATIC BUFFER
svbuf, rvbuf: MPI_BUFFER_AUTOMATIC BUFFER
comm, intra: @comm
commornull: NULL COMM; (MPI_Comm)group COMM; (MPI_Comm)MPI_INT COMM; freed_comm COMM
inter: @comm; MPI_COMM_SELF COMM
cart: @comm; MPI_COMM_SELF TOPOLOGY; graph TOPOLOGY
graph: @comm; dist TOPOLOGY
dist: @comm; cart TOPOLOGY
hood: @comm; MPI_COMM_SELF TOPOLOGY
commp: &comm; &self_comm COMM
win: @win
winornull: NULL WIN; (MPI_Win)group WIN; (MPI_Win)MPI_INT WIN; freed_win WIN
winp: &win
file: @file
fileornull: NULL FILE; (MPI_File)group FILE; (MPI_File)MPI_INT FILE; freed_file FILE
filep: &file
offset: -1 ARG
session: @session
sessionp: &session
group: @group
groupp: &group
op: @op
opp: &op; &sum_op OP
eh: @eh; other_%s_eh ERRHANDLER
ehp: &eh
info: @info
theinfo: @info; MPI_INFO_NULL INFO
infop: &info; &env_info INFO
anytype: @type
typeornull: NULL TYPE; (MPI_Datatype)group TYPE; freed_type TYPE
type: @type; uncommitted TYPE
typep: &type
reqp: &request; &null_request REQUEST
msgp: &message
reqs, creqs: &request
keyval: MPI_KEYVAL_INVALID KEYVAL; MPI_TAG_UB KEYVAL; 77 KEYVAL; -1 KEYVAL; other_%s_key KEYVAL
keyvalp: NULL ARG; &invalid_key KEYVAL; &other_%s_key KEYVAL
key: NULL INFO_KEY; "" INFO_KEY; long_text INFO_KEY
dest: 1 RANK; MPI_ANY_SOURCE RANK; MPI_ROOT RANK; -9 RANK
source: 1 RANK; MPI_ROOT RANK; -9 RANK
rank: 1 RANK; -1 RANK; MPI_PROC_NULL RANK
root: 1 ROOT; -1 ROOT; MPI_ROOT ROOT; MPI_PROC_NULL ROOT; -9 ROOT
tag: -1 TAG; MPI_ANY_TAG TAG; -9 TAG
rtag: -1 TAG; -9 TAG
counts: NULL ARG; nones COUNT
members, ranks, nranks: NULL ARG; nones RANK; ones RANK
degrees, index: NULL ARG; nones ARG
types: NULL ARG; null_types TYPE; (MPI_Datatype *)&group TYPE; &freed_type TYPE
ctypes: NULL ARG; null_types TYPE; (MPI_Datatype *)&group TYPE; &freed_type TYPE; &uncommitted TYPE
ranges: NULL ARG; far_ranges RANK; still_ranges ARG
iocount: NULL ARG; &minus ARG
ints, displs, aints, bytes, list, oarr, oaints, ocounts, otypes, oint, ocount, ocnt, oaint: NULL ARG
str, ostr, cstatus, wstatus, oaddr, ounit, newreq, newcomm, newwin, newgroup, newtype: NULL ARG
newfile, ooffset: NULL ARG
newop, neweh, newmsg, newinfo, newsession: NULL ARG
END

# By name, or by function and name, beside those of the kind; and of arguments without a kind.
my %bad_named = table(<<'END');
user_fn, query_fn, free_fn, cancel_fn: NULL ARG
comm_errhandler_fn, win_errhandler_fn, session_errhandler_fn, file_errhandler_fn: NULL ARG
dtype_file_extent_fn: NULL ARG
Register_datarep datarep, Register_datarep_c datarep: "native" DUP_DATAREP
address, parent, logical_true, logical_false, baseptr, attribute_val, buffer_addr: NULL ARG
Info_get value, Info_get_string value, Session_get_nth_pset pset_name: NULL ARG
Info_set value: NULL INFO_VALUE; long_text INFO_VALUE
Info_get_string buflen: &minus ARG
Pack_external position, Unpack_external position: &minus_address ARG
valuelen, partitions, Alloc_mem size: -1 ARG
n: -1 ARG; 99 ARG
errorcode, errorclass: -1 ARG; 999 ARG
assert: 1 ASSERT; -1 ASSERT; 0x1000000 ASSERT
color: -5 ARG
split_type: -5 ARG; MPI_CART ARG
direction: -1 DIMS; 1 DIMS
lock_type: 0 LOCKTYPE; -1 LOCKTYPE
logical_size: 3 ARG; -4 ARG
nnodes: 0 ARG; -1 ARG
Graph_create nnodes, Graph_map nnodes: 2 ARG
order, typeclass: 0 ARG; -1 ARG
r, Type_create_f90_real p, Type_create_f90_complex p: 99999 ARG
Type_match_size size: 3 ARG; -4 ARG
partition, partition_low, partition_high: -1 ARG; 2 ARG
array_of_partitions: nones ARG; twos ARG
local_leader, remote_leader, Win_shared_query rank: 1 RANK; -1 RANK
peer_comm: @comm
remote_group: @group
weights, sourceweights, destweights: NULL ARG; nones ARG
target_disp: -1 RMA_RANGE; 99 RMA_RANGE
Pack_external datarep, Unpack_external datarep, Pack_external_size datarep: "native" ARG; "" ARG
File_set_view datarep: "none" UNSUPPORTED_DATAREP
File_open amode: 0 AMODE; -1 AMODE; MPI_MODE_RDONLY | MPI_MODE_CREATE AMODE
whence: 0 ARG; -1 ARG
File_read_at_all_end buf, File_write_at_all_end buf, File_read_all_end buf: room OTHER
File_write_all_end buf, File_read_ordered_end buf, File_write_ordered_end buf: room OTHER
File_seek offset, File_seek_shared offset: -1 ARG
File_delete filename: no_file NO_SUCH_FILE
Session_get_pset_info pset_name: "none" ARG
Wait request, Test request: &request
Request_get_status request: @request
Grequest_start request: NULL ARG
Grequest_complete request: @request; MPI_REQUEST_NULL REQUEST; active REQUEST
Pready request, Pready_range request, Pready_list request: @request; MPI_REQUEST_NULL REQUEST
Pready request, Pready_range request, Pready_list request: active REQUEST; precv REQUEST
Parrived request: @request; active REQUEST; psend REQUEST
Comm_get_attr comm_keyval, Attr_get keyval, Win_get_attr win_keyval: MPI_KEYVAL_INVALID KEYVAL
Comm_get_attr comm_keyval, Attr_get keyval, Win_get_attr win_keyval: 77 KEYVAL; TYPE_key KEYVAL
Cart_create dims, Cart_map dims: zeros DIMS; nones DIMS; twos DIMS
Dims_create dims: nones DIMS; twos DIMS
Cart_get maxdims, Cart_coords maxdims: 0 DIMS
Cart_rank coords: nones ARG; ones ARG
Graph_get maxindex, Graph_get maxedges, Graph_neighbors maxneighbors: 0 ARG
array_of_distribs: zeros ARG; nones ARG
array_of_psizes: zeros ARG; nones ARG; twos ARG
array_of_dargs: nones ARG; zeros ARG
array_of_starts: ones ARG
array_of_subsizes: twos ARG
Type_create_darray rank: 1 ARG; -1 ARG
Win_create size, Win_allocate size, Win_allocate_shared size, Win_attach size: -1 SIZE
Win_create base, Win_attach base: NULL BASE
Win_attach win, Win_detach win: win RMA_FLAVOR
Win_detach base: other ARG; NULL ARG
Pack outbuf, Unpack inbuf, Pack_external outbuf, Unpack_external inbuf: NULL BUFFER
Buffer_attach buffer, Comm_attach_buffer buffer, Session_attach_buffer buffer: NULL BUFFER
Accumulate op, Raccumulate op, Get_accumulate op, Rget_accumulate op: user_op OP; MPI_MAXLOC OP
Fetch_and_op op: user_op OP; MPI_MAXLOC OP
Compare_and_swap datatype: MPI_FLOAT TYPE
END

# Every value of the type is right.
my %any = map { $_ => 1 } qw(location argc argv array_of_statuses extra_state commute disp error
	read_conversion_fn write_conversion_fn flag high key level ... reorder source tag comm_copy_attr_fn comm_delete_attr_fn
	type_copy_attr_fn type_delete_attr_fn win_copy_attr_fn win_delete_attr_fn copy_fn
	delete_fn),
	(map { "$_ attribute_val" } qw(Comm_set_attr Type_set_attr Win_set_attr Attr_put)),
	(map { "Dist_graph_neighbors $_" } qw(sourceweights destweights)),
	'Abort errorcode', 'Free_mem base';

# The entry of a table for a parameter: by function and name, or by name alone where the kind
# determines little.
sub named {
	my ($table, $row, $p) = @_;
	my $general = $p->{kind} =~ /^(raw|list|str|[co]buf|counts)$/ ? $p->{name} : '';

	return $table->{"$row->{name} $p->{name}"} // $table->{$general};
}

# A value as it is written for this parameter and form.
sub adapted {
	my ($value, $p, $wide) = @_;

	$value = $wide{$value}[0] if $wide && $wide{$p->{kind}} && $wide{$value};
	return $value =~ s/%s/$p->{args}[0]/r;
}

sub right_value {
	my ($row, $p, $wide) = @_;
	my $values = named(\%good_named, $row, $p)
		  // ($wide && $wide{$p->{kind}}) || $good{$p->{kind}};

	return adapted($values->[0], $p, $wide);
}

sub wrong_values {
	my ($row, $p) = @_;
	my $kind = $p->{kind};
	my $any = $kind =~ /^(raw|[co]buf)$/ && named(\%any, $row, $p);
	my $named = $any ? undef : named(\%bad_named, $row, $p);
	my @wrong = map { /^[\@&]\w+$/ ? @{$handle{$_}} : $_ }
		@{$bad{$kind} || []}, @{$named || []};

	die "t/mpi/args.pl: MPI_$row->{name}: no wrong value for $p->{name}\n"
		if $kind =~ /^(raw|[co]buf)$/ && !$named && !$any;
	push @wrong, 'MPI_MAXLOC OP', 'MPI_REPLACE OP', 'MPI_NO_OP OP'
		if $kind eq 'op' && @{$p->{args}};
	push @wrong, 'MPI_IN_PLACE BUFFER' if $kind =~ /^sv?buf$/ && $p->{when} !~ /^send/
					   || $kind =~ /^rv?buf$/ && $p->{when} ne 'recvroot';
	return map { /^(.*) (\w+)$/ ? [$1, $2] : die "args.pl: $_\n" } @wrong;
}

# Cases of one entry point: [arguments, class, error].
sub cases {
	my ($row, $wide) = @_;
	my @params = grep { $_->{kind} ne 'alias' } @{$row->{params}};
	my @values = map { right_value($row, $_, $wide) } @params;
	my @cases;

	for my $i (0 .. $#params) {
		my $p = $params[$i];
		my @wrong = wrong_values($row, $p);
		push @wrong, [$values[$i] eq 'buf' ? 'other' : 'buf', 'BUFFER']
			if grep { $_->{kind} eq 'alias' && $_->{name} =~ /\b$p->{name}\b/ }
				@{$row->{params}};
		for (@wrong) {
			my @args = @values;
			$args[$i] = adapted($_->[0], $p, $wide);
			push @cases, [join(', ', @args), $_->[1], "$p->{name}=$args[$i]"];
		}
	}
	return @cases;
}

# Two wrong arguments of which one determines the meaning of the other: [arguments, error].
sub pairs {
	my ($row, $wide) = @_;
	my @params = grep { $_->{kind} ne 'alias' } @{$row->{params}};
	my @values = map { right_value($row, $_, $wide) } @params;
	my @pairs;

	for my $i (0 .. $#params) {
		my $needs = join ' ', @{$params[$i]{args} || []}, $params[$i]{len} // '';
		for my $j (grep { $needs =~ /\b$params[$_]{name}(_p)?\b/ } 0 .. $#params) {
			for my $one ((wrong_values($row, $params[$i]))[0, -1]) {
				for my $other ((wrong_values($row, $params[$j]))[0, -1]) {
					next unless $one && $other;
					my @args = @values;
					$args[$i] = adapted($one->[0], $params[$i], $wide);
					$args[$j] = adapted($other->[0], $params[$j], $wide);
					push @pairs, [join(', ', @args), join ' ',
						map { "$params[$_]{name}=$args[$_]" } $i, $j];
				}
			}
		}
	}
	return @pairs;
}

# ---- Calls with an intercommunicator, on two ranks ----

# A row that takes one: its own wrong arguments. One that does not: this.
sub inter_cases {
	my ($row, $wide) = @_;
	my @params = grep { $_->{kind} ne 'alias' } @{$row->{params}};
	my @values = map { right_value($row, $_, $wide) } @params;
	my ($comm) = grep { $params[$_]{kind} =~ /^(comm|intra)$/ } 0 .. $#params;
	my @cases;

	return cases($row, $wide) if grep { $_->{kind} eq 'inter' } @params;
	return () unless defined $comm;
	$values[$comm] = 'inter';
	return [join(', ', @values), 'COMM', "$params[$comm]{name}=inter"]
		if $params[$comm]{kind} eq 'intra';
	for my $i (0 .. $#params) {
		my ($kind, $name, $when) = @{$params[$i]}{qw(kind name when)};
		my @wrong = $kind eq 'root' ? map { [$_, 'ROOT'] } 1, -1, -9
			  : $kind =~ /buf$/ && $when =~ /^(send|sendroot|recvroot)$/
			  ? ['MPI_IN_PLACE', 'BUFFER'] : ();
		for (@wrong) {
			my @args = @values;
			$args[$i] = $_->[0];
			push @cases, [join(', ', @args), $_->[1], "$name=$_->[0] comm=inter"];
		}
	}
	return @cases;
}

# ---- The tool interface: by C type and name ----

my @good_tool = (
	[qr/^MPI_T_enum \w+$/, 'tool_enum'],
	[qr/^MPI_T_cvar_handle \w+$/, 'cvar'],
	[qr/^MPI_T_cvar_handle \*handle$/, '&cvar'],
	[qr/^MPI_T_pvar_session \w+$/, 'pvars'],
	[qr/^MPI_T_pvar_session \*/, '&pvars'],
	[qr/^MPI_T_pvar_handle \w+$/, 'pvar'],
	[qr/^MPI_T_pvar_handle \*handle$/, '&pvar'],
	[qr/^MPI_T_event_registration \w+$/, 'registration'],
	[qr/^MPI_T_event_instance \w+$/, 'NULL'],
	[qr/^MPI_T_event_\w+function /, 'a_function'],
	[qr/^MPI_T_cb_safety /, 'MPI_T_CB_REQUIRE_NONE'],
	[qr/^MPI_Info \w+$/, 'MPI_INFO_NULL'],
	[qr/^const char /, '"RONDO_EAGER"'],
	[qr/^int required/, 'MPI_THREAD_SINGLE'],
	[qr/^int len/, '4'],
	[qr/\*/, '(void *)room'],
	[qr/./, '0'],
);
# The second of two classes is that of calls which do not make the object that the pointer is for.
my @bad_tool = (
	[qr/^int \w+_index$/, '-1 INVALID_INDEX', '9999 INVALID_INDEX'],
	[qr/^int indx/, '-1 INVALID_ITEM', '99 INVALID_ITEM'],
	[qr/^MPI_T_pvar_session \w+$/, 'NULL INVALID_SESSION', '(void *)group INVALID_SESSION'],
	[qr/^MPI_T_pvar_session \*/,
	 'NULL INVALID|INVALID_SESSION', '(void *)&group INVALID_SESSION'],
	[qr/^MPI_T_(?:enum|[cp]var_handle|event_registration|event_instance) \w+$/,
	 'NULL INVALID_HANDLE', '(void *)group INVALID_HANDLE'],
	[qr/^MPI_T_[cp]var_handle \*/,
	 'NULL INVALID|INVALID_HANDLE', '(void *)&group INVALID_HANDLE'],
	[qr/^MPI_T_cb_safety /, '5 INVALID', '-1 INVALID'],
	[qr/^const char /, 'NULL INVALID', '"none" INVALID_NAME'],
	[qr/^int (?:required|len)/, '-1 INVALID'],
	[qr/^MPI_Info \w+$/, 'NULL INVALID', '(MPI_Info)group INVALID', 'freed_info INVALID'],
	[qr/\*(?!obj_handle|user_data)/, 'NULL INVALID'],
);

sub match_tool {
	my ($decl, @table) = @_;

	for (@table) {
		my ($pattern, @values) = @$_;
		return @values if $decl =~ $pattern;
	}
	return ();
}

sub tool_cases {
	my ($row) = @_;
	my @params = @{$row->{params}};
	my @values = map { match_tool($_->{decl}, @good_tool) } @params;
	my $makes = $row->{name} =~ /_(alloc|create)$/;
	my $ignores = $row->{name} =~ /get_info$|enum_get_item$|init_thread$/; # NULL: not wanted
	my @cases;

	for my $i (0 .. $#params) {
		my $decl = $params[$i]{decl};
		next if "@values" =~ /^NULL/ && $decl !~ /event_instance/; # callbacks have one
		for (match_tool($decl, @bad_tool)) {
			my ($value, $class, $other) = /^(.*) (\w+)(?:\|(\w+))?$/;
			my @args = @values;
			next if $makes && $value eq '(void *)&group'
				|| $ignores && /^NULL INVALID$/;
			$args[$i] = $value;
			$class = $other if $other && !$makes;
			push @cases, [join(', ', @args), $class, "$params[$i]{name}=$value"];
		}
	}
	return @cases;
}

# ---- The program ----

my %expected_fatal = map { $_ => 1 } qw(Init Init_thread);

sub calls {
	my ($prefix, $make, @rows) = @_;
	my $text = '';

	for my $row (@rows) {
		for my $suffix ('', $row->{flag}{_c} ? '_c' : ()) {
			my $name = "MPI_$row->{name}$suffix";
			for ($make->($row, $suffix)) {
				my ($args, @told) = @$_;
				$told[-1] = '"' . ("$name: $told[-1]" =~ s/"/\\"/gr) . '"';
				$text .= "\t$prefix" . join(', ', @told) . ", $name($args));\n";
			}
		}
	}
	return $text;
}

# Functions of 60 calls each, and the calls of these.
sub parts {
	my ($name, $calls) = @_;
	my @lines = split /^/, $calls;
	my ($functions, $main, $n) = ('', '', 0);

	while (my @some = splice @lines, 0, 60) {
		$functions .= "static void $name$n(void)\n{\n" . join('', @some) . "}\n\n";
		$main .= "\t$name$n();\n";
		$n++;
	}
	return $functions . "static void $name(void)\n{\n$main}\n\n";
}

my @rows = grep { !$_->{flag}{returns} && !$expected_fatal{$_->{name}} }
	map { @{$_->{rows}} } parse_table();
my @plain = grep { !$_->{flag}{tool} && $_->{name} !~ /^T_/ } @rows;
my @alone = grep { !grep { $_->{kind} eq 'inter' } @{$_->{params}} } @plain;
my @tools = grep { $_->{flag}{tool} || $_->{name} eq 'T_init_thread' } @rows;
my $functions = parts('alone', calls('fails(MPI_ERR_', \&cases, @alone)
		. calls('fails_somehow(', \&pairs, @alone))
	      . parts('tools', calls('tool_fails(MPI_T_ERR_', \&tool_cases, @tools))
	      . parts('inters', calls('fails(MPI_ERR_', \&inter_cases, @plain));

print "#include \"t/mpi/args.h\"\n\n$functions";
