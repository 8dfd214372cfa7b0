// SPDX-License-Identifier: BSD-3-Clause
//
// A job of one process for each page in use of each card, as MPI runs it on cards: opens its pages as
// btl_fpga/page.c does, takes a barrier group and a reduction group as coll/ring_group.c does, then
// barriers, reductions of registers and vectors, broadcasts, streams, writes, messages and operations
// on a register, in an order and with data that the number of the job determines. Memory that
// other nodes write is compared byte by byte with their data. The processes may be killed at
// any time (card_kill.cpp).

#ifndef RD_HW_SIM_CARD_JOB_H
#define RD_HW_SIM_CARD_JOB_H

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "card_bare.h"

namespace native {

struct Job;

// One process, on page `p` of its card.
struct Proc : Bare {
	Job &job;
	Fiber *fiber = nullptr;
	bool ended = false;
	const char *doing = "nothing yet";
	unsigned inbox = 0;                         // messages read
	unsigned barriers = 0;                      // entered
	bool inside = false;                        // the last of them
	uint32_t ctrl = 0;                          // of the reduction group; 0: it does not run
	std::vector<bool> came;                     // messages, by step and sender
	std::vector<uint8_t> written;               // others write it to region DST

	Proc(Job &j, Driver &b, int node, int page);
	unsigned number() const;                    // in the job
	void run();

private:
	void delay();
	void end_last_use();
	void operate(int reg, unsigned op);
	void fill_registers();
	void open_page();
	void take_groups();
	void close_page();
	void await(uint32_t at, uint32_t mask, uint32_t want);
	void barrier();
	void restart(uint32_t settings);
	void completion(unsigned kind, uint64_t cookie, const char *name);
	void reduce_registers(unsigned step);
	void reduce_vector(unsigned step);
	void broadcast(unsigned step);
	void stream(unsigned step);
	void point_to_point(unsigned step);
	void addition();
	void read_messages();
	void finish();
	void arm(int k, int source, uint64_t offset, uint32_t length);
};

enum { STEPS = 8, SLOT_B = 1024 };
enum { COUNTED = 5, TAKEN = RN_FE_N - 1 };                     // registers of page 0 of node 0
enum { STREAM_AT = 16384, VECTOR_AT = 32768 };               // in regions SRC and LAND, bytes
enum Kind { POINT_TO_POINT, STREAM, ADDITION, REGISTERS, VECTORS, BROADCAST, KINDS };

struct Job {
	Driver &b;
	unsigned users, number_of_job;
	uint32_t key;
	unsigned epoch = 0, arrived = 0;
	bool wrong = false;
	unsigned entered[64] = {};                  // cards, in each barrier
	std::vector<std::unique_ptr<Proc>> proc;

