#!/usr/bin/env python3
"""Certificates derived by hand, which must prove what they prove and no more; and those of random
networks: test_check_certificates.py [PRICE_ROWS COUNT]."""
import copy
import itertools
import json
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

import check_certificates
from check_certificates import Refused, check, proved_s


def both(*pairs):
    """Links both ways, [one, other, there_s, back_s]."""
    return [link for one, other, there_s, back_s in pairs
            for link in ([one, other, there_s, 0], [other, one, back_s, 0])]


def row(certificate, bound_s, optimum_s, **instance):
    """One-port where nothing else is said. The optimum is for what is spoilt below."""
    return {'ports': [1] * instance['hosts'], 'certificate': certificate, 'bound_s': bound_s,
            'optimum_s': optimum_s, **instance}


# Three items out of host 0, 2 s each.
SEND_PORT = row({'send_price': [1, 0], 'potential': [2, 0]}, 6, 6,
                hosts=2, links=both((0, 1, 2, 1)), goal='after', loads=[3, 0], target=[0, 3])

# The same behind the receive port, from two sides: 3 at 1 s and 1 at 2 s. Potentials 1, 2, 0.
RECEIVE_PORT = row({'receive_price': [0, 0, 1], 'potential': [1, 2, 0]}, 5, 5,
                   hosts=3, links=[[0, 2, 1, 0], [1, 2, 2, 0]], goal='after',
                   loads=[3, 1, 0], target=[0, 0, 4])

# Four items of 2 s each behind two ports: 8 / 2.
TWO_PORTS = row({'send_price': [1, 0, 0], 'potential': [2, 0, 0]}, 4, 4,
                hosts=3, links=[[0, 1, 2, 0], [0, 2, 2, 0]], ports=[2, 1, 1], goal='after',
                loads=[4, 0, 0], target=[0, 2, 2])

# Two links of 3 s and 5 s out of host 0, two items: prices 5 and 3 make both cost 15, and
# 2 * 15 / 8 = 3.75, on the grid 4. As a cut: until 5 only one has come.
LINKS = row({'link_price': [5, 3], 'potential': [15, 0, 0]}, 4, 5,
            hosts=3, links=[[0, 1, 3, 0], [0, 2, 5, 0]], ports=[None] * 3, goal='after',
            loads=[2, 0, 0], target=[0, 1, 1])
CUT = {**LINKS, 'certificate': {'cut': [0]}, 'bound_s': 5}

# Three items from host 0 over host 1 to host 2, 2 s and 1 s an item, any ports. As a cut, 6 s; the
# last comes 1 s later.
CUT_TAIL = row({'cut': [0], 'heads_and_tails': True}, 7, 7,
               hosts=3, links=[[0, 1, 2, 0], [1, 2, 1, 0]], ports=[None] * 3, goal='after',
               loads=[3, 0, 0], target=[0, 0, 3])
CUT_HEAD = {**CUT_TAIL, 'certificate': {'cut': [0, 1], 'heads_and_tails': True}, 'bound_s': 5}

# Lemma 12 on a ring of four: the slice of hosts 0 and 1 has five items too many, which leave at
# 2 s over its left end and 3 s over its right: send prices 3 and 2 make both ways cost 6, and
# 5 * 6 / 5 = 6. (Three to the left, two to the right: 6 s.)
SLICE = row({'send_price': [3, 2, 0, 0], 'potential': [6, 6, 0, 0]}, 6, 6,
            hosts=4, links=both((0, 1, 1, 1), (1, 2, 3, 1), (2, 3, 1, 1), (3, 0, 1, 2)),
            goal='after', loads=[3, 2, 0, 0], target=[0, 0, 2, 3])

# Host 0 computes its 4 items in 3 s each, or sends them at 2 s to host 1 that takes 1 s: prices 2
# on its processor and 3 on its port make each cost 6: 4 * 6 / 5 = 4.8, on the grid 5. The port is
# idle in the last second, in which host 1 computes: (24 + 3) / 5 = 5.4, on the grid 6; two stay.
FINISH = row({'send_price': [3, 0], 'processor_price': [2, 0], 'potential': [6, 0]}, 5, 6,
             hosts=2, links=both((0, 1, 2, 2)), goal='finish', loads=[4, 0],
             compute_item_s=[3, 1])
