// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/spin_tx.v rtl/spin_rx.v
// prove: bmc 30 D=1
// prove: bmc 30 D=4
// prove: bmc 56 D=8
// prove: cover 44 D=1
// prove: cover 32 D=8
// prove: fail 46 D=9
//
// spin_tx and spin_rx at the two ends of a wire of D clocks, with D clocks back for the NACK. Before them a switch begins
// cells, with or without a gap between two cells. Behind them there is room or not at any head. As sw_input does, the
// sender keeps the cell that it is giving and the one before it while that is not settled, and begins refused cells again.
// Shown for the first 30 clocks (D = 1, 4) and 56 clocks (D = 8; the NACK that spin_tx must ignore comes in the 51st):
//  * each cell is handed on once, in order, whole, so none is lost or doubled;
//  * a slot that was given back is not refused later;
//  * a cell is handed on only where room was shown at its head, so nothing overflows.
// With D = 9 a NACK comes too late, and the solver finds that.
`default_nettype none

module spin_rx_fv #(
	parameter D = 8
) (
	input wire clk,
	input wire begin_any,        // the switch begins a cell if it may
	input wire room_any
);
	localparam LAST = 5'd16;
	reg rst = 1'b1;
	always @(posedge clk)
		rst <= 1'b0;

	// --- the switch before it: cells are numbered; one is given, the one before may not be settled ---
	reg [1:0] next_q = 2'd0;     // number of the next cell to begin
	reg giving_q = 1'b0;
	reg [1:0] cell_q;
	reg [4:0] word_q = 5'd0;
	reg [2:0] prev_q = 3'd0;     // clocks since the end of the cell before, as in sw_input
	reg [1:0] prev_cell_q;
	reg [1:0] done_q = 2'd0;     // cells below this are given back
	wire nack;
	wire ends = giving_q && word_q == LAST;
	wire starts = begin_any && (!giving_q || ends) && !nack;
	wire kept = giving_q && !nack;
	wire [15:0] data = {9'd0, cell_q, word_q};

	always @(posedge clk)
		if (!rst) begin
			giving_q <= starts || (kept && !ends);
			word_q <= starts || ends || !giving_q ? 5'd0 : word_q + 5'd1;
			if (starts)
				cell_q <= next_q;
			if (ends)
				prev_cell_q <= cell_q;
			prev_q <= {prev_q[1:0] & {2{!nack}}, ends && kept};
			// Back to the oldest cell that is not settled.
			if (nack)
				next_q <= prev_q != 0 ? prev_cell_q : giving_q ? cell_q : next_q;
			else if (starts)
				next_q <= next_q + 2'd1;
			if (prev_q[2] && !nack)
				done_q <= prev_cell_q + 2'd1;
		end

	// --- the wire ---
	wire valid, parity, back;
	wire [15:0] word;
	spin_tx tx (.clk(clk), .rst(rst), .s_valid(giving_q), .s_head(giving_q && word_q == 5'd0), .s_data(data), .nack(nack),
		.wire_valid(valid), .wire_data(word), .wire_parity(parity), .wire_nack(back));
	reg [D-1:0] valid_q = 0, parity_q = 0, nack_q = 0;
	reg [16*D-1:0] data_q = 0;
	wire refuse;
	integer i;
	always @(posedge clk) begin
		valid_q <= {valid_q, valid && !rst};
		parity_q <= {parity_q, parity};
		nack_q <= {nack_q, refuse && !rst};
		data_q <= {data_q, word};
	end
	assign back = nack_q[D-1];

	// --- the receiver ---
	wire m_valid, m_head, m_last, error;
	wire [15:0] m_data;
	spin_rx rx (.clk(clk), .rst(rst), .wire_valid(valid_q[D-1]), .wire_data(data_q[16*D-1 -: 16]), .wire_parity(parity_q[D-1]),
		.wire_nack(refuse), .room({2{room_any}}), .m_valid(m_valid), .m_head(m_head), .m_last(m_last), .m_data(m_data), .error(error));

	reg room_q = 1'b0;           // there was room in the clock in which the head that is handed on came
	reg [1:0] want_q = 2'd0;     // the cell that is to come
	reg [4:0] at_q = 5'd0;       // and its word
	always @(posedge clk) begin
		room_q <= room_any;
		if (m_valid && !rst)
			at_q <= m_last ? 5'd0 : at_q + 5'd1;
		if (m_valid && m_last && !rst)
			want_q <= want_q + 2'd1;
	end

	always @(*)
		if (!rst) begin
			if (m_valid) begin
				assert (m_head == (at_q == 5'd0) && m_last == (at_q == LAST));
				assert (m_data == {9'd0, want_q, at_q});
				assert (!m_head || room_q);
			end
			assert (m_valid || at_q == 5'd0);
			assert (done_q == want_q || done_q + 2'd1 == want_q || want_q + 2'd1 == done_q);
		end

	// Reached:
	reg refused_q = 1'b0;
	always @(posedge clk)
		refused_q <= !rst && (refused_q || refuse);
	generate if (D == 8) begin : far
		always @(posedge clk)
			cover (!rst && nack && prev_q != 0);                                             // refused with the cell before unsettled
	end else begin : near
		always @(posedge clk) begin
			cover (!rst && nack && giving_q && word_q != 0);                                 // refused in the middle
			cover (!rst && m_valid && m_last && refused_q);                                  // a cell comes whole after a refusal
			cover (!rst && want_q == 2'd2);                                                  // two cells came
		end
	end endgenerate
endmodule

`default_nettype wire
