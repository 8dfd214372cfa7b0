// SPDX-License-Identifier: BSD-3-Clause
//
// spin_tx: sending side of a link in the SPIN setting: the register before the wire, the parity of
// each word, and the effect of a NACK. It keeps no cells: a refused cell is still in its buffer in
// the switch, which begins it again on `nack`.
//
// The wire carries valid and 16 bits; parity is that of the word one clock before, so that it is formed behind the register.
// A NACK comes 2D+1 clocks after the head of the cell stood in the register (D: clocks of wire, 1..8), at the latest (D=8) in the
// clock in which the head of the next cell stands there. That next cell is withdrawn at once: its head stays without a second
// word, which the receiver takes for nothing (spin_rx); the NACK which it may still give for that
// head, 17 clocks later, is ignored.
//
// Invariants (watched by the benches of node_spin, D = 1..8; not proven):
//  1. Of a cell that was refused, and of one begun behind it, nothing follows; `nack` reaches the
//     switch in the next clock.
//  2. Each NACK counts for the cell that it was given for: none lost, none doubled, for D = 1..8.
`default_nettype none

module spin_tx (
	input  wire clk,
	input  wire rst,
	input  wire s_valid,        // words of cells without gaps, always taken
	input  wire s_head,
	input  wire [15:0] s_data,
	output reg  nack,           // the cell of this clock and the one not settled are refused
	output reg  wire_valid,
	output reg  [15:0] wire_data,
	output reg  wire_parity,
	input  wire wire_nack
);
	localparam CELL_CYC = 5'd17;   // a withdrawn head is answered this many clocks after the NACK that withdrew it

	reg head_q;                    // the register holds a head
	reg [4:0] deaf_q;              // clocks until an answer is ignored; 0: none is due
	wire refused = wire_nack && deaf_q != 5'd1;
	wire take = s_valid && !refused && !nack;

	always @(posedge clk)
		if (rst) begin
			wire_valid <= 1'b0;
			nack <= 1'b0;
		end else begin
			wire_valid <= take;
			nack <= refused;
		end

	always @(posedge clk) begin
		wire_data <= s_data;
		wire_parity <= ^wire_data;
		head_q <= take && s_head;
	end

	always @(posedge clk)
		if (rst)
			deaf_q <= 5'd0;
		else if (refused && head_q)
			deaf_q <= CELL_CYC;
		else if (deaf_q != 5'd0)
			deaf_q <= deaf_q - 5'd1;
endmodule

`default_nettype wire
