"""The package as a user calls it. Expected times are derived by hand, in the comments."""
import threading
import unittest

from flat import redist

from redist.invoke import named  # after flat, which skips where there is no package


def optional(name):
    """The module, or None where it is not installed."""
    try:
        return __import__(name)
    except ImportError:
        return None


networkx, numpy, pandas = optional("networkx"), optional("numpy"), optional("pandas")


class Solving(unittest.TestCase):
    def test_ring(self):
        # a has 2 items, c wants them, 1 s each on the direct link: 2 s, one after the other.
        net = redist.Network.ring(["a", "b", "c"], cost=1)
        problem = redist.Problem(net, load={"a": 2}, after={"c": 2})
        s = redist.solve(problem)
        self.assertEqual((s.makespan, s.bound, s.ratio, s.proved), (2.0, 2.0, 1.0, True))
        self.assertEqual(s.final_loads, {"a": 0, "b": 0, "c": 2})
        self.assertEqual({(t.sender, t.receiver) for t in s.plan}, {("a", "c")})
        self.assertEqual(sum(t.items * t.messages for t in s.plan), 2)
        verdict = redist.judge(problem, s.plan)
        self.assertTrue(verdict.legal and verdict.goal_reached and verdict.proved)
        self.assertEqual(verdict.makespan, 2.0)
        self.assertEqual(redist.bound(problem).seconds, 2.0)
        self.assertIn("a", str(s.plan).splitlines()[1])
        self.assertIn("<td>a</td>", s._repr_html_())

    def test_worse_plan(self):
        # By way of b, one message of both items: 2 s and 2 s.
        net = redist.Network.ring(["a", "b", "c"], cost=1)
        problem = redist.Problem(net, load={"a": 2}, after={"c": 2})
        verdict = redist.judge(problem, [("a", "b", 2), ("b", "c", 2, 0, 1, 1)])
        self.assertEqual((verdict.makespan, verdict.ratio, verdict.proved), (4.0, 2.0, False))

    def test_illegal_plan(self):
        net = redist.Network.ring(["a", "b", "c"], cost=1)
        problem = redist.Problem(net, load={"a": 2}, after={"c": 2})
        verdict = redist.judge(problem, [("a", "b", 3)])
        self.assertEqual((verdict.legal, verdict.transfer, verdict.ratio), (False, 0, None))
        self.assertIn("host a", verdict.message)
        missed = redist.judge(problem, [("a", "b", 2)])
        self.assertTrue(missed.legal)
        self.assertEqual((missed.goal_reached, missed.ratio), (False, None))

    def test_star(self):
        # An item takes 1 s to the master, 1 s from it, 3 s to compute; w0 has 6. Computing k there
        # takes 3k; a worker that receives one can begin at 2 s, and with two, ends at 8 or 9 s.
        # Two each end by 8; fewer than 2 at some worker leaves 3 to another: 9 s. So 8 s or more:
        # 2 + 2 + 2 in 8 s needs both others to begin at 2 s, but they begin at 2 and 3 s. So 9 s.
        net = redist.Network.star(["w0", "w1", "w2"], cost=1)
        s = redist.solve(redist.Problem(net, load={"w0": 6},
                                        compute={"w0": 3, "w1": 3, "w2": 3}))
        self.assertEqual((s.makespan, s.proved), (9.0, True))

    def test_kinds(self):
        net = redist.Network.switch(["a", "b"], cost=1)
        problem = redist.Problem(net, load={"a": {"x": 1}, "b": {"y": 1}},
                                 after={"a": {"y": 1}, "b": {"x": 1}})
        s = redist.solve(problem)  # both at once, 1 s
        self.assertEqual((s.makespan, problem.kinds), (1.0, ("x", "y")))
        self.assertEqual(s.final_loads["a"], {"x": 0, "y": 1})
        same = redist.Problem(net, load=[[1, 0], [0, 1]], after=[[0, 1], [1, 0]])
        self.assertEqual(redist.solve(same).makespan, 1.0)

    def test_balance_and_torus(self):
        net = redist.Network.torus(3, 3, cost=1)
        self.assertEqual(len(net.sender), 36)  # 9 hosts, 4 neighbours
        self.assertEqual(len(redist.Network.torus(1, 2, cost=1).sender), 2)
        s = redist.solve(redist.Problem(net, load={(0, 0): 9}, balance=0))
        self.assertEqual(set(s.final_loads.values()), {1})
        self.assertGreaterEqual(s.ratio, 1)

    def test_names_in_messages(self):
        # Every item passes c or f, each of which receives and sends one at a time.
        net = redist.Network.ring(["a", "b", "c", "d", "e", "f"], cost=1)
        problem = redist.Problem(net, {"a": 9, "b": 9}, after={"d": 9, "e": 9})
        self.assertEqual(redist.bound(problem).rests_on,
                         "the send ports of hosts c and f, and the receive ports of hosts c and f")
        for number, name in (("hosts 0, 1, .. and 13 more", "hosts a, b, .. and 13 more"),
                             ("from host 2 to host 12: 4 hosts", "from host c to host 12: 4 hosts"),
                             ("of hosts 0, 2 and 5, 1 item of kind 0",
                              "of hosts a, c and f, 1 item of kind 0")):
            self.assertEqual(named(number, problem), name)

    def test_named_algorithm(self):
        net = redist.Network.hypercube(2, cost=1)
        problem = redist.Problem(net, load=[4, 0, 0, 0], after=[1, 1, 1, 1], ports="unlimited")
        names = [a.name for a in redist.algorithms(problem)]
        self.assertIn("network-planner", names)
        self.assertLess(len(names), len(redist.algorithms()))
        s = redist.solve(problem, "network-planner")
        self.assertEqual(s.algorithm, "network-planner")

    def test_threads(self):
        net = redist.Network.torus(3, 3, cost=1)
        problem, found = redist.Problem(net, load={(0, 0): 9}, balance=0), []
        threads = [threading.Thread(target=lambda: found.append(redist.solve(problem)))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(found), 4)
        self.assertEqual(len({s.plan for s in found}), 1)


