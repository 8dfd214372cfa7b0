// SPDX-License-Identifier: BSD-3-Clause
//
// One step of a CRC: the register after one more word, most significant bit first. Combinational:
// modules with a register (link_tx, link_rx) and link_sym, which needs none, share it.

`default_nettype none

module link_crc #(
	parameter W = 16,                  // bits of a word, at least CRC_W
	parameter CRC_W = 16,              // bits
	parameter [CRC_W-1:0] POLY = 16'h1021 // without its highest term
) (
	input  wire [CRC_W-1:0] last, // register before the word
	input  wire [W-1:0]     data, // the word
	output reg  [CRC_W-1:0] next  // register after it
);

	integer i;

	always @* begin
		next = last;
		for (i = W - 1; i >= 0; i = i - 1)
			next = {next[CRC_W-2:0], 1'b0} ^ ({CRC_W{next[CRC_W-1] ^ data[i]}} & POLY);
	end

endmodule

`default_nettype wire
