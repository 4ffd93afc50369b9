"""Plans of copies over their bounds, and processor time, by `copies-portfolio` and, where they are, the
closed forms: 256 hosts; weights of 32 trainers for 16 others; small networks of seven kinds; routes that
share links, and what cables allow over the bounds there.

    bench_copies.py REDIST [large|reshard|small|routes]

Beside each line stands the ratio that a prototype came to, and of patterns on small networks its mean. Appends lines to the file that REDIST_BENCH_LINES names, as the other benchmarks do.
"""
import itertools
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import copies_on_routes

REDIST = os.path.abspath(sys.argv[1])
WHAT = sys.argv[2:] or ["large", "reshard", "small", "routes"]

CUBE = ('generator="hypercube" hosts="256"', "hypercube")
TORUS = ('generator="torus" dimensions="16x16"', "graph")
RING = ('generator="ring" direction="two-way" hosts="128"', 'ring" direction="two-way')
SWITCH = ('generator="switch" hosts="128"', "switch")
RANDOM = ('generator="random-regular" hosts="256" degree="5" cost="uniform 1 4"', "graph")

# Network, pattern, parts of so many items, ports, the prototype's bound and plan in seconds. A random
# network is another one than the prototype's.
LARGE = [
    ("cube 256", CUBE, "broadcast", 1, "one", 8, 8), ("cube 256", CUBE, "broadcast", 100, "one", 107, 117),
    ("cube 256", CUBE, "broadcast", 1000, "one", 1007, 1018),
    ("cube 256", CUBE, "broadcast", 1, "all", 8, 8), ("cube 256", CUBE, "broadcast", 100, "all", 20, 23),
    ("cube 256", CUBE, "broadcast", 1000, "all", 132, 141),
    ("cube 256", CUBE, "allgather", 1, "one", 255, 255), ("cube 256", CUBE, "allgather", 1, "all", 32, 32),
    ("torus 256", TORUS, "broadcast", 100, "one", 115, 124), ("torus 256", TORUS, "allgather", 1, "one", 255, 255),
    ("torus 256", TORUS, "broadcast", 100, "all", 40, 48), ("torus 256", TORUS, "allgather", 1, "all", 64, 65),
    ("ring 128", RING, "broadcast", 100, "one", 163, 195), ("ring 128", RING, "allgather", 1, "one", 127, 128),
    ("switch 128", SWITCH, "broadcast", 1, "one", 7, 7), ("switch 128", SWITCH, "broadcast", 100, "one", 106, 111),
    ("switch 128", SWITCH, "broadcast", 1000, "one", 1006, 1029),
    ("switch 128", SWITCH, "allgather", 1, "one", 127, 127),
    ("random 256", RANDOM, "broadcast", 100, "one", 307, 352), ("random 256", RANDOM, "allgather", 1, "one", 765, 828),
    ("random 256", RANDOM, "broadcast", 100, "all", 172, 180), ("random 256", RANDOM, "allgather", 1, "all", 438, 438),
    ("random 256", RANDOM, "broadcast", 1, "one", 12, 18),
]

# Network of 48 hosts, items a shard of an eighth, ports, the prototype's bound and plan.
RESHARD = [(name, items, ports, *came)
           for name, ports, all_of_it in [
               ("switch", "one", [(1, 1), (4, 4), (16, 16)]),
               ("switch, hosts 1 to 4", "one", [(4, 4), (16, 16), (64, 64)]),
               ("two racks", "one", [(8, 10), (32, 36), (128, 141)]),
               ("two racks", "all", [(8, 9), (32, 33), (128, 129)]),
               ("torus 6 x 8", "one", [(3, 3), (6, 6), (18, 20)]),
               ("torus 6 x 8", "all", [(3, 3), (3, 4), (8, 11)])]
           for items, came in zip((1, 4, 16), all_of_it)]

# Pattern, items of a part, mean ratio of the prototype with one port and with all.
PATTERNS = [("broadcast", 1, 1.099, 1.000), ("broadcast", 10, 1.091, 1.039), ("broadcast", 100, 1.050, 1.021),
            ("broadcast", 1000, 1.038, 1.007), ("allgather", 1, 1.019, 1.010), ("allgather", 8, 1.024, 1.001),
            ("alltoall", 1, 1.029, 1.081), ("multicast", 10, 1.059, 1.22), ("scatter", 10, 1.009, 1.004)]


# Network, pattern, pieces of a part, the prototype's ratio: vectors of 64 MB.
ROUTES = [(network, pattern, pieces, came)
          for pattern, pieces, all_of_it in [
              ("broadcast", 128, [("star", 1.05), ("racks", 1.10), ("fat tree", 1.11), ("torus", 1.29)]),
              ("allgather", 4, [("star", 1.005), ("racks", 1.02), ("fat tree", 1.04), ("torus", 1.07)]),
              ("alltoall", 1, [("star", 1.14), ("racks", 1.07), ("fat tree", 1.13), ("torus", 1.63)]),
              ("scatter", 1, [("torus", 2.1)]),
              ("broadcast", 256, [("fat tree of 64", 1.14), ("torus of 64", 1.33), ("dragonfly of 64", 1.20)]),
              ("allgather", 4, [("fat tree of 64", 1.05), ("torus of 64", 1.03), ("dragonfly of 64", 1.06)])]
          for network, came in all_of_it]


def say(what, measured, goal):
    judged = f"  at most {goal:<8.4g} {'met' if measured <= goal else 'NOT MET'}" if goal else ""
    print(f"{what:<66} {measured:10.4f}{judged}", flush=True)
    if "REDIST_BENCH_LINES" in os.environ:
        with open(os.environ["REDIST_BENCH_LINES"], "a", encoding="utf-8") as lines:
            lines.write(f"{what}\t{measured:.6g}\t{goal:g}\n")


