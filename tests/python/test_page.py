"""Runs the Python blocks of a page, and compares what they print with the page.

    test_page.py PAGE.md
"""
import doctest
import pathlib
import sys

import flat

try:
    import networkx
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

page = pathlib.Path(sys.argv[1])
text = "\n".join("" if line.startswith("```") else line
                 for line in page.read_text(encoding="utf-8").split("\n"))
blocks = doctest.DocTestParser().get_doctest(
    text, {"redist": flat.redist, "networkx": networkx}, page.name, str(page), 0)
wrong, count = doctest.DocTestRunner().run(blocks)
print(f"{page}: {count} lines, {wrong} not as the page says")
sys.exit(wrong > 0 or count == 0)
