#!/usr/bin/env python3
"""Prints what the site's page of the Python package has below its head: signatures and docstrings.

    api_page.py python/redist

The sources are read, not imported: nothing has to be compiled.
"""
import ast
import pathlib
import re
import sys


def definitions(folder):
    """{name: node} of the classes and functions of all modules."""
    found = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                found[node.name] = node
    return found


def public(folder):
    """The names of __all__, in its order."""
    for node in ast.parse((folder / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "__all__":
            return ast.literal_eval(node.value)
    raise SystemExit("no __all__")


def signature(node):
    """name(arguments), with types and defaults, without self."""
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^(self|cls)(, )?", "", arguments)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({arguments}){returns}"


def text(node):
    """The docstring: what lists things stays on lines of its own, examples are fenced."""
    lines, out, example = (ast.get_docstring(node) or "").splitlines(), [], False
    for line in lines:
        if line.startswith(">>> ") and not example:
            out += ["```python"] if out and not out[-1] else ["", "```python"]
            example = True
        elif example and not line:
            out.append("```")
            example = False
        elif not example and re.match(r"(Errors|Returns|Cost|Source|In|[a-z_, ]+): ", line) and out and out[-1]:
            out.append("")  # a paragraph of its own
        out.append(line)
    return "\n".join(out + ["```"] * example)


def is_property(node):
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def of_class(node):
    """Its fields as it was declared, what it is, its methods."""
    init = [m for m in node.body if isinstance(m, ast.FunctionDef) and m.name == "__init__"]
    fields = [ast.unparse(m) for m in node.body
              if isinstance(m, ast.AnnAssign) and "repr=False" not in ast.unparse(m)
              and not m.target.id.startswith("_")]
    yield f"## {node.name}\n"
    if init:
        yield f"`{signature(init[0]).replace('__init__', node.name).replace(' -> None', '')}`\n"
    yield text(node) + "\n"
    if fields:
        yield "Fields: " + ", ".join(f"`{field}`" for field in fields) + ".\n"
    for method in node.body:
        if not isinstance(method, ast.FunctionDef) or method.name.startswith("_"):
            continue
        name = method.name if is_property(method) else signature(method)
        yield f"**`{name}`**\n\n{text(method)}\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    found = definitions(folder)
    for name in public(folder):
        node = found[name]
        if isinstance(node, ast.ClassDef):
            for base in node.bases:  # what solutions and judgements share is told of each
                shared = found.get(getattr(base, "id", ""))
                if shared and shared.name.startswith("_"):
                    node.body = node.body[:1] + [m for m in shared.body[1:]] + node.body[1:]
            print("\n".join(of_class(node)))
        else:
            print(f"## {node.name}\n\n`{signature(node)}`\n\n{text(node)}\n")


if __name__ == "__main__":
    main()
