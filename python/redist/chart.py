"""Gantt charts: SVG for notebooks, matplotlib for figures."""
from __future__ import annotations

import os
from collections.abc import Hashable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

COLOURS = {"sends": "#2a9d8f", "receives": "#8ab6d6", "computes": "#e9c46a"}
CRITICAL = "#c1121f"
WIDTH, LANE, GAP, LABEL, TOP = 760, 12, 8, 110, 24


@dataclass(frozen=True)
class Bar:
    """What one host does from start to end, in a lane of its own or after others'."""

    start: float
    end: float
    lane: int
    does: str  # a key of COLOURS
    critical: bool
    title: str


@dataclass(frozen=True, repr=False)
class Chart:
    """A Gantt chart: of each host what it sends, receives and computes. A notebook shows it.

    The critical path has a red rim. str() is the SVG, save(file) writes it.
    """

    messages: tuple[Any, ...]
    critical: frozenset[int]
    hosts: tuple[Hashable, ...]

    def __repr__(self) -> str:
        return f"<redist.Chart: {len(self.messages)} messages, {len(self.hosts)} hosts>"

    def bars(self) -> list[tuple[Hashable, list[Bar]]]:
        """The bars of each host; where several messages are under way at once, each has a lane."""
        ends: dict[tuple[Hashable, str], list[float]] = {}
        placed: dict[Hashable, list[tuple[str, int, Any, bool]]] = {h: [] for h in self.hosts}
        for number, m in enumerate(self.messages):
            parts = ([(m.sender, "computes")] if m.receiver is None else
                     [(m.sender, "sends"), (m.receiver, "receives")])
            for host, does in parts:
                lanes = ends.setdefault((host, does), [])
                lane = next((i for i, end in enumerate(lanes) if end <= m.start * (1 + 1e-12)),
                            len(lanes))
                lanes[lane:lane + 1] = [m.end]
                placed[host].append((does, lane, m, number in self.critical))
        found = []
        for host, entries in placed.items():
            first, count = {}, 0
            for does in COLOURS:
                first[does] = count
                count += len(ends.get((host, does), []))
            found.append((host, [Bar(m.start, m.end, first[does] + lane, does, critical, _title(m))
                                 for does, lane, m, critical in entries]))
        return found

    def legend(self) -> dict[str, str]:
        """The colours that are used."""
        used = {"computes" if m.receiver is None else "sends" for m in self.messages}
        return {does: colour for does, colour in COLOURS.items()
                if does in used or (does == "receives" and "sends" in used)}

    def __str__(self) -> str:
        end = max((m.end for m in self.messages), default=0.0) or 1.0
        y, parts = TOP, []
        for host, bars in self.bars():
            lanes = max((bar.lane for bar in bars), default=0) + 1
            parts.append(f'<text x="{LABEL - 6}" y="{y + LANE * lanes / 2 + 4:g}" '
                         f'text-anchor="end">{escape(_short(host))}</text>'
                         f'<line x1="{LABEL}" x2="{LABEL + WIDTH}" y1="{y + LANE * lanes + GAP / 2:g}" '
                         f'y2="{y + LANE * lanes + GAP / 2:g}" stroke="#ccc"/>')
            parts += [_box(bar, y, WIDTH / end) for bar in bars]
            y += LANE * lanes + GAP
        ticks = [f'<text x="{LABEL + WIDTH * i / 4:g}" y="{TOP - 10}" text-anchor="middle">'
                 f'{end * i / 4:.4g} s</text>' for i in range(5)]
        legend = [f'<rect x="{LABEL + 90 * i}" y="{y}" width="{LANE}" height="{LANE}" '
                  f'fill="{colour}"/><text x="{LABEL + 90 * i + 16}" y="{y + 10}">{does}</text>'
                  for i, (does, colour) in enumerate(self.legend().items())]
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{LABEL + WIDTH + 30}" '
                f'height="{y + LANE + 10}" font-family="sans-serif" font-size="11" '
                f'fill="currentColor">{"".join(ticks + parts + legend)}</svg>')

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the SVG. Errors: OSError."""
        Path(file).write_text(str(self), encoding="utf-8")


def _short(host: Hashable) -> str:
    name = str(host)
    return name if len(name) <= 16 else name[:15] + "…"


def _title(m: Any) -> str:
    what = "a control word" if m.kind is None else f"{m.items} of {m.kind}"
    to = "computes" if m.receiver is None else f"→ {m.receiver}:"
    return f"{m.sender} {to} {what}, {m.start:g} to {m.end:g} s"


def _box(bar: Bar, y: int, scale: float) -> str:
    rim = f' stroke="{CRITICAL}" stroke-width="1.5"' if bar.critical else ' stroke="#fff"'
    return (f'<rect x="{LABEL + bar.start * scale:.2f}" y="{y + LANE * bar.lane}" '
            f'width="{max((bar.end - bar.start) * scale, 0.5):.2f}" height="{LANE - 1}" '
            f'fill="{COLOURS[bar.does]}"{rim}><title>{escape(bar.title)}</title></rect>')


def draw(chart: Chart, axes: Any = None) -> Any:
    """The chart by matplotlib. Returns: the axes."""
    from matplotlib import pyplot
    from matplotlib.patches import Patch
    hosts = chart.bars()
    if axes is None:
        _, axes = pyplot.subplots(figsize=(9, 1 + 0.4 * len(hosts)), layout="constrained")
    for row, (_, bars) in enumerate(hosts):
        lanes = max((bar.lane for bar in bars), default=0) + 1
        height = 0.8 / lanes
        for bar in bars:
            axes.broken_barh([(bar.start, bar.end - bar.start)],
                             (row - 0.4 + bar.lane * height, height * 0.9),
                             facecolor=COLOURS[bar.does],
                             edgecolor=CRITICAL if bar.critical else "white", linewidth=0.8)
    axes.set_yticks(range(len(hosts)), [str(host) for host, _ in hosts])
    axes.invert_yaxis()
    axes.set_xlabel("time (s)")
    axes.legend(handles=[Patch(facecolor=colour, label=does)
                         for does, colour in chart.legend().items()],
                loc="lower center", bbox_to_anchor=(0.5, 1), ncol=3, frameon=False)
    return axes
