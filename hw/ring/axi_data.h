// SPDX-License-Identifier: BSD-3-Clause
//
// Words of 64 bits of a data port, which Verilator makes an integer or, of 128 bits, an array of
// 32-bit words.

#ifndef RD_HW_RING_AXI_DATA_H
#define RD_HW_RING_AXI_DATA_H

#include <array>
#include <cstdint>

namespace axi {

inline void set_data(uint64_t &port, uint64_t, uint64_t value) { port = value; }
template<class Wide> void set_data(Wide &port, uint64_t i, uint64_t value)
{
	port[2 * i] = uint32_t(value);
	port[2 * i + 1] = uint32_t(value >> 32);
}

inline std::array<uint64_t, 2> data_of(uint64_t port) { return {port, 0}; }
template<class Wide> std::array<uint64_t, 2> data_of(const Wide &port)
{
	return {port[0] | uint64_t(port[1]) << 32, port[2] | uint64_t(port[3]) << 32};
}

} // namespace axi

#endif
