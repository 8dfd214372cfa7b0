// SPDX-License-Identifier: BSD-3-Clause
//
// Walks the chains of one group after the other through the arithmetic unit, in the order that
// reduce.v states. It reads operands from the slots and writes results to one; whether they are
// there is reduce_group's business, when a cell goes out reduce_tx's.
//
// A walk over n members (n = 2, 3 for a step of a chain between cards) has a round for each level
// of the order. A round is PERIOD clocks, just the time from an operation's operands to its
// result being an operand again, so that nothing is stored between: in clock 2 b of a round beat b
// of the left chain goes in, in clock 2 b + 1 that of the right, and the clocks behind are idle. With
// R = (n - 1) / 2 the right chain takes R rounds; the left one as many, or one less when n is odd,
// and then it starts a round later. The last round does left OP right in clock 2 b + 1,
// while the left chain's result stands delayed by one clock.
//
//   n = 8, one beat:       round 1     round 2     round 3     round 4
//     clock 0 (left)       x4 OP x5    l OP x6     l OP x7
//     clock 1 (right)      x3 OP x2    r OP x1     r OP x0     l OP r -> result
//
// Members m and m + 1 lie in different banks, so both operands of a first step are read at once.
// Pipeline: sequencer, address, RAM, operands, arithmetic (LATENCY), write.
//
// Invariants: a result is written LATENCY clocks or more after its beat was last read; an
// operation whose operand is fed back is issued in the one clock in which it appears (asserted).

