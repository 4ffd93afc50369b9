"""Makes the site, and looks at all of its pages as a reader does who has no network.

    site.py some|all SITE.SH SOURCE SITE REDIST [DOXYFILE]

SITE.SH makes the site in SITE, and the page that is printed as a PDF. Every link of a page leads to a file that is
there, and to an anchor of it; no page asks another host for anything. A browser, if there is one,
opens pages in light and in dark at three widths: no error, no page wider than the window, the right
background, and a search that finds. Some are all but the pages of the C interface, of which one of
each kind is looked at.
"""
import html.parser
import pathlib
import re
import subprocess
import sys
import time
import urllib.parse

import browser

WIDTHS = (1400, 800, 400)
# These are looked at in all ways; the others, which are made alike, at the least width.
THOROUGHLY = {"index.html", "tutorial.html", "commands.html", "example_report.html", "redist_8h.html"}
# What a page cannot do without, by element and attribute; <a href> is a link.
PARTS = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src"),
         ("object", "data"), ("image", "href"), ("image", "xlink:href"), ("use", "href")}
SEARCH = """new Promise(done => {
    const query = document.querySelector(".md-search__input");
    query.focus();
    query.value = "critical path";
    const look = setInterval(() => {
        query.value += " ";
        query.dispatchEvent(new KeyboardEvent("keyup", {key: " "}));
        const found = document.querySelector("a.md-search-result__link");
        if (found) { clearInterval(look); done(found.getAttribute("href")); }
    }, 200);
    setTimeout(() => done("nothing"), 40000);
})"""

# How many algorithms the filter leaves: star-exact and star-exact-no-exchange.
FILTER = """(() => {
    const field = document.querySelector("input.filter");
    field.value = "star-exact by search";
    field.dispatchEvent(new Event("input"));
    const table = field.parentElement.nextElementSibling;
    return [...table.querySelectorAll("tbody tr")].filter(row => !row.hidden).length;
})()"""


class Page(html.parser.HTMLParser):
    """The anchors of a page, its links, and the files that it is made of."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.parts = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or (tag, name) == ("a", "name"):
                self.anchors.add(value)
            elif (tag, name) == ("a", "href"):
                self.links.append((self.getpos()[0], value))
            elif (tag, name) in PARTS:
                self.parts.append((self.getpos()[0], value))


def check_links(site):
    """What is wrong with the links of all pages, as text."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    count, wrong = 0, []
    for path, page in pages.items():
        for line, target in page.links + page.parts:
            parts = urllib.parse.urlsplit(target)
            at = f"{path.relative_to(site.resolve())}:{line}: {target}"
            if parts.scheme in ("data", "javascript"):
                continue
            if parts.scheme or parts.netloc:
                if (line, target) in page.parts:
                    wrong.append(f"{at}: from another host")
                continue
            count += 1
            there = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not there.is_file():
                wrong.append(f"{at}: no such file")
            elif anchor and there in pages and anchor not in pages[there].anchors:
                wrong.append(f"{at}: no such anchor")
    for path in site.rglob("*.css"):
        for target in re.findall(r"url\(\s*['\"]?((?:https?:)?//[^)]*)\)",
                                 path.read_text(encoding="utf-8")):
            wrong.append(f"{path.name}: {target}: from another host")
    print(f"{len(pages)} pages, {count} links and parts")
    return wrong if pages and count else wrong + ["no page or no link"]


def is_dark(view):
    """Is what lies behind the text dark? Pages that are made for light are inverted."""
    return view.value(
        "(() => { const html = getComputedStyle(document.documentElement);"
        " const [red, green, blue, seen = 1] ="
        "  getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);"
        " const dark = seen > 0 && (red + green + blue) / 3 < 128;"
        " return dark !== html.filter.includes('invert'); })()")


def look(view, path, scheme, width):
    """What is wrong with a page that a browser shows, as text."""
    view.errors.clear()
    view.requests.clear()
    view.open(path)
    wrong = list(view.errors)
    wrong += [f"asks for {address}" for address in view.requests
              if not address.startswith(("file:", "data:", "blob:"))]
    wide = view.value("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        wrong.append(f"{wide} pixels too wide")
    if is_dark(view) != (scheme == "dark"):
        wrong.append("the other background")
    return [f"{path.name}, {scheme}, {width}: {what}" for what in wrong]


def pages_to_look_at(site, how_many):
    """Paths in order. The pages of the C interface are of a kind whose names begin with the same word."""
    pages = sorted(set(site.rglob("*.html")) - set(site.glob("api/search/*")))
    if how_many == "all":
        return pages
    kinds = {}
    for path in pages:
        of_interface = path.parent.name == "api" and path.name not in THOROUGHLY
        kinds.setdefault(re.match("[a-z]+", path.name)[0] if of_interface else path, path)
    return sorted(kinds.values())


def check_looks(site, how_many, program):
    """What is wrong with the pages in both colour schemes and at all widths, as text."""
    wrong = []
    pages = pages_to_look_at(site, how_many)
    for scheme in ("light", "dark"):
        view = browser.Browser(program)  # a new one: pages remember the scheme of the first visit
        view.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        for width in WIDTHS:
            view.size(width, 900)
            for path in pages:
                if path.name in THOROUGHLY or (scheme, width) == ("dark", WIDTHS[-1]):
                    wrong += look(view, path, scheme, width)
        view.size(WIDTHS[0], 900)
        view.open(site / "index.html")
        found = view.value(SEARCH)
        if ".html" not in found:
            wrong.append(f"{scheme}: the search finds {found}: {view.errors}")
        view.open(site / "algorithms.html")
        if (left := view.value(FILTER)) != 2:
            wrong.append(f"{scheme}: the filter of algorithms leaves {left} rows, not 2")
        view.close()
    return wrong


def main(how_many, site, command):
    subprocess.run(command + ["-"], check=True, stdout=subprocess.DEVNULL)
    (site / "redist.pdf").touch()  # which a browser would print
    wrong = check_links(site)
    (site / "guide.html").unlink()  # it is for paper only
    program = browser.find()
    if program:
        start = time.monotonic()
        wrong += check_looks(site, how_many, program)
        print(f"looked at in {time.monotonic() - start:.0f} s")
    print(*wrong, sep="\n")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[4]), sys.argv[2:]))
