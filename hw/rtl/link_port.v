// SPDX-License-Identifier: BSD-3-Clause
//
// One full-duplex port of the native link layer: wire in and wire out to the same neighbour on
// one side, cell streams of the switch and symbols of the node on the other. Wiring only. A lossy wire
// below, every good cell once and in order above; between words of a cell nothing waits for an acknowledgement.
//
//        s_wire --> link_rx ---------------------------------------> m_rx, m_sym
//                     | good, void, fail    ^ expected, refuse
//                     v                     |
//                  link_credit  link_seq  link_ctl   (counts; numbers; life of the link and its symbols)
//                     |             |       |
//                     v room        v turn  v
//        m_wire <-- link_tx <--------------------------------------- s_tx, s_sym
//
// Word, by m/s_wire_tuser: 0 body of a cell, 1 its first word, 2 symbol, 3 second half of a symbol (W = 16).
// Symbol: {type[3:0], payload[15:0], CRC-12}: one word, or two at W = 16. Types of the link:
//   1 HELLO  {heard, 7'd0, CNT_W[3:0], SEQ_W[3:0]}     3 RETRY  {1'd0, number of the refusal[1:0], 13'd0}
//   2 ACK    {refuse, number of the refusal[1:0], 5'd0, expected[7:0]}   4 CREDIT {limit of channel 1[7:0], of channel 0[7:0]}
// Types 5, 6, 7 are handed on between s_sym of one port and m_sym of the other; they may be lost, never changed.
//
// Sizes. A cell stays in the replay buffer from its first word until its acknowledgement is here:
//   T = words of a cell + 2 D + 8, and up to 64 more where the way back is busy   (D: clocks of the wire, one way)
// No gap between cells: REPLAY_N >= 1 + T / words of a cell; SLOT_N the same and one more, for one channel alone.
// With cells of 16 data words, 8 of each keep the wire full up to D = 17 one way and D = 8 both ways (W = 16: T = 61, 43 .. 107),
// and 32 up to D = 200 (W = 64: T = 426 .. 490), where a tick of 512 clocks is still longer.
// 2^LG_REFRESH_CYC must be longer than T.

