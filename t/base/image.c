/* SPDX-License-Identifier: BSD-3-Clause */
/* rd_image_populate: all pages of the code are mapped afterwards. */
#include "base/image.h"

#include "t/tap.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22 /* Linux 5.14 */
#endif

/* Code that is not run: more than the kernel maps at one fault. */
__asm__(".text\n.skip 1 << 20\n");

struct part {
	uintptr_t from, end;
};

/* The mapping that holds the function; 0: it was found. */
static int find(struct part *code)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	uintptr_t at = (uintptr_t)rd_image_populate;
	char line[512];
	int found = 0;

	while (maps && !found && fgets(line, sizeof(line), maps))
		found = sscanf(line, "%lx-%lx", &code->from, &code->end) == 2 && code->from <= at &&
			at < code->end;
	if (maps)
		fclose(maps);
	return !found;
}

/* Pages of it that are mapped; -1: the kernel does not tell. */
static long mapped(const struct part *code)
{
	int fd = open("/proc/self/pagemap", O_RDONLY);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint64_t entry;
	long n = 0;

	for (uintptr_t at = code->from; at < code->end && n >= 0; at += page)
		if (pread(fd, &entry, sizeof(entry), (off_t)(at / page * sizeof(entry))) !=
		    sizeof(entry))
			n = -1;
		else
			n += (long)(entry >> 63);
	close(fd);
	return n;
}

int main(void)
{
	struct part code;
	long pages, before;

	if (find(&code))
		skip_all("the mapping of the code is not found");
	if (mapped(&code) < 0 ||
	    madvise((void *)code.from, code.end - code.from, MADV_POPULATE_READ))
		skip_all("the kernel maps no pages on request, or does not tell which are mapped");
	pages = (long)((code.end - code.from) / (size_t)sysconf(_SC_PAGESIZE));
	madvise((void *)code.from, code.end - code.from, MADV_DONTNEED);
	before = mapped(&code);
	rd_image_populate();
	is_int(mapped(&code), pages, "pages of the code, %ld before", before);
	return done();
}
