#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that each constant of mpi.h has the value and the type that mpi/abi.tsv
# states, that there are no others, and the sizes of the standard ABI (MPI-5.0 20).
# The header must also compile as strict C and C++ without a warning. With ABI_STUBS, a folder with
# another mpi.h of that ABI, its constants are compared too.

. "$(dirname "$0")/../lib.sh"

command -v perl >/dev/null || skip_all "no perl"

# The table becomes a program that compares.
perl -F'\t' -lane '
	BEGIN {
		print "#include <mpi.h>\n#include \"t/tap.h\"\n#include <stddef.h>";
		print "int main(void)\n{"
	}
	next unless $F[0] eq "constant";
	my ($name, $type, $value) = @F[1, 2, 3];
	print "is_int((intptr_t)$name, (intptr_t)($value), \"$name\");";
	print "ok(_Generic(($name), $type: 1, default: 0), \"$name is of type $type\");" if $type;
	END {
		print "is_int(sizeof(MPI_Status), 32, \"size of MPI_Status\");";
		print "is_int(offsetof(MPI_Status, MPI_SOURCE), 0, \"MPI_SOURCE\");";
		print "is_int(offsetof(MPI_Status, MPI_TAG), 4, \"MPI_TAG\");";
		print "is_int(offsetof(MPI_Status, MPI_ERROR), 8, \"MPI_ERROR\");";
		print "is_int(sizeof(MPI_Aint), sizeof(void *), \"size of MPI_Aint\");";
		print "is_int(sizeof(MPI_Count), 8, \"size of MPI_Count\");";
		print "is_int(sizeof(MPI_Offset), 8, \"size of MPI_Offset\");";
		print "return done();\n}";
	}' "$SRC/mpi/abi.tsv" >"$TMP/constants.c"

run 60 "$MPICC" -I"$SRC" -o "$TMP/constants" "$TMP/constants.c"
is $rc 0 "the program from mpi/abi.tsv compiles" || told
run 60 "$TMP/constants"
is $rc 0 "all values and types are those of the table" || diag "$(cat "$err")"
[ "$(grep -c '^ok' "$out")" -gt 600 ]
ok $? "$(grep -c '^ok' "$out") comparisons"
if [ -n "${ABI_STUBS:-}" ]; then
	run 60 cc -I"$ABI_STUBS" -I"$SRC" -o "$TMP/theirs" "$TMP/constants.c"
	is $rc 0 "it compiles with $ABI_STUBS/mpi.h" || told
	run 60 "$TMP/theirs"
	is $rc 0 "which has the same values and types" || diag "$(cat "$err")"
fi

# Names that are defined or enumerated but in no row. MPI_X_f and the like are variables.
awk -F'\t' '$1 == "constant" { print $2 }' "$SRC/mpi/abi.tsv" | sort -u >"$TMP/table"
echo '#include <mpi.h>' >"$TMP/h.c"
{
	"$MPICC" -E -dM "$TMP/h.c" | sed -n 's/^#define \(MPI_[A-Z0-9_]*\) .*/\1/p'
	"$MPICC" -E -P "$TMP/h.c" | tr ',{}' '\n\n\n' | sed -n 's/^ *\(MPI_[A-Z0-9_]*\) *=.*/\1/p'
} | sort -u | grep -v '^MPI_H_ABI$' >"$TMP/header"
more=$(comm -13 "$TMP/table" "$TMP/header")
is "$more" "" "mpi.h has no constant that is not in the table"

for how in "$MPICC -std=c99" "$MPICC -std=c17" "$MPICXX -x c++ -std=c++11" \
	"$MPICXX -x c++ -std=c++20"
do
	run 60 $how -pedantic -Wall -Wextra -Werror -c -o "$TMP/h.o" "$TMP/h.c"
	is $rc 0 "mpi.h alone compiles: ${how#"$BUILD"/bin/} -pedantic -Wall -Wextra" || told
done
done_testing
