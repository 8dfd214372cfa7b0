// SPDX-License-Identifier: BSD-3-Clause
// top: reduce_alu
//
// Every operation on every type against the host's arithmetic (reference.h), bit for bit, with operands
// weighted to the corners: zeros of both signs, subnormals, powers of two, neighbours, cases half way between
// two results, cancellations, infinities, NaNs of both kinds, the ends of the integers. Operations are mixed
// clock by clock, with bubbles and a frozen clock in between. Refused pairs give 0.
//
//   pairs=N    operand pairs for each operation and type (default 40000)
//   op=N type=N    only these

#include <deque>
#include <vector>

#include "Vtop.h"
#include "reference.h"
#include "sim.h"

namespace {

enum { LATENCY = 7 };

struct Operation {
	unsigned op, type, tag;
	uint64_t a, b;
};

// Format of a floating-point lane.
struct Format {
	int fraction, exponent; // bits
	int bits() const { return 1 + exponent + fraction; }
	uint64_t fraction_mask() const { return (1ull << fraction) - 1; }
	uint64_t exponent_max() const { return (1ull << exponent) - 1; }
};
const Format single = { 23, 8 }, whole = { 52, 11 };

uint64_t some_fraction(sim::Rng &rng, const Format &f)
{
	uint64_t random = rng.next() & f.fraction_mask();
	int cut = int(rng.below(f.fraction + 1));

	switch (rng.below(8)) {
	case 0: return 0;
	case 1: return f.fraction_mask();
	case 2: return 1ull << rng.below(f.fraction);
	case 3: return f.fraction_mask() & ~(1ull << rng.below(f.fraction));
	case 4: return random >> cut;
	case 5: return random >> cut << cut;
	case 6: return f.fraction_mask() >> cut;
	default: return random;
	}
}

uint64_t some_exponent(sim::Rng &rng, const Format &f)
{
	switch (rng.below(8)) {
	case 0: return 0;
	case 1: return 1 + rng.below(3);
	case 2: return f.exponent_max() - 1 - rng.below(2);
	case 3: return rng.chance(1, 3) ? f.exponent_max() : f.exponent_max() / 2;
	case 4: return 1 + rng.below(f.fraction + 3);
	default: return rng.next() & f.exponent_max();
	}
}

uint64_t some_float(sim::Rng &rng, const Format &f)
{
	return uint64_t(rng.below(2)) << (f.bits() - 1) | some_exponent(rng, f) << f.fraction | some_fraction(rng, f);
}

// An operand that is likely to be a hard one beside `a`.
uint64_t partner(sim::Rng &rng, const Format &f, uint64_t a)
{
	const uint64_t sign = 1ull << (f.bits() - 1), magnitude = a & (sign - 1);
	const int64_t exponent = int64_t(magnitude >> f.fraction);
	int64_t e = exponent;

	switch (rng.below(8)) {
	case 0: return some_float(rng, f);
	case 1: return a ^ sign;                                                        // cancels
	case 2: return ((magnitude + rng.below(9) - 4) & (sign - 1)) | (~a & sign);     // nearly cancels
	case 3: e += int(rng.below(5)) - 2; break;                                      // alike
	case 4: e -= f.fraction + int(rng.below(5)) - 2; break;                         // about half of a last place
	case 5: e += f.fraction + int(rng.below(5)) - 2; break;
	case 6: e -= int(rng.below(f.fraction + 4)); break;
	default: e += int(rng.below(f.fraction + 4)); break;
	}
	if (e < 0 || e > int64_t(f.exponent_max()))
		e = exponent;
	return (rng.next() & sign) | uint64_t(e) << f.fraction | some_fraction(rng, f);
}

uint64_t some_int(sim::Rng &rng, unsigned bytes)
{
	const unsigned bits = 8 * bytes;
	const uint64_t mask = ~0ull >> (64 - bits);

	switch (rng.below(8)) {
	case 0: return 0;
	case 1: return (uint64_t(rng.below(3)) - 1) & mask;
	case 2: return (mask >> 1) + rng.below(3) - 1;
	case 3: return 1ull << rng.below(bits);
	case 4: return mask >> rng.below(bits);
	default: return rng.next() & mask;
	}
}

void fill(sim::Rng &rng, Operation &o)
{
	const unsigned bytes = o.type < reference::TYPE_N ? reference::lane_bytes(o.type) : 8;
	const unsigned bits = 8 * bytes;

	o.a = o.b = 0;
	for (unsigned at = 0; at < 64; at += bits) {
		uint64_t a, b;

		if (o.type == reference::F32 || o.type == reference::F64) {
			const Format &f = o.type == reference::F32 ? single : whole;

			a = some_float(rng, f);
			b = partner(rng, f, a);
		} else {
			a = some_int(rng, bytes);
			b = rng.chance(1, 4) ? a + rng.below(3) - 1 : some_int(rng, bytes);
		}
		o.a |= (a & (~0ull >> (64 - bits))) << at;
		o.b |= (b & (~0ull >> (64 - bits))) << at;
	}
	if (rng.chance(1, 2))
		std::swap(o.a, o.b);
}

struct Bench {
	sim::Clocked<Vtop> dut;
	sim::Rng rng;
	std::deque<Operation> waiting;  // in the pipeline
	std::vector<uint64_t> passed;   // results that were right, by 16 * op + type
	uint64_t frozen = 0, advanced = 0;

