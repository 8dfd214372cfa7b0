// SPDX-License-Identifier: BSD-3-Clause
//
// spin_rx: receiving side of a link in the SPIN setting: finds the cells on the wire, refuses
// (NACK) at its head a cell whose virtual channel has no room in the switch, hands on the others
// word by word, and reports wrong parity, which it does not repair.
//
//            head, room                     second word
//     IDLE ------------> BEGUN ------------------------------> CELL --- 17 clocks since the head ---> IDLE
//       |                  `--- no second word ---> IDLE
//       `-- head, no room --> REFUSED --- nothing on the wire, or 17 clocks ---> IDLE
//
// IDLE: the next valid word is a head. BEGUN: the head is in the register, and is handed on with the second word on the wire;
// a head alone was withdrawn (spin_tx). CELL: words are handed on whether the wire is valid or not, so that the switch
// always gets whole cells; a word that is missing counts as an error. REFUSED: words are ignored.
//
// Invariants (benches of node_spin; not proven): every cell handed on has 17 words; a cell is handed on if and only if it was
// not refused and not withdrawn.
`default_nettype none

module spin_rx (
	input  wire clk,
	input  wire rst,
	input  wire wire_valid,
	input  wire [15:0] wire_data,
	input  wire wire_parity,    // of the word before
	output reg  wire_nack,
	input  wire [1:0] room,     // in the switch, by virtual channel
	output wire m_valid,
	output wire m_head,
	output wire m_last,
	output wire [15:0] m_data,
	output reg  error           // pulse: a word was wrong or missing
);
	localparam IDLE = 2'd0, BEGUN = 2'd1, CELL = 2'd2, REFUSED = 2'd3;
	localparam LAST = 5'd16;

	reg [1:0] state_q, state_d;
	reg [4:0] word_q;           // number of the word in the register
	reg valid_q;
	reg [15:0] data_q;
	wire last = state_q[1] && word_q == LAST;
	wire head = wire_valid && (state_q == IDLE || last);
	wire refuse = head && !room[wire_data[15]];

	assign m_valid = state_q == CELL || (state_q == BEGUN && wire_valid);
	assign m_head = state_q == BEGUN;
	assign m_last = last;
	assign m_data = data_q;

	always @(*)
		if (head)
			state_d = refuse ? REFUSED : BEGUN;
		else
			case (state_q)
			BEGUN: state_d = wire_valid ? CELL : IDLE;
			CELL: state_d = last ? IDLE : CELL;
			REFUSED: state_d = last || !wire_valid ? IDLE : REFUSED;
			default: state_d = IDLE;
			endcase

	always @(posedge clk)
		state_q <= rst ? IDLE : state_d;

	always @(posedge clk) begin
		word_q <= head ? 5'd0 : word_q + 5'd1;
		valid_q <= wire_valid;
		data_q <= wire_data;
	end

	always @(posedge clk) begin
		wire_nack <= refuse && !rst;
		error <= m_valid && !rst && (!valid_q || ^data_q != wire_parity);
	end
endmodule

`default_nettype wire
