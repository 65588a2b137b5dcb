"""Certificates of the awards, and a poster of them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.sentences import Sentence, gettext_noop
from tournaments.awards.models import Award, AwardWinner
from tournaments.awards.pages import describe_hand
from tournaments.awards.queries import list_public_awards, list_published_awards
from tournaments.awards.text import format_amount
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Leaf, PaperHeading
from tournaments.core.printing.registry import AFTER, Order, build_heading, paper
from tournaments.core.text import names, places
from tournaments.figures.logic.table import FIGURES

AWARDS: dict[str, str | Promise] = {
    "awards": pgettext_lazy("prizes", "Awards"),
    "award_place": _("Best place of a category"),
    **{f"award_{figure.key}": _(figure.name) for figure in FIGURES.values()},
}


def _list_awards(order: Order) -> list[dict[str, Any]]:
    """Return the published awards. Raises `UserError` without any, or while the account must not see them."""
    hidden = order.standings_through is not None
    awards = list_public_awards(order.tournament) if hidden else list_published_awards(order.tournament)
    if not awards:
        raise UserError(Sentence(gettext_noop("No winners of awards are published yet.")))
    return [
        describe_award(row.award, [describe_line(row.award, winner, order.marks) for winner in row.winners])
        for row in awards
    ]


def describe_award(award: Award, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    category = award.category.name if award.category and not award.title else ""
    return {"title": award.title, "label": f"award_{award.figure}", "category": category, "lines": lines}


def describe_line(award: Award, winner: AwardWinner, marks: names.Marks) -> dict[str, Any]:
    hand = describe_hand(winner.hand) if winner.hand is not None else None
    entry = winner.entry
    return {
        "name": names.format_person(entry, marks),
        "native": names.choose_second_name(entry),
        "team": entry.team.name if entry.team else "",
        "country": places.format_country(entry),
        "flag": places.choose_flag_code(entry),
        "amount": format_amount(award, winner.amount, hand["value"] if hand else ""),
        "tiles": hand["tiles"] if hand else "",
    }


def build_award_certificates(heading: PaperHeading, awards: Sequence[dict[str, Any]]) -> list[Leaf]:
    return [
        Leaf("award_certificate", {"heading": heading, "award": award, "line": line})
        for award in awards
        for line in award["lines"]
    ]


def build_awards_poster(heading: PaperHeading, awards: Sequence[dict[str, Any]]) -> list[Leaf]:
    return [Leaf("awards_poster", {"heading": heading, "awards": awards})]


@paper(
    "award-certificates",
    _("Certificates of the awards"),
    labels=AWARDS,
    parts=("certificates",),
    tells_standings=True,
)
def award_certificates(order: Order) -> list[Leaf]:
    """Return a certificate for each winner of an award. Raises `UserError` before winners are published."""
    return build_award_certificates(build_heading(order), _list_awards(order))


@paper("awards-poster", _("Poster of the awards"), needed=(AFTER,), labels=AWARDS, tells_standings=True)
def awards_poster(order: Order) -> list[Leaf]:
    """Return all awards with their winners. Raises `UserError` before winners are published."""
    return build_awards_poster(build_heading(order), _list_awards(order))
