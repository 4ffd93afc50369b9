# Time of the window search, published and measured, and of the optimum in closed form, by range of
# loads and ring size.
set title "Time of one single-send optimum"
set ylabel "ms (published: of its time's machine)"
set logscale y
set yrange [1e-4:1000]
set style data histogram
set style histogram clustered gap 1.5
set style fill solid 0.9 border -1
set boxwidth 0.9
set grid y
set key top right
set xtics rotate by -25
set rmargin 10
label(n, most) = sprintf("n=%d, loads to %d", n, most)
plot data using 7:xtic(label($1, $2)) skip 1 lc rgb "#d55e00" title "published search", \
    data using 8 skip 1 lc rgb "#56b4e9" title "window search, here", \
    data using 9 skip 1 lc rgb "#0072b2" title "closed form, here"
