"""Hosts, the links between them, and what a message costs on each."""
from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ._flat import lib
from .arrays import MOST_HOSTS, c_array, frozen, real, row, thawed, whole
from .errors import ArgumentError

if TYPE_CHECKING:
    from .maps import Map

Hosts = int | Iterable[Hashable]

SHAPES = {
    "any": lib.RD_SHAPE_ANY, "graph": lib.RD_SHAPE_GRAPH, "ring": lib.RD_SHAPE_RING_TWO_WAY,
    "one-way ring": lib.RD_SHAPE_RING_ONE_WAY, "star": lib.RD_SHAPE_STAR,
    "hypercube": lib.RD_SHAPE_HYPERCUBE, "shuffle-exchange": lib.RD_SHAPE_SHUFFLE_EXCHANGE,
    "switch": lib.RD_SHAPE_SWITCH, "bus": lib.RD_SHAPE_BUS,
}

# [links] C arrays; None where the shape says which links there are.
ARRAYS = ("sender", "receiver", "cost", "latency")


def host_names(hosts: Hosts) -> tuple[Hashable, ...]:
    """The names: 0, 1, ... of a number of hosts. Errors: ArgumentError."""
    names = (row(hosts, "hosts") if isinstance(hosts, Iterable)
             else range(max(whole(hosts, "int64_t", "hosts"), 0)))
    if not 1 <= len(names) <= MOST_HOSTS:
        raise ArgumentError(f"hosts: {len(names)}: 1 to {MOST_HOSTS} are accepted")
    return tuple(names)