`default_nettype none

module reduce_walk #(
	parameter LATENCY = 7 // clocks of reduce_alu
) (
	input wire clk,
	input wire rst,

	input wire [7:0] req,
	input wire [8*24-1:0] info,     // per group {gather, j, n, slot of result, beats, type, op}
	output wire [7:0] begin_pulse,
	output wire [7:0] done_pulse,

	output wire [1:0] rd_en,        // banks read in this clock; no other client reads then
	output wire [17:0] rd_addr,     // {bank 1, bank 0}: {group, slot without its low bit, beat}
	input wire [127:0] rd_data,     // one clock later

	output wire wr_valid,           // goes before all others
	output wire [9:0] wr_addr,      // {group, slot, beat}
	output wire [63:0] wr_data
);

localparam PERIOD = LATENCY + 1;
localparam [4:0] PERIOD_LAST = PERIOD - 1;

generate
	if (PERIOD < 8 || PERIOD > 32) begin : latency_between_7_and_31
		reduce_latency_between_7_and_31 error ();
	end
endgenerate

// --- the next walk ---------------------------------------------------------------------------

reg busy_q;        // a walk is being sequenced
wire ends;         // its last operation is being issued
wire take = !busy_q || ends;
wire [7:0] pick;
reg [23:0] job;    // info of the picked group
reg [2:0] job_group;
integer g;

reduce_pick #(.N(8)) u_pick (.clk(clk), .rst(rst), .req(req), .take(take && req != 8'd0), .pick(pick));

always @* begin
	job = 24'd0;
	job_group = 3'd0;
	for (g = 0; g < 8; g = g + 1)
		if (pick[g]) begin
			job = job | info[24*g +: 24];
			job_group = job_group | g[2:0];
		end
end

assign begin_pulse = take ? pick : 8'd0;

reg [2:0] group_q;
reg gather_q;
reg [2:0] j_q;     // slots' number
reg [4:0] n_q;     // members
reg [4:0] dest_q;  // slot of the result
reg [1:0] beats_q; // less one
reg [3:0] type_q, op_q;

always @(posedge clk)
	if (rst)
		busy_q <= 1'b0;
	else if (take)
		busy_q <= req != 8'd0;

always @(posedge clk)
	if (take) begin
		group_q <= job_group;
		{gather_q, j_q, n_q, dest_q, beats_q, type_q, op_q} <= job;
	end

// --- sequencer: clock and round, and the pair of operands ---------------------------------------

reg [4:0] clock_q; // of the round
reg [4:0] right_q; // right chain: member on the left of its OP; 0 in the last round
reg [4:0] left_q;  // left chain: the same
reg first_q;       // round 1

wire [4:0] job_r = (job[19:15] - 5'd1) >> 1;    // R of the picked group
wire [4:0] middle = (n_q - 5'd1) >> 1;          // R: the left chain starts with member R + 1
wire [4:0] beat2 = {2'b00, beats_q, 1'b1};      // last busy clock of a round
wire final_round = right_q == 5'd0;
wire in_round = busy_q && clock_q <= beat2;
wire is_right = clock_q[0];
wire [1:0] beat = clock_q[2:1];
wire issue = in_round && (is_right || (!final_round && left_q > middle));
wire round_ends = clock_q == PERIOD_LAST;

assign ends = final_round && clock_q == beat2;

always @(posedge clk)
	if (take) begin
		clock_q <= 5'd0;
		right_q <= job_r;
		left_q <= job[15] ? job_r : job_r + 5'd1; // n odd: a round later
		first_q <= 1'b1;
	end else begin
		clock_q <= round_ends ? 5'd0 : clock_q + 5'd1;
		if (round_ends) begin
			right_q <= right_q - 5'd1;
			left_q <= left_q + 5'd1;
			first_q <= 1'b0;
		end
	end

// Members on both sides of OP, and whether they come from their slots or are fed back.
wire [3:0] last = n_q[3:0] - 4'd1;
wire [3:0] a = final_round ? last : is_right ? right_q[3:0] : left_q[3:0];
wire up = !final_round && !is_right;   // b is the member behind a, else the one before
wire [2:0] b_pair = a[3:1] + {2'd0, up && a[0]} - {2'd0, !up && !a[0]};
wire a_slot = final_round ? n_q <= 5'd3 : is_right ? first_q : left_q == middle + 5'd1;
wire b_slot = final_round ? n_q == 5'd2 : 1'b1;
wire [2:0] even = a[0] ? b_pair : a[3:1]; // without the bank's bit
wire [2:0] odd = a[0] ? a[3:1] : b_pair;

// --- address, RAM ---------------------------------------------------------------------------

reg [1:0] en_q;
reg [3:0] even_q, odd_q; // slots in the banks, without the low bit
reg [1:0] beat_q;
reg [2:0] rd_group_q;

assign rd_en = en_q;
assign rd_addr = {rd_group_q, odd_q, beat_q, rd_group_q, even_q, beat_q};

always @(posedge clk) begin
	en_q <= (rst || !issue) ? 2'b00 : {a[0] ? a_slot : b_slot, a[0] ? b_slot : a_slot};
	even_q <= gather_q ? {j_q[0], even} : {j_q, even[0]};
	odd_q <= gather_q ? {j_q[0], odd} : {j_q, odd[0]};
	beat_q <= beat;
	rd_group_q <= group_q;
end

// Attributes of an operation: {a in the odd bank, a from its slot, b from its slot, type, op,
// final, last beat, group, destination, beat}.
reg [22:0] address_q, ram_q;
reg [1:0] valid_q; // of these two

always @(posedge clk) begin
	valid_q <= rst ? 2'b00 : {valid_q[0], issue};
	address_q <= {a[0], a_slot, b_slot, type_q, op_q, final_round, beat == beats_q,
		group_q, dest_q, beat};
	ram_q <= address_q;
end

// --- operands, arithmetic, write --------------------------------------------------------------

wire m_valid;
wire [63:0] m_data;
wire [11:0] m_tag; // {final, last beat, group, destination, beat}
reg [63:0] late_q; // m_data one clock later: the left chain's, while the right one's comes
reg s_valid_q;
reg [63:0] s_a_q, s_b_q;
reg [19:0] s_ctl_q;

wire a_odd = ram_q[22];
wire [63:0] a_ram = a_odd ? rd_data[127:64] : rd_data[63:0];
wire [63:0] b_ram = a_odd ? rd_data[63:0] : rd_data[127:64];
wire [63:0] a_fed = ram_q[11] ? late_q : m_data;

always @(posedge clk) begin
	late_q <= m_data;
	s_a_q <= ram_q[21] ? a_ram : a_fed;
	s_b_q <= ram_q[20] ? b_ram : m_data;
	s_ctl_q <= ram_q[19:0];
	s_valid_q <= valid_q[1] && !rst;
end

reduce_alu #(.TAG_W(12), .LATENCY(LATENCY)) u_alu (
	.clk(clk), .rst(rst), .en(1'b1),
	.s_valid(s_valid_q), .s_op(s_ctl_q[15:12]), .s_type(s_ctl_q[19:16]),
	.s_a(s_a_q), .s_b(s_b_q), .s_tag(s_ctl_q[11:0]),
	.m_valid(m_valid), .m_data(m_data), .m_tag(m_tag)
);

assign wr_valid = m_valid && m_tag[11];
assign wr_addr = m_tag[9:0];
assign wr_data = m_data;
assign done_pulse = (wr_valid && m_tag[10]) ? 8'd1 << m_tag[9:7] : 8'd0;

`ifdef VERILATOR
// A result that is fed back is of the same beat of the same group, and not final.
reg [9:0] late_tag_q;
always @(posedge clk) begin
	late_tag_q <= {m_tag[11], m_tag[9:7], m_valid, m_tag[4:0]};
	if (valid_q[1] && !ram_q[20])
		assert (m_valid && !m_tag[11] && m_tag[9:0] == ram_q[9:0]);
	if (valid_q[1] && !ram_q[21] && !ram_q[11])
		assert (m_valid && !m_tag[11] && m_tag[9:0] == ram_q[9:0]);
	if (valid_q[1] && !ram_q[21] && ram_q[11])
		assert (late_tag_q == {1'b0, ram_q[9:7], 1'b1, ram_q[4:0]});
end
`endif

endmodule

`default_nettype wire
