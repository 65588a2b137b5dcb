"""Examples of actions, one for each, in a module for each subject: an event, and a request that is carried out there.

@example("WithdrawDeals")
def withdraw() -> Example:
    event = duplicate_event()
    committed(event)
    return Example(event, {"reason": "A slip in the promise."})

rows(SetState=lambda: Example(planned(), {"state": "running"}))
"""

from __future__ import annotations

import datetime
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from tests.support.people import people, small_tournament
from tests.support.tables import playing
from tournaments.events.models import Tournament

MISSING = object()
"""The value of a field that is left out."""


@dataclass(frozen=True)
class Example:
    """A request that is carried out.

    `body` is the API's; the page's form is derived from it, with `form` for what differs there. `wrong`: field of the
    API -> values that are refused, each with the same mistake on the page's form (None where a form cannot make it);
    needed for fields that the form has in another shape. `now` is the time of the request.
    """

    scope: Any
    body: Mapping[str, Any] = field(default_factory=dict)
    api: Mapping[str, Any] = field(default_factory=dict)
    """Parts of the endpoint's address."""
    page: Mapping[str, Any] = field(default_factory=dict)
    """Parts of the page's address."""
    form: Mapping[str, Any] = field(default_factory=dict)
    wrong: Mapping[str, Sequence[tuple[Any, Mapping[str, Any] | None]]] = field(default_factory=dict)
    now: datetime.datetime | None = None
    prefix: str = ""
    """Prefix of the page's form where it is not the same for all rows."""


EXAMPLES: dict[str, Callable[[], Example]] = {}


def planned(players: int = 8, **options: Any) -> Tournament:
    """Event with its people."""
    event = small_tournament(players, **options)
    people(event)
    return event


def being_played() -> Tournament:
    """Event with its people in round 1."""
    event = playing()
    people(event)
    return event


def example(action: str) -> Callable[[Callable[[], Example]], Callable[[], Example]]:
    """Register the example of the action with that class name."""

    def register(made: Callable[[], Example]) -> Callable[[], Example]:
        EXAMPLES[action] = made
        return made

    return register


def rows(**made: Callable[[], Example]) -> None:
    """Register the examples of the actions with these class names."""
    EXAMPLES.update(made)


@cache
def examples() -> dict[str, Callable[[], Example]]:
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        import_module(module.name)
    return EXAMPLES
