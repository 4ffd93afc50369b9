# Two panels: amplitudes of bandwidth, latencies under tcp; a line for each algorithm, from the least
# to the greatest ratio.
set datafile columnheaders
set multiplot layout 1, 2
set grid
set key top left Left reverse samplen 2 noautotitle
set ylabel "simulated / planned"
array name[5]
array colour[5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"]
stats data using (strlen(strcol("k")) ? (name[int(column("k"))] = strcol("who"), column("k")) : NaN) nooutput
count = int(STATS_max)
of(what, i) = strcol("what") eq what && column("k") == i ? column("measured") : NaN
set title "Bandwidths go up and down"
set xlabel "amplitude, share of the nominal bandwidth"
set xrange [-0.03:0.95]
set offsets 0, 0, graph 0.25, 0
plot 1 with lines lc rgb "#999999" dt 2, \
    for [i = 1:count] data using "a":(of("bandwidths go up and down", i)):"least":"greatest" \
        with yerrorlines lc rgb colour[i] lw 2 pt 2 * i + 3 ps 0.8 title name[i]
set title "SimGrid's model tcp"
set xlabel "latency over the time of an item of cost 1"
set logscale x
set xrange [0.0025:20]
set yrange [0:17]
set xtics ("none" 0.003, "0.01" 0.01, "0.1" 0.1, "1" 1, "10" 10)
plot 1 with lines lc rgb "#999999" dt 2, \
    for [i = 1:count] data using (column("latency") > 0 ? column("latency") : 0.003): \
        (of("latencies under tcp", i)):"least":"greatest" \
        with yerrorlines lc rgb colour[i] lw 2 pt 2 * i + 3 ps 0.8 title name[i]
unset multiplot
