#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
#
# Writes the programs of calls.t from the tables that fortran/gen.pl reads: functions of C that
# print their arguments and give known results, programs that call each procedure in the three ways,
# and the text that they must print.
#
#     perl t/fortran/calls.pl SOURCE FOLDER
use strict;
use warnings;

my ($src, $out) = @ARGV;
require "$src/fortran/gen.pl";
require "$src/t/fortran/special.pl";

my %type = (
	comm => 'MPI_Comm', group => 'MPI_Group', type => 'MPI_Datatype', op => 'MPI_Op',
	eh => 'MPI_Errhandler', info => 'MPI_Info', req => 'MPI_Request', msg => 'MPI_Message',
	win => 'MPI_Win', session => 'MPI_Session', file => 'MPI_File',
);
my $big = 2**33;

# Not here, but in special.pl: by hand (special.h), functions, results of which the type depends on
# the way.
my @procs = grep {
	!$_->{special} && !$_->{returns} && !grep { $_->{fk} eq 'unused' } @{$_->{params}}
} procedures();

# ---- A parameter in a call: its number, and the number of all ----

sub parts {
	return $_[0] =~ /^(o|io|)
		(int|logical|aint|comm|group|type|op|eh|info|req|msg|win|session|file)(s?)$/x;
}

sub is_length {
	my ($proc, $p) = @_;

	return $p->{name} eq 'outcount'
		|| grep { ($_->{len} // '') eq $p->{name} } @{$proc->{params}};
}

# Handles of arguments; 4096 and above are not predefined.
our $handles = 5000;

# The number that C gets, and the one that C gives.
sub given {
	my ($proc, $p, $at) = @_;

	return 2 if is_length($proc, $p);
	return 5000 + $at if $p->{fk} eq 'reqp';
	return number($p, $at, 100, $handles);
}

sub result {
	my ($proc, $p, $at) = @_;

	return 2 if is_length($proc, $p) || $p->{fk} eq 'reqp';
	return number($p, $at, 200, 6000);
}

# Numbers and handles begin elsewhere.
sub number {
	my ($p, $at, $numbers, $handles) = @_;
	my $base = (parts($p->{fk}))[1];

	return $at % 2 if $base eq 'logical';
	return ($base eq 'aint' ? $big : 0) + ($base =~ /^(int|aint)$/ ? $numbers : $handles) + $at;
}

# ---- The function of C ----

# libmpifort_abi calls their PMPI_ functions by itself, so that these are not tried.
my %helper = map { $_ => 1 } qw(Comm_test_inter Comm_size Topo_test Dist_graph_neighbors_count
	Request_get_status);

sub c_body {
	my ($proc, $p, $at) = @_;
	my ($fk, $name, $c) = @{$p}{qw(fk name c)};
	my ($c_name) = $c =~ /(\w+)(?:\[\d*\])*$/;

	return "\tsay_buffer($c_name);\n" if $fk =~ /choice/;
	return "\tsay_text($c_name);\n" if $fk eq 'text';
	return "\tstrcpy($c_name, \"answer\");\n" if $fk eq 'otext';
	return "\tsay_status($c_name, 1, 0);\n" if $fk eq 'cstatus';
	return "\tsay_status($c_name, 1, 1);\n" if $fk eq 'wstatus';
	return "\tgive_status($c_name, MPI_STATUS_IGNORE, 1);\n" if $fk eq 'status';
	return "\tgive_status($c_name, MPI_STATUSES_IGNORE, 2);\n" if $fk eq 'statuses';
	return "\tsay_weights($c_name);\n" if $fk eq 'weights';
	return "\tgive_weights($c_name, 200 + $at);\n" if $fk eq 'oweights';
	return "\tsay_ranges($c_name);\n" if $fk eq 'ranges';
	return "\tsay(N(*$c_name));\n" if $fk eq 'reqp';
	return "\t*(void **)$c_name = H(6000 + $at);\n" if $fk eq 'pointer';
	my ($way, $base, $many) = parts($fk);
	my $r = result($proc, $p, $at);
	my ($from, $to) = $type{$base} ? ("N(", ")") : ("(long long)(", ")");
	my $text = '';
	for my $i ($many ? (0, 1) : (0)) {
		my $place = $way || $many ? "$c_name\[$i]" : $c_name;
		my $value = $base eq 'logical' ? $r : "${r}ll + $i";
		$value = "($type{$base})H($value)" if $type{$base};
		$text .= "\tsay($from$place$to);\n" unless $way eq 'o';
		$text .= "\t$place = $value;\n" if $way;
	}
	return $text;
}

sub c_stub {
	my ($proc) = @_;
	my @params = @{$proc->{params}};
	my $params = join(', ', map { $_->{c} } @params) || 'void';
	my $text = "int F($proc->{name})($params)\n{\n\tprintf(\"$proc->{name}\");\n";

	$text .= c_body($proc, $params[$_], $_) for 0 .. $#params;
	$text .= "\tprintf(\" ->\");\n\treturn MPI_SUCCESS;\n}\n";
	return $helper{$proc->{name}} ? "#ifndef TWINS\n$text#endif\n" : $text;
}

# ---- The call in Fortran, and the text that it prints ----

# How buffers and the like are passed: as variables, as objects known by their addresses, as
# sections, or beside predefined handles.
my @forms = ('plain', 'sentinel', 'section', 'predefined');

sub applies {
	my ($proc, $form, $way) = @_;

	return 1 if $form eq 'plain';
	return $way eq 'mpi_f08' && is_choice($proc) if $form eq 'section';
	return is_blocking_message($proc) if $form eq 'predefined';
	return scalar grep { $_->{fk} =~ /choice|^status(es)?$|weights/ } @{$proc->{params}};
}

# (declaration, statements before, argument, statements after, text of C, text printed afterwards)
sub in_fortran {
	my ($proc, $p, $at, $form, $way) = @_;
	my $fk = $p->{fk} =~ s/^reqp$/req/r;
	my $x = "x$at";
	my $f08 = $way =~ /f08/;
	my $sentinel = $form eq 'sentinel';

	if ($fk =~ /choice/) {
		my $first = $fk eq 'cchoice';
		return ('', '', $first ? 'MPI_BOTTOM' : 'MPI_IN_PLACE', '',
			$first ? ' bottom' : ' in-place', '') if $sentinel;
		return ('', '', 'buffer(1:7:2)', '',
			section_way($proc) eq 'address' ? ' buffer' : ' copy:3', '')
			if $form eq 'section';
		return ('', '', $at % 2 ? 'buffer' : 'letters', '', ' buffer', '');
	}
	if ($fk eq 'text') {
		my $word = $p->{kind} eq 'key' || $proc->{name} eq 'Info_set';
		return ('', '', "'  a word  '", '', $word ? ' "a word"' : ' "  a word"', '');
	}
	return ("character(len=20) :: $x", "$x = 'x'", $x, "call say_f(quoted($x))", '',
		' "answer              "') if $fk eq 'otext';
	if ($fk =~ /^(w|c|)status(es)?$/) {
		my ($in, $many) = ($1, $2);
		my $n = $many ? 2 : 1;
		my $ignored = $many ? 'MPI_STATUSES_IGNORE' : 'MPI_STATUS_IGNORE';
		return ('', '', $ignored, '', ' ignored', '') if $sentinel && !$in;
		my $numbers = join('', map { " $_" } 300 .. 307 + 8 * ($n - 1));
		my $array = $many ? ', 2' : '';
		my $decl = $f08 ? 'type(MPI_Status) :: ' . ($many ? "$x(2)" : $x)
			: "integer :: $x(8$array)";
		my $set = $f08 ? ($many ? "$x(1) = transfer(st, $x(1))\n$x(2) = $x(1)"
				: "$x = transfer(st, $x)")
			: $many ? "$x = spread(st, 2, 2)" : "$x = st";
		my $all = $f08 ? "transfer($x, [1])" : "reshape($x, [size($x)])";
		return ($decl, $set, $x, $in eq 'c' ? '' : "call say_all($all)",
			$in ? join('', map { " $_" } 11 .. 18) : '',
			$in eq 'c' ? '' : $numbers);
	}
	if ($fk =~ /weights$/) {
		return ('', '', 'MPI_UNWEIGHTED', '', ' unweighted', '') if $sentinel;
		return ("integer :: $x(2)", "$x = [31, 32]", $x, '', ' 31 32', '')
			if $fk eq 'weights';
		return ("integer :: $x(2)", "$x = 0", $x, "call say_all($x)", '',
			join('', map { ' ' . (200 + $at + $_) } 0, 1));
	}
	return ("integer :: $x(3, 2)", "$x = reshape([1, 2, 3, 4, 5, 6], [3, 2])", $x, '',
		' 1 2 3 4 5 6', '') if $fk eq 'ranges';
	if ($fk eq 'pointer') {
		return ("type(c_ptr) :: $x", '', $x, "call say_long(transfer($x, 1_8) - base)", '',
			' ' . (6000 + $at)) if $f08;
		return ("integer(8) :: $x", '', $x, "call say_long($x - base)", '',
			' ' . (6000 + $at));
	}
	my ($dir, $base, $many) = parts($fk);
	my $g = given($proc, $p, $at);
	my $r = result($proc, $p, $at);
	my $count = $many ? 2 : 1;
	my $h = $type{$base} && $f08 ? '%MPI_VAL' : '';
	my $decl = ($base eq 'aint' ? 'integer(8)' : $base eq 'logical' ? 'logical'
		    : $h ? "type($type{$base})" : 'integer')
		 . " :: $x" . ($many ? '(2)' : '');
	my ($before, $after, $printed, $then) = ('', '', '', '');
	my $one = $fk eq 'oint' && $p->{name} eq 'index' || $p->{name} eq 'array_of_indices'
		? 1 : 0;
	for my $i (0 .. $count - 1) {
		my $place = $x . ($many ? '(' . ($i + 1) . ')' : '') . $h;
		my $step = $base eq 'logical' ? 0 : $i;
		my $value = $base eq 'logical' ? ($g ? '.true.' : '.false.')
			  : $g + $step . ($base eq 'aint' ? '_8' : '');
		$value = $base eq 'logical' ? ($r ? '.false.' : '.true.') : '0' if $dir eq 'o';
		$before .= ($before ? "\n" : '') . "$place = $value";
		$printed .= ' ' . ($g + $step) unless $dir eq 'o';
		next unless $dir;
		$after .= ($after ? "\n" : '')
			. ($base eq 'logical' ? "call say_long(merge(1_8, 0_8, $place))"
			   : "call say_long(int($place, 8))");
		$then .= ' ' . ($r + $step + $one);
	}
	return ($decl, $before, $x, $after, $printed, $then);
}

# Calls that gen.pl describes: [subroutine's text, what it prints], ...
sub generated_calls {
	my ($way, $twins) = @_;
	my ($n, @list, %seen) = (0);

	for my $proc (@procs) {
		next if $way =~ /f08/ ? !$proc->{f08} : $proc->{wide};
		next if $twins && $helper{$proc->{name}};
		# Where a twin for large counts has the same parameters, it is the same call.
		next if $way =~ /f08/ && $seen{$proc->{of} . (f08_specific($proc, 'MPI'))[1]}++;
		for my $form (grep { applies($proc, $_, $way) } @forms) {
			local $handles = $form eq 'predefined' ? 1000 : $handles;
			my @p = map { [in_fortran($proc, $proc->{params}[$_], $_, $form, $way)] }
				0 .. $#{$proc->{params}};
			my $list = join(', &' . "\n", map({ $_->[2] } @p),
					$way =~ /f08/ && $n++ % 2 ? () : 'ierr');
			push @list, [
				"integer :: ierr\n"
				. join('', map { $_->[0] ? "$_->[0]\n" : '' } @p)
				. "ierr = 99\n"
				. join('', map { $_->[1] ? "$_->[1]\n" : '' } @p)
				. 'call MPI_' . ($proc->{of} // $proc->{name}) . "( &\n$list)\n"
				. join('', map { $_->[3] ? "$_->[3]\n" : '' } @p)
				. ($list =~ /ierr$/ ? "call say_long(int(ierr, 8))\n" : ''),
				$proc->{name} . join('', map { $_->[4] } @p) . ' ->'
				. join('', map { $_->[5] } @p)
				. ($list =~ /ierr$/ ? ' 0' : '')];
		}
	}
	return @list;
}

# In one scope, so that the header or the module is read once.
sub program {
	my ($way, $twins) = @_;
	local our $plain = $way =~ /plain/;
	my @list = (generated_calls($way, $twins), special_calls($way, \%type));
	my $text = "program calls\nuse said\n"
		 . ($way eq 'mpif' ? '' : 'use ' . $way =~ s/_plain//r . "\n") . "implicit none\n"
		 . ($way eq 'mpif' ? "include 'mpif.h'\n" : '') . "call begin\n"
		 . join('', map { "call t$_\n" } 0 .. $#list) . "contains\n"
		 . join('', map { "subroutine t$_\n$list[$_][0]call say_end\nend subroutine\n" }
			0 .. $#list)
		 . special_callbacks($way =~ /f08/) . "end program\n";

	$text =~ s/\b(call |\()MPI_(?=\w+\()/$1PMPI_/g if $twins;
	return ($text, join('', map { "$_->[1]\n" } @list));
}

my $said = <<'END';
module said
  use, intrinsic :: iso_c_binding
  implicit none
  integer, target, asynchronous, save :: buffer(8) = [1, 2, 3, 4, 5, 6, 7, 8]
  character(len=4), target, save :: letters(8) = 'abcd'
  integer, parameter :: st(8) = [11, 12, 13, 14, 15, 16, 17, 18]
  integer(8), parameter :: base = 1048576
  interface
    subroutine say_long(n) bind(C)
      integer(8), value :: n
    end subroutine
    subroutine say_end() bind(C)
    end subroutine
    subroutine say_chars(text, n) bind(C)
      character(len=1) :: text(*)
      integer, value :: n
    end subroutine
    subroutine set_buffers(a, b) bind(C)
      import
      type(c_ptr), value :: a, b
    end subroutine
  end interface
contains
  subroutine begin
    call set_buffers(c_loc(buffer), c_loc(letters))
  end subroutine
  subroutine say_all(n)
    integer, intent(in) :: n(:)
    integer :: i
    do i = 1, size(n)
      call say_long(int(n(i), 8))
    end do
  end subroutine
  subroutine say_these(n)
    integer(8), intent(in) :: n(:)
    integer :: i
    do i = 1, size(n)
      call say_long(n(i))
    end do
  end subroutine
  function quoted(text)
    character(len=*), intent(in) :: text
    character(len=len(text) + 3) :: quoted
    quoted = ' "' // text // '"'
  end function
  subroutine say_f(text)
    character(len=*), intent(in) :: text
    call say_chars(text, len(text))
  end subroutine
end module
END

my $c_head = <<'END';
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef TWINS
#define F(name) PMPI_##name
#else
#define F(name) MPI_##name
#endif
#define BASE 1048576
#define H(n) ((void *)(intptr_t)(BASE + (n)))
#define N(h) ((long long)(intptr_t)(h) - ((uintptr_t)(h) < 4096 ? 0 : BASE))

/* Calls that libmpifort_abi makes by itself, at its start, are not told. */
static int told;
#define printf(...) (told ? printf(__VA_ARGS__) : 0)
static const void *buffers[2];
#ifdef TWINS
#define mpi_init_ pmpi_init_
#endif
void mpi_init_(int *ierror);
void set_buffers(void *a, void *b)
{
	int err;

	buffers[0] = a;
	buffers[1] = b;
	mpi_init_(&err);
	told = 1;
}
void say_long(long long n) { printf(" %lld", n); }
void say_end(void) { printf("\n"); }
void say_chars(const char *text, int n) { printf("%.*s", n, text); }
static void say(long long n) { printf(" %lld", n); }
static void say_text(const char *text) { printf(" \"%s\"", text); }
static void say_buffer(const void *p)
{
	if (p == MPI_BOTTOM)
		printf(" bottom");
	else if (p == MPI_IN_PLACE)
		printf(" in-place");
	else if (p == buffers[0] || p == buffers[1])
		printf(" buffer");
	else
		printf(" copy:%d", ((const int *)p)[1]);
}
static void say_status(const MPI_Status *s, int n, int give)
{
	for (int i = 0; i < 8 * n; i++)
		say(((const int *)s)[i]);
	for (int i = 0; give && i < 8 * n; i++)
		((int *)s)[i] = 300 + i;
}
static void give_status(MPI_Status *s, const MPI_Status *ignore, int n)
{
	if (s == ignore)
		printf(" ignored");
	else
		for (int i = 0; i < 8 * n; i++)
			((int *)s)[i] = 300 + i;
}
static void say_weights(const int *w)
{
	if (w == MPI_UNWEIGHTED)
		printf(" unweighted");
	else
		printf(" %d %d", w[0], w[1]);
}
static void give_weights(int *w, int n)
{
	if (w == MPI_UNWEIGHTED)
		printf(" unweighted");
	else
		w[0] = n, w[1] = n + 1;
}
static void say_ranges(int ranges[][3])
{
	for (int i = 0; i < 6; i++)
		say(ranges[i / 3][i % 3]);
}

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag) { (void)comm; *flag = 0; return 0; }
int PMPI_Comm_size(MPI_Comm comm, int *n) { (void)comm; *n = 2; return 0; }
int PMPI_Topo_test(MPI_Comm comm, int *kind) { (void)comm; *kind = MPI_DIST_GRAPH; return 0; }
int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *in, int *out, int *weighted)
{
	(void)comm, (void)weighted;
	*in = *out = 2;
	return 0;
}
int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
	(void)request, (void)status;
	*flag = 0;
	return 0;
}
END

for (sort keys %type) {
	my $word = {type => 'Type', op => 'Op', eh => 'Errhandler', req => 'Request',
		    msg => 'Message'}->{$_} // ucfirst;
	$c_head .= "int PMPI_${word}_toint($type{$_} h) { return (int)N(h); }\n"
		 . "$type{$_} PMPI_${word}_fromint(int n) { return H(n); }\n";
}

sub write_file {
	my ($name, $text) = @_;

	open(my $fh, '>', "$out/$name") or die "$name: $!\n";
	print $fh $text;
	close $fh or die "$name: $!\n";
}

write_file('stub.c', $c_head . join('', map { c_stub($_) } @procs) . special_stubs());
write_file('said.f90', $said);
# Module mpi has the PMPI_ procedures of mpif.h.
for ('mpif', 'mpi', 'mpi_f08', 'mpi_f08_plain', 'pmpif', 'pmpi_f08') {
	my ($twins, $way) = /^(p?)(.*)$/;
	my ($text, $expected) = program($way, $twins);

	write_file("$_.f90", $text);
	write_file("$_.expected", $expected);
}
