#!/usr/bin/env bash
# Lists of objects, executed under SMPI, which adds 16 bytes to each message.
#
#   objects.sh REDIST CORRUPT
#
# CORRUPT: redist-mpi with messages that are spoilt as $CORRUPT says.
set -euo pipefail
. "$(dirname "$0")/ends.sh"
redist=$(realpath "$1")
corrupt=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

scenario() { # NAME NETWORK LOADS
    cat >"$folder/$1.xml" <<XML
<scenario>
  <platform generator="switch" hosts="3" cost="1"/>
  <topology shape="switch"/>
  $2
  <goal reach="place"/>
  <loads>$3</loads>
  <run algorithm="objects-first-come"/>
</scenario>
XML
}

# h1 has 4 bytes free, which a takes in [0, 20]. c waits until b has left, which takes 40 + 16 s, and
# then takes 2 + 16: 74 s. Without a limit it follows a, and b is the last: 56 s.
moves='<object name="a" bytes="4" from="h0" to="h1"/><object name="b" bytes="40" from="h1" to="h2"/>
  <object name="c" bytes="2" from="h2" to="h1"/>'
scenario space '<network ports="one"/>' "$moves<space host=\"h1\" bytes=\"4\"/>"
scenario free '<network ports="one"/>' "$moves"
ends 0 ' 74 s 74 s 74 s ' "$folder/space.xml"
ends 0 'every object is where it should be, each byte as it was; no host took more room than it had' \
    "$folder/space.xml"
ends 0 ' 56 s 56 s 56 s 1 3 3' "$folder/free.xml"

# Sends and receptions together: b and c wait for a, whose host each has in common with it.
scenario combined '<network combined="yes"/>' "$moves"
"$redist" plan "$folder/combined.xml" >"$folder/planned"
ends 0 'each byte as it was' "$folder/combined.xml"

# A replica of h0 and h2, which h2 gives up when it has sent it.
scenario copies '<network/>' \
    '<object name="r" bytes="9" from="h0 h2" to="h1" drop="h2"/><object name="n" bytes="5" from="h1" to="h2" frees="no"/>'
ends 0 'each byte as it was' "$folder/copies.xml"

# 1,000 objects between 20 hosts, each of which has little room besides what it holds.
awk 'BEGIN {
    srand(1); print "name,bytes,from,to,drop,frees"
    for (i = 0; i < 1000; i++) {
        from = int(rand() * 20); to = (from + 1 + int(rand() * 19)) % 20
        printf "o%d,%d,h%d,h%d,,\n", i, 1 + int(rand() * 2000), from, to
    }
}' >"$folder/list.csv"
awk -F, 'NR > 1 { sub("h", "", $3); sub("h", "", $4); more[$4] += $2; more[$3] -= $2 }
    END { for (h = 0; h < 20; h++)
        printf "<space host=\"h%d\" bytes=\"%d\"/>", h, (more[h] > 0 ? more[h] : 0) + 4000 }' \
    "$folder/list.csv" >"$folder/spaces"
cat >"$folder/thousand.xml" <<XML
<scenario>
  <platform generator="switch" hosts="20" cost="1e-6"/>
  <topology shape="switch"/>
  <goal reach="place"/>
  <loads objects="list.csv">$(cat "$folder/spaces")</loads>
  <run algorithm="objects-longest-first"/>
</scenario>
XML
ends 0 ' 1000 1000' "$folder/thousand.xml"

# A byte that changed on the way, and a message that never left.
for spoilt in 'pattern 1 b came changed' 'skip 1 failed'; do
    read -r how status words <<<"$spoilt"
    CORRUPT=$how ends "$status" "$words" "$folder/free.xml" --program "$corrupt"
done

# Items, whose hosts send and receive as much together as they have a throttle for: words tell the
# order. h0 sends 4 and 4 of 1 byte in two messages, each with 16 bytes besides, at 1/2 byte a second.
cat >"$folder/throttle.xml" <<XML
<scenario>
  <platform generator="switch" hosts="3" cost="1"/>
  <topology shape="switch"/>
  <network throttle="0.5"/>
  <loads><load host="h0" items="8" after="0"/><load host="h1" items="0" after="4"/>
    <load host="h2" items="0" after="4"/></loads>
  <goal reach="after"/>
  <run algorithm="network-bundled"/>
</scenario>
XML
ends 0 ' 80 s 80 s 80 s ' "$folder/throttle.xml"

# What no process sees, or can be asked of items only.
sed 's/<network ports="one"/<network ports="2"/' "$folder/free.xml" >"$folder/shared.xml"
ends 1 'objects wait for room on links that routes share' "$folder/shared.xml"
ends 1 '--baseline: it is of items, and not of objects' "$folder/free.xml" --baseline post-all
