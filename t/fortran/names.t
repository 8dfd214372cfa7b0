#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Each function of the standard that the library has (t/mpi/functions.txt, absent.txt) is a
# procedure of Fortran, under its MPI_ and its PMPI_ name: in mpif.h, in module mpi and in module
# mpi_f08; so are the names that only Fortran has.

. "$(dirname "$0")/../lib.sh"

library=$BUILD/lib/libmpifort_abi.so
[ -e "$library" ] || skip_all "built without Fortran"
command -v nm >/dev/null || skip_all "no binutils"

# MPI_T and the conversion of handles are for C alone.
c_only='^MPI_(T_.*|.*_(to|from)int)$'
# Deprecated before mpi_f08 was made.
not_f08='^MPI_(Attr_.*|Keyval_.*)$'
sed '/^#/d; /^$/d' "$SRC/t/mpi/absent.txt" | sort >"$TMP/absent"
sort "$SRC/t/mpi/functions.txt" | comm -23 - "$TMP/absent" | grep -Ev "$c_only" >"$TMP/all"
grep -v '_c$' "$TMP/all" >"$TMP/names"
echo MPI_Op_create_c >"$TMP/large"
nm -D --defined-only "$library" | sed -n 's/.* [TWi] //p' | sort >"$TMP/there"
[ "$(wc -l <"$TMP/names")" -gt 300 ]
ok $? "there are $(wc -l <"$TMP/names") functions"

lower()
{
	tr '[:upper:]' '[:lower:]' | sed "s/\$/$1/; p; s/^/p/" | sort
}

removed='MPI_Address MPI_Errhandler_create MPI_Errhandler_get MPI_Errhandler_set MPI_Type_extent
MPI_Type_hindexed MPI_Type_hvector MPI_Type_lb MPI_Type_struct MPI_Type_ub'
{ cat "$TMP/names"; printf '%s\n' MPI_F_sync_reg $removed; } | lower _ >"$TMP/wanted"
is "$(comm -23 "$TMP/wanted" "$TMP/there")" "" "each is a procedure of mpif.h and module mpi"
missing=
for name in $(grep -Ev "$not_f08" "$TMP/all" | lower ''); do
	grep -qx -e "${name}_f08_" -e "${name}_f08ts_" "$TMP/there" || missing="$missing $name"
done
is "$missing" "" "each is a procedure of mpi_f08, with large counts too"

# use MODULE, only: each name.
program()
{
	echo "program names"
	sed "p; s/^/P/" "$2" | sed "s/^/use $1, only: /"
	echo "end program"
}
{ cat "$TMP/names"; printf '%s\n' $removed MPI_Sizeof MPI_F_sync_reg; } >"$TMP/mpi"
program mpi "$TMP/mpi" >"$TMP/mpi.f90"
run 60 "$BUILD/bin/mpifort" -fsyntax-only "$TMP/mpi.f90"
is "$rc $(head -3 "$err")" "0 " "module mpi has all names" || told
{
	grep -Ev "$not_f08" "$TMP/names"
	printf '%s\n' MPI_Sizeof MPI_F_sync_reg MPI_Status_f2f08 MPI_Status_f082f
} | cat - "$TMP/large" >"$TMP/f08"
program mpi_f08 "$TMP/f08" >"$TMP/f08.f90"
run 60 "$BUILD/bin/mpifort" -fsyntax-only "$TMP/f08.f90"
is "$rc $(head -3 "$err")" "0 " "module mpi_f08 has all names" || told

# Constants of integers and handles; those of addresses and functions are objects.
awk -F'\t' '!/^#/ && $3 !~ /\*|^MPI_T_/ && $2 !~ /^MPI_(T_[^E]|F_)/ { print $2 }' "$SRC/mpi/abi.tsv" |
	sort -u >"$TMP/constants"
[ "$(wc -l <"$TMP/constants")" -gt 250 ]
ok $? "there are $(wc -l <"$TMP/constants") constants"
for module in mpi mpi_f08; do
	{
		echo "program constants"
		sed "s/^/use $module, only: /" "$TMP/constants"
		echo "end program"
	} >"$TMP/c.f90"
	run 60 "$BUILD/bin/mpifort" -fsyntax-only "$TMP/c.f90"
	is "$rc $(head -3 "$err")" "0 " "module $module has all constants" || told
done
{
	echo "      PROGRAM CONSTANTS"
	echo "      INCLUDE 'mpif.h'"
	awk '{ print "      I = " $1 }' "$TMP/constants"
	echo "      END"
} >"$TMP/c.f"
run 60 "$BUILD/bin/mpifort" -fsyntax-only "$TMP/c.f"
is "$rc $(head -3 "$err")" "0 " "so has mpif.h" || told

# Modules of flang (configure --with-fc): their procedures and constants.
flang='^_QMmpi(_f08(_types)?)?(P|E)'
strange=$(grep -Ev "^p?mpi_|^__mpi_f08_types_MOD_|$flang" "$TMP/there")
is "$strange" "" "the library has no other names"
undefined=$(nm -D --undefined-only "$library" | sed -n 's/.* U //p' | grep -E '^(rd_|_gfortran|_Fortran)')
is "$undefined" "" "it calls the C library by MPI_ and PMPI_ names, and no library of the compiler"
done_testing
