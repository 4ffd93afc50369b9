"""The program redist from Python: scenarios, which are simulated, and results files."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import Any

from .errors import ArgumentError, ProgramError

Path = str | os.PathLike[str]
Row = dict[str, Any]

SUCCESS, RUN_FAILED, USAGE, INVALID_INPUT = 0, 1, 2, 3


def run(scenario: Path, *, settings: Mapping[str, Any] | None = None,
        algorithm: str | None = None, ignore_expect: bool = False,
        program: Path = "redist") -> list[Row]:
    """Plans and simulates a scenario file: a row per run, as `redist list columns` has it.

    settings: parameters of the scenario, as --set of the program. algorithm: only its runs.
    A run that failed, or misses what the scenario expects, is a row that says so: `status`,
    `message`, `expectation`.
    Errors: ArgumentError with the file and line of what is wrong; ProgramError.
    """
    arguments = _of_scenario(settings, algorithm, ignore_expect)
    return _rows(program, ["run", "--format=json", *arguments, "--", _path(scenario)])


def sweep(scenario: Path, results: Path, *, jobs: int | None = None,
          settings: Mapping[str, Any] | None = None, algorithm: str | None = None,
          ignore_expect: bool = False, program: Path = "redist") -> list[Row]:
    """Runs a scenario at every point of its sweep, into a results file: the rows of read_results().

    Points that the file has are not repeated: a sweep that was stopped goes on.
    jobs: workers; None: as many as processors. Progress is shown on standard error.
    Errors: as run().
    """
    arguments = _of_scenario(settings, algorithm, ignore_expect)
    arguments += [] if jobs is None else [f"--jobs={jobs}"]
    _call(program, ["sweep", *arguments, f"--results={_path(results)}", "--", _path(scenario)],
          show=True)
    return read_results(results, program=program)


def read_results(results: Path, *, program: Path = "redist") -> list[Row]:
    """Every run of a results file, sorted by parameters, repetition and algorithm.

    pandas.DataFrame(rows) is a table of them. Errors: as run().
    """
    return _rows(program, ["export", "--format=json", "--", _path(results)])


def _of_scenario(settings: Mapping[str, Any] | None, algorithm: str | None,
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


def _rows(program: Path, arguments: list[str]) -> list[Row]:
    rows: list[Row] = json.loads(_call(program, arguments))
    return rows


def _call(program: Path, arguments: list[str], show: bool = False) -> str:
    """What the program prints. show: its messages appear on standard error as they come.

    Ctrl-C ends it, too. Errors: as run().
    """
    said: list[str] = []
    try:
        with (tempfile.TemporaryFile("w+", encoding="utf-8") as printed,
              subprocess.Popen([_path(program), *arguments], stdout=printed,
                               stderr=subprocess.PIPE, encoding="utf-8") as child):
            try:
                for line in child.stderr or ():
                    said.append(line)
                    if show:
                        sys.stderr.write(line)
            except BaseException:
                child.terminate()
                raise
            status = child.wait()
            printed.seek(0)
            text = printed.read()
    except (OSError, ValueError) as error:
        raise ProgramError(f"{program}: {error}: the program redist is needed") from None
    message = "".join(said).strip() or f"redist {arguments[0]}: exit status {status}"
    if status in (USAGE, INVALID_INPUT):
        raise ArgumentError(message)
    if status not in (SUCCESS, RUN_FAILED):
        raise ProgramError(message)
    return text
