"""Runs the examples of all docstrings.

    test_doctests.py REDIST
"""
import doctest
import importlib
import os
import pathlib
import pkgutil
import sys

from flat import redist

os.environ["PATH"] = f"{pathlib.Path(sys.argv[1]).resolve().parent}:{os.environ['PATH']}"
wrong = count = 0
for module in pkgutil.iter_modules(redist.__path__):
    if module.name not in ("_flat", "__main__"):
        found = doctest.testmod(importlib.import_module(f"redist.{module.name}"))
        wrong, count = wrong + found.failed, count + found.attempted
print(f"{count} examples, {wrong} not as the docstrings say")
sys.exit(wrong > 0 or count == 0)
