#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Prints a C program that calls every entry point of mpi/api.tbl (and its _c twin)
# once for each way in which one of its arguments can be wrong, all others being right,
# and expects the error class of that kind of argument. For args.t.
#
#     perl t/mpi/args.pl SOURCE
use strict;
use warnings;

my $src = shift or die "usage: args.pl SOURCE\n";
require "$src/mpi/gen.pl";

# A right value of each kind.
my %good = (
	count => '1', num => '1', bigcount => '1', posint => '1', int => '0', aint => '0',
	(map { $_ => 'buf' } qw(sbuf svbuf cbuf obuf)), rbuf => 'other', rvbuf => 'other',
	comm => 'MPI_COMM_SELF', cart => 'cart', group => 'group', op => 'MPI_SUM',
	eh => 'MPI_ERRORS_RETURN', info => 'MPI_INFO_NULL', type => 'MPI_INT', anytype => 'MPI_INT',
	commp => '&some_comm', groupp => '&some_group', typep => '&some_type', opp => '&some_op',
	ehp => '&some_eh', reqp => '&active', msgp => '&no_proc',
	(map { $_ => '0' } qw(dest source rank root tag rtag grank)),
	(map { $_ => 'zeros' } qw(ranks nranks list oarr)), counts => 'ones', ints => 'zeros',
	displs => 'zeros', aints => 'azeros', types => 'types', ranges => 'ranges', reqs => 'nulls',
	status => '&status', wstatus => '&status', cstatus => '&status',
	(map { $_ => 'NULL' } qw(raw)), oint => '&number', ocount => '&number', iocount => '&zero',
	ocnt => '&wide_number', oaint => '&address', str => '"name"', ostr => 'text',
	newreq => '&request', newcomm => '&some_comm', newgroup => '&some_group',
	newtype => '&some_type', newop => '&some_op', neweh => '&some_eh', newmsg => '&message',
);

# The same for the large-count twin, where the C type differs.
my %wide = (
	counts => 'wones', ints => 'wzeros', displs => 'azeros', aints => 'wzeros',
	ocount => '&wide_number', iocount => '&wide_zero', oaint => '&wide_number',
);

# Wrong values of each kind, and the class of error.
my %bad = (
	count => [['-1', 'COUNT']], bigcount => [['-1', 'COUNT']], posint => [['0', 'ARG']],
	(map { $_ => [['NULL', 'BUFFER'], ['MPI_BUFFER_AUTOMATIC', 'BUFFER']] } qw(sbuf rbuf)),
	(map { $_ => [['MPI_BUFFER_AUTOMATIC', 'BUFFER']] } qw(svbuf rvbuf)),
	comm => [['MPI_COMM_NULL', 'COMM'], ['NULL', 'COMM'], ['(MPI_Comm)MPI_INT', 'COMM'],
		['(MPI_Comm)group', 'COMM'], ['freed_comm', 'COMM']],
	cart => [['MPI_COMM_NULL', 'COMM'], ['MPI_COMM_SELF', 'TOPOLOGY']],
	group => [['MPI_GROUP_NULL', 'GROUP'], ['(MPI_Group)cart', 'GROUP']],
	op => [['MPI_OP_NULL', 'OP'], ['(MPI_Op)MPI_COMM_SELF', 'OP']],
	eh => [['MPI_ERRHANDLER_NULL', 'ERRHANDLER']], info => [['(MPI_Info)group', 'INFO']],
	type => [['MPI_DATATYPE_NULL', 'TYPE'], ['NULL', 'TYPE'], ['uncommitted', 'TYPE'],
		['(MPI_Datatype)group', 'TYPE'], ['freed_type', 'TYPE']],
	anytype => [['MPI_DATATYPE_NULL', 'TYPE'], ['(MPI_Datatype)group', 'TYPE']],
	commp => [['NULL', 'ARG'], ['&null_comm', 'COMM'], ['&self_comm', 'COMM']],
	groupp => [['NULL', 'ARG'], ['&null_group', 'GROUP']],
	typep => [['NULL', 'ARG'], ['&null_type', 'TYPE']],
	opp => [['NULL', 'ARG'], ['&null_op', 'OP'], ['&sum_op', 'OP']],
	ehp => [['NULL', 'ARG'], ['&null_eh', 'ERRHANDLER']],
	reqp => [['NULL', 'ARG'], ['&null_request', 'REQUEST']],
	msgp => [['NULL', 'ARG'], ['&null_message', 'REQUEST']],
	dest => [['1', 'RANK'], ['MPI_ANY_SOURCE', 'RANK'], ['-9', 'RANK']],
	source => [['1', 'RANK'], ['MPI_ROOT', 'RANK']], rank => [['1', 'RANK'], ['-3', 'RANK']],
	root => [['1', 'ROOT'], ['-1', 'ROOT']], tag => [['-1', 'TAG'], ['MPI_ANY_TAG', 'TAG']],
	rtag => [['-1', 'TAG']], counts => [['NULL', 'ARG'], ['%nones', 'COUNT']],
	types => [['NULL', 'ARG'], ['null_types', 'TYPE']], ranks => [['NULL', 'ARG'], ['nones', 'RANK']],
	nranks => [['NULL', 'ARG'], ['nones', 'RANK']],
	ranges => [['NULL', 'ARG'], ['far_ranges', 'RANK'], ['still_ranges', 'ARG']],
	(map { $_ => [['NULL', 'ARG']] } qw(ints displs aints list oarr reqs oint ocount iocount ocnt
		oaint str ostr cstatus wstatus newreq newcomm newgroup newtype newop neweh newmsg)),
);

