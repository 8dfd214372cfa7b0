// SPDX-License-Identifier: BSD-3-Clause
//
// Sending half of a link port: puts cells and symbols on the wire, one register from either to
// m_wire, adds the tail's CRC, and keeps every new cell in block RAM until it is acknowledged.
// The number of the due cell, and the contents of link symbols, come from link_seq and link_ctl.
//
// The word that m_wire takes next, where it can take one, by rank:
//   1. the second half of a symbol (W = 16)          3. a link symbol that is urgent, or when nothing else waits
//   2. a node symbol (s_sym), at once, even within a cell   4. the next word of a cell: s_tx, or the buffer in a replay
// From W = 64 on a tail has room for a link symbol beside the CRC, in bits 63..32: one that may ride (s_lnk_ride) takes no word of its own
// where a tail goes.
//
//               first word of a cell                     last word: `done`
//   BETWEEN (word_q = 0) --------> WITHIN (word_q = 1 ..) --------> BETWEEN
//
// BETWEEN: link_seq may change `turn`; RETRY goes out here and only here.
// WITHIN:  word_q words of the cell were put on the wire; it is always finished unless the link goes down.
//
// Invariants
//  T1  A word is put on the wire only if m_wire can take it, and stays until it is taken.
//  T2  The tail of a new cell is the CRC of its words, seeded with its number; with VOID added if the switch
//      marks the cell as bad. The tail of a replayed cell is the one that was sent first.
//  T3  A replayed word is read a clock or more after it was written and two after its address was set:
//      the buffer is never asked for a word that is written in the same clock (no_rw_check is right).
//      A replay therefore takes two clocks a word.
//  T4  While `drain`, words of s_tx and s_sym are taken and dropped.
//
//  T5  A clock without a word is between a link symbol and a cell that begins behind it: RETRY, which never rides, has
//      been understood when the cell comes. Two link symbols have a clock between them, too.
//  T6  The buffer's symbols of tails do not go out again: a replayed tail has one that is due, or none.
//
// VOID is no syndrome of any error of 1 to 3 bits: no such error turns a good cell into one
// that was meant to be bad.

`default_nettype none

module link_tx #(
	parameter W = 16,                      // bits of a word: 16, 64 or 128
	parameter REPLAY_N = 8,                // slots of 32 words in the buffer, power of two
	parameter SPAN = 1,                    // slots of the longest cell (cell_len)
	parameter SEQ_W = $clog2(REPLAY_N) + 2,
	parameter CRC_W = 16,
	parameter [CRC_W-1:0] POLY = 16'h1021,
	parameter [CRC_W-1:0] VOID = 16'h0c0c
) (
	input  wire             clk,
	input  wire             rst,
	input  wire             run,          // cells may flow
	input  wire             drain,        // the link is dead
	output reg              m_wire_tvalid,
	input  wire             m_wire_tready,
	output reg  [W-1:0]     m_wire_tdata,
	output reg  [1:0]       m_wire_tuser,
	input  wire             s_tx_valid,
	output wire             s_tx_ready,
	input  wire             s_tx_head,
	input  wire             s_tx_last,
	input  wire             s_tx_bad,     // with the last word
	input  wire [W-1:0]     s_tx_data,
	input  wire             s_sym_valid,
	output wire             s_sym_ready,
	input  wire [19:0]      s_sym_data,
	input  wire             s_lnk_valid,  // link symbol
	input  wire             s_lnk_push,   // it is urgent
	input  wire             s_lnk_ride,   // it may go in a tail
	output wire             s_lnk_ready,
	input  wire [19:0]      s_lnk_data,
	input  wire [SEQ_W-1:0] turn,         // number of the cell: that of its first slot
	input  wire             fresh,        // it comes from s_tx
	input  wire             hold,         // no cell may begin
	output wire             done,         // the last word of a cell goes
	output wire [3:0]       done_slots,   // of that cell
	output wire             between,
	output reg              mid,          // s_tx is within a cell
	output wire             began,        // the first word of a new cell goes
	output wire             began_vc,
	output wire [3:0]       began_slots   // of that cell
);

	localparam HALVES = W < 32;                  // a symbol takes two words
	localparam RIDE = W >= 64;                   // a tail has room for one
	localparam HEAD_N = W < 32 ? 2 : 1;          // words
	localparam LG_REPLAY = $clog2(REPLAY_N);
	localparam ADDR_W = LG_REPLAY + 5;
	localparam WORD_W = SPAN == 1 ? 5 : 8;

`ifdef FORMAL
	(* anyseq *) reg [W-1:0] f_any;
