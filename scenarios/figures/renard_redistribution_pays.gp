# Total time over time without redistribution, against the cost of moving a column; one panel a kind
# of ring, one line a policy.
set multiplot layout 2, 2 title "When does redistributing columns round a ring pay?"
set logscale xy
set xlabel "cost of moving a column / cost of computing it"
set ylabel "time / time if never"
set xrange [0.008:130]
set yrange [0.36:7]
set ytics (0.4, 0.6, 1, 2, 4)
set grid
set key top left Left reverse samplen 2 spacing 0.85 noautotitle
set style line 1 lc rgb "#000000" lw 2 dt 2
set style line 2 lc rgb "#0072b2" lw 2 pt 7 ps 0.6
set style line 3 lc rgb "#56b4e9" lw 2 pt 5 ps 0.6
set style line 4 lc rgb "#009e73" lw 2 pt 9 ps 0.7
set style line 5 lc rgb "#e69f00" lw 2 pt 11 ps 0.7
set style line 6 lc rgb "#d55e00" lw 3 pt 13 ps 0.8
# Rows of other rings and policies are missing values, which lines pass over.
set datafile missing NaN
cell(ring, period) = strcol(1) eq ring && strcol(4) eq period ? column(5) : NaN
do for [i = 1:4] {
    ring = i == 1 ? "one-way equal" : i == 2 ? "one-way unequal" : \
        i == 3 ? "two-way equal" : "two-way unequal"
    set title i == 4 ? "two-way unequal: System 8 (dotted: list)" : ring
    plot 1 with lines ls 1 title "never", \
        data using 2:(cell(ring, "100")):6 with yerrorlines ls 2 title "every 100 iterations", \
        data using 2:(cell(ring, "20")):6 with yerrorlines ls 3 title "every 20", \
        data using 2:(cell(ring, "5")):6 with yerrorlines ls 4 title "every 5", \
        data using 2:(cell(ring, "1")):6 with yerrorlines ls 5 title "every iteration", \
        data using 2:(cell(ring, "threshold")):6 with yerrorlines ls 6 \
            title "when a gain is expected", \
        for [k = 1:(i == 4 ? 5 : 0)] data \
            using 2:(cell("two-way unequal by list", word("100 20 5 1 threshold", k))) \
            with lines lc rgb "#000000" lw 1 dt 3
}
unset multiplot
