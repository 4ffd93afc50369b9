"""Certificates of objects that others may relay, as copies: docs/development/proofs.md, "Lists of
objects"."""
from .claim import demand
from .multicast import check_multicast


def as_copies(of):
    """The instance whose schedules include each schedule of the objects: who sends one keeps it, and
    what ports carry together they carry apart."""
    demand(of["goal"] == "place" and not of["many_a_pair"], "links that carry one at a time")
    size = {taken["bytes"]: number for number, taken in enumerate(of["sizes"])}
    demand(len(size) == len(of["sizes"]), "a size twice")
    demand(all(o["from"] for o in of["objects"]), "an object that nobody holds")
    return {"hosts": of["hosts"], "goal": "copies", "ports": of["ports"], "bus": of["bus"],
            "sizes": of["sizes"],
            "pieces": [{"items": 1, "size": size[o["bytes"]], "held": [s for s, _ in o["from"]],
                        "wanted": [o["to"]]} for o in of["objects"]]}


def check_relayed(c):
    """Seconds before which no schedule ends. Raises NotShown."""
    return check_multicast({**c, "instance": as_copies(c["instance"])})
