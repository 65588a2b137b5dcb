"""Arrival of an event on loan in the hall: roles, codes of tables, and keys of its rows on the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import models

from tournaments.accounts.models import Membership, User
from tournaments.accounts.services import accounts
from tournaments.core.audit import Change
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.exchange.document.fields import RowKey
from tournaments.exchange.document.loans import LentRole, ReadLoan
from tournaments.exchange.models import Loan
from tournaments.rounds.models import GameTable
from tournaments.seasons.models import Evening

Made = Mapping[type[models.Model], Mapping[Any, Any]]
"""Model -> key of the file -> row here."""


def borrow(change: Change, event: Tournament, loan: ReadLoan, rows_by_model: Made) -> dict[str, Any]:
    """Give the event the roles and codes of the loan, and remember the site; return values for the log."""
    set_codes(change, event, loan, rows_by_model.get(GameTable, {}))
    for role in loan.roles:
        Membership.objects.get_or_create(tournament=event, user=_find_or_create_account(change, role), role=role.role)
    by_name = {model._meta.model_name or "": rows for model, rows in rows_by_model.items()}
    keys = {
        name: {origin_key: by_name[name][key].pk for origin_key, key in rows.items() if key in by_name[name]}
        for name, rows in loan.keys.items()
        if name in by_name
    }
    Loan.objects.create(tournament=event, site=loan.site, lent_at=loan.lent_at, keys=keys)
    return {"site": loan.site, "roles": [f"{role.user}: {role.role}" for role in loan.roles]}


def set_codes(_change: Change, event: Tournament, loan: ReadLoan, tables: Mapping[RowKey, GameTable]) -> None:
    """Give table and room the codes of printed papers, except codes in use. Part of a change."""
    used = set(GameTable.objects.filter(token__in=loan.tables.values()).values_list("token", flat=True))
    rows = []
    for key, code in loan.tables.items():
        if key in tables and code not in used:
            used.add(code)
            tables[key].token = code
            rows.append(tables[key])
    GameTable.objects.bulk_update(rows, ["token"], batch_size=500)
    if loan.evening and not Evening.objects.exclude(tournament=event).filter(token=loan.evening).exists():
        Evening.objects.filter(tournament=event).update(token=loan.evening)


def _find_or_create_account(change: Change, role: LentRole) -> User:
    """Return the account of the role; create a missing one, which signs in by a link."""
    user = User.objects.filter(username__iexact=role.user, acted_at=None).first()
    if user is not None:
        return user
    try:
        return accounts.create(change.by, username=role.user, email=role.email)
    except UserError as error:
        raise UserError(str(error), field="file") from None
