# Time of the window search, published and measured, and of the optimum in closed form, by range of
# loads and ring size.
set title "Time of one single-send optimum"
set ylabel "ms (published: of its time's machine)"
set logscale y
set yrange [1e-4:1000]
set style fill solid 0.9 border -1
set boxwidth 0.25
set grid y
set key top right
set xrange [-0.6:8.6]
set rmargin 10
set datafile columnheaders
set xtics rotate by -25 ("n=10, loads to 200" 0, "n=20, loads to 200" 1, "n=50, loads to 200" 2, \
    "n=10, loads to 100" 3, "n=20, loads to 100" 4, "n=50, loads to 100" 5, \
    "n=10, loads to 40" 6, "n=20, loads to 40" 7, "n=50, loads to 40" 8)
place(n, m) = (n == 10 ? 0 : n == 20 ? 1 : 2) + (m == 200 ? 0 : m == 100 ? 3 : 6)
of(what) = strcol("what") eq what ? column("measured") : NaN
at(shift) = place(column("n"), column("most")) + shift
plot data using (at(-0.27)):(of("published search ms")) with boxes lc rgb "#d55e00" title "published search", \
    data using (at(0)):(of("search ms")) with boxes lc rgb "#56b4e9" title "window search, here", \
    data using (at(0.27)):(of("closed form ms")) with boxes lc rgb "#0072b2" title "closed form, here"
