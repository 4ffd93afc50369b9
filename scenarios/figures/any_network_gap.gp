# Mean distance of network-planner from the bound with the least and the worst of its runs, a panel for each
# port model; and below, plans for any network beside those of algorithms for one shape. 16 hosts. What is
# at the bound stands below the logarithmic scale, which has no 0.
set datafile missing NaN
set datafile columnheaders
set multiplot
set logscale xy
set xrange [0.5:20000]
set yrange [0.002:90]
items = "set xtics (\"1\" 1, \"10\" 10, \"10^2\" 100, \"10^3\" 1000, \"10^4\" 10000)"
ticks = "set ytics (\"at it\" 0.003, \"0.01\" 0.01, \"0.1\" 0.1, \"1\" 1, \"10\" 10, \"100\" 100, \"10^3\" 1000)"
bare = "set ytics (\"\" 0.003, \"\" 0.01, \"\" 0.1, \"\" 1, \"\" 10, \"\" 100, \"\" 1000)"
set grid
array network[9] = ["ring", "star computing", "star", "hypercube", "shuffle-exchange", "torus", "mesh", \
    "tree", "random-regular"]
array label[9] = ["ring", "star, computing", "star, moving", "hypercube", "shuffle-exchange", \
    "torus", "mesh", "tree", "random regular"]
array colour[9] = ["#0072b2", "#d55e00", "#e69f00", "#009e73", "#56b4e9", "#cc79a7", "#b8b000", \
    "#6a3d9a", "#8c564b"]
# Algorithms have none of these colours: greys, and dashes.
array grey[8] = ["#000000", "#000000", "#000000", "#777777", "#777777", "#777777", "#aaaaaa", "#aaaaaa"]
array port[3] = ["one", "2", "all"]
array title_of[3] = ["one port", "two ports", "all ports"]
percent(x) = x > 1.00003 ? 100 * (x - 1) : 0.003
is(n, p, cost, name) = strcol("what") eq "over the bound" && strcol("network") eq n && \
    column("n") == 16 && strcol("ports") eq p && column("most_cost") == cost && strcol("algorithm") eq name
left(i) = 0.075 + 0.226 * (i - 1)
width = 0.205
set key off
# A mean and its runs, from the least to the worst; beside each other, where several have as many items.
beside(items, k, of) = items * 1.09 ** (k - (of + 1) / 2.)
set tmargin at screen 0.955
set bmargin at screen 0.55
set xlabel "items a host" offset 0, 0.4
@items
do for [i = 1:3] {
    set lmargin at screen left(i)
    set rmargin at screen left(i) + width
    set title title_of[i] offset 0, -0.6
    set ylabel i == 1 ? "above the bound, percent (mean, range)" : "" offset 1, 0
    if (i == 1) { @ticks } else { @bare }
    plot for [k = 1:9] data using (is(network[k], port[i], 16, "network-planner") ? beside(column("items"), k, 9) : \
        NaN):(percent(column("measured"))):(percent(column("least"))):(percent(column("greatest"))) \
        with yerrorlines lc rgb colour[k] lw 1.2 pt k + 3 ps 0.8
}
# The key of the three, beside them.
unset title
unset xlabel
unset ylabel
unset border
unset tics
set key on at screen 0.745, 0.965 left top Left reverse samplen 1.5 spacing 1.2
set key title "network-planner, 1 to 16 s" left
plot for [k = 1:9] NaN with linespoints lc rgb colour[k] lw 1.5 pt k + 3 ps 0.8 title label[k]
set border
@items
set tmargin at screen 0.435
set bmargin at screen 0.085
set xlabel "items a host" offset 0, 0.4
array shape[3] = ["ring", "star computing", "hypercube"]
array key_of[3] = ["ring, 1 to 16 s an item", "star, computing, 1 to 16 s", "hypercube, 1 s an item"]
array cost_of[3] = [16, 16, 1]
array names[3] = ["network-portfolio network-planner network-steady-state ring-two-way-list ring-shorter-way", \
    "network-portfolio network-planner network-steady-state star-bba star-mba-simulated star-rbsa star-local-search", \
    "network-portfolio network-planner network-steady-state cube-balance-minimum-error cube-leighton cube-halving"]
do for [i = 1:3] {
    set lmargin at screen left(i)
    set rmargin at screen left(i) + width
    set title (i == 2 ? "star" : shape[i]) . ", one port" offset 0, -0.6
    set ylabel i == 1 ? "above the bound, percent (mean, range)" : "" offset 1, 0
    if (i == 1) { @ticks } else { @bare }
    set yrange [0.002:9000]
    set key at screen 0.745, (i == 1 ? 0.575 : i == 2 ? 0.415 : 0.215)
    set key title key_of[i] left spacing 1
    plot for [k = 1:words(names[i])] data using (is(shape[i], "one", cost_of[i], word(names[i], k)) ? \
        beside(column("items"), k, words(names[i])) : NaN):(percent(column("measured"))): \
        (percent(column("least"))):(percent(column("greatest"))) with yerrorlines lc rgb grey[k] \
        dt 1 + (k - 1) % 3 lw (k == 1 ? 3 : 1.2) pt k + 3 ps (k == 1 ? 1.1 : 0.7) title word(names[i], k)
}
unset multiplot
