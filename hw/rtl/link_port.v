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
//        m_wire <-- link_tx <-------- link_class <------------------ s_tx, s_control
//                      ^-------------------------------------------- s_sym
//
// From W = 64 on cells are of two classes (cell_class): bulk, and control, which has credits of its own (a second link_credit)
// and goes first (link_class). Numbers and the replay buffer are common: no cell waits there for the neighbour's switch.
//
// Word, by m/s_wire_tuser: 0 body of a cell, 1 its first word, 2 symbol, 3 second half of a symbol (W = 16).
// Symbol: {type[3:0], payload[15:0], CRC-12}: one word, or two at W = 16. Types of the link:
//   1 HELLO  {heard, SPAN - 1 [2:0], CNT_W of control[3:0], CNT_W[3:0], SEQ_W[3:0]}     3 RETRY  {1'd0, number of the refusal[1:0], 13'd0}
//   2 ACK    {refuse, number of the refusal[1:0], 5'd0, expected[7:0]}   4 CREDIT {limit of channel 1[7:0], of channel 0[7:0]}
//   8 CREDIT of the control class
// Types 5, 6, 7 are handed on between s_sym of one port and m_sym of the other; they may be lost, never changed.
//
// Sizes. A cell stays in the replay buffer from its first word until its acknowledgement is here:
//   T = words of a cell + 2 D + 8, and where the way back is busy up to two of its cells more, W = 16: 64   (D: clocks of the wire, one way)
// No gap between cells: REPLAY_N >= 1 + T / words of a cell; SLOT_N the same and one more, for one channel alone.
// With cells of 16 data words, 8 of each keep the wire full up to D = 17 one way and D = 8 both ways (W = 16: T = 61, 43 .. 107),
// and 32 up to D = 200 (W = 64: T = 426 .. 462), where a tick of 512 clocks is still longer.
// 2^LG_REFRESH_CYC must be longer than T, and with long cells longer than T in a replay, which takes two clocks a word: 64 SPAN + 2 D + 72,
// so 1024 clocks are for D = 200 and any SPAN. With less a cell that is sent again is asked for once more; none is lost.

