// SPDX-License-Identifier: BSD-3-Clause
// top: card_native
// with: w64 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=64
// with: emu
// more: w128 -GLG_REPEAT=11 -GREQ_DEPTH=64 -GW=128
//
// Jobs that are killed: the processes of a job end at a random clock, in the middle of barriers,
// reductions, broadcasts, streams, writes, operations on registers, or while they open their pages.
// The next job has the same pages and groups of the same cards; each of its sums, messages and bytes
// of memory must be right (card_job.h).
//
// Settings: moments=20 (jobs killed; 200 on the model), nodes=4, users=2 (processes of each card), delay=4, seed,
// trace.

#include <algorithm>

#include "card_job.h"

namespace {

using namespace native;

// A host takes no writes for some clocks, so that cells of the job wait in links.
void slow_host(Driver &b, uint64_t from, uint64_t clocks)
{
	Host &h = b.host(int(b.host(0).rng.below(uint32_t(b.size()))));

	start("slow host", [&b, &h, from, clocks] {
		b.sleep(from);
		h.mem.stall = 100;
		b.sleep(clocks);
		h.mem.stall = 30;
	});
}

// All processes of the job end, one after the other, the first of them in `moment` clocks.
void killed(Driver &b, Job &job, uint64_t moment)
{
	sim::Rng &rng = b.host(0).rng;
	uint32_t apart = rng.chance(1, 2) ? 0 : rng.below(800);
	bool in_barrier = rng.chance(1, 4);         // the next one that some have entered

	job.start();
	if (rng.chance(1, 3))
		slow_host(b, moment > 1500 ? moment - rng.below(1500) : 0, 500 + rng.below(4000));
	native::start("killer", [&] {
		b.sleep(moment);
		until([&] { return !in_barrier || job.in_barrier() || job.over(); });
		for (unsigned left = job.size(); left; left--) {
			job.kill(int(rng.below(left)));
			b.sleep(apart / job.size());
		}
	});
	b.run();
}

// All of the job is right, in the clocks that are given.
bool right(Driver &b, Job &job, uint64_t clocks)
{
	uint64_t end = b.ring.now + clocks;

	job.start();
	native::start("watch", [&] {
		until([&] { return job.over() || b.ring.now > end; });
		if (!job.over())
			job.stuck();
	});
	return b.run() && job.good();
}

int tests()
{
	Driver b(int(sim::setting("nodes", 4)), int(sim::setting("delay", 4)), sim::seed());
	unsigned moments = unsigned(sim::setting("moments", MODEL ? 200 : 20)), users = unsigned(sim::setting("users", 2)), bad = 0;
	uint64_t since, length;

	b.each("joining", [&b](Host &h) { b.join(h); });
	sim::ok(b.run(), "%d cards: links up", b.size());
	since = b.ring.now;
	{
		Job first(b, users, 0);

		sim::ok(right(b, first, 2000000), "a job of %u processes: all that it does is right", first.size());
	}
	length = b.ring.now - since;
	for (unsigned k = 1; k <= moments && bad < 3; k++) {
		uint64_t moment = mix(sim::seed() * 1000003 + k) % (length + length / 8);
		Job dies(b, users, 2 * k), next(b, users, 2 * k + 1);

		killed(b, dies, moment);
		if (!right(b, next, 20 * length)) {
			sim::diag("moment %u: the job before was killed in clock %llu, %s", k, (unsigned long long)moment, dies.where().c_str());
			bad++;
		}
	}
	sim::ok(!bad, "%u jobs are killed at a random clock of about %llu: the next one on the same pages, groups and streams is right", moments,
		(unsigned long long)length);
	return sim::done();
}

} // namespace

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	return tests();
}
