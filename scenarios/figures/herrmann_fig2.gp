# Figure 2 of the switch paper: what is left of the canonical relabelling's volume and steps.
set multiplot layout 1, 2 title "20 items on each of P hosts, a share alpha one host further: relabelled against canonical"
set datafile columnheaders
set xlabel "alpha, share of the items that lie one host further"
set xrange [-0.02:1.02]
set xtics 0.2
set yrange [0:1.04]
set grid
set key bottom left Left reverse samplen 2 noautotitle
array who[3] = ["Algorithm 1", "Algorithm 2", "greedy swaps"]
array colour[3] = ["#0072b2", "#d55e00", "#009e73"]
of(what, w, p) = strcol("what") eq what && strcol("who") eq w && column("P") == p ? column("measured") : NaN
set title "P = 32"
set ylabel "volume or steps / those of the canonical relabelling"
plot 1 - x with lines lc rgb "#999999" lw 2 dt 2 title "1 - alpha", \
    for [k = 1:3] data using "alpha":(of("volume", who[k], 32)):"half_width" \
        with yerrorlines lc rgb colour[k] lw 2 pt 7 ps 0.7 title "volume, ".who[k], \
    for [k = 1:3] data using "alpha":(of("steps", who[k], 32)):"half_width" \
        with yerrorlines lc rgb colour[k] lw 2 dt 3 pt 4 ps 0.7 title "steps, ".who[k], \
    data using "alpha":(of("volume", "Algorithm 2 (ties by volume)", 32)) \
        with lines lc rgb "#cc79a7" lw 3 title "volume, 2 (ties by volume)", \
    data using "alpha":(of("steps", "Algorithm 1 (ties by steps)", 32)) \
        with lines lc rgb "#cc79a7" lw 3 dt 3 title "steps, 1 (ties by steps)"
set title "more hosts: P = 32, 256, 1024 (thin to thick)"
unset ylabel
plot for [k = 1:3] for [i = 0:2] data using "alpha":(of("volume", who[k], i == 0 ? 32 : i == 1 ? 256 : 1024)):"half_width" \
        with yerrorlines lc rgb colour[k] pt 7 ps 0.2 lw 1 + 1.2 * i title i == 2 ? "volume, ".who[k] : "", \
    for [k = 1:2] for [i = 0:2] data using "alpha":(of("steps", who[k], i == 0 ? 32 : i == 1 ? 256 : 1024)):"half_width" \
        with yerrorlines lc rgb colour[k] pt 7 ps 0.2 dt 3 lw 1 + 1.2 * i title i == 2 ? "steps, ".who[k] : ""
unset multiplot
