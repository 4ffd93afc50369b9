#!/usr/bin/env python3
"""Drives numbers at the ends of their ranges through every numeric attribute, option and column,
alone and in pairs: redist refuses them in words (status 1 to 3), or runs. It never breaks an
invariant, crashes or has no end; no run fails but for its time limit; no bound is infinite or no number.

    extremes.py REDIST VALUES PAIRS EVERY [SEED]

VALUES: how many values, drawn at random, are tried in every single place.
PAIRS: in how many pairs of places, drawn at random, values are tried besides.
EVERY: of all networks with all loads it takes each so many-th.
"""
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

VALUES = """0 -1 1e-400 5e-324 1e-323 2.2250738585072009e-308 2.2250738585072014e-308 1e-310 1e-300
    1e-100 9.9e-31 1e-30 1.1e-30 1e-18 9.9e-19 1e-6 1 2 1e6 1e9 1e15 1.1e15 9.9e29 1e30 1.1e30 1e100
    1e300 1.7976931348623155e308 1.7976931348623157e308 1e309 1e400 0.1 2147483647 2147483648
    4294967295 4294967296 1000000000000000 9007199254740992 9007199254740993 9223372036854775807
    9223372036854775808 18446744073709551615 18446744073709551616""".split()

# {NAME=DEFAULT} is a place. A scenario is in three parts: platform and topology, network and items,
# loads and goal with their runs.
GENERATED = [
    ('generator="ring" hosts="{hosts=4}" direction="one-way"', 'shape="ring"'),
    ('generator="ring" hosts="{hosts=4}" direction="two-way"', 'shape="ring"'),
    ('generator="star" hosts="{hosts=4}"', 'shape="star"'),
    ('generator="hypercube" hosts="{hosts=4}"', 'shape="hypercube"'),
    ('generator="shuffle-exchange" hosts="{hosts=4}"', 'shape="shuffle-exchange"'),
    ('generator="switch" hosts="{hosts=4}"', 'shape="switch"'),
    ('generator="bus" hosts="{hosts=4}"', 'shape="bus"'),
    ('generator="torus" dimensions="{rows=2}x{columns=3}"', 'shape="graph"'),
    ('generator="tree" hosts="{hosts=4}" arity="{arity=2}"', 'shape="graph"'),
    ('generator="random-regular" hosts="{hosts=4}" degree="{degree=2}"', 'shape="graph"'),
    ('generator="graph" edges="links"', 'shape="graph"'),
]
COSTS = [
    'cost="{cost=1}" latency="{latency=0}" compute="{compute=1}"',
    'cost="uniform {low=1} {high=2}" latency="{latency=1}" compute="real {fast=1} {slow=2}"',
    'cost="real {low=1} {high=2}" bandwidth-scale="{scale=1}" bandwidth-spread="{spread=2}"',
    'cost="{cost=1}" bandwidth-shape="log-normal" bandwidth-spread="{spread=2}" seed="{seed=1}"',
    'cost="{cost=1}" profile="steps {period=1} {least=0.5} {most=2}"',
]
NETWORKS = ['ports="one"', 'ports="{ports=2}"', 'ports="all"', 'ports="one" model="tcp"']
ITEMS = 'bytes="{bytes=1}" flops="{flops=1}" word-bytes="{words=1}" message-bytes="{envelope=0}"'
LOADS = [
    ('generator="uniform" low="{least=0}" high="{greatest=9}" seed="{load-seed=1}" after="uniform"',
     'reach="after"'),
    ('generator="skewed" total="{total=20}" skew="{skew=1}" low="{least=0}"',
     'reach="balance" error="{error=0}"'),
    ('generator="piled" total="{total=20}" share="{share=0}"', 'reach="finish"'),
    ('generator="random-matrix" low="{least=0}" high="{greatest=9}" kinds="{kinds=3}"',
     'reach="gather"'),
    ('generator="components" items="{items=4}" alpha="{alpha=0.5}"', 'reach="gather"'),
    ('generator="cyclic" items="{items=9}" from="{from=1}" to="{to=2}"', 'reach="gather"'),
    ('generator="astray" items="{items=9}" share="{share=1}"',
     'reach="stencil" iterations="{iterations=1}"'),
    ('generator="hamming-ball" most="{most=8}" mean="{mean=4}"', 'reach="balance"'),
    ('file="loads.csv"', 'reach="after"'),
    ('generator="hamming-ball" total="{total=9}" centre="{centre=0}"', 'reach="balance"'),
    ('generator="ladder" most="{most=4}"', 'reach="balance"'),
    ('generator="half-plane" most="{most=4}"', 'reach="balance"'),
    ('generator="weight-cut" most="{most=4}"', 'reach="balance"'),
    ('generator="majority-field" fields="{fields=1}" mean="{mean=2}"', 'reach="balance"'),
    ('generator="random-multi" groups="{groups=2}" mean="{mean=2}"', 'reach="balance"'),
    ('generator="matrix" rows="{held=1} 2; 0 4; 1 {other=1}; 3 1"', 'reach="gather"'),
    ('generator="cyclic" items="{items=9}" from-hosts="{owners=2}" to-hosts="{homes=3}"',
     'reach="gather"'),
    ('generator="cyclic-grid" size="{height=4} {width=4}" from="{high=1} 2" to="2 {wide=1}" '
     'from-grid="{grid=2} 2" to-grid="2 {mesh=2}"', 'reach="gather"'),
    ('generator="scattered-matrix" side="{side=4}" blocks="{blocks=2}"', 'reach="gather"'),
    ('generator="owners" values="0 1 {owner=2} 3 0 1"', 'reach="stencil"'),
    ('generator="three-partition" sizes="{size=5} 5 6 5 5 6"', 'reach="finish"'),
]
# Runs with options: platform and topology, network, loads and goal, algorithm, option.
OPTIONED = [
    (1, 0, 0, 'ring-two-way-exact', 'name="states" value="{states=300}"'),
    (1, 0, 0, 'ring-two-way-list', 'name="passes" value="{passes=2}"'),
    (5, 0, 6, 'stencil-search', 'name="moves" value="{moves=100}"'),
    (7, 0, 0, 'network-planner', 'name="search" value="{search=5}"'),
    (7, 1, 0, 'network-portfolio', 'name="search" value="{search=5}"'),
    (7, 0, 0, 'network-bundled', 'name="search" value="{search=5}"'),
    (2, 0, 2, 'online-star-demand', 'name="low" value="{asked=1}"'),
    (1, 0, 0, 'online-replan', 'name="period" value="{period=10}"'),
    (2, 0, 2, 'star-exact', 'name="states" value="{states=300}"'),
    (2, 0, 2, 'star-local-search', 'name="tries" value="{tries=10}"'),
]
PLATFORM = """<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1"><zone id="z" routing="Full">
<host id="h0" speed="{speed=1}f"/><host id="h1" speed="{megas=1}Yf"/>
<link id="a" bandwidth="{bandwidth=1}Bps" latency="{latency=0}s" bandwidth_file="bandwidths"/>
<link id="b" bandwidth="{teras=1}EBps" latency="{weeks=1}w"/>
<route src="h0" dst="h1" symmetrical="NO"><link_ctn id="a"/></route>
<route src="h1" dst="h0" symmetrical="NO"><link_ctn id="b"/></route></zone></platform>
"""
FILES = {
    'platform.xml': PLATFORM,
    'bandwidths': 'PERIODICITY {period=2}\n0.0 {first=1}\n{date=1.0} {second=2}\n',
    'links': '0 1 {cost=1} {latency=0}\n1 2 1 1\n2 3\n3 0\n1 0\n0 3 {other=2}\n',
    'loads.csv': 'host,kind,items,after\nh0,0,{items=4},{after=4}\nh1,{kind=0},1,{wanted=1}\n',
    'trace.csv': 'start_s,end_s,from,to,kind,items\n{start=0},{end=1},h0,h1,{kind=0},{items=1}\n',
    'verdicts.csv': 'what,measure,statistic,where,by,from,accepted,earlier-run,why\n'
                    'a number,hosts,value,,,,{least=1} to {most=9},,\n',
    'plan.csv': 'round,from,to,kind,items,messages\n{round=0},h0,h1,{kind=0},{items=1},{messages=1}\n',
}
RUN = ['run', 's/scenario.xml', '--time-limit', '20']
OPTIONS = [
    ['run', 's/scenario.xml', '--time-limit', '{limit=20}'],
    ['recommend', 's/scenario.xml', '--within', '{within=1}'],
    ['recommend', 's/scenario.xml', '--by', '{by=1}'],
    ['check', 's/scenario.xml'],
    ['plan', 's/scenario.xml'],
    ['explain', 's/scenario.xml'],
    ['sweep', 's/sweep.xml', '--results', 'r.db', '--jobs', '1', '--repeat', '{repeat=1}', '--shard',
     '1/1000000'],
    ['report', 'given.db', '--scenario', 's/sweep.xml', '--gantt', '{charts=1}', '--out', 'page.html'],
    ['compare', 'given.db', '--verdicts', 's/verdicts.csv'],
    ['figure', 'plaxton-g', '--jobs', '{workers=1}', '--out', 'figures'],
    ['sweep', 's/sweep.xml', '--results', 'r.db', '--jobs', '1', '--time-limit', '{limit=20}',
     '--memory-limit', '{memory=4096}', '--shard', '{shard=1}/{shards=1}'],
    ['platform', 'ring', '--hosts', '{hosts=3}', '--cost', '{cost=1}', '--latency', '{latency=1}',
     '--compute', 'list 1 2 {compute=3}', '--bandwidth-scale', '{scale=1}', '--bandwidth-spread',
     '{spread=2}', '--scaled-links', 'h0>h1', '--link-scale', '{link=1}', '--seed', '{seed=1}'],
    ['platform', 'switch', '--hosts', '3', '--profiles', 'profiles', '--profile',
     'steps {period=1} {low=1} {high=2}'],
    ['judge', 's/scenario.xml', 's/trace.csv'],
    ['judge', 's/scenario.xml', 's/plan.csv'],
    ['draw', 's/trace.csv', '--out', 'chart.svg'],
]
PLACE = re.compile(r'\{([a-z-]+)=([^}]*)\}')


