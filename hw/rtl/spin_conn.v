// SPDX-License-Identifier: BSD-3-Clause
//
// Connections, broadcasts and barriers of the SPIN setting: wiring of the machines that do in the
// card the work that the published card left to its library. Above: spin_regs (commands, status).
// Below: the local side of the switch (cells) and spin_dma (words of the host's memory). Each
// machine is described in its own file:
//
//     commands --> spin_send ------+------------------> spin_emit --> m_loc
//                     ^ reply      | go, words: fetch     ^ ^
//     commands --> spin_coll ------|----------------------+ |
//                     ^ enter      |                        |
//     commands --> spin_recv ------|--> store (go)          |
//                  ^     ^ |       +------------------------+
//                  |     | +--> spin_emit
//                  | spin_reqq
//                  |     ^ request, given up
//                  +-- events -- spin_parse <-- s_loc        words --> store
//
// Contents of cells (H0 = {VC, type, dest, spare}; D0.. data words; D15 of control cells: check)
//     DATA       spare = connection modulo 4          D0..D15 payload, the last cell filled up with 0
//     BCAST      spare = {0, collective modulo 2}     D0..D15 payload
//     BCAST      spare = {1, collective modulo 2}     D0 {collective, root} D1 0 barrier done, 1 given up, 2 no data
//     REQ        spare = {0, 0}                      D0 {tag, sender}      D1, D2 bytes (low, high)
//     REQ        spare = {0, 1 given up}             D0 {tag, sender}      D1 why, of SPIN_STATUS
//     REDUCE     as a reply                           D0 {tag, receiver}    D1 connection modulo 4
//     BARRIER    spare = {0, 0 barrier, 1 broadcast}  D0 {collective, node}

`default_nettype none
`include "ring_nic_regs.vh"

module spin_conn #(
	parameter LG_REQ = 10, // log2 of the request queue's entries; more than nodes - 1
	parameter PREFETCH = 1 // read the host's memory while the request is under way
) (
	input wire clk,
	input wire rst,

	input wire [9:0] cfg_id,
	input wire [9:0] cfg_last, // nodes - 1
	input wire [1:0] cfg_bcast_en, // {Y, X}
	input wire [31:0] cfg_timeout, // clocks; 0 never
	input wire load, // pulse: cfg_id or cfg_last is new
	input wire load_seq, // pulse: next collective is
	input wire [5:0] new_seq,

	input wire send_go, // pulse, when not busy
	input wire send_go_bcast,
	input wire [9:0] send_go_dest,
	input wire [31:0] send_go_len, // bytes
	input wire send_halt, // pulse
	output wire send_busy,
	output wire send_done, // pulse
	output wire [3:0] send_code,

	input wire recv_go, // pulse, when not busy
	input wire recv_go_bcast,
	input wire recv_go_any,
	input wire [9:0] recv_go_src,
	input wire [31:0] recv_go_len, // bytes
	input wire recv_cancel, // pulse
	input wire recv_halt, // pulse
	output wire recv_busy,
	output wire recv_done, // pulse
	output wire [3:0] recv_code,
	output wire [9:0] recv_src,
	output wire [31:0] recv_got, // bytes

	input wire coll_go, // pulse, when not busy
	input wire coll_halt, // pulse
	output wire coll_busy,
	output wire coll_done, // pulse
	output wire [3:0] coll_code,
	output wire [5:0] coll_seq,
	output wire [9:0] missing_barrier,
	output wire [9:0] missing_bcast,

	output wire queued, // pulse: a request came
	output wire [10:0] queue_count, // requests waiting
	output reg stray, // pulse: a cell was dropped
	output wire stuck, // pulse: the switch takes nothing

	input wire s_loc_valid, // cells for this node
	output wire s_loc_ready,
	input wire s_loc_head,
	input wire s_loc_last,
	input wire s_loc_bad,
	input wire [15:0] s_loc_data,
	output wire m_loc_valid, // cells of this node
	input wire m_loc_ready,
	output wire m_loc_head,
	output wire m_loc_last,
	output wire [15:0] m_loc_data,
	output wire [1:0] m_loc_way,

	output wire fetch_go, // pulse: read send_go_len bytes
	output wire fetch_stop, // level, until idle
	input wire fetch_idle,
	input wire fetch_error,
	input wire fetch_cell, // a whole cell is there
	output wire fetch_take, // pulse: it will be taken
	input wire s_fetch_valid,
	output wire s_fetch_ready,
	input wire [15:0] s_fetch_data,

	output wire store_go, // pulse: write store_len bytes
	output wire [31:0] store_len,
	output wire store_stop, // level, until idle
	input wire store_idle,
	input wire store_error,
	output wire m_store_valid,
	input wire m_store_ready,
	output wire [15:0] m_store_data
);

