// SPDX-License-Identifier: BSD-3-Clause
//
// Hands results of the groups that work on vectors to the DMA engine: reads the slot and offers its
// beats, one cell of one group after the other.

`default_nettype none

module reduce_res (
	input wire clk,
	input wire rst,

	input wire [7:0] req,
	input wire [8*7-1:0] info, // per group {slot, beats}
	output wire [7:0] done,    // pulse: handed over
	output wire [7:0] busy,    // at work for this group

	output wire rd_req,
	output wire [9:0] rd_addr,
	input wire rd_grant,
	input wire [63:0] rd_data,

	output wire m_valid,
	input wire m_ready,
	output wire [2:0] m_group,
	output wire m_last,
	output wire [63:0] m_data
);

reg busy_q;
reg [2:0] group_q;
wire start = !busy_q && req != 8'd0;
wire ends = m_valid && m_ready && m_last;
wire [7:0] pick;
reg [6:0] job;
reg [2:0] job_group;
integer g;

reduce_pick #(.N(8)) u_pick (.clk(clk), .rst(rst), .req(req), .take(start), .pick(pick));

always @* begin
	job = 7'd0;
	job_group = 3'd0;
	for (g = 0; g < 8; g = g + 1)
		if (pick[g]) begin
			job = job | info[7*g +: 7];
			job_group = job_group | g[2:0];
		end
end

wire unused_idle;

reduce_fetch u_fetch (
	.clk(clk), .rst(rst),
	.start(start), .slot({job_group, job[6:2]}), .beats(job[1:0]), .idle(unused_idle),
	.rd_req(rd_req), .rd_addr(rd_addr), .rd_grant(rd_grant), .rd_data(rd_data),
	.m_valid(m_valid), .m_ready(m_ready), .m_last(m_last), .m_data(m_data)
);

always @(posedge clk)
	if (rst)
		busy_q <= 1'b0;
	else
		busy_q <= start || (busy_q && !ends);

always @(posedge clk)
	if (start)
		group_q <= job_group;

assign m_group = group_q;
assign done = ends ? 8'd1 << group_q : 8'd0;
assign busy = busy_q ? 8'd1 << group_q : 8'd0;

endmodule

`default_nettype wire
