#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Shows that the model of a bench (hw/Makefile) is made anew when TRACE, VFLAGS or EDIT is another
# than it was made with, or the program EDIT has changed, and else is not; OPT changes its speed
# alone. A program in the place of Verilator says which were made.

. "$(dirname "$0")/../lib.sh"

command -v make >/dev/null || skip_all "no make"

hw=$TMP/hw
mkdir -p "$TMP/bin" "$hw/rtl" "$hw/sim"
cp "$SRC/hw/Makefile" "$hw/"
cp "$SRC/hw/sim/scaling.mk" "$hw/sim/"
echo 'model.a:; touch $@' >"$hw/sim/model.mk"
echo 'module one; endmodule' >"$hw/rtl/one.v"
echo '// top: one' >"$hw/sim/bench.cpp"
cat >"$TMP/bin/verilator" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
	[ "$1" = --Mdir ] && dir=$2
	shift
done
[ -z "$dir" ] || { echo made >>"$MADE"; echo "a : rtl/one.v" >"$dir/Vtop__ver.d"; : >"$dir/Vtop.cpp"; }
END
printf '#!/bin/sh\nfor file; do echo "edited ${file##*/}" >>"$MADE"; done\n' >"$TMP/bin/edit"
chmod +x "$TMP/bin/verilator" "$TMP/bin/edit"
PATH=$TMP/bin:$PATH
export PATH MADE="$TMP/made"

# makes WANT NAME ARGUMENT...: what make does with the model.
makes()
{
	want=$1 name=$2
	shift 2
	touch -d '1 minute ago' "$hw"/build/made-with "$hw"/build/model/one/model.a 2>/dev/null
	: >"$MADE"
	run 20 make -C "$hw" "$@" build/model/one/model.a
	is "$rc $(sed -n '/made/p; /Vtop/p' "$MADE" | xargs)" "0${want:+ }${want:- }" "$name" || told
}

touch -d '2 minutes ago' "$hw/sim/model.mk" "$hw/rtl/one.v" "$TMP/bin/edit"
makes made 'a model is made'
makes '' 'and not again'
makes '' 'nor for another speed' OPT=-O3
makes made 'with waveforms it is another' TRACE=1
makes '' 'and not again' TRACE=1
makes 'made edited Vtop.cpp' 'a program that edits it makes another' "EDIT=$TMP/bin/edit"
makes '' 'and not again' "EDIT=$TMP/bin/edit"
touch "$TMP/bin/edit"
makes 'made edited Vtop.cpp' 'one that has changed another' "EDIT=$TMP/bin/edit"
touch -d '2 minutes ago' "$TMP/bin/edit"
makes 'made edited Vtop.cpp edited Vtop.cpp' 'an argument of it, too' "EDIT=$TMP/bin/edit build/model/one/Vtop.cpp"
makes made 'the model without it another' VFLAGS=
makes made 'and so do options of Verilator' 'VFLAGS=--coverage -Wno-fatal'
makes '' 'and not again' 'VFLAGS=--coverage -Wno-fatal'
done_testing
