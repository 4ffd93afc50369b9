# How often Linear, Traffic, both or neither are optimal, published and measured, against the ring's
# size.
set multiplot layout 2, 2 title "How often is a schedule optimal? (% of 50,000 instances)"
set xlabel "hosts"
set xrange [0:54]
set yrange [0:100]
set grid
set key top right samplen 2
set style line 1 lc rgb "#d55e00" lw 2 pt 6 dt 2
set style line 2 lc rgb "#0072b2" lw 2 pt 7
# Rows of other quantities are missing values, which lines pass over.
set datafile missing NaN
cell(quantity, place) = strcol(2) eq quantity ? column(place) : NaN
do for [i = 1:4] {
    quantity = i == 1 ? "Linear optimal" : i == 2 ? "Traffic optimal" : \
        i == 3 ? "both optimal" : "only the optimum"
    set title quantity
    plot data using 1:(cell(quantity, 3)) with linespoints ls 1 title "published", \
        data using 1:(cell(quantity, 4)):5 with yerrorlines ls 2 title "measured"
}
unset multiplot
