#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The fuzzers of this folder: each starts from the inputs found before, t/fuzz/NAME.corpus, and runs
# for RD_FUZZ_S seconds (default 1, continuous integration 3). An input that ends a
# fuzzer is left in the build folder, fuzz/NAME-*.

. "$(dirname "$0")/../lib.sh"

seconds=${RD_FUZZ_S:-1}
[ "$SANITIZED" = 1 ] && skip_all 'fuzzers have sanitizers of their own'
command -v clang >/dev/null || skip_all 'there is no clang (Debian package clang)'
echo 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return p && n > 9; }' \
	>"$TMP/try.c"
clang -fsanitize=fuzzer,address -o "$TMP/try" "$TMP/try.c" 2>/dev/null ||
	skip_all 'clang has no libFuzzer here (Debian package libclang-rt-14-dev)'
[ "${RD_FUZZ_S:-}" ] || [ -x "$BUILD/fuzz/t/fuzz/frames" ] ||
	skip_all 'the fuzzers are not built (make fuzz)'
run 600 make -C "$BUILD" fuzz
is $rc 0 'make fuzz' || told

for source in "$SRC"/t/fuzz/*.c; do
	name=$(basename "$source" .c)
	mkdir "$TMP/$name"
	run $((seconds + 60)) "$BUILD/fuzz/t/fuzz/$name" -max_total_time="$seconds" -max_len=3000 \
		-timeout=10 -rss_limit_mb=1000 -close_fd_mask=3 \
		-artifact_prefix="$BUILD/fuzz/$name-" "$TMP/$name" "$SRC/t/fuzz/$name.corpus"
	is $rc 0 "$name: $(sed -n 's/^Done \([0-9]*\) runs.*/\1 inputs/p' "$err")" || told
done
done_testing
