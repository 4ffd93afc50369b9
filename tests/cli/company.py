#!/usr/bin/env python3
"""No row depends on what runs before or beside it: random sweeps, whose points follow each other in
one process or in two, in several orders, against a process for each point; the page of a sweep, which
runs rows again by themselves; and all algorithms in one run against each alone, with their traces. But
bounds may be better in company: some are computed only where a planner that takes as long is asked.

    company.py REDIST SCENARIOS [SEED]
"""
import html
import json
import os
import random
import subprocess
import sys
import tempfile

REDIST = os.path.abspath(sys.argv[1])
COUNT = int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
PLATFORMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'platforms')
FILES = {'cluster_16.xml': [f'node-{i}' for i in range(16)],
         'dragonfly_18.xml': [f'node-{i}' for i in range(18)],
         'fat_tree_16.xml': [f'node-{i}' for i in range(16)],
         'three_sites.xml': [f'{site}-{i}' for site in ('lille', 'lyon', 'nice') for i in range(4)],
         'torus_12.xml': [f'n{i}' for i in range(12)]}
KINDS = {'ring': ('hosts', [3, 5, 8]), 'star': ('hosts', [2, 4, 6]), 'hypercube': ('hosts', [4, 8]),
         'shuffle-exchange': ('hosts', [4, 8]), 'switch': ('hosts', [3, 5]), 'bus': ('hosts', [3, 4]),
         'torus': ('dimensions', ['3x2', '2x2x2']), 'mesh': ('dimensions', ['3x2', '3x3']),
         'tree': ('hosts', [4, 7]), 'random-regular': ('hosts', [6, 8])}
GOALS = {'ring': ['after', 'balance'], 'star': ['finish', 'after'], 'switch': ['gather', 'after', 'stencil'],
         'bus': ['gather', 'balance']}
COSTS = ['1', '0.3', 'uniform 1 10', 'real 0.1 1', 'same 1 9']
LATENCIES = ['0', '0', '1', 'real 0.1 2', 'uniform 0 3']
BY_OTHERS = ['optimal', 'proved_by', 'proof', 'plan_ms', 'simulate_ms']  # or by the wall clock
OF_BOUNDS = {f'{kind}bound_{what}' for kind in ('', 'class_') for what in ('s', 'name', 'why', 'witness', 'certificate')}
# Two switches whose messages may meet, and one where none can: they are simulated in one process, but
# by two solvers, whose dates differ in the last digit.
SOLVERS = [{'platform-generator': 'switch', 'goal': 'gather', 'hosts': 5, 'load-generator': 'random-matrix',
            'load-high': 2, 'cost': 'real 0.1 1', 'bandwidth-scale': 0.5, 'ports': 2},
           {'platform-generator': 'switch', 'goal': 'gather', 'hosts': 5, 'load-generator': 'random-matrix',
            'load-high': 1, 'cost': '1', 'bandwidth-spread': 8, 'seed': 3, 'bandwidth-scale': 0.5,
            'item-bytes': 1000}]
PLAIN = ['<platform generator="ring" direction="two-way" hosts="3"/>', '<topology shape="ring"/>',
         '<loads generator="uniform" high="5"/>', '<goal reach="balance"/>']  # what points change
broken = 0


def redist(*arguments):
    return subprocess.run([REDIST, *arguments], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, env=dict(os.environ, LC_ALL='C'))


def complain(number, *words):
    global broken
    broken += 1
    print(f'scenario {number} of seed {SEED}:', *words)


def loads(draw, goal):
    if goal == 'gather':
        return {'load-generator': 'random-matrix', 'load-high': draw.randint(1, 4)}
    if goal == 'stencil':
        return {'load-generator': 'astray', 'load-items': draw.randint(6, 18)}
    words = draw.choice([{'load-generator': 'uniform', 'load-high': draw.randint(2, 9)},
                         {'load-generator': 'skewed', 'load-total': draw.randint(4, 30)}])
    return {**words, 'load-after': draw.choice(['balanced', 'uniform'])} if goal == 'after' else words


