// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/link_rx.v rtl/cell_class.v rtl/cell_len.v
// prove: induction 3
// prove: induction 3 W=64
// prove: cover 14
// prove: cover 14 W=64
// prove: fail 12 BROKEN=1
//
// link_rx under any words on the wire, any ticks, any CRC, and a link that comes and goes: the invariants R1 to R4 of
// link_rx.v. A cell on m_rx has one first word, exactly the words of its length, and one last word. It ends good, void
// or failed, and its end is reported once. A cell that was begun is given up at the second tick without a word, and
// ended one word a clock from there. A symbol is handed on only if its check was right a clock before; one in a tail only if
// the cell was good or void, and to the link only.
//
// BROKEN = 1: the claim that no good cell ever comes is refuted.
`default_nettype none

module link_rx_fv #(
	parameter W = 16,
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst_any,
	input wire up,
	input wire tick,
	input wire s_wire_tvalid,
	input wire [W-1:0] s_wire_tdata,
	input wire [1:0] s_wire_tuser,
	input wire [4:0] expected,
	input wire refuse
);
	localparam [4:0] HEAD_N = W < 32 ? 2 : 1;
	reg first_q = 1'b1, rst_q = 1'b1;
	wire rst = first_q || rst_any;
	wire m_rx_valid, m_rx_head, m_rx_last, m_rx_bad, good, void_cell, fail, vc, control, m_sym_valid, m_lnk_valid, sym_wrong;
	wire [W-1:0] m_rx_data;
	wire [19:0] m_sym_data;
	(* hierconn *) wire \dut.in_q ;
	(* hierconn *) wire \dut.fill_q ;
	(* hierconn *) wire \dut.idle_q ;
	(* hierconn *) wire [4:0] \dut.left_q ;
	(* hierconn *) wire \dut.begins ;
	(* hierconn *) wire \dut.goes_on ;
	(* hierconn *) wire \dut.sym_right ;
	(* hierconn *) wire \dut.ends ;

	link_rx #(.W(W), .CRC_W(W < 32 ? 16 : 32)) dut (.clk(clk), .rst(rst), .up(up), .tick(tick), .s_wire_tvalid(s_wire_tvalid), .s_wire_tdata(s_wire_tdata),
		.s_wire_tuser(s_wire_tuser), .m_rx_valid(m_rx_valid), .m_rx_head(m_rx_head), .m_rx_last(m_rx_last), .m_rx_bad(m_rx_bad),
		.m_rx_data(m_rx_data), .expected(expected), .refuse(refuse), .good(good), .void_cell(void_cell), .fail(fail), .vc(vc), .control(control),
		.m_sym_valid(m_sym_valid), .m_lnk_valid(m_lnk_valid), .m_sym_data(m_sym_data), .sym_wrong(sym_wrong));

	// The cell that goes out, and the report of the word before.
	reg cell_q = 1'b0;
	reg [4:0] left_q;            // words of it to come
	reg good_q, void_q, fail_q, right_q, tail_q;
	reg [1:0] ticks_q = 2'd0;    // without a word of the cell
	wire [1:0] len = m_rx_data[1:0];
	wire [4:0] words = HEAD_N + (len == 2'd0 ? 5'd17 : len == 2'd1 ? 5'd9 : len == 2'd2 ? 5'd5 : 5'd2);

	always @(posedge clk) begin
		first_q <= 1'b0;
		rst_q <= rst;
		{good_q, void_q, fail_q, right_q, tail_q} <= {good, void_cell, fail, \dut.sym_right , \dut.ends };
		cell_q <= !rst && (m_rx_valid ? !m_rx_last : cell_q);
		if (m_rx_valid)
			left_q <= m_rx_head ? words - 5'd1 : left_q - 5'd1;
		ticks_q <= \dut.begins || \dut.goes_on || !\dut.in_q ? 2'd0 : ticks_q + {1'b0, tick && !ticks_q[1]};
	end

	wire opens = m_rx_valid && !m_rx_last;
	wire [4:0] left = m_rx_valid ? (m_rx_head ? words - 5'd1 : left_q - 5'd1) : left_q;
	always @(posedge clk)
		if (!first_q && !rst) begin
			// R1
			assert (!m_rx_valid || rst_q || m_rx_head == !cell_q);
			assert (!m_rx_valid || rst_q || m_rx_last == (left == 5'd0));
			assert (rst_q || \dut.in_q == (m_rx_valid ? !m_rx_last : cell_q));
			assert (!\dut.in_q || (\dut.left_q == left && left >= 5'd1 && left <= HEAD_N + 5'd16));
			assert (!\dut.fill_q || \dut.in_q );
			// R2
			assert (good + void_cell <= 1 && !(good && fail) && !(void_cell && fail));
			if (m_rx_valid && m_rx_last) begin
				assert (good_q + void_q + fail_q == 2'd1);
				assert (m_rx_bad == !good_q);
			end else
				assert (!good_q && !void_q || rst_q);
			// R3
			assert (ticks_q <= 2'd1 || \dut.fill_q || !\dut.in_q );
			assert (!\dut.in_q || \dut.fill_q || (ticks_q != 0) == \dut.idle_q );
			// R4
			assert (!(m_sym_valid || m_lnk_valid) || right_q);
			assert (!(m_sym_valid && m_lnk_valid));
			assert (!(m_sym_valid && tail_q));
			assert (!(m_lnk_valid && tail_q) || (W >= 64 && (good_q || void_q)));
			assert (BROKEN == 0 || !good_q);
		end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (good);                                                                    // a good cell
			cover (void_cell);                                                               // a void cell
			cover (fail);                                                                    // a spoiled cell
			cover (\dut.fill_q );                                                            // a cell is filled up
			cover (m_sym_valid);                                                             // a symbol for the node
			cover (W < 64 || (m_lnk_valid && tail_q));                                       // one of a tail
			cover (m_lnk_valid);                                                             // a symbol for the link
			cover (m_rx_valid && m_rx_last && m_rx_bad);                                     // the last word is marked bad
			cover (\dut.in_q && \dut.idle_q && ticks_q == 1);                                // a cell has waited for a tick
			cover (sym_wrong);                                                               // a symbol is wrong
			cover (refuse && \dut.in_q );                                                    // refusing within a cell
		end
endmodule

module link_crc #(
	parameter W = 16,
	parameter CRC_W = 16,
	parameter POLY = 0
) (
	input wire [CRC_W-1:0] last,
	input wire [W-1:0] data,
	output wire [CRC_W-1:0] next
);
	(* anyseq *) wire [CRC_W-1:0] any;
	assign next = any;
endmodule

module link_sym (
	input wire [19:0] symbol,
	output wire [11:0] check
);
	(* anyseq *) wire [11:0] any;
	assign check = any;
endmodule

`default_nettype wire
