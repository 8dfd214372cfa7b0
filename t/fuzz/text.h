/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared by fuzzers of texts: an input as a file, or as a string. */
#ifndef RD_T_FUZZ_TEXT_H
#define RD_T_FUZZ_TEXT_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The path of a file that holds the input, one for all inputs. */
static __attribute__((unused)) const char *text_file(const uint8_t *data, size_t size)
{
	static int fd = -1;
	static char path[64];

	if (fd < 0) {
		fd = memfd_create("text", MFD_CLOEXEC);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
	return path;
}

/* The input with a NUL behind it, to free. */
static __attribute__((unused)) char *text_string(const uint8_t *data, size_t size)
{
	char *text = calloc(1, size + 1);

	if (!text)
		abort();
	memcpy(text, data, size);
	return text;
}

#endif
