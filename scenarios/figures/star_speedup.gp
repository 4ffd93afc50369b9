# One loaded worker: speed-up by how long computing takes beside a link. Nine rows a size.
set title "One loaded worker on a homogeneous star"
set xlabel "w / c: computing an item over passing it on"
set ylabel "speed-up over computing alone"
set logscale xy 2
set grid
set key top left Left reverse
set xrange [0.4:160]
set yrange [1:90]
array colour[3] = ["#0072b2", "#009e73", "#d55e00"]
array size[3] = ["4", "16", "64"]
plot for [i = 1:3] data using 3:6 skip 1 every ::(9 * i - 9)::(9 * i - 1) with lines lw 2 dt 2 \
        lc rgb colour[i] title "min(m, 1 + w/c), m = ".size[i], \
    for [i = 1:3] data using 3:4 skip 1 every ::(9 * i - 9)::(9 * i - 1) with points pt 7 \
        lc rgb colour[i] title "MBA, simulated, m = ".size[i]
