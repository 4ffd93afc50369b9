# The half-full ball: steps over m on the left, all steps over m sqrt d + d^2 on the right.
if (!exists("math")) math = "" # what stands round formulas: $ in LaTeX
set multiplot layout 1, 2 title "Half-full Hamming ball: m tokens each on half of the ".math."2^d".math." processors"
set datafile columnheaders
set xlabel "d, dimensions"
set xrange [0.7:10.3]
set xtics 1
set grid
set style line 1 lc rgb "#d55e00" lw 2 pt 9
set style line 2 lc rgb "#0072b2" lw 2 pt 7
set style line 3 lc rgb "#56b4e9" lw 2 pt 6
set style line 4 lc rgb "#009e73" lw 2 pt 5
set style line 5 lc rgb "#000000" lw 1 pt 2
set style line 6 lc rgb "#e69f00" lw 2 pt 8
set style line 7 lc rgb "#999999" lw 2 dt 2
set style line 8 lc rgb "#cc79a7" lw 2 pt 4
m = 64.
of(what) = strcol("what") eq what && column("m") == m ? column("measured") / m : NaN
least = "Balance to the least error"
total(of_m) = strcol("what") eq least && column("m") == of_m ? \
    column("measured") / (of_m * sqrt(column("d")) + column("d") ** 2) : NaN
set title "m = 64"
set ylabel "steps / m"
set logscale y 2
set yrange [0.4:110]
set key top left Left reverse samplen 2 noautotitle
plot 2 * x with lines ls 7 dt 3 title "2d", \
    data using "d":(of("Leighton's algorithm")) with points ls 1 \
        title "Leighton's algorithm: 2d + d/m", \
    data using "d":(of(least)) with linespoints ls 3 title "Balance, least error, with all words", \
    sqrt(2 * x / pi) with lines ls 7 title "sqrt(2d/pi), about the most for Balance", \
    data using "d":(of("dimension order")) with points ls 6 ps 1.8 title "dimension order, tokens", \
    data using "d":(of("Balance")) with linespoints ls 2 ps 0.8 title "Balance, tokens", \
    0.33 * sqrt(x) with lines ls 7 dt 4 title "0.33 sqrt(d)", \
    data using "d":(of("optimum")) with linespoints ls 4 title "exact optimum", \
    data using "d":(of("Lemma 2.1")) with points ls 5 ps 1.6 title "Lemma 2.1"
unset logscale y
set title "Balance, least error"
set ylabel "all steps / (m sqrt(d) + ".math."d^2".math.")"
set yrange [0:1.5]
plot data using "d":(total(64)) with linespoints ls 3 title "m = 64", \
    data using "d":(total(1024)) with linespoints ls 8 title "m = 1024"
unset multiplot
