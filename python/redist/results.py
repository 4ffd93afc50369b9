"""What was found, as values of Python's own: nothing of it points into the library."""
from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from html import escape
from typing import Any

from ._flat import ffi
from .plan import Plan
from .problem import Problem

Loads = dict[Hashable, Any]


@dataclass(frozen=True)
class Bound:
    """No legal schedule that reaches the goal is shorter than `seconds`; 0 if no bound is known.

    name: what proves it. why: with this problem's numbers. rests_on: what limits. Each may be None.
    """

    seconds: float
    name: str | None
    why: str | None
    rests_on: str | None


class _Timed:
    """What has a makespan and a bound."""

    makespan: float
    lower_bound: Bound

    @property
    def bound(self) -> float:
        """Seconds that no plan beats."""
        return self.lower_bound.seconds

    @property
    def ratio(self) -> float | None:
        """makespan / bound, at least 1; 1 where both are 0; None where no bound is known."""
        if self.bound > 0:
            return self.makespan / self.bound
        return 1.0 if self.makespan == 0 else None


@dataclass(frozen=True)
class Solution(_Timed):
    """A plan that was judged: it is legal, and reaches the goal.

    makespan: seconds. proved: no schedule is shorter; proof: what shows that, or None.
    final_loads: {host: items}, or {host: {kind: items}} of several kinds.
    items_moved: items times links crossed. message_count: control words included.
    """

    algorithm: str
    shape: str
    note: str | None
    plan: Plan
    makespan: float
    lower_bound: Bound
    proved: bool
    proof: str | None
    final_loads: Loads
    items_moved: int
    message_count: int

    def __str__(self) -> str:
        state = "proved optimal" if self.proved else f"bound {self.bound:g} s"
        return f"{self.algorithm}: {self.makespan:g} s, {state}\n{self.plan}"

    def _repr_html_(self) -> str:
        head = str(self).splitlines()[0]
        return f"<p>{escape(head)}</p>{self.plan._repr_html_()}"


@dataclass(frozen=True)
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
    makespan: float
    lower_bound: Bound
    proved: bool
    final_loads: Loads
    items_moved: int
    message_count: int

    @property
    def ratio(self) -> float | None:
        """makespan / bound of a plan that is legal and reaches the goal; else None."""
        return super().ratio if self.legal and self.goal_reached else None


def text(pointer: Any, problem: Problem) -> str | None:
    """C text, with the problem's own names for its hosts; None of NULL."""
    if pointer == ffi.NULL:
        return None
    return named(ffi.string(pointer).decode("utf-8", "replace"), problem)


def named(message: str, problem: Problem) -> str:
    """The message with `host 3` named as the problem does."""
    hosts = problem.network.hosts

    def name(found: re.Match[str]) -> str:
        host = int(found[2])
        return f"{found[1]} {hosts[host]}" if host < len(hosts) else found[0]

    return re.sub(r"\b([Hh]ost) (\d+)\b", name, message)


def bound_of_c(bound: Any, problem: Problem) -> Bound:
    """A struct rd_lower_bound, copied."""
    return Bound(bound.seconds, text(bound.name, problem), text(bound.why, problem),
                 text(bound.rests_on, problem))


def loads_of_c(pointer: Any, problem: Problem) -> Loads:
    """[hosts * kinds] items, copied. NULL: {}."""
    hosts, kinds = problem.network.hosts, problem.kinds
    if pointer == ffi.NULL:
        return {}
    items = ffi.unpack(pointer, len(hosts) * len(kinds))
    if len(kinds) == 1:
        return dict(zip(hosts, items))
    return {host: dict(zip(kinds, items[h * len(kinds):])) for h, host in enumerate(hosts)}
