#!/usr/bin/env bash
# A cluster of network namespaces: hosts on a bridge, each with an uplink and a downlink of a limited
# rate (tc tbf), real TCP, Open MPI with a daemon in each. Prints what is planned beside what is
# measured, with a plan and without. It fails where bytes do not all come as they were, or where they
# come sooner than the links carry them. Other times are only shown: relabelling halves what the
# busiest port carries, but what that saves depends on what else the machine does, and a one-port
# order need not beat posting everything where TCP shares a port fairly.
# Exit status 77 where the machine has no root, namespaces, tbf or Open MPI: it says which.
#
#   namespaces.sh SOURCE REDIST
set -euo pipefail
skip() { echo "skipped: $*"; exit 77; }
if [ -z "${NAMESPACES_INSIDE-}" ]; then
    [ "$(id -u)" -eq 0 ] || skip "namespaces with limited rates need root"
    for tool in ip tc unshare python3 mpicc.openmpi mpirun.openmpi; do
        command -v "$tool" >/dev/null || skip "$tool is missing"
    done
    # All that follows has networks, mounts and processes of its own, which end with it.
    apart=(unshare --mount --net --uts --pid --fork --kill-child --mount-proc)
    "${apart[@]}" true 2>/dev/null || skip "namespaces cannot be made here"
    NAMESPACES_INSIDE=1 exec "${apart[@]}" "$0" "$@"
fi
source=$(realpath "$1") redist=$(realpath "$2")
cd "$source"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p /run/netns
mount -t tmpfs none /run/netns
ip link set lo up

# $1 limits what leaves its network at $2, in Mbit/s. The bucket is two packets, so that nothing
# runs ahead of the rate.
limit() { ip netns exec "$1" tc qdisc add dev "$2" root tbf rate "$3mbit" burst 3028 limit 60000; }

# Hosts h0, h1, .. of so many Mbit/s each on a bridge in a network of its own. Those from h$rack on, if
# that is set, are on another one: a cable of $cable Mbit/s each way joins the two.
make_hosts() {
    local host=0 rate on=bridge
    echo "127.0.0.1 localhost" >"$folder/hosts"
    ip netns add bridge
    ip -n bridge link add bridge type bridge
    ip -n bridge link set bridge up
    for rate in "$@"; do
        if [ "$host" -eq "${rack-$#}" ]; then
            on=bridge_b
            ip -n bridge link add bridge_b type bridge
            ip -n bridge link set bridge_b up
            ip -n bridge link add cable_a type veth peer name cable_b
            ip -n bridge link set cable_a master bridge up
            ip -n bridge link set cable_b master bridge_b up
            limit bridge cable_a "$cable"
            limit bridge cable_b "$cable"
        fi
        ip netns add "h$host"
        ip -n "h$host" link add eth0 type veth peer name "to$host" netns bridge
        ip -n bridge link set "to$host" master $on up
        ip -n "h$host" addr add "10.77.0.$((host + 1))/24" dev eth0
        ip -n "h$host" link set eth0 up
        ip -n "h$host" link set lo up
        limit "h$host" eth0 "$rate"
        limit bridge "to$host" "$rate"
        echo "10.77.0.$((host + 1)) h$host" >>"$folder/hosts"
        host=$((host + 1))
    done
    # mpirun sits on the bridge, whose link is not limited.
    ip netns add front
    ip -n front link add eth0 type veth peer name front netns bridge
    ip -n bridge link set front master bridge up
    ip -n front addr add 10.77.0.254/24 dev eth0
    ip -n front link set eth0 up
    ip -n front link set lo up
    echo "10.77.0.254 front" >>"$folder/hosts"
    cat "$folder/hosts" >"$folder/etc_hosts"
}

remove_hosts() { ip -all netns delete; }

touch "$folder/etc_hosts"
mount --bind "$folder/etc_hosts" /etc/hosts
echo front >/proc/sys/kernel/hostname
make_hosts 20 2>"$folder/said" || skip "no cluster: $(tail -n 1 "$folder/said")"
remove_hosts
mpicc.openmpi -std=c17 -D_GNU_SOURCE -O2 -I. sim/execute/{mpi_*,redist_mpi}.c \
    -o "$folder/redist-mpi"
# A daemon for a host: in its network, under its name.
cat >"$folder/agent" <<'END'
#!/bin/sh
host=$1
shift
exec ip netns exec "$host" unshare --uts sh -c "echo $host >/proc/sys/kernel/hostname; $*"
END
chmod +x "$folder/agent"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_plm_rsh_agent=$folder/agent OMPI_MCA_plm_rsh_no_tree_spawn=1
export OMPI_MCA_btl=tcp,self OMPI_MCA_pml=ob1 OMPI_MCA_btl_tcp_if_include=10.77.0.0/24
export OMPI_MCA_oob_tcp_if_include=10.77.0.0/24 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_hwloc_base_binding_policy=none TMPDIR=$folder

