/* SPDX-License-Identifier: BSD-3-Clause */
/* The library's own image; see image.h. Called by MPI_Init. */
#include "base/image.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef MADV_POPULATE_READ

enum { MOST_B = 4 << 20 };

static int holds(const struct dl_phdr_info *image, uintptr_t at)
{
	for (int i = 0; i < image->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &image->dlpi_phdr[i];

		if (part->p_type == PT_LOAD &&
		    at - image->dlpi_addr - part->p_vaddr < part->p_memsz)
			return 1;
	}
	return 0;
}

/* Without the zeros behind the file's bytes: they would become this process's own. */
static int populate_parts(struct dl_phdr_info *image, size_t size, void *page)
{
	uintptr_t mask = ~(*(const uintptr_t *)page - 1);

	(void)size;
	if (!holds(image, (uintptr_t)rd_image_populate))
		return 0;
	for (int i = 0; i < image->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &image->dlpi_phdr[i];
		uintptr_t from = (image->dlpi_addr + part->p_vaddr) & mask;
		uintptr_t end = image->dlpi_addr + part->p_vaddr + part->p_filesz;

		if (part->p_type == PT_LOAD && part->p_flags & (PF_X | PF_W) &&
		    end - from <= MOST_B)
			madvise((void *)from, end - from, MADV_POPULATE_READ);
	}
	return 1;
}

void rd_image_populate(void)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	dl_iterate_phdr(populate_parts, &page);
}

#else

void rd_image_populate(void)
{
}

#endif
