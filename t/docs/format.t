#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The C sources are laid out as .clang-format says; generated ones as their generators do. With
# FORMAT=1 the files are changed instead.

. "$(dirname "$0")/../lib.sh"

case $(clang-format --version 2>/dev/null) in
*version\ 14.*) ;;
*) skip_all "clang-format 14 lays out the sources" ;;
esac
cd "$SRC"
sources()
{
	find base bench btl_fpga btl_self btl_sm btl_tcp coll comm datatype examples fortran io \
		hw/emu mpi node pt2pt rma runtime t verbs \( -name '*.c' -o -name '*.h' \) \
		! -name ring_nic_regs.h |
		xargs grep -LiE 'generated (by|from)' | sort
}
if [ "${FORMAT:-0}" = 1 ]; then
	sources | xargs clang-format -i
fi
like "$(sources | wc -l)" '^[1-9][0-9][0-9]' 'the C sources are found'
other=$(sources | xargs clang-format --dry-run 2>&1 |
	sed -n 's/:\([0-9]*\):.*warning: .*/ line \1/p' | head -20)
is "$other" "" "the layout of the C sources"
done_testing
