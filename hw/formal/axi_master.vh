// SPDX-License-Identifier: BSD-3-Clause
//
// The rules of AXI4 for a master with 64 or 128 data bits and one id, as properties: asserted of the master,
// assumed of the slave. A proof binds them to the ports of its module. (AMBA AXI and ACE, A3 and A4)
//
//  A1  A valid signal and its payload stay until they are taken; none is valid in the first clock after a reset.
//  A2  Addresses are aligned to a word, no burst crosses 4 KiB.
//  A3  At most OPEN_N bursts are under way: the address was taken and the last beat or the answer was not.
//  A4  A burst has as many beats as its address says, the last one is marked (EXACT: followed burst by burst; for
//      bounded proofs).
//  A5  Write data are at most AHEAD_N bursts before their address. They never wait for an address to be taken, nor an
//      address for data.
//  A6  Assumed: an answer comes only for a burst of which the address and all data were taken, a word only of a
//      burst of which the address was taken; they stay until taken.

module axi_write_rules #(
	parameter DATA_W = 64,
	parameter OPEN_N = 5,
	parameter AHEAD_N = 2,
	parameter EXACT = 0,
	parameter COVER = 1              // 0: for a master with one access at a time
) (
	input wire clk,
	input wire rst,                  // from the first clock on
	input wire awvalid,
	input wire awready,
	input wire [63:0] awaddr,
	input wire [7:0] awlen,
	input wire [2:0] awuser,
	input wire wvalid,
	input wire wready,
	input wire [DATA_W-1:0] wdata,
	input wire [DATA_W/8-1:0] wstrb,
	input wire wlast,
	input wire bvalid,
	input wire bready,
	output wire [5:0] f_open,        // addresses taken, not answered
	output wire [5:0] f_data         // last beats taken, not answered
);
	localparam LG_B = DATA_W == 128 ? 4 : 3;
	localparam [9:0] PAGE_N = 10'd1 << (12 - LG_B); // words of 4 KiB
	reg [5:0] open_q = 0, data_q = 0;
	reg aw_q = 1'b0, w_q = 1'b0, b_q = 1'b0, rst_q = 1'b1; // were offered and not taken
	reg [74:0] aw_was_q;
	reg [DATA_W+DATA_W/8:0] w_was_q;
	wire aw = awvalid && awready, last = wvalid && wready && wlast, b = bvalid && bready;

	assign f_open = open_q;
	assign f_data = data_q;
	always @(posedge clk) begin
		rst_q <= rst;
		open_q <= rst ? 6'd0 : open_q + {5'd0, aw} - {5'd0, b};
		data_q <= rst ? 6'd0 : data_q + {5'd0, last} - {5'd0, b};
		{aw_q, w_q, b_q} <= rst ? 3'd0 : {awvalid && !awready, wvalid && !wready, bvalid && !bready};
		aw_was_q <= {awaddr, awlen, awuser};
		w_was_q <= {wdata, wstrb, wlast};
	end

	always @(*) begin
		assume (!bvalid || (open_q != 0 && data_q != 0));                                   // A6
		assume (!b_q || bvalid);
		if (!rst) begin
			assert (!rst_q || !(awvalid || wvalid));                                        // A1
			assert (!aw_q || (awvalid && {awaddr, awlen, awuser} == aw_was_q));
			assert (!w_q || (wvalid && {wdata, wstrb, wlast} == w_was_q));
			assert (!awvalid || (awaddr[LG_B-1:0] == 0 && {1'b0, awaddr[11:LG_B]} + {2'd0, awlen} < PAGE_N)); // A2
			assert ({1'b0, open_q} <= OPEN_N);                                              // A3
			assert ({1'b0, data_q} <= {1'b0, open_q} + AHEAD_N);                            // A5
		end
	end

	generate if (EXACT != 0) begin : exact
		// Lengths by the number of the burst: that of its address, the beats that came.
		reg [3:0] said_q = 0, came_q = 0;    // bursts of which the address was offered, the last beat taken
		reg [7:0] beat_q = 0;
		(* mem2reg *) reg [7:0] said [0:7];
		(* mem2reg *) reg [7:0] came [0:7];
		wire offers = awvalid && !aw_q;
		wire [3:0] lead = said_q - came_q;   // positive: addresses are ahead; below 0: data
		always @(posedge clk) begin
			said_q <= rst ? 4'd0 : said_q + {3'd0, offers};
			came_q <= rst ? 4'd0 : came_q + {3'd0, last};
			beat_q <= rst || last ? 8'd0 : beat_q + {7'd0, wvalid && wready};
			if (offers)
				said[said_q[2:0]] <= awlen;
			if (last)
				came[came_q[2:0]] <= beat_q;
		end
		always @(*)
			if (!rst) begin
				if (last && lead != 0 && !lead[3])
					assert (beat_q == said[came_q[2:0]]);                                   // A4
				if (last && lead == 0 && offers)
					assert (beat_q == awlen);
				if (offers && lead[3])
					assert (came[said_q[2:0]] == awlen);
				if (wvalid && lead != 0 && !lead[3])
					assert (beat_q <= said[came_q[2:0]] && wlast == (beat_q == said[came_q[2:0]]));
			end
		always @(posedge clk) begin
			cover (!COVER || (last && lead == 0 && !offers));                                 // data ahead of an address
			cover (!COVER || (last && lead == 4'd1 && beat_q == 8'd2));
		end
	end endgenerate

	always @(posedge clk) begin
		cover (!rst && aw_q && w_q);                                                        // both wait
		cover (!rst && open_q == OPEN_N - 1);                                               // many under way
		cover (!COVER || (!rst && b_q));                                                    // an answer waits
		cover (!COVER || (!rst && awvalid && awaddr[11:3] == 0 && open_q != 0));            // behind 4 KiB
	end
