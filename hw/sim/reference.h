// SPDX-License-Identifier: BSD-3-Clause
//
// The arithmetic of the card's reductions in plain C++: the results that reduce_alu must give, bit
// for bit, for 64 bits of operands. Benches compare with it. It uses the host's own integer and
// floating-point arithmetic (IEEE 754, round to nearest even, subnormals) and nothing of the RTL.
//
// Rules where C leaves a choice:
//  - Integer sums wrap. Logical operations give 0 or 1 in each lane.
//  - A floating-point result that is a NaN is the canonical quiet NaN, 0x7fc00000 or
//    0x7ff8000000000000, for every NaN operand: a sum with a NaN or of opposite infinities, a min
//    or max with a NaN.
//  - min and max order -0 below +0. So every operation is commutative, bit for bit.
//  - An operation that the type has not (can() is false) gives 0.

#ifndef RD_HW_SIM_REFERENCE_H
#define RD_HW_SIM_REFERENCE_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace reference {

enum Type { I8, I16, I32, I64, U8, U16, U32, U64, F32, F64, TYPE_N };
enum Op { SUM, MIN = 1, MAX = 2, PROD = 3, BAND = 4, BOR = 5, BXOR = 6, LAND = 7, LOR = 8, LXOR = 9, OP_N };

// The card computes `op` on `type`.
inline bool can(unsigned op, unsigned type)
{
	if (op >= OP_N || op == PROD || type >= TYPE_N)
		return false;
	return type < F32 || op <= MAX;
}

// Bytes of one lane.
inline unsigned lane_bytes(unsigned type)
{
	static const unsigned bytes[TYPE_N] = { 1, 2, 4, 8, 1, 2, 4, 8, 4, 8 };
	return bytes[type];
}

template<class Float> inline Float canonical(Float x)
{
	static_assert(std::is_floating_point<Float>::value, "Float");
	if (!std::isnan(x))
		return x;
	Float quiet;
	const uint64_t bits64 = 0x7ff8000000000000ull;
	const uint32_t bits32 = 0x7fc00000u;
	memcpy(&quiet, sizeof x == 8 ? (const void *)&bits64 : (const void *)&bits32, sizeof x);
	return quiet;
}

template<class Float> inline bool below(Float a, Float b)
{
	return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}

template<class Float> inline Float combine_float(unsigned op, Float a, Float b)
{
	if (op == SUM)
		return canonical(Float(a + b));
	if (std::isnan(a) || std::isnan(b))
		return canonical(std::isnan(a) ? a : b);
	return below(a, b) == (op == MIN) ? a : b;
}

template<class Int> inline Int combine_int(unsigned op, Int a, Int b)
{
	switch (op) {
	case SUM: return Int(uint64_t(a) + uint64_t(b));
	case MIN: return a < b ? a : b;
	case MAX: return a < b ? b : a;
	case BAND: return a & b;
	case BOR: return a | b;
	case BXOR: return a ^ b;
	case LAND: return a && b;
	case LOR: return a || b;
	default: return !a != !b;
	}
}

inline float combine_lane(unsigned op, float a, float b) { return combine_float(op, a, b); }
inline double combine_lane(unsigned op, double a, double b) { return combine_float(op, a, b); }
template<class Int> inline Int combine_lane(unsigned op, Int a, Int b) { return combine_int(op, a, b); }

template<class Lane> inline uint64_t combine_lanes(unsigned op, uint64_t a, uint64_t b)
{
	const unsigned n = 8 / sizeof(Lane);
	Lane x[n], y[n];

	memcpy(x, &a, 8);
	memcpy(y, &b, 8);
	for (unsigned i = 0; i < n; i++)
		x[i] = combine_lane(op, x[i], y[i]);
	memcpy(&a, x, 8);
	return a;
}

// a OP b on all lanes of 64 bits, lane 0 in the low bits (little-endian hosts).
inline uint64_t combine(unsigned op, unsigned type, uint64_t a, uint64_t b)
{
	if (!can(op, type))
		return 0;
	switch (type) {
	case I8: return combine_lanes<int8_t>(op, a, b);
	case I16: return combine_lanes<int16_t>(op, a, b);
	case I32: return combine_lanes<int32_t>(op, a, b);
	case I64: return combine_lanes<int64_t>(op, a, b);
	case U8: return combine_lanes<uint8_t>(op, a, b);
	case U16: return combine_lanes<uint16_t>(op, a, b);
	case U32: return combine_lanes<uint32_t>(op, a, b);
	case U64: return combine_lanes<uint64_t>(op, a, b);
	case F32: return combine_lanes<float>(op, a, b);
	default: return combine_lanes<double>(op, a, b);
	}
}

} // namespace reference

#endif