	Job(Driver &driver, unsigned pages, unsigned number) : b(driver), users(pages), number_of_job(number),
		key(uint32_t(mix(number + 77)))
	{
		for (int node = 0; node < b.size(); node++)
			for (unsigned page = 0; page < users; page++)
				proc.emplace_back(new Proc(*this, b, node, int(page)));
	}
	unsigned size() const { return unsigned(b.size()) * users; }
	bool over() const { return wrong || std::all_of(proc.begin(), proc.end(), [](const std::unique_ptr<Proc> &p) { return p->ended; }); }
	bool good() const { return !wrong; }
	bool in_barrier() const { return std::any_of(proc.begin(), proc.end(), [](const std::unique_ptr<Proc> &p) { return p->inside; }); }
	uint64_t data(unsigned step, unsigned rank = 0) const { return mix(number_of_job * 64 + step) + rank * 977; }
	unsigned dest(unsigned step, unsigned rank) const
	{
		unsigned away = 1 + unsigned(data(step, rank) % (size() / users - 1)); // nodes

		return (rank + away * users) % size();
	}
	unsigned length(unsigned step, unsigned rank) const { return 1 + unsigned(mix(data(step, rank)) % (SLOT_B - 8)); }
	Kind kind(unsigned step) const { return Kind(data(step, 5) % KINDS); }
	bool closes() const { return data(0, 9) & 1; } // else it ends as if it were killed
	unsigned additions() const
	{
		unsigned n = 1;

		for (unsigned step = 0; step < STEPS; step++)
			n += kind(step) == ADDITION;
		return n * size();
	}
	Group group() const
	{
		Group g{0, 0, {}, reference::SUM, reference::F64, 4, true, true};

		for (int i = 0; i < b.size(); i++)
			g.nodes.push_back(i);
		return g;
	}
	bool check(bool holds, const Proc &p, const char *what)
	{
		if (!holds && !wrong)
			sim::diag("job %u, card %d, page %d: %s is wrong (%s)", number_of_job, p.host.id, p.p, what, p.doing);
		wrong = wrong || !holds;
		return holds;
	}
	// All processes are here: by other means than the cards.
	void fence()
	{
		unsigned all = (arrived / size() + 1) * size();

		arrived++;
		until([this, all] { return arrived >= all; });
	}
	void start()
	{
		for (auto &p : proc) {
			Proc *one = p.get();

			one->fiber = native::start("process", [one] { one->run(); });
		}
	}
	// The process number k of those that run; nothing if there are fewer.
	void kill(int k)
	{
		for (auto &p : proc)
			if (!p->ended && k-- == 0) {
				kill_fiber(p->fiber);
				p->host.abandoned(p->fiber);
				p->ended = true;
			}
	}
	void stuck()
	{
		wrong = true;
		for (auto &p : proc)
			if (!p->ended)
				sim::diag("job %u, card %d, page %d waits: %s", number_of_job, p->host.id, p->p, p->doing);
		for (size_t i = size(); i--;)
			kill(0);
	}
	std::string where() const
	{
		std::string s;

		for (auto &p : proc)
			s += std::string(s.empty() ? "" : ", ") + p->doing;
		return s;
	}
};

inline Proc::Proc(Job &j, Driver &b, int node, int page) : Bare(b, node, page), job(j)
{
	lg_recv = 7;
	written.assign(REGION_B, 0);
	came.assign(STEPS * j.size(), false);
}
inline unsigned Proc::number() const { return unsigned(host.id) * job.users + unsigned(p); }

// --- Opening a page ---

// Groups of this page, and an operation on a register, of a process that was killed: end_last_use of
// page.c.
inline void Proc::end_last_use()
{
	const uint32_t own = RN_GROUP_CONFIG_ENABLE_MASK | uint32_t(p) << RN_GROUP_CONFIG_PAGE_LSB;
	bool left = false;

	for (uint32_t g = 0; g < RN_GROUP_N; g++) {
		uint32_t at = RN_GROUP_CONFIG + g * RN_GROUP_CONFIG_STEP;

		if ((host.rd(at) & (RN_GROUP_CONFIG_ENABLE_MASK | RN_GROUP_CONFIG_PAGE_MASK)) != own)
			continue;
		host.wr(at, 0);
		left = true;
	}
	for (uint32_t g = 0; g < RN_GREDUCE_OWNER_N; g++)
		if (host.rd(RN_GREDUCE_OWNER + g * RN_GREDUCE_OWNER_STEP) == (RN_GREDUCE_OWNER_ON_MASK | uint32_t(p)))
			host.wr(RN_GREDUCE_OWNER + g * RN_GREDUCE_OWNER_STEP, 0);
	if (left)
		bench.sleep(uint64_t(2 * bench.size()) * uint64_t(bench.ring.delay + 12)); // symbols under way end
	while (rd(RN_FE_STATUS) & RN_FE_STATUS_BUSY_MASK)
		bench.sleep(3);
	if (sim::setting("keys", 1))
		wr(RN_FE_KEYS, (job.key & 0xffff) * 0x10001);
}
// A process is late now and then, by more than the time after which barriers are sent again.
inline void Proc::delay()
{
	if (job.data(unsigned(barriers), number() + 100) % 8 == 0)
		bench.sleep(host.rng.below(6000));
}
inline void Proc::operate(int reg, unsigned op)
{
	wr(RN_FE_COMMAND, op | unsigned(reg) << RN_FE_COMMAND_REG_LSB);
	while (rd(RN_FE_STATUS) & RN_FE_STATUS_BUSY_MASK)
		bench.sleep(3);
}
inline void Proc::fill_registers()
{
	operate(TAKEN, RN_FE_OP_TEST_READ);
	wr(RN_FE_ARG_LO, 0);
	wr(RN_FE_ARG_HI, rd(RN_FE_RES_HI));
	operate(TAKEN, RN_FE_OP_WRITE);
	wr(RN_FE_ARG_HI, 0);
	for (int r = 0; r < TAKEN; r++)
		operate(r, RN_FE_OP_WRITE);
}
inline void Proc::open_page()
{
	doing = "opening";
	if (p == 0) {
		bench.place(host);
		for (uint32_t port = 0; port < 2; port++)
			while (!(host.rd(RN_NODE_LINK + port * RN_NODE_LINK_STEP) & RN_NODE_LINK_UP_MASK))
				bench.sleep(20);
	}
	if (!sim::setting("keep", 0))
		end_last_use();
	doing = "stopping its page";
	stop();
	doing = "setting its page up";
	on(job.key);
	wr(RN_QUEUES_RECV_FROM, (1u << job.users) - 1);
	if (number() == 0)
		fill_registers();
}

// --- Groups ---

inline void Proc::take_groups()
{
	doing = "taking groups";
	if (p == 0 && host.id == 0) {
		wr(RN_FE_ARG_LO, 1);
		wr(RN_FE_ARG_HI, 1);
		operate(TAKEN, RN_FE_OP_FETCH_ADD);
		job.epoch = rd(RN_FE_RES_HI) & 63;
	}
	job.fence();
	delay();
	if (p == 0) {
		int n = bench.size(), me = host.id, left = n > 2 ? (n - 1) / 2 : me, arm = (n - 1) / 2;

		host.wr(RN_GROUP_CONFIG, RN_GROUP_CONFIG_ENABLE_MASK | uint32_t(left) << RN_GROUP_CONFIG_LEFT_LSB | uint32_t(n - 1 - left));
		host.wr(RN_GREDUCE_OWNER, RN_GREDUCE_OWNER_ON_MASK);
		wr(RN_REDUCE_MEMBER, uint32_t(me) << RN_REDUCE_MEMBER_INDEX_LSB | uint32_t(n));
		wr(RN_REDUCE_TOWARD, uint32_t(me == 0 ? 0 : me <= arm ? me - 1 : (me + 1) % n));
	}
	job.fence();
}
inline void Proc::await(uint32_t at, uint32_t mask, uint32_t want)
{
	while ((rd(at) & mask) != want)
		bench.sleep(host.rng.below(30));
}
inline void Proc::barrier()
{
	unsigned number = barriers++;

	job.entered[number]++;
	wr(RN_BARRIER_GROUP, 0);
	inside = true;
	await(RN_BARRIER_GROUP, RN_BARRIER_GROUP_INSIDE_MASK, 0);
	inside = false;
	job.check(job.entered[number] == unsigned(bench.size()), *this, "a barrier that not all have entered");
}
inline void Proc::restart(uint32_t settings)
{
	const uint32_t busy = RN_REDUCE_STATUS_RUN_MASK | RN_REDUCE_STATUS_DRAIN_MASK;

	if (ctrl) {
		barrier();
		await(RN_REDUCE_STATUS, RN_REDUCE_STATUS_IDLE_MASK, RN_REDUCE_STATUS_IDLE_MASK);
		wr(RN_REDUCE_CTRL, 0);
		await(RN_REDUCE_STATUS, busy, 0);
	}
	ctrl = settings | RN_REDUCE_CTRL_EN_MASK | job.epoch << RN_REDUCE_CTRL_EPOCH_LSB;
	wr(RN_REDUCE_CTRL, ctrl);
	job.check(rd(RN_REDUCE_STATUS) & RN_REDUCE_STATUS_RUN_MASK, *this, "a group that does not start");
	barrier();
}

// --- Steps of all processes, or of those of pages 0 ---

// The next completion is this one; refusals of cells of other jobs do not count.
inline void Proc::completion(unsigned kind, uint64_t cookie, const char *name)
{
	uint64_t what, is;

	for (;;) {
		while (!poll(what, is))
			bench.sleep(20);
		wr(RN_QUEUES_CPL_CONSUMER, cpl & 0xffff);
		if (kind_of(what) == RN_COMPLETION_KIND_REFUSED || kind_of(what) == RN_COMPLETION_KIND_RETURNED)
			continue;
		if (!job.check(kind_of(what) == kind && status_of(what) == RN_DMA_STATUS_OK && is == cookie, *this, name))
			sim::diag("completion %016llx, cookie %llu for %llu", (unsigned long long)what, (unsigned long long)is,
				(unsigned long long)cookie);
		return;
	}
}
inline void Proc::reduce_registers(unsigned step)
{
	Group g = job.group();
	uint64_t round = job.data(step);

	g.beats = 1 + unsigned(round % 4);
	restart((g.beats - 1) << RN_REDUCE_CTRL_BEATS_LSB | g.op << RN_REDUCE_CTRL_OP_LSB | g.type << RN_REDUCE_CTRL_TYPE_LSB
		| (round >> 8 & 1 ? RN_REDUCE_CTRL_CHAIN_MASK : 0));
	for (unsigned times = 0; times < 3; times++, round++) {
		for (unsigned k = 0; k < g.beats; k++)
			base(RN_REDUCE_OPERAND_0 + 8 * k, g.operand(host.id, round, k));
		wr(RN_REDUCE_DOORBELL, 0);
		await(RN_REDUCE_STATUS, RN_REDUCE_STATUS_RESULT_MASK, RN_REDUCE_STATUS_RESULT_MASK);
		for (unsigned k = 0; k < g.beats; k++) {
			uint64_t is = rd(RN_REDUCE_RESULT_0 + 8 * k);

			is |= uint64_t(rd(RN_REDUCE_RESULT_0 + 8 * k + 4)) << 32;
			job.check(is == g.expected(round, k), *this, "a sum of registers");
		}
	}
}
inline void Proc::reduce_vector(unsigned step)
{
	Group g = job.group();
	uint64_t round = job.data(step), words = 1 + round % 300;
	Desc d;

	restart(RN_REDUCE_CTRL_STREAM_MASK | RN_REDUCE_CTRL_CHAIN_MASK | (g.beats - 1) << RN_REDUCE_CTRL_BEATS_LSB
		| g.op << RN_REDUCE_CTRL_OP_LSB | g.type << RN_REDUCE_CTRL_TYPE_LSB);
	for (uint64_t k = 0; k < words; k++) {
		uint64_t x = g.operand(host.id, round, k);

		host.mem.put(area(SRC) + VECTOR_AT + 8 * k, &x, 8);
	}
	d.op = RN_DMA_OP_REDUCE;
	d.length = uint32_t(8 * words);
	d.offset = VECTOR_AT;
	d.remote = VECTOR_AT | uint64_t(LAND) << RN_DESCRIPTOR_REMOTE_REGION_LSB;
	d.beats = int(g.beats);
	d.cookie = round;
	post(d);
	bell();
	completion(RN_COMPLETION_KIND_REDUCE, round, "the completion of a vector");
	for (uint64_t k = 0; k < words; k++)
		if (!job.check(host.mem.word(area(LAND) + VECTOR_AT + 8 * k) == g.expected(round, k), *this, "a sum of vectors"))
			break;
}
inline void Proc::arm(int k, int source, uint64_t offset, uint32_t length)
{
	uint32_t at = RN_STREAM_CONTROL_STEP * uint32_t(k);

	base(RN_STREAM_OFFSET_LO + at, offset);
	wr(RN_STREAM_OFFSET_HI + at, LAND << RN_STREAM_OFFSET_HI_REGION_LSB | uint32_t(p) << RN_STREAM_OFFSET_HI_PAGE_LSB
		| uint32_t(source) << RN_STREAM_OFFSET_HI_SOURCE_LSB | (job.epoch & 15) << RN_STREAM_OFFSET_HI_EPOCH_LSB);
	wr(RN_STREAM_LENGTH_LO + at, length);
	wr(RN_STREAM_LENGTH_HI + at, 0);
	wr(RN_STREAM_COOKIE + at, job.number_of_job);
	wr(RN_STREAM_CONTROL + at, RN_STREAM_CONTROL_ARMED_MASK);
}
inline void Proc::broadcast(unsigned step)
{
	uint64_t what = job.data(step);
	int root = int(what % uint64_t(bench.size()));
	uint32_t length = 1 + uint32_t(what >> 8) % 6000;

	if (host.id != root)
		arm(0, root, STREAM_AT, length);
	barrier();
	if (host.id != root) {
		completion(RN_COMPLETION_KIND_STREAM, job.number_of_job, "the completion of a broadcast");
		job.check(holds(host, area(LAND) + STREAM_AT, what, length), *this, "a byte of a broadcast");
		return;
	}
	Desc d;

	d.op = RN_DMA_OP_BCAST;
	d.dest = root;
	d.tag = 8 * p;
	d.epoch = job.epoch & 15;
	d.length = length;
	d.offset = STREAM_AT;
	d.cookie = what;
	fill(host, area(SRC) + STREAM_AT, what, length);
	post(d);
	bell();
	completion(RN_COMPLETION_KIND_SEND, what, "the completion of a broadcast's root");
}
// From the same page of the node to the left.
inline void Proc::stream(unsigned step)
{
	int n = bench.size(), from = (host.id + n - 1) % n;
	uint64_t what = job.data(step, unsigned(from) * job.users + unsigned(p)), mine = job.data(step, number());
	uint32_t length = 1 + uint32_t(what >> 8) % 4000;
	Desc d;

	arm(1, from, 0, length);
	job.fence();
	d.op = RN_DMA_OP_DATA;
	d.dest = (host.id + 1) % n;
	d.tag = 8 * p + 1;
	d.epoch = job.epoch & 15;
	d.length = 1 + uint32_t(mine >> 8) % 4000;
	d.offset = STREAM_AT + 8192;
	fill(host, area(SRC) + d.offset, mine, d.length);
	post_quiet(d);
	bell();
	completion(RN_COMPLETION_KIND_STREAM, job.number_of_job, "the completion of a stream");
	job.check(holds(host, area(LAND), what, length), *this, "a byte of a stream");
	await_sent();
}
// A write and a message that tells of it.
inline void Proc::point_to_point(unsigned step)
{
	unsigned to = job.dest(step, number());
	Proc &there = *job.proc[to];
	uint32_t length = job.length(step, number()), slot = (number() % 8 * STEPS + step) * SLOT_B;
	uint64_t what = job.data(step, number());
	Desc d = write(there.host.id, write_head(job.key, 8 * unsigned(there.p) + DST, slot), length, 0);

	d.key = job.key;
	d.offset = 1024 * step;
	d.inlined = false;
	fill(host, area(SRC) + d.offset, what, length);
	for (uint32_t i = 0; i < length; i++)
		there.written[slot + i] = content(what, i);
	post_quiet(d);
	post_quiet(message(there.host.id, there.p, uint64_t(job.key) << 24 | number() << 3 | step, what));
	bell();
}
inline void Proc::addition()
{
	wr(RN_FE_ARG_LO, 1);
	wr(RN_FE_ARG_HI, 0);
	wr(RN_FE_COMMAND, RN_FE_OP_FETCH_ADD | COUNTED << RN_FE_COMMAND_REG_LSB);
	while (rd(RN_FE_STATUS) & RN_FE_STATUS_BUSY_MASK)
		bench.sleep(3);
	job.check(!(rd(RN_FE_STATUS) & RN_FE_STATUS_CODE_MASK), *this, "an addition to a register of node 0");
}
inline void Proc::read_messages()
{
	uint64_t head, what, word;

	while (record(head, what, word)) {
		uint64_t user = head >> RN_MSG_HEAD_USER_LSB;
		unsigned step = user & 7, from = unsigned(user >> 3 & 0x1fffff);

		if (user >> 24 != job.key)          // of the job before: rx.c
			continue;
		inbox++;
		if (!job.check(from < job.size(), *this, "the sender of a message"))
			continue;
		job.check(job.dest(step, from) == number() && word == job.data(step, from), *this, "a message");
		job.check((what & RN_MSG_WHAT_SOURCE_MASK) >> RN_MSG_WHAT_SOURCE_LSB == from / job.users, *this, "the source of a message");
		job.check(!came[STEPS * from + step], *this, "a message that came before");
		came[STEPS * from + step] = true;
	}
	wr(RN_QUEUES_RECV_CONSUMER, recv & 0xffff);
}
// All that was sent to this process has come, and nothing else.
inline void Proc::finish()
{
	unsigned expected = 0;

	doing = "its last messages";
	for (unsigned step = 0; step < STEPS; step++)
		for (unsigned from = 0; from < job.size(); from++)
			expected += job.kind(step) == POINT_TO_POINT && job.dest(step, from) == number();
	await_sent();
	while (inbox < expected) {
		bench.sleep(50);
		read_messages();
	}
	addition();
	job.fence();
	read_messages();
	job.check(inbox == expected, *this, "the number of messages");
	for (uint64_t i = 0; i < REGION_B; i++)
		if (!job.check(*host.mem.at(area(DST) + i) == written[i], *this, "a byte that others write"))
			break;
	if (number() == 0) {
		operate(COUNTED, RN_FE_OP_TEST_READ);
		job.check(rd(RN_FE_RES_LO) == job.additions(), *this, "the sum of additions");
	}
	job.fence();
}
inline void Proc::close_page()
{
	doing = "closing";
	if (p == 0) {
		if (ctrl) {
			await(RN_REDUCE_STATUS, RN_REDUCE_STATUS_IDLE_MASK, RN_REDUCE_STATUS_IDLE_MASK);
			wr(RN_REDUCE_CTRL, 0);
		}
		host.wr(RN_GREDUCE_OWNER, 0);
		host.wr(RN_GROUP_CONFIG, 0);
	}
	stop();
}
inline void Proc::run()
{
	static const char *const NAMES[] = {"a write and a message", "a stream", "an addition", "a sum of registers", "a sum of vectors",
		"a broadcast"};

	delay();
	open_page();
	job.fence();
	take_groups();
	for (unsigned step = 0; step < STEPS; step++) {
		Kind kind = job.kind(step);

		doing = NAMES[kind];
		if (kind == POINT_TO_POINT)
			point_to_point(step);
		else if (kind == STREAM)
			stream(step);
		else if (kind == ADDITION)
			addition();
		else if (p != 0)
			continue;
		else if (kind == REGISTERS)
			reduce_registers(step);
		else if (kind == VECTORS)
			reduce_vector(step);
		else
			broadcast(step);
	}
	finish();
	if (job.closes())
		close_page();
	ended = true;
}

} // namespace native

#endif
