// SPDX-License-Identifier: BSD-3-Clause
//
// dma_operands: reads the operands of reductions from memory, 64 bytes at a time, into 16 words of buffer for each of the 8 groups,
// and hands them to reduce cell by cell. A group's cell is begun only when reduce has room for it (own_room), so no
// group waits for another. The last cell is filled up with zeroes. Part of dma_reduce, which gives
// the open groups.
//
//      IDLE --open--> IDLE               OUT: IDLE --cell here, room--> READ -> WORD --more--> READ
//        \--a group with room--> LOOK -> ASK -> ANSWER -> WORDS -> IDLE              \--last--> IDLE
//                                                 \--refused--> IDLE
`default_nettype none

module dma_operands (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] open,          // groups with a reduction under way
	output wire [7:0] busy,          // groups that this works for now
	output wire [7:0] sent,          // groups whose operands are all with reduce
	output wire m_fail,              // one clock: the group failed
	output wire [2:0] m_fail_group,
	output wire [3:0] m_fail_status,
	// opening
	input  wire s_open,              // held until s_opened
	output wire s_opened,
	input  wire [2:0] s_group,
	input  wire [5:0] s_region,
	input  wire [39:0] s_offset,     // bytes, a multiple of 8
	input  wire [28:0] s_words,      // of 64 bits, 1 or more
	input  wire [1:0] s_beats,       // words of a cell, less 1
	// region
	output wire m_ask,
	input  wire s_ask,
	output wire [5:0] m_ask_region,
	output wire [39:0] m_ask_offset,
	output wire [8:0] m_ask_bytes,
	input  wire s_answer,
	input  wire [3:0] s_answer_status,
	input  wire [8:0] s_answer_bytes,
	// dma_read
	input  wire s_word,
	input  wire s_word_err,
	input  wire [63:0] s_word_data,
	// reduce
	input  wire [7:0] own_room,
	output wire m_own_valid,
	input  wire m_own_ready,
	output wire [2:0] m_own_group,
	output wire m_own_last,
	output wire [63:0] m_own_data
);
`include "ring_nic_regs.vh"
	localparam [2:0] IDLE = 0, LOOK = 1, ASK = 2, ANSWER = 3, WORDS = 4;
	localparam [1:0] REST = 0, READ = 1, WORD = 2;

	(* no_rw_check *) reg [74:0] context_n [0:7];            // region, offset, words to read
	(* no_rw_check *) reg [63:0] mem [0:127];                // 16 words a group
	reg [2:0] state_q, group_q;
	reg [74:0] context_q;
	reg [3:0] due_q;                                         // words that are coming
	reg [7:0] all_read_q;                                    // groups: nothing more to ask for
	reg [8*5-1:0] have_q;                                    // groups: words in the buffer
	reg [8*4-1:0] put_q, get_q;
	reg [8*2-1:0] beats_q;
	reg [1:0] out_q;
	reg [2:0] out_group_q, beat_q;

	wire [5:0] region = context_q[74:69];
	wire [39:0] offset = context_q[68:29];
	wire [28:0] left = context_q[28:0];
	wire [7:0] room, ready_cells;
	wire [7:0] read_pick, out_pick;
	wire start = state_q == IDLE && !s_open && room != 0;
	wire answer_ok = s_answer && s_answer_status == `RN_DMA_STATUS_OK;
	wire last_word = s_word && due_q == 4'd1;
	wire [28:0] got = {23'd0, s_answer_bytes[8:3]};
	wire save = state_q == ANSWER && answer_ok;
	wire open_now = state_q == IDLE && s_open;
	wire [7:0] busy_reading = state_q == IDLE ? 8'd0 : 8'd1 << group_q;

	dma_pick #(.N(8)) read_turn (.clk(clk), .rst(rst), .s_want(room), .s_take(start), .m_pick(read_pick));
	wire [2:0] read_group = {|read_pick[7:4], |(read_pick & 8'hcc), |(read_pick & 8'haa)};

	genvar g;
	generate for (g = 0; g < 8; g = g + 1) begin : groups
		assign room[g] = open[g] && !all_read_q[g] && have_q[5*g +: 5] <= 5'd8;
		assign ready_cells[g] = open[g] && own_room[g] && have_q[5*g +: 5] != 0
			&& (have_q[5*g +: 5] > {3'd0, beats_q[2*g +: 2]} || (all_read_q[g] && !busy_reading[g]));
		assign sent[g] = all_read_q[g] && have_q[5*g +: 5] == 0 && !busy_reading[g] && !(out_q != REST && out_group_q == g);

		wire put = s_word && group_q == g;
		wire get = out_q == READ && out_group_q == g && have_q[5*g +: 5] != 0;
		wire fresh = rst || (open_now && s_group == g);
		always @(posedge clk)
			if (fresh) begin
				have_q[5*g +: 5] <= 0;
				put_q[4*g +: 4] <= 0;
				get_q[4*g +: 4] <= 0;
			end else begin
				have_q[5*g +: 5] <= have_q[5*g +: 5] + {4'd0, put} - {4'd0, get};
				put_q[4*g +: 4] <= put_q[4*g +: 4] + {3'd0, put};
				get_q[4*g +: 4] <= get_q[4*g +: 4] + {3'd0, get};
			end

		always @(posedge clk)
			if (rst || (open_now && s_group == g))
				all_read_q[g] <= 1'b0;
			else if (group_q == g && ((save && left == got) || m_fail))
				all_read_q[g] <= 1'b1;

		always @(posedge clk)
			if (open_now && s_group == g)
				beats_q[2*g +: 2] <= s_beats;
	end endgenerate

	// ---- Reading ----------------------------------------------------------------------------

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= start ? LOOK : IDLE;
			LOOK:    state_q <= ASK;
			ASK:     state_q <= s_ask ? ANSWER : ASK;
			ANSWER:  state_q <= !s_answer ? ANSWER : answer_ok ? WORDS : IDLE;
			default: state_q <= last_word ? IDLE : WORDS;
		endcase

	always @(posedge clk)
		if (start)
			group_q <= read_group;

	always @(posedge clk)
		if (open_now)
			context_n[s_group] <= {s_region, s_offset, s_words};
		else if (save)
			context_n[group_q] <= {region, offset + {31'd0, s_answer_bytes}, left - got};

	always @(posedge clk)
		if (state_q == LOOK)
			context_q <= context_n[group_q];

	always @(posedge clk)
		if (save)
			due_q <= s_answer_bytes[6:3];
		else if (s_word)
			due_q <= due_q - 4'd1;

	assign s_opened = state_q == IDLE;
	assign m_ask = state_q == ASK;
	assign m_ask_region = region;
	assign m_ask_offset = offset;
	assign m_ask_bytes = left >= 29'd8 ? 9'd64 : {3'd0, left[2:0], 3'd0};
	assign m_fail = (state_q == ANSWER && s_answer && !answer_ok) || (s_word && s_word_err);
	assign m_fail_group = group_q;
	assign m_fail_status = state_q == ANSWER ? s_answer_status : `RN_DMA_STATUS_READ_ERROR;
	assign busy = busy_reading | (out_q == REST ? 8'd0 : 8'd1 << out_group_q);

	// ---- Handing over -----------------------------------------------------------------------------
	wire begin_out = out_q == REST && ready_cells != 0;
	wire last_beat = beat_q == {1'b0, beats_q[2*out_group_q +: 2]};
	wire taken = out_q == WORD && m_own_ready;
	reg [63:0] data_q;
	reg blank_q;                                             // nothing left: 0

	dma_pick #(.N(8)) out_turn (.clk(clk), .rst(rst), .s_want(ready_cells), .s_take(begin_out), .m_pick(out_pick));

	always @(posedge clk)
		if (rst)
			out_q <= REST;
		else case (out_q)
			REST:    out_q <= begin_out ? READ : REST;
			READ:    out_q <= WORD;
			default: out_q <= !taken ? WORD : last_beat ? REST : READ;
		endcase

	always @(posedge clk)
		if (begin_out)
			out_group_q <= {|out_pick[7:4], |(out_pick & 8'hcc), |(out_pick & 8'haa)};

	always @(posedge clk)
		if (begin_out)
			beat_q <= 0;
		else if (taken)
			beat_q <= beat_q + 3'd1;

	always @(posedge clk)
		if (s_word)
			mem[{group_q, put_q[4*group_q +: 4]}] <= s_word_data;

	always @(posedge clk)
		if (out_q == READ) begin
			data_q <= mem[{out_group_q, get_q[4*out_group_q +: 4]}];
			blank_q <= have_q[5*out_group_q +: 5] == 0;
		end

	assign m_own_valid = out_q == WORD;
	assign m_own_group = out_group_q;
	assign m_own_last = last_beat;
	assign m_own_data = blank_q ? 64'd0 : data_q;

	wire unused = &{1'b0, s_answer_bytes[2:0]};
endmodule

`default_nettype wire
