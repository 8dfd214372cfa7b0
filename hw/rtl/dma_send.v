// SPDX-License-Identifier: BSD-3-Clause
//
// dma_send: the send buffer of all channels (2**LG_BUF words of 64 bits each) and the cutter: takes a cell from one channel after
// another, reads its bytes, shifts them to the start of a word, and puts head and first word before them. Bytes after
// the payload are 0: nothing of another page leaks. Cells come out as words of DATA_W bits, one a clock without a gap between
// cells while channels have them ready; dma_narrow makes words of 16 bits of them. It never starts a cell
// whose bytes are not all in the buffer. DATA_W = 128: the buffer has two halves, for even and odd words, so that two words are
// written and two are read in a clock, from any word on.
//
// A cell is a row of steps: HEAD, FIRST (WRITE and MSG), PAY for each word of DATA_W bits. The step before the first PAY and
// each PAY read DATA_W bits of the buffer; a PAY joins those read before with those read now.
//
//      HEAD -> FIRST -> PAY -> PAY -> ... -> HEAD of the next cell
//         \-------------^                \-> no next cell: idle
`default_nettype none

module dma_send #(
	parameter W = 64,                // bits of a word of a cell
	parameter DATA_W = W == 128 ? 128 : 64,    // bits sent a clock
	parameter CHANNEL_N = 4,         // channels
	parameter LG_BUF = 6,            // log2 of the words of buffer of a channel
	parameter SPAN = 1,              // slots of the longest cell (cell_len)
	parameter BYTES_W = SPAN == 1 ? 9 : 11, // bits of a number of bytes, of words of a cell: no other value
	parameter WORDS_W = SPAN == 1 ? 6 : 8
) (
	input  wire clk,
	input  wire rst,
	// words that arrive
	input  wire [CHANNEL_N-1:0] s_word,        // one-hot
	input  wire s_word_two,          // two words, the second in the upper half
	input  wire [DATA_W-1:0] s_word_data,
	input  wire [CHANNEL_N*LG_BUF-1:0] s_put,
	// cells that channels have ready
	input  wire [CHANNEL_N-1:0] s_job,
	output wire [CHANNEL_N-1:0] m_job,         // one clock: taken
	input  wire [CHANNEL_N*64-1:0] s_head,
	input  wire [CHANNEL_N-1:0] s_has_first,
	input  wire [CHANNEL_N*64-1:0] s_first,
	input  wire [CHANNEL_N*BYTES_W-1:0] s_bytes,
	input  wire [CHANNEL_N*LG_BUF-1:0] s_get,
	input  wire [CHANNEL_N*3-1:0] s_shift,
	input  wire [CHANNEL_N*2-1:0] s_way,
	input  wire [CHANNEL_N*WORDS_W-1:0] s_words,     // of the buffer, free after the cell
	output wire [CHANNEL_N-1:0] m_freed,       // one clock: the cell is out of the buffer
	output wire [WORDS_W-1:0] m_freed_words,
	// the cell in words of DATA_W bits
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_last,
	output wire [2:0] m_part,        // W = 16: words in it
	output wire [DATA_W-1:0] m_data,
	output wire [1:0] m_way
);
	generate if (DATA_W != (W == 128 ? 128 : 64))
		dma_send_needs_data_w_128_for_w_128_and_64_else bad_parameter();
	endgenerate

`include "ring_nic_regs.vh"
	localparam LG_DATA = DATA_W == 128 ? 4 : 3;               // log2 of the bytes sent a clock
	localparam [BYTES_W-1:0] DATA_B = DATA_W / 8;
	localparam LG_CHANNEL = CHANNEL_N > 4 ? 3 : CHANNEL_N > 2 ? 2 : 1;
	localparam [1:0] HEAD = 0, FIRST = 1, PAY = 2;

	// ---- The next cell: round robin over the channels; with long cells, turns by words (sw_arb) ------
	reg next_q;
	reg [CHANNEL_N-1:0] next_channel_q;        // one-hot
	reg [63:0] next_head_q;
	reg next_has_first_q;
	reg [63:0] next_first_q;
	reg [BYTES_W-1:0] next_bytes_q;
	reg [LG_CHANNEL+LG_BUF-1:0] next_get_q;
	reg [2:0] next_shift_q;
	reg [1:0] next_way_q;
	reg [WORDS_W-1:0] next_words_q;

	wire [CHANNEL_N-1:0] pick;
	wire go;                                    // the next cell becomes the present one
	wire take = (!next_q || go) && s_job != 0;

	genvar n;
	generate if (SPAN == 1) begin : by_cells
		dma_pick #(.N(CHANNEL_N)) turn (
			.clk(clk), .rst(rst), .s_want(s_job), .s_take(take), .m_pick(pick));
	end else begin : by_words
		// Payload in units of 4 words, and one for head and tail.
		wire [6*CHANNEL_N-1:0] units;

		for (n = 0; n < CHANNEL_N; n = n + 1) begin : of
			assign units[6*n +: 6] = s_bytes[BYTES_W*n+5 +: 6];
		end
		sw_arb #(.N(CHANNEL_N), .SPAN(SPAN)) turn (
			.clk(clk), .rst(rst), .req(s_job & {CHANNEL_N{!next_q || go}}), .units(units), .pick(pick));
	end endgenerate

	assign m_job = take ? pick : {CHANNEL_N{1'b0}};

	reg [63:0] head;
	reg has_first;
	reg [63:0] first;
	reg [BYTES_W-1:0] bytes;
	reg [LG_CHANNEL+LG_BUF-1:0] get;
	reg [2:0] shift;
	reg [1:0] way;
	reg [WORDS_W-1:0] words;
	reg [LG_CHANNEL+LG_BUF-1:0] put;
	integer c;
	always @* begin
		{head, has_first, first, bytes, get, shift, way, words} = 0;
		for (c = 0; c < CHANNEL_N; c = c + 1)
			if (pick[c]) begin
				head = s_head[64*c +: 64];
				has_first = s_has_first[c];
				first = s_first[64*c +: 64];
				bytes = s_bytes[BYTES_W*c +: BYTES_W];
				get = {c[LG_CHANNEL-1:0], s_get[LG_BUF*c +: LG_BUF]};
				shift = s_shift[3*c +: 3];
				way = s_way[2*c +: 2];
				words = s_words[WORDS_W*c +: WORDS_W];
			end
	end
	always @* begin
		put = 0;
		for (c = 0; c < CHANNEL_N; c = c + 1)
			if (s_word[c])
				put = {c[LG_CHANNEL-1:0], s_put[LG_BUF*c +: LG_BUF]};
	end

	always @(posedge clk)
		if (rst)
			next_q <= 1'b0;
		else if (take || go)
			next_q <= take;

	always @(posedge clk)
		if (take) begin
			next_channel_q <= pick;
			next_head_q <= head;
			next_has_first_q <= has_first;
			next_first_q <= first;
			next_bytes_q <= bytes;
			next_get_q <= get;
			next_shift_q <= shift;
			next_way_q <= way;
			next_words_q <= words;
		end

	// ---- Steps ------------------------------------------------------------------------------
	reg run_q;
	reg [1:0] step_q;
	reg [CHANNEL_N-1:0] channel_q;
	reg [63:0] head_q;
	reg has_first_q;
	reg [63:0] first_q;
	reg [BYTES_W-1:0] left_q;                   // bytes of payload of the steps from this one on
	reg [WORDS_W-1:0] pays_q;                   // PAY steps from this one on
	reg [LG_CHANNEL+LG_BUF-1:0] get_q;
	reg [2:0] shift_q;
	reg [1:0] way_q;
	reg [WORDS_W-1:0] words_q;

	wire step;                                  // the pipeline moves
	wire last = step_q == PAY ? pays_q == 1 : pays_q == 0 && (step_q == FIRST || !has_first_q);
	wire reads = step_q != HEAD || !has_first_q;
	// PAY steps of a cell of this length and no first word.
	wire [7:0] cell_words;
	wire [3:0] slots_unused;
	wire [WORDS_W-1:0] holds;
	generate if (W == 16) begin : fours
		cell_len #(.W(W)) len (.head(next_head_q[47:0]), .words(cell_words), .slots(slots_unused));
		assign holds = cell_words <= 8'd4 ? 1 : cell_words[7:2];
	end else begin : all
		cell_len #(.W(W), .SPAN(SPAN)) len (.head(next_head_q[47:0]), .words(cell_words), .slots(slots_unused));
		assign holds = cell_words[WORDS_W-1:0];
	end endgenerate
	wire unused_len = &{1'b0, cell_words, slots_unused};

	// W = 16: the head of a WRITE has three words, so its last word of 64 bits has three, too.
	wire long = W == 16 && head_q[`RN_CELL_H0_TYPE_R] == `RN_CELL_TYPE_WRITE;

	assign go = next_q && (!run_q || (step && last));

	always @(posedge clk)
		if (rst)
			run_q <= 1'b0;
		else if (go || (step && last))
			run_q <= go;

	always @(posedge clk)
		if (go)
			step_q <= HEAD;
		else if (step)
			step_q <= step_q == HEAD && has_first_q ? FIRST : PAY;

	always @(posedge clk)
		if (go) begin
			channel_q <= next_channel_q;
			head_q <= next_head_q;
			has_first_q <= next_has_first_q;
			first_q <= next_first_q;
			shift_q <= next_shift_q;
			way_q <= next_way_q;
			words_q <= next_words_q;
		end

	always @(posedge clk)
		if (go)
			pays_q <= holds - {{WORDS_W-1{1'b0}}, next_has_first_q};
		else if (step && step_q == PAY)
			pays_q <= pays_q - 1'b1;

	always @(posedge clk)
		if (go)
			left_q <= next_bytes_q;
		else if (step && step_q == PAY)
			left_q <= left_q > DATA_B ? left_q - DATA_B : {BYTES_W{1'b0}};

	always @(posedge clk)
		if (go)
			get_q <= next_get_q;
		else if (step && reads)
			get_q[LG_BUF-1:0] <= get_q[LG_BUF-1:0] + {{LG_BUF-2{1'b0}}, DATA_W == 128 ? 2'd2 : 2'd1};

	assign m_freed = run_q && step && last ? channel_q : {CHANNEL_N{1'b0}};
	assign m_freed_words = words_q;

	// ---- Buffer ---------------------------------------------------------------------------
	// Read and write of one word in one clock happen only for words read beyond the bytes of the
	// cell: their content is shifted out or zeroed.
	localparam LG_MEM = LG_CHANNEL + LG_BUF;
	wire [DATA_W-1:0] now;
	reg [DATA_W-1:0] before_q;

	generate if (DATA_W == 64) begin : one_a_clock
		(* no_rw_check *) reg [63:0] mem [0:(CHANNEL_N<<LG_BUF)-1];
		reg [63:0] now_q;

		always @(posedge clk)
			if (s_word != 0)
				mem[put] <= s_word_data;

		always @(posedge clk)
			if (step && reads)
				now_q <= mem[get_q];

		assign now = now_q;
		wire unused = s_word_two;
	end else begin : two_a_clock
		(* no_rw_check *) reg [63:0] even [0:(CHANNEL_N<<(LG_BUF-1))-1];
		(* no_rw_check *) reg [63:0] odd [0:(CHANNEL_N<<(LG_BUF-1))-1];
		reg [63:0] even_q, odd_q;
		reg odd_first_q;
		// The even word is the one behind the odd one if that is first.
		wire [LG_BUF-2:0] put_even = put[LG_BUF-1:1] + {{LG_BUF-2{1'b0}}, put[0]};
		wire [LG_BUF-2:0] get_even = get_q[LG_BUF-1:1] + {{LG_BUF-2{1'b0}}, get_q[0]};

		always @(posedge clk)
			if (s_word != 0 && (s_word_two || !put[0]))
				even[{put[LG_MEM-1:LG_BUF], put_even}] <= put[0] ? s_word_data[DATA_W-1 -: 64] : s_word_data[63:0];

		always @(posedge clk)
			if (s_word != 0 && (s_word_two || put[0]))
				odd[put[LG_MEM-1:1]] <= put[0] ? s_word_data[63:0] : s_word_data[DATA_W-1 -: 64];

		always @(posedge clk)
			if (step && reads) begin
				even_q <= even[{get_q[LG_MEM-1:LG_BUF], get_even}];
				odd_q <= odd[get_q[LG_MEM-1:1]];
				odd_first_q <= get_q[0];
			end

		assign now = odd_first_q ? {even_q, odd_q} : {odd_q, even_q};
	end endgenerate

	always @(posedge clk)
		if (step && reads)
			before_q <= now;

	// ---- Second stage: the word of the step ----------------------------------------------------
	reg b_q, b_head_q, b_alone_q, b_last_q;
	reg [2:0] b_shift_q, b_part_q;
	reg [LG_DATA:0] b_bytes_q;                  // of payload, DATA_B and more as DATA_B
	reg [63:0] b_fixed_q;
	reg [1:0] b_way_q;

	always @(posedge clk)
		if (rst)
			b_q <= 1'b0;
		else if (step)
			b_q <= run_q;

	always @(posedge clk)
		if (step) begin
			b_head_q <= step_q == HEAD;
			b_alone_q <= step_q != PAY;
			b_last_q <= last;
			b_shift_q <= shift_q;
			b_part_q <= step_q == HEAD ? (long ? 3'd3 : 3'd2) : W == 16 && head_q[1:0] == 2'd3 ? 3'd1 : long && last ? 3'd3 : 3'd4;
			b_bytes_q <= left_q > DATA_B ? DATA_B[LG_DATA:0] : left_q[LG_DATA:0];
			b_fixed_q <= step_q == HEAD ? head_q : first_q;
			b_way_q <= way_q;
		end

	wire [DATA_W+63:0] pair = {now[63:0], before_q} >> {b_shift_q, 3'd0};
	wire [DATA_W-1:0] mask = b_bytes_q[LG_DATA] ? {DATA_W{1'b1}} : ~({DATA_W{1'b1}} << {b_bytes_q[LG_DATA-1:0], 3'd0});

	// ---- Third stage --------------------------------------------------------------------------
	reg c_q, c_head_q, c_last_q;
	reg [2:0] c_part_q;
	reg [DATA_W-1:0] c_data_q;
	reg [1:0] c_way_q;

	assign step = !c_q || m_ready;

	always @(posedge clk)
		if (rst)
			c_q <= 1'b0;
		else if (step)
			c_q <= b_q;

	always @(posedge clk)
		if (step) begin
			c_head_q <= b_head_q;
			c_last_q <= b_last_q;
			c_part_q <= b_part_q;
			c_data_q <= b_alone_q ? {{DATA_W-64{1'b0}}, b_fixed_q} : pair[DATA_W-1:0] & mask;
			c_way_q <= b_way_q;
		end

	assign m_valid = c_q;
	assign m_head = c_head_q;
	assign m_last = c_last_q;
	assign m_part = c_part_q;
	assign m_data = c_data_q;
	assign m_way = c_way_q;

	wire unused = &{1'b0, pair[DATA_W+63:DATA_W]};
endmodule

`default_nettype wire