def network(draw):
    """What any platform takes, some of it."""
    words = {'bandwidth-spread': draw.choice([1, 2, 8]), 'seed': draw.randint(1, 5),
             'bandwidth-shape': draw.choice(['uniform', 'log-normal', 'two-speed', 'one-slow-link']),
             'bandwidth-scale': draw.choice([0.5, 3]), 'ports': draw.choice(['one', 2, 4, 'all']),
             'model': draw.choice(['exact', 'tcp']), 'message-bytes': draw.choice([0, 3]),
             'item-bytes': draw.choice([1, 5, 1000])}
    return {name: value for name, value in words.items() if draw.random() < 0.3}


def generated(draw):
    """Returns: the scenario's lines without runs, and the points of its sweep."""
    kinds = []
    for _ in range(draw.randint(1, 3)):
        kind = draw.choice(list(KINDS) + ['switch', 'ring', 'ring'])
        goal = draw.choice(GOALS.get(kind, ['balance', 'after']))
        words = {'platform-generator': kind, 'goal': goal, KINDS[kind][0]: draw.choice(KINDS[kind][1])}
        if kind == 'ring':
            words['direction'] = draw.choice(['one-way', 'two-way'])
        if kind == 'random-regular':
            words['degree'] = 2
        if goal in ('finish', 'stencil'):
            words.update({'flops': 1, 'compute': draw.choice(['1', 'uniform 1 5'])})
        kinds.append(words)
    points = []
    for _ in range(draw.randint(4, 8)):
        words = draw.choice(kinds)
        point = {**words, **loads(draw, words['goal']), 'cost': draw.choice(COSTS),
                 'latency': draw.choice(LATENCIES), **network(draw)}
        if draw.random() < 0.1 and 'item-bytes' not in point:
            point['profile'] = 'steps 2 0.5 1.5'
        if words['platform-generator'] == 'hypercube' and draw.random() < 0.2:
            point['ports'] = 'pipelined'
        points.append(point)
    return PLAIN, points


def from_file(draw):
    file = draw.choice(list(FILES))
    shape = draw.choice(['graph', 'switch', 'ring'])
    edges = draw.choice(['exclusive', 'all']) if file == 'torus_12.xml' else 'all'
    more = {'graph': f' edges="{edges}"', 'ring': ' direction="two-way"', 'switch': ''}[shape]
    goal = draw.choice(GOALS.get(shape, ['balance', 'after'])[:2])

    def hosts():
        whole = shape == 'graph' and edges == 'exclusive'
        return ' '.join(FILES[file] if whole else draw.sample(FILES[file], draw.choice([4, 5])))
    points = [{**network(draw), **loads(draw, goal), 'topology-hosts': hosts()}
              for _ in range(draw.randint(3, 6))]
    after = ' after="balanced"' if goal == 'after' else ''
    return [f'<platform file="{os.path.join(PLATFORMS, file)}"/>',
            f'<topology shape="{shape}" hosts="{hosts()}"{more}/>',
            f'<loads generator="{points[0]["load-generator"]}"{after}/>', f'<goal reach="{goal}"/>'], points


def write(path, lines, points=()):
    cases = ['<case ' + ' '.join(f'{name}="{html.escape(str(value))}"' for name, value in point.items()) + '/>'
             for point in points]
    sweep = ['<sweep><vary>', *cases, '</vary></sweep>'] if points else []
    with open(path, 'w', encoding='utf-8') as out:
        out.write('\n'.join(['<scenario name="company">', *lines, *sweep, '</scenario>\n']))


def exported(results):
    """Rows by point and algorithm, without wall clocks; the hash has files in the order of values."""
    rows = json.loads(redist('export', results, '--format', 'json').stdout)
    for row in rows:
        for name in ('plan_ms', 'simulate_ms', 'scenario_hash'):
            row.pop(name, None)
    return {json.dumps([row['parameters'], row['algorithm']], sort_keys=True): row for row in rows}


def differences(row, other, left_out=()):
    return {name: (row.get(name), other.get(name)) for name in sorted({*row, *other} - {*left_out})
            if row.get(name) != other.get(name)}


