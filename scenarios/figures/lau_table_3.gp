# How much longer the single-send optimum takes than the multi-send one, published and measured.
set title "Single-send against multi-send, each at its optimum (50,000 instances)"
set xlabel "hosts"
set ylabel "mean extra time of single-send, %"
set xrange [0:54]
set yrange [0:*]
set grid
set key top left
plot data using 1:2 skip 1 with linespoints lw 2 pt 6 dt 2 lc rgb "#d55e00" title "published", \
    data using 1:3:4 skip 1 with yerrorlines lw 2 pt 7 lc rgb "#0072b2" title "measured"
