#!/usr/bin/env python3
"""Every cell of {network} x {ports} x {goal} x {equal, unequal costs}, several instances each, by all
algorithms that take it: redist fails a run in which planned and simulated differ. Prints for each cell
the mean and the worst ratio of the shortest plan to the greatest bound, and, where the worst is above
1.1, which side is weak, as far as the search of all schedules (network-exact) says it of that instance.

    cells.py REDIST [INSTANCES [NETWORK]]
"""
import csv
import io
import os
import subprocess
import sys
import tempfile

REDIST = os.path.abspath(sys.argv[1])
INSTANCES = int(sys.argv[2]) if len(sys.argv) > 2 else 6
ONLY = sys.argv[3] if len(sys.argv) > 3 else None
THRESHOLD = 1.1
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


def scenario(network, ports, goal, costs, seed, algorithm):
    generator, attributes, topology = NETWORKS[network]
    finish = goal == 'finish'
    items = '<items bytes="1" flops="1"/>' if finish else '<items bytes="1"/>'
    loads = '<loads generator="random-matrix" low="0" high="4" seed="%d"/>' % seed if goal == 'gather' else \
        '<loads generator="uniform" high="9" seed="%d"%s/>' % (seed, ' after="uniform"' if goal == 'after' else '')
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


def weak_side(cell, seed, best):
    """Which of plan and bound is weak, of the instance that is farthest from its bound."""
    rows, wrong = run(scenario(*cell, seed, 'network-exact'))
    if cell[2] == 'gather' or wrong or not rows or rows[0]['status'] != 'ok':
        return 'not known: ' + (rows[0]['message'] if rows else wrong or 'no search of all relabellings')
    exact = seconds(rows[0], 'simulated_s')
    if exact < best * (1 - 1e-9):
        return f'the plan: {exact:g} s is possible'
    return 'the bound: no schedule is shorter' if rows[0]['optimal'] == 'proved' else \
        'the bound, or the plan: no schedule that keeps to shared links is shorter'


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
            rows, wrong = run(scenario(*cell, seed, 'all'))
            best, bound, optimal = shortest(rows)
            if wrong or best is None:
                failed += 1
                print(' '.join(cell), wrong or 'no plan is simulated: ' + '; '.join(row['message'] for row in rows))
                continue
            proved += optimal
            ratios.append((best / bound if bound else 1, seed, best))
        served += len(ratios) == INSTANCES
        if not ratios:
            continue
        worst, seed, best = max(ratios)
        mean = sum(ratio for ratio, _, _ in ratios) / len(ratios)
        weak = weak_side(cell, seed, best) if worst > THRESHOLD else ''
        print(f'{cell[0]:17}{cell[1]:7}{cell[2]:9}{cell[3]:9}{mean:8.3f}{worst:9.3f}{proved:6}/{INSTANCES}  {weak}',
              flush=True)
    print(f'{count} instances, {failed} of them not played; {served} cells served')
    return failed > 0


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.exit(main())
