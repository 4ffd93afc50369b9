# Steps over the optimum's, and the time of one optimum, against the ring's size; a row of panels
# each, a column a shape of loads. Searches that would take too long are missing.
set multiplot layout 2, 4 title "Single-send on larger rings and other loads"
set datafile missing ""
set logscale x
set xrange [6:17000]
set xtics ("10" 10, "100" 100, "10^3" 1000, "10^4" 10000)
set grid
set key top left Left reverse samplen 1.5
set style line 1 lc rgb "#d55e00" lw 2 pt 6
set style line 2 lc rgb "#009e73" lw 2 pt 4
set style line 3 lc rgb "#56b4e9" lw 2 pt 8
set style line 4 lc rgb "#0072b2" lw 2 pt 7
shape(i) = i == 1 ? "uniform" : i == 2 ? "sparse" : i == 3 ? "one hot spot" : "heavy tail"
set yrange [0.9:3.7]
set ylabel "steps / optimum"
do for [i = 1:4] {
    set title shape(i)
    plot \
        data using 2:3 skip 1 every ::4 * (i - 1)::4 * i - 1 with linespoints ls 1 title "Linear", \
        data using 2:4 skip 1 every ::4 * (i - 1)::4 * i - 1 with linespoints ls 2 \
            title "Traffic", \
        data using 2:5 skip 1 every ::4 * (i - 1)::4 * i - 1 with linespoints ls 3 \
            title "search"
    unset ylabel
}
set logscale y
set yrange [1e-4:1e7]
set format y "10^{%T}"
set ylabel "ms"
set xlabel "hosts"
do for [i = 1:4] {
    unset title
    plot data using 2:7 skip 1 every ::4 * (i - 1)::4 * i - 1 with linespoints ls 3 \
            title "search", \
        data using 2:8 skip 1 every ::4 * (i - 1)::4 * i - 1 with linespoints ls 4 \
            title "closed form"
    unset ylabel
}
unset multiplot