class OtherLibraries(unittest.TestCase):
    @unittest.skipUnless(networkx, "networkx is not installed")
    def test_networkx(self):
        graph = networkx.Graph()
        graph.add_edge("a", "b", cost=1.0)
        graph.add_edge("b", "c", cost=2.0)
        net = redist.Network.from_networkx(graph, cost="cost")
        self.assertEqual(len(net.sender), 4)
        # One item at a time: b has it at 1 s and 2 s, and sends from 1 to 3 and from 3 to 5 s.
        s = redist.solve(redist.Problem(net, load={"a": 2}, after={"c": 2}))
        self.assertEqual((s.makespan, s.proved), (5.0, True))
        graph.add_edge("c", "d")
        with self.assertRaisesRegex(redist.ArgumentError, "edge 'c', 'd': 'cost': missing"):
            redist.Network.from_networkx(graph, cost="cost")
        self.assertEqual(len(redist.Network.from_networkx(graph, cost=1.0).sender), 6)
        with self.assertRaisesRegex(redist.ArgumentError, "several edges"):
            redist.Network.from_networkx(networkx.MultiGraph(), cost=1.0)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_numpy(self):
        sender, receiver = numpy.array([0, 1], "uint32"), numpy.array([1, 2], "int64")
        net = redist.Network(3, sender, receiver, numpy.array([1.0, 2.0]))
        load = numpy.array([2, 0, 0])
        problem = redist.Problem(net, load, after=numpy.array([0, 0, 2], "uint8"))
        load[0] = 7  # the problem has a copy
        self.assertEqual(redist.solve(problem).makespan, 5.0)
        for wrong in (numpy.array([1.0, 0, 0]), numpy.array([1, 0]), numpy.array([None] * 3),
                      numpy.array([[[1]]]), numpy.array([2**64 - 1, 0, 0], "uint64")):
            with self.assertRaises(redist.ArgumentError):
                redist.Problem(net, wrong, balance=0)
        with self.assertRaisesRegex(redist.ArgumentError, r"cost\[1\]: nan"):
            redist.Network(3, sender, receiver, numpy.array([1.0, numpy.nan]))
        strided = numpy.array([2, 9, 0, 9, 0, 9])[::2]
        self.assertEqual(redist.solve(redist.Problem(net, strided, after={2: 2})).makespan, 5.0)

    @unittest.skipUnless(pandas, "pandas is not installed")
    def test_pandas(self):
        net = redist.Network.ring(["a", "b", "c"], cost=1)
        series = pandas.Series({"c": 0, "a": 2})
        s = redist.solve(redist.Problem(net, load=series, after={"c": 2}))
        self.assertEqual(s.makespan, 2.0)
        self.assertEqual(list(s.plan.to_pandas().columns), list(redist.Transfer._fields))


if __name__ == "__main__":
    unittest.main()
