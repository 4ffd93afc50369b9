"""Does the page of the package's names have a heading for each, with what it is?

    test_api_page.py SOURCE
"""
import ast
import pathlib
import re
import subprocess
import sys

source = pathlib.Path(sys.argv[1])
page = subprocess.run([sys.executable, str(source / "python/api_page.py"), str(source / "python/redist")],
                      check=True, capture_output=True, text=True).stdout
[names] = [ast.literal_eval(node.value)
           for node in ast.parse((source / "python/redist/__init__.py").read_text(encoding="utf-8")).body
           if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"]
headings = re.findall(r"^## (\w+)\n\n\S", page, re.MULTILINE)
if headings != list(names):
    sys.exit(f"the page has {headings}, __all__ has {names}")
if "Fraction(4, 1)" not in page or page.count("```") % 2:
    sys.exit("an example is not whole")
