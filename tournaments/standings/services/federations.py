from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.exact import NumberError, Range, read_exact, read_integer
from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.standings.federations.forms import COUNTED, FIELDS, Steps, load_federations

COUNT: Final = Range(1, 9999)
HEAVIEST: Final = 1000
MAX_STEPS: Final = 20


@change("tournament.federation", gettext_noop("Pack for the federation set up"))
def choose(
    change: Change,
    tournament: Tournament,
    *,
    federation: str,
    columns: Sequence[tuple[str, str]] = (),
    qualification: bool = False,
    limits: Mapping[str, Sequence[Sequence[Any]]] | None = None,
) -> Tournament:
    """Set federation, columns as (heading, field), and limits as (least count, addition). Raises `UserError`."""
    if federation not in load_federations():
        names = ", ".join(load_federations())
        raise UserError(
            _("“%(found)s” is none of %(known)s.") % {"found": federation, "known": names}, field="federation"
        )
    for _heading, name in columns:
        if name not in FIELDS:
            refusal = _("“%(found)s” is none of %(known)s.") % {"found": name, "known": ", ".join(FIELDS)}
            raise UserError(refusal, field="columns")
    headings = [heading for heading, _name in columns]
    if len(set(headings)) != len(headings):
        raise UserError(_("A heading stands twice."), field="columns")
    rule = load_federations()[federation].weight
    steps = {name: check_steps(name, rows) for name, rows in (limits or {}).items() if rows and rule is not None}
    changed = {name: rows for name, rows in steps.items() if rows != getattr(rule, name)}
    has_own_columns = tuple(columns) != load_federations()[federation].columns
    with change.edit(tournament):
        tournament.federation, tournament.qualification = federation, qualification
        tournament.federation_columns = [list(column) for column in columns] if has_own_columns and columns else None
        limits = {name: [[least, str(value)] for least, value in rows] for name, rows in changed.items()}
        tournament.federation_limits = limits or None
    return tournament


def check_steps(name: str, rows: Sequence[Sequence[Any]]) -> Steps:
    """Return steps of the weight, which begin at 1 and rise. Raises `UserError`."""
    if name not in COUNTED:
        refusal = _("“%(found)s” is none of %(known)s.") % {"found": name, "known": ", ".join(COUNTED)}
        raise UserError(refusal, field="limits")
    try:
        counted = tuple(
            (read_integer(least, COUNT), read_exact(value, most=HEAVIEST, parts=1000)) for least, value in rows
        )
    except (NumberError, ValueError, TypeError):
        raise UserError(_("Enter each limit as: threshold = added weight."), field=name) from None
    counts = [least for least, _value in counted]
    if counts[:1] != [1] or counts != sorted(set(counts)) or len(counts) > MAX_STEPS:
        raise UserError(_("The first limit counts from 1, and each of the others from more than the last."), field=name)
    return counted
