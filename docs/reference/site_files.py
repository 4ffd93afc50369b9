"""What the site needs from outside docs/: mkdocs calls these (mkdocs.yml, hooks)."""
import os
import re

from mkdocs.structure.files import File

OUTSIDE = re.compile(r"\]\((?:\.\./)+((?:examples|include|platforms|scenarios|tests)/[^)#]+)\)")
EXAMPLE = '\n<a href="example_report.html">An example</a>: `scenarios/sweep_bandwidth.xml`.\n'


def on_files(files, config):
    """Pages and pictures, and the programs and files that pages link to, at the root of the site."""
    for file in list(files):
        if file.src_uri.startswith(("reference/", "man/")) or file.name == "meson":
            files.remove(file)
    root = os.path.dirname(config["config_file_path"])
    linked = set()
    for page in files.documentation_pages():
        with open(page.abs_src_path, encoding="utf-8") as text:
            linked.update(OUTSIDE.findall(text.read()))
    for path in sorted(linked):
        files.append(File(path, root, config["site_dir"], False))
    return files


def on_page_markdown(markdown, page, config, files):
    """Their links, as seen from the site's root."""
    up = "../" * page.file.src_uri.count("/")
    return OUTSIDE.sub(lambda link: f"]({up}{link[1]})", markdown) + (
        EXAMPLE if page.file.src_uri == "report.md" else "")


def on_post_page(output, page, config):
    """The public header has pages of its own, if Doxygen makes them."""
    if os.environ.get("REDIST_API"):
        output = output.replace("include/redist/redist.h", "api/redist_8h.html")
    return output
