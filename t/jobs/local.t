#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Groups, communicators and topologies (comm.c), datatypes (datatype.c, type_contents.c,
# type_kinds.c), start and end (init.c), error handlers (errhandler.c), generalised requests
# (generalized_requests.c), calls without a better place (other_calls.c), on several numbers of
# ranks. init.c also without mpirun, where it must be a job of one rank.

. "$(dirname "$0")/lib.sh"

for ranks in 1 2 4 6 12; do
	for program in comm errhandler; do
		job sm $ranks 30 t/jobs/$program
	done
done
for ranks in 2 8; do
	job tcp $ranks 30 t/jobs/comm
done
for ranks in 1 2; do
	job sm $ranks 60 t/jobs/datatype
	job sm $ranks 30 t/jobs/type_contents
done
for ranks in 1 4; do
	job sm $ranks 30 t/jobs/type_kinds
done
job tcp 3 30 t/jobs/type_kinds
for ranks in 1 3; do
	job sm $ranks 30 t/jobs/init
	job sm $ranks 30 t/jobs/generalized_requests
	job sm $ranks 30 t/jobs/other_calls
	job tcp $ranks 30 t/jobs/other_calls
done

run 30 "$BUILD/t/jobs/init" -alone
is $rc 0 'init without mpirun' || told
like "$(cat "$out")" 'good on 1 ranks' 'it is one rank'
done_testing
