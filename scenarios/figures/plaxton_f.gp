# Token steps of each dimension, a panel for each number of items on a processor; and in all, on
# hypercube and shuffle-exchange, a panel for each number of groups.
if (!exists("math")) math = "" # what stands round formulas: $ in LaTeX
set multiplot layout 2, 3 title "Random groups on 1024 processors"
set xlabel "dimension"
set xrange [-0.5:9.5]
set xtics 0, 1
set logscale y 2
set yrange [0.8:32]
set grid
set key top right samplen 2 noautotitle font ",9"
set datafile columnheaders
set datafile missing NaN
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
    plot top(i) * 2 ** (-x / 2) with lines ls 4 title "falls as ".math."2^{-j/2}".math, \
        data using "dimension":(of(items(i), 2)):"half_width" with yerrorlines ls 1 \
            title "2 groups", \
        data using "dimension":(of(items(i), 4)):"half_width" with yerrorlines ls 2 \
            title "4 groups", \
        data using "dimension":(of(items(i), 16)):"half_width" with yerrorlines ls 3 \
            title "16 groups"
    unset ylabel
}
set xlabel "items a processor"
set logscale x 2
set xrange [12:350]
set xtics (16, 64, 256)
set yrange [8:2800]
all(who, g) = strcol("what") eq "all token steps" && strcol("who") eq who && column("g") == g ? \
    column("measured") : NaN
array groups[3] = [2, 4, 16]
set ylabel "all token steps"
set key top left Left reverse
do for [i = 1:3] {
    set title sprintf("%d groups", groups[i])
    plot sqrt(groups[i] * x) with lines ls 4 title "sqrt(g n/p)", \
        data using "items":(all("on the shuffle-exchange", groups[i])):"half_width" \
            with yerrorlines ls 3 title "on the shuffle-exchange", \
        data using "items":(all("ascending", groups[i])):"half_width" with yerrorlines ls 1 \
            title "ascending", \
        data using "items":(all("MultiBalance", groups[i])):"half_width" with yerrorlines ls 2 \
            title "MultiBalance"
    unset ylabel
}
unset multiplot
