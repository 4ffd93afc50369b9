#!/bin/sh
# How many times as long as another build's a build's benchmark takes, line by line: both run
# alternately, so that what else the machine does meets both; medians of pairs.
# Usage: pairs.sh BUILD_DIR OTHER_BUILD_DIR NAME [PAIRS [ARGUMENT...]]
# NAME: planning, player, referee or sweep. Status 1 if a line is more than 1.25 times.
set -eu
if [ $# -lt 3 ]; then
    sed -n '4,5s/^# //p' "$0" >&2
    exit 2
fi
build=$1 other=$2 name=$3 pairs=${4:-5}
shift 3
[ $# -eq 0 ] || shift
lines=$(mktemp -d)
trap 'rm -rf "$lines"' EXIT
i=0
while [ "$i" -lt "$pairs" ]; do
    REDIST_BENCH_LINES=$lines/ours "$build/tests/bench/bench_$name" "$@" >/dev/null
    REDIST_BENCH_LINES=$lines/other "$other/tests/bench/bench_$name" "$@" >/dev/null
    awk -F '\t' 'NR == FNR { other[$1] = $2; next }
        other[$1] > 0 { printf "%s\t%.6g\n", $1, $2 / other[$1] }' "$lines/other" "$lines/ours"
    i=$((i + 1))
done | sort -t '	' -k1,1 -k2,2g >"$lines/pairs"
awk -F '\t' '
    function tell() {
        middle = value[int((count + 1) / 2)]
        printf "%-66s %6.2f%s\n", before, middle, (middle > 1.25) ? " SLOWER" : ""
        slower += (middle > 1.25)
    }
    $1 != before && NR > 1 { tell(); count = 0 }
    { before = $1; value[++count] = $2 }
    END { if (NR) tell(); exit (slower > 0) }' "$lines/pairs"
