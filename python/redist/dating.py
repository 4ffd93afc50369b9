"""When the messages of a plan are under way, and which of them decide when it ends."""
from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ._flat import ffi, lib
from .chart import Chart, draw
from .invoke import Call, text
from .plan import CONTROL_WORD, NO_ITEM, Plan, c_of_plan
from .problem import Problem
from .tables import Table


class Message(NamedTuple):
    """A message, or a computation (receiver None), from start to end in seconds.

    kind None: a control word of 0 items. first: of copies, the number of the first item.
    """

    start: float
    end: float
    sender: Hashable
    receiver: Hashable | None
    items: int
    kind: Hashable | None
    first: int | None = None


class Step(NamedTuple):
    """A message of the critical path, and why it does not start sooner than the one before ends."""

    message: Message
    reason: str


@dataclass(frozen=True, repr=False)
class Dates:
    """Messages by start. critical: indices of those of the critical path; reasons: of each."""

    messages: tuple[Message, ...]
    critical: tuple[int, ...]
    reasons: tuple[str, ...]
    hosts: tuple[Hashable, ...]

    def __repr__(self) -> str:
        return f"<redist.Dates: {len(self)} messages, {len(self.critical)} on the critical path>"

    def __len__(self) -> int:
        return len(self.messages)

    @property
    def critical_path(self) -> list[Step]:
        """The messages that decide when all ends, each waiting for the one before."""
        return [Step(self.messages[i], reason) for i, reason in zip(self.critical, self.reasons)]

    @property
    def table(self) -> Table:
        """A row a message."""
        return Table([m._asdict() for m in self.messages])

    def gantt(self) -> Chart:
        """A Gantt chart, as SVG. Cost: O(messages); the SVG has as many boxes."""
        return Chart(self.messages, frozenset(self.critical), self.hosts)

    def plot(self, axes: Any = None) -> Any:
        """Draws the Gantt chart by matplotlib, into `axes` or a new figure. Returns: the axes."""
        return draw(self.gantt(), axes)


def dates(problem: Problem, plan: Plan | Sequence[Any]) -> Dates:
    """When each message of a plan starts and has arrived, as the referee's clock has it.

    plan: as for judge(). Source: docs/model.md.
    Errors: ArgumentError for a plan that is not legal, or of more than 20,000,000 messages.
    Cost: O(messages log messages).

    >>> import redist
    >>> net = redist.Network.ring(["a", "b", "c"], cost=1)
    >>> problem = redist.Problem(net, load={"a": 2}, after={"c": 2})
    >>> print(redist.dates(problem, [("a", "b", 2), ("b", "c", 2)]).table)
    start  end  sender  receiver  items  kind
    0      2    a       b         2      0
    2      4    b       c         2      0
    """
    call = Call(problem)
    schedule, _arrays = c_of_plan(plan, problem)
    found = ffi.gc(ffi.new("struct rd_dates *"), lib.rd_dates_free)
    call.make(lib.rd_date_schedule, schedule, found)
    trace, hosts, kinds = found.trace, problem.network.hosts, problem.kinds
    count = trace.transfer_count
    columns = [ffi.unpack(getattr(trace, name), count) if count else []
               for name in ("start_s", "end_s", "from", "to", "items", "kind")]
    columns.append(ffi.unpack(trace.first_item, count) if count and trace.first_item
                   else [NO_ITEM] * count)
    messages = tuple(
        Message(start, end, hosts[u], None if v == lib.RD_NO_HOST else hosts[v], items,
                None if kind == CONTROL_WORD else kinds[kind], None if first == NO_ITEM else first)
        for start, end, u, v, items, kind, first in zip(*columns))
    path = range(found.critical_count)
    return Dates(messages, tuple(found.critical_row[i] for i in path),
                 tuple(str(text(found.critical_reason[i], problem)) for i in path), hosts)
