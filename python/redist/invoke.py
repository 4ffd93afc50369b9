"""How the functions of libredist are called, and what their errors become."""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ._flat import ffi, lib
from .arrays import whole
from .errors import ArgumentError, MistakeError, OutOfMemoryError, RedistError, RefusedError
from .interrupt import call
from .problem import Problem

ERRORS: dict[int, type[RedistError]] = {
    lib.RD_CALL_ARGUMENT: ArgumentError, lib.RD_CALL_REFUSED: RefusedError,
    lib.RD_CALL_OUT_OF_MEMORY: OutOfMemoryError, lib.RD_CALL_MISTAKE: MistakeError,
}


class Call:
    """A struct rd_problem of one call's own, since threads may share a Problem."""

    def __init__(self, problem: Problem, algorithm: str | None = None,
                 options: Mapping[str, Any] | None = None, seed: int = 0,
                 memory_limit_bytes: int = 0) -> None:
        if not isinstance(problem, Problem):
            raise ArgumentError(f"problem: {problem!r}: a redist.Problem is accepted")
        if options is not None and not isinstance(options, Mapping):
            raise ArgumentError(f"options: {options!r}: a mapping is accepted")
        self.problem = problem
        self.c = c = ffi.new("struct rd_problem *", problem._c[0])
        self._kept: list[Any] = [ffi.new("char[]", _c_text(f"{name}={value}", "options"))
                                 for name, value in (options or {}).items()]
        if self._kept:
            self._kept.append(ffi.new("char *[]", self._kept))
            c.option, c.option_count = self._kept[-1], len(self._kept) - 1
        if algorithm is not None:
            self._kept.append(ffi.new("char[]", _c_text(algorithm, "algorithm")))
            c.algorithm = self._kept[-1]
        c.seed = whole(seed, "uint64_t", "seed")
        c.memory_limit_bytes = whole(memory_limit_bytes, "uint64_t", "memory_limit_bytes")

    def make(self, function: Callable[..., bool], *arguments: Any) -> None:
        """function(problem, *arguments, error). Errors: the exception of its struct rd_call_error."""
        error = ffi.new("struct rd_call_error *")
        if not call(function, self.c, *arguments, error):
            if error.code == lib.RD_CALL_STOPPED:
                raise KeyboardInterrupt
            message = ffi.string(error.message).decode("utf-8", "replace")
            raise ERRORS[error.code](named(message, self.problem))


def _c_text(value: Any, what: str) -> bytes:
    if not isinstance(value, str) or "\0" in value or not value.isprintable():
        raise ArgumentError(f"{what}: {value!r}: printable text is accepted")
    return value.encode("utf-8")


def constant(pointer: Any) -> str:
    """C text that is the same for all problems, such as an algorithm's name."""
    words: str = ffi.string(pointer).decode("utf-8", "replace")
    return words


def text(pointer: Any, problem: Problem) -> str | None:
    """C text, with the problem's own names for its hosts; None of NULL."""
    return None if pointer == ffi.NULL else named(constant(pointer), problem)


# `host 3`, or lists as `hosts 2 and 5`, `kinds 0, 1, 2 and 7`, `hosts 0, 1, .. and 13 more`.
NUMBERED = re.compile(r"\b([Hh]ost|[Kk]ind|[Oo]bject)(?: \d+\b"
                      r"|s \d+(?:, \d+)+(?:, \.\.| and \d+(?! more))|s \d+ and \d+(?! more))(?!\d)")


def named(message: str, problem: Problem) -> str:
    """The message with hosts, kinds and objects that it numbers named as the problem does."""
    def name(found: re.Match[str]) -> str:
        names = problem.network.hosts if found[1] in ("host", "Host") else problem.kinds
        return re.sub(r"\d+", lambda number: str(names[int(number[0])])
                      if int(number[0]) < len(names) else number[0], found[0])

    return NUMBERED.sub(name, message)