def differences_alone(row, alone):
    """What is not as it is alone, but for bounds that are better in company."""
    def better(bound):  # or the same to the rounding of its certificate
        return row[bound] is not None and (alone[bound] is None or row[bound] >= alone[bound] * (1 - 1e-9))
    left_out = {name for name in OF_BOUNDS | {'ratio'}
                if better('class_bound_s' if name.startswith('class') else 'bound_s')}
    return differences(row, alone, [*BY_OTHERS, *left_out])


def swept(lines, points, results, *arguments):
    write('company.xml', lines, points)
    run = redist('sweep', 'company.xml', '--results', results, '--allow', PLATFORMS, *arguments)
    return run.returncode in (0, 1)


def look_at_sweep(number, draw, lines, points):
    """Returns: how many rows it has; 0: no platform, or not one of its points, is as is wanted."""
    if not swept(lines, points, f'{number}.alone', '--shard', f'1/{len(points)}'):
        return 0
    for i in range(1, len(points)):
        swept(lines, points, f'{number}.alone', '--shard', f'{i + 1}/{len(points)}', '--jobs', '1')
    alone = exported(f'{number}.alone')
    orders = [points, points[::-1], draw.sample(points, len(points))]
    for i, order in enumerate(orders):
        swept(lines, order, f'{number}.{i}', '--jobs', '1' if i < 2 else '2')
        rows = exported(f'{number}.{i}')
        if rows.keys() != alone.keys():
            complain(number, f'{len(rows)} rows in order {i}, {len(alone)} alone')
        for key in rows.keys() & alone.keys():
            if rows[key] != alone[key]:
                complain(number, f'order {i}, {key}: {differences(rows[key], alone[key])}')
    page = redist('report', f'{number}.2', '--scenario', 'company.xml', '--allow', PLATFORMS, '--gantt', '3',
                  '--out', 'page.html')
    if page.returncode != 0:
        complain(number, f'report: {page.stderr}')
    return len(alone)


def rows_of(path, folder, point):
    sets = [word for name, value in point.items() for word in ('--set', f'{name}={value}')]
    run = redist('run', path, '--format', 'json', '--trace', folder, '--allow', PLATFORMS, *sets)
    return json.loads(run.stdout) if run.returncode in (0, 1) else []


def trace_of(folder, algorithm):
    path = os.path.join(folder, f'company.{algorithm}.csv')
    if not os.path.exists(path):
        return None
    with open(path, encoding='utf-8') as trace:
        return trace.read()


def look_at_run(number, draw, lines, point):
    """Returns: how many rows were held against others."""
    write('company.xml', lines + ['<run algorithm="all"/>'])
    rows = [row for row in rows_of('company.xml', f'{number}.all', point) if row['status'] == 'ok']
    for row in draw.sample(rows, min(4, len(rows))):
        name = row['algorithm']
        write('alone.xml', lines + [f'<run algorithm="{name}"/>'])
        alone = rows_of('alone.xml', f'{number}.one', point)
        other = differences_alone(row, alone[0]) if len(alone) == 1 else f'{len(alone)} rows'
        if other:
            complain(number, f'{name} alone: {other}, {point}')
        if trace_of(f'{number}.all', name) != trace_of(f'{number}.one', name):
            complain(number, f'{name} alone: another trace, {point}')
    return len(rows)


def main():
    rows = held = 0
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, 's'))
        os.chdir(os.path.join(folder, 's'))
        rows += look_at_sweep('solvers', random.Random(SEED), [*PLAIN, '<run algorithm="switch-canonical"/>'], SOLVERS)
        for number in range(COUNT):
            draw = random.Random(f'{SEED} {number}')
            lines, points = from_file(draw) if draw.random() < 0.3 else generated(draw)
            points = list({json.dumps(point, sort_keys=True): point for point in points}.values())
            rows += look_at_sweep(number, draw, lines + ['<run algorithm="all"/>'], points)
            held += look_at_run(number, draw, lines, draw.choice(points))
    print(f'{COUNT} scenarios, {rows} rows of sweeps, {held} of runs: {broken} differ')
    return 1 if broken or rows == 0 or held == 0 else 0


sys.exit(main())
