// SPDX-License-Identifier: BSD-3-Clause
//
// The memory that the server shares with the ranks (ring_proto.h): finding it, reading it with
// care, for ranks may have spoilt it, and sleeping and waking. Addresses of the cards' bus end in
// it (Shared::copy). Used by reg_port.h, dma_port.h and server.cpp.

#ifndef RD_HW_RING_SHARED_H
#define RD_HW_RING_SHARED_H

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <vector>

#include "btl_fpga/ring_nic_regs.h"
#include "hw/ring/ring_proto.h"
extern "C" {
#include "node/vm.h"
#include "node/wakeup.h"
}

namespace ring {

// Ends the process; ranks detect that and wait for no answer.
[[noreturn]] __attribute__((format(printf, 1, 2))) inline void die(const char *format, ...)
{
	va_list list;

	fputs("mpirun: ring process: ", stderr);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
	exit(1);
}

struct Shared {
	int fd;
	uint32_t nodes, users;
	rd_rtl_head *head = nullptr;
	rd_rtl_mail *mails = nullptr;      // [nodes][users]
	char *arenas = nullptr;            // [nodes][users][arena_b]
	uint64_t arena_b = 0;
	std::vector<int> wakefds;            // to the wake-ups of processes: descriptors, -1: none
	std::vector<int32_t> wakefd_pids;

	Shared(int f, uint32_t n, uint32_t u) : fd(f), nodes(n), users(u), wakefds(n * u, -1), wakefd_pids(n * u)
	{
		uint64_t bytes = rd_rtl_head_bytes(n, u);

		hold_lock();
		if (fallocate(fd, 0, 0, off_t(bytes))) // never makes it shorter
			die("%llu bytes of memory: %s", (unsigned long long)bytes, strerror(errno));
		void *at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (at == MAP_FAILED)
			die("mapping %llu bytes: %s", (unsigned long long)bytes, strerror(errno));
		head = static_cast<rd_rtl_head *>(at);
		mails = reinterpret_cast<rd_rtl_mail *>(head + 1);
	}

	// All that ranks compare; then they may come.
	void open_doors()
	{
		head->magic = RD_RTL_MAGIC;
		head->table = RN_TABLE_CRC;
		head->layout = RD_RTL_LAYOUT;
		head->nodes = nodes;
		head->users = users;
		head->server = getpid();
		__atomic_store_n(&head->ready, 1, __ATOMIC_RELEASE); // pairs with the acquire in device.c
		futex(&head->ready, FUTEX_WAKE, INT32_MAX, nullptr);
	}

	// --- Work and sleep ---

	bool any_posted() const
	{
		for (uint32_t i = 0; i < nodes * users; i++)
			if (__atomic_load_n(&mails[i].posted, __ATOMIC_RELAXED) != mails[i].taken)
				return true;
		return false;
	}
	// Until a rank posts something; with a limit in ns if it is not 0.
	void sleep(long limit_ns)
	{
		uint32_t wakeup = __atomic_load_n(&head->wakeup, __ATOMIC_ACQUIRE);
		timespec limit = {0, limit_ns};

		if (head->magic != RD_RTL_MAGIC)
			die("its memory was overwritten");
		__atomic_store_n(&head->asleep, limit_ns ? 1 : 2, __ATOMIC_SEQ_CST);
		__atomic_thread_fence(__ATOMIC_SEQ_CST); // pairs with that of wake_server in device.c
		if (!any_posted())
			futex(&head->wakeup, FUTEX_WAIT, wakeup, limit_ns ? &limit : nullptr);
		__atomic_store_n(&head->asleep, 0, __ATOMIC_RELAXED);
	}
	// Something that the rank in an access waits for has happened: `taken` or `answered` was written.
	void turned(rd_rtl_mail &mail)
	{
		__atomic_fetch_add(&mail.turn, 1, __ATOMIC_RELEASE);
		__atomic_thread_fence(__ATOMIC_SEQ_CST); // pairs with that of sleep_once in device.c
		if (__atomic_load_n(&mail.waiting, __ATOMIC_RELAXED))
			futex(&mail.turn, FUTEX_WAKE, 1, nullptr);
	}
	// Acquire, for armed_at; pairs with the store of arm in device.c.
	bool is_armed(uint32_t page) const { return __atomic_load_n(&mails[page].armed, __ATOMIC_ACQUIRE); }
	// Something has happened that the page's process may sleep for.
	void wake(uint32_t page)
	{
		rd_rtl_mail &mail = mails[page];

		__atomic_thread_fence(__ATOMIC_SEQ_CST); // pairs with that of arm in device.c
		if (!__atomic_load_n(&mail.armed, __ATOMIC_RELAXED) || !__atomic_exchange_n(&mail.armed, 0, __ATOMIC_SEQ_CST))
			return;
		if (ring_bell(page) && errno == EMFILE) {
			close_bells();
			ring_bell(page);
		}
	}

