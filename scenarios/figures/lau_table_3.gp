# How much longer the single-send optimum takes than the multi-send one, published and measured.
set title "Single-send against multi-send, each at its optimum "
set xlabel "hosts"
set ylabel "mean extra time of single-send, percent"
set xrange [0:54]
set yrange [0:*]
set grid
set key top left
set datafile columnheaders
set datafile missing NaN
of(value) = strcol("what") eq worse ? column(value) : NaN
worse = "single-send worse %"
plot data using "n":(of("published")) smooth unique with linespoints lw 2 pt 6 dt 2 lc rgb "#d55e00" title "published", \
    data using "n":(of("measured")) smooth unique with lines lw 2 lc rgb "#0072b2" notitle, \
    data using "n":(of("measured")):"half_width" with yerrorbars lw 2 pt 7 lc rgb "#0072b2" title "measured"
