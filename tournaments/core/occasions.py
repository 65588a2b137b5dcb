"""Occasions: what happens in an event and is told to the outside, declared in modules named `occasions`.

An occasion is noticed by the entries that a change writes into the log, and described when it is told: as it is then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

from tournaments.core import discovery
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament

About = list[Any]
"""JSON that names the rows of one occasion, without any of their values."""


@dataclass(frozen=True)
class Description:
    """Occasion for visitors: a sentence, the path of its public page, and parts of the API by name."""

    sentence: str
    path: str
    parts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Occasion:
    """`notice` returns the rows of each occasion among the entries of one change whose action is among `actions`.

    `describe` returns None unless every visitor may know all of it now.
    """

    kind: str
    title: str | Promise
    actions: frozenset[str]
    notice: Callable[[Sequence[AuditEntry]], list[About]]
    describe: Callable[[Tournament, About], Description | None]


_occasions: dict[str, Occasion] = {}


def register_occasion(occasion: Occasion) -> None:
    """Add an occasion. Raises ValueError for a registered kind."""
    if occasion.kind in _occasions:
        raise ValueError(f"{occasion.kind}: an occasion of this kind exists")
    _occasions[occasion.kind] = occasion


def map_occasions() -> dict[str, Occasion]:
    discovery.import_modules("occasions")
    return _occasions


def list_noticed(entries: Sequence[AuditEntry]) -> list[tuple[Occasion, About]]:
    noticed: list[tuple[Occasion, About]] = []
    actions = {entry.action for entry in entries}
    for occasion in map_occasions().values():
        if occasion.actions & actions:
            matching = [entry for entry in entries if entry.action in occasion.actions]
            noticed += [(occasion, about) for about in occasion.notice(matching)]
    return noticed