def scenario(platform, topology, network, loads, goal, more=''):
    return f'''<?xml version="1.0"?>
<scenario name="extreme"><platform {platform}/><topology {topology}/><network {network}/>
<items {ITEMS}/><loads {loads}/><goal {goal}/><run algorithm="all" seed="{{run-seed=1}}"/>{more}
</scenario>
'''


SWEPT = scenario(f'{GENERATED[1][0]} {COSTS[0]}', GENERATED[1][1], NETWORKS[0], *LOADS[0],
                 '<sweep><vary parameter="flops" values="1 {vary=2}"/>'
                 '<repeat count="{count=1}" seed="{seed=1}"/></sweep>')


def cases(every):
    """Each: texts of files, and arguments."""
    for i, (platform, topology) in enumerate(GENERATED):
        for j, (loads, goal) in enumerate(LOADS):
            if (i + j) % every != 0:
                continue
            text = scenario(f'{platform} {COSTS[(i + j) % len(COSTS)]}', topology,
                            NETWORKS[(i + 2 * j) % len(NETWORKS)], loads, goal)
            yield {'scenario.xml': text}, RUN
    plain = scenario('file="platform.xml"', 'shape="ring" direction="two-way" hosts="h0 h1"',
                     'ports="one"', 'file="loads.csv"', 'reach="after"')
    ports = plain.replace('<network ports="one"/>',
                          '<network ports="one"><port host="h0" count="{count=2}"/></network>')
    expected = plain.replace('seed="{run-seed=1}"/>', '><expect time="{time=3}" bound="{bound=3}" '
                             'class-bound="{of-class=3}" ratio="{ratio=1}"/></run>')
    listed = plain.replace('file="loads.csv"/>', '><load host="h0" kind="{kind=0}" '
                           'items="{items=4}" after="{after=4}"/></loads>')
    for text in ports, expected, listed:
        yield {'scenario.xml': text}, RUN + ['--ignore-expect']
    for (place, network, loads, algorithm, option) in OPTIONED:
        (platform, topology), (load, goal) = GENERATED[place], LOADS[loads]
        text = scenario(f'{platform} {COSTS[0]}', topology, NETWORKS[network], load, goal)
        yield {'scenario.xml': text.replace('"all" seed="{run-seed=1}"/>', f'"{algorithm}" '
                                            f'seed="{{run-seed=1}}"><option {option}/></run>')}, RUN
    for arguments in [RUN] + OPTIONS:
        yield {'scenario.xml': plain, 'sweep.xml': SWEPT}, arguments


