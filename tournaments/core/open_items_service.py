"""Open items before a step: refuse, or continue with a reason that the log keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from engine.sentences import Sentence, gettext_noop, listed
from tournaments.core.audit import Actor, Change, change
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItem, OpenItemStep, concerning
from tournaments.core.text.open_items import STEPS
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import Round

KEPT_STEPS: Final = frozenset({OpenItemStep.CEREMONY, OpenItemStep.FEDERATION, OpenItemStep.CERTIFICATES})
"""Steps of several requests: what was accepted once is not asked for again while nothing else is open."""

ACCEPTED_FIRST: Final = (OpenItemStep.FEDERATION, OpenItemStep.CERTIFICATES)
"""Steps that only read, so that items are accepted before them."""

IN_MESSAGE: Final = 5
"""Items that the message names; `problems` has all of them."""

_ACCEPTED: Final = "accepted_open_items"


class OpenItemsError(UserError):
    """Refusal of a step while items are open; `problems` has a sentence for each, `items` the links."""

    def __init__(self, tournament: Tournament, step: OpenItemStep, items: Sequence[OpenItem]) -> None:
        super().__init__(_message(items), field="continue_anyway", problems=[item.label for item in items])
        self.tournament, self.step, self.items = tournament, step, list(items)


def _message(items: Sequence[OpenItem]) -> Sentence:
    named = listed([item.text for item in items[:IN_MESSAGE]], gettext_noop("%(list)s; %(last)s"))
    if len(items) <= IN_MESSAGE:
        return Sentence(
            gettext_noop("Still open: %(items)s. Settle this first, or continue anyway with a reason."),
            {"items": named},
        )
    return Sentence(
        gettext_noop("Still open: %(items)s; and %(more)s more. Settle this first, or continue anyway with a reason."),
        {"items": named, "more": len(items) - IN_MESSAGE},
    )


def unaccepted(tournament: Tournament, step: OpenItemStep, round_: Round | None = None) -> list[OpenItem]:
    """Items that stop the step, without those that were accepted for it."""
    accepted = tournament.extra.get(_ACCEPTED, {}).get(step, ()) if step in KEPT_STEPS else ()
    return [item for item in concerning(tournament, step, round_) if item.key not in accepted]


def require(tournament: Tournament, step: OpenItemStep) -> None:
    """Raise `OpenItemsError` where a step that only reads is stopped."""
    if items := unaccepted(tournament, step):
        raise OpenItemsError(tournament, step, items)


def require_or_accept(
    by: Actor, tournament: Tournament, step: OpenItemStep, *, continue_anyway: str, round_: Round | None = None
) -> None:
    """Part of a service: raise `OpenItemsError` where items are open, or log the reason to continue."""
    items = unaccepted(tournament, step, round_)
    if items and not continue_anyway.strip():
        raise OpenItemsError(tournament, step, items)
    if items:
        accept(by, tournament, step=step, round_=round_, reason=continue_anyway)


@change("open_items.accept", gettext_noop("Continued although items were open"))
def accept(
    change: Change, tournament: Tournament, *, step: OpenItemStep, reason: str, round_: Round | None = None
) -> Tournament:
    """Accept what is open before a step, as the log then says item by item. Raises `UserError` without a reason."""
    if not reason.strip():
        raise UserError(_("Say why you continue although this is open."), field="reason")
    items = unaccepted(tournament, step, round_)
    if not items:
        change.nothing()
        return tournament
    if step in KEPT_STEPS:
        accepted: dict[str, list[str]] = tournament.extra.get(_ACCEPTED, {})
        keys = sorted({*accepted.get(step, ()), *(item.key for item in items)})
        tournament.extra = tournament.extra | {_ACCEPTED: accepted | {step.value: keys}}
        tournament.save(update_fields=["extra"])
    change.note(tournament, after={"step": Sentence(STEPS[step]), "open_items": [item.text for item in items]})
    return tournament
