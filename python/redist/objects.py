"""Objects: a list of things of different sizes, each of which one message takes whole."""
from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from ._flat import ffi, lib
from .arrays import rows_of, whole
from .copies import host_lists
from .errors import ArgumentError
from .network import Network

NO_LIMIT = -1


class Object(NamedTuple):
    """An object of so many bytes, which `source` holds and `to` wants.

    source: the name of a host, or a list of names: one of them sends it. drop: the host that gives
    its bytes up when it has arrived; None: the source that was used. frees False: nobody does.
    """

    name: Hashable
    bytes: int
    source: Any
    to: Hashable
    drop: Hashable | None = None
    frees: bool = True


def read_objects(values: Any, space: Any,
                 network: Network) -> tuple[tuple[Hashable, ...], dict[str, Any]]:
    """The objects' names, and the arrays of struct rd_problem that say where they are.

    values: rows of Object. space: {host: bytes that are free at the start}, others have no limit.
    Errors: ArgumentError with the row. Cost: O(objects and their sources).
    """
    rows = rows_of(values, Object, "objects")
    try:
        names = tuple(dict.fromkeys(row.name for row in rows))
    except TypeError as error:
        raise ArgumentError(f"objects: {error}: names that are hashable are accepted") from None
    if len(names) < len(rows):
        raise ArgumentError("objects: two have one name: each name once is accepted")
    arrays = {
        "object_bytes": ffi.new("int64_t[]", [
            whole(row.bytes, "int64_t", f"objects[{i}]: bytes") for i, row in enumerate(rows)]),
        **host_lists("object_held", (network.indices(row.source, f"objects[{i}]: source")
                                     for i, row in enumerate(rows))),
        "object_wanted": ffi.new("uint32_t[]", [
            network.index(row.to, f"objects[{i}]: to") for i, row in enumerate(rows)]),
        "object_drop": ffi.new("uint32_t[]", [
            _drop(row, network, f"objects[{i}]") for i, row in enumerate(rows)])}
    if space is not None:
        arrays["space_bytes"] = ffi.new("int64_t[]", _space(space, network))
    return names, arrays


def _drop(row: Object, network: Network, what: str) -> int:
    if not isinstance(row.frees, bool):
        raise ArgumentError(f"{what}: frees: {row.frees!r}: True or False is accepted")
    if not row.frees:
        if row.drop is not None:
            raise ArgumentError(f"{what}: drop with frees False: one of them is accepted")
        return int(lib.RD_NO_HOST)
    return int(lib.RD_DROP_SOURCE) if row.drop is None else network.index(row.drop, f"{what}: drop")


def _space(space: Any, network: Network) -> list[int]:
    if not hasattr(space, "items"):
        raise ArgumentError(f"space: {space!r}: {{host: bytes}} is accepted")
    dense = [NO_LIMIT] * len(network.hosts)
    for host, free in space.items():
        place = f"space of {host!r}"
        dense[network.index(host, "space")] = whole(free, "int64_t", place)
        if dense[network.index(host, "space")] < 0:
            raise ArgumentError(f"{place}: {free}: 0 or more is accepted")
    return dense
