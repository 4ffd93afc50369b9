"""Checks the certificate of a bound by prices: docs/how_to/check_a_certificate.md explains each number.

    redist run SCENARIO.xml --format json | python3 check_prices.py

For the goal after and one kind of items. The first row that has a certificate is taken.
"""
import json, sys
from fractions import Fraction
from math import gcd

c = next((row["bound_certificate"] for row in json.load(sys.stdin) if "bound_certificate" in row), {})
if "tick_s" not in c or "final_loads" not in c["instance"]:
    sys.exit("no bound of the goal after by prices")
of, tick = c["instance"], Fraction(c["tick_s"])
hosts = range(of["hosts"])
links = [(u, v, Fraction(latency) // tick, Fraction(cost) // tick) for u, v, cost, latency in of["links"]]
grid = gcd(*(n for link in links for n in link[2:]))
E = (c["ticks"] * c["scale"] - 1) // grid * grid              # 1. the claim is wrong: one ends by E

load, final = ([row[0] for row in of[name]] for name in ("loads", "final_loads"))
early, rest = ([row[0] for row in c[name]] for name in ("earliest_ticks", "rest_ticks"))
assert all(0 <= early[h] <= (0 if load[h] else early[h]) for h in hosts)   # 2. dates
assert all(0 <= rest[h] <= (0 if final[h] else rest[h]) for h in hosts)
for u, v, latency, cost in links:
    assert early[v] <= early[u] + latency + cost and rest[u] <= latency + cost + rest[v]

send, receive = dict(c["send_prices"]), dict(c["receive_prices"])
link_price = {(u, v): price for u, v, price in c["link_prices"]}
assert min([0, *send.values(), *receive.values(), *link_price.values()]) == 0
pi = [row[0] for row in c["potentials"]]
for u, v, latency, cost in links:
    pays = cost * (send.get(u, 0) + receive.get(v, 0) + link_price.get((u, v), 0))     # 3.
    assert early[u] + latency + cost + rest[v] > E or pi[u] - pi[v] <= pays            # 4.

needed = sum(pi[h] * (load[h] - final[h]) for h in hosts)     # 5.

def left(some):                                               # 6. ticks that are left for some links
    head = min(early[u] + latency + rest[v] for u, v, latency, _ in some)
    unit = gcd(*(cost for *_, cost in some))
    return max(0, E - head) // unit * unit

offered = sum(link_price.get((u, v), 0) * left([(u, v, *more)]) for u, v, *more in links)
for h in hosts:
    if h in send:
        offered += send[h] * of["ports"][h] * left([link for link in links if link[0] == h])
    if h in receive:
        offered += receive[h] * of["ports"][h] * left([link for link in links if link[1] == h])

print(f"{needed} is needed and {offered} offered until {E * tick} s:",
      "proved" if needed > offered else "NOT proved")          # 7.
