# How likely every host keeps something, 1 - p(P, D): exactly (lines), as printed (dashed), drawn.
set multiplot layout 1, 2 title \
    "Every one of P hosts keeps some of its D items: then the canonical relabelling takes < D steps"
set datafile missing ""
colour(i) = word("#cc79a7 #009e73 #56b4e9 #e69f00 #d55e00 #0072b2 #000000", i + 1)
set xlabel "D, items on each host"
set xrange [0.5:20.5]
set grid
set logscale y
set format y "10^{%L}"
set title "exact, as printed (dashed), drawn (points)"
set ylabel "probability 1 - p"
set yrange [1e-16:3]
set key at graph 0.22, 0.32 left top Left reverse samplen 2
plot for [i = 0:5] data using 2:6 skip 1 every ::(20 * i)::(20 * i + 19) with lines lw 2 \
        lc rgb colour(i) title "P = ".word("2 4 8 10 16 32", i + 1), \
    for [i = 0:5] data using 2:7 skip 1 every ::(20 * i)::(20 * i + 19) with lines lw 1.5 dt 2 \
        lc rgb colour(i) notitle, \
    for [i = 0:3] data using 2:(1 - $5) skip 1 every ::(20 * i)::(20 * i + 19) with points pt 7 \
        ps 0.7 lc rgb colour(i) notitle, \
    NaN with lines lw 2 lc rgb colour(6) title "P = 64"
set title "how far the printed formula is off"
set ylabel "printed / exact probability"
unset key
unset logscale y
set format y "%g"
set yrange [0:1.1]
plot for [i = 0:6] data using 2:8 skip 1 every ::(20 * i)::(20 * i + 19) with lines lw 2 \
        lc rgb colour(i)
unset multiplot
