"""Fallback package for continuing by hand: standings, next seating, sheets with names, staff, the log's head."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, heading, leaves_of, paper
from tournaments.events.queries import current_round
from tournaments.exchange.evidence import evidence_lines
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round

OF_ROUND: Final = ("seating-tables", "seating-names", "score-sheets")

FALLBACK: dict[str, Promise | str] = {
    "fallback": _("Fallback pack"),
    "made": _("Made"),
    "helpers": _("Contacts"),
    "role": _("Role"),
    "email": _("E-mail"),
    "next_round": _("Next round"),
}


@paper(
    "fallback-pack",
    _("Fallback pack"),
    labels=FALLBACK,
    parts=("standings", *OF_ROUND),
    tells_standings=True,
)
def fallback_pack(order: Order) -> list[Leaf]:
    """Return standings, next seating and sheets. Raises `UserError` before the first seating is published."""
    played = _next_round(order)
    leaves: list[Leaf] = []
    confirmed = TableResult.objects.filter(table__round__tournament=order.tournament, state="confirmed")
    if order.standings_through != 0 and confirmed.exists():
        leaves += leaves_of("standings", replace(order, round=None))
    if played is not None:
        for key in OF_ROUND:
            leaves += leaves_of(key, replace(order, round=played))
    if not leaves:
        message = Sentence(gettext_noop("There is nothing to go on with yet: publish the seating of the first round."))
        raise UserError(message)
    return [_cover(order, played), *leaves]


def _next_round(order: Order) -> Round | None:
    now = current_round(order.tournament)
    for candidate in (now.current, now.next_seating):
        round_ = (
            order.tournament.rounds.select_related("stage").filter(number=candidate.number).first()
            if candidate
            else None
        )
        if round_ and round_.tables.exclude(results__state=TableResult.State.CONFIRMED).exists():
            return round_
    return None


def _cover(order: Order, played: Round | None) -> Leaf:
    people = order.tournament.memberships.select_related("user").order_by("role", "user__username")
    rows = [
        [
            str(membership.get_role_display()),
            membership.user.get_full_name() or membership.user.username,
            membership.user.email,
        ]
        for membership in people
    ]
    return Leaf(
        "fallback_cover",
        {
            "heading": heading(replace(order, round=None)),
            "made": date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT"),
            "next_round": played.number if played else None,
            "people": rows,
            "kept": evidence_lines(order.tournament),
        },
    )
