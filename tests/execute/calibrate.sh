#!/usr/bin/env bash
# Networks measured under SMPI are those of their platform files: on ten unequal switches every
# bandwidth and the sum of every pair's latencies to 1e-9. A plan takes as long on the measured
# platform as on its own, planned and executed, where both directions have one latency. Pairs that
# disturb each other are refused, and so are launchers that measure nothing.
#
#   calibrate.sh SOURCE REDIST
set -euo pipefail
source=$(realpath "$1")
redist=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

scenario() { # PLATFORM HOSTS [ALGORITHM]
    cat <<XML
<scenario>
  <platform file="$1"/>
  <topology shape="switch" hosts="$2"/>
  <network model="exact" ports="one"/>
  <items bytes="4000" message-bytes="16"/>
  <loads generator="random-matrix" seed="3"/>
  <goal reach="gather"/>
  <run algorithm="switch-steps"/>
</scenario>
XML
}
fails() { # WORDS ARGUMENT...
    local words=$1 status=0
    shift
    "$redist" calibrate "$@" >said 2>&1 || status=$?
    if [ "$status" -eq 0 ] || ! grep -qF -- "$words" said; then
        echo "redist calibrate $*: exit status $status, wanted \"$words\""
        cat said
        exit 1
    fi
}

# Seconds a byte, and seconds: of some 10 to 100 MB/s, and up to 1 ms.
for hosts in 2 3 4 5 6 7 8 9 10 12; do
    "$redist" platform switch --hosts $hosts --seed $hosts --cost "real 1e-8 1e-7" \
        --latency "real 1e-4 1e-3" >own.xml
    scenario own.xml "h[0-$((hosts - 1))]" >own_scenario.xml
    "$redist" calibrate own_scenario.xml --out measured.xml >said
    grep -q '^network  a switch;' said || { cat said; exit 1; }
    python3 - own.xml measured.xml <<'PYTHON'
import sys
import xml.etree.ElementTree as tree

def read(path):
    """Of each host up and down: bandwidth, latency."""
    link = {element.get("id"): (float(element.get("bandwidth")[:-3]), float(element.get("latency")[:-1]))
            for element in tree.parse(path).iter("link")}
    return [(link[f"h{host}>"], link[f">h{host}"]) for host in range(len(link) // 2)]

def pairs(hosts):
    for i, (up, down) in enumerate(hosts):
        for k, (other_up, other_down) in enumerate(hosts):
            if i != k:
                yield min(up[0], other_down[0]), up[1] + down[1] + other_up[1] + other_down[1]

own, measured = [list(pairs(read(path))) for path in sys.argv[1:]]
if len(own) != len(measured):
    sys.exit("another number of pairs")
for pair in zip(own, measured):
    for value, found in zip(*pair):
        if abs(found - value) > 1e-9 * value:
            sys.exit(f"measured {found}, in the file {value}")
PYTHON
done

# The loop: measured, planned, executed.
"$redist" platform switch --hosts 6 --seed 1 --cost "real 1e-8 1e-7" --latency 1e-4 >own.xml
scenario own.xml 'h[0-5]' >own_scenario.xml
"$redist" calibrate own_scenario.xml --out measured.xml >said
scenario measured.xml 'h[0-5]' >measured_scenario.xml
"$redist" plan measured_scenario.xml --format json >planned.json
"$redist" execute own_scenario.xml --format json >executed.json
python3 - planned.json executed.json <<'PYTHON'
import json
import sys

planned, executed = [json.load(open(path))[0] for path in sys.argv[1:]]
if abs(planned["planned_s"] - executed["executed_s"]) > 1e-9 * executed["executed_s"]:
    sys.exit(f"planned {planned['planned_s']} s, executed {executed['executed_s']} s")
PYTHON

# No switch: links of pairs. Each direction of a pair has the bandwidth that the file gives it.
printf '%s\n' '0 1 1e-8' '1 0 2e-8' '0 2 5e-8' '2 0 5e-8' '1 2 1e-8' '2 1 3e-8' >edges
"$redist" platform graph edges --latency 1e-4 >own.xml
scenario own.xml 'h[0-2]' >own_scenario.xml
"$redist" calibrate own_scenario.xml --out measured.xml >said
grep -q '^network  a link for each direction of each pair;' said || { cat said; exit 1; }
for rate in 'h0>h1 1e8' 'h1>h0 5e7' 'h0>h2 2e7' 'h1>h2 1e8' 'h2>h1 33333333.3333333'; do
    grep -F "<link id=\"${rate% *}\"" measured.xml | sed 's/.*bandwidth="\([^"]*\)Bps".*/\1/' |
        awk -v rate="${rate#* }" '{ found = 1; good = ($1 / rate - 1) ^ 2 < 1e-18 }
                                   END { exit !(found && good) }' || { cat measured.xml; exit 1; }
done

cp "$source/platforms/three_sites.xml" .
scenario three_sites.xml 'lille-[0-3] lyon-[0-3] nice-[0-3]' >sites.xml
fails 'pairs disturb each other' sites.xml --out sites_measured.xml
[ ! -e sites_measured.xml ] || { echo 'a file was left'; exit 1; }
"$redist" calibrate sites.xml --out sites_measured.xml --force >said
grep -q 'of them alone once more: their bandwidths differ by ' said && [ -e sites_measured.xml ] &&
    ! grep -q 'on one machine' sites_measured.xml || { cat said; exit 1; }
fails 'is accepted: every two of them have a route' "$source/scenarios/ring_one_way_equal.xml" --out -
fails 'it left no report' --launcher true --program true --hosts 3 --out -
fails 'is accepted' --launcher true --program true --out -
fails 'is accepted' --out -
fails '--out' own_scenario.xml
echo 'ten switches, a graph and three sites'
