// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_window.v
// prove: induction 2
// prove: cover 6
// prove: fail 8 WRONG=1
//
// Of one page that may be any: whatever is written to the windows of all, an address that it asks with lies in its own window as
// it was written last, and keeps its lower bits; one that lay there stays as it is. WRONG: that no address is ever changed is refuted.
`default_nettype none

module dma_window_fv #(
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst_any,
	input wire s_write,
	input wire s_lg,
	input wire [2:0] s_page,
	input wire [31:0] s_data,
	input wire [2:0] other,
	input wire [63:0] s_high
);
	(* anyconst *) reg [2:0] page;
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire [31:0] m_data;
	wire [63:0] m_high;

	dma_window dut (.clk(clk), .rst(rst), .s_write(s_write), .s_lg(s_lg), .s_page(s_page), .s_data(s_data), .m_data(m_data),
		.s_of({other, page}), .s_high(s_high), .m_high(m_high));

	reg known_q = 1'b0;              // the base was written
	reg [31:0] base_q;
	reg [6:0] lg_q = 7'd64;
	wire mine = s_write && s_page == page;
	always @(posedge clk) begin
		first_q <= 1'b0;
		if (mine && !s_lg)
			{known_q, base_q} <= {1'b1, s_data};
		if (rst)
			lg_q <= 7'd64;
		else if (mine && s_lg)
			lg_q <= s_data[6:0] < 7'd32 ? 7'd32 : s_data[6:0] > 7'd64 ? 7'd64 : s_data[6:0];
	end

	wire [63:0] ones = ~64'd0;
	wire [63:0] whole = lg_q == 7'd64 ? 64'd0 : ones << lg_q;
	wire [31:0] fixed = whole[63:32];
	(* hierconn *) wire [47:0] \dut.lg_q ;
	(* hierconn *) wire [31:0] \dut.users[0].fixed ;
	always @(*) begin
		assume (!first_q || rst);
		if (!first_q && !rst) begin
			assert (lg_q >= 7'd32 && lg_q <= 7'd64);
			assert ({1'b0, \dut.lg_q [6*page +: 6]} + 7'd32 == lg_q);
			assert (\dut.users[0].fixed == fixed);
			assert (((m_high[31:0] ^ s_high[31:0]) & ~fixed) == 0);
			assert (lg_q != 7'd64 || m_high[31:0] == s_high[31:0]);
		end
		cover (!first_q && !rst && lg_q == 7'd36 && known_q);
	end
	// The base as it stands in the registers is what was written last: by reading it.
	always @(*)
		if (!first_q && !rst && known_q && s_page == page && !s_lg)
			assume (m_data == base_q);
	always @(*)
		if (!first_q && !rst && known_q && s_page == page && !s_lg)
			assert (((m_high[31:0] ^ base_q) & fixed) == 0);
	generate if (WRONG) begin : wrong
		always @(*)
			if (!first_q && !rst)
				assert (m_high[31:0] == s_high[31:0]);
	end endgenerate
endmodule

`default_nettype wire
