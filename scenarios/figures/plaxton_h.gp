# The error that is left, against d.
set title "What a sweep over all dimensions leaves"
set xlabel "d, dimensions"
set ylabel "most items less least"
set xrange [0.5:10.5]
set yrange [0:10.5]
set xtics 1
set ytics 1
set grid
set key top left Left reverse samplen 2 noautotitle
set datafile columnheaders
set style line 1 lc rgb "#d55e00" lw 2 pt 9
set style line 2 lc rgb "#0072b2" lw 2 pt 7
set style line 3 lc rgb "#e69f00" lw 2 pt 8
set style line 4 lc rgb "#56b4e9" lw 2 pt 6
set style line 5 lc rgb "#999999" lw 2 dt 2
of(what) = strcol("what") eq what ? column("measured") : NaN
at(shift) = column("d") + shift
plot x with lines ls 5 title "d: Lemma 2.3", \
    data using "d":(of("popcount: Balance")) with points ls 2 ps 1.6 \
        title "loads popcount(v), Balance", \
    data using "d":(of("popcount: dimension order")) with points ls 1 \
        title "loads popcount(v), dimension order", \
    data using "d":(of("random: Balance: most")) with linespoints ls 4 \
        title "random loads, Balance, most", \
    data using "d":(of("random: dimension order: most")) with linespoints ls 3 \
        title "random loads, dimension order, most", \
    data using (at(0.07)):(of("random: Balance: mean")):"half_width" with yerrorlines ls 4 lw 1 \
        title "Balance, mean", \
    data using (at(-0.07)):(of("random: dimension order: mean")):"half_width" with yerrorlines \
        ls 3 lw 1 title "dimension order, mean"
