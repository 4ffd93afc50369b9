# One loaded worker: speed-up by how long computing takes beside a link.
set title "One loaded worker on a homogeneous star"
set xlabel "w / c: computing an item over passing it on"
set ylabel "speed-up over computing alone"
set logscale xy 2
set grid
set key top left Left reverse
set datafile columnheaders
set xrange [0.4:160]
set yrange [1:90]
array colour[3] = ["#0072b2", "#009e73", "#d55e00"]
array size[3] = [4, 16, 64]
of(what, i) = strcol("what") eq what && column("m") == size[i] ? column("measured") : NaN
plot for [i = 1:3] data using "ratio_w_c":(of("limit", i)) with lines lw 2 dt 2 lc rgb colour[i] \
        title sprintf("min(m, 1 + w/c), m = %d", size[i]), \
    for [i = 1:3] data using "ratio_w_c":(of("speed-up", i)) with points pt 7 lc rgb colour[i] \
        title sprintf("MBA, simulated, m = %d", size[i])