`default_nettype none

module link_port #(
	parameter W = 16,             // bits of a word: 16, 64 or 128
	parameter SPAN = 1,           // slots of the longest cell of bulk (cell_len); all others take one
	parameter SLOT_N = W == 16 ? 8 : SPAN == 1 ? 32 : 64, // slots in the switch's buffer of each virtual channel
	parameter REPLAY_N = W == 16 ? 8 : SPAN == 1 ? 32 : 64, // slots of cells kept for sending again, power of two
	parameter CONTROL_N = W == 16 ? 0 : 8, // as SLOT_N, of the control class; 0: there is none
	parameter LG_REFRESH_CYC = SPAN == 1 ? 9 : 10, // log2 of clocks
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
	output wire         m_rx_control, // class of the cell
	input  wire [1:0]   rx_free,
	input  wire [7:0]   rx_free_slots, // of the cell that is released in each channel
	input  wire [1:0]   rx_control_free,
	input  wire         s_tx_want,    // link_class.v
	input  wire         s_tx_valid,
	output wire         s_tx_ready,
	input  wire         s_tx_head,
	input  wire         s_tx_last,
	input  wire         s_tx_bad,
	input  wire [W-1:0] s_tx_data,
	output wire [1:0]   tx_room,
	input  wire         s_control_want,
	input  wire         s_control_valid,
	output wire         s_control_ready,
	input  wire         s_control_head,
	input  wire         s_control_last,
	input  wire         s_control_bad,
	input  wire [W-1:0] s_control_data,
	output wire [1:0]   tx_control_room,
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
	localparam SPAN_1 = SPAN - 1;
	localparam CNT_W = $clog2(SLOT_N) + 1;
	localparam CONTROL_W = CONTROL_N == 0 ? 1 : $clog2(CONTROL_N) + 1;
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
		if (SPAN > 1 && CONTROL_N == 0)
			link_port_needs_a_control_class_for_long_cells bad_span();
		if (CONTROL_N != 0 && (CONTROL_N < 2 || CONTROL_W > 8 || W < 64))
			link_port_needs_control_n_2_to_128_and_w_of_64_or_more_or_0 bad_control();
		if (SPAN > 1 && (1 << LG_REFRESH_CYC) < 64 * SPAN + 72)
			link_port_needs_ticks_longer_than_a_replay_of_the_longest_cell bad_refresh();
		if (LG_REFRESH_CYC < 7 || LG_DEAD_N < 1 || LG_RETRY_N < 0)
			link_port_needs_longer_times bad_times();
	endgenerate

	wire             tick, zero, drain, idle, mid, between;
	wire             good, void_cell, fail, vc, began, began_vc;
	wire             fresh, hold, redo, retry_sent, tx_done, refuse, progress, bogus;
	wire [3:0]       tx_slots, rx_slots, new_slots;
	wire             lnk_in, lnk_valid, lnk_push, lnk_ride, lnk_ready, changed, slots_idle;
	wire             ack_valid, retry_valid, limit_valid, sym_wrong;
	wire [1:0]       retry_gen, gen, room;
	wire [SEQ_W-1:0] turn, expected;
	wire [2*CNT_W-1:0] given;
	wire [19:0]      lnk_data;
	wire             control_changed, control_idle, control_limit_valid; // of the control class
	wire [2*CONTROL_W-1:0] control_given;
	wire             tx_valid, tx_ready, tx_head, tx_last, tx_bad, tx_control; // of both classes
	wire             rx_control;
	wire [W-1:0]     tx_data;

	assign m_rx_control = CONTROL_N != 0 && rx_control;
	assign idle = slots_idle && control_idle && !mid;
	assign tx_room = room | {2{drain}};

	link_rx #(.W(W), .SPAN(SPAN), .SEQ_W(SEQ_W), .CRC_W(CRC_W), .POLY(POLY[CRC_W-1:0]), .VOID(VOID[CRC_W-1:0])) rx (
		.clk(clk), .rst(rst), .up(up), .tick(tick),
		.s_wire_tvalid(s_wire_tvalid), .s_wire_tdata(s_wire_tdata), .s_wire_tuser(s_wire_tuser),
		.m_rx_valid(m_rx_valid), .m_rx_head(m_rx_head), .m_rx_last(m_rx_last), .m_rx_bad(m_rx_bad),
		.m_rx_data(m_rx_data),
		.expected(expected), .refuse(refuse), .good(good), .void_cell(void_cell), .fail(fail), .vc(vc), .control(rx_control), .slots(rx_slots),
		.m_sym_valid(m_sym_valid), .m_lnk_valid(lnk_in), .m_sym_data(m_sym_data), .sym_wrong(sym_wrong)
	);

	link_tx #(.W(W), .REPLAY_N(REPLAY_N), .SPAN(SPAN), .SEQ_W(SEQ_W), .CRC_W(CRC_W), .POLY(POLY[CRC_W-1:0]), .VOID(VOID[CRC_W-1:0])) tx (
		.clk(clk), .rst(rst), .run(up), .drain(drain),
		.m_wire_tvalid(m_wire_tvalid), .m_wire_tready(m_wire_tready), .m_wire_tdata(m_wire_tdata),
		.m_wire_tuser(m_wire_tuser),
		.s_tx_valid(tx_valid), .s_tx_ready(tx_ready), .s_tx_head(tx_head), .s_tx_last(tx_last),
		.s_tx_bad(tx_bad), .s_tx_data(tx_data),
		.s_sym_valid(s_sym_valid), .s_sym_ready(s_sym_ready), .s_sym_data(s_sym_data),
		.s_lnk_valid(lnk_valid), .s_lnk_push(lnk_push), .s_lnk_ride(lnk_ride), .s_lnk_ready(lnk_ready), .s_lnk_data(lnk_data),
		.turn(turn), .fresh(fresh), .hold(hold), .done(tx_done), .done_slots(tx_slots), .between(between), .mid(mid),
		.began(began), .began_vc(began_vc), .began_slots(new_slots)
	);

	link_seq #(.REPLAY_N(REPLAY_N), .SPAN(SPAN), .SEQ_W(SEQ_W)) seq (
		.clk(clk), .rst(rst || !up), .tick(tick),
		.turn(turn), .fresh(fresh), .hold(hold), .redo(redo), .retry_gen(retry_gen),
		.retry_sent(retry_sent), .tx_done(tx_done), .tx_slots(tx_slots),
		.expected(expected), .refuse(refuse), .gen(gen), .taken(good || void_cell), .rx_slots(rx_slots), .fail(fail),
		.ack_valid(ack_valid), .retry_valid(retry_valid), .sym_refuse(m_sym_data[15]), .sym_gen(m_sym_data[14:13]), .sym_expected(m_sym_data[SEQ_W-1:0]),
		.progress(progress), .bogus(bogus)
	);

	link_credit #(.SLOT_N(SLOT_N), .SPAN(SPAN), .CNT_W(CNT_W)) credit (
		.clk(clk), .rst(rst), .zero(zero),
		.good(good && !m_rx_control), .void_cell(void_cell && !m_rx_control), .vc(vc), .slots(rx_slots), .free(rx_free), .free_slots(rx_free_slots), .given(given), .changed(changed),
		.idle(slots_idle),
		.began(began && !tx_control), .began_vc(began_vc), .began_slots(new_slots), .limit_valid(limit_valid), .limit({m_sym_data[8 +: CNT_W], m_sym_data[0 +: CNT_W]}), .room(room)
	);

	generate
		if (CONTROL_N != 0) begin : g_control
			wire [1:0] control_room;

			link_class #(.W(W), .SPAN(SPAN), .LG_PHASE(SPAN == 1 ? 6 : 9)) classes (
				.clk(clk), .rst(rst), .s_bulk_want(s_tx_want), .s_bulk_valid(s_tx_valid), .s_bulk_ready(s_tx_ready),
				.s_bulk_last(s_tx_last), .s_bulk_bad(s_tx_bad), .s_bulk_data(s_tx_data),
				.s_control_want(s_control_want), .s_control_valid(s_control_valid), .s_control_ready(s_control_ready),
				.s_control_last(s_control_last), .s_control_bad(s_control_bad), .s_control_data(s_control_data),
				.m_valid(tx_valid), .m_ready(tx_ready), .m_last(tx_last), .m_bad(tx_bad), .m_data(tx_data), .m_control(tx_control)
			);
			link_credit #(.SLOT_N(CONTROL_N), .CNT_W(CONTROL_W)) control (
				.clk(clk), .rst(rst), .zero(zero),
				.good(good && m_rx_control), .void_cell(void_cell && m_rx_control), .vc(vc), .slots(4'd1), .free(rx_control_free), .free_slots(8'h11),
				.given(control_given), .changed(control_changed), .idle(control_idle),
				.began(began && tx_control), .began_vc(began_vc), .began_slots(4'd1), .limit_valid(control_limit_valid),
				.limit({m_sym_data[8 +: CONTROL_W], m_sym_data[0 +: CONTROL_W]}), .room(control_room)
			);
			assign tx_control_room = control_room | {2{drain}};
			assign tx_head = tx_control ? s_control_head : s_tx_head;
		end else begin : g_no_control
			assign {s_control_ready, tx_control_room, control_given, control_changed, tx_control} = 0;
			assign control_idle = 1'b1;
			assign s_tx_ready = tx_ready;
			assign {tx_valid, tx_head, tx_last, tx_bad, tx_data} = {s_tx_valid, s_tx_head, s_tx_last, s_tx_bad, s_tx_data};
			wire unused = &{1'b0, s_tx_want, s_control_want, s_control_valid, s_control_head, s_control_last, s_control_bad, s_control_data,
				rx_control_free, control_limit_valid};
		end
	endgenerate

	link_ctl #(
		.LG_REFRESH_CYC(LG_REFRESH_CYC), .LG_DEAD_N(LG_DEAD_N), .LG_RETRY_N(LG_RETRY_N), .CONTROL(CONTROL_N != 0), .RIDE(W >= 64),
		.FORMAT({SPAN_1[2:0], CONTROL_N == 0 ? 4'd0 : CONTROL_W[3:0], CNT_W[3:0], SEQ_W[3:0]})
	) ctl (
		.clk(clk), .rst(rst), .clear(clear), .tick(tick), .up(up), .zero(zero), .drain(drain),
		.dead(dead), .dead_cause(dead_cause), .idle(idle),
		.sym_valid(lnk_in), .sym_type(m_sym_data[19:16]), .sym_heard(m_sym_data[15]), .sym_format(m_sym_data[14:0]), .ack_valid(ack_valid), .retry_valid(retry_valid),
		.limit_valid(limit_valid), .limit_control_valid(control_limit_valid),
		.taken(good || void_cell), .fail(fail), .credit(changed), .credit_control(control_changed), .bogus(bogus), .progress(progress),
		.redo(redo), .between(between), .retry_sent(retry_sent),
		.refuse(refuse), .ack_payload({refuse, gen, 5'd0, {(8 - SEQ_W){1'b0}}, expected}),
		.retry_payload({1'b0, retry_gen, 13'd0}), .limit_payload({{(8 - CNT_W){1'b0}}, given[CNT_W +: CNT_W], {(8 - CNT_W){1'b0}}, given[0 +: CNT_W]}),
		.limit_control_payload({{(8 - CONTROL_W){1'b0}}, control_given[CONTROL_W +: CONTROL_W], {(8 - CONTROL_W){1'b0}},
			control_given[0 +: CONTROL_W]}),
		.m_lnk_valid(lnk_valid), .m_lnk_push(lnk_push), .m_lnk_ride(lnk_ride), .m_lnk_ready(lnk_ready), .m_lnk_data(lnk_data)
	);

	link_count refused (.clk(clk), .rst(rst), .event_in(fail && up), .count(cnt_crc));
	link_count replays (.clk(clk), .rst(rst), .event_in(retry_sent), .count(cnt_retry));
	link_count dropped (.clk(clk), .rst(rst), .event_in(sym_wrong), .count(cnt_sym));

endmodule

`default_nettype wire
