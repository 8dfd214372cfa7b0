// SPDX-License-Identifier: BSD-3-Clause
//
// rdma_object: the way from the number of an object to its context: the number is compared with the size of the page's table, and
// the line at base + 64 * number is asked of the cache; of a queue pair also those behind the first lines of all: each 64 bytes times the size of
// the table farther. A client asks (s_ask, held) until the context is there, and holds it until
// s_release, or is told that there is none.
//
//      IDLE --asked--> TEST --in the table--> LOOK --released, or not read--> IDLE
//                        \--beyond it--> BEYOND --> IDLE
//
//  IDLE -> TEST     base and size of the table are read
//  TEST -> LOOK     the number is in the table;  -> BEYOND it is not
//  LOOK -> IDLE     the client is done with it, or the host answered with an error (m_fail of rdma_cache)
`default_nettype none

module rdma_object (
	input  wire clk,
	input  wire rst,
	// the client
	input  wire s_ask,               // held until s_release, m_beyond or s_fail
	input  wire [1:0] s_kind,        // enum OBJECT
	input  wire [23:0] s_number,
	input  wire [1:0] s_line,        // of a queue pair: which 64 bytes of its context
	input  wire s_release,           // one clock
	output wire m_beyond,            // one clock
	// rdma_regs: slot, and a clock later
	output wire m_reads,             // the slot is needed
	output wire [2:0] m_slot,
	input  wire [63:0] s_base,
	input  wire [24:0] s_n,
	// rdma_cache
	output wire m_valid,             // held until s_release or s_fail
	output wire [1:0] m_kind,
	output wire [63:6] m_addr,
	input  wire s_fail
);
	localparam [1:0] IDLE = 0, TEST = 1, LOOK = 2, BEYOND = 3;

	reg [1:0] state_q;
	reg [63:6] addr_q;
	wire in_table = {1'b0, s_number} < s_n;

	always @(posedge clk)
		if (rst)
			state_q <= IDLE;
		else case (state_q)
			IDLE:    state_q <= s_ask ? TEST : IDLE;
			TEST:    state_q <= in_table ? LOOK : BEYOND;
			LOOK:    state_q <= s_release || s_fail ? IDLE : LOOK;
			default: state_q <= IDLE;
		endcase

	always @(posedge clk)
		if (state_q == TEST)
			addr_q <= s_base[63:6] + {34'd0, s_number} + {33'd0, s_line[0] ? s_n : 25'd0} + {32'd0, s_line[1] ? s_n : 25'd0, 1'b0};

	assign m_beyond = state_q == BEYOND;
	assign m_reads = state_q == IDLE && s_ask;
	assign m_slot = {1'b0, s_kind} + 3'd1;
	assign m_valid = state_q == LOOK;
	assign m_kind = s_line != 2'd0 ? 2'd2 : s_kind;          // shared with SRQs
	assign m_addr = addr_q;

	wire unused = &{1'b0, s_base[5:0]};
endmodule

`default_nettype wire
