"""What the site needs from outside docs/: mkdocs calls these (mkdocs.yml, hooks)."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

from mkdocs.structure.files import File

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from notebook_page import page as notebook_page

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Pages that are made of notebooks lie here while the site is made.
MADE = tempfile.TemporaryDirectory()
OUTSIDE = re.compile(r"\]\((?:\.\./)+((?:examples|include|platforms|scenarios|sim|tests)/[^)#]+)\)")
# A browser lets a page that is a file fetch nothing: so the index of the search and what runs it are
# a script too, which the pages load before the theme's own. The theme waits for an answer to each
# message (0 set up, 1 ready, 2 search, 3 found), and there is none to a search before it is ready.
SEARCH = """{
    const index = %s, program = new Blob([%s], {type: "text/javascript"}), Thread = Worker;
    const nothing = {type: 3, data: {items: []}};
    window.__search = {index: Promise.resolve(index)};
    window.Worker = function () {
        const worker = new Thread(URL.createObjectURL(program));
        const post = worker.postMessage.bind(worker), answer = data =>
            worker.dispatchEvent(new MessageEvent("message", {data}));
        let ready = false;
        worker.addEventListener("message", ({data}) => { ready ||= data.type === 1; });
        worker.postMessage = message =>
            message.type === 2 && !ready ? setTimeout(answer, 0, nothing) : post(message);
        return worker;
    };
}
"""
# Where a page has one of these, the site has what `redist list NAME` prints, with a field above it that
# filters its rows (reference/filter.js), or the docstrings of the Python package.
LIST = re.compile(r"^<!-- list: (\S+) -->$", re.MULTILINE)
FILTER = ('<p><input type="search" class="filter" placeholder="words that rows are to have" '
          'aria-label="filter of the rows below"></p>\n\n')
# REDIST_GUIDE asks for a page that holds all others, and a link to what a browser prints of it.
GUIDE = bool(os.environ.get("REDIST_GUIDE"))
GUIDE_LINK = '\n<a href="redist.pdf">All pages for users as one PDF</a>\n'
GUIDE_STYLE = """
    @page { size: A4; margin: 18mm }
    body { font: 10pt/1.4 serif } section { break-before: page } h1, h2, h3 { break-after: avoid }
    pre, code { font: 8pt/1.3 monospace; overflow-wrap: anywhere } pre { white-space: pre-wrap; background: #f4f4f4; padding: 2mm }
    table { border-collapse: collapse } td, th { border: 0.2mm solid #999; padding: 0.5mm 1.5mm;
    text-align: left; vertical-align: top; overflow-wrap: anywhere } img, svg { max-width: 100%; height: auto }
    pre code { display: block; white-space: pre-wrap }
    .filter { display: none }
"""
PAGES, ORDER = {}, []
EXAMPLE = '\n<a href="example_report.html">An example</a>: `scenarios/sweep_bandwidth.xml`.\n'


def slugify(heading, separator):
    """What a heading is called in a link: as on GitHub, `<sweep>` is "sweep"."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", separator)


def on_config(config):
    """Anchors."""
    config["mdx_configs"]["toc"]["slugify"] = slugify
    return config


def on_files(files, config):
    """Pages and pictures, and the programs and files that pages link to, at the root of the site."""
    for file in list(files):
        if file.src_uri.startswith(("reference/", "man/")) and not file.src_uri.endswith((".css", ".js")):
            files.remove(file)
        elif file.name == "meson":
            files.remove(file)
    root = os.path.dirname(config["config_file_path"])
    linked = set()
    for page in files.documentation_pages():
        with open(page.abs_src_path, encoding="utf-8") as text:
            linked.update(OUTSIDE.findall(text.read()))
    for path in sorted(linked):
        files.append(File(path, root, config["site_dir"], False))
    os.makedirs(os.path.join(MADE.name, "notebooks"), exist_ok=True)
    for path in sorted(glob.glob(os.path.join(root, "examples/notebooks/*.ipynb"))):
        name = f"notebooks/{os.path.basename(path)[:-len('.ipynb')]}.md"
        with open(os.path.join(MADE.name, name), "w", encoding="utf-8") as page:
            page.write(notebook_page(path))
        files.append(File(name, MADE.name, config["site_dir"], False))
    return files


