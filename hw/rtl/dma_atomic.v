// SPDX-License-Identifier: BSD-3-Clause
//
// dma_atomic: FETCH_ADD or COMPARE_SWAP of 64 bits of host memory for dma_serve. It asks region for the word, reads it, asks region
// again if there is something to write, writes it, and is done when the host has answered the write. So of two operations
// of this card the second reads what the first has left. Both questions want the rights to read and to write.
// Operations of queue pairs (rdma_atomic) are kept out: it begins nothing while one of these holds it. Writes of others are no part of this:
// software keeps them away from such words. A write that the host answers with an error, or
// whose word was not written because the host did not take it in time (m_stuck_now of dma_write), is reported as that.
//
// The host answers writes in their order. Of the writes that dma_fence counts, those under way are counted here; when as many as
// there were with this one have been answered, it was.
//
//      IDLE --start--> ASK --> ADDRESS --> WORD --> DECIDE --> CLAIM --> ALLOWED --> PUT --> GIVE --> WAIT --> DONE --> IDLE
//                                 |          |         |                    |                                   ^
//                                 +----------+---------+--------------------+---- refused, error, no match -----+
//
//  IDLE   -> ASK      dma_serve has a request, which stays until DONE, and s_hold is 0
//  ASK    -> ADDRESS  region took the question;  ADDRESS -> WORD allowed, dma_read reads; -> DONE refused
//  WORD   -> DECIDE   the word is here; -> DONE the host answered with an error
//  DECIDE -> CLAIM    there is something to write; -> DONE not the value that COMPARE_SWAP expects
//  CLAIM  -> ALLOWED  region took the question;  ALLOWED -> PUT allowed; -> DONE refused: the region was closed
//  PUT    -> GIVE     dma_write took the command;  GIVE -> WAIT and its word
//  WAIT   -> DONE     it is answered, or was dropped because the page is off
//
// Invariants (formal/dma_atomic.v):
//  1. DONE with status OK comes after the answer of the write, if there was one, and of no other write; and this was written.
//  2. It does not leave IDLE while s_hold is 1.
//  3. Nothing is written but after both questions were allowed, once, and then the sum or the operand.
`default_nettype none

module dma_atomic (
	input  wire clk,
	input  wire rst,
	// dma_serve: held until m_done
	input  wire s_start,
	input  wire s_swap,              // COMPARE_SWAP
	input  wire [63:0] s_arg,
	input  wire [63:0] s_cmp,
	output wire m_done,              // one clock
	output wire [3:0] m_status,      // then and later
	output wire [63:0] m_old,        // value before
	// rdma_atomic
	input  wire s_hold,              // begin nothing
	output wire m_busy,              // one was begun
	// region
	output wire m_ask,               // to read, held until s_asked
	input  wire s_asked,
	input  wire s_answer,
	output wire m_claim,             // to write, held until s_claimed
	input  wire s_claimed,
	input  wire s_allowed,
	input  wire [3:0] s_answer_status,
	input  wire [63:0] s_answer_addr,
	input  wire s_answer_phase,
	// dma_read
	input  wire s_word,
	input  wire s_word_err,
	input  wire [63:0] s_word_data,
	// dma_write
	output wire m_write_valid,
	input  wire m_write_ready,
	output wire [63:0] m_write_addr,
	output wire m_write_phase,
	output wire m_word_valid,
	input  wire m_word_ready,
	output wire [63:0] m_word_data,
	input  wire s_begin,             // one clock: it took a write that is counted, of any writer
	input  wire s_dropped,           // one clock: it dropped one that it took now
	input  wire s_end,               // one clock: such a write is answered ...
	input  wire s_error,             // ... with an error
	input  wire s_stuck              // one clock: of the write that was taken last, words that are not taken yet are not written
);
`include "ring_nic_regs.vh"
	localparam [3:0] IDLE = 0, ASK = 1, ADDRESS = 2, WORD = 3, DECIDE = 4, CLAIM = 5, ALLOWED = 6, PUT = 7, GIVE = 8, WAIT = 9, DONE = 10;

	reg [3:0] state_q, status_q;
	reg [63:0] old_q, new_q, addr_q;
	reg phase_q;
	reg [6:0] way_q, left_q;         // writes under way; of these, up to and with this one

	wire match = old_q == s_cmp;
	wire ok = s_answer_status == `RN_DMA_STATUS_OK;
	wire put = state_q == PUT && m_write_ready;
	wire [6:0] others = way_q - {6'd0, s_end};

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_start && !s_hold ? ASK : IDLE;
			ASK:     state_q <= s_asked ? ADDRESS : ASK;
			ADDRESS: state_q <= !s_answer ? ADDRESS : ok ? WORD : DONE;
			WORD:    state_q <= !s_word ? WORD : s_word_err ? DONE : DECIDE;
			DECIDE:  state_q <= s_swap && !match ? DONE : CLAIM;
			CLAIM:   state_q <= s_claimed ? ALLOWED : CLAIM;
			ALLOWED: state_q <= !s_allowed ? ALLOWED : ok ? PUT : DONE;
			PUT:     state_q <= put ? GIVE : PUT;
			GIVE:    state_q <= m_word_ready ? WAIT : GIVE;
			WAIT:    state_q <= left_q == 0 ? DONE : WAIT;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		case (state_q)
		IDLE:    status_q <= `RN_DMA_STATUS_OK;
		ADDRESS: if (s_answer)
				status_q <= s_answer_status;
		WORD:    if (s_word && s_word_err)
				status_q <= `RN_DMA_STATUS_READ_ERROR;
		ALLOWED: if (s_allowed)
				status_q <= s_answer_status;
		PUT:     if (put && s_dropped)
				status_q <= `RN_DMA_STATUS_OFF;
		GIVE:    if (s_stuck && !m_word_ready)
				status_q <= `RN_DMA_STATUS_OFF;
		WAIT:    if (s_end && s_error && left_q == 7'd1)
				status_q <= `RN_DMA_STATUS_WRITE_ERROR;
		default: ;
		endcase

	always @(posedge clk)
		if (state_q == WORD)
			old_q <= s_word_data;

	always @(posedge clk)
		if (state_q == DECIDE)
			new_q <= s_swap ? s_arg : old_q + s_arg;

	always @(posedge clk)
		if (state_q == ALLOWED)
			{phase_q, addr_q} <= {s_answer_phase, s_answer_addr};

	always @(posedge clk)
		way_q <= rst ? 7'd0 : others + {6'd0, s_begin};

	always @(posedge clk)
		if (rst)
			left_q <= 0;
		else if (put)
			left_q <= s_dropped ? 7'd0 : others + 7'd1;
		else if (left_q != 0)
			left_q <= left_q - {6'd0, s_end};

	assign m_busy = state_q != IDLE;
	assign m_done = state_q == DONE;
	assign m_status = status_q;
	assign m_old = old_q;
	assign m_ask = state_q == ASK;
	assign m_claim = state_q == CLAIM;
	assign m_write_valid = state_q == PUT;
	assign m_write_addr = addr_q;
	assign m_write_phase = phase_q;
	assign m_word_valid = state_q == GIVE;
	assign m_word_data = new_q;
endmodule

`default_nettype wire
