"""Scenarios built in Python: what the program plans, simulates, sweeps and executes."""
from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from .arrays import whole
from .errors import ArgumentError
from .network import Network
from .problem import Problem
from .writing import write_files

DOCTYPE = '<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
SHAPES = {"ring": {"shape": "ring", "direction": "two-way"},
          "one-way ring": {"shape": "ring", "direction": "one-way"}}
LEAST_COST_S, MOST_COST_S = 1e-15, 1e15
MOST_ITEMS = 2**53
MOST_LETTERS = 255


class Scenario:
    """A Problem, and what the program is to do with it.

    algorithms: names of `redist list algorithms`; "all" is every one that accepts the problem.
    name: up to 100 letters, digits, ".", "_", "-".
    item_bytes: a whole number, 1 or more: bandwidths are item_bytes / cost, so times are the
    problem's whatever it is. Items of cost 0 on all links have 0 bytes.
    vary: {parameter: [values]} for sweep(): parameters of `redist list parameters`. repeat: how often
    each point is run, with another seed each time.

    Hosts keep their names: str() of them, which all have to differ. Errors: ArgumentError.
    """

    def __init__(self, problem: Problem, algorithms: Sequence[str] | str = "all", *,
                 name: str = "scenario", item_bytes: int = 1,
                 vary: Mapping[str, Iterable[Any]] | None = None, repeat: int = 1) -> None:
        if not isinstance(problem, Problem):
            raise ArgumentError(f"problem: {problem!r}: a redist.Problem is accepted")
        self.problem, self.name = problem, name
        self.algorithms = [algorithms] if isinstance(algorithms, str) else list(algorithms)
        self.vary = {key: list(values) for key, values in (vary or {}).items()}
        self.repeat = whole(repeat, "uint32_t", "repeat")
        self.item_bytes = whole(item_bytes, "int64_t", "item_bytes")
        if self.item_bytes < 1:
            raise ArgumentError(f"item_bytes: {item_bytes}: 1 or more is accepted")
        self._names = host_names(problem.network)
        _ask_for_loads(problem)

    def __repr__(self) -> str:
        return f"<redist.Scenario {self.name!r}: {self.problem!r}>"

    def write(self, file: str | os.PathLike[str],
              read: Iterable[str | os.PathLike[str]] = ()) -> Path:
        """Writes FILE, a scenario, and FILE's stem with ".platform.xml", its SimGrid platform.

        read: files that neither may be written over. Returns: the path of the scenario.
        Errors: OSError; ArgumentError for what a scenario cannot
        say: items that take no time on some links alone.
        """
        path = Path(file)
        platform = path.with_name(path.stem + ".platform.xml")
        computing = self.problem.computing
        # Objects have bytes of their own, and costs are of one.
        item_bytes = 1 if self.problem.goal == "place" else self.item_bytes
        text = platform_xml(self.problem.network, self._names, item_bytes,
                            [1 / s if s else 1.0 for s in computing])
        scenario = _indented(self._xml(platform.name))
        write_files({platform: text, path: '<?xml version="1.0" encoding="UTF-8"?>\n' + scenario}, read)
        return path

    def _xml(self, platform: str) -> ElementTree.Element:
        problem, shape = self.problem, self.problem.network.shape
        root = ElementTree.Element("scenario", name=self.name)
        ElementTree.SubElement(root, "platform", file=platform)
        names = self._names[:-1] if shape == "star" else self._names
        topology = ElementTree.SubElement(root, "topology", {
            **SHAPES.get(shape, {"shape": "graph" if shape == "any" else shape}),
            **({"master": self._names[-1]} if shape == "star" else {}),
            "hosts": " ".join(quoted(name) for name in names)})
        if shape in ("any", "graph"):
            for u, v, _, _ in problem.network.links():
                ElementTree.SubElement(topology, "edge", {"from": self._names[u],
                                                          "to": self._names[v]})
        self._add_ports(root)
        no_bytes = not any(link[2] for link in problem.network.links())
        items = ElementTree.SubElement(root, "items", {
            "bytes": "0" if no_bytes else str(self.item_bytes),
            **({"flops": "1"} if problem.goal == "finish" else {})})
        self._add_kinds(items, no_bytes)
        self._add_loads(root)
        error = {"error": str(problem.balance_error)} if problem.goal == "balance" else {}
        ElementTree.SubElement(root, "goal", {
            "reach": problem.goal, **error,
            **{rule: "yes" for rule in ("relay", "staging") if problem.rules[rule]}})
        for algorithm in self.algorithms:
            ElementTree.SubElement(root, "run", algorithm=algorithm)
        if self.vary or self.repeat > 1:
            sweep = ElementTree.SubElement(root, "sweep")
            for parameter, values in self.vary.items():
                ElementTree.SubElement(sweep, "vary", parameter=parameter,
                                       values=";".join(map(str, values)) + ";")
            ElementTree.SubElement(sweep, "repeat", count=str(self.repeat))
        return root

    def _add_ports(self, root: ElementTree.Element) -> None:
        ports = self.problem.host_ports
        network = ElementTree.SubElement(root, "network", model="exact",
                                         ports="all" if ports is None else "one")
        if self.problem.rules["combined_ports"]:
            network.set("combined", "yes")
        if self.problem.rules["many_a_pair"]:
            network.set("pair", "many")
        for name, count in zip(self._names, ports or ()):
            if count != 1:
                ElementTree.SubElement(network, "port", host=name, count=str(count))

    def _add_kinds(self, items: ElementTree.Element, no_bytes: bool) -> None:
        """The bytes of an item of kinds of another size."""
        for number, (kind, factor) in enumerate(self.problem.kind_sizes.items()):
            size = 0.0 if no_bytes else factor * self.item_bytes
            if not size.is_integer():
                raise ArgumentError(f"kind_sizes of {kind!r}: {factor:g} times item_bytes are {size:g}: "
                                    "whole numbers of bytes are accepted in a scenario")
            name = {"number": str(number)} if number < self.problem.counted else {"name": str(kind)}
            if factor != 1 and (size > 0 or "name" in name):
                ElementTree.SubElement(items, "kind", {**name, "bytes": f"{size:.0f}"})

    def _hosts(self, hosts: Any) -> str:
        """A list of hosts, by their names in the scenario."""
        return " ".join(quoted(self._names[h]) for h in self.problem.network.indices(hosts, "hosts"))

    def host_name(self, host: Hashable) -> str:
        """The name of a host in the scenario. Errors: ArgumentError if there is none."""
        return self._names[self.problem.network.index(host)]

    def _add_lists(self, loads: ElementTree.Element) -> None:
        """Objects, and pieces of named kinds."""
        for piece in self.problem.copies:
            ElementTree.SubElement(loads, "copy", kind=str(piece.kind), items=str(piece.items),
                                   held=self._hosts(piece.held), wanted=self._hosts(piece.wanted))
        for o in self.problem.objects:
            ElementTree.SubElement(loads, "object", {
                "name": str(o.name), "bytes": str(o.bytes), "from": self._hosts(o.source),
                "to": self.host_name(o.to), **({} if o.drop is None else {"drop": self.host_name(o.drop)}),
                **({} if o.frees else {"frees": "no"})})
        for host, free in self.problem.space.items():
            ElementTree.SubElement(loads, "space", host=self.host_name(host), bytes=str(free))

    def _add_loads(self, root: ElementTree.Element) -> None:
        loads = ElementTree.SubElement(root, "loads")
        self._add_lists(loads)
        final = self.problem.final_loads
        for h, held in enumerate(self.problem.loads):
            for k, items in enumerate(held):
                after = final[h][k] if final else 0
                if items or after or (h == 0 and k == 0):
                    ElementTree.SubElement(loads, "load", {
                        "host": self._names[h], "kind": str(k), "items": str(items),
                        **({"after": str(after)} if final else {})})


