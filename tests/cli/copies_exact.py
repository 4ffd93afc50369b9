#!/usr/bin/env python3
"""Copies of a few items: copies_exact.py REDIST COUNT [SEED]

Of small random problems all schedules are searched, as docs/model.md says what they are: in order of
starts, each message at the first date on which its sender holds its items and ports and link are free.
copies-exact plans each in the least time and says that all were searched; SimGrid plays it in that
time, copies-portfolio is no shorter, no bound is above it.
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
    """A strongly connected network, {(from, to): (cost, latency)}, pieces (kind, bytes of an item,
    items, holders, wanters), those of one kind one after the other, and how many messages go at a time."""
    hosts = rng.randint(3, 4)
    dear, late = rng.randint(1, 3), rng.choice([0, 0, 1, 2])
    links = {}
    for pair in [(a, b) for a in range(hosts) for b in range(hosts) if a != b]:
        if pair[1] == (pair[0] + 1) % hosts or rng.random() < 0.4:
            links[pair] = rng.randint(1, dear), rng.randint(0, late)
    pieces, left = [], rng.randint(1, 7 - hosts - (late > 0))
    sizes = [1, rng.choice([1, 2])]
    while left > 0:
        items = rng.randint(1, left)
        kind = rng.randint(0, 1)
        holders = rng.sample(range(hosts), rng.choice([1, 1, 2]))
        wanters = [h for h in range(hosts) if rng.random() < 0.6] or [rng.randrange(hosts)]
        pieces.append((kind, sizes[kind], items, holders, wanters))
        left -= items
    return hosts, links, sorted(pieces, key=lambda piece: piece[0]), rng.choice([1, 1, 2, hosts])


class Search:
    """All schedules that end before a date, the shortest of which is kept."""

    def __init__(self, case, before):
        self.hosts, self.links, pieces, self.ports = case
        self.best = before
        self.size, self.kind, self.held, self.wanted = [], [], set(), set()
        for kind, size, items, holders, wanters in pieces:
            for _ in range(items):
                item = len(self.size)
                self.size.append(size)
                self.kind.append(kind)
                self.held |= {(host, item) for host in holders}
                self.wanted |= {(host, item) for host in wanters}
        self.wanted -= self.held
        self.distance = [self.distances(size) for size in self.size]
        self.runs = [range(a, b + 1) for a in range(len(self.size)) for b in range(a, len(self.size))
                     if self.kind[a] == self.kind[b]]
        self.seen = set()

    def lasts(self, link, items):
        cost, latency = self.links[link]
        return latency + cost * sum(self.size[item] for item in items)

    def distances(self, size):
        """How long an item takes from one host to another, alone."""
        distance = {(a, b): 0 if a == b else 10 ** 9 for a in range(self.hosts) for b in range(self.hosts)}
        for link, (cost, latency) in self.links.items():
            distance[link] = latency + cost * size
        for over in range(self.hosts):
            for a, b in distance:
                distance[a, b] = min(distance[a, b], distance[a, over] + distance[over, b])
        return distance

    def extend(self, arrival, messages, since, end):
        """In: when the first listed message brought an item to a host, messages (link, end) that
        may be under way, the last start, the last end."""
        missing = [pair for pair in self.wanted if pair not in arrival]
        if not missing:
            self.best = min(self.best, end)
            return
        for host, item in missing:
            if min(max(at, since) + self.distance[item][v, host]
                   for (v, i), at in arrival.items() if i == item) >= self.best:
                return
        state = (since, end, frozenset((pair, max(at, since)) for pair, at in arrival.items()),
                 tuple(sorted(messages)))
        if state in self.seen:
            return
        self.seen.add(state)
        for link in self.links:
            for run in self.runs:
                if any((link[0], item) not in arrival for item in run) or \
                        all((link[1], item) in arrival for item in run):
                    continue
                ready = max([since] + [arrival[link[0], item] for item in run])
                dates = sorted({ready} | {until for _, until in messages if until > ready})
                start = next(at for at in dates if self.may_start(link, at, messages))
                stop = start + self.lasts(link, run)
                if stop >= self.best:
                    continue
                after = {**{(link[1], item): stop for item in run}, **arrival}
                under_way = [m for m in messages if m[1] > start] + [(link, stop)]
                self.extend(after, under_way, start, max(end, stop))

    def may_start(self, link, at, messages):
        busy = [of for of, until in messages if until > at]
        return link not in busy and (self.ports == self.hosts or (
            sum(of[0] == link[0] for of in busy) < self.ports and
            sum(of[1] == link[1] for of in busy) < self.ports))

    def shortest(self):
        self.extend({pair: 0 for pair in self.held}, [], 0, 0)
        return self.best


def scenario(case):
    hosts, _, pieces, ports = case
    names = [' '.join(f'h{host}' for host in group) for piece in pieces for group in piece[3:]]
    rows = [f'<copy kind="k{kind}" items="{items}" held="{names[2 * i]}" wanted="{names[2 * i + 1]}"/>'
            for i, (kind, _, items, _, _) in enumerate(pieces)]
    sizes = [f'<kind name="k{kind}" bytes="{size}"/>' for kind, size in sorted({p[:2] for p in pieces})]
    return f"""<scenario name="copies_exact">
<platform generator="graph" edges="links" hosts="{hosts}" cost="1"/>
<topology shape="graph"/>
<network model="exact" ports="{'all' if ports == hosts else ports}"/>
<items bytes="1">{"".join(sizes)}</items>
<loads>{"".join(rows)}</loads>
<goal reach="copies"/>
<run algorithm="copies-exact"/><run algorithm="copies-portfolio"/>
</scenario>
"""


def run(case, folder):
    path = os.path.join(folder, 'scenario.xml')
    with open(os.path.join(folder, 'links'), 'w', encoding='utf-8') as file:
        file.writelines(f'{a} {b} {cost} {latency}\n' for (a, b), (cost, latency) in case[1].items())
    with open(path, 'w', encoding='utf-8') as file:
        file.write(scenario(case))
    done = subprocess.run([REDIST, 'run', path, '--format', 'json'], capture_output=True, text=True)
    try:
        rows = json.loads(done.stdout)
        return rows if isinstance(rows, list) else rows['rows']
    except (ValueError, KeyError):
        sys.exit(f'status {done.returncode}: {done.stderr}\n{case}\n{scenario(case)}')


def main():
    rng = random.Random(SEED)
    refused = shortest = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(COUNT):
            case = draw(rng)
            exact, portfolio = run(case, folder)
            if exact['status'] == 'refused' and 'searched' in exact['message']:
                refused += 1
                continue
            planned, bound = exact['planned_s'], exact['bound_s']
            least = planned and Search(case, planned * (1 + ROUNDING) + 0.5).shortest()
            if exact['status'] != 'ok' or abs(least - planned) > ROUNDING * planned or \
                    portfolio['planned_s'] < planned * (1 - ROUNDING) or \
                    bound > least * (1 + ROUNDING) or exact['optimal'] != 'proved' or \
                    abs(planned - exact['simulated_s']) > ROUNDING * planned:
                sys.exit(f'the shortest of all schedules takes {least} s: {exact}\n{portfolio}\n{case}\n'
                         f'{scenario(case)}')
            shortest += portfolio['planned_s'] <= planned * (1 + ROUNDING)
    print(f'{COUNT} problems: {COUNT - refused} searched and shortest, of which copies-portfolio plans '
          f'{shortest} as short')
    if refused > 0.1 * COUNT:
        sys.exit('more than one of ten is refused')


main()
