#!/usr/bin/env bash
# Turns gnuplot files into C: an array of their stems and texts.
# Usage: embed_plots.sh OUTPUT.c FILE.gp...
set -euo pipefail
output=$1
shift
{
    echo '#include "sim/figures/plots.h"'
    echo
    echo 'const struct rd_plot rd_plots[] = {'
    for file in "$@"; do
        printf '    {"%s",\n' "$(basename "$file" .gp)"
        # Each line becomes a C string; backslashes and quotes are escaped.
        sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/     "/' -e 's/$/\\n"/' "$file"
        echo '    },'
    done
    echo '};'
    echo
    echo 'const size_t rd_plot_count = sizeof rd_plots / sizeof *rd_plots;'
} >"$output"
