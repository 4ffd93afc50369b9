"""Networks, problems and what was found of them go to other processes, by pickle, and are copied."""
import copy
import multiprocessing
import pickle
import unittest

from flat import redist


def problems():
    ring = redist.Network.ring(["a", "b", "c"], cost=1)
    graph = redist.Network(["a", "b", "c"], [0, 1, 2], [1, 2, 0], [1.0, 0.5, 0.25], 0.125)
    star = redist.Network.star(["a", "b"], cost=1)
    return [
        redist.Problem(ring, {"a": 2}, after={"c": 2}),
        redist.Problem(graph, {"a": {"x": 2}, "b": {"y": 1}}, after={"c": {"x": 2, "y": 1}}, ports=2),
        redist.Problem(graph, [4, 0, 0], balance=1, ports=[1, 2, 1]),
        redist.Problem(redist.Network.switch(["a", "b", "c"], cost=1), {"a": {"x": 2}, "b": {"y": 1}},
                       gather=True),
        redist.Problem(star, {"a": 3}, compute={"a": 3, "b": 2}, ports="unlimited"),
        redist.Problem(graph, copies=[("w", 2, "a", ["b", "c"])], kind_sizes={"w": 2}),
        redist.Problem(graph, {"a": {"x": 2, "y": 1}}, balance=0, kind_sizes={"y": 2}),
        redist.Problem(redist.Network.switch(["a", "b"], cost=1), objects=[("o", 2, "a", "b")],
                       space={"b": 2}),
    ]


def makespan(problem):
    return redist.solve(problem).makespan


class Pickling(unittest.TestCase):
    def test_again(self):
        for problem in problems():
            s = redist.solve(problem)
            for again in (pickle.loads(pickle.dumps(s)), copy.deepcopy(s)):
                self.assertEqual(again, s)
                self.assertEqual(redist.solve(again.problem), s)
                self.assertEqual(again.dates, s.dates)
                self.assertEqual(again.problem.network.links(), problem.network.links())
                if s.certificate:
                    self.assertEqual(again.certificate.check(), s.certificate.check())
            verdict = redist.judge(problem, s.plan)
            self.assertEqual(pickle.loads(pickle.dumps(verdict)), verdict)

    def test_processes(self):
        # Forked ones, and new ones that import the package themselves.
        wanted = [makespan(problem) for problem in problems()]
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(1) as pool:
                self.assertEqual(pool.map(makespan, problems()), wanted)


if __name__ == "__main__":
    unittest.main()
