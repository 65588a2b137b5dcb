"""Open items of an event: sheets, corrections, cases, appeals, outdated draws, players, fees, failed jobs.

A provider is a function under `@open_items` in the `open_items` module of any subject. Services of each `OpenItemStep`
raise an error while items concern it (`require_or_accept`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _

from engine.sentences import Sentence, gettext_noop, join_sentences
from tournaments.core import discovery
from tournaments.core.audit import Actor, Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.sentences import in_words
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round


class ItemKind(StrEnum):
    SHEET = "sheet"
    CORRECTION = "correction"
    CHECK = "check"
    CASE = "case"
    APPEAL = "appeal"
    POSTPONED = "postponed"
    OUTDATED = "outdated"
    PLAYER = "player"
    COUNTRY = "country"
    FEE = "fee"
    JOB = "job"
    UNKNOWN = "unknown"


RESULTS: Final = frozenset({ItemKind.SHEET, ItemKind.CORRECTION, ItemKind.CHECK, ItemKind.CASE, ItemKind.APPEAL})
"""Kinds that can change a result and stop `RESULT_STEPS`; others name the steps they stop."""


class OpenItemStep(StrEnum):
    PUBLISH = "publish"
    START = "start"
    CUT = "cut"
    RELEASE = "release"
    CEREMONY = "ceremony"
    CLOSE = "close"
    FEDERATION = "federation"
    CERTIFICATES = "certificates"


RESULT_STEPS: Final = frozenset(
    {
        OpenItemStep.CUT,
        OpenItemStep.RELEASE,
        OpenItemStep.CEREMONY,
        OpenItemStep.FEDERATION,
        OpenItemStep.CERTIFICATES,
    }
)


@dataclass(frozen=True)
class OpenItem:
    """Matter to settle. `action` is the permission that opens `link`; `key` identifies the item over time.

    `round` is None without a round; for an outdated draw or cut it is the round to be played, `rounds` are all
    concerned, and `after` is the round whose standings it used.
    """

    kind: ItemKind
    key: str
    text: Sentence
    link: str
    action: str
    round: int | None = None
    stops: frozenset[OpenItemStep] = frozenset()
    rounds: frozenset[int] = frozenset()
    after: int | None = None

    @property
    def label(self) -> str:
        return in_words(self.text)

    @property
    def may_stop(self) -> frozenset[OpenItemStep]:
        return RESULT_STEPS if self.kind in RESULTS else self.stops


Provider = Callable[[Tournament], Iterable[OpenItem]]

_providers: dict[Provider, frozenset[OpenItemStep]] = {}


def open_items(*stops: OpenItemStep) -> Callable[[Provider], Provider]:
    def register(provider: Provider) -> Provider:
        _providers[provider] = frozenset(stops)
        return provider

    return register


def list_open_items(tournament: Tournament, step: OpenItemStep = OpenItemStep.CLOSE) -> list[OpenItem]:
    """Return the open items by kind and round. Raises ValueError for a step that the provider does not name."""
    discovery.import_modules("open_items")
    items: list[OpenItem] = []
    for provider, steps in _providers.items():
        if step == OpenItemStep.CLOSE or step in steps:
            for item in provider(tournament):
                if not item.may_stop <= steps:
                    raise ValueError(f"{provider.__name__} does not name {sorted(item.may_stop - steps)}")
                items.append(item)
    order = list(ItemKind)
    return sorted(items, key=lambda item: (order.index(item.kind), item.round or 0))


def list_blocking_items(
    tournament: Tournament, step: OpenItemStep, round_: Round | None = None, known: Sequence[OpenItem] | None = None
) -> list[OpenItem]:
    """Return the items that block a step.

    `round_`: the round to publish, start or release, or the last one before a cut. A table of an open evening waits for
    itself alone. `known`: all open items, if already read.
    """
    items = list_open_items(tournament, step) if known is None else known
    if step == OpenItemStep.CLOSE:
        return [item for item in items if item.kind != ItemKind.UNKNOWN]
    return [item for item in items if _is_blocking(item, step, round_)]


def _is_blocking(item: OpenItem, step: OpenItemStep, round_: Round | None) -> bool:
    if item.kind in RESULTS:
        return step in RESULT_STEPS and _is_counted(item, step, round_)
    if step not in item.stops or round_ is None:
        return step in item.stops
    return round_.number >= item.after if step == OpenItemStep.RELEASE and item.after else round_.number in item.rounds


def _is_counted(item: OpenItem, step: OpenItemStep, round_: Round | None) -> bool:
    if round_ is None:
        return True
    if item.round is None:
        return step != OpenItemStep.RELEASE
    return item.round == round_.number if round_.alone else item.round <= round_.number


STEPS: Final = {
    "publish": gettext_noop("Publish the seating"),
    "start": gettext_noop("Start the round"),
    "cut": gettext_noop("Cut"),
    "release": gettext_noop("Release the results"),
    "ceremony": gettext_noop("Ceremony"),
    "close": gettext_noop("Close the tournament"),
    "federation": gettext_noop("Federation pack"),
    "certificates": gettext_noop("Certificates for the first three"),
}
KEPT_STEPS: Final = frozenset({OpenItemStep.CEREMONY, OpenItemStep.FEDERATION, OpenItemStep.CERTIFICATES})

ACCEPTED_FIRST: Final = (OpenItemStep.FEDERATION, OpenItemStep.CERTIFICATES)

IN_MESSAGE: Final = 5


class OpenItemsError(UserError):
    def __init__(self, tournament: Tournament, step: OpenItemStep, items: Sequence[OpenItem]) -> None:
        super().__init__(_build_message(items), field="continue_anyway", problems=[item.label for item in items])
        self.tournament, self.step, self.items = tournament, step, list(items)


def _build_message(items: Sequence[OpenItem]) -> Sentence:
    named = join_sentences([item.text for item in items[:IN_MESSAGE]], gettext_noop("%(list)s; %(last)s"))
    if len(items) <= IN_MESSAGE:
        return Sentence(
            gettext_noop("Still open: %(items)s. Settle this first, or continue anyway with a reason."),
            {"items": named},
        )
    return Sentence(
        gettext_noop("Still open: %(items)s; and %(more)s more. Settle this first, or continue anyway with a reason."),
        {"items": named, "more": len(items) - IN_MESSAGE},
    )


def list_unaccepted_items(tournament: Tournament, step: OpenItemStep, round_: Round | None = None) -> list[OpenItem]:
    accepted = tournament.accepted_open_items.get(step, ()) if step in KEPT_STEPS else ()
    return [item for item in list_blocking_items(tournament, step, round_) if item.key not in accepted]


def require(tournament: Tournament, step: OpenItemStep) -> None:
    if items := list_unaccepted_items(tournament, step):
        raise OpenItemsError(tournament, step, items)


def require_or_accept(
    by: Actor, tournament: Tournament, step: OpenItemStep, *, continue_anyway: str, round_: Round | None = None
) -> None:
    """Raise `OpenItemsError` if items are open, or log the reason to continue. Part of a service."""
    items = list_unaccepted_items(tournament, step, round_)
    if items and not continue_anyway.strip():
        raise OpenItemsError(tournament, step, items)
    if items:
        accept(by, tournament, step=step, round_=round_, reason=continue_anyway)


@change("open_items.accept", gettext_noop("Continued although items were open"))
def accept(
    change: Change, tournament: Tournament, *, step: OpenItemStep, reason: str, round_: Round | None = None
) -> Tournament:
    if not reason.strip():
        raise UserError(_("Give a reason to continue."), field="reason")
    items = list_unaccepted_items(tournament, step, round_)
    if not items:
        change.nothing()
        return tournament
    if step in KEPT_STEPS:
        keys = sorted({*tournament.accepted_open_items.get(step, ()), *(item.key for item in items)})
        tournament.accepted_open_items = tournament.accepted_open_items | {step.value: keys}
        tournament.save(update_fields=["accepted_open_items"])
    change.note(tournament, after={"step": Sentence(STEPS[step]), "open_items": [item.text for item in items]})
    return tournament
