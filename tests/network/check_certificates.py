#!/usr/bin/env python3
"""Checks that bounds are proved by their certificates, in exact rational arithmetic.

It reads instances, certificates and bounds from JSON and knows nothing else of the program that
made them. The theorem: in a schedule of makespan T let f_a items cross link a = (u, v), at c_a
seconds an item. Then
    a send port of width k:     sum of c_a f_a over the links out of its host  <=  k T
    a receive port:             the same over the links into its host          <=  k T
    a link:                     c_a f_a                                        <=  T
    a processor (finish):       w_v x_v <= T for the x_v items computed there
    a bus:                      sum of c_a f_a over all links                  <=  T
Multiply each row by a price >= 0 and add: the sum over links of w_a f_a, with w_a = c_a times the
prices of all rows that the link is in, is at most T times the sum of all prices, a port's k times.
Potentials that never fall by more than w_a along a link make the sum of w_a f_a at least the sum
over hosts of potential * (load - final load). So T is at least that over the sum of prices.

    check_certificates.py FILE...     each a list of rows, or an object with a list "rows"

A row: hosts; links [[from, to, item_s, latency_s]]; ports [k, or null where links alone limit the
host]; bus (true where one message is under way at a time); relay (a host that must end empty and
computes nothing); goal "after", "balance" or "finish"; loads [host] or [host][kind]; target the
same, or balance_error, or compute_item_s [seconds, or null]; bound_s; and certificate, or a list
certificates of which the best counts. A certificate is
    {"send_price", "receive_price", "link_price", "processor_price", "bus_price", "potential",
     "scale", "heads_and_tails"}
with integers; prices that are left out are 0; potential as loads, for "finish" with one entry more,
the sink's, or without. scale: seconds in a unit of potential, 1 if left out. heads_and_tails true:
a port is idle until items can be there, and after the last that can still get anywhere; that is
counted where it is no longer than what is proved without. Or it is
    {"cut": [hosts]}
what has to leave these hosts, over links that carry floor(T / c_a) items each, or to be computed
there, floor(T / w_v) each. With heads_and_tails true a link carries floor((T - h) / c_a), h being
when its sender can have anything at the earliest, and how long anything takes from its receiver to
a host that may keep it, or until it is computed; a processor, floor((T - h) / w_v).
Numbers may be written "1/3". Exit status 1 if a row is refused, 3 if a file is none.
"""
import json
import math
import sys
from fractions import Fraction


class Refused(Exception):
    """What a row claims is not proved, and why."""


def need(condition, reason):
    if not condition:
        raise Refused(reason)


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def whole_numbers(values, count, what, least=None):
    need(isinstance(values, list) and len(values) == count, f'{what}: {count} numbers are needed')
    for value in values:
        if not is_whole(value):
            raise Refused(f'{what}: {value!r} is not a whole number')
        if least is not None and value < least:
            raise Refused(f'{what}: {value} is below {least}')
    return values


def seconds(value, what):
    """An exact number of seconds, not negative: as it is written, or a fraction in a string. An
    int where it is whole, which is faster."""
    if is_whole(value) and value >= 0:
        return value
    try:
        need(not isinstance(value, bool) and isinstance(value, (int, Fraction, str)), '')
        number = Fraction(value)
        need(number >= 0, '')
    except (Refused, ValueError, ZeroDivisionError):
        raise Refused(f'{what}: {value!r} is not a number of seconds') from None
    return number.numerator if number.denominator == 1 else number


def by_kind(values, hosts, kinds, what, least=None):
    """[host][kind] from that, or from [host] where there is one kind."""
    need(isinstance(values, list) and len(values) == hosts, f'{what}: {hosts} entries are needed')
    return [whole_numbers(entry if isinstance(entry, list) else [entry], kinds, what, least)
            for entry in values]


def common_divisor(numbers):
    """The greatest rational that divides all of them; 0 of none or of zeros."""
    divisor = Fraction(0)
    for number in set(numbers):
        denominator = math.lcm(divisor.denominator, number.denominator)
        divisor = Fraction(math.gcd(int(divisor * denominator), int(number * denominator)),
                           denominator)
    return divisor


