// SPDX-License-Identifier: BSD-3-Clause
//
// Sorts the cells that arrive for this node (SPIN setting): the words of data cells that the
// receive machine waits for go on to the host's memory, control cells become events, the rest is
// dropped and counted. It is independent of connections: spin_recv selects the cells to take. Fed
// by the switch, feeds spin_store and the machines of spin_conn.
//
// Data cells carry neither source nor number. The two spare bits of the published header
// distinguish them: in a data cell the connection's number modulo 4 (`color`), in a broadcast cell
// {control, collective's number modulo 2}. Control cells end with a check word:
// the exclusive or of their 16 data words is CHECK ^ {type, spare}. One that a link has
// damaged is dropped: the machines never act on it.
//
// 1. A cell is forwarded whole or not at all: `take` counts at its header.
// 2. An event stays until it is taken; a control cell behind it waits.
// 3. The input is stalled only by m_ready and by 2.
//
//            head                     last
//     HEAD --------> WORDS (use: FORWARD | CONTROL | DROP) --------> HEAD
//
// HEAD -> WORDS    a header came; use is chosen by type
// WORDS -> HEAD    the last word was taken; CONTROL with a good check: the event is valid
// WORDS -> WORDS   a header inside a cell starts anew (the switch does not do that)

`default_nettype none
`include "ring_nic_regs.vh"

module spin_parse #(
	parameter [15:0] CHECK = 16'h52d3 // exclusive or of a control cell's words and {type, spare}
) (
	input wire clk,
	input wire rst,

	input wire s_valid,
	output wire s_ready,
	input wire s_head,
	input wire s_last,
	input wire s_bad, // with last: the cell is damaged
	input wire [15:0] s_data,

	input wire take_data, // data cells of connection take_color
	input wire [1:0] take_color,
	input wire take_bcast, // broadcast cells of collective take_seq (modulo 2)
	input wire take_seq,

	output wire m_valid,
	input wire m_ready,
	output wire [15:0] m_data,
	output wire m_cell, // pulse: last word of a forwarded cell
	output wire m_busy, // a cell is being forwarded

	output reg ev_valid,
	input wire ev_ready,
	output reg [2:0] ev_type,
	output reg [1:0] ev_spare,
	output reg [15:0] ev_id, // {tag, node} of the sender
	output reg [31:0] ev_arg,

	output reg stray // pulse: a cell was dropped
);

localparam [1:0] FORWARD = 2'd0;
localparam [1:0] CONTROL = 2'd1;
localparam [1:0] DROP = 2'd2;

reg words_q;      // state: 0 HEAD, 1 WORDS
reg [1:0] use_q;  // of the cell under way
reg [1:0] use_d;
reg [3:0] at_q;   // its data word that comes next
reg [2:0] type_q;
reg [1:0] spare_q;
reg [15:0] sum_q; // exclusive or of its data words so far

wire [2:0] type_in = s_data[14:12];
wire [1:0] spare_in = s_data[1:0];
wire control = use_q == CONTROL;
wire body = words_q && !s_head;
wire step = s_valid && s_ready;
wire good = (sum_q ^ s_data) == (CHECK ^ {11'd0, type_q, spare_q}) && !s_bad && at_q == 4'd15;

assign m_valid = s_valid && body && use_q == FORWARD;
assign m_data = s_data;
assign m_cell = m_valid && m_ready && s_last;
assign m_busy = words_q && use_q == FORWARD;
assign s_ready = !body || (use_q == FORWARD ? m_ready : !(control && ev_valid));

always @* begin
	use_d = DROP;
	case (type_in)
	`RN_SPIN_CELL_TYPE_DATA:
		use_d = take_data && spare_in == take_color ? FORWARD : DROP;
	`RN_SPIN_CELL_TYPE_BCAST:
		use_d = spare_in[1] ? CONTROL : take_bcast && spare_in[0] == take_seq ? FORWARD : DROP;
	`RN_SPIN_CELL_TYPE_REQ, `RN_SPIN_CELL_TYPE_REPLY, `RN_SPIN_CELL_TYPE_BARRIER:
		use_d = CONTROL;
	default:
		use_d = DROP;
	endcase
end

always @(posedge clk)
	if (rst)
		words_q <= 1'b0;
	else if (step)
		words_q <= !s_last && (words_q || s_head);

always @(posedge clk)
	if (step && s_head) begin
		use_q <= use_d;
		type_q <= type_in;
		spare_q <= spare_in;
		at_q <= 4'd0;
		sum_q <= 16'd0;
	end else if (step) begin
		at_q <= at_q + 4'd1;
		sum_q <= sum_q ^ s_data;
	end

// The event is filled while its cell comes in; no machine reads it before it is valid.
always @(posedge clk)
	if (step && body && control) begin
		ev_type <= type_q;
		ev_spare <= spare_q;
		if (at_q == 4'd0)
			ev_id <= s_data;
		if (at_q == 4'd1)
			ev_arg[15:0] <= s_data;
		if (at_q == 4'd2)
			ev_arg[31:16] <= s_data;
	end

always @(posedge clk)
	if (rst)
		ev_valid <= 1'b0;
	else if (step && body && control && s_last)
		ev_valid <= good;
	else if (ev_ready)
		ev_valid <= 1'b0;

always @(posedge clk)
	stray <= !rst && step && (body ? s_last && (use_q == DROP || (control && !good)) : !s_head);

endmodule

`default_nettype wire
