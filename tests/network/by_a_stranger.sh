#!/usr/bin/env bash
# In: the program that writes certificates, the script that checks them from their JSON, redist, the
# folder of scenarios, and how many certificates are written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$1" "$5" 17 >"$folder/rows.json"
python3 "$2" "$folder/rows.json" >"$folder/said"
[ "$(grep -c ': shown$' "$folder/said")" -eq "$5" ] || { tail "$folder/said"; exit 1; }
for reason in links excess neighbours hub spread ring single counts; do
    grep -q "\"reason\": *\"$reason\"" "$folder/rows.json" || { echo "no charge: $reason"; exit 1; }
done
grep -q '"kind_times"' "$folder/rows.json" || { echo "no kind has a size of its own"; exit 1; }
# It must be able to fail: a tick more is claimed of each.
python3 - "$folder/rows.json" <<'PYTHON' >"$folder/more.json"
import json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
for row in rows:
    row["bound_s"] *= 1.0001
json.dump(rows, sys.stdout)
PYTHON
python3 "$2" "$folder/more.json" >"$folder/said" && { echo "what is too much is shown"; exit 1; }
[ "$(grep -c 'NOT shown' "$folder/said")" -eq "$5" ]

# Prices of shared links: less of them shows less.
"$3" run "$4/shared_sites.xml" --format json >"$folder/rows.json"
python3 "$2" "$folder/rows.json" >"$folder/said"
[ "$(grep -c ': shown$' "$folder/said")" -eq 2 ]
python3 - "$folder/rows.json" <<'PYTHON' >"$folder/less.json"
import json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
for row in rows:
    prices = row["bound_certificate"]["shared_prices"]
    prices[:] = [[shared, price // 2] for shared, price in prices]
json.dump(rows, sys.stdout)
PYTHON
python3 "$2" "$folder/less.json" >"$folder/said" && { echo "half of the prices are taken"; exit 1; }

# Certificates of runs: slices and cuts, messages of one item, processors, relabellings.
for name in ring_one_way_unequal ring_two_way_equal ring_two_way_unequal hypercube_balance \
    star_table_1 ring_messages switch_relabelling bus_relabelling; do
    "$3" run "$4/$name.xml" --format json >"$folder/rows.json"
    python3 "$2" "$folder/rows.json" >"$folder/said"
    grep -q ': shown$' "$folder/said" || { echo "$name: no certificate"; exit 1; }
    python3 - "$folder/rows.json" <<'PYTHON'
import json, sys
for row in json.load(open(sys.argv[1], encoding="utf-8")):
    key = "class_bound_certificate" if row["optimal"] == "proved*" else "bound_certificate"
    if row["proved_by"] == "certificate" and not row.get(key, {}).get("holds"):
        sys.exit(f"{row['algorithm']}: proved by a certificate that is not there")
PYTHON
done
# A star of all ports: by 9 s worker 0 computes 3 of its 6 items. By the date 3 one of the others is
# at the master; of two that start later one is in time, at worker 2. By the date 0 nothing is shown.
cp "$4/../platforms/star_ways_differ_3.xml" "$folder"
sed -e 's/ports="one"/ports="all"/' -e 's#\.\./platforms/##' -e '/<run/,$d' \
    "$4/star_ways_differ.xml" >"$folder/star.xml"
echo '<run algorithm="star-ports-finish"/></scenario>' >>"$folder/star.xml"
"$3" run "$folder/star.xml" --format json >"$folder/star.json"
[ "$(python3 "$2" "$folder/star.json")" = "star-ports-finish: 10 s: shown" ]
python3 - "$folder/star.json" <<'PYTHON' >"$folder/more.json"
import json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
rows[0]["bound_certificate"]["relay_date_ticks"] = 0
json.dump(rows, sys.stdout)
PYTHON
python3 "$2" "$folder/more.json" >"$folder/said" && { echo "date 0 shows it"; exit 1; }

# A step, an item or a price more is not shown.
python3 - "$folder/rows.json" <<'PYTHON' >"$folder/more.json"
import json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
for row in rows:
    row["bound_certificate"]["host_prices"][0] += 1
json.dump(rows, sys.stdout)
PYTHON
python3 "$2" "$folder/more.json" >"$folder/said" && { echo "prices that are too high are taken"; exit 1; }
! grep -q ': shown$' "$folder/said"
