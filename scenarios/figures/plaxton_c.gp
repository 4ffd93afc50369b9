# Steps over m sqrt k against k; the isoperimetry behind it.
set multiplot layout 1, 2 title "m = 2^{d/k} n/p tokens a processor, packed on a Hamming ball"
set logscale x 2
set grid
set key top right Left reverse samplen 2
set style line 1 lc rgb "#d55e00" lw 2 pt 8
set style line 2 lc rgb "#0072b2" lw 2 pt 7
set style line 3 lc rgb "#56b4e9" lw 2 pt 6
set style line 4 lc rgb "#009e73" lw 2 pt 5
set style line 5 lc rgb "#999999" lw 2 dt 4
set xlabel "k = d / log_2 (m p / n)"
set xrange [0.95:10.5]
set xtics (1, 2, 5, 10)
set yrange [0:1.45]
set title "d = 10, n/p = 32"
set ylabel "steps / (m √k)"
plot data using 4:10 skip 1 every ::0::9 with linespoints ls 2 title "Balance, tokens", \
    data using 4:9 skip 1 every ::0::9 with points ls 1 ps 1.6 title "optimum (maximum flow)", \
    data using 4:7 skip 1 every ::0::9 with linespoints ls 4 title "Lemma 2.1"
set yrange [0:1.1]
set title "balls of radius 0 to d/2"
set ylabel "volume / (last sphere × √k)"
set xrange [0.95:900]
set xtics (1, 2, 5, 10, 100, 800)
plot data using 4:11 skip 1 every ::10::15 with linespoints ls 4 title "d = 10", \
    data using 4:11 skip 1 every ::16::21 with linespoints ls 3 title "d = 100", \
    data using 4:11 skip 1 every ::22::27 with linespoints ls 2 title "d = 800", \
    0.52 with lines ls 5 title "0.52"
unset multiplot
