"""Registrations that were made at the mirror of an event, as the computer in the hall fetches them by the key."""

from __future__ import annotations

import datetime
from typing import Any, Final

from tournaments.entries.fields import REGISTRATION, Visibility
from tournaments.entries.models.categories import list_category_names
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application
from tournaments.entries.reading.answers import format_answer_cell
from tournaments.entries.reading.roster_cells import build_entry_rows
from tournaments.events.models import Tournament

STAY: Final = frozenset({"fee_paid_at", "offered_until", "reason", "number", "entry", "answers", "categories", "state"})
"""Columns that are not sent as they are: payments, what only that site needs, and what the cells of the roster say."""
SENT: Final = tuple(
    column.name
    for column in REGISTRATION
    if column.visible != Visibility.INTERNAL and not column.stays_here and column.name not in STAY
)


def list_registrations(tournament: Tournament) -> list[dict[str, Any]]:
    """Return each registration: key, state, cells of the roster, and what rosters lack, as JSON values."""
    heading, *rows = build_entry_rows(tournament)
    labels = [question.label for question in tournament.questions.all()]
    width = len(heading) - len(labels)
    cells = {row[0]: (dict(zip(heading[1:width], row[1:width], strict=True)), row[width:]) for row in rows}
    applications = tournament.applications.select_related("entry").order_by("number")
    categories = list(tournament.categories.all())
    questions = list(tournament.questions.all())
    facts = []
    for application in applications:
        player = application.entry
        if player is None:
            columns = _build_cells(application)
            if categories:
                columns["categories"] = ", ".join(list_category_names(application.categories, categories))
            answers = [format_answer_cell(application.answers.get(question.key, "")) for question in questions]
        else:
            columns, answers = cells[str(player.number)]
        dropped = player is not None and player.status == Entry.Status.DROPPED
        facts.append(
            {
                "key": make_key(application),
                "state": Application.State.WITHDRAWN.value if dropped else application.state,
                "of_player": player is not None,
                "columns": columns,
                "answers": dict(zip(labels, answers, strict=True)),
                "facts": {name: _write(getattr(application, name)) for name in SENT},
            }
        )
    return facts


def make_key(application: Application) -> str:
    """Return a key that stays when the event moves to another site by a file, and that no other registration gets."""
    return f"{int(application.created_at.timestamp()):x}-{application.created_at.microsecond:x}"


def _write(fact: Any) -> Any:
    # To the microsecond, which the encoder of Django cuts off.
    return fact.isoformat() if isinstance(fact, datetime.datetime) else fact


def _build_cells(application: Application) -> dict[str, str]:
    status = Entry.Status.REGISTERED if application.state == Application.State.ENTERED else Entry.Status.WAITING
    filled = {name: getattr(application, name) for name in ("country", "club", "ema_number")}
    return {**application.public_names, **filled, "team": application.team_name, "status": status.value}