def platform_xml(network: Network, names: Sequence[str], item_bytes: int,
                 speeds: Sequence[float] = ()) -> str:
    """A SimGrid platform of the hosts and links of a network.

    names: [hosts]. speeds: [hosts] flops per second; none: 1 each. A link's bandwidth is
    item_bytes / cost. Errors: ArgumentError for links of cost 0 among others.
    """
    links = network.links()
    costs = {cost for _, _, cost, _ in links if cost}
    for u, v, cost, latency in links:
        if (cost == 0 and costs) or (cost == 0 and latency == 0):
            raise ArgumentError(f"link from {names[u]} to {names[v]}: items take no time: a cost, "
                                "or no cost on any link and latencies, are accepted")
        if cost and not LEAST_COST_S <= cost <= MOST_COST_S:
            raise ArgumentError(f"link from {names[u]} to {names[v]}: cost {cost:g}: {LEAST_COST_S} "
                                f"to {MOST_COST_S} is accepted in a platform")
    root = ElementTree.Element("platform", version="4.1")
    number = next(n for n in range(len(names) + 1) if f"redist{n or ''}" not in names)
    zone = ElementTree.SubElement(root, "zone", id=f"redist{number or ''}", routing="Full")
    for number, name in enumerate(names):
        speed = speeds[number] if number < len(speeds) else 1.0
        ElementTree.SubElement(zone, "host", id=name, speed=f"{speed!r}f")
    bus = network.shape == "bus" and links
    for u, v, cost, latency in links[:1] if bus else links:
        ElementTree.SubElement(zone, "link", id="bus" if bus else f"{names[u]}>{names[v]}",
                               bandwidth=f"{item_bytes / cost if cost else 1.0!r}Bps",
                               latency=f"{latency!r}s")
    for u, v, _, _ in links:
        if not bus or u < v:
            route = ElementTree.SubElement(zone, "route", src=names[u], dst=names[v],
                                           symmetrical="YES" if bus else "NO")
            ElementTree.SubElement(route, "link_ctn", id="bus" if bus else f"{names[u]}>{names[v]}")
    return '<?xml version="1.0"?>\n' + DOCTYPE + _indented(root)


