#!/usr/bin/env bash
# Turns gnuplot files and scenarios into C: an array of stems and texts for each of the two.
# Usage: embed_plots.sh OUTPUT.c FILE...
set -euo pipefail
output=$1
shift
# In: the array's name, the name of its count, an ending, files.
embed() {
    local array=$1 count=$2 ending=$3 file
    shift 3
    echo
    echo "const struct rd_plot ${array}[] = {"
    for file in "$@"; do
        [[ $file == *.$ending ]] || continue
        printf '    {"%s",\n' "$(basename "$file" ".$ending")"
        # Each line becomes a C string; backslashes and quotes are escaped.
        sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/     "/' -e 's/$/\\n"/' "$file"
        echo '    },'
    done
    echo '};'
    echo
    echo "const size_t $count = sizeof $array / sizeof *$array;"
}
{
    echo '#include "sim/figures/plots.h"'
    echo '#pragma GCC diagnostic ignored "-Woverlength-strings"'
    embed rd_plots rd_plot_count gp "$@"
    embed rd_figure_verdict_tables rd_figure_verdict_table_count verdicts.csv "$@"
    embed rd_figure_scenarios rd_figure_scenario_count xml "$@"
} >"$output"
