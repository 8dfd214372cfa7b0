#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A sanitized build (make check-asan) finds errors of each kind: with its flags and the options of
# t/run-all, a program that makes one ends with a report.

. "$(dirname "$0")/../lib.sh"

[ "$SANITIZED" = 1 ] || skip_all 'for a sanitized build'
flags=$(sed -n 's/^CFLAGS = //p' "$BUILD/config.mak")
case $flags in *address*) ;; *) skip_all 'built without AddressSanitizer' ;; esac

cat >"$TMP/errors.c" <<'END'
#include <limits.h>
#include <stdlib.h>

static int *volatile kept;
static int global[4];

static __attribute__((noinline)) void keep(int *p) { kept = p; }

static __attribute__((noinline)) void leave(void)
{
	int local = 1;

	keep(&local);
}

int main(int argc, char **argv)
{
	int kind = argc > 1 ? argv[1][0] : 0, *block = malloc(4 * sizeof(int));

	keep(block);
	block[0] = INT_MAX;
	if (kind == 'o')
		global[0] = block[0] + argc;
	else if (kind == 's')
		global[0] = argc << (kind + argc);
	else if (kind == 'h')
		kept[argc + 2] = 1;
	else if (kind == 'g')
		keep(global), kept[argc + 2] = 1;
	else if (kind == 'f')
		free(block), global[1] = kept[1];
	else if (kind == 'r')
		leave(), global[0] = *kept;
	else if (kind == 'l')
		keep(malloc(77));
	if (kind != 'f')
		free(block);
	kept = NULL;
	return 0;
}
END
# shellcheck disable=SC2086 # words
run 60 ${CC:-cc} $flags -o "$TMP/errors" "$TMP/errors.c"
is $rc 0 'a program with errors' || told
run 60 "$TMP/errors" none
is "$rc $(cat "$err")" '0 ' 'it runs where it makes none' || told
while read -r kind report name; do
	run 60 "$TMP/errors" "$kind"
	[ $rc -ne 0 ]
	ok $? "$name ends it" || told
	like "$(cat "$err")" "Sanitizer: .*$report" 'with a report' || told
	like "$(cat "$err")" '#[01] .*(errors|malloc|libasan).*\+0x' 'and a stack' || told
done <<END
overflow ILL an integer overflow
shift ILL a shift by more than the width
heap heap-buffer-overflow a write beyond a block
global global-buffer-overflow a write beyond a global array
freed heap-use-after-free a read of freed memory
returned stack-use-after-return a read of a frame that has ended
leak leak a leak
END
done_testing