TAILS = {**FINISH, 'bound_s': 6,
         'certificate': {**FINISH['certificate'], 'heads_and_tails': True}}
SINK = {**FINISH, 'certificate': {**FINISH['certificate'], 'potential': [7, 1, 1]}}

# Six items on one of three hosts to balance within 2: 3 2 1 keeps the most at home, 3 leave at
# 1 s. Within 0 and 1: 2 2 2, and 4 leave.
BALANCE = row({'send_price': [1, 0, 0], 'potential': [1, 0, 0]}, 3, 3,
              hosts=3, links=both((0, 1, 1, 1), (0, 2, 1, 1)), goal='balance', loads=[6, 0, 0],
              balance_error=2)
EXACT_BALANCE = {**BALANCE, 'balance_error': 1, 'bound_s': 4, 'optimum_s': 4}

# Nine items on a worker of a star whose master, host 2, relays: 5 stay, 4 leave at 1 s; and one
# second more until the last has come on.
RELAY = row({'send_price': [1, 0, 0], 'potential': [1, 0, 0]}, 4, 5,
            hosts=3, links=both((0, 2, 1, 1), (1, 2, 1, 1)), goal='balance', loads=[9, 0, 0],
            balance_error=0, relay=2)
RELAY_TAILS = {**RELAY, 'bound_s': 5,
               'certificate': {**RELAY['certificate'], 'heads_and_tails': True}}

# Two kinds share a port: 2 and 3 items of 1 s.
KINDS = row({'send_price': [1, 0], 'potential': [[1, 1], [0, 0]]}, 5, 5,
            hosts=2, links=both((0, 1, 1, 1)), goal='after', loads=[[2, 3], [0, 0]],
            target=[[0, 0], [2, 3]])

# Everybody gives an item on, on a bus: 2 s each.
BUS = row({'bus_price': 1, 'potential': [[2, 0, 0], [0, 2, 0], [0, 0, 2]]}, 6, 6,
          hosts=3, links=both((0, 1, 2, 2), (1, 2, 2, 2), (2, 0, 2, 2)), bus=True, goal='after',
          loads=[[1, 0, 0], [0, 1, 0], [0, 0, 1]], target=[[0, 0, 1], [1, 0, 0], [0, 1, 0]])

# Tenths of seconds, as whole potentials of a tenth each.
TENTHS = row({'send_price': [1, 0], 'potential': [1, 0], 'scale': '1/10'}, '3/10',
             Fraction(3, 10), hosts=2, links=[[0, 1, '0.1', 0]], goal='after', loads=[3, 0],
             target=[0, 3])

CASES = {name: value for name, value in globals().items() if name.isupper() and name != 'CASES'}


def changed(case, path, value):
    case = copy.deepcopy(case)
    place = case
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return case


def whole_places(value, path=()):
    """The paths of all whole numbers."""
    if isinstance(value, (dict, list)):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from whole_places(part, path + (name,))
    elif check_certificates.is_whole(value):
        yield path, value


class Derived(unittest.TestCase):
    def test_each_proves_its_bound(self):
        for name, case in CASES.items():
            with self.subTest(name):
                self.assertEqual(check(case), Fraction(case['bound_s']))

    def test_none_proves_more(self):
        for name, case in CASES.items():
            with self.subTest(name), self.assertRaises(Refused):
                check({**case, 'bound_s': Fraction(case['bound_s']) + Fraction(1, 1000)})

    def test_spoilt_by_one_they_are_refused_or_still_true(self):
        refused = 0
        for name, case in CASES.items():
            for path, value in whole_places(case['certificate']):
                for step in (-1, 1):
                    spoilt = changed(case, ('certificate',) + path, value + step)
                    try:
                        self.assertLessEqual(proved_s(spoilt), case['optimum_s'], (name, path))
                    except Refused:
                        refused += 1
        self.assertGreater(refused, len(CASES))

    def test_the_best_of_several_counts(self):
        several = {**LINKS, 'certificates': [LINKS['certificate'], CUT['certificate']]}
        self.assertEqual(proved_s(several), 5)

    def test_a_double_is_the_nearest_of_what_is_proved(self):
        third = {**SEND_PORT, 'links': [[0, 1, '1/9', 0]],
                 'certificate': {'send_price': [9, 0], 'potential': [1, 0]}}
        text = json.dumps({**third, 'bound_s': 1 / 3})
        check(json.loads(text, parse_float=Fraction))
        with self.assertRaises(Refused):
            check({**third, 'bound_s': Fraction('0.33333333333334')})


