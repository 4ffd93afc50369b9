"""What was found, as values of Python's own: nothing of it points into the library."""
from __future__ import annotations

import os
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

from ._flat import ffi, lib
from .certificate import Certificate, Relabelling, certificate_of_c
from .chart import Chart
from .dating import Dates, Step, dates
from .invoke import text
from .maps import Map, draw_map
from .plan import Plan
from .problem import Problem

Loads = dict[Hashable, Any]


@dataclass(frozen=True)
class Bound:
    """No legal schedule that reaches the goal is shorter than `seconds`; 0 if no bound is known.

    name: what proves it. why: with this problem's numbers. rests_on: what limits. Each may be None.
    certificate: numbers that show it; None where it rests on its theorem alone.
    """

    seconds: float
    name: str | None
    why: str | None
    rests_on: str | None
    certificate: Certificate | None = field(default=None, repr=False, compare=False)


# A chart of more boxes says less than none; plot() draws whatever there is.
SHOWN_MESSAGES = 2000


@dataclass(frozen=True)
class _Timed:
    """A plan with a makespan and a bound."""

    plan: Plan
    makespan: float
    lower_bound: Bound
    proved: bool
    final_loads: Loads
    items_moved: int
    message_count: int
    problem: Problem = field(repr=False, compare=False)

    @property
    def bound(self) -> float:
        """Seconds that no plan beats."""
        return self.lower_bound.seconds

    @property
    def certificate(self) -> Certificate | None:
        """What shows the bound; certificate.check() checks it in fractions."""
        return self.lower_bound.certificate

    @property
    def ratio(self) -> float | None:
        """makespan / bound, at least 1; 1 where both are 0; None where no bound is known."""
        return self._over_bound()

    def _over_bound(self) -> float | None:
        if self.bound > 0:
            return self.makespan / self.bound
        return 1.0 if self.makespan == 0 else None

    @cached_property
    def dates(self) -> Dates:
        """When each message is under way. Errors and cost: as redist.dates()."""
        return dates(self.problem, self.plan)

    @property
    def critical_path(self) -> list[Step]:
        """The messages that decide when all ends, each waiting for the one before."""
        return self.dates.critical_path

    def gantt(self) -> Chart:
        """A Gantt chart, as SVG."""
        return self.dates.gantt()

    def plot(self, axes: Any = None) -> Any:
        """Draws the Gantt chart by matplotlib, into `axes` or a new figure. Returns: the axes."""
        return self.dates.plot(axes)

    def map(self, *, item_bytes: int = 1, program: str | os.PathLike[str] = "redist") -> Map:
        """A map of the network, in colours of how long the plan uses each link, as SVG.

        item_bytes: of an item, which costs become the bandwidths by that it shows.
        By the program's command `map`. Errors: ProgramError; ArgumentError for what a scenario cannot
        say.
        """
        return draw_map(self.problem, self.plan, item_bytes, program)

    def _repr_svg_(self) -> str | None:
        return str(self.gantt()) if self.message_count <= SHOWN_MESSAGES else None


@dataclass(frozen=True, repr=False)
class Solution(_Timed):
    """A plan that was judged: it is legal, and reaches the goal.

    makespan: seconds. proved: no schedule is shorter; proof: what shows that, or None.
    final_loads: {host: items}, or {host: {kind: items}} of several kinds; of objects {name: host},
    None where it did not move.
    items_moved: items times links crossed. message_count: control words included.
    relabelling: why no other hosts to gather on are better; None of other goals.
    """

    algorithm: str
    shape: str
    note: str | None
    proof: str | None
    relabelling: Relabelling | None = field(repr=False, compare=False)

    def _head(self) -> str:
        state = "proved optimal" if self.proved else f"bound {self.bound:g} s"
        return f"{self.algorithm}: {self.makespan:g} s, {state}"

    def __repr__(self) -> str:
        return f"<redist.Solution: {self._head()}>"

    def __str__(self) -> str:
        return f"{self._head()}\n{self.plan}"

    def _repr_html_(self) -> str:
        head = self._head()
        chart = self._repr_svg_() or f"<p>{self.message_count} messages: plot() draws them</p>"
        return f"<p>{escape(head)}</p>{self.plan._repr_html_()}{chart}"


@dataclass(frozen=True, repr=False)
class Judgement(_Timed):
    """What the referee says of a plan.

    violation: "legal", or which rule is broken; message: the first thing that is wrong; transfer:
    the row to blame, or None. The rest is meant if it is legal; goal_message: the first host that
    misses the goal. proved: it reaches the goal as early as the bound allows.
    """

    legal: bool
    violation: str
    message: str
    transfer: int | None
    goal_reached: bool
    goal_message: str

    def __repr__(self) -> str:
        if not self.legal:
            return f"<redist.Judgement: not legal, {self.violation}: {self.message}>"
        goal = "goal reached" if self.goal_reached else f"goal missed: {self.goal_message}"
        return f"<redist.Judgement: legal, {self.makespan:g} s, {goal}>"

    @property
    def ratio(self) -> float | None:
        """makespan / bound of a plan that is legal and reaches the goal; else None."""
        return self._over_bound() if self.legal and self.goal_reached else None


def bound_of_c(bound: Any, problem: Problem) -> Bound:
    """A struct rd_lower_bound, copied."""
    return Bound(bound.seconds, text(bound.name, problem), text(bound.why, problem),
                 text(bound.rests_on, problem), certificate_of_c(bound, problem))


def loads_of_c(found: Any, problem: Problem) -> Loads:
    """What hosts hold at the end, or where objects are, by a solution or a judgement of C; {} if that
    is not legal."""
    hosts, kinds = problem.network.hosts, problem.kinds
    if found.object_place:
        places = ffi.unpack(found.object_place, len(kinds))
        return {name: None if place == lib.RD_NO_HOST else hosts[place]
                for name, place in zip(kinds, places)}
    if not found.final_load:
        return {}
    items = ffi.unpack(found.final_load, len(hosts) * len(kinds))
    if len(kinds) == 1:
        return dict(zip(hosts, items))
    return {host: dict(zip(kinds, items[h * len(kinds):])) for h, host in enumerate(hosts)}
