#!/usr/bin/env python3
"""The page of redist map in a headless browser: time runs, loads at the end are those of the run, and
nobody is asked for anything.

Usage: map.py REDIST [PHOTOGRAPHS]
Skipped (status 77) where there is no browser. With a folder, photographs of the pages go there.
"""

import json
import os
import subprocess
import sys
import tempfile

from browser import Browser, find

# A cable that two racks share, a ring, and a cube whose hosts tell each other counts by words.
RACKS = """<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="room" routing="Full">
<cluster id="a" prefix="a" suffix="" radical="0-3" speed="1Gf" bw="125MBps" lat="50us" router_id="ra"/>
<cluster id="b" prefix="b" suffix="" radical="0-3" speed="1Gf" bw="125MBps" lat="50us" router_id="rb"/>
<link id="cable" bandwidth="125MBps" latency="20us" sharing_policy="SPLITDUPLEX"/>
<zoneRoute src="a" dst="b" gw_src="ra" gw_dst="rb"><link_ctn id="cable" direction="UP"/></zoneRoute>
</zone></platform>
"""
SCENARIOS = {
    "racks": """<platform file="racks.platform.xml"/>
        <topology shape="graph" edges="all" hosts="a[0-3] b[0-3]"/><items bytes="1000000"/>
        <loads><load host="a0" items="24"/><load host="a1" items="8"/><load host="b0" items="8"/></loads>
        <goal reach="balance"/><run algorithm="network-planner"/>""",
    "ring": """<platform generator="ring" direction="two-way" hosts="9" cost="uniform 1 4"/>
        <topology shape="ring"/><loads generator="uniform" low="0" high="9" after="uniform"/>
        <goal reach="after"/><run algorithm="ring-shorter-way"/>""",
    "cube": """<platform generator="hypercube" hosts="8" cost="0" latency="1"/>
        <topology shape="hypercube"/><network ports="one"/><items bytes="0"/>
        <loads generator="piled" total="24"/>
        <goal reach="balance" error="3"/><run algorithm="cube-balance"/>""",
}


def expect(found, wanted, what):
    if found != wanted:
        raise AssertionError("%s: %s where %s is right" % (what, found, wanted))


def make(redist, folder, name, body):
    """The page of a scenario, and the loads that its run ends with."""
    with open(folder + "/racks.platform.xml", "w", encoding="utf-8") as file:
        file.write(RACKS)
    scenario, page = "%s/%s.xml" % (folder, name), "%s/%s.html" % (folder, name)
    with open(scenario, "w", encoding="utf-8") as file:
        file.write('<scenario name="%s">%s</scenario>' % (name, body))
    done = subprocess.run([redist, "run", scenario, "--map", page, "--format", "json"], check=True,
                          stdout=subprocess.PIPE, timeout=120)
    return page, [sum(kinds) for kinds in json.loads(done.stdout)[0]["final"]]


def loads(browser, which):
    """What the page says of each host: `which` 0 at the start, 1 now."""
    words = browser.value("[...document.querySelectorAll('[data-place] title')].map(one => one.textContent)")
    return [int(one.split(": ")[1].split()[which * 2]) for one in words]


def time_runs(browser, final):
    expect(loads(browser, 1), final, "the last frame")
    before = loads(browser, 0)
    expect(sum(before), sum(final), "nothing is lost")
    browser.press("Home")
    expect(all(now <= had for now, had in zip(loads(browser, 1), before)), True, "nothing has come at once")
    expect(browser.value("document.querySelectorAll('.moving, .word').length") > 0, True, "messages at once")
    for _ in range(400):
        browser.press("ArrowRight")
        if browser.value("document.getElementById('time').value") == "1000":
            break
    expect(loads(browser, 1), final, "step by step")
    browser.value("(() => { const time = document.getElementById('time'); time.value = 400;"
                  " time.dispatchEvent(new Event('input')); })()")
    under_way = browser.value("document.querySelectorAll('.moving, .word').length")
    said = browser.value("document.getElementById('now').textContent")
    expect("%d message" % under_way in said, True, "as many dots as messages: " + said)
    expect(sum(loads(browser, 1)) <= sum(final), True, "what is under way is nowhere else")
    browser.press("End")
    expect(loads(browser, 1), final, "the last frame again")


def fits(browser, photographs, name):
    for width in (400, 800, 1400):
        for theme in ("light", "dark"):
            browser.size(width, 900)
            browser.call("Emulation.setEmulatedMedia",
                         features=[{"name": "prefers-color-scheme", "value": theme}])
            # The page hears of it when the browser comes to it. If it never does, the test is ended.
            browser.value("new Promise(done => { const look = () =>"
                          " document.documentElement.classList.contains('dark') === %s"
                          " ? done() : requestAnimationFrame(look); look(); })"
                          % ("true" if theme == "dark" else "false"))
            wide = browser.value("document.documentElement.scrollWidth")
            expect(wide <= width, True, "%d px: %s" % (width, wide))
            if photographs:
                browser.photograph("%s/%s_%d_%s.png" % (photographs, name, width, theme))


def main():
    redist, photographs = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    path = find()
    if not path:
        print("skipped: there is no chromium")
        return 77
    browser = Browser(path)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name, body in SCENARIOS.items():
                page, final = make(redist, folder, name, body)
                browser.requests.clear()
                browser.open(page)
                time_runs(browser, final)
                fits(browser, photographs, name)
                expect(browser.errors, [], "errors")
                expect(browser.requests, ["file://" + os.path.abspath(page)], "requests")
    finally:
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
