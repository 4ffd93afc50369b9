# Total time over that of keeping every item, against K and against t_comm / t_calc; one row of
# panels a metric.
set multiplot layout 2, 2 title "96 items of a stencil on 8 hosts: when does moving pay?"
set datafile columnheaders
set logscale xy
set ylabel "time / time if nothing moves"
set yrange [0.2:3]
set ytics (0.2, 0.3, 0.5, 1, 2, 3)
set grid
set key samplen 2 spacing 0.9 box opaque
set style line 1 lc rgb "#000000" lw 2 dt 2
set style line 2 lc rgb "#0072b2" lw 2 pt 7 ps 0.7
set style line 3 lc rgb "#d55e00" lw 2 pt 9 ps 0.7
set style line 4 lc rgb "#009e73" lw 2 pt 2 ps 1.4
# Rows of other panels are missing values, which lines pass over.
set datafile missing NaN
of(what, m, w) = strcol("what") eq what && strcol("metric") eq m && strcol("who") eq w ? column("measured") : NaN
median(m) = strcol("what") eq "median crossover" && strcol("metric") eq m ? column("measured") : NaN
do for [m in "volume steps"] {
    set title m . ", an item moves in the time of computing 10"
    set xlabel "K, iterations"
    set xrange [0.8:1250]
    set key top right
    plot 1 with lines ls 1 title "keep", \
        data using "K":(of("against iterations", m, "full-block")):"half_width" with yerrorlines ls 2 title "full block", \
        data using "K":(of("against iterations", m, "search")):"half_width" with yerrorlines ls 3 title "search", \
        data using (median(m)):(1) with points ls 4 title "median crossover"
    set title m . ", 3 iterations"
    set xlabel "moving an item / computing it"
    set xrange [0.008:1250]
    set key top left
    plot 1 with lines ls 1 title "keep", \
        data using "t":(of("against the price", m, "full-block")):"half_width" with yerrorlines ls 2 title "full block", \
        data using "t":(of("against the price", m, "search")):"half_width" with yerrorlines ls 3 title "search"
}
unset multiplot
