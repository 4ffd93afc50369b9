# Heuristics against the optimum on small stars: mean distance, and how often they are optimal.
set multiplot layout 2, 1 title "Small stars: heuristics against the optimum"
set datafile columnheaders
set bmargin 3.5
set lmargin 10
set rmargin 22
set style fill solid 1 noborder
set boxwidth 0.1
set grid ytics
set key outside right top Left reverse samplen 1
set xrange [-0.5:4.5]
array family[5] = ["m 3-5 n 6-14 c and w 1-10", "m 3-5 n 6-14 c 1-5 w 1-20", \
    "m 3-5 n 6-14 c 1-10 equal w", "m 5-8 n 20-40 c 1-5 w 1-20", "m 5-8 n 20-40 c and w 1-10"]
set xtics scale 0 ("m 3-5, n 6-14\nc, w 1-10" 0, "m 3-5, n 6-14\nc 1-5, w 1-20" 1, \
    "m 3-5, n 6-14\nequal w" 2, "m 5-8, n 20-40\nc 1-5, w 1-20" 3, "m 5-8, n 20-40\nc, w 1-10" 4)
array colour[8] = ["#0072b2", "#e69f00", "#56b4e9", "#009e73", "#d55e00", "#cc79a7", "#999999", "#000000"]
array stem[8] = ["bba", "mba-printed", "mba-simulated", "mba-reordered", "rbsa", "lp-guided", \
    "portfolio", "local-search"]
array name[8] = ["BBA", "MBA as printed", "MBA simulated", "MBA reordered", "R-BSA", "LP-guided", \
    "portfolio", "local search"]
at(f) = sum [k = 1:5] (family[k] eq f ? k - 1 : 0)
of(what, i) = strcol("what") eq what && strcol("algorithm") eq "star-".stem[i] ? column("measured") : NaN
# An interval as an upright line; its lower end stays on a logarithmic axis.
low(mean, half) = mean - half > 1e-4 ? mean - half : mean > 0 ? 1e-4 : NaN
long(mean, half) = mean + half - low(mean, half)
set title "time above the optimum, with 95 % intervals (no bar: below 0.002)"
set ylabel "mean, percent"
set logscale y
set yrange [0.002:20]
plot for [i = 1:8] data using (at(strcol("family")) + (i - 4.5) * 0.11):(100 * (of("time over the optimum", i) - 1)) \
    with boxes lc rgb colour[i] title name[i], \
    for [i = 1:8] data using (at(strcol("family")) + (i - 4.5) * 0.11):(low(100 * (of("time over the optimum", i) - 1), \
    100 * column("half_width"))):(0):(long(100 * (of("time over the optimum", i) - 1), 100 * column("half_width"))) \
    with vectors nohead lw 1.5 lc rgb "#555555" notitle
set title "how often a heuristic is optimal"
set ylabel "share of stars"
unset logscale y
set yrange [0:1.05]
unset key
plot for [i = 1:8] data using (at(strcol("family")) + (i - 4.5) * 0.11):(of("optimal share", i)) \
    with boxes lc rgb colour[i] title name[i], \
    for [i = 1:8] data using (at(strcol("family")) + (i - 4.5) * 0.11):(low(of("optimal share", i), column("half_width"))):(0): \
    (long(of("optimal share", i), column("half_width"))) with vectors nohead lw 1.5 lc rgb "#555555" notitle
unset multiplot
