#!/usr/bin/env bash
# Copies, executed under SMPI: every pattern by several planners, in as long as planned, each byte
# verified wherever an item comes; copies that are spoilt on the way; what is refused.
#
#   copies.sh SOURCE REDIST CORRUPT
#
# CORRUPT: redist-mpi with messages that are spoilt as $CORRUPT says.
set -euo pipefail
. "$(dirname "$0")/ends.sh"
redist=$(realpath "$2")
corrupt=$(realpath "$3")
cd "$1"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
count=0

scenario() { # NAME PLATFORM PORTS LOADS [MORE]
    local shape='shape="graph"'
    case $2 in *switch* | *complete*) shape='shape="switch"' ;; *ring*) shape='shape="ring" direction="two-way"' ;; esac
    cat >"$folder/$1.xml" <<XML
<scenario>
  <platform $2/>
  <topology $shape/>
  <network ports="$3"/>
  ${5-}
  <goal reach="copies"/>
  $4
  <run algorithm="copies-pipeline"/>
  <run algorithm="copies-direct"/>
  <run algorithm="copies-greedy"/>
  <run algorithm="copies-trees"/>
  <run algorithm="copies-mixed"/>
</scenario>
XML
}
# Every plan is executed as planned, and SECONDS are those of the shortest. Plans that planners
# refuse to make are none.
all() { # NAME [SECONDS]
    ends 0 'executed: every copy is where it should be, each byte as it was' "$folder/$1.xml"
    ! grep -qE '^[a-z-]+ +failed' "$folder/said" || { cat "$folder/said"; exit 1; }
    count=$((count + $(awk '$2 == "ok"' "$folder/said" | wc -l)))
    [ $# -eq 1 ] || tr -s ' ' <"$folder/said" | grep -qF " $2 s $2 s $2 s " || { cat "$folder/said"; exit 1; }
}

# Four hosts behind a switch of 100 bytes/s and 1 s. Parts of 100 bytes are items of 100, which take
# 2.16 s with SMPI's 16 bytes: a broadcast takes two rounds.
four='generator="switch" hosts="4" cost="0.01" latency="1"'
scenario broadcast "$four" one '<loads generator="broadcast" bytes="100"/>'
all broadcast 4.32
RANDOM=1
for pattern in broadcast multicast scatter gather allgather alltoall reshard; do
    for ports in one 2 all; do
        hosts=$((5 + RANDOM % 3))
        platforms=("switch\" hosts=\"$hosts\" cost=\"0.01\" latency=\"$((RANDOM % 3))"
            "ring\" direction=\"two-way\" hosts=\"$hosts\" cost=\"0.0$((1 + RANDOM % 9))"
            "tree\" hosts=\"$hosts\" cost=\"0.01\" latency=\"0.5"
            "complete\" hosts=\"6\" cost=\"0.01\" latency=\"0.1\" trunk=\"0.00$((3 + RANDOM % 7))")
        bytes=$((10 + RANDOM % 90)) also="piece-bytes=\"$((20 + RANDOM % 20))\""
        [ $pattern != multicast ] || also+=' among="h[1-4]"'
        [ $pattern != reshard ] || also+=' from="2 1 1 1" to="3 1 1 1" from-hosts="h[0-1]" to-hosts="h[2-4]"'
        scenario $pattern-$ports "generator=\"${platforms[RANDOM % 4]}\"" $ports \
            "<loads generator=\"$pattern\" bytes=\"$bytes\" $also/>"
        all $pattern-$ports
    done
done

# Kinds of different sizes, held and wanted in pieces that overlap, beside items that are counted.
for ports in one 2 all; do
    scenario pieces-$ports "$four" $ports '<loads>
        <copy kind="w" items="3" held="h0" wanted="h[1-2]"/>
        <copy kind="w" items="2" held="h[0-1]" wanted="h3"/>
        <copy kind="v" items="4" held="h3" wanted="h[0-2]"/>
        <load host="h1" items="3" after="0"/><load host="h2" items="0" after="3"/></loads>' \
        '<items bytes="7"><kind name="v" bytes="33"/></items>'
    all pieces-$ports
done

# Weights of 32 trainers in two racks, 4 shards of 2 stages, go to 16 hosts of both, 8 shards twice.
# Each of these receives 2 MB by a port of 1 GB/s, in 2 ms and what a message has besides, 10.016 us.
cat >"$folder/reshard.xml" <<'XML'
<scenario>
  <platform generator="complete" hosts="48" cost="1e-9" latency="1e-5" trunk="2.5e-10"/>
  <topology shape="switch"/>
  <network ports="one"/>
  <goal reach="copies"/>
  <loads generator="reshard" bytes="16000000" piece-bytes="500000"
         from="4 2 4 1" from-hosts="h[0-15,24-39]"
         to="8 1 2 1" to-hosts="h[16-23,40-47]"/>
  <run algorithm="copies-greedy"/>
</scenario>
XML
ends 0 'ok 0.002010015998 s ' "$folder/reshard.xml" --trace "$folder/traces"
tr -s ' ' <"$folder/said" | grep -qE '^copies-greedy ok .* 192 *$' || { cat "$folder/said"; exit 1; }
"$redist" judge "$folder/reshard.xml" "$folder/traces/reshard.copies-greedy.csv" --set message-bytes=16 \
    --set word-bytes=0 >"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }
grep -q '^trace *legal' "$folder/said" && grep -q '^goal *reached' "$folder/said" || { cat "$folder/said"; exit 1; }

# Runs that go wrong are no results: h0 sends h1 an item of 32 bytes.
scenario spoilt "$four" one '<loads><copy kind="w" items="1" held="h0" wanted="h1"/></loads>' \
    '<items><kind name="w" bytes="32"/></items>'
spoil() { # HOW STATUS WORDS
    CORRUPT=$1 ends "$2" "$3" "$folder/spoilt.xml" --algorithm copies-greedy --program "$corrupt"
}
spoil nothing 0 '1 plan executed: every copy'
spoil number 1 'h1 has 1 wrong byte, the first at place 0 of item 0 of w'
spoil pattern 1 'h1 has 1 wrong byte, the first at place 15 of item 0 of w'
spoil double 1 'wrong bytes, the first at place 16 of item 0 of w'
spoil drop 1 'wrong bytes, the first at place 16 of item 0 of w'
spoil skip 1 'failed'

# What is refused.
ends 1 'redist execute: --trace: it is of plans' "$folder/broadcast.xml" --baseline collective --trace "$folder"
ends 1 'redist execute: --baseline: of copies collective is accepted' "$folder/broadcast.xml" --baseline alltoallv
ends 1 '1.08e+10 bytes, of all copies and of messages under way: at most 4 GiB' "$folder/broadcast.xml" --set load-bytes=1200000000
ends 1 'MPI sends up to 2^31 - 1 bytes in one' "$folder/broadcast.xml" --set load-bytes=2147483648
scenario bus 'generator="bus" hosts="3" cost="0.01"' one '<loads generator="broadcast" bytes="100"/>'
sed -i 's/shape="graph"/shape="bus"/' "$folder/bus.xml"
ends 1 "on a bus no process sees the others' messages" "$folder/bus.xml"
[ "$count" -ge 40 ] || { echo "only $count plans were executed"; exit 1; }
echo "$count plans of copies executed"
