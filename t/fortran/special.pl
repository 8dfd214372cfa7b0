# SPDX-License-Identifier: BSD-3-Clause
#
# Calls of procedures that fortran/special.h has by hand, and of functions, for calls.pl: what C
# does with them is written here too.
use strict;
use warnings;

# Procedure; arguments; what C prints; what is printed after it, before ierror. Arguments:
# =EXPRESSION, KIND NUMBER (a handle for C), >KIND (from C), <>int NUMBER. "old": not in mpi_f08;
# "f08": only there. Then the name in C, if it is another. A line that begins with a blank goes on.
my $calls = <<'END';
Init | | |
Init_thread | =100; >int | 100 | 201
Abi_get_fortran_booleans | =4; >logical; >logical; >logical | 4 | 1 0 1
Abi_set_fortran_booleans | =4; =.false.; =.true. | 4 0 1 |
Info_create_env | >info | | 6000
Info_get | info 5000; =' a word '; =5; >text; >logical | 5000 "a word" 5 | "answe     " 1
Info_get | info 5000; =' a word '; =30; >text; >logical | 5000 "a word" 30 | "answer    " 1
Info_get_string | info 5000; =' a word '; <>int 5; >text; >logical | 5000 "a word" 6
    | 8 "answe     " 1
Info_get_string | info 5000; =' a word '; <>int 30; >text; >logical | 5000 "a word" 31
    | 8 "answer    " 1
Info_get_string | info 5000; =' a word '; <>int 0; >text; >logical | 5000 "a word" 0
    | 8 "x         " 1
Session_get_nth_pset | session 5000; info 5001; =102; <>int 5; >text | 5000 5001 102 6
    | 8 "answe     "
Session_get_nth_pset | session 5000; info 5001; =102; <>int 0; >text | 5000 5001 102 0
    | 8 "x         "
Comm_create_keyval | =copy_comm; =delete_comm; >int; =77_8 | @keyval | 200
Type_create_keyval | =copy_type; =delete_type; >int; =77_8 | @keyval | 200
Win_create_keyval | =copy_win; =delete_win; >int; =77_8 | @keyval | 200
Comm_create_keyval | =MPI_COMM_DUP_FN; =MPI_COMM_NULL_DELETE_FN; >int; =77_8 | 0 1 33 0 | 200
Type_create_keyval | =MPI_TYPE_DUP_FN; =MPI_TYPE_NULL_DELETE_FN; >int; =77_8 | 0 1 33 0 | 200
Win_create_keyval | =MPI_WIN_DUP_FN; =MPI_WIN_NULL_DELETE_FN; >int; =77_8 | 0 1 33 0 | 200
Comm_create_keyval | =MPI_COMM_NULL_COPY_FN; =MPI_COMM_NULL_DELETE_FN; >int; =77_8 | 0 0 0 0 | 200
Keyval_create | =copy_old; =delete_old; >int; =77 | 5007 9 77 33 0 1 34 5008 9 34 77 4 | 200 | old
Keyval_create | =MPI_DUP_FN; =MPI_NULL_DELETE_FN; >int; =77 | 0 1 33 0 | 200 | old
Keyval_create | =MPI_NULL_COPY_FN; =MPI_NULL_DELETE_FN; >int; =77 | 0 0 0 0 | 200 | old
Comm_set_attr | comm 5000; =9; =8589934600_8 | 5000 9 8589934600 |
Type_set_attr | type 5000; =9; =8589934600_8 | 5000 9 8589934600 |
Win_set_attr | win 5000; =9; =8589934600_8 | 5000 9 8589934600 |
Attr_put | comm 5000; =9; =-3 | 5000 9 -3 | | old
Comm_get_attr | comm 5000; =9; >aint; >logical | 5000 9 | 8589934797 1
Type_get_attr | type 5000; =9; >aint; >logical | 5000 9 | 8589934797 1
Win_get_attr | win 5000; =9; >aint; >logical | 5000 9 | 8589934797 1
Attr_get | comm 5000; =9; >int; >logical | 5000 9 | 205 1 | old
Op_create | =add; =.true.; >op | 1 -> 3 4 1 5007 7 | 6000
Op_create_c | =add_large; =.false.; >op | 0 -> 3 4 1 5007 7 | 6000 | f08
Comm_create_errhandler | =on_comm; >eh | -> 5007 12 | 6000
Win_create_errhandler | =on_win; >eh | -> 5007 12 | 6000
File_create_errhandler | =on_file; >eh | -> 5007 12 | 6000
Session_create_errhandler | =on_session; >eh | -> 5007 12 | 6000
Errhandler_create | =on_comm; >eh | -> 5007 12 | 6000 | old | Comm_create_errhandler
Grequest_start | =query; =free_it; =cancel; =77_8; >req | 77 44 3 77 1 5 77 4 | 6000
Register_datarep | ='  a word  '; =convert; =convert; =extent; =77_8 | @datarep | |
Register_datarep_c | ='  a word  '; =convert_c; =convert_c; =extent; =77_8 | @datarep | | f08
Register_datarep | ='  a word  '; =MPI_CONVERSION_FN_NULL; =MPI_CONVERSION_FN_NULL; =extent; =77_8
    | "  a word" null null 5007 77 8589934592 6 |
