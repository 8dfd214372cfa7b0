// SPDX-License-Identifier: BSD-3-Clause
//
// dma_place: decides for each received cell where its payload goes: MSG to the receive ring of its page, WRITE to a region
// of its owner, DATA and BCAST to the next bytes of an open stream. A refused cell is dropped,
// counted and reported to the owner, its sender gets a notice (dma_notice); nothing ever waits for a host. A notice that arrives ends as
// a record for the page that it names. It moves no payload: it gives
// dma_write a command for every cell. A WRITE cell that is the request of a READ is checked alike and goes to dma_serve with what was
// found; one whose place there is taken is dropped, with a notice. An answer of a READ that is no data ends its stream; answers
// that nobody waits for are dropped silently.
//
//                 +--MSG, room--> RING ------------------+
//                 |                                      v
//      IDLE ------+--WRITE------> ASK --> ANSWER --ok--> WRITE --> IDLE
//        ^        |               ^          |             \--stream complete--+
//        |        +--DATA--> LOOK-+ STREAM   +--refused--> DROP ---------------+--> TELL --> IDLE
//        |        +--MSG, no room, or not from there-----> DROP --> IDLE
//
//  IDLE   -> RING, ASK, LOOK, DROP  a cell is there; dma_guard looks up the sender of a WRITE
//  LOOK   -> STREAM  stream_table reads the entry;  STREAM -> ASK open, right source; -> DROP not; -> FAIL a READ was refused
//  FAIL   -> DROP    the stream is closed
//  ASK    -> ANSWER  region took the question; -> DROP the sender is barred;  ANSWER -> WRITE allowed; -> DROP not, or a READ
//  RING   -> WRITE   dma_rings gave the ring's base
//  WRITE, DROP -> IDLE  dma_write took the command; -> TELL there is a record to write
//  TELL   -> IDLE    dma_cpl took it
`default_nettype none

module dma_place #(
	parameter W = 64,                // bits of a word of a cell
	parameter DATA_W = W == 128 ? 128 : 64,    // bits of a word for dma_write
	parameter TELL_W = 134           // bits of a record for dma_cpl
) (
	input  wire clk,
	input  wire rst,
	output wire [7:0] busy,          // page that the present cell is for, if it was on
	// pages
	input  wire [7:0] enable,
	input  wire [7:0] recv_room,
	input  wire [8*16-1:0] recv_index,
	input  wire [8*4-1:0] recv_lg,
	input  wire [8*8-1:0] recv_from, // 8 bits for each page: pages whose messages it takes
	output wire [7:0] m_recv_push,   // one clock: a record was written
	output wire [7:0] m_lost,        // one clock: there was no room for one
	output wire [7:0] m_refused,     // one clock: a cell was refused
	output wire [7:0] m_returned,    // one clock: a notice was told
	output wire m_nowhere,           // one clock: a cell for a region that no page has was dropped
	// dma_parse
	input  wire s_cell_valid,
	output wire s_cell_ready,
	input  wire [2:0] s_cell_type,
	input  wire [9:0] s_cell_source,
	input  wire [5:0] s_cell_tag,
	input  wire [27:0] s_cell_more,  // {status, READ, upper half of a key, epoch, page that sends}
	input  wire [20:0] s_cell_length,          // of a READ
	input  wire s_cell_atomic,       // it is an ATOMIC
	input  wire [63:0] s_cell_first,
	input  wire [8:0] s_cell_bytes,
	input  wire [5:0] s_cell_words,
	// stream_table
	output wire m_look,
	input  wire s_look,
	output wire m_update,
	output wire m_close,
	output wire m_drop,
	output wire [39:0] m_offset,
	output wire [39:0] m_left,
	input  wire s_armed,
	input  wire [9:0] s_source,
	input  wire [6:0] s_sender,      // {epoch, page}
	input  wire [2:0] s_region,
	input  wire [39:0] s_offset,
	input  wire [39:0] s_left,
	input  wire [31:0] s_cookie,     // after the update: of the stream,
	input  wire [39:0] s_rest,       // and its bytes to come before that
	// region
	output wire m_ask,
	input  wire s_ask,
	output wire [5:0] m_ask_region,
	output wire [39:0] m_ask_offset,
	output wire [8:0] m_ask_bytes,
	output wire [11:0] m_ask_more,
	output wire [3:0] m_ask_right,
	output wire [31:0] m_ask_key,
	input  wire s_answer,
	input  wire [3:0] s_answer_status,
	input  wire [63:0] s_answer_addr,
	input  wire s_answer_phase,      // of dma_fence
	// dma_notice: one clock for each refused cell whose sender is known
	output wire m_notice,
	output wire [2:0] m_notice_page, // that refuses
	output wire [55:0] m_notice_body,
	// dma_guard; node and page that sent the cell are for dma_notice, too
	output wire m_guard_look,        // one clock; then it stays until the answer
	output wire m_guard_hold,
	output wire [2:0] m_guard_page,
	output wire [9:0] m_guard_node,
	output wire [2:0] m_guard_sender,
	output wire m_guard_wrong,
	input  wire s_barred,
	// dma_serve, with node and page that sent the cell as above
	output wire m_read_look,         // one clock: a READ is there, stays until m_read_valid or s_cell_ready
	output wire m_read_valid,        // one clock: to be answered
	output wire [3:0] m_read_status,
	input  wire s_read_taken,        // after m_read_look: there is no place for it
	// dma_rings
	output wire m_ring,
	output wire [2:0] m_ring_page,
	input  wire s_ring,
	input  wire [63:0] s_ring_base,
	// dma_write
	output wire m_write_valid,
	input  wire m_write_ready,
	output wire [63:0] m_write_addr,
	output wire [8:0] m_write_bytes,
	output wire [5:0] m_write_words,
	output wire m_write_has_tail,
	output wire [63:0] m_write_tail,
	output wire [2:0] m_write_page,
	output wire m_write_fence,
	output wire m_write_drop,
	output wire [1:0] m_write_event,
	output wire [1:0] m_write_counted,         // by dma_fence: {it is, phase}
	// dma_cpl
	output wire m_tell_valid,
	input  wire m_tell_ready,
	output wire [TELL_W-1:0] m_tell
);
`include "ring_nic_regs.vh"
	localparam [3:0] IDLE = 0, LOOK = 1, STREAM = 2, ASK = 3, ANSWER = 4, RING = 5, WRITE = 6, DROP = 7, TELL = 8, FAIL = 9;
	localparam [7:0] MARK = `RN_NOTICE_MARK;
	localparam LG_SLOT = W == 16 ? 6 : W == 64 ? 7 : 8;      // log2 of the bytes of a record

	reg [3:0] state_q;
	reg [3:0] status_q;              // why it is refused
	reg tell_q, done_q;              // a record for dma_cpl is due; the stream is complete
	reg [8:0] bytes_q;               // that are placed
	reg [63:0] addr_q;
	reg [15:0] index_q;
	reg phase_q, fence_q;
	reg live_q;                      // the page was on when the cell came

	wire to_page = s_cell_type == `RN_CELL_TYPE_MSG;
	wire notice = to_page && s_cell_bytes == {1'b0, MARK};
	wire msg = to_page && !notice;
	wire write = s_cell_type == `RN_CELL_TYPE_WRITE;
	wire stream = !to_page && !write;
	wire flagged = W != 16 && s_cell_more[23];
	wire read = write && flagged;
	wire reply = stream && flagged;
	wire [3:0] reply_status = s_cell_more[27:24];
	wire nowhere = write && (s_cell_first[`RN_WRITE_HEAD_ADDRESS_REGION_LSB + 7] || (W != 16 && s_cell_first[`RN_WRITE_HEAD_ADDRESS_REGION_LSB + 6]));
	wire [5:0] region = write ? s_cell_first[`RN_WRITE_HEAD_ADDRESS_REGION_LSB +: 6] : {s_cell_tag[5:3], s_region};
	wire [2:0] page = to_page ? s_cell_tag[2:0] : write ? region[5:3] : s_cell_tag[5:3];
	wire [7:0] page_bit = 8'd1 << page;
	wire nothing = s_cell_bytes == 0 && !msg && !read;
	wire answer_ok = s_answer_status == `RN_DMA_STATUS_OK;
	// The page that sends: of a WRITE at W = 16 in unused bits.
	wire [2:0] sender = W != 16 ? s_cell_more[2:0] : msg ? s_cell_tag[5:3]
		: {s_cell_first[`RN_WRITE_HEAD_ADDRESS_REGION_LSB + 6], s_cell_tag[5:4]};
	wire barred = write && s_barred;
	wire entry_ok = s_armed && s_source == s_cell_source && (W == 16 || s_sender == s_cell_more[6:0]);
	wire taken = m_write_valid && m_write_ready;
	wire [8:0] part = s_left < {31'd0, s_cell_bytes} ? s_left[8:0] : s_cell_bytes;
	wire finishes = s_left == {31'd0, bytes_q};

	// The tag of a MSG cell is {page that sends, page}.
	wire foreign = msg && !recv_from[{page, s_cell_tag[5:3]}];
	// A cell for a page that is off is dropped, and is not of the page: others cannot put off STOPPED.
	wire off = !enable[page];
	wire [3:0] first = off || nothing || nowhere || foreign || notice ? DROP : write ? ASK : stream ? LOOK : recv_room[page] ? RING : DROP;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_cell_valid ? first : IDLE;
			LOOK:    state_q <= s_look ? STREAM : LOOK;
			STREAM:  state_q <= !entry_ok ? DROP : reply && reply_status != 0 ? FAIL : ASK;
			FAIL:    state_q <= DROP;
			ASK:     state_q <= barred ? DROP : s_ask ? ANSWER : ASK;
			ANSWER:  state_q <= !s_answer ? ANSWER : answer_ok && !read ? WRITE : DROP;
			RING:    state_q <= s_ring ? WRITE : RING;
			WRITE,
			DROP:    state_q <= !taken ? state_q : tell_q ? TELL : IDLE;
			default: state_q <= m_tell_ready ? IDLE : TELL;
		endcase

	// The record to write: a stream that ended, an access that was refused.
	always @(posedge clk)
		case (state_q)
		IDLE:    {tell_q, done_q, status_q} <= {(foreign || notice) && enable[page], 1'b0,
				notice ? s_cell_first[`RN_NOTICE_WHAT_STATUS_R] : off ? `RN_DMA_STATUS_OFF
					: foreign ? `RN_DMA_STATUS_SOURCE : `RN_DMA_STATUS_FULL};
		STREAM:  {tell_q, status_q} <= {!entry_ok && enable[page] && !reply, s_armed ? `RN_DMA_STATUS_SOURCE : `RN_DMA_STATUS_STREAM};
		FAIL:    {tell_q, done_q, status_q} <= {enable[page], 1'b1, reply_status};
		ASK:     if (barred)
				{tell_q, status_q} <= {enable[page], `RN_DMA_STATUS_BARRED};
		ANSWER:  if (s_answer)
				{tell_q, done_q, status_q} <= {enable[page] && (!answer_ok || (stream && finishes)),
					stream && (!answer_ok || finishes), s_answer_status};
		default: ;
		endcase

	always @(posedge clk)
		if (state_q == IDLE)
			bytes_q <= s_cell_bytes;
		else if (state_q == STREAM)
			bytes_q <= part;

	// A record lies at the end of its slot: {payload, first word, tail}.
	wire [3:0] lg = recv_lg[4*page +: 4];
	wire [15:0] mask = ~(16'hffff << lg);
	wire [15:0] index = recv_index[16*page +: 16];
	wire [15:0] phases = index >> lg;                        // rounds of the ring
	wire [5:0] doubles = DATA_W == 64 ? s_cell_words : s_cell_bytes[8:3] + {5'd0, s_cell_bytes[2:0] != 0} + 6'd1; // of 64 bits
	wire [8:0] record = {doubles, 3'd0} + 9'd8;              // bytes
	wire [LG_SLOT-1:0] from = {LG_SLOT{1'b0}} - record[LG_SLOT-1:0];

	always @(posedge clk)
		if (state_q == ANSWER)
			addr_q <= s_answer_addr;
		else if (s_ring)
			addr_q <= {s_ring_base[63:LG_SLOT+16], (s_ring_base[LG_SLOT +: 16] & ~mask) | (index & mask), from};

	always @(posedge clk)
		if (state_q == ANSWER)
			fence_q <= s_answer_phase;

	always @(posedge clk)
		if (s_ring) begin
			index_q <= index;
			phase_q <= !phases[0];
		end

	wire unused = &{1'b0, phases[15:1], s_ring_base[LG_SLOT-1:0]};

	assign m_look = state_q == LOOK;
	assign m_update = (state_q == ANSWER && s_answer && stream) || state_q == FAIL;
	assign m_close = state_q == FAIL || !answer_ok || finishes;
	assign m_drop = state_q == STREAM && !entry_ok;
	assign m_offset = s_offset + {31'd0, bytes_q};
	assign m_left = s_left - {31'd0, bytes_q};

	assign m_ask = state_q == ASK && !barred;
	assign m_ask_region = region;
	assign m_ask_offset = write ? s_cell_first[`RN_WRITE_HEAD_ADDRESS_OFFSET_R] : s_offset;
	assign m_ask_bytes = read ? s_cell_length[8:0] : bytes_q;
	assign m_ask_more = read ? s_cell_length[20:9] : 12'd0;
	assign m_ask_right = read ? {1'b1, s_cell_atomic, 2'b00} : write ? 4'b0100 : 4'b0010;
	assign m_ask_key = {s_cell_more[22:7], s_cell_first[`RN_WRITE_HEAD_ADDRESS_KEY_R]};

	assign m_guard_look = state_q == IDLE && s_cell_valid && write;
	assign m_guard_hold = (state_q == ASK || state_q == ANSWER) && write;
	assign m_guard_page = page;
	assign m_guard_node = s_cell_source;
	assign m_guard_sender = sender;
	assign m_guard_wrong = state_q == ANSWER && s_answer && write && s_answer_status == `RN_DMA_STATUS_KEY;

	assign m_read_look = m_guard_look && read;
	assign m_read_valid = state_q == DROP && taken && read && !nowhere && !s_read_taken;
	assign m_read_status = status_q;

	assign m_ring = state_q == RING && !s_ring;
	assign m_ring_page = page;

	assign m_write_valid = state_q == WRITE || state_q == DROP;
	assign m_write_addr = addr_q;
	assign m_write_bytes = msg ? record : bytes_q;
	// In words of 128 bits the tail may be the upper half of the stream's last.
	assign m_write_words = s_cell_words + {5'd0, m_write_has_tail && (DATA_W == 64 || record[3])};
	assign m_write_has_tail = msg && !m_write_drop;
	assign m_write_tail = {phase_q, 15'd0, index_q, s_cell_tag, s_cell_source, 16'd0};
	assign m_write_page = page;
	assign m_write_fence = msg;
	assign m_write_drop = state_q == DROP;
	assign m_write_event = {1'b0, msg};
	wire allowed = state_q == DROP && read && status_q == `RN_DMA_STATUS_OK;       // for dma_fence: this question is over
	assign m_write_counted = {(state_q == WRITE && !msg) || allowed, fence_q};

	assign s_cell_ready = (taken && !tell_q) || (state_q == TELL && m_tell_ready);
	assign m_recv_push = state_q == WRITE && taken && msg ? page_bit : 8'd0;
	assign m_lost = state_q == DROP && taken && msg && !foreign ? page_bit & enable : 8'd0;
	assign m_refused = state_q == TELL && m_tell_ready && !(stream && done_q) && !notice ? page_bit : 8'd0;
	assign m_returned = state_q == TELL && m_tell_ready && notice ? page_bit : 8'd0;

	assign m_nowhere = state_q == DROP && taken && nowhere;

	// As it was posted, without the sender.
	wire [63:0] address = {s_cell_first[63:47], W != 16 && s_cell_first[46], s_cell_first[45:0]};
	wire [3:0] kind = done_q ? `RN_COMPLETION_KIND_STREAM : notice ? `RN_COMPLETION_KIND_RETURNED : `RN_COMPLETION_KIND_REFUSED;
	wire [5:0] told_tag = write ? region : notice ? s_cell_first[`RN_NOTICE_WHAT_TAG_R] : s_cell_tag;
	assign m_tell_valid = state_q == TELL;
	assign m_tell = {page, kind, status_q, s_cell_source, told_tag,
		done_q && status_q != 0 ? s_rest : 40'd0, done_q ? {32'd0, s_cookie} : write ? address : notice ? s_cell_first : 64'd0,
		done_q, done_q, 1'b1};

	// W = 16: cells of streams do not name their page.
	assign m_notice = state_q == DROP && taken && !nothing && !nowhere && !notice && !(W == 16 && stream) && !reply
		&& (!read || s_read_taken);
	assign m_notice_page = page;
	wire [33:0] where = write ? s_cell_first[39:6] : msg ? s_cell_first[63:30] : {30'd0, s_cell_more[6:3]};
	assign m_notice_body = {write ? s_cell_first[`RN_WRITE_HEAD_ADDRESS_KEY_LSB +: 8] : 8'd0, where, write ? region : s_cell_tag,
		1'b0, s_cell_type, read ? `RN_DMA_STATUS_BUSY : enable[page] ? status_q : `RN_DMA_STATUS_OFF};

	always @(posedge clk)
		if (state_q == IDLE)
			live_q <= !off;

	assign busy = state_q != IDLE && live_q ? page_bit : 8'd0;
endmodule

`default_nettype wire
