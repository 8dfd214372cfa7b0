// SPDX-License-Identifier: BSD-3-Clause
//
// A walk over every register of the table as the host sees it, against the columns reset and access:
// after reset, after writing each that may be written, and after another reset. For any top
// module with the ports s_axil_*. Blocks that it does not have are named in the setting absent=A,B
// (and must refuse); registers of access rwe are written only with their reset.

#ifndef RD_HW_SIM_REGS_WALK_H
#define RD_HW_SIM_REGS_WALK_H

#include <map>
#include <set>
#include <vector>

#include "axil.h"

#include "btl_fpga/ring_nic_regs.h"

namespace sim {

struct Register {
	std::string block, name;
	bool global;
	uint32_t offset, step, n;
	std::string access;
	uint32_t reset;
	bool known;
	uint32_t mask;
};

inline const std::vector<Register> &registers()
{
#define RN_WALK_ROW(block, name, scope, offset, step, n, access, reset, known, mask) \
	{#block, #name, std::string(#scope) == "global", offset, step, n, #access, reset, known, mask},
	static const std::vector<Register> all = {RN_REGISTERS(RN_WALK_ROW)};
#undef RN_WALK_ROW
	return all;
}

template<class Top> class Walk {
	Clocked<Top> &m;
	Axil<Top> host;
	std::function<void()> clock;
	Rng rng;
	std::set<std::string> absent;
	std::map<uint32_t, uint32_t> written; // by address

	template<class F> void each(F call)
	{
		for (const Register &r : registers())
			for (uint32_t page = r.global ? 0 : 1; page <= (r.global ? 0 : RN_PAGE_N); page++)
				for (uint32_t i = 0; i < r.n; i++)
					call(r, page * RN_PAGE_BYTES + r.offset + i * r.step);
	}
	bool here(const Register &r) const { return !absent.count(r.block); }
	uint32_t read(const Register &r, uint32_t addr)
	{
		auto a = host.read(addr, clock);

		expect(a.resp == host.OKAY, "%s.%s at %04x: refused", r.block.c_str(), r.name.c_str(), addr);
		expect((a.data & ~r.mask) == 0, "%s.%s at %04x: %08x has bits without a meaning",
			r.block.c_str(), r.name.c_str(), addr, a.data);
		return a.data;
	}
	void write(const Register &r, uint32_t addr, uint32_t data)
	{
		expect(host.write(addr, data, clock).resp == host.OKAY, "%s.%s at %04x: write refused",
			r.block.c_str(), r.name.c_str(), addr);
	}
	void compare(const Register &r, uint32_t addr, uint32_t want)
	{
		uint32_t have = read(r, addr);

		expect(have == want, "%s.%s at %04x: %08x, should be %08x", r.block.c_str(),
			r.name.c_str(), addr, have, want);
	}
	void resets(const char *when)
	{
		int n = 0;

		each([&](const Register &r, uint32_t addr) {
			if (!here(r))
				return;
			n++;
			if (r.known)
				compare(r, addr, r.reset);
			else
				read(r, addr);
		});
		ok(n > 0, "%d registers read as the table says %s", n, when);
	}
	// All are written before any is read, which reveals two addresses of one register.
	void keeps(uint32_t (*pattern)(Rng &), const char *what)
	{
		int n = 0;

		each([&](const Register &r, uint32_t addr) {
			if (here(r) && r.access == "rw")
				write(r, addr, written[addr] = pattern(rng));
		});
		each([&](const Register &r, uint32_t addr) {
			if (here(r) && r.access == "rw") {
				compare(r, addr, written[addr] & r.mask);
				n++;
			}
		});
		ok(n > 0, "%d that may be written keep %s", n, what);
	}
	void unchanged()
	{
		int n = 0;

		each([&](const Register &r, uint32_t addr) {
			if (!here(r) || (r.access != "ro" && !(r.access == "rwe" && r.known)))
				return;
			write(r, addr, r.access == "ro" ? uint32_t(rng.next()) : r.reset);
			if (r.known)
				compare(r, addr, r.reset);
			n++;
		});
		ok(n > 0, "%d that are read only are not changed by writing", n);
	}
	void others()
	{
		int n = 0;

		each([&](const Register &r, uint32_t addr) {
			if (!here(r) || (r.access != "w1c" && r.access != "wo"))
				return;
			if (r.access == "w1c")
				write(r, addr, 0xffffffff);
			compare(r, addr, 0);
			n++;
		});
		ok(true, "%d are clear when ones are written, or write only", n);
	}
	// Offsets of a block that is here, with no register: read as 0, writing does nothing.
	void holes()
	{
		std::map<uint32_t, bool> used;
		std::set<std::pair<uint32_t, uint32_t>> spans; // of blocks, by their registers
		int n = 0;

		each([&](const Register &r, uint32_t addr) {
			used[addr] = true;
			if (here(r))
				spans.insert({addr & ~0x3fu, 0x40});
		});
		for (auto &s : spans)
			for (uint32_t addr = s.first; addr < s.first + s.second; addr += 4) {
				if (used.count(addr))
					continue;
				host.write(addr, uint32_t(rng.next()), clock);
				auto r = host.read(addr, clock);
				expect(r.data == 0, "%04x is no register and reads %08x", addr, r.data);
				n++;
			}
		each([&](const Register &r, uint32_t addr) {
			if (here(r) && r.access == "rw")
				compare(r, addr, written[addr] & r.mask);
		});
		ok(true, "%d words beside registers read as 0, writing them changes nothing", n);
	}
	void refused()
	{
		int n = 0;

		each([&](const Register &r, uint32_t addr) {
			if (here(r))
				return;
			auto a = host.read(addr, clock);
			expect(a.resp == host.SLVERR && a.data == 0, "%s.%s is not here and answers",
				r.block.c_str(), r.name.c_str());
			n++;
		});
		ok(true, "%d of absent blocks are refused", n);
	}

public:
	// `around` runs before each edge: further inputs of the top.
	Walk(Clocked<Top> &model, const std::string &without, std::function<void()> around = [] {})
		: m(model), host(model.top, seed()), rng(seed() + 1)
	{
		std::string word;

		clock = [this, around] {
			host.drive();
			around();
			m.tick();
			host.seen();
		};
		for (char c : without + ",") {
			if (c != ',') {
				word += c;
				continue;
			}
			absent.insert(word);
			word.clear();
		}
	}
	void run()
	{
		auto random = [](Rng &r) { return uint32_t(r.next()); };

		m.reset();
		resets("after reset");
		keeps([](Rng &) { return 0xffffffffu; }, "ones");
		keeps([](Rng &) { return 0u; }, "zeros");
		keeps(random, "random numbers");
		unchanged();
		others();
		holes();
		refused();
		m.reset();
		resets("after another reset");
	}
};

} // namespace sim

#endif
