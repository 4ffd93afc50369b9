#!/usr/bin/env bash
# In: the script that checks certificates from their JSON, and a folder of false ones.
set -euo pipefail
said=$(mktemp)
trap 'rm "$said"' EXIT
for rows in "$2"/*.json; do
    if python3 "$1" "$rows" >"$said" ||
        ! grep -Eq 'NOT shown: [0-9]+ is needed and [0-9]+ offered$' "$said"; then
        cat "$said"
        echo "$rows: not refused for what it offers"
        exit 1
    fi
done