`endif
	(* no_rw_check *) reg [W-1:0] mem [0:(1<<ADDR_W)-1];
	reg  [W-1:0]      mem_q;      // word word_q of cell turn, if mem_ok_q
	reg               mem_ok_q;
	reg               keep_q;     // m_wire holds a word of a new cell: it goes into the buffer
	reg  [ADDR_W-1:0] keep_addr_q;
	reg  [WORD_W-1:0] word_q;     // words of this cell that went
	wire [WORD_W-1:0] tail;       // word_q of its last word, from word 2 on
	wire [LG_REPLAY-1:0] slot;    // of word word_q
	reg               half_q;     // the second half of a symbol is due
	reg               rest_q;     // no cell begins in the clock after a link symbol, but after one that rode, nor another symbol of the link
	wire              gap;        // no cell begins
	reg  [CRC_W-1:0]  crc_q;
	wire [CRC_W-1:0]  crc_next;
	wire [11:0]       check;

	wire adv = !m_wire_tvalid || m_wire_tready;
	wire is_tail = word_q == tail;
	wire rides = RIDE && is_tail && s_lnk_ride; // by the tail, if that can go
	wire urgent = s_lnk_valid && s_lnk_push && !rest_q && !rides;
	wire may = run && (word_q != 0 || !(hold || gap));
	wire is_cell = may && (fresh ? s_tx_valid : mem_ok_q);
	wire go_node = s_sym_valid && !half_q;
	wire go_link = s_lnk_valid && !half_q && !rest_q && !s_sym_valid && (urgent || !is_cell);
	wire go_cell = is_cell && !half_q && !s_sym_valid && !urgent;
	wire put_cell = adv && go_cell;
	wire ride = put_cell && rides && s_lnk_valid && !rest_q;
	wire [19:0] symbol = ({20{go_node}} & s_sym_data) | ({20{go_link || ride}} & s_lnk_data);
	wire [W-1:0] crc_word = {{(W - CRC_W){1'b0}}, crc_q ^ (s_tx_bad ? VOID : {CRC_W{1'b0}})};
	wire [W-1:0] old_word;      // of the buffer
	wire [W-1:0] ride_word;     // the symbol of a tail
	wire [W-1:0] cell_word = (!fresh ? old_word : is_tail ? crc_word : s_tx_data) | ride_word;
	wire [W-1:0] symbol_word;
	wire [19:0] coded;         // the symbol of check
	reg  [W-1:0] seed;

	assign s_sym_ready = drain || (adv && !half_q);
	assign s_lnk_ready = adv && (go_link || ride);
	assign s_tx_ready = drain || (adv && may && fresh && !half_q && !s_sym_valid && !urgent);
	assign done = put_cell && is_tail;
	assign between = word_q == 0;
	assign began = put_cell && between && fresh;
	assign began_vc = s_tx_data[15];

	always @* begin : seeding
		integer i;
		seed = 0;
		for (i = 0; i < 16; i = i + 1)
			seed[W-16+i] = turn[i % SEQ_W] && between;
	end

	generate
		if (SPAN == 1) begin : g_short
			reg [1:0] len_q;
			wire [7:0] words;
			wire [3:0] slots_n;

			cell_len #(.W(W)) length (.head({46'd0, len_q}), .words(words), .slots(slots_n));
			assign tail = HEAD_N[4:0] + words[4:0];
			assign slot = turn[LG_REPLAY-1:0];
			assign done_slots = 4'd1;
			assign began_slots = 4'd1;
			wire unused = &{1'b0, words[7:5], slots_n};

			always @(posedge clk)
				if (m_wire_tuser == 2'd1)
					len_q <= m_wire_tdata[1:0];
		end else begin : g_long
			reg [7:0] tail_q;
			wire [LG_REPLAY+2:0] at = {3'd0, turn[LG_REPLAY-1:0]} + {{LG_REPLAY{1'b0}}, word_q[7:5]};
			wire [7:0] words, new_words;
			wire [3:0] slots_n;

			// Of the cell whose head is on the wire, and of one that begins.
			cell_len #(.W(W), .SPAN(SPAN)) length (.head(m_wire_tdata[47:0]), .words(words), .slots(slots_n));
			cell_len #(.W(W), .SPAN(SPAN)) begins (.head(s_tx_data[47:0]), .words(new_words), .slots(began_slots));
			assign tail = tail_q;
			assign slot = at[LG_REPLAY-1:0];
			assign done_slots = {1'b0, word_q[7:5]} + 4'd1;

			always @(posedge clk)
				if (rst)
					tail_q <= 8'd2;
				else if (m_wire_tvalid && m_wire_tuser == 2'd1)
					tail_q <= words + HEAD_N[7:0];
			wire unused = &{1'b0, at[LG_REPLAY+2:LG_REPLAY], new_words, slots_n};
		end
	endgenerate

	generate
		if (HALVES) begin : g_two_words
			reg [3:0] rest_data_q; // last bits of the symbol that m_wire holds the first half of

			assign gap = rest_q;
			assign old_word = mem_q;
			assign ride_word = {W{1'b0}};
			assign coded = {m_wire_tdata[15:0], rest_data_q};
			assign symbol_word = symbol[19:4] | (half_q ? {rest_data_q, check} : 16'd0);

			always @(posedge clk)
				if (adv)
					rest_data_q <= symbol[3:0];
		end else begin : g_one_word
			reg rode_q;              // the last link symbol did

			assign gap = rest_q && !rode_q;
			assign old_word = {is_tail ? {(W - CRC_W){1'b0}} : mem_q[W-1:CRC_W], mem_q[CRC_W-1:0]};
			assign ride_word = {{(W - 32){1'b0}}, symbol & {20{ride}}, check & {12{ride}}} << 32;
			assign coded = symbol;
			assign symbol_word = {{(W - 32){1'b0}}, symbol, check};

			always @(posedge clk)
				if (adv)
					rode_q <= ride;
		end
	endgenerate

	link_sym code (.symbol(coded), .check(check));
	link_crc #(.W(W), .CRC_W(CRC_W), .POLY(POLY)) crc (
		.last(crc_q), .data(s_tx_data ^ seed), .next(crc_next)
	);

	// The wire.
	always @(posedge clk)
		if (rst)
			m_wire_tvalid <= 1'b0;
		else if (adv)
			m_wire_tvalid <= half_q || (!drain && (go_node || go_link || go_cell));

	always @(posedge clk)
		if (adv) begin
			if (go_cell)
				m_wire_tdata <= cell_word;
			else
				m_wire_tdata <= symbol_word;
		end

	always @(posedge clk)
		if (adv)
			m_wire_tuser <= go_cell ? {1'b0, between} : {1'b1, half_q};

	always @(posedge clk)
		if (rst)
			half_q <= 1'b0;
		else if (adv)
			half_q <= HALVES && !drain && (go_node || go_link);

	always @(posedge clk)
		if (rst)
			rest_q <= 1'b0;
		else if (adv)
			rest_q <= go_link || ride || (rest_q && half_q);


	// The cell.
	always @(posedge clk)
		if (rst || !run)
			word_q <= 0;
		else if (put_cell)
			word_q <= is_tail ? {WORD_W{1'b0}} : word_q + 1'b1;

	always @(posedge clk)
		if (!run || done)
			crc_q <= 0;
		else if (put_cell)
			crc_q <= crc_next;

	always @(posedge clk)
		if (rst)
			mid <= 1'b0;
		else if (s_tx_valid && s_tx_ready)
			mid <= !s_tx_last;

	// The buffer: written from m_wire a clock later, read at word word_q of cell turn.
	always @(posedge clk) begin
		keep_q <= put_cell && fresh;
		keep_addr_q <= {slot, word_q[4:0]};
		if (keep_q)
			mem[keep_addr_q] <= m_wire_tdata;
	end

	always @(posedge clk) begin
`ifdef FORMAL
		mem_q <= f_any; // any content
`else
		mem_q <= mem[{slot, word_q[4:0]}];
`endif
		mem_ok_q <= !put_cell && !fresh && !(between && hold);
	end

`ifdef FORMAL
	reg f_hit_q = 1'b0; // mem_q was read while its word was written

	always @(posedge clk)
		f_hit_q <= keep_q && keep_addr_q == {slot, word_q[4:0]};

	always @*
		if (!rst) begin
			assert (!(put_cell && !fresh && f_hit_q)); // T3
			assert (!(put_cell && half_q));
			assert (!(s_lnk_ready && rest_q));                 // T5
			assert (!(put_cell && between && gap));
			assert (!ride || is_tail);
		end
`endif

	// s_tx_head stands at the first word and nowhere else: the switch's promise, checked in simulation.
	wire unused = &{1'b0, s_tx_head};

endmodule

`default_nettype wire