class Network:
    """Hosts and directed links. A message of x items lasts latency + x * cost on its link.

    hosts: a number, or names: anything hashable, none twice.
    sender, receiver: [links] indices of hosts, from 0. None: all links of the shape.
    cost, latency: [links] or one number of all links; seconds per item, and seconds; 0, or 1e-30
    to 1e15.
    shape: one of redist.network.SHAPES. "any" recognises rings, hypercubes, shuffle-exchanges and
    switches; a star's master is the last host.

    Errors: ArgumentError. What the shape asks of the links is checked by solve().
    """

    def __init__(self, hosts: Hosts, sender: Sequence[int] | None = None,
                 receiver: Sequence[int] | None = None, cost: Any = 0.0, latency: Any = 0.0,
                 shape: str = "any") -> None:
        if shape not in SHAPES:
            raise ArgumentError(f"shape: {shape!r}: {', '.join(SHAPES)} are accepted")
        self.hosts = host_names(hosts)
        self.shape = shape
        try:
            self._index = {name: i for i, name in enumerate(self.hosts)}
        except TypeError as error:
            raise ArgumentError(f"hosts: {error}: names that are hashable are accepted") from None
        if len(self._index) < len(self.hosts):
            raise ArgumentError("hosts: two have one name: each name once is accepted")
        if (sender is None) != (receiver is None):
            raise ArgumentError("sender and receiver: both or neither is accepted")
        if sender is None and shape in ("any", "graph"):
            raise ArgumentError(f"shape: {shape!r} without links: links, or another shape, "
                                "are accepted")
        self.every_cost = self.every_latency = 0.0
        self.sender: Any = None
        self.receiver: Any = None
        self.cost: Any = None
        self.latency: Any = None
        if sender is None:
            self.every_cost, self.every_latency = real(cost, "cost"), real(latency, "latency")
        else:
            self.sender = c_array("uint32_t", sender, None, "sender")
            count = len(self.sender)
            self.receiver = c_array("uint32_t", receiver, count, "receiver")
            self.cost = _each_link(cost, count, "cost")
            self.latency = _each_link(latency, count, "latency")

    def __repr__(self) -> str:
        links = "all links" if self.sender is None else f"{len(self.sender)} links"
        return f"<redist.Network: {len(self.hosts)} hosts, {links}, shape {self.shape!r}>"

    def index(self, host: Hashable, what: str = "host") -> int:
        """The number of a host, from 0. Errors: ArgumentError if there is none of the name."""
        try:
            return self._index[host]
        except (KeyError, TypeError):
            raise ArgumentError(f"{what}: no host is named {host!r}") from None

    def indices(self, hosts: Any, what: str) -> list[int]:
        """The numbers of hosts, rising, each once. In: the name of a host, or a list of names.

        Errors: ArgumentError.
        """
        try:
            if hosts in self._index:
                return [self._index[hosts]]
        except TypeError:
            pass  # a list is no name
        names = list(hosts) if isinstance(hosts, (set, frozenset)) else hosts
        if isinstance(names, (str, bytes)) or not hasattr(names, "__len__"):
            return [self.index(hosts, what)]
        return sorted({self.index(name, what) for name in row(names, what)})

    def __getstate__(self) -> dict[str, Any]:
        return {name: frozen(value) if name in ARRAYS else value
                for name, value in self.__dict__.items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = {name: thawed(value) if name in ARRAYS else value
                         for name, value in state.items()}

    def links(self) -> list[tuple[int, int, float, float]]:
        """(sender, receiver, cost, latency) of each link, hosts by number, whatever the shape."""
        if self.sender is not None:
            return list(zip(self.sender, self.receiver, self.cost, self.latency))
        n = len(self.hosts)
        pairs = dict.fromkeys((u, v) for u in range(n) for v in _neighbours(self.shape, u, n)
                              if u != v)
        return [(u, v, self.every_cost, self.every_latency) for u, v in pairs]

    def map(self, *, item_bytes: int = 1, program: str | os.PathLike[str] = "redist") -> Map:
        """A map of hosts and links alone, as SVG. Arguments and errors: as Solution.map().

        >>> Network.torus(3, 4, cost=1).map()
        <redist.Map>
        """
        from .problem import Problem
        return Problem(self, load={}, balance=0).map(item_bytes=item_bytes, program=program)

    def to_networkx(self) -> Any:
        """A networkx DiGraph: nodes are the hosts, edges have `cost` and `latency`."""
        import networkx
        graph = networkx.DiGraph()
        graph.add_nodes_from(self.hosts)
        graph.add_edges_from((self.hosts[u], self.hosts[v], {"cost": cost, "latency": latency})
                             for u, v, cost, latency in self.links())
        return graph

    @classmethod
    def from_networkx(cls, graph: Any, cost: str | float = "cost",
                      latency: str | float | None = None) -> Network:
        """The network of a networkx graph: its nodes are the hosts.

        An edge of an undirected graph is two links, one each way.
        cost, latency: the attribute of edges, or one number of all; seconds per item, and seconds.
        Errors: ArgumentError for an edge without the attribute, and for several edges of a pair.
        """
        if graph.is_multigraph():
            raise ArgumentError("graph: several edges of a pair: a Graph or DiGraph is accepted")
        nodes = list(graph.nodes)
        number = {node: i for i, node in enumerate(nodes)}
        links: list[tuple[int, int, float, float]] = []
        for u, v, attributes in graph.edges(data=True):
            c = _attribute(attributes, cost, u, v)
            l = 0.0 if latency is None else _attribute(attributes, latency, u, v)
            links.append((number[u], number[v], c, l))
            if not graph.is_directed():
                links.append((number[v], number[u], c, l))
        sender, receiver, costs, latencies = zip(*links) if links else ((), (), (), ())
        return cls(nodes, sender, receiver, costs, latencies)

    @classmethod
    def from_simgrid(cls, file: str | os.PathLike[str], hosts: Sequence[str] | str | None = None, *,
                     item_bytes: int = 1, program: str | os.PathLike[str] = "redist") -> Network:
        """The network of a SimGrid platform file: a link for each two hosts that have a route.

        hosts: names, or a list as scenarios have it, "node-[0-15].org"; None: those that the file
        names one by one; at most 1024. item_bytes: of one item, which a bandwidth becomes a cost by.
        Costs are those of SimGrid's routes, by the program. Where routes share links, which the
        library does not count, a redist.simgrid.SharedLinksWarning says so.
        Errors: ArgumentError with the file and line; ProgramError.
        """
        from .simgrid import read_platform
        return read_platform(file, hosts, item_bytes, program)

    @classmethod
    def ring(cls, hosts: Hosts, cost: float, latency: float = 0.0,
             one_way: bool = False) -> Network:
        """A ring: host i and the next, both ways, or one way only.

        cost: seconds per item, latency: seconds, of every link, as in all that follow.

        >>> Network.ring(["a", "b", "c"], cost=1).links()[0]
        (0, 1, 1.0, 0.0)
        """
        return cls(hosts, cost=cost, latency=latency, shape="one-way ring" if one_way else "ring")

    @classmethod
    def star(cls, workers: Hosts, cost: float, latency: float = 0.0,
             master: Hashable = "master") -> Network:
        """A star: a master, which relays, holds and computes nothing, and its workers."""
        return cls(host_names(workers) + (master,), cost=cost, latency=latency, shape="star")

    @classmethod
    def hypercube(cls, dimension: int, cost: float, latency: float = 0.0) -> Network:
        """2^dimension hosts; a link joins those whose numbers differ in one bit.

        >>> len(Network.hypercube(3, cost=1).links())
        24
        """
        dimension = whole(dimension, "uint32_t", "dimension")
        if dimension > 20:
            raise ArgumentError(f"dimension: {dimension}: 0 to 20 is accepted")
        return cls(2**dimension, cost=cost, latency=latency, shape="hypercube")

    @classmethod
    def switch(cls, hosts: Hosts, cost: float, latency: float = 0.0) -> Network:
        """Every two hosts are joined, both ways."""
        return cls(hosts, cost=cost, latency=latency, shape="switch")

    @classmethod
    def bus(cls, hosts: Hosts, cost: float, latency: float = 0.0) -> Network:
        """A switch on which one message is under way at a time in all."""
        return cls(hosts, cost=cost, latency=latency, shape="bus")

    @classmethod
    def torus(cls, rows: int, columns: int, cost: float, latency: float = 0.0) -> Network:
        """rows x columns hosts, named (row, column); each has links to its four neighbours.

        >>> Network.torus(3, 4, cost=1)
        <redist.Network: 12 hosts, 48 links, shape 'any'>
        """
        rows, columns = whole(rows, "uint32_t", "rows"), whole(columns, "uint32_t", "columns")
        if not 1 <= rows * columns <= MOST_HOSTS:
            raise ArgumentError(f"rows, columns: {rows} x {columns}: 1 to {MOST_HOSTS} hosts "
                                "are accepted")
        names = [(r, c) for r in range(rows) for c in range(columns)]
        links = sorted({(r * columns + c, r2 % rows * columns + c2 % columns) for r, c in names
                        for r2, c2 in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
                        if (r2 % rows, c2 % columns) != (r, c)})
        return cls(names, [u for u, _ in links], [v for _, v in links], cost, latency)


def _neighbours(shape: str, u: int, n: int) -> Iterable[int]:
    """The hosts that host u sends to, of n, where all links of a shape are there."""
    half = n // 2
    if shape in ("ring", "one-way ring"):
        return ((u + 1) % n,) if shape == "one-way ring" else ((u + 1) % n, (u - 1) % n)
    if shape == "star":
        return range(n - 1) if u == n - 1 else (n - 1,)
    if shape == "hypercube":
        return (u ^ 1 << bit for bit in range(n.bit_length() - 1))
    if shape == "shuffle-exchange":
        return (u ^ 1, u * 2 % n + u // half, u // 2 + u % 2 * half) if n > 1 else ()
    return range(n)


def _each_link(values: Any, count: int, what: str) -> Any:
    """[count] numbers as a C array; one number stands for all."""
    if isinstance(values, (int, float)):
        values = [values] * count
    return c_array("double", values, count, what)


def _attribute(attributes: dict[str, Any], name: str | float, u: Hashable, v: Hashable) -> float:
    """An edge's attribute, or the number that is given in its place."""
    what = f"edge {u!r}, {v!r}: {name!r}"
    if not isinstance(name, str):
        return real(name, "cost or latency")
    if name not in attributes:
        raise ArgumentError(f"{what}: missing: an attribute that all edges have is accepted; this one "
                            f"has {', '.join(map(str, attributes)) or 'none'}")
    return real(attributes[name], what)
