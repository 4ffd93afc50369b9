"""What the Python package adds to its C call, for 10^5 links out of numpy's arrays, and how long
10^5 small solves take. The argument: how many small ones of each kind are measured. Appends lines
to the file that REDIST_BENCH_LINES names, as the other benchmarks do."""
import os
import sys
import time

try:
    import numpy as np
    import redist
    from redist import invoke
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

MOST_ADDED = 1.05
SMALL_SOLVES, MOST_SECONDS = 10 ** 5, 60


class Inside:
    """Seconds spent in C calls while it is open."""

    def __enter__(self):
        self.seconds, self._call = 0.0, invoke.call
        invoke.call = self._timed
        return self

    def __exit__(self, *_):
        invoke.call = self._call

    def _timed(self, *arguments):
        start = time.process_time()
        try:
            return self._call(*arguments)
        finally:
            self.seconds += time.process_time() - start


def say(what, measured, goal):
    judged = f"  at most {goal:<8.4g} {'met' if measured <= goal else 'NOT MET'}" if goal else ""
    print(f"{what:<66} {measured:10.4g}{judged}", flush=True)
    if "REDIST_BENCH_LINES" in os.environ:
        with open(os.environ["REDIST_BENCH_LINES"], "a", encoding="utf-8") as lines:
            lines.write(f"{what}\t{measured:.6g}\t{goal:g}\n")


def ring(hosts):
    host = np.arange(hosts)
    return (np.concatenate([host, host]), np.concatenate([(host + 1) % hosts, (host - 1) % hosts]),
            "ring", "ring-two-way-list")


def torus(side):
    row, column = np.divmod(np.arange(side * side), side)
    ends = [((row + a) % side) * side + (column + b) % side for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return np.tile(np.arange(side * side), 4), np.concatenate(ends), "any", "network-planner"


def measure_large(name, sender, receiver, shape, algorithm):
    rng = np.random.default_rng(1)
    hosts = int(sender.max()) + 1
    load = rng.integers(0, 9, hosts)
    after = rng.permutation(load)
    cost = rng.integers(1, 10, len(sender)).astype(float)
    with Inside() as inside:
        start = time.process_time()
        network = redist.Network(hosts, sender, receiver, cost, shape=shape)
        redist.solve(redist.Problem(network, load=load, after=after), algorithm)
        whole = time.process_time() - start
    say(f"python: solve of {len(sender)} links, {name}, times its C call", whole / inside.seconds,
        MOST_ADDED)


def ring_of_4(rng):
    return redist.Network.ring(4, cost=int(rng.integers(1, 5)))


def random_of_6(rng):
    pairs = [(a, b) for a in range(6) for b in range(6) if b != a and (b == (a + 1) % 6 or rng.random() < 0.4)]
    return redist.Network(6, [a for a, _ in pairs], [b for _, b in pairs],
                          rng.integers(1, 5, len(pairs)).astype(float))


def measure_small(name, draw, count, algorithm=None, goal=MOST_SECONDS):
    rng = np.random.default_rng(2)
    problems = []
    for _ in range(count):
        network = draw(rng)
        load = rng.integers(0, 9, len(network.hosts))
        problems.append(redist.Problem(network, load=load, after=rng.permutation(load)))
    start = time.process_time()
    for problem in problems:
        redist.solve(problem, algorithm)
    seconds = (time.process_time() - start) / count * SMALL_SOLVES
    say(f"python: s for 10^5 solves, {name}", seconds, goal)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    if "REDIST_BENCH_LINES" in os.environ:
        open(os.environ["REDIST_BENCH_LINES"], "w", encoding="utf-8").close()
    measure_large("a two-way ring", *ring(50000))
    measure_large("a torus", *torus(158))
    measure_small("rings of 4 hosts", ring_of_4, count)
    measure_small("random networks of 6, network-planner", random_of_6, count, "network-planner")
    # Here a plan that meets no bound is searched for a shorter one, up to half a second.
    measure_small("random networks of 6, all algorithms", random_of_6, count, goal=0)


main()
