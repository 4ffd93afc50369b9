#!/usr/bin/env python3
"""redist report in a headless browser: sorting, pointing, zooming, and asking nobody for anything.

Usage: report.py REDIST [PHOTOGRAPHS]
Skipped (status 77) where there is no browser. With a folder, photographs of the page go there.
"""

import os
import re
import subprocess
import sys
import tempfile

from browser import Browser, find

SCENARIO = """<scenario name="swept">
  <platform generator="ring" direction="two-way" hosts="4"/>
  <topology shape="ring"/>
  <loads generator="uniform" low="1" high="20" after="uniform"/>
  <goal reach="after"/>
  <run algorithm="ring-shorter-way"/>
  <run algorithm="ring-two-way-list"/>
  <sweep>
    <vary parameter="hosts" values="4 6 12"/>
    <vary parameter="bandwidth-spread" values="1 4"/>
    <repeat count="12"/>
  </sweep>
</scenario>
"""
# Names that a page which pastes text into its markup would stumble over.
TRACE = '''start_s,end_s,from,to,kind,items
0,2,"<b>&amp;""x""",</script>,0,3
2,2.5,</script>,,0,1
'''
FIGURE = """<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">
<script>fail()</script><image href="http://127.0.0.1:9/x.png" width="9" height="9"/>
<rect width="60" height="40" fill="teal"/></svg>
"""
VERDICTS = "what,verdict\n<b>one</b>,met\n"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def make_page_with_refused(redist, folder):
    """The same sweep, smaller, where the first algorithm by name refuses every run."""
    scenario = write(folder + "/r.xml", SCENARIO.replace(
        "  <run", '  <run algorithm="network-bundled"/>\n  <run', 1))
    results, page = folder + "/r.db", folder + "/refused.html"
    subprocess.run([redist, "sweep", scenario, "--results", results, "--repeat", "1"], check=True,
                   stdout=subprocess.DEVNULL, timeout=120)
    subprocess.run([redist, "report", results, "--out", page], check=True, timeout=120)
    return page


def make_page(redist, folder):
    """A sweep of 144 runs and its page."""
    scenario = write(folder + "/s.xml", SCENARIO)
    trace = write(folder + "/traces/nasty <i>.csv", TRACE)
    write(folder + "/figures/one.svg", FIGURE)
    write(folder + "/figures/one.verdicts.csv", VERDICTS)
    results, page = folder + "/s.db", folder + "/page.html"
    subprocess.run([redist, "sweep", scenario, "--results", results], check=True,
                   stdout=subprocess.DEVNULL, timeout=120)
    subprocess.run([redist, "report", results, "--out", page, "--scenario", scenario,
                    "--trace", os.path.dirname(trace), "--figures", folder + "/figures"],
                   check=True, timeout=120)
    return page


def expect(actual, expected, what):
    if actual != expected:
        raise AssertionError("%s: %r, expected %r" % (what, actual, expected))


def column(browser, table, number):
    """The cells of a column, from above."""
    return browser.value("[...document.querySelectorAll('%s tbody tr')].map(row =>"
                         " row.cells[%d].textContent)" % (table, number))


def index_of(browser, table, heading):
    headings = browser.value("[...document.querySelectorAll('%s th')].map(one =>"
                             " one.textContent)" % table)
    return headings.index(heading)


def text_stays_text(browser):
    expect(browser.value("document.querySelector('h1').textContent"), "swept", "heading")
    expect(browser.value("document.title"), "swept: redist report", "title")
    expect(browser.value("document.querySelectorAll('img').length"), 1, "pictures")
    expect(browser.value("document.querySelectorAll('script').length"), 2, "scripts")
    expect(browser.value("document.querySelectorAll('b, i').length"), 0, "foreign elements")
    expect(browser.value("document.querySelector('#figures img').naturalWidth"), 60, "figure")
    expect(column(browser, "#figures table", 0), ["<b>one</b>"], "verdicts")
    expect(browser.value("[...document.querySelectorAll('#charts h3')].map(one =>"
                         " one.textContent)"),
           ["ring-shorter-way", "ring-two-way-list", "nasty <i>.csv"], "charts")


