// SPDX-License-Identifier: BSD-3-Clause
//
// The register walk (regs_walk.h) over the whole card of the native setting: every block but SPIN. Its links lead
// nowhere, and no host memory answers.
//
// top: card_native
// set: -GLG_REPEAT=11 -GREQ_DEPTH=64

#include "Vtop.h"
#include "regs_walk.h"

static void no_host(Vtop &top)
{
	top.m_axi_arready = top.m_axi_awready = top.m_axi_wready = 0;
	top.m_axi_rvalid = top.m_axi_bvalid = 0;
}

static void no_links(Vtop &top)
{
	top.s_l_wire_tvalid = top.s_r_wire_tvalid = 0;
	top.m_l_wire_tready = top.m_r_wire_tready = 0;
}

int main(int argc, char **argv)
{
	sim::init(argc, argv);
	std::string absent = sim::text("absent");

	if (absent.empty())
		absent = "SPIN";
	sim::Clocked<Vtop> card;
	no_host(*card.top);
	no_links(*card.top);
	sim::Walk<Vtop>(card, absent).run();
	return sim::done();
}
