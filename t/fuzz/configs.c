/* SPDX-License-Identifier: BSD-3-Clause */
/* Fuzzer of mpirun's -configfile (runtime/mpirun_config.c). */
#include "t/fuzz/text.h"

#include "runtime/mpirun_opts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mpirun_list args = {NULL, 0};

	mpirun_config_read(text_file(data, size), &args);
	mpirun_list_free(&args);
	return 0;
}
