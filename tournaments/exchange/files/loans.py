"""File of an event that travels: to the hall with roles and codes, and back to the site."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack
from tournaments.exchange.models import Loan


def make_loan_file(tournament: Tournament, site: str) -> bytes:
    """Return the file; `site` is the address of this site. Raises `UserError` if the event is not on its way."""
    if tournament.lent_at is None and not Loan.objects.filter(tournament=tournament).exists():
        raise UserError(_("Take the event to the hall first; then it has a file for the hall."))
    return pack(tournament, loan=True, site=site[:200])


def make_file_name(tournament: Tournament) -> str:
    """Return the suggested name, which tells the direction of the file."""
    return f"{tournament.slug}-{'hall' if tournament.lent_at is not None else 'site'}.zip"