Address | =buffer; >int | buffer | 201 | old | Get_address
Errhandler_get | comm 5000; >eh | 5000 | 6001 | old | Comm_get_errhandler
Errhandler_set | comm 5000; eh 5001 | 5000 5001 | | old | Comm_set_errhandler
Type_extent | type 5000; >int | 5000 | 202 | old | Type_get_extent
Type_lb | type 5000; >int | 5000 | 201 | old | Type_get_extent
Type_ub | type 5000; >int | 5000 | 403 | old | Type_get_extent
Type_hvector | =100; =101; =-102; type 5003; >type | 100 101 -102 5003 | 6004 | old
    | Type_create_hvector
Type_hindexed | =2; =[3, 4]; =[-5, 6]; type 5003; >type | 2 3 4 -5 6 5003 | 6004 | old
    | Type_create_hindexed
Type_struct | =2; =[3, 4]; =[-5, 6]; =[5003, 5004]; >type | 2 3 4 -5 6 5003 5004 | 6004
    | old | Type_create_struct
Buffer_detach | =buffer; >int | | 201 | old
Comm_detach_buffer | comm 5000; =buffer; >int | 5000 | 201 | old
Session_detach_buffer | session 5000; =buffer; >int | 5000 | 201 | old
Buffer_detach | >pointer; >int | | 6000 201 | f08
Comm_detach_buffer | comm 5000; >pointer; >int | 5000 | 6000 201 | f08
Session_detach_buffer | session 5000; >pointer; >int | 5000 | 6000 201 | f08
Buffer_detach | >pointer; >long | | 6000 8589934793 | f08 | Buffer_detach_c
Comm_detach_buffer | comm 5000; >pointer; >long | 5000 | 6000 8589934793 | f08
    | Comm_detach_buffer_c
Session_detach_buffer | session 5000; >pointer; >long | 5000 | 6000 8589934793 | f08
    | Session_detach_buffer_c
END
my %known = (
	'@keyval' => '5007 9 77 33 0 1 8589934626 5008 9 8589934626 77 4',
	'@datarep' => '"  a word" 5007 3 8589934599 77 3 5007 3 8589934599 77 3 '
		. '5007 77 8589934592 6',
);

# Without ierror: statement; all that is printed.
my $others = <<'END';
call MPI_Pcontrol(100) | Pcontrol 100 ->
call say_long(int(MPI_Wtime(), 8)) | Wtime -> 7
call say_long(int(MPI_Wtick(), 8)) | Wtick -> 8
call say_long(MPI_Aint_add(8589934600_8, 3_8)) | Aint_add 8589934600 3 -> 8589934603
call say_long(MPI_Aint_diff(8589934600_8, 3_8)) | Aint_diff 8589934600 3 -> 8589934597
call MPI_F_sync_reg(buffer) |
END

