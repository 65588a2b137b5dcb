"""Open evenings by the API: whether tables are opened, a table opened, one closed without a result."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.acts import At, act, flag, text
from tournaments.models import Evening, GameTable, Round
from tournaments.services import open_tables
from tournaments.services.errors import UserError
from tournaments.services.open_tables import Sitter


@act("evening", "rounds.edit", does="evenings.set_up", is_open=flag(True), newcomers=flag(True))
def set_up_evening(at: At) -> Evening:
    """Make the event open evenings, or open and close them."""
    return open_tables.set_up(at.by, at.tournament, **at.values)


@act(
    "evening/tables", "rounds.edit", does="evenings.open_table",
    players=serializers.ListField(child=serializers.CharField(max_length=120), min_length=4, max_length=4),
    name=text(longest=20),
)  # fmt: skip
def open_table(at: At) -> GameTable:
    """A table of four, East first: each by the number of the list, or a new player by name."""
    known = {str(entry.number): entry for entry in at.tournament.entries.all()}
    sitters: list[Sitter] = []
    for one in at["players"]:
        if one.isdecimal() and one not in known:
            raise UserError(_("There is no player %(number)s here.") % {"number": one}, field="players")
        sitters.append(known.get(one, one))
    return open_tables.open_table(at.by, at.tournament, sitters=sitters, name=at["name"])


@act("rounds/<number:number>/tables/<number:table>/abandon", "rounds.edit", does="evenings.abandon")
def abandon_table(at: At) -> Round:
    """Close a table of an evening at which nobody played."""
    return open_tables.abandon(at.by, at.table)
