# How often Linear, Traffic, both or neither are optimal, published and measured, against the ring's
# size; and beside them the loads that come nearest.
set multiplot layout 2, 2 title "How often is a schedule optimal?"
set datafile columnheaders
set xlabel "n, hosts"
set ylabel "percent of instances"
set xrange [0:54]
set yrange [0:100]
set grid
set key top right samplen 2
set style line 1 lc rgb "#d55e00" lw 2 pt 6 dt 2
set style line 2 lc rgb "#0072b2" lw 2 pt 7
set style line 3 lc rgb "#999999" lw 1 pt 1
# Rows of other quantities are missing values, which lines pass over.
set datafile missing NaN
of(what, value) = strcol("what") eq what ? column(value) : NaN
array quantity[4] = ["Linear optimal", "Traffic optimal", "both optimal", "only the optimum"]
do for [i = 1:4] {
    set title quantity[i]
    if (i == 4) { set key top left Left reverse }
    plot data using "n":(of(quantity[i]." %", "published")) with linespoints ls 1 title "published", \
        data using "n":(of("nearest loads: ".quantity[i]." %", "measured")):"half_width" with yerrorlines ls 3 title "nearest loads", \
        data using "n":(of(quantity[i]." %", "measured")):"half_width" with yerrorlines ls 2 title "uniform loads"
}
unset multiplot
