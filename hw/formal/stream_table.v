// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/stream_table.v
// prove: induction 4
// prove: cover 14
// prove: fail 12 BROKEN=1
// prove: fail 12 BROKEN=2
//
// stream_table under any registers, pages that come and go, and cells that are asked for, then updated or dropped.
//  * A word is never read in the clock in which one is written, so no_rw_check is right.
//  * Between a question and its end the registers wait.
//  * A value written back goes to the stream that was asked for. The values for its record stay until the next cell is
//    asked for.
//  * Of one stream, chosen by the solver: it is armed only when it was not armed, with room, with bytes to come and with
//    its page on. A place is reserved exactly then, and released exactly when the registers close it. For a READ it is opened
//    only when it was not, without a place.
// Assumed, and ensured by dma_place and dma_bus: a cell ends (s_update, s_drop) only after its question, and the bus
// holds its request until bus_ready, and a READ has bytes to come. Assumed: a page that goes off is off for two clocks.
//
// BROKEN = 1: the claim that no stream is ever armed is refuted.
// BROKEN = 2: the claim that an update never meets a waiting register access is refuted.
`default_nettype none

module stream_table_fv #(
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire [7:0] enable,
	input wire [7:0] cpl_room,
	input wire bus_valid,
	input wire bus_write,
	input wire [2:0] bus_page,
	input wire [7:2] bus_addr,
	input wire [31:0] bus_wdata,
	input wire s_open,
	input wire [5:0] s_open_tag,
	input wire [19:0] s_open_origin,
	input wire [39:0] s_open_offset,
	input wire [31:0] s_open_length,
	input wire [31:0] s_open_cookie,
	input wire s_ask,
	input wire [5:0] s_tag,
	input wire s_update,
	input wire s_close,
	input wire s_drop,
	input wire [39:0] s_offset,
	input wire [39:0] s_left
);
	wire [7:0] m_reserve, m_release;
	wire bus_ready, s_ready, m_armed, m_open, m_open_busy;
	wire [31:0] bus_rdata, m_cookie;
	wire [39:0] m_rest;
	wire [9:0] m_source;
	wire [6:0] m_sender;
	wire [2:0] m_region;
	wire [39:0] m_offset, m_left;
	(* hierconn *) wire \dut.read ;
	(* hierconn *) wire \dut.write ;
	(* hierconn *) wire \dut.act ;
	(* hierconn *) wire \dut.bus ;
	(* hierconn *) wire [5:0] \dut.at ;
	(* hierconn *) wire [5:0] \dut.tag_q ;
	(* hierconn *) wire [63:0] \dut.armed_q ;
	(* hierconn *) wire \dut.locked_q ;
	(* hierconn *) wire \dut.bus_q ;
	(* hierconn *) wire [31:0] \dut.cookie_q ;

	stream_table dut (.clk(clk), .rst(rst), .enable(enable), .cpl_room(cpl_room), .m_reserve(m_reserve), .m_release(m_release),
		.bus_valid(bus_valid), .bus_write(bus_write), .bus_page(bus_page), .bus_addr(bus_addr), .bus_wdata(bus_wdata),
		.bus_ready(bus_ready), .bus_rdata(bus_rdata), .s_open(s_open), .m_open(m_open), .m_open_busy(m_open_busy), .s_open_tag(s_open_tag),
		.s_open_origin(s_open_origin), .s_open_offset(s_open_offset), .s_open_length(s_open_length), .s_open_cookie(s_open_cookie), .s_ask(s_ask), .s_ready(s_ready), .s_tag(s_tag), .m_armed(m_armed),
		.m_source(m_source), .m_sender(m_sender), .m_region(m_region), .m_offset(m_offset), .m_left(m_left), .m_cookie(m_cookie),
		.m_rest(m_rest), .s_update(s_update), .s_close(s_close), .s_drop(s_drop), .s_offset(s_offset), .s_left(s_left));

	(* anyconst *) reg [5:0] one;            // the stream followed
	reg first_q = 1'b1, cell_q = 1'b0;       // a cell is between question and end
	reg [5:0] tag_q;                         // of this stream
	reg armed_q = 1'b0;                      // the stream followed
	reg wait_q = 1'b0;                       // a request of the bus stands
	reg [42:0] was_q;
	reg ended_q = 1'b0;                      // a cell was updated, none was asked for since
	reg [71:0] record_q, shown_q;            // cookie and rest of its stream; of the one that a cell asks for
	reg asked_q = 1'b0;
	reg [5:0] read_q;                        // where the registers read
	reg past_q = 1'b0;
	reg [7:0] went_q = 8'd0, on_q = 8'd0;    // pages that went off in the clock before
	wire ask = s_ask && s_ready;
	wire [42:0] request = {bus_write, bus_page, bus_addr, bus_wdata, 1'b0};
	wire mine = \dut.at == one;
	wire reserve = m_reserve[one[5:3]] && mine;
	wire release_one = m_release[one[5:3]] && mine;
	wire open = m_open && !m_open_busy && s_open_tag == one;
	wire close = s_update && s_close && cell_q && tag_q == one;

	always @(posedge clk) begin
		first_q <= 1'b0;
		past_q <= !rst;
		on_q <= enable;
		went_q <= on_q & ~enable;
		wait_q <= bus_valid && !bus_ready;
		was_q <= request;
		if (\dut.bus )
			read_q <= \dut.at ;
		asked_q <= ask && !rst;
		if (asked_q)
			shown_q <= {\dut.cookie_q , m_left};
		ended_q <= !rst && (s_update || (ended_q && !ask));
		if (s_update)
			record_q <= asked_q ? {\dut.cookie_q , m_left} : shown_q;
		cell_q <= !rst && (ask || (cell_q && !s_update && !s_drop));
		if (ask)
			tag_q <= s_tag;
		armed_q <= !rst && enable[one[5:3]] && (reserve || open || (armed_q && !release_one && !close));
	end

	always @(*) begin
		if (first_q)
			assume (rst);
		assume (!(s_update || s_drop) || cell_q);
		assume (!(s_update && s_drop));
		assume (!wait_q || (bus_valid && request == was_q));
		assume ((went_q & enable) == 0);
		if (!first_q) begin
			assert (!(\dut.read && (s_update || \dut.write || m_open)));
			assert (!(ask && (s_update || \dut.write )));
			assert (!(m_open && (s_update || \dut.write || cell_q || !s_open)));
			assert (!m_open || \dut.at == s_open_tag);
			assert (!open || !armed_q);
			assert (cell_q == \dut.locked_q );
			assert (!(\dut.act && (cell_q || \dut.bus_q )));
			assert (!cell_q || \dut.tag_q == tag_q);
			assert (!s_update || \dut.at == tag_q);
			assert (!(cell_q && !asked_q) || shown_q == {\dut.cookie_q , m_left});
			assert (!asked_q || cell_q);
			assert (!ended_q || record_q == {m_cookie, m_rest});
			assert (!\dut.act || !past_q || (wait_q && \dut.at == read_q && read_q == \dut.tag_q ));
			assert (armed_q == \dut.armed_q [one]);
			assert ((m_reserve & (m_reserve - 1'b1)) == 0 && (m_release & (m_release - 1'b1)) == 0);
			assert (m_reserve == 0 || m_release == 0);
			assert (!(m_reserve != 0 || m_release != 0) || \dut.write );
			assert (!reserve || (!armed_q && enable[one[5:3]] && cpl_room[one[5:3]]));
			assert (!release_one || armed_q);
			if ((\dut.act || cell_q) && \dut.tag_q == one) begin
				assert (m_armed || !armed_q);
				assert (!m_armed || armed_q || cell_q || went_q[one[5:3]]);
			end
			assert (armed_q == 1'b0 || !went_q[one[5:3]]);
			if (BROKEN == 1)
				assert (!armed_q);
			if (BROKEN == 2)
				assert (!(s_update && bus_valid));
		end
	end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (close);                                                                   // a stream is complete
			cover (went_q[one[5:3]] && cell_q && tag_q == one);                              // its page goes off within a cell
			cover (bus_valid && !bus_ready && cell_q);                                       // the registers wait for a cell
			cover (m_reserve != 0);                                                          // armed
			cover (m_release != 0 && armed_q);                                               // let go by its page
			cover (s_drop && m_armed);                                                       // a cell is dropped
			cover (s_ask && !s_ready);                                                       // a cell waits
			cover (open && enable[one[5:3]]);                                                // for a READ
			cover (m_open && m_open_busy);                                                   // it is open already
			cover (s_open && !m_open);
		end
endmodule

`default_nettype wire
