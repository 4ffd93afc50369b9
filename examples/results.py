#!/usr/bin/env python3
"""Reads what `redist sweep` has found, prints a table, and plots it where matplotlib is there.

    redist sweep scenarios/sweep_bandwidth.xml --results bandwidth.db
    python3 results.py bandwidth.db bandwidth-spread bandwidth.png
"""
import json
import sqlite3
import sys


def mean_ratios(path, parameter):
    """{algorithm: {value of the parameter: mean of time / bound}}, of the runs that ended well."""
    ratios = {}
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as results:
        for algorithm, parameters, ratio in results.execute(
                "SELECT algorithm, parameters, ratio FROM run"
                " WHERE status = 'ok' AND ratio IS NOT NULL"):
            value = json.loads(parameters).get(parameter)
            if value is None:
                sys.exit(f"{path}: the sweep does not vary {parameter}")
            ratios.setdefault(algorithm, {}).setdefault(float(value), []).append(ratio)
    return {algorithm: {value: sum(found) / len(found) for value, found in sorted(of.items())}
            for algorithm, of in sorted(ratios.items())}


def plot(ratios, parameter, path):
    """A curve for each algorithm. Returns: False if there is no matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot
    for algorithm, of in ratios.items():
        pyplot.plot(list(of), list(of.values()), marker="o", label=algorithm)
    pyplot.xlabel(parameter)
    pyplot.ylabel("time / bound")
    pyplot.legend()
    pyplot.savefig(path)
    return True


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    path, parameter = sys.argv[1:3]
    ratios = mean_ratios(path, parameter)
    for algorithm, of in ratios.items():
        for value, ratio in of.items():
            print(f"{algorithm}  {parameter} {value:g}  {ratio:.4f}")
    if len(sys.argv) == 4 and not plot(ratios, parameter, sys.argv[3]):
        print(f"{sys.argv[3]} is not drawn: matplotlib is not installed", file=sys.stderr)


main()
