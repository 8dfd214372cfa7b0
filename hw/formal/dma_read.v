// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/dma_read.v rtl/sync_fifo.v
// prove: induction 3
// prove: induction 3 DATA_W=128
// prove: bmc 6 EXACT=1
// prove: bmc 6 EXACT=1 DATA_W=128
// prove: cover 18
// prove: cover 18 DATA_W=128
// prove: fail 16 BROKEN=1
//
// The read side of the AXI port under any questions, answers, descriptors and memory.
//  * ARVALID and the address stay until ARREADY.
//  * An allowed burst is never lost: an answer that waits never finds its queue full.
//  * A burst goes out only if there is room to record it.
//  * A word is taken only for a burst under way. It is never taken in the clock of a word from the card's own memory,
//    which would take its place.
// Assumed: a question is asked only while m_may_ask is set, and gets one answer.
//
// BROKEN = 1: a unit that asks while m_may_ask is not set is found.
`default_nettype none
`include "formal/axi_master.vh"

module dma_read_fv #(
	parameter DATA_W = 64,
	parameter EXACT = 0,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst_any,
	input wire s_asked,
	input wire s_answer,
	input wire s_answer_ok,
	input wire [1:0] user_any,
	input wire [63:0] s_addr,
	input wire [8:0] s_bytes,
	input wire s_desc_valid,
	input wire [63:0] s_desc_addr,
	input wire s_word,
	input wire [2:0] s_word_n,
	input wire [63:0] s_word_data,
	input wire m_axi_arready,
	input wire m_axi_rvalid,
	input wire [DATA_W-1:0] m_axi_rdata,
	input wire [1:0] m_axi_rresp
);
	localparam LG_OPEN = 2, LG_WAIT = 1;
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire [2:0] m_axi_aruser;
	wire m_end, m_end_phase, m_may_ask, s_desc_ready, m_word_desc, m_word_err, m_error, m_axi_arvalid, m_axi_rready;
	wire [1:0] m_word;
	wire [2:0] m_word_n;
	wire [63:0] m_axi_araddr;
	wire [DATA_W-1:0] m_word_data;
	wire m_word_two;
	wire [7:0] m_axi_arlen;
	(* hierconn *) wire [LG_WAIT:0] \dut.waiting_q ;
	(* hierconn *) wire [LG_WAIT:0] \dut.wait_level ;
	(* hierconn *) wire \dut.wait_room ;
	(* hierconn *) wire \dut.gone ;
	(* hierconn *) wire \dut.take ;
	(* hierconn *) wire \dut.open_ready ;
	(* hierconn *) wire \dut.open_valid ;
	(* hierconn *) wire \dut.word ;
	wire [1:0] user = user_any[1] ? 2'd2 : 2'd1;

	dma_read #(.DATA_W(DATA_W), .USER_N(2), .LG_OPEN(LG_OPEN), .LG_WAIT(LG_WAIT)) dut (.clk(clk), .rst(rst), .m_may_ask(m_may_ask), .s_asked(s_asked),
		.s_answer(s_answer), .s_answer_ok(s_answer_ok), .s_user(user), .s_addr(s_addr), .s_bytes(s_bytes), .s_page(s_addr[5:3]), .s_phase(1'b0), .m_end(m_end), .m_end_phase(m_end_phase),
		.s_desc_valid(s_desc_valid), .s_desc_ready(s_desc_ready), .s_desc_addr(s_desc_addr), .s_desc_page(s_desc_addr[5:3]), .m_axi_aruser(m_axi_aruser), .s_desc_user(user),
		.s_word(s_word), .s_word_user(user), .s_word_n(s_word_n), .s_word_data(s_word_data), .m_word(m_word),
		.m_word_desc(m_word_desc), .m_word_n(m_word_n), .m_word_err(m_word_err), .m_word_two(m_word_two), .m_word_data(m_word_data), .m_error(m_error),
		.m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen),
		.m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp));

	// The rules of the bus.
	wire [5:0] f_open;
	(* hierconn *) wire [LG_OPEN:0] \dut.open_level ;
	(* hierconn *) wire \dut.last ;
	(* hierconn *) wire \dut.wait_valid ;
	(* hierconn *) wire [60:0] \dut.wait_addr ;
	(* hierconn *) wire [5:0] \dut.wait_last ;
	(* hierconn *) wire \dut.open_high ;
	(* hierconn *) wire \dut.single ;
	(* hierconn *) wire [5:0] \dut.word_q ;
	axi_read_rules #(.DATA_W(DATA_W), .OPEN_N((1 << LG_OPEN) + 1), .EXACT(EXACT)) rules (.clk(clk), .rst(rst), .arvalid(m_axi_arvalid),
		.arready(m_axi_arready), .araddr(m_axi_araddr), .arlen(m_axi_arlen), .aruser(m_axi_aruser), .rvalid(m_axi_rvalid),
		.rready(m_axi_rready), .last(\dut.last ), .f_open(f_open));

	reg [LG_WAIT:0] asked_q = 0;     // questions without an answer
	reg stay_q = 1'b0;
	reg [74:0] ar_q;
	always @(posedge clk) begin
		first_q <= 1'b0;
		asked_q <= rst ? 0 : asked_q + s_asked - s_answer;
		stay_q <= m_axi_arvalid && !m_axi_arready && !rst;
		ar_q <= {m_axi_aruser, m_axi_araddr, m_axi_arlen};
	end

	always @(*) begin
		assume (!s_asked || m_may_ask || BROKEN == 1);
		assume (!s_answer || asked_q != 0);
		// region and dma_fetch: bursts of 1 to 256 bytes within 4 KiB; descriptors of 64 bytes, aligned
		assume (s_bytes != 0 && s_bytes <= 9'd256 && {1'b0, s_addr[11:0]} + {4'd0, s_bytes} <= 13'd4096);
		assume (s_desc_addr[5:0] == 0);
		// A FIFO returns its words (proof of sync_fifo): so are those that wait.
		assume (!\dut.wait_valid || {1'b0, \dut.wait_addr [8:1], DATA_W == 64 && \dut.wait_addr [0]} + {4'd0, \dut.wait_last } < 10'd512);
		assume (!\dut.wait_valid || DATA_W == 64 || \dut.wait_last >= {5'd0, \dut.wait_addr [0]});
		if (!first_q && !rst) begin
			assert (f_open + {5'd0, m_axi_arvalid} == {{6-LG_OPEN-1{1'b0}}, \dut.open_level });
			assert (!stay_q || (m_axi_arvalid && {m_axi_aruser, m_axi_araddr, m_axi_arlen} == ar_q));
			assert ({2'd0, asked_q} + {2'd0, \dut.wait_level } == {2'd0, \dut.waiting_q });
			assert (\dut.waiting_q <= (1 << LG_WAIT));
			assert (!s_answer || \dut.wait_room );
			assert (!\dut.take || \dut.open_ready );
			assert (!\dut.word || (\dut.open_valid && !s_word));
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (DATA_W == 64 || m_word_two);                                              // two words at once
			cover (DATA_W == 64 || (\dut.word && \dut.single && !m_axi_rready));            // the first of two that come one by one
			cover (DATA_W == 64 || (\dut.word && \dut.open_high && \dut.word_q == 6'd2));   // behind a first half
			cover (stay_q);                                                                  // the address waits
			cover (!m_may_ask);                                                              // no more questions
			cover (m_word_err);                                                              // an error of memory goes to its user
			cover (s_answer && !s_answer_ok);                                                // refused
			cover (s_word && m_axi_rvalid && !m_axi_rready);                                 // a word of a descriptor goes first
			cover (m_axi_arvalid && m_axi_arlen != 0);                                       // a burst
			cover (m_word_desc && m_word != 0);                                              // a word of a descriptor from memory
			cover (m_end && m_axi_arvalid);                                                  // one ends while another is asked for
		end
endmodule

`default_nettype wire
