// SPDX-License-Identifier: BSD-3-Clause
//
// Makes REDUCE cells: of the groups that have something to send takes one in turn, offers the header
// at once and reads the slot meanwhile, so a cell has a gap of at most a few clocks, while
// the walk reads. Where broadcasts end is written into their headers by the switch.

`default_nettype none
`include "ring_nic_regs.vh"

module reduce_tx #(
	parameter W = 16 // bits of a word: 16, 64 or 128
) (
	input wire clk,
	input wire rst,

	input wire [7:0] req,
	input wire [8*32-1:0] info, // per group {toward, epoch, member, kind, seq, way, slot, beats}
	output wire [7:0] done,     // pulse: the cell is sent
	output wire [7:0] busy,     // at work for this group

	output wire rd_req,
	output wire [9:0] rd_addr,
	input wire rd_grant,
	input wire [63:0] rd_data,

	output wire m_valid,
	input wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [W-1:0] m_data,
	output wire [1:0] m_way     // {Y, X}
);

localparam [1:0] IDLE = 2'd0, HEAD = 2'd1, HEAD1 = 2'd2, DATA = 2'd3;

// --- the group whose cell is next ---------------------------------------------------------------

reg [1:0] state_q;
wire start = state_q == IDLE && req != 8'd0;
wire [7:0] pick;
reg [31:0] job;
reg [2:0] job_group;
integer g;

reduce_pick #(.N(8)) u_pick (.clk(clk), .rst(rst), .req(req), .take(start), .pick(pick));

always @* begin
	job = 32'd0;
	job_group = 3'd0;
	for (g = 0; g < 8; g = g + 1)
		if (pick[g]) begin
			job = job | info[32*g +: 32];
			job_group = job_group | g[2:0];
		end
end

reg [9:0] toward_q, from_q;  // from: {epoch, member}
reg [2:0] what_q;   // {kind, seq}
reg [1:0] way_q;
reg [1:0] beats_q;  // less one
reg [2:0] group_q;
wire [1:0] code;
wire [4:0] words;   // of payload

always @(posedge clk)
	if (start) begin
		{toward_q, from_q, what_q, way_q} <= job[31:7];
		beats_q <= job[1:0];
		group_q <= job_group;
	end

reduce_shape #(.W(W)) u_shape (.beats(beats_q), .code(code), .words(words));

// --- beats of the slot ---------------------------------------------------------------------------

wire beat_valid;
wire beat_take;
wire [63:0] beat;
wire fetch_idle;

wire unused_last;

reduce_fetch u_fetch (
	.clk(clk), .rst(rst),
	.start(start), .slot({job_group, job[6:2]}), .beats(job[1:0]), .idle(fetch_idle),
	.rd_req(rd_req), .rd_addr(rd_addr), .rd_grant(rd_grant), .rd_data(rd_data),
	.m_valid(beat_valid), .m_ready(beat_take), .m_last(unused_last), .m_data(beat)
);

// --- words ---------------------------------------------------------------------------------------

// A partial result is for one node: a cell that is not copied on its way.
wire partial = what_q[2:1] == `RN_REDUCE_KIND_PARTIAL;
wire [15:0] h0 = {1'b0, partial ? `RN_CELL_TYPE_PARTIAL : `RN_CELL_TYPE_REDUCE, toward_q, code};
wire [15:0] h1 = {from_q, group_q, what_q};
wire [W-1:0] word;
wire word_valid;   // the next word of payload is there, or is padding
reg [4:0] left_q;  // words of payload still to send, less one
wire sent = m_valid && m_ready;

assign m_valid = state_q == HEAD || state_q == HEAD1 || (state_q == DATA && word_valid);
assign m_head = state_q == HEAD;
assign m_last = state_q == DATA && left_q == 5'd0;
assign m_way = way_q;
assign done = (sent && m_last) ? 8'd1 << group_q : 8'd0;
assign busy = state_q != IDLE ? 8'd1 << group_q : 8'd0;

always @(posedge clk)
	if (rst)
		state_q <= IDLE;
	else
		case (state_q)
		IDLE: if (start) state_q <= HEAD;                     // nothing to send, or the next is chosen
		HEAD: if (m_ready) state_q <= W == 16 ? HEAD1 : DATA; // first header word is offered
		HEAD1: if (m_ready) state_q <= DATA;                  // second
		DATA: if (sent && m_last) state_q <= IDLE;            // payload, padded
		endcase

always @(posedge clk)
	if (state_q != DATA)
		left_q <= words - 5'd1;
	else if (sent)
		left_q <= left_q - 5'd1;

generate
	if (W == 16) begin : narrow
		reg [1:0] part_q; // quarter of the beat

		always @(posedge clk)
			if (state_q != DATA)
				part_q <= 2'd0;
			else if (sent)
				part_q <= part_q + 2'd1;
		assign word_valid = beat_valid || fetch_idle;
		assign word = fetch_idle ? 16'd0 : beat[16*part_q +: 16];
		assign beat_take = state_q == DATA && sent && part_q == 2'd3;
		assign m_data = state_q == HEAD ? h0 : state_q == HEAD1 ? h1 : word;
	end else if (W == 64) begin : wide
		assign word_valid = beat_valid || fetch_idle;
		assign word = fetch_idle ? 64'd0 : beat;
		assign beat_take = state_q == DATA && sent;
		assign m_data = state_q == HEAD ? {32'd0, h1, h0} : word;
	end else begin : double
		reg half_q;       // the lower beat is here
		reg [63:0] low_q;

		always @(posedge clk) begin
			if (state_q != DATA || sent)
				half_q <= 1'b0;
			else if (beat_valid)
				half_q <= 1'b1;
			if (!half_q)
				low_q <= beat;
		end
		assign word_valid = (half_q && beat_valid) || fetch_idle;
		assign word = {fetch_idle ? 64'd0 : beat, (half_q || !fetch_idle) ? low_q : 64'd0};
		assign beat_take = state_q == DATA && (half_q ? sent : beat_valid);
		assign m_data = state_q == HEAD ? {96'd0, h1, h0} : word;
	end
endgenerate

endmodule

`default_nettype wire
