# Heuristics for stars off the best of them, by kind of star: four panels of ten workers.
set multiplot layout 2, 2 title "Ten workers: time above that of the best heuristic, with 95 % intervals (no bar: below 0.01)"
set bmargin 3.5
set datafile columnheaders
set style fill solid 1 noborder
set boxwidth 0.11
set grid ytics
set logscale y
set yrange [0.01:20000] # the key is above the bars
set ytics ("0.01" 0.01, "0.1" 0.1, "1" 1, "10" 10, "100" 100, "1000" 1000)
set xrange [-0.5:3.5]
set xtics scale 0 ("homo-\ngeneous" 0, "equal\nlinks" 1, "equal\nworkers" 2, \
    "hetero-\ngeneous" 3)
array colour[8] = ["#bbbbbb", "#0072b2", "#e69f00", "#56b4e9", "#009e73", "#d55e00", "#cc79a7", \
    "#000000"]
array stem[8] = ["nothing", "bba", "mba-printed", "mba-simulated", "mba-reordered", "rbsa", \
    "lp-guided", "portfolio"]
array name[8] = ["nothing", "BBA", "MBA as printed", "MBA simulated", "MBA reordered", "R-BSA", \
    "LP-guided", "portfolio"]
array costs[4] = ["fast links", "fast links", "links as workers", "slow links"]
array loads[4] = ["piled", "spread", "piled", "piled"]
place(kind) = kind eq "homogeneous" ? 0 : kind eq "equal links" ? 1 : kind eq "equal workers" ? 2 : 3
of(p, i) = strcol("what") eq "off the best %" && column("hosts") == 10 && \
    strcol("costs") eq costs[p] && strcol("loads") eq loads[p] && \
    strcol("algorithm") eq "star-".stem[i] ? column("measured") : NaN
# An interval as an upright line; its lower end stays on the logarithmic axis.
low(mean, half) = mean - half > 1e-4 ? mean - half : mean > 0 ? 1e-4 : NaN
long(mean, half) = mean + half - low(mean, half)
do for [p = 1:4] {
    set title costs[p].", ".loads[p]
    set ylabel p % 2 == 1 ? "mean above the best, percent" : ""
    if (p < 4) { unset key } else { set key top right Left reverse samplen 1 maxrows 4 }
    plot for [i = 1:8] data using (place(strcol("kind")) + (i - 4.5) * 0.11):(of(p, i)) \
        with boxes lc rgb colour[i] title name[i], \
        for [i = 1:8] data using (place(strcol("kind")) + (i - 4.5) * 0.11):(low(of(p, i), column("half_width"))):(0): \
        (long(of(p, i), column("half_width"))) with vectors nohead lw 1.5 lc rgb "#555555" notitle
}
unset multiplot
