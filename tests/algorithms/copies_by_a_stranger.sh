#!/usr/bin/env bash
# In: the program that writes certificates of copies, the script that checks them from their JSON,
# and how many are written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$1" "$3" 17 >"$folder/rows.json"
python3 "$2" "$folder/rows.json" >"$folder/said"
[ "$(grep -c ': shown$' "$folder/said")" -eq "$3" ] || { tail "$folder/said"; exit 1; }
# It must be able to fail: a cut that asks for more than is paid, but for those that no link enters in
# time, and a claim of twice the ticks.
for change in 'cuts[0][2] *= 3' 'certificate["ticks"] *= 2'; do
    python3 - "$folder/rows.json" "$change" <<'PYTHON' >"$folder/more.json"
import json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
for row in rows:
    certificate = row["bound_certificate"]
    cuts = sorted(certificate["cuts"], key=lambda cut: -cut[2])
    exec(sys.argv[2])
    certificate["cuts"] = sorted(cuts)
json.dump(rows, sys.stdout)
PYTHON
    python3 "$2" "$folder/more.json" >"$folder/said" && { echo "what is wrong is shown"; exit 1; }
    [ "$(grep -c 'NOT shown' "$folder/said")" -ge $(($3 / 3)) ] || { cat "$folder/said"; exit 1; }
done