# Cases of one entry point: [arguments, class, what is wrong].
sub cases {
	my ($row, $wide) = @_;
	my @params = grep { $_->{kind} ne 'alias' } @{$row->{params}};
	my @values = map {
		my $k = $_->{kind};
		$k eq 'raw' ? ($_->{decl} =~ /\*|\.\.\./ ? 'NULL' : $_->{decl} =~ /MPI_Request/ ? 'active' : 0)
			    : $wide && $wide{$k} ? $wide{$k} : $good{$k} // die "kind $k\n";
	} @params;
	my @cases;

	for my $i (0 .. $#params) {
		my $p = $params[$i];
		my @wrong = @{$bad{$p->{kind}} || []};
		push @wrong, ['MPI_MAXLOC', 'OP'] if $p->{kind} eq 'op' && @{$p->{args}};
		push @wrong, ['MPI_IN_PLACE', 'BUFFER'] if $p->{kind} =~ /^[sr]v?buf$/ && !$p->{when};
		push @wrong, [$values[$i] eq 'buf' ? 'other' : 'buf', 'BUFFER']
			if grep { $_->{kind} eq 'alias' && $_->{name} =~ /\b$p->{name}\b/ } @{$row->{params}};
		for (@wrong) {
			my @args = @values;
			$args[$i] = $_->[0] =~ s/^%/$wide ? 'w' : ''/er;
			push @cases, [join(', ', @args), $_->[1], "$p->{name}=$args[$i]"];
		}
	}
	return @cases;
}

my %expected_fatal = map { $_ => 1 } qw(Init Init_thread);

sub program {
	my $text = '';

	for my $row (map { @{$_->{rows}} } parse_table()) {
		next if $expected_fatal{$row->{name}};
		for my $suffix ('', $row->{flag}{_c} ? '_c' : ()) {
			my $name = "MPI_$row->{name}$suffix";
			$text .= "\tfails(MPI_ERR_$_->[1], \"$name: $_->[2]\", $name($_->[0]));\n"
				for cases($row, $suffix);
		}
	}
	return $text;
}

my $calls = program();
my $parts = 0;
my $functions = '';
my @lines = split /^/, $calls;
while (my @some = splice @lines, 0, 60) {
	$functions .= "static void part" . $parts++ . "(void)\n{\n" . join('', @some) . "}\n\n";
}
my $main = join('', map { "\tpart$_();\n" } 0 .. $parts - 1);