def loads(pattern, items, among=""):
    return f'<loads generator="{pattern}" bytes="{items}" piece-bytes="1"{among}/>'


def racks(first, second, trunks):
    """Two racks, each complete, and some links each way between them that take four times as long."""
    hosts = first + second
    rows = [(a, b, 1) for rack in (range(first), range(first, hosts)) for a, b in itertools.permutations(rack, 2)]
    for host in range(trunks):
        rows += [(host, first + host, 4), (first + host, host, 4)]
    return "".join(f"{a} {b} {cost}\n" for a, b, cost in rows)


class Planner:
    """Plans scenarios in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder

    def plan(self, platform, shape, ports, load, algorithms=("copies-portfolio",)):
        """The bound, the shortest plan, and seconds of processor of all."""
        path = os.path.join(self.folder, "copies.xml")
        runs = "".join(f'<run algorithm="{name}"/>' for name in algorithms)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'<scenario>\n<platform {platform}/>\n<topology shape="{shape}"/>\n'
                       f'<network model="exact" ports="{ports}"/>\n{load}\n<goal reach="copies"/>\n'
                       f'{runs}\n</scenario>\n')
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([REDIST, "plan", path, "--format", "json"], capture_output=True, text=True, check=False)
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        if not done.stdout:
            sys.exit(f"{path}: {done.stderr}")
        rows = [row for row in json.loads(done.stdout) if row["status"] == "ok"]
        return rows[0]["bound_s"], min(row["planned_s"] for row in rows), took

    def racks(self, *racks_of):
        name = os.path.join(self.folder, "racks_%d_%d_%d.txt" % racks_of)
        with open(name, "w", encoding="utf-8") as file:
            file.write(racks(*racks_of))
        return f'generator="graph" edges="{name}"'


def line(what, bound, plan, took, goal):
    say(f"{what}: {bound:g} s, {plan:g} s ({took:.1f} s of processor)", plan / bound, goal)


def large(planner):
    for name, (platform, shape), pattern, items, ports, bound, plan in LARGE:
        algorithms = ["copies-portfolio"] + (["copies-pipeline", "copies-direct"] if shape == "switch" else [])
        line(f"{name}, {pattern} {items}, {ports}", *planner.plan(platform, shape, ports, loads(pattern, items),
                                                                   algorithms), plan / bound)


def reshard(planner):
    networks = {
        "switch": ('generator="switch" hosts="48"', "switch"),
        "switch, hosts 1 to 4": ('generator="switch" hosts="48" cost="uniform 1 4"', "switch"),
        "two racks": (planner.racks(32, 16, 4), "graph"),
        "torus 6 x 8": ('generator="torus" dimensions="8x6"', "graph")}
    for name, items, ports, bound, plan in RESHARD:
        load = (f'<loads generator="reshard" bytes="{8 * items}" piece-bytes="1" from="4 1 8 1" from-hosts="h[0-31]" '
                f'to="8 1 2 1" to-hosts="h[32-47]"/>')
        line(f"reshard, {name}, {items}, {ports}", *planner.plan(*networks[name], ports, load), plan / bound)


def small(planner):
    for ports in "one", "all":
        ratios = []
        for pattern, items, *goals in PATTERNS:
            of_pattern = []
            for hosts in 8, 16, 32:
                side = {8: "4x2", 16: "4x4", 32: "8x4"}[hosts]
                among = f' among="h[0-{hosts // 2}]"' if pattern == "multicast" else ""
                for platform, shape in [
                        (f'generator="ring" direction="two-way" hosts="{hosts}"', 'ring" direction="two-way'),
                        (f'generator="star" hosts="{hosts - 1}"', "star"),
                        (f'generator="hypercube" hosts="{hosts}"', "hypercube"),
                        (f'generator="torus" dimensions="{side}"', "graph"),
                        (f'generator="switch" hosts="{hosts}"', "switch") if ports == "one" else
                        (planner.racks(hosts, 0, 0), "graph"), (planner.racks(hosts // 2, hosts // 2, 2), "graph"),
                        (f'generator="random-regular" hosts="{hosts}" degree="5" cost="uniform 1 4"', "graph")]:
                    bound, plan, _ = planner.plan(platform, shape, ports, loads(pattern, items, among))
                    of_pattern.append(plan / bound)
            ratios += of_pattern
            say(f"{pattern} {items}, {ports}: mean of {len(of_pattern)}, worst {max(of_pattern):.3f}",
                sum(of_pattern) / len(of_pattern), goals[ports == "all"])
        say(f"{ports}: mean of {len(ratios)}, worst {max(ratios):.3f}", sum(ratios) / len(ratios),
            {"one": 1.045, "all": 1.060}[ports])


def routes(planner):
    def row(network, pattern, pieces, *by):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        found = copies_on_routes.plan(REDIST, planner.folder, network, pattern, pieces, *by)
        return found["bound_s"], found["planned_s"], resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    for pattern, network, least_s, pieces in copies_on_routes.cases():
        bound, _, took = row(network, pattern, pieces, *copies_on_routes.QUICKLY)
        say(f"{network}, {pattern}: what cables allow over {bound:g} s ({took:.1f} s of processor)", least_s / bound, 1)
    for network, pattern, pieces, came in ROUTES:
        line(f"{network}, {pattern} in {pieces}", *row(network, pattern, pieces), came)


def main():
    with tempfile.TemporaryDirectory() as folder:
        planner = Planner(folder)
        for what in WHAT:
            {"large": large, "reshard": reshard, "small": small, "routes": routes}[what](planner)


main()
