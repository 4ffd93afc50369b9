"""What is to be planned."""
from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from ._flat import ffi, lib
from .arrays import c_array, numpy_array, row, same_length, whole
from .errors import ArgumentError
from .network import SHAPES, Network


class Problem:
    """A network, what its hosts hold, and what is wanted: one of four goals.

    load: items at the start, whole numbers: {host: items}, others hold 0; or [hosts], a list,
    array or Series (which is read by its index). Of several kinds of items:
    {host: {kind: items}} or [hosts][kinds].
    after: the same at the end.
    balance: the loads at the end differ by at most this (or by 1, where hosts do not divide items).
    gather: True: each kind ends whole on one host, and no host has two.
    compute: [hosts] or {host: seconds}; seconds per item: all items are computed, as early as
    possible. A star's master computes nothing.
    ports: messages that a host may send, and receive, at a time: a number, "unlimited",
    {host: number} or [hosts].

    Errors: ArgumentError.
    """

    def __init__(self, network: Network, load: Any, *, after: Any = None,
                 balance: int | None = None, gather: bool = False, compute: Any = None,
                 ports: Any = 1) -> None:
        if not isinstance(network, Network):
            raise ArgumentError(f"network: {network!r}: a redist.Network is accepted")
        wanted = [after is not None, balance is not None, bool(gather), compute is not None]
        if sum(wanted) != 1:
            raise ArgumentError("goal: one of after, balance, gather and compute is accepted")
        self.network = network
        self.kinds: tuple[Hashable, ...] = _kinds(load, after)
        self._c = c = ffi.new("struct rd_problem *")
        c.goal = (lib.RD_GOAL_AFTER, lib.RD_GOAL_BALANCE, lib.RD_GOAL_GATHER,
                  lib.RD_GOAL_FINISH)[wanted.index(True)]
        c.host_count, c.kind_count = len(network.hosts), len(self.kinds)
        self._kept = [self._loads(load, "load")]
        c.load = self._kept[0]
        if after is not None:
            c.final_load = self._keep(self._loads(after, "after"))
        if balance is not None:
            c.balance_error = whole(balance, "int64_t", "balance")
        if compute is not None:
            c.compute_seconds_per_item = self._keep(
                self._per_host("double", compute, 0.0, "compute"))
        self._set_ports(ports)
        self._set_links()

    def __repr__(self) -> str:
        return f"<redist.Problem: {len(self.kinds)} kinds on {self.network!r}>"

    def _keep(self, array: Any) -> Any:
        """The C array, which lives as long as the problem."""
        self._kept.append(array)
        return array

    def _set_ports(self, ports: Any) -> None:
        if isinstance(ports, str) and ports == "unlimited":
            self._c.ports = lib.RD_PORTS_UNLIMITED
        elif hasattr(ports, "__len__") and not isinstance(ports, str):
            self._c.host_ports = self._keep(self._per_host("uint32_t", ports, 1, "ports"))
        else:
            self._c.ports = whole(ports, "uint32_t", "ports")
            if self._c.ports == 0:
                raise ArgumentError('ports: 0: 1 or more, or "unlimited" is accepted')

    def _set_links(self) -> None:
        net, c = self.network, self._c
        c.shape = SHAPES[net.shape]
        c.every_seconds_per_item, c.every_latency_s = net.every_cost, net.every_latency
        if net.sender is not None:
            c.link_count = len(net.sender)
            c.link_from, c.link_to = net.sender, net.receiver
            c.link_seconds_per_item, c.link_latency_s = net.cost, net.latency

    def _per_host(self, c_type: str, values: Any, default: Any, what: str) -> Any:
        """[hosts] numbers as a C array."""
        if (table := _mapping(values)) is not None:
            dense = [default] * len(self.network.hosts)
            for host, value in table.items():
                dense[self.network.index(host, what)] = value
            values = dense
        return c_array(c_type, values, len(self.network.hosts), what)

    def _loads(self, values: Any, what: str) -> Any:
        """[hosts * kinds] items as a C array."""
        if len(self.kinds) == 1 and not _nested(values):
            return self._per_host("int64_t", values, 0, what)
        hosts, kinds = self.network.hosts, self.kinds
        array = numpy_array(values)
        if (table := _mapping(values)) is not None:
            dense = [0] * (len(hosts) * len(kinds))
            place = {kind: k for k, kind in enumerate(kinds)}
            for host, items in table.items():
                first = self.network.index(host, what) * len(kinds)
                for kind, count in _of_kinds(items, f"{what} of {host!r}").items():
                    if kind not in place:
                        raise ArgumentError(f"{what} of {host!r}: no kind is named {kind!r}")
                    dense[first + place[kind]] = whole(count, "int64_t", f"{what} of {host!r}")
            return ffi.new("int64_t[]", dense)
        if array is not None:
            values = array.tolist()
        rows = [row(items, f"{what}[{h}]") for h, items in enumerate(row(values, what))]
        same_length(rows, len(hosts), what)
        for h, items in enumerate(rows):
            same_length(items, len(kinds), f"{what}[{h}]")
        return c_array("int64_t", [items for host in rows for items in host],
                       len(hosts) * len(kinds), what)


def _mapping(values: Any) -> Mapping[Any, Any] | None:
    """{host: value} of a mapping, a Series or a DataFrame, whose columns are kinds; else None."""
    if hasattr(values, "columns") and hasattr(values, "to_dict"):
        table: Mapping[Any, Any] = values.to_dict("index")
        return table
    if not isinstance(values, Mapping) and hasattr(values, "index") and hasattr(values, "to_dict"):
        values = values.to_dict()
    return values if isinstance(values, Mapping) else None


def _of_kinds(items: Any, what: str) -> dict[Hashable, Any]:
    """{kind: items} of one host."""
    return dict(items) if isinstance(items, Mapping) else dict(enumerate(row(items, what)))


def _nested(values: Any) -> bool:
    """Are there kinds: is an entry a mapping or a row itself?"""
    table = _mapping(values)
    array = numpy_array(values) if table is None else None
    if array is not None:
        return bool(array.ndim > 1)
    if table is not None:
        values = table.values()
    elif not isinstance(values, (list, tuple)):
        return False
    return any(hasattr(entry, "__len__") and not isinstance(entry, (str, bytes))
               for entry in values)


def _kinds(load: Any, after: Any) -> tuple[Hashable, ...]:
    """The names of the kinds, in the order in which they come up; 0, 1, ... where none are."""
    found: dict[Hashable, None] = {}
    for values in (load, after):
        if values is None or not _nested(values):
            continue
        table = _mapping(values)
        for items in table.values() if table is not None else row(values, "load")[:1]:
            found.update(dict.fromkeys(_of_kinds(items, "load")))
    return tuple(found) or (0,)