class Wrong(unittest.TestCase):
    """Each certificate here would prove too much if it were let pass."""

    def refuse(self, case, words):
        with self.assertRaises(Refused) as caught:
            check(case)
        self.assertIn(words, str(caught.exception))

    def spoil(self, case, words, *paths_and_values):
        for path, value in paths_and_values:
            self.refuse(changed(case, path, value), words)

    def test_prices(self):
        self.spoil(SEND_PORT, 'below 0', (('certificate', 'send_price'), [1, -1]))
        self.spoil(SEND_PORT, 'not a whole number',
                   (('certificate', 'send_price'), [Fraction(1, 2), 0]),
                   (('certificate', 'send_price'), [True, 0]))
        self.spoil(SEND_PORT, '2 numbers are needed', (('certificate', 'send_price'), [1]))
        self.spoil(SEND_PORT, 'no limit of ports', (('ports',), [None, None]))
        self.spoil(SEND_PORT, 'no price is above 0',
                   (('certificate',), {'potential': [0, 0]}))
        self.spoil(SEND_PORT, 'there is no bus', (('certificate', 'bus_price'), 1))
        self.spoil(FINISH, 'computes nothing', (('compute_item_s',), [None, 1]))

    def test_potentials(self):
        self.spoil(SEND_PORT, 'falls by 3, and the price is 2',
                   (('certificate', 'potential'), [3, 0]))
        self.spoil(SEND_PORT, 'falls by 4, and the price is 2', (('certificate', 'scale'), 2))
        self.spoil(SEND_PORT, 'missing', (('certificate', 'potential'), None))
        self.spoil(KINDS, 'potential of kind 1 falls',
                   (('certificate', 'potential'), [[1, 2], [0, 0]]))
        self.spoil(SINK, 'where it is computed', (('certificate', 'potential'), [7, 1, 0]))

    def test_what_is_claimed(self):
        self.refuse({**TWO_PORTS, 'bound_s': 8}, '8.0 s is claimed and 4.0 s is proved')
        self.refuse({**BALANCE, 'bound_s': 4}, '4.0 s is claimed and 3.0 s is proved')
        self.refuse({**RELAY, 'bound_s': 6}, '6.0 s is claimed and 4.0 s is proved')
        self.refuse({**LINKS, 'bound_s': 5}, '5.0 s is claimed and 4.0 s is proved')
        self.refuse({**SEND_PORT, 'bound_s': None}, 'not a number of seconds')
        self.refuse({**SEND_PORT, 'bound_s': -1}, 'not a number of seconds')
        self.refuse({**SEND_PORT, 'certificate': None}, 'no certificate')

    def test_instances(self):
        self.spoil(SEND_PORT, 'do not sum alike', (('target',), [0, 2]))
        self.spoil(SEND_PORT, 'no such hosts', (('links', 0), [0, 2, 2, 0]),
                   (('links', 0), [0, 0, 2, 0]))
        self.spoil(SEND_PORT, 'neither', (('ports',), [0, 1]))
        self.spoil(SEND_PORT, 'after, balance, finish', (('goal',), 'gather'))
        self.spoil(CUT, 'cut: no host', (('certificate', 'cut'), [3]))
        self.refuse([], 'not an object')

    def test_compute_times_are_part_of_the_grid(self):
        """One item of 1 s where the link takes 2 s an item: 1, not 2."""
        alone = row({'processor_price': [1, 1], 'send_price': [0, 0], 'potential': [1, 1]}, 1, 1,
                    hosts=2, links=both((0, 1, 2, 2)), goal='finish', loads=[1, 0],
                    compute_item_s=[1, 1])
        self.assertEqual(check(alone), 1)
        self.refuse({**alone, 'bound_s': 2}, '2.0 s is claimed and 1.0 s is proved')

    def test_idle_times_only_where_they_are_proved(self):
        """A price on a port that nothing needs: host 1 is 5 s away from the only item, which
        stays."""
        idle = row({'send_price': [0, 1], 'potential': [0, 0], 'heads_and_tails': True}, 5, 0,
                   hosts=2, links=both((0, 1, 5, 5)), goal='after', loads=[1, 0], target=[1, 0])
        self.refuse(idle, '5.0 s is claimed and 0.0 s is proved')


