"""Certificates of stars, by a date."""
from fractions import Fraction
from math import inf

from .claim import demand
from .prices import whole


def check_relay(c):
    """What overloaded workers cannot compute by the end is not at the master by the date, and after it
    goes to the others too late: sim/model/certificates/relay_certificate.h has the proof."""
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