print <<"END";
#include <mpi.h>
#include <limits.h>
#include <unistd.h>
#include "t/tap.h"

static int buf[4], other[4], number, zero;
static int zeros[4], ones[4] = {1, 1, 1, 1}, nones[4] = {-1, -1, -1, -1};
static int ranges[1][3] = {{0, 0, 1}}, far_ranges[1][3] = {{0, 9, 1}}, still_ranges[1][3] = {{0, 0, 0}};
static MPI_Count wzeros[4], wones[4] = {1, 1, 1, 1}, wnones[4] = {-1, -1, -1, -1};
static MPI_Count wide_number, wide_zero;
static MPI_Aint azeros[4], address;
static MPI_Datatype types[1], null_types[1], uncommitted, some_type, null_type, freed_type;
static MPI_Comm cart, some_comm, null_comm, self_comm, freed_comm;
static MPI_Group group, some_group, null_group;
static MPI_Op some_op, null_op, sum_op;
static MPI_Errhandler some_eh, null_eh;
static MPI_Request active, request, null_request, nulls[1];
static MPI_Message message, no_proc, null_message;
static MPI_Status status;
static char text[8192];

static void fails(int class, const char *what, int code)
{
	int got = -1;

	MPI_Error_class(code, &got);
	is_int(got, class, "%s", what);
}

static void prepare(void)
{
	int dims[1] = {1};

	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	types[0] = MPI_INT;
	null_types[0] = null_type = MPI_DATATYPE_NULL;
	null_comm = MPI_COMM_NULL;
	self_comm = MPI_COMM_SELF;
	null_group = MPI_GROUP_NULL;
	null_op = MPI_OP_NULL;
	sum_op = MPI_SUM;
	null_eh = MPI_ERRHANDLER_NULL;
	null_request = nulls[0] = MPI_REQUEST_NULL;
	null_message = MPI_MESSAGE_NULL;
	no_proc = MPI_MESSAGE_NO_PROC;
	MPI_Type_contiguous(2, MPI_INT, &uncommitted);
	MPI_Type_contiguous(2, MPI_INT, &some_type);
	MPI_Comm_group(MPI_COMM_WORLD, &group);
	MPI_Comm_group(MPI_COMM_WORLD, &some_group);
	MPI_Cart_create(MPI_COMM_SELF, 1, dims, dims, 0, &cart);
	MPI_Comm_set_errhandler(cart, MPI_ERRORS_RETURN);
	MPI_Comm_dup(MPI_COMM_SELF, &some_comm);
	MPI_Recv_init(buf, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &active);
	freed_comm = MPI_COMM_NULL;
	freed_type = MPI_DATATYPE_NULL;
	if (!getenv("RD_SANITIZED") || strcmp(getenv("RD_SANITIZED"), "1")) {
		MPI_Comm copy;
		MPI_Datatype pair;

		MPI_Comm_dup(MPI_COMM_SELF, &copy);
		freed_comm = copy;
		MPI_Comm_free(&copy);
		MPI_Type_contiguous(2, MPI_INT, &pair);
		freed_type = pair;
		MPI_Type_free(&pair);
	}
}

$functions
int main(void)
{
	alarm(60);
	MPI_Init(NULL, NULL);
	prepare();
$main
	ok(active != MPI_REQUEST_NULL && some_comm != MPI_COMM_NULL, "nothing was freed on the way");
	MPI_Request_free(&active);
	MPI_Comm_free(&some_comm);
	MPI_Comm_free(&cart);
	MPI_Group_free(&group);
	MPI_Group_free(&some_group);
	MPI_Type_free(&uncommitted);
	MPI_Type_free(&some_type);
	is_int(MPI_Finalize(), MPI_SUCCESS, "MPI_Finalize");
	return done();
}
END