endmodule

module axi_read_rules #(
	parameter DATA_W = 64,
	parameter OPEN_N = 5,
	parameter EXACT = 0,
	parameter COVER = 1              // 0: for a master with one access at a time
) (
	input wire clk,
	input wire rst,
	input wire arvalid,
	input wire arready,
	input wire [63:0] araddr,
	input wire [7:0] arlen,
	input wire [2:0] aruser,
	input wire rvalid,
	input wire rready,
	input wire last,                 // a word is taken that the master holds to be the last
	output wire [5:0] f_open         // addresses taken of which words are to come
);
	localparam LG_B = DATA_W == 128 ? 4 : 3;
	localparam [9:0] PAGE_N = 10'd1 << (12 - LG_B);
	reg [5:0] open_q = 0;
	reg ar_q = 1'b0, r_q = 1'b0, rst_q = 1'b1;
	reg [74:0] ar_was_q;
	wire ar = arvalid && arready;

	assign f_open = open_q;
	always @(posedge clk) begin
		rst_q <= rst;
		open_q <= rst ? 6'd0 : open_q + {5'd0, ar} - {5'd0, last};
		{ar_q, r_q} <= rst ? 2'd0 : {arvalid && !arready, rvalid && !rready};
		ar_was_q <= {araddr, arlen, aruser};
	end

	always @(*) begin
		assume (!rvalid || open_q != 0);                                                    // A6
		assume (!r_q || rvalid);
		if (!rst) begin
			assert (!rst_q || !arvalid);                                                    // A1
			assert (!ar_q || (arvalid && {araddr, arlen, aruser} == ar_was_q));
			assert (!arvalid || (araddr[LG_B-1:0] == 0 && {1'b0, araddr[11:LG_B]} + {2'd0, arlen} < PAGE_N)); // A2
			assert ({1'b0, open_q} <= OPEN_N);                                              // A3
			assert (!last || (rvalid && rready));
		end
	end

	generate if (EXACT != 0) begin : exact
		reg [2:0] said_q = 0, came_q = 0;
		reg [7:0] beat_q = 0;
		(* mem2reg *) reg [7:0] said [0:7];
		always @(posedge clk) begin
			said_q <= rst ? 3'd0 : said_q + {2'd0, ar};
			came_q <= rst ? 3'd0 : came_q + {2'd0, last};
			beat_q <= rst || last ? 8'd0 : beat_q + {7'd0, rvalid && rready};
			if (ar)
				said[said_q] <= arlen;
		end
		always @(*)
			if (!rst && rvalid && rready)
				assert (last == (beat_q == said[came_q]));                                  // A4
	end endgenerate

	always @(posedge clk) begin
		cover (!COVER || (!rst && ar_q && open_q != 0));                                    // an address waits
		cover (!rst && open_q == OPEN_N - 1);                                               // many under way
		cover (!COVER || (!rst && r_q));                                                    // a word waits
		cover (!rst && last && beat_seen);                                                  // the last of several
	end
	reg beat_seen = 1'b0;
	always @(posedge clk)
		beat_seen <= !rst && !last && (beat_seen || (rvalid && rready));
endmodule
