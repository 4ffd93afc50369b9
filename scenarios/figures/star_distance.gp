# Cumulative curves: on which share of stars a heuristic is within so much of the best.
set multiplot layout 2, 2 title "Share of stars within so many percent of the best heuristic, fast links"
set datafile columnheaders
set xlabel "time above the best, percent"
set ylabel "share of stars"
set xrange [0:20]
set yrange [0:1.02]
set grid
set key bottom right Left reverse samplen 2 maxrows 4
array colour[8] = ["#bbbbbb", "#0072b2", "#e69f00", "#56b4e9", "#009e73", "#d55e00", "#cc79a7", \
    "#000000"]
array stem[8] = ["nothing", "bba", "mba-printed", "mba-simulated", "mba-reordered", "rbsa", \
    "lp-guided", "portfolio"]
array name[8] = ["nothing", "BBA", "MBA as printed", "MBA simulated", "MBA reordered", "R-BSA", \
    "LP-guided", "portfolio"]
array kind[4] = ["homogeneous", "equal links", "equal workers", "heterogeneous"]
of(k, i) = strcol("what") eq "share" && strcol("kind") eq kind[k] && \
    strcol("algorithm") eq "star-".stem[i] ? column("measured") : NaN
do for [k = 1:4] {
    set title kind[k]
    if (k > 1) { unset key }
    plot for [i = 1:8] data using "within":(of(k, i)) with lines lw 2 lc rgb colour[i] title name[i]
}
unset multiplot
