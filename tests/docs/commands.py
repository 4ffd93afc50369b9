"""Runs the commands of a page, and compares what they print with the page.

    commands.py PAGE.md REDIST SOURCE [--write]

A fenced block with title="NAME" is written to that file. In a block of `console`, each line that
begins with "$ " is a command (a backslash at its end continues it), and the lines below are what it
prints. There "..." stands for anything: alone on a line for any lines, within a line for any text.
The commands run in a folder of their own, with copies of SOURCE's scenarios, platforms and examples.
--write puts what was printed into the page where it differs. Exit status: 0 all as the page says.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?$")
LIMIT_S = 240


def blocks(lines):
    """(language, title, first, end) of each fenced block: its lines are lines[first:end]."""
    first = None
    for number, line in enumerate(lines):
        if first is None and (opened := FENCE.match(line)):
            first, language, title = number + 1, *opened.groups()
        elif first is not None and line == "```":
            yield language, title, first, number
            first = None


def commands(block):
    """(command, lines that show it, lines that it is to print) of each command of a block."""
    found = []
    for line in block:
        if line.startswith("$ "):
            found.append([line[2:], [line], []])
        elif found and not found[-1][2] and found[-1][1][-1].endswith("\\"):
            found[-1][0] += "\n" + line
            found[-1][1].append(line)
        elif found:
            found[-1][2].append(line)
    return found


def matches(expected, printed):
    pattern = ""
    for line in expected:
        if line == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, line.split("..."))) + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def main(page, redist, source, write):
    path = pathlib.Path(page)
    lines = path.read_text(encoding="utf-8").split("\n")
    written, at, wrong, count = [], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name in ("scenarios", "platforms", "examples"):
            shutil.copytree(os.path.join(source, name), os.path.join(folder, name))
        tools = os.path.join(folder, ".tools")
        os.mkdir(tools)
        os.symlink(os.path.realpath(redist), os.path.join(tools, "redist"))
        environment = dict(os.environ, PATH=tools + ":" + os.environ["PATH"], LC_ALL="C.UTF-8")
        for language, title, first, end in blocks(lines):
            block = lines[first:end]
            if title:
                pathlib.Path(folder, title).write_text("\n".join(block) + "\n", encoding="utf-8")
            if language != "console":
                continue
            shown = []
            for command, show, expected in commands(block):
                run = subprocess.run(["bash", "-c", command], cwd=folder, env=environment,
                                     timeout=LIMIT_S, stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT, check=False)
                text = run.stdout.decode("utf-8", "replace")
                printed = text.rstrip("\n").split("\n") if text.strip() else []
                count += 1
                if not matches(expected, printed):
                    wrong += 1
                    print(f"{page}:{first + 1}: $ {command}", *printed, sep="\n    ")
                    expected = printed
                shown += show + expected
            written += lines[at:first] + shown
            at = end
    if write:
        path.write_text("\n".join(written + lines[at:]), encoding="utf-8")
    print(f"{page}: {count} commands, {wrong} print something else")
    return wrong > 0 or count == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4], "--write" in sys.argv[4:]))
