# Panels: amplitude and period of the change of bandwidths, under exact and under tcp; a line for each
# algorithm with its confidence interval. Each algorithm has two columns from the fourth on.
set datafile missing ""
set multiplot layout 2, 2
set grid
set key top left Left reverse samplen 2 font ",9"
set ylabel "simulated / bound of the nominal network"
stats data skip 1 using 3 nooutput
count = (STATS_columns - 3) / 2
array colour[6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
colour_of(i) = i == count ? "#000000" : colour[i] # the last is the bound
set offsets 0, 0, graph 0.65, 0
do for [model in "exact tcp"] {
    do for [axis = 0:1] {
        if (axis == 0) {
            set title "Model ".model.": how far bandwidths go, every 20 s"
            set xlabel "amplitude, share of the nominal bandwidth"
            unset logscale x
            set xtics 0.1
            set xrange [-0.03:0.95]
        } else {
            set title "Model ".model.": how often they change, by 80 percent"
            set xlabel "period, s"
            set logscale x
            set xtics (2, 5, 10, 20, 50, 100)
            set xrange [1.5:140]
        }
        plot 1 with lines lc rgb "#999999" dt 2 notitle, \
            for [i = 1:count] data using \
                (stringcolumn(1) eq model && $2 == axis ? $3 : NaN):(column(2 * i + 2)):(column(2 * i + 3)) \
                with yerrorlines lc rgb colour_of(i) lw 2 pt 2 * i + 3 ps 0.8 title columnheader(2 * i + 2)
    }
}
unset multiplot
