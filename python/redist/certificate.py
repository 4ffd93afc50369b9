"""What shows a bound, checked in Python, in fractions, on request."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from types import SimpleNamespace
from typing import Any

from . import exact
from ._flat import ffi, lib
from .errors import CertificateError
from .exact import flat
from .problem import Problem


@dataclass(frozen=True)
class Certificate:
    """Numbers that prove a bound: they can be checked without trusting the program that found them.

    shows: "prices", "relay", "cuts", "place" (of objects), or the argument of a fixed charge ("links",
    "counts", ...).
    seconds: the bound that they are to show.

    >>> import redist
    >>> net = redist.Network.switch(3, cost=1)
    >>> redist.bound(redist.Problem(net, load=[6, 0, 0], balance=0)).certificate.check()
    Fraction(4, 1)
    """

    shows: str
    seconds: float
    problem: Problem = field(repr=False, compare=False)
    _proof: Any = field(repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The certificate as `redist run --format json` prints it, its instance included."""
        links = self.problem.network.links()
        hosts = len(self.problem.network.hosts)
        if self.shows == "cuts":
            table = flat.cut_table(self._proof, hosts, self.problem.counted)
            of = (_relayed(self.problem, links) if self.problem.goal == "place" else
                  _copies(self.problem, links, "potentials" in table))
            return {**table, "instance": of}
        if self.shows == "place":
            return {**flat.place_table(self._proof, hosts, len(self.problem.kinds), str),
                    "instance": _objects(self.problem, links)}
        if self.shows == "prices":
            table = flat.price_table(self._proof, hosts)
        elif self.shows == "relay":
            table = flat.relay_table(self._proof)
        else:
            table = flat.charge_table(self._proof, hosts, [link[:2] for link in links], str)
        return {**table, "instance": _instance(self.problem, links)}

    def check(self) -> Fraction:
        """Seconds before which no schedule ends: at least `seconds`, without rounding.

        The rules are those of docs/development/proofs.md, in redist.exact, which shares no code
        with the library. Errors: CertificateError with the step that fails.
        Cost: O(links * kinds) of Python; of fixed charges more.
        """
        try:
            shown = exact.check(self.to_dict())
            exact.demand(Fraction(self.seconds) <= shown, f"it shows {float(shown)} s only")
        except exact.NotShown as error:
            raise CertificateError(f"{self.seconds:g} s are not shown: {error}") from None
        return shown


@dataclass(frozen=True)
class Relabelling:
    """Why no other choice of hosts to gather the kinds on is better.

    claim: "least volume", "fewest steps", or one and then the other. volume: items that have to be
    sent in all. steps: the most items, over its ports, that a host has to send, or to receive.
    """

    claim: str
    volume: int
    steps: int
    problem: Problem = field(repr=False, compare=False)
    _proof: Any = field(repr=False, compare=False)

    def check(self) -> None:
        """Checks the claim, in whole numbers. Errors: CertificateError. Cost: O(hosts^2)."""
        instance = _instance(self.problem, [])
        try:
            exact.check_host_of_kind(instance, vars(self._proof))
        except exact.NotShown as error:
            raise CertificateError(f"{self.claim}: not shown: {error}") from None


def certificate_of_c(bound: Any, problem: Problem) -> Certificate | None:
    """What shows a struct rd_lower_bound, copied; None of one that rests on a theorem alone."""
    hosts = len(problem.network.hosts)
    for pointer, shows, copy in ((bound.prices, "prices", _prices), (bound.charge, "", _charge),
                                 (bound.relay, "relay", _relay),
                                 (bound.cuts, "cuts", _cuts_of(problem)),
                                 (bound.place, "place", _place_of(problem))):
        if pointer:
            proof = copy(pointer, hosts)
            return Certificate(shows or proof.argument, bound.seconds, problem, proof)
    return None


def relabelling_of_c(proof: Any, problem: Problem) -> Relabelling | None:
    """A struct rd_relabelling_proof, copied. NULL: None."""
    if not proof:
        return None
    hosts = len(problem.network.hosts)
    copy = SimpleNamespace(
        claim=ffi.string(proof.claim).decode(), volume=proof.volume, steps=proof.steps,
        host_of_kind=_numbers(proof.host_of_kind, hosts),
        host_prices=_numbers(proof.host_price, hosts),
        kind_prices=_numbers(proof.kind_price, hosts),
        short_hosts=_numbers(proof.hall_host, proof.hall_host_count))
    return Relabelling(copy.claim, copy.volume, copy.steps, problem, copy)


