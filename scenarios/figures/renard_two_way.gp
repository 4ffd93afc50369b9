# By how unequal links are: what the second direction gains, how far list scheduling and System 8 are
# from the bound, and how often flows are light.
set multiplot layout 1, 3 title "Two-way rings, links of 1 to s seconds an item"
set datafile columnheaders
set xlabel "s, seconds an item at most"
set logscale x 2
set xrange [0.8:20]
set xtics (1, 2, 4, 8, 16)
set grid
set key top left Left reverse samplen 2
set style line 1 lc rgb "#0072b2" lw 2 pt 7
set style line 2 lc rgb "#56b4e9" lw 2 pt 5
set style line 3 lc rgb "#d55e00" lw 2 pt 9
set style line 4 lc rgb "#e69f00" lw 2 pt 11
set style line 5 lc rgb "#009e73" lw 2 pt 13
of(what, n, value) = strcol("what") eq what && column("n") == n ? column(value) : NaN
set title "gain of the second direction"
set ylabel "one-way optimum / two-way list"
set yrange [1:2.6]
plot data using "s":(of("gain", 6, "measured")):"half_width" with yerrorlines ls 1 title "6 hosts, piled", \
    data using "s":(of("gain", 16, "measured")):"half_width" with yerrorlines ls 3 title "16 hosts, spread"
set title "distance from the bound"
set ylabel "time / bound of System 6"
set yrange [0.97:1.6]
plot data using "s":(of("list over the bound", 6, "measured")):"half_width" with yerrorlines ls 1 title "list, mean, 6 hosts", \
    data using "s":(of("list over the bound", 6, "greatest")) with linespoints ls 2 title "list, greatest, 6", \
    data using "s":(of("list over the bound", 16, "greatest")) with linespoints ls 4 title "list, greatest, 16", \
    data using "s":(of("System 8 over the bound", 6, "measured")):"half_width" with yerrorlines ls 5 title "System 8, mean, 6"
set title "light instances"
set ylabel "share of instances"
set yrange [0:1.3]
plot data using "s":(of("an optimal flow is light", 6, "measured")):"half_width" with yerrorlines ls 1 title "an optimal flow, 6", \
    data using "s":(of("some flow is light", 6, "measured")):"half_width" with yerrorlines ls 2 title "some flow, 6", \
    data using "s":(of("an optimal flow is light", 16, "measured")):"half_width" with yerrorlines ls 3 title "an optimal flow, 16", \
    data using "s":(of("some flow is light", 16, "measured")):"half_width" with yerrorlines ls 4 title "some flow, 16"
unset multiplot