	// --- Memory of the ranks ---

	// len bytes between `here` and the address of card `node`'s bus. Whether there is such memory.
	bool copy(uint32_t node, uint64_t bus, void *here, uint64_t len, bool write)
	{
		uint64_t page = (bus >> RD_RTL_BUS_PAGE_LSB) - 1, at = bus & (RD_RTL_BUS_VIRTUAL - 1);

		if (page / users != node || page >= uint64_t(nodes) * users || !map_arenas())
			return false;
		if (bus & RD_RTL_BUS_VIRTUAL)
			return copy_process(mails[page].pid, at, here, len, write);
		if (len > arena_b || at > arena_b - len)
			return false;
		char *there = arenas + page * arena_b + at;
		if (write)
			copy_up(there, static_cast<const char *>(here), len);
		else
			copy_words(static_cast<char *>(here), there, len);
		return true;
	}
	// Whether memory of the process behind a page can be reached: it has put a number somewhere.
	bool probe(const rd_rtl_mail &mail)
	{
		uint64_t token = 0;

		return copy_process(mail.pid, mail.probe, &token, sizeof token, false) && token == mail.token;
	}

private:
	static long futex(uint32_t *word, int op, uint32_t value, const timespec *limit)
	{
		return syscall(SYS_futex, word, op, value, limit, nullptr, 0);
	}
	// Ranks see by it that this process lives (fcntl(2), F_GETLK).
	void hold_lock()
	{
		struct flock lock = {};

		lock.l_type = F_WRLCK;
		lock.l_whence = SEEK_SET;
		if (fcntl(fd, F_SETLK, &lock))
			die("locking descriptor %d: %s", fd, strerror(errno));
	}
	int ring_bell(uint32_t page)
	{
		int32_t pid = __atomic_load_n(&mails[page].pid, __ATOMIC_ACQUIRE);

		if (wakefd_pids[page] != pid && wakefds[page] >= 0) {
			close(wakefds[page]);
			wakefds[page] = -1;
		}
		wakefd_pids[page] = pid;
		return pid > 0 ? rd_wakeup_send(&wakefds[page], pid, mails[page].wakeup) : 0;
	}
	void close_bells()
	{
		for (int &wakefd : wakefds) {
			if (wakefd >= 0)
				close(wakefd);
			wakefd = -1;
		}
	}
	// The first rank sets the size of an arena, and has made room before.
	bool map_arenas()
	{
		uint64_t bytes, before = rd_rtl_head_bytes(nodes, users);
		struct stat st;

		if (arenas)
			return true;
		arena_b = __atomic_load_n(&head->arena_bytes, __ATOMIC_ACQUIRE);
		if (!arena_b)
			return false;
		if (arena_b >= RD_RTL_BUS_VIRTUAL / nodes / users || arena_b % RD_RTL_PAGE_B)
			die("its memory was overwritten: arenas of %llu bytes", (unsigned long long)arena_b);
		bytes = arena_b * nodes * users;
		if (fstat(fd, &st) || uint64_t(st.st_size) < before + bytes)
			die("its memory is shorter than the arenas that it should hold");
		void *at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, off_t(before));
		if (at == MAP_FAILED)
			die("mapping %llu bytes: %s", (unsigned long long)bytes, strerror(errno));
		arenas = static_cast<char *>(at);
		return true;
	}
	static bool copy_process(int32_t pid, uint64_t at, void *here, uint64_t len, bool write)
	{
		return pid > 0 && !rd_vm_copy(pid, here, at, len, write ? RD_VM_WRITE : RD_VM_READ);
	}
	// A rank polls the last word of a write to its memory and then reads the rest: stores in
	// ascending order, each with release (pairs with the acquire of the rank's polls).
	static void copy_up(char *to, const char *from, uint64_t len)
	{
		typedef uint64_t __attribute__((may_alias)) word;

		for (; len && uintptr_t(to) % 8; len--)
			__atomic_store_n(to++, *from++, __ATOMIC_RELEASE);
		for (; len >= 8; len -= 8, to += 8, from += 8) {
			uint64_t w;

			memcpy(&w, from, 8);
			__atomic_store_n(reinterpret_cast<word *>(to), w, __ATOMIC_RELEASE);
		}
		for (; len; len--)
			__atomic_store_n(to++, *from++, __ATOMIC_RELEASE);
	}
	// Whole words of the card's bus are read at once; both are aligned.
	static void copy_words(char *to, const char *from, uint64_t len)
	{
		typedef uint64_t __attribute__((may_alias)) word;

		for (uint64_t i = 0; i + 8 <= len; i += 8) {
			uint64_t w = __atomic_load_n(reinterpret_cast<const word *>(from + i), __ATOMIC_RELAXED);

			memcpy(to + i, &w, 8);
		}
	}
};

} // namespace ring

#endif
