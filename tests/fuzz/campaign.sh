#!/usr/bin/env bash
# A fuzzing campaign: builds the harnesses, runs each for some seconds, prints what was tried.
#   tests/fuzz/campaign.sh [SECONDS [BUILD [TARGET...]]]     (60 build-fuzz, all targets)
# What is found stays in BUILD: campaign/corpus/TARGET grows from one campaign to the next,
# campaign/found/TARGET has the inputs that failed with what was said of each, campaign/rounds.csv a
# line a run, from all of which the table is made. Exit status 1 if this campaign found anything.
set -euo pipefail
seconds=${1:-60}
build=${2:-build-fuzz}
source=$(realpath "$(dirname "$0")/../..")
[ -e "$build/build.ninja" ] || CC=clang meson setup "$build" "$source" -Dfuzz=true \
    -Ddefault_library=static -Doptimization=2 -Db_lundef=false >/dev/null
meson compile -C "$build" fuzz_programs >/dev/null
build=$(realpath "$build")
targets=("${@:3}")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(
    find "$build/tests/fuzz" -maxdepth 1 -name 'fuzz_*' -type f -executable -printf '%f\n' |
        sed 's/^fuzz_//' | sort)
campaign=$build/campaign
rounds=$campaign/rounds.csv
mkdir -p "$campaign"
[ -e "$rounds" ] || echo target,executions,seconds,reached_before,reached_after,found >"$rounds"

# Words that a reader knows: the names and values of the schema, the short words of its sources.
dictionary() {
    local words='"[a-zA-Z][a-zA-Z0-9_>-]{1,30}"'
    {
        case $1 in
        platform | *generator) (cd "$source/sim/platform" && cat platform_*.c bandwidth.c) ;;
        profile_text) cat "$source"/sim/scenario/profile_text.c ;;
        load_generators) cat "$source"/sim/generators/{load_generators_*,registry}.c ;;
        command_line) cat "$source"/sim/cli/{cmd_*,arguments}.c "$source"/sim/scenario/attributes.c ;;
        *_csv | draw) cat "$source"/sim/csv/{plan,trace}_csv.c "$source"/sim/scenario/{loads,objects,copies}_csv.c ;;
        referee | results | rows | planners) echo '"redist"' ;;
        *)
            cat "$source"/sim/{scenario/attributes,platform/{bandwidth,platform_generator}}.c \
                "$source"/sim/generators/{load_generators_*,registry}.c
            grep -oE 'name="[^"]*"' "$source/scenarios/scenario.rng"
            sed -n 's:.*<value>\(.*\)</value>.*:"\1":p' "$source/scenarios/scenario.rng"
            ;;
        esac
    } | grep -oE "$words" | sort -u || true
}

# Folders that a target's first corpus is taken from: those that the ordinary suite replays.
seeds() {
    local folder
    for folder in "$source/tests/fuzz/corpus/$1"; do
        [ ! -d "$folder" ] || echo "$folder"
    done
    case $1 in
    platform) echo "$source/tests/scenario/platforms" ;;
    scenario) echo "$source/tests/scenario/valid" ;;
    esac
}

# Prints what a run reached, `first` with the corpus that it was given or `last` at its end; nothing
# if it did not come so far.
reached() {
    awk -v when="$2" '/INITED/ { begun = 1 }
        begun && match($0, /cov: [0-9]+/) {
            edges = substr($0, RSTART + 5, RLENGTH - 5)
            if (when == "first") exit }
        END { print edges }' "$1"
}

# Runs a target, again after each input that stops it, until its time has passed.
run() {
    local target=$1 log=$campaign/$1.log found=0 executions=0 before='' after=0 start left status size
    local corpus=$campaign/corpus/$target
    mkdir -p "$corpus" "$campaign/found/$target"
    dictionary "$target" >"$campaign/$target.dict"
    case $target in results) size=65536 ;; referee | numbers | planners) size=512 ;; *) size=4096 ;; esac
    start=$SECONDS
    while left=$((seconds - (SECONDS - start))) && [ "$left" -gt 0 ] && [ "$found" -lt 20 ]; do
        status=0
        # shellcheck disable=SC2046
        (cd "$campaign" && "$build/tests/fuzz/fuzz_$target" -max_total_time="$left" -timeout=60 \
            -rss_limit_mb=2500 -max_len=$size -dict="$target.dict" -print_final_stats=1 \
            -artifact_prefix="found/$target/" "$corpus" $(seeds "$target")) \
            >"$log" 2>&1 </dev/null || status=$?
        executions=$((executions + $(awk '/executed_units/ { n = $2 } END { print n + 0 }' "$log")))
        before=${before:-$(reached "$log" first)}
        after=$(reached "$log" last)
        [ "$status" -ne 0 ] || continue
        found=$((found + 1))
        cp "$log" "$campaign/found/$target/$(date +%H%M%S).log"
        # An input of the corpus that fails at once would be met again and again.
        [ -n "$after" ] || break
    done
    echo "$target,$executions,$((SECONDS - start)),${before:-0},${after:-0},$found" >>"$rounds"
    [ "$found" -eq 0 ]
}

all_well=0
for target in "${targets[@]}"; do
    run "$target" || all_well=1
done
awk -F, 'NR == 1 { next }
    !($1 in before) { before[$1] = $4; name[++count] = $1 }
    { executions[$1] += $2; seconds[$1] += $3; after[$1] = $5; found[$1] += $6 }
    function line(n, e, s, b, a, f) {
        printf "%-20s %12d %8d %8.0f %8s %8s %6d\n", n, e, s, s ? e / s : 0, b, a, f }
    END {
        printf "%-20s %12s %8s %8s %8s %8s %6s\n", "target", "executions", "seconds", "a second",
            "edges", "at last", "found"
        for (i = 1; i <= count; i++) {
            n = name[i]
            line(n, executions[n], seconds[n], before[n], after[n], found[n])
            e += executions[n]; s += seconds[n]; f += found[n] }
        line("in all", e, s, "", "", f) }' "$rounds"
exit $all_well
