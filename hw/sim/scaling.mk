# SPDX-License-Identifier: BSD-3-Clause
#
# make scaling: measures rings of up to 64 nodes, models up to 1024, draws docs/card/scaling.svg and .png.

scaling_bins := $(addprefix build/sim/,node_native-w16 node_native-w64) $(soak_bins)

scaling: $(scaling_bins)
	$(q)for b in $(scaling_bins); do $$b times=0 cells=2000 measured=build/measured.txt >build/scaling.log || { cat build/scaling.log; exit 1; }; done
	$(q)awk -f scaling/scaling.awk build/measured.txt >build/scaling.dat
	$(q)cat build/scaling.dat
	$(q)mkdir -p ../docs/card
	$(q)gnuplot -e "out='../docs/card/scaling'" scaling/scaling.gp
