#!/usr/bin/env python3
"""Replays the logs of exhaustive searches, and shares no code with the program.

A log: an instance, the time `shortest_s`, and the states [date, held, lanes] that were closed before it;
a lane, a link or behind those a host's processor, is [what is left, kind]. No schedule is shorter if
the first state is there at 0, none reaches the goal, and whatever can be started in a state leads, at the
next end, to a state that is there with no later date, or from which what must still move lasts too long.
In: a file. Prints a line a log; exit status 1 if one shows nothing.
"""
import json
import sys
from fractions import Fraction


def demand(condition, what):
    if not condition:
        raise ValueError(what)


class Search:
    def __init__(self, log):
        self.n, self.k, self.goal = log["hosts"], log["kinds"], log["goal"]
        self.links = [(u, v, Fraction(s)) for u, v, s in log["links"]]
        self.work = [Fraction(s) for s in log["computing_s"]] if log["goal"] == "finish" else []
        self.ports, self.bus, self.relay = log["ports"], log["bus"], log["relay"]
        self.end, self.loads = Fraction(log["shortest_s"]), log["loads"]
        self.keepers = [v for v in range(self.n) if v != self.relay]
        self.range = [self.final_range(i // self.k, i % self.k, log) for i in range(self.n * self.k)]
        self.error = [max(log["error"], 1 if self.total(j) % len(self.keepers) else 0)
                      for j in range(self.k)]

    def total(self, kind):
        return sum(self.loads[kind::self.k])

    def final_range(self, host, kind, log):
        """The least and the most that a host may end with."""
        if self.goal == "after":
            return (log["final_loads"][host * self.k + kind],) * 2
        if self.goal == "finish" or host == self.relay:
            return 0, (0 if host == self.relay or not self.work else sum(self.loads))
        items, n = self.total(kind), len(self.keepers)
        error = max(log["error"], 1 if items % n else 0)
        least = max(0, -((n - 1) * error - items) // n if items > (n - 1) * error else 0)
        return least, max(min(m + error, items - (n - 1) * m) for m in range(least, items // n + 1))

    def left(self, held, lanes):
        """How much longer it lasts at the least."""
        settled, left = list(held), max(s for s, _ in lanes)
        for (_, v, _), (s, kind) in zip(self.links, lanes):
            if s:
                settled[v * self.k + kind] += 1
        for v in range(self.n):
            entries = [(settled[v * self.k + j], *self.range[v * self.k + j]) for j in range(self.k)]
            for side, excess in ((0, sum(max(0, h - most) for h, _, most in entries)),
                                 (1, sum(max(0, least - h) for h, least, _ in entries))):
                costs = [link[2] for link in self.links if link[side] == v]
                if excess and not costs:
                    return self.end
                if excess:
                    left = max(left, excess * min(costs) / min(self.ports[v], len(costs)))
        if self.work:
            speed = sum(1 / self.work[v] for v in self.keepers)
            working = sum(lanes[len(self.links) + v][0] / self.work[v] for v in self.keepers)
            left = max(left, (sum(settled) + working) / speed)
        return left

    def is_done(self, held, lanes):
        if any(s for s, _ in lanes) or (self.work and any(held)):
            return False
        if not all(least <= h <= most for h, (least, most) in zip(held, self.range)):
            return False
        return self.goal != "balance" or all(
            max(held[v * self.k + j] for v in self.keepers) -
            min(held[v * self.k + j] for v in self.keepers) <= self.error[j] for j in range(self.k))

    def choices(self, held, lanes, at=0):
        """All sets of messages and computations that may start together."""
        if at == len(lanes):
            yield held, lanes
            return
        yield from self.choices(held, lanes, at + 1)
        busy = [link for link, (s, _) in zip(self.links, lanes) if s]
        is_link = at < len(self.links)
        host = self.links[at][0] if is_link else at - len(self.links)
        if lanes[at][0] or (not is_link and host == self.relay):
            return
        if is_link and ((self.bus and busy) or
                        sum(b[0] == host for b in busy) >= self.ports[host] or
                        sum(b[1] == self.links[at][1] for b in busy) >= self.ports[self.links[at][1]]):
            return
        for kind in range(self.k):
            entry = host * self.k + kind
            if held[entry]:
                less = held[:entry] + (held[entry] - 1,) + held[entry + 1:]
                cost = self.links[at][2] if is_link else self.work[host]
                yield from self.choices(less, lanes[:at] + ((cost, kind),) + lanes[at + 1:], at + 1)

    def go_on(self, held, lanes):
        step, arrived, later = min(s for s, _ in lanes if s), list(held), []
        for at, (s, kind) in enumerate(lanes):
            if s == step and at < len(self.links):
                arrived[self.links[at][1] * self.k + kind] += 1
            later.append((s - step, kind) if s > step else (0, 0))
        return step, tuple(arrived), tuple(later)


def check(log):
    search = Search(log)
    states = {(tuple(held), tuple((Fraction(s), kind) for s, kind in lanes)): Fraction(date)
              for date, held, lanes in log["states"]}
    lanes = len(search.links) + len(search.work)
    first = (tuple(log["loads"]), ((Fraction(0), 0),) * lanes)
    demand(states.get(first) == 0, "the first state is not there")
    for (held, under_way), date in states.items():
        demand(not search.is_done(held, under_way) or date >= search.end, "the goal is reached sooner")
        for chosen, started in search.choices(held, under_way):
            if not any(s for s, _ in started):
                continue
            step, held_then, then = search.go_on(chosen, started)
            known = states.get((held_then, then))
            demand((known is not None and known <= date + step) or
                   date + step + search.left(held_then, then) >= search.end,
                   f"what follows a state at {date} is not there")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        logs = json.load(file)
    false = 0
    for log in logs:
        try:
            check(log)
            print(f"{log['shortest_s']} s, {len(log['states'])} states: shown")
        except ValueError as error:
            false += 1
            print(f"{log['shortest_s']} s, {len(log['states'])} states: NOT shown: {error}")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
