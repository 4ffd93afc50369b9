"""Certificates by prices, and the dates that fixed charges go by: docs/development/proofs.md."""
from fractions import Fraction
from math import gcd, inf

from .charge import check_charge
from .claim import demand


def whole(seconds, tick):
    return min(2**60, Fraction(seconds) // tick)


def most_of_balance(potential, items, error):
    """The most that loads of the right sum, not further apart than allowed, can be worth."""
    n = len(potential)
    apart = min(max(error, 1 if items % n else 0), items)
    ranked = sorted(potential, reverse=True)

    def worth(least):
        left, sum_ = items - n * least, least * sum(ranked)
        for value in ranked:
            sum_ += min(left, apart) * value
            left -= min(left, apart)
        return sum_ if left == 0 else None

    lowest = max(0, -((n * apart - items) // n))
    return max(w for w in map(worth, range(lowest, items // n + 1)) if w is not None)


def worth(of, commodities, potential):
    """The least sum of potential times loads less final loads, those of computed items left out."""
    sum_, every = 0, range(of["hosts"])
    for kind in range(of["kinds"]):
        pi = [potential[host][0 if commodities == 1 else kind] for host in every]
        items = sum(load[kind] for load in of["loads"])
        sum_ += sum(p * load[kind] for p, load in zip(pi, of["loads"]))
        if of["goal"] == "after":
            sum_ -= sum(p * final[kind] for p, final in zip(pi, of["final_loads"]))
        elif of["goal"] == "balance":
            keepers = [p for host, p in enumerate(pi) if host != of["relay"]]
            sum_ -= most_of_balance(keepers, items, of["error"])
    return sum_


class Row:
    """Whatever limits what some links carry: the divisor of their costs, how long nothing can pass
    before the first item, and how long behind the last."""

    def __init__(self):
        self.unit, self.before, self.behind = 0, inf, inf

    def add(self, cost, before, behind=0):
        self.unit = gcd(self.unit, cost)
        self.before, self.behind = min(self.before, before), min(self.behind, behind)

    def takes(self, end):
        left = end - self.before - self.behind
        return left // self.unit * self.unit if self.unit and left > 0 else 0


def check_prices(c):
    """Seconds before which no schedule ends. Raises NotShown."""
    of, tick = c["instance"], Fraction(c["tick_s"])
    n, k, relay, goal = of["hosts"], c["commodities"], of["relay"], of["goal"]
    demand(tick > 0 and k in (1, of["kinds"]), "its form")
    early, rest = c["earliest_ticks"], c["rest_ticks"]
    single = c["single_items"]  # a message has one item, and lasts its latency besides
    # Where kinds have sizes of their own, what an item of each takes.
    sized = of.get("kind_times")
    demand(not sized or k == of["kinds"] and "charge" not in c, "items of several sizes")
    times = sized or [{"links": of["links"], "shared_links": of.get("shared_links", [])}]
    links = [(u, v, whole(0 if single else l, tick),
              [whole(t["links"][i][2] + (l if single else 0), tick) for t in times])
             for i, (u, v, _, l) in enumerate(of["links"])]
    compute = [whole(s, tick) for s in of.get("computing_s", [])]
    # Shared links count where they have prices: what an item takes of each, by link.
    shares, shared_price = {}, c.get("shared_prices")
    for i, (u, v, shared, _) in enumerate(times[0]["shared_links"] if shared_price is not None else []):
        shares.setdefault((u, v), []).append(
            (shared, [whole(t["shared_links"][i][3], tick) for t in times]))
    shared_price = dict(shared_price or [])
    grid = 0
    for _, _, latency, costs in links:
        grid = gcd(grid, latency, *costs)
    for host in range(n):
        if goal == "finish" and host != relay:
            grid = gcd(grid, compute[host])
    scale = c.get("scale", 1)
    claim = c["ticks"] * scale
    demand(c["ticks"] >= 1 and scale >= 1 and grid > 0, "its form")
    end = (claim - 1) // grid * grid

    def by_commodity(amount):
        return [[sum(a)] if k == 1 else a for a in amount]

    load = by_commodity(of["loads"])
    final = by_commodity(of["final_loads"]) if goal == "after" else None
    for host in range(n):
        for j in range(k):
            demand(min(early[host][j], rest[host][j]) >= 0, "a date below 0")
            demand(load[host][j] == 0 or early[host][j] == 0, "items that are there at once")
            if goal == "after":
                demand(final[host][j] == 0 or rest[host][j] == 0, "items that may stay")
            elif host != relay:
                demand(rest[host][j] <= (compute[host] if goal == "finish" else 0), "items may stay")

    for u, v, latency, costs in links:
        for j in range(k):
            cost = costs[j if sized else 0]
            demand(early[v][j] <= early[u][j] + latency + cost, "an item comes sooner")
            demand(rest[u][j] <= latency + cost + rest[v][j], "an item is done sooner")
    if "charge" in c:
        check_charge(c, [(u, v, latency, costs[0]) for u, v, latency, costs in links], load, final, end, lambda pi: worth(of, k, pi))
        return (end + grid) * tick

    pi = c["potentials"]
    send, receive = dict(c["send_prices"]), dict(c["receive_prices"])
    processor = dict(c["processor_prices"])
    link_price = {(u, v): p for u, v, p in c["link_prices"]}
    prices = [*send.values(), *receive.values(), *processor.values(), *link_price.values(),
              *shared_price.values()]
    demand(min(prices + [c["bus_price"]]) >= 0, "a price below 0")
    ports = of["ports"] or [0] * n
    demand(of["ports"] or not (send or receive), "prices of ports without a limit")
    demand(of["bus"] or c["bus_price"] == 0, "the price of a bus that is not there")
    demand(goal == "finish" or not processor, "processors that nobody needs")

    leave, remain = [min(e) for e in early], [min(r) for r in rest]
    send_row, receive_row = [Row() for _ in range(n)], [Row() for _ in range(n)]
    bus, offered, shared_row = Row(), 0, {}
    for u, v, latency, costs in links:
        lone, unit = Row(), gcd(*costs)
        for row in (lone, send_row[u], receive_row[v]):
            row.add(unit, leave[u] + latency + remain[v])
        bus.add(unit, leave[u] + latency, remain[v])
        offered += link_price.get((u, v), 0) * lone.takes(end)
        price = send.get(u, 0) + receive.get(v, 0) + link_price.get((u, v), 0) + c["bus_price"]
        for shared, busy in shares.get((u, v), []):
            shared_row.setdefault(shared, Row()).add(gcd(*busy), leave[u] + latency, remain[v])
        for j in range(k):
            size = j if sized else 0
            cost = costs[size]
            pays = cost * price + sum(busy[size] * shared_price.get(shared, 0)
                                      for shared, busy in shares.get((u, v), []))
            if early[u][j] + latency + cost + rest[v][j] <= end:
                demand(pi[u][j] - pi[v][j] <= pays, f"the potential falls too much from {u} to {v}")
    for host in range(n):
        offered += ports[host] * send.get(host, 0) * send_row[host].takes(end)
        offered += ports[host] * receive.get(host, 0) * receive_row[host].takes(end)
        if host in processor:
            demand(host != relay, "a relay that computes")
            row = Row()
            row.add(compute[host], leave[host])
            offered += processor[host] * row.takes(end)
    offered += c["bus_price"] * bus.takes(end)
    # A schedule whose messages slow each other down ends at any date before the claim.
    for shared, price in shared_price.items():
        offered += price * (shared_row[shared].takes(claim - 1) if shared in shared_row else 0)
    too_early = claim if "shared_prices" in c else end + grid

    needed = worth(of, k, pi)
    for kind in range(of["kinds"]) if goal == "finish" else ():
        j = 0 if k == 1 else kind
        items = sum(l[kind] for l in of["loads"])
        keepers = [host for host in range(n) if host != relay]
        if items:
            can = [pi[host][j] - compute[host] * processor.get(host, 0)
                   for host in keepers if early[host][j] + compute[host] <= end]
            if not can:
                return too_early * tick  # nobody could compute it in time
            needed -= items * max(can)
    demand(needed > offered, f"{needed} is needed and {offered} offered")
    return too_early * tick
