"""The program redist from Python: scenarios, which are simulated, and results files."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import IO, Any

from .errors import ArgumentError, ProgramError
from .scenario import Scenario
from .tables import Row, Table

Path = str | os.PathLike[str]

SUCCESS, RUN_FAILED, USAGE, INVALID_INPUT = 0, 1, 2, 3
CHUNK = 1 << 16


def run(scenario: Path | Scenario, *, settings: Mapping[str, Any] | None = None,
        algorithm: str | None = None, ignore_expect: bool = False,
        program: Path = "redist") -> Table:
    """Plans and simulates a scenario, a file or one built in Python: a row per run.

    settings: parameters of the scenario, as --set of the program. algorithm: only its runs.
    Columns: as `redist list columns` has them; to_pandas() gives a DataFrame. A run that failed, or
    misses what the scenario expects, is a row that says so: `status`, `message`, `expectation`.
    Errors: ArgumentError with the file and line of what is wrong; ProgramError.
    """
    return _rows_of("run", scenario, _options(settings, algorithm, ignore_expect), program)


def execute(scenario: Path | Scenario, *, launcher: str | None = None,
            settings: Mapping[str, Any] | None = None, algorithm: str | None = None,
            ignore_expect: bool = False, program: Path = "redist") -> Table:
    """Executes each plan with real items by MPI processes, one a host: a row per run.

    launcher: what starts them, such as "mpirun -n {n}"; None: smpirun, SimGrid's MPI.
    Errors: as run().
    """
    arguments = _options(settings, algorithm, ignore_expect)
    arguments += [] if launcher is None else [f"--launcher={launcher}"]
    return _rows_of("execute", scenario, arguments, program)


def recommend(scenario: Path | Scenario, *, within: float | None = None,
              settings: Mapping[str, Any] | None = None, program: Path = "redist") -> dict[str, str]:
    """Which algorithm to use, how far its plan can be from the best, what it moves, and why.

    within: seconds of planning; None: 60. Returns: {"use": .., "distance": .., "moves": ..,
    "why": ..}, in the program's words; "or", where another plan moves less; "pieces", where copies are
    generated: the best size of their items. Errors: as run().
    """
    arguments = _options(settings, None, False)
    arguments += [] if within is None else [f"--within={within}"]
    with _file_of(scenario) as path:
        said = call_program(program, ["recommend", *arguments, "--", path])
    pairs = (line.split(maxsplit=1) for line in said.splitlines())
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}


def sweep(scenario: Path | Scenario, results: Path, *, jobs: int | None = None,
          settings: Mapping[str, Any] | None = None, algorithm: str | None = None,
          ignore_expect: bool = False, show: bool = True, program: Path = "redist") -> Table:
    """Runs a scenario at every point of its sweep, into a results file: the rows of read_results().

    Points that the file has are not repeated: a sweep that was stopped goes on.
    jobs: workers; None: as many as processors. show: progress appears on standard error.
    Errors: as run().
    """
    arguments = _options(settings, algorithm, ignore_expect)
    arguments += [] if jobs is None else [f"--jobs={jobs}"]
    with _file_of(scenario) as path:
        call_program(program, ["sweep", *arguments, f"--results={_path(results)}", "--", path], show=show)
    return read_results(results, program=program)


def read_results(results: Path, *, program: Path = "redist") -> Table:
    """Every run of a results file, sorted by parameters, repetition and algorithm.

    Nothing is read before it is asked for; a loop reads row by row. to_pandas() is a DataFrame.
    Errors: as run(); at once, where the file cannot be read.
    """
    path = _path(results)
    try:
        with open(path, "rb"):
            pass
    except (OSError, ValueError) as error:
        raise ProgramError(f"{results}: {error}") from None
    return Table(lambda: _stream(program, ["export", "--format=json", "--", path]))


def _options(settings: Mapping[str, Any] | None, algorithm: str | None,
             ignore_expect: bool) -> list[str]:
    """The options that all commands with a scenario have."""
    return ([f"--set={name}={value}" for name, value in (settings or {}).items()]
            + ([] if algorithm is None else [f"--algorithm={algorithm}"])
            + (["--ignore-expect"] if ignore_expect else []))


def _path(path: Path) -> str:
    try:
        return os.fspath(path)
    except TypeError:
        raise ArgumentError(f"{path!r}: the path of a file is accepted") from None


class _file_of:
    """The path of a scenario: its own, or that of a Scenario that is written for the time of a call."""

    def __init__(self, scenario: Path | Scenario) -> None:
        self.scenario = scenario
        self.folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> str:
        if not isinstance(self.scenario, Scenario):
            return _path(self.scenario)
        self.folder = tempfile.TemporaryDirectory(prefix="redist_")
        try:
            return str(self.scenario.write(FilePath(self.folder.name, "scenario.xml")))
        except BaseException:
            self.folder.cleanup()
            raise

    def __exit__(self, *_: object) -> None:
        if self.folder is not None:
            self.folder.cleanup()


def _rows_of(command: str, scenario: Path | Scenario, arguments: Sequence[str],
             program: Path) -> Table:
    with _file_of(scenario) as path:
        return Table(program_rows(program, [command, "--format=json", *arguments, "--", path]))


def program_rows(program: Path, arguments: list[str]) -> list[Row]:
    rows: list[Row] = json.loads(call_program(program, arguments))
    return rows


def call_program(program: Path, arguments: list[str], show: bool = False) -> str:
    """What the program prints. show: its messages appear on standard error as they come.

    Ctrl-C ends it, too. Errors: as run().
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        child = _start(program, arguments, printed, subprocess.PIPE)
        said: list[str] = []
        with child:
            try:
                for line in child.stderr or ():
                    said.append(line)
                    if show:
                        sys.stderr.write(line)
            except BaseException:
                child.terminate()
                raise
            status = child.wait()
        _check(status, "".join(said).strip() or f"redist {arguments[0]}: exit status {status}")
        printed.seek(0)
        return printed.read()


def _start(program: Path, arguments: list[str], stdout: Any, stderr: Any) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen([_path(program), *arguments], stdout=stdout, stderr=stderr,
                                encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ProgramError(f"{program}: {error}: the program redist is needed") from None


def _check(status: int, message: str) -> None:
    if status in (USAGE, INVALID_INPUT):
        raise ArgumentError(message)
    if status not in (SUCCESS, RUN_FAILED):
        raise ProgramError(message)


def _stream(program: Path, arguments: list[str]) -> Iterator[Row]:
    """The rows of the JSON array that the program prints, each as soon as it is there."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        child = _start(program, arguments, subprocess.PIPE, said)
        with child:
            try:
                yield from _elements(child.stdout)
            except BaseException:  # also where the rest is not wanted
                child.terminate()
                raise
            status = child.wait()
        said.seek(0)
        _check(status, said.read().strip() or f"redist {arguments[0]}: exit status {status}")


def _elements(file: IO[str] | None) -> Iterator[Row]:
    decoder, text, more = json.JSONDecoder(), "", True
    while file is not None and more:
        chunk = file.read(CHUNK)
        more = bool(chunk)
        text += chunk
        while text := text.lstrip(" \n\r\t[,"):
            try:
                row, end = decoder.raw_decode(text)
            except json.JSONDecodeError:
                break  # the rest of it is still to come, or it is the closing bracket
            text = text[end:]
            yield row
