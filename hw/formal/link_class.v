// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/link_class.v
// prove: induction 4
// prove: induction 4 COPIES=0
// prove: induction 4 COPIES=0 SPAN=7
// prove: cover 60
// prove: fail 20 BROKEN=1
//
// link_class under any two classes of cells, whose words come at any time, and any link behind it. A cell's words are not mixed
// with others (G1). While a class wants, one cell of the other begins at most before one of its own, unless the link was kept for a
// copied cell for 32 clocks (G2, G3). A word goes to the link if and only if its class was told so.
//
// COPIES = 0: a cell that wants has all other receivers, so it begins when the link takes it: G2 and G3 hold without exception,
// however long the link takes no word.
// SPAN = 7: control begins no cell while bulk has waited for 255 of its words (G3).
// BROKEN = 1: the claim that control never waits for a cell of bulk is refuted.
`default_nettype none

module link_class_fv #(
	parameter COPIES = 1,
	parameter SPAN = 1,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst,
	input wire bulk_want,
	input wire bulk_valid,
	input wire bulk_last,
	input wire control_want,
	input wire control_valid,
	input wire control_last,
	input wire m_ready
);
	reg first_q = 1'b1;
	reg in_bulk_q = 1'b0, in_control_q = 1'b0; // a cell of the class has begun and not ended
	reg bulk_first_q = 1'b0, control_first_q = 1'b0; // cells of the other class that went before one that wants, at most 1
	wire bulk_ready, control_ready, m_valid, m_last, m_control;
	wire [7:0] m_data;
	wire m_bad;
	wire [7:0] ahead;
	(* hierconn *) wire \dut.busy_q ;
	(* hierconn *) wire \dut.control_q ;
	(* hierconn *) wire \dut.turn_q ;
	(* hierconn *) wire [5:0] \dut.wait_q ;

	always @(posedge clk)
		first_q <= 1'b0;
	always @*
		if (first_q)
			assume (rst);
	// A cell that is there wants until it has begun.
	always @* begin
		assume (!bulk_valid || bulk_want || in_bulk_q);
		assume (!control_valid || control_want || in_control_q);
		assume (COPIES != 0 || in_bulk_q || bulk_valid == bulk_want);
		assume (COPIES != 0 || in_control_q || control_valid == control_want);
	end

	link_class #(.W(8), .SPAN(SPAN)) dut (.clk(clk), .rst(rst), .s_bulk_want(bulk_want), .s_bulk_valid(bulk_valid), .s_bulk_ready(bulk_ready),
		.s_bulk_last(bulk_last), .s_bulk_bad(1'b0), .s_bulk_data(8'h00), .s_control_want(control_want),
		.s_control_valid(control_valid), .s_control_ready(control_ready), .s_control_last(control_last), .s_control_bad(1'b1),
		.s_control_data(8'hff), .m_valid(m_valid), .m_ready(m_ready), .m_last(m_last), .m_bad(m_bad), .m_data(m_data),
		.m_control(m_control), .f_ahead(ahead));

	wire bulk_takes = bulk_valid && bulk_ready, control_takes = control_valid && control_ready;
	wire bulk_begins = bulk_takes && !in_bulk_q, control_begins = control_takes && !in_control_q;
	wire stuck = \dut.wait_q [5];

	always @(posedge clk) begin
		if (bulk_takes)
			in_bulk_q <= !bulk_last;
		if (control_takes)
			in_control_q <= !control_last;
		// A cell of bulk that began while control wanted, and the reverse.
		bulk_first_q <= control_want && !control_begins && (bulk_begins || bulk_first_q);
		control_first_q <= bulk_want && !bulk_begins && (control_begins || control_first_q);
		if (rst) begin
			in_bulk_q <= 1'b0;
			in_control_q <= 1'b0;
			bulk_first_q <= 1'b0;
			control_first_q <= 1'b0;
		end
	end

	always @*
		if (!first_q && !rst) begin
			assert (!(in_bulk_q && in_control_q));                                 // G1
			assert (\dut.busy_q == (in_bulk_q || in_control_q));
			assert (!\dut.busy_q || \dut.control_q == in_control_q);
			assert (!(bulk_takes && (control_takes || in_control_q)));
			assert (!(control_takes && in_bulk_q));
			assert ((bulk_takes || control_takes) == (m_valid && m_ready));
			assert (!(m_valid && m_ready) || (m_control == control_takes && m_bad == control_takes && m_data == {8{control_takes}}
				&& m_last == (control_takes ? control_last : bulk_last)));
			assert (\dut.wait_q <= 6'd32);
			assert (COPIES != 0 || \dut.wait_q == 6'd0);
			assert (!(bulk_first_q && in_control_q) && !(control_first_q && in_bulk_q));
			assert (!bulk_first_q || !\dut.turn_q );
			assert (SPAN > 1 || !control_first_q || \dut.turn_q );
			assert (!(bulk_begins && control_want && bulk_first_q) || stuck);       // G2
			assert (SPAN > 1 || !(control_begins && bulk_want && control_first_q) || stuck); // G3
			if (BROKEN != 0)
				assert (!(bulk_begins && control_want));
		end

	generate if (SPAN > 1) begin : by_words
		reg [8:0] words_q = 9'd0;      // of control, while bulk wants and has not begun

		always @(posedge clk)
			if (rst || !bulk_want || bulk_takes)
				words_q <= 9'd0;
			else if (control_takes && words_q != 9'd511)
				words_q <= words_q + 9'd1;
		always @*
			if (!first_q && !rst) begin
				assert (!\dut.turn_q || ahead == 8'd0);
				assert (\dut.turn_q || {1'b0, words_q} + {2'd0, ahead} <= 10'd255);
				assert (!(control_begins && bulk_want && words_q > 9'd255));
			end
	end endgenerate

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (bulk_begins && control_want);                                             // bulk's turn
			cover (control_begins && bulk_want);                                             // control goes first
			cover (stuck && bulk_begins);                                                    // none began for 32 clocks
			cover (in_bulk_q && control_want && !bulk_valid);                                // a cell with a gap
		end
endmodule

`default_nettype wire
