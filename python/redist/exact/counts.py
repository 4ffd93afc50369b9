"""Certificates of message counts: docs/development/proofs.md, "Message counts"."""
from math import inf

from .claim import demand

SENT, RECEIVED, LINK, ITEMS = range(4)


def quotient(a, b):
    return inf if b == 0 else a // b


class Port:
    """The links of a port, or a link, or a bus: what all of them share, and those that are in time."""

    def __init__(self, links, early, rest, carried, servers):
        self.links, self.time = links, inf
        self.before = min((min(early[u]) for _, u, _, _, _ in links), default=inf)
        self.behind = min((min(rest[v]) for _, _, v, _, _ in links), default=inf)
        used = [link for link in links if max(carried[link[0]])]
        self.used, self.servers = bool(used), min(servers, len(links))
        self.latency = min((link[3] for link in used), default=0)
        self.item = min((link[4] for link in used), default=0)
        self.carried = [max((carried[link[0]][j] for link in links), default=0)
                        for j in range(len(early[0]))]

    def messages(self, time, passing):
        """The least and the most messages that carry so many items, of each kind, in a time."""
        if any(p and not c for p, c in zip(passing, self.carried)):
            return [inf, 0]
        least = sum(-(-p // c) for p, c in zip(passing, self.carried) if c)
        if not self.used:
            return [least, 0]
        if time == inf:
            return [least, inf]
        most = min(quotient(time, self.latency + self.item),
                   quotient(time - self.item * sum(passing), self.latency))
        return [least, most if time >= self.item * sum(passing) else -1]


class Counts:
    """What can be counted until the end: ranges, by (SENT, host), (RECEIVED, host), (LINK, number),
    (ITEMS, host)."""

    def __init__(self, of, links, load, final, early, rest, end):
        n, self.kinds, self.end = of["hosts"], range(len(load[0])), end
        self.links = [(i, *link) for i, link in enumerate(links)]
        self.kept = final and [sum(f) for f in final]
        self.held, self.ports = [sum(l) for l in load], of["ports"] or [None] * n
        items = [sum(l) for l in zip(*load)]
        self.carried = [
            [0 if end - early[u][j] - l - rest[v][j] < c
             else min(items[j], quotient(end - early[u][j] - l - rest[v][j], c)) for j in self.kinds]
            for u, v, l, c in links]
        self.port, self.time, self.range = {}, {}, {}
        for host in range(n):
            for side, at in ((SENT, 1), (RECEIVED, 2)):
                here = [link for link in self.links if link[at] == host]
                port = Port(here, early, rest, self.carried, self.ports[host] or inf)
                over = [0] * len(load[0]) if final is None else [
                    max(0, a - b if side == SENT else b - a) for a, b in zip(load[host], final[host])]
                limited = self.ports[host] is not None
                time = port.servers * max(0, end - port.before - port.behind) if here else 0
                time = time if limited else inf
                self.port[side, host] = port
                self.range[side, host] = port.messages(time, over)
                if limited:
                    self.time[side, host] = time
        for link in self.links:
            alone = Port([link], early, rest, self.carried, 1)
            self.time[LINK, link[0]] = max(0, end - alone.before - alone.behind)
            self.range[LINK, link[0]] = alone.messages(self.time[LINK, link[0]], [0] * len(load[0]))
        for host in range(n):
            self.range[ITEMS, host] = [0, self.most_leaving(host)]
        bus = Port(self.links, early, rest, self.carried, 1)
        self.bus_time = max(0, end - bus.before - bus.behind) if of["bus"] else None

    def most_leaving(self, host):
        into, out, held = self.port[RECEIVED, host], self.port[SENT, host], self.held[host]
        if not into.used or not out.used:
            return held
        left = self.end - into.before - into.latency - into.item - out.latency - out.behind
        return held if left < out.item else held + quotient(left, out.item) * out.servers

    def carried_on(self, link):
        """The most items of a message, by kind, in the case at hand."""
        i, u, v, _, _ = link
        most = self.range[ITEMS, u][1]
        if self.kept is not None:
            most = min(most, self.range[ITEMS, v][1] + self.kept[v] - self.held[v])
        return [max(0, min(c, most)) for c in self.carried[i]]

    def is_empty(self):
        return any(least > most for least, most in self.range.values())

    def wait(self, host):
        """Whether all that is received counts, all that is sent, what each item that leaves takes
        besides, and the time; None: the host need not wait."""
        into, out = self.port[RECEIVED, host], self.port[SENT, host]
        receives_one, sends_one = self.range[RECEIVED, host][1] <= 1, self.range[SENT, host][1] <= 1
        if (self.ports[host] != 1 or not (receives_one or sends_one) or not into.used or
                not out.used or self.range[ITEMS, host][0] <= self.held[host]):
            return None
        time, item = self.end - into.before - out.behind, 0
        if not (receives_one and sends_one):
            port = into if sends_one else out
            item = port.item
            time += item * self.held[host] - port.latency
        return receives_one, sends_one, item, time


def least_of_range(each, least, most):
    return each * (most if each < 0 else least) if each else 0


def check_prices(of, counts, case, worth):
    n, count = of["hosts"], len(counts.links)
    prices, tolls, potential = case["prices"], case["tolls"], case["potentials"]
    demand(len(prices) == 3 * n + count + 1 and len(tolls) == 3 * n and min(prices) >= 0, "its form")
    keys = ([(SENT, h) for h in range(n)] + [(RECEIVED, h) for h in range(n)] +
            [(LINK, i) for i in range(count)] + [None] + [(ITEMS, h) for h in range(n)])
    price = dict(zip(keys, prices))
    toll = dict(zip(keys[:2 * n] + keys[-n:], tolls))
    waits = [counts.wait(host) for host in range(n)]
    offered = 0
    for key, p in price.items():
        if p:
            time = (counts.bus_time if key is None else
                    waits[key[1]] and waits[key[1]][3] if key[0] == ITEMS else counts.time.get(key))
            demand(time is not None, f"a price of what has no limit: {key}")
            offered += p * time
    needed = worth(potential)
    for key, t in toll.items():
        needed += least_of_range(t, *counts.range[key])
    for i, u, v, l, c in counts.links:
        least, most = counts.range[LINK, i]
        most = min(most, counts.range[SENT, u][1], counts.range[RECEIVED, v][1])
        carried = counts.carried_on((i, u, v, l, c))
        if most == 0 or not max(carried):
            continue
        pays = price[SENT, u] + price[RECEIVED, v] + price[LINK, i] + price[None]
        pays += price[ITEMS, v] if waits[v] and waits[v][0] else 0
        pays += price[ITEMS, u] if waits[u] and waits[u][1] else 0
        item = c * pays + (waits[u][2] * price[ITEMS, u] if waits[u] else 0)
        message = min(l * pays - most_items * max(0, potential[u][j] - potential[v][j] + toll[ITEMS, u] - item)
                      for j, most_items in enumerate(carried) if most_items)
        needed += least_of_range(message - toll[SENT, u] - toll[RECEIVED, v], least, most)
    demand(needed > offered, f"in a case {needed} is needed and {offered} offered")


def check_counts(of, charge, links, load, final, early, rest, end, worth):
    """Raises NotShown unless each case shows that no schedule ends by `end` ticks."""
    counts = Counts(of, links, load, final, early, rest, end)
    n, cases = of["hosts"], iter(charge["cases"])
    todo = [{}]  # ranges of counts, narrower than at first
    while todo:
        counts_of_case = todo.pop()
        before = {key: counts.range[key] for key in counts_of_case}
        counts.range.update(counts_of_case)
        if not counts.is_empty():
            case = next(cases, None)
            demand(case, "a case is missing")
            if "row" not in case:
                check_prices(of, counts, case, worth)
            else:
                row, at = case["row"], case["count"]
                first = row - 2 * n - len(links) - 1
                demand(row >= 0 and at >= 0 and first < n and first != -1, "a case counts nothing")
                key = ((ITEMS, first) if first >= 0 else (LINK, row - 2 * n) if row >= 2 * n else
                       (RECEIVED, row - n) if row >= n else (SENT, row))
                least, most = counts.range[key]
                for narrow in ([max(least, at + 1), most], [least, min(most, at)]):
                    todo.append({**counts_of_case, key: narrow})
        counts.range.update(before)
    demand(next(cases, None) is None, "cases behind the last one")
