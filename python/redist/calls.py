"""The calls of libredist. Other threads of Python go on while one of them works."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ._flat import ffi, lib
from .certificate import relabelling_of_c
from .errors import RefusedError
from .invoke import Call, constant, text
from .plan import Plan, c_of_plan, plan_of_c
from .problem import Problem
from .results import Bound, Judgement, Solution, bound_of_c, loads_of_c


class Algorithm(NamedTuple):
    """An algorithm's name, what it does, and the paper or theorem that it comes from."""

    name: str
    summary: str
    source: str


def solve(problem: Problem, algorithm: str | None = None, *,
          options: Mapping[str, Any] | None = None, seed: int = 0,
          memory_limit_bytes: int = 0) -> Solution:
    """Plans a problem with the algorithm, or with all that accept it: the shortest plan of theirs.

    algorithm: a name of algorithms(); None: every one, until a plan is proved to be optimal.
    options: of the algorithm that is named. seed: for those that draw lots. memory_limit_bytes: the
    most that the call takes, its results included; 0: 16 GiB.

    Returns: a Solution. It was judged: its plan is legal and reaches the goal.
    Errors: RefusedError with the hypothesis that fails; ArgumentError; OutOfMemoryError.
    Cost: that of the bound, and of each algorithm asked. There is no limit of time: on large
    networks, name an algorithm. Ctrl-C ends the call within a second.

    >>> import redist
    >>> net = redist.Network.ring(["a", "b", "c"], cost=1)
    >>> s = redist.solve(redist.Problem(net, load={"a": 2}, after={"c": 2}))
    >>> s.makespan, s.bound, s.proved
    (2.0, 2.0, True)
    >>> print(s.plan)
    ROUND  FROM  TO  KIND  ITEMS  MESSAGES
    0      a     c   0     1      2
    """
    call = Call(problem, algorithm, options, seed, memory_limit_bytes)
    found = ffi.gc(ffi.new("struct rd_solution *"), lib.rd_solution_free)
    call.make(lib.rd_solve, found)
    return Solution(
        plan_of_c(found.plan, problem), found.makespan_s, bound_of_c(found.bound, problem),
        found.proved_optimal, loads_of_c(found, problem), found.items_moved,
        found.message_count, problem, constant(found.algorithm), constant(found.shape),
        text(found.note, problem), text(found.proof, problem),
        relabelling_of_c(found.relabelling, problem))


def judge(problem: Problem, plan: Plan | Sequence[Any]) -> Judgement:
    """Judges a plan, whoever made it, and tells its makespan.

    plan: a Plan, or rows (sender, receiver, items, kind, messages, round, first), the last four if
    wanted, in the order in which messages wait for each other. Where all items are to be computed, those that
    no row computes are computed behind all others, where they lie.
    Returns: a Judgement. A plan that is not legal, or misses the goal, is no error.
    Errors: ArgumentError for rows that mean nothing. Source: docs/model.md.

    >>> import redist
    >>> net = redist.Network.ring(["a", "b", "c"], cost=1)
    >>> problem = redist.Problem(net, load={"a": 2}, after={"c": 2})
    >>> redist.judge(problem, [("a", "b", 2), ("b", "c", 2)]).makespan
    4.0
    >>> redist.judge(problem, [("a", "b", 3)]).message
    'host a sends and computes 3 items of kind 0 and never holds more than 2'
    """
    call = Call(problem)
    plan = plan if isinstance(plan, Plan) else Plan.of(plan)
    schedule, _arrays = c_of_plan(plan, problem)
    found = ffi.gc(ffi.new("struct rd_judgement *"), lib.rd_judgement_free)
    call.make(lib.rd_judge_schedule, schedule, found)
    transfer = found.transfer if found.transfer < schedule.transfer_count else None
    return Judgement(
        plan, found.makespan_s, bound_of_c(found.bound, problem), found.proved_optimal,
        loads_of_c(found, problem), found.items_moved, found.message_count, problem,
        found.legal, constant(found.violation), text(found.message, problem) or "",
        transfer, found.goal_reached, text(found.goal_message, problem) or "")


def bound(problem: Problem) -> Bound:
    """The greatest lower bound that is known of a problem's makespan, without a plan.

    Errors: ArgumentError. Source: docs/network_bound.md, and the theorem that its `name` says.

    >>> import redist
    >>> net = redist.Network.switch(4, cost=0.5)
    >>> found = redist.bound(redist.Problem(net, load=[8, 0, 0, 0], balance=0))
    >>> found.seconds, found.rests_on
    (3.0, 'the send port of host 0')
    """
    return judge(problem, ()).lower_bound


def algorithms(problem: Problem | None = None) -> list[Algorithm]:
    """All algorithms, or those that accept a problem, in the order of all tables.

    Errors: ArgumentError. Cost: of a problem, that of reading it once for each algorithm.

    >>> import redist
    >>> redist.algorithms()[0].name
    'ring-shorter-way'
    """
    table = [Algorithm(*(constant(read(i)) for read in (
        lib.rd_algorithm_name, lib.rd_algorithm_summary, lib.rd_algorithm_source)))
        for i in range(lib.rd_algorithm_total())]
    return table if problem is None else [a for a in table if _accepts(problem, a.name)]


def _accepts(problem: Problem, algorithm: str) -> bool:
    try:
        Call(problem).make(lib.rd_problem_accepted_by, algorithm.encode())
    except RefusedError:
        return False
    return True
