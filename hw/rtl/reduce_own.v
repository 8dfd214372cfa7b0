// SPDX-License-Identifier: BSD-3-Clause
//
// Takes operands of this node from the DMA engine's stream into their slots. An operand waits for
// room in its group's window, and with it the stream: a client that feeds several groups checks
// own_room first. An operand of a group that does not run or takes operands from registers, or of
// the wrong length, is swallowed and reported: the stream never stops for it.

`default_nettype none

module reduce_own (
	input wire clk,
	input wire rst,

	input wire s_valid,
	output wire s_ready,
	input wire [2:0] s_group,
	input wire s_last,
	input wire [63:0] s_data,

	input wire [8*9-1:0] info,  // per group {running on a stream, room, slot, beats}
	output wire [7:0] busy,     // at work for this group
	output wire [7:0] done,     // pulse: an operand of this group is in its slot
	output wire [7:0] wrong,    // pulse: one was dropped

	output wire wr_valid,
	output wire [9:0] wr_addr,  // {group, slot, beat}
	output wire [63:0] wr_data,
	input wire wr_grant
);

reg [2:0] beat_q; // of this operand; stays at 4
wire on, room;
wire [4:0] slot;
wire [1:0] beats;

assign {on, room, slot, beats} = info[9*s_group +: 9];

wire fits = beat_q <= {1'b0, beats};
wire [7:0] hot = 8'd1 << s_group;
reg [2:0] group_q; // of the operand that has begun
wire ends = s_valid && s_ready && s_last;
wire good = on && beat_q == {1'b0, beats};

assign wr_valid = s_valid && on && room && fits;
assign wr_addr = {s_group, slot, beat_q[1:0]};
assign wr_data = s_data;
assign s_ready = !on || !fits || (room && wr_grant);
assign busy = beat_q != 3'd0 ? 8'd1 << group_q : 8'd0;
assign done = (ends && good) ? hot : 8'd0;
assign wrong = (ends && !good) ? hot : 8'd0;

always @(posedge clk)
	if (rst || ends)
		beat_q <= 3'd0;
	else if (s_valid && s_ready && !beat_q[2])
		beat_q <= beat_q + 3'd1;

always @(posedge clk)
	if (s_valid)
		group_q <= s_group;

endmodule

`default_nettype wire
