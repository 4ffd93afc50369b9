"""Runs the commands of a page, and compares what they print with the page.

    commands.py PAGE.md REDIST SOURCE [--write]

A fenced block with title="NAME" is written to that file. A block of `usage` is held against what
`redist VERB --help` says: each option is there. The lines of `sh` end with status 0, and a whole
scenario is one that `redist check` accepts. Every other block
of commands, programs or scenarios has to say why it is not run, on a line of its own before it:
<!-- not run: WHY -->. In a block of `console`, each line that
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
# An indented line that is a command.
COMMAND = re.compile(r"    (\$ |redist |build/sim/|\./|meson |ninja |sudo |cc |gcc |python3 |podman "
                     r"|gnuplot |parallel |export |tests/)")
PROGRESS = re.compile(r"redist: \d+ of \d+ points done: .*\n")  # on machines that are slow
REASON = re.compile(r"<!-- not run: .+ -->$")
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


def explained(lines):
    """The numbers of the lines that begin what is said not to be run, with a blank line or not."""
    below = {number + 1 for number, line in enumerate(lines) if REASON.match(line)}
    return below | {number + 1 for number in below if not lines[number].strip()}


def is_run(language, block):
    """Does a block without a title say what it is by itself?"""
    return language in ("console", "sh", "usage") or (language == "xml" and "<scenario" in
                                                      " ".join(block[:2]))


def unexplained(lines):
    """The numbers of the lines where a block begins that is not run, and does not say why."""
    fences, said = list(blocks(lines)), explained(lines)
    inside = {number for _, _, first, end in fences for number in range(first - 1, end + 1)}
    found = [first for language, title, first, end in fences
             if not title and not is_run(language, lines[first:end]) and first - 1 not in said]
    return found + [number + 1 for number, line in enumerate(lines)
                    if COMMAND.match(line) and number not in inside and number not in said
                    and not lines[number - 1].strip()]


def unknown_options(block, run):
    """The options of a synopsis that the help of its command does not know."""
    unknown, verb, text = [], None, ""
    for line in block:
        if (named := re.match(r"redist ([a-z]+)", line)) and named[1] != verb:
            verb = named[1]
            text = run(f"redist {verb} --help")[0]
        unknown += [f"redist {verb} {option}" for option in re.findall(r"--[a-z-]+", line)
                    if not re.search(re.escape(option) + r"(?![a-z-])", text)]
    return unknown


def matches(expected, printed):
    pattern = ""
    for line in expected:
        if line == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, line.split("..."))) + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


class Page:
    """A page whose blocks are run in a folder of their own."""

    def __init__(self, path, folder, redist, source):
        self.path, self.folder = path, folder
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.count = self.wrong = 0
        for name in ("scenarios", "platforms", "examples"):
            shutil.copytree(os.path.join(source, name), os.path.join(folder, name))
        for place in (".tools", "build/sim"):
            os.makedirs(os.path.join(folder, place))
            os.symlink(os.path.realpath(redist), os.path.join(folder, place, "redist"))
        tools = os.path.join(folder, ".tools")
        self.environment = dict(os.environ, PATH=tools + ":" + os.environ["PATH"],
                                LC_ALL="C.UTF-8")

    def run(self, command):
        """What a command prints, and its status."""
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment,
                              timeout=LIMIT_S, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        self.count += 1
        return PROGRESS.sub("", done.stdout.decode("utf-8", "replace")), done.returncode

    def say(self, line, *what):
        self.wrong += 1
        print(f"{self.path}:{line}: {what[0]}", *what[1:], sep="\n    ")

    def console(self, first, block):
        """The block as it should be."""
        shown = []
        for command, show, expected in commands(block):
            text = self.run(command)[0]
            printed = text.rstrip("\n").split("\n") if text.strip() else []
            if not matches(expected, printed):
                self.say(first + 1, f"$ {command}", *printed)
                expected = printed
            shown += show + expected
        return shown

    def check(self, language, title, first, end):
        """The block as it should be."""
        block = self.lines[first:end]
        if title:
            pathlib.Path(self.folder, title).write_text("\n".join(block) + "\n", encoding="utf-8")
        if language == "console":
            return self.console(first, block)
        if language == "usage":
            for option in unknown_options(block, self.run):
                self.say(first + 1, f"{option}: unknown to --help")
        if first - 1 in explained(self.lines):
            return block
        if language == "xml" and not title and is_run(language, block):
            pathlib.Path(self.folder, "scenarios/of_page.xml").write_text("\n".join(block))
            block_commands = ["redist check scenarios/of_page.xml"]
        else:
            block_commands = block if language == "sh" else []
        for command in block_commands:
            text, status = self.run(command)
            if status != 0:
                self.say(first + 1, f"{command}: status {status}", text)
        return block


def main(page, redist, source, write):
    path = pathlib.Path(page)
    written, at = [], 0
    with tempfile.TemporaryDirectory() as folder:
        this = Page(path, folder, redist, source)
        for line in unexplained(this.lines):
            this.say(line, "a block that is not run, and does not say why")
        for language, title, first, end in blocks(this.lines):
            written += this.lines[at:first] + this.check(language, title, first, end)
            at = end
    if write:
        path.write_text("\n".join(written + this.lines[at:]), encoding="utf-8")
    print(f"{page}: {this.count} commands, {this.wrong} not as the page says")
    return this.wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4], "--write" in sys.argv[4:]))
