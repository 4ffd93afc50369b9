#!/usr/bin/env bash
# In: the program that writes certificates, and the script that checks them from their JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$1" 300 17 >"$folder/rows.json"
python3 "$2" "$folder/rows.json" >"$folder/said"
[ "$(grep -c ': shown$' "$folder/said")" -eq 300 ] || { tail "$folder/said"; exit 1; }
# It must be able to fail: a tick more is claimed of each.
python3 - "$folder/rows.json" <<'PYTHON' >"$folder/more.json"
import json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
for row in rows:
    row["bound_s"] *= 1.0001
json.dump(rows, sys.stdout)
PYTHON
python3 "$2" "$folder/more.json" >"$folder/said" && { echo "what is too much is shown"; exit 1; }
[ "$(grep -c 'NOT shown' "$folder/said")" -eq 300 ]
