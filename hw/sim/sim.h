// SPDX-License-Identifier: BSD-3-Clause
//
// Common parts of all benches: a seeded generator, TAP output, run-time settings, and a
// clocked wrapper round a Verilated model with waveforms on request. A bench is
//
//     // top: sync_fifo
//     // with: deep -GLG_DEPTH=9        (one line for each variant)
//     // set: -GLG_DEPTH=9              (instead of variants: parameters of the one build, if any)
//     #include "Vtop.h"
//     #include "sim.h"
//     int main(int argc, char **argv) { sim::init(argc, argv); ...; return sim::done(); }
//
// Benches of one top with the same parameters share its model, build/model/TOP-PARAMETERS.
//
// Settings are arguments NAME=VALUE: seed=7, trace=wave.vcd, stop=1 (end at the first failure), and the
// bench's own.

#ifndef RD_HW_SIM_SIM_H
#define RD_HW_SIM_SIM_H

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include <unistd.h>
#include <verilated.h>
#if VM_COVERAGE
#include <verilated_cov.h>
#endif
#if VM_TRACE
#include <verilated_vcd_c.h>
using sim_trace = VerilatedVcdC;
#else
// Built without TRACE=1: nothing to write to.
struct sim_trace {
	void dump(uint64_t) {}
	void close() {}
};
#endif

namespace sim {

// Never destroyed: models that are global are, after main(), and covered() reads a setting then.
inline std::map<std::string, std::string> &settings()
{
	static auto &all = *new std::map<std::string, std::string>;
	return all;
}

// The setting `name` as a number, or `otherwise`.
inline uint64_t setting(const char *name, uint64_t otherwise)
{
	auto found = settings().find(name);
	return found == settings().end() ? otherwise : strtoull(found->second.c_str(), nullptr, 0);
}

inline std::string text(const char *name)
{
	auto found = settings().find(name);
	return found == settings().end() ? std::string() : found->second;
}

// xorshift64*: the same numbers on every machine for one seed.
struct Rng {
	uint64_t state;

