#!/usr/bin/env bash
# In: the program that writes logs of searches, and the script that replays them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$1" 40 3 >"$folder/logs.json"
python3 "$2" "$folder/logs.json" >"$folder/said" || { cat "$folder/said"; exit 1; }
[ "$(grep -c ': shown$' "$folder/said")" -eq 40 ]
# It must be able to fail: the first state is missing, or the shortest schedule is denied.
for change in 'log["states"].pop(0)' 'log["shortest_s"] += 1'; do
    python3 - "$folder/logs.json" "$change" <<'PYTHON' >"$folder/other.json"
import json, sys
logs = json.load(open(sys.argv[1], encoding="utf-8"))
for log in logs:
    exec(sys.argv[2])
json.dump(logs, sys.stdout)
PYTHON
    python3 "$2" "$folder/other.json" >"$folder/said" && { echo "$change: shown"; exit 1; }
    [ "$(grep -c 'NOT shown' "$folder/said")" -eq 40 ] || { echo "$change"; cat "$folder/said"; exit 1; }
done
