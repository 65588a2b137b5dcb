"""Personal data that the site stores, why and how long: for the organiser's page and docs/personal-data.md.

The columns of players and registrations are those of `tournaments.entries.fields`; the rows here are beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import AccountRequest, User
from tournaments.core.models.log import AuditEntry
from tournaments.entries.fields import PLAYER, REGISTRATION, ModelColumn, Visibility
from tournaments.entries.models.entries import MergedEntry, Portrait
from tournaments.entries.models.registration import Email
from tournaments.fees.models import Payment
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.models.results import Confirmation

Text = str | Promise

EVERYBODY, STAFF, ORGANISERS = _("everybody"), _("the staff"), _("organisers")
ADMINISTRATORS: Final = _("administrators of the site")
VISIBLE_TO: Final[dict[Visibility, Text]] = {
    Visibility.PUBLIC: EVERYBODY,
    Visibility.STAFF: STAFF,
    Visibility.ORGANISERS: ORGANISERS,
    Visibility.INTERNAL: _("the program"),
}
_ERASED: Final = _("until the person is erased")
_RESULTS: Final = _("as long as the results")


class Stored(NamedTuple):
    """Personal data of one kind: name, readers, purpose and period."""

    title: Text
    seen_by: Text
    purpose: Text
    period: Text


BESIDE: Final[dict[type[Model], Stored]] = {
    Portrait: Stored(_("Photo of a player"), STAFF, _("check-in"), _ERASED),
    SheetPhoto: Stored(_("Photos of sheets, with names and signatures"), STAFF, _("proof of a result"), _ERASED),
    Confirmation: Stored(_("Confirmations of sheets, with initials"), STAFF, _("proof of a result"), _RESULTS),
    Email: Stored(
        _("E-mails: address, time and state"),
        ORGANISERS,
        _("each e-mail is sent once"),
        _("for the days that the event keeps contact data"),
    ),
    Payment: Stored(
        _("Payments: number, date, amount, purpose and method"),
        ORGANISERS,
        _("bookkeeping, which the law requires"),
        _("for good, under initials once the person is erased"),
    ),
    MergedEntry: Stored(_("Former values of a merged entry"), _("the program"), _("undo"), _ERASED),
    AuditEntry: Stored(
        _("Log: account, address and browser of each change, and what was changed"),
        ORGANISERS,
        _("everybody can check how a result came about"),
        _("for good; values of a person until the person is erased"),
    ),
    User: Stored(
        _("Account: user name, name, e-mail address, language"),
        ADMINISTRATORS,
        _("signing in"),
        _("as long as the site"),
    ),
    AccountRequest: Stored(
        _("Request for an account: user name, e-mail address, club"),
        ADMINISTRATORS,
        _("answering it"),
        _("until it is answered, at most 60 days"),
    ),
}

WITHOUT_MODEL: Final = (
    Stored(
        _("Reasons, notes, cases and rulings that name a person"),
        STAFF,
        _("each decision has its reason"),
        _("for good; the erasure offers to replace the name by initials"),
    ),
    Stored(_("Backups"), ADMINISTRATORS, _("loss of the computer"), _("at most 30 days after an erasure")),
)


def of_players() -> list[Stored]:
    return list(_rows(PLAYER))


def of_registrations() -> list[Stored]:
    return list(_rows(REGISTRATION))


def beside() -> list[Stored]:
    return [*BESIDE.values(), *WITHOUT_MODEL]


def _rows(table: Iterable[ModelColumn]) -> Iterator[Stored]:
    for column in table:
        if column.purpose:
            yield Stored(column.label, VISIBLE_TO[column.visible], column.purpose, column.period)
