// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the beats of one slot in order and offers them as a stream. It asks for the RAM's read
// port beat by beat, so the walk of the reduction (which cannot wait) goes between. Used by
// reduce_tx and reduce_res.
//
// Invariant: beats held and beats on their way from the RAM are at most ROOM_N together; so none
// is lost when the stream stalls.

`default_nettype none

module reduce_fetch (
	input wire clk,
	input wire rst,

	input wire start,          // pulse while idle: read this slot
	input wire [7:0] slot,     // {group, slot}
	input wire [1:0] beats,    // beats less one
	output wire idle,          // all beats were taken

	output wire rd_req,
	output wire [9:0] rd_addr, // {group, slot, beat}
	input wire rd_grant,       // this clock; data one clock later
	input wire [63:0] rd_data,

	output wire m_valid,
	input wire m_ready,
	output wire m_last,
	output wire [63:0] m_data
);

localparam [2:0] ROOM_N = 3'd2; // beats

reg [7:0] slot_q;
reg [1:0] beats_q;
reg [2:0] ask_q;     // beats asked for
reg [2:0] took_q;    // beats handed on
reg way_q;           // a beat arrives in this clock
reg [1:0] held_q;    // beats in the two registers
reg [63:0] out_q;    // the next one to hand on
reg [63:0] next_q;   // the one behind it

wire [2:0] number = {1'b0, beats_q} + 3'd1;
wire [2:0] under_way = ask_q - took_q;
wire take = m_valid && m_ready;
wire arrive = way_q;

assign idle = took_q == number;
assign rd_req = ask_q != number && under_way != ROOM_N;
assign rd_addr = {slot_q, ask_q[1:0]};
assign m_valid = held_q != 2'd0;
assign m_last = took_q[1:0] == beats_q;
assign m_data = out_q;

always @(posedge clk)
	if (start)
		slot_q <= slot;

always @(posedge clk)
	if (rst)
		beats_q <= 2'd0;
	else if (start)
		beats_q <= beats;

// After reset: nothing to fetch, as if one beat had been asked for and taken.
always @(posedge clk)
	if (rst) begin
		ask_q <= 3'd1;
		took_q <= 3'd1;
	end else begin
		ask_q <= start ? 3'd0 : ask_q + {2'd0, rd_req && rd_grant};
		took_q <= start ? 3'd0 : took_q + {2'd0, take};
	end

always @(posedge clk)
	if (rst) begin
		way_q <= 1'b0;
		held_q <= 2'd0;
	end else begin
		way_q <= rd_req && rd_grant;
		held_q <= held_q + {1'b0, arrive} - {1'b0, take};
	end

always @(posedge clk) begin
	if (take || held_q == 2'd0)
		out_q <= (held_q == 2'd2) ? next_q : rd_data;
	if (arrive)
		next_q <= rd_data;
end

`ifdef FORMAL
always @(posedge clk)
	if (!rst) begin
		assert (under_way <= ROOM_N);
		assert ({1'b0, held_q} + {2'd0, way_q} == under_way);
	end
`endif

endmodule

`default_nettype wire
