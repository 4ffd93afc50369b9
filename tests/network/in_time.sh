#!/usr/bin/env bash
# In: the program that writes certificates, the script that shows bounds by a programme of their own, a
# folder of false certificates, and how many are written.
set -euo pipefail
script=$2 count=$4
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# All that prices show, and most of what charges do.
"$1" "$count" 18 shared >"$folder/rows.json"
python3 "$script" "$folder/rows.json" >"$folder/said" || true # charges may be beyond it
python3 - "$folder/rows.json" "$folder/said" <<'PYTHON'
import json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
shown = [line.rstrip().endswith(": shown") for line in open(sys.argv[2], encoding="utf-8")]
charges = ["charge" in row["bound_certificate"] for row in rows]
by_prices = [is_shown for is_shown, charge in zip(shown, charges) if not charge]
by_charges = [is_shown for is_shown, charge in zip(shown, charges) if charge]
print(f"{sum(by_prices)} of {len(by_prices)} shown that have prices, "
      f"{sum(by_charges)} of {len(by_charges)} that have charges")
if len(shown) != len(rows) or not all(by_prices) or 2 * sum(by_charges) < len(by_charges):
    sys.exit("not enough is shown")
PYTHON

# Nothing is shown that a legal schedule refutes: its time and a thousandth more is claimed.
python3 - "$folder/rows.json" <<'PYTHON' >"$folder/false.json"
import json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
for row in rows:
    row["bound_s"] = row["planned_s"] * 1.001
json.dump(rows, sys.stdout)
PYTHON
refuses() { # FILE ROWS
    python3 "$script" "$1" >"$folder/said" && { echo "$1: what is false is shown"; exit 1; }
    [ "$(grep -c ': not shown' "$folder/said")" -eq "$2" ] || { tail "$folder/said"; exit 1; }
}
refuses "$folder/false.json" "$count"
for file in "$3"/*.json; do
    refuses "$file" 1
done
