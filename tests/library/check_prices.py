#!/usr/bin/env python3
"""Certificates that libredist returns, checked from what its caller has: the problem, and struct
rd_price_proof, rd_charge_proof or rd_relay_proof. python/redist/exact does it, in fractions.

In: the source folder; LD_LIBRARY_PATH leads to the library. Exit status 1 if one is false, or if
one is not refused that claims more than the plan takes.
"""
import sys
from ctypes import (POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int, c_int64, c_size_t,
                    c_uint32, cast)
from fractions import Fraction

sys.dont_write_bytecode = True
sys.path[:0] = [sys.argv[1] + "/examples", sys.argv[1] + "/python/redist"]
import plan
from exact import NotShown, check, demand
from exact.flat import as_doubles, charge_table, price_table, relay_table

INTEGERS, HOSTS = POINTER(c_int64), POINTER(c_uint32)
ANY, STAR, BUS, GRAPH = 0, 3, 7, 8
GOALS = {"after": 0, "balance": 1, "finish": 3}


class PriceProof(Structure):
    """struct rd_price_proof"""
    _fields_ = [
        ("tick_s", c_double), ("ticks", c_int64), ("scale", c_int64),
        ("commodity_count", c_uint32),
        ("send_price", INTEGERS), ("receive_price", INTEGERS), ("processor_price", INTEGERS),
        ("link_count", c_size_t), ("link_from", HOSTS), ("link_to", HOSTS),
        ("link_price", INTEGERS), ("bus_price", c_int64), ("potential", INTEGERS),
        ("earliest", INTEGERS), ("rest", INTEGERS)]


class ChargeCase(Structure):
    """struct rd_charge_case"""
    _fields_ = [
        ("counted", c_int), ("host", c_uint32), ("to", c_uint32), ("count", c_int64),
        ("send_price", INTEGERS), ("receive_price", INTEGERS), ("wait_price", INTEGERS),
        ("link_count", c_size_t), ("link_from", HOSTS), ("link_to", HOSTS),
        ("link_price", INTEGERS), ("bus_price", c_int64),
        ("send_toll", INTEGERS), ("receive_toll", INTEGERS), ("item_toll", INTEGERS),
        ("potential", INTEGERS)]


class ChargeProof(Structure):
    """struct rd_charge_proof"""
    _fields_ = [
        ("tick_s", c_double), ("ticks", c_int64), ("scale", c_int64),
        ("commodity_count", c_uint32),
        ("argument", c_char_p), ("host", c_uint32), ("receives", c_bool), ("commodity", c_uint32),
        ("group", HOSTS), ("earliest", INTEGERS), ("rest", INTEGERS),
        ("case_count", c_size_t), ("cases", POINTER(ChargeCase))]


class RelayProof(Structure):
    """struct rd_relay_proof"""
    _fields_ = [("tick_s", c_double), ("ticks", c_int64), ("date", c_int64)]


def ring(costs):
    n = len(costs)
    return [(i, (i + 1) % n, cost, 0) for i, cost in enumerate(costs)]


def full(hosts, cost, latency):
    return [(u, v, cost, latency) for u in range(hosts) for v in range(hosts) if u != v]


def star(costs):
    master = len(costs)
    return [link for i, c in enumerate(costs) for link in ((i, master, c, 0), (master, i, c, 0))]


def line(hosts, latency):
    return [(u, v, 1, latency) for u in range(hosts) for v in (u - 1, u + 1) if 0 <= v < hosts]


# Ports, links, processors and a bus that have prices; costs alike and not; one and two kinds. Then
# what ports are charged: a hub, whole numbers of messages, neighbours, a ring, and hosts to one. Last a
# star in which every worker has a port.
PROBLEMS = [
    {"links": ring([2, 2, 2, 2]), "loads": [[3], [1], [1], [1]], "after": [[1], [1], [3], [1]]},
    {"links": ring([3, 49, 0.1, 1]), "loads": [[3], [1], [1], [1]], "after": [[1], [1], [3], [1]]},
    {"links": full(4, 1, 0.25), "loads": [[16], [0], [0], [0]], "goal": "balance", "ports": None},
    {"links": ring([1, 2, 3, 1, 2]), "loads": [[9], [0], [0], [2], [0]], "goal": "balance",
     "error": 2, "ports": 2},
    {"links": full(3, 1, 0), "loads": [[4, 0], [0, 4], [2, 2]], "after": [[0, 4], [4, 0], [2, 2]]},
    {"links": full(3, 2, 0), "loads": [[6], [0], [0]], "after": [[0], [2], [4]], "shape": BUS},
    {"links": star([1, 1, 2]), "loads": [[20], [0], [4], [0]], "goal": "finish", "shape": STAR,
     "computing": [3, 1, 2, 0]},
    {"links": ring([1, 1, 1]), "loads": [[9], [0], [0]], "goal": "finish", "computing": [7, 7, 7]},
    {"links": line(3, 1), "loads": [[6], [0], [0]], "after": [[0], [0], [6]], "shows": "hub"},
    {"links": [(u, v, 3 if 2 in (u, v) else 1, 10) for u, v, _, _ in line(3, 10)],
     "loads": [[4], [1], [0]], "after": [[0], [0], [5]], "shows": "counts"},
    {"links": full(3, 1, 10), "loads": [[0], [3], [3]], "after": [[4], [1], [1]], "shape": GRAPH,
     "shows": "neighbours"},
    {"links": [(u, (u + way) % 4, 5 if 3 in (u, (u + way) % 4) else 1, 5)
               for u in range(4) for way in (1, 3)],
     "loads": [[4], [0], [4], [0]], "after": [[2], [4], [2], [0]], "shows": "ring"},
    {"links": full(4, 1, 10), "loads": [[0], [1], [1], [1]], "after": [[3], [0], [0], [0]],
     "ports": 2, "shows": "spread"},
    {"links": star([1, 1, 2]), "loads": [[20], [0], [4], [0]], "goal": "finish", "shape": STAR,
     "computing": [3, 1, 2, 0], "ports": None, "shows": "relay"},
]


