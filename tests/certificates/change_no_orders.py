#!/usr/bin/env python3
"""Changes certificates of lists that have no order in many ways; what is still shown has to be true.
Then of lists that have an order each set of objects, and of hosts, is tried in each of the three ways.

In: rows as `redist run --format json` prints them, with small lists, and how many changes of each.
Whatever is shown is held against all orders of the objects, from every source (docs/model.md,
"Objects"), also with nearly as many bytes more as are said to be missing.
"""
import copy
import json
import pathlib
import random
import sys
from itertools import chain, combinations

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python" / "redist"))
from exact import check_no_order

PLENTY = 1000


def has_order(of, more=()):
    """Can the objects be moved one by one? In: more, bytes by host that are free besides."""
    objects = of["objects"]
    free = [PLENTY if space is None else space for space in of["space"] or [None] * of["hosts"]]
    for host, bytes_ in enumerate(more):
        free[host] += bytes_
    seen = set()

    def go_on(left):
        if not left:
            return True
        if (left, tuple(free)) in seen:
            return False
        seen.add((left, tuple(free)))
        for j in left:
            o = objects[j]
            if free[o["to"]] < o["bytes"]:
                continue
            for gets in {s if o["drop"] == "source" else o["drop"] for s, _ in o["from"]}:
                free[o["to"]] -= o["bytes"]
                if gets is not None:
                    free[gets] += o["bytes"]
                if go_on(left - {j}):
                    return True
                free[o["to"]] += o["bytes"]
                if gets is not None:
                    free[gets] -= o["bytes"]
        return False

    return go_on(frozenset(range(len(objects))))


def nearly(c, draw):
    """Bytes more by host, with which there is still no order."""
    hosts = range(c["instance"]["hosts"])
    if c["reason"] != "too large":
        return [c["bytes"] - 1 for _ in hosts]
    more = [0 if host in c["hosts"] else PLENTY for host in hosts]
    for _ in range(c["bytes"] - 1):
        more[draw.choice(c["hosts"])] += 1
    return more


def is_false(c, draw):
    """Is a certificate taken that shows what is not so?"""
    return has_order(c["instance"]) or has_order(c["instance"], nearly(c, draw))


def change_instance(c, draw):
    of = c["instance"]
    hosts, o = of["hosts"], draw.choice(of["objects"])
    what = draw.choice(["bytes", "to", "source", "drop", "space", "space", "stops"])
    if what == "bytes":
        o["bytes"] = draw.randint(1, 5)
    elif what == "to":
        o["to"] = draw.choice([h for h in range(hosts) if h not in [s for s, _ in o["from"]]] or [o["to"]])
    elif what == "source":
        free = [h for h in range(hosts) if h != o["to"] and h not in [s for s, _ in o["from"]]]
        o["from"] = draw.choice([o["from"] + [[h, 1] for h in free[:1]], o["from"][1:] or o["from"]])
    elif what == "drop":
        o["drop"] = draw.choice(["source", None, *range(hosts)])
    elif what == "space":
        of["space"][draw.randrange(hosts)] = draw.choice([None, draw.randint(0, 3), draw.randint(0, 6)])
    else:
        of["stops"] = not of["stops"]


def change_set(c, draw):
    count, hosts = len(c["instance"]["objects"]), c["instance"]["hosts"]
    what = draw.choice(["reason", "objects", "another", "one less", "hosts", "bytes", "object", "host",
                        "among"])
    if what == "reason":
        c["reason"] = draw.choice(["no first", "no last", "too large"])
        c.setdefault("hosts", draw.sample(range(hosts), draw.randint(1, hosts)))
    elif what == "objects":
        c["objects"] = draw.sample(range(count), draw.randint(1, count))
    elif what == "another":
        c["objects"] = sorted({*c["objects"], draw.randrange(count)})
    elif what == "one less":
        c["objects"] = c["objects"][1:]
    elif what == "hosts" and "hosts" in c:
        c["hosts"] = draw.sample(range(hosts), draw.randint(1, hosts))
    elif what == "bytes":
        c["bytes"] = max(0, c["bytes"] + draw.choice([-1, 1]))
    elif what == "object":
        c["object"] = draw.randrange(count)
    elif what == "host":
        c["host"] = draw.randrange(hosts)
    else:
        c["among"] = draw.choice(["all", "direct"])


def changed(certificate, draw):
    c = copy.deepcopy(certificate)
    for _ in range(draw.choice([1, 1, 2, 3])):
        draw.choice([change_instance, change_set])(c, draw)
    return c


def subsets(all_of):
    return chain.from_iterable(combinations(all_of, k) for k in range(1, len(all_of) + 1))


def is_shown(c):
    try:
        check_no_order(c)
    except (ValueError, KeyError, IndexError, TypeError):
        return False
    return True


def false_proof(of):
    """A certificate that a list has no order, though it has one; or None."""
    hosts, every = range(of["hosts"]), range(len(of["objects"]))
    claims = [{"reason": reason, "objects": list(chosen)} for chosen in subsets(every)
              for reason in ("no first", "no last")]
    claims += [{"reason": "too large", "objects": [j], "hosts": list(members)} for j in every
               for members in subsets(hosts)]
    for claim in claims:
        c = {**claim, "among": "direct", "instance": of}
        for j in claim["objects"]:
            for host in hosts:
                for bytes_ in range(1, of["objects"][j]["bytes"] + 1):
                    if is_shown({**c, "object": j, "host": host, "bytes": bytes_}):
                        return c
    return None


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = json.load(file)
    draw, changes = random.Random(5), int(sys.argv[2])
    tried = taken = false = attacked = 0
    reasons = {}
    for row in rows:
        certificate = row["no_order_certificate"]
        reasons[certificate["reason"]] = reasons.get(certificate["reason"], 0) + 1
        check_no_order(certificate)
        if is_false(certificate, draw):
            sys.exit(f"there is an order: {json.dumps(certificate)}")
        for number in range(changes):
            other = changed(certificate, draw)
            tried += 1
            if number % 8 == 0 and has_order(other["instance"]):
                attacked += 1
                proof = false_proof(other["instance"])
                if proof:
                    false += 1
                    print(f"there is an order: {json.dumps(proof)}")
            if not is_shown(other):
                continue
            taken += 1
            if is_false(other, draw):
                false += 1
                print(f"there is an order: {json.dumps(other)}")
    print(f"{len(rows)} certificates {reasons}, {tried} changed: {tried - taken} refused, {taken} taken; "
          f"{attacked} lists attacked; {false} false")
    return 1 if false or 20 * taken < tried or len(reasons) < 3 else 0


if __name__ == "__main__":
    sys.exit(main())
