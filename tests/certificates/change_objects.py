#!/usr/bin/env python3
"""Changes certificates of lists of objects in many ways; what is still shown has to be true. Then of
each list, as it is and changed, claims that are false by one tick are to be shown by every place and
the latest heads and tails that are taken.

In: rows as `redist run --format json` prints them, with small lists, and how many changes of each.
Whatever is shown is held against the shortest schedule of the instance that the certificate has,
found by a search that knows the model alone (docs/model.md, "Objects"). A row's `planned_s`, where
it has one, is held against it, too.
"""
import copy
import json
import pathlib
import random
import sys
from fractions import Fraction
from itertools import chain, combinations
from math import inf

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python" / "redist"))
from exact import check, demand
from exact.objects import (Lists, Place, check_passing, check_prices, free_in_the_end, shown_head,
                           shown_tail)

ROOM = 2**50


class Search:
    """The shortest schedule: every order of the objects, from every source, each message as early as
    it may start that is not before the one before it."""

    def __init__(self, of):
        self.of, self.best, self.under_way = of, inf, []  # (end, source, object)
        self.parts = {}
        for u, v, shared, part in of["shared_links"]:
            self.parts.setdefault((u, v), {})[shared] = part
        self.space = of["space"] or [None] * of["hosts"]

    def fits(self, j, source, start):
        """May the message start, beside those that started before?"""
        of, to = self.of, self.of["objects"][j]["to"]
        active = [(s, of["objects"][i]["to"]) for end, s, i in self.under_way if end > start]
        if of["bus"] and active:
            return False
        if of["ports"]:
            out, into = source, to
            sends, comes = [s for s, _ in active], [t for _, t in active]
            if of["combined"]:
                sends = comes = sends + comes
            if sends.count(out) >= of["ports"][out] or comes.count(into) >= of["ports"][into]:
                return False
        if not of["many_a_pair"] and (source, to) in active:
            return False
        for shared, part in self.parts.get((source, to), {}).items():
            taken = sum(self.parts.get(pair, {}).get(shared, 0) for pair in active)
            if taken + part > ROOM:
                return False
        if self.space[to] is None:
            return True
        free = self.space[to]
        for end, s, i in self.under_way:
            o = of["objects"][i]
            gets = s if o["drop"] == "source" else o["drop"]
            free += o["bytes"] * ((gets == to and end <= start) - (o["to"] == to))
        return free >= of["objects"][j]["bytes"]

    def go_on(self, left, last, end):
        if end >= self.best:
            return
        if not left:
            self.best = end
            return
        for j in left:
            for source, seconds in self.of["objects"][j]["from"]:
                ends = sorted({e for e, _, _ in self.under_way if e > last})
                start = next((t for t in [last, *ends] if self.fits(j, source, t)), None)
                if start is None:
                    continue
                self.under_way.append((start + seconds, source, j))
                self.go_on(left - {j}, start, max(end, start + seconds))
                self.under_way.pop()


def optimum(of, known={}):
    """Seconds; infinite where there is no schedule."""
    text = json.dumps(of, sort_keys=True)
    if text not in known:
        exact = json.loads(text)
        for o in exact["objects"]:
            o["from"] = [(host, Fraction(seconds)) for host, seconds in o["from"]]
        search = Search(exact)
        search.go_on(frozenset(range(len(exact["objects"]))), Fraction(0), Fraction(0))
        known[text] = search.best
    return known[text]


