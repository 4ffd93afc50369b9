#!/usr/bin/env bash
# Every scenario of the repository is one that a user can check and run, and comes to what its
# <expect> elements say.
set -euo pipefail
redist=$(realpath "$2")
cd "$1"
said=$(mktemp)
trap 'rm -f "$said"' EXIT
bad=0
count=0
while IFS= read -r scenario; do
    count=$((count + 1))
    for verb in check run; do
        "$redist" "$verb" "$scenario" >"$said" 2>&1 && continue
        printf 'redist %s %s: exit status %d\n' "$verb" "$scenario" "$?"
        cat "$said"
        bad=$((bad + 1))
    done
done < <(find scenarios -name '*.xml' | sort)
[ "$count" -gt 0 ] || { echo 'no scenario was found'; exit 1; }
printf '%d scenarios\n' "$count"
[ "$bad" -eq 0 ]
