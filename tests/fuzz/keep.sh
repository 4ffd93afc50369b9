#!/usr/bin/env bash
# Keeps what campaigns have found: of each target's corpus in BUILD the fewest small inputs that reach
# all that it reaches beyond the corpus that the ordinary suite replays, into tests/fuzz/corpus.
#   tests/fuzz/keep.sh [BUILD [TARGET...]]     (build-fuzz, all targets)
set -euo pipefail
build=$(realpath "${1:-build-fuzz}")
corpus=$(realpath "$(dirname "$0")")/corpus
most_inputs=200 most_bytes=4096
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(ls "$build/campaign/corpus")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for target in "${targets[@]}"; do
    mkdir -p "$work/kept" "$work/all" "$corpus/$target"
    cp "$corpus/$target"/* "$work/kept" 2>/dev/null || true
    before=$(ls "$work/kept" | wc -l)
    find "$build/campaign/corpus/$target" -type f -size -$((most_bytes + 1))c -exec cp -t "$work/all" {} +
    # Files that are there already stay; others come in if they reach an edge that none does.
    "$build/tests/fuzz/fuzz_$target" -merge=1 -use_counters=0 -timeout=60 -rss_limit_mb=2500 \
        "$work/kept" "$work/all" >"$work/log" 2>&1 </dev/null || tail -n 3 "$work/log"
    added=0
    while read -r file && [ $((before + added)) -lt $most_inputs ]; do
        name=$(basename "$file")
        [[ $name =~ ^[0-9a-f]{40}$ ]] || continue
        cp "$file" "$corpus/$target/${name:0:12}"
        added=$((added + 1))
    done < <(ls -Sr "$work/kept"/*)
    printf '%-20s %4d inputs before, %4d more\n' "$target" "$before" "$added"
    rm -rf "$work/kept" "$work/all"
done
