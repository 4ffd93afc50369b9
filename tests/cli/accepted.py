#!/usr/bin/env python3
"""What `check` accepts `run` plays, algorithm by algorithm, and what it refuses `run` refuses: random small scenarios of every shape, on platforms on
which hosts have links of their own and on such where only pairs have, with the options of the
algorithms.

    accepted.py REDIST SCENARIOS [SEED]
"""
import csv
import os
import random
import re
import subprocess
import sys
import tempfile

REDIST = os.path.abspath(sys.argv[1])
COUNT = int(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
SHAPES = {'ring': 'ring', 'star': 'star', 'hypercube': 'hypercube', 'switch': 'switch', 'bus': 'bus', 'complete': 'switch',
          'shuffle-exchange': 'shuffle-exchange', 'torus': 'graph', 'mesh': 'graph', 'tree': 'graph',
          'random-regular': 'graph'}
SCHEDULES = ['colouring', 'compact', 'list', 'caterpillar', 'caterpillar-serial', 'pairwise', 'all-at-once']
OPTIONS = {
    'switch-canonical': [('schedule', SCHEDULES)],
    'switch-volume': [('schedule', SCHEDULES)],
    'switch-steps': [('schedule', SCHEDULES)],
    'switch-steps-then-volume': [('schedule', SCHEDULES)],
}
COSTS = ['1', 'uniform 1 9', 'real 0.1 2', 'list 1', '1e-9', '1e9', '0', '1e-18', '1e15']
LOADS = [('generator="uniform" low="0" high="9" after="uniform"', 'reach="after"'),
         ('generator="uniform" low="1" high="9" after="balanced"', 'reach="after"'),
         ('generator="skewed" total="30"', 'reach="balance" error="1"'),
         ('generator="piled" total="30" share="0.4"', 'reach="finish"'),
         ('generator="random-matrix" low="0" high="4"', 'reach="gather"'),
         ('generator="components" items="4" alpha="0.5"', 'reach="gather"'),
         ('generator="astray" items="12"', 'reach="stencil" iterations="3"')]


def platform(draw, kind, hosts):
    """Returns: <platform> and <topology>, with a file where only pairs of hosts have links."""
    shape = SHAPES[kind]
    varies = draw.random() < 0.1
    words = f'cost="{"1" if varies else draw.choice(COSTS)}" latency="{draw.choice(["0", "0", "1", "uniform 0 3", "1e-6"])}" ' \
        f'compute="{draw.choice(["1", "uniform 1 5", "0"])}" seed="{draw.randint(1, 99)}"'
    if draw.random() < 0.2:
        words += ' symmetric="yes"'
    if varies:
        words += ' profile="steps 3 0.5 2"'
    if kind in ('torus', 'mesh'):
        return f'<platform generator="{kind}" dimensions="{draw.choice(["2x2", "3x2", "5", "2x2x2"])}" ' \
            f'{words}/><topology shape="graph"/>'
    more = ' direction="two-way"' if kind == 'ring' and draw.random() < 0.6 else \
        ' direction="one-way"' if kind == 'ring' else ' degree="2"' if kind == 'random-regular' else ''
    if shape == 'graph' or draw.random() < 0.5:
        return f'<platform generator="{kind}" hosts="{hosts}"{more} {words}/><topology shape="{shape}"/>'
    made = subprocess.run([REDIST, 'platform', 'random-regular', '--hosts', str(hosts + 1), '--degree',
                           str(hosts + (hosts + 1) % 2 * hosts % 2), '--cost', draw.choice(['1', 'uniform 1 9']),
                           '--latency', draw.choice(['0', '0', '1']), '--compute', '1', '--seed',
                           str(draw.randint(1, 99))], capture_output=True, text=True, check=False)
    with open('s/full.xml', 'w') as out:
        out.write(made.stdout)
    master = f' master="h{hosts}"' if kind == 'star' else ''
    return f'<platform file="full.xml"/><topology shape="{shape}"{more} hosts="h[0-{hosts - 1}]"{master}/>'


def scenario(draw):
    kind = draw.choice(list(SHAPES) + ['switch', 'bus'] * 2)
    hosts = draw.choice([4, 8]) if kind in ('hypercube', 'shuffle-exchange') else draw.choice([3, 4, 5, 7])
    loads, goal = draw.choice(LOADS[4:6] * 2 + LOADS if kind in ('switch', 'bus') else LOADS)
    ports = draw.choice(['one', 'one', 'one', '2', 'all', 'pipelined'])
    sends = f' sends="{draw.choice(["single", "multi"])}"' if kind == 'ring' and ports == 'all' else ''
    algorithm = draw.choice(list(OPTIONS)) if goal == 'reach="gather"' and draw.random() < 0.8 else 'all'
    option = ''
    if algorithm != 'all':
        name, values = draw.choice(OPTIONS[algorithm])
        option = f'<option name="{name}" value="{draw.choice(values)}"/>'
    model = draw.choice(['exact'] * 4 + ['tcp'])
    return f'''<scenario name="law">{platform(draw, kind, hosts)}
<network model="{model}" ports="{ports}"{sends}/>
<items bytes="{draw.choice([0, 1, 1, 1000])}" flops="{draw.choice([0, 1, 1, 2.5])}" word-bytes="{draw.choice([0, 1, 8])}"/>
<loads {loads} seed="{draw.randint(1, 999)}"/><goal {goal}/><run algorithm="{algorithm}">{option}</run></scenario>
'''


def failed_rows(text):
    """Without those that SimGrid's tcp does not play: its solver stops, and redist says so."""
    return [line for line in text.splitlines() if ',failed,' in line
            and not (',tcp,' in line and 'The Impossible Did Happen' in line)]


def is_tcp_ended(row):
    return row['model'].startswith('tcp') and 'The Impossible Did Happen' in row['message']


def contradictions(check, run):
    """Rows of `run` that are not what `check` says of their algorithm."""
    answers = dict(re.findall(r'^(\S+) +\S+ +((?:accepts|refuses).*)$', check, re.MULTILINE))
    for reason, names in re.findall(r'^refuse +(.*) \(\d+ algorithms\): (.*)$', check, re.MULTILINE):
        answers.update((name, f'refuses: {reason}') for name in names.split(', '))
    wrong = []
    for row in csv.DictReader(run.splitlines()):
        answer = answers.get(row['algorithm'], '')
        if row['status'] == 'ok':
            played = row['simulated_s'] or 'not simulated' in row['message']
            good = not answer.startswith('refuses') and played
        else:
            good = answer != 'accepts' or is_tcp_ended(row)
        if not good:
            wrong.append(f'{row["algorithm"]}: check: {answer}; run: {row["status"]}: {row["message"]}')
    return wrong


def main():
    accepted, failed, played = 0, 0, 0
    with tempfile.TemporaryDirectory(prefix='redist_accepted_') as folder:
        os.chdir(folder)
        os.mkdir('s')
        for number in range(COUNT):
            text = scenario(random.Random(SEED * 1000003 + number))
            with open('s/s.xml', 'w') as out:
                out.write(text)
            check = subprocess.run([REDIST, 'check', 's/s.xml'], capture_output=True, text=True)
            run = subprocess.run([REDIST, 'run', 's/s.xml', '--format', 'csv', '--time-limit', '20'],
                                 capture_output=True, text=True)
            accepted += check.returncode == 0
            contradicted = contradictions(check.stdout, run.stdout)
            played += sum(',ok,' in line for line in run.stdout.splitlines())
            wrong = contradicted or check.returncode not in (0, 3) or run.returncode not in (0, 1, 3) or \
                (check.returncode == 0) != (run.returncode in (0, 1)) or failed_rows(run.stdout)
            if wrong and 'time limit' not in run.stdout:
                failed += 1
                print(f'{number}: check {check.returncode}, run {run.returncode}\n{text}'
                      + '\n'.join(contradicted + failed_rows(run.stdout))[:1500] + run.stderr[-600:],
                      flush=True)
        os.chdir('/')
    print(f'{COUNT} scenarios, {accepted} accepted, {played} runs played, {failed} failed')
    return 1 if failed or accepted < COUNT / 3 else 0


if __name__ == '__main__':
    sys.exit(main())
