"""A headless Chromium, driven through a pair of pipes: the DevTools protocol, nothing else."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

ANSWER_LIMIT_S = 60


def find():
    """The path of a browser, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """One page of one browser. What went wrong in it, and what it asked for, is kept."""

    def __init__(self, path):
        self.profile = tempfile.mkdtemp(prefix="redist-browser-")
        self.number = 0
        self.session = None
        self.buffer = b""
        self.events = []
        self.errors = []    # of the console
        self.requests = []  # addresses
        to_read, self.to_write = os.pipe()
        self.to_hear, to_say = os.pipe()
        # The browser reads commands at 3 and writes answers at 4.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (to_read, to_say)]
        os.close(to_read)
        os.close(to_say)
        command = [
            "bash", "-c", 'exec 3<&%d 4>&%d; exec "$@"' % tuple(ends), "bash", path,
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--disable-extensions", "--hide-scrollbars",
            "--remote-debugging-pipe", "--user-data-dir=" + self.profile, "about:blank"]
        self.process = subprocess.Popen(command, pass_fds=ends, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in ends:
            os.close(end)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def close(self):
        """Ends the browser and removes what it wrote."""
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to_write)
        os.close(self.to_hear)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, until):
        """The next message, or an error when it is too late."""
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.to_hear], [], [], left)[0]:
                raise RuntimeError("the browser does not answer")
            part = os.read(self.to_hear, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def note(self, event):
        """Keeps what an event says."""
        name, what = event["method"], event.get("params", {})
        self.events.append(name)
        if name == "Network.requestWillBeSent":
            self.requests.append(what["request"]["url"])
        elif name == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif name == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            self.errors.append(str(what["args"]))
        elif name == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.errors.append(what["entry"]["text"])

    def call(self, method, **parameters):
        """Sends a command and waits for its answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + ANSWER_LIMIT_S
        while True:
            answer = self.receive(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            if "method" in answer:
                self.note(answer)

    def size(self, width, height):
        """Makes the window so large."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def open(self, path):
        """Loads a file, to the end."""
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        until = time.monotonic() + ANSWER_LIMIT_S
        while "Page.loadEventFired" not in self.events:
            message = self.receive(until)
            if "method" in message:
                self.note(message)

    def value(self, expression):
        """What an expression gives in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError("%s: %s" % (expression, answer["exceptionDetails"]))
        return answer["result"].get("value")

    def place(self, selector):
        """The middle of an element, scrolled into view; of a wide one, of the part that is seen."""
        box = self.value(
            "(() => { const at = document.querySelector(%s); at.scrollIntoView({block: 'center'});"
            " const box = at.getBoundingClientRect();"
            " return [(Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2, box.top + box.height / 2]; })()"
            % json.dumps(selector))
        return box[0], box[1]

    def mouse(self, kind, x, y, **more):
        """An event of the mouse: mouseMoved, mousePressed, mouseReleased, mouseWheel."""
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, selector):
        """Clicks an element as a hand does."""
        x, y = self.place(selector)
        self.mouse("mouseMoved", x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", clickCount=1)

    def press(self, key, text=""):
        """Presses a key in whatever has the focus."""
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowRight": 39}
        code = codes.get(key, ord(key[0].upper()))
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text,
                  windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def photograph(self, path, whole=False):
        """Saves what is seen as a PNG."""
        data = self.call("Page.captureScreenshot", format="png",
                         captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
