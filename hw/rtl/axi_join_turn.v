// SPDX-License-Identifier: BSD-3-Clause
//
// axi_join_turn: a register for the addresses of two masters, which fill it in turn. An address stays until it is taken.
`default_nettype none

module axi_join_turn #(
	parameter DATA_W = 75            // bits of an address with its length and page
) (
	input  wire clk,
	input  wire rst,
	input  wire [1:0] s_valid,       // {b, a}
	output wire [1:0] m_take,        // one-hot, 0 if none is taken in this clock
	input  wire [DATA_W-1:0] s_data_a,
	input  wire [DATA_W-1:0] s_data_b,
	output wire m_valid,
	input  wire m_ready,
	output wire [DATA_W-1:0] m_data
);
	reg valid_q, last_q;             // last_q: the last one was b's
	reg [DATA_W-1:0] data_q;
	wire free = !valid_q || m_ready;
	wire b = s_valid[1] && !(s_valid[0] && last_q);

	assign m_take = !free ? 2'b00 : b ? 2'b10 : {1'b0, s_valid[0]};
	assign m_valid = valid_q;
	assign m_data = data_q;

	always @(posedge clk)
		if (rst)
			valid_q <= 1'b0;
		else if (free)
			valid_q <= s_valid != 0;

	always @(posedge clk)
		if (m_take != 0) begin
			data_q <= b ? s_data_b : s_data_a;
			last_q <= b;
		end
endmodule

`default_nettype wire
