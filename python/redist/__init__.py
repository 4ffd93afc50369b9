"""Plans and judges the redistribution of data between processors.

    net = redist.Network.ring(["a", "b", "c"], cost=1)
    s = redist.solve(redist.Problem(net, load={"a": 2}, after={"c": 2}))
    s.makespan, s.bound, s.ratio, s.proved, s.plan

Items are whole numbers, times are seconds. docs/model.md says what a plan is and how long it takes.
"""
from ._flat import ffi as _ffi
from ._flat import lib as _lib
from .calls import Algorithm, algorithms, bound, judge, solve
from .certificate import Certificate, Relabelling
from .chart import Chart
from .convert import convert, read_network
from .copies import Copy
from .dating import Dates, Message, Step, dates
from .errors import (ArgumentError, CertificateError, MistakeError, OutOfMemoryError, ProgramError,
                     RedistError, RefusedError)
from .maps import Map
from .network import Network
from .objects import Object
from .plan import Plan, Transfer
from .problem import Problem
from .program import execute, read_results, recommend, run, sweep
from .results import Bound, Judgement, Solution
from .scenario import Scenario
from .tables import Table

__version__ = _ffi.string(_lib.rd_version()).decode()
__all__ = [
    "Algorithm", "ArgumentError", "Bound", "Certificate", "CertificateError", "Chart", "Copy", "Dates",
    "Judgement", "Map", "Message", "MistakeError", "Network", "Object", "OutOfMemoryError", "Plan", "Problem",
    "ProgramError", "RedistError", "RefusedError", "Relabelling", "Scenario", "Solution", "Step",
    "Table", "Transfer", "algorithms", "bound", "convert", "dates", "execute", "judge",
    "read_network", "read_results", "recommend", "run", "solve", "sweep",
]
