// SPDX-License-Identifier: BSD-3-Clause
// rtl: rtl/sym_out.v
// prove: induction 3
// prove: cover 10
// prove: fail 8 BROKEN=1
//
// sym_out under any symbols, port and back-pressure. Symbols never go out in adjacent clocks. A symbol that waits does
// not change while the port is up. A barrier symbol is held or reported as lost, and a FAULT symbol that was taken is
// held, so that as many go out as came in; at most two are held. While the port is down no symbol is offered.
//
// BROKEN = 1: the claim that no barrier symbol is ever lost is refuted.
`default_nettype none

module sym_out_fv #(
	parameter BROKEN = 0
) (
	input wire clk,
	input wire rst_any,
	input wire up,
	input wire s_bar_valid,
	input wire [16:0] s_bar_data,
	input wire s_fault_valid,
	input wire [15:0] s_fault_data,
	input wire m_ready
);
	reg first_q = 1'b1;
	wire rst = first_q || rst_any;
	wire s_fault_ready, m_valid, idle, lost;
	wire [19:0] m_data;
	(* hierconn *) wire \dut.head_valid_q ;
	(* hierconn *) wire \dut.tail_valid_q ;
	sym_out dut (.clk(clk), .rst(rst), .up(up), .s_bar_valid(s_bar_valid), .s_bar_data(s_bar_data), .s_fault_valid(s_fault_valid),
		.s_fault_ready(s_fault_ready), .s_fault_data(s_fault_data), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data),
		.idle(idle), .lost(lost));

	reg [1:0] held_q = 2'd0;         // symbols that came and did not go
	reg popped_q = 1'b0, wait_q = 1'b0;
	reg [19:0] data_q;
	wire pop = m_valid && m_ready;
	wire in = (s_bar_valid && !lost) || (s_fault_valid && s_fault_ready);

	always @(posedge clk) begin
		first_q <= 1'b0;
		held_q <= rst || !up ? 2'd0 : held_q + {1'b0, in} - {1'b0, pop};
		popped_q <= pop;
		wait_q <= m_valid && !m_ready && up && !rst;
		data_q <= m_data;
	end

	always @(*)
		if (!first_q && !rst) begin
			assert (!(pop && popped_q));
			assert (!wait_q || (m_valid && m_data == data_q));
			assert (held_q == {1'b0, \dut.head_valid_q } + {1'b0, \dut.tail_valid_q });
			assert (!(\dut.tail_valid_q && !\dut.head_valid_q ));
			assert (idle == (held_q == 0));
			assert (!m_valid || held_q != 0);
			assert (!(lost && !s_bar_valid) && !(s_bar_valid && s_fault_ready));
			assert (!lost || held_q == 2'd2);
			assert (BROKEN == 0 || !lost);
		end

	// Reached:
	always @(posedge clk)
		if (!first_q && !rst) begin
			cover (lost);                                                                    // a symbol is lost
			cover (held_q == 2'd2);                                                          // full
			cover (held_q == 0 && popped_q);                                                 // emptied
			cover (s_fault_valid && !s_fault_ready);                                         // a report waits
			cover (wait_q && s_bar_valid);                                                   // a symbol comes while one waits
		end
endmodule

`default_nettype wire
