#!/usr/bin/env bash
# In: the program that writes certificates of lists without an order, the script that checks them from
# their JSON, the one that changes them, and how many are written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$1" "$4" 19 >"$folder/rows.json"
python3 "$2" "$folder/rows.json" >"$folder/said"
[ "$(grep -c 'missing: shown$' "$folder/said")" -eq "$4" ] || { tail "$folder/said"; exit 1; }
python3 "$3" "$folder/rows.json" 16
