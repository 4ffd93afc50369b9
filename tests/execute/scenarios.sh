#!/usr/bin/env bash
# Plans of every shape, executed under SMPI: redist fails a plan that takes another time than
# planned, is not legal, or leaves an item in the wrong place. Then what cannot be executed, and
# launchers that fail.
#
#   scenarios.sh SOURCE REDIST some|all CORRUPT
#
# CORRUPT: redist-mpi with messages that are spoilt as $CORRUPT says.
set -euo pipefail
redist=$(realpath "$2")
corrupt=$(realpath "$4")
. "$(dirname "$0")/ends.sh"
cd "$1"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
count=0

execute() { # SCENARIO OPTION...
    "$redist" execute "$@" >"$folder/said" 2>&1 || {
        printf 'redist execute %s: exit status %d\n' "$*" "$?"
        cat "$folder/said"
        exit 1
    }
    count=$((count + $(awk '$2 == "ok" && $6 != "-"' "$folder/said" | wc -l)))
}

execute scenarios/ring_two_way_unequal.xml --trace "$folder/traces"
for trace in "$folder"/traces/*; do
    "$redist" judge scenarios/ring_two_way_unequal.xml "$trace" --set message-bytes=16 --ignore-expect |
        grep -q '^trace *legal' || { cat "$trace"; exit 1; }
done
row='ring-two-way-light ok 53 s 85 s 85 s 85 s 1.6038 7 18'
tr -s ' ' <"$folder/said" | grep -qx "$row" || { cat "$folder/said"; exit 1; }
for scenario in ring_one_way_equal ring_messages cube_ladder graph_torus kind_sizes switch_unequal_links \
    shuffle_half_full_ball findings/star_receivers_reversed; do
    execute "scenarios/$scenario.xml"
done
execute scenarios/ring_two_way_equal.xml --set item-bytes=0 # items that cannot be told apart
execute scenarios/ring_two_way_equal.xml --set item-bytes=1000 --set message-bytes=100 \
    --ignore-expect
execute scenarios/graph_torus.xml --set ports=2 --ignore-expect
execute scenarios/graph_torus.xml --set ports=all --ignore-expect

# Baselines. One host has 8 items of 1 byte too many, and 4 and 4 of them belong to two others, on a
# switch of 1 byte/s: its uplink sends 8 + 2 * 16 bytes, whoever decides in which order.
cat >"$folder/one_sender.xml" <<'XML'
<scenario name="one-sender">
  <platform generator="switch" hosts="3" cost="1"/>
  <topology shape="switch" hosts="h[0-2]"/>
  <network model="exact" ports="one"/>
  <items bytes="1"/>
  <loads>
    <load host="h0" items="8" after="0"/>
    <load host="h1" items="0" after="4"/>
    <load host="h2" items="0" after="4"/>
  </loads>
  <goal reach="after"/>
  <run algorithm="network-planner"/>
</scenario>
XML
for baseline in alltoallv post-all; do
    execute "$folder/one_sender.xml" --baseline "$baseline" --format json
    for member in '"planned_s": 40' '"executed_s": 40' '"baseline_s": 40' '"baseline_ratio": 1' \
        '"verified": 8' '"messages": 2'; do
        grep -qF "$member," <(sed 's/$/,/' "$folder/said") || { cat "$folder/said"; exit 1; }
    done
done
execute scenarios/switch_relabelling.xml --set item-bytes=3 --baseline alltoallv --ignore-expect

# Runs that go wrong are no results.
spoil() { # HOW STATUS WORDS
    CORRUPT=$1 ends "$2" "$3" scenarios/switch_relabelling.xml --algorithm switch-volume \
        --ignore-expect --set item-bytes=16 --program "$corrupt"
}
spoil nothing 0 '1 plan executed'
spoil number 1 'an item came changed'
spoil pattern 1 'an item came changed'
spoil double 1 'executed: item'
spoil drop 1 'executed: '
spoil skip 1 'failed'

if [ "$3" = all ]; then
    # Those in which some run must fail, or nothing can be executed, have been tried by name.
    for scenario in scenarios/*.xml; do
        case $scenario in *bus* | *star* | *shared* | *online* | *stencil* | *sites* | *cube_large*) continue ;; esac
        execute "$scenario"
    done
    for seed in $(seq 40); do
        for scenario in ring_two_way_unequal graph_torus switch_relabelling; do
            execute "scenarios/$scenario.xml" --set message-bytes=$((16 + seed)) --ignore-expect
        done
        # What the other two scenarios name takes one port.
        execute scenarios/graph_torus.xml --set ports=$((seed % 3 + 1)) --ignore-expect \
            --set message-bytes=$((16 + seed))
    done
fi

ends 1 'the plan computes' scenarios/star_equal.xml
ends 1 'hosts decide on the way' scenarios/online_ring.xml --algorithm online-ring-linear

# Links that are shared: words tell the order, and nobody is slowed. What is planned is executed.
kept() { # WORDS SCENARIO OPTION...
    local words=$1
    shift
    execute "$@" --format csv
    grep -qE "$words" "$folder/said" && awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 { late = ($at["executed_s"] - $at["planned_s"]) / $at["planned_s"]
                 if ($at["status"] != "ok" || late > 1e-9 || late < -1e-9) exit 1 }' "$folder/said" ||
        { cat "$folder/said"; exit 1; }
}
kept 'words? of 0 bytes tells? the order' scenarios/shared_fat_tree.xml --algorithm network-planner
for ports in 2 all; do
    kept 'words? of 0 bytes tells? the order' scenarios/shared_sites.xml --algorithm network-planner \
        --set ports=$ports --ignore-expect
done
kept 'words? of 100 bytes tells? the order' scenarios/shared_fat_tree.xml --algorithm network-planner \
    --set word-bytes=100 --ignore-expect
# A cable of h0 that carries both directions, and by which h0 sends and receives at once.
cat >"$folder/cable.xml" <<'XML'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="z" routing="Full">
    <host id="h0" speed="1Gf"/>
    <host id="h1" speed="1Gf"/>
    <host id="h2" speed="1Gf"/>
    <link id="cable" bandwidth="1kBps" latency="1ms"/>
    <link id="own" bandwidth="1kBps" latency="1ms" sharing_policy="FATPIPE"/>
    <route src="h0" dst="h1"><link_ctn id="cable"/></route>
    <route src="h0" dst="h2"><link_ctn id="cable"/></route>
    <route src="h1" dst="h2"><link_ctn id="own"/></route>
  </zone>
</platform>
XML
cat >"$folder/half_duplex.xml" <<'XML'
<scenario>
  <platform file="cable.xml"/>
  <topology shape="graph" hosts="h0 h1 h2">
    <edge from="h0" to="h1" both="yes"/>
    <edge from="h0" to="h2" both="yes"/>
  </topology>
  <items bytes="100"/>
  <loads>
    <load host="h0" items="0"/>
    <load host="h1" items="12"/>
    <load host="h2" items="0"/>
  </loads>
  <goal reach="balance"/>
  <run algorithm="network-planner"/>
</scenario>
XML
kept 'no word is needed' "$folder/half_duplex.xml"

# A host sends to two slow ones: at one port 4 items and SMPI's 16 bytes of 4 s each to the one, then
# to the other, 2 * 20 * 4 = 160 s. All at once it takes 80 s, and 8 items and one message's 16 bytes
# alone would keep the port busy for 96.
sed 's/cost="1"/cost="list 1 4 4 1 4 4"/' "$folder/one_sender.xml" >"$folder/slow_receivers.xml"
execute "$folder/slow_receivers.xml" --baseline post-all
grep -qE 'the baseline, 80 s, ends before the bound, [0-9.]+ s, whose rules do not bind it' \
    "$folder/said" || { cat "$folder/said"; exit 1; }
ends 1 'on a bus no process sees' scenarios/bus_relabelling.xml
ends 1 'message-bytes="16" or more' scenarios/ring_two_way_equal.xml \
    --set message-bytes=8 --ignore-expect
ends 1 'under SMPI shape="switch" is accepted' scenarios/ring_two_way_equal.xml --baseline post-all
ends 2 'alltoallv, post-all, collective or collective:NAME is accepted' scenarios/switch_relabelling.xml --baseline best
ends 1 'bandwidths that do not vary' scenarios/sweep_profile.xml \
    --set 'profile=steps 1 0.5 1' --ignore-expect
ends 1 'false failed: it said nothing' scenarios/ring_one_way_equal.xml --launcher false \
    --program true
# What all processes say is said once, its first lines first, with what to do; the other runs' the same.
cat >"$folder/no_root" <<'END'
for process in 1 2 3; do
    echo --------------------------------------------------------------------
    echo 'mpirun has detected an attempt to run as root.'
done
seq -f 'line %g' 2000
exit 1
END
ends 1 'hint: mpirun of Open MPI starts nothing for root, but with --allow-run-as-root' \
    scenarios/ring_one_way_equal.xml --launcher "sh $folder/no_root" --program true
[ "$(grep -c 'an attempt to run as root' "$folder/said")" -eq 1 ] && grep -q 'as root. / line 1 / ' "$folder/said" &&
    [ "$(grep -cx 'ring-[a-z-]*: the same' "$folder/said")" -eq 2 ] || { cat "$folder/said"; exit 1; }
ends 1 'no-such-launcher cannot be started' scenarios/ring_one_way_equal.xml \
    --launcher no-such-launcher --program true
ends 1 'it left no report' scenarios/ring_one_way_equal.xml --launcher true --program true
echo 'exec sleep 60' >"$folder/slow"
ends 1 'not ended after 1 s' scenarios/ring_one_way_equal.xml --launcher "sh $folder/slow" \
    --program true --time-limit 1
[ "$count" -ge 25 ] || { echo "only $count plans were executed"; exit 1; }
echo "$count plans executed"