def headings_sort(browser):
    table = ".measure[data-measure=best] .pair:nth-of-type(3) table"
    mean = index_of(browser, table, "MEAN")
    heading = "%s th:nth-child(%d)" % (table, mean + 1)
    before = [float(cell) for cell in column(browser, table, mean)]
    if before == sorted(before):
        raise AssertionError("nothing to sort: %s" % before)
    browser.click(heading + " button")
    expect([float(cell) for cell in column(browser, table, mean)], sorted(before), "sorted")
    expect(browser.value("document.querySelector('%s').ariaSort" % heading), "ascending", "said")
    # Once more, by the keyboard alone.
    browser.value("document.querySelector('%s button').focus()" % heading)
    browser.press("Enter", "\r")
    expect([float(cell) for cell in column(browser, table, mean)], sorted(before)[::-1], "back")
    expect(browser.value("document.querySelector('%s').ariaSort" % heading), "descending", "said")


def runs_sort_and_filter(browser):
    table = "#runs-table"
    ratio = index_of(browser, table, "ratio")
    expect(len(column(browser, table, ratio)), 100, "rows shown")
    expect(browser.value("document.getElementById('shown').textContent"), "1 to 100 of 144",
           "shown")
    browser.click("#next")
    expect(len(column(browser, table, ratio)), 44, "rows of the second part")
    for _ in range(2):
        browser.click("%s th:nth-child(%d) button" % (table, ratio + 1))
    shown = [float(cell) for cell in column(browser, table, ratio)]
    expect(shown, sorted(shown)[::-1], "ratios from the greatest on")
    if shown[0] <= 1:
        raise AssertionError("no run above its bound")
    browser.value("document.getElementById('filter').focus()")
    browser.call("Input.insertText", text="two-way-list optimal")
    algorithms = column(browser, table, index_of(browser, table, "algorithm"))
    expect(set(algorithms), {"ring-two-way-list"}, "filtered")


def measures_change(browser):
    shown = "[...document.querySelectorAll('.measure')].filter(one => !one.hidden).map(one =>" \
            " one.dataset.measure)"
    expect(browser.value(shown), ["best"], "measure")
    browser.click(".choice input[value=ratio]")
    expect(browser.value(shown), ["ratio"], "measure chosen")
    curves = "document.querySelectorAll('.measure:not([hidden]) .curve polyline').length"
    expect(browser.value(curves), 2 * 2 * 2, "two curves by two parameters, and their legends")
    browser.click(".choice input[value=best]")


def choose(browser, label, value):
    browser.value("(() => { const list = document.querySelector('#explore select[aria-label=\\'%s\\']');"
                  " list.value = '%s'; list.dispatchEvent(new Event('change')); })()" % (label, value))


def axes_are_as_asked(browser):
    """Logarithmic across: 4, 6 and 12 hosts, whose boxes stay inside the frame; of nothing: said."""
    places = "[...document.querySelectorAll('#explore svg rect')].map(one => [+one.getAttribute('x')," \
             " one.getAttribute('x') - -one.getAttribute('width')])"
    said = "[...document.querySelectorAll('#explore figure p')].map(one => one.textContent)"
    titles = "[...document.querySelectorAll('#explore svg text[transform]')].map(one => one.textContent)"
    logarithmic = "document.querySelectorAll('#explore input')[0].click()"
    browser.value(logarithmic)
    frame, *boxes = browser.value(places)
    middles = [(boxes[k][0] + boxes[k + 3][1]) / 2 for k in range(3)]
    expect(round((middles[2] - middles[1]) / (middles[1] - middles[0]), 2), 1.71,
           "log(12/6) over log(6/4)")
    expect(all(frame[0] < low and high < frame[1] for low, high in boxes), True, "boxes in the frame")
    expect(browser.value(said), [], "remarks")
    expect(browser.value(titles), ["time / shortest time"], "the axis up")
    choose(browser, "by", "")
    expect(len(browser.value(said)), 1, "a remark where nothing has a logarithm")
    choose(browser, "of", "items")
    expect(browser.value(titles), ["items moved"], "the axis up, of items")
    choose(browser, "of", "best")
    choose(browser, "by", "hosts")
    browser.value(logarithmic)


