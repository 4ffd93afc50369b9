"""What the site needs from outside docs/: mkdocs calls these (mkdocs.yml, hooks)."""
import glob
import json
import os
import re

from mkdocs.structure.files import File

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
        if file.src_uri.startswith(("reference/", "man/")) and not file.src_uri.endswith(".css"):
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
    return files


def on_page_markdown(markdown, page, config, files):
    """Their links, as seen from the site's root; the first page needs no tables of contents."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]
    up = "../" * page.file.src_uri.count("/")
    return OUTSIDE.sub(lambda link: f"]({up}{link[1]})", markdown) + (
        EXAMPLE if page.file.src_uri == "report.md" else "")


def on_post_page(output, page, config):
    """The public header has pages of its own, if Doxygen makes them."""
    if os.environ.get("REDIST_API"):
        output = output.replace("include/redist/redist.h", "api/redist_8h.html")
    up = "../" * page.file.src_uri.count("/")
    return output.replace('<script id="__config"',
                          f'<script src="{up}search/offline.js"></script>\n<script id="__config"')


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
