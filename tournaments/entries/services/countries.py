from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text import places
from tournaments.core.text.folding import fold_to_name_key
from tournaments.events.models import Tournament


@change("entries.country", gettext_noop("Country of a text named"))
def name_country(change: Change, tournament: Tournament, *, text: str, country: str) -> Tournament:
    """Let a typed text mean a country code, later too. Raises `UserError` if it names a country, or nobody has it."""
    key = fold_to_name_key(text)
    everybody = (tournament.entries.all(), tournament.teams.all(), tournament.applications.all())
    rows = [row for rows in everybody for row in rows.exclude(country="") if fold_to_name_key(row.country) == key]
    if places.find_country_code(text) or not rows:
        raise UserError(_("“%(text)s” is not one of the unknown countries.") % {"text": text}, field="text")
    with change.edit(tournament):
        tournament.named_countries = tournament.named_countries | {key: country}
    for row in rows:
        row.tournament = tournament
        with change.edit(row):
            row.country_code = country
    return tournament
