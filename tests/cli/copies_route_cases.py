#!/usr/bin/env python3
"""Copies on small networks whose routes share links, all ports: copies_route_cases.py REDIST

Each bound of redist is at most the least time, which is by hand or by a search of all schedules, and
the greatest at least what the multicast programme, dates and first copies show. So no bound is one of
six that come to mind and are false; what each would say is beside its case.
"""
import json
import os
import subprocess
import sys
import tempfile


def star(hosts, latency=0):
    """Routes over a link up, number the host, and a link down."""
    return [1] * 2 * hosts, [(a, b, latency, [(a, 1), (hosts + b, 1)])
                             for a in range(hosts) for b in range(hosts) if a != b]


HUB = ([2] + [1] * 6, [(a, b, 0, [(0, 2), (1 + a, 1), (4 + b, 1)]) for a in range(3) for b in range(3) if a != b])
SPOKES = ([2, 1, 1], [(a, b, 0, [(a, 1), (b, 1)]) for a in range(3) for b in range(3) if a != b])
UNLIKE = ([2, 3, 3, 2, 3, 2, 0.5, 1],
          [(0, 1, 0, [(0, 1), (6, 1), (4, 1)]), (0, 2, 0, [(0, 1), (6, 1), (5, 1)]),
           (1, 0, 0, [(1, 1), (7, 1), (3, 1)]), (1, 2, 0, [(1, 1), (5, 1)]),
           (2, 0, 0, [(2, 1), (7, 1), (3, 1)]), (2, 1, 0, [(2, 1), (4, 1)])])


def trunk(bandwidth, latency, more=()):
    """Routes from host 0 to 1 and from 2 to 3 over a trunk, number 0, and links of their own."""
    return ([bandwidth, 1, 1, *(1 / cost for _, _, cost in more)],
            [(0, 1, latency, [(0, 1), (1, 1)]), (2, 3, latency, [(0, 1), (2, 1)]),
             *((a, b, 0, [(3 + i, 1)]) for i, (a, b, _) in enumerate(more))])


# Links' items a second and routes (from, to, latency, [(link, how often it is crossed)]); pieces of one
# kind each (items, who holds them, who wants them); what is proved at least, and the least time.
CASES = {
    # Two items over a trunk of 1.5 items a second.
    "sharing; false: rounded up to times of items, 2": (
        trunk(1.5, 0), [(1, [0], [1]), (1, [2], [3])], 4 / 3, 4 / 3),
    "first copy on a star": (star(3), [(2, [0], [1, 2])], 3, 3),
    "first copy on a star with latency": (star(3, 0.25), [(2, [0], [1, 2])], 3.25, 3.25),
    "two copies in one window; false: doubling as with one port, 2": (SPOKES, [(1, [0], [1, 2])], 1, 1),
    "a hub crossed twice": (HUB, [(1, [0], [1, 2]), (1, [1], [2])], 3, 3),
    "a date that is a fraction": (UNLIKE, [(1, [0], [1, 2]), (1, [2], [0])], 7 / 3, 7 / 3),
    # Two items to two hosts over a link up of four items a second: both arrive at 1.
    "two first copies; false: the second leaves at 1/4 and takes 1 more, 1.25": (
        ([4, 1, 1], [(0, 1, 0, [(0, 1), (1, 1)]), (0, 2, 0, [(0, 1), (2, 1)])]),
        [(1, [0], [1]), (1, [0], [2])], 1, 1),
    # Both latencies pass at once, then two items share the trunk for 2 s.
    "latency; false: it keeps a link busy, 4": (
        trunk(1, 1), [(1, [0], [1]), (1, [2], [3])], 3, 3),
    # The item takes its own link for 2 s; another link is 3 s away, and nothing needs it.
    "a link that nobody needs; false: nothing leaves it before 3": (
        ([0.5, 1 / 3, 1], [(0, 1, 0, [(0, 1)]), (0, 2, 0, [(1, 1)]), (2, 3, 0, [(2, 1)]), (2, 1, 0, [(2, 1)])]),
        [(1, [0], [1])], 2, 2),
    # One item takes 1 s, of ports and on its way.
    "one item; false: ports and distance in sum, 2": (star(2), [(1, [0], [1])], 1, 1),
    # Two messages at once over a trunk of two items a second.
    "a wide trunk; false: one message at a time, 2": (
        trunk(2, 0), [(1, [0], [1]), (1, [2], [3])], 1, 1),
    # The item to host 4 first gets 1 of the trunk's 1.5, and takes 1.5 s more; the other one gets 0.5, then
    # 1, is there at 1.5, and takes 1 s more. Equal shares would take 4/3 + 1.5.
    "unequal shares; false: shares are equal, 2.83": (
        trunk(1.5, 0, [(1, 4, 1.5), (3, 5, 1)]), [(1, [0], [4]), (1, [2], [5])], 7 / 3, 2.5),
}


def write(folder, links, routes, pieces):
    """Returns: the scenario's path."""
    hosts = 1 + max(max(a, b) for a, b, _, _ in routes)
    names = lambda some: " ".join(f"h{host}" for host in some)
    with open(os.path.join(folder, "routes.xml"), "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
                   '<platform version="4.1"><zone id="z" routing="Full">\n')
        file.writelines(f'<host id="h{host}" speed="1Gf"/>\n' for host in range(hosts))
        file.writelines(f'<link id="l{i}" bandwidth="{bandwidth!r}Bps" latency="0s"/>\n'
                        for i, bandwidth in enumerate(links))
        file.writelines(f'<link id="w{a}-{b}" bandwidth="1GBps" latency="{latency}s" sharing_policy="FATPIPE"/>\n'
                        for a, b, latency, _ in routes)
        for a, b, _, crossed in routes:
            over = "".join(f'<link_ctn id="l{link}"/>' * times for link, times in crossed)
            file.write(f'<route src="h{a}" dst="h{b}" symmetrical="NO"><link_ctn id="w{a}-{b}"/>{over}</route>\n')
        file.write("</zone></platform>\n")
    path = os.path.join(folder, "copies.xml")
    with open(path, "w", encoding="utf-8") as file:
        file.write('<scenario>\n<platform file="routes.xml"/>\n'
                   f'<topology shape="graph" hosts="{names(range(hosts))}" edges="routes"/>\n'
                   '<network model="exact" ports="all"/>\n<items bytes="1"/>\n<loads>\n')
        file.writelines(f'<copy kind="k{i}" items="{items}" held="{names(held)}" wanted="{names(wanted)}"/>\n'
                        for i, (items, held, wanted) in enumerate(pieces))
        file.write('</loads>\n<goal reach="copies"/>\n<run algorithm="copies-portfolio"/>\n</scenario>\n')
    return path


def main(redist):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, ((links, routes), pieces, shown, least) in CASES.items():
            path = write(folder, links, routes, pieces)
            done = subprocess.run([redist, "run", path, "--format", "json"], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                sys.exit(f"{name}: {done.stdout}{done.stderr}")
            row = json.loads(done.stdout)[0]
            bound, end = row["bound_s"], row["simulated_s"]
            good = shown * (1 - 1e-6) <= bound <= least * (1 + 1e-9) and end >= least * (1 - 1e-9)
            failed += not good
            print(f"{name}: bound {bound:.6f}, plan {end:.6f}, least time {least:.6f}{'' if good else ': WRONG'}")
    sys.exit(failed > 0)


main(sys.argv[1])
