// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a message from the host's memory into the send ring (SPIN setting): any address, any
// length, AXI4 read bursts of 32-bit words. The ring (block RAM, 2^LG_CELLS cells of 32 bytes) is
// the double DMA buffer at the same time: a burst is at most half of it, so that one half fills while
// the cells of the other go out. Published: 16 cells, bursts of 8 words, one after the other;
// 64 cells make it two buffers of 256 words. Part of spin_dma; gives words to spin_emit.
//
// 1. A burst is asked for only when the ring has room for all of it: rready is always high.
// 2. `cell` counts whole cells only; bytes of the last cell behind the message are 0, and so are
//    bytes of the host's words that do not belong to the message.
// 3. A burst begins at any word and ends at a multiple of the burst length at the latest: it never
//    crosses 4 KiB.
// 4. After stop, IDLE comes only when no answer of the host is outstanding.
//
//     IDLE --go--> PLAN --> ROOM --> ASK --> PLAN ... --none left--> DRAIN --all taken--> HALT --> IDLE
//                    |        |                                        |                   ^
//                    +--------+----------------- stop -----------------+-------------------+
//
// PLAN -> ROOM    length of the next burst is known; PLAN -> DRAIN: none is left
// ROOM -> ASK     the ring has room, and (PIPELINE = 0) the burst before has come
// ASK -> PLAN     the host took the address: stop waits for that
// DRAIN -> HALT   the last word went out
// HALT -> IDLE    no answer of the host is outstanding; the ring is emptied

