#!/usr/bin/env bash
# In: the program that writes certificates of lists of objects, the script that checks them from
# their JSON, the one that changes them, and how many are written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$1" "$4" 17 >"$folder/rows.json"
python3 "$2" "$folder/rows.json" >"$folder/said"
[ "$(grep -c ': shown$' "$folder/said")" -eq "$4" ] || { tail "$folder/said"; exit 1; }
for room in way port pair 'shared link' hosts space; do
    grep -q "\"room\": *\"$room\"" "$folder/rows.json" || { echo "no room: $room"; exit 1; }
done
grep -q '"heads": *\[\[' "$folder/rows.json"
grep -q '"send_prices"' "$folder/rows.json"
python3 "$3" "$folder/rows.json" 20
