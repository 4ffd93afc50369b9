"""A certificate that shows less than it claims."""
from typing import Any


class NotShown(ValueError):
    """The certificate does not show what is claimed; the message says which step fails."""


def demand(condition: Any, what: str) -> None:
    """Errors: NotShown unless the condition holds."""
    if not condition:
        raise NotShown(what)
