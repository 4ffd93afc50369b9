#!/usr/bin/env bash
# redist execute --baseline collective: MPI's algorithms for copies under SMPI, beside a bound by
# hand; deliveries that are wrong, calls that do not end, and what is refused.
#
#   collectives.sh SOURCE REDIST CORRUPT
#
# CORRUPT: redist-mpi whose collective operations spoil what came, as $CORRUPT says.
set -euo pipefail
. "$(dirname "$0")/ends.sh"
redist=$(realpath "$2")
corrupt=$(realpath "$3")
cd "$1"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

has() { # WORDS: in what was said last
    tr -s ' ' <"$folder/said" | grep -qF -- "$1" || { echo "no '$1'"; cat "$folder/said"; exit 1; }
}
star() { # FILE LOADS
    cat >"$folder/$1.xml" <<XML
<scenario>
  <platform generator="switch" hosts="4" cost="0.01" latency="1"/>
  <topology shape="switch"/>
  <network ports="one"/>
  <loads $2/>
  <goal reach="copies"/>
  <run algorithm="copies-greedy"/>
</scenario>
XML
}

# A star of 4 whose links pass 100 bytes/s after 1 s. Of 100,000 bytes each has to leave the root
# over its own link once, 1 + 1,000 s, and the last of them then goes to two hosts more: at least 0.01 s
# each over that link. A message of all takes 1 + 1,000.16 s, with SMPI's 16
# bytes: twice that for a binomial tree, whose sends of as much wait for their receivers; a flat one
# sends three at once over one link, 1 + 3,000.48 s. The plan of one item: two rounds.
star broadcast 'generator="broadcast" bytes="100000"'
ends 0 'bound 1001.02 s' "$folder/broadcast.xml" --baseline collective:flattree,binomial_tree
has 'copies-greedy plan ok 2002.32 s 2.0003 1 -'
has 'binomial_tree SMPI ok 2002.32 s 2.0003 1 400000'
has 'flattree SMPI ok 3001.48 s 2.9984 1.499 400000'
has 'not run: '
has '2 of 2 algorithms brought every byte'

# The root's link brings, or sends, three parts, 1 + 3,000 s; so does each link where all have parts
# for all, or for each. Three messages at once take 48 bytes more.
for pattern in gather scatter allgather alltoall; do
    root=
    [[ $pattern == all* ]] || root='root="h1"'
    star $pattern "generator=\"$pattern\" bytes=\"100000\" $root"
    ends 0 'bound 3001 s' "$folder/$pattern.xml" --baseline collective:default
    has 'default SMPI ok 3001.48 s 1.0002'
done
ends 0 'ring,SMPI,not run,,,' "$folder/allgather.xml" --baseline collective:default --format csv
ends 0 '"verified": 1600000' "$folder/alltoall.xml" --baseline collective:default --format json
ends 0 ' algorithms brought every byte' "$folder/gather.xml" --baseline collective
# Three of four: their links alone.
star some 'generator="allgather" bytes="100000" among="h[1-3]"'
ends 0 'bound 2001 s' "$folder/some.xml" --baseline collective:ring
has '3 processes'

# What MPI itself gets wrong, or does not end, is named; so is what we spoil.
if smpirun -version | grep -q "3\.32"; then
    ends 1 'flattree_pipeline SMPI wrong bytes' scenarios/copies_broadcast.xml \
        --baseline collective:flattree_pipeline
    ends 1 'automatic SMPI deadlock' scenarios/copies_broadcast.xml --baseline collective:automatic
    ends 1 'SMP_linear SMPI aborted' scenarios/copies_broadcast.xml --baseline collective:SMP_linear
    has 'MPI_ERR_TRUNCATE'
fi
ends 1 'binomial_tree SMPI time limit' scenarios/copies_broadcast.xml \
    --baseline collective:binomial_tree --time-limit 0.001
ends 1 'binomial_tree SMPI out of memory' scenarios/copies_broadcast.xml \
    --set load-bytes=100000000 --set load-piece-bytes=10000000 --ignore-expect \
    --baseline collective:binomial_tree --memory-limit 1000
has 'binomial_tree: it may take 1000 MiB'
CORRUPT=flip ends 1 'h1 has 2 wrong bytes, the first at place 99999' "$folder/broadcast.xml" \
    --baseline collective:binomial_tree --program "$corrupt"
CORRUPT=keep ends 1 'the first at place ' "$folder/broadcast.xml" \
    --baseline collective:binomial_tree --program "$corrupt"
CORRUPT=swap ends 1 'the first at place 0' "$folder/allgather.xml" --baseline collective:ring \
    --program "$corrupt"
CORRUPT=nothing ends 0 '1 of 1 algorithm brought' "$folder/allgather.xml" \
    --baseline collective:ring --program "$corrupt"

# What is refused.
ends 2 'alltoallv, post-all, collective or collective:NAME is accepted' "$folder/broadcast.xml" \
    --baseline best
ends 2 'SMPI has no such algorithm for bcast: default, ' "$folder/broadcast.xml" \
    --baseline collective:binomial
ends 1 'MPI has operations for copies of one named kind' scenarios/switch_relabelling.xml \
    --baseline collective
ends 1 'real ones of at most 4 GiB in all are moved' "$folder/alltoall.xml" --baseline collective \
    --set load-bytes=134217729
ends 1 'MPI counts up to 2^31 - 1' "$folder/broadcast.xml" --baseline collective \
    --set load-bytes=2147483648
star reshard 'generator="reshard" bytes="12000" from="1 2 2 1" to="4 1 1 1"'
ends 1 'several hosts hold a part' "$folder/reshard.xml" --baseline collective
sed 's/generator="switch" hosts="4"/generator="ring" direction="two-way" hosts="4"/
    s/shape="switch"/shape="ring" direction="two-way"/' "$folder/broadcast.xml" >"$folder/ring.xml"
ends 1 'a link between every two' "$folder/ring.xml" --baseline collective
cat >"$folder/fat.xml" <<'XML'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="z" routing="Full">
    <host id="h0" speed="1Gf"/>
    <host id="h1" speed="1Gf"/>
    <link id="fat" bandwidth="1kBps" latency="1ms" sharing_policy="FATPIPE"/>
    <route src="h0" dst="h1"><link_ctn id="fat"/></route>
  </zone>
</platform>
XML
sed 's/generator="switch" hosts="4" cost="0.01" latency="1"/file="fat.xml"/
    s/shape="switch"/shape="switch" hosts="h0 h1"/' "$folder/broadcast.xml" >"$folder/fat_pipe.xml"
ends 1 'a FATPIPE link gives each message all' "$folder/fat_pipe.xml" --baseline collective
status=0
PATH=$folder "$redist" execute "$folder/broadcast.xml" --baseline collective >"$folder/said" 2>&1 || status=$?
[ "$status" -eq 1 ] && has 'in Debian it comes with libsimgrid-dev'
echo 'collective operations of MPI: as they should be'
