#!/usr/bin/env bash
# Runs the long tests one after the other and prints a table of results; what has passed in the same
# build, of the same commit, is not run again, so that it can go on where it was stopped.
#   tests/long.sh [BUILD [TEST...]]     (build, all tests of the suite long)
# BUILD/long-tests/COMMIT holds a line for each test (result, seconds, name) and what each printed.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build}")
tests=("${@:2}")
commit=$(git rev-parse --short HEAD)
git diff --quiet HEAD || commit+=-changed
place=$build/long-tests/$commit
mkdir -p "$place"
touch "$place/results"
nice ninja -C "$build" >"$place/build.log" || { tail -n 20 "$place/build.log"; exit 1; }
[ ${#tests[@]} -gt 0 ] ||
    mapfile -t tests < <(meson test -C "$build" --no-rebuild --suite long --list 2>/dev/null | sed 's|^[^/]* / ||')
for name in "${tests[@]}"; do
    grep -q "^ok [0-9]* $name\$" "$place/results" && continue
    start=$SECONDS result=ok log=$place/${name//[ ,\/]/_}.log
    nice meson test -C "$build" --no-rebuild --setup long --num-processes 1 --verbose "$name" \
        >"$log" 2>&1 || result=failed
    ! grep -q '^1/1 .* SKIP ' "$log" || result=skipped
    grep -q '^1/1 ' "$log" || result=failed # there is no test of this name
    grep -v "^[a-z]* [0-9]* $name\$" "$place/results" >"$place/others" || true
    echo "$result $((SECONDS - start)) $name" | cat "$place/others" - >"$place/results"
    printf '%-7s %6d s  %s\n' "$result" $((SECONDS - start)) "$name"
done
echo
echo "Commit $commit"
awk '{ count[$1]++; seconds += $2; result = $1; time = $2; sub(/^[a-z]* [0-9]* /, "")
       printf "%-7s %6d s  %s\n", result, time, $0 }
     END { printf "%d ok, %d skipped, %d failed, %d s\n", count["ok"], count["skipped"],
           count["failed"], seconds }' "$place/results"
! grep -q '^failed' "$place/results"
