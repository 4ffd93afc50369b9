"""Calls of libredist that Ctrl-C ends.

Python tells only its main thread of Ctrl-C, and not before the call that it is in returns. So while
the main thread is in a call, a handler in C tells the library as well, and then Python's.
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ._flat import ffi, lib


def call(function: Callable[..., bool], problem: Any, *arguments: Any) -> bool:
    """function(problem, *arguments), with problem.stop set if Ctrl-C comes.

    In: problem, a struct rd_problem of this call's own. Errors: KeyboardInterrupt.
    """
    if threading.current_thread() is not threading.main_thread():
        return function(problem, *arguments)
    problem.stop = lib.watch_interrupts()
    if problem.stop == ffi.NULL:
        return function(problem, *arguments)
    try:
        return function(problem, *arguments)
    finally:
        lib.leave_interrupts()
