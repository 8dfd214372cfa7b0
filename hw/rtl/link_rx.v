// SPDX-License-Identifier: BSD-3-Clause
//
// Receiving half of a link port: finds cells and symbols on the wire and hands cells on with one
// register between the wire and m_rx. Nothing in a cell is believed before its tail: a header that a flipped bit
// made wrong only ever makes a bad cell. The sequence number that a cell must have is link_seq's.
//
//                  first word, not refusing
//        BETWEEN -----------------------------> WITHIN --- last word, CRC right: `taken` --> BETWEEN
//          ^  |                                  |  |
//          |  | body word: `fail`                |  +---- last word, CRC wrong: `fail` ----> BETWEEN
//          +--+                                  |
//          ^                                     | a first word, a tick without a word since the last, link down
//          |        last word: `fail`            v
//          +----------------------------------- FILL: one made-up word a clock
//
//   BETWEEN: no cell is open. While refusing, or with the link down, cell words are ignored here.
//   WITHIN:  left_q words of the cell are still to come from the wire; symbols between them are taken out.
//   FILL:    left_q words are still to be made up; the wire's cell words are ignored.
//
// Invariants
//  R1  A cell on m_rx has one first word, just the words of its length, and one last word; the next
//      begins later.
//  R2  Only a cell that came whole, with the CRC of the expected number, ends with bad = 0, and with it comes `good`.
//      With bad = 1 come `void_cell`, where its sender meant it to be bad, or `fail`, once for each cell.
//  R3  A cell that was begun ends within two ticks of its last word.
//  R4  A symbol is handed on only if its check is right: a clock after its last word. One of the link may stand in a tail, from W = 64
//      on (link_tx): it counts only if the cell's CRC is right, too, since another word, with data of anybody, may be taken for a tail.

