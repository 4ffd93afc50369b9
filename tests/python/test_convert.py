"""Networks of other formats, and scenarios of their own, by way of the program.

    test_convert.py REDIST SOURCE
"""
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

from flat import redist
from redist.__main__ import main

try:
    import networkx
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

PROGRAM, SOURCE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
ZOO = SOURCE / "examples/notebooks/alpine.graphml"


class Converting(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_formats_agree(self):
        # a - b 1 s, b - c 2 s, both ways.
        graph = networkx.Graph()
        graph.add_edge("a", "b", weight=1)
        graph.add_edge("b", "c", weight=2)
        networkx.write_graphml(graph, self.folder / "g.graphml")
        networkx.write_gml(graph, str(self.folder / "g.gml"))
        self.write("g.json", json.dumps({
            "directed": False, "multigraph": False, "graph": {},
            "nodes": [{"id": name} for name in "abc"],
            "edges": [{"source": "a", "target": "b", "weight": 1},
                      {"source": "b", "target": "c", "weight": 2}]}))
        self.write("g.edges", "# lines\na b 1\nb c 2  # the slow one\n")
        self.write("g.csv", ",a,b,c\na,0,1,0\nb,1,0,2\nc,,2,\n")
        for name in ("g.graphml", "g.gml", "g.json", "g.edges", "g.csv"):
            net = redist.read_network(self.folder / name, cost="weight")
            self.assertEqual(net.hosts, ("a", "b", "c"), name)
            self.assertEqual(sorted(net.links()), [(0, 1, 1.0, 0.0), (1, 0, 1.0, 0.0),
                                                   (1, 2, 2.0, 0.0), (2, 1, 2.0, 0.0)], name)

    def test_units(self):
        # 8 Gbit/s are 10^9 byte/s: an item of 10^6 bytes takes 1 ms.
        path = self.write("g.edges", "a b 8\n")
        read = redist.read_network
        net = read(path, bandwidth="weight", unit="Gbps", item_bytes=10**6, latency=3,
                   latency_unit="ms")
        self.assertEqual(net.links()[0], (0, 1, 1e-3, 3e-3))
        for wrong, message in (({"bandwidth": "weight"}, "in no unit: a unit is needed: Bps, bps"),
                               ({"bandwidth": "weight", "unit": "ell"}, "in ell"),
                               ({}, "edges have: weight"), ({"cost": "x"}, "'x': missing; it has weight"),
                               ({"cost": 1, "name": "x"}, "all nodes have"),
                               ({"cost": 1, "bandwidth": 1}, "one of them")):
            with self.assertRaisesRegex(redist.ArgumentError, message):
                read(path, **wrong)
        self.assertEqual(read(self.write("h.edges", "a b 1GBps\n"), bandwidth="weight").links()[0][2],
                         1e-9)

    def test_refused(self):
        for name, text in (("x.graphml", "<graphml"), ("x.gml", "graph ["), ("x.json", "{}"),
                           ("y.json", "[1"), ("x.edges", "a\n"), ("x.csv", "a,b\n1,2,3\n"),
                           ("x.npy", "no"), ("x.pdf", ""), ("y.edges", "a b q\n"),
                           ("z.edges", "a b 1\na b 2\n"), ("empty.edges", "")):
            with self.assertRaises(redist.ArgumentError, msg=name):
                redist.read_network(self.write(name, text), cost="weight")
        self.assertEqual(redist.read_network(self.folder / "z.edges", cost="weight",
                                             fastest=True).links()[0][2], 1.0)

    def test_command(self):
        # A file as the Topology Zoo writes them: converted, planned, simulated, under its names.
        out = self.folder / "zoo.xml"
        said = subprocess.run(
            [sys.executable, "-m", "redist", "convert", str(ZOO), str(out), "--bandwidth",
             "LinkSpeedRaw", "--unit", "bps", "--latency", "delay_ms", "--latency-unit", "ms",
             "--item-bytes", "1000000", "--load", "Wien=40", "--after", "St. Pölten=40"],
            check=True, capture_output=True, text=True)
        self.assertEqual(said.stdout, f"{out}\n")
        rows = [row for row in redist.run(out, program=PROGRAM) if row["status"] == "ok"]
        self.assertEqual({(row["scenario"], row["hosts"]) for row in rows}, {("zoo", 7)})
        # 40 items of 1 MB over 1.25 GB/s in one message, after 0.3 ms.
        self.assertAlmostEqual(min(row["planned_s"] for row in rows), 0.0323, places=9)
        plan = subprocess.run([PROGRAM, "explain", str(out)], check=True, capture_output=True,
                              text=True).stdout
        self.assertIn("St. Pölten", plan)
        wrong = subprocess.run([sys.executable, "-m", "redist", "convert", str(ZOO), str(out),
                                "--bandwidth", "LinkSpeedRaw"], capture_output=True, text=True,
                               stdin=subprocess.DEVNULL)
        self.assertEqual(wrong.returncode, 3)
        self.assertIn("a unit is needed", wrong.stderr)

    def test_platform_round_trip(self):
        # A platform that was written is read again by the program: the same costs.
        path = redist.convert(ZOO, self.folder / "p.xml", bandwidth="LinkSpeedRaw", unit="bps",
                              item_bytes=1000)
        net = redist.Network.from_simgrid(path, item_bytes=1000, program=PROGRAM)
        first = redist.read_network(ZOO, bandwidth="LinkSpeedRaw", unit="bps", item_bytes=1000)
        self.assertEqual(net.hosts, first.hosts)
        for (u, v, cost, _), (u2, v2, cost2, _) in zip(sorted(first.links()), sorted(net.links())):
            self.assertEqual((u, v), (u2, v2))
            self.assertAlmostEqual(cost2 / cost, 1, places=12)

    def convert(self, *words):
        """Returns: exit status and standard error of `python3 -m redist convert`."""
        said = io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            try:
                status = main(["convert", *map(str, words)])
            except SystemExit as error:
                status = error.code
        return status, said.getvalue()

    def test_nothing_read_is_written_over(self):
        path = self.write("g.edges", "a b 8\n")
        (self.folder / "link").symlink_to(path)
        os.link(path, self.folder / "hard")
        (self.folder / "two.platform.xml").symlink_to(path)
        (self.folder / "one.xml").symlink_to("one.platform.xml")
        for out, more in (("g.edges", ()), ("./g.edges", ()), ("link", ()), ("hard", ()),
                          ("two.xml", ("--load", "a=4")), ("one.xml", ("--load", "a=4"))):
            status, said = self.convert(path, f"{self.folder}/{out}", "--cost", "weight", *more)
            self.assertEqual(status, 5, out)
            self.assertRegex(said, "cannot be written: .*: give another name\n", out)
            self.assertEqual(path.read_text(encoding="utf-8"), "a b 8\n", out)
        self.assertFalse([*self.folder.glob(".redist-*"), *self.folder.glob("two.xml")])
        self.assertEqual(self.convert(path, "/dev/null", "--cost", "weight"), (0, "/dev/null\n"))

    def test_a_network_whose_platform_says_something_else(self):
        # Links are named FROM>TO: from "a" to "b>c" and from "a>b" to "c" they would be one.
        for edges, word in ((["a>b c", "a b>c"], "without '>'"), (["\x1b[31m z"], "printable"),
                            (["x" * 256 + " z"], "at most 255 bytes"), (["a\u202eb z"], "printable")):
            path = self.write("n.edges", "".join(f"{edge} 1\n" for edge in edges))
            status, said = self.convert(path, self.folder / "n.xml", "--cost", "weight")
            self.assertEqual(status, 3, edges)
            self.assertIn(word, said)
            self.assertFalse((self.folder / "n.xml").exists())
        path = self.write("n.json", json.dumps({
            "directed": True, "multigraph": False, "graph": {}, "nodes": [{"id": 1}, {"id": "1"}],
            "links": [{"source": 1, "target": "1", "weight": 1}]}))
        self.assertEqual(self.convert(path, self.folder / "n.xml", "--cost", "weight")[0], 3)
        # The platform's own zone is no host: one item of the two crosses the link of 1 s.
        path = self.write("own.edges", "redist redist1 1\n")
        out = self.folder / "own.xml"
        self.assertEqual(self.convert(path, out, "--cost", "weight", "--load", "redist=2")[0], 0)
        self.assertEqual(redist.run(out, algorithm="network-planner", program=PROGRAM)[0]["simulated_s"], 1)

    def test_no_words_command_a_terminal(self):
        self.write("\x9b.edges", "a b q\n")
        path = self.write("g.json", json.dumps({
            "directed": False, "multigraph": False, "graph": {}, "nodes": [{"id": "a"}, {"id": "z"}],
            "links": [{"source": "a", "target": "z", "\x1b[31m\u202e": 1}]}))
        out = self.folder / "n.xml"
        for words in ((path, out), (path, out, "--cost", "weight"), (path, out, "\x1b"),
                      (self.folder / "\x9b.edges", out, "--cost", "weight"),
                      (self.folder / "\x9b.pdf", out, "--cost", "weight"),
                      (path, out, "--bandwidth", "1", "--unit", "\x1b"),
                      (path, self.folder / "\x1b.xml", "--cost", "1")):
            said = self.convert(*words)[1]
            self.assertIn("?", said)
            self.assertFalse([letter for letter in said if not letter.isprintable() and letter != "\n"])

    def test_wrong_words(self):
        path = self.write("g.edges", "a b 8\n")
        for words, message in ((["--load=a=9007199254740993"], "0 to 9007199254740992"),
                               (["--load=a=1", "--after=b=2"], "as many of each kind"),
                               (["--load=a=1", "--balance=-1"], "balance: -1: 0 to"),
                               (["--load=a=" + "9" * 5000], "HOST=ITEMS is accepted"),
                               (["--load=a=1", "--load=a=2"], "twice"),
                               (["--after=a=1"], "they need a load"), (["--balance=0"], "they need a load")):
            status, said = self.convert(path, self.folder / "n.xml", "--cost", "weight", *words)
            self.assertEqual(status, 3, words)
            self.assertIn(message, said)
        deep = self.write("deep.json", "[" * 100000)
        self.assertEqual(self.convert(deep, self.folder / "n.xml", "--cost", "weight")[0], 3)
        self.assertFalse((self.folder / "n.xml").exists())

    def test_shared_links(self):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            net = redist.Network.from_simgrid(
                SOURCE / "platforms/three_sites.xml", "lille-[0-1] lyon-[0-1] nice-0",
                item_bytes=10**6, program=PROGRAM)
        self.assertEqual(len(net.links()), 20)
        self.assertIn("share the link", str(said[0].message))


class Scenarios(unittest.TestCase):
    def test_planned_as_solved(self):
        nets = [redist.Network.ring(["x y", "b", "[c]", "d"], cost=1.5),
                redist.Network.ring(4, cost=2, one_way=True),
                redist.Network.hypercube(2, cost=1), redist.Network.switch(4, cost=0.3),
                redist.Network.bus(4, cost=1), redist.Network.torus(2, 2, cost=1, latency=0.5)]
        for net in nets:
            problem = redist.Problem(net, load={net.hosts[0]: 7, net.hosts[2]: 2}, balance=0)
            rows = redist.run(redist.Scenario(problem), program=PROGRAM)
            best = min(row["planned_s"] for row in rows if row["status"] == "ok")
            self.assertAlmostEqual(best, redist.solve(problem).makespan, places=9, msg=str(net))
        star = redist.Problem(redist.Network.star(["w0", "w1", "w2"], cost=1), load={"w0": 6},
                              compute=[3, 3, 3, 0])
        rows = redist.run(redist.Scenario(star, "star-exact"), program=PROGRAM)
        self.assertEqual((rows[0]["planned_s"], rows[0]["simulated_s"]), (9, 9))

    def test_kinds_and_ports(self):
        net = redist.Network.switch(["a", "b", "c"], cost=1)
        problem = redist.Problem(net, load={"a": {"x": 4, "y": 1}, "b": {"y": 2}}, ports=[2, 1, 1],
                                 after={"b": {"x": 2, "y": 3}, "c": {"x": 2}})
        [row] = redist.run(redist.Scenario(problem, "network-planner"), program=PROGRAM)
        self.assertAlmostEqual(row["planned_s"],
                               redist.solve(problem, "network-planner").makespan, places=9)

    def test_sweep_and_recommend(self):
        problem = redist.Problem(redist.Network.ring(5, cost=1), load=[9, 0, 3, 0, 0], balance=0)
        scenario = redist.Scenario(problem, ["ring-shorter-way", "ring-two-way-list"],
                                   vary={"bandwidth-spread": [1, 4]}, repeat=2)
        with tempfile.TemporaryDirectory() as folder:
            rows = redist.sweep(scenario, os.path.join(folder, "r.db"), jobs=1, show=False,
                                program=PROGRAM)
            self.assertEqual(repr(rows), "<redist.Table: not read yet>")
            self.assertEqual(len(rows.head(3)), 3)
            self.assertEqual(len(rows), 8)
            self.assertEqual({row["parameters"]["bandwidth-spread"] for row in rows}, {"1", "4"})
        self.assertTrue(redist.recommend(scenario, program=PROGRAM)["use"].startswith("ring-"))

    def test_what_a_scenario_cannot_say(self):
        net = redist.Network([1, "1"], [0], [1], 1.0)
        with self.assertRaisesRegex(redist.ArgumentError, "as text"):
            redist.Scenario(redist.Problem(net, load=[1, 0], balance=0))
        net = redist.Network(3, [0, 1], [1, 2], [1.0, 0.0])
        scenario = redist.Scenario(redist.Problem(net, load=[1, 0, 0], balance=1))
        with self.assertRaisesRegex(redist.ArgumentError, "items take no time"):
            scenario.write("/nowhere/x.xml")


if __name__ == "__main__":
    unittest.main()