class Instance:
    """A row without its certificate, checked."""

    def __init__(self, row):
        self.hosts = row.get('hosts')
        need(is_whole(self.hosts) and self.hosts >= 1, 'hosts: at least 1 is needed')
        self.read_links(row)
        self.bus = row.get('bus', False)
        need(isinstance(self.bus, bool), 'bus: true or false is accepted')
        self.relay = row.get('relay')
        need(self.relay is None or is_whole(self.relay) and 0 <= self.relay < self.hosts,
             'relay: no such host')
        loads = row.get('loads')
        need(isinstance(loads, list) and loads, 'loads are missing')
        self.kinds = len(loads[0]) if isinstance(loads[0], list) else 1
        need(self.kinds >= 1, 'loads: at least one kind is needed')
        self.load = by_kind(loads, self.hosts, self.kinds, 'loads', 0)
        self.total = [sum(held[kind] for held in self.load) for kind in range(self.kinds)]
        self.keepers = [host for host in range(self.hosts) if host != self.relay]
        need(self.keepers, 'nobody may keep anything')
        self.read_goal(row)

    def read_links(self, row):
        links = row.get('links')
        need(isinstance(links, list), 'links are missing')
        self.links = []
        for number, link in enumerate(links):
            if not isinstance(link, list) or len(link) not in (3, 4):
                raise Refused(f'link {number}: from, to, item_s, latency_s are needed')
            tail, head = link[:2]
            if not (is_whole(tail) and is_whole(head) and tail != head
                    and 0 <= tail < self.hosts and 0 <= head < self.hosts):
                raise Refused(f'link {number}: no such hosts')
            self.links.append((tail, head, seconds(link[2], 'item_s'),
                               seconds(link[3] if len(link) == 4 else 0, 'latency_s')))
        self.ports = row.get('ports')
        need(isinstance(self.ports, list) and len(self.ports) == self.hosts,
             'ports: one entry a host is needed')
        for ports in self.ports:
            need(ports is None or is_whole(ports) and ports >= 1,
                 f'ports: {ports!r} is neither a number of ports nor null')

    def read_goal(self, row):
        self.goal = row.get('goal')
        need(self.goal in ('after', 'balance', 'finish'),
             f'goal {self.goal!r}: after, balance, finish are accepted')
        self.compute_s = [None] * self.hosts
        if self.goal == 'after':
            self.target = by_kind(row.get('target'), self.hosts, self.kinds, 'target', 0)
            for kind in range(self.kinds):
                need(sum(wanted[kind] for wanted in self.target) == self.total[kind],
                     'loads and targets do not sum alike')
            need(self.relay is None or not any(self.target[self.relay]), 'a relay ends empty')
        elif self.goal == 'balance':
            self.error = row.get('balance_error')
            need(is_whole(self.error) and self.error >= 0, 'balance_error is missing')
        else:
            times = row.get('compute_item_s')
            need(isinstance(times, list) and len(times) == self.hosts,
                 'compute_item_s: one entry a host is needed')
            self.compute_s = [None if time is None or host == self.relay
                              else seconds(time, 'compute_item_s')
                              for host, time in enumerate(times)]
            need(any(time is not None for time in self.compute_s), 'nobody computes')

    def grid_s(self):
        """Some optimal schedule starts everything at sums of durations, so that its makespan is a
        multiple of whatever divides them all."""
        return common_divisor([time for link in self.links for time in link[2:]]
                              + [time for time in self.compute_s if time is not None])

    def spread(self, kind):
        """By how much the final loads of a kind may differ."""
        return max(self.error, 1 if self.total[kind] % len(self.keepers) else 0)

    def final_value(self, kind, value):
        """The largest sum of value * final load over all final loads of the goal.
        In: value [host]; not for "finish"."""
        if self.goal == 'after':
            return sum(value[host] * self.target[host][kind] for host in range(self.hosts))
        order = sorted((value[host] for host in self.keepers), reverse=True)
        prefix = [0]
        for entry in order:
            prefix.append(prefix[-1] + entry)
        items, spread, count = self.total[kind], self.spread(kind), len(order)

        def filled(least):
            # Everybody has `least`; what is left goes to the highest, `spread` to each.
            rest = items - least * count
            full, part = divmod(rest, spread) if spread else (0, 0)
            value = least * prefix[count] + spread * prefix[full]
            return value + part * order[full] if part else value

        # Concave in `least`, as a linear programme with `least` on its right: where it turns.
        low = max(0, -((spread * count - items) // count))
        high = items // count
        while low < high:
            middle = (low + high) // 2
            if filled(middle + 1) > filled(middle):
                low = middle + 1
            else:
                high = middle
        return filled(low)


def ways_s(instance, start_s, backwards):
    """The least time from any start, a dictionary of hosts and what each takes itself, to every
    host, or from every host if backwards; None where there is no way."""
    time_s = [start_s.get(host) for host in range(instance.hosts)]
    changed = True
    while changed:
        changed = False
        for tail, head, item_s, latency_s in instance.links:
            near, far = (head, tail) if backwards else (tail, head)
            if time_s[near] is None:
                continue
            through_s = time_s[near] + item_s + latency_s
            if time_s[far] is None or through_s < time_s[far]:
                time_s[far] = through_s
                changed = True
    return time_s


def reach_and_rest_s(instance):
    """When anything can be at each host at the earliest, and how long it takes from there to a host
    that may keep it, or until it is computed; None for never."""
    stock = {host: 0 for host in range(instance.hosts) if any(instance.load[host])}
    if instance.goal == 'finish':
        end = {host: time for host, time in enumerate(instance.compute_s) if time is not None}
    elif instance.goal == 'after':
        end = {host: 0 for host in range(instance.hosts) if any(instance.target[host])}
    else:
        end = {host: 0 for host in instance.keepers}
    return ways_s(instance, stock, False), ways_s(instance, end, True)


def idle_times_s(instance):
    """For how long the send ports and the receive ports are idle in any schedule that uses them;
    None where nothing can pass."""
    reach_s, rest_s = reach_and_rest_s(instance)
    send_s, receive_s = [None] * instance.hosts, [None] * instance.hosts
    for tail, head, _, _ in instance.links:
        if reach_s[tail] is None or rest_s[head] is None:
            continue
        idle_s = reach_s[tail] + rest_s[head]
        send_s[tail] = idle_s if send_s[tail] is None else min(send_s[tail], idle_s)
        receive_s[head] = idle_s if receive_s[head] is None else min(receive_s[head], idle_s)
    return send_s, receive_s


class Prices:
    """A certificate of prices and potentials, checked against its instance."""

    def __init__(self, instance, certificate):
        hosts = instance.hosts
        self.instance = instance

        def prices(name, count):
            return whole_numbers(certificate.get(name, [0] * count), count, name, 0)

        self.send = prices('send_price', hosts)
        self.receive = prices('receive_price', hosts)
        self.link = prices('link_price', len(instance.links))
        self.processor = prices('processor_price', hosts)
        self.bus, = whole_numbers([certificate.get('bus_price', 0)], 1, 'bus_price', 0)
        need(instance.bus or self.bus == 0, 'bus_price: there is no bus')
        for host in range(hosts):
            need(instance.ports[host] is not None or self.send[host] == self.receive[host] == 0,
                 f'host {host} has no limit of ports, and a price on it')
            need(instance.compute_s[host] is not None or self.processor[host] == 0,
                 f'host {host} computes nothing, and its processor has a price')
        scale = seconds(certificate.get('scale', 1), 'scale')
        self.read_potentials(certificate.get('potential'), scale)
        self.total = sum((instance.ports[host] or 0) * (self.send[host] + self.receive[host])
                         for host in range(hosts))
        self.total += sum(self.link) + sum(self.processor) + self.bus
        need(self.total > 0, 'no price is above 0')

    def read_potentials(self, given, scale):
        instance, hosts = self.instance, self.instance.hosts
        need(isinstance(given, list), 'potential is missing')
        count = hosts + (instance.goal == 'finish' and len(given) == hosts + 1)
        entries = by_kind(given, count, instance.kinds, 'potential')
        self.potential = [[entries[host][kind] * scale for host in range(hosts)]
                          for kind in range(instance.kinds)]
        for kind, potential in enumerate(self.potential):
            for number, (tail, head, item_s, _) in enumerate(instance.links):
                price = item_s * (self.send[tail] + self.receive[head] + self.link[number]
                                  + self.bus)
                fall = potential[tail] - potential[head]
                if fall > price:
                    raise Refused(f'link {number}: the potential of kind {kind} falls by {fall}, '
                                  f'and the price is {price}')
        if instance.goal == 'finish':
            self.read_sink(entries[hosts] if count > hosts else None, scale)

    def read_sink(self, given, scale):
        """The sink of computed items is at a host's end of a link of price s_v w_v."""
        self.sink = []
        for kind, potential in enumerate(self.potential):
            least = max(potential[host] - self.processor[host] * time_s
                        for host, time_s in enumerate(self.instance.compute_s)
                        if time_s is not None)
            need(given is None or given[kind] * scale >= least,
                 f'the potential of kind {kind} falls by too much where it is computed')
            self.sink.append(least if given is None else given[kind] * scale)

    def bound_s(self, proved_s=None):
        """What is proved; with the idle times of ports of at most proved_s, if there is one."""
        instance = self.instance
        number = 0
        for kind, potential in enumerate(self.potential):
            number += sum(potential[host] * instance.load[host][kind]
                          for host in range(instance.hosts))
            number -= (self.sink[kind] * instance.total[kind] if instance.goal == 'finish'
                       else instance.final_value(kind, potential))
        if proved_s is not None:
            for price, idle_s in zip((self.send, self.receive), idle_times_s(instance)):
                number += sum(instance.ports[host] * price[host] * idle_s[host]
                              for host in range(instance.hosts)
                              if price[host] and idle_s[host] is not None
                              and idle_s[host] <= proved_s)
        return Fraction(number) / self.total


def ways_out(instance, inside, windows):
    """What leads out of a set of hosts, its processors included, as (idle_s, item_s): in a time T
    floor((T - idle_s) / item_s) items. idle_s is 0 without windows."""
    reach_s, rest_s = reach_and_rest_s(instance)
    for tail, head, item_s, _ in instance.links:
        if tail in inside and head not in inside:
            if not windows:
                yield 0, item_s
            elif reach_s[tail] is not None and rest_s[head] is not None:
                yield reach_s[tail] + rest_s[head], item_s
    for host, time_s in enumerate(instance.compute_s):
        if host in inside and time_s is not None and reach_s[host] is not None:
            yield reach_s[host] if windows else 0, time_s


def cut_bound_s(instance, certificate):
    """The least T in which the links out of a set, and its processors, can do what they must."""
    members, windows = certificate['cut'], certificate.get('heads_and_tails') is True
    need(isinstance(members, list), 'cut: a list of hosts is needed')
    for host in members:
        need(is_whole(host) and 0 <= host < instance.hosts, f'cut: no host {host!r}')
    inside = set(members)
    ways = list(ways_out(instance, inside, windows))
    excess = 0
    for kind in range(instance.kinds):
        stock = sum(instance.load[host][kind] for host in inside)
        value = [1 if host in inside else 0 for host in range(instance.hosts)]
        kept = 0 if instance.goal == 'finish' else instance.final_value(kind, value)
        excess += max(0, stock - kept)
    need(ways or excess == 0, 'cut: nothing leads out of it')
    if excess == 0 or any(item_s == 0 for _, item_s in ways):
        return Fraction(0)
    best = None
    for idle_s, item_s in ways:  # T is the end of an item on some way
        low, high = 1, excess
        while low < high:
            middle = (low + high) // 2
            end_s = idle_s + middle * item_s
            if sum(max(0, (end_s - other_s) // cost_s) for other_s, cost_s in ways) >= excess:
                high = middle
            else:
                low = middle + 1
        end_s = idle_s + low * item_s
        best = end_s if best is None else min(best, end_s)
    return best


def proved_s(row):
    """The best bound that the certificates of a row prove, rounded up to the grid."""
    need(isinstance(row, dict), 'not an object')
    instance = Instance(row)
    certificates = row.get('certificates', [row.get('certificate')])
    need(isinstance(certificates, list) and certificates, 'there is no certificate')
    grid_s, best_s = instance.grid_s(), Fraction(0)

    def on_grid(bound_s):
        return grid_s * math.ceil(Fraction(bound_s) / grid_s) if grid_s else Fraction(bound_s)

    for certificate in certificates:
        need(isinstance(certificate, dict), 'there is no certificate')
        if 'cut' in certificate:
            best_s = max(best_s, on_grid(cut_bound_s(instance, certificate)))
            continue
        prices = Prices(instance, certificate)
        best_s = max(best_s, on_grid(prices.bound_s()))
        while certificate.get('heads_and_tails') is True:
            next_s = on_grid(prices.bound_s(best_s))
            if next_s <= best_s:
                break
            best_s = next_s
    return best_s


def check(row):
    """Raises Refused unless the bound is proved: at most the exact value, or its nearest double.
    Returns: what is proved, in seconds."""
    best_s = proved_s(row)
    claimed_s = seconds(row.get('bound_s'), 'bound_s')
    need(claimed_s <= best_s or float(claimed_s) == float(best_s),
         f'{float(claimed_s)!r} s is claimed and {float(best_s)!r} s is proved')
    return best_s


def read_rows(path):
    """Numbers with a point are read as written, not rounded."""
    with open(path, encoding='utf-8') as file:
        rows = json.load(file, parse_float=Fraction)
    if isinstance(rows, dict):
        rows = rows.get('rows')
    if not isinstance(rows, list):
        raise ValueError('neither a list of rows nor an object with a list "rows"')
    return rows


def main(paths):
    proved = refused = 0
    if not paths:
        print('usage: check_certificates.py FILE...', file=sys.stderr)
        return 3
    for path in paths:
        try:
            rows = read_rows(path)
        except (OSError, ValueError) as error:
            print(f'{path}: {error}', file=sys.stderr)
            return 3
        for number, row in enumerate(rows):
            try:
                check(row)
                proved += 1
            except Refused as reason:
                print(f'{path}: row {number}: {reason}')
                refused += 1
    print(f'{proved} bounds proved, {refused} refused')
    return 1 if refused else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
