# Steps over the optimum's, and the time of planning, against the ring's size; a row of panels each, a
# column a shape of loads. Searches that would take too long are missing.
set multiplot layout 2, 4 title "Single-send on larger rings and other loads"
set datafile columnheaders
set datafile missing NaN
set logscale x
set xrange [6:17000]
set xtics ("10" 10, "100" 100, "10^3" 1000, "10^4" 10000)
set grid
set key top left Left reverse samplen 1.5
array shape[4] = ["uniform", "sparse", "one hot spot", "heavy tail"]
array who[4] = ["linear", "traffic", "window", "optimal"]
array name[4] = ["Linear", "Traffic", "search", "closed form"]
array colour[4] = ["#d55e00", "#009e73", "#56b4e9", "#0072b2"]
is(what, i, k) = strcol("what") eq what && strcol("loads") eq shape[i] && strcol("who") eq who[k]
of(what, i, k) = is(what, i, k) ? column("measured") : NaN
# An interval that reaches 0 goes down to the axis.
end(sign, least) = column("measured") + sign * column("half_width") > least ? \
    column("measured") + sign * column("half_width") : least
set yrange [0.9:*]
set offsets 0, 0, graph 0.4, 0
set ylabel "steps / optimum"
do for [i = 1:4] {
    set title shape[i]
    plot for [k = 1:3] data using "n":(of("steps over the optimum", i, k)):(end(-1, 1)):(end(1, 1)) with yerrorlines \
        lc rgb colour[k] lw 2 pt 4 + 2 * k title name[k]
    unset ylabel
}
set logscale y
set yrange [1e-4:1e7]
set format y "10^{%T}"
set ylabel "planning, ms"
set xlabel "hosts"
do for [i = 1:4] {
    unset title
    plot for [k = 3:4] data using "n":(of("planning ms", i, k)):(end(-1, 1e-4)):(end(1, 1e-4)) with yerrorlines \
        lc rgb colour[k] lw 2 pt 4 + 2 * k title name[k]
    unset ylabel
}
unset multiplot
