// SPDX-License-Identifier: BSD-3-Clause
//
// dma_send: the send buffer of all channels (2**LG_BUF words of 64 bits each) and the cutter: takes a cell from one channel after
// another, reads its bytes, shifts them to the start of a word, and puts head and first word before them. Bytes after
// the payload are 0: nothing of another page leaks. Cells come out as words of 64 bits, one a clock without a gap between
// cells while channels have them ready; dma_narrow makes words of W bits of them. It never starts a cell
// whose bytes are not all in the buffer.
//
// A cell is a row of steps: HEAD, FIRST (WRITE and MSG), PAY for each 64-bit word. The step before the first PAY and each
// PAY read one word of the buffer; a PAY joins the word read before with the one read now.
//
//      HEAD -> FIRST -> PAY -> PAY -> ... -> HEAD of the next cell
//         \-------------^                \-> no next cell: idle
`default_nettype none

module dma_send #(
	parameter W = 64,                // bits of a word of a cell
	parameter CHANNEL_N = 4,         // channels
	parameter LG_BUF = 6             // log2 of the words of buffer of a channel
) (
	input  wire clk,
	input  wire rst,
	// words that arrive
	input  wire [CHANNEL_N-1:0] s_word,        // one-hot
	input  wire [63:0] s_word_data,
	input  wire [CHANNEL_N*LG_BUF-1:0] s_put,
	// cells that channels have ready
	input  wire [CHANNEL_N-1:0] s_job,
	output wire [CHANNEL_N-1:0] m_job,         // one clock: taken
	input  wire [CHANNEL_N*64-1:0] s_head,
	input  wire [CHANNEL_N-1:0] s_has_first,
	input  wire [CHANNEL_N*64-1:0] s_first,
	input  wire [CHANNEL_N*9-1:0] s_bytes,
	input  wire [CHANNEL_N*LG_BUF-1:0] s_get,
	input  wire [CHANNEL_N*3-1:0] s_shift,
	input  wire [CHANNEL_N*2-1:0] s_way,
	input  wire [CHANNEL_N*6-1:0] s_words,     // of the buffer, free after the cell
	output wire [CHANNEL_N-1:0] m_freed,       // one clock: the cell is out of the buffer
	output wire [5:0] m_freed_words,
	// the cell in words of 64 bits
	output wire m_valid,
	input  wire m_ready,
	output wire m_head,
	output wire m_alone,             // fills a word of W bits by itself (head and first word)
	output wire m_last,
	output wire [2:0] m_part,        // words of 16 bits in it
	output wire [63:0] m_data,
	output wire [1:0] m_way
);
	localparam LG_CHANNEL = CHANNEL_N > 4 ? 3 : CHANNEL_N > 2 ? 2 : 1;
	localparam [1:0] HEAD = 0, FIRST = 1, PAY = 2;

	// ---- The next cell: round robin over the channels ------------------------------------
	reg next_q;
	reg [CHANNEL_N-1:0] next_channel_q;        // one-hot
	reg [63:0] next_head_q;
	reg next_has_first_q;
	reg [63:0] next_first_q;
	reg [8:0] next_bytes_q;
	reg [LG_CHANNEL+LG_BUF-1:0] next_get_q;
	reg [2:0] next_shift_q;
	reg [1:0] next_way_q;
	reg [5:0] next_words_q;

	wire [CHANNEL_N-1:0] pick;
	wire go;                                    // the next cell becomes the present one
	wire take = (!next_q || go) && s_job != 0;

	dma_pick #(.N(CHANNEL_N)) turn (
		.clk(clk), .rst(rst), .s_want(s_job), .s_take(take), .m_pick(pick));

	assign m_job = take ? pick : {CHANNEL_N{1'b0}};

	reg [63:0] head;
	reg has_first;
	reg [63:0] first;
	reg [8:0] bytes;
	reg [LG_CHANNEL+LG_BUF-1:0] get;
	reg [2:0] shift;
	reg [1:0] way;
	reg [5:0] words;
	reg [LG_CHANNEL+LG_BUF-1:0] put;
	integer c;
	always @* begin
		{head, has_first, first, bytes, get, shift, way, words} = 0;
		for (c = 0; c < CHANNEL_N; c = c + 1)
			if (pick[c]) begin
				head = s_head[64*c +: 64];
				has_first = s_has_first[c];
				first = s_first[64*c +: 64];
				bytes = s_bytes[9*c +: 9];
				get = {c[LG_CHANNEL-1:0], s_get[LG_BUF*c +: LG_BUF]};
				shift = s_shift[3*c +: 3];
				way = s_way[2*c +: 2];
				words = s_words[6*c +: 6];
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
	reg [8:0] left_q;                           // bytes of payload of the steps from this one on
	reg [5:0] pays_q;                           // PAY steps from this one on
	reg [LG_CHANNEL+LG_BUF-1:0] get_q;
	reg [2:0] shift_q;
	reg [1:0] way_q;
	reg [5:0] words_q;

	wire step;                                  // the pipeline moves
	wire last = step_q == PAY ? pays_q == 6'd1 : pays_q == 0 && (step_q == FIRST || !has_first_q);
	wire reads = step_q != HEAD || !has_first_q;
	// 64-bit words of payload of a cell with this length code, head and first word not counted.
	wire [1:0] code = next_head_q[1:0];
	wire [5:0] holds = W == 16 ? (code == 2'd0 ? 6'd4 : code == 2'd1 ? 6'd2 : 6'd1)
	                 : W == 64 ? (code == 2'd0 ? 6'd16 : code == 2'd1 ? 6'd8 : code == 2'd2 ? 6'd4 : 6'd1)
	                 : (code == 2'd0 ? 6'd32 : code == 2'd1 ? 6'd16 : code == 2'd2 ? 6'd8 : 6'd2);

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
			pays_q <= holds - (!next_has_first_q ? 6'd0 : W == 128 ? 6'd2 : 6'd1);
		else if (step && step_q == PAY)
			pays_q <= pays_q - 6'd1;

	always @(posedge clk)
		if (go)
			left_q <= next_bytes_q;
		else if (step && step_q == PAY)
			left_q <= left_q > 9'd8 ? left_q - 9'd8 : 9'd0;

	always @(posedge clk)
		if (go)
			get_q <= next_get_q;
		else if (step && reads)
			get_q[LG_BUF-1:0] <= get_q[LG_BUF-1:0] + {{LG_BUF-1{1'b0}}, 1'b1};

	assign m_freed = run_q && step && last ? channel_q : {CHANNEL_N{1'b0}};
	assign m_freed_words = words_q;

	// ---- Buffer ---------------------------------------------------------------------------
	// Read and write of one word in one clock happen only for words read beyond the bytes of the
	// cell: their content is shifted out or zeroed.
	(* no_rw_check *) reg [63:0] mem [0:(1<<(LG_CHANNEL+LG_BUF))-1];
	reg [63:0] now_q, before_q;

	always @(posedge clk)
		if (s_word != 0)
			mem[put] <= s_word_data;

	always @(posedge clk)
		if (step && reads) begin
			now_q <= mem[get_q];
			before_q <= now_q;
		end

	// ---- Second stage: the word of the step ----------------------------------------------------
	reg b_q, b_head_q, b_alone_q, b_last_q;
	reg [2:0] b_shift_q, b_part_q;
	reg [3:0] b_bytes_q;                        // of payload, 8 and more as 8
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
			b_part_q <= step_q == HEAD ? 3'd2 : W == 16 && head_q[1:0] == 2'd3 ? 3'd1 : 3'd4;
			b_bytes_q <= left_q > 9'd8 ? 4'd8 : left_q[3:0];
			b_fixed_q <= step_q == HEAD ? head_q : first_q;
			b_way_q <= way_q;
		end

	wire [127:0] pair = {now_q, before_q} >> {b_shift_q, 3'd0};
	wire [63:0] mask = b_bytes_q[3] ? {64{1'b1}} : ~({64{1'b1}} << {b_bytes_q[2:0], 3'd0});

	// ---- Third stage --------------------------------------------------------------------------
	reg c_q, c_head_q, c_alone_q, c_last_q;
	reg [2:0] c_part_q;
	reg [63:0] c_data_q;
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
			c_alone_q <= b_alone_q;
			c_last_q <= b_last_q;
			c_part_q <= b_part_q;
			c_data_q <= b_alone_q ? b_fixed_q : pair[63:0] & mask;
			c_way_q <= b_way_q;
		end

	assign m_valid = c_q;
	assign m_head = c_head_q;
	assign m_alone = c_alone_q;
	assign m_last = c_last_q;
	assign m_part = c_part_q;
	assign m_data = c_data_q;
	assign m_way = c_way_q;

	wire unused = &{1'b0, pair[127:64]};
endmodule

`default_nettype wire
