// SPDX-License-Identifier: BSD-3-Clause
//
// dma_page: the indices of one page's three rings and the switch that turns the page on and off. It
// gives the descriptors to send and the room in rings; it moves no data. The rings' base addresses
// lie in dma_rings. Below dma_bus (registers, one clock each), beside dma_sched, dma_place and
// dma_cpl, which report the entries that they took and wrote.
//
// Every index counts modulo 65536. An index that the host writes is never trusted: a consumer index
// that was not produced makes a ring look full, a producer index that goes back or beyond the ring
// is refused.
//
// A page that has stopped stays so until it is turned on: cells of others that come for it meanwhile are dropped and
// touch nothing of it, so the page stays stopped. recv_room counts the record of this very clock,
// because the next cell is decided in the next one.
//
// Places in the completion ring are reserved before anything starts that ends with a record (descriptor, stream), so
// that a record always has its place: cpl_room is registered and leaves SPARE_N places, because up to three
// places can be taken in each of the two clocks before it falls. A refusal (a record without a
// reserved place) is reported only while half of the places, those that stay free not counted, are
// left: so refusals, which others cause, never use up the places that the page's own descriptors
// and streams need.
`default_nettype none

module dma_page (
	input  wire clk,
	input  wire rst,
	// registers of block QUEUES
	input  wire s_write,             // one clock
	input  wire [11:2] s_addr,
	input  wire [31:0] s_data,
	output reg  [31:0] m_data,       // of s_addr, one clock later
	output wire enable,
	output wire stopped,             // off, and nothing under way: bases may be changed
	input  wire busy,                // something of this page is under way anywhere in the card
	input  wire serving,             // a channel holds the page
	input  wire stuck,               // the host does not take writes: the page is turned off, and not on
	// send side
	output wire send_pending,
	output wire [15:0] send_index,   // descriptors done: the next to do
	output wire [3:0] send_lg,
	output wire [7:0] card_pending,
	input  wire send_done,           // one clock: the descriptor at send_index
	input  wire send_quick,          // one clock: that one was taken from the doorbell window, maybe ahead of its doorbell
	output wire send_ahead,          // ahead, and the doorbell has not come
	input  wire [7:0] card_done,
	input  wire [7:0] card_next,     // one clock: the chain goes on there
	// receive ring
	output wire recv_room,
	output wire [15:0] recv_index,
	output wire [3:0] recv_lg,
	output wire [7:0] recv_from,     // pages, of any node, whose messages are taken
	input  wire recv_push,
	// completion ring
	output wire cpl_room,
	output wire refusal_room,        // a refusal may be reported
	output wire [15:0] cpl_index,
	output wire [3:0] cpl_lg,
	input  wire [1:0] cpl_reserve,   // descriptor, stream: places taken
	input  wire [1:0] cpl_release,   // places given back
	input  wire cpl_push,            // a record is written ...
	input  wire cpl_push_reserved,   // ... into a place that was reserved
	// errors
	input  wire lost,
	input  wire refused,
	input  wire untold,
	output wire bad_doorbell
);
`include "ring_nic_regs.vh"
	localparam SPARE_N = 8;          // places of the completion ring that stay free

	reg enable_q, stopped_q;
	reg [3:0] send_lg_q, recv_lg_q, cpl_lg_q;
	reg [15:0] send_prod_q, send_cons_q, recv_prod_q, recv_cons_q, cpl_prod_q, cpl_cons_q;
	reg ahead_q;
	reg [15:0] quick_q;
	reg [7:0] card_q;
	reg [7:0] from_q;
	reg [5:0] reserved_q;            // places of the completion ring
	reg [15:0] lost_q, refused_q, untold_q;
	reg recv_room_q, cpl_room_q, refusal_room_q;

	wire off = !enable_q;
	wire set = s_write && stopped_q;
	wire start = set && !stuck && s_addr == `RN_QUEUES_CONTROL_A && s_data[`RN_QUEUES_CONTROL_ENABLE_LSB];
	wire stop = s_write && s_addr == `RN_QUEUES_CONTROL_A && !s_data[`RN_QUEUES_CONTROL_ENABLE_LSB];
	wire ring = s_write && enable_q && s_addr == `RN_QUEUES_SEND_PRODUCER_A;
	wire [15:0] asked = s_data[15:0] - send_cons_q;          // descriptors that the doorbell offers
	wire [15:0] pending = send_prod_q - send_cons_q;
	wire ring_ok = asked <= (16'd1 << send_lg_q) && asked >= pending;   // never back
	wire rings = ring && ring_ok && !(send_quick && asked == 0);   // asked == 0: a doorbell of the one before
	wire [15:0] recv_used = recv_prod_q - recv_cons_q;
	wire [15:0] cpl_used = cpl_prod_q - cpl_cons_q;
	wire [16:0] cpl_taken = {1'b0, cpl_used} + {11'd0, reserved_q} + SPARE_N;
	wire [16:0] cpl_size = 17'd1 << cpl_lg_q;

	wire unused = &{1'b0, s_data[31:16]};

	assign enable = enable_q;
	assign stopped = stopped_q;
	assign send_pending = send_prod_q != send_cons_q;
	assign send_index = send_cons_q;
	assign send_ahead = ahead_q;
	assign send_lg = send_lg_q;
	assign card_pending = card_q;
	assign recv_room = recv_room_q;
	assign recv_index = recv_prod_q;
	assign recv_lg = recv_lg_q;
	assign recv_from = from_q;
	assign cpl_room = cpl_room_q;
	assign refusal_room = refusal_room_q;
	assign cpl_index = cpl_prod_q;
	assign cpl_lg = cpl_lg_q;
	assign bad_doorbell = ring && !ring_ok;

	always @(posedge clk)
		if (rst || stop || stuck)
			enable_q <= 1'b0;
		else if (start)
			enable_q <= 1'b1;

	always @(posedge clk)
		stopped_q <= rst || (off && !start && (stopped_q || !busy));

	always @(posedge clk)
		if (rst) begin
			send_lg_q <= 0;
			recv_lg_q <= 0;
			cpl_lg_q <= 0;
		end else if (set) begin
			if (s_addr == `RN_QUEUES_SEND_SIZE_A)
				send_lg_q <= s_data[3:0];
			if (s_addr == `RN_QUEUES_RECV_SIZE_A)
				recv_lg_q <= s_data[3:0];
			if (s_addr == `RN_QUEUES_CPL_SIZE_A)
				cpl_lg_q <= s_data[3:0];
		end

	always @(posedge clk)
		if (rst)
			from_q <= 8'hff;
		else if (s_write && s_addr == `RN_QUEUES_RECV_FROM_A)
			from_q <= s_data[7:0];

	always @(posedge clk)
		if (rst || off)
			send_prod_q <= 0;
		else if (rings)
			send_prod_q <= s_data[15:0];
		else if (send_quick && !send_pending)
			send_prod_q <= send_prod_q + 16'd1;

	always @(posedge clk)
		if (rst || off || rings)
			ahead_q <= 1'b0;
		else if (send_quick && !send_pending)
			ahead_q <= 1'b1;

	always @(posedge clk)
		if (rst || off)
			quick_q <= 0;
		else
			quick_q <= quick_q + {15'd0, send_quick};

	always @(posedge clk)
		if (rst || off)
			send_cons_q <= 0;
		else
			send_cons_q <= send_cons_q + {15'd0, send_done};

	always @(posedge clk)
		if (rst || off)
			card_q <= 0;
		else
			card_q <= (card_q & ~card_done) | card_next
				| (s_write && s_addr == `RN_QUEUES_CARD_START_A ? s_data[7:0] : 8'd0);

	always @(posedge clk)
		if (rst || off)
			recv_prod_q <= 0;
		else
			recv_prod_q <= recv_prod_q + {15'd0, recv_push};

	always @(posedge clk)
		if (rst || off)
			recv_cons_q <= 0;
		else if (s_write && s_addr == `RN_QUEUES_RECV_CONSUMER_A)
			recv_cons_q <= s_data[15:0];

	always @(posedge clk)
		if (rst || off)
			cpl_prod_q <= 0;
		else
			cpl_prod_q <= cpl_prod_q + {15'd0, cpl_push};

	always @(posedge clk)
		if (rst || off)
			cpl_cons_q <= 0;
		else if (s_write && s_addr == `RN_QUEUES_CPL_CONSUMER_A)
			cpl_cons_q <= s_data[15:0];

	always @(posedge clk)
		if (rst || off)
			reserved_q <= 0;
		else
			reserved_q <= reserved_q + {5'd0, cpl_reserve[0]} + {5'd0, cpl_reserve[1]}
				- {5'd0, cpl_release[0]} - {5'd0, cpl_release[1]} - {5'd0, cpl_push_reserved};

	always @(posedge clk) begin
		recv_room_q <= enable_q && ((recv_used + {15'd0, recv_push}) >> recv_lg_q) == 0;
		cpl_room_q <= enable_q && cpl_taken <= cpl_size;
		refusal_room_q <= enable_q && cpl_taken <= (cpl_size >> 1) + SPARE_N / 2;
	end

	always @(posedge clk)
		if (rst) begin
			lost_q <= 0;
			refused_q <= 0;
			untold_q <= 0;
		end else begin
			lost_q <= lost_q + {15'd0, lost && ~&lost_q};
			refused_q <= refused_q + {15'd0, refused && ~&refused_q};
			untold_q <= untold_q + {15'd0, untold && ~&untold_q};
		end

	always @(posedge clk)
		case (s_addr)
		`RN_QUEUES_CONTROL_A:       m_data <= {31'd0, enable_q};
		`RN_QUEUES_STATUS_A:        m_data <= {29'd0, stuck, serving, stopped_q};
		`RN_QUEUES_SEND_SIZE_A:     m_data <= {28'd0, send_lg_q};
		`RN_QUEUES_SEND_PRODUCER_A: m_data <= {16'd0, send_prod_q};
		`RN_QUEUES_SEND_CONSUMER_A: m_data <= {16'd0, send_cons_q};
		`RN_QUEUES_CARD_START_A:    m_data <= {24'd0, card_q};
		`RN_QUEUES_QUICK_A:         m_data <= {16'd0, quick_q};
		`RN_QUEUES_RECV_SIZE_A:     m_data <= {28'd0, recv_lg_q};
		`RN_QUEUES_RECV_PRODUCER_A: m_data <= {16'd0, recv_prod_q};
		`RN_QUEUES_RECV_CONSUMER_A: m_data <= {16'd0, recv_cons_q};
		`RN_QUEUES_RECV_FROM_A:     m_data <= {24'd0, from_q};
		`RN_QUEUES_CPL_SIZE_A:      m_data <= {28'd0, cpl_lg_q};
		`RN_QUEUES_CPL_PRODUCER_A:  m_data <= {16'd0, cpl_prod_q};
		`RN_QUEUES_CPL_CONSUMER_A:  m_data <= {16'd0, cpl_cons_q};
		`RN_QUEUES_LOST_A:          m_data <= {16'd0, lost_q};
		`RN_QUEUES_REFUSED_A:       m_data <= {16'd0, refused_q};
		`RN_QUEUES_UNTOLD_A:        m_data <= {16'd0, untold_q};
		default:                    m_data <= 32'd0;
		endcase

`ifdef FORMAL
	// The rest of the card takes places only when it saw cpl_room; dma_cpl checks once for a record
	// without a reserved place and may write it later. The host gives back no more than was
	// written.
	reg f_late, f_run;                                       // such a record is to come
	reg f_recv_late;                                         // dma_place saw recv_room and will write a record
	(* anyseq *) wire f_look, f_recv_look;
	wire [15:0] f_recv_given = s_data[15:0] - recv_cons_q;
	wire [16:0] f_taken = {1'b0, cpl_used} + {11'd0, reserved_q};
	wire [16:0] f_size = 17'd1 << cpl_lg_q;
	wire [15:0] f_given = s_data[15:0] - cpl_cons_q;
	initial {f_late, f_recv_late, f_run} = 0;
	always @(posedge clk) begin
		f_run <= 1'b1;
		f_recv_late <= !rst && enable_q && (f_recv_late ? !recv_push : f_recv_look && recv_room_q);
		f_late <= !rst && enable_q && (f_late ? !(cpl_push && !cpl_push_reserved) : f_look && refusal_room);
	end
	always @(*) begin
		assume (f_run || rst);
		assume (cpl_room_q && enable_q || cpl_reserve == 0);
		assume (!cpl_push_reserved || cpl_push);
		assume (!cpl_push || cpl_push_reserved || f_late);
		assume (reserved_q >= {5'd0, cpl_release[0]} + {5'd0, cpl_release[1]} + {5'd0, cpl_push_reserved});
		assume (reserved_q < 6'd40);
		assume (!(s_write && s_addr == `RN_QUEUES_CPL_CONSUMER_A) || f_given <= cpl_used);
		assume (!(s_write && s_addr == `RN_QUEUES_RECV_CONSUMER_A) || f_recv_given <= recv_used);
		assume (!recv_push || f_recv_late);
		assume (!send_done || send_pending);
		assume (!send_quick || (enable_q && !ahead_q));        // dma_sched
		assume (cpl_lg_q >= 4'd4 || cpl_reserve == 0);
	end
	always @(*)
		if (f_run) begin
			assert (!(enable_q && stopped_q));
			assert (off || {1'b0, recv_used} + {16'd0, f_recv_late} <= 17'd1 << recv_lg_q);   // nor in the receive ring
			assert (off || !recv_room_q || f_recv_late || {1'b0, recv_used} < 17'd1 << recv_lg_q);
			assert (off || f_taken + {16'd0, f_late} <= f_size || cpl_lg_q < 4'd4);   // no record is overwritten
			assert (off || !cpl_room_q || f_taken + {16'd0, f_late} + 17'd5 <= f_size + 17'd1 || cpl_lg_q < 4'd4);
			assert (off || !refusal_room_q || cpl_room_q || cpl_lg_q < 4'd4);
			assert (send_prod_q - send_cons_q <= (16'd1 << send_lg_q));
			assert (!ahead_q || send_prod_q - send_cons_q <= 16'd1);
		end
	always @(posedge clk)
		if (f_run && $past(f_run && stopped_q && !start && !rst))
			assert (stopped_q);                              // until it is turned on
	always @(*) begin
		cover (f_run && enable_q && !recv_room_q && recv_lg_q != 0);
		cover (f_run && stopped_q && busy);
	end
`endif
endmodule

`default_nettype wire
