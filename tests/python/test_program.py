"""The program from Python: what it prints as rows, and what it refuses as exceptions.

    test_program.py REDIST SOURCE
"""
import os
import pathlib
import sys
import tempfile
import unittest

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


if __name__ == "__main__":
    unittest.main()
