// SPDX-License-Identifier: BSD-3-Clause
//
// Cells of spin_emit have 17 words, the header first. Each accepted word is followed by the next one, and an offered
// word does not change. The assertions on the module's state are in rtl/spin_emit.v.
//
// rtl: rtl/spin_timer.v rtl/spin_emit.v
// prove: induction 2
// prove: cover 24
// prove: fail 12 SLOPPY=1
`default_nettype none

module spin_emit_fv #(
	parameter SLOPPY = 0 // 1: claims that the third word of a cell never comes
) (
	input wire clk,
	input wire [9:0] cfg_id,
	input wire [9:0] cfg_last,
	input wire [1:0] cfg_bcast_en,
	input wire recv_valid,
	input wire [53:0] recv_wish,
	input wire coll_valid,
	input wire [53:0] coll_wish,
	input wire send_valid,
	input wire [53:0] send_wish,
	input wire s_valid,
	input wire [15:0] s_data,
	input wire m_loc_ready,
	input wire tick
);

reg rst = 1'b1;
wire recv_grant, coll_grant, send_grant, data_busy, s_ready, stuck;
wire m_loc_valid, m_loc_head, m_loc_last;
wire [15:0] m_loc_data;
wire [1:0] m_loc_way;

spin_emit emit (
	.clk(clk),
	.rst(rst),
	.cfg_id(cfg_id),
	.cfg_last(cfg_last),
	.cfg_bcast_en(cfg_bcast_en),
	.recv_valid(recv_valid),
	.recv_grant(recv_grant),
	.recv_wish(recv_wish),
	.coll_valid(coll_valid),
	.coll_grant(coll_grant),
	.coll_wish(coll_wish),
	.send_valid(send_valid),
	.send_grant(send_grant),
	.send_wish(send_wish),
	.data_busy(data_busy),
	.s_valid(s_valid),
	.s_ready(s_ready),
	.s_data(s_data),
	.m_loc_valid(m_loc_valid),
	.m_loc_ready(m_loc_ready),
	.m_loc_head(m_loc_head),
	.m_loc_last(m_loc_last),
	.m_loc_data(m_loc_data),
	.m_loc_way(m_loc_way),
	.tick(tick),
	.stuck(stuck)
);

reg [4:0] sent = 5'd0; // words of the cell, for SLOPPY

reg past = 1'b0;
reg [9:0] id_q;

always @(posedge clk) begin
	rst <= 1'b0;
	past <= 1'b1;
	id_q <= cfg_id;
	if (past) // settings stay
		assume (cfg_id == id_q);
	if (!rst) begin
		if (m_loc_valid && m_loc_ready)
			sent <= m_loc_last ? 5'd0 : sent + 5'd1;
		assert (!(s_ready && s_valid) || (m_loc_valid && m_loc_ready));
		assert ({2'd0, recv_grant} + {2'd0, coll_grant} + {2'd0, send_grant} <= 3'd1);
		if (SLOPPY != 0)
			assert (sent != 5'd2);
	end
end

	// Reached:
	always @(posedge clk)
		if (past && !rst) begin
			cover (m_loc_valid && m_loc_last && !m_loc_ready);                               // the last word waits
			cover (send_grant);                                                              // a sender is granted
			cover (coll_grant);                                                              // a collective is granted
			cover (recv_grant && send_valid);                                                // a receiver is granted
			cover (data_busy && m_loc_valid && m_loc_data != 0);                             // data go
		end
endmodule

`default_nettype wire
