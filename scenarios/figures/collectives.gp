# A panel for each operation: on five networks, by size, the time of each of MPI's algorithms over the
# bound of all programs, with SMPI's default and our plan beside them.
set datafile missing NaN
set datafile columnheaders
array operation[5] = ["bcast", "allgather", "alltoall", "scatter", "gather"]
array title_of[5] = ["Broadcast", "Allgather", "All-to-all", "Scatter", "Gather"]
array network[5] = ["star", "two racks", "fat tree", "torus", "dragonfly"]
array size[3] = ["1 kB", "1 MB", "64 MB"]
array colour[3] = ["#0072b2", "#d55e00", "#009e73"]
# Which operations and sizes there are: the small set has fewer.
all = 0
stats data using (all = all + (strcol("size") eq "64 MB"), 1) nooutput
panels = all > 0 ? 5 : 3
sizes = all > 0 ? 3 : 2
place(n, s) = n + (s - (sizes + 1) / 2.0) * 0.26
is(o, n, s) = strcol("operation") eq operation[o] && strcol("network") eq network[n] && strcol("size") eq size[s]
ratio(o, n, s, kind) = is(o, n, s) && kind == (strcol("algorithm") eq "plan" ? 2 : strcol("algorithm") eq "default") \
    ? column("time over bound") : NaN
set multiplot
set logscale y
set xrange [0.4:5.6]
set yrange [0.9:450]
if (panels == 3) {
    set ytics ("1" 1, "2" 2, "5" 5, "10" 10, "20" 20, "50" 50, "100" 100, "200" 200)
} else {
    set ytics ("1" 1, "" 2, "" 5, "10" 10, "" 20, "" 50, "100" 100, "" 200)
}
set grid ytics
unset key
set lmargin at screen 0.09
set rmargin at screen 0.76
height = 0.91 / panels
do for [o = 1:panels] {
    set tmargin at screen 0.95 - (o - 1) * height
    set bmargin at screen 0.95 - o * height + 0.055
    set title title_of[o] offset 0, -0.7
    set ylabel o == (panels + 1) / 2 ? "time / bound of all programs" : ""
    if (o == panels) {
        set xtics ("star" 1, "two racks" 2, "fat tree" 3, "torus" 4, "dragonfly" 5)
    } else {
        set xtics ("" 1, "" 2, "" 3, "" 4, "" 5)
    }
    plot for [n = 1:5] for [s = 1:sizes] data using (place(n, s)):(ratio(o, n, s, 0)) with points lc rgb colour[s] pt 6 ps 0.5, \
         for [n = 1:5] for [s = 1:sizes] data using (place(n, s) + 0.07):(ratio(o, n, s, 1)) with points lc rgb colour[s] pt 2 lw 2 ps 0.9, \
         for [n = 1:5] for [s = 1:sizes] data using (place(n, s) - 0.07):(ratio(o, n, s, 2)) with points lc rgb colour[s] pt 13 ps 0.9
}
# The key, beside them.
unset title
unset ylabel
unset border
unset tics
set tmargin at screen 0.95
set bmargin at screen 0.05
set key on at screen 0.78, 0.93 left top Left reverse samplen 1.5 spacing 1.2
plot for [s = 1:sizes] NaN with points lc rgb colour[s] pt 5 ps 1 title size[s], \
     NaN with points lc rgb "#000000" pt 6 ps 0.5 title "an algorithm", \
     NaN with points lc rgb "#000000" pt 2 lw 2 ps 0.9 title "SMPI's default", \
     NaN with points lc rgb "#000000" pt 13 ps 0.9 title "copies-portfolio"
unset multiplot
