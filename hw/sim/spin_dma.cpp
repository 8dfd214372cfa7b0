// SPDX-License-Identifier: BSD-3-Clause
//
// spin_dma alone: messages of any address and length are read from and written to a memory of random
// latency, both directions at once; every byte is compared, none beside the message is touched,
// no burst is too long or crosses 4 KiB. Then stops in the middle, errors, and the pace at full
// speed. Settings: seed=, rounds=.
//
// top: spin_dma
// with: long -GLG_CELLS=6 -GPIPELINE=1
// with: published -GLG_CELLS=4 -GPIPELINE=0

#include "Vtop.h"
#include "sim.h"
#include "spin_axi.h"

#include <algorithm>
#include <vector>

static sim::Clocked<Vtop> *m;
static Memory *mem;
static sim::Rng *rng;
static unsigned pause_in, pause_out; // of 8
static std::vector<uint16_t> got, give;
static size_t given;
static unsigned granted;

static void clocks(unsigned n)
{
	Vtop *t = m->top;

	while (n--) {
		mem->drive(t);
		t->m_fetch_ready = got.size() < 16 * granted && !rng->chance(pause_out, 8);
		t->s_store_valid = !t->store_idle && given < give.size() && !rng->chance(pause_in, 8);
		t->s_store_data = given < give.size() ? give[given] : 0xdead;
		t->fetch_take = t->fetch_cell && rng->chance(8 - pause_out, 8);
		m->settle();
		mem->take(t);
		if (t->m_fetch_valid && t->m_fetch_ready)
			got.push_back(t->m_fetch_data);
		given += t->s_store_valid && t->s_store_ready;
		granted += t->fetch_take;
		m->tick();
		t->fetch_go = t->store_go = 0;
	}
}

static void start_fetch(uint64_t addr, uint32_t len)
{
	got.clear();
	granted = 0;
	m->top->fetch_addr = addr;
	m->top->fetch_len = len;
	m->top->fetch_go = 1;
}

static void start_store(uint64_t addr, uint32_t len, uint32_t said)
{
	give.clear();
	given = 0;
	for (uint32_t i = 0; i < (said + 31) / 32 * 16; i++)
		give.push_back(uint16_t(rng->next() >> 20));
	m->top->store_addr = addr;
	m->top->store_len = len;
	m->top->store_go = 1;
}

static bool until_idle(unsigned most)
{
	clocks(2);
	while (most-- && !(m->top->fetch_idle && m->top->store_idle))
		clocks(1);
	return m->top->fetch_idle && m->top->store_idle;
}

static uint64_t address()
{
	static const uint64_t base[] = {0x1000, 0xfffff000, 0x123456789000, 0xfffffffffff00000};

	return base[rng->below(4)] + rng->below(9000);
}

static uint32_t length()
{
	return rng->chance(1, 2) ? rng->below(70) : rng->below(5000);
}

static bool fetched(uint64_t addr, uint32_t len)
{
	bool good = got.size() == (len + 31) / 32 * 16;

	for (size_t i = 0; good && i < got.size() * 2; i++)
		good = (got[i / 2] >> 8 * (i & 1) & 255) == (i < len ? mem->byte(addr + i) : 0);
	return good;
}

static bool stored(uint64_t addr, uint32_t len)
{
	for (uint32_t i = 0; i < len; i++)
		if (mem->byte(addr + i) != (give[i / 2] >> 8 * (i & 1) & 255) || mem->written(addr + i) != 1)
			return false;
	for (uint64_t i = 1; i < 200; i++)
		if (mem->written(addr - i) || mem->written(addr + len + i - 1))
			return false;
	return true;
}

