"""Certificates of lists of objects: docs/development/proofs.md, "Objects"."""
from fractions import Fraction
from math import gcd, inf

from .claim import demand
from .prices import whole

ROOM = 2**50  # all of a shared link, in parts


class Lists:
    """The objects of an instance, and the ways on which each can have come by the end, if all
    messages last whole ticks: (source, ticks)."""

    def __init__(self, of, tick, ticks):
        self.of, self.objects, self.stops = of, of["objects"], of["stops"]
        self.to = [o["to"] for o in self.objects]
        self.bytes = [o["bytes"] for o in self.objects]
        all_ways = [[(host, whole(s, tick)) for host, s in o["from"]] for o in self.objects]
        # Where objects stop, messages of other lengths are under way: whole ticks are all that is known.
        grid = 1 if self.stops else gcd(*(ticks for ways in all_ways for _, ticks in ways))
        demand(grid > 0, "nothing takes a tick")
        self.end = (ticks - 1) // grid * grid
        self.shown = (self.end + grid) * tick
        self.ways = [[(s, p) for s, p in ways if p <= self.end] for ways in all_ways]
        self.least = [min((p for _, p in ways), default=inf) for ways in self.ways]
        self.part = {}
        for u, v, shared, part in of["shared_links"]:
            self.part.setdefault((u, v), {})[shared] = part

    def ports(self, host):
        """How many messages are at the most at a port of a host: no more than there are objects."""
        demand(0 <= host < self.of["hosts"], "a host that there is not")
        if self.of["bus"]:
            return 1
        return min([len(self.objects), *(self.of["ports"] or [])[host:host + 1]])

    def gets(self, j, source):
        """The host that gets an object's bytes back when it has come from a source; or None."""
        drop = self.objects[j]["drop"]
        return source if drop == "source" else drop

    def may_get(self, j):
        return {self.gets(j, s) for s, _ in self.ways[j]} - {None}


