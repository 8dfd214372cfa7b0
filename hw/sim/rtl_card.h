// SPDX-License-Identifier: BSD-3-Clause
//
// The card of the benches card_*: the Verilog, with registers behind AXI4-Lite, memory behind AXI4
// and links. The other one is emu_card.h.

#ifndef RD_HW_SIM_RTL_CARD_H
#define RD_HW_SIM_RTL_CARD_H

#include "Vtop.h"
#include "axi_mem.h"
#include "axi_window.h"
#include "axil.h"
#include "ring.h"

namespace native {

using Top = Vtop;
using Bus = sim::Axil<Vtop>;
using Memory = sim::AxiMem;
using Window = sim::AxiWindow<Vtop>;
using Net = Ring<Vtop>;
const bool MODEL = false;

// Bus address of the memory of page `p` of node `i`.
inline uint64_t memory_of(const Top &, int i, int p) { return uint64_t(i + 1) << 44 | uint64_t(p) << 36 | uint64_t(i) << 28; }

} // namespace native

#endif
