#!/bin/sh
# One table of what the benchmarks of a build measured last, in DIR/tests/bench/lines.
# Usage: table.sh BUILD_DIR [--save FILE] [--compare FILE]
# --save keeps the lines in FILE; --compare adds how many times those of FILE they are, and ends with
# status 1 if one is more than 1.25 times.
set -eu
lines="$1/tests/bench/lines"
shift
save= compare=/dev/null
while [ $# -gt 1 ]; do
    case $1 in
    --save) save=$2 ;;
    --compare) compare=$2 ;;
    *) sed -n '3,5s/^# //p' "$0" >&2; exit 2 ;;
    esac
    shift 2
done
all=$(mktemp)
trap 'rm -f "$all"' EXIT
cat "$lines"/*.tsv >"$all"
[ -z "$save" ] || cp "$all" "$save"
awk -F '\t' -v compare="$compare" '
    BEGIN {
        while ((getline < compare) > 0) before[$1] = $2
        printf "%-66s %10s %10s %-8s %s\n", "measured", "value", "goal", "", "of before"
    }
    {
        judged = "met"
        if ($3 + 0 == 0) judged = ""
        else if ($2 + 0 > $3 + 0) judged = "NOT MET"
        count[judged]++
        times = before[$1] + 0 == 0 ? "" : sprintf("%.2f", $2 / before[$1])
        if (times + 0 > 1.25) {
            times = times " SLOWER"
            slower++
        }
        printf "%-66s %10.4g %10s %-8s %s\n", $1, $2, $3 + 0 == 0 ? "-" : $3, judged, times
    }
    END {
        printf "%d met, %d not met, %d without a goal", count["met"] + 0,
            count["NOT MET"] + 0, count[""] + 0
        if (compare != "/dev/null") printf "; %d of %d slower than 1.25 times before", slower + 0, NR
        print ""
        exit (slower > 0)
    }' "$all"
