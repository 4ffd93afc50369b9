"""Copies: numbered items of named kinds, which whoever sends them keeps."""
from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from ._flat import ffi
from .arrays import c_array, rows_of, whole
from .errors import ArgumentError
from .network import Network


class Copy(NamedTuple):
    """`items` items of a named kind, one after the other, which `held` hold and `wanted` want.

    held, wanted: the name of a host, or a list of names. The first items of a kind are those of its
    first row, and so on.
    """

    kind: Hashable
    items: int
    held: Any
    wanted: Any


def read_copies(values: Any, network: Network,
                counted: tuple[Hashable, ...]) -> tuple[tuple[Hashable, ...], dict[str, Any]]:
    """The named kinds, and the arrays of struct rd_problem that say their pieces.

    values: rows of Copy, in any order of kinds. counted: kinds that are taken.
    Errors: ArgumentError with the row. Cost: O(rows and their hosts).
    """
    rows: dict[Hashable, list[tuple[int, Copy]]] = {}
    for i, row in enumerate(rows_of(values, Copy, "copies")):
        try:
            rows.setdefault(row.kind, []).append((i, row))
        except TypeError:
            raise ArgumentError(f"copies[{i}]: kind: {row.kind!r}: a name is accepted") from None
    kinds = tuple(rows)
    for kind in kinds:
        if kind in counted:
            raise ArgumentError(f"copies: kind {kind!r} is counted in load: another name is accepted")
    pieces = [entry for kind in kinds for entry in rows[kind]]
    number = {kind: k for k, kind in enumerate(kinds)}
    arrays = {
        "piece_kind": c_array("uint32_t", [number[row.kind] for _, row in pieces], None, "copies"),
        "piece_items": c_array("int64_t", [whole(row.items, "int64_t", f"copies[{i}]: items")
                                           for i, row in pieces], None, "copies")}
    for part, values in (("held", [row.held for _, row in pieces]),
                         ("wanted", [row.wanted for _, row in pieces])):
        lists = [network.indices(hosts, f"copies[{i}]: {part}")
                 for (i, _), hosts in zip(pieces, values)]
        arrays |= host_lists(f"piece_{part}", lists)
    return kinds, arrays


def host_lists(name: str, lists: Iterable[list[int]]) -> dict[str, Any]:
    """Lists of hosts as two arrays: where each begins, and all hosts."""
    first, hosts = [0], []
    for entry in lists:
        hosts += entry
        first.append(len(hosts))
    return {f"{name}_first": ffi.new("size_t[]", first), name: ffi.new("uint32_t[]", hosts)}
