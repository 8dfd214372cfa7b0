/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reads the headers of the program, its dynamic section and that section's strings: three or four
 * small reads. The file is not trusted: sizes are bounded, positions are checked.
 */
#include "runtime/mpirun_elf.h"

#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PART_MOST (16 << 20) /* bytes of any part of the file that is read */

struct elf {
	int fd;
	ElfW(Ehdr) head;
	ElfW(Phdr) * segment; /* [head.e_phnum] */
	ElfW(Dyn) * dyn;      /* [ndyn] */
	size_t ndyn;
};

/* `len` bytes of the file with a NUL behind them, malloced; NULL. */
static void *read_part(int fd, uint64_t at, uint64_t len)
{
	char *part = len <= PART_MOST ? malloc(len + 1) : NULL;

	if (part && pread(fd, part, len, (off_t)at) == (ssize_t)len) {
		part[len] = 0;
		return part;
	}
	free(part);
	return NULL;
}

static int read_head(struct elf *elf)
{
	ElfW(Ehdr) *head = &elf->head;
	const int native = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;

	if (pread(elf->fd, head, sizeof *head, 0) != sizeof *head)
		return -1;
	if (memcmp(head->e_ident, ELFMAG, SELFMAG) || head->e_ident[EI_CLASS] != native ||
	    head->e_phentsize != sizeof *elf->segment)
		return -1;
	elf->segment = read_part(elf->fd, head->e_phoff, head->e_phnum * sizeof *elf->segment);
	return elf->segment ? 0 : -1;
}

static int read_dynamic(struct elf *elf)
{
	for (int i = 0; i < elf->head.e_phnum; i++) {
		if (elf->segment[i].p_type != PT_DYNAMIC)
			continue;
		elf->ndyn = elf->segment[i].p_filesz / sizeof *elf->dyn;
		elf->dyn =
			read_part(elf->fd, elf->segment[i].p_offset, elf->ndyn * sizeof *elf->dyn);
		return elf->dyn ? 0 : -1;
	}
	return -1; /* linked statically */
}

static uint64_t value_of(const struct elf *elf, ElfW(Sxword) tag)
{
	for (size_t i = 0; i < elf->ndyn && elf->dyn[i].d_tag != DT_NULL; i++)
		if (elf->dyn[i].d_tag == tag)
			return elf->dyn[i].d_un.d_val;
	return 0;
}

/* The string table, whose address the dynamic section gives; *len: its bytes. */
static char *read_strings(const struct elf *elf, uint64_t *len)
{
	uint64_t address = value_of(elf, DT_STRTAB);

	*len = value_of(elf, DT_STRSZ);
	for (int i = 0; i < elf->head.e_phnum; i++) {
		const ElfW(Phdr) *s = &elf->segment[i];

		if (s->p_type == PT_LOAD && address >= s->p_vaddr &&
		    address - s->p_vaddr < s->p_filesz)
			return read_part(elf->fd, s->p_offset + (address - s->p_vaddr), *len);
	}
	return NULL;
}

static int begins_with_any(const char *name, const char *const *with, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strncmp(name, with[i], strlen(with[i])))
			return 1;
	return 0;
}

static int is_other(const char *name)
{
	static const char *const names[] = {
		"libmpi.so",  "libmpi_mpifh",  "libmpi_usempi", "libmpi_cxx.so", "libmpich",
		"libmpifort", "libmpicxx",     "libmpi_cray",   "libmpi_gnu",    "libmpi_intel",
		"libmpi_amd", "libmpi_nvidia", "libmpi_ibm"};

	return begins_with_any(name, names, sizeof names / sizeof *names);
}

static char *find_other(const struct elf *elf, const char *strings, uint64_t len)
{
	const char *other = NULL;

	for (size_t i = 0; i < elf->ndyn && elf->dyn[i].d_tag != DT_NULL; i++) {
		const char *name;

		if (elf->dyn[i].d_tag != DT_NEEDED || elf->dyn[i].d_un.d_val >= len)
			continue;
		name = strings + elf->dyn[i].d_un.d_val;
		/* A Fortran program may leave libmpi_abi.so to libmpifort_abi.so. */
		if (!strncmp(name, "libmpi_abi.so", 13) || !strncmp(name, "libmpifort_abi.so", 17))
			return NULL;
		if (!other && is_other(name))
			other = name;
	}
	return other ? strdup(other) : NULL;
}

int mpirun_elf_is_openmpi(const char *library)
{
	static const char *const names[] = {"libmpi.so.40", "libmpi_mpifh.so.40", "libmpi_usempi",
					    "libmpi_cxx.so.40"};

	return library && begins_with_any(library, names, sizeof names / sizeof *names);
}

char *mpirun_elf_other_mpi(const char *path)
{
	struct elf elf = {.fd = open(path, O_RDONLY | O_CLOEXEC)};
	char *strings = NULL, *other = NULL;
	uint64_t len = 0;

	if (elf.fd < 0)
		return NULL;
	if (read_head(&elf) == 0 && read_dynamic(&elf) == 0)
		strings = read_strings(&elf, &len);
	if (strings)
		other = find_other(&elf, strings, len);
	free(strings);
	free(elf.dyn);
	free(elf.segment);
	close(elf.fd);
	return other;
}
