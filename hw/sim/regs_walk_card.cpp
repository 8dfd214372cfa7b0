// SPDX-License-Identifier: BSD-3-Clause
//
// The register walk (regs_walk.h) over the whole card of the native setting: every block but SPIN. Its links lead
// nowhere, and no host memory answers.
//
// top: card_native

#include "Vtop.h"
#include "regs_walk.h"

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	std::string absent = sim::text("absent");

	if (absent.empty())
		absent = "SPIN";
	sim::Clocked<Vtop> card;
	sim::Walk<Vtop>(card, absent).run();
	return sim::done();
}
