#!/usr/bin/env python3
"""Objects on disks so full that some have to stop at a third host: staging.py REDIST COUNT [SEED]

Of small random lists all ways are tried in which each object stops at most once. objects-staged
never plans where there is none, SimGrid plays what was planned in the time that was planned, no plan
is below the bound, none puts fewer bytes aside than the least, and of ten lists nine are planned.
Without stops each such list is refused, and of ten certificates that it has no order nine are there;
each is shown by numbers alone.
"""
import heapq
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'python' / 'redist'))
from exact import check_no_order

REDIST = sys.argv[1]
COUNT = int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def free_bytes(objects, space, places):
    """What hosts have free when each object is at its place; None: somebody has too much."""
    free = list(space)
    for (size, source, _, drops), place in zip(objects, places):
        if place != source:
            free[place] -= size
            free[source] += size if drops else 0
    return free


def least_aside(objects, space):
    """The least bytes put aside, by Dijkstra's algorithm over the places of all objects; None."""
    start = tuple(source for _, source, _, _ in objects)
    goal = tuple(to for _, _, to, _ in objects)
    least, queue = {start: 0}, [(0, start)]
    while queue:
        aside, places = heapq.heappop(queue)
        if places == goal:
            return aside
        if aside > least[places]:
            continue
        free = free_bytes(objects, space, places)
        for i, (size, source, to, _) in enumerate(objects):
            for host in range(len(space)) if places[i] == source else [to]:
                if host in (places[i], source) or free[host] < size:
                    continue
                after = places[:i] + (host,) + places[i + 1:]
                more = aside + (size if host != to else 0)
                if more < least.get(after, more + 1):
                    least[after] = more
                    heapq.heappush(queue, (more, after))
    return None


def draw(rng):
    """Objects (size, source, to, drops) and the space of hosts, where all fits in the end."""
    while True:
        hosts = rng.randint(3, 5)
        space = [rng.choice([0, 0, 1, 2, 3, 4]) for _ in range(hosts)]
        objects = [(rng.randint(1, 5), *rng.sample(range(hosts), 2), rng.random() < 0.9)
                   for _ in range(rng.randint(2, 6))]
        if min(free_bytes(objects, space, [to for _, _, to, _ in objects])) >= 0:
            return objects, space


def scenario(rng, objects, space):
    latency = rng.choice(['', '', ' latency="1"'])
    rows = [f'<object name="o{j}" bytes="{size}" from="h{source}" to="h{to}"{"" if drops else no_drop}/>'
            for j, (size, source, to, drops) in enumerate(objects) for no_drop in [' frees="no"']]
    rows += [f'<space host="h{host}" bytes="{size}"/>' for host, size in enumerate(space)]
    return f"""<scenario name="staging">
<platform generator="switch" hosts="{len(space)}" cost="{rng.choice(["1", "uniform 1 3"])}"{latency}
  seed="{rng.randint(1, 10 ** 6)}"/>
<topology shape="switch"/>
<network model="exact" ports="{rng.choice(["one", "2", "all"])}"/>
<items bytes="1"/>
<loads>{"".join(rows)}</loads>
<goal reach="place" staging="yes"/>
<run algorithm="objects-staged"/>
</scenario>
"""


def run(text, folder):
    path = os.path.join(folder, 'scenario.xml')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    done = subprocess.run([REDIST, 'run', path, '--format', 'json'], capture_output=True, text=True)
    try:
        rows = json.loads(done.stdout)
        return (rows if isinstance(rows, list) else rows['rows'])[0]
    except (ValueError, KeyError, IndexError):
        sys.exit(f'status {done.returncode}: {done.stderr}\n{text}')


def has_certificate(text, folder):
    """Is it shown that a list has no order without stops? It has none."""
    row = run(text.replace(' staging="yes"', '').replace('objects-staged', 'objects-search'), folder)
    certificate = row.get('no_order_certificate')
    if row['status'] != 'refused' or (certificate and certificate['among'] != 'all'):
        sys.exit(f'there is no order without stops: {row}\n{text}')
    return bool(certificate) and check_no_order(certificate) > 0


def main():
    rng = random.Random(SEED)
    staged = planned = least_met = never = shown = 0
    with tempfile.TemporaryDirectory() as folder:
        while staged < COUNT:
            objects, space = draw(rng)
            least = least_aside(objects, space)
            if least == 0 and rng.random() < 0.9:
                continue
            text = scenario(rng, objects, space)
            row = run(text, folder)
            staged += least is not None and least > 0
            never += least is None
            shown += least != 0 and has_certificate(text, folder)
            staged_certificate = row.get('no_order_certificate')
            if staged_certificate and (staged_certificate['among'] != 'direct' or least == 0):
                sys.exit(f'of lists with stops: {row}\n{text}')
            if row['status'] == 'refused' and least != 0:
                continue
            aside = re.search(r'on the way: (\d+) bytes', json.dumps(row))
            bytes_aside = int(aside[1]) if aside else 0
            if row['status'] != 'ok' or least is None or bytes_aside < least or \
                    abs(row['planned_s'] - row['simulated_s']) > 1e-9 * row['planned_s'] or \
                    row['planned_s'] < row['bound_s'] * (1 - 1e-9) or (least == 0 and bytes_aside > 0):
                sys.exit(f'least {least} bytes aside: {row}\n{text}')
            planned += least > 0
            least_met += least > 0 and bytes_aside == least
    print(f'{staged} lists that need stops: {planned} planned, {least_met} with the fewest bytes; '
          f'{never} without any way: none planned')
    print(f'{shown} of these are shown to have no order without stops')
    if shown < 0.9 * (staged + never):
        sys.exit('fewer than nine of ten are shown to have no order')
    if planned < 0.9 * staged:
        sys.exit('fewer than nine of ten are planned')


main()
