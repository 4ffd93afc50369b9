"""Certificates of fixed charges: docs/network_bound.md has the arguments."""
from math import inf, isqrt

from .claim import demand
from .counts import check_counts


def up(a, b):
    return -(-a // b)


class Port:
    """A port that sends; of one that receives everything is taken time reversed."""

    def __init__(self, of, charge, links, load, final, early, rest):
        self.host, self.sets, receives = charge["host"], charge["sets"], charge["receives"]
        if receives:
            links = [(v, u, l, c) for u, v, l, c in links]
            load, final, early, rest = final, load, rest, early
        self.links, self.load, self.final, self.early, self.rest = links, load, final, early, rest
        self.out = [(v, l, c) for u, v, l, c in links if u == self.host]
        self.into = [(u, l, c) for u, v, l, c in links if v == self.host]
        self.ports = (of["ports"] or [None] * of["hosts"])[self.host]
        demand(self.ports, "a port without a limit")
        demand(self.host >= 0 and all(s is None for s in self.sets[self.host]), "a host in its own set")
        for u, v, _, _ in links:
            for a, b in zip(self.sets[u], self.sets[v]):
                demand(b is None or u == self.host or a == b, f"a link from {u} to {v} leads round")

    def lacks(self, kind):
        """What the sets that the port leads to lack, by their numbers."""
        lack = {}
        for host, sets in enumerate(self.sets):
            if sets[kind] is not None:
                lack[sets[kind]] = lack.get(sets[kind], 0) + self.final[host][kind] - self.load[host][kind]
        beside = {self.sets[v][kind] for v, _, _ in self.out}
        return {s: items for s, items in lack.items() if items > 0 and s in beside}

    def behind(self, kind, ends=None):
        return min(self.rest[v][kind] for v, _, _ in self.out if ends is None or v in ends)

    def by_links(self, kinds):
        busy, before, behind = 0, inf, inf
        for kind in range(kinds):
            for number, items in self.lacks(kind).items():
                to = [(v, l, c) for v, l, c in self.out if self.sets[v][kind] == number]
                busy += min(l + c * items for _, l, c in to)
                before = min(before, self.early[self.host][kind])
                behind = min(behind, self.behind(kind, {v for v, _, _ in to}))
        return before + up(busy, self.ports) + behind if busy else 0

    def by_excess(self, kind, items):
        more = items - self.load[self.host][kind]
        if more <= 0:
            return 0
        first = min((self.early[u][kind] + l + c for u, l, c in self.into), default=2**61)
        return first + min(l + c * up(more, self.ports) for _, l, c in self.out) + self.behind(kind)

    def by_neighbours(self, kind, items):
        if self.ports != 1:
            return 0
        onward = inf
        for v, l, c in self.out:
            then = [m + d + self.rest[w][kind] for u, w, m, d in self.links if u == v]
            onward = min([onward] + [l + c + t for t in then])
        left, ticks = items, items * min(c for _, _, c in self.out)
        for room, latency in zip(sorted((self.final[v][kind] for v, _, _ in self.out), reverse=True),
                                 sorted(l for _, l, _ in self.out)):
            if left > 0:
                left, ticks = left - room, ticks + latency
        return min(onward, inf if left > 0 else ticks)

    def by_hub(self, kind, items):
        if self.ports != 1 or self.load[self.host][kind] or self.final[self.host][kind] or not self.into:
            return 0
        latency = min(l for _, l, _ in self.out + self.into)
        cost = min(c for _, _, c in self.out + self.into)
        before = min(self.early[u][kind] for u, _, _ in self.into)
        if items <= 100000:
            through = min((r + 1) * latency + cost * (items + up(items, r)) for r in range(1, items + 1))
        else:  # r l + c n / r is least beside the root of c n / l
            root = min(items, max(1, isqrt(cost * items // latency))) if latency else items
            through = latency + cost * items + min(
                r * latency + up(cost * items, r) for r in (root, min(root + 1, items)))
        return before + through + self.behind(kind)


def by_spreading(of, kinds, links, load, final):
    if not links:
        return 0
    most = 1
    for host in range(of["hosts"]):
        beside = max(sum(u == host for u, _, _, _ in links), sum(v == host for _, v, _, _ in links))
        most = max(most, min(beside, (of["ports"] or [beside] * of["hosts"])[host]))
    rounds = 0
    for kind in range(kinds):
        holds = [l[kind] > 0 for l in load]
        keeps = [f[kind] > 0 for f in final]
        few, times = min(sum(holds), sum(keeps)), 0
        while 0 < few * (most + 1)**times < sum(a or b for a, b in zip(holds, keeps)):
            times += 1
        rounds = max(rounds, times)
    return rounds * min(l + c for _, _, l, c in links)


def ring_terms(of, links, load, final, early, rest):
    """What ports take under z: (once, [(slope, constant, from, to)]), each piece a line."""
    n = of["hosts"]
    way = {(u, v): (l, c) for u, v, l, c in links}
    back = any((v, (v - 1) % n) in way for v in range(n))
    demand(n > 2 and of["ports"] == [1] * n and len(load[0]) == 1, "not a ring of one port a host")
    demand(len(way) == n * (1 + back) and all((v, (v + 1) % n) in way for v in range(n)) and
           (not back or all((v, (v - 1) % n) in way for v in range(n))), "links are missing, or cross")
    sums, reached = [], 0
    for host in range(n):
        reached += load[host][0] - final[host][0]
        sums.append(reached)
    terms, constants = [], []
    for v in range(n):
        a, b = (v - 1) % n, (v + 1) % n
        held, kept = load[v][0], final[v][0]
        out, into = [(b, way[v, b])], [(a, way[a, v])]
        if back:
            out.append((a, way[v, a]))
            into.append((b, way[b, v]))
        head = min(early[u][0] + l + c for u, (l, c) in into)
        tail = min(rest[u][0] + l + c for u, (l, c) in out)

        def least(of_links):
            return tuple(min(part) for part in zip(*(lc for _, lc in of_links)))

        # (falls until, with, rises from, with, once)
        two = [lc for _, lc in out] + [None], [lc for _, lc in into] + [None]
        terms += [(sums[v], two[0][0], sums[a], two[0][1], head if held == 0 else 0),
                  (sums[a], two[1][0], sums[v], two[1][1], tail if kept == 0 else 0),
                  (sums[v] - held, least(out), sums[a] + held, least(out), head),
                  (sums[a] - kept, least(into), sums[v] + kept, least(into), tail)]
        if held > kept:
            constants.append(tail + (held - kept - 1) * least(out)[1])
        if kept > held:
            constants.append(head + (kept - held - 1) * least(into)[1])
    return terms, max(constants, default=0), min(sums), (max if back else min)(sums)


def term_at(term, z):
    falls, fall, rises, rise, once = term
    ticks = 0
    if z < falls:
        ticks += fall[0] + fall[1] * (falls - z)
    if z > rises:
        ticks += rise[0] + rise[1] * (z - rises)
    return ticks + once if ticks or z < falls or z > rises else 0


def all_flows_are_late(terms, first, last, end):
    """Is there, for each z, a term above `end`? Halves intervals until one term is, all over one."""
    def corners(term, a, b):
        inner = (term[0] - 1, term[0], term[2], term[2] + 1)
        return [term_at(term, z) for z in {a, b, *(z for z in inner if a <= z <= b)}]

    intervals = [(first, last, terms)]
    while intervals:
        a, b, left = intervals.pop()
        ranges = [(min(values), max(values), term)
                  for term in left for values in [corners(term, a, b)]]
        if any(low > end for low, _, _ in ranges):
            continue
        left = [term for _, high, term in ranges if high > end]
        if a == b or not left:
            return False
        middle = (a + b) // 2
        intervals += [(a, middle, left), (middle + 1, b, left)]
    return True


class Chains:
    """The messages of hosts that can send one and receive one by `end`. A chain of them is followed
    forward: a, or a range of it, is what its first message carries, a + offset what another does.
    Behind it follow chains through other hosts, those of `seen` left out."""

    def __init__(self, of, links, load, final, early, rest, end, host):
        self.links, self.load, self.early, self.rest, self.end = links, load, early, rest, end
        self.first, self.kinds, self.known = host, range(len(load[0])), {}
        self.more = [[a - b for a, b in zip(l, f)] for l, f in zip(load, final)]
        self.uneven = [{j for j in self.kinds if more[j]} for more in self.more]
        ports = of["ports"] or [None] * of["hosts"]
        self.free = [ports[v] != 1 or self.two(v, 0, 1) or self.two(v, 1, -1)
                     for v in range(of["hosts"])]

    def two(self, v, side, sign):
        """Could v's port carry two messages? Of links v is the sender (side 0) or the receiver."""
        at = [link for link in self.links if link[side] == v]
        items = max(2, sum(max(0, sign * more) for more in self.more[v]))
        return bool(at) and (
            2 * min(l for _, _, l, _ in at) + items * min(c for _, _, _, c in at)
            + min(min(self.early[u]) for u, _, _, _ in at)
            + min(min(self.rest[w]) for _, w, _, _ in at)) <= self.end

    def most(self, first, last, kind, more=0):
        """The most items of a message; of two that follow each other, `more` more in the last."""
        left = self.end - self.early[first[0]][kind] - first[2] - self.rest[last[1]][kind]
        each = first[3]
        if first is not last:
            left, each = left - last[2] + first[3] * more, each + last[3]
        return -1 if left < 0 else inf if each == 0 else left // each

    def arrive(self, host, came, kind, a, offset, seen, home):
        v = came[1]
        more, others = self.more[v], self.uneven[v] - {kind}
        lack = -more[kind] - offset  # of this a nothing is left over
        if not others:
            ends = home is None and a[0] <= lack <= a[1] and host in seen
            return (ends and self.possible(seen)) or self.send(
                host, v, (came, kind), kind, a, offset + more[kind], seen, home)
        other = min(others)
        return len(others) == 1 and a[0] <= lack <= a[1] and more[other] > 0 and self.send(
            host, v, (came, kind), other, (lack, lack), more[other] - lack, seen, home)

    def send(self, host, v, came, kind, a, offset, seen, home):
        """May v's message lead to an end past the host; or home, where it set out from the host?"""
        for link in self.links:
            if link[0] != v:
                continue
            most = self.most(link, link, kind)
            if came and came[1] == kind:  # what it does not hold it has from the other one
                most = min(most, max(self.load[v][kind],
                                     self.most(came[0], link, kind, self.more[v][kind])))
            left, to = (max(a[0], 1 - offset), min(a[1], most - offset)), link[1]
            if left[0] > left[1]:
                continue
            if home and to == host:
                if self.is_home(host, link, kind, left, offset, home) and self.possible(seen):
                    return True
            elif self.free[to]:
                if not home and host in seen and self.possible(seen):
                    return True
            elif to not in seen and self.arrive(host, link, kind, left, offset, seen | {to}, home):
                return True
        return False

    def is_home(self, host, came, kind, a, offset, home):
        link, first = home
        more, others = self.more[host], self.uneven[host] - {kind, first}
        if first == kind:
            return not others and offset == -more[kind] and a[0] <= max(
                self.load[host][kind], self.most(came, link, kind, more[kind]))
        return not others and a[0] <= more[first] <= a[1] and more[first] + offset == -more[kind]

    def possible(self, seen=frozenset()):
        """Are there chains through all hosts that are left?"""
        left = [v for v, uneven in enumerate(self.uneven)
                if uneven and not self.free[v] and v not in seen]
        if not left:
            return True
        if seen not in self.known:
            host = self.first if self.first in left else left[0]
            self.known[seen] = self.chain(host, seen) or self.round(host, seen)
        return self.known[seen]

    def chain(self, host, seen):
        for v, free in enumerate(self.free):
            for kind in self.kinds if free else self.uneven[v]:
                more = self.more[v][kind]
                a = (1, inf) if free else (more, more)
                begins = free or (more > 0 and len(self.uneven[v]) == 1 and v not in seen)
                if begins and self.send(host, v, None, kind, a, 0, seen | {v}, None):
                    return True
        return False

    def round(self, host, seen):
        return any(
            not self.free[link[1]] and link[1] not in seen and self.most(link, link, kind) >= 1
            and self.arrive(host, link, kind, (1, self.most(link, link, kind)), 0,
                            seen | {host, link[1]}, (link, kind))
            for link in self.links if link[0] == host for kind in self.kinds)


def check_charge(c, links, load, final, end, worth):
    """Raises NotShown unless what is charged takes longer than `end` ticks. In: worth, a function of
    potentials: the sum of potential times loads less final loads, at the least."""
    of, charge, kinds = c["instance"], c["charge"], c["commodities"]
    early, rest, reason = c["earliest_ticks"], c["rest_ticks"], charge["reason"]
    if reason == "counts":
        demand(of["goal"] in ("after", "balance"), "the goal is another")
        check_counts(of, charge, links, load, final, early, rest, end, worth)
        return
    demand(of["goal"] == "after", "the goal is not after")
    if reason == "ring":
        terms, least, first, last = ring_terms(of, links, load, final, early, rest)
        demand(least > end or all_flows_are_late(terms, first, last, end), "some flow is in time")
        return
    if reason == "single":
        host = charge["host"]
        demand(0 <= host < of["hosts"], "no such host")
        chains = Chains(of, links, load, final, early, rest, end, host)
        demand(chains.uneven[host] and not chains.free[host], "a host that need not have a message")
        demand(not chains.possible(), "one message to each host and one from each may do")
        return
    if reason == "spread":
        ticks = by_spreading(of, kinds, links, load, final)
    else:
        port = Port(of, charge, links, load, final, early, rest)
        kind = charge["commodity"]
        demand(0 <= kind < kinds, "no such commodity")
        items = sum(port.lacks(kind).values())
        if reason == "links":
            ticks = port.by_links(kinds)
        elif items == 0:
            ticks = 0
        else:
            lacking = port.lacks(kind)
            port.out = [(v, l, c) for v, l, c in port.out if port.sets[v][kind] in lacking]
            demand(reason != "hub" or not charge["receives"], "a hub sends")
            ticks = {"excess": port.by_excess, "neighbours": port.by_neighbours,
                     "hub": port.by_hub}[reason](kind, items)
    demand(ticks > end, f"{ticks} ticks are charged, and more than {end} claimed")
