"""Random problems: the package and bare calls of libredist agree to the last digit, and the program.

    test_same_digits.py [--problems COUNT] [--program REDIST]

The bare call fills the structs itself, from plain numbers, with nothing of the package's between.
"""
import random
import sys

from flat import ffi, lib, redist

SEED = 1  # of a scenario's run


def draw_cost(lots):
    """A cost that a platform says exactly, by the bandwidth 1 / cost."""
    while True:
        cost = lots.choice([1.0, 0.1, 1 / 3, lots.uniform(0.5, 2)])
        if 1 / (1 / cost) == cost:
            return cost


def draw(lots):
    """(hosts, links, costs, latencies, loads, final loads, ports) of a connected random network."""
    n = lots.randint(2, 6)
    pairs = {(i, lots.randrange(i)) for i in range(1, n)}
    pairs |= {(u, v) for u in range(n) for v in range(u) if lots.random() < 0.3}
    links = sorted(pairs | {(v, u) for u, v in pairs})
    costs = [draw_cost(lots) for _ in links]
    latencies = [lots.choice([0.0, 0.0, lots.uniform(0, 1)]) for _ in links]
    load = [lots.randint(0, 4) for _ in range(n)]
    final = [0] * n
    for _ in range(sum(load)):
        final[lots.randrange(n)] += 1
    return n, links, costs, latencies, load, final, lots.choice([1, 1, 2])


def bare(shape, n, links, costs, latencies, load, final, ports):
    """(makespan, bound, proved, rows) by the C call alone."""
    c, found = ffi.new("struct rd_problem *"), ffi.new("struct rd_solution *")
    error = ffi.new("struct rd_call_error *")
    kept = [ffi.new("uint32_t[]", [u for u, _ in links]),
            ffi.new("uint32_t[]", [v for _, v in links]),
            ffi.new("double[]", costs), ffi.new("double[]", latencies),
            ffi.new("int64_t[]", load), ffi.new("int64_t[]", final),
            ffi.new("char[]", b"network-planner")]
    c.shape, c.host_count, c.ports, c.link_count = shape, n, ports, len(links)
    c.seed = SEED
    (c.link_from, c.link_to, c.link_seconds_per_item, c.link_latency_s, c.load, c.final_load,
     c.algorithm) = kept
    assert lib.rd_solve(c, found, error), ffi.string(error.message)
    plan = found.plan
    rows = [(getattr(plan, "from")[i], plan.to[i], plan.items[i])
            for i in range(plan.transfer_count)]
    result = found.makespan_s, found.bound.seconds, found.proved_optimal, rows
    lib.rd_solution_free(found)
    return result


def named(shape, n, links, costs, latencies, load, final, ports):
    """The problem as the package has it, with names."""
    names = [f"h{i}" for i in range(n)]
    net = redist.Network(names, [u for u, _ in links], [v for _, v in links], costs, latencies,
                         shape)
    return redist.Problem(net, dict(zip(names, load)), after=dict(zip(names, final)), ports=ports)


def packaged(problem):
    """The same by the package, and the verdict of judge()."""
    s = redist.solve(problem, "network-planner", seed=SEED)
    verdict = redist.judge(problem, s.plan)
    assert verdict.legal and verdict.goal_reached, verdict
    assert verdict.makespan == s.makespan, (verdict, s)
    names = problem.network.hosts
    final = [items for [items] in problem.final_loads]
    assert s.final_loads == verdict.final_loads == dict(zip(names, final))
    assert redist.bound(problem) == s.lower_bound
    rows = [(int(t.sender[1:]), int(t.receiver[1:]), t.items) for t in s.plan]
    return s.makespan, s.bound, s.proved, rows


def main():
    given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    count, program = int(given.get("--problems", 200)), given.get("--program")
    # The scenarios of the program say that they are of no shape.
    shape, number_of = ("graph", lib.RD_SHAPE_GRAPH) if program else ("any", lib.RD_SHAPE_ANY)
    lots = random.Random(52)
    for number in range(count):
        drawn = draw(lots)
        problem = named(shape, *drawn)
        expected, found = bare(number_of, *drawn), packaged(problem)
        assert expected == found, (number, drawn, expected, found)
        if program:
            scenario = redist.Scenario(problem, "network-planner")
            [row] = redist.run(scenario, program=program)
            assert (row["planned_s"], row["bound_s"]) == found[:2], (number, drawn, row, found)
    print(f"{count} problems: the same digits")


if __name__ == "__main__":
    main()
