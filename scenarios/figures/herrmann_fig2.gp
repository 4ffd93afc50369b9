# Figure 2 of the switch paper: a share alpha of each component starts on the next host.
set multiplot layout 1, 2 title \
    "20 items on each of P hosts, a share alpha one host further: relabelled against canonical"
set xlabel "alpha"
set xrange [-0.02:1.02]
set xtics 0.2
set yrange [0:1.04]
set grid
set style line 1 lc rgb "#0072b2" lw 2 pt 7
set style line 2 lc rgb "#d55e00" lw 2 pt 5
set style line 3 lc rgb "#009e73" lw 2 pt 9
set style line 4 lc rgb "#999999" lw 2 dt 2
set key bottom left Left reverse samplen 2
set title "P = 32, 50 draws, mean and deviation"
set ylabel "part of the canonical relabelling's"
plot 1 - x with lines ls 4 title "1 - alpha", \
    data using 3:9:10 skip 1 every ::0::20 with yerrorlines ls 3 title "volume, greedy swaps", \
    data using 3:7:8 skip 1 every ::0::20 with yerrorlines ls 2 title "steps, Algorithm 2", \
    data using 3:5:6 skip 1 every ::0::20 with yerrorlines ls 1 title "volume, Algorithm 1"
set title "more hosts: P = 32, 256, 1024 (thin to thick)"
unset ylabel
plot data using 3:9 skip 1 every ::21::41 with lines lc rgb "#009e73" lw 1 notitle, \
    data using 3:9 skip 1 every ::42::62 with lines lc rgb "#009e73" lw 2 notitle, \
    data using 3:9 skip 1 every ::63::83 with lines lc rgb "#009e73" lw 3.5 \
        title "volume, greedy swaps", \
    data using 3:7 skip 1 every ::21::41 with lines lc rgb "#d55e00" lw 1 notitle, \
    data using 3:7 skip 1 every ::42::62 with lines lc rgb "#d55e00" lw 2 notitle, \
    data using 3:7 skip 1 every ::63::83 with lines lc rgb "#d55e00" lw 3.5 \
        title "steps, Algorithm 2", \
    data using 3:5 skip 1 every ::21::41 with lines lc rgb "#0072b2" lw 1 notitle, \
    data using 3:5 skip 1 every ::42::62 with lines lc rgb "#0072b2" lw 2 notitle, \
    data using 3:5 skip 1 every ::63::83 with lines lc rgb "#0072b2" lw 3.5 \
        title "volume, Algorithm 1"
unset multiplot