# The scenario of hosts of RATE...: most of what host i holds is of kind i + 1, so that
# kinds that stay with their numbers travel, and those that go one host on do not.
write_scenario() {
    local hosts=$# rows='' costs='' rate i j
    for ((i = 0; i < hosts; i++)); do
        for ((j = 0; j < hosts; j++)); do
            rows+=" $(((j == (i + 1) % hosts) ? 24 : 2 + (i * j) % 3))"
        done
        rows+=';'
    done
    # Seconds a byte: a packet of 1,514 bytes on the link carries 1,448 of a message.
    for rate in "$@" "$@"; do
        costs+=" $(awk "BEGIN { printf \"%.9g\", 8 * 1514 / 1448 / ($rate * 1e6) }")"
    done
    cat >"$folder/scenario.xml" <<END
<scenario name="namespaces">
  <platform generator="switch" hosts="$hosts" cost="list$costs"/>
  <topology shape="switch" hosts="h[0-$((hosts - 1))]"/>
  <network model="exact" ports="one"/>
  <items bytes="$item_bytes"/>
  <loads generator="matrix" rows="${rows%;}"/>
  <goal reach="gather"/>
  <run algorithm="switch-canonical"/>
  <run algorithm="switch-time"/>
</scenario>
END
}

# The scenario of two racks of four hosts of $1 Mbit/s, and a cable of as much: three hosts of one rack
# hold what has to be balanced.
write_racks() {
    local bandwidth
    bandwidth=$(awk "BEGIN { printf \"%.9g\", $1 * 1e6 / 8 * 1448 / 1514 }")
    cat >"$folder/racks.xml" <<END
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="room" routing="Full">
    <cluster id="a" prefix="h" suffix="" radical="0-3" speed="1Gf" bw="${bandwidth}Bps" lat="50us" router_id="ra"/>
    <cluster id="b" prefix="h" suffix="" radical="4-7" speed="1Gf" bw="${bandwidth}Bps" lat="50us" router_id="rb"/>
    <link id="cable" bandwidth="${bandwidth}Bps" latency="20us" sharing_policy="SPLITDUPLEX"/>
    <zoneRoute src="a" dst="b" gw_src="ra" gw_dst="rb">
      <link_ctn id="cable" direction="UP"/>
    </zoneRoute>
  </zone>
</platform>
END
    cat >"$folder/scenario.xml" <<END
<scenario name="racks">
  <platform file="racks.xml"/>
  <topology shape="switch" hosts="h[0-7]"/>
  <network model="exact" ports="one"/>
  <items bytes="$item_bytes"/>
  <loads>
    <load host="h0" items="14"/>
    <load host="h1" items="8"/>
    <load host="h2" items="9"/>
  </loads>
  <goal reach="balance"/>
  <run algorithm="network-planner"/>
  <run algorithm="switch-transport"/>
</scenario>
END
}

# The rows of a CSV file without the message, which may hold a comma: the others are plain.
without_message() {
    python3 -c 'import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
left_out = rows[0].index("message")
for row in rows:
    print(*row[:left_out], *row[left_out + 1:], sep=",")' "$1"
}

# Plays the scenario on hosts of RATE... with each baseline, and prints and judges what was measured;
# of the plan, which is played beside each, the shorter time.
measure() {
    local names baseline
    names=$(seq -s, -f 'h%.0f' 0 $(($# - 1)))
    make_hosts "$@"
    for baseline in alltoallv post-all; do
        ip netns exec front "$redist" execute "$folder/scenario.xml" --baseline $baseline \
            --format csv --program "$folder/redist-mpi" --launcher \
            "mpirun.openmpi -n {n} --host $names --map-by node" >"$folder/$baseline" 2>"$folder/said" ||
            { cat "$folder/$baseline" "$folder/said"; exit 1; }
        grep -c ',ok,' "$folder/$baseline" | grep -qx 2
    done
    remove_hosts
    echo "$# hosts, Mbit/s: $*"
    join -t, <(without_message "$folder/alltoallv") <(without_message "$folder/post-all") | awk -F, '
        BEGIN { print "ALGORITHM         BOUND   PLANNED  EXECUTED  ALLTOALLV  POST-ALL  WORDS  (seconds)" }
        NR == 1 { for (i = 1; i <= NF; i++) if (!($i in at)) at[$i] = i; columns = (NF - 1) / 2 }
        NR > 1 {
            bound = $at["bound_s"]
            alltoallv = $at["baseline_s"]
            post_all[$1] = $(at["baseline_s"] + columns)
            executed = $at["executed_s"]
            again = $(at["executed_s"] + columns)
            executed = executed < again ? executed : again
            printf "%-16s %6.3f %9.3f %9.3f %10.3f %9.3f %6s\n", $1, bound, $at["planned_s"],
                executed, alltoallv, post_all[$1], $at["words"]
            least = bound * 0.99
            if (executed < least || alltoallv < least || post_all[$1] < least) early = $1
        }
        END {
            if (early != "") { print early ": sooner than the links carry it"; exit 1 }
            if (post_all["switch-time"])
                printf "relabelling saves, without a plan: %.2f times\n",
                    post_all["switch-canonical"] / post_all["switch-time"]
            print ""
        }'
}
item_bytes=131072
write_scenario 20 20 20 20 20 20 20 20
measure 20 20 20 20 20 20 20 20
write_scenario 10 40 20 40 20 40
measure 10 40 20 40 20 40
rack=4 cable=20
write_racks 20
measure 20 20 20 20 20 20 20 20