def explores(browser):
    """Two algorithms, 3 numbers of hosts, 2 spreads, 12 repetitions."""
    count = "document.querySelectorAll('#explore svg %s').length"
    choose(browser, "by", "hosts")
    expect(browser.value(count % "rect"), 1 + 2 * 3, "a frame, and a box by algorithm and hosts")
    axes_are_as_asked(browser)
    choose(browser, "a panel for each", "bandwidth-spread")
    expect(browser.value(count % "rect"), 2 * (1 + 2 * 3), "two panels of them")
    choose(browser, "show", "line")
    expect([browser.value(count % part) for part in ("rect", "circle", "path")],
           [2, 2 * 2 * 3, 2 * 2], "frames, medians and lines")
    choose(browser, "show", "ecdf")
    expect(browser.value(count % "path"), 2 * 2, "a distribution by algorithm and panel")
    steps = "[...document.querySelectorAll('#explore svg path')].map(path =>" \
            " path.getAttribute('d').split('V').length - 1)"
    expect(browser.value(steps), [36] * 4, "a step up for each run: 3 hosts, 12 repetitions")
    browser.value("[...document.querySelectorAll('#explore input')].forEach((box, i) =>"
                  " { if (i != 3) box.click(); })")  # logarithmic, and without the first algorithm
    expect(browser.value(count % "path"), 2, "one algorithm is left")
    browser.value("URL.createObjectURL = blob => { window.saved = blob; return 'data:,'; }")
    browser.value("[...document.querySelectorAll('#explore button')].at(-1).click()")
    saved = browser.value("window.saved.text()")
    expect(saved.count("\n"), 1 + 72, "lines of what is shown, with a header")
    expect(set(re.findall("ring-two-way-list|ring-shorter-way", saved)), {"ring-two-way-list"},
           "algorithms of what is shown")
    browser.value("window.saved = null; [...document.querySelectorAll('#explore button')].at(-2).click()")
    start = browser.value("new Promise(done => { const look = () => window.saved"
                          " ? window.saved.slice(1, 4).text().then(done) : setTimeout(look, 20); look(); })")
    expect(start, "PNG", "the picture")
    choose(browser, "show", "box")


def pointing_tells(browser):
    # The first message of the trace: its two boxes are one path, so that the middle is in neither.
    selector = "#gantt-3 .mark"
    box = browser.value("(() => { const at = document.querySelector('%s');"
                        " at.scrollIntoView({block: 'center'});"
                        " const box = at.getBoundingClientRect();"
                        " return [box.left + 5, box.top + 4]; })()" % selector)
    expect(browser.value("document.getElementById('tip').hidden"), True, "no tooltip")
    browser.mouse("mouseMoved", box[0], box[1])
    expect(browser.value("document.getElementById('tip').hidden"), False, "a tooltip")
    expect(browser.value("[...document.querySelectorAll('#tip dt, #tip dd')].map(one =>"
                         " one.textContent)"),
           ["from", '<b>&amp;"x"', "to", "</script>", "kind", "0", "items", "3",
            "start, s", "0", "end, s", "2"], "tooltip")
    expect(browser.value("document.querySelector('#gantt-3 .mark title')"), None, "no second one")
    browser.mouse("mouseMoved", 3, 3)
    expect(browser.value("document.getElementById('tip').hidden"), True, "gone")