	explicit Bench(uint64_t seed) : rng(seed), passed(256) { dut.reset(); }

	void compare()
	{
		const Operation &o = waiting.front();
		const uint64_t want = reference::combine(o.op, o.type, o.a, o.b);
		const bool good = dut->m_data == want && dut->m_tag == o.tag;

		sim::expect(good, "op %u type %u: %016llx, %016llx: %016llx tag %x, want %016llx tag %x", o.op, o.type,
			(unsigned long long)o.a, (unsigned long long)o.b, (unsigned long long)dut->m_data, dut->m_tag,
			(unsigned long long)want, o.tag);
		passed[16 * o.op + o.type] += good;
		waiting.pop_front();
	}

	// One clock, in which `o` goes in if not null. False: the clock was frozen, offer it again.
	bool clock(const Operation *o)
	{
		dut->en = !rng.chance(1, 8);
		dut->s_valid = o != nullptr;
		dut->s_op = o ? o->op : rng.below(16);
		dut->s_type = o ? o->type : rng.below(16);
		dut->s_a = o ? o->a : rng.next();
		dut->s_b = o ? o->b : rng.next();
		dut->s_tag = o ? o->tag : rng.below(256);
		dut.tick();
		if (!dut->en) {
			frozen++;
			return false;
		}
		history.push_back(o != nullptr);
		if (o)
			waiting.push_back(*o);
		const bool due = history.size() >= LATENCY && history[history.size() - LATENCY];
		if (history.size() > LATENCY)
			history.pop_front();
		advanced++;
		if (!sim::expect(bool(dut->m_valid) == due, "m_valid is %d after %d clocks", dut->m_valid, LATENCY))
			return true;
		if (due)
			compare();
		return true;
	}

	void run(Operation o)
	{
		fill(rng, o);
		o.tag = rng.below(256);
		while (rng.chance(1, 16))
			clock(nullptr);
		while (!clock(&o))
			;
	}

	void drain()
	{
		for (int i = 0; i < LATENCY; )
			i += clock(nullptr);
	}

private:
	std::deque<bool> history;       // clocks that were not frozen: something went in
};

} // namespace

int main(int argc, char **argv)
{
	static const char *const types[] = { "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64" };
	static const char *const ops[] = { "sum", "min", "max", "prod", "band", "bor", "bxor", "land", "lor", "lxor" };

	sim::init(argc, argv);
	const uint64_t pairs = sim::setting("pairs", 40000);
	const uint64_t only_op = sim::setting("op", 16), only_type = sim::setting("type", 16);
	Bench bench(sim::seed());
	std::vector<Operation> kinds, refused;

	for (unsigned op = 0; op < 16; op++)
		for (unsigned type = 0; type < 16; type++)
			if ((only_op == 16 || only_op == op) && (only_type == 16 || only_type == type))
				(reference::can(op, type) ? kinds : refused).push_back(Operation{ op, type, 0, 0, 0 });
	for (uint64_t i = 0; i < pairs; i++) {
		for (size_t k = kinds.size(); k > 1; k--)       // another order each time
			std::swap(kinds[k - 1], kinds[bench.rng.below(uint32_t(k))]);
		for (const Operation &o : kinds)
			bench.run(o);
		if (!refused.empty())
			bench.run(refused[i % refused.size()]);
	}
	bench.drain();
	sim::ok(bench.waiting.empty(), "nothing is left in the pipeline");
	for (unsigned type = 0; type < reference::TYPE_N; type++)
		for (unsigned op = 0; op < reference::OP_N; op++)
			if (reference::can(op, type) && (only_op == 16 || only_op == op) && (only_type == 16 || only_type == type))
				sim::ok(bench.passed[16 * op + type] == pairs, "%s %s: %llu pairs",
					ops[op], types[type], (unsigned long long)bench.passed[16 * op + type]);
	uint64_t refusals = 0;
	for (const Operation &o : refused)
		refusals += bench.passed[16 * o.op + o.type];
	sim::ok(refusals == (refused.empty() ? 0 : pairs), "refused pairs give 0: %llu", (unsigned long long)refusals);
	sim::diag("%llu clocks, %llu of them frozen", (unsigned long long)(bench.frozen + bench.advanced),
		(unsigned long long)bench.frozen);
	return sim::done();
}
