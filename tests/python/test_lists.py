"""Lists of objects and of copies. Expected times are derived by hand, in the comments."""
import random
import unittest
from fractions import Fraction

from flat import redist

HOSTS = ["a", "b", "c", "d"]


def swap(**rules):
    """a holds 8 and 4 bytes for b, which holds 6 for a; 0.5 s a byte."""
    net = redist.Network.switch(["a", "b"], cost=0.5)
    return redist.Problem(net, objects=[redist.Object("big", 8, "a", "b"), ("middle", 6, "b", "a"),
                                        ("small", 4, ["a"], "b")], **rules)


class Objects(unittest.TestCase):
    def test_solve(self):
        # The send port of a is busy for 6 s, and 6 s are enough.
        s = redist.solve(swap())
        self.assertEqual((s.makespan, s.bound, s.proved), (6.0, 6.0, True))
        self.assertEqual(s.final_loads, {"big": "b", "middle": "a", "small": "b"})
        self.assertEqual({t.kind for t in s.plan}, {"big", "middle", "small"})
        self.assertEqual(s.lower_bound.rests_on, "the send port of host a")
        # Both ports together are busy for 9 s.
        self.assertEqual(redist.solve(swap(combined_ports=True)).makespan, 9.0)
        # Two messages of a link at a time: the longest object takes 4 s.
        self.assertEqual(redist.solve(swap(ports=2, many_a_pair=True)).makespan, 4.0)

    def test_judge(self):
        # In either order a sends until 6 s; 4 bytes are free for 6 only when small has gone.
        problem = swap(space={"a": 4})
        verdict = redist.judge(problem, [("a", "b", 1, "small"), ("b", "a", 1, "middle"),
                                         ("a", "b", 1, "big")])
        self.assertTrue(verdict.legal and verdict.goal_reached)
        self.assertEqual(verdict.makespan, 6.0)
        self.assertEqual([(m.kind, m.start, m.end) for m in verdict.dates.messages],
                         [("small", 0, 2), ("middle", 2, 5), ("big", 2, 6)])
        verdict = redist.judge(problem, [("b", "a", 1, "middle")])
        self.assertEqual((verdict.legal, verdict.violation), (False, "space"))
        verdict = redist.judge(problem, [("a", "b", 1, "small")])
        self.assertEqual(verdict.final_loads, {"big": None, "middle": None, "small": "b"})
        self.assertIn("object big ends where it was: it is wanted on host b", verdict.goal_message)

    def test_sources_and_drops(self):
        # c is a's copy's quicker way: 1 s a byte instead of 3.
        net = redist.Network(HOSTS[:3], [0, 2], [1, 1], [3.0, 1.0])
        problem = redist.Problem(net, objects=[("o", 2, ["c", "a"], "b", "a"),
                                               ("p", 2, "a", "b", None, False)])
        self.assertEqual([o.source for o in problem.objects], [["a", "c"], ["a"]])
        self.assertEqual([(o.drop, o.frees) for o in problem.objects], [("a", True), (None, False)])
        # p takes 6 s from a; o 2 s from c, on the same receive port: 8 s.
        self.assertEqual(redist.solve(problem).makespan, 8.0)

    def test_wrong(self):
        net = redist.Network.switch(["a", "b"], cost=1)
        for message, arguments in (
                (r"objects\[0\]: source: no host is named 'z'", {"objects": [("o", 1, "z", "b")]}),
                (r"objects\[0\]: \('o', 1\): \(name, bytes", {"objects": [("o", 1)]}),
                ("two have one name", {"objects": [("o", 1, "a", "b")] * 2}),
                ("object o is to go to host b, which holds it", {"objects": [("o", 1, "b", "b")]}),
                ("they never fit, and 1 bytes more", {"objects": [("o", 2, "a", "b")],
                                                      "space": {"b": 1}}),
                ("space of 'a': -1: 0 or more", {"objects": [("o", 2, "a", "b")],
                                                 "space": {"a": -1}}),
                ("relay without objects", {"load": [1, 1], "balance": 0, "relay": True}),
                ("goal: one of", {"objects": [("o", 1, "a", "b")], "balance": 0}),
                ("objects and load", {"objects": [("o", 1, "a", "b")], "load": [1, 1]})):
            with self.assertRaisesRegex(redist.ArgumentError, message):
                redist.solve(redist.Problem(net, **arguments))

    def test_many(self):
        # 3,000 objects of 1 byte, each host sends and receives as many: whole rounds, nothing idle.
        names = [f"h{i}" for i in range(30)]
        net = redist.Network.switch(names, cost=1)
        rows = [(f"o{i}", 1, names[i % 30], names[(i + 1 + i // 30 % 29) % 30]) for i in range(3000)]
        s = redist.solve(redist.Problem(net, objects=rows), "objects-edge-colouring")
        self.assertEqual((s.makespan, s.bound), (100.0, 100.0))

    def test_certificates(self):
        # Each bound of random lists is shown by its certificate, and no claim four times as long.
        draw, rooms = random.Random(8), set()
        for case in range(120):
            n = draw.randint(2, 4)
            names = [f"h{i}" for i in range(n)]
            pairs = [(u, v) for u in range(n) for v in range(n) if u != v]
            net = (redist.Network.switch(names, cost=draw.choice([1, 0.1, 3])) if case % 2 else
                   redist.Network(names, *zip(*pairs), [draw.choice([1, 0.3, 0.7]) for _ in pairs],
                                  latency=[draw.choice([0, 0.2]) for _ in pairs]))
            rows = []
            for i in range(draw.randint(1, 6)):
                to, *sources = draw.sample(names, draw.randint(2, n))
                rows.append((i, draw.randint(1, 9), sources[:draw.randint(1, 2)], to))
            space = {host: sum(row[1] for row in rows if row[3] == host) + draw.randint(0, 3)
                     for host in names} if draw.random() < .3 else None
            rules = {rule: draw.random() < .3 for rule in ("combined_ports", "many_a_pair")}
            problem = redist.Problem(net, objects=rows, space=space, ports=draw.choice([1, 2, "unlimited"]),
                                     relay=space is None and draw.random() < .2, **rules)
            found = redist.bound(problem)
            if found.certificate is None:
                self.assertEqual(found.name, "objects as copies")
                continue
            self.assertEqual(found.certificate.shows,
                             "cuts" if found.name == "objects as copies" else "place")
            self.assertTrue(Fraction(found.seconds) <= found.certificate.check())
            table = found.certificate.to_dict()
            rooms.add("cuts" if "cuts" in table else table.get("room"))
            vars(found.certificate._proof)["ticks"] *= 4
            with self.assertRaises(redist.CertificateError):
                found.certificate.check()
        self.assertTrue(rooms >= {"port", "way", "cuts", None}, rooms)


class Copies(unittest.TestCase):
    def test_broadcast(self):
        # Host a of four behind a switch, with one port, holds 3 items that all others want: who can
        # send doubles with each second, so that 9 deliveries take 4 s (docs/copies_bounds.md).
        net = redist.Network.switch(HOSTS, cost=1)
        s = redist.solve(redist.Problem(net, copies=[("w", 3, "a", ["b", "c", "d"])]))
        self.assertEqual(s.bound, 4.0)
        self.assertEqual(s.final_loads, dict.fromkeys(HOSTS, 3))
        self.assertIn("FIRST", str(s.plan))
        verdict = redist.judge(s.problem, s.plan)
        self.assertEqual((verdict.goal_reached, verdict.makespan), (True, s.makespan))

    def test_judge(self):
        # All three to b, then on to c: 6 s, and d has nothing.
        net = redist.Network.switch(HOSTS, cost=1)
        problem = redist.Problem(net, copies=[redist.Copy("w", 3, "a", {"b", "c", "d"})])
        plan = [("a", "b", 3, "w", 1, 0, 0), ("b", "c", 3, "w", 1, 0, 0)]
        verdict = redist.judge(problem, plan)
        self.assertEqual((verdict.legal, verdict.makespan), (True, 6.0))
        self.assertEqual(verdict.goal_message, "host d lacks item 0 of kind w")
        self.assertEqual([m.first for m in verdict.dates.messages], [0, 0])

    def test_rows_of_a_kind_apart(self):
        # The rows of x are its items 0 and 1; y takes twice as long: b receives 1 + 2 + 1 s.
        net = redist.Network.switch(["a", "b"], cost=1)
        problem = redist.Problem(net, copies=[("x", 1, "a", "b"), ("y", 1, "a", "b"),
                                              ("x", 1, "a", "b")], kind_sizes={"y": 2})
        self.assertEqual([(c.kind, c.items) for c in problem.copies], [("x", 1), ("x", 1), ("y", 1)])
        s = redist.solve(problem)
        self.assertEqual((s.makespan, s.bound), (4.0, 4.0))
        self.assertEqual(s.final_loads["b"], {"x": 2, "y": 1})

    def test_sizes_of_counted_kinds(self):
        # A message of x lasts 3 s on each link, of y 5 s: a sends 2 * 3 + 5 s.
        for cost, seconds in (1, 11), ([1.0, 0.1], 11):
            net = redist.Network(["a", "b"], [0, 1], [1, 0], cost)
            problem = redist.Problem(net, {"a": {"x": 2, "y": 1}}, after={"b": {"x": 2, "y": 1}},
                                     kind_sizes={"x": 3, "y": 5})
            self.assertEqual(problem.kind_sizes, {"x": 3, "y": 5})
            s = redist.solve(problem)
            self.assertAlmostEqual(s.makespan, seconds)
            self.assertTrue(Fraction(s.bound) <= s.certificate.check() if s.certificate else True)
            found = redist.bound(problem)
            self.assertAlmostEqual(found.seconds, seconds)
            self.assertTrue(Fraction(found.seconds) <= found.certificate.check())
        with self.assertRaisesRegex(redist.RefusedError, "items of several sizes: network-flow-"):
            redist.solve(problem, algorithm="network-flow-in-time")
        with self.assertRaisesRegex(redist.ArgumentError, r"counted_size\[1\] is 0"):
            redist.solve(redist.Problem(net, {"a": {"x": 2, "y": 1}}, balance=0,
                                        kind_sizes={"y": 0}))

    def test_certificates(self):
        lots, checked = random.Random(7), 0
        for _ in range(30):
            n = lots.randint(4, 6)
            links = [(u, v) for u in range(n) for v in range(n)
                     if u != v and (v == (u + 1) % n or lots.random() < 0.25)]
            costs = [lots.choice([1.0, 0.1, 1 / 3]) for _ in links] if lots.random() < 0.7 else 0.3
            net = redist.Network(n, *zip(*links), costs, lots.choice([0.0, 0.0, 0.25]))
            copies = [(kind, lots.randint(1, 5), lots.randrange(n), lots.sample(range(n), n // 2))
                      for kind in "vwx"]
            found = redist.bound(redist.Problem(net, copies=copies, kind_sizes={"v": 0.3}))
            if found.certificate is None:
                continue
            checked += 1
            self.assertEqual(found.certificate.shows, "cuts")
            self.assertTrue(Fraction(found.seconds) <= found.certificate.check())
            vars(found.certificate._proof)["ticks"] *= 4
            with self.assertRaises(redist.CertificateError):
                found.certificate.check()
        self.assertGreater(checked, 0)

    def test_wrong(self):
        net = redist.Network.switch(["a", "b"], cost=1)
        for message, arguments in (
                (r"copies\[0\]: held: no host is named 'z'", {"copies": [("w", 1, "z", "b")]}),
                ("kind 'w' is counted", {"copies": [("w", 1, "a", "b")], "load": {"a": {"w": 1}},
                                         "after": {"a": {"w": 1}}}),
                ("copies with one of load and after", {"copies": [("w", 1, "a", "b")],
                                                       "load": [1, 1]}),
                ("no kind is 'v'", {"copies": [("w", 1, "a", "b")], "kind_sizes": {"v": 1}}),
                ("copies: 'w': a list", {"copies": "w"}),
                ("load: missing", {"balance": 0})):
            with self.assertRaisesRegex(redist.ArgumentError, message):
                redist.solve(redist.Problem(net, **arguments))


if __name__ == "__main__":
    unittest.main()
