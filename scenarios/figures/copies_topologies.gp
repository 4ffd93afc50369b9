# Allgather by plans of copies, in GB/s of all data: a panel for each machine, by the pieces that a
# processor has; beside it what no schedule of these pieces exceeds, and what the cuts allow.
set multiplot layout 2, 3
set datafile columnheaders
set grid
set key off
set logscale x
set xrange [0.8:60]
set yrange [0:370]
set xtics (1, 16, 48)
set xlabel "pieces a processor has"
set ylabel "all data / time, GB/s"
array machine[5] = ["1 x 8 A100", "2 x 8 A100", "4 x 8 A100", "1 x 16 MI250", "2 x 16 MI250"]
array colour[3] = ["#000000", "#e69f00", "#0072b2"]
array name[3] = ["bound by cuts, any pieces", "bound of these pieces", "plan"]
of(m) = strcol(1) eq machine[m] ? $2 : NaN
do for [m = 1:5] {
    set title machine[m]
    plot for [k = 1:3] data using (of(m)):(column(k + 2)) with linespoints lc rgb colour[k] lw 2 \
        dt k == 1 ? 2 : 1 pt 2 * k + 3 ps 0.9
}
unset title
unset xlabel
unset ylabel
unset border
unset tics
unset grid
unset logscale
set xrange [0:1]
set key center left Left reverse samplen 2.5 spacing 1.4
plot for [k = 1:3] NaN with linespoints lc rgb colour[k] lw 2 dt k == 1 ? 2 : 1 pt 2 * k + 3 ps 0.9 title name[k]
unset multiplot
