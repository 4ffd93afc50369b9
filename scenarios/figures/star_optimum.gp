# Heuristics against the optimum on small stars: mean distance, and how often they are optimal. Rows
# come in eleven algorithms a family.
set multiplot layout 2, 1 title "Small stars: heuristics against the optimum"
set bmargin 3.5
set style fill solid 1 noborder
set boxwidth 0.1
set grid ytics
set key outside right top Left reverse samplen 1
set xrange [-0.5:4.5]
set xtics scale 0 ("m 3-5, n 5-14\nc, w 1-10" 0, "m 3-5, n 5-14\nc 1-5, w 1-20" 1, \
    "m 3-5, n 5-14\nequal w" 2, "m 5-8, n 20-40\nc 1-5, w 1-20" 3, "m 5-8, n 20-40\nc, w 1-10" 4)
array colour[11] = ["", "", "#000000", "", "#0072b2", "#e69f00", "#56b4e9", "#009e73", "#d55e00", \
    "#cc79a7", "#999999"]
array name[11] = ["", "", "local search", "", "BBA", "MBA as printed", "MBA simulated", \
    "MBA reordered", "R-BSA", "LP-guided", "portfolio"]
set title "mean above the optimum, %"
set logscale y
set yrange [0.002:20]
plot for [i = 5:11] data using ($0 + (i - 8) * 0.11):(100 * ($3 - 1)) skip 1 every 11::(i - 1) \
        with boxes lc rgb colour[i] title name[i], \
    data using ($0 + 0.44):(100 * ($3 - 1)) skip 1 every 11::2 with boxes lc rgb colour[3] \
        title name[3]
set title "optimal, share of stars"
unset logscale y
set yrange [0:1]
plot for [i = 5:11] data using ($0 + (i - 8) * 0.11):5 skip 1 every 11::(i - 1) \
        with boxes lc rgb colour[i] title name[i], \
    data using ($0 + 0.44):5 skip 1 every 11::2 with boxes lc rgb colour[3] title name[3]
unset multiplot
