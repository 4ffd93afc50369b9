# Time over the bound of all schedules against latency over an item's time, by shape: item by item, with
# messages of one size for all links, and with messages whose number each link chooses.
set multiplot layout 1, 3
set datafile columnheaders
set logscale x
set format x "10^{%L}"
set xrange [7e-4:1400]
set xlabel "latency / time of an item"
set grid
array colour[5] = ["#0072b2", "#d55e00", "#e69f00", "#009e73", "#cc79a7"]
array shape[5] = ["ring", "star", "switch", "hypercube", "random-regular"]
of(what, s) = strcol("what") eq what && strcol("network") eq s ? column("measured") : NaN
# An interval of ratios ends nowhere below 1.
low(mean) = mean - column("half_width") > 1 ? mean - column("half_width") : 1
high(mean) = mean + column("half_width")
set key top left Left reverse samplen 2
set title "item by item"
set ylabel "time / bound of all schedules"
set logscale y
set yrange [0.8:200]
plot for [k = 1:5] data using "ratio_of":(of("messages of one item", shape[k])):(low(of("messages of one item", shape[k]))):(high(of("messages of one item", shape[k]))) \
    with yerrorlines lc rgb colour[k] lw 1.5 pt k + 3 ps 0.8 title shape[k], 1 with lines dt 2 lc rgb "black" title "the bound"
unset logscale y
set title "messages of one size for all links"
set ylabel ""
set yrange [0.95:2.2]
plot for [k = 1:5] data using "ratio_of":(of("messages of one size", shape[k])):(low(of("messages of one size", shape[k]))):(high(of("messages of one size", shape[k]))) \
    with yerrorlines lc rgb colour[k] lw 1.5 pt k + 3 ps 0.8 title shape[k], 1 with lines dt 2 lc rgb "black" title "the bound"
set title "messages in numbers by link"
set ylabel ""
plot for [k = 1:5] data using "ratio_of":(of("messages by link", shape[k])):(low(of("messages by link", shape[k]))):(high(of("messages by link", shape[k]))) \
    with yerrorlines lc rgb colour[k] lw 1.5 pt k + 3 ps 0.8 title shape[k], 1 with lines dt 2 lc rgb "black" title "the bound"
unset multiplot
