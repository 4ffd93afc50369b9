"""Networks in the formats that others write, as networks, SimGrid platforms and scenarios."""
from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .arrays import real
from .errors import ArgumentError
from .network import Network
from .problem import Problem
from .scenario import Scenario, host_names, platform_xml
from .writing import write_files

PREFIXES = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15,
            "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40, "Pi": 2**50}
BYTES_PER_S = {f"{prefix}{unit}": size * factor for prefix, factor in PREFIXES.items()
               for unit, size in (("Bps", 1), ("bps", 0.125))}
SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
FORMATS = {".graphml": "GraphML", ".gml": "GML", ".json": "node-link JSON", ".csv": "matrix",
           ".npy": "matrix", ".txt": "edge list", ".edges": "edge list", ".edgelist": "edge list"}


def read_graph(file: str | os.PathLike[str], *, directed: bool = False) -> Any:
    """A networkx graph of a file. Its ending tells the format:

    .graphml, .gml; .json: node-link; .edges, .edgelist, .txt: a line "FROM TO [VALUE [LATENCY]]" each,
    "#" begins a comment; .csv, .npy: an adjacency matrix, rows send to columns, 0 or nothing is no
    link; a CSV may name hosts in its first row, and in its first column.
    directed: of an edge list: lines are links one way.
    The values of edge lists and matrices are the edges' attribute "weight".

    Errors: ArgumentError for what is not of the format; OSError; ImportError without networkx.
    """
    path = Path(file)
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        raise ArgumentError(f"{path}: the endings {', '.join(FORMATS)} are accepted")
    try:
        return READERS[kind](path, directed)
    except (ValueError, KeyError, TypeError, AttributeError, SyntaxError, StopIteration,
            RecursionError) as error:
        if isinstance(error, ArgumentError):
            raise
        raise ArgumentError(f"{path}: no {kind}: {error}") from None
    except Exception as error:  # networkx has errors of its own
        if isinstance(error, (OSError, ImportError)) or not _of_networkx(error):
            raise
        raise ArgumentError(f"{path}: no {kind}: {error}") from None


def _of_networkx(error: Exception) -> bool:
    return type(error).__module__.startswith(("networkx", "xml", "pyexpat"))


def _graphml(path: Path, _: bool) -> Any:
    import networkx
    return networkx.read_graphml(path)


def _gml(path: Path, _: bool) -> Any:
    import networkx
    return networkx.read_gml(path, label="id")


def _node_link(path: Path, _: bool) -> Any:
    from networkx.readwrite import json_graph
    data = json.loads(path.read_text(encoding="utf-8"))
    edges = "edges" if "edges" in data else "links"  # releases of networkx differ
    return json_graph.node_link_graph({**data, "links": data[edges], "edges": data[edges]})


def _edge_list(path: Path, directed: bool) -> Any:
    import networkx
    graph = networkx.MultiDiGraph() if directed else networkx.MultiGraph()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if not 2 <= len(words) <= 4:
            raise ArgumentError(f"{path}:{number}: {line!r}: FROM TO [VALUE [LATENCY]] is accepted")
        graph.add_edge(words[0], words[1], **dict(zip(("weight", "latency"), words[2:])))
    return graph


def _matrix(path: Path, _: bool) -> Any:
    import networkx
    if path.suffix.lower() == ".npy":
        import numpy
        rows = numpy.load(path, allow_pickle=False).tolist()
        names: list[Any] = list(range(len(rows)))
    else:
        with open(path, newline="", encoding="utf-8") as file:
            rows = [row for row in csv.reader(file) if row]
        names, rows = _named_matrix(rows)
    graph = networkx.DiGraph()
    graph.add_nodes_from(names)
    for u, row in zip(names, rows):
        if len(rows) != len(names) or len(row) != len(names):
            raise ArgumentError(f"{path}: {len(rows)} rows, one of {len(row)} values, for "
                                f"{len(names)} hosts: as many of each are accepted")
        for v, text in zip(names, row):
            value = float(text) if text not in ("", None) else 0.0
            if value != 0:
                graph.add_edge(u, v, weight=value)
    return graph


def _named_matrix(rows: list[list[str]]) -> tuple[list[Any], list[list[str]]]:
    """The hosts' names, and the numbers alone."""
    if any(_is_number(text) for text in rows[0][1:]) or not any(rows[0]):
        return list(range(len(rows))), rows
    names, rows = rows[0], rows[1:]
    if rows and len(rows[0]) == len(rows) + 1 or names[0] == "":
        names, rows = names[1:], [row[1:] for row in rows]
    return list(names), rows


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


READERS: dict[str, Callable[[Path, bool], Any]] = {
    "GraphML": _graphml, "GML": _gml, "node-link JSON": _node_link, "edge list": _edge_list,
    "matrix": _matrix}


