"""What is to be planned."""
from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from ._flat import ffi, lib
from .arrays import c_array, frozen, numpy_array, real, row, same_length, thawed, whole
from .copies import Copy, read_copies
from .errors import ArgumentError
from .network import SHAPES, Network
from .objects import Object, read_objects

if TYPE_CHECKING:
    from .maps import Map

GOALS = {"after": lib.RD_GOAL_AFTER, "balance": lib.RD_GOAL_BALANCE, "gather": lib.RD_GOAL_GATHER,
         "finish": lib.RD_GOAL_FINISH, "copies": lib.RD_GOAL_COPIES, "place": lib.RD_GOAL_PLACE}


class Problem:
    """A network, what its hosts hold, and what is wanted: one of six goals.

    load: items at the start, whole numbers: {host: items}, others hold 0; or [hosts], a list,
    array or Series (which is read by its index). Of several kinds of items:
    {host: {kind: items}} or [hosts][kinds].
    after: the same at the end.
    balance: the loads at the end differ by at most this (or by 1, where hosts do not divide items).
    gather: True: each kind ends whole on one host, and no host has two.
    compute: [hosts] or {host: seconds}; seconds per item: all items are computed, as early as
    possible. A star's master computes nothing.
    copies: rows of redist.Copy, or tuples (kind, items, held, wanted): all that want an item get it,
    and who sends it keeps it. load and after may say counted kinds besides.
    kind_sizes: {kind: factor}: how many times as long an item of the kind takes.
    objects: rows of redist.Object, tuples (name, bytes, source, to), or a DataFrame: each is brought
    from a source to where it is wanted, by one message. Costs are seconds per byte then.
    space: {host: bytes free at the start} of objects; other hosts have no limit.
    relay: True: objects may go over other hosts; staging: the same, where space is limited.
    combined_ports: True: what a host sends and receives of objects counts together.
    many_a_pair: True: a link carries several objects at a time.
    ports: messages that a host may send, and receive, at a time: a number, "unlimited",
    {host: number} or [hosts].

    Errors: ArgumentError.

    >>> from redist import Network, Problem
    >>> net = Network.ring(["a", "b", "c"], cost=1)
    >>> Problem(net, load={"a": 3}, balance=0).loads
    [[3], [0], [0]]
    >>> Problem(net, copies=[("weights", 4, "a", ["b", "c"])]).kinds
    ('weights',)
    >>> Problem(net, load=[1, 2], balance=0)
    Traceback (most recent call last):
    redist.errors.ArgumentError: load: 2 values: 3 are accepted
    """

    def __init__(self, network: Network, load: Any = None, *, after: Any = None,
                 balance: int | None = None, gather: bool = False, compute: Any = None,
                 copies: Any = None, kind_sizes: Any = None, objects: Any = None,
                 space: Any = None, relay: bool = False, staging: bool = False,
                 combined_ports: bool = False, many_a_pair: bool = False, ports: Any = 1) -> None:
        if not isinstance(network, Network):
            how = ", such as Network.from_networkx(graph)" if hasattr(network, "is_multigraph") else ""
            raise ArgumentError(f"network: {network!r}: a redist.Network is accepted{how}")
        self.network = network
        self.goal = _goal(load, after, {
            "copies": copies is not None, "place": objects is not None,
            "after": after is not None and copies is None, "balance": balance is not None,
            "gather": bool(gather), "finish": compute is not None})
        self._arrays: dict[str, Any] = {}
        self._numbers: dict[str, Any] = {}
        self.kinds: tuple[Hashable, ...] = _kinds(load, after) if load is not None else ()
        # Kinds before this one are counted, others are objects or named kinds.
        self.counted = len(self.kinds)
        if load is not None:
            self._arrays["load"] = self._loads(load, "load")
        if after is not None:
            self._arrays["final_load"] = self._loads(after, "after")
        if balance is not None:
            self._numbers["balance_error"] = whole(balance, "int64_t", "balance")
        if compute is not None:
            self._arrays["compute_seconds_per_item"] = self._per_host("double", compute, 0.0,
                                                                      "compute")
        self._set_copies(copies)
        self._set_sizes(kind_sizes)
        # What holds of objects, as struct rd_problem has it.
        self.rules = {"relay": relay, "staging": staging, "combined_ports": combined_ports,
                      "many_a_pair": many_a_pair}
        self._set_objects(objects, space)
        self._set_ports(ports)
        self._fill()

    def _fill(self) -> None:
        """Makes the struct rd_problem, which points to the arrays, and the numbers of kinds."""
        net = self.network
        self._c = c = ffi.new("struct rd_problem *")
        self.kind_numbers = {kind: k for k, kind in enumerate(self.kinds)}
        c.goal, c.shape = GOALS[self.goal], SHAPES[net.shape]
        c.host_count, c.kind_count = len(net.hosts), self.counted
        c.every_seconds_per_item, c.every_latency_s = net.every_cost, net.every_latency
        if net.sender is not None:
            c.link_count = len(net.sender)
            c.link_from, c.link_to = net.sender, net.receiver
            c.link_seconds_per_item, c.link_latency_s = net.cost, net.latency
        for values in (self._arrays, self._numbers):
            for name, value in values.items():
                setattr(c, name, value)

    def __getstate__(self) -> dict[str, Any]:
        return {"network": self.network, "goal": self.goal, "kinds": self.kinds,
                "counted": self.counted, "rules": self.rules, "_numbers": self._numbers,
                "_arrays": {name: frozen(array) for name, array in self._arrays.items()}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        arrays = {name: thawed(array) for name, array in state["_arrays"].items()}
        self.__dict__.update(state, _arrays=arrays)
        self._fill()

    def __repr__(self) -> str:
        what = "objects" if self.goal == "place" else "kinds"
        return f"<redist.Problem: {len(self.kinds)} {what} on {self.network!r}>"

    @property
    def loads(self) -> list[list[int]]:
        """[hosts][kinds] items at the start, of the kinds that are counted."""
        return self._rows("load") or [[] for _ in self.network.hosts]

    @property
    def final_loads(self) -> list[list[int]] | None:
        """[hosts][kinds] items that are wanted at the end, of the kinds that are counted; None where
        no loads are wanted."""
        return self._rows("final_load")

    @property
    def copies(self) -> list[Copy]:
        """The pieces of named kinds, kind by kind."""
        a, names = self._arrays, self.kinds[self.counted:]
        if self.goal != "copies":
            return []
        lists = {part: self._host_lists(f"piece_{part}") for part in ("held", "wanted")}
        return [Copy(names[kind], items, held, wanted) for kind, items, held, wanted in zip(
            a["piece_kind"], a["piece_items"], lists["held"], lists["wanted"])]

    @property
    def kind_sizes(self) -> dict[Hashable, float]:
        """How many times as long an item of each kind takes."""
        if self.goal == "place":
            return {}
        named = len(self.kinds) - self.counted
        sizes = [*self._arrays.get("counted_size", [1.0] * self.counted),
                 *self._arrays.get("kind_size", [1.0] * named)]
        return dict(zip(self.kinds, sizes))

    @property
    def objects(self) -> list[Object]:
        """The objects, with lists of sources."""
        a, hosts = self._arrays, self.network.hosts
        if self.goal != "place":
            return []
        return [Object(name, size, sources, hosts[to],
                       hosts[drop] if drop < len(hosts) else None, drop != lib.RD_NO_HOST)
                for name, size, sources, to, drop in zip(
                    self.kinds, a["object_bytes"], self._host_lists("object_held"),
                    a["object_wanted"], a["object_drop"])]

    @property
    def space(self) -> dict[Hashable, int]:
        """Bytes that are free at the start, of hosts that have a limit."""
        free = self._arrays.get("space_bytes")
        return {host: count for host, count in zip(self.network.hosts, free if free is not None else ())
                if count >= 0}

    @property
    def balance_error(self) -> int:
        """How far loads may be apart at the end, where the goal is to balance; else 0."""
        return int(self._c.balance_error)

    @property
    def computing(self) -> list[float]:
        """[hosts] seconds per item, where items are to be computed; else []."""
        return list(self._arrays.get("compute_seconds_per_item", ()))

    @property
    def host_ports(self) -> list[int] | None:
        """[hosts] messages that each may send, and receive, at a time; None: no limit."""
        if "host_ports" in self._arrays:
            return list(self._arrays["host_ports"])
        return (None if self._c.ports == lib.RD_PORTS_UNLIMITED
                else [self._c.ports] * len(self.network.hosts))

    def map(self, *, item_bytes: int = 1, program: str | os.PathLike[str] = "redist") -> Map:
        """A map before there is a plan: the network, what each host holds, and the bottleneck of the
        best known bound outlined, as SVG. Arguments and errors: as Solution.map().

        >>> from redist import Network, Problem
        >>> Problem(Network.ring(["a", "b", "c"], cost=1), load={"a": 3}, balance=0).map()
        <redist.Map>
        """
        from .maps import draw_map
        return draw_map(self, None, item_bytes, program)

    def _rows(self, name: str) -> list[list[int]] | None:
        if name not in self._arrays:
            return None
        items = list(self._arrays[name])
        return [items[first:first + self.counted] for first in range(0, len(items), self.counted)]

    def _host_lists(self, name: str) -> list[list[Hashable]]:
        first, hosts = self._arrays[f"{name}_first"], list(self._arrays[name])
        return [[self.network.hosts[h] for h in hosts[first[i]:first[i + 1]]]
                for i in range(len(first) - 1)]

    def _set_sizes(self, sizes: Any) -> None:
        if sizes is None:
            return
        if not isinstance(sizes, Mapping):
            raise ArgumentError(f"kind_sizes: {sizes!r}: {{kind: factor}} is accepted")
        for kind in sizes:
            if kind not in self.kinds:
                raise ArgumentError(f"kind_sizes: no kind is {kind!r}")
        factors = [real(sizes.get(kind, 1.0), f"kind_sizes of {kind!r}") for kind in self.kinds]
        for name, part in (("counted_size", factors[:self.counted]),
                           ("kind_size", factors[self.counted:])):
            if part:
                self._arrays[name] = ffi.new("double[]", part)

    def _set_copies(self, copies: Any) -> None:
        if copies is None:
            return
        kinds, arrays = read_copies(copies, self.network, self.kinds)
        self.kinds += kinds
        self._arrays |= arrays
        self._numbers["piece_count"] = len(arrays["piece_items"])

    def _set_objects(self, objects: Any, space: Any) -> None:
        for name, value in self.rules.items():
            if not isinstance(value, bool):
                raise ArgumentError(f"{name}: {value!r}: True or False is accepted")
        if objects is None:
            for name in [name for name, value in self.rules.items() if value] + (
                    ["space"] if space is not None else []):
                raise ArgumentError(f"{name} without objects: it is a rule for them")
            return
        self.kinds, arrays = read_objects(objects, space, self.network)
        self._arrays |= arrays
        self._numbers |= {**self.rules, "object_count": len(self.kinds)}

    def _set_ports(self, ports: Any) -> None:
        if isinstance(ports, str) and ports == "unlimited":
            self._numbers["ports"] = lib.RD_PORTS_UNLIMITED
        elif hasattr(ports, "__len__") and not isinstance(ports, str):
            self._arrays["host_ports"] = self._per_host("uint32_t", ports, 1, "ports")
        else:
            self._numbers["ports"] = whole(ports, "uint32_t", "ports")
            if self._numbers["ports"] == 0:
                raise ArgumentError('ports: 0: 1 or more, or "unlimited" is accepted')

    def _per_host(self, c_type: str, values: Any, default: Any, what: str) -> Any:
        """[hosts] numbers as a C array."""
        if (table := _mapping(values)) is not None:
            dense = [default] * len(self.network.hosts)
            read = real if c_type == "double" else lambda value, place: whole(value, c_type, place)
            for host, value in table.items():
                dense[self.network.index(host, what)] = read(value, f"{what} of {host!r}")
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


def _goal(load: Any, after: Any, wanted: dict[str, bool]) -> str:
    """The goal that the arguments say. Errors: ArgumentError if it is none or several."""
    goals = [goal for goal, is_wanted in wanted.items() if is_wanted]
    if len(goals) != 1:
        raise ArgumentError("goal: one of after, balance, gather, compute, copies and objects is "
                            "accepted")
    if goals == ["copies"] and (load is None) != (after is None):
        raise ArgumentError("copies with one of load and after: both or neither is accepted")
    if goals == ["place"] and load is not None:
        raise ArgumentError("objects and load: one of them is accepted")
    if goals[0] not in ("copies", "place") and load is None:
        raise ArgumentError("load: missing: what hosts hold is needed")
    return goals[0]


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