wire take_data, take_bcast;
wire [1:0] take_color;
wire cell_done, cell_busy;
wire ev_valid;
wire [2:0] ev_type;
wire [1:0] ev_spare;
wire [15:0] ev_id;
wire [31:0] ev_arg;
wire parse_stray, send_stray, coll_stray;

wire is_request = ev_valid && ev_type == `RN_SPIN_CELL_TYPE_REQ;
wire is_reply = ev_valid && ev_type == `RN_SPIN_CELL_TYPE_REPLY;
wire is_enter = ev_valid && ev_type == `RN_SPIN_CELL_TYPE_BARRIER;
wire is_tell = ev_valid && ev_type == `RN_SPIN_CELL_TYPE_BCAST;
wire nobody = ev_id[9:0] == cfg_id || ev_id[9:0] > cfg_last || ev_spare[1]; // no other node, no such request
wire put_valid = is_request && !nobody;
wire put_ready, put_full;
wire ev_ready = !put_valid || put_ready;

wire take_valid, take_ready, take_any, take_done, take_hit;
wire [9:0] take_src, q_src, drop_src;
wire [5:0] q_tag, drop_tag;
wire [31:0] q_len;
wire drop_done;
/* verilator lint_off UNUSEDSIGNAL */ // a code: the rest of the word is 0
wire [31:0] drop_len;
/* verilator lint_on UNUSEDSIGNAL */

wire send_wish_valid, send_wish_grant, data_busy, send_bcast_end, send_bcast_busy;
wire recv_wish_valid, recv_wish_grant, recv_bcast_end, recv_bcast_busy;
wire coll_wish_valid, coll_wish_grant;
wire [53:0] send_wish, recv_wish, coll_wish;

// One divider for all timers: a tick every TIMEOUT/8 clocks.
reg [28:0] tick_left_q; // clocks
wire tick = tick_left_q == 29'd1;
wire [28:0] tick_cyc = cfg_timeout[31:3] + {28'd0, cfg_timeout[2:0] != 3'd0};

always @(posedge clk)
	if (rst || tick_left_q <= 29'd1 || tick_left_q > tick_cyc)
		tick_left_q <= tick_cyc;
	else
		tick_left_q <= tick_left_q - 29'd1;

assign fetch_take = send_wish_grant && send_wish[53];

// Two in one clock are reported in two.
wire event_stray = send_stray || coll_stray || put_full || (is_request && nobody);
reg second_q; // stray cell that was not reported yet

always @(posedge clk) begin
	stray <= !rst && (parse_stray || event_stray || second_q);
	second_q <= !rst && ((parse_stray && event_stray) || (second_q && (parse_stray || event_stray)));
end

spin_parse parse (
	.clk(clk),
	.rst(rst),
	.s_valid(s_loc_valid),
	.s_ready(s_loc_ready),
	.s_head(s_loc_head),
	.s_last(s_loc_last),
	.s_bad(s_loc_bad),
	.s_data(s_loc_data),
	.take_data(take_data),
	.take_color(take_color),
	.take_bcast(take_bcast),
	.take_seq(coll_seq[0]),
	.m_valid(m_store_valid),
	.m_ready(m_store_ready),
	.m_data(m_store_data),
	.m_cell(cell_done),
	.m_busy(cell_busy),
	.ev_valid(ev_valid),
	.ev_ready(ev_ready),
	.ev_type(ev_type),
	.ev_spare(ev_spare),
	.ev_id(ev_id),
	.ev_arg(ev_arg),
	.stray(parse_stray)
);

spin_reqq #(
	.LG_REQ(LG_REQ)
) reqq (
	.clk(clk),
	.rst(rst),
	.put_valid(put_valid),
	.put_ready(put_ready),
	.put_drop(ev_spare[0]),
	.put_src(ev_id[9:0]),
	.put_tag(ev_id[15:10]),
	.put_len(ev_arg),
	.put_done(queued),
	.drop_done(drop_done),
	.drop_src(drop_src),
	.drop_tag(drop_tag),
	.drop_len(drop_len),
	.full(put_full),
	.take_valid(take_valid),
	.take_ready(take_ready),
	.take_any(take_any),
	.take_src(take_src),
	.take_done(take_done),
	.take_hit(take_hit),
	.m_src(q_src),
	.m_tag(q_tag),
	.m_len(q_len),
	.count(queue_count)
);

