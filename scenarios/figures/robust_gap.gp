# A panel for each network: worst cases over the bound of the network as it is, by how many links may
# be slow; and the bound of all plans with these links slow.
set multiplot layout 2, 2
set datafile columnheaders
set grid
set key bottom right Right samplen 2
set xlabel "links that are slow, G"
set ylabel "worst case / bound if none is slow"
set xrange [-0.2:4.2]
set yrange [0.9:2.1]
set xtics 1
array colour[4] = ["#d55e00", "#e69f00", "#0072b2", "#000000"]
array name[4] = ["network-planner", "network-portfolio", "network-robust", "no plan is better"]
array panel[4] = ["ring", "torus", "fat tree", "random"]
array title_of[4] = ["Ring", "Torus", "Tree, links doubling to the root", "Random graph"]
of(p, k) = strcol(1) eq panel[p] ? $2 + 0.03 * (k - 2) : NaN
do for [p = 1:4] {
    set title title_of[p]
    if (p > 1) { set key off }
    plot for [k = 1:4] data using (of(p, k)):(column(2 * k + 1)):(column(2 * k + 2)) \
            with yerrorbars lc rgb colour[k] lw 1.5 pt 2 * k + 3 ps 0.8 notitle, \
        for [k = 1:4] data using (of(p, k)):(column(2 * k + 1)) with linespoints lc rgb colour[k] \
            lw 2 dt 1 + (k == 4) pt 2 * k + 3 ps 0.8 title name[k]
}
unset multiplot
