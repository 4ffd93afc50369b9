# Figure 1 of the switch paper: what is left of the canonical relabelling's volume and steps.
set multiplot layout 1, 2 title "D items on each of P hosts, scattered: relabelled against canonical"
set xlabel "D, items on each host"
set xrange [0.3:20.7]
set xtics (1, 5, 10, 15, 20)
set yrange [0:1.04]
set grid
set style line 1 lc rgb "#0072b2" lw 2 pt 7
set style line 2 lc rgb "#d55e00" lw 2 pt 5
set style line 3 lc rgb "#009e73" lw 2 pt 9
set style line 4 lc rgb "#999999" lw 2 dt 2
set key bottom right Left reverse samplen 2
set title "P = 32, 50 draws, mean and deviation"
set ylabel "part of the canonical relabelling's"
plot x >= 1 ? 1 - 1 / x : NaN with lines ls 4 title "1 - 1/D", \
    data using 2:9:10 skip 1 every ::0::19 with yerrorlines ls 3 title "volume, greedy swaps", \
    data using 2:7:8 skip 1 every ::0::19 with yerrorlines ls 2 title "steps, Algorithm 2", \
    data using 2:5:6 skip 1 every ::0::19 with yerrorlines ls 1 title "volume, Algorithm 1"
set title "more hosts: P = 32, 256, 1024 (thin to thick)"
unset ylabel
set xrange [2.6:20.4]
set yrange [0.65:1]
plot data using 2:9 skip 1 every ::20::39 with lines lc rgb "#009e73" lw 1 notitle, \
    data using 2:9 skip 1 every ::40::59 with lines lc rgb "#009e73" lw 2 notitle, \
    data using 2:9 skip 1 every ::60::79 with lines lc rgb "#009e73" lw 3.5 \
        title "volume, greedy swaps", \
    data using 2:7 skip 1 every ::20::39 with lines lc rgb "#d55e00" lw 1 notitle, \
    data using 2:7 skip 1 every ::40::59 with lines lc rgb "#d55e00" lw 2 notitle, \
    data using 2:7 skip 1 every ::60::79 with lines lc rgb "#d55e00" lw 3.5 \
        title "steps, Algorithm 2", \
    data using 2:5 skip 1 every ::20::39 with lines lc rgb "#0072b2" lw 1 notitle, \
    data using 2:5 skip 1 every ::40::59 with lines lc rgb "#0072b2" lw 2 notitle, \
    data using 2:5 skip 1 every ::60::79 with lines lc rgb "#0072b2" lw 3.5 \
        title "volume, Algorithm 1"
unset multiplot
