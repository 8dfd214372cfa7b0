// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the words of received cells to the host's memory (SPIN setting): any address, any length,
// AXI4 write bursts of 32-bit words. A ring in block RAM as in spin_fetch, for the same reason;
// published: bursts of 8 words, one after the other. Part of spin_dma; fed by spin_parse.
//
// 1. Exactly the bytes [addr, addr + len) are written, each once; words that come after are dropped.
// 2. A burst begins only when all of its words are there, so that it ends without the network; it
//    never crosses 4 KiB (as in spin_fetch).
// 3. IDLE after all responses of the host have come, also after stop.
//
//     IDLE --go--> PLAN --> FILL --> BURST --> PLAN ... --none left--> ANSWER --all came--> IDLE
//                   |        |                                           ^
//                   +--------+--------------- stop ----------------------+
//
// PLAN -> FILL     length of the next burst is known; PLAN -> ANSWER: none is left
// FILL -> BURST    its words are there, and (PIPELINE = 0) the response to the last has come
// BURST -> PLAN    the host took address and words

`default_nettype none

module spin_store #(
	parameter LG_CELLS = 4, // log2 of cells in the ring
	parameter PIPELINE = 1  // begin the next burst before the last is answered
) (
	input wire clk,
	input wire rst,

	input wire [3:0] cfg_lg_burst, // log2 of the longest burst in words; 3 to LG_CELLS + 2, at most 8
	input wire go, // pulse, when idle
	input wire [63:0] go_addr, // bytes
	input wire [31:0] go_len, // bytes
	input wire stop, // level, until idle
	output wire idle,
	output reg error, // the host's bus answered with an error since go

	input wire s_valid,
	output wire s_ready,
	input wire [15:0] s_data,

	output wire m_axi_awvalid,
	input wire m_axi_awready,
	output wire [63:0] m_axi_awaddr,
	output wire [7:0] m_axi_awlen,
	output wire m_axi_wvalid,
	input wire m_axi_wready,
	output wire [31:0] m_axi_wdata,
	output wire [3:0] m_axi_wstrb,
	output wire m_axi_wlast,
	input wire m_axi_bvalid,
	output wire m_axi_bready,
	input wire [1:0] m_axi_bresp
);

localparam LG_WORDS = LG_CELLS + 3; // log2 of words of 32 bits in the ring

localparam [2:0] IDLE = 3'd0;
localparam [2:0] PLAN = 3'd1;   // how long is the next burst
localparam [2:0] FILL = 3'd2;   // its words come
localparam [2:0] BURST = 3'd3;  // to the host
localparam [2:0] ANSWER = 3'd4; // responses to come

generate
	if (LG_CELLS < 2 || LG_CELLS > 8) begin : bad_lg_cells
		spin_store_LG_CELLS_is_2_to_8 check();
	end
endgenerate

reg [2:0] state_q;
reg [2:0] state_d;
reg [51:0] page_q;      // of the next burst: address 63:12
reg [9:0] word_q;       // and 11:2
reg carry_q;            // into page_q
reg [30:0] left_q;      // words of the host to be written, this burst included
reg [8:0] burst_q;      // words of the burst that are to go
reg [7:0] len_q;        // of the burst, less one
reg asked_q;            // the host has its address
reg first_q;            // word of all
reg [3:0] due_q;        // responses to come
reg [1:0] shift_q;      // bytes of the first word that are not ours
reg [1:0] end_q;        // bytes of the last word that are ours; 0: all

reg [30:0] rest_q;      // words of the message to come
reg extra_q;            // the message's last bytes go into a word of their own
reg half_q;             // half of a word has come
reg [15:0] low_q;
reg [31:8] old_q;       // the word before

wire begins = state_q == IDLE && go;
wire burst = state_q == BURST;
wire step = m_axi_wvalid && m_axi_wready;
wire asked = m_axi_awvalid && m_axi_awready;
wire written = burst && (asked_q || asked) && (burst_q == 9'd0 || (step && m_axi_wlast));
wire answer = m_axi_bvalid && m_axi_bready;

// ---- Words of the message -----------------------------------------------------------------------

wire ready;
wire [LG_WORDS:0] level;
wire ring_valid;
wire more = rest_q != 31'd0;
wire paired = s_valid && half_q && more;
wire extra = !more && extra_q;
wire push = paired || extra;
wire pushed = push && ready;
wire [31:0] now = extra ? 32'd0 : {s_data, low_q};
reg [31:0] word;

assign s_ready = !more || !half_q || ready;

always @*
	case (shift_q)
	2'd0: word = now;
	2'd1: word = {now[23:0], old_q[31:24]};
	2'd2: word = {now[15:0], old_q[31:16]};
	default: word = {now[7:0], old_q[31:8]};
	endcase

// Words of the message; words of the host that hold any of its bytes.
wire [2:0] odd = {1'b0, go_addr[1:0]} + {1'b0, go_len[1:0]};
wire [1:0] odd_words = odd == 3'd0 ? 2'd0 : odd <= 3'd4 ? 2'd1 : 2'd2;
wire part = go_len[1:0] != 2'd0; // of the last word
wire [30:0] words = {1'b0, go_len[31:2]} + {30'd0, part};
wire [30:0] span = {1'b0, go_len[31:2]} + {29'd0, odd_words};
wire spans_more = odd_words != {1'b0, part}; // span != words, without their carries

always @(posedge clk)
	if (rst || idle) begin
		rest_q <= begins ? words : 31'd0;
		extra_q <= begins && go_len != 32'd0 && spans_more;
	end else if (stop) begin
		rest_q <= 31'd0;
		extra_q <= 1'b0;
	end else if (pushed) begin
		rest_q <= more ? rest_q - 31'd1 : 31'd0;
		extra_q <= extra_q && more;
	end

always @(posedge clk)
	if (rst || idle)
		half_q <= 1'b0;
	else if (s_valid && s_ready)
		half_q <= !half_q;

always @(posedge clk)
	if (s_valid && !half_q)
		low_q <= s_data;

always @(posedge clk)
	if (pushed)
		old_q <= now[31:8];

sync_fifo #(
	.W(32),
	.LG_DEPTH(LG_WORDS)
) ring (
	.clk(clk),
	.rst(rst || idle),
	.s_valid(push),
	.s_ready(ready),
	.s_data(word),
	.m_valid(ring_valid),
	.m_ready(step),
	.m_data(m_axi_wdata),
	.level(level)
);

// ---- Bursts -------------------------------------------------------------------------------------


wire [8:0] block = 9'd1 << cfg_lg_burst;
wire [8:0] to_block_end = block - ({1'b0, word_q[7:0]} & (block - 9'd1));
wire [8:0] plan = {22'd0, to_block_end} < left_q ? to_block_end : left_q[8:0];
wire filled = {1'b0, level} >= {{(LG_WORDS - 7){1'b0}}, burst_q} && (PIPELINE != 0 ? due_q != 4'd15 : due_q == 4'd0);
wire [10:0] next_word = {1'b0, word_q} + {3'd0, len_q} + 11'd1;
wire last = left_q == 31'd1;
wire [3:0] first_strb = first_q ? 4'b1111 << shift_q : 4'b1111;
wire [3:0] last_strb = last && end_q != 2'd0 ? ~(4'b1111 << end_q) : 4'b1111;

assign idle = state_q == IDLE;
assign m_axi_awvalid = burst && !asked_q;
assign m_axi_awaddr = {page_q, word_q, 2'b00};
assign m_axi_awlen = len_q;
assign m_axi_wvalid = burst && burst_q != 9'd0 && ring_valid;
assign m_axi_wlast = burst_q == 9'd1;
assign m_axi_wstrb = first_strb & last_strb;
assign m_axi_bready = 1'b1;

always @(posedge clk)
	if (begins) begin
		{page_q, word_q} <= go_addr[63:2];
		carry_q <= 1'b0;
	end else if (written) begin
		{carry_q, word_q} <= next_word;
	end else if (state_q == PLAN) begin
		page_q <= page_q + {51'd0, carry_q};
		carry_q <= 1'b0;
	end

always @(posedge clk)
	if (begins)
		left_q <= go_len == 32'd0 ? 31'd0 : span;
	else if (step)
		left_q <= left_q - 31'd1;

always @(posedge clk)
	if (state_q == PLAN) begin
		burst_q <= plan;
		len_q <= plan[7:0] - 8'd1;
	end else if (step) begin
		burst_q <= burst_q - 9'd1;
	end

always @(posedge clk)
	asked_q <= burst && (asked_q || asked) && !written;

always @(posedge clk)
	if (begins) begin
		shift_q <= go_addr[1:0];
		end_q <= go_addr[1:0] + go_len[1:0];
		first_q <= 1'b1;
	end else if (step) begin
		first_q <= 1'b0;
	end

always @(posedge clk)
	if (rst)
		due_q <= 4'd0;
	else
		due_q <= due_q + {3'd0, written} - {3'd0, answer};

always @(posedge clk)
	if (rst || begins)
		error <= 1'b0;
	else if (answer && m_axi_bresp != 2'b00)
		error <= 1'b1;

// ---- State --------------------------------------------------------------------------------------

always @* begin
	state_d = state_q;
	case (state_q)
	IDLE:
		if (go)
			state_d = PLAN;
	PLAN:
		state_d = stop || left_q == 31'd0 ? ANSWER : FILL;
	FILL:
		state_d = stop ? ANSWER : filled ? BURST : FILL;
	BURST:
		if (written)
			state_d = PLAN;
	ANSWER:
		if (due_q == 4'd0)
			state_d = IDLE;
	default:
		state_d = IDLE;
	endcase
end

always @(posedge clk)
	if (rst)
		state_q <= IDLE;
	else
		state_q <= state_d;

`ifdef FORMAL
always @* begin
	assume (!m_axi_bvalid || due_q != 4'd0); // the host answers writes only
	if (!rst) begin
		if (burst)                                                             // invariant 2
			assert ({1'b0, level} >= {{(LG_WORDS - 7){1'b0}}, burst_q});
		if (state_q == FILL || (burst && !asked_q))
			assert ({1'b0, word_q} + {3'd0, len_q} <= 11'd1023);
		assert (!(burst && burst_q != 9'd0) || left_q != 31'd0);
		assert (due_q != 4'd15 || !burst);
		assert (idle ? due_q == 4'd0 : 1'b1);                                  // invariant 3
	end
end
`endif

endmodule

`default_nettype wire
