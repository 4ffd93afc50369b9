# Two panels: amplitude and period of the change of bandwidths; a line for each algorithm with its
# confidence interval. Each algorithm has two columns from the third on.
set datafile missing ""
set multiplot layout 1, 2
set grid
set key top left Left reverse samplen 2
set ylabel "simulated / bound of the nominal network"
stats data skip 1 nooutput
count = (STATS_columns - 2) / 2
array colour[6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
set offsets 0, 0, graph 0.3, 0
set title "How far bandwidths go, every 20 s"
set xlabel "amplitude, share of the nominal bandwidth"
set xrange [-0.03:0.95]
plot 1 with lines lc rgb "#999999" dt 2 notitle, \
    for [i = 1:count] data using ($1 == 0 ? $2 : NaN):(column(2 * i + 1)):(column(2 * i + 2)) \
        with yerrorlines lc rgb colour[i] lw 2 pt 2 * i + 3 ps 0.8 title columnheader(2 * i + 1)
set title "How often they change, by 80 %"
set xlabel "period, s"
set logscale x
set xrange [1.5:140]
plot 1 with lines lc rgb "#999999" dt 2 notitle, \
    for [i = 1:count] data using ($1 == 1 ? $2 : NaN):(column(2 * i + 1)):(column(2 * i + 2)) \
        with yerrorlines lc rgb colour[i] lw 2 pt 2 * i + 3 ps 0.8 title columnheader(2 * i + 1)
unset multiplot
