"""Certificates that a list of objects can be moved in no order: docs/development/proofs.md, "Lists of
objects"."""
from .claim import demand


class Space:
    """What is free at hosts, and who takes and gives bytes there."""

    def __init__(self, of):
        self.space, self.objects = of["space"], of["objects"]
        demand(self.space, "space that is not limited")

    def free(self, host):
        demand(0 <= host < len(self.space), "a host that there is not")
        demand(self.space[host] is not None, "space that is not limited")
        return self.space[host]

    def may_get(self, o):
        """The hosts that may get an object's bytes back."""
        return {s if o["drop"] == "source" else o["drop"] for s, _ in o["from"]} - {None}

    def given(self, host, objects):
        return sum(o["bytes"] for o in objects if host in self.may_get(o))

    def taken(self, host, objects):
        return sum(o["bytes"] for o in objects if o["to"] == host)

    def for_first(self, o, others):
        """Where an object needs space when it starts, and the most that is free there if only the
        others have ended before."""
        return o["to"], self.free(o["to"]) + self.given(o["to"], others)

    def for_last(self, o, others):
        """Where an object leaves space when it has ended, and the most that there can be if only the
        others come behind it: what is free in the end, and what these take."""
        gets = self.may_get(o)
        demand(len(gets) == 1, "nobody knows who gets its bytes")
        host = gets.pop()
        return host, (self.free(host) + self.given(host, self.objects) -
                      self.taken(host, self.objects) + self.taken(host, others))


def check_no_order(c):
    """The bytes that are missing: with fewer more (reason `too large`: fewer in all, else at each host)
    no order of the objects exists. Raises NotShown."""
    of = c["instance"]
    space, every = Space(of), range(len(of["objects"]))
    chosen, reason = c["objects"], c["reason"]
    demand(of["goal"] == "place" and c["among"] in ("all", "direct"), "its form")
    demand(c["among"] == "direct" or not of["stops"], "objects that may stop elsewhere")
    demand(chosen and set(chosen) <= set(every) and len(set(chosen)) == len(chosen), "its objects")
    if reason == "too large":
        hosts = set(c["hosts"])
        demand(len(chosen) == 1 and of["objects"][chosen[0]]["to"] in hosts, "one that comes there")
        free = sum(map(space.free, hosts)) + sum(o["bytes"] for o in of["objects"] if o["to"] not in hosts
                                                 and hosts & space.may_get(o))
        missing = {chosen[0]: (c["host"], of["objects"][chosen[0]]["bytes"] - free)}
        demand(c["host"] in hosts, "a host of these")
    else:
        demand(reason in ("no first", "no last"), "its reason")
        others = [o for j, o in enumerate(of["objects"]) if j not in set(chosen)]
        find = space.for_first if reason == "no first" else space.for_last
        missing = {}
        for j in chosen:
            host, free = find(of["objects"][j], others)
            missing[j] = host, of["objects"][j]["bytes"] - free
    for j, (_, lack) in missing.items():
        demand(lack > 0, f"object {j} finds space")
    least = min(lack for _, lack in missing.values())
    demand(c["bytes"] == least and missing.get(c["object"]) == (c["host"], least),
           f"{least} bytes are missing")
    return least