`default_nettype none

module link_port #(
	parameter W = 16,             // bits of a word: 16, 64 or 128
	parameter SLOT_N = W == 16 ? 8 : 32,   // cells in the switch's buffer of each virtual channel
	parameter REPLAY_N = W == 16 ? 8 : 32, // cells kept for sending again, power of two
	parameter LG_REFRESH_CYC = 9, // log2 of clocks
	parameter LG_DEAD_N = 2,      // log2 of the ticks of silence after which the link is dead
	parameter LG_RETRY_N = 4      // log2 of the replays without progress after which it is
) (
	input  wire         clk,
	input  wire         rst,
	input  wire         s_wire_tvalid,
	input  wire [W-1:0] s_wire_tdata,
	input  wire [1:0]   s_wire_tuser,
	output wire         m_wire_tvalid,
	input  wire         m_wire_tready,
	output wire [W-1:0] m_wire_tdata,
	output wire [1:0]   m_wire_tuser,
	output wire         m_rx_valid,
	output wire         m_rx_head,
	output wire         m_rx_last,
	output wire         m_rx_bad,
	output wire [W-1:0] m_rx_data,
	input  wire [1:0]   rx_free,
	input  wire         s_tx_valid,
	output wire         s_tx_ready,
	input  wire         s_tx_head,
	input  wire         s_tx_last,
	input  wire         s_tx_bad,
	input  wire [W-1:0] s_tx_data,
	output wire [1:0]   tx_room,
	input  wire         s_sym_valid,
	output wire         s_sym_ready,
	input  wire [19:0]  s_sym_data,
	output wire         m_sym_valid,
	output wire [19:0]  m_sym_data,
	input  wire         clear,
	output wire         up,
	output wire         dead,
	output wire [2:0]   dead_cause,
	output wire [15:0]  cnt_crc,   // cells refused
	output wire [15:0]  cnt_retry, // replays
	output wire [15:0]  cnt_sym    // symbols dropped
);

	localparam SEQ_W = $clog2(REPLAY_N) + 2;
	localparam CNT_W = $clog2(SLOT_N) + 1;
	localparam CRC_W = W == 16 ? 16 : 32;
	localparam [31:0] POLY = W == 16 ? 32'h1021 : 32'h1edc6f41;
	localparam [31:0] VOID = W == 16 ? 32'h0c0c : 32'h0c0c0c0c;

	generate
		if (W != 16 && W != 64 && W != 128)
			link_port_needs_w_of_16_64_or_128 bad_width();
		if (REPLAY_N < 2 || (1 << $clog2(REPLAY_N)) != REPLAY_N || SEQ_W > 8)
			link_port_needs_replay_n_a_power_of_two_2_to_64 bad_replay();
		if (SLOT_N < 2 || CNT_W > 8)
			link_port_needs_slot_n_2_to_128 bad_slots();
		if (LG_REFRESH_CYC < 7 || LG_DEAD_N < 1 || LG_RETRY_N < 0)
			link_port_needs_longer_times bad_times();
	endgenerate

	wire             tick, zero, drain, idle, mid, between;
	wire             good, void_cell, fail, vc, began, began_vc;
	wire             fresh, hold, redo, retry_sent, tx_done, refuse, progress, bogus;
	wire             lnk_in, lnk_valid, lnk_push, lnk_ready, changed, slots_idle;
	wire             ack_valid, retry_valid, limit_valid, sym_wrong;
	wire [1:0]       retry_gen, gen, room;
	wire [SEQ_W-1:0] turn, expected;
	wire [2*CNT_W-1:0] given;
	wire [19:0]      lnk_data;

	assign idle = slots_idle && !mid;
	assign tx_room = room | {2{drain}};

	link_rx #(.W(W), .SEQ_W(SEQ_W), .CRC_W(CRC_W), .POLY(POLY[CRC_W-1:0]), .VOID(VOID[CRC_W-1:0])) rx (
		.clk(clk), .rst(rst), .up(up), .tick(tick),
		.s_wire_tvalid(s_wire_tvalid), .s_wire_tdata(s_wire_tdata), .s_wire_tuser(s_wire_tuser),
		.m_rx_valid(m_rx_valid), .m_rx_head(m_rx_head), .m_rx_last(m_rx_last), .m_rx_bad(m_rx_bad),
		.m_rx_data(m_rx_data),
		.expected(expected), .refuse(refuse), .good(good), .void_cell(void_cell), .fail(fail), .vc(vc),
		.m_sym_valid(m_sym_valid), .m_lnk_valid(lnk_in), .m_sym_data(m_sym_data), .sym_wrong(sym_wrong)
	);

	link_tx #(.W(W), .REPLAY_N(REPLAY_N), .SEQ_W(SEQ_W), .CRC_W(CRC_W), .POLY(POLY[CRC_W-1:0]), .VOID(VOID[CRC_W-1:0])) tx (
		.clk(clk), .rst(rst), .run(up), .drain(drain),
		.m_wire_tvalid(m_wire_tvalid), .m_wire_tready(m_wire_tready), .m_wire_tdata(m_wire_tdata),
		.m_wire_tuser(m_wire_tuser),
		.s_tx_valid(s_tx_valid), .s_tx_ready(s_tx_ready), .s_tx_head(s_tx_head), .s_tx_last(s_tx_last),
		.s_tx_bad(s_tx_bad), .s_tx_data(s_tx_data),
		.s_sym_valid(s_sym_valid), .s_sym_ready(s_sym_ready), .s_sym_data(s_sym_data),
		.s_lnk_valid(lnk_valid), .s_lnk_push(lnk_push), .s_lnk_ready(lnk_ready), .s_lnk_data(lnk_data),
		.turn(turn), .fresh(fresh), .hold(hold), .done(tx_done), .between(between), .mid(mid),
		.began(began), .began_vc(began_vc)
	);

	link_seq #(.REPLAY_N(REPLAY_N), .SEQ_W(SEQ_W)) seq (
		.clk(clk), .rst(rst || !up), .tick(tick),
		.turn(turn), .fresh(fresh), .hold(hold), .redo(redo), .retry_gen(retry_gen),
		.retry_sent(retry_sent), .tx_done(tx_done),
		.expected(expected), .refuse(refuse), .gen(gen), .taken(good || void_cell), .fail(fail),
		.ack_valid(ack_valid), .retry_valid(retry_valid), .sym_refuse(m_sym_data[15]), .sym_gen(m_sym_data[14:13]), .sym_expected(m_sym_data[SEQ_W-1:0]),
		.progress(progress), .bogus(bogus)
	);

	link_credit #(.SLOT_N(SLOT_N), .CNT_W(CNT_W)) credit (
		.clk(clk), .rst(rst), .zero(zero),
		.good(good), .void_cell(void_cell), .vc(vc), .free(rx_free), .given(given), .changed(changed),
		.idle(slots_idle),
		.began(began), .began_vc(began_vc), .limit_valid(limit_valid), .limit({m_sym_data[8 +: CNT_W], m_sym_data[0 +: CNT_W]}), .room(room)
	);

	link_ctl #(
		.LG_REFRESH_CYC(LG_REFRESH_CYC), .LG_DEAD_N(LG_DEAD_N), .LG_RETRY_N(LG_RETRY_N),
		.FORMAT({CNT_W[3:0], SEQ_W[3:0]})
	) ctl (
		.clk(clk), .rst(rst), .clear(clear), .tick(tick), .up(up), .zero(zero), .drain(drain),
		.dead(dead), .dead_cause(dead_cause), .idle(idle),
		.sym_valid(lnk_in), .sym_type(m_sym_data[19:16]), .sym_heard(m_sym_data[15]), .sym_format(m_sym_data[7:0]), .ack_valid(ack_valid), .retry_valid(retry_valid),
		.limit_valid(limit_valid),
		.taken(good || void_cell), .fail(fail), .credit(changed), .bogus(bogus), .progress(progress),
		.redo(redo), .between(between), .retry_sent(retry_sent),
		.ack_payload({refuse, gen, 5'd0, {(8 - SEQ_W){1'b0}}, expected}),
		.retry_payload({1'b0, retry_gen, 13'd0}), .limit_payload({{(8 - CNT_W){1'b0}}, given[CNT_W +: CNT_W], {(8 - CNT_W){1'b0}}, given[0 +: CNT_W]}),
		.m_lnk_valid(lnk_valid), .m_lnk_push(lnk_push), .m_lnk_ready(lnk_ready), .m_lnk_data(lnk_data)
	);

	link_count refused (.clk(clk), .rst(rst), .event_in(fail && up), .count(cnt_crc));
	link_count replays (.clk(clk), .rst(rst), .event_in(retry_sent), .count(cnt_retry));
	link_count dropped (.clk(clk), .rst(rst), .event_in(sym_wrong), .count(cnt_sym));

endmodule

`default_nettype wire
