// SPDX-License-Identifier: BSD-3-Clause
//
// The register walk (regs_walk.h) over host_regs with the blocks that stand on their own.
//
// top: regs_card

#include "Vtop.h"
#include "regs_walk.h"

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	std::string absent = sim::text("absent");

	if (absent.empty())
		absent = "NODE,GROUP,GBARRIER,DMA,QUEUES,REGION,STREAM,DESC,BARRIER,GREDUCE,REDUCE,SPIN";
	sim::Clocked<Vtop> card;
	sim::Walk<Vtop>(card, absent).run();
	return sim::done();
}
