"""Which federation an event is sent to, and in which columns."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.federations.forms_of import federations
from tournaments.models import Tournament
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError
from tournaments.wording.federations import FIELDS


@change("tournament.federation", gettext_noop("Pack for the federation set up"))
def choose(
    change: Change,
    tournament: Tournament,
    *,
    federation: str,
    columns: Sequence[tuple[str, str]] = (),
    qualification: bool = False,
) -> Tournament:
    """The federation, its columns as (heading, field) where they are the event's own, and whether it qualifies.

    Raises `UserError` for a federation or field that there is not, and for a heading that stands twice.
    """
    if federation not in federations():
        known = ", ".join(federations())
        raise UserError(
            _("“%(found)s” is none of %(known)s.") % {"found": federation, "known": known}, field="federation"
        )
    for _heading, name in columns:
        if name not in FIELDS:
            told = _("“%(found)s” is none of %(known)s.") % {"found": name, "known": ", ".join(FIELDS)}
            raise UserError(told, field="columns")
    headings = [heading for heading, _name in columns]
    if len(set(headings)) != len(headings):
        raise UserError(_("A heading stands twice."), field="columns")
    own = tuple(columns) != federations()[federation].columns
    with change.edit(tournament):
        tournament.extra = tournament.extra | {
            "federation": {
                "federation": federation,
                "columns": [list(column) for column in columns] if own and columns else None,
                "qualification": qualification,
            }
        }
    return tournament