def _indented(root: ElementTree.Element) -> str:
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def host_names(network: Network) -> list[str]:
    """The hosts' names as text. Errors: ArgumentError for two that are one, and for what XML and lists
    of hosts cannot say."""
    names: dict[str, Hashable] = {}
    for host in network.hosts:
        name = str(host)
        if not name.isprintable() or not name or ("'" in name and '"' in name) or ">" in name:
            raise ArgumentError(f"hosts: {name!r}: printable text without '>' and with one kind of "
                                "quotes at most is accepted in a scenario")
        if len(name.encode()) > MOST_LETTERS:
            raise ArgumentError(f"hosts: {name[:20]!r}...: a name of at most {MOST_LETTERS} bytes is accepted")
        if name in names:
            raise ArgumentError(f"hosts: {names[name]!r} and {host!r} are both {name!r} as text")
        names[name] = host
    return list(names)


def _ask_for_loads(problem: Problem) -> None:
    """Errors: ArgumentError for loads that a scenario refuses."""
    given = [("load", problem.loads), ("after", problem.final_loads or [])]
    for what, loads in given:
        for host, items in zip(problem.network.hosts, loads):
            if not all(0 <= number <= MOST_ITEMS for number in items):
                raise ArgumentError(f"{what} of {host!r}: 0 to {MOST_ITEMS} items are accepted in a scenario")
    sums = [[sum(items) for items in zip(*loads)] for _, loads in given]
    if sums[1] and sums[0] != sums[1]:
        raise ArgumentError(f"after: {sum(sums[1])} items, and {sum(sums[0])} are loaded: as many of "
                            "each kind are accepted")
    if not 0 <= problem.balance_error <= MOST_ITEMS:
        raise ArgumentError(f"balance: {problem.balance_error}: 0 to {MOST_ITEMS} is accepted")


def quoted(name: str) -> str:
    """A name as lists of hosts have it: literally, where its letters mean something there."""
    if all(letter.isalnum() or letter in "._-:" for letter in name):
        return name
    quote = '"' if "'" in name else "'"
    return f"{quote}{name}{quote}"
