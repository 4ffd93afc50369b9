"""Checks certificates of bounds in fractions, from numbers alone.

It shares no code with the library that finds them, and needs nothing but Python. A certificate is
a dict, as `redist run --format json` prints it: docs/commands.md, "Certificates of bounds".
docs/development/proofs.md proves the rules.
"""
from fractions import Fraction
from typing import Any

from .claim import NotShown, demand
from .multicast import check_multicast
from .no_order import check_no_order
from .objects import check_objects
from .prices import check_prices
from .relabelling import check_host_of_kind, check_relabelling
from .relay import check_relay
from .relayed import check_relayed

__all__ = ["NotShown", "check", "check_host_of_kind", "check_no_order", "demand"]


def check(certificate: dict[str, Any]) -> Fraction:
    """Seconds before which no schedule ends: what the certificate shows, without rounding.

    Errors: NotShown with the step that fails; KeyError, IndexError, TypeError of a dict that is no
    certificate. Cost: O(links * kinds), and of fixed charges more.
    """
    if certificate["instance"]["goal"] == "gather":
        return check_relabelling(certificate)
    if certificate["instance"]["goal"] == "place":
        return (check_relayed if "cuts" in certificate else check_objects)(certificate)
    if "cuts" in certificate:
        return check_multicast(certificate)
    by = check_relay if "relay_date_ticks" in certificate else check_prices
    return by(certificate)
