# Steps over m sqrt k against k; the isoperimetry behind it.
if (!exists("math")) math = "" # what stands round formulas: $ in LaTeX
set datafile columnheaders
of(what) = strcol("what") eq what ? column("measured") : NaN
ball(d) = strcol("what") eq "volume over sphere over sqrt k" && column("d") == d ? column("measured") : NaN
set multiplot layout 1, 2 title "m = ".math."2^{d/k}".math." n/p tokens a processor, packed on a Hamming ball"
set logscale x 2
set grid
set key top right Left reverse samplen 2 noautotitle
set style line 1 lc rgb "#d55e00" lw 2 pt 8
set style line 2 lc rgb "#0072b2" lw 2 pt 7
set style line 3 lc rgb "#56b4e9" lw 2 pt 6
set style line 4 lc rgb "#009e73" lw 2 pt 5
set style line 5 lc rgb "#999999" lw 2 dt 4
set style line 6 lc rgb "#cc79a7" lw 2 pt 4
set style line 7 lc rgb "#e69f00" lw 2 pt 9
set xlabel "k = d / ".math."log_2".math." (m p / n)"
set xrange [0.95:10.5]
set xtics (1, 2, 5, 10)
set yrange [0:1.45]
set title "d = 10, n/p = 32"
set ylabel "steps / (m sqrt(k))"
plot data using "k":(of("Balance")) with linespoints ls 2 title "Balance, tokens", \
    data using "k":(of("optimum")) with points ls 1 ps 1.6 title "optimum (maximum flow)", \
    data using "k":(of("Lemma 2.1")) with linespoints ls 4 title "Lemma 2.1"
set yrange [0:1.1]
set title "balls of radius 0 to d/2"
set ylabel "volume / (last sphere times sqrt(k))"
set xrange [0.95:900]
set xtics (1, 2, 5, 10, 100, 800)
plot data using "k":(ball(10)) with linespoints ls 3 title "d = 10", \
    data using "k":(ball(100)) with linespoints ls 6 title "d = 100", \
    data using "k":(ball(800)) with linespoints ls 7 title "d = 800", \
    0.52 with lines ls 5 title "0.52"
unset multiplot
