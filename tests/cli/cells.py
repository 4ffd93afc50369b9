#!/usr/bin/env python3
"""Every cell of {network} x {ports} x {goal} x {equal, unequal costs}, several instances each, by all
algorithms that take it: redist fails a run in which planned and simulated differ. Prints for each cell
the mean and the worst ratio of the shortest plan to the greatest bound, and, where the worst is above
1.1, which side is weak: how often plans are above the shortest of all schedules (network-exact, for each
relabelling where kinds are gathered), and that above the bound, on instances so small that it is found.

    cells.py REDIST [INSTANCES [NETWORK]]
"""
import csv
import io
import itertools
import os
import random
import subprocess
import sys
import tempfile

REDIST = os.path.abspath(sys.argv[1])
INSTANCES = int(sys.argv[2]) if len(sys.argv) > 2 else 6
ONLY = sys.argv[3] if len(sys.argv) > 3 else None
THRESHOLD, SMALL = 1.1, 12
NETWORKS = {  # generator, its attributes, attributes of <topology>
    'ring one-way': ('ring', 'hosts="6" direction="one-way"', 'shape="ring" direction="one-way"'),
    'ring two-way': ('ring', 'hosts="6" direction="two-way"', 'shape="ring" direction="two-way"'),
    'star': ('star', 'hosts="5"', 'shape="star"'),
    'hypercube': ('hypercube', 'hosts="8"', 'shape="hypercube"'),
    'shuffle-exchange': ('shuffle-exchange', 'hosts="8"', 'shape="shuffle-exchange"'),
    'switch': ('switch', 'hosts="5"', 'shape="switch"'),
    'bus': ('bus', 'hosts="5"', 'shape="bus"'),
}
COSTS = {'equal': '2', 'unequal': 'uniform 1 4'}
GOALS = ['after', 'balance', 'finish', 'gather']


def cells():
    for network in NETWORKS:
        complete = network in ('switch', 'bus')
        for ports in ['one', '2', '4', 'all'] if complete else ['one', '2', 'all']:
            for goal in GOALS if complete else GOALS[:3]:
                for costs in COSTS:
                    yield network, ports, goal, costs


def generated_loads(goal, high, seed):
    if goal == 'gather':
        return f'<loads generator="random-matrix" low="0" high="4" seed="{seed}"/>'
    after = ' after="uniform"' if goal == 'after' else ''
    return f'<loads generator="uniform" high="{high}" seed="{seed}"{after}/>'


def scenario(cell, seed, algorithm, loads=None, attributes=None):
    network, ports, goal, costs = cell
    generator, own_attributes, topology = NETWORKS[network]
    attributes = attributes or own_attributes
    finish = goal == 'finish'
    items = '<items bytes="1" flops="1"/>' if finish else '<items bytes="1"/>'
    loads = loads or generated_loads(goal, 9, seed)
    return f'''<scenario name="cell">
<platform generator="{generator}" {attributes} cost="{COSTS[costs]}" seed="{seed}"{' compute="uniform 1 5"' if finish else ''}/>
<topology {topology}/>
<network model="exact" ports="{ports}"/>
{items}
{loads}
<goal reach="{goal}"/>
<run algorithm="{algorithm}"/>
</scenario>
'''


def run(text):
    """Returns: the rows, and what is wrong."""
    with open('cell.xml', 'w', encoding='utf-8') as out:
        out.write(text)
    done = subprocess.run([REDIST, 'run', 'cell.xml', '--format', 'csv'], capture_output=True, text=True,
                          check=False)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    return rows, '' if done.returncode == 0 else f'exit {done.returncode}\n{done.stderr}{done.stdout}{text}'


def seconds(row, column):
    return float(row[column]) if row[column] not in ('', None) else None


