// SPDX-License-Identifier: BSD-3-Clause
//
// dma_reduce: place of the unit that feeds operands of reductions from memory and writes their results there. For now it
// refuses every REDUCE descriptor and takes results to nowhere.
`default_nettype none

module dma_reduce #(
	parameter CHANNEL_N = 4,         // channels
	parameter TELL_W = 134           // bits of what dma_cpl is told
) (
	input  wire clk,
	input  wire rst,
	input  wire [7:0] enable,        // pages that are on
	output wire [7:0] busy,          // pages with a reduction under way
	output wire [7:0] m_release,     // one clock: a reduction of the page ended without a record
	// reduce
	input  wire [7:0] own_room,      // groups that take an operand
	input  wire [31:0] own_owner,    // for each group {on, page}
	// channels
	input  wire [CHANNEL_N-1:0] s_hand,
	output wire [CHANNEL_N-1:0] m_hand,
	output wire [3:0] m_hand_status,
	input  wire [3*CHANNEL_N-1:0] s_page,
	input  wire [32*CHANNEL_N-1:0] s_length,
	input  wire [64*CHANNEL_N-1:0] s_cookie,
	input  wire [64*CHANNEL_N-1:0] s_remote,
	input  wire [43*CHANNEL_N-1:0] s_local,
	input  wire [6*CHANNEL_N-1:0] s_count,
	// region
	output wire m_ask,
	input  wire s_ask,
	output wire m_ask_reads,
	output wire [5:0] m_ask_region,
	output wire [39:0] m_ask_offset,
	output wire [8:0] m_ask_bytes,
	input  wire s_answer,
	input  wire [3:0] s_answer_status,
	input  wire [63:0] s_answer_addr,
	input  wire [8:0] s_answer_bytes,
	// dma_read
	input  wire s_word,
	input  wire s_word_err,
	input  wire [63:0] s_word_data,
	// operands, results
	output wire m_own_valid,
	input  wire m_own_ready,
	output wire [2:0] m_own_group,
	output wire m_own_last,
	output wire [63:0] m_own_data,
	input  wire s_res_valid,
	output wire s_res_ready,
	input  wire [2:0] s_res_group,
	input  wire s_res_last,
	input  wire [63:0] s_res_data,
	// dma_write
	output wire m_write_valid,
	input  wire m_write_ready,
	output wire [63:0] m_write_addr,
	output wire [2:0] m_write_words,
	output wire [2:0] m_write_page,
	output wire m_word_valid,
	input  wire m_word_ready,
	output wire [63:0] m_word_data,
	// dma_cpl
	output wire m_tell_valid,
	input  wire m_tell_ready,
	output wire [TELL_W-1:0] m_tell
);
`include "ring_nic_regs.vh"
	localparam [CHANNEL_N-1:0] ONE = 1;

	assign m_hand = s_hand & ~(s_hand - ONE);
	assign m_hand_status = `RN_DMA_STATUS_DESCRIPTOR;
	assign {busy, m_release, m_ask, m_ask_reads, m_ask_region, m_ask_offset, m_ask_bytes} = 0;
	assign {m_own_valid, m_own_group, m_own_last, m_own_data, m_tell_valid, m_tell} = 0;
	assign {m_write_valid, m_write_addr, m_write_words, m_write_page, m_word_valid, m_word_data} = 0;
	assign s_res_ready = 1'b1;

	wire unused = &{1'b0, clk, rst, enable, own_room, own_owner, s_page, s_length, s_cookie, s_remote, s_local,
		s_count, s_ask, s_answer, s_answer_status, s_answer_addr, s_answer_bytes, s_word, s_word_err, s_word_data,
		m_own_ready, s_res_valid, s_res_group, s_res_last, s_res_data, m_write_ready, m_word_ready, m_tell_ready};
endmodule

`default_nettype wire
