#!/usr/bin/env python3
"""Shows bounds by a programme of their own, from the JSON of `redist run --format json` alone.

It takes from a certificate only the claim, its tick and its instance; prices, potentials, dates and
charges are not looked at. Suppose that a schedule ends by D, before the claim T. In ticks (durations
rounded down), with e the earliest date of an item at a host, q the least time that it needs from
there, g what divides all durations, and E the last multiple of g before T:
  * how many items of a kind cross a link are whole numbers f that lead from the loads to the final
    loads;
  * where no link is shared, the same messages in the same order, each as early as it may, end by
    E: so the f can be spread over time until E, with no link, port, bus or processor carrying more
    than it can at any time;
  * in the schedule itself the f are spread over time until D < E + g, and there no shared link
    carries more than it can either. What has to end rho before D takes in the last D - E before
    E + g - rho no more than fits into D - E;
  * a kind that crosses a link has at least one message there, whose latency keeps link and ports busy;
  * what has left a host by some date was there.
Between dates at which something may begin or must have ended all ticks are alike, and are taken together.
If the programme has no solution, there is no such schedule. GLPK solves it in doubles: T is shown
to 1e-5 of a tick. If it has one, the claim may be true all the same.

In: files, or standard input. Prints a line for each certificate; exit status 1 if one is not shown, or there
is none, 2 if a file or GLPK cannot be read.
"""
import argparse
import json
import sys
from fractions import Fraction
from math import ceil, gcd, inf

import glpk

LEAST = 1e-5       # of a tick: what is claimed more than that is not shown
NEARLY = 1e-9      # what decimals and doubles lose
MOST_COLUMNS = 50000


class TooLarge(Exception):
    """A programme that GLPK would take too long for."""


class Arc:
    """A link or a processor, as a kind may use it."""

    def __init__(self, start, end, latency, items, rows, shared):
        self.start, self.end, self.latency = start, end, latency
        self.items = items    # [kind] ticks of an item
        self.rows = rows      # the names of what it keeps busy
        self.shared = shared  # {shared link: [kind] ticks of it that an item takes}


