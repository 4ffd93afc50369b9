"""Executes the notebooks, and compares what they print with what they hold.

    test_notebooks.py PROGRAM FOLDER plain|nbconvert|write [NOTEBOOK...]

plain: the cells by this Python, without a kernel. nbconvert: as a user executes them. write: the same,
and keeps what they show. Exit status 77: nbconvert, or what a notebook imports, is not installed.
"""
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import flat  # ends here where the package was not built

USES = {"first_plan": [], "varied_bandwidths": ["pandas", "matplotlib"],
        "your_own_topology": ["networkx", "matplotlib"]}


def printed(outputs):
    """The text of a cell: what it prints, and its value unless that is a table or picture."""
    text = ""
    for output in outputs:
        if output.get("name") == "stdout":
            text += "".join(output["text"])
        elif not {"text/html", "image/png"} & set(output.get("data", {})):
            text += "".join(output.get("data", {}).get("text/plain", ""))
    return re.sub(r"(planned|all plans) in [0-9.]+ m?s", r"\1 in ... s", text).strip()


def run_plain(book, name):
    """Executes the cells, and checks what print() says; values only have to come without an error."""
    space = {}
    for cell in code_of(book):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile("".join(cell["source"]), name, "exec"), space)
        expected = "".join("".join(o["text"]) for o in cell["outputs"] if o.get("name") == "stdout")
        assert said.getvalue() == expected, (name, said.getvalue(), expected)


def run_by_nbconvert(path, folder):
    """The notebook with what it shows now. Its kernel is this Python, in a venv or not."""
    kernel = pathlib.Path(folder, "kernels/python3/kernel.json")
    kernel.parent.mkdir(parents=True)
    kernel.write_text(json.dumps({
        "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "Python 3", "language": "python"}), encoding="utf-8")
    environment = {**os.environ, "JUPYTER_DATA_DIR": folder, "IPYTHONDIR": folder,
                   "JUPYTER_RUNTIME_DIR": folder, "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--log-level",
                    "WARN", "--output-dir", folder, str(path)], check=True, env=environment)
    return json.loads(pathlib.Path(folder, path.name).read_text(encoding="utf-8"))


def code_of(book):
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


def clean(book):
    """What changes from run to run is left out."""
    book["metadata"].pop("language_info", None)
    for cell in book["cells"]:
        cell["metadata"] = {}
        for output in cell.get("outputs", []):
            output.get("metadata", {}).clear()
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def main():
    program, folder, how, *names = sys.argv[1:]
    os.environ["PATH"] = f"{pathlib.Path(program).resolve().parent}:{os.environ['PATH']}"
    names = names or list(USES)
    needed = {module for name in names for module in USES[name]}
    needed |= {"nbconvert", "ipykernel"} if how != "plain" else set()
    missing = sorted(module for module in needed if not importlib.util.find_spec(module))
    if missing:
        print(f"skipped: not installed: {', '.join(missing)}")
        sys.exit(77)
    for name in names:
        path = pathlib.Path(folder, name + ".ipynb").resolve()
        book = json.loads(path.read_text(encoding="utf-8"))
        if how == "plain":
            os.chdir(path.parent)
            run_plain(book, name)
            print(f"{name}: {len(code_of(book))} cells run")
            continue
        with tempfile.TemporaryDirectory() as place:
            found = run_by_nbconvert(path, place)
        if how == "write":
            path.write_text(clean(found), encoding="utf-8")
        for cell, now in zip(code_of(book), code_of(found)):
            before, after = printed(cell["outputs"]), printed(now["outputs"])
            if how != "write" and before != after:
                sys.exit(f"{name}: {''.join(cell['source'])}\nheld: {before}\nprinted: {after}")
        print(f"{name}: {len(code_of(found))} cells executed")


main()
