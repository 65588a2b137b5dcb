"""Registry of what is open in an event: sheets, corrections, cases, appeals, players, fees, failed jobs.

A provider is a function under `@open_items` in the `open_items` module of any app:

    @open_items
    def waiting_cases(tournament: Tournament) -> Iterable[OpenItem]:
        ...

Pages list the items, and the services of each `OpenItemStep` refuse to go on while items concern it
(`services.open_items`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.sentences import Sentence
from tournaments.core import rooms
from tournaments.core.text.sentences import in_words
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import Round


class ItemKind(StrEnum):
    """Subject of an item."""

    SHEET = "sheet"
    CORRECTION = "correction"
    CHECK = "check"
    CASE = "case"
    APPEAL = "appeal"
    PLAYER = "player"
    FEE = "fee"
    JOB = "job"


RESULTS: Final = frozenset({ItemKind.SHEET, ItemKind.CORRECTION, ItemKind.CHECK, ItemKind.CASE, ItemKind.APPEAL})
"""Kinds that can still change a result; the others stop only the closing of the event."""


class OpenItemStep(StrEnum):
    """Steps that open items stop."""

    CUT = "cut"
    RELEASE = "release"
    CEREMONY = "ceremony"
    CLOSE = "close"
    FEDERATION = "federation"
    CERTIFICATES = "certificates"


@dataclass(frozen=True)
class OpenItem:
    """One thing to settle. `action` is the permission that opens `link`; `key` stays the same while the item does.

    `round` is None where the item belongs to no round.
    """

    kind: ItemKind
    key: str
    text: Sentence
    link: str
    action: str
    round: int | None = None

    @property
    def label(self) -> str:
        """Sentence in the reader's language."""
        return in_words(self.text)


Provider = Callable[[Tournament], Iterable[OpenItem]]

_providers: list[Provider] = []


def open_items(provider: Provider) -> Provider:
    """Register a provider."""
    _providers.append(provider)
    return provider


def of_tournament(tournament: Tournament) -> list[OpenItem]:
    """Everything that is open, in the order of the kinds, then by round."""
    rooms.read("open_items")
    found = [item for provider in _providers for item in provider(tournament)]
    order = list(ItemKind)
    return sorted(found, key=lambda item: (order.index(item.kind), item.round or 0))


def concerning(tournament: Tournament, step: OpenItemStep, round_: Round | None = None) -> list[OpenItem]:
    """Items that stop a step. Everything stops closing; the other steps wait for what can change a result.

    `round_` is the round that is released, or the last one before a cut: later rounds do not matter then. A table of an
    open evening waits for itself alone.
    """
    found = of_tournament(tournament)
    return [
        item for item in found if step == OpenItemStep.CLOSE or (item.kind in RESULTS and _counts(item, step, round_))
    ]


def _counts(item: OpenItem, step: OpenItemStep, round_: Round | None) -> bool:
    if round_ is None:
        return True
    if item.round is None:
        return step != OpenItemStep.RELEASE
    return item.round == round_.number if round_.alone else item.round <= round_.number
