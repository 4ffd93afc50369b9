# How far plans are above the bound: by objects, by slack of space, and by the width of the trunk between
# two racks, 1, 2 and 8 moves at a time. What is at the bound stands below the logarithmic scale.
set datafile missing NaN
set datafile columnheaders
set multiplot
set grid
set logscale y
set yrange [0.002:300]
array algorithm[4] = ["objects-first-come", "objects-longest-first", "objects-critical-port", "objects-search"]
array title_of[4] = ["first come, first served", "longest first", "critical port", "search"]
array colour[4] = ["#d55e00", "#e69f00", "#56b4e9", "#0072b2"]
array many[3] = [1, 2, 8]
ticks = "set ytics (\"at it\" 0.003, \"0.01\" 0.01, \"0.1\" 0.1, \"1\" 1, \"10\" 10, \"100\" 100)"
bare = "set ytics (\"\" 0.003, \"\" 0.01, \"\" 0.1, \"\" 1, \"\" 10, \"\" 100)"
percent(x) = x > 1.00003 ? 100 * (x - 1) : 0.003
is(k, m) = strcol("what") eq "over the bound" && strcol("algorithm") eq algorithm[k] && column("at_a_time") == m
free(k, m) = is(k, m) && column("slack") == 1 && column("wide") == 0 && strcol("sizes") eq "log-normal" && \
    !(column("n") == 100 && column("objects") == 1000)
full(k, m) = is(k, m) && column("slack") < 1 && column("n") == 100
racks(k, m) = is(k, m) && column("wide") > 0 && column("n") == 100
left(i) = 0.075 + 0.31 * (i - 1)
set key off
do for [i = 1:3] {
    set lmargin at screen left(i)
    set rmargin at screen left(i) + 0.28
    set ylabel i == 1 ? "above the bound, percent" : "" offset 1, 0
    if (i == 1) { @ticks } else { @bare }
    set title sprintf("%d move%s at a time", many[i], i == 1 ? "" : "s") offset 0, -0.6
    set tmargin at screen 0.945
    set bmargin at screen 0.735
    set logscale x
    set xrange [60:170000]
    set xtics ("10^2" 100, "10^3" 1000, "10^4" 10000, "10^5" 100000)
    set xlabel "objects, no limit of space" offset 0, 0.5
    plot for [k = 1:4] data using "objects":(free(k, many[i]) ? percent(column("measured")) : NaN) \
        with linespoints lc rgb colour[k] lw 1.5 pt k + 3 ps 0.8
    unset title
    if (i == 2) { set key on bottom left Left reverse samplen 1.5 } else { set key off }
    set tmargin at screen 0.635
    set bmargin at screen 0.425
    unset logscale x
    set xrange [-1:21]
    set xtics ("0" 0, "5" 5, "10" 10, "20" 20)
    set xlabel "1000 objects: slack of space, percent" offset 0, 0.5
    plot for [k = 1:4] data using (100 * column("slack")):(full(k, many[i]) ? percent(column("measured")) : NaN) \
        with linespoints lc rgb colour[k] lw 1.5 pt k + 3 ps 0.8 title title_of[k]
    set key off
    set tmargin at screen 0.325
    set bmargin at screen 0.115
    set logscale x
    set xrange [0.8:12.5]
    set xtics ("1" 1, "3.2" 3.2, "10" 10)
    set xlabel "1000 objects: moves on the trunk" offset 0, 0.5
    plot for [k = 1:4] data using "wide":(racks(k, many[i]) ? percent(column("measured")) : NaN) \
        with linespoints lc rgb colour[k] lw 1.5 pt k + 3 ps 0.8
}
unset multiplot