def read_network(file: str | os.PathLike[str], *, cost: str | float | None = None,
                 bandwidth: str | float | None = None, unit: str | None = None,
                 latency: str | float | None = None, latency_unit: str | None = None,
                 item_bytes: float = 1, name: str | None = None, directed: bool = False,
                 fastest: bool = False) -> Network:
    """The network of a file in one of the formats of read_graph().

    cost: the attribute of edges that is their seconds per item, or one number of all.
    bandwidth: instead of it, an attribute or a number, in `unit`: "bps", "Gbps", "MBps", "MiBps", ...;
    values that are text with a unit ("10 Gbps") need none. An item has item_bytes.
    latency: an attribute or a number, in latency_unit: "s", "ms", "us", "ns". None: 0.
    name: the attribute of nodes that is a host's name; None: "label" or "name", where all nodes have
    one and they differ, else the nodes themselves.
    directed: as for read_graph(). fastest: of several edges of a pair, take the fastest; else they are
    refused. Edges from a host to itself are left out.

    Errors: ArgumentError, also for a unit that is needed; as read_graph().
    """
    graph = read_graph(file, directed=directed)
    if (cost is None) == (bandwidth is None):
        raise ArgumentError(f"{file}: cost or bandwidth: one of them is accepted; edges have: "
                            f"{', '.join(_attributes(graph)) or 'no attributes'}")
    hosts = _names(graph, name)
    links: dict[tuple[int, int], tuple[float, float]] = {}
    number = {node: i for i, node in enumerate(graph.nodes)}
    for u, v, attributes in graph.edges(data=True):
        what = f"{file}: edge from {hosts[number[u]]!r} to {hosts[number[v]]!r}"
        if bandwidth is None:
            assert cost is not None
            seconds = _value(attributes, cost, what, {"s": 1.0}, "s")
        else:
            speed = _value(attributes, bandwidth, what, BYTES_PER_S, unit)
            if speed <= 0:
                raise ArgumentError(f"{what}: bandwidth {speed:g}: more than 0 is accepted")
            seconds = item_bytes / speed
        wait = 0.0 if latency is None else _value(attributes, latency, what, SECONDS, latency_unit)
        if u == v:
            continue
        for pair in [(u, v)] if graph.is_directed() else [(u, v), (v, u)]:
            link = number[pair[0]], number[pair[1]]
            if link in links and not fastest:
                raise ArgumentError(f"{what}: several edges of the pair: fastest=True (--fastest) "
                                    "takes the fastest")
            links[link] = min((seconds, wait), links.get(link, (seconds, wait)))
    return Network(hosts, [u for u, _ in links], [v for _, v in links],
                   [c for c, _ in links.values()], [l for _, l in links.values()])


def _attributes(graph: Any) -> list[str]:
    return sorted({str(name) for _, _, attributes in graph.edges(data=True) for name in attributes})


def _names(graph: Any, attribute: str | None) -> list[Any]:
    """The hosts' names, in the order of nodes."""
    for name in [attribute] if attribute is not None else ["label", "name"]:
        names = [attributes.get(name) for _, attributes in graph.nodes(data=True)]
        if None not in names and "" not in names and len(set(names)) == len(names):
            return names
        if attribute is not None:
            raise ArgumentError(f"name: {attribute!r}: an attribute that all nodes have, and that "
                                "differs, is accepted")
    return list(graph.nodes)


def _value(attributes: Mapping[str, Any], of: str | float, what: str,
           units: Mapping[str, float], unit: str | None) -> float:
    """A number in the base unit: an edge's attribute, or one of all."""
    if isinstance(of, str):
        if of not in attributes:
            raise ArgumentError(f"{what}: {of!r}: missing; it has "
                                f"{', '.join(map(str, attributes)) or 'no attributes'}")
        what, value = f"{what}: {of!r}", attributes[of]
    else:
        value = of
    if isinstance(value, str):
        found = re.fullmatch(r"\s*([-+.\deE]+?)\s*([A-Za-z/]*)\s*", value)
        if not found or not _is_number(found[1]):
            raise ArgumentError(f"{what}: {value!r}: a number, or one with a unit, is accepted")
        value, unit = float(found[1]), found[2].replace("/s", "ps") or unit
    if unit is None or unit not in units:
        raise ArgumentError(f"{what}: {value!r} in {unit or 'no unit'}: a unit is needed: "
                            f"{', '.join(units)} are accepted")
    return real(value, what) * units[unit]


def convert(file: str | os.PathLike[str], out: str | os.PathLike[str], *,
            load: Mapping[Any, int] | None = None, after: Mapping[Any, int] | None = None,
            balance: int | None = None, item_bytes: int = 1, **reading: Any) -> Path:
    """Writes a file's network as a SimGrid platform; with loads, as a scenario and its platform.

    out: an .xml file. load, after, balance: as for Problem, hosts by name; balance is 0 where a load is
    given and no goal. reading: as for read_network(). Returns: the path of `out`.
    Errors: as read_network(), Problem and Scenario.write(); FileExistsError where `out` is `file`.
    """
    network = read_network(file, item_bytes=item_bytes, **reading)
    if load is not None:
        if after is None and balance is None:
            balance = 0
        problem = Problem(network, load, after=after, balance=balance)
        return Scenario(problem, name=re.sub(r"[^\w.-]", "_", Path(out).stem),
                        item_bytes=item_bytes).write(out, read=[file])
    if after is not None or balance is not None:
        raise ArgumentError("after, balance: they need a load")
    path = Path(out)
    write_files({path: platform_xml(network, host_names(network), item_bytes)}, read=[file])
    return path
