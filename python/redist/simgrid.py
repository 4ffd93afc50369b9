"""Networks of SimGrid platform files, as SimGrid itself routes them."""
from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from .errors import ArgumentError
from .network import Network
from .program import call_program, program_rows
from .scenario import quoted


class SharedLinksWarning(UserWarning):
    """Routes of a platform share links: the library plans as if each had its links for itself."""


def read_platform(file: str | os.PathLike[str], hosts: Sequence[str] | str | None, item_bytes: int,
                  program: str | os.PathLike[str]) -> Network:
    """Network.from_simgrid()."""
    path = Path(file).resolve()
    listed = hosts if isinstance(hosts, str) else " ".join(map(quoted, hosts or _named(path)))
    with tempfile.TemporaryDirectory(prefix="redist_") as folder:
        scenario = Path(folder, "platform.xml")
        root = ElementTree.Element("scenario")
        ElementTree.SubElement(root, "platform", file=str(path))
        ElementTree.SubElement(root, "topology", shape="graph", edges="routes", hosts=listed)
        ElementTree.SubElement(root, "items", bytes=str(item_bytes))
        ElementTree.SubElement(root, "loads", generator="piled", total="0")
        ElementTree.SubElement(root, "goal", reach="balance")
        scenario.write_bytes(ElementTree.tostring(root))
        allowed = [f"--allow={path.parent}", "--", str(scenario)]
        rows = program_rows(program, ["instance", "--format=json", *allowed])
        described = call_program(program, ["check", *allowed])
    shared = [line for line in described.splitlines() if line.startswith("shared ")]
    if shared:
        warnings.warn(f"{file}: {' '.join(shared[0].split()[1:])}; a Scenario of the file counts that, "
                      "the library does not", SharedLinksWarning, stacklevel=3)
    return _network(rows, item_bytes)


def _network(rows: list[dict[str, object]], item_bytes: int) -> Network:
    """The rows of `redist instance` as a network."""
    names = [str(row["host"]) for row in rows if row["quantity"] == "ports"]
    number = {name: i for i, name in enumerate(names)}
    of: dict[str, dict[tuple[int, int], float]] = {"latency_s": {}, "bandwidth_bytes_per_s": {}}
    for row in rows:
        if row["quantity"] in of:
            link = number[str(row["host"])], number[str(row["to"])]
            of[str(row["quantity"])][link] = float(str(row["value"]))
    links = list(of["bandwidth_bytes_per_s"])
    return Network(names, [u for u, _ in links], [v for _, v in links],
                   [item_bytes / bandwidth for bandwidth in of["bandwidth_bytes_per_s"].values()],
                   [of["latency_s"][link] for link in links])


def _named(path: Path) -> list[str]:
    """The hosts that a platform names one by one. Errors: ArgumentError if it has none."""
    try:
        names = [str(host.get("id")) for host in ElementTree.parse(path).iter("host")]
    except ElementTree.ParseError as error:
        raise ArgumentError(f"{path}: {error}") from None
    if not names:
        raise ArgumentError(f"{path}: hosts: their names are needed, such as \"node-[0-15].org\"")
    return names
