#!/usr/bin/env python3
"""Checks the certificates of bounds in the JSON of `redist run --format json`, from the JSON alone.

The rules are those of python/redist/exact, which shares no code with the program and counts in
fractions. In: a file, or standard input. Prints a line a certificate; exit status 1 if one is false.
"""
import json
import pathlib
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python" / "redist"))
from exact import check, check_no_order, demand


def is_shown(row, prefix, among):
    """Whether the certificate of the bound that is so called, if it has one, shows it."""
    certificate = row.get(prefix + "bound_certificate")
    if not certificate:
        return True
    bound_s = row[prefix + "bound_s"]
    try:
        shown = check(certificate)
        demand(not certificate.get("single_items") or among == "item-by-item",
               "it is about messages of one item")
        demand(Fraction(bound_s) <= shown, f"it shows {float(shown)} s only")
        print(f"{row['algorithm']}: {bound_s} s: shown")
    except (ValueError, KeyError, IndexError) as error:
        print(f"{row['algorithm']}: {bound_s} s: NOT shown: {error}")
        return False
    return True


def is_no_order(row):
    """Whether the certificate that there is no order, if it has one, shows it."""
    certificate = row.get("no_order_certificate")
    if not certificate:
        return True
    try:
        missing = check_no_order(certificate)
        demand(row["status"] == "refused", "a plan of what has no order")
        print(f"{row['algorithm']}: no order, {missing} bytes are missing: shown")
    except (ValueError, KeyError, IndexError) as error:
        print(f"{row['algorithm']}: no order: NOT shown: {error}")
        return False
    return True


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
        return 0
    with open(sys.argv[1], encoding="utf-8") if len(sys.argv) > 1 else sys.stdin as file:
        rows = json.load(file)
    false = 0
    for row in rows:
        for prefix, among in ("", None), ("class_", row["bound_among"]):
            false += not is_shown(row, prefix, among)
        false += not is_no_order(row)
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
