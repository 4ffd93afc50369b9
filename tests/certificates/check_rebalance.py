#!/usr/bin/env python3
"""Checks what `redist rebalance --certificate` writes, from its numbers alone, in whole numbers.

Shares no code with the program. In: a file, or standard input. Prints a line; exit status 1 if
anything is false: loads, limits, groups, space, what moves, and the bound, whose least sums of
objects are sought anew as the bits of one number.
"""
import json
import math
import sys

MILLIONTHS = 10 ** 6


def demand(holds, what):
    if not holds:
        raise ValueError(what)


def reaches(sizes, need, claimed):
    """Is every sum of some of the sizes that is at least `need` at least what is claimed?"""
    unit = math.gcd(*sizes)
    need_units = -(-need // unit)
    if claimed <= need_units * unit:
        return True
    sums, mask = 1, (1 << need_units) - 1
    for size in sizes:
        shifted = sums << size // unit
        over = shifted >> need_units
        if over and (need_units + (over & -over).bit_length() - 1) * unit < claimed:
            return False
        sums |= shifted & mask
    return True


def limits(case, start):
    """The least and the most that each host may hold: rounded inwards to whole bytes."""
    total, weights = sum(case["bytes"]), sum(case["weight"])
    tolerance, whole = case["tolerance_millionths"], weights * MILLIONTHS
    low = [-(-weight * total * (MILLIONTHS - tolerance) // whole) for weight in case["weight"]]
    high = [weight * total * (MILLIONTHS + tolerance) // whole for weight in case["weight"]]
    for host, space in enumerate(case["space"] or []):
        if space >= 0:
            high[host] = min(high[host], start[host] + space)
    return low, high


def loads(case, place):
    load = [0] * len(case["host"])
    for size, host in zip(case["bytes"], place):
        load[host] += size
    return load


def racks_of(case, place):
    """Of each group: of each of its objects the rack, or the host where that is in none; its size."""
    groups = {}
    for group, host, size in zip(case["group"], place, case["bytes"]):
        if group is not None:
            rack = case["rack"][host]
            key = ("host", host) if rack is None else ("rack", rack)
            groups.setdefault(group, []).append((key, size))
    return groups


def check_places(case, start, low, high):
    end = loads(case, case["to"])
    outside = sum(max(0, load - most) + max(0, least - load)
                  for load, least, most in zip(end, low, high))
    moved = sum(size for size, at, to in zip(case["bytes"], case["at"], case["to"]) if at != to)
    demand(outside == case["outside_bytes"], f"{outside} bytes are outside")
    demand(moved == case["moved_bytes"], f"{moved} bytes move")
    for host, space in enumerate(case["space"] or []):
        demand(space < 0 or end[host] <= start[host] + space, f"{case['host'][host]} is too full")
    for group, members in racks_of(case, case["to"]).items():
        racks = [rack for rack, _ in members]
        demand(len(racks) == len(set(racks)), f"two of group {group} are in one rack")
    total, weights = sum(case["bytes"]), sum(case["weight"])
    pairs = [(abs(load * weights - weight * total) * MILLIONTHS, weight * total)
             for load, weight in zip(end, case["weight"])]
    reached = None if any(away and not share for away, share in pairs) else \
        max(-(-away // share) if share else 0 for away, share in pairs)
    demand(reached == case["reached_millionths"], f"the tolerance reached is {reached}")


def check_bound(case, start, low, high):
    reason = case["bound_reason"]
    if reason == "part":
        bound = 0
        for members in racks_of(case, case["at"]).values():
            largest = {}
            for rack, size in members:
                bound += size
                largest[rack] = max(size, largest.get(rack, 0))
            bound -= sum(largest.values())
    else:
        demand(reason in ("leave", "arrive"), f"no reason {reason}")
        bound, leaves = 0, reason == "leave"
        for host, claimed in enumerate(case["bound_least"]):
            need = start[host] - high[host] if leaves else low[host] - start[host]
            sizes = (size for size, at in zip(case["bytes"], case["at"]) if (at == host) == leaves)
            demand(reaches(list(sizes), need, claimed) if need > 0 else claimed == 0,
                   f"{case['host'][host]} claims {claimed} bytes")
            bound += claimed
    demand(bound == case["bound_bytes"], f"the bound sums to {bound}")
    demand(case["outside_bytes"] or case["moved_bytes"] >= bound, "less moves than the bound")


def main():
    with open(sys.argv[1], encoding="utf-8") if len(sys.argv) > 1 else sys.stdin as file:
        cases = json.load(file)
    for case in cases:
        try:
            start = loads(case, case["at"])
            low, high = limits(case, start)
            check_places(case, start, low, high)
            check_bound(case, start, low, high)
        except (ValueError, KeyError, IndexError) as error:
            print(f"NOT shown: {error}")
            return 1
        print(f"{case['moved_bytes']} bytes move, at least {case['bound_bytes']}: shown")
    return 0


if __name__ == "__main__":
    sys.exit(main())
