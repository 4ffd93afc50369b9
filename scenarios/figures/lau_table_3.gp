# How much longer the single-send optimum takes than the multi-send one, published and measured.
if (!exists("math")) math = "" # what stands round formulas: $ in LaTeX
set title "Single-send against multi-send, each at its optimum"
set xlabel "n, hosts"
set ylabel "mean extra steps of single-send, percent of n"
set bmargin 7
set label 1 "The paper does not say how its loads were drawn: uniform ones are measured, and a fit is shown as one." \
    at screen 0.5, screen 0.065 center
set label 2 "Its numbers are read as percent of n: as percent of the time they contradict its count of equal times." \
    at screen 0.5, screen 0.03 center
set xrange [0:54]
set yrange [0:*]
set grid
set key top left
set datafile columnheaders
set datafile missing NaN
of(what, value) = strcol("what") eq what ? column(value) : NaN
uniform = "single-send worse (% of n)"
fit = "fit: single-send worse (% of n)"
plot data using "n":(of(uniform, "published")) smooth unique with linespoints lw 2 pt 6 dt 2 lc rgb "#d55e00" title "published", \
    data using "n":(of(fit, "measured")):"half_width" with yerrorbars lw 2 pt 8 lc rgb "#009e73" title "fit: loads floor(".math."101 u^3".math.")", \
    data using "n":(of(uniform, "measured")) smooth unique with lines lw 2 lc rgb "#0072b2" notitle, \
    data using "n":(of(uniform, "measured")):"half_width" with yerrorbars lw 2 pt 7 lc rgb "#0072b2" title "measured, uniform loads"
