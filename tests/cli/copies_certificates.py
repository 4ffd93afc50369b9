#!/usr/bin/env python3
"""Certificates of copies, alone and beside loads, on the tiny networks of copies_mixed.py.

copies_certificates.py REDIST COUNT [SEED [CHANGES]]: each has the instance as it was drawn, and shows its
bound and no more than the least time of all schedules. So does each of 50, or CHANGES, that are made of it by
changing one number or three, if it is still taken.
"""
import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python" / "redist"))
from copies_mixed import draw, optimum, scenario_of
from exact import check


def is_as_drawn(of, case):
    """Has the certificate's instance what was drawn, of the copies or of the loads?"""
    n, links, pieces, load, after, ports = case
    listed = sorted([u, v, cost, 0] for (u, v), cost in links.items())
    alike = of["hosts"] == n and of["ports"] == [ports] * n and not of["bus"]
    if of["goal"] == "after":
        return (alike and sorted(of["links"]) == listed and of["loads"] == [[items] for items in load] and
                of["final_loads"] == [[items] for items in after])
    ways = [{"items": 1, "size": 0, "held": sorted(held), "wanted": sorted(wanted)} for held, wanted in pieces]
    loads = (of["loads"], of["final_loads"]) if "loads" in of else None
    return (alike and sorted(of["sizes"][0]["links"]) == listed and of["pieces"] == ways and
            loads in (None, ([[items] for items in load], [[items] for items in after])))


def numbers(value, skipped=("instance", "seconds", "holds", "single_items")):
    """All places of whole numbers: each a list or dict, and where in it."""
    places = value.items() if isinstance(value, dict) else enumerate(value)
    for place, part in places:
        if place in skipped:
            continue
        if isinstance(part, (dict, list)):
            yield from numbers(part)
        elif isinstance(part, int):
            yield value, place


def change(certificate, rng):
    changed = copy.deepcopy(certificate)
    places = list(numbers(changed))
    if rng.random() < 0.3:
        places = [place for place in places if place[1] == "ticks"] or places
    for _ in range(rng.choice([1, 1, 3])):
        value, place = rng.choice(places)
        number = value[place]
        value[place] = rng.choice([number + 1, number - 1, 2 * number, number // 2, 0, rng.randint(0, 2**20)])
    if "cuts" in changed:
        changed["cuts"].sort(key=lambda cut: cut[0])
    return changed


def shown_by(certificate):
    """Seconds; None if it is refused."""
    try:
        return check(certificate)
    except (ValueError, LookupError, TypeError, ArithmeticError):
        return None


def main(redist, count, seed=1, changes=50):
    rng = random.Random(seed)
    kinds, tried, taken = {}, 0, 0
    with tempfile.TemporaryDirectory() as name:
        while sum(kinds.values()) < count:
            case = draw(rng)
            if not case[2]:
                continue
            if rng.random() < 0.3:
                case = (*case[:3], [0] * case[0], [0] * case[0], case[5])
            alone = not any(case[3])
            path = scenario_of(case, pathlib.Path(name), "copies-portfolio" if alone else "copies-mixed")
            said = subprocess.run([redist, "plan", "--format", "json", path], capture_output=True, text=True)
            if said.returncode != 0:
                sys.exit(f"{case}\n{said.stdout}{said.stderr}")
            row = json.loads(said.stdout)[0]
            certificate, least = row.get("bound_certificate"), optimum(case, round(row["planned_s"]))
            if least is None:
                continue
            about = certificate["instance"]["goal"] if certificate else "none"
            kinds[about, alone] = kinds.get((about, alone), 0) + 1
            if not certificate:
                continue
            if not is_as_drawn(certificate["instance"], case) or not row["bound_s"] <= check(certificate) <= least:
                sys.exit(f"{case}\nleast {least}, bound {row['bound_s']}\n{certificate}")
            for _ in range(changes):
                other = change(certificate, rng)
                shown = shown_by(other)
                tried += 1
                taken += shown is not None
                if shown is not None and shown > least:
                    sys.exit(f"{case}\nleast {least}, shown {shown}\n{other}")
    said = ", ".join(f"{number} of {'copies' if alone else 'both'} about {about}" for (about, alone), number
                     in sorted(kinds.items()))
    print(f"{said}; {tried} changed: {tried - taken} refused, {taken} taken, none false")
    if 20 * taken < tried or 2 * taken > 2 * tried - tried // 4:
        sys.exit("too few are taken, or refused")


main(sys.argv[1], int(sys.argv[2]), *map(int, sys.argv[3:]))
