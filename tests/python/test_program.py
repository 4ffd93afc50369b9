"""The program from Python: what it prints as rows, and what it refuses as exceptions.

    test_program.py REDIST SOURCE
"""
import os
import pathlib
import sys
import tempfile
import unittest
from xml.etree import ElementTree

from flat import redist

PROGRAM, SOURCE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))


class Program(unittest.TestCase):
    def test_run(self):
        rows = redist.run(SOURCE / "scenarios/bus_relabelling.xml", program=PROGRAM)
        for row in rows:
            self.assertEqual((row["status"], row["scenario"]), ("ok", "bus-relabelling"))
            self.assertLessEqual(row["bound_s"], row["planned_s"])
            self.assertEqual(row["planned_s"], row["simulated_s"])

    def test_sweep(self):
        # Two numbers of hosts, three repetitions, two algorithms.
        with tempfile.TemporaryDirectory() as folder:
            results = os.path.join(folder, "results.db")
            rows = redist.sweep(SOURCE / "examples/sweep.xml", results, jobs=1, program=PROGRAM)
            self.assertEqual(len(rows), 12)
            self.assertEqual({row["parameters"]["hosts"] for row in rows}, {"5", "6"})
            self.assertEqual(redist.read_results(results, program=PROGRAM), rows)

    def test_lists(self):
        # Objects and copies, planned here and by the program, and simulated: the same digits.
        net = redist.Network.switch(["a x", "b", "c"], cost=0.5)
        objects = [("o", 8, "a x", "b"), ("p", 6, ["b", "c"], "a x", "c"), ("q", 4, "c", "b", None, False)]
        copies = [("w", 3, "a x", ["b", "c"]), ("v", 1, "b", "c")]
        for problem in (redist.Problem(net, objects=objects, space={"a x": 40}, combined_ports=True),
                        redist.Problem(net, objects=objects, many_a_pair=True, ports=2),
                        redist.Problem(net, copies=copies, kind_sizes={"v": 3}),
                        redist.Problem(net, {"a x": {"u": 2, "v": 3}}, kind_sizes={"v": 3},
                                       after={"b": {"u": 2, "v": 1}, "c": {"v": 2}})):
            s = redist.solve(problem)
            scenario = redist.Scenario(problem, s.algorithm, item_bytes=100)
            [row] = redist.run(scenario, program=PROGRAM)
            self.assertEqual((row["status"], row["planned_s"], row["bound_s"]),
                             ("ok", s.makespan, s.bound))
            self.assertEqual(row["simulated_s"], row["planned_s"])
        with self.assertRaisesRegex(redist.ArgumentError, "whole numbers of bytes"):
            redist.run(redist.Scenario(redist.Problem(net, copies=copies, kind_sizes={"v": 0.5})),
                       program=PROGRAM)

    def test_maps(self):
        # Names that mean something to CSV or to spreadsheets, computations, objects, several rounds.
        star = redist.Network.star(["w,1", "=w2", "'x"], cost=1)
        switch = redist.Network.switch(["a x", "b"], cost=0.5)
        for problem in (redist.Problem(star, {"w,1": 6}, compute=[3, 3, 3, 0]),
                        redist.Problem(switch, objects=[("-o", 8, "a x", "b")]),
                        redist.Problem(switch, copies=[("w", 3, "a x", ["b"])])):
            drawn = redist.solve(problem).map(program=PROGRAM)
            self.assertEqual(ElementTree.fromstring(drawn._repr_svg_()).tag,
                             "{http://www.w3.org/2000/svg}svg")
            for host in problem.network.hosts:
                self.assertIn(host, self.text_of(drawn))
        verdict = redist.judge(problem, [("a x", "b", 3, "w", 1, 0, 0)])
        self.assertIn("svg", str(verdict.map(program=PROGRAM)))

    def test_maps_without_a_plan(self):
        # Of a problem the loads and what limits; of a network hosts and links alone. A bound of a ring
        # of latencies alone, a bus, objects.
        star = redist.Network.star(["w", "v"], cost=1)
        bus = redist.Network.bus(3, cost=0.5)
        line = redist.Network(["a", "b", "c"], [0, 1], [1, 2], cost=1)
        problem = redist.Problem(line, {"a": 5}, after={"c": 5})
        text = self.text_of(problem.map(item_bytes=1000, program=PROGRAM))
        for words in ("5 \N{RIGHTWARDS ARROW} 0 items", "0 \N{RIGHTWARDS ARROW} 5 items", "1 kB/s",
                      "network", "bound 6 s"):
            self.assertIn(words, text)
        self.assertIn("8 B", self.text_of(
            redist.Problem(bus, objects=[("o", 8, 0, 2)]).map(program=PROGRAM)))
        for net in (star, bus, line, redist.Network.ring(4, 0, latency=1), redist.Network.ring(1, 1),
                    redist.Network.hypercube(3, 1), redist.Network.torus(3, 4, 1)):
            text = self.text_of(net.map(program=PROGRAM))
            for words in ("items", "bound"):
                self.assertNotIn(words, text)
            for host in net.hosts:
                self.assertIn(str(host), text)

    def text_of(self, drawn):
        """The words that a map shows."""
        return "\n".join(text for element in ElementTree.fromstring(str(drawn)).iter(
            "{http://www.w3.org/2000/svg}text") for text in element.itertext())

    def test_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            wrong = os.path.join(folder, "wrong.xml")
            pathlib.Path(wrong).write_text("<scenario>\n<nothing/></scenario>\n")
            with self.assertRaisesRegex(redist.ArgumentError, "wrong.xml:2"):
                redist.run(wrong, program=PROGRAM)
            with self.assertRaisesRegex(redist.ProgramError, "No such file"):
                redist.run(os.path.join(folder, "none.xml"), program=PROGRAM)
        with self.assertRaisesRegex(redist.ProgramError, "the program redist is needed"):
            redist.run("x.xml", program="/none/redist")
        for wrong in (None, 1, object(), "a\0b"):
            with self.assertRaises(redist.RedistError):
                redist.run(wrong, program=PROGRAM)
            with self.assertRaises(redist.RedistError):
                redist.Network.ring(3, cost=1).map(program=wrong)


if __name__ == "__main__":
    unittest.main()
