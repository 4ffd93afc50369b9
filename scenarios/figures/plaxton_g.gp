# Cuts of the shuffle-exchange: edges that leave, over p/d; and steps over m = 64 of loads m inside.
m = 64.
set multiplot layout 1, 3 title "Shuffle-exchange: half-plane and weight cut"
set style line 1 lc rgb "#d55e00" lw 2 pt 9
set style line 2 lc rgb "#0072b2" lw 2 pt 7
set style line 3 lc rgb "#d55e00" lw 2 dt 2
set style line 4 lc rgb "#0072b2" lw 2 dt 2
set style line 5 lc rgb "#e69f00" lw 2 pt 8
set style line 6 lc rgb "#56b4e9" lw 2 pt 6
set style line 7 lc rgb "#999999" lw 2 dt 4
set grid
set xlabel "d, dimensions"
set title "edges that leave a cut"
set ylabel "edges / (p/d)"
set xrange [2:30]
set yrange [0:2.9]
set key bottom right Left reverse samplen 2 font ",9"
weight(d) = d * exp(lgamma(d) - lgamma(floor(d / 2) + 1) - lgamma(d - floor(d / 2)) - d * log(2))
plot 2 with lines ls 3 title "half-plane, 2", \
    data using 1:($3 * $1 / 2 ** $1) skip 1 with linespoints ls 1 title "half-plane", \
    [d=3:30] '+' using (floor($1 + 0.5)):(weight(floor($1 + 0.5))) with lines ls 4 \
        title "d C(d-1, floor(d/2)) / p", \
    data using 1:($6 * $1 / 2 ** $1) skip 1 with points ls 2 title "weight cut"
set title "loads m = 64 or 0"
set ylabel "steps / m"
set xrange [2.5:10.5]
set yrange [0:14]
set key top left Left reverse samplen 2 font ",9"
plot data using 1:($9 / m) skip 1 with linespoints ls 5 title "dimension order, half-plane", \
    data using 1:($11 / m) skip 1 with linespoints ls 6 title "dimension order, weight cut", \
    data using 1:($8 / m) skip 1 with linespoints ls 1 title "bound, half-plane", \
    data using 1:($10 / m) skip 1 with linespoints ls 2 title "bound, weight cut", \
    x / 8 with lines ls 3 title "d/8"
set title "edges of x hosts"
set ylabel "edges log_2 x / x"
set xrange [2.5:16.5]
set yrange [0:10]
set key top left Left reverse samplen 2 font ",9"
over(x, edges) = x > 1 ? edges * log(x) / log(2) / x : NaN
plot data using 1:(over($2, $3)) skip 1 with lines ls 3 title "half-plane", \
    data using 1:(over($12, $13)) skip 1 with linespoints lc rgb "#009e73" lw 2 pt 5 title "1 deviation farther", \
    data using 1:(over($14, $15)) skip 1 with linespoints lc rgb "#cc79a7" lw 2 pt 13 title "2 deviations", \
    data using 1:(over($16, $17)) skip 1 with linespoints lc rgb "#000000" lw 2 pt 4 title "3 deviations"
unset multiplot
