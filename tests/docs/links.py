"""Checks the links between pages: every relative target exists, and so does its anchor. Checks that
the commands of every page are run: tests/docs/meson.build names it. No line begins with '>', which
would make a quotation of the rest of a formula, unless it is a prompt of Python.

    links.py SOURCE

Prints each breach as FILE:LINE: what. Exit status: 0 none.
"""
import pathlib
import re
import sys

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def anchors(path):
    """What a heading is called in a link, as GitHub and the site do."""
    found, fenced = set(), False
    for line in path.read_text(encoding="utf-8").split("\n"):
        fenced ^= line.startswith("```")
        if not fenced and (heading := re.match(r"#+ (.*)", line)):
            text = re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading[1]).lower())
            found.add(text.strip().replace(" ", "-"))
    return found


def main(source):
    root = pathlib.Path(source)
    run = (root / "tests/docs/meson.build").read_text(encoding="utf-8")
    wrong = count = 0
    for page in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("scenarios/*.md")]):
        name = page.relative_to(root).with_suffix("")
        if f"'{name}'" not in run and str(name) != "CHANGELOG":
            print(f"{name}: its commands are not run: tests/docs/meson.build does not name it")
            wrong += 1
        for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
            if line.lstrip().startswith(">") and not line.startswith(">>> "):
                print(f"{page.relative_to(root)}:{number}: '>' at the start of a line is a quotation")
                wrong += 1
            for target in LINK.findall(line):
                if re.match(r"[a-z]+:", target):
                    continue
                count += 1
                name, _, anchor = target.partition("#")
                there = page.parent / name if name else page
                if not there.exists():
                    print(f"{page.relative_to(root)}:{number}: {target}: no such file")
                    wrong += 1
                elif anchor and anchor not in anchors(there):
                    print(f"{page.relative_to(root)}:{number}: {target}: no such heading")
                    wrong += 1
    print(f"{count} links, {wrong} breaches")
    return wrong > 0 or count == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
