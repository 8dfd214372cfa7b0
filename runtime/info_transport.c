/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The section of rondo_info on transports. It tries the system features that they need (memory of
 * another process, network interfaces) without using the transports: whether two given ranks can
 * use one is decided by the transport when they first communicate.
 */
#include "runtime/info.h"

#include "base/param.h"
#include "node/shm.h"
#include "node/vm.h"

#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* 1 when `name` is in the list that RONDO_BTL gives. */
static int allowed(const char *name)
{
	const char *at = rd_param_string(RD_PARAM_BTL);

	while (*at) {
		size_t len = strcspn(at, ",");

		if (strlen(name) == len && !memcmp(at, name, len))
			return 1;
		at += len + (at[len] == ',');
	}
	return 0;
}

static const char *off(const char *name)
{
	return allowed(name) ? "" : " [not in RONDO_BTL]";
}

/* Reads a word of a child as btl_sm reads from a peer: 0, or the errno. */
static int try_single_copy(void)
{
	volatile int word = 1;
	int copy = 0, hold[2], result = 0;
	pid_t child;

	if (pipe(hold))
		return errno;
	child = fork();
	if (child == 0) { /* waits until the parent closes the pipe */
		char c;

		close(hold[1]);
		_exit(read(hold[0], &c, 1) != 0);
	}
	close(hold[0]);
	if (child < 0 || rd_vm_copy(child, &copy, (uintptr_t)&word, sizeof(copy), RD_VM_READ))
		result = errno;
	close(hold[1]);
	if (child > 0)
		waitpid(child, NULL, 0);
	return result;
}

static void print_fpga(void)
{
	const char *ring = rd_param_string(RD_PARAM_RING);

	if (*ring)
		info_line("fpga", "a ring of cards: %s%s", ring, off("fpga"));
	else
		info_line("fpga",
			  "ring cards, which do barrier, bcast, reduce, allreduce by themselves%s",
			  off("fpga"));
	if (!*ring)
		info_line("", "there is no ring: mpirun --ring emu makes one of modelled cards");
}

/* Under Yama's ptrace_scope 1 the ranks permit access that it would deny (node/cma.c). */
static void print_yama(void)
{
	FILE *file = fopen("/proc/sys/kernel/yama/ptrace_scope", "re");
	int scope = 0;

	if (file && fscanf(file, "%d", &scope) == 1 && scope == 1)
		info_line("", rd_param_int(RD_PARAM_CMA)
				      ? "ranks let all processes of their user trace them "
					"(RONDO_CMA=0: none)"
				      : "ranks let no process but a parent trace them");
	if (file)
		fclose(file);
}

static void print_sm(void)
{
	int err = try_single_copy();
	int fd = rd_shm_make("rondo_info", 1);

	if (fd < 0) {
		info_line("sm", "cannot be used: memfd_create: %s%s", strerror(errno), off("sm"));
		return;
	}
	close(fd);
	info_line("sm", "shared memory, for ranks of one machine%s", off("sm"));
	if (!rd_param_int(RD_PARAM_CMA))
		info_line("", "single copy is switched off (RONDO_CMA=0)");
	else if (err)
		info_line("", "single copy refused here (process_vm_readv: %s)", strerror(err));
	else
		info_line("", "single copy of large messages works here");
	print_yama();
}

static void print_address(const struct ifaddrs *entry)
{
	char text[NI_MAXHOST];
	int family = entry->ifa_addr ? entry->ifa_addr->sa_family : AF_UNSPEC;
	socklen_t len =
		family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);

	if ((family != AF_INET && family != AF_INET6) || !(entry->ifa_flags & IFF_UP))
		return;
	if (!getnameinfo(entry->ifa_addr, len, text, sizeof(text), NULL, 0, NI_NUMERICHOST))
		info_line("", "%s: %s", entry->ifa_name, text);
}

static void print_tcp(void)
{
	struct ifaddrs *list;

	info_line("tcp", "TCP over IPv4 and IPv6%s", off("tcp"));
	if (getifaddrs(&list)) {
		info_line("", "interfaces cannot be read: %s", strerror(errno));
		return;
	}
	for (struct ifaddrs *entry = list; entry; entry = entry->ifa_next)
		print_address(entry);
	freeifaddrs(list);
}

void info_transports(void)
{
	info_line("self", "messages of a rank to itself%s", off("self"));
	print_fpga();
	print_sm();
	print_tcp();
}
