# How often each bound equals the exact optimum, by the number of hosts.
set title "Share of small two-way rings on which a bound is the optimum"
set xlabel "hosts"
set ylabel "share of rings"
set xrange [2.5:6.5]
set yrange [0.5:1.05]
set xtics 1
set grid
set key bottom left Left reverse
set datafile columnheaders
of(what) = strcol("what") eq what ? column("measured") : NaN
plot data using "n":(of("Lemma 12 tight")):"half_width" with yerrorlines lw 2 pt 7 lc rgb "#d55e00" \
        title "Lemma 12", \
    data using "n":(of("System 6 tight")):"half_width" with yerrorlines lw 2 pt 5 lc rgb "#0072b2" \
        title "System 6"
