"""The calls of libredist. Other threads of Python go on while one of them works."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ._flat import ffi, lib
from .arrays import whole
from .errors import (ArgumentError, MistakeError, OutOfMemoryError, RedistError, RefusedError)
from .plan import Plan, c_of_plan, plan_of_c
from .problem import Problem
from .results import Bound, Judgement, Solution, bound_of_c, loads_of_c, named, text

ERRORS: dict[int, type[RedistError]] = {
    lib.RD_CALL_ARGUMENT: ArgumentError, lib.RD_CALL_REFUSED: RefusedError,
    lib.RD_CALL_OUT_OF_MEMORY: OutOfMemoryError, lib.RD_CALL_MISTAKE: MistakeError,
}


class Algorithm(NamedTuple):
    """An algorithm's name, what it does, and the paper or theorem that it comes from."""

    name: str
    summary: str
    source: str


def solve(problem: Problem, algorithm: str | None = None, *,
          options: Mapping[str, Any] | None = None, seed: int = 0,
          memory_limit_bytes: int = 0) -> Solution:
    """Plans a problem with the algorithm, or with all that accept it: the shortest plan of theirs.

    options: of the algorithm that is named. seed: for those that draw lots. memory_limit_bytes: 0
    is 16 GiB.
    Errors: RefusedError with the hypothesis that fails; ArgumentError; OutOfMemoryError.
    There is no limit of time: on large networks, name an algorithm.
    """
    c, _kept = _call_of(problem, algorithm, options, seed, memory_limit_bytes)
    found = ffi.new("struct rd_solution *")
    _checked(lib.rd_solve, problem, c, found)
    try:
        return Solution(
            str(text(found.algorithm, problem)), str(text(found.shape, problem)),
            text(found.note, problem), plan_of_c(found.plan, problem), found.makespan_s,
            bound_of_c(found.bound, problem), found.proved_optimal, text(found.proof, problem),
            loads_of_c(found.final_load, problem), found.items_moved, found.message_count)
    finally:
        lib.rd_solution_free(found)


def judge(problem: Problem, plan: Plan | Sequence[Any]) -> Judgement:
    """Judges a plan, whoever made it: rows are (sender, receiver, items, kind, messages, round).

    A plan that is not legal, or misses the goal, is no error.
    Errors: ArgumentError for rows that mean nothing.
    """
    c, _kept = _call_of(problem, None, None, 0, 0)
    schedule, _arrays = c_of_plan(plan, problem)
    found = ffi.new("struct rd_judgement *")
    _checked(lib.rd_judge_schedule, problem, c, schedule, found)
    try:
        transfer = found.transfer if found.transfer < schedule.transfer_count else None
        return Judgement(
            found.legal, str(text(found.violation, problem)), text(found.message, problem) or "",
            transfer, found.goal_reached, text(found.goal_message, problem) or "",
            found.makespan_s, bound_of_c(found.bound, problem), found.proved_optimal,
            loads_of_c(found.final_load, problem), found.items_moved, found.message_count)
    finally:
        lib.rd_judgement_free(found)


def bound(problem: Problem) -> Bound:
    """The greatest lower bound that is known of a problem's makespan, without a plan."""
    return judge(problem, ()).lower_bound


def algorithms(problem: Problem | None = None) -> list[Algorithm]:
    """All algorithms, or those that accept a problem."""
    table = [Algorithm(*(ffi.string(read(i)).decode() for read in (
        lib.rd_algorithm_name, lib.rd_algorithm_summary, lib.rd_algorithm_source)))
        for i in range(lib.rd_algorithm_total())]
    return table if problem is None else [a for a in table if _accepts(problem, a.name)]


def _accepts(problem: Problem, algorithm: str) -> bool:
    c, _kept = _call_of(problem, None, None, 0, 0)
    try:
        _checked(lib.rd_problem_accepted_by, problem, c, algorithm.encode())
    except RefusedError:
        return False
    return True


def _call_of(problem: Problem, algorithm: str | None, options: Mapping[str, Any] | None,
             seed: int, memory_limit_bytes: int) -> tuple[Any, list[Any]]:
    """A struct rd_problem of this call's own, since threads may share a Problem; what it needs."""
    if not isinstance(problem, Problem):
        raise ArgumentError(f"problem: {problem!r}: a redist.Problem is accepted")
    if options is not None and not isinstance(options, Mapping):
        raise ArgumentError(f"options: {options!r}: a mapping is accepted")
    c = ffi.new("struct rd_problem *", problem._c[0])
    kept: list[Any] = [ffi.new("char[]", _c_text(f"{name}={value}", "options"))
                       for name, value in (options or {}).items()]
    if kept:
        kept.append(ffi.new("char *[]", kept))
        c.option, c.option_count = kept[-1], len(kept) - 1
    if algorithm is not None:
        kept.append(ffi.new("char[]", _c_text(algorithm, "algorithm")))
        c.algorithm = kept[-1]
    c.seed = whole(seed, "uint64_t", "seed")
    c.memory_limit_bytes = whole(memory_limit_bytes, "uint64_t", "memory_limit_bytes")
    return c, kept


def _c_text(value: Any, what: str) -> bytes:
    if not isinstance(value, str) or "\0" in value or not value.isprintable():
        raise ArgumentError(f"{what}: {value!r}: printable text is accepted")
    return value.encode("utf-8")


def _checked(function: Any, problem: Problem, *arguments: Any) -> None:
    """Calls. Errors: the exception of its struct rd_call_error."""
    error = ffi.new("struct rd_call_error *")
    if not function(*arguments, error):
        message = ffi.string(error.message).decode("utf-8", "replace")
        raise ERRORS[error.code](named(message, problem))
