"""Who sends how much to whom."""
from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ._flat import ffi, lib
from .arrays import c_array, real, rows_of, whole
from .errors import ArgumentError
from .network import Network
from .problem import Problem
from .tables import SHOWN_ROWS, html_table, text_table

TIMINGS = {"self-timed": lib.RD_TIMING_SELF_TIMED, "lock-step": lib.RD_TIMING_LOCK_STEP}
CONTROL_WORD = -1
NO_ITEM = -1
HEAD = ["ROUND", "FROM", "TO", "KIND", "ITEMS", "MESSAGES"]


class Transfer(NamedTuple):
    """`messages` messages of `items` items each from one host to its neighbour.

    receiver None: the sender computes the items. kind None: a control word of 0 items. messages 0:
    `items` in all, in messages of what is there each time. round: from 0. first: of copies, the
    number of the first item; those of further messages follow. Of objects, kind is the name.
    """

    sender: Hashable
    receiver: Hashable | None
    items: int
    kind: Hashable | None = 0
    messages: int = 1
    round: int = 0
    first: int | None = None


@dataclass(frozen=True, repr=False)
class Plan:
    """Transfers in order, with the hosts' names. str() is a table; a notebook shows it.

    timing: "self-timed" or "lock-step", as docs/model.md defines them; step_s: the least that a
    round of lock-step lasts, in seconds; round_count: 0: up to the last transfer's.
    """

    transfers: tuple[Transfer, ...]
    timing: str = "self-timed"
    step_s: float = 0.0
    round_count: int = 0

    @classmethod
    def of(cls, rows: Iterable[Any]) -> Plan:
        """A self-timed plan of rows in the order of Transfer's fields, the last four if wanted.

        Errors: ArgumentError with the row.
        """
        return cls(tuple(rows_of(rows, Transfer, "plan")))

    def __iter__(self) -> Iterator[Transfer]:
        return iter(self.transfers)

    def __repr__(self) -> str:
        return f"<redist.Plan: {len(self)} transfers, {self.timing}>"

    def __len__(self) -> int:
        return len(self.transfers)

    def _cells(self, count: int) -> tuple[list[str], list[list[str]]]:
        """Head and rows; first items only where there are any."""
        shown = self.transfers[:count]
        rows = [[str(t.round), str(t.sender),
                 "(computes)" if t.receiver is None else str(t.receiver),
                 "(control)" if t.kind is None else str(t.kind), str(t.items), str(t.messages)]
                for t in shown]
        if all(t.first is None for t in shown):
            return HEAD, rows
        return [*HEAD, "FIRST"], [[*cells, "" if t.first is None else str(t.first)]
                                  for cells, t in zip(rows, shown)]

    def __str__(self) -> str:
        return text_table(*self._cells(len(self)))

    def _repr_html_(self) -> str:
        return html_table(*self._cells(SHOWN_ROWS), len(self) - SHOWN_ROWS)

    def to_pandas(self) -> Any:
        """A DataFrame with a column per field of Transfer."""
        import pandas
        return pandas.DataFrame(self.transfers, columns=Transfer._fields)


def plan_of_c(schedule: Any, problem: Problem) -> Plan:
    """The plan that a struct rd_schedule says, copied."""
    hosts, kinds, count = problem.network.hosts, problem.kinds, schedule.transfer_count

    def column(name: str, default: int) -> Iterable[int]:
        pointer = getattr(schedule, name)
        read: Iterable[int] = ffi.unpack(pointer, count) if pointer and count else [default] * count
        return read

    transfers = tuple(
        Transfer(hosts[sender], None if receiver == lib.RD_NO_HOST else hosts[receiver], items,
                 None if kind == CONTROL_WORD else kinds[kind], messages, number,
                 None if first == NO_ITEM else first)
        for sender, receiver, items, kind, messages, number, first in zip(
            column("from", 0), column("to", 0), column("items", 0), column("kind", 0),
            column("messages", 1), column("round", 0), column("first_item", NO_ITEM)))
    timing = next(name for name, value in TIMINGS.items() if value == schedule.timing)
    return Plan(transfers, timing, schedule.step_s, schedule.round_count)


def c_of_plan(plan: Plan | Sequence[Any], problem: Problem) -> tuple[Any, list[Any]]:
    """A struct rd_schedule, and what it points to. Rows may be tuples in the order of Transfer.

    Errors: ArgumentError with the row.
    """
    if not isinstance(plan, Plan):
        plan = Plan.of(plan)
    if plan.timing not in TIMINGS:
        raise ArgumentError(f"timing: {plan.timing!r}: {', '.join(TIMINGS)} are accepted")
    c = ffi.new("struct rd_schedule *")
    c.timing, c.step_s = TIMINGS[plan.timing], real(plan.step_s, "step_s")
    c.round_count = whole(plan.round_count, "uint32_t", "round_count")
    c.transfer_count = len(plan)
    net, kept = problem.network, []
    for name, c_type, values in (
            ("round", "uint32_t", [t.round for t in plan]),
            ("from", "uint32_t", _indices([t.sender for t in plan], net, "sender")),
            ("to", "uint32_t", _indices([t.receiver for t in plan], net, "receiver")),
            ("kind", "int32_t", [_kind(t.kind, problem, i) for i, t in enumerate(plan)]),
            ("items", "int64_t", [t.items for t in plan]),
            ("messages", "int64_t", [t.messages for t in plan]),
            ("first_item", "int64_t", [NO_ITEM if t.first is None else t.first for t in plan])):
        kept.append(c_array(c_type, values, len(plan), f"plan: {name}"))
        setattr(c, name, kept[-1])
    return c, kept


def _indices(names: list[Any], net: Network, what: str) -> list[int]:
    return [lib.RD_NO_HOST if what == "receiver" and name is None
            else net.index(name, f"plan[{i}]: {what}") for i, name in enumerate(names)]


def _kind(kind: Hashable | None, problem: Problem, transfer: int) -> int:
    if kind is None:
        return CONTROL_WORD
    try:
        return problem.kind_numbers[kind]
    except (KeyError, TypeError):
        raise ArgumentError(f"plan[{transfer}]: kind: no kind is named {kind!r}") from None