# (declaration, before, argument, after)
sub by_hand {
	my ($spec, $x, $f08, $type) = @_;

	return ('', '', $1, '') if $spec =~ /^=(.*)$/;
	my ($out, $kind, $n) = $spec =~ /^(<?>|)(\w+) ?(\d*)$/ or die "$spec\n";
	my $h = $type->{$kind} && $f08 ? '%MPI_VAL' : '';
	return ($h ? "type($type->{$kind}) :: $x" : "integer :: $x", "$x$h = $n", $x, '')
		unless $out;
	return ("character(len=10) :: $x", "$x = 'x'", $x, "call say_f(quoted($x))")
		if $kind eq 'text';
	return ("logical :: $x", '', $x, "call say_long(merge(1_8, 0_8, $x))")
		if $kind eq 'logical';
	return ("type(c_ptr) :: $x", '', $x, "call say_long(transfer($x, 1_8) - base)")
		if $kind eq 'pointer';
	return ("integer(8) :: $x", '', $x, "call say_long($x)") if $kind =~ /^(aint|long)$/;
	return ("integer :: $x", "$x = " . ($n || 0), $x, "call say_long(int($x, 8))")
		if $kind eq 'int';
	return ($h ? "type($type->{$kind}) :: $x" : "integer :: $x", '', $x,
		"call say_long(int($x$h, 8))");
}

