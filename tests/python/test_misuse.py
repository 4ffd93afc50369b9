"""Whatever is passed, what comes back is an ArgumentError, or another error of the package."""
import itertools
import threading
import unittest

from flat import redist

NOTHING = [None, "x", b"x", float("nan"), float("inf"), -1, 2**31, 2**32, 2**63, 2**64, 10**400,
           1.5, True, itertools.count(), [], {}, [[]], object(), [None], [float("nan")], ["a"],
           [-1], [2**64], {"a": None}, {"a": -1}, {"z": 1}, {"a": {"k": 1.5}}, {"a": [1, "x"]},
           range(3), iter([1]), lambda: 1]


def ring():
    return redist.Network.ring(["a", "b", "c"], cost=1)


class Misuse(unittest.TestCase):
    def attempt(self, call):
        """Calls: an error of the package, or a result, is well; anything else is not."""
        try:
            return call()
        except redist.RedistError as error:
            self.assertTrue(str(error))
            return None

    def test_networks(self):
        for a, b in itertools.product(NOTHING, NOTHING):
            self.attempt(lambda: redist.Network(a, cost=b, shape="ring"))
            self.attempt(lambda: redist.Network(3, a, b))
            self.attempt(lambda: redist.Network(3, [0], [1], a, b))
        for a in NOTHING:
            for call in (redist.Network.hypercube, redist.Network.switch, redist.Network.star):
                self.attempt(lambda: call(a, cost=1))
            self.attempt(lambda: redist.Network.torus(a, 2, cost=1))
            self.attempt(lambda: redist.Network(2, shape=a if a.__hash__ else "x"))

    def test_problems(self):
        for wrong in NOTHING:
            self.attempt(lambda: redist.Problem(wrong, [1], balance=0))
            for field in ("after", "balance", "gather", "compute"):
                problem = self.attempt(lambda: redist.Problem(ring(), {"a": 2}, **{field: wrong}))
                if problem:
                    self.attempt(lambda: redist.solve(problem))
                    self.attempt(lambda: redist.bound(problem))
            for field in ("copies", "kind_sizes", "objects", "space"):
                lists = {"copies": [("w", 1, "a", "b")]} if field == "kind_sizes" else {
                    "objects": [("o", 1, "a", "b")]}
                problem = self.attempt(lambda: redist.Problem(ring(), **{**lists, field: wrong}))
                if problem:
                    self.attempt(lambda: redist.solve(problem))
            for place in range(6):
                for field, row in (("objects", ["o", 1, "a", "b", None, True]),
                                   ("copies", ["w", 1, "a", "b"])):
                    row[min(place, len(row) - 1)] = wrong
                    problem = self.attempt(lambda: redist.Problem(ring(), **{field: [row]}))
                    if problem:
                        self.attempt(lambda: redist.solve(problem))
            for arguments in ({"load": wrong}, {"load": [2, 0, 0], "ports": wrong}):
                problem = self.attempt(lambda: redist.Problem(ring(), **arguments, balance=0))
                if problem:
                    self.attempt(lambda: redist.solve(problem))

    def test_calls(self):
        problem = redist.Problem(ring(), {"a": 2}, after={"c": 2})
        for wrong in NOTHING:
            self.attempt(lambda: redist.solve(wrong))
            self.attempt(lambda: redist.solve(problem, wrong))
            self.attempt(lambda: redist.solve(problem, options=wrong))
            self.attempt(lambda: redist.solve(problem, "network-planner",
                                              options={"seed": wrong}))
            self.attempt(lambda: redist.solve(problem, seed=wrong))
            self.attempt(lambda: redist.solve(problem, memory_limit_bytes=wrong))
            self.attempt(lambda: redist.judge(problem, wrong))
            for place in range(6):
                row = ["a", "b", 1, 0, 1, 0]
                row[place] = wrong
                self.attempt(lambda: redist.judge(problem, [row]))

    def test_dates_and_scenarios(self):
        problem = redist.Problem(ring(), {"a": 2}, after={"c": 2})
        for wrong in NOTHING:
            self.attempt(lambda: redist.dates(wrong, []))
            self.attempt(lambda: redist.dates(problem, wrong))
            self.attempt(lambda: redist.Scenario(wrong))
            self.attempt(lambda: redist.Scenario(problem, item_bytes=wrong))
            self.attempt(lambda: redist.Scenario(problem, repeat=wrong))
            for place in range(6):
                row = ["a", "b", 1, 0, 1, 0]
                row[place] = wrong
                self.attempt(lambda: redist.dates(problem, [row]))

    def test_huge(self):
        # Loads whose sum passes 2^53, plans of too many messages, and times beyond any double.
        net = redist.Network.ring(3, cost=1e15)
        for call in (lambda: redist.solve(redist.Problem(net, [2**53, 1, 0], balance=0)),
                     lambda: redist.Problem(net, [2**63, 0, 0], balance=0),
                     lambda: redist.dates(redist.Problem(net, [2**50, 0, 0], balance=2**50),
                                          [(0, 1, 1, 0, 2**40)])):
            with self.assertRaises(redist.RedistError):
                call()
        s = redist.solve(redist.Problem(net, [2**50, 0, 0], balance=2**50))
        self.assertEqual(s.makespan, 0)

    def test_threads(self):
        # Good calls and wrong ones at once, from threads.
        def work():
            for i in range(20):
                load = {"a": 2} if i % 2 else {"a": 2**53, "b": 1}
                self.attempt(lambda: redist.solve(redist.Problem(ring(), load, balance=0)))
            done.append(True)

        done = []
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(done), 4)

    def test_messages_name_the_place(self):
        for message, call in (
                (r"load\[1\]: nan: a whole", lambda: redist.Problem(
                    ring(), [1, float("nan"), 0], balance=0)),
                ("load: no host is named 'z'", lambda: redist.Problem(ring(), {"z": 1}, balance=0)),
                ("load: 2 values: 3 are", lambda: redist.Problem(ring(), [1, 2], balance=0)),
                ("goal: one of", lambda: redist.Problem(ring(), [1, 2, 3])),
                (r"sender\[0\]: -1: 0 to", lambda: redist.Network(2, [-1], [0])),
                ("two have one name", lambda: redist.Network.ring(["a", "a"], cost=1)),
                ("hosts: 1000000000000: 1 to 1048576",
                 lambda: redist.Network.switch(10**12, cost=1))):
            with self.assertRaisesRegex(redist.ArgumentError, message):
                call()

    def test_refused(self):
        problem = redist.Problem(ring(), {"a": 2}, after={"c": 2})
        with self.assertRaises(redist.RefusedError):
            redist.solve(problem, next(a.name for a in redist.algorithms()
                                       if a not in redist.algorithms(problem)))
        with self.assertRaises(redist.OutOfMemoryError):
            redist.solve(problem, memory_limit_bytes=1)


if __name__ == "__main__":
    unittest.main()
