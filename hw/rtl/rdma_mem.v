// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_mem: the RDMA unit's accesses to host memory, one at a time: 1 to 32 words of 64 bits from a multiple of 8 on, within 4 KiB.
// It is the only maker of bus addresses in the unit: the upper bits come from the window of the page (dma_window), as they stand when
// the access begins. A user holds its request until m_done. Words to be written are taken, words that were read are given, in
// order; m_done comes when the host has answered the last one, so an access sees all that were done before.
//
//      IDLE --asked, page named--> PLACE --> RUN --address and all words taken or given, answered--> DONE --> IDLE
//
//  IDLE  -> PLACE  a request, and the windows may be asked
//  PLACE -> RUN    the window of the page is here
//  RUN   -> DONE   the last word was read, or the write was answered
//
// Invariants (formal/rdma_mem.v):
//  1. ARVALID, AWVALID, WVALID and their addresses and data stay until taken.
//  2. A burst has as many words as were asked for, the last one marked.
//  3. Nothing is under way at the bus when m_done comes: one access at a time.
`default_nettype none

module rdma_mem (
	input  wire clk,
	input  wire rst,
	// the user
	input  wire s_valid,             // held until m_done, with all that follows
	input  wire s_write,
	input  wire [2:0] s_page,
	input  wire [63:3] s_addr,
	input  wire [5:0] s_words,
	output wire m_done,              // one clock
	output wire m_error,             // with it: the host answered with an error
	input  wire s_word_valid,        // words to be written
	output wire m_word_ready,
	input  wire [63:0] s_word_data,
	input  wire [7:0] s_word_strb,
	output wire m_word_valid,        // words that were read
	output wire [63:0] m_word_data,
	// dma_window: page, and a clock later
	input  wire s_window_hold,       // do not ask
	output wire m_window_ask,
	output wire [2:0] m_window_page,
	output wire [31:0] m_window_high,
	input  wire [31:0] s_window_high,
	// AXI
	output wire m_axi_arvalid,
	input  wire m_axi_arready,
	output wire [63:0] m_axi_araddr,
	output wire [7:0] m_axi_arlen,
	output wire [2:0] m_axi_aruser,  // page
	input  wire m_axi_rvalid,
	output wire m_axi_rready,
	input  wire [63:0] m_axi_rdata,
	input  wire [1:0] m_axi_rresp,
	output wire m_axi_awvalid,
	input  wire m_axi_awready,
	output wire [63:0] m_axi_awaddr,
	output wire [7:0] m_axi_awlen,
	output wire [2:0] m_axi_awuser,
	output wire m_axi_wvalid,
	input  wire m_axi_wready,
	output wire [63:0] m_axi_wdata,
	output wire [7:0] m_axi_wstrb,
	output wire m_axi_wlast,
	input  wire m_axi_bvalid,
	output wire m_axi_bready,
	input  wire [1:0] m_axi_bresp
);
	localparam [1:0] IDLE = 0, PLACE = 1, RUN = 2, DONE = 3;

	reg [1:0] state_q;
	reg [63:3] addr_q;
	reg ask_q;                       // the address is not taken yet
	reg [5:0] n_q;                   // words that were taken or given
	reg error_q;
	reg w_q, w_last_q;               // a word that the bus has not taken
	reg [63:0] w_data_q;
	reg [7:0] w_strb_q;

	wire run = state_q == RUN;
	wire all = n_q == s_words;
	wire read = m_axi_rvalid && m_axi_rready;
	wire answered = m_axi_bvalid && m_axi_bready;
	wire take = s_word_valid && m_word_ready;
	wire last = n_q + 6'd1 == s_words;
	wire ends = s_write ? answered : read && last;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= m_window_ask ? PLACE : IDLE;
			PLACE:   state_q <= RUN;
			RUN:     state_q <= ends ? DONE : RUN;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		if (state_q == PLACE)
			addr_q <= {s_window_high, s_addr[31:3]};

	always @(posedge clk)
		if (rst)
			ask_q <= 1'b0;
		else
			ask_q <= state_q == PLACE || (ask_q && !(s_write ? m_axi_awready : m_axi_arready));

	always @(posedge clk)
		if (!run)
			n_q <= 0;
		else
			n_q <= n_q + {5'd0, read || take};

	always @(posedge clk)
		if (state_q == PLACE)
			error_q <= 1'b0;
		else
			error_q <= error_q || (read && m_axi_rresp[1]) || (answered && m_axi_bresp[1]);

	always @(posedge clk)
		if (rst)
			w_q <= 1'b0;
		else
			w_q <= take || (w_q && !m_axi_wready);

	always @(posedge clk)
		if (take) begin
			w_data_q <= s_word_data;
			w_strb_q <= s_word_strb;
			w_last_q <= last;
		end

	assign m_done = state_q == DONE;
	assign m_error = error_q;
	assign m_word_ready = run && s_write && !all && (!w_q || m_axi_wready);
	assign m_word_valid = read;
	assign m_word_data = m_axi_rdata;
	assign m_window_ask = state_q == IDLE && s_valid && !s_window_hold;
	assign m_window_page = s_page;
	assign m_window_high = s_addr[63:32];

	assign m_axi_arvalid = ask_q && !s_write;
	assign m_axi_araddr = {addr_q, 3'd0};
	assign m_axi_arlen = {2'd0, s_words - 6'd1};
	assign m_axi_aruser = s_page;
	assign m_axi_rready = run && !s_write && !ask_q;
	assign m_axi_awvalid = ask_q && s_write;
	assign m_axi_awaddr = {addr_q, 3'd0};
	assign m_axi_awlen = {2'd0, s_words - 6'd1};
	assign m_axi_awuser = s_page;
	assign m_axi_wvalid = w_q;
	assign m_axi_wdata = w_data_q;
	assign m_axi_wstrb = w_strb_q;
	assign m_axi_wlast = w_last_q;
	assign m_axi_bready = run && s_write && !ask_q && all && !w_q;

	wire unused = &{1'b0, m_axi_rresp[0], m_axi_bresp[0]};
endmodule

`default_nettype wire
