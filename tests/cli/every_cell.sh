#!/usr/bin/env bash
# In every cell of {network} x {one, two, all ports} x {equal, unequal costs} x {after, balance,
# finish} a scenario is planned for any network, and simulated: redist fails a run in which planned
# and simulated differ.
#
#   every_cell.sh REDIST
set -euo pipefail
redist=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

networks=(
    'ring|hosts="6" direction="two-way"|shape="ring" direction="two-way"'
    'star|hosts="5"|shape="star"'
    'hypercube|hosts="8"|shape="hypercube"'
    'shuffle-exchange|hosts="8"|shape="shuffle-exchange"'
    'switch|hosts="5"|shape="switch"'
    'complete|hosts="5"|shape="switch"'
    'bus|hosts="5"|shape="bus"'
    'torus|dimensions="3x3"|shape="graph"'
    'mesh|dimensions="3x2"|shape="graph"'
    'tree|hosts="7"|shape="graph"'
    'random-regular|hosts="8" degree="3"|shape="graph"'
)
count=0
try() { # NETWORK ATTRIBUTES TOPOLOGY PORTS COST GOAL
    local items='<items bytes="1"/>' compute='' loads=' after="uniform"' platform
    [ "$6" = after ] || loads=''
    [ "$6" != finish ] || { items='<items bytes="1" flops="1"/>' compute=' compute="uniform 1 5"'; }
    platform="generator=\"$1\" $2 cost=\"$5\" seed=\"3\"$compute"
    printf '<scenario name="cell">\n<platform %s/>\n' "$platform" >"$folder/cell.xml"
    printf '<topology %s/>\n<network model="exact" ports="%s"/>\n%s\n' "$3" "$4" "$items" \
        >>"$folder/cell.xml"
    printf '<loads generator="uniform" high="9" seed="5"%s/>\n<goal reach="%s"/>\n' "$loads" "$6" \
        >>"$folder/cell.xml"
    printf '<run algorithm="network-planner"/>\n</scenario>\n' >>"$folder/cell.xml"
    count=$((count + 1))
    "$redist" run "$folder/cell.xml" --format csv >"$folder/rows.csv" 2>"$folder/said" || {
        echo "$1, $4 ports, cost $5, $6:"
        cat "$folder/said" "$folder/rows.csv" "$folder/cell.xml"
        exit 1
    }
}
for network in "${networks[@]}"; do
    IFS='|' read -r name attributes topology <<<"$network"
    for ports in one 2 all; do
        for cost in 2 'uniform 1 4'; do
            for goal in after balance finish; do
                try "$name" "$attributes" "$topology" "$ports" "$cost" "$goal"
            done
        done
    done
done
echo "$count cells"
