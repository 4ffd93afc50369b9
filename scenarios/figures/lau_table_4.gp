# Left, what is judged: mean widths of the search window, published and measured, from both ends.
# Right, the time of the window search, published and measured, and of the optimum in closed form.
# Both by range of loads and ring size.
set multiplot layout 1, 2
set datafile columnheaders
set datafile missing NaN
set grid y
set logscale y
set xrange [-0.6:8.6]
set xlabel "hosts n, most items on a host"
set xtics rotate by -35 ("n=10, 200" 0, "n=20, 200" 1, "n=50, 200" 2, "n=10, 100" 3, "n=20, 100" 4, \
    "n=50, 100" 5, "n=10, 40" 6, "n=20, 40" 7, "n=50, 40" 8)
place(n, m) = (n == 10 ? 0 : n == 20 ? 1 : 2) + (m == 200 ? 0 : m == 100 ? 3 : 6)
of(what, value) = strcol("what") eq what ? column(value) : NaN
at(shift) = place(column("n"), column("most")) + shift
set title "Width of the search window"
set ylabel "mean width, items"
set yrange [1:1000]
set key bottom left reverse Left samplen 1
array end[2] = ["window from Traffic", "window from Linear"]
array colour[2] = ["#0072b2", "#009e73"]
plot for [k = 1:2] data using (at(0.3 * k - 0.6)):(of(end[k], "published")) with points pt 4 + 2 * k lw 2 \
        lc rgb "#d55e00" title end[k].", published", \
    for [k = 1:2] data using (at(0.3 * k - 0.45)):(of(end[k], "measured")):"half_width" with yerrorbars \
        pt 5 + 2 * k lw 2 lc rgb colour[k] title end[k].", here"
low(what) = of(what, "measured") > of(what, "half_width") ? of(what, "measured") - of(what, "half_width") : 1e-4
long(what) = of(what, "measured") + of(what, "half_width") - low(what)
set title "Time of one single-send optimum"
set ylabel "time, ms (published: of its time's machine)"
set yrange [1e-4:1000]
set key top right noreverse Right samplen 2
set style fill solid 0.9 border -1
set boxwidth 0.25
plot data using (at(-0.27)):(of("published search ms", "measured")) with boxes lc rgb "#d55e00" \
        title "published search", \
    data using (at(0)):(of("search ms", "measured")) with boxes lc rgb "#56b4e9" title "window search, here", \
    data using (at(0.27)):(of("closed form ms", "measured")) with boxes lc rgb "#999999" title "closed form, here", \
    data using (at(0)):(low("search ms")):(0):(long("search ms")) with vectors nohead lw 2 \
        lc rgb "#000000" notitle, \
    data using (at(0.27)):(low("closed form ms")):(0):(long("closed form ms")) with vectors nohead lw 2 \
        lc rgb "#000000" title "95 % interval"
unset multiplot
