"""Fallback package for continuing by hand, with standings, next seating and sheets, and all data of a person."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Leaf, PaperHeading
from tournaments.core.printing.registry import Order, build_heading, make_leaves, paper
from tournaments.entries.fields import PLAYER, REGISTRATION, ModelColumn
from tournaments.events.queries import find_current_round
from tournaments.exchange.evidence import find_evidence_lines
from tournaments.exchange.files.event import facts_of
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

PERSON: Final = "person"
"""Page that offers the data of a person."""

PERSON_DATA: dict[str, Promise | str] = {
    "player": _("Player"),
    "registration": _("Registration"),
    "seats": _("Seats"),
    "sheets": _("Results"),
    "ledger": _("Ledger"),
    "named_in": _("Texts that name the person"),
}


@dataclass(frozen=True, slots=True)
class PersonPart:
    """Rows of label and value under a heading of `PERSON_DATA`."""

    title: str
    rows: Sequence[tuple[str, str]]


@paper(
    "fallback-pack",
    _("Fallback pack"),
    labels=FALLBACK,
    parts=("standings", *OF_ROUND),
    tells_standings=True,
)
def fallback_pack(order: Order) -> list[Leaf]:
    """Return standings, next seating and sheets. Raises `UserError` before the first seating is published."""
    played = _find_next_round(order)
    leaves: list[Leaf] = []
    confirmed = TableResult.objects.filter(table__round__tournament=order.tournament, state="confirmed")
    if order.standings_through != 0 and confirmed.exists():
        leaves += make_leaves("standings", replace(order, round=None))
    if played is not None:
        for key in OF_ROUND:
            leaves += make_leaves(key, replace(order, round=played))
    if not leaves:
        message = Sentence(gettext_noop("There is nothing to go on with yet: publish the seating of the first round."))
        raise UserError(message)
    return [_make_cover(order, played), *leaves]


def _find_next_round(order: Order) -> Round | None:
    now = find_current_round(order.tournament)
    for candidate in (now.current, now.next_seating):
        round_ = (
            order.tournament.rounds.select_related("stage").filter(number=candidate.number).first()
            if candidate
            else None
        )
        if round_ and round_.tables.exclude(results__state=TableResult.State.CONFIRMED).exists():
            return round_
    return None


def _make_cover(order: Order, played: Round | None) -> Leaf:
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
            "heading": build_heading(replace(order, round=None)),
            "made": date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT"),
            "next_round": played.number if played else None,
            "people": rows,
            "kept": find_evidence_lines(order.tournament),
        },
    )


@paper(
    "personal-data",
    _("All data about this person"),
    offered=PERSON,
    labels=PERSON_DATA,
    full_names=True,
    in_readers_language=True,
)
def personal_data(order: Order) -> list[Leaf]:
    """Return the data of a player, the subject of the order, as `files.event.facts_of` has them."""
    return build_person_leaves(order, facts_of(order.subject))


def build_person_leaves(order: Order, facts: Mapping[str, Any]) -> list[Leaf]:
    parts = [
        ("player", _labelled(PLAYER, facts["player"])),
        ("registration", _labelled(REGISTRATION, facts["registration"] or {})),
        *(
            (name, [(_line_of(row), "") for row in facts.get(name, ())])
            for name in ("seats", "sheets", "ledger", "named_in")
        ),
    ]
    return person_leaf(
        build_heading(order), order.subject.name, [PersonPart(name, rows) for name, rows in parts if rows]
    )


def person_leaf(about: PaperHeading, name: str, parts: Sequence[PersonPart]) -> list[Leaf]:
    return [Leaf("personal_data", {"heading": about, "name": name, "parts": parts})]


def _labelled(table: Iterable[ModelColumn], values: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = [(str(column.label), values.get(column.name)) for column in table]
    return [(label, _text(value)) for label, value in rows if value not in (None, "", [], {})]


def _text(value: Any) -> str:
    if isinstance(value, datetime.datetime):
        return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else str(value)


def _line_of(row: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}: {_text(value)}" for name, value in row.items() if value not in (None, ""))
