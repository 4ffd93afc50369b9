#!/usr/bin/env python3
"""Certificates of the bound object-relays: relayed_certificates.py REDIST COUNT [SEED]

Of small random lists the certificate has the instance as it was drawn, and shows no more than what the
shortest of all schedules takes, which relayed.py searches. The same of each that is changed, or is held
against another list, and still taken.
"""
import copy
import pathlib
import random
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'python' / 'redist'))
from exact import check
from relayed import COUNT, SEED, Search, draw, run


def instance_of(case):
    """What the certificate is to have, from what was drawn."""
    hosts, links, objects, ports, combined, many = case
    return {'hosts': hosts, 'goal': 'place', 'ports': None if ports == hosts else [ports] * hosts,
            'bus': False, 'combined': combined, 'many_a_pair': many,
            'objects': [{'bytes': size, 'to': to, 'from': sorted(sources)}
                        for size, sources, to in objects],
            'sizes': [{'bytes': size, 'shared_links': [],
                       'links': sorted([a, b, cost * size, latency]
                                       for (a, b), (cost, latency) in links.items())}
                      for size in sorted({size for size, _, _ in objects})]}


def as_drawn(of):
    """The same of what it has, without what copies do not ask for."""
    return {**{name: of[name] for name in ('hosts', 'goal', 'ports', 'bus', 'combined', 'many_a_pair')},
            'objects': [{'bytes': o['bytes'], 'to': o['to'], 'from': [s for s, _ in o['from']]}
                        for o in of['objects']],
            'sizes': [{**size, 'links': sorted(size['links'])} for size in of['sizes']]}


def put(certificate, case):
    """The certificate as one of another list."""
    of = instance_of(case)
    for o in of['objects']:
        o['from'] = [[s, 0] for s in o['from']]
    return {**copy.deepcopy(certificate), 'instance': of}


def other_list(case, rng):
    hosts, links, objects, ports, combined, many = copy.deepcopy(case)
    j, what = rng.randrange(len(objects)), rng.choice(['size', 'sources', 'to', 'cost', 'ports', 'less'])
    size, sources, to = objects[j]
    if what == 'size':
        size = rng.randint(1, 4)
    elif what == 'sources':
        sources = rng.sample([h for h in range(hosts) if h != to], rng.randint(1, hosts - 1))
    elif what == 'to':
        to = rng.choice([h for h in range(hosts) if h not in sources] or [to])
    elif what == 'cost':
        links[rng.choice(sorted(links))] = rng.randint(1, 3), rng.randint(0, 1)
    elif what == 'ports':
        ports = rng.choice([1, 2, hosts])
        combined = combined and ports < hosts
    objects[j] = size, sources, to
    return hosts, links, objects[1:] if what == 'less' and len(objects) > 1 else objects, ports, combined, many


def change(c, rng):
    """Changes the numbers of a certificate."""
    hosts, cuts = c['instance']['hosts'], c['cuts']
    what = rng.choice(['ticks', 'tick', 'send_prices', 'receive_prices', 'weight', 'weight', 'sink',
                       'hosts', 'piece', 'cut'])
    if what == 'ticks':
        c['ticks'] = max(1, rng.choice([c['ticks'] + 1, c['ticks'] + 2, 2 * c['ticks'], c['ticks'] - 1]))
    elif what == 'tick':
        c['tick_s'] *= rng.choice([0.5, 1.5, 2])
    elif what.endswith('prices'):
        prices = dict(c[what])
        host = rng.randrange(hosts)
        prices[host] = rng.choice([0, 2 * prices.get(host, 1), prices.get(host, 0) // 2, 2**20])
        c[what] = sorted(prices.items())
    elif cuts:
        cut = rng.choice(cuts)
        if what == 'weight':
            cut[2] = rng.choice([2 * cut[2], cut[2] + 1, cut[2] // 2])
        elif what == 'sink':
            cut[1] = rng.randrange(hosts)
        elif what == 'hosts':
            cut[3] = rng.sample(range(hosts), rng.randint(1, hosts))
        elif what == 'piece':
            cut[0] = rng.randrange(len(c['instance']['objects']))
        else:
            cuts.append(copy.deepcopy(cut))


def shown_by(c):
    """Seconds; None if it is refused."""
    try:
        return check(c)
    except (ValueError, KeyError, IndexError, TypeError):
        return None


def main():
    rng = random.Random(SEED)
    lists = shown = tried = taken = 0
    with tempfile.TemporaryDirectory() as folder:
        while lists < COUNT:
            case = draw(rng)
            if case[5]:  # many a pair: it has no such bound
                continue
            lists += 1
            row = run(case, folder, 'plan', ['--bound', 'object-relays'])
            c = row.get('bound_certificate')
            least = Search(case, row['planned_s'] + 1).shortest()
            if not c:
                continue
            shown += 1
            if as_drawn(c['instance']) != instance_of(case) or not row['bound_s'] <= check(c) <= least:
                sys.exit(f'{least} s are enough: {row}\n{case}')
            others = [copy.deepcopy(c) for _ in range(20)]
            for other in others:
                for _ in range(rng.choice([1, 1, 2, 3])):
                    change(other, rng)
            held = [(other, least) for other in others]
            for _ in range(3):
                another = other_list(case, rng)
                of_another = Search(another, 1000).shortest()
                held += [(put(c, another), of_another)]
                held += [(put(other, another), of_another) for other in others[:3]]
            for other, of_list in held:
                tried += 1
                proved = shown_by(other)
                taken += proved is not None
                if proved is not None and proved > of_list:
                    sys.exit(f'{of_list} s are enough: {other}')
    print(f'{lists} lists, {shown} certificates; {tried} changed: {tried - taken} refused, {taken} taken, '
          'none false')
    if 20 * shown < 19 * lists or 20 * taken < tried:
        sys.exit('too few certificates, or too few that are taken')


if __name__ == '__main__':
    main()
