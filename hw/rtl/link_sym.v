// SPDX-License-Identifier: BSD-3-Clause
//
// The check bits of a control symbol: CRC-12 over its 20 bits. Any two symbols with their check
// bits differ in at least 6 of 32 bits (all 2^20 code words searched), so that every error of
// 1 to 5 bits is seen, and every burst of up to 12. Combinational; both ends of a link use it.

`default_nettype none

module link_sym (
	input  wire [19:0] symbol, // {type[19:16], payload[15:0]}
	output wire [11:0] check
);

	link_crc #(.W(20), .CRC_W(12), .POLY(12'h06d)) crc (
		.last(12'd0), .data(symbol), .next(check)
	);

endmodule

`default_nettype wire
