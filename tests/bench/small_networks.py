"""Compares rows of small_networks of two versions: means of time / bound (the greater bound of the
two), plans that are proved optimal, and how many got shorter or longer, by family.
Arguments: the rows before, the rows now."""

import csv
import sys


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return {row[3]: row for row in csv.reader(file)}


def main():
    before, now = (rows_of(path) for path in sys.argv[1:3])
    sums = {}
    for number, row in now.items():
        old = before.get(number)
        bound = max(float(old[5]), float(row[5])) if old else 0
        if bound <= 0:
            continue
        times = [float(old[4]), float(row[4])]
        at = sums.setdefault(row[0], [0] * 7)
        found = [1, times[0] / bound, times[1] / bound, old[6] == "1", row[6] == "1",
                 times[1] < times[0] * (1 - 1e-9), times[1] > times[0] * (1 + 1e-9)]
        sums[row[0]] = [total + one for total, one in zip(at, found)]
    print("| family | networks | time / bound, before | now | optimum, before | now | shorter | longer |")
    print("|---|---|---|---|---|---|---|---|")
    for family, (count, old, new, *counts) in sums.items():
        print(f"| {family} | {count} | {old / count:.5f} | {new / count:.5f} | "
              + " | ".join(str(number) for number in counts) + " |")


main()
