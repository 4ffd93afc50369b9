"""python3 -m redist convert IN OUT: networks of other formats as SimGrid platforms and scenarios."""
from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from .convert import BYTES_PER_S, SECONDS, convert
from .errors import ArgumentError
from .writing import shown

USAGE, INVALID_INPUT, FILE = 2, 3, 5
MOST_DIGITS, MOST_SHOWN = 20, 300
EPILOG = """The ending of IN tells its format: .graphml, .gml, .json (node-link), .edges, .edgelist or
.txt (FROM TO [VALUE [LATENCY]]), .csv or .npy (adjacency matrix). The values of edge lists and matrices are
the attribute "weight". OUT is a SimGrid platform; with --load a scenario, whose platform lies beside it.

examples:
  python3 -m redist convert zoo.graphml zoo.xml --bandwidth LinkSpeedRaw --unit bps
  python3 -m redist convert zoo.graphml move.xml --bandwidth LinkSpeedRaw --unit bps \\
      --item-bytes 1000000 --load Vienna=400 --after Graz=400
  redist run move.xml
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command. Returns: 0; 2 for wrong usage, 3 for input, 5 for a file."""
    given = _parser().parse_args(arguments)
    reading = {"cost": _of(given.cost), "bandwidth": _of(given.bandwidth), "unit": given.unit,
               "latency": _of(given.latency), "latency_unit": given.latency_unit,
               "name": given.name, "directed": given.directed, "fastest": given.fastest}
    try:
        _ask_for_units(reading)
        path = convert(given.file, given.out, load=_loads(given.load), after=_loads(given.after),
                       balance=given.balance, item_bytes=given.item_bytes, **reading)
    except ArgumentError as error:
        print(shown(f"redist convert: {error}"), file=sys.stderr)
        return INVALID_INPUT
    except (OSError, ImportError) as error:
        print(shown(f"redist convert: {error}"), file=sys.stderr)
        return FILE
    print(shown(str(path)))
    return 0


class _Parser(argparse.ArgumentParser):
    """One whose errors cannot command a terminal."""

    def error(self, message: str) -> NoReturn:
        super().error(shown(message))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python3 -m redist", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="convert")
    of = commands.add_parser("convert", description=__doc__, epilog=EPILOG,
                             formatter_class=argparse.RawDescriptionHelpFormatter)
    of.add_argument("file", metavar="IN")
    of.add_argument("out", metavar="OUT")
    of.add_argument("--cost", metavar="ATTRIBUTE", help="seconds per item: an edge's attribute, or a number")
    of.add_argument("--bandwidth", metavar="ATTRIBUTE", help="instead: an attribute, or a number")
    of.add_argument("--unit", help=f"of bandwidths that say none: {', '.join(BYTES_PER_S)}")
    of.add_argument("--latency", metavar="ATTRIBUTE", help="an attribute, or a number; none: 0")
    of.add_argument("--latency-unit", help=f"of latencies that say none: {', '.join(SECONDS)}")
    of.add_argument("--item-bytes", type=int, default=1, help="the size of an item (1)")
    of.add_argument("--name", metavar="ATTRIBUTE",
                    help="of nodes, the hosts' names (label or name, else the nodes themselves)")
    of.add_argument("--directed", action="store_true", help="lines of an edge list are one way")
    of.add_argument("--fastest", action="store_true",
                    help="of several edges of a pair, take the fastest")
    of.add_argument("--load", metavar="HOST=ITEMS", action="append", help="items at the start")
    of.add_argument("--after", metavar="HOST=ITEMS", action="append", help="items at the end")
    of.add_argument("--balance", metavar="ITEMS", type=int,
                    help="loads at the end differ by at most this (0, without --after)")
    return parser


def _of(text: str | None) -> str | float | None:
    """An attribute's name, or a number."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return text


def _loads(given: list[str] | None) -> dict[str, int] | None:
    if given is None:
        return None
    loads = {}
    for text in given:
        host, _, items = text.rpartition("=")
        if not host or not items.isdecimal() or len(items) > MOST_DIGITS:
            raise ArgumentError(f"{text[:MOST_SHOWN]!r}: HOST=ITEMS is accepted")
        if host in loads:
            raise ArgumentError(f"{text!r}: {host!r} is given twice: once is accepted")
        loads[host] = int(items)
    return loads


def _ask_for_units(reading: dict[str, object]) -> None:
    """Asks whoever sits there for a unit that a number on the command line needs."""
    for of, unit, units in (("bandwidth", "unit", BYTES_PER_S), ("latency", "latency_unit", SECONDS)):
        if reading[of] is not None and reading[unit] is None and sys.stdin.isatty():
            said = input(f"unit of {reading[of]} ({', '.join(units)}; empty: the file says): ")
            reading[unit] = said.strip() or None


if __name__ == "__main__":
    sys.exit(main())
