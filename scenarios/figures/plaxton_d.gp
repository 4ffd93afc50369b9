# Leighton's algorithm at d = 8: steps against the largest load.
d = 8.
set datafile columnheaders
of(what) = strcol("what") eq what ? column("measured") : NaN
set title "Leighton's algorithm, d = 8: half-full Hamming ball, and one of four classes full"
set xlabel "m, tokens at the most"
set ylabel "steps"
set xrange [0:260]
set yrange [0:1500]
set grid
set key at graph 0.38, 0.97 top left Left reverse samplen 3 noautotitle
set style line 1 lc rgb "#d55e00" lw 2 pt 9
set style line 2 lc rgb "#0072b2" lw 2 pt 7
set style line 3 lc rgb "#009e73" lw 2 pt 5
set style line 4 lc rgb "#cc79a7" lw 2 pt 11
set style line 5 lc rgb "#999999" lw 2 dt 2
set style line 6 lc rgb "#999999" lw 2 dt 4
plot d + 2 * d * x with lines ls 6 title "d + 2dm", \
    5 * x + 13 * d with lines ls 5 title "5m + 13d", \
    4 * x + 5 * d - 4 with lines ls 5 dt 3 title "4m + 5d - 4", \
    data using "m":(of("one-port")) with points ls 1 title "one-port, ball", \
    data using "m":(of("strict one class")) with linespoints ls 4 title "pipelined, strict, one class full", \
    data using "m":(of("strict ball")) with linespoints ls 3 title "pipelined, strict, ball", \
    data using "m":(of("elective")) with linespoints ls 2 title "pipelined, elective, ball"