# Subroutines, each as text, and with each what it prints.
sub special_calls {
	my ($way, $type) = @_;
	my $f08 = $way =~ /f08/;
	my @list;

	for (split /\n(?! )/, $calls) {
		my ($name, $args, $c, $then, $only, $in_c) =
			map { s/^\s+|\s+$//gr } split /\|/, $_, -1;
		$only //= '';
		next if $only eq 'old' && $f08 || $only eq 'f08' && !$f08;
		my $at = 0;
		my @p = map { [by_hand($_, 'x' . $at++, $f08, $type)] } split /; /, $args;
		my $text = join('', map { $_->[0] ? "$_->[0]\n" : '' } @p)
			 . "integer :: ierr\nierr = 99\n"
			 . join('', map { $_->[1] ? "$_->[1]\n" : '' } @p)
			 . "call MPI_$name( &\n" . join(", &\n", map({ $_->[2] } @p), 'ierr')
			 . ")\n" . join('', map { $_->[3] ? "$_->[3]\n" : '' } @p)
			 . "call say_long(int(ierr, 8))\n";
		$c = $known{$c} // $c;
		my @prints = ($in_c // $name, $c, $c =~ /->/ ? () : '->', $then, 0);
		push @list, [$text, join(' ', grep { $_ ne '' } @prints)];
	}
	for (split /\n/, $others) {
		my ($call, $prints) = split / *\| */;
		push @list, ["$call\n", $prints // ''];
	}
	return @list;
}

# Procedures that C calls.
sub special_callbacks {
	my ($f08) = @_;
	my $text = '';
	my $val = $f08 ? '%MPI_VAL' : '';
	my %kind = (comm => 'MPI_Comm', type => 'MPI_Datatype', win => 'MPI_Win',
		    file => 'MPI_File', session => 'MPI_Session');
	my %handle = map { $_ => $f08 ? "type($kind{$_})" : 'integer' } keys %kind;
	my $vector = $f08 ? 'type(c_ptr), value' : 'integer, target';
	my $see = $f08 ? sub { "call c_f_pointer($_[0], p$_[0])\n" } : sub { "p$_[0] => $_[0]\n" };
	my @keyvals = (map({ [$_, $_, 8, '8589934592'] } 'comm', 'type', 'win'),
		       $f08 ? () : ['old', 'comm', 4, '0']);

	for (@keyvals) {
		my ($name, $of, $bytes, $more) = @$_;
		$text .= "subroutine copy_$name(h, key, extra, in, out, flag, ierror)\n"
		       . "$handle{$of} :: h\ninteger :: key, ierror\n"
		       . "integer($bytes) :: extra, in, out\nlogical :: flag\n"
		       . "call say_these([int(h$val, 8), int(key, 8), int(extra, 8), "
		       . "int(in, 8)])\nout = in + ${more}_$bytes + 1\nflag = .true.\nierror = 0\n"
		       . "end subroutine\n"
		       . "subroutine delete_$name(h, key, val, extra, ierror)\n$handle{$of} :: h\n"
		       . "integer :: key, ierror\ninteger($bytes) :: extra, val\n"
		       . "call say_these([int(h$val, 8), int(key, 8), int(val, 8), "
		       . "int(extra, 8)])\nierror = 4\nend subroutine\n";
	}
	for my $of ('comm', 'win', 'file', 'session') {
		$text .= "subroutine on_$of(h, code)\n$handle{$of} :: h\ninteger :: code\n"
		       . "call say_these([int(h$val, 8), int(code, 8)])\nend subroutine\n";
	}
	for (['add', 4], $f08 ? ['add_large', 8] : ()) {
		my ($name, $bytes) = @$_;
		$text .= "subroutine $name(a, b, n, t)\n$vector :: a, b\n"
		       . "integer($bytes) :: n\n$handle{type} :: t\n"
		       . "integer, pointer :: pa, pb\n" . $see->('a') . $see->('b')
		       . "call say_these([int(pa, 8), int(pb, 8), int(n, 8), int(t$val, 8)])\n"
		       . "pb = pa + pb\nend subroutine\n";
	}
	for (['convert', 4], $f08 ? ['convert_c', 8] : ()) {
		my ($name, $bytes) = @$_;
		$text .= "subroutine $name(u, t, n, f, at, extra, ierror)\n$vector :: u, f\n"
		       . "$handle{type} :: t\ninteger($bytes) :: n\ninteger(8) :: at, extra\n"
		       . "integer :: ierror\ninteger, pointer :: pu, pf\n"
		       . $see->('u') . $see->('f')
		       . "call say_these([int(t$val, 8), int(n, 8), at, extra])\n"
		       . "pu = pf\nierror = 3\nend subroutine\n";
	}
	my $status = $f08 ? 'type(MPI_Status) :: s' : 'integer :: s(8)';
	my $tag = $f08 ? 's%MPI_TAG' : 's(MPI_TAG)';
	return $text . <<END;
subroutine extent(t, bytes, extra, ierror)
$handle{type} :: t
integer(8) :: bytes, extra
integer :: ierror
call say_these([int(t$val, 8), extra])
bytes = 8589934592_8
ierror = 6
end subroutine
subroutine query(extra, s, ierror)
integer(8) :: extra
$status
integer :: ierror
call say_long(extra)
$tag = 44
ierror = 3
end subroutine
subroutine free_it(extra, ierror)
integer(8) :: extra
integer :: ierror
call say_long(extra)
ierror = 4
end subroutine
subroutine cancel(extra, complete, ierror)
integer(8) :: extra
logical :: complete
integer :: ierror
call say_these([extra, merge(1_8, 0_8, complete)])
ierror = 5
end subroutine
END
}

# Functions of C.
sub special_stubs {
	my $text = <<'END';
int F(Init)(int *n, char ***v) { (void)n, (void)v; printf("Init ->"); return 0; }
int F(Init_thread)(int *n, char ***v, int required, int *provided)
{
	(void)n, (void)v;
	printf("Init_thread %d ->", required);
	*provided = 201;
	return 0;
}
int F(Abi_get_fortran_booleans)(int size, void *yes, void *no, int *is_set)
{
	printf("Abi_get_fortran_booleans %d ->", size);
	*(int *)yes = *is_set = 1;
	*(int *)no = 0;
	return 0;
}
int F(Abi_set_fortran_booleans)(int size, void *yes, void *no)
{
	printf("Abi_set_fortran_booleans %d %d %d ->", size, *(int *)yes, *(int *)no);
	return 0;
}
int F(Pcontrol)(const int level, ...) { printf("Pcontrol %d ->", level); return 0; }
int F(Info_create_env)(int n, char *v[], MPI_Info *info)
{
	(void)n, (void)v;
	printf("Info_create_env ->");
	*info = H(6000);
	return 0;
}
int F(Info_get)(MPI_Info info, const char *key, int len, char *value, int *flag)
{
	printf("Info_get %lld \"%s\" %d ->", N(info), key, len);
	snprintf(value, len + 1, "answer");
	*flag = 1;
	return 0;
}
int F(Info_get_string)(MPI_Info info, const char *key, int *len, char *value, int *flag)
{
	printf("Info_get_string %lld \"%s\" %d ->", N(info), key, *len);
	snprintf(value, *len, "answer");
	*len = 9;
	*flag = 1;
	return 0;
}
int F(Session_get_nth_pset)(MPI_Session session, MPI_Info info, int n, int *len, char *name)
{
	printf("Session_get_nth_pset %lld %lld %d %d ->", N(session), N(info), n, *len);
	snprintf(name, *len, "answer");
	*len = 9;
	return 0;
}
double F(Wtime)(void) { printf("Wtime ->"); return 7; }
double F(Wtick)(void) { printf("Wtick ->"); return 8; }
MPI_Aint F(Aint_add)(MPI_Aint a, MPI_Aint b)
{
	printf("Aint_add %lld %lld ->", (long long)a, (long long)b);
	return a + b;
}
MPI_Aint F(Aint_diff)(MPI_Aint a, MPI_Aint b)
{
	printf("Aint_diff %lld %lld ->", (long long)a, (long long)b);
	return a - b;
}
#define KEYVAL(name, Type) \
	int F(name)(Type##_copy_attr_function *copy, Type##_delete_attr_function *del, int *key, \
		    void *extra) \
	{ \
		void *out = NULL; \
		int flag = 7; \
		printf(#name); \
		say(copy(H(5007), 9, extra, (void *)33, &out, &flag)); \
		say(flag); \
		if (flag) \
			say(*(MPI_Aint *)out); \
		say(flag ? del(H(5008), 9, out, extra) : 0); \
		if (!flag) \
			say(0); \
		*key = 200; \
		printf(" ->"); \
		return 0; \
	}
#define MPI_Old_copy_attr_function MPI_Copy_function
#define MPI_Old_delete_attr_function MPI_Delete_function
KEYVAL(Comm_create_keyval, MPI_Comm)
KEYVAL(Type_create_keyval, MPI_Type)
KEYVAL(Win_create_keyval, MPI_Win)
KEYVAL(Keyval_create, MPI_Old)
#define ATTR(set, get, type, number) \
	int F(set)(type h, int key, void *value) \
	{ \
		printf(#set " %lld %d %lld ->", N(h), key, (long long)*(MPI_Aint *)value); \
		return 0; \
	} \
	int F(get)(type h, int key, void *value, int *flag) \
	{ \
		printf(#get " %lld %d ->", N(h), key); \
		*(MPI_Aint *)value = number; \
		*flag = 1; \
		return 0; \
	}
ATTR(Comm_set_attr, Comm_get_attr, MPI_Comm, 8589934797)
ATTR(Type_set_attr, Type_get_attr, MPI_Datatype, 8589934797)
ATTR(Win_set_attr, Win_get_attr, MPI_Win, 8589934797)
ATTR(Attr_put, Attr_get, MPI_Comm, 205)

static int large;
int F(Op_create)(MPI_User_function *fn, int commute, MPI_Op *op)
{
	(void)fn;
	printf("Op_create %d ->", commute);
	*op = H(6000);
	large = 0;
	return 0;
}
int F(Op_create_c)(MPI_User_function_c *fn, int commute, MPI_Op *op)
{
	(void)fn;
	printf("Op_create_c %d ->", commute);
	*op = H(6000);
	large = 1;
	return 0;
}
/* What libmpifort_abi calls next (mpi/state.h). */
void rd_mpi_op_state(MPI_Op op, void (*fn)(void *, void *, void *, void *, MPI_Datatype *),
		     void *state)
{
	MPI_Datatype type = H(5007);
	MPI_Count n_c = 1;
	int a = 3, b = 4, n = 1;

	(void)op;
	fn(state, &a, &b, large ? (void *)&n_c : &n, &type);
	say(b);
}
#define ERRHANDLER(name, Type) \
	int F(name)(Type##_errhandler_function *fn, MPI_Errhandler *eh) \
	{ \
		(void)fn; \
		printf(#name " ->"); \
		*eh = H(6000); \
		return 0; \
	}
ERRHANDLER(Comm_create_errhandler, MPI_Comm)
ERRHANDLER(Win_create_errhandler, MPI_Win)
ERRHANDLER(File_create_errhandler, MPI_File)
ERRHANDLER(Session_create_errhandler, MPI_Session)
void rd_mpi_errhandler_state(MPI_Errhandler eh, void (*fn)(void *, const void *, int *),
			     void *state)
{
	void *h = H(5007);
	int code = 12;

	(void)eh;
	fn(state, &h, &code);
}
int F(Grequest_start)(MPI_Grequest_query_function *query, MPI_Grequest_free_function *done,
		      MPI_Grequest_cancel_function *cancel, void *extra, MPI_Request *req)
{
	MPI_Status s;
	int err;

	printf("Grequest_start");
	err = query(extra, &s);
	say(s.MPI_TAG);
	say(err);
	say(cancel(extra, 1));
	say(done(extra));
	printf(" ->");
	*req = H(6000);
	return 0;
}
#define DATAREP(name, Conversion) \
	int F(name)(const char *text, Conversion *in, Conversion *out, \
		    MPI_Datarep_extent_function *extent, void *extra) \
	{ \
		int u = 0, f = 1; \
		MPI_Aint bytes = 0; \
		printf(#name); \
		say_text(text); \
		if (in) \
			say(in(&u, H(5007), 3, &f, 8589934599, extra)); \
		else \
			printf(" null"); \
		if (out) \
			say(out(&u, H(5007), 3, &f, 8589934599, extra)); \
		else \
			printf(" null"); \
		u = extent(H(5007), &bytes, extra); \
		say(bytes); \
		say(u); \
		printf(" ->"); \
		return 0; \
	}
DATAREP(Register_datarep, MPI_Datarep_conversion_function)
DATAREP(Register_datarep_c, MPI_Datarep_conversion_function_c)
END
	for (['', 'int', '201'], ['_c', 'MPI_Count', '8589934793']) {
		my ($suffix, $int, $size) = @$_;
		$text .= <<END;
int F(Buffer_detach$suffix)(void *p, $int *size)
{
	printf("Buffer_detach$suffix ->");
	*(void **)p = H(6000);
	*size = $size;
	return 0;
}
int F(Comm_detach_buffer$suffix)(MPI_Comm comm, void *p, $int *size)
{
	printf("Comm_detach_buffer$suffix %lld ->", N(comm));
	*(void **)p = H(6000);
	*size = $size;
	return 0;
}
int F(Session_detach_buffer$suffix)(MPI_Session session, void *p, $int *size)
{
	printf("Session_detach_buffer$suffix %lld ->", N(session));
	*(void **)p = H(6000);
	*size = $size;
	return 0;
}
END
	}
	return $text;
}

1;
