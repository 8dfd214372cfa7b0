#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Rights of the regions that cards of others reach (rights.c), on emulated cards.

. "$(dirname "$0")/lib.sh"

needs rights
on_two 60 emu rights
done_testing
