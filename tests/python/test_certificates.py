"""Certificates of solutions, checked exactly; false ones are refused."""
import copy
import dataclasses
import random
import unittest
from fractions import Fraction

from flat import redist


def changed(certificate, **members):
    """The certificate with other numbers."""
    proof = copy.deepcopy(certificate._proof)
    vars(proof).update(members)
    return dataclasses.replace(certificate, _proof=proof)


class Certificates(unittest.TestCase):
    def test_ring(self):
        # Two items leave a by one port, 1 s each: no schedule ends before 2 s.
        net = redist.Network.ring(["a", "b", "c"], cost=1)
        s = redist.solve(redist.Problem(net, load={"a": 2}, after={"c": 2}))
        self.assertEqual((s.certificate.shows, s.certificate.check()), ("prices", Fraction(2)))
        false = changed(s.certificate, ticks=2 * s.certificate._proof.ticks)
        with self.assertRaisesRegex(redist.CertificateError, "is needed and .* offered"):
            false.check()
        with self.assertRaisesRegex(redist.CertificateError, "it shows 2"):
            dataclasses.replace(s.certificate, seconds=2.5).check()

    def test_star(self):
        # Every worker has a port of its own: what shows the bound is a date.
        workers = ["w0", "w1", "w2"]
        links = [link for i, cost in enumerate([1, 1, 2]) for link in ((i, 3, cost), (3, i, cost))]
        net = redist.Network(workers + ["master"], *map(list, zip(*links)), shape="star")
        s = redist.solve(redist.Problem(net, load={"w0": 20, "w2": 4}, compute=[3, 1, 2, 0],
                                        ports="unlimited"))
        self.assertEqual(s.certificate.shows, "relay")
        self.assertTrue(s.bound <= s.certificate.check() <= s.makespan)
        with self.assertRaisesRegex(redist.CertificateError, "too early"):
            changed(s.certificate, date=0).check()

    def test_random(self):
        lots, kinds = random.Random(1), set()
        for _ in range(60):
            n = lots.randint(3, 6)
            net = redist.Network.torus(1, n, cost=lots.choice([1, 0.1, 2.5]),
                                       latency=lots.choice([0, 0, 1, 10]))
            load = [lots.randint(0, 6) for _ in range(n)]
            s = redist.solve(redist.Problem(net, load, balance=lots.randint(0, 2)))
            if s.certificate is None:
                continue
            shown = s.certificate.check()
            kinds.add(s.certificate.shows)
            self.assertTrue(s.bound <= shown)
            self.assertTrue(float(shown) <= s.makespan * (1 + 1e-12), s)
            table = s.certificate.to_dict()
            self.assertEqual(table["instance"]["loads"], [[items] for items in load])
        self.assertIn("prices", kinds)

    def test_copies_beside_loads(self):
        # A line a, b, c with one port: a has to send 2 items of w, each of 2 s, and 3 that move, of 1 s.
        net = redist.Network(["a", "b", "c"], [0, 1, 1, 2], [1, 0, 2, 1], [1] * 4)
        s = redist.solve(redist.Problem(net, copies=[("w", 2, "a", "b")], load={"a": 3}, after={"b": 3},
                                        kind_sizes={"w": 2}))
        self.assertEqual((s.certificate.shows, s.certificate.check(), s.makespan), ("cuts", Fraction(7), 7))
        table = s.certificate.to_dict()
        self.assertEqual((table["potentials"], table["instance"]["final_loads"]),
                         ([[1], [0], [0]], [[0], [3], [0]]))
        with self.assertRaisesRegex(redist.CertificateError, "potentials fall by more than is paid from 0 to 1"):
            changed(s.certificate, potential=[2, 0, 0]).check()
        with self.assertRaisesRegex(redist.CertificateError, "7 is needed and 7 offered"):
            changed(s.certificate, ticks=8).check()

    def test_relabelling(self):
        # a has all of x and b all of y: both stay, nothing moves.
        net = redist.Network.switch(["a", "b"], cost=1)
        s = redist.solve(redist.Problem(net, load={"a": {"x": 3}, "b": {"y": 2}}, gather=True))
        self.assertEqual(s.makespan, 0)
        lots, checked = random.Random(2), 0
        for _ in range(20):
            load = [[lots.randint(0, 5) for _ in range(3)] for _ in range(4)]
            s = redist.solve(redist.Problem(redist.Network.switch(4, cost=1), load, gather=True))
            if s.relabelling is None:  # its bound shows that the plan is optimal
                continue
            s.relabelling.check()
            checked += 1
            with self.assertRaises(redist.CertificateError):
                changed(s.relabelling, steps=s.relabelling.steps + 1).check()
        self.assertGreater(checked, 0)


if __name__ == "__main__":
    unittest.main()
