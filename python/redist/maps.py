"""Maps of networks, of loads, and of what a plan moves, by the program's command `map`."""
from __future__ import annotations

import csv
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .plan import CONTROL_WORD, Plan
from .problem import Problem
from .program import call_program
from .scenario import Scenario

NOBODY = ""
SIGNS = "=+-@"


@dataclass(frozen=True, repr=False)
class Map:
    """A map of a network, as SVG. A notebook shows it; str() is the SVG, save(file) writes it."""

    svg: str

    def __repr__(self) -> str:
        return "<redist.Map>"

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the SVG. Errors: OSError."""
        Path(file).write_text(self.svg, encoding="utf-8")


def draw_map(problem: Problem, plan: Plan | None, item_bytes: int,
             program: str | os.PathLike[str]) -> Map:
    """The network, with what hosts hold, and how long the plan, if there is one, uses each link.

    Errors: ProgramError; ArgumentError for what a scenario cannot say.
    """
    scenario = Scenario(problem, name="network", item_bytes=item_bytes)
    with tempfile.TemporaryDirectory(prefix="redist_") as folder:
        files = [str(scenario.write(Path(folder, "scenario.xml")))]
        if plan is not None:
            files.append(str(Path(folder, "plan.csv")))
            write_plan(plan, scenario, files[1])
        return Map(call_program(program, ["map", "--out=-", "--", *files]))


def write_plan(plan: Plan, scenario: Scenario, file: str | os.PathLike[str]) -> None:
    """Writes a plan as the program reads it. Errors: OSError; ArgumentError."""
    problem = scenario.problem
    firsts = any(t.first is not None for t in plan)
    with open(file, "w", encoding="utf-8", newline="") as out:
        out.write(f"# timing: {plan.timing}\n")
        if plan.timing == "lock-step":
            out.write(f"# step_s: {plan.step_s!r}\n")
        if plan.round_count:
            out.write(f"# rounds: {plan.round_count}\n")
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["round", "from", "to", "kind", *(["first"] if firsts else []), "items",
                       "messages"])
        for t in plan:
            kind: Any = CONTROL_WORD if t.kind is None else problem.kind_numbers[t.kind]
            if kind >= problem.counted:
                kind = _marked(str(t.kind))
            rows.writerow([
                t.round, _marked(scenario.host_name(t.sender)),
                NOBODY if t.receiver is None else _marked(scenario.host_name(t.receiver)), kind,
                *(["" if t.first is None else t.first] if firsts else []), t.items, t.messages])


def _marked(name: str) -> str:
    """Text that a spreadsheet would compute begins with a quote, and so does text with a quote."""
    signed = len(name) > 1 and name[0] in SIGNS
    marked = name[:1] == "'" and (name[1:2] == "'" or (len(name) > 2 and name[1] in SIGNS))
    return f"'{name}" if signed or marked else name
