# The ladder: token steps and all steps over m, against d.
m = 96.
set title "Ladder, m = 96 tokens at the most, m/3 on average"
set xlabel "d, dimensions"
set ylabel "steps / m"
set xrange [0.5:12.5]
set yrange [0:4.4]
set xtics 1
set grid
set key top left Left reverse samplen 2 noautotitle
set datafile columnheaders
set style line 1 lc rgb "#d55e00" lw 2 pt 9
set style line 2 lc rgb "#0072b2" lw 2 pt 7
set style line 3 lc rgb "#56b4e9" lw 2 pt 6
set style line 4 lc rgb "#999999" lw 2 dt 2
set style line 5 lc rgb "#009e73" lw 2 dt 4
of(what) = strcol("what") eq what ? column("measured") / m : NaN
plot x / 3 with lines ls 4 title "d/3", \
    data using "d":(of("dimension order")) with linespoints ls 1 title "dimension order, tokens", \
    data using "d":(of("Balance")) with linespoints ls 2 title "Balance, tokens", \
    data using "d":(of("all steps of Balance")) with linespoints ls 3 \
        title "Balance, tokens and words", \
    data using "d":(strcol("what") eq "Balance" ? column("low") / m : NaN) with lines ls 5 \
        title "one processor alone: m - m/3"
