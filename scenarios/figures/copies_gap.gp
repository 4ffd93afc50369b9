# Mean time of copies-portfolio over the bound with the least and the worst of its runs, by pattern and its
# items, on eight networks of 16 hosts: a column for each port model, a row for equal links and one for
# links of 1 to 4 s.
set datafile columnheaders
set multiplot
set logscale y
set yrange [0.97:2.1]
set xrange [0.5:9.5]
set ytics ("1" 1, "1.1" 1.1, "1.2" 1.2, "1.5" 1.5, "2" 2)
set grid
set key off
array network[8] = ["ring", "star", "switch", "hypercube", "torus", "mesh", "tree", "random-regular"]
array colour[8] = ["#0072b2", "#e69f00", "#009e73", "#56b4e9", "#cc79a7", "#b8b000", "#6a3d9a", "#8c564b"]
array pattern[9] = ["broadcast 1", "broadcast 10", "broadcast 100", "multicast 10", "scatter 10", "gather 10", \
    "allgather 1", "allgather 8", "alltoall 1"]
array port[3] = ["one", "2", "all"]
array title_of[3] = ["one port", "two ports", "all ports"]
array cost[2] = [1, 4]
is(n, p, c, k) = strcol("what") eq "over the bound" && strcol("network") eq network[n] && \
    strcol("ports") eq port[p] && column("most_cost") == cost[c] && strcol("pattern") eq pattern[k]
left(p) = 0.08 + 0.245 * (p - 1)
do for [c = 1:2] {
    set tmargin at screen c == 1 ? 0.94 : 0.555
    set bmargin at screen c == 1 ? 0.605 : 0.22
    if (c == 1) {
        set xtics ("" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9)
    } else {
        set xtics rotate by 60 right ("broadcast 1" 1, "broadcast 10" 2, "broadcast 100" 3, "multicast 10" 4, \
            "scatter 10" 5, "gather 10" 6, "allgather 1" 7, "allgather 8" 8, "all-to-all 1" 9)
    }
    do for [p = 1:3] {
        set lmargin at screen left(p)
        set rmargin at screen left(p) + 0.22
        set title title_of[p] . (c == 1 ? ", equal links" : ", 1 to 4 s") offset 0, -0.7
        set ylabel p == 1 ? "time / bound" : "" offset 1, 0
        if (p > 1) { set format y "" } else { set format y "%g" }
        if (p > 1) { set ytics ("" 1, "" 1.1, "" 1.2, "" 1.5, "" 2) } else { set ytics ("1" 1, "1.1" 1.1, "1.2" 1.2, "1.5" 1.5, "2" 2) }
        plot for [n = 1:8] for [k = 1:9] data using (k + 0.09 * (n - 4.5)):(is(n, p, c, k) ? column("measured") : NaN): \
            "least":"greatest" with yerrorbars lc rgb colour[n] pt n + 3 ps 0.7
    }
}
# The key, beside them.
unset title
unset ylabel
unset border
unset tics
set lmargin at screen 0.82
set rmargin at screen 0.99
set tmargin at screen 0.94
set bmargin at screen 0.2
set key on at screen 0.82, 0.95 left top Left reverse samplen 1.5 spacing 1.2
plot for [n = 1:8] NaN with points lc rgb colour[n] pt n + 3 ps 0.7 title network[n]
unset multiplot
