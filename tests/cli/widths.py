"""The program on terminals of three widths: nothing wider, nothing lost, colours never alone.

    widths.py REDIST SOURCE
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading

END = b"\0"
COLOUR = re.compile(r"\033\[[0-9;]*m")
# Times that differ each time, and so where the line is folded behind them.
PLANNING = re.compile(r"planned in [\d.e-]+ ms, all plans in [\d.e-]+ s")
# Of what is printed, the lines from the heading on are held to the width, and show these words.
COMMANDS = [
    (["run", "scenarios/ring_two_way_equal.xml"], "ALGORITHM",
     ["OPTIMAL", "proved", "STEPS", "shortest: ", "1 other: "]),
    (["run", "scenarios/star_table_1.xml", "--verbose"], "ALGORITHM",
     ["star-nothing: simulated 13 s", "star-exact: simulated 12 s"]),
    (["check", "scenarios/ring_two_way_equal.xml"], "scenario",
     ["accepts", "they take one-way (3 algorithms): ring-one-way-equal, ring-one-way"]),
    (["check", "scenarios/shared_sites.xml"], "scenario",
     ["nice-3 reach", "loaded up to 4 times its bandwidth", "online-replan"]),
    (["recommend", "scenarios/shared_sites.xml"], "use",
     ["legal schedule takes less than 0.8051 s (port bound, with a certificate)"]),
    (["explain", "scenarios/ring_two_way_unequal.xml"], "ring-shorter-way",
     ["no schedule ends by 4 s", "ticks that are left: 16 or less"]),
    (["list", "algorithms"], "NAME", ["ring-two-way-list", "network-planner"]),
    (["list", "figures"], "NAME", ["lau-table3"]),
]


def on_terminal(command, folder, width, **environment):
    """What a command shows on a terminal of a width, and nothing but that."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    shown = bytearray()

    def read():
        while not shown.endswith(END):
            shown.extend(os.read(ours, 65536))

    # A mark behind all says where it ends: of what is unread when a terminal is closed, some may be lost.
    reader = threading.Thread(target=read)
    reader.start()
    status = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, check=False,
                            env={**kept, "TERM": "xterm", **environment}).returncode
    os.write(theirs, END)
    reader.join()
    os.close(theirs)
    os.close(ours)
    return shown[:-len(END)].decode().replace("\r\n", "\n"), status


def words_of(shown):
    """What is shown, without colours, folds and times."""
    return PLANNING.sub("", re.sub(r"\s+", " ", COLOUR.sub("", shown)))


def check(redist, folder, arguments, heading, words, width):
    """What is wrong, as text."""
    command = [redist, *arguments]
    shown, status = on_terminal(command, folder, width)
    plain, _ = on_terminal(command, folder, width, NO_COLOR="1")
    wrong = [] if status == 0 else [f"exit status {status}"]
    if "\033" in plain or words_of(shown) != words_of(plain):
        wrong.append("colours say what words do not")
    table = plain[plain.find(heading):]
    wrong += [f"{len(line)} columns: {line}" for line in table.split("\n") if len(line) > width]
    unfolded = re.sub(r"\s+", " ", table)
    wrong += [f"no '{word}'" for word in words if word not in unfolded]
    return [f"{' '.join(arguments)}, {width}: {what}" for what in wrong]


def main(redist, folder):
    redist = os.path.abspath(redist)
    wrong, coloured = [], 0
    for arguments, heading, words in COMMANDS:
        for width in (60, 80, 120):
            wrong += check(redist, folder, arguments, heading, words, width)
        coloured += "\033[32m" in on_terminal([redist, *arguments], folder, 120)[0]
        piped = subprocess.run([redist, *arguments], cwd=folder, stdout=subprocess.PIPE, check=True)
        if b"\033" in piped.stdout:
            wrong.append(f"{' '.join(arguments)}: colours in a pipe")
    if coloured == 0:
        wrong.append("no colour on any terminal")
    print(*wrong, sep="\n")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
