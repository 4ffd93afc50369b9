"""A notebook as a page of the site: text, code, and what the code showed."""
import json
import pathlib


def page(path):
    """The notebook as Markdown."""
    book = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    return "\n\n".join(part for cell in book["cells"] for part in parts(cell)) + "\n"


def parts(cell):
    """The blocks of a cell."""
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield text
        return
    yield f"```python\n{text}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {})
        if "text/html" in data:
            yield "<div>" + "".join(data["text/html"]).replace("\n\n", "\n") + "</div>"
        elif "image/png" in data:
            picture = "".join(data["image/png"]).replace("\n", "")
            yield f'<img alt="the chart that this makes" src="data:image/png;base64,{picture}">'
        else:
            shown = "".join(output.get("text", data.get("text/plain", "")))
            yield f"```text\n{shown.rstrip()}\n```"