spin_send #(
	.PREFETCH(PREFETCH)
) send (
	.clk(clk),
	.rst(rst),
	.cfg_id(cfg_id),
	.cfg_last(cfg_last),
	.go(send_go),
	.go_bcast(send_go_bcast),
	.go_dest(send_go_dest),
	.go_len(send_go_len),
	.halt(send_halt),
	.busy(send_busy),
	.done(send_done),
	.code(send_code),
	.bcast_end(send_bcast_end),
	.bcast_busy(send_bcast_busy),
	.reply_valid(is_reply),
	.reply_id(ev_id),
	.reply_color(ev_arg[1:0]),
	.stray(send_stray),
	.seq(coll_seq),
	.missing(missing_bcast),
	.wish_valid(send_wish_valid),
	.wish_grant(send_wish_grant),
	.wish(send_wish),
	.data_busy(data_busy),
	.tick(tick),
	.fetch_go(fetch_go),
	.fetch_stop(fetch_stop),
	.fetch_idle(fetch_idle),
	.fetch_error(fetch_error),
	.fetch_cell(fetch_cell)
);

spin_recv recv (
	.clk(clk),
	.rst(rst),
	.cfg_id(cfg_id),
	.cfg_last(cfg_last),
	.go(recv_go),
	.go_bcast(recv_go_bcast),
	.go_any(recv_go_any),
	.go_src(recv_go_src),
	.go_len(recv_go_len),
	.cancel(recv_cancel),
	.halt(recv_halt),
	.busy(recv_busy),
	.done(recv_done),
	.code(recv_code),
	.src(recv_src),
	.got(recv_got),
	.bcast_end(recv_bcast_end),
	.bcast_busy(recv_bcast_busy),
	.queued(queued),
	.take_valid(take_valid),
	.take_ready(take_ready),
	.take_any(take_any),
	.take_src(take_src),
	.take_done(take_done),
	.take_hit(take_hit),
	.take_from(q_src),
	.take_tag(q_tag),
	.take_len(q_len),
	.gone_valid(drop_done),
	.gone_id({drop_tag, drop_src}),
	.gone_final(drop_len[3:0] == `RN_SPIN_STATUS_HOST),
	.tell_valid(is_tell && ev_arg[1:0] != 2'd0),
	.tell_seq(ev_id[15:10]),
	.tell_empty(ev_arg[1]),
	.seq(coll_seq),
	.take_data(take_data),
	.take_color(take_color),
	.take_bcast(take_bcast),
	.cell_done(cell_done),
	.cell_busy(cell_busy),
	.wish_valid(recv_wish_valid),
	.wish_grant(recv_wish_grant),
	.wish(recv_wish),
	.tick(tick),
	.store_go(store_go),
	.store_len(store_len),
	.store_stop(store_stop),
	.store_idle(store_idle),
	.store_error(store_error)
);

spin_coll coll (
	.clk(clk),
	.rst(rst),
	.cfg_id(cfg_id),
	.cfg_last(cfg_last),
	.load(load),
	.load_seq(load_seq),
	.new_seq(new_seq),
	.go(coll_go),
	.halt(coll_halt),
	.busy(coll_busy),
	.done(coll_done),
	.code(coll_code),
	.end_send(send_bcast_end),
	.end_recv(recv_bcast_end),
	.bcast_busy(send_bcast_busy || recv_bcast_busy),
	.seq(coll_seq),
	.missing_barrier(missing_barrier),
	.missing_bcast(missing_bcast),
	.enter_valid(is_enter),
	.enter_bcast(ev_spare[0]),
	.enter_seq(ev_id[15:10]),
	.answer_valid(is_tell && ev_arg[1:0] == 2'd0),
	.answer_seq(ev_id[15:10]),
	.stray(coll_stray),
	.wish_valid(coll_wish_valid),
	.wish_grant(coll_wish_grant),
	.wish(coll_wish),
	.tick(tick)
);

spin_emit emit (
	.clk(clk),
	.rst(rst),
	.cfg_id(cfg_id),
	.cfg_last(cfg_last),
	.cfg_bcast_en(cfg_bcast_en),
	.recv_valid(recv_wish_valid),
	.recv_grant(recv_wish_grant),
	.recv_wish(recv_wish),
	.coll_valid(coll_wish_valid),
	.coll_grant(coll_wish_grant),
	.coll_wish(coll_wish),
	.send_valid(send_wish_valid),
	.send_grant(send_wish_grant),
	.send_wish(send_wish),
	.data_busy(data_busy),
	.s_valid(s_fetch_valid),
	.s_ready(s_fetch_ready),
	.s_data(s_fetch_data),
	.m_loc_valid(m_loc_valid),
	.m_loc_ready(m_loc_ready),
	.m_loc_head(m_loc_head),
	.m_loc_last(m_loc_last),
	.m_loc_data(m_loc_data),
	.m_loc_way(m_loc_way),
	.tick(tick),
	.stuck(stuck)
);

endmodule

`default_nettype wire