class FinalLoads(unittest.TestCase):
    def test_the_best_balance_is_the_best_of_all(self):
        for items, error, values in itertools.product(
                range(8), range(4), itertools.product((-2, 0, 1, 3), repeat=3)):
            instance = check_certificates.Instance(
                {'hosts': 3, 'links': [], 'ports': [1] * 3, 'goal': 'balance',
                 'loads': [items, 0, 0], 'balance_error': error})
            spread = max(error, 1 if items % 3 else 0)
            best = max(sum(map(int.__mul__, values, loads))
                       for loads in itertools.product(range(items + 1), repeat=3)
                       if sum(loads) == items and max(loads) - min(loads) <= spread)
            self.assertEqual(instance.final_value(0, values), best, (items, error, values))


class Random(unittest.TestCase):
    """Rows of random small networks with the optimum by search."""
    rows = []

    def test_both_derivations_prove_the_same(self):
        for row_ in self.rows:
            self.assertEqual(check(row_), row_['bound_s'], row_)
            self.assertLessEqual(row_['bound_s'], row_['optimum_s'], row_)

    def test_spoilt_by_one_they_are_refused_or_still_true(self):
        refused = true = 0
        for row_ in self.rows:
            for path, value in whole_places(row_['certificate']):
                for step in (-1, 1):
                    spoilt = changed(row_, ('certificate',) + path, value + step)
                    try:
                        self.assertLessEqual(proved_s(spoilt), row_['optimum_s'], spoilt)
                        true += 1
                    except Refused:
                        refused += 1
        print(f'{refused} spoilt certificates refused, {true} still true')

    def test_no_cut_proves_more_than_the_optimum(self):
        for row_ in self.rows:
            for members in range(1, 2 ** row_['hosts']):
                cut = {'cut': [host for host in range(row_['hosts']) if members >> host & 1],
                       'heads_and_tails': True}
                try:
                    self.assertLessEqual(proved_s({**row_, 'certificate': cut}),
                                         row_['optimum_s'], (row_, cut))
                except Refused:  # all hosts, where nothing computes
                    self.assertNotEqual(row_['goal'], 'finish')

    def test_idle_times_keep_them_below_the_optimum(self):
        more = 0
        for row_ in self.rows:
            idle = changed(row_, ('certificate', 'heads_and_tails'), True)
            best_s = proved_s(idle)
            self.assertLessEqual(best_s, row_['optimum_s'], idle)
            more += best_s > row_['bound_s']
        self.assertEqual(more > 0, bool(self.rows))


class Program(unittest.TestCase):
    def run_on(self, text):
        with tempfile.NamedTemporaryFile('w', suffix='.json', encoding='utf-8') as file:
            file.write(text)
            file.flush()
            return subprocess.run([sys.executable, check_certificates.__file__, file.name],
                                  capture_output=True, text=True, check=False)

    def test_counts_and_statuses(self):
        good = {**SEND_PORT, 'optimum_s': None}
        ran = self.run_on(json.dumps({'rows': [good, good]}))
        self.assertEqual((ran.returncode, ran.stdout), (0, '2 bounds proved, 0 refused\n'))
        ran = self.run_on(json.dumps([good, {**good, 'bound_s': 7}]))
        self.assertEqual(ran.returncode, 1)
        self.assertTrue(ran.stdout.endswith(
            'row 1: 7.0 s is claimed and 6.0 s is proved\n1 bounds proved, 1 refused\n'))
        self.assertEqual(self.run_on('{').returncode, 3)
        self.assertEqual(self.run_on('{}').returncode, 3)


if __name__ == '__main__':
    if len(sys.argv) > 2:
        Random.rows = json.loads(subprocess.run(sys.argv[1:3], stdout=subprocess.PIPE,
                                                check=True).stdout)['rows']
    unittest.main(argv=sys.argv[:1])