class Network:
    """The instance of a certificate in whole ticks."""

    def __init__(self, of, tick, single_items):
        self.hosts, self.kinds, self.goal = of["hosts"], of["kinds"], of["goal"]
        self.loads, self.relay = of["loads"], of["relay"]
        self.finals, self.error = of.get("final_loads"), of.get("error")
        self.capacity, self.arcs = {}, []
        shared = {}
        # What items of each kind take; of one size, all the same.
        times = of.get("kind_times") or [
            {"links": of["links"], "shared_links": of.get("shared_links", [])}] * self.kinds
        for i, (start, end, wire, _) in enumerate(times[0]["shared_links"]):
            shared.setdefault((start, end), {})[wire] = [
                Fraction(t["shared_links"][i][3]) / tick for t in times]
        for i, (start, end, _, latency_s) in enumerate(of["links"]):
            alone_s = Fraction(latency_s) if single_items else 0
            latency = 0 if single_items else Fraction(latency_s) // tick
            items = [(alone_s + Fraction(t["links"][i][2])) // tick for t in times]
            rows = [("link", start, end)]
            self.capacity[rows[0]] = 1
            for side, host in (("send", start), ("receive", end)):
                if of["ports"] and of["ports"][host] is not None:
                    rows.append((side, host))
                    self.capacity[side, host] = of["ports"][host]
            if of["bus"]:
                rows.append("bus")
                self.capacity["bus"] = 1
            self.arcs.append(Arc(start, end, latency, items, rows, shared.get((start, end), {})))
        for wire in {wire for wires in shared.values() for wire in wires}:
            self.capacity["shared", wire] = 1
        for host in range(self.hosts) if self.goal == "finish" else ():
            if host != self.relay:
                rows = [("processor", host)]
                self.capacity[rows[0]] = 1
                items = [Fraction(of["computing_s"][host]) // tick] * self.kinds
                self.arcs.append(Arc(host, None, 0, items, rows, {}))
        self.is_shared = bool(shared)

    def grid(self):
        return gcd(*(duration for arc in self.arcs for duration in (arc.latency, *arc.items))) or 1

    def may_stay(self, host, kind):
        if self.goal == "after":
            return self.finals[host][kind] > 0
        return self.goal == "balance" and host != self.relay

    def dates(self):
        """(earliest, rest), by [host][kind]."""
        earliest = [[0 if load else inf for load in loads] for loads in self.loads]
        rest = [[0 if self.may_stay(host, kind) else inf for kind in range(self.kinds)]
                for host in range(self.hosts)]
        for _ in range(self.hosts + 1):
            for arc in self.arcs:
                for kind in range(self.kinds):
                    length = arc.latency + arc.items[kind]
                    behind = 0 if arc.end is None else rest[arc.end][kind]
                    rest[arc.start][kind] = min(rest[arc.start][kind], length + behind)
                    if arc.end is not None:
                        earliest[arc.end][kind] = min(earliest[arc.end][kind],
                                                      earliest[arc.start][kind] + length)
        return earliest, rest


class Use:
    """A kind on an arc: when its items may begin to cross it, and how long before the end they must have."""

    def __init__(self, arc, kind, earliest, rest):
        self.arc, self.kind, self.item = arc, kind, arc.items[kind]
        self.rest = 0 if arc.end is None else rest[arc.end][kind]
        self.begin = earliest[arc.start][kind] + arc.latency
        self.total = self.message = None  # columns: how many items, and messages if they have a latency
        self.spread = self.waits = ()     # [(from, to, column)]: items that cross, ticks of latencies


class Spread:
    """A spread of all items and latencies over time, until an end. In: dates between which all ticks are alike."""

    def __init__(self, programme, uses, earliest, end, cuts):
        self.programme, self.uses, self.end = programme, uses, end
        cuts = sorted(cut for cut in set(cuts) if 0 <= cut <= end)
        self.bins = list(zip(cuts, cuts[1:]))
        if len(self.bins) * len(uses) > MOST_COLUMNS:
            raise TooLarge
        for use in uses:
            if use.item > 0:  # else it may cross in no time
                use.spread = self.columns(use.begin, end - use.rest, use.total, 1)
            if use.message is not None:
                use.waits = self.columns(earliest[use.arc.start][use.kind], end - use.rest - use.item,
                                         use.message, use.arc.latency)

    def columns(self, begin, end, total, factor):
        spread = [(*bin, self.programme.column()) for bin in self.bins if begin <= bin[0] and bin[1] <= end]
        self.programme.row([(total, -factor)] + [(column, 1) for _, _, column in spread], 0, 0)
        return spread

    def busy(self, row, least_rest=0):
        """(from, to, column, ticks) of all that keeps a row busy and ends so long before the end, or longer."""
        for use in self.uses:
            item = use.item if row in use.arc.rows else \
                use.arc.shared[row[1]][use.kind] if row[0] == "shared" and row[1] in use.arc.shared else 0
            if item > 0 and use.rest >= least_rest:
                yield from ((*part, item) for part in use.spread)
            if row in use.arc.rows and use.rest + use.item >= least_rest:
                yield from ((*part, 1) for part in use.waits)

    def limit(self, capacity):
        for row, servers in capacity.items():
            terms = {bin: [] for bin in self.bins}
            for begin, end, column, ticks in self.busy(row):
                terms[begin, end].append((column, ticks))
            for (begin, end), some in terms.items():
                if some:
                    self.programme.row(some, high=float(servers * (end - begin)))

    def hold(self, network):
        """What has begun to cross a link by some date, and a latency more, was there by that date."""
        for host in range(network.hosts):
            for kind in range(network.kinds):
                here = [use for use in self.uses if use.kind == kind]
                out = [use for use in here if use.arc.start == host]
                if any(use.arc.end == host and use.item == 0 for use in here):
                    continue
                for date in {end for _, end in self.bins} if out else ():
                    terms = [(column, 1) for use in out for _, end, column in use.spread
                             if end <= date + use.arc.latency]
                    came = [(column, -1) for use in here if use.arc.end == host
                            for _, end, column in use.spread if end <= date]
                    if terms:
                        self.programme.row(terms + came, high=network.loads[host][kind])


def move_items(programme, network, uses):
    """Loads become what the goal wants."""
    keepers = network.hosts - (network.relay is not None)
    for kind in range(network.kinds):
        items = sum(loads[kind] for loads in network.loads)
        least = programme.column(whole=True)
        for host in range(network.hosts):
            load = network.loads[host][kind]
            change = [(use.total, (use.arc.end == host) - (use.arc.start == host))
                      for use in uses if use.kind == kind]
            if network.goal == "balance" and host != network.relay:
                error = network.error or int(items % keepers != 0)
                programme.row(change + [(least, -1)], -load, error - load)
            else:
                final = network.finals[host][kind] if network.goal == "after" else 0
                programme.row(change, final - load, final - load)


def programme_of(network, claim):
    """A programme that has a solution if some schedule ends before the claim. In: ticks, above 0."""
    if len(network.arcs) * network.kinds > MOST_COLUMNS:
        raise TooLarge
    grid = network.grid()
    last = (ceil(claim / grid) - 1) * grid
    earliest, rest = network.dates()
    uses = [use for arc in network.arcs for kind in range(network.kinds)
            for use in [Use(arc, kind, earliest, rest)] if use.begin + use.item + use.rest <= last]
    programme = glpk.Programme()
    for use in uses:
        items = sum(loads[use.kind] for loads in network.loads)
        use.total = programme.column(whole=True)
        if use.arc.latency > 0:
            use.message = programme.column(whole=True)
            programme.row([(use.total, 1), (use.message, -items)], high=0)
    move_items(programme, network, uses)
    rests = {rest for use in uses for rest in (use.rest, use.rest + use.item)}
    begins = {date for use in uses for date in (use.begin, use.begin - use.arc.latency)}
    alone = Spread(programme, uses, earliest, last, begins | {last - rest for rest in rests})
    alone.limit({row: servers for row, servers in network.capacity.items() if row[0] != "shared"})
    alone.hold(network)
    if network.is_shared:
        end = programme.column(low=float(last), high=float(max(claim - LEAST, last)))
        cuts = begins | {date - rest for rest in rests for date in (last, last + grid)}
        spread = Spread(programme, uses, earliest, last + grid, cuts)
        spread.limit(network.capacity)
        spread.hold(network)
        for row, servers in network.capacity.items():
            for rho in rests:
                terms = [(column, ticks) for begin, until, column, ticks in spread.busy(row, rho)
                         if last - rho <= begin and until <= last + grid - rho]
                if terms:
                    programme.row(terms + [(end, -servers)], high=float(-servers * last))
    return programme


def verdict(certificate, claim_s, seconds):
    tick = Fraction(certificate["tick_s"])
    claim = max(Fraction(claim_s), Fraction(certificate.get("seconds", 0)), certificate["ticks"] * tick) / tick
    if abs(claim - round(claim)) <= NEARLY * claim:
        claim = Fraction(round(claim))
    if claim <= 0:
        return "shown"
    network = Network(certificate["instance"], tick, certificate["single_items"])
    try:
        found = programme_of(network, claim).solve(seconds)
    except TooLarge:
        return "not shown: too large"
    return {glpk.INFEASIBLE: "shown", glpk.FEASIBLE: "not shown"}.get(found, "not shown: undecided")


def certificates(rows):
    """(algorithm, claim in s, certificate) of those that are about time; relabellings have steps."""
    for row in rows:
        for prefix in "", "class_":
            certificate = row.get(prefix + "bound_certificate")
            if certificate and "tick_s" in certificate:
                yield row["algorithm"], row[prefix + "bound_s"], certificate


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("file", nargs="*", default=["-"],
                        help="JSON of redist run; standard input if there is none")
    parser.add_argument("--seconds", type=float, default=60, help="of a solver for a certificate (60)")
    options = parser.parse_args()
    shown = []
    for file in options.file:
        with open(file, encoding="utf-8") if file != "-" else sys.stdin as opened:
            rows = json.load(opened)
        for algorithm, claim_s, certificate in certificates(rows):
            said = verdict(certificate, claim_s, options.seconds)
            shown.append(said == "shown")
            print(f"{algorithm}: {claim_s} s: {said}", flush=True)
    if not shown:
        print("there is no certificate of a time")
    return 0 if shown and all(shown) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        print(f"check_in_time.py: {error}", file=sys.stderr)
        sys.exit(2)
