#!/usr/bin/env python3
"""Copies on routes that share links, 16 hosts or 64 with cables of 10 Gbit/s:

    copies_on_routes.py REDIST [CASE LEFT OUT]...     as "torus, alltoall"

Bounds of vectors of 64 MB are at least what the multicast programme is, found by hand: what has to
pass the busiest cables, over what these carry in a second.
"""
import json
import os
import subprocess
import sys
import tempfile

CABLE = 1.25e9
VECTOR = 64e6


def cluster(hosts, more=""):
    return (f'<cluster id="c" prefix="node-" suffix="" radical="0-{hosts - 1}" speed="10Gf" bw="1.25GBps" '
            f'lat="1us" sharing_policy="SPLITDUPLEX" {more}/>')


def of_routers(hosts, topology, parameters):
    return cluster(hosts, f'topology="{topology}" topo_parameters="{parameters}"')


def racks(hosts):
    """Two racks, and a trunk of two cables' bandwidth between them."""
    rack = (f'<cluster id="%s" prefix="node-" suffix="" radical="%d-%d" speed="10Gf" bw="1.25GBps" '
            f'lat="1us" router_id="%s-router"/>')
    return ('<zone id="room" routing="Full">' + rack % ("a", 0, hosts // 2 - 1, "a") +
            rack % ("b", hosts // 2, hosts - 1, "b") +
            '<link id="trunk" bandwidth="2.5GBps" latency="1us" sharing_policy="SPLITDUPLEX"/>'
            '<zoneRoute src="a" dst="b" gw_src="a-router" gw_dst="b-router">'
            '<link_ctn id="trunk" direction="UP"/></zoneRoute></zone>')


NETWORKS = {
    "star": (16, cluster(16)),
    "racks": (16, racks(16)),
    "fat tree": (16, of_routers(16, "FAT_TREE", "2;4,4;1,2;1,1")),
    "torus": (16, of_routers(16, "TORUS", "4,4")),
    "fat tree of 64": (64, of_routers(64, "FAT_TREE", "2;8,8;1,4;1,1")),
    "torus of 64": (64, of_routers(64, "TORUS", "8,8")),
    "dragonfly of 64": (64, of_routers(64, "DRAGONFLY", "4,1;2,1;4,1;2")),
}

# Vectors that have to pass cables, over how many cables, by pattern. A host has one cable each way,
# on the torus four. An all-to-all moves 8 * 8 sixteenths each way over the trunk, which is two
# cables; 4 * 12 from four hosts of the fat tree up two cables; and over the 64 cables of the torus
# 16 * 15 of them, each over 32 / 15 cables on average.
PASS = {
    "broadcast": {"star": (1, 1), "racks": (1, 1), "fat tree": (1, 1), "torus": (1, 4)},
    "alltoall": {"star": (15 / 16, 1), "racks": (4, 2), "fat tree": (3, 2), "torus": (32, 64)},
    "allgather": {"star": (15 / 16, 1), "racks": (15 / 16, 1), "fat tree": (15 / 16, 1), "torus": (15 / 16, 4)},
    "scatter": {"star": (15 / 16, 1), "racks": (15 / 16, 1), "fat tree": (15 / 16, 1), "torus": (15 / 16, 4),
                "fat tree of 64": (63 / 64, 1), "torus of 64": (63 / 64, 4), "dragonfly of 64": (63 / 64, 1)},
    "gather": {"star": (15 / 16, 1), "racks": (15 / 16, 1), "fat tree": (15 / 16, 1), "torus": (15 / 16, 4)},
}
PIECES = {"broadcast": 128, "allgather": 4}  # that a part is cut into; else it is one


QUICKLY = "copies-greedy", '<option name="search" value="1"/>'


def plan(redist, folder, network, pattern, pieces, algorithm="copies-portfolio", option=""):
    """A row of results. In: how many pieces a part is cut into."""
    hosts, zone = NETWORKS[network]
    part = int(VECTOR) // (1 if pattern == "broadcast" else hosts)
    with open(os.path.join(folder, "routes.xml"), "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
                   f'<platform version="4.1">{zone}</platform>\n')
    path = os.path.join(folder, "copies_on_routes.xml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<scenario>\n<platform file="routes.xml"/>\n'
                   f'<topology shape="graph" hosts="node-[0-{hosts - 1}]" edges="all"/>\n'
                   '<network model="exact" ports="all"/>\n'
                   f'<loads generator="{pattern}" bytes="{part}" piece-bytes="{part // pieces}"/>\n'
                   f'<goal reach="copies"/>\n<run algorithm="{algorithm}">{option}</run>\n</scenario>\n')
    done = subprocess.run([redist, "plan", path, "--format", "json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{network}, {pattern}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)[0]


def cases():
    """Pattern, network, what cables allow in seconds, pieces of a part."""
    return [(pattern, network, vectors * VECTOR / (cables * CABLE), PIECES.get(pattern, 1))
            for pattern, by_network in PASS.items() for network, (vectors, cables) in by_network.items()]


def main(redist, left_out):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for pattern, network, least, pieces in cases():
            if f"{network}, {pattern}" in left_out:
                continue
            row = plan(redist, folder, network, pattern, pieces, *QUICKLY)
            failed += not least <= row["bound_s"] <= row["planned_s"]
            print(f"{network}, {pattern}: {row['bound_s'] / least:.6f} times what cables show, plan "
                  f"{row['planned_s'] / row['bound_s']:.3f}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