def _numbers(pointer: Any, count: int) -> list[int] | None:
    if not pointer:
        return None
    return ffi.unpack(pointer, count) if count else []


def _copy(struct: Any, plain: tuple[str, ...], sized: dict[str, int]) -> SimpleNamespace:
    """Members as they are, and arrays as lists."""
    return SimpleNamespace(**{name: getattr(struct, name) for name in plain},
                           **{name: _numbers(getattr(struct, name), size)
                              for name, size in sized.items()})


def _prices(proof: Any, hosts: int) -> SimpleNamespace:
    entries, links = hosts * proof.commodity_count, proof.link_count
    return _copy(proof, ("tick_s", "ticks", "scale", "commodity_count", "link_count", "bus_price"),
                 {"send_price": hosts, "receive_price": hosts, "processor_price": hosts,
                  "link_from": links, "link_to": links, "link_price": links,
                  "potential": entries, "earliest": entries, "rest": entries})


def _charge(proof: Any, hosts: int) -> SimpleNamespace:
    entries = hosts * proof.commodity_count
    copy = _copy(proof, ("tick_s", "ticks", "scale", "commodity_count", "host", "receives",
                         "commodity", "case_count"),
                 {"group": entries, "earliest": entries, "rest": entries})
    copy.argument = ffi.string(proof.argument).decode()
    copy.cases = [_case(proof.cases[i], hosts, entries) for i in range(proof.case_count)]
    return copy


def _case(case: Any, hosts: int, entries: int) -> SimpleNamespace:
    plain = ("counted", "host", "to", "count", "link_count", "bus_price")
    links = case.link_count
    return _copy(case, plain, {} if case.counted != lib.RD_COUNTED_NOTHING else {
        "send_price": hosts, "receive_price": hosts, "wait_price": hosts, "link_from": links,
        "link_to": links, "link_price": links, "send_toll": hosts, "receive_toll": hosts,
        "item_toll": hosts, "potential": entries})


def _relay(proof: Any, _: int) -> SimpleNamespace:
    return _copy(proof, ("tick_s", "ticks", "date"), {})


def _cuts_of(problem: Problem) -> Callable[[Any, int], SimpleNamespace]:
    """What copies a certificate of the problem's copies."""
    return lambda proof, hosts: _cuts(proof, hosts, problem.counted)


def _cuts(proof: Any, hosts: int, counted: int) -> SimpleNamespace:
    links = proof.link_count
    copy = _copy(proof, ("tick_s", "ticks", "link_count", "bus_price", "cut_count"),
                 {"send_price": hosts, "receive_price": hosts, "link_from": links,
                  "link_to": links, "link_price": links})
    copy.potential = _numbers(proof.potential, hosts * counted)
    copy.cut = [_copy(proof.cut[i], ("piece", "sink", "weight", "host_count"),
                      {"host": proof.cut[i].host_count}) for i in range(proof.cut_count)]
    return copy


def _place_of(problem: Problem) -> Callable[[Any, int], SimpleNamespace]:
    """What copies a certificate of the problem's objects."""
    def place(proof: Any, hosts: int) -> SimpleNamespace:
        objects = len(problem.kinds)
        copy = _copy(proof, ("tick_s", "ticks", "receives", "member_count", "passing_count"),
                     {"send_price": hosts, "receive_price": hosts, "member": proof.member_count,
                      "passing": proof.passing_count, "head": objects, "tail": objects})
        copy.room = ffi.string(proof.room).decode() if proof.room else None
        return copy
    return place


def _object_seconds(problem: Problem, stops: bool,
                    links: list[tuple[int, int, float, float]]) -> list[list[tuple[int, float]]]:
    """(source, seconds) of each object, in doubles as the library has them: what the message lasts;
    where objects may stop, what one that leaves the source, and one that comes, lasts at least."""
    hosts = range(len(problem.network.hosts))
    cost = {(u, v): (latency, 1 / (1 / c) if c else 0.0) for u, v, c, latency in links}

    def least(side: int, host: int) -> tuple[float, float]:
        of_host = [lc for link, lc in cost.items() if link[side] == host]
        return (min((l for l, _ in of_host), default=0.0), min((c for _, c in of_host), default=0.0))

    out, into = ([least(side, h) for h in hosts] if stops else [] for side in (0, 1))
    bandwidth = {(u, v): (latency, 1 / c if c else inf) for u, v, c, latency in links}
    found = []
    for o in problem.objects:
        to, sources = problem.network.index(o.to, "to"), problem.network.indices(o.source, "source")
        if stops:
            found.append([(s, min(out[s][0] + o.bytes * out[s][1], into[to][0] + o.bytes * into[to][1]))
                          for s in sources])
        else:
            found.append([(s, bandwidth[s, to][0] + o.bytes / bandwidth[s, to][1])
                          for s in sources if (s, to) in bandwidth])
    return found


