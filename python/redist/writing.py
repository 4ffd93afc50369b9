"""Files that are written whole or not at all, and never over what was read; words for a terminal."""
from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path


def write_files(texts: Mapping[Path, str], read: Iterable[str | os.PathLike[str]] = ()) -> None:
    """Writes each text to its file, in UTF-8: first all under other names beside them.

    Links are followed. A device or pipe is written as it is.
    Errors: FileExistsError, before anything is written, for a file of `read`, also by another name,
    or two texts for one file; OSError.
    """
    places: dict[str, str] = {}
    for path, text in texts.items():
        place = os.path.realpath(path)
        if any(_same(place, name) for name in read):
            raise FileExistsError(f"{path}: cannot be written: it is what is read: give another name")
        if any(place == other or _same(place, other) for other in places):
            raise FileExistsError(f"{path}: cannot be written: another output goes to it: give another name")
        places[place] = text
    drafts: dict[str, str] = {}
    try:
        for place, text in places.items():
            if os.path.exists(place) and not os.path.isfile(place):
                Path(place).write_text(text, encoding="utf-8")
                continue
            number, draft = tempfile.mkstemp(prefix=".redist-", dir=os.path.dirname(place))
            drafts[draft] = place
            with open(number, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(draft, os.stat(place).st_mode & 0o777 if os.path.exists(place) else 0o666 & ~_umask())
        while drafts:
            draft = next(iter(drafts))
            os.replace(draft, drafts[draft])
            del drafts[draft]
    finally:
        for draft in drafts:
            with suppress(OSError):
                os.unlink(draft)


def _same(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    with suppress(OSError):
        return os.path.samefile(one, other)
    return False


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def shown(text: str) -> str:
    """What may come from a file or a command line, as a terminal may have it: what commands one, or
    turns the direction of writing round, is "?"; so is a blank of no width."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)