`default_nettype none

module spin_fetch #(
	parameter LG_CELLS = 4, // log2 of cells in the send ring
	parameter PIPELINE = 1  // ask for the next burst before the last has come
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
	output wire whole, // a whole cell is there that was not taken
	input wire take, // pulse: it will be read

	output wire m_valid, // the words of taken cells
	input wire m_ready,
	output wire [15:0] m_data,

	output wire m_axi_arvalid,
	input wire m_axi_arready,
	output wire [63:0] m_axi_araddr,
	output wire [7:0] m_axi_arlen,
	input wire m_axi_rvalid,
	output wire m_axi_rready,
	input wire [31:0] m_axi_rdata,
	input wire [1:0] m_axi_rresp
);

localparam LG_WORDS = LG_CELLS + 3; // log2 of words of 32 bits in the ring

localparam [2:0] IDLE = 3'd0;
localparam [2:0] PLAN = 3'd1;  // how long is the next burst
localparam [2:0] ROOM = 3'd2;  // for it in the ring
localparam [2:0] ASK = 3'd3;   // address to the host
localparam [2:0] DRAIN = 3'd4; // all was asked for
localparam [2:0] HALT = 3'd5;  // answers that are no longer needed

generate
	if (LG_CELLS < 2 || LG_CELLS > 8) begin : bad_lg_cells
		spin_fetch_LG_CELLS_is_2_to_8 check();
	end
endgenerate

reg [2:0] state_q;
reg [2:0] state_d;
reg [51:0] page_q;      // of the next burst: address 63:12
reg [9:0] word_q;       // and 11:2
reg carry_q;            // into page_q
reg [30:0] left_q;      // words of the host not asked for
reg [8:0] burst_q;      // words of the burst
reg [LG_WORDS+1:0] due_q; // words asked for that have not come

reg [1:0] shift_q;      // bytes of the first word that are before the message
reg prime_q;            // the first word has not come, and is no whole one
reg [31:8] old_q;       // the word before
reg [30:0] rest_q;      // words of the message not in the ring
reg [1:0] tail_q;       // bytes in its last word; 0: all
reg [2:0] pos_q;        // words of the cell that are in the ring
reg [LG_CELLS+1:0] whole_q; // whole cells in the ring not taken
reg half_q;             // of the ring's word that goes out

wire begins = state_q == IDLE && go;
wire asked = m_axi_arvalid && m_axi_arready;
wire came = m_axi_rvalid && m_axi_rready;
wire run = state_q != IDLE && state_q != HALT;

// ---- Bursts -----------------------------------------------------------------------------------

wire [8:0] block = 9'd1 << cfg_lg_burst;
wire [8:0] to_block_end = block - ({1'b0, word_q[7:0]} & (block - 9'd1));
wire [8:0] plan = {22'd0, to_block_end} < left_q ? to_block_end : left_q[8:0];
wire [LG_WORDS:0] level;
wire [LG_WORDS+2:0] after = {2'd0, level} + {1'b0, due_q} + {{(LG_WORDS - 6){1'b0}}, burst_q};
wire room = after <= {2'd0, 1'b1, {LG_WORDS{1'b0}}} && (PIPELINE != 0 || due_q == 0);
wire [10:0] next_word = {1'b0, word_q} + {2'd0, burst_q};

assign m_axi_arvalid = state_q == ASK;
assign m_axi_araddr = {page_q, word_q, 2'b00};
assign m_axi_arlen = burst_q[7:0] - 8'd1;
assign m_axi_rready = 1'b1;
assign idle = state_q == IDLE;

always @(posedge clk)
	if (begins) begin
		{page_q, word_q} <= go_addr[63:2];
		carry_q <= 1'b0;
	end else if (asked) begin
		{carry_q, word_q} <= next_word;
	end else if (state_q == PLAN) begin
		page_q <= page_q + {51'd0, carry_q};
		carry_q <= 1'b0;
	end

// Words of the host that hold any of the bytes: (bytes before + length) / 4, rounded up.
wire [2:0] odd = {1'b0, go_addr[1:0]} + {1'b0, go_len[1:0]};
wire [1:0] odd_words = odd == 3'd0 ? 2'd0 : odd <= 3'd4 ? 2'd1 : 2'd2;
wire [30:0] span = {1'b0, go_len[31:2]} + {29'd0, odd_words};

always @(posedge clk)
	if (begins)
		left_q <= go_len == 32'd0 ? 31'd0 : span;
	else if (asked)
		left_q <= left_q - {22'd0, burst_q};

always @(posedge clk)
	if (state_q == PLAN)
		burst_q <= plan;

always @(posedge clk)
	if (rst)
		due_q <= 0;
	else
		due_q <= due_q + (asked ? {{(LG_WORDS - 7){1'b0}}, burst_q} : 0) - {{(LG_WORDS + 1){1'b0}}, came};

// ---- Words of the message -----------------------------------------------------------------------

wire ready;
wire late = run && state_q == DRAIN && due_q == 0; // all came: fill up the last cell
wire fill = late && (rest_q != 31'd0 || pos_q != 3'd0);
wire push = (run && came && !prime_q) || fill;
wire pushed = push && ready;
wire [31:0] now = fill ? 32'd0 : m_axi_rdata;
wire [3:0] keep = rest_q == 31'd0 ? 4'b0000 : rest_q != 31'd1 || tail_q == 2'd0 ? 4'b1111 : ~(4'b1111 << tail_q);
reg [31:0] word;

always @*
	case (shift_q)
	2'd0: word = now;
	2'd1: word = {now[7:0], old_q[31:8]};
	2'd2: word = {now[15:0], old_q[31:16]};
	default: word = {now[23:0], old_q[31:24]};
	endcase

wire [31:0] push_data = word & {{8{keep[3]}}, {8{keep[2]}}, {8{keep[1]}}, {8{keep[0]}}};

always @(posedge clk)
	if (begins)
		prime_q <= go_addr[1:0] != 2'd0;
	else if (came)
		prime_q <= 1'b0;

always @(posedge clk)
	if (came)
		old_q <= m_axi_rdata[31:8];

wire [30:0] words = {1'b0, go_len[31:2]} + {30'd0, go_len[1:0] != 2'd0};

always @(posedge clk)
	if (begins) begin
		shift_q <= go_addr[1:0];
		tail_q <= go_len[1:0];
		rest_q <= words;
	end else if (pushed && rest_q != 31'd0) begin
		rest_q <= rest_q - 31'd1;
	end

always @(posedge clk)
	if (begins)
		pos_q <= 3'd0;
	else if (pushed)
		pos_q <= pos_q + 3'd1;

always @(posedge clk)
	if (rst || begins)
		error <= 1'b0;
	else if (came && m_axi_rresp != 2'b00)
		error <= 1'b1;

// ---- The ring ---------------------------------------------------------------------------------

wire [31:0] head;
wire full_cell = pushed && pos_q == 3'd7;

assign m_data = half_q ? head[31:16] : head[15:0];
assign whole = whole_q != 0;

sync_fifo #(
	.W(32),
	.LG_DEPTH(LG_WORDS)
) ring (
	.clk(clk),
	.rst(rst || idle),
	.s_valid(push),
	.s_ready(ready),
	.s_data(push_data),
	.m_valid(m_valid),
	.m_ready(m_ready && half_q),
	.m_data(head),
	.level(level)
);

always @(posedge clk)
	if (rst || idle)
		half_q <= 1'b0;
	else if (m_valid && m_ready)
		half_q <= !half_q;

always @(posedge clk)
	if (rst || idle)
		whole_q <= 0;
	else
		whole_q <= whole_q + {{(LG_CELLS + 1){1'b0}}, full_cell} - {{(LG_CELLS + 1){1'b0}}, take};

// ---- State ------------------------------------------------------------------------------------

always @* begin
	state_d = state_q;
	case (state_q)
	IDLE:
		if (go)
			state_d = PLAN;
	PLAN:
		state_d = stop ? HALT : left_q == 31'd0 ? DRAIN : ROOM;
	ROOM:
		state_d = stop ? HALT : room ? ASK : ROOM;
	ASK:
		if (m_axi_arready)
			state_d = PLAN;
	DRAIN:
		if (stop || (late && !fill && level == 0))
			state_d = HALT;
	HALT:
		if (due_q == 0)
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
	assume (!m_axi_rvalid || due_q != 0); // the host answers requests only
	assume (!take || whole);
	assume (!(m_valid && m_ready) || run);
	if (!rst) begin
		assert ({2'd0, level} + {1'b0, due_q} <= {2'd0, 1'b1, {LG_WORDS{1'b0}}}); // invariant 1
		assert (!(run && came && !prime_q) || ready);
		assert (state_q != ASK || after <= {2'd0, 1'b1, {LG_WORDS{1'b0}}});
		assert (idle ? due_q == 0 : 1'b1);                                       // invariant 4
		if (state_q == ROOM || state_q == ASK)                                    // invariant 3
			assert (burst_q != 9'd0 && {1'b0, word_q} + {2'd0, burst_q} <= 11'd1024);
		assert (state_q != DRAIN || left_q == 31'd0);
	end
end
`endif

endmodule

`default_nettype wire
