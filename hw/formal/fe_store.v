// SPDX-License-Identifier: BSD-3-Clause
//
// fe_store gives its users one write and one read a clock. A word read is the last one written. No address is read in
// the clock in which it is written (assertions in rtl/fe_store.v).
//
// rtl: rtl/fe_store.v
// prove: induction 3
// prove: cover 8 FREE=1
// prove: fail 8 SLOPPY=1
`default_nettype none

module fe_store_fv #(
	parameter FREE = 0,  // 1: begins anywhere, so after clearing too
	parameter SLOPPY = 0 // 1: claims that an operation's read never waits
) (
	input wire clk,
	input wire bus_read,
	input wire bus_write,
	input wire [7:0] bus_addr,
	input wire [15:0] bus_wdata,
	input wire state_read,
	input wire state_write,
	input wire [7:0] state_addr,
	input wire [15:0] state_wdata,
	input wire res_write,
	input wire [7:0] res_addr,
	input wire [15:0] res_wdata,
	input wire emit_read,
	input wire [7:0] emit_addr
);

	reg rst = FREE == 0;
	wire bus_ready, state_ready, res_ready, emit_ready;
	wire [15:0] rdata;

	fe_store store (
		.clk(clk), .rst(rst),
		.s_bus_read(bus_read), .s_bus_write(bus_write), .s_bus_addr(bus_addr),
		.s_bus_wdata(bus_wdata), .s_bus_ready(bus_ready),
		.s_state_read(state_read), .s_state_write(state_write), .s_state_addr(state_addr),
		.s_state_wdata(state_wdata), .s_state_ready(state_ready),
		.s_res_write(res_write), .s_res_addr(res_addr), .s_res_wdata(res_wdata),
		.s_res_ready(res_ready),
		.s_emit_read(emit_read), .s_emit_addr(emit_addr), .s_emit_ready(emit_ready), .rdata(rdata)
	);

	// Users never read and write at once.
	always @(*)
		assume(!(bus_read && bus_write) && !(state_read && state_write));

	always @(posedge clk) begin
		rst <= 1'b0;
		// One write and one read a clock, by whose turn it is.
		if (!rst) begin
			assert((bus_write && bus_ready) + (state_write && state_ready)
				+ (res_write && res_ready) <= 1);
			assert((bus_read && bus_ready) + (state_read && state_ready)
				+ (emit_read && emit_ready) <= 1);
			if (SLOPPY)
				assert(!emit_read || emit_ready);
		end
	end

	// Reached:
	always @(posedge clk)
		if (!rst) begin
			cover (bus_write && bus_ready && state_write && res_write);                      // all write, the registers are first
			cover (emit_read && !emit_ready);                                                // a read waits
			cover (bus_read && !bus_ready);                                                  // the registers wait
			cover (bus_write && !bus_ready);                                                 // a write waits
			cover (bus_read && bus_ready && state_write && state_ready);                     // one reads while another writes
		end
endmodule

`default_nettype wire
