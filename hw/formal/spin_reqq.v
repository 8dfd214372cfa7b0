// SPDX-License-Identifier: BSD-3-Clause
//
// The request queue under any requests: it never holds two requests of one source, and no entry is pushed into a full
// FIFO (assertions in rtl/spin_reqq.v).
//
// rtl: rtl/sync_fifo.v rtl/spin_reqq.v
// prove: induction 2
// prove: cover 18
// prove: fail 9 SLOPPY=1
`default_nettype none

module spin_reqq_fv #(
	parameter SLOPPY = 0 // 1: claims that the queue never holds two
) (
	input wire clk,
	input wire put_valid,
	input wire put_drop,
	input wire [9:0] put_src,
	input wire [5:0] put_tag,
	input wire [31:0] put_len,
	input wire take_valid,
	input wire take_any,
	input wire [9:0] take_src
);

reg rst = 1'b1;
wire put_ready, put_done, drop_done, full, take_ready, take_done, take_hit;
wire [9:0] drop_src, m_src;
wire [5:0] drop_tag, m_tag;
wire [31:0] drop_len, m_len;
wire [10:0] count;

spin_reqq #(
	.LG_REQ(2)
) queue (
	.clk(clk),
	.rst(rst),
	.put_valid(put_valid),
	.put_ready(put_ready),
	.put_drop(put_drop),
	.put_src(put_src),
	.put_tag(put_tag),
	.put_len(put_len),
	.put_done(put_done),
	.drop_done(drop_done),
	.drop_src(drop_src),
	.drop_tag(drop_tag),
	.drop_len(drop_len),
	.full(full),
	.take_valid(take_valid),
	.take_ready(take_ready),
	.take_any(take_any),
	.take_src(take_src),
	.take_done(take_done),
	.take_hit(take_hit),
	.m_src(m_src),
	.m_tag(m_tag),
	.m_len(m_len),
	.count(count)
);

always @(posedge clk) begin
	rst <= 1'b0;
	if (!rst) begin
		assert (count <= 11'd3);
		if (SLOPPY != 0)
			assert (count < 11'd2);
	end
end

	// Reached:
	always @(posedge clk)
		if (!rst) begin
			cover (drop_done && count == 11'd3);                                                       // one is dropped from a full queue
			cover (take_done && take_hit && count != 0);                                     // one is taken, others stay
			cover (take_done && !take_hit && count == 11'd3);                                // none fits
			cover (count == 11'd3);                                                          // full
			cover (put_valid && take_valid && put_ready && !take_ready);                     // a request comes while one is sought
		end
endmodule

`default_nettype wire