`default_nettype none

module link_rx #(
	parameter W = 16,                      // bits of a word: 16, 64 or 128
	parameter SPAN = 1,                    // slots of the longest cell (cell_len)
	parameter SEQ_W = 5,
	parameter CRC_W = 16,
	parameter [CRC_W-1:0] POLY = 16'h1021,
	parameter [CRC_W-1:0] VOID = 16'h0c0c
) (
	input  wire             clk,
	input  wire             rst,
	input  wire             up,
	input  wire             tick,
	input  wire             s_wire_tvalid,
	input  wire [W-1:0]     s_wire_tdata,
	input  wire [1:0]       s_wire_tuser,
	output reg              m_rx_valid,
	output reg              m_rx_head,
	output reg              m_rx_last,
	output reg              m_rx_bad,
	output reg  [W-1:0]     m_rx_data,
	input  wire [SEQ_W-1:0] expected,    // number of the cell to come
	input  wire             refuse,
	output wire             good,
	output wire             void_cell,
	output wire             fail,
	output reg              vc,          // of the cell that ends
	output reg              control,     // its class; from the first word on m_rx to its last
	output wire [3:0]       slots,       // of the cell that ends
	output reg              m_sym_valid, // node symbol
	output reg              m_lnk_valid, // link symbol
	output wire [19:0]      m_sym_data,  // either
	output reg              sym_wrong    // a symbol was dropped
);

	localparam HALVES = W < 32;
	localparam HEAD_N = W < 32 ? 2 : 1; // words
	localparam RIDE = W >= 64;          // tails may have a symbol
	localparam LEFT_W = SPAN == 1 ? 5 : 8;

	reg              in_q;    // a cell is open
	reg              fill_q;  // its words are made up
	reg              idle_q;  // no word of it came since the last tick
	reg  [LEFT_W-1:0] left_q; // words of it to come
	wire [LEFT_W-1:0] length; // words after the first
	reg              half_q;  // the first half of a symbol came
	reg  [W-1:0]     seed;
	reg  [CRC_W-1:0] crc_q;
	reg  [19:0]      sym_q;
	wire [CRC_W-1:0] crc_next;
	wire [11:0]      check;

	wire word = s_wire_tvalid && !s_wire_tuser[1] && up;
	wire first = word && s_wire_tuser[0];
	wire body = word && !s_wire_tuser[0];
	wire begins = first && !in_q && !refuse;
	wire goes_on = body && in_q && !fill_q;
	wire broken = in_q && !fill_q && (first || !up || (tick && idle_q && !body));
	wire is_last = left_q == {{LEFT_W-1{1'b0}}, 1'b1};
	wire ends = goes_on && is_last;
	wire filled = fill_q && is_last;
	wire [CRC_W-1:0] syndrome = crc_q ^ s_wire_tdata[CRC_W-1:0];
	wire upper_clear = W == CRC_W || (s_wire_tdata >> (RIDE ? CRC_W + 32 : CRC_W)) == 0;
	wire is_good = syndrome == 0 && upper_clear;
	wire is_void = syndrome == VOID && upper_clear;

	assign good = ends && is_good;
	assign void_cell = ends && is_void;
	assign fail = (ends && !is_good && !is_void) || filled || (body && !in_q && !refuse);

	always @* begin : seeding
		integer i;
		seed = 0;
		for (i = 0; i < 16; i = i + 1)
			seed[W-16+i] = expected[i % SEQ_W] && s_wire_tuser[0];
	end

	wire is_control;
	wire [7:0] words;
	wire [3:0] slots_n;
	generate
		if (W >= 64) begin : g_classes
			cell_class kind (.head(s_wire_tdata[47:0]), .control(is_control));
			cell_len #(.W(W), .SPAN(SPAN)) len (.head(s_wire_tdata[47:0]), .words(words), .slots(slots_n));
		end else begin : g_no_classes
			assign is_control = 1'b0;
			cell_len #(.W(W)) len (.head({32'd0, s_wire_tdata[15:0]}), .words(words), .slots(slots_n));
		end
		if (SPAN == 1) begin : g_short
			assign slots = 4'd1;
			wire unused = &{1'b0, words[7:5], slots_n};
		end else begin : g_long
			reg [3:0] slots_q;

			assign slots = slots_q;
			always @(posedge clk)
				if (begins)
					slots_q <= slots_n;
		end
	endgenerate
	assign length = HEAD_N[LEFT_W-1:0] + words[LEFT_W-1:0];

	link_crc #(.W(W), .CRC_W(CRC_W), .POLY(POLY)) crc (
		.last(crc_q), .data(s_wire_tdata ^ seed), .next(crc_next)
	);

	always @(posedge clk)
		if (rst)
			in_q <= 1'b0;
		else
			in_q <= begins || (in_q && !ends && !filled);

	always @(posedge clk)
		if (rst)
			fill_q <= 1'b0;
		else
			fill_q <= broken || (fill_q && !filled);

	always @(posedge clk)
		if (begins)
			left_q <= length;
		else if (goes_on || fill_q)
			left_q <= left_q - 1'b1;

	always @(posedge clk)
		if (begins || goes_on)
			idle_q <= 1'b0;
		else if (tick)
			idle_q <= 1'b1;

	always @(posedge clk)
		if (!up || ends || fill_q)
			crc_q <= 0;
		else if (begins || goes_on)
			crc_q <= crc_next;

	always @(posedge clk)
		if (begins) begin
			vc <= s_wire_tdata[15];
			control <= is_control;
		end

	// The cell stream.
	always @(posedge clk) begin
		m_rx_valid <= !rst && (begins || goes_on || fill_q);
		m_rx_head <= begins;
		m_rx_last <= ends || filled;
		m_rx_bad <= !is_good || fill_q;
	end

	always @(posedge clk)
		if (s_wire_tvalid)
			m_rx_data <= s_wire_tdata;

	// Symbols. With W = 16 the first half is the last word that came: m_rx_data.
	wire sym_first = s_wire_tvalid && s_wire_tuser == 2'd2;
	wire sym_second = s_wire_tvalid && s_wire_tuser == 2'd3;
	wire sym_tail = RIDE && ends && (is_good || is_void);
	wire sym_end = HALVES ? sym_second && half_q : sym_first || sym_tail;
	wire [19:0] symbol;
	wire [11:0] came;            // its check
	wire sym_right = sym_end && check == came;
	wire for_node = !symbol[19] && symbol[18] && symbol[17:16] != 0;
	wire for_link = symbol[19] ? W >= 64 && symbol[18:16] == 0 : symbol[18] ? symbol[17:16] == 0 : symbol[17:16] != 0;

	assign m_sym_data = sym_q;

	generate
		if (HALVES) begin : g_two_words
			assign symbol = {m_rx_data[15:0], s_wire_tdata[15:12]};
			assign came = s_wire_tdata[11:0];
		end else begin : g_one_word
			assign {symbol, came} = s_wire_tuser[1] ? s_wire_tdata[31:0] : s_wire_tdata[63:32];
		end
	endgenerate

	link_sym code (.symbol(symbol), .check(check));

	always @(posedge clk)
		if (rst)
			half_q <= 1'b0;
		else if (s_wire_tvalid)
			half_q <= HALVES && sym_first;

	always @(posedge clk) begin
		m_sym_valid <= sym_right && for_node && up && !sym_tail;
		m_lnk_valid <= sym_right && for_link;
		sym_wrong <= s_wire_tvalid && ((sym_end && !sym_right) || (half_q && !sym_second) ||
			(sym_second && !half_q));
		sym_q <= symbol;
	end

endmodule

`default_nettype wire
