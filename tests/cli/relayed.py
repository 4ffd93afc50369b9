#!/usr/bin/env python3
"""Objects that other hosts may relay: relayed.py REDIST COUNT [SEED]

Of small random lists all schedules are searched, as docs/model.md says what they are: in order of
starts, each message at the first date on which its sender has the object and ports and link are free.
objects-relayed plans each list, SimGrid plays it in the time that was planned, no plan is shorter than
the shortest of all schedules, no bound above it, and 95 of 100 plans are the shortest.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

REDIST = sys.argv[1]
COUNT = int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
ROUNDING = 1e-9


def draw(rng):
    """A strongly connected network, {(from, to): (cost, latency)}, objects (size, sources, to), and
    how many messages go at a time."""
    hosts = rng.randint(3, 4)
    dear, late = rng.randint(1, 3), rng.choice([0, 0, 1])
    links = {}
    for pair in [(a, b) for a in range(hosts) for b in range(hosts) if a != b]:
        if pair[1] == (pair[0] + 1) % hosts or rng.random() < 0.5:
            links[pair] = rng.randint(1, dear), rng.randint(0, late)
    objects = []
    for _ in range(rng.randint(2, 4)):
        places = rng.sample(range(hosts), rng.choice([2, 2, 3]))
        objects.append((rng.randint(1, 4), places[1:], places[0]))
    ports = rng.choice([1, 1, 2, hosts])
    combined = ports < hosts and rng.random() < 0.25
    many = ports == 2 and rng.random() < 0.4
    return hosts, links, objects, ports, combined, many


class Search:
    """All schedules that end by a date, the shortest of which is kept."""

    def __init__(self, case, by):
        self.hosts, self.links, self.objects, self.ports, self.combined, _ = case
        self.best = by
        self.distance = [self.distances(j) for j in range(len(self.objects))]

    def lasts(self, j, link):
        cost, latency = self.links[link]
        return latency + cost * self.objects[j][0]

    def distances(self, j):
        """How long object j takes from each host to where it is wanted, alone."""
        distance = [0 if host == self.objects[j][2] else 10 ** 9 for host in range(self.hosts)]
        for _ in range(self.hosts):
            for a, b in self.links:
                distance[a] = min(distance[a], self.lasts(j, (a, b)) + distance[b])
        return distance

    def may_start(self, link, at, messages):
        """With pair="many" messages of a pair wait for room on the SHARED link of their route."""
        out = [(a, b) for a, b, _, end in messages if end > at]
        sends = sum(a == link[0] or (self.combined and b == link[0]) for a, b in out)
        receives = sum(b == link[1] or (self.combined and a == link[1]) for a, b in out)
        return sends < self.ports and receives < self.ports and link not in out

    def extend(self, messages, places):
        """In: messages (from, to, start, end) by start; where each object is, and since when, or the
        hosts that hold it."""
        since = messages[-1][2] if messages else 0
        ends = max([end for _, _, _, end in messages], default=0)
        if all(place[0] == {to} for place, (_, _, to) in zip(places, self.objects)):
            self.best = min(self.best, ends)
            return
        for j, (held, ready, been) in enumerate(places):
            to = self.objects[j][2]
            if to not in held and max(since, ready) + min(self.distance[j][h] for h in held) >= self.best:
                return
        for j, (held, ready, been) in enumerate(places):
            if self.objects[j][2] in held:
                continue
            for link in self.links:
                if link[0] not in held or link[1] in been:
                    continue
                dates = sorted({max(since, ready)} |
                               {end for _, _, _, end in messages if end > max(since, ready)})
                start = next(at for at in dates if self.may_start(link, at, messages))
                end = start + self.lasts(j, link)
                if end + self.distance[j][link[1]] < self.best:
                    moved = {link[1]}, end, been | {link[1]}
                    self.extend(messages + [(*link, start, end)], places[:j] + [moved] + places[j + 1:])

    def shortest(self):
        self.extend([], [(set(sources), 0, set(sources)) for _, sources, _ in self.objects])
        return self.best


def scenario(case):
    hosts, _, objects, ports, combined, many = case
    rows = [f'<object name="o{j}" bytes="{size}" from="{" ".join(f"h{s}" for s in sources)}" to="h{to}"/>'
            for j, (size, sources, to) in enumerate(objects)]
    more = (' combined="yes"' if combined else '') + (' pair="many"' if many else '')
    return f"""<scenario name="relayed">
<platform generator="graph" edges="links" hosts="{hosts}" cost="1"/>
<topology shape="graph"/>
<network model="exact" ports="{'all' if ports == hosts else ports}"{more}/>
<items bytes="1"/>
<loads>{"".join(rows)}</loads>
<goal reach="place" relay="yes"/>
<run algorithm="objects-relayed"/>
</scenario>
"""


def run(case, folder, verb='run', options=()):
    path = os.path.join(folder, 'scenario.xml')
    with open(os.path.join(folder, 'links'), 'w', encoding='utf-8') as file:
        file.writelines(f'{a} {b} {cost} {latency}\n' for (a, b), (cost, latency) in case[1].items())
    with open(path, 'w', encoding='utf-8') as file:
        file.write(scenario(case))
    done = subprocess.run([REDIST, verb, path, *options, '--format', 'json'], capture_output=True,
                          text=True)
    try:
        rows = json.loads(done.stdout)
        return (rows if isinstance(rows, list) else rows['rows'])[0]
    except (ValueError, KeyError, IndexError):
        sys.exit(f'status {done.returncode}: {done.stderr}\n{case}\n{scenario(case)}')


def main():
    rng = random.Random(SEED)
    tally = {kind: [0, 0, 0, 0] for kind in ['ports apart', 'combined', 'many a pair']}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(COUNT):
            case = draw(rng)
            row = run(case, folder)
            planned, bound = row['planned_s'], row['bound_s']
            least = None if planned is None else Search(case, planned * (1 + ROUNDING) + 1).shortest()
            if row['status'] != 'ok' or least > planned * (1 + ROUNDING) or \
                    bound > least * (1 + ROUNDING) or \
                    abs(planned - row['simulated_s']) > ROUNDING * planned:
                sys.exit(f'the shortest of all schedules takes {least} s: {row}\n{case}\n{scenario(case)}')
            kind = 'many a pair' if case[5] else 'combined' if case[4] else 'ports apart'
            best = planned <= least * (1 + ROUNDING)
            for i, holds in enumerate([True, best, bound >= least * (1 - ROUNDING),
                                       row['transfers'] > len(case[2])]):
                tally[kind][i] += holds
    for kind, (lists, shortest, met, relayed) in tally.items():
        print(f'{kind}: {lists} lists, {shortest} plans are the shortest, {met} bounds are met, {relayed} relay')
    if sum(kind[1] for kind in tally.values()) < 0.95 * COUNT:
        sys.exit('fewer than 95 of 100 plans are the shortest')


if __name__ == '__main__':
    main()
