# Token steps of each dimension, a panel for each number of items on a processor.
set multiplot layout 1, 3 title "MultiBalance across dimensions 0 to 9, random groups"
set xlabel "dimension"
set xrange [-0.5:9.5]
set xtics 0, 1
set logscale y 2
set yrange [0.8:32]
set grid
set key top right samplen 2 noautotitle
set datafile columnheaders
of(items, g) = strcol("what") eq "token steps" && column("items") == items && \
    column("g") == g ? column("measured") : NaN
set style line 1 lc rgb "#0072b2" lw 2 pt 7
set style line 2 lc rgb "#009e73" lw 2 pt 5
set style line 3 lc rgb "#d55e00" lw 2 pt 9
set style line 4 lc rgb "#999999" lw 2 dt 2
top(i) = i == 1 ? 5 : i == 2 ? 11 : 23
items(i) = i == 1 ? 16 : i == 2 ? 64 : 256
set ylabel "token steps"
do for [i = 1:3] {
    set title sprintf("%d", items(i))." items a processor"
    plot top(i) * 2 ** (-x / 2) with lines ls 4 title "falls as 2^{-j/2}", \
        data using "dimension":(of(items(i), 2)):"half_width" with yerrorlines ls 1 \
            title "2 groups", \
        data using "dimension":(of(items(i), 4)):"half_width" with yerrorlines ls 2 \
            title "4 groups", \
        data using "dimension":(of(items(i), 16)):"half_width" with yerrorlines ls 3 \
            title "16 groups"
    unset ylabel
}
unset multiplot