static void transfers(unsigned rounds)
{
	int before = sim::tally().failed;

	for (unsigned k = 0; k < rounds; k++) {
		uint64_t from = address(), to = address();
		uint32_t len = length(), room = length(), said = rng->chance(1, 4) ? room + rng->below(300) : room;

		mem->page.clear();
		for (uint32_t i = 0; i < len; i++)
			mem->byte(from + i) = uint8_t(rng->next() >> 33);
		bool apart = from + len + 5000 < to || to + room + 5000 < from;
		mem->latency = rng->below(40);
		mem->jitter = rng->below(20);
		mem->slow = rng->below(7);
		pause_in = rng->below(7);
		pause_out = rng->below(7);
		m->top->cfg_lg_burst = 3 + rng->below(unsigned(sim::setting("lg", 6)) - 2);
		start_fetch(from, len);
		if (apart)
			start_store(to, room, said);
		bool ended = until_idle(200000);
		sim::expect(ended, "both sides become idle (%u bytes, %u)", len, room);
		sim::expect(fetched(from, len), "%u bytes read from %llx", len, (unsigned long long)from);
		sim::expect(!apart || stored(to, room), "%u bytes of %u written to %llx", room, said, (unsigned long long)to);
		if (!ended)
			break;
	}
	sim::ok(sim::tally().failed == before, "%u messages read and written at any address; longest burst %u words", rounds,
		mem->longest);
}

// Stop and error at any time: idle comes, the next message is right.
static void stops(unsigned rounds)
{
	bool good = true;

	for (unsigned k = 0; k < rounds && good; k++) {
		mem->page.clear();
		mem->read_error = mem->write_error = rng->chance(1, 4);
		bool error = mem->read_error;
		start_fetch(0x1003, 4000);
		start_store(0x9001, 4000, 4000);
		clocks(1 + rng->below(1500));
		m->top->fetch_stop = m->top->store_stop = 1;
		good = until_idle(20000);
		m->top->fetch_stop = m->top->store_stop = 0;
		for (uint32_t i = 0; i < 300; i++)
			good = good && mem->written(0x9001 - 300 + i) == 0 && mem->written(0x9001 + 4000 + i) == 0;
		mem->read_error = mem->write_error = false;
		mem->page.clear();
		start_fetch(0x2002, 333);
		start_store(0x7003, 333, 333);
		good = until_idle(50000) && fetched(0x2002, 333) && stored(0x7003, 333) && !m->top->fetch_error && !m->top->store_error && good;
		(void)error;
	}
	sim::ok(good, "%u stops at any time: nothing outside is written, the next message is right", rounds);
	mem->read_error = mem->write_error = true;
	start_fetch(0x2002, 333);
	start_store(0x7003, 333, 333);
	good = until_idle(50000);
	sim::ok(good && m->top->fetch_error && m->top->store_error, "errors of the host are told");
	mem->read_error = mem->write_error = false;
}

static double pace(unsigned lg, unsigned latency, bool in)
{
	mem->page.clear();
	mem->latency = latency;
	mem->jitter = mem->slow = pause_in = pause_out = 0;
	m->top->cfg_lg_burst = lg;
	uint64_t begin = m->cycle;
	if (in)
		start_store(0x10000, 16384, 16384);
	else
		start_fetch(0x10000, 16384);
	until_idle(100000);
	return double(m->cycle - begin) / 512;
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	sim::Clocked<Vtop> model;
	sim::Rng random(sim::seed());
	Memory memory(sim::seed() + 1);
	unsigned rounds = unsigned(sim::setting("rounds", 1500));
	bool published = strstr(argv[0], "published");

	m = &model;
	rng = &random;
	mem = &memory;
	sim::settings().emplace("lg", published ? "6" : "8");
	m->top->cfg_lg_burst = 3;
	model.reset();
	transfers(rounds);
	stops(rounds / 4);
	for (unsigned lg : {3u, 6u, 8u})
		if (lg < 7 || !published)
			for (unsigned latency : {4u, 40u})
				sim::diag("bursts of %u words, latency %u: %.1f clocks a cell read, %.1f written", 1u << lg, latency,
					pace(lg, latency, false), pace(lg, latency, true));
	if (!published)
		sim::ok(pace(6, 40, false) < 17.2 && pace(6, 40, true) < 17.2, "16 KiB at a cell in 17 clocks, latency 40");
	return sim::done();
}