def _objects(problem: Problem, links: list[tuple[int, int, float, float]]) -> dict[str, Any]:
    """The problem as certificates of objects have it."""
    network, rules, space = problem.network, problem.rules, problem.space
    stops = rules["relay"] or (rules["staging"] and bool(space))
    drops = [("source" if o.drop is None else network.index(o.drop, "drop")) if o.frees else None
             for o in problem.objects]
    return {
        "hosts": len(network.hosts), "goal": problem.goal, "ports": problem.host_ports,
        "bus": network.shape == "bus", "combined": rules["combined_ports"],
        "many_a_pair": rules["many_a_pair"], "stops": stops,
        "space": [space.get(host) for host in network.hosts] if space else None,
        "shared_links": [],
        "objects": [{"bytes": o.bytes, "to": network.index(o.to, "to"), "drop": drop, "from": ways}
                    for o, drop, ways in zip(problem.objects, drops,
                                             _object_seconds(problem, stops, links))]}


def _relayed(problem: Problem, links: list[tuple[int, int, float, float]]) -> dict[str, Any]:
    """The same with what objects of each size take, as certificates of objects as copies have it."""
    bandwidth = [(u, v, 1 / c if c else inf, latency) for u, v, c, latency in links]
    return {**_objects(problem, links),
            "sizes": [{"bytes": size, "shared_links": [],
                       "links": [(u, v, size / bytes_a_second, latency)
                                 for u, v, bytes_a_second, latency in bandwidth]}
                      for size in sorted({o.bytes for o in problem.objects})]}


def _copies(problem: Problem, links: list[tuple[int, int, float, float]],
            with_loads: bool) -> dict[str, Any]:
    """The problem as certificates of copies have it: the pieces, and what items of each kind take; and
    the loads, if these count."""
    network, factors = problem.network, problem.kind_sizes
    kinds = problem.kinds if with_loads else problem.kinds[problem.counted:]
    loads = {"load_sizes": list(range(problem.counted)), "loads": problem.loads,
             "final_loads": problem.final_loads} if with_loads else {}
    alike = len({link[2:] for link in links}) == 1
    number = {kind: k for k, kind in enumerate(kinds)}
    return {
        "hosts": len(network.hosts), "goal": problem.goal, "ports": problem.host_ports,
        "bus": network.shape == "bus",
        "sizes": [{"links": [(u, v, _item_s(cost, factors[kind], alike), latency)
                             for u, v, cost, latency in links],
                   "shared_links": []} for kind in kinds],
        "pieces": [{"items": piece.items, "size": number[piece.kind],
                    "held": network.indices(piece.held, "held"),
                    "wanted": network.indices(piece.wanted, "wanted")} for piece in problem.copies],
        **loads}


def _item_s(cost: float, factor: float, alike: bool) -> float:
    """How long the library takes an item to be under way: as flat.as_doubles() says of costs."""
    if cost == 0 or factor == 0:
        return 0.0
    return factor * cost if alike else factor / (1 / cost)


def _instance(problem: Problem, links: list[tuple[int, int, float, float]]) -> dict[str, Any]:
    """The problem as certificates have it, from what the caller gave: of copies the counted kinds."""
    hosts, kinds = len(problem.network.hosts), problem.counted
    relay = hosts - 1 if problem.network.shape == "star" else None
    alike = len({l[2:] for l in links}) == 1
    factors = list(problem.kind_sizes.values())[:kinds] or [1.0]
    times = [[(u, v, _item_s(cost, factor, alike), latency) for u, v, cost, latency in links]
             for factor in factors]
    computing = problem.computing[:relay]
    return {
        "hosts": hosts, "kinds": kinds, "goal": "after" if problem.goal == "copies" else problem.goal, "ports": problem.host_ports,
        "bus": problem.network.shape == "bus", "relay": relay,
        "links": times[0],
        "loads": problem.loads, "final_loads": problem.final_loads,
        "error": problem.balance_error,
        "computing_s": flat.as_doubles(computing, len(set(computing)) == 1),
        **({"kind_times": [{"links": of_kind, "shared_links": []} for of_kind in times]}
           if len(set(factors)) > 1 else {})}