def change_instance(c, draw):
    of = c["instance"]
    hosts, o = of["hosts"], draw.choice(of["objects"])
    what = draw.choice(["bytes", "seconds", "to", "source", "source less", "drop", "ports", "space",
                        "flags", "part"])
    if what == "bytes":
        o["bytes"] = draw.randint(1, 5)
    elif what == "seconds":
        draw.choice(o["from"])[1] = draw.randint(1, 6)
    elif what == "to":
        o["to"] = draw.choice([h for h in range(hosts) if h not in [s for s, _ in o["from"]]] or [o["to"]])
    elif what == "source":
        free = [h for h in range(hosts) if h != o["to"] and h not in [s for s, _ in o["from"]]]
        o["from"] += [[h, draw.randint(1, 6)] for h in free[:1]]
    elif what == "source less":
        o["from"] = o["from"][1:] or o["from"]
    elif what == "drop":
        drop = draw.choice(["source", None, *range(hosts)])
        for other in draw.choice([[o], of["objects"]]):
            other["drop"] = drop
    elif what == "ports":
        of["ports"] = draw.choice([None, [draw.randint(1, 3) for _ in range(hosts)]])
    elif what == "space":
        space = of["space"] or [None] * hosts
        for host in draw.choice([[draw.randrange(hosts)], range(hosts)]):
            space[host] = draw.choice([None, draw.randint(0, 3), draw.randint(0, 6)])
        of["space"] = space
    elif what == "flags":
        flag = draw.choice(["combined", "many_a_pair", "bus"])
        of[flag] = not of[flag]
    elif of["shared_links"]:
        draw.choice(of["shared_links"])[3] = draw.choice([ROOM, ROOM // 2, ROOM // 3, ROOM // 2 + 1])


def change_prices(c, draw):
    hosts = c["instance"]["hosts"]
    for name in draw.sample(["send_prices", "receive_prices", "shared_prices"], 2):
        prices = dict(c.get(name, []))
        if name != "shared_prices" or prices:
            host = draw.choice(list(prices)) if prices and draw.random() < .5 else draw.randrange(hosts)
            if name != "shared_prices" or host in prices:
                prices[host] = draw.choice([0, 1, 2**49, prices.get(host, 1) * 2,
                                            prices.get(host, 1) // 2, draw.randint(0, 2**50)])
        c[name] = [list(price) for price in prices.items()]


def change_dates(c, draw, name):
    dates = dict(c.get(name, []))
    j = draw.randrange(len(c["instance"]["objects"]))
    unit = max([*dates.values(), 1, c["ticks"] // 4])
    dates[j] = draw.choice([0, unit, unit + 1, 2 * unit, dates.get(j, 0) + 1, draw.randint(0, 2 * unit)])
    c[name] = [list(date) for date in dates.items()]


def change_room(c, draw):
    of = c["instance"]
    hosts, count = of["hosts"], len(of["objects"])
    if draw.random() < .3:
        c["room"] = draw.choice(["way", "port", "bus", "pair", "shared link", "hosts", "space"])
    what = draw.choice(["hosts", "receives", "shared", "objects", "objects", "another", "all"])
    if what == "hosts":
        c["hosts"] = draw.sample(range(hosts), draw.randint(1, hosts))
    elif what == "receives":
        c["receives"] = not c.get("receives", False)
    elif what == "shared":
        c["shared_link"] = draw.randint(0, 2)
    elif what == "objects":
        c["objects"] = draw.sample(range(count), draw.randint(1, count))
    elif what == "another":
        c["objects"] = sorted({*c["objects"], draw.randrange(count)})
    else:
        c["objects"] = list(range(count))


def change_claim(c, draw):
    if draw.random() < .5:
        c["ticks"] = max(1, c["ticks"] + draw.choice([-1, 1, c["ticks"], c["ticks"] // 4]))
    else:
        c["tick_s"] = draw.choice([1.0, 0.5, 2.0, c["tick_s"] * 2, c["tick_s"] * 1.1, c["tick_s"] / 3])
        c["ticks"] = draw.choice([c["ticks"], draw.randint(1, 20)])


def changed(certificate, draw):
    c = copy.deepcopy(certificate)
    for _ in range(draw.choice([1, 1, 2, 3])):
        kinds = [change_claim, change_instance, change_instance]
        if "room" in c:
            kinds += [change_room, change_room, lambda c, draw: change_dates(c, draw, "heads"),
                      lambda c, draw: change_dates(c, draw, "tails")]
        else:
            kinds += [change_prices, change_prices, change_prices]
        draw.choice(kinds)(c, draw)
    return c


def subsets(all_of):
    all_of = list(all_of)
    return chain.from_iterable(combinations(all_of, k) for k in range(1, len(all_of) + 1))


def latest_dates(lists, shown):
    """The greatest heads, or tails, that follow from each other."""
    dates = {}
    for j in range(len(lists.objects)):
        try:
            dates[j] = shown(j, {})
        except ValueError:
            continue
    dates = dict.fromkeys(dates, 2 * lists.end + 2)
    for _ in range(200):
        lower = {j: min(date, shown(j, dates)) for j, date in dates.items()}
        if lower == dates:
            return dates
        dates = lower
    return {}


def places(of):
    hosts = range(of["hosts"])
    for j in range(len(of["objects"])):
        yield {"room": "way", "objects": [j]}
    for host in hosts:
        for receives in (False, True):
            yield {"room": "port", "hosts": [host], "receives": receives}
    yield {"room": "bus"}
    yield from ({"room": "pair", "hosts": [u, v]} for u in hosts for v in hosts if u != v)
    yield from ({"room": "shared link", "shared_link": e} for e in {e for _, _, e, _ in of["shared_links"]})
    for members in subsets(hosts):
        yield {"room": "hosts", "hosts": list(members)}
        yield {"room": "space", "hosts": list(members)}


def is_shown(check, *rest):
    try:
        check(*rest)
    except ValueError:
        return False
    return True


def false_proof(of, least, draw):
    """A certificate that a schedule ends no sooner than a tick after the shortest one; or None."""
    exact = Fraction(1, 2)
    lists = Lists(of, exact, int(least / exact) + 1)
    demand(lists.end == least / exact, "the shortest time is no multiple of what divides all times")
    if not all(lists.ways):
        return "a way that is too long"
    heads = latest_dates(lists, lambda j, dates: shown_head(lists, j, dates))
    left = free_in_the_end(lists) if of["space"] else None
    tails = latest_dates(lists, lambda j, dates: shown_tail(lists, j, dates, left)) if left else {}
    for c in places(of):
        try:
            place = Place({"objects": [0], **c}, lists)
        except ValueError:
            continue
        passing = [j for j, ways in enumerate(lists.ways)
                   if None not in (place.takes(j, s) for s, _ in ways)]
        for chosen in subsets(c.get("objects", passing)):
            if is_shown(check_passing, lists, place, chosen, heads, tails):
                return {**c, "objects": chosen, "heads": heads, "tails": tails, "instance": of}
    priced = [(name, i) for name, count in (("send_prices", of["hosts"]),
                                            ("receive_prices", 0 if of["combined"] else of["hosts"]),
                                            ("shared_prices", 2)) for i in range(count)]
    for _ in range(20):
        c = {"send_prices": [], "receive_prices": [], "shared_prices": []}
        for name, i in draw.sample(priced, draw.randint(1, min(4, len(priced)))):
            c[name].append([i, draw.randint(1, 3)])
        if is_shown(check_prices, c, lists):
            return {**c, "instance": of}
    return None


def raised(certificate):
    """The greatest claim of the same kind that is taken: a certificate is not weaker than it says."""
    c, low, high = copy.deepcopy(certificate), certificate["ticks"], certificate["ticks"]
    shown = check(c)
    while True:
        c["ticks"] = high = high + max(1, high // 3)
        try:
            shown = check(c)
        except ValueError:
            break
        if high > 2**62:
            return inf
        low = high
    while low + 1 < high:
        c["ticks"] = middle = (low + high) // 2
        try:
            shown, low = check(c), middle
        except ValueError:
            high = middle
    return shown


# Two objects that leave by ports of others give up at host 0, side by side, what the third lacks.
SIDE_BY_SIDE = {
    "hosts": 3, "goal": "place", "ports": [1, 1, 1], "bus": False, "combined": False,
    "many_a_pair": False, "stops": False, "space": [0, None, None], "shared_links": [],
    "objects": [{"bytes": 1, "to": 2, "drop": 0, "from": [[1, 2]]},
                {"bytes": 1, "to": 1, "drop": 0, "from": [[2, 2]]},
                {"bytes": 2, "to": 0, "drop": "source", "from": [[1, 1]]}]}


def main():
    if optimum(SIDE_BY_SIDE) != 3 or false_proof(SIDE_BY_SIDE, 3, random.Random(1)):
        sys.exit("3 s are enough")
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = json.load(file)
    draw, changes = random.Random(5), int(sys.argv[2])
    tried = taken = false = attacked = 0
    for row in rows:
        certificate = row["bound_certificate"]
        least = optimum(certificate["instance"])
        if row["planned_s"] is not None and least != row["planned_s"]:
            sys.exit(f"{row['algorithm']}: {float(least)} s, and not {row['planned_s']} s")
        if check(certificate) > least or raised(certificate) > least:
            sys.exit(f"{row['algorithm']}: above {float(least)} s: {json.dumps(certificate)}")
        for number in range(changes):
            other = changed(certificate, draw)
            tried += 1
            least = optimum(other["instance"])
            if number % 4 == 0 and least < inf:
                attacked += 1
                proof = false_proof(other["instance"], least, draw)
                if proof:
                    false += 1
                    print(f"more than {float(least)} s is shown: {json.dumps(proof)}")
            try:
                shown = check(other)
            except (ValueError, KeyError, IndexError, TypeError):
                continue
            taken += 1
            if shown > least:
                false += 1
                print(f"{row['algorithm']}: shows {float(shown)} s, and there are schedules of "
                      f"{float(least)} s: {json.dumps(other)}")
    print(f"{tried} changed certificates: {tried - taken} refused, {taken} taken; {attacked} lists "
          f"attacked; {false} false")
    return 1 if false or 20 * taken < tried else 0


if __name__ == "__main__":
    sys.exit(main())
