"""Numbers of the caller's as C arrays: each is checked, and named where it means nothing."""
from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Mapping
from typing import Any

from ._flat import ffi
from .errors import ArgumentError

WHOLE = {"int64_t": (-2**63, 2**63 - 1), "int32_t": (-2**31, 2**31 - 1), "uint32_t": (0, 2**32 - 1),
         "uint64_t": (0, 2**64 - 1)}
DTYPE = {"int64_t": "int64", "int32_t": "int32", "uint32_t": "uint32", "double": "float64"}
MOST_HOSTS = 2**20


def whole(value: Any, c_type: str, what: str) -> int:
    """A whole number that the C type holds. Errors: ArgumentError."""
    least, most = WHOLE[c_type]
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise ArgumentError(f"{what}: {value!r}: a whole number is accepted{_as_int(value)}") from None
    if not least <= number <= most:
        raise ArgumentError(f"{what}: {number}: {least} to {most} is accepted")
    return number


def _as_int(value: Any) -> str:
    """What to write instead of a float that is whole."""
    return f", such as {value:.0f}" if isinstance(value, float) and value.is_integer() else ""


def real(value: Any, what: str) -> float:
    """A finite number. Errors: ArgumentError."""
    try:
        if isinstance(value, (bool, str, bytes)):
            raise TypeError
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"{what}: {value!r}: a number is accepted") from None
    if not abs(number) < float("inf"):
        raise ArgumentError(f"{what}: {value!r}: a finite number is accepted")
    return number


def row(values: Any, what: str) -> list[Any]:
    """The values as a list. Errors: ArgumentError, also for text and what may not end."""
    if hasattr(values, "__len__") and not isinstance(values, (str, bytes, Mapping)):
        try:
            return list(values)
        except TypeError:  # an array of no dimension
            pass
    raise ArgumentError(f"{what}: {values!r}: a list or array is accepted")


def rows_of(values: Any, form: Any, what: str) -> list[Any]:
    """Rows of a NamedTuple: those, tuples in the order of its fields, or a DataFrame's rows.

    Errors: ArgumentError with the row.
    """
    if hasattr(values, "itertuples"):
        values = list(values.itertuples(index=False, name=None))
    read = []
    for i, entry in enumerate(row(values, what)):
        try:
            read.append(form(*entry))
        except TypeError:
            wanted = ", ".join(form._fields)
            rest = f"; {', '.join(form._field_defaults)} if wanted" if form._field_defaults else ""
            raise ArgumentError(f"{what}[{i}]: {entry!r}: ({wanted}){rest} is accepted") from None
    return read


def numpy_array(values: Any) -> Any:
    """The values as a numpy array, if they are one or a column of pandas; else None."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(values, "to_numpy"):
        values = values.to_numpy()
    return values if numpy is not None and isinstance(values, numpy.ndarray) else None


def same_length(values: Any, count: int | None, what: str) -> None:
    """Errors: ArgumentError if there are not `count` values, where that is not None."""
    if count is not None and len(values) != count:
        raise ArgumentError(f"{what}: {len(values)} values: {count} are accepted")


def c_array(c_type: str, values: Any, count: int | None, what: str) -> Any:
    """The values as a C array of `count` numbers (None: as many as there are).

    What the caller does to an array afterwards changes nothing here.
    Errors: ArgumentError with the index.
    """
    array = numpy_array(values)
    if array is not None:
        if array.ndim == 1 and array.dtype.name == DTYPE[c_type] and array.dtype.isnative:
            same_length(array, count, what)
            _check_finite(array, c_type, what)
            return ffi.from_buffer(f"{c_type}[]", array.copy(order="C"))
        values = array.tolist()  # numbers of Python's own
    values = row(values, what)
    same_length(values, count, what)
    read: Callable[[Any, str], Any] = real if c_type == "double" else (
        lambda value, place: whole(value, c_type, place))
    return ffi.new(f"{c_type}[]", [read(value, f"{what}[{i}]") for i, value in enumerate(values)])


def frozen(array: Any) -> tuple[str, bytes] | None:
    """A C array as what can be pickled. None of None."""
    return None if array is None else (ffi.typeof(array).item.cname, bytes(ffi.buffer(array)))


def thawed(state: tuple[str, bytes] | None) -> Any:
    """The C array of what frozen() returned."""
    return None if state is None else ffi.from_buffer(f"{state[0]}[]", state[1])


def _check_finite(array: Any, c_type: str, what: str) -> None:
    """Errors: ArgumentError with the first value that is not a finite number."""
    if c_type == "double":
        import numpy
        wrong = numpy.flatnonzero(~numpy.isfinite(array))
        if len(wrong):
            real(array[wrong[0]].item(), f"{what}[{wrong[0]}]")
