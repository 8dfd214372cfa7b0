#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Proves that configure --with-fc gives each further Fortran compiler modules of its own, that
# mpifort finds them, and that a compiler that cannot read the modules is told whose they are.

. "$(dirname "$0")/../lib.sh"

fc=$(sed -n 's/^FC = //p' "$BUILD/config.mak")
[ "$fc" ] || skip_all "built without Fortran"
unset FC RONDO_FC MPICH_FC OMPI_FC MAKEFLAGS MAKELEVEL
real=$(command -v "${fc%% *}")
mkdir "$TMP/bin" "$TMP/build"
# Another compiler by its name and its version.
cat >"$TMP/bin/other-fc" <<-END
	#!/bin/sh
	[ "\$1" != --version ] || { echo "Other Fortran 7.1"; exit; }
	exec "$real" "\$@"
END
chmod +x "$TMP/bin/other-fc"
PATH=$TMP/bin:$PATH
configure=$SRC/configure
cd "$TMP/build" || exit 1

run 60 "$configure" "--with-fc=$real,$TMP/bin/other-fc" FC=gfortran
is $rc 1 "FC beside --with-fc" || told
like "$(cat "$err")" '--with-fc and FC both name' "is refused in words"
for bad in ,other-fc other-fc, a,,b 'a b'; do
	run 60 "$configure" "--with-fc=$bad"
	is $rc 1 "--with-fc=$bad" || told
	like "$(cat "$err")" 'give names with commas between' "is no list"
done
run 60 "$configure" "--with-fc=$real,no-such-fc"
like "$rc $(cat "$err")" '^1 .*--with-fc: compiler no-such-fc is not found' "a further compiler that is not there"
for bad in false true; do
	run 60 "$configure" "--with-fc=$real,$bad"
	like "$rc $(cat "$err")" "^1 .*--with-fc: $bad cannot be used" "one that does not work: $bad"
done
run 60 "$configure" --with-fc=false
like "$rc $(cat "$err")" '^1 .*--with-fc: false is not found, or cannot be used' "the first compiler likewise"
run 60 "$configure" "--with-fc=$real" --disable-fortran
like "$rc $(cat "$err")" '^1 .*--disable-fortran refuses it' "Fortran that is refused, too"
for bad in --with-fc --with-fc= --with-fc=no --without-fc; do
	run 60 "$configure" "$bad"
	like "$rc $(cat "$err")" "^1 .*$bad: give names of Fortran compilers" "$bad names none"
done
run 60 "$configure" "--with-fc=$real,$TMP/${real##*/}"
like "$rc $(cat "$err")" "two compilers have the name ${real##*/}" "two of the same name"

run 60 "$configure" "--with-fc=$real,other-fc"
is $rc 0 "two compilers" || told
like "$(cat "$out")" '^Fortran compiler +other-fc \(Other Fortran 7\.1\)' "both are tried"
run 300 make bin/mpifort mod/mpi.mod mod/mpif.h mod/rondo/other-fc/mpi.mod \
	mod/rondo/other-fc/mpi_f08.mod
is $rc 0 "modules for both" || told
mod=$TMP/build/mod
like "$(bin/mpifort -show -c a.f90)" "^$real -I$mod -c a.f90$" "mpifort calls the first"
like "$(bin/mpifort -fc=other-fc -show -c a.f90)" "^other-fc -I$mod/rondo/other-fc -I$mod -c a.f90$" \
	"-fc= takes the other's modules"
like "$(bin/mpifort -fc='env other-fc' -show -c a.f90)" "^env other-fc -I$mod/rondo/other-fc -I$mod " \
	"also behind another command"
is "$(RONDO_FC=$TMP/bin/other-fc bin/mpifort -showme:incdirs)" "$mod/rondo/other-fc $mod" \
	"so does RONDO_FC, by a path, and -showme says so"
cat >a.f90 <<-'END'
	program a
	  use mpi_f08
	  call MPI_Init()
	  call MPI_Finalize()
	end program
END
mv mod/mpi_f08.mod kept.mod 2>/dev/null
run 60 bin/mpifort -fc=other-fc -c a.f90
is "$rc $(cat "$err")" "0 " "it compiles with its own modules alone" || told

# Modules of another version.
sed -i 's/7\.1/9.0/' "$TMP/bin/other-fc"
echo "not a module" >mod/rondo/other-fc/mpi_f08.mod
run 60 bin/mpifort -fc=other-fc -c a.f90
[ $rc -ne 0 ]
ok $? "a module that the compiler cannot read" || told
like "$(tail -1 "$err")" 'mpifort: the modules .* were made by: .*Other Fortran 7\.1.* is: Other Fortran 9\.0' \
	"the last line names both versions"
run 60 bin/mpifort -c no-such-file.f90
unlike "$(cat "$err")" 'were made by' "other errors have no such line"
run 60 env RONDO_FC="env $real" bin/mpifort -c no-such-file.f90
unlike "$(cat "$err")" 'were made by' "nor have those of a compiler that another program starts"
done_testing