def shortest(rows):
    """Returns: the best time of a plan that was simulated, the greatest bound, and whether it is proved."""
    times = [(seconds(row, 'simulated_s'), row['optimal']) for row in rows
             if row['status'] == 'ok' and row['goal_reached'] == 'true' and seconds(row, 'simulated_s') is not None]
    bounds = [seconds(row, 'bound_s') for row in rows if row['bound_s']]
    best = min(times) if times else (None, '')
    proved = any(time == best[0] and optimal == 'proved' for time, optimal in times)
    return best[0], max(bounds) if bounds else None, proved


def gathered(held, hosts):
    """Returns: the loads of each relabelling, kind k to hosts[k]; None: as a load to gather."""
    count = len(held)
    return '<loads>' + ''.join(
        f'<load host="h{i}" kind="{k}" items="{held[i][k]}"' +
        (f' after="{sum(row[k] for row in held) if hosts[k] == i else 0}"' if hosts else '') + '/>'
        for i in range(count) for k in range(count)) + '</loads>'


def exact(cell, seed, loads, attributes):
    """Returns: the time of the shortest of all schedules; None if it is not found."""
    rows, _ = run(scenario(cell, seed, 'network-exact', loads, attributes))
    found = rows and rows[0]['status'] == 'ok' and rows[0]['optimal'] != 'unknown' or \
        rows and rows[0]['message'].startswith('all schedules searched')
    return seconds(rows[0], 'planned_s') if found else None


def small_instance(cell, seed):
    """Returns: the shortest plan, the greatest bound, and the optimum, of a small instance of a cell."""
    if cell[2] != 'gather':
        loads, attributes = generated_loads(cell[2], 4, seed), 'hosts="4"' + NETWORKS[cell[0]][1][9:]
        optimum = exact(cell, seed, loads, attributes)
    else:
        draw, attributes = random.Random(seed), 'hosts="3"'
        held = [[draw.randint(0, 3) for _ in range(3)] for _ in range(3)]
        loads = gathered(held, None)
        optima = [exact((cell[0], cell[1], 'after', cell[3]), seed, gathered(held, hosts), attributes)
                  for hosts in itertools.permutations(range(3))]
        optimum = None if None in optima else min(optima)
    best, bound, _ = shortest(run(scenario(cell, seed, 'all', loads, attributes))[0])
    return best, bound, optimum


def weak_side(cell):
    found, plans, bounds = 0, [], []
    for seed in range(1, SMALL + 1):
        best, bound, optimum = small_instance(cell, seed)
        if not optimum or not best or not bound:
            continue
        found += 1
        plans.append(best / optimum)
        bounds.append(optimum / bound)
    if not found:
        return 'not known: no small instance is searched'
    above = [sum(ratio > 1 + 1e-9 for ratio in ratios) for ratios in (plans, bounds)]
    return f'of {found} small ones: plan / optimum above 1 in {above[0]}, worst {max(plans):.3f}; ' \
        f'optimum / bound in {above[1]}, worst {max(bounds):.3f}'


def main():
    served = failed = count = 0
    everything = list(cells())
    print(f'{"network":17}{"ports":7}{"goal":9}{"costs":9}{"mean":>8}{"worst":>9}{"proved":>9}  weak')
    for cell in everything:
        if ONLY and cell[0] != ONLY:
            continue
        ratios, proved = [], 0
        for seed in range(1, INSTANCES + 1):
            count += 1
            rows, wrong = run(scenario(cell, seed, 'all'))
            best, bound, optimal = shortest(rows)
            if wrong or best is None:
                failed += 1
                print(' '.join(cell), wrong or 'no plan is simulated: ' + '; '.join(row['message'] for row in rows))
                continue
            proved += optimal
            ratios.append(best / bound if bound else 1)
        served += len(ratios) == INSTANCES
        if not ratios:
            continue
        worst, mean = max(ratios), sum(ratios) / len(ratios)
        weak = weak_side(cell) if worst > THRESHOLD else ''
        print(f'{cell[0]:17}{cell[1]:7}{cell[2]:9}{cell[3]:9}{mean:8.3f}{worst:9.3f}{proved:6}/{INSTANCES}  {weak}',
              flush=True)
    print(f'{count} instances, {failed} of them not played; {served} cells served')
    return failed > 0


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.exit(main())