def flat(table):
    return [value for row in table for value in row]


def array(kind, values):
    values = list(values)
    return (kind * len(values))(*values)


def solve(p):
    """The solution: its memory is the caller's."""
    loads, links, ports = p["loads"], p["links"], p.get("ports", 1)
    problem = plan.Problem(host_count=len(loads), kind_count=len(loads[0]), link_count=len(links))
    problem.shape, problem.goal = p.get("shape", ANY), GOALS[p.get("goal", "after")]
    problem.ports, problem.balance_error = 2**32 - 1 if ports is None else ports, p.get("error", 0)
    problem.link_from, problem.link_to = (array(c_uint32, (l[i] for l in links)) for i in (0, 1))
    problem.link_seconds_per_item = array(c_double, (l[2] for l in links))
    problem.link_latency_s = array(c_double, (l[3] for l in links))
    problem.load = array(c_int64, flat(loads))
    problem.final_load = array(c_int64, flat(p.get("after", loads)))
    problem.compute_seconds_per_item = array(c_double, p.get("computing", []))
    solution, error = plan.Solution(), plan.CallError()
    if not plan.redist.rd_solve(byref(problem), byref(solution), byref(error)):
        sys.exit(error.message.decode())
    return solution


def as_json(p, bound):
    """The certificate and the problem as `redist run --format json` prints them."""
    loads, links, ports = p["loads"], p["links"], p.get("ports", 1)
    hosts = len(loads)
    relay = hosts - 1 if p.get("shape") == STAR else None
    computing = p.get("computing", [])[:relay]
    costs = as_doubles([l[2] for l in links], len({l[2:] for l in links}) == 1)
    table = {}
    for pointer, kind, of in (
            (bound.prices, PriceProof, lambda proof: price_table(proof, hosts)),
            (bound.charge, ChargeProof, lambda proof: charge_table(
                proof, hosts, [link[:2] for link in links], bytes.decode)),
            (bound.relay, RelayProof, relay_table)):
        if pointer:
            demand(not table, "two certificates")
            table = of(cast(pointer, POINTER(kind)).contents)
    return table | {
        "instance": {
            "hosts": hosts, "kinds": len(loads[0]), "goal": p.get("goal", "after"),
            "ports": ports and [ports] * hosts, "bus": p.get("shape") == BUS, "relay": relay,
            "links": [(u, v, cost, latency) for (u, v, _, latency), cost in zip(links, costs)],
            "loads": loads, "final_loads": p.get("after"), "error": p.get("error", 0),
            "computing_s": as_doubles(computing, len(set(computing)) == 1)}}


def shows(certificate):
    """What shows the bound: prices, the argument of a charge, or a relay's date."""
    if "charge" in certificate:
        return certificate["charge"]["reason"]
    return "relay" if "relay_date_ticks" in certificate else \
        "prices" if "ticks" in certificate else "nothing"


def main():
    for number, p in enumerate(PROBLEMS):
        solution = solve(p)
        certificate = as_json(p, solution.bound)
        demand(shows(certificate) == p.get("shows", "prices"),
                                 f"problem {number} is shown by {shows(certificate)}")
        bound_s, makespan_s = solution.bound.seconds, solution.makespan_s
        plan.redist.rd_solution_free(byref(solution))
        shown = check(certificate)
        print(f"problem {number}: {bound_s} s, {float(shown)} s is shown by {shows(certificate)}")
        demand(0 < Fraction(bound_s) <= shown, "the bound is above what is shown")
        certificate["ticks"] = int(Fraction(makespan_s) // Fraction(certificate["tick_s"])) * 2 + 2
        try:
            check(certificate)
        except NotShown:
            continue
        sys.exit(f"problem {number}: more than the plan takes is shown")


main()