def limit():
    if 'ASAN_OPTIONS' not in os.environ:  # which maps terabytes
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Driver:
    def __init__(self, redist):
        self.redist = os.path.abspath(redist)
        self.tried = self.refused = 0
        self.wrong = []
        self.given = self.results()  # of a sweep

    def results(self):
        with tempfile.TemporaryDirectory(prefix='redist_extreme_') as folder:
            text = PLACE.sub(lambda m: m.group(2), SWEPT)
            with open(f'{folder}/sweep.xml', 'w') as out:
                out.write(text)
            subprocess.run([self.redist, 'sweep', 'sweep.xml', '--results', 'given.db', '--jobs', '1'],
                           cwd=folder, capture_output=True)
            with open(f'{folder}/given.db', 'rb') as given:
                return given.read()

    def places(self, case):
        files, arguments = case
        found = [(name, place) for name, text in {**FILES, **files}.items()
                 for place in PLACE.findall(text) if self.is_used(name, case)]
        return found + [('', place) for word in arguments for place in PLACE.findall(word)]

    @staticmethod
    def is_used(name, case):
        files, arguments = case
        text = files['scenario.xml']
        return name == os.path.basename(arguments[1]) or name == os.path.basename(arguments[-1]) or \
            f'"{name}"' in text or (name == 'bandwidths' and '"platform.xml"' in text)

    def run(self, case, changed):
        """In: changed: (file or '', name of the place) -> value."""
        files, arguments = case

        def fill(name, text):
            return PLACE.sub(lambda m: changed.get((name, m.group(1)), m.group(2)), text)

        self.tried += 1
        with tempfile.TemporaryDirectory(prefix='redist_extreme_') as folder:
            os.mkdir(f'{folder}/s')
            os.mkdir(f'{folder}/profiles')
            for name, text in {**FILES, **files}.items():
                with open(f'{folder}/s/{name}', 'w') as out:
                    out.write(fill(name, text))
            words = [self.redist] + [fill('', word) for word in arguments]
            if self.given:
                with open(f'{folder}/given.db', 'wb') as out:
                    out.write(self.given)
            try:
                done = subprocess.run(words, cwd=folder, capture_output=True, text=True,
                                      timeout=600, preexec_fn=limit)
            except subprocess.TimeoutExpired:
                self.blame(case, changed, 'no end after 600 s')
                return 4
        said = done.stdout + done.stderr
        # Bandwidths that change each second of 10^16 take longer than the limit, which says so.
        for name in re.findall(r'(?m)^(.*?): failed: .*the time limit for one run$', done.stdout):
            done.stdout = re.sub(f'(?m)^{re.escape(name)}[ :].*$', '', done.stdout)
        self.refused += done.returncode != 0
        if done.returncode not in (0, 1, 2, 3) or 'invariant' in said:
            self.blame(case, changed, f'status {done.returncode}: {said[-300:]}')
        elif re.search(r'\bfailed\b(?! *[;,]|: *0)', re.sub(r'\b0 failed', '', done.stdout)) or \
                re.search(r'(?<![\w-])-?(inf|nan|infinity)(?![\w-])', done.stdout):
            self.blame(case, changed, f'says {done.stdout[-1500:]}')
        elif done.returncode and not said.strip():
            self.blame(case, changed, f'status {done.returncode}, and says nothing')
        return done.returncode

    def blame(self, case, changed, why):
        what = ', '.join(f'{file or "option"} {name}={value}'
                         for (file, name), value in changed.items())
        files, arguments = case
        self.wrong.append(why)
        print(f'{" ".join(arguments)}\n{files["scenario.xml"]}  with {what}: {why}\n', flush=True)


def main():
    driver = Driver(sys.argv[1])
    values, pairs, every = (int(word) for word in sys.argv[2:5])
    draw = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    # What is refused as it stands (loads of other networks) says nothing of its numbers.
    all_cases = [case for case in cases(every) if driver.run(case, {}) < 2]
    assert len(all_cases) > 80 / every
    seen = {}
    for case in all_cases:
        for file, (name, _) in driver.places(case):
            seen.setdefault((file, name), []).append(case)
    for place, with_it in seen.items():
        for value in draw.sample(VALUES, min(values, len(VALUES))):
            driver.run(draw.choice(with_it), {place: value})
    for _ in range(pairs):
        case = draw.choice(all_cases)
        chosen = draw.sample(driver.places(case), 2)
        driver.run(case, {(file, name): draw.choice(VALUES) for file, (name, _) in chosen})
    print(f'{len(seen)} places, {driver.tried} runs tried, {driver.refused} refused, '
          f'{len(driver.wrong)} wrong')
    return 1 if driver.wrong else 0


if __name__ == '__main__':
    sys.exit(main())
