// SPDX-License-Identifier: BSD-3-Clause
//
// dma_channel: carries out one descriptor at a time. Its front asks region for one burst of local memory after another (the
// answers go to dma_read by themselves) as long as its part of the send buffer has room; its back
// cuts arrived words into cells for dma_send. Front and back run at the same time: the next block
// is read while the last is sent. It touches neither the AXI port nor the cells themselves.
// dma_sched gives it pages, dma_fetch descriptors.
//
// A turn is 8 KiB of full cells (with long ones: as many as 32 slots take), and ends with as many blocks as these are cells: blocks may be of one byte. Front and back count
// its bytes and blocks alike, so that a cell never reaches over its end; where blocks are joined, it ends with a full cell. When a
// turn is over and a page waits for a channel, the front stops there; when the back has sent all of it the place of the next
// byte goes to dma_turns and the page is let go. Its next grant reads the descriptor again and goes on at that place.
//
// READ and ATOMIC open their stream (HAND), and are a cell of type WRITE with a flag, whose payload is the descriptor's first word and operands; nothing is read
// here. The record of the stream ends it. With SERVER its descriptors come from dma_serve, which answers READs of other nodes: DATA cells with that flag.
//
// Invariants:
//  1. A burst is asked for only if the buffer has room for the largest one.
//  2. A cell is offered only if all of its bytes are in the buffer, and none came with an error.
//  3. Every grant ends with exactly one of: a record offered to dma_cpl, a place given back, a hand-over to dma_reduce or a stream.
//     A turn that is not the last gives its place back.
//  4. In IDLE nothing is under way: no words due, no cells with dma_send.
//
//        +-------------------------- deny ---------------------------+
//        v                                                            |
//      IDLE --grant--> LOAD --8 words--> CHECK --ok--> RUN --> DRAIN --> TELL --> AGAIN
//        ^               ^                 |  \                  ^         |        |
//        |               |                 |   +---- refused ----+         |        |
//        |               |                 +-REDUCE-> HAND ----------------+        |    (READ: HAND -> RUN)
//        |               +--------------------------- grant ------------------------+
//        +------------------------ YIELD: the turn is over (from DRAIN)
//        +---------------------------- no CHAIN, or page off ----(from TELL)
//
//  IDLE  -> LOAD   a page was granted; -> HAND, RUN, DRAIN with a descriptor that came while idle (s_quick), as from CHECK
//  LOAD  -> CHECK  the descriptor is here
//  CHECK -> RUN    its fields go together; -> HAND it is a REDUCE or READ; -> DRAIN refused, or nothing to send
//  RUN   -> DRAIN  all cells are with dma_send, or something failed, or the page was turned off
//  DRAIN -> TELL   no words due, no cells with dma_send; -> YIELD the same, and the descriptor goes on in a later turn
//  YIELD -> IDLE   dma_turns took the place to go on at
//  HAND  -> TELL   dma_reduce took or refused it, or the stream of a READ is open already; -> RUN it is open now
//  TELL  -> AGAIN  record taken or place given back, CHAIN; -> IDLE without
//  AGAIN -> LOAD   next descriptor of the page granted; -> IDLE there is none
`default_nettype none

module dma_channel #(
	parameter W = 64,                // bits of a word of a cell
	parameter LG_BUF = 6,            // log2 of its 64-bit words of send buffer, 6 or more
	parameter SPAN = 1,              // slots of the longest cell (cell_len)
	parameter BYTES_W = SPAN == 1 ? 9 : 11, // bits of a number of bytes, of words of a cell: no other value
	parameter WORDS_W = SPAN == 1 ? 6 : 8,
	parameter SERVER = 0             // 1: answers READs
) (
	input  wire clk,
	input  wire rst,
	input  wire [9:0] cfg_id,
	input  wire [9:0] cfg_last,
	input  wire [1:0] s_dead,        // ports {left, right}: dead
	input  wire [7:0] enable,        // pages that are on
	// dma_sched
	input  wire s_grant,
	input  wire s_deny,
	input  wire [2:0] s_page,
	input  wire s_card,
	input  wire [2:0] s_slot,
	input  wire s_quick,             // a page was granted whose descriptor is here: with the last word of it (dma_quick)
	input  wire s_skip,              // its chain has failed: it is not to be done
	input  wire s_resume,            // it goes on where its last turn ended ...
	input  wire [143:0] s_place,     // ... here, a clock later
	input  wire s_wanted,            // a page waits for a channel
	output wire m_yield,             // held until s_yield: the turn is over, the descriptor is not
	input  wire s_yield,
	output wire [143:0] m_place,     // {offset, bytes of the block, blocks behind it, remote offset}
	output wire m_over,              // the chain has used its turn up
	output wire m_idle,
	output wire m_again,
	output wire [2:0] m_page,
	output wire m_card,
	output wire [2:0] m_slot,
	output wire m_skip,              // its chain has failed
	output wire m_done,              // one clock: the descriptor is done
	output wire m_chain,             // and the chain goes on with the next
	output wire m_release,           // one clock: its place in the completion ring is not needed
	// dma_fetch, and words for this channel
	output wire m_fetch,             // held until s_fetch
	input  wire s_fetch,
	input  wire s_word,              // a word arrived: stored by dma_send at m_put
	input  wire s_word_desc,         // of the descriptor
	input  wire s_word_quick,        // of one in a doorbell window: only while idle
	input  wire s_word_open,         // idle, and such words are kept
	input  wire [2:0] s_word_n,      // which of its 8 words
	input  wire s_word_err,
	input  wire s_word_two,          // two words arrived (not of a descriptor)
	input  wire [63:0] s_word_data,
	output wire [LG_BUF-1:0] m_put,  // where in the buffer it goes
	// region
	output wire m_ask,               // held until s_ask
	input  wire s_ask,
	output wire [5:0] m_ask_region,
	output wire [39:0] m_ask_offset,
	output wire [8:0] m_ask_bytes,
	input  wire s_answer,            // one clock
	input  wire [3:0] s_answer_status,
	input  wire [2:0] s_answer_low,  // of the address
	input  wire [8:0] s_answer_bytes,
	// dma_send
	output wire m_job,               // held until s_job
	input  wire s_job,
	output wire [63:0] m_job_head,
	output wire m_job_has_first,     // 8 bytes go before the payload
	output wire [63:0] m_job_first,
	output wire [BYTES_W-1:0] m_job_bytes,   // of payload
	output wire [LG_BUF-1:0] m_job_get, // first word in the buffer
	output wire [2:0] m_job_shift,   // first byte in it
	output wire [1:0] m_job_way,
	output wire [WORDS_W-1:0] m_job_words,   // words of the buffer that become free
	input  wire s_freed,             // one clock: a cell is out of the buffer
	input  wire [WORDS_W-1:0] s_freed_words,
	// dma_reduce
	output wire m_hand,              // held until s_hand
	input  wire s_hand,
	input  wire [3:0] s_hand_status,
	// stream_table, for a READ
	output wire m_open,              // held until s_open
	input  wire s_open,
	input  wire s_open_busy,         // refused
	output wire [3:0] m_epoch,
	// dma_cpl
	output wire m_tell,              // held until s_tell
	input  wire s_tell,
	output wire [3:0] m_status,
	output wire [39:0] m_left,       // bytes not sent
	output wire m_event,
	// descriptor, for dma_reduce and dma_cpl
	output wire [9:0] m_dest,
	output wire [5:0] m_tag,
	output wire [31:0] m_length,
	output wire [63:0] m_cookie,
	output wire [63:0] m_remote,
	output wire [42:0] m_local,
	output wire [5:0] m_count        // BEATS, GROUP
);
`include "ring_nic_regs.vh"
	generate if (LG_BUF < 6 || (W != 16 && W != 64 && W != 128))
		dma_channel_needs_64_words_of_buffer_and_w_16_64_or_128 bad_parameter();
	if (SPAN > 1 && (W != 64 || LG_BUF < 9))
		dma_channel_needs_w_64_and_512_words_of_buffer_for_long_cells bad_span();
	endgenerate

	localparam [3:0] IDLE = 0, LOAD = 1, CHECK = 2, RUN = 3, DRAIN = 4, HAND = 5, TELL = 6, AGAIN = 7, YIELD = 8;
	localparam [1:0] REST = 0, ASK = 1, WAIT = 2, STRIDE = 3;   // of the front
	localparam [1:0] NONE = 0, SIZE = 1, FILL = 2, OFFER = 3;   // of the back
	localparam [LG_BUF:0] BURST = 32;          // words of the largest burst
	localparam LG_TURN = W == 16 ? 8 : W == 64 ? 6 : 5;      // log2 of the full cells of a turn
	localparam [LG_TURN:0] TOLL = 1 << (LG_TURN - 4);
	localparam [31:0] BITS = W;
	localparam [8:0] CELL = {BITS[7:0], 1'b0};               // bytes of payload of a cell

	reg [3:0] state_q;
	reg [1:0] front_q, back_q;
	reg [2:0] page_q, slot_q;
	reg card_q, asked_q, skip_q;
	reg resume_q, granted_q;                   // s_resume; s_grant a clock ago
	reg [3:0] status_q;

	// The descriptor
	reg [3:0] op_q;
	reg chain_q, complete_q, event_q, inline_q;
	reg [9:0] dest_q;
	reg [5:0] tag_q;
	reg [3:0] epoch_q;
	reg [15:0] key_high_q;
	reg [31:0] length_q;
	reg [63:0] cookie_q, remote_q;             // remote_q moves on with the cells
	reg [2:0] region_q;
	reg [5:0] count_low_q;

	// Front
	reg [39:0] f_offset_q, f_gap_q;            // bytes; from the end of a block to the next
	reg [31:0] f_left_q, f_blocks_q;           // bytes of this block; blocks behind it
	reg [13:0] f_turn_q;                       // bytes of this turn
	reg [LG_TURN-1:0] f_ends_q;                // blocks that have ended in it; stays at its largest
	reg pause_q;                               // the front has stopped at the end of a turn
	reg ahead_q;                               // it is a turn ahead of the back (not where blocks are joined)
	// Back
	reg [39:0] b_gap_q;
	reg [31:0] b_left_q, b_blocks_q;
	reg [13:0] b_turn_q;
	reg [LG_TURN-1:0] b_ends_q;
	reg [LG_TURN:0] spent_q;                   // cells of the chain, a long one as many as are full with its bytes, and 1/16 of a turn for each descriptor
	reg [2:0] b_shift_q, b_gap_low_q;
	reg [LG_BUF-1:0] get_q, put_q;
	reg pack_q;                                // blocks are joined: whole words, no block ends
	reg [BYTES_W-1:0] size_q;                  // bytes of the cell's payload
	reg ends_q;                                // it ends a block
	// Buffer, words of 64 bits
	reg [LG_BUF:0] space_q, due_q, have_q;     // free, asked for and not here, here and not in a cell
	reg [2:0] jobs_q;                          // cells with dma_send

	wire on = enable[s_quick ? s_page : page_q];
	wire running = state_q == RUN;
	wire msg = op_q == `RN_DMA_OP_MSG;
	wire write = op_q == `RN_DMA_OP_WRITE;
	wire atomic = W != 16 && op_q == `RN_DMA_OP_ATOMIC;
	wire read = W != 16 && (op_q == `RN_DMA_OP_READ || atomic);
	wire first = msg || write || read;
	wire failed = status_q != `RN_DMA_STATUS_OK;

	// ---- The descriptor arrives -------------------------------------------------------
	wire load = s_word && s_word_desc && (!s_word_quick || state_q == IDLE);
	wire load_0 = load && s_word_n == 3'd0;
	wire load_last = load && s_word_n == 3'd7;

	always @(posedge clk)
		if (load_0) begin
			op_q <= s_word_data[3:0];
			chain_q <= s_word_data[`RN_DESCRIPTOR_CTL_CHAIN_LSB];
			complete_q <= s_word_data[`RN_DESCRIPTOR_CTL_COMPLETE_LSB];
			event_q <= s_word_data[`RN_DESCRIPTOR_CTL_EVENT_LSB];
			inline_q <= s_word_data[`RN_DESCRIPTOR_CTL_INLINE_LSB];
			epoch_q <= s_word_data[`RN_DESCRIPTOR_CTL_EPOCH_R];
			dest_q <= s_word_data[`RN_DESCRIPTOR_CTL_DEST_R];
			tag_q <= s_word_data[`RN_DESCRIPTOR_CTL_TAG_R];
			length_q <= s_word_data[`RN_DESCRIPTOR_CTL_LENGTH_R];
		end

	always @(posedge clk)
		if (load && s_word_n == 3'd1)
			cookie_q <= s_word_data;

	always @(posedge clk)
		if (load && s_word_n == 3'd3)
			{key_high_q, region_q} <= {s_word_data[`RN_DESCRIPTOR_LOCAL_KEY_HIGH_R], s_word_data[`RN_DESCRIPTOR_LOCAL_REGION_R]};

	always @(posedge clk)
		if (load && s_word_n == 3'd4)
			count_low_q <= s_word_data[37:32];

	// ---- Is it sound? -----------------------------------------------------------------
	wire several = b_blocks_q != 0;
	wire network = op_q != `RN_DMA_OP_NOP && op_q != `RN_DMA_OP_REDUCE;
	wire no_dest = network && (op_q == `RN_DMA_OP_BCAST ? cfg_last == 0
		: dest_q == cfg_id || dest_q > cfg_last);
	wire ragged = ({length_q[2:0], f_offset_q[2:0], b_gap_low_q} != 0) && several && !write;
	wire reduce = op_q == `RN_DMA_OP_REDUCE;
	wire uneven = {length_q[2:0], f_offset_q[2:0], remote_q[2:0]} != 0;
	wire nowhere = (write || read) && remote_q[`RN_WRITE_HEAD_ADDRESS_REGION_LSB + 6 +: 2] != 0;   // a region that no node has
	wire unread = read && (inline_q || several || length_q == 0 || length_q > `RN_READ_MAX
		|| (atomic && (length_q != 32'd8 || remote_q[2:0] != 0)));
	// A page has written over its descriptor between two turns: with this one the front would read nothing, and the back wait for the
	// bytes that the place says are left.
	wire changed = resume_q && (inline_q || read || reduce || length_q == 0);
	wire misfit = changed || op_q > (W == 16 ? `RN_DMA_OP_REDUCE : `RN_DMA_OP_ATOMIC) || unread || (inline_q && length_q > 32'd32) || ragged
		|| (several && (msg || reduce)) || (reduce && (inline_q || uneven)) || nowhere;
	wire empty = op_q == `RN_DMA_OP_NOP || (length_q == 0 && !msg);
	wire [3:0] verdict = failed ? status_q : misfit ? `RN_DMA_STATUS_DESCRIPTOR
		: no_dest ? `RN_DMA_STATUS_DEST : dead ? `RN_DMA_STATUS_DEAD : `RN_DMA_STATUS_OK;
	reg [1:0] way_q;                           // {Y, X}
	wire dead = network && (way_q & s_dead) != 0;
	wire check = state_q == CHECK || s_quick;
	wire go = check && verdict == `RN_DMA_STATUS_OK && !empty && on;

	// Shorter way round: X if (dest - id) mod nodes <= nodes / 2.
	wire [10:0] nodes = {1'b0, cfg_last} + 11'd1;
	wire [10:0] ahead = {1'b0, dest_q} - {1'b0, cfg_id} + (dest_q < cfg_id ? nodes : 11'd0);
	wire x_way = {ahead, 1'b0} <= {1'b0, nodes};
	always @(posedge clk)
		way_q <= op_q == `RN_DMA_OP_BCAST ? 2'b11 : x_way ? 2'b01 : 2'b10;

	// ---- Front: bursts ----------------------------------------------------------------
	wire answer_ok = s_answer && s_answer_status == `RN_DMA_STATUS_OK;
	wire [8:0] answer_span = s_answer_bytes + {6'd0, s_answer_low} + 9'd7;
	wire block_read = f_left_q == {23'd0, s_answer_bytes};
	wire f_done = front_q == REST;

	// A turn of short blocks is less than the buffer holds: the front begins one when the back has sent the one before the last.
	wire turn_read = front_q == ASK && f_turn_q == 0 && !ahead_q;
	wire pauses = turn_read && s_wanted;
	wire [8:0] f_part = f_left_q >= 32'd256 ? 9'd256 : f_left_q[8:0];
	assign m_ask = front_q == ASK && f_turn_q != 0 && running && !failed && on && space_q >= BURST;
	assign m_ask_region = {page_q, region_q};
	assign m_ask_offset = f_offset_q;
	assign m_ask_bytes = f_turn_q < {5'd0, f_part} ? f_turn_q[8:0] : f_part;

	always @(posedge clk)
		if (rst || (state_q == IDLE && !s_quick))
			front_q <= REST;
		else case (front_q)
			REST:    front_q <= go && !inline_q && !read && length_q != 0 ? ASK : REST;
			ASK:     front_q <= m_ask && s_ask ? WAIT : running && !pauses ? ASK : REST;
			WAIT:    front_q <= !s_answer ? WAIT : !answer_ok ? REST : !block_read ? ASK
			                  : f_blocks_q == 0 ? REST : STRIDE;
			default: front_q <= ASK;
		endcase

	wire [13:0] f_rest = f_turn_q - {5'd0, s_answer_bytes};
	wire f_last = block_read && &f_ends_q;     // the turn's last block, if blocks are cells; else it goes on to the end of a cell
	always @(posedge clk)
		if (check || (turn_read && !s_wanted))
			f_turn_q <= turn_b;
		else if (answer_ok)
			f_turn_q <= !f_last ? f_rest : pack_q ? f_rest & {5'd0, CELL - 9'd1} : 14'd0;

	always @(posedge clk)
		if (check || (turn_read && !s_wanted))
			f_ends_q <= 0;
		else if (answer_ok && block_read && !(&f_ends_q))
			f_ends_q <= f_ends_q + 1'b1;

	always @(posedge clk)
		if (check || (sent && turn_sent))
			ahead_q <= 1'b0;
		else if (turn_read && !s_wanted)
			ahead_q <= !pack_q;

	always @(posedge clk)
		if (check)
			pause_q <= 1'b0;
		else if (running && pauses)
			pause_q <= 1'b1;

	always @(posedge clk)
		if (resumes)
			f_offset_q <= s_place[143:104];
		else if (load && s_word_n == 3'd3 && !resume_q)
			f_offset_q <= s_word_data[`RN_DESCRIPTOR_LOCAL_OFFSET_R];
		else if (answer_ok)
			f_offset_q <= f_offset_q + {31'd0, s_answer_bytes};
		else if (front_q == STRIDE)
			f_offset_q <= f_offset_q + f_gap_q;

	always @(posedge clk)
		if (resumes)
			f_left_q <= s_place[103:72];
		else if ((check && !resume_q) || front_q == STRIDE)
			f_left_q <= length_q;
		else if (answer_ok)
			f_left_q <= f_left_q - {23'd0, s_answer_bytes};

	// Blocks behind the first: 0 for a count of 0 and for inline data.
	wire [31:0] behind = inline_q || s_word_data[31:0] == 0 ? 32'd0 : s_word_data[31:0] - 32'd1;
	always @(posedge clk)
		if (resumes)
			f_blocks_q <= s_place[71:40];
		else if (load && s_word_n == 3'd4 && !resume_q)
			f_blocks_q <= behind;
		else if (front_q == STRIDE)
			f_blocks_q <= f_blocks_q - 32'd1;

	always @(posedge clk)
		if (load && s_word_n == 3'd5) begin
			f_gap_q <= s_word_data[39:0] - {8'd0, length_q};
			b_gap_low_q <= s_word_data[2:0] - length_q[2:0];
		end

	// ---- Back: cells --------------------------------------------------------------------
	localparam [8:0] FIRST = W == 128 ? 9'd16 : 9'd8;        // of these, taken by the first word
	// W = 16: the head of a WRITE has a third word, with the upper half of the key.
	localparam [8:0] WRITE_FIRST = W == 16 ? 9'd10 : FIRST;
	localparam [8:0] MSG_MAX = W == 64 ? 9'd112 : CELL - FIRST;
	wire [8:0] most = msg ? MSG_MAX : write ? CELL - WRITE_FIRST : CELL;
	wire [8:0] here = {have_q, 3'd0} > {{LG_BUF-5{1'b0}}, CELL} ? CELL : {have_q[5:0], 3'd0};
	wire all_here = f_done && due_q == 0;
	wire [13:0] turn_b;                                      // bytes of a turn
	wire [8:0] whole = b_left_q > {23'd0, most} ? most : b_left_q[8:0];
	wire [8:0] rest = b_turn_q < {5'd0, whole} ? b_turn_q[8:0] : whole;
	// The tag of a WRITE cell has 6 bits for the bytes that are not used.
	wire [8:0] fair = W == 128 && write && rest > 9'd112 && rest < 9'd177 ? 9'd112 : rest;
	wire [BYTES_W-1:0] size_n;                               // of a cell that is no row of joined blocks
	wire [BYTES_W-1:0] span = size_q + {{BYTES_W-3{1'b0}}, b_shift_q}; // bytes from the first word's start
	wire [WORDS_W-1:0] need = size_q == 0 ? {WORDS_W{1'b0}} : span[BYTES_W-1:3] + {{WORDS_W-1{1'b0}}, span[2:0] != 0};   // words that the cell reads
	wire [13:0] size = {{14-BYTES_W{1'b0}}, size_q};
	// Words that are free after it: the front reads the word anew in which a block or a turn ends.
	wire turn_sent = b_turn_q == size || (ends_q && &b_ends_q);
	wire [WORDS_W-1:0] used = ends_q || turn_sent ? need : span[BYTES_W-1:3];
	wire more_blocks = !pack_q && b_blocks_q != 0;
	wire last_cell = pack_q ? all_here && have_q == {{LG_BUF+1-WORDS_W{1'b0}}, used}
		: (ends_q && !more_blocks) || (pause_q && turn_sent);

	always @(posedge clk)
		if (rst || !running)
			back_q <= go || opened ? SIZE : NONE;
		else case (back_q)
			SIZE:    back_q <= !pack_q || here == CELL || (all_here && have_q != 0) ? FILL : SIZE;
			FILL:    back_q <= have_q >= {{LG_BUF+1-WORDS_W{1'b0}}, need} && !failed ? OFFER : FILL;
			OFFER:   back_q <= !s_job ? OFFER : last_cell ? NONE : SIZE;
			default: back_q <= NONE;
		endcase

	always @(posedge clk)
		if (back_q == SIZE) begin
			size_q <= pack_q ? {{BYTES_W-9{1'b0}}, here} : size_n;
			ends_q <= !pack_q && b_left_q == {{32-BYTES_W{1'b0}}, size_n};
		end

	wire sent = back_q == OFFER && s_job;
	always @(posedge clk)
		if (check || (sent && turn_sent))
			b_turn_q <= turn_b;
		else if (sent)
			b_turn_q <= b_turn_q - size;

	always @(posedge clk)
		if (check || (sent && turn_sent))
			b_ends_q <= 0;
		else if (sent && ends_q)
			b_ends_q <= b_ends_q + 1'b1;

	always @(posedge clk)
		if (resumes)
			b_left_q <= s_place[103:72];
		else if ((check && !resume_q) || (sent && ends_q))
			b_left_q <= atomic ? 32'd24 : read ? 32'd8 : length_q;
		else if (sent)
			b_left_q <= b_left_q - {18'd0, size};

	always @(posedge clk)
		if (resumes)
			b_blocks_q <= s_place[71:40];
		else if (load && s_word_n == 3'd4 && !resume_q)
			b_blocks_q <= behind;
		else if (sent && ends_q)
			b_blocks_q <= b_blocks_q - 32'd1;

	always @(posedge clk)
		if (resumes)
			b_shift_q <= s_place[106:104];
		else if (load && s_word_n == 3'd3 && !resume_q)
			b_shift_q <= inline_q || read ? 3'd0 : s_word_data[2:0];
		else if (sent)
			b_shift_q <= span[2:0] + (ends_q ? b_gap_low_q : 3'd0);

	always @(posedge clk)
		if (resumes)
			remote_q[39:0] <= s_place[39:0];
		else if (load && s_word_n == 3'd2)
			remote_q <= {s_word_data[63:40], resume_q ? remote_q[39:0] : s_word_data[39:0]};
		else if (sent && write)
			remote_q[39:0] <= remote_q[39:0] + {26'd0, size} + (ends_q ? b_gap_q : 40'd0);

	always @(posedge clk)
		if (load && s_word_n == 3'd6)
			b_gap_q <= s_word_data[39:0] - {8'd0, length_q};

	always @(posedge clk)
		if (check)
			pack_q <= several && !write;

	// Length code: the shortest cell that takes it all.
	wire [8:0] total = size_q[8:0] + (write ? WRITE_FIRST : first ? FIRST : 9'd0);
	localparam [8:0] HOLDS_1 = BITS[11:3], HOLDS_4 = BITS[9:1], HOLDS_8 = BITS[8:0];   // bytes
	wire [1:0] code = total <= HOLDS_1 ? `RN_CELL_LEN_W1 : total <= HOLDS_4 ? `RN_CELL_LEN_W4
	                : total <= HOLDS_8 ? `RN_CELL_LEN_W8 : `RN_CELL_LEN_W16;
	wire [8:0] holds = total <= HOLDS_1 ? HOLDS_1 : total <= HOLDS_4 ? HOLDS_4
	                 : total <= HOLDS_8 ? HOLDS_8 : CELL;
	wire [8:0] blank_n = holds - total;
	wire [5:0] blank;                                        // bytes at the end that are not used
	wire [7:0] length_n;                                     // {LONG, STATUS, LEN}
	wire [2:0] type_n = msg ? `RN_CELL_TYPE_MSG : first ? `RN_CELL_TYPE_WRITE
		: op_q == `RN_DMA_OP_BCAST ? `RN_CELL_TYPE_BCAST : `RN_CELL_TYPE_DATA;

	// A long cell takes all that is left of a block and its turn, if that is 64 words or more, up to its most.
	wire [LG_TURN:0] cells;
	generate if (SPAN == 1) begin : usual
		assign turn_b = {5'd0, most} << LG_TURN;
		assign size_n = fair;
		assign length_n = {6'd0, code};
		assign blank = blank_n[5:0];
		assign cells = {{LG_TURN{1'b0}}, 1'b1};
	end else begin : longer
		// DATA: a multiple of full cells, so that the rest of a stream's descriptor needs no padding. TURN: cells in 8 KiB of their slots.
		localparam WRITE_B = (32 * SPAN - 3) * 8, DATA_B = (2 * SPAN - 1) * 128, TURN = 32 / SPAN;
		localparam [10:0] LEAST = 512;
		wire packs = check ? several && !write : pack_q;
		wire [10:0] longest = write ? WRITE_B[10:0] : DATA_B[10:0];
		wire [10:0] part = b_left_q > {21'd0, longest} ? longest : b_left_q[10:0];
		// Where the longest cell would leave less than the shortest long one, it leaves so much and up to 127 bytes more: the rest of
		// a block is one long cell, not up to five of 16 words.
		localparam [31:0] TWO = 1024;                        // of the shortest
		wire [3:0] short = b_left_q[10:7] - LEAST[10:7];     // in units of 128
		wire shortens = b_left_q > {21'd0, longest} && b_left_q < {20'd0, {1'b0, longest} + {1'b0, LEAST}}
			&& b_left_q >= TWO && b_left_q <= {18'd0, b_turn_q};
		wire [10:0] fit = shortens ? {short, 7'd0} : part;
		wire [10:0] now = b_turn_q < {3'd0, fit} ? b_turn_q[10:0] : fit;
		reg long_q;                                          // size_q is that of a long cell
		wire [10:0] all = size_q + (write ? 11'd15 : 11'd7); // rounded up to words, with the first word

		// Full long cells where they are not joined from blocks.
		assign turn_b = msg || packs ? {5'd0, most} << LG_TURN : {3'd0, longest} * TURN[13:0];
		assign size_n = !msg && !read && now >= LEAST ? now : {2'd0, fair};
		assign length_n = long_q ? all[10:3] : {6'd0, code};
		assign blank = long_q ? {3'd0, ~all[2:0]} : blank_n[5:0];
		assign cells = {{LG_TURN-3{1'b0}}, size_q[10:7]} + {{LG_TURN{1'b0}}, size_q[6:0] != 0 || size_q[10:7] == 0};
		always @(posedge clk)
			if (back_q == SIZE)
				long_q <= !pack_q && !msg && !read && now >= LEAST;
	end endgenerate

	assign m_job = back_q == OFFER && running && !failed && on;
	// The sender's page comes from the card, not from the descriptor. W = 16: in unused bits of tag and region of a WRITE.
	wire [5:0] write_tag = W == 16 ? {page_q[1:0], blank[3:0]} : blank;
	wire [5:0] tag = write ? write_tag : first ? {page_q, tag_q[2:0]} : tag_q;
	wire [15:0] key_high = first && !msg ? key_high_q : 16'd0;
	assign m_job_head = {W == 16 ? {16'd0, key_high} : {key_high, length_n[7:6], 2'b00, length_n[5:2], SERVER != 0 || read, epoch_q, page_q},
		cfg_id, tag, 1'b0, type_n, dest_q, length_n[1:0]};
	assign m_job_has_first = first;
	assign m_job_first = msg ? {remote_q[63:8], size_q[7:0]} : {remote_q[63:47], W == 16 ? page_q[2] : remote_q[46], remote_q[45:0]};
	assign m_job_bytes = size_q;
	assign m_job_get = get_q;
	assign m_job_shift = b_shift_q;
	assign m_job_way = way_q;
	assign m_job_words = used;

	// ---- Buffer ---------------------------------------------------------------------------
	wire data = s_word && !s_word_desc;
	wire two = data && s_word_two;
	wire asks = W != 16 && load_0 && (s_word_data[3:0] == `RN_DMA_OP_READ || s_word_data[3:0] == `RN_DMA_OP_ATOMIC); // its payload
	wire operand = load && atomic && (s_word_n == 3'd5 || s_word_n == 3'd6);
	wire keep = (load && inline_q && s_word_n >= 3'd4) || asks || operand;       // inline data: in place of count to spare
	wire [LG_BUF:0] freed = s_freed ? {{LG_BUF+1-WORDS_W{1'b0}}, s_freed_words} : {LG_BUF+1{1'b0}};
	wire [LG_BUF:0] taken = sent ? {{LG_BUF+1-WORDS_W{1'b0}}, used} : {LG_BUF+1{1'b0}};
	wire [LG_BUF:0] asked = answer_ok ? {{LG_BUF-5{1'b0}}, answer_span[8:3]} : {LG_BUF+1{1'b0}};
	wire [LG_BUF:0] came = {{LG_BUF-1{1'b0}}, two, (data || keep) && !two};
	wire fresh = rst || (state_q == IDLE && (!s_word_open || s_grant)) || state_q == AGAIN;

	assign m_put = put_q;

	always @(posedge clk)
		if (fresh) begin
			put_q <= 0;
			get_q <= 0;
			have_q <= 0;
		end else begin
			put_q <= put_q + came[LG_BUF-1:0];
			get_q <= get_q + taken[LG_BUF-1:0];
			have_q <= have_q + came - taken;
		end

	always @(posedge clk)
		if (fresh) begin
			space_q <= {1'b1, {LG_BUF{1'b0}}};
			due_q <= 0;
			jobs_q <= 0;
		end else begin
			space_q <= space_q + freed - asked;
			due_q <= due_q + asked - {{LG_BUF-1{1'b0}}, two, data && !two};
			jobs_q <= jobs_q + {2'd0, sent} - {2'd0, s_freed};
		end

	// ---- The whole ------------------------------------------------------------------------
	wire waiting = front_q == WAIT || due_q != 0 || jobs_q != 0;
	wire over = failed || !on || (back_q == NONE);
	wire record = on && (complete_q || failed);
	wire told = state_q == TELL && (!m_tell || s_tell);
	wire handed = state_q == HAND && (read ? s_open : s_hand);
	wire [3:0] hand_status = !read ? s_hand_status : s_open_busy ? `RN_DMA_STATUS_BUSY : `RN_DMA_STATUS_OK;
	wire opened = handed && read && !s_open_busy;
	wire [3:0] checked = !go ? DRAIN : reduce || read ? HAND : RUN;
	reg gave_q;                                // the place went to dma_reduce, or to a stream

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_quick ? checked : s_grant ? LOAD : IDLE;
			LOAD:    state_q <= load_last ? CHECK : LOAD;
			CHECK:   state_q <= checked;
			RUN:     state_q <= over ? DRAIN : RUN;
			DRAIN:   state_q <= waiting ? DRAIN : pause_q && !failed && on ? YIELD : TELL;
			YIELD:   state_q <= s_yield ? IDLE : YIELD;
			HAND:    state_q <= opened ? RUN : handed ? TELL : HAND;
			TELL:    state_q <= !told ? TELL : chain_q && on ? AGAIN : IDLE;
			default: state_q <= s_grant ? LOAD : s_deny ? IDLE : AGAIN;
		endcase

	always @(posedge clk)
		if (s_grant || s_quick) begin
			page_q <= s_page;
			card_q <= s_card;
			slot_q <= s_slot;
		end

	wire resumes = granted_q && resume_q;
	always @(posedge clk) begin
		granted_q <= s_grant && !rst;
		if (s_grant || state_q == IDLE)
			resume_q <= s_grant && s_resume;
	end

	always @(posedge clk)
		if (state_q == IDLE)
			spent_q <= 0;
		else if (!spent_q[LG_TURN])
			spent_q <= spent_q + (sent ? cells : {LG_TURN+1{1'b0}}) + (told ? TOLL : {LG_TURN+1{1'b0}});

	// The first refusal. A chain whose descriptor failed fails with all that follow.
	always @(posedge clk)
		if (rst || s_grant || (state_q == IDLE && !s_quick))
			status_q <= !rst && s_grant && s_skip ? `RN_DMA_STATUS_CHAIN : `RN_DMA_STATUS_OK;
		else if (check && on)
			status_q <= verdict;
		else if (handed)
			status_q <= hand_status;
		else if (!failed && running && dead && !read)      // a READ has its end with its stream
			status_q <= `RN_DMA_STATUS_DEAD;
		else if (!failed && s_word && s_word_err)
			status_q <= `RN_DMA_STATUS_READ_ERROR;
		else if (!failed && s_answer)
			status_q <= s_answer_status;

	always @(posedge clk)
		if (state_q == TELL)
			skip_q <= failed;

	always @(posedge clk)
		if (check)
			gave_q <= 1'b0;
		else if (handed)
			gave_q <= hand_status == `RN_DMA_STATUS_OK;

	always @(posedge clk)
		if (state_q != LOAD)
			asked_q <= 1'b0;
		else if (s_fetch)
			asked_q <= 1'b1;

	wire unused = &{1'b0, answer_span[2:0], blank_n[8:6]};

	assign m_idle = state_q == IDLE;
	assign m_again = state_q == AGAIN;
	assign m_page = page_q;
	assign m_card = card_q;
	assign m_slot = slot_q;
	assign m_skip = skip_q;
	assign m_fetch = state_q == LOAD && !asked_q;
	assign m_hand = state_q == HAND && !read;
	assign m_open = state_q == HAND && read;
	assign m_epoch = epoch_q;
	assign m_tell = state_q == TELL && record && !gave_q;
	assign m_done = told;
	assign m_chain = told && chain_q && on;
	assign m_release = (told && !m_tell && !gave_q) || (state_q == YIELD && s_yield);
	assign m_yield = state_q == YIELD;
	assign m_place = {f_offset_q, f_left_q, f_blocks_q, remote_q[39:0]};
	assign m_over = spent_q[LG_TURN];
	assign m_status = status_q;
	assign m_left = {8'd0, !failed ? 32'd0 : read ? length_q : b_left_q};
	assign m_event = event_q || failed;
	assign m_dest = dest_q;
	assign m_tag = tag_q;
	assign m_length = length_q;
	assign m_cookie = cookie_q;
	assign m_remote = remote_q;
	assign m_local = {region_q, f_offset_q};
	assign m_count = count_low_q;
endmodule

`default_nettype wire