def list_of(marker):
    """What the program lists; REDIST names the program, or is empty where there is none."""
    if marker[1].endswith(".py"):
        return subprocess.check_output([sys.executable, os.path.join(ROOT, marker[1]),
                                        os.path.join(ROOT, "python/redist")], text=True)
    if not os.environ["REDIST"]:
        return f"`redist list {marker[1]}` prints the table that belongs here.\n"
    return FILTER + subprocess.check_output([os.environ["REDIST"], "list", marker[1], "--format",
                                             "markdown"], text=True)


def on_page_markdown(markdown, page, config, files):
    """Their lists; their links, as seen from the site's root; the first page needs no tables of contents."""
    markdown = LIST.sub(list_of, markdown)
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]
    up = "../" * page.file.src_uri.count("/")
    markdown = OUTSIDE.sub(lambda link: f"]({up}{link[1]})", markdown)
    if page.file.src_uri == "report.md" and os.environ["REDIST"]:
        markdown += EXAMPLE
    return markdown + (GUIDE_LINK if page.is_homepage and GUIDE else "")


def anchor_of(uri, fragment=""):
    """What a page, or an anchor of it, is called where all pages are one."""
    return f"{uri}--{fragment}" if fragment else uri


def on_page_content(html, page, config, files):
    """Keeps each page for the guide, its anchors, links and pictures as seen from the site's root."""
    if GUIDE:
        here = page.file.dest_uri

        def moved(target):
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                return target
            path = os.path.normpath(os.path.join(os.path.dirname(here), parts.path)) if parts.path else here
            is_page = path.endswith(".html") and not path.startswith(("api/", "example_"))
            return "#" + anchor_of(path, parts.fragment) if is_page else path

        html = re.sub(r'<a class="headerlink".*?</a>', "", html)
        html = re.sub(r'<a href="(?:redist\.pdf|[^"]*development/[^"]*)">(.*?)</a>', r"\1", html, flags=re.S)
        html = re.sub(r'\b(href|src)="([^"]*)"', lambda found: f'{found[1]}="{moved(found[2])}"', html)
        html = re.sub(r'\bid="([^"]*)"', lambda found: f'id="{anchor_of(here, found[1])}"', html)
        PAGES[here] = f'<section id="{anchor_of(here)}">{html}</section>\n'


def on_nav(nav, config, files):
    """The order of the guide: that of the navigation."""
    ORDER[:] = [page.file.dest_uri for page in nav.pages]


def on_post_page(output, page, config):
    """The public header has pages of its own, if Doxygen makes them."""
    if os.environ.get("REDIST_API"):
        output = output.replace("include/redist/redist.h", "api/redist_8h.html")
    up = "../" * page.file.src_uri.count("/")
    return output.replace('<script id="__config"',
                          f'<script src="{up}search/offline.js"></script>\n<script id="__config"')


def write_guide(site):
    """All pages as one, which a browser prints."""
    with open(os.path.join(site, "guide.html"), "w", encoding="utf-8") as guide:
        guide.write('<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>redist</title>'
                    f"<style>{GUIDE_STYLE}</style>\n")
        guide.writelines(PAGES[uri] for uri in ORDER if not uri.startswith("development/"))


def on_post_build(config):
    """The search, for pages that no server sends; the page of errors is for servers only."""
    site = config["site_dir"]
    with open(os.path.join(site, "search/search_index.json"), encoding="utf-8") as text:
        index = text.read()
    [worker] = glob.glob(os.path.join(site, "assets/javascripts/workers/search.*.js"))
    with open(worker, encoding="utf-8") as text:
        program = json.dumps(text.read())
    with open(os.path.join(site, "search/offline.js"), "w", encoding="utf-8") as script:
        script.write(SEARCH % (index, program))
    os.remove(os.path.join(site, "404.html"))
    if GUIDE:
        write_guide(site)