def check_prices(c, lists):
    """Each object pays for its cheapest way no less than the least; places offer what they have."""
    of, objects = lists.of, lists.objects
    demand(not lists.stops, "prices where objects stop")
    send, receive = dict(c["send_prices"]), dict(c["receive_prices"])
    shared_price = dict(c["shared_prices"])
    demand(min([0, *send.values(), *receive.values(), *shared_price.values()]) >= 0, "a price below 0")
    demand(not (of["combined"] and receive), "combined ports have one price")
    enter = send if of["combined"] else receive
    offered = lists.end * (sum(price * lists.ports(host) for host, price in
                               [*send.items(), *receive.items()]) + sum(shared_price.values()))

    def pays(source, to, ticks):
        parts = lists.part.get((source, to), {})
        return ticks * (send.get(source, 0) + enter.get(to, 0)) + sum(
            ticks * part * shared_price.get(shared, 0) // ROOM for shared, part in parts.items())

    needed = sum(min(pays(s, o["to"], ticks) for s, ticks in ways)
                 for o, ways in zip(objects, lists.ways))
    demand(needed > offered, f"{needed} is needed and {offered} offered")


class Place:
    """A place with room, and what a message takes of it while it is under way; None: nothing."""

    def __init__(self, c, lists):
        self.lists, self.kind, of = lists, c["room"], lists.of
        self.hosts, self.receives = set(c.get("hosts", ())), c.get("receives", False)
        self.pair, self.shared = c.get("hosts"), c.get("shared_link")
        self.room = 1
        demand(self.kind in ("way", "port", "bus") or not lists.stops, "objects that stop elsewhere")
        if self.kind == "way":
            demand(len(c["objects"]) == 1, "several ways")
        elif self.kind == "bus":
            demand(of["bus"], "a bus that is not there")
        elif self.kind == "port":
            demand(len(self.hosts) == 1, "the port of one host")
            self.room = sum(map(lists.ports, self.hosts))
        elif self.kind == "pair":
            demand(len(self.pair) == 2 and not of["many_a_pair"], "a pair that carries one at a time")
        elif self.kind == "shared link":
            self.room = ROOM
        elif self.kind == "hosts":
            demand(of["combined"], "ports that are not combined")
            self.room = sum(map(lists.ports, self.hosts))
        else:
            demand(self.kind == "space", "a place of no kind")
            self.room = self.space()

    def space(self):
        """The most bytes that can be under way to the hosts: all that is free there, and what they
        get back of objects that go elsewhere."""
        space = self.lists.of["space"]
        demand(space and all(space[host] is not None for host in self.hosts), "a host without a limit")
        return sum(space[host] for host in self.hosts) + sum(
            b for j, b in enumerate(self.lists.bytes)
            if self.lists.to[j] not in self.hosts and self.hosts & self.lists.may_get(j))

    def takes(self, j, source):
        to, combined = self.lists.to[j], self.lists.of["combined"]
        if self.kind in ("way", "bus"):
            return 1
        if self.kind == "port":
            ends = {source, to} if combined else {to if self.receives else source}
            return 1 if ends & self.hosts else None
        if self.kind == "pair":
            return 1 if [source, to] == self.pair else None
        if self.kind == "shared link":
            return self.lists.part.get((source, to), {}).get(self.shared) or None
        if self.kind == "hosts":
            return 2 if {source, to} <= self.hosts else None
        return self.lists.bytes[j] if to in self.hosts else None


def dates(listed):
    """Ticks by object."""
    demand(len(dict(listed)) == len(listed) and min([0, *dict(listed).values()]) >= 0, "dates twice")
    return dict(listed)


def latest(gifts, lack, ports):
    """When so many bytes can have been given, at the earliest. In: gifts, (date before, ticks,
    bytes); ports: how many of them are under way at a time at most, or None."""
    given, by = 0, inf
    for end, b in sorted((before + p, b) for before, p, b in gifts):
        given += b
        if given >= lack:
            by = end
            break
    if ports is None or by == inf:
        return by
    work, left = Fraction(0), lack
    for _, p, b in sorted(gifts, key=lambda gift: Fraction(gift[1], gift[2])):
        work += p * min(Fraction(1), Fraction(left, b))
        left -= min(left, b)
    return max(by, min(before for before, _, _ in gifts) - (-work // ports))


def shown_head(lists, j, heads):
    """How late an object starts at the least, if others keep to their heads. Whoever starts first of
    those that start before their heads finds too little space: what came before kept to its own."""
    space, host = lists.of["space"], lists.to[j]
    demand(space and space[host] is not None, "it waits for space that is not limited")
    lack = lists.bytes[j] - space[host]
    demand(lack > 0, "it waits for space that is there")
    givers = [i for i in range(len(lists.to))
              if i != j and lists.bytes[i] > 0 and host in lists.may_get(i)]
    leave = all(s == host for i in givers for s, _ in lists.ways[i])
    gifts = [(heads.get(i, 0), lists.least[i], lists.bytes[i]) for i in givers]
    return latest(gifts, lack, lists.ports(host) if leave else None)


def free_in_the_end(lists):
    """Bytes by host, or more where nobody knows who gives; None: without a limit."""
    demand(lists.of["space"], "it waits for space that is not limited")
    left = list(lists.of["space"])

    def add(host, b):
        left[host] = None if left[host] is None else left[host] + b

    for j, b in enumerate(lists.bytes):
        for host in lists.may_get(j):
            add(host, b)
        add(lists.to[j], -b)
    return left


def shown_tail(lists, j, tails, left):
    """The same time reversed: an object takes bytes where they are given up, from its end back. In:
    left, what is free in the end."""
    gets = {lists.gets(j, s) for s, _ in lists.ways[j]}
    demand(len(gets) == 1, "nobody knows who gets its bytes")
    host = gets.pop()
    demand(host is not None and left[host] is not None, "it gives to space that is not limited")
    lack = lists.bytes[j] - left[host]
    demand(lack > 0, "nothing has to come behind it")
    gifts = [(tails.get(i, 0), lists.least[i], b) for i, b in enumerate(lists.bytes)
             if i != j and b > 0 and lists.to[i] == host]
    return latest(gifts, lack, lists.ports(host))


def check_dates(lists, heads, tails):
    for j, head in heads.items():
        demand(head <= shown_head(lists, j, heads), f"object {j} starts sooner")
    left = free_in_the_end(lists) if tails else None
    for j, tail in tails.items():
        demand(tail <= shown_tail(lists, j, tails, left), f"object {j} ends later")


def check_passing(lists, place, chosen, heads, tails):
    """What is in one place takes longer than there is between the heads and the tails."""
    taken, ticks, area = [], [], 0
    for j in chosen:
        takes = [(place.takes(j, s), p) for s, p in lists.ways[j]]
        demand(None not in [a for a, _ in takes], f"object {j} can do without")
        taken.append(min(a for a, _ in takes))
        ticks.append(lists.least[j])
        area += min(a * p for a, p in takes)
    left = lists.end - min(heads.get(j, 0) for j in chosen) - min(tails.get(j, 0) for j in chosen)
    at_a_time, room = 0, place.room
    for a in sorted(taken):
        room -= a
        at_a_time += room >= 0
    if at_a_time == 0:
        return  # not one of them finds room
    chain = sum(sorted(ticks)[:(len(ticks) - 1) // at_a_time + 1])
    demand(area > place.room * left or sum(ticks) > at_a_time * left or chain > left,
           f"{chain} ticks follow each other, and there are {left}")


def check_room(c, lists):
    chosen, heads, tails = c["objects"], dates(c.get("heads", ())), dates(c.get("tails", ()))
    every = range(len(lists.objects))
    demand(chosen and len(set(chosen)) == len(chosen) and set(chosen) <= set(every), "its objects")
    demand(set(heads) | set(tails) <= set(every), "an object that there is not")
    demand(not lists.stops or not (heads or tails), "space where objects stop")
    check_dates(lists, heads, tails)
    check_passing(lists, Place(c, lists), chosen, heads, tails)


def check_objects(c):
    """Seconds before which no schedule ends. Raises NotShown."""
    of, tick = c["instance"], Fraction(c["tick_s"])
    demand(of["goal"] == "place" and tick > 0 and c["ticks"] >= 1, "its form")
    lists = Lists(of, tick, c["ticks"])
    if all(lists.ways):  # else one of them has no way that is short enough
        (check_room if "room" in c else check_prices)(c, lists)
    return lists.shown
