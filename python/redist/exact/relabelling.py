"""Certificates of the goal to gather: which host keeps which kind."""
from fractions import Fraction
from typing import Any

from .claim import demand


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


def check_host_of_kind(of: dict[str, Any], r: dict[str, Any]) -> None:
    """Raises NotShown unless no other choice of hosts for the kinds is better, by the claim: see
    struct rd_relabelling_proof. In: an instance; its members, a kind for every host."""
    n, kinds = of["hosts"], of["kinds"]
    held = [load + [0] * (n - kinds) for load in of["loads"]]
    of_host, of_kind = [sum(load) for load in held], [sum(kind) for kind in zip(*held)]
    every = range(n)
    width = [1 if of["bus"] else max(1, min(k, n - 1)) for k in of["ports"] or [n] * n]
    moved = [[of_kind[j] - held[i][j] for j in every] for i in every]
    steps = [[-((held[i][j] - max(of_host[i], of_kind[j])) // width[i]) for j in every]
             for i in every]
    host_of = r["host_of_kind"]
    demand(sorted(host_of) == list(every), "each host has one kind")
    volume = sum(moved[host_of[j]][j] for j in every)
    most = max(steps[host_of[j]][j] for j in every)
    demand((volume, most) == (r["volume"], r["steps"]), "its volume and its steps")
    price, of_kinds, hall = r["host_prices"], r["kind_prices"], r["short_hosts"]
    first = r["claim"].split()[1]  # what comes first: volume or steps
    demand("volume" not in r["claim"] or price is not None, "prices are missing")
    demand("steps" not in r["claim"] or hall is not None, "hosts are missing")
    if "volume" in r["claim"]:
        for i in every:
            for j in every:
                if first == "volume" or steps[i][j] <= most:
                    demand(price[i] + of_kinds[j] <= moved[i][j],
                           f"the prices of host {i} and kind {j} are more than what would move")
        demand(sum(price) + sum(of_kinds) == volume, "the prices are not the volume")
    if "steps" in r["claim"]:
        hosts = set(hall)
        faster = {j for i in hosts for j in every if steps[i][j] < most and
                  (first == "steps" or price[i] + of_kinds[j] == moved[i][j])}
        demand(most == 0 or len(faster) < len(hosts), "the hosts have kinds enough")
