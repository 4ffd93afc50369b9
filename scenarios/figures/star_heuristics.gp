# Heuristics for stars off the best of them, by kind of star. Rows come in eight heuristics a cell,
# and cells in 3 ranges, 2 sizes, spread and piled a kind: 96 rows.
set multiplot layout 2, 2 title "Ten workers: mean time above the best heuristic's, %"
set bmargin 3.5
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
array name[8] = ["nothing", "BBA", "MBA as printed", "MBA simulated", "MBA reordered", "R-BSA", \
    "LP-guided", "portfolio"]
array panel[4] = ["fast links, piled", "fast links, spread", "links as workers, piled", \
    "slow links, piled"]
array first[4] = [5, 4, 1, 9]
do for [p = 1:4] {
    set title panel[p]
    if (p < 4) { unset key } else { set key top right Left reverse samplen 1 maxrows 4 }
    plot for [i = 1:8] data using ($0 + (i - 4.5) * 0.11):7 skip 1 every 96::(first[p] * 8 + i - 1) \
        with boxes lc rgb colour[i] title name[i]
}
unset multiplot
