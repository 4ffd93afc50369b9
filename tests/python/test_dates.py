"""When messages are under way, the critical path, charts and tables. Times are derived by hand."""
import unittest
from xml.etree import ElementTree

from flat import redist

try:
    import matplotlib
    matplotlib.use("Agg")
except ImportError:
    matplotlib = None


def line():
    """a sends two items to c by way of b, 1 s and 2 s a link."""
    net = redist.Network(["a", "b", "c"], [0, 1], [1, 2], [1.0, 2.0])
    return redist.Problem(net, load={"a": 2}, after={"c": 2})


class Dates(unittest.TestCase):
    def test_dates(self):
        # b has the items at 1 and 2 s, and sends from 1 to 3 and from 3 to 5 s.
        plan = redist.Plan.of([("a", "b", 1, 0, 2), ("b", "c", 1, 0, 2)])
        found = redist.dates(line(), plan)
        self.assertEqual([m[:4] for m in found.messages], [
            (0.0, 1.0, "a", "b"), (1.0, 2.0, "a", "b"), (1.0, 3.0, "b", "c"), (3.0, 5.0, "b", "c")])
        self.assertEqual([(step.message.start, step.reason) for step in found.critical_path],
                         [(0.0, "starts at 0"), (1.0, "has its items from"), (3.0, "sends after")])
        self.assertEqual(found.table.columns, list(redist.Message._fields))
        verdict = redist.judge(line(), plan)
        self.assertEqual(verdict.dates.messages, found.messages)

    def test_illegal(self):
        with self.assertRaisesRegex(redist.ArgumentError, "not legal: host a"):
            redist.dates(line(), [("a", "b", 3)])

    def test_chart(self):
        s = redist.solve(line())
        root = ElementTree.fromstring(str(s.gantt()))
        boxes = [e for e in root.iter("{http://www.w3.org/2000/svg}rect") if len(e)]
        self.assertEqual(len(boxes), 2 * s.message_count)  # at its sender, and at its receiver
        self.assertIn("<svg", s._repr_html_())
        self.assertEqual(s._repr_svg_(), str(s.gantt()))
        names = redist.Network.ring(["<b>", "&", "c"], cost=1)
        s = redist.solve(redist.Problem(names, load={"<b>": 2}, balance=0))
        ElementTree.fromstring(str(s.gantt()))
        self.assertNotIn("<b>", s._repr_html_())

    def test_lanes(self):
        # With two ports a sends both at once: each has a lane.
        net = redist.Network.switch(["a", "b", "c"], cost=1)
        s = redist.solve(redist.Problem(net, load={"a": 2}, after={"b": 1, "c": 1}, ports=2))
        self.assertEqual(s.makespan, 1)
        of_a = dict(s.gantt().bars())["a"]
        self.assertEqual(sorted(bar.lane for bar in of_a), [0, 1])

    @unittest.skipUnless(matplotlib, "matplotlib is not installed")
    def test_plot(self):
        axes = redist.solve(line()).plot()
        self.assertEqual([label.get_text() for label in axes.get_yticklabels()], ["a", "b", "c"])
        self.assertEqual(len(axes.collections), 8)  # four messages, at both ends


class Tables(unittest.TestCase):
    def test_lazy(self):
        opened = []

        def rows():
            opened.append(0)
            yield {"a": 1}
            opened.append(1)
            yield {"a": 2, "b": "x"}

        table = redist.Table(rows)
        self.assertEqual((opened, repr(table)), ([], "<redist.Table: not read yet>"))
        self.assertEqual(list(table.head(1)), [{"a": 1}])
        self.assertEqual(opened, [0])
        self.assertEqual((len(table), table[1]["b"], table.columns), (2, "x", ["a", "b"]))
        self.assertEqual(str(table), "a  b\n1\n2  x")


if __name__ == "__main__":
    unittest.main()
