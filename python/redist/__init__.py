"""Plans and judges the redistribution of data between processors.

    net = redist.Network.ring(["a", "b", "c"], cost=1)
    s = redist.solve(redist.Problem(net, load={"a": 2}, after={"c": 2}))
    s.makespan, s.bound, s.ratio, s.proved, s.plan

Items are whole numbers, times are seconds. docs/model.md says what a plan is and how long it takes.
"""
from ._flat import ffi as _ffi
from ._flat import lib as _lib
from .calls import Algorithm, algorithms, bound, judge, solve
from .errors import (ArgumentError, MistakeError, OutOfMemoryError, ProgramError, RedistError,
                     RefusedError)
from .network import Network
from .plan import Plan, Transfer
from .problem import Problem
from .program import read_results, run, sweep
from .results import Bound, Judgement, Solution

__version__ = _ffi.string(_lib.rd_version()).decode()
__all__ = [
    "Algorithm", "ArgumentError", "Bound", "Judgement", "MistakeError", "Network",
    "OutOfMemoryError", "Plan", "Problem", "ProgramError", "RedistError", "RefusedError",
    "Solution", "Transfer", "algorithms", "bound", "judge", "read_results", "run", "solve", "sweep",
]
