#!/usr/bin/env python3
"""SIGINT or SIGTERM at random moments to every verb: it ends in time, with its result or with status
4, and leaves nothing half-written.

    interrupts.py REDIST TIMES LASTS [SECONDS]

TIMES for each verb, in its first LASTS seconds; SECONDS it may take to end (1), without those in
which it waits for a processor that others have.
"""
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

REDIST = os.path.abspath(sys.argv[1])
TIMES = int(sys.argv[2])
LASTS = float(sys.argv[3])
SECONDS = float(sys.argv[4]) if len(sys.argv) > 4 else 1.

SCENARIO = '''<scenario name="s"><platform generator="ring" hosts="%d" direction="two-way" cost="uniform 1 9"/>
<topology shape="ring"/><loads generator="uniform" low="1" high="%d" after="uniform"/>
<goal reach="after"/>%s</scenario>
'''
SWITCH = '''<scenario name="s"><platform generator="switch" hosts="8" cost="uniform 1 9"/>
<topology shape="switch"/><loads generator="uniform" low="1" high="9" after="uniform"/>
<goal reach="after"/><run algorithm="all"/></scenario>
'''
RUNS = '<run algorithm="all"/>'
SWEEP = '<run algorithm="ring-two-way-list"/><sweep><vary parameter="load-seed" values="%s"/></sweep>'
BIG, SMALL = ['s/big.xml'], ['s/small.xml']
VERBS = [
    ['list', 'matrix'],
    ['check'] + BIG,
    ['plan'] + BIG + ['--algorithm', 'network-planner', '--out', 'plan.csv'],
    ['run'] + SMALL + ['--trace', 'traces', '--gantt', 'charts'],
    ['recommend'] + BIG + ['--within', '20'],
    ['explain'] + SMALL,
    ['judge'] + BIG + ['s/trace.csv'],
    ['draw', 's/trace.csv', '--out', 'chart.svg'],
    ['platform', 'hypercube', '--hosts', '256', '--profile', 'steps 1 1 2', '--profiles', 'profiles'],
    ['sweep', 's/sweep.xml', '--results', 'new.db', '--jobs', '2'],
    ['sweep', 's/sweep.xml', '--results', 'all.db', '--jobs', '1'],
    ['merge', 'merged.db', 's/whole.db'],
    ['export', 's/whole.db', '--out', 'out.csv'],
    ['compare', 's/whole.db'],
    ['report', 's/whole.db', '--out', 'page.html', '--scenario', 's/sweep.xml', '--gantt', '1'],
    ['figure', 'plaxton-g', '--out', 'figures'],
    ['instance'] + BIG + ['--format', 'xml', '--out', 'copy.xml'],
    ['relabel', 'overlap', 's/overlap.txt', '--out', 'copies.csv'],
]
if shutil.which('smpirun'):
    VERBS += [['execute', 's/tiny.xml'], ['calibrate', 's/switch.xml', '--out', 'measured.xml']]


def write(name, text):
    with open(name, 'w') as out:
        out.write(text)


def prepare():
    os.makedirs('s')
    os.makedirs('tmp')
    write('s/big.xml', SCENARIO % (1000, 1000, RUNS))
    write('s/small.xml', SCENARIO % (12, 2000, RUNS))
    write('s/tiny.xml', SCENARIO % (4, 10, RUNS))
    write('s/switch.xml', SWITCH)
    write('s/overlap.txt', '\n'.join(' '.join(str((i * j) % 997) for j in range(300)) for i in range(300)))
    write('s/sweep.xml', SCENARIO % (12, 40, SWEEP % ' '.join(str(i) for i in range(300))))
    with open('s/trace.csv', 'w') as out:
        out.write('start_s,end_s,from,to,kind,items\n')
        for i in range(100000):
            out.write(f'{i},{i + 1},h{i % 1000},h{(i + 1) % 1000},0,1\n')
    os.mkdir('profiles')
    subprocess.run([REDIST, 'sweep', 's/sweep.xml', '--results', 's/whole.db', '--jobs', '2'],
                   check=True, capture_output=True)


def left_over():
    found = [name for name in os.listdir('tmp') if 'redist' in name]
    for root, _, names in os.walk('.'):
        found += [os.path.join(root, name) for name in names if '.redist-' in name]
    return found


def still_running():
    """The processes that were started here and are not ended within SECONDS."""
    end = time.monotonic() + SECONDS
    while True:
        found = []
        for process in set(filter(str.isdigit, os.listdir('/proc'))) - {str(os.getpid())}:
            try:
                if os.readlink(f'/proc/{process}/cwd') == os.getcwd():
                    found.append('process ' + process)
            except OSError:  # it has ended
                pass
        if not found or time.monotonic() > end:
            return found
        time.sleep(0.01)


def waited_s(process):
    """How long a process was ready to run, and others ran; 0 of one that has ended."""
    try:
        with open(f'/proc/{process.pid}/schedstat', encoding='ascii') as file:
            return int(file.read().split()[1]) / 1e9
    except OSError:
        return 0.


def once(words, number, delay):
    """Returns: how long it took to end after the signal, its status."""
    process = subprocess.Popen([REDIST] + words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               env={**os.environ, 'TMPDIR': os.path.abspath('tmp')})
    try:
        process.wait(delay)
        return 0., process.returncode, process.stderr.read()
    except subprocess.TimeoutExpired:
        pass
    start, waited_before = time.monotonic(), waited_s(process)
    waited = waited_before
    process.send_signal(number)
    while time.monotonic() < start + 60:
        try:
            _, said = process.communicate(timeout=0.01)
            return time.monotonic() - start - (waited - waited_before), process.returncode, said
        except subprocess.TimeoutExpired:
            waited = max(waited, waited_s(process))
    process.kill()
    return 60., -9, b''


def main():
    # Where this is a shell's background job SIGINT is ignored, by all that it starts, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    draw, wrong, slowest, hit = random.Random(1), 0, 0., 0
    with tempfile.TemporaryDirectory(prefix='redist_interrupts_') as folder:
        os.chdir(folder)
        prepare()
        for words in VERBS:
            start = time.monotonic()
            once(words, signal.SIGINT, LASTS)
            lasts = time.monotonic() - start
            for _ in range(TIMES):
                for name in ('new.db', 'merged.db'):
                    if os.path.exists(name):
                        os.unlink(name)
                shutil.copy('s/whole.db', 'all.db')
                number = draw.choice([signal.SIGINT, signal.SIGTERM])
                took, status, said = once(words, number, 0.05 + draw.random() * lasts)
                slowest, hit = max(slowest, took), hit + (status == 4)
                left = left_over() + still_running()
                # Before its main the program ends as any other does.
                early = status == -number and not said
                if took > SECONDS or left or not (early or status in (0, 1, 3, 4)):
                    wrong += 1
                    print(f'{" ".join(words)}: ended {took:.2f} s after the signal with status {status}: '
                          f'{said.decode()[-200:]}; left {left}', flush=True)
        os.chdir('/')
    print(f'{len(VERBS)} verbs, {TIMES} times each: {hit} interrupted, the slowest ended after '
          f'{slowest:.2f} s; {wrong} wrong')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