	explicit Rng(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ull + 1) { next(); }
	uint64_t next()
	{
		state ^= state >> 12;
		state ^= state << 25;
		state ^= state >> 27;
		return state * 0x2545f4914f6cdd1dull;
	}
	// 0 .. n-1
	uint32_t below(uint32_t n) { return uint32_t((uint64_t(uint32_t(next() >> 32)) * n) >> 32); }
	// true in num of den cases
	bool chance(uint32_t num, uint32_t den) { return below(den) < num; }
};

struct Tally {
	int done = 0;   // checks made
	int failed = 0; // of them
};

inline Tally &tally()
{
	static Tally one;
	return one;
}

inline uint64_t &seed()
{
	static uint64_t value = 1;
	return value;
}

inline void failed()
{
	tally().failed++;
	if (setting("stop", 0)) {
		fflush(stdout);
		_exit(1);
	}
}

__attribute__((format(printf, 1, 2))) inline void diag(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	fputs("# ", stdout);
	vprintf(format, list);
	putchar('\n');
	va_end(list);
	fflush(stdout);
}

// One line of TAP. Returns `good`.
__attribute__((format(printf, 2, 3))) inline bool ok(bool good, const char *format, ...)
{
	va_list list;

	tally().done++;
	va_start(list, format);
	printf("%sok %d - ", good ? "" : "not ", tally().done);
	vprintf(format, list);
	putchar('\n');
	va_end(list);
	fflush(stdout);
	if (!good)
		failed();
	return good;
}

// For a check made a million times: silent when good; the first few failures are
// printed, and done() fails.
__attribute__((format(printf, 2, 3))) inline bool expect(bool good, const char *format, ...)
{
	static int shown;
	va_list list;

	if (good)
		return true;
	if (shown++ < 20) {
		va_start(list, format);
		fputs("# FAILED: ", stdout);
		vprintf(format, list);
		putchar('\n');
		va_end(list);
		fflush(stdout);
	}
	failed();
	return false;
}

// Slots of 32 words of the longest cell: builds whose names end with "long" have SPAN=7.
inline int &span()
{
	static int slots = 1;
	return slots;
}

// Lengths of cells: of the numbers 0 to 3, which are codes in LEN, and with long cells those behind; words of payload, bits of the
// head's first 64, and the words that a head names.
inline unsigned lengths() { return span() > 1 ? 7 : 4; }
inline int length_words(unsigned n)
{
	static const int words[7] = {16, 8, 4, 1, 222, 64, 101};

	return words[n];
}
inline uint64_t length_bits(unsigned n)
{
	uint64_t words = uint64_t(length_words(n));

	return n < 4 ? n : (words & 3) | (words >> 2 & 15) << 40 | words >> 6 << 46;
}
inline int words_named(uint64_t head)
{
	unsigned upper = head >> 46 & 3;

	return span() == 1 || !upper ? length_words(head & 3) : int(upper << 6 | (head >> 40 & 15) << 2 | (head & 3));
}
inline int slots_named(uint64_t head) { return (words_named(head) + 33) / 32; }

inline void init(int argc, char **argv)
{
	std::string name = argv[0];

	if (name.size() > 4 && name.substr(name.size() - 4) == "long")
		span() = 7;
	Verilated::commandArgs(argc, argv);
	for (int i = 1; i < argc; i++) {
		const char *equals = strchr(argv[i], '=');

		if (equals && argv[i][0] != '+') {
			settings()[std::string(argv[i], equals - argv[i])] = equals + 1;
		} else if (argv[i][0] != '+') {
			fprintf(stderr, "%s: '%s' is no setting; write NAME=VALUE\n", argv[0], argv[i]);
			exit(2);
		}
	}
	seed() = setting("seed", 1);
	diag("seed=%llu", (unsigned long long)seed());
}

// Ends the TAP output: the exit status of the bench.
inline int done()
{
	if (tally().failed)
		diag("%d checks failed (seed=%llu)", tally().failed, (unsigned long long)seed());
	if (tally().done == 0)
		ok(false, "the bench checked something");
	printf("1..%d\n", tally().done);
	return tally().failed != 0;
}

// A figure that other programs read: appended to the file that the setting measured= names
// (hw/Makefile gives one), and shown.
inline void measured(const char *name, double value)
{
	std::string path = text("measured");

	diag("measured %s %g", name, value);
	if (path.empty())
		return;
	if (FILE *file = fopen(path.c_str(), "a")) {
		fprintf(file, "%s %g\n", name, value);
		fclose(file);
	}
}

// With RD_SIM_ANY_STATE defined before this file, registers, memories and inputs of a model begin with
// anything, as after a reset in the middle of work: the bench sets its inputs before it resets. Without,
// they begin as 0. Counters of coverage would take the random values for changes.
#ifdef RD_SIM_ANY_STATE
const bool any_state = true;
#else
const bool any_state = false;
#endif
#ifndef VM_COVERAGE
#define VM_COVERAGE 0
#endif

// Writes the points of a model that were covered, where the setting coverage= names a file and the bench was
// built for it (coverage/run); each model has a file of its own.
inline void covered(VerilatedContext &context)
{
#if VM_COVERAGE
	static int models;
	std::string path = text("coverage");

	if (!path.empty())
		context.coveragep()->write((path + "." + std::to_string(models++)).c_str());
#else
	(void)context;
#endif
}

// A clocked model. Inputs set before tick() are taken at its rising edge; outputs read after it
// are those after the edge. Inputs that pass through combinational logic: call settle().
template<class Top> struct Clocked {
	VerilatedContext context;
	Top *top;
	sim_trace *trace = nullptr;
	uint64_t cycle = 0; // rising edges so far

	Clocked()
	{
		std::string path = text("trace");

		if (any_state && !VM_COVERAGE) {
			context.randReset(2);
			context.randSeed(int(seed() % 0x7fffffff) + 1);
		}
		context.traceEverOn(!path.empty());
		top = new Top{&context};
		if (path.empty())
			return;
#if VM_TRACE
		trace = new sim_trace;
		top->trace(trace, 99);
		trace->open(path.c_str());
#else
		fprintf(stderr, "trace=%s: this bench was built without waveforms; make bench TRACE=1\n", path.c_str());
		exit(2);
#endif
	}
	~Clocked()
	{
		top->final();
		covered(context);
		if (trace) {
			trace->close();
			delete trace;
		}
		Verilated::threadContextp(&context); // the model's own scopes are removed from that one: another model's may be gone
		delete top;
	}
	Clocked(const Clocked &) = delete;
	Clocked &operator=(const Clocked &) = delete;

	Top *operator->() { return top; }
	void settle() { top->eval(); }
	void tick()
	{
		top->clk = 0;
		top->eval();
		if (trace)
			trace->dump(2 * cycle);
		top->clk = 1;
		top->eval();
		if (trace)
			trace->dump(2 * cycle + 1);
		cycle++;
	}
	void reset(int clocks = 4)
	{
		top->rst = 1;
		for (int i = 0; i < clocks; i++)
			tick();
		top->rst = 0;
	}
};

} // namespace sim

// Verilator's time for $time in messages.
inline double sc_time_stamp() { return 0; }

#endif
