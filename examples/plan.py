#!/usr/bin/env python3
"""Plans from Python, with ctypes and nothing else: who should compute which items of a star?

    python3 plan.py
"""
import ctypes
import sys
from ctypes import (POINTER, Structure, byref, c_bool, c_char, c_char_p, c_double, c_int,
                    c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p)


class Problem(Structure):
    """struct rd_problem of <redist/redist.h>"""
    _fields_ = [
        ("host_count", c_uint32), ("kind_count", c_uint32), ("shape", c_int), ("goal", c_int),
        ("ports", c_uint32), ("host_ports", POINTER(c_uint32)), ("link_count", c_size_t),
        ("link_from", POINTER(c_uint32)), ("link_to", POINTER(c_uint32)), ("link_seconds_per_item", POINTER(c_double)),
        ("link_latency_s", POINTER(c_double)), ("every_seconds_per_item", c_double),
        ("every_latency_s", c_double), ("load", POINTER(c_int64)),
        ("final_load", POINTER(c_int64)), ("balance_error", c_int64),
        ("piece_count", c_size_t), ("piece_kind", POINTER(c_uint32)),
        ("piece_items", POINTER(c_int64)), ("piece_held_first", POINTER(c_size_t)),
        ("piece_held", POINTER(c_uint32)), ("piece_wanted_first", POINTER(c_size_t)),
        ("piece_wanted", POINTER(c_uint32)), ("kind_size", POINTER(c_double)),
        ("object_count", c_size_t), ("object_bytes", POINTER(c_int64)),
        ("object_held_first", POINTER(c_size_t)), ("object_held", POINTER(c_uint32)),
        ("object_wanted", POINTER(c_uint32)), ("object_drop", POINTER(c_uint32)),
        ("space_bytes", POINTER(c_int64)), ("relay", c_bool), ("combined_ports", c_bool),
        ("many_a_pair", c_bool),
        ("compute_seconds_per_item", POINTER(c_double)), ("algorithm", c_char_p),
        ("option", POINTER(c_char_p)), ("option_count", c_size_t), ("seed", c_uint64),
        ("memory_limit_bytes", c_uint64), ("stop", POINTER(c_int)), ("within_s", c_double),
        ("counted_size", POINTER(c_double))]


class Schedule(Structure):
    """struct rd_schedule"""
    _fields_ = [
        ("timing", c_int), ("step_s", c_double), ("round_count", c_uint32),
        ("transfer_count", c_size_t), ("round", POINTER(c_uint32)), ("from_", POINTER(c_uint32)),
        ("to", POINTER(c_uint32)), ("kind", POINTER(c_int32)), ("items", POINTER(c_int64)),
        ("messages", POINTER(c_int64)), ("first_item", POINTER(c_int64))]


class LowerBound(Structure):
    """struct rd_lower_bound"""
    _fields_ = [
        ("seconds", c_double), ("name", c_char_p), ("why", c_char_p), ("rests_on", c_char_p),
        ("bottleneck_count", c_size_t), ("bottleneck_host", POINTER(c_uint32)),
        ("bottleneck", POINTER(c_int)), ("prices", c_void_p), ("charge", c_void_p),
        ("relay", c_void_p), ("cuts", c_void_p), ("place", c_void_p)]


class Solution(Structure):
    """struct rd_solution"""
    _fields_ = [
        ("algorithm", c_char_p), ("shape", c_char_p), ("note", c_char_p), ("plan", Schedule),
        ("makespan_s", c_double), ("final_load", POINTER(c_int64)),
        ("object_place", POINTER(c_uint32)), ("items_moved", c_int64), ("message_count", c_int64),
        ("bound", LowerBound), ("proved_optimal", c_bool), ("proof", c_char_p),
        ("relabelling", c_void_p), ("memory", c_void_p)]


class CallError(Structure):
    """struct rd_call_error"""
    _fields_ = [("code", c_int), ("message", c_char * 1024)]


STAR, FINISH, NO_HOST = 3, 3, 2**32 - 1

redist = ctypes.CDLL("libredist.so.0")
redist.rd_solve.argtypes = [POINTER(Problem), POINTER(Solution), POINTER(CallError)]
redist.rd_solve.restype = c_bool
redist.rd_solution_free.argtypes = [POINTER(Solution)]
redist.rd_solution_free.restype = None
redist.rd_version.restype = c_char_p


def main():
    # Three workers round a master, which is the last host. An item takes 1 s over a link and 3 s
    # on a worker; worker 0 holds all six.
    problem = Problem(host_count=4, shape=STAR, goal=FINISH, every_seconds_per_item=1)
    problem.load = (c_int64 * 4)(6, 0, 0, 0)
    problem.compute_seconds_per_item = (c_double * 4)(3, 3, 3, 0)
    solution, error = Solution(), CallError()
    if not redist.rd_solve(byref(problem), byref(solution), byref(error)):
        sys.exit(error.message.decode())
    print(f"{solution.algorithm.decode()}: {solution.makespan_s:g} s")
    plan = solution.plan
    for i in range(plan.transfer_count):
        total = plan.items[i] * (plan.messages[i] or 1)
        what = "computes" if plan.to[i] == NO_HOST else f"sends host {plan.to[i]}"
        print(f"  host {plan.from_[i]} {what} {total} items")
    print("proved optimal" if solution.proved_optimal else "not known to be optimal")
    redist.rd_solution_free(byref(solution))


if __name__ == "__main__":
    main()
