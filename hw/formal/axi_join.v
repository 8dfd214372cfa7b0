// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/axi_join.v rtl/axi_join_order.v rtl/axi_join_turn.v
// prove: induction 2
// prove: cover 16
// prove: fail 12 WRONG=1
//
// Two masters that keep the rules of AXI4, b with one access of a kind at a time, and any host behind the port: the port keeps the rules (of
// axi_master.vh), and each master gets answers only for bursts that it has begun, with as many answers in all. One burst of a, which may be any,
// is followed: it and that of b are answered in the order in which their addresses were taken.
//
// WRONG = 1: the claim that b is never answered while a waits for an answer is refuted.
`default_nettype none
`include "formal/axi_master.vh"

module axi_join_fv #(
	parameter WRONG = 0
) (
	input wire clk,
	input wire rst_any,
	input wire a_arvalid, a_rready, a_awvalid, a_wvalid, a_wlast, a_bready,
	input wire b_arvalid, b_rready, b_awvalid, b_wvalid, b_wlast, b_bready,
	input wire [74:0] a_ar, a_aw, b_ar, b_aw,
	input wire [63:0] a_wdata, b_wdata,
	input wire m_axi_arready, m_axi_rvalid, m_axi_rlast, m_axi_awready, m_axi_wready, m_axi_bvalid
);
	localparam LG_OPEN = 2;
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire a_arready, a_rvalid, a_awready, a_wready, a_bvalid, b_arready, b_rvalid, b_awready, b_wready, b_bvalid;
	wire m_axi_arvalid, m_axi_rready, m_axi_awvalid, m_axi_wvalid, m_axi_wlast, m_axi_bready;
	wire [63:0] m_axi_araddr, m_axi_awaddr, m_axi_wdata;
	wire [7:0] m_axi_arlen, m_axi_awlen, m_axi_wstrb;
	wire [2:0] m_axi_aruser, m_axi_awuser;

	axi_join #(.LG_OPEN(LG_OPEN)) dut (.clk(clk), .rst(rst),
		.s_a_axi_arvalid(a_arvalid), .s_a_axi_arready(a_arready), .s_a_axi_araddr(a_ar[74:11]), .s_a_axi_arlen(a_ar[10:3]), .s_a_axi_aruser(a_ar[2:0]),
		.s_a_axi_rvalid(a_rvalid), .s_a_axi_rready(a_rready),
		.s_a_axi_awvalid(a_awvalid), .s_a_axi_awready(a_awready), .s_a_axi_awaddr(a_aw[74:11]), .s_a_axi_awlen(a_aw[10:3]), .s_a_axi_awuser(a_aw[2:0]),
		.s_a_axi_wvalid(a_wvalid), .s_a_axi_wready(a_wready), .s_a_axi_wdata(a_wdata), .s_a_axi_wstrb(a_wdata[7:0]), .s_a_axi_wlast(a_wlast),
		.s_a_axi_bvalid(a_bvalid), .s_a_axi_bready(a_bready),
		.s_b_axi_arvalid(b_arvalid), .s_b_axi_arready(b_arready), .s_b_axi_araddr(b_ar[74:11]), .s_b_axi_arlen(b_ar[10:3]), .s_b_axi_aruser(b_ar[2:0]),
		.s_b_axi_rvalid(b_rvalid), .s_b_axi_rready(b_rready),
		.s_b_axi_awvalid(b_awvalid), .s_b_axi_awready(b_awready), .s_b_axi_awaddr(b_aw[74:11]), .s_b_axi_awlen(b_aw[10:3]), .s_b_axi_awuser(b_aw[2:0]),
		.s_b_axi_wvalid(b_wvalid), .s_b_axi_wready(b_wready), .s_b_axi_wdata(b_wdata), .s_b_axi_wstrb(b_wdata[7:0]), .s_b_axi_wlast(b_wlast),
		.s_b_axi_bvalid(b_bvalid), .s_b_axi_bready(b_bready),
		.m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen),
		.m_axi_aruser(m_axi_aruser), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready), .m_axi_rlast(m_axi_rlast),
		.m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen),
		.m_axi_awuser(m_axi_awuser), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
		.m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready));

	wire [5:0] f_open, f_data, f_reads;
	axi_write_rules #(.OPEN_N(1 << LG_OPEN), .AHEAD_N(1), .COVER(0)) writes (.clk(clk), .rst(rst), .awvalid(m_axi_awvalid),
		.awready(m_axi_awready), .awaddr(m_axi_awaddr), .awlen(m_axi_awlen), .awuser(m_axi_awuser), .wvalid(m_axi_wvalid),
		.wready(m_axi_wready), .wdata(m_axi_wdata), .wstrb(m_axi_wstrb), .wlast(m_axi_wlast), .bvalid(m_axi_bvalid),
		.bready(m_axi_bready), .f_open(f_open), .f_data(f_data));
	axi_read_rules #(.OPEN_N(1 << LG_OPEN), .COVER(0)) reads (.clk(clk), .rst(rst), .arvalid(m_axi_arvalid),
		.arready(m_axi_arready), .araddr(m_axi_araddr), .arlen(m_axi_arlen), .aruser(m_axi_aruser), .rvalid(m_axi_rvalid),
		.rready(m_axi_rready), .last(m_axi_rvalid && m_axi_rready && m_axi_rlast), .f_open(f_reads));

	// The masters: an offer stays; b begins nothing while it waits for an answer, and gives the words of a burst once.
	// Counted here: bursts of each that are not answered, and bursts of which words are to come.
	reg [3:0] stay_a_q = 0, stay_b_q = 0;
	reg [74:0] a_ar_q, a_aw_q, b_ar_q, b_aw_q;
	reg [64:0] a_w_q, b_w_q;
	reg [LG_OPEN:0] a_reads_q = 0, a_writes_q = 0, a_words_q = 0;
	reg b_read_q = 0, b_write_q = 0, b_words_q = 0;
	// A burst of a that is followed, and bursts of a before it; and whether that of b is before it.
	(* anyseq *) reg mark;
	reg marked_q = 0, before_q = 0;
	reg [LG_OPEN:0] wait_q = 0;
	wire a_answered = a_bvalid && a_bready, b_answered = b_bvalid && b_bready;
	wire a_aw_n = a_awvalid && a_awready, b_aw_n = b_awvalid && b_awready;
	always @(posedge clk) begin
		first_q <= 1'b0;
		stay_a_q <= rst ? 4'd0 : {1'b0, a_arvalid && !a_arready, a_awvalid && !a_awready, a_wvalid && !a_wready};
		stay_b_q <= rst ? 4'd0 : {1'b0, b_arvalid && !b_arready, b_awvalid && !b_awready, b_wvalid && !b_wready};
		{a_ar_q, a_aw_q, b_ar_q, b_aw_q} <= {a_ar, a_aw, b_ar, b_aw};
		{a_w_q, b_w_q} <= {a_wdata, a_wlast, b_wdata, b_wlast};
		a_reads_q <= rst ? 0 : a_reads_q + (a_arvalid && a_arready) - (a_rvalid && a_rready && m_axi_rlast);
		a_writes_q <= rst ? 0 : a_writes_q + a_aw_n - a_answered;
		a_words_q <= rst ? 0 : a_words_q + a_aw_n - (a_wvalid && a_wready && a_wlast);
		b_read_q <= !rst && (b_read_q ? !(b_rvalid && b_rready && m_axi_rlast) : b_arvalid && b_arready);
		b_write_q <= !rst && (b_write_q ? !b_answered : b_aw_n);
		b_words_q <= !rst && (b_words_q ? !(b_wvalid && b_wready && b_wlast) : b_aw_n);
		if (rst)
			marked_q <= 1'b0;
		else if (!marked_q) begin
			marked_q <= mark && a_aw_n;
			wait_q <= a_writes_q - a_answered;
			before_q <= b_write_q && !b_answered;
		end else begin
			marked_q <= !(a_answered && wait_q == 0);
			wait_q <= wait_q - (a_answered && wait_q != 0);
			before_q <= before_q && !b_answered;
		end
	end

	(* hierconn *) wire [LG_OPEN-1:0] \dut.reads.open_q ;
	(* hierconn *) wire [LG_OPEN-1:0] \dut.words.open_q ;
	(* hierconn *) wire [LG_OPEN-1:0] \dut.answers.open_q ;
	(* hierconn *) wire [LG_OPEN-1:0] \dut.reads.ahead_q ;
	(* hierconn *) wire [LG_OPEN-1:0] \dut.words.ahead_q ;
	(* hierconn *) wire [LG_OPEN-1:0] \dut.answers.ahead_q ;
	(* hierconn *) wire \dut.reads.b_q ;
	(* hierconn *) wire \dut.words.b_q ;
	(* hierconn *) wire \dut.answers.b_q ;
	wire [5:0] all_writes = a_writes_q + b_write_q;
	wire [5:0] all_words = a_words_q + b_words_q;

	always @(*) begin
		assume (!stay_a_q[2] || (a_arvalid && a_ar == a_ar_q));
		assume (!stay_a_q[1] || (a_awvalid && a_aw == a_aw_q));
		assume (!stay_a_q[0] || (a_wvalid && {a_wdata, a_wlast} == a_w_q));
		assume (!stay_b_q[2] || (b_arvalid && b_ar == b_ar_q));
		assume (!stay_b_q[1] || (b_awvalid && b_aw == b_aw_q));
		assume (!stay_b_q[0] || (b_wvalid && {b_wdata, b_wlast} == b_w_q));
		assume (!(b_arvalid && b_read_q) && !(b_awvalid && b_write_q));
		assume (!b_wvalid || b_words_q || b_awvalid);
		// The rules of aligned bursts within 4 KiB are those of the masters.
		assume (a_ar[13:11] == 0 && {1'b0, a_ar[22:14]} + {2'd0, a_ar[10:3]} < 10'd512);
		assume (a_aw[13:11] == 0 && {1'b0, a_aw[22:14]} + {2'd0, a_aw[10:3]} < 10'd512);
		assume (b_ar[13:11] == 0 && {1'b0, b_ar[22:14]} + {2'd0, b_ar[10:3]} < 10'd512);
		assume (b_aw[13:11] == 0 && {1'b0, b_aw[22:14]} + {2'd0, b_aw[10:3]} < 10'd512);
		if (!first_q && !rst) begin
			assert ({1'b0, \dut.reads.open_q } == a_reads_q && \dut.reads.b_q == b_read_q);
			assert ({1'b0, \dut.words.open_q } == a_words_q && \dut.words.b_q == b_words_q);
			assert ({1'b0, \dut.answers.open_q } == a_writes_q && \dut.answers.b_q == b_write_q);
			assert (\dut.reads.ahead_q <= \dut.reads.open_q || !b_read_q);
			assert (\dut.words.ahead_q <= \dut.words.open_q || !b_words_q);
			assert (\dut.answers.ahead_q <= \dut.answers.open_q || !b_write_q);
			assert (!b_words_q || b_write_q);
			assert (!b_words_q || \dut.words.open_q - \dut.words.ahead_q == \dut.answers.open_q - \dut.answers.ahead_q );
			assert (f_reads + m_axi_arvalid == a_reads_q + b_read_q);
			assert (f_open + m_axi_awvalid == all_writes);
			assert (f_data + all_words == all_writes);
			assert (!a_rvalid || a_reads_q != 0);                                  // invariant 2
			assert (!b_rvalid || b_read_q);
			assert (!a_bvalid || a_writes_q != 0);
			assert (!b_bvalid || b_write_q);
			assert (!(a_wvalid && a_wready) || a_words_q != 0);
			assert (!(b_wvalid && b_wready) || b_words_q);
			assert (!(m_axi_bvalid && m_axi_bready) || (a_answered != b_answered));
			// The order of the burst that is followed and that of b.
			if (marked_q) begin
				assert (wait_q < a_writes_q);
				assert (!before_q || b_write_q);
				assert (!b_write_q || (before_q ? {1'b0, \dut.answers.ahead_q } <= wait_q : {1'b0, \dut.answers.ahead_q } > wait_q));
				assert (!(a_answered && wait_q == 0) || !before_q);
				assert (!b_answered || before_q);
			end
			assert (!WRONG || !(b_bvalid && a_writes_q != 0));
		end
	end

	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (b_answered && a_writes_q == 2 && marked_q && before_q);
			cover (b_rvalid && b_rready && m_axi_rlast && a_reads_q != 0);
			cover (b_write_q && a_answered && \dut.answers.ahead_q == 2);
			cover (m_axi_awvalid && !m_axi_awready && m_axi_wvalid && m_axi_wready);
		end
endmodule

`default_nettype wire
