#!/usr/bin/env python3
"""Draws clusters, rebalances them, and checks what comes with it by the script of certificates.

Usage: rebalance.py REDIST SCRIPT COUNT. Each certificate is also changed in a few ways: the script
has to see that.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

REDIST, SCRIPT, COUNT = sys.argv[1], sys.argv[2], int(sys.argv[3])


def draw(rng, folder):
    """Writes a scenario. Returns: its path."""
    hosts = rng.randint(2, 12)
    racks = rng.randint(2, 4) if hosts >= 4 else hosts
    lines = ["name,bytes,at,group"]
    scale = rng.choice([1, 1000, 10 ** 9])
    for number in range(rng.choice([rng.randint(2, 8), rng.randint(9, 200)])):
        group = f"g{number // 2}" if rng.random() < 0.3 else ""
        size = max(1, round(scale * rng.lognormvariate(0, 1)))
        lines.append(f"o{number},{size},h{rng.randrange(hosts)},{group}")
    (folder / "list.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = "".join(f'<target host="h{host}" weight="{rng.randint(0, 3)}"/>'
                    for host in range(1, hosts) if rng.random() < 0.5)
    words += "".join(f'<rack name="r{rack}" hosts="{" ".join(f"h{host}" for host in range(rack, hosts, racks))}"/>'
                     for rack in range(racks) if rng.random() < 0.9)
    path = folder / "cluster.xml"
    path.write_text(f'<scenario><platform generator="switch" hosts="{hosts}" cost="1e-9"/>'
                    '<topology shape="switch"/><goal reach="place"/>'
                    f'<loads objects="list.csv">{words}</loads></scenario>', encoding="utf-8")
    return path


def is_shown(case):
    return subprocess.run([sys.executable, SCRIPT], input=json.dumps([case]), text=True,
                          capture_output=True, check=False).returncode == 0


def change(rng, case):
    """The case with one number that is false.

    The bound's least sums are sought up to 2 million units: beyond that one more may be true, too.
    """
    other = json.loads(json.dumps(case))
    what = rng.choice(["moved_bytes", "outside_bytes", "bound_bytes", "least"])
    if what == "least" and other["bound_least"] and sum(other["bytes"]) <= 2_000_000:
        host = rng.randrange(len(other["host"]))
        other["bound_least"][host] += 1
        other["bound_bytes"] += 1
    else:
        other["bound_bytes" if what == "least" else what] += 1
    return other


def main():
    rng, reached, bound = random.Random(50), 0, 0
    for _ in range(COUNT):
        with tempfile.TemporaryDirectory() as folder:
            path = draw(rng, pathlib.Path(folder))
            run = subprocess.run([REDIST, "rebalance", str(path), "--tolerance",
                                  rng.choice(["0", "0.01", "0.05", "0.2"]), "--certificate", "-"],
                                 capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        case = json.loads(run.stdout)[0]
        assert is_shown(case), case
        assert not is_shown(change(rng, case)), case
        reached += case["outside_bytes"] == 0
        bound += case["outside_bytes"] == 0 and case["moved_bytes"] == case["bound_bytes"]
    print(f"{COUNT} clusters: within the tolerance {reached}, at the bound {bound}")


if __name__ == "__main__":
    main()
