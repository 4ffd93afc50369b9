# Total time over that of keeping every item, against K and against t_comm / t_calc; one row of
# panels a metric.
set multiplot layout 2, 2 title "96 items of a stencil on 8 hosts: when does moving pay?"
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
cell(metric, sweep, value) = strcol(1) eq metric && strcol(2) eq sweep ? column(value) : NaN
do for [i = 1:2] {
    metric = i == 1 ? "volume" : "steps"
    set title metric . ", an item moves in the time of computing 10"
    set xlabel "K, iterations"
    set xrange [0.8:1250]
    set key top right
    plot 1 with lines ls 1 title "keep", \
        data using 3:(cell(metric, "iterations", 5)):6 with yerrorlines ls 2 title "full block", \
        data using 3:(cell(metric, "iterations", 7)):8 with yerrorlines ls 3 title "search", \
        data using 3:(cell(metric, "median crossover", 5)) with points ls 4 title "median crossover"
    set title metric . ", 3 iterations"
    set xlabel "moving an item / computing it"
    set xrange [0.008:1250]
    set key top left
    plot 1 with lines ls 1 title "keep", \
        data using 4:(cell(metric, "ratio", 5)):6 with yerrorlines ls 2 title "full block", \
        data using 4:(cell(metric, "ratio", 7)):8 with yerrorlines ls 3 title "search"
}
unset multiplot
