#!/usr/bin/env bash
# coverage.sh BUILD: which lines and branches of the program the tests of BUILD went through, by file, worst
# first, and in all. BUILD is set up with -Db_coverage=true -Doptimization=g -Dwerror=false, and its
# tests were run. With -u as second argument: every line that was not reached. With -b: every line
# with a branch that was never taken: its group, how many of how many, and which, as gcov numbers
# them; then their sum by group. Needs gcov only.
#   meson setup build-coverage -Db_coverage=true -Doptimization=g -Dwerror=false
#   meson compile -C build-coverage && meson test -C build-coverage
#   tests/coverage.sh build-coverage
set -euo pipefail
build=$(cd "$1" && pwd)
list=${2:-}
case $list in
    "" | -u | -b) ;;
    *) echo "coverage.sh BUILD [-u|-b]" >&2; exit 2 ;;
esac

# gcov names sources as the compiler saw them: from the build folder.
cd "$build"
find . -name '*.gcno' -not -path './tests/*' -print0 |
    xargs -0 -n 64 gcov --stdout --branch-probabilities --branch-counts 2>/dev/null |
    LC_ALL=C awk -v list="$list" '
function group(file) {
    if (file ~ /^algorithms\//) return "planners"
    if (file ~ /^sim\/(referee\/|model\/certificate)/) return "referee"
    if (file ~ /^sim\/(scenario\/|csv\/|base\/number_text|model\/options)/) return "readers"
    return "other"
}
function source(key,    line) {
    line = text[key]
    sub(/^[^:]*: *[0-9]+:/, "", line)
    return line
}
# "branch  1 taken 12 (fallthrough)", or "branch  1 never executed"; of an assertion only one way
# is meant to be taken.
/^branch/ {
    if (skip || assertion) next
    key = file SUBSEP line SUBSEP $2
    if (!(key in branch)) branch[key] = 0
    if ($3 == "taken" && $4 > 0) branch[key] = 1
    next
}
/^(call|function|unconditional)/ { next }
/^ *[^:]*: *0:Source:/ {
    file = $0
    sub(/^[^:]*: *0:Source:/, "", file)
    sub(/^\.\.\//, "", file)
    skip = file !~ /^(sim|algorithms)\//
    next
}
/^ *[-#=0-9*]+: *[0-9]+:/ {
    if (skip) next
    split($0, part, ":")
    count = part[1]; line = part[2] + 0
    gsub(/[ *]/, "", count)
    assertion = $0 ~ /rd_assert\(/ || (assertion && !ended)
    ended = /;/
    if (count == "-" || line == 0) next
    key = file SUBSEP line
    if (!(key in reached)) reached[key] = 0
    if (count !~ /^[#=]/) reached[key] = 1
    text[key] = $0
}
END {
    for (key in reached) {
        split(key, part, SUBSEP)
        lines[part[1]]++; lines_hit[part[1]] += reached[key]
        if (list == "-u" && !reached[key])
            printf "%s:%d:%s\n", part[1], part[2], source(key) | "sort -t: -k1,1 -k2,2n"
    }
    for (key in branch) {
        split(key, part, SUBSEP)
        ways[part[1]]++; ways_hit[part[1]] += branch[key]
        at = part[1] SUBSEP part[2]
        line_ways[at]++
        if (!branch[key]) missed[at]++
        if (part[3] > last_way[at]) last_way[at] = part[3]
    }
    if (list == "-b") {
        for (at in missed) {
            split(at, part, SUBSEP)
            g_missed[group(part[1])] += missed[at]
            which = ""
            for (way = 0; way <= last_way[at]; way++)
                if ((at, way) in branch && !branch[at, way]) which = which " " way
            printf "%s:%d: %s, %d of %d not taken (%s):%s\n", part[1], part[2], group(part[1]),
                missed[at], line_ways[at], substr(which, 2), source(at) | "sort -t: -k1,1 -k2,2n"
        }
        close("sort -t: -k1,1 -k2,2n")
        for (g in g_missed) printf "%d not taken in %s\n", g_missed[g], g | "sort"
    }
    if (list != "") exit
    for (file in lines) {
        g = group(file)
        all += lines[file]; hit += lines_hit[file]
        g_lines[g] += lines[file]; g_hit[g] += lines_hit[file]
        g_ways[g] += ways[file]; g_ways_hit[g] += ways_hit[file]
        printf "%6.1f %% of %5d lines %6.1f %% of %5d branches  %s\n",
            100 * lines_hit[file] / lines[file], lines[file],
            ways[file] ? 100 * ways_hit[file] / ways[file] : 100, ways[file], file | "sort -n"
    }
    close("sort -n")
    for (g in g_lines)
        printf "%6.1f %% of %5d lines %6.1f %% of %5d branches  %s\n", 100 * g_hit[g] / g_lines[g],
            g_lines[g], 100 * g_ways_hit[g] / g_ways[g], g_ways[g], g | "sort -k9"
    close("sort -k9")
    printf "%6.1f %% of %5d lines in all\n", 100 * hit / all, all
}'
