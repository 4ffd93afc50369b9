#!/usr/bin/env python3
"""Kinds that are copied beside kinds that move, on tiny networks: copies-mixed and all bounds beside
the least time of all schedules. That is searched here as docs/model.md says what hosts may do, and
knows nothing of planners: all states at each date, links without latency and of whole costs, so that
messages have one item and start at whole dates.

copies_mixed.py REDIST COUNT [SEED]: prints how many plans and bounds were the optimum, and
fails where a plan is not legal, or is shorter, or a bound is longer.
"""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

STATES = 60_000  # in a layer: more are not searched


def draw(rng):
    """A network, and what hosts hold and want of one named kind and one counted kind."""
    n = rng.randint(3, 4)
    while True:
        pairs = [(u, v) for u in range(n) for v in range(n) if u != v and rng.random() < 0.7]
        reached = {0}
        for _ in range(n):
            reached |= {v for u, v in pairs if u in reached}
        back = {0}
        for _ in range(n):
            back |= {u for u, v in pairs if v in back}
        if len(reached) == n == len(back):
            break
    links = {pair: rng.randint(1, 2) for pair in pairs}
    pieces = []
    for _ in range(rng.randint(1, 2)):
        held = rng.sample(range(n), rng.randint(1, 2))
        others = [v for v in range(n) if v not in held]
        if others:
            pieces.append((held, rng.sample(others, rng.randint(1, len(others)))))
    load = [0] * n
    after = [0] * n
    for _ in range(rng.randint(1, 3)):
        source, sink = rng.sample(range(n), 2)
        load[source] += 1
        after[sink] += 1
    for host in range(n):
        if rng.random() < 0.3:
            load[host] += 1
            after[host] += 1
    return n, links, pieces, load, after, rng.choice([1, 1, 2, n])


def starts(state, case):
    """All sets of messages that may start together: each as a list of (link, what)."""
    n, links, pieces, _, _, ports = case
    held, counts, under_way = state
    sending, receiving, busy, coming = [0] * n, [0] * n, set(), set()
    for (u, v), what, _ in under_way:
        sending[u] += 1
        receiving[v] += 1
        busy.add((u, v))
        coming.add((v, what))
    choices = []
    for u, v in links:
        what = [i for i in range(len(pieces))
                if held[u] >> i & 1 and not held[v] >> i & 1 and (v, i) not in coming]
        if counts[u] > 0:
            what.append(-1)
        choices += [((u, v), i) for i in what if (u, v) not in busy]

    def extend(at, chosen, sending, receiving, left, used):
        yield chosen
        for k in range(at, len(choices)):
            (u, v), what = choices[k]
            if (u, v) in used or sending[u] >= ports or receiving[v] >= ports:
                continue
            if what < 0 and left[u] == 0 or what >= 0 and (v, what) in used:
                continue
            sending[u] += 1
            receiving[v] += 1
            left[u] -= what < 0
            yield from extend(k + 1, chosen + [choices[k]], sending, receiving, left,
                              used | {(u, v), (v, what)} if what >= 0 else used | {(u, v)})
            sending[u] -= 1
            receiving[v] -= 1
            left[u] += what < 0

    return extend(0, [], sending, receiving, list(counts), frozenset())


def optimum(case, most):
    """The least time; None where there are too many states."""
    n, links, pieces, load, after, _ = case
    held = tuple(sum(1 << i for i, (holders, _) in enumerate(pieces) if v in holders)
                 for v in range(n))
    wanted = [sum(1 << i for i, (_, sinks) in enumerate(pieces) if v in sinks) for v in range(n)]
    layers = {0: {(held, tuple(load), ())}}
    for date in range(most + 1):
        layer = layers.pop(date, set())
        if len(layer) > STATES:
            return None
        if any(not way and list(counts) == after and
               all(have & want == want for have, want in zip(held, wanted))
               for held, counts, way in layer):
            return date
        for state in layer:
            held, counts, under_way = state
            for started in starts(state, case):
                left = list(counts)
                way = list(under_way)
                for link, what in started:
                    left[link[0]] -= what < 0
                    way.append((link, what, date + links[link]))
                if not way:
                    continue
                end = min(when for _, _, when in way)
                have = list(held)
                for (_, v), what, when in way:
                    if when == end:
                        if what < 0:
                            left[v] += 1
                        else:
                            have[v] |= 1 << what
                rest = tuple(sorted(message for message in way if message[2] > end))
                layers.setdefault(end, set()).add((tuple(have), tuple(left), rest))
    return None


def scenario_of(case, folder, algorithm="copies-mixed"):
    n, links, pieces, load, after, ports = case
    (folder / "links.txt").write_text("".join(f"{u} {v} {c}\n" for (u, v), c in links.items()))
    hosts = lambda some: " ".join(f"h{v}" for v in some)
    copies = "".join(f'<copy kind="W" items="1" held="{hosts(held)}" wanted="{hosts(wanted)}"/>'
                     for held, wanted in pieces)
    loads = "".join(f'<load host="h{v}" items="{load[v]}" after="{after[v]}"/>' for v in range(n)
                    if load[v] or after[v])
    path = folder / "mixed.xml"
    path.write_text(f'<scenario><platform generator="graph" edges="links.txt"/>'
                    f'<topology shape="graph"/><network ports="{ports}"/><goal reach="copies"/>'
                    f'<loads>{copies}{loads}</loads><run algorithm="{algorithm}"/></scenario>\n')
    return path


def main(redist, count, seed=1):
    rng = random.Random(seed)
    tried = plans = bounds = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        while tried < count:
            case = draw(rng)
            if not case[2]:
                continue
            path = scenario_of(case, folder)
            said = subprocess.run([redist, "run", "--format", "json", path], capture_output=True,
                                  text=True)
            if said.returncode != 0:
                sys.exit(f"{case}\n{said.stdout}{said.stderr}")
            row = json.loads(said.stdout)[0]
            planned, bound = row["planned_s"], row["bound_s"]
            least = optimum(case, round(planned))
            if least is None:
                continue
            tried += 1
            if planned < least - 1e-9 or bound > least + 1e-9 or row["simulated_s"] != planned:
                sys.exit(f"{case}\nplanned {planned}, bound {bound}, least {least}")
            plans += planned <= least + 1e-9
            bounds += bound >= least - 1e-9
            if planned > least + 1e-9:
                print(case, "planned", planned, "least", least)
    print(f"{tried} instances: {plans} plans and {bounds} bounds are the optimum")
    if plans * 100 < tried * 85:
        sys.exit("fewer plans than 85 in 100")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *map(int, sys.argv[3:]))
