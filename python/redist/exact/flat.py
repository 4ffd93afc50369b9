"""The proofs of libredist's structs as the tables that `check` reads.

Of a struct only members and indices are used, so cffi and ctypes do alike.
"""
from collections.abc import Callable, Iterable
from typing import Any

Table = dict[str, Any]

NO_HOST = 2**32 - 1
SENT, RECEIVED, LINK, ITEMS, NOTHING = range(5)


def as_doubles(costs: Iterable[Any], alike: bool) -> list[Any]:
    """What the library takes costs for: exact where all are alike, else by way of a bandwidth."""
    return list(costs) if alike else [1 / (1 / float(c)) if c else 0 for c in costs]


def by_host(values, hosts, width):
    return [[values[h * width + k] for k in range(width)] for h in range(hosts)]


def first(values, count):
    return [values[i] for i in range(count)]


def priced(values, count):
    return [(i, values[i]) for i in range(count) if values[i]]


def link_prices(of):
    return [(of.link_from[i], of.link_to[i], of.link_price[i]) for i in range(of.link_count)]


def price_table(proof: Any, hosts: int) -> Table:
    """A struct rd_price_proof."""
    return dates(proof, hosts) | {
        "potentials": by_host(proof.potential, hosts, proof.commodity_count),
        "send_prices": priced(proof.send_price, hosts),
        "receive_prices": priced(proof.receive_price, hosts),
        "processor_prices": priced(proof.processor_price, hosts),
        "link_prices": link_prices(proof), "bus_price": proof.bus_price}


def charge_table(proof: Any, hosts: int, links: Iterable[tuple[int, int]],
                 text: Callable[[Any], str]) -> Table:
    """A struct rd_charge_proof. In: links, pairs in the order of the instance; text, which reads the
    name of the argument."""
    number = {link: i for i, link in enumerate(links)}
    width = proof.commodity_count
    charge = {"reason": text(proof.argument),
              "cases": [case_table(proof.cases[i], number, hosts, width)
                        for i in range(proof.case_count)]}
    if proof.group:
        charge |= {"host": proof.host, "receives": proof.receives, "commodity": proof.commodity,
                   "sets": [[None if s == NO_HOST else s for s in row]
                            for row in by_host(proof.group, hosts, width)]}
    return dates(proof, hosts) | {"charge": charge}


def relay_table(proof: Any) -> Table:
    """A struct rd_relay_proof."""
    return {"tick_s": proof.tick_s, "ticks": proof.ticks, "single_items": False,
            "relay_date_ticks": proof.date}


def cut_table(proof: Any, hosts: int, kinds: int) -> Table:
    """A struct rd_cut_proof. In: kinds that are counted."""
    counted = {"potentials": by_host(proof.potential, hosts, kinds)} if proof.potential else {}
    return counted | {"tick_s": proof.tick_s, "ticks": proof.ticks,
            "send_prices": priced(proof.send_price, hosts),
            "receive_prices": priced(proof.receive_price, hosts),
            "link_prices": link_prices(proof), "bus_price": proof.bus_price,
            "cuts": [(cut.piece, cut.sink, cut.weight, first(cut.host, cut.host_count))
                     for cut in first(proof.cut, proof.cut_count)]}


def place_table(proof: Any, hosts: int, objects: int, text: Callable[[Any], str]) -> Table:
    """A struct rd_place_proof. In: text, which reads the name of the place."""
    table = {"tick_s": proof.tick_s, "ticks": proof.ticks}
    if not proof.room:
        return table | {"send_prices": priced(proof.send_price, hosts),
                        "receive_prices": priced(proof.receive_price or [0] * hosts, hosts),
                        "shared_prices": []}
    return table | {"room": text(proof.room), "receives": bool(proof.receives),
                    "hosts": first(proof.member, proof.member_count),
                    "objects": first(proof.passing, proof.passing_count),
                    "heads": priced(proof.head or [0] * objects, objects),
                    "tails": priced(proof.tail or [0] * objects, objects)}


def dates(proof, hosts):
    width = proof.commodity_count
    return {"tick_s": proof.tick_s, "ticks": proof.ticks, "scale": proof.scale,
            "single_items": False, "commodities": width,
            "earliest_ticks": by_host(proof.earliest, hosts, width),
            "rest_ticks": by_host(proof.rest, hosts, width)}


def case_table(case, number, hosts, width):
    """A case of message counts; rows are numbered: senders, receivers, links, the bus, items."""
    if case.counted != NOTHING:
        row = {SENT: case.host, RECEIVED: hosts + case.host,
               ITEMS: 2 * hosts + len(number) + 1 + case.host}
        return {"count": case.count, "row": 2 * hosts + number[case.host, case.to]
                if case.counted == LINK else row[case.counted]}
    price = {(u, v): p for u, v, p in link_prices(case)}
    return {"prices": [*first(case.send_price, hosts), *first(case.receive_price, hosts),
                       *(price.get(link, 0) for link in number), case.bus_price,
                       *first(case.wait_price, hosts)],
            "tolls": [*first(case.send_toll, hosts), *first(case.receive_toll, hosts),
                      *first(case.item_toll, hosts)],
            "potentials": by_host(case.potential, hosts, width)}
