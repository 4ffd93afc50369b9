# The majority field: token steps over the items of a processor, against the fields; few dimensions
# and many.
if (!exists("math")) math = "" # what stands round formulas: $ in LaTeX
set multiplot layout 1, 2 title "Majority field: ".math."2^r".math." groups, ".\
    "max(".math."4 2^r".math.", 32) items on each of ".math."2^d".math." processors"
set datafile columnheaders
set xlabel "r, fields"
set xrange [0.7:6.3]
set yrange [0:3.9]
set xtics 1
set grid
set key top left Left reverse samplen 2 noautotitle
set style line 1 lc rgb "#0072b2" lw 2 pt 7
set style line 2 lc rgb "#e69f00" lw 2 pt 8
set style line 3 lc rgb "#009e73" lw 2 pt 5
set style line 4 lc rgb "#999999" lw 2 dt 2
set ylabel "token steps / items of a processor"
of(what, d) = strcol("what") eq what && column("d") == d ? column("measured") / column("items") : NaN
do for [d in "6 10"] {
    set title sprintf("d = %s", d)
    plot sqrt(x * d / (2 * pi)) with lines ls 4 title "sqrt(r d / (2 pi))", \
        data using "r":(of("ascending", d + 0)) with points ls 2 ps 2 title "ascending", \
        data using "r":(of("MultiBalance", d + 0)) with linespoints ls 1 title "MultiBalance", \
        data using "r":(of("closed form", d + 0)) with linespoints ls 3 title "bound"
    unset ylabel
}
unset multiplot