def view(browser, chart):
    text = browser.value("document.querySelector('#%s').getAttribute('viewBox')" % chart)
    return [float(number) for number in text.split()]


def charts_zoom(browser):
    whole = view(browser, "gantt-1")
    browser.click(".gantt [data-do=in]")
    nearer = view(browser, "gantt-1")
    expect(round(whole[2] / nearer[2], 3), 1.5, "zoomed")
    expect(round(nearer[2] / nearer[3], 3), round(whole[2] / whole[3], 3), "same shape")
    # Keys, with the focus on the chart: nearer, to the right, all of it.
    browser.value("document.querySelector('.gantt').focus()")
    browser.press("+", "+")
    browser.press("ArrowRight")
    moved = view(browser, "gantt-1")
    if not (moved[2] < nearer[2] and moved[0] > nearer[0]):
        raise AssertionError("keys: %s after %s" % (moved, nearer))
    # The wheel, about what it points at; then dragging.
    x, y = browser.place("#gantt-1")
    browser.mouse("mouseWheel", x, y, deltaX=0, deltaY=-100, modifiers=2)
    wheeled = view(browser, "gantt-1")
    if not wheeled[2] < moved[2]:
        raise AssertionError("wheel: %s after %s" % (wheeled, moved))
    browser.mouse("mousePressed", x, y, button="left", clickCount=1)
    browser.mouse("mouseMoved", x - 60, y, button="left")
    browser.mouse("mouseReleased", x - 60, y, button="left", clickCount=1)
    if not view(browser, "gantt-1")[0] > wheeled[0]:
        raise AssertionError("dragging moves nothing")
    browser.value("document.querySelector('.gantt').focus()")
    browser.press("0", "0")
    expect(view(browser, "gantt-1"), whole, "all of it")
    browser.press("n", "n")
    expect(browser.value("document.querySelectorAll('#gantt-1 .chosen').length"), 1, "chosen")
    browser.press("Escape")


def nothing_is_wider_than_the_window(browser):
    wide = browser.value("document.documentElement.scrollWidth")
    expect(wide <= browser.value("innerWidth"), True, "a page of %d pixels fits" % wide)


def colours_agree(browser):
    """An algorithm has the same colour in the curves and under Explore."""
    for number, name in enumerate(["ring-shorter-way", "ring-two-way-list"]):
        asked = browser.value("[...document.querySelectorAll('#explore label')].find(one =>"
                              " one.textContent.trim() === '%s')"
                              ".querySelector('span').style.color" % name)
        drawn = browser.value("getComputedStyle(document.querySelector('.curve .line.s%d')).stroke"
                              % (number + 1))  # the first has no run that ended well
        expect(asked, drawn, "the colour of " + name)


def photograph(browser, folder, name):
    for part in ("body", "#charts", "#figures", "#runs"):
        browser.value("document.querySelector('%s').scrollIntoView()" % part)
        browser.photograph("%s/%s_%s.png" % (folder, name, re.sub(r"\W", "", part)))


TESTS = (text_stays_text, headings_sort, measures_change, explores, pointing_tells, charts_zoom,
         runs_sort_and_filter, nothing_is_wider_than_the_window)


def main():
    path = find()
    if not path:
        print("no browser: chromium is needed")
        return 77
    photographs = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory(prefix="redist-page-") as folder:
        page = make_page(sys.argv[1], folder)
        browser = Browser(path)
        try:
            for name, width, height in (("wide", 1366, 900), ("narrow", 390, 844)):
                browser.size(width, height)
                browser.open(page)
                for test in TESTS:
                    test(browser)
                    print("ok", name, test.__name__)
                if photographs:
                    photograph(browser, photographs, name)
            expect(browser.errors, [], "errors on the console")
            asked = [url for url in browser.requests if not url.startswith("data:")]
            expect(set(asked), {"file://" + page}, "what was fetched")
            browser.open(make_page_with_refused(sys.argv[1], folder))
            colours_agree(browser)
        finally:
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
