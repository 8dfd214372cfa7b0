# SPDX-License-Identifier: BSD-3-Clause
#
# Draws build/scaling.dat (scaling/scaling.awk): gnuplot -e "out='../docs/card/scaling'" model/scaling.gp
set datafile missing "-"
set logscale x 2
set logscale y 10
set xrange [1.8:1200]
set yrange [8:50000]
set xtics ("2" 2, "4" 4, "8" 8, "16" 16, "32" 32, "64" 64, "128" 128, "256" 256, "512" 512, "1024" 1024)
set xlabel "nodes in the ring"
set ylabel "clocks, from the last to enter to the last to leave"
set key top left reverse Left
set grid
set style data linespoints
set title "Measured (points) and model (lines); D = clocks of a link"
data = "build/scaling.dat"
plotting = 'plot \
	data using 1:2 with points pt 7 lc 1 title "barrier, 16 bit, D = 4", data using 1:3 with lines lc 1 notitle, \
	data using 1:4 with points pt 5 lc 2 title "barrier, 16 bit, D = 8", data using 1:5 with lines lc 2 notitle, \
	data using 1:6 with points pt 9 lc 3 title "barrier, 64 bit, D = 4", data using 1:7 with lines lc 3 notitle, \
	data using 1:10 with points pt 13 lc 4 title "allreduce, 16 bit", data using 1:11 with lines lc 4 notitle, \
	data using 1:12 with points pt 11 lc 7 title "allreduce, 64 bit", data using 1:13 with lines lc 7 notitle'
set terminal svg size 900,600 font "sans,14" background "white"
set output out . ".svg"
eval(plotting)
set terminal pngcairo size 900,600 font "sans,11"
set output out . ".png"
eval(plotting)
