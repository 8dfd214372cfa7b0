#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves which names libmpi_abi.so.1 exports: MPI_ and PMPI_ names, two for libmpifort_abi
# (mpi/state.h), each function that mpi.h declares, MPI_X as a weak name of PMPI_X (MPI-5.0 15.2),
# no symbol versions, and the soname of the standard ABI (MPI-5.0 20).

. "$(dirname "$0")/../lib.sh"

library=$BUILD/lib/libmpi_abi.so.1
command -v nm >/dev/null && command -v readelf >/dev/null || skip_all "no binutils"

# same FILE1 FILE2 NAME: passes when the sorted lists are the same; tells the difference.
same()
{
	difference=$(diff "$1" "$2")
	ok $? "$3" || diag "$difference"
}

nm -D --defined-only "$library" | awk '{ print $3, $2, $1 }' | sort >"$TMP/all"
for_fortran='^rd_mpi_(op|errhandler)_state '
is "$(grep -Ec "$for_fortran" "$TMP/all")" 2 "the library exports what mpi/state.h declares"
grep -Ev "$for_fortran" "$TMP/all" >"$TMP/exported"
[ -s "$TMP/exported" ]
ok $? "the library exports something"
strange=$(grep -v '^P*MPI_' "$TMP/exported")
[ -z "$strange" ]
ok $? "nothing else but MPI_ and PMPI_ is exported" || diag "$strange"

# mpi.h as the compiler sees it, a declaration a line.
echo '#include <mpi.h>' >"$TMP/h.c"
"$MPICC" -E -P "$TMP/h.c" | tr '\n' ' ' | tr ';{}' '\n\n\n' |
	grep -v -e typedef -e __inline -e 'return ' |
	sed -n 's/^.*[ *]\(P*MPI_[A-Za-z0-9_]*\) *(.*$/\1/p' | sort -u >"$TMP/declared"
cut -d' ' -f1 "$TMP/exported" >"$TMP/names"
# Binaries may ask for these, programs may not: MPI-5.0 4.2.1 has none.
kept='^P*MPI_P\(send\|recv\)_init_c$'
is "$(grep -c "$kept" "$TMP/names") $(grep -c "$kept" "$TMP/declared")" "4 0" \
	"_c twins of partitioned communication are exported, not declared"
cat >"$TMP/p.c" <<'END'
#include <mpi.h>
int (*send)(const void *, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
	    MPI_Request *) = MPI_Psend_init;
int (*receive)(void *, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
	       MPI_Request *) = MPI_Precv_init;
END
run 60 "$MPICC" -Werror -c -o "$TMP/p.o" "$TMP/p.c"
is $rc 0 "the count of MPI_Psend_init and MPI_Precv_init is an MPI_Count" || told
[ "$(wc -l <"$TMP/declared")" -gt 200 ]
ok $? "mpi.h declares $(wc -l <"$TMP/declared") functions"
grep -v "$kept" "$TMP/names" >"$TMP/public"
same "$TMP/declared" "$TMP/public" "each declared function is exported, each exported one declared"

grep '^MPI_' "$TMP/names" | sed 's/^/P/' | sort >"$TMP/wanted"
grep '^PMPI_' "$TMP/names" | sort >"$TMP/twins"
same "$TMP/wanted" "$TMP/twins" "each MPI_ has its PMPI_ and the other way round"

# name, type, address: MPI_ weak (W), PMPI_ strong (T), both the same code.
bad=$(awk '
	/^MPI_/ && $2 != "W" { print $1 " is not weak but " $2 }
	/^PMPI_/ && $2 != "T" { print $1 " is not T but " $2 }
	{ at[$1] = $3 }
	END { for (n in at) if (n ~ /^MPI_/ && at[n] != at["P" n]) print n " is not P" n }
' "$TMP/exported")
[ -z "$bad" ]
ok $? "MPI_ names are weak names of PMPI_ ones" || diag "$bad"

# The weak names in the archive, for tools linked statically.
nm "$BUILD/lib/libmpi_abi.a" 2>/dev/null | awk '$2 == "W" && $3 ~ /^MPI_/ { print "P" $3 }' |
	sort >"$TMP/archive"
same "$TMP/twins" "$TMP/archive" "the archive has the same weak names"

like "$(readelf -d "$library")" 'SONAME.*\[libmpi_abi\.so\.1\]' "the soname is libmpi_abi.so.1"
unlike "$(readelf -d "$library")" 'NEEDED.*libmpi' "it needs no other MPI library"
unlike "$(readelf -V "$library")" "Version definition" "its symbols have no versions"
unlike "$(readelf -d "$library")" TEXTREL "its code is position independent"
done_testing
