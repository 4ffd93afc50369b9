"""Rows of results, read when they are asked for."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import islice
from typing import Any, overload

Row = dict[str, Any]
SHOWN_ROWS = 30


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], more: int = 0) -> str:
    """An HTML table; more: how many rows are left out."""
    lines = [f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in line)}</tr>"
             for tag, line in [("th", head), *(("td", row) for row in rows)]]
    rest = f"<p>... and {more} rows more</p>" if more > 0 else ""
    return f"<table>{''.join(lines)}</table>{rest}"


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Aligned columns."""
    table = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*table)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip()
                     for line in table)


class Table(Sequence[Row]):
    """Rows, each a dict: a sequence, as pandas.DataFrame accepts it.

    rows: a list; or a function that opens an iterator over them. Then nothing is read before it is
    asked for: `for row in table` reads as it goes, and keeps nothing; len(), an index and to_pandas()
    read all, once.
    """

    def __init__(self, rows: list[Row] | Callable[[], Iterator[Row]]) -> None:
        self._open = None if isinstance(rows, list) else rows
        self._rows = rows if isinstance(rows, list) else None

    def _all(self) -> list[Row]:
        if self._rows is None:
            self._rows = list(self._open()) if self._open else []
        return self._rows

    def __iter__(self) -> Iterator[Row]:
        return self._open() if self._rows is None and self._open else iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Table: ...

    def __getitem__(self, index: int | slice) -> Row | Table:
        return Table(self._all()[index]) if isinstance(index, slice) else self._all()[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Table, list)):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def head(self, count: int = 5) -> Table:
        """The first rows; of a file, no more are read."""
        return Table(list(islice(self, count)))

    @property
    def columns(self) -> list[str]:
        """The names of all columns, in the order in which they come up."""
        return list(dict.fromkeys(name for row in self for name in row))

    def to_pandas(self) -> Any:
        """A DataFrame. The parameters of a sweep are columns parameters.NAME, numbers where all
        of them are."""
        import pandas
        frame = pandas.DataFrame([_flat(row) for row in self])
        for name in frame.columns:
            if name.startswith("parameters."):
                try:
                    frame[name] = pandas.to_numeric(frame[name])
                except (ValueError, TypeError):
                    pass  # names, not numbers
        return frame

    def _cells(self) -> tuple[list[str], list[list[str]], int]:
        rows = list(self)
        shown = rows[:SHOWN_ROWS]
        head = [name for name in dict.fromkeys(name for row in shown for name in row)
                if not all(isinstance(row.get(name), (dict, list, type(None))) or
                           len(str(row[name])) > 40 for row in shown) or name == "parameters"]
        return (head, [["" if row.get(name) is None else _cell(row[name]) for name in head]
                       for row in shown], len(rows) - len(shown))

    def __str__(self) -> str:
        head, rows, more = self._cells()
        return text_table(head, rows) + (f"\n... and {more} rows more" if more > 0 else "")

    def __repr__(self) -> str:
        state = "not read yet" if self._rows is None else f"{len(self._rows)} rows"
        return f"<redist.Table: {state}>"

    def _repr_html_(self) -> str:
        return html_table(*self._cells())


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={entry}" for name, entry in value.items())
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _flat(row: Row) -> Row:
    parameters = row.get("parameters")
    if not isinstance(parameters, dict):
        return row
    return {**{f"parameters.{name}": value for name, value in parameters.items()},
            **{name: value for name, value in row.items() if name != "parameters"}}
