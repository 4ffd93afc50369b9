#!/usr/bin/env python3
"""Checks the certificates of bounds in the JSON of `redist run --format json`, from the JSON alone.

It shares no code with the program, and counts in fractions: docs/network_bound.md, "Proof", says why.
In: a file, or standard input. Prints a line a certificate; exit status 1 if one is false.
"""
import json
import sys
from fractions import Fraction
from math import gcd, inf

from check_charge import check_charge


def demand(condition, what):
    if not condition:
        raise ValueError(what)


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


def check(c):
    of, tick = c["instance"], Fraction(c["tick_s"])
    n, k, relay, goal = of["hosts"], c["commodities"], of["relay"], of["goal"]
    demand(tick > 0 and k in (1, of["kinds"]), "its form")
    early, rest = c["earliest_ticks"], c["rest_ticks"]
    single = c["single_items"]  # a message has one item, and lasts its latency besides
    links = [(u, v, whole(0 if single else l, tick), whole(s + l if single else s, tick))
             for u, v, s, l in of["links"]]
    compute = [whole(s, tick) for s in of.get("computing_s", [])]
    # Shared links count where they have prices: what an item takes of each, by link.
    shares, shared_price = {}, c.get("shared_prices")
    for u, v, shared, seconds in of.get("shared_links", []) if shared_price is not None else []:
        shares.setdefault((u, v), []).append((shared, whole(seconds, tick)))
    shared_price = dict(shared_price or [])
    grid = 0
    for _, _, latency, cost in links:
        grid = gcd(grid, gcd(latency, cost))
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

    for u, v, latency, cost in links:
        for j in range(k):
            demand(early[v][j] <= early[u][j] + latency + cost, "an item comes sooner")
            demand(rest[u][j] <= latency + cost + rest[v][j], "an item is done sooner")
    if "charge" in c:
        check_charge(c, links, load, final, end, lambda pi: worth(of, k, pi))
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
    for u, v, latency, cost in links:
        lone = Row()
        for row in (lone, send_row[u], receive_row[v]):
            row.add(cost, leave[u] + latency + remain[v])
        bus.add(cost, leave[u] + latency, remain[v])
        offered += link_price.get((u, v), 0) * lone.takes(end)
        pays = cost * (send.get(u, 0) + receive.get(v, 0) + link_price.get((u, v), 0) + c["bus_price"])
        for shared, busy in shares.get((u, v), []):
            shared_row.setdefault(shared, Row()).add(busy, leave[u] + latency, remain[v])
            pays += busy * shared_price.get(shared, 0)
        for j in range(k):
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


def check_relay(c):
    """What overloaded workers cannot compute by the end is not at the master by the date, and after it
    goes to the others too late: sim/model/relay_certificate.h has the proof."""
    of, tick, single = c["instance"], Fraction(c["tick_s"]), c["single_items"]
    relay, end, date = of["relay"], c["ticks"] - 1, c["relay_date_ticks"]
    demand(of["goal"] == "finish" and of["kinds"] == 1 and relay is not None, "a star that computes")
    demand(tick > 0 and 0 <= date <= end and of["loads"][relay] == [0], "its form")
    demand(all(relay in (u, v) for u, v, _, _ in of["links"]), "links that pass the master by")
    takes = {(u, v): whole(l + s if single else s, tick) for u, v, s, l in of["links"]}
    lacking, late = 0, end - date - 1  # what may start after the date has so long
    for i in range(of["hosts"]):
        if i == relay:
            continue
        (load,), w = of["loads"][i], whole(of["computing_s"][i], tick)
        up, down = takes[i, relay], takes[relay, i]
        demand(w > 0, f"host {i} computes in no time")
        slots = 0
        if late >= down + w:
            slots = min((late - down) // w, (late - w) // down if down else inf)
        at_master = min(load, date // up) if up else load
        lacking += max(load - end // w - at_master, -slots)
    demand(lacking > 0, "the date does not show that it is too early")
    return c["ticks"] * tick


def check_relabelling(c):
    """A host that keeps a kind receives the rest of it, and sends all else that it holds."""
    of = c["instance"]
    n, kinds = of["hosts"], of["kinds"]
    held = [load + [0] * (n - kinds) for load in of["loads"]]
    of_host, of_kind = [sum(load) for load in held], [sum(kind) for kind in zip(*held)]
    costs = {Fraction(s) for _, _, s, _ in of["links"]} or {Fraction(0)}
    demand(of["goal"] == "gather" and len(costs) == 1, "links alike, and the goal gather")
    item_s, every = costs.pop(), range(n)
    if of["bus"]:
        for i in every:
            for j in every:
                demand(c["host_prices"][i] + c["kind_prices"][j] <= of_kind[j] - held[i][j],
                       f"the prices of host {i} and kind {j} are more than what would move")
        return (sum(c["host_prices"]) + sum(c["kind_prices"])) * item_s
    width = [max(1, min(k, n - 1)) for k in of["ports"] or [n] * n]
    hosts = set(c["short_hosts"])
    faster = {j for i in hosts for j in every
              if -((held[i][j] - max(of_host[i], of_kind[j])) // width[i]) < c["steps"]}
    demand(c["steps"] == 0 or len(faster) < len(hosts), "the hosts have kinds enough")
    return c["steps"] * item_s


def is_shown(row, prefix, among):
    """Whether the certificate of the bound that is so called, if it has one, shows it."""
    certificate = row.get(prefix + "bound_certificate")
    if not certificate:
        return True
    bound_s = row[prefix + "bound_s"]
    try:
        is_relabelling = certificate["instance"]["goal"] == "gather"
        by = check_relay if "relay_date_ticks" in certificate else check
        shown = (check_relabelling if is_relabelling else by)(certificate)
        demand(not certificate.get("single_items") or among == "item-by-item",
               "it is about messages of one item")
        demand(Fraction(bound_s) <= shown, f"it shows {float(shown)} s only")
        print(f"{row['algorithm']}: {bound_s} s: shown")
    except (ValueError, KeyError, IndexError) as error:
        print(f"{row['algorithm']}: {bound_s} s: NOT shown: {error}")
        return False
    return True


def main():
    with open(sys.argv[1], encoding="utf-8") if len(sys.argv) > 1 else sys.stdin as file:
        rows = json.load(file)
    false = 0
    for row in rows:
        for prefix, among in ("", None), ("class_", row["bound_among"]):
            false += not is_shown(row, prefix, among)
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
