// SPDX-License-Identifier: BSD-3-Clause
//
// The full/empty engine under any records, any store and any back-pressure. Its memory is never read in the clock in
// which it is written, so no_rw_check is right (assertions in rtl/fe_engine.v). Its answer does not change while it
// waits.
//
// SLOPPY = 1: the claim that no operation ever writes is refuted. The memory is cleared for 512 clocks after reset, so
// the proof begins in any state.
//
// rtl: rtl/fe_engine.v rtl/fe_shape.v
// solver: incremental
// prove: induction 2
// prove: cover 12 FREE=1
// prove: fail 12 SLOPPY=1
`default_nettype none

module fe_engine_fv #(
	parameter FREE = 0,
	parameter SLOPPY = 0
) (
	input wire clk,
	input wire rst_any,
	input wire op_valid,
	input wire op_local,
	input wire [15:0] op_data,
	input wire state_ready,
	input wire [15:0] state_rdata,
	input wire res_ready
);

	reg first_q = 1'b1, wait_q = 1'b0;
	reg [46:0] was_q;
	wire op_ready, state_read, state_write, state_key, res_valid, res_local;
	wire [2:0] state_page, res_page, res_word;
	wire [15:0] state_wdata, res_number, res_data;
	wire [9:0] res_node;
	wire [7:0] ev;
	wire [46:0] is = {res_local, res_page, res_node, res_number, res_word, res_data[13:0]};

	fe_engine dut (
		.clk(clk), .rst(rst_any), .s_op_valid(op_valid), .s_op_ready(op_ready), .s_op_local(op_local),
		.s_op_data(op_data), .m_state_read(state_read), .m_state_write(state_write), .m_state_key(state_key),
		.m_state_page(state_page), .m_state_wdata(state_wdata), .m_state_ready(state_ready),
		.state_rdata(state_rdata), .m_res_valid(res_valid), .m_res_ready(res_ready), .m_res_local(res_local),
		.m_res_page(res_page), .m_res_node(res_node), .m_res_number(res_number), .m_res_word(res_word),
		.m_res_data(res_data), .ev_fe(ev)
	);

	always @(posedge clk) begin
		first_q <= 1'b0;
		wait_q <= res_valid && !res_ready && !rst_any;
		was_q <= is;
	end

	always @* begin
		if (SLOPPY != 0 || FREE != 0)
			assume (!rst_any);
		else if (first_q)
			assume (rst_any);
		if (wait_q)
			assert (res_valid && is == was_q);
		if (SLOPPY != 0)
			assert (!ev);
	end

	// Reached:
	always @(posedge clk)
		if (!first_q) begin
			cover (ev != 0);                                                                 // an event
			cover (wait_q);                                                                  // a result waits
			cover (res_valid && !res_local);                                                 // a reply to another node
			cover (state_write && state_ready);                                              // the state is written
			cover (state_write && !state_ready);                                             // the state waits to be written
			cover (op_valid && !op_ready && res_valid);                                      // an operation waits for a result
		end
endmodule

`default_nettype wire
