"""Certificates of copies, by prices and cuts: docs/development/proofs.md, "Copies"."""
from fractions import Fraction
from heapq import heappop, heappush
from math import gcd, inf

from .claim import demand
from .prices import Row, whole


def distances(n, step, starts):
    """From the nearest of the starts to each host. In: step, {host: [(next host, ticks)]}."""
    found = [inf] * n
    heap = [(0, host) for host in starts]
    while heap:
        date, host = heappop(heap)
        if date < found[host]:
            found[host] = date
            for to, ticks in step.get(host, ()):
                heappush(heap, (date + ticks, to))
    return found


def steps(takes, back):
    """The links from each host, or into it, with what they take."""
    found = {}
    for (u, v), ticks in takes.items():
        found.setdefault(v if back else u, []).append((u if back else v, ticks))
    return found


class Links:
    """What items of each size take of links and shared links, in whole ticks."""

    def __init__(self, of, tick, shared_counts):
        self.item, self.busy, self.latency = [], [], {}
        for size in of["sizes"]:
            self.item.append({(u, v): whole(s, tick) for u, v, s, _ in size["links"]})
            self.latency.update({(u, v): whole(l, tick) for u, v, _, l in size["links"]})
            busy = {}
            for u, v, shared, seconds in size["shared_links"] if shared_counts else ():
                busy.setdefault((u, v), []).append((shared, whole(seconds, tick)))
            self.busy.append(busy)
        self.least = {link: min(item[link] for item in self.item) for link in self.latency}
        self.grid = gcd(*self.latency.values(), *(t for item in self.item for t in item.values()))

    def takes(self, link):
        return self.latency[link] + self.least[link]


def offers(c, of, links, early, rest, end):
    """What all rows can take by the date, at their prices."""
    ports, bus_price = of["ports"] or [0] * of["hosts"], c["bus_price"]
    send, receive = dict(c["send_prices"]), dict(c["receive_prices"])
    link_price, shared_price = {(u, v): p for u, v, p in c["link_prices"]}, c.get("shared_prices")
    demand(of["ports"] or not (send or receive), "prices of ports without a limit")
    demand(of["bus"] or bus_price == 0, "the price of a bus that is not there")
    demand(min([*send.values(), *receive.values(), *link_price.values(), bus_price,
                *dict(shared_price or []).values()]) >= 0, "a price below 0")
    demand(set(link_price) <= set(links.latency), "the price of a link that is not there")
    out, into, bus, shared_rows, offered = {}, {}, Row(), {}, 0
    for link, latency in links.latency.items():
        u, v = link
        alone = Row()
        for item, busy in zip(links.item, links.busy):
            arrive = early[u] + latency
            for row in (alone, out.setdefault(u, Row()), into.setdefault(v, Row())):
                row.add(item[link], arrive + rest[v])
            bus.add(item[link], arrive, rest[v])
            for shared, ticks in busy.get(link, ()):
                shared_rows.setdefault(shared, Row()).add(ticks, arrive, rest[v])
        offered += link_price.get(link, 0) * alone.takes(end)
    for prices, rows in (send, out), (receive, into):
        offered += sum(ports[host] * price * (rows[host].takes(end) if host in rows else 0)
                       for host, price in prices.items())
    for shared, price in shared_price or ():
        offered += price * (shared_rows[shared].takes(c["ticks"] - 1) if shared in shared_rows else 0)
    return offered + bus_price * bus.takes(end)


def pays(c, links, size):
    """What an item pays on each link."""
    send, receive = dict(c["send_prices"]), dict(c["receive_prices"])
    link_price = {(u, v): p for u, v, p in c["link_prices"]}
    shared_price = dict(c.get("shared_prices") or [])
    return {(u, v): ticks * (send.get(u, 0) + receive.get(v, 0) + link_price.get((u, v), 0) +
                             c["bus_price"]) +
            sum(busy * shared_price.get(shared, 0)
                for shared, busy in links.busy[size].get((u, v), ()))
            for (u, v), ticks in links.item[size].items()}


def of_potentials(potential, paid, surplus):
    """What the items of a counted kind pay at least, from where they lie to where they end."""
    demand(len(potential) == len(surplus), "potentials of other hosts")
    for (u, v), ticks in paid.items():
        demand(potential[u] - potential[v] <= ticks, f"potentials fall by more than is paid from {u} to {v}")
    return sum(p * items for p, items in zip(potential, surplus))


def check_multicast(c):
    """Each item enters every cut of its piece over a link that leads to the cut's sink in time."""
    of, tick = c["instance"], Fraction(c["tick_s"])
    demand(of["goal"] == "copies" and tick > 0 and c["ticks"] >= 1, "its form")
    n, shared_counts = of["hosts"], "shared_prices" in c
    links = Links(of, tick, shared_counts)
    demand(links.grid > 0, "nothing takes a tick")
    end = (c["ticks"] - 1) // links.grid * links.grid
    into, least = {}, {link: links.takes(link) for link in links.latency}
    for u, v in links.latency:
        into.setdefault(v, []).append(u)
    pieces = of["pieces"]
    counts = "potentials" in c  # kinds without a name, beside the pieces
    loads, finals = ([of[what] if counts else [[]] * n for what in ("loads", "final_loads")])
    early = distances(n, steps(least, False), {host for cut in c["cuts"] for host in pieces[cut[0]]["held"]} |
                      {host for host in range(n) if any(loads[host])})
    rest = distances(n, steps(least, True), {cut[1] for cut in c["cuts"]} |
                     {host for host in range(n) if any(finals[host])})
    offered, needed = offers(c, of, links, early, rest, end), 0
    for kind, size in enumerate(of["load_sizes"] if counts else ()):
        needed += of_potentials([row[kind] for row in c["potentials"]], pays(c, links, size),
                                [load[kind] - final[kind] for load, final in zip(loads, finals, strict=True)])
    to_sink, from_holders, asked, paid, own = {}, {}, {}, {}, {}
    for number, sink, weight, members in c["cuts"]:
        piece, inside = pieces[number], set(members)
        demand(weight >= 0 and number >= 0, "a weight below 0")
        demand(sink in piece["wanted"] and sink in inside, "a cut without a sink of its piece")
        demand(len(inside) == len(members), "a host twice in a cut")
        demand(not inside & set(piece["held"]) and inside <= set(range(n)), "a cut with a holder")
        size = piece["size"]
        if size not in own:
            own[size] = {link: links.latency[link] + ticks for link, ticks in links.item[size].items()}
        if (size, sink) not in to_sink:
            to_sink[size, sink] = distances(n, steps(own[size], True), [sink])
        if number not in from_holders:
            from_holders[number] = distances(n, steps(own[size], False), piece["held"])
        for v in inside:
            for u in into.get(v, ()):
                if u not in inside and (from_holders[number][u] + own[size][u, v] +
                                        to_sink[size, sink][v]) <= end:
                    asked[number, u, v] = asked.get((number, u, v), 0) + weight
        needed += piece["items"] * weight
    for (number, u, v), weight in asked.items():
        size = pieces[number]["size"]
        if size not in paid:
            paid[size] = pays(c, links, size)
        demand(weight <= paid[size][u, v], f"cuts ask more than is paid from {u} to {v}")
    demand(needed > offered, f"{needed} is needed and {offered} offered")
    return (c["ticks"] if shared_counts else end + links.grid) * tick
