"""What an event knows of a person, told to the person, or forgotten: results stay, under initials."""

from __future__ import annotations

from engine.sentences import gettext_noop
from tournaments.models import Application, Entry
from tournaments.services.audit import Change, change


@change("entries.erase", gettext_noop("Personal data erased"))
def erase(change: Change, entry: Entry, *, reason: str = "") -> Entry:
    """The player stays as initials with their results; what was sent with a registration is deleted.

    The country stays, as results are listed by it. The log, whose entries cannot be changed, keeps the names that were
    in it: whoever may read it, reads them.
    """
    initials = _initials(entry)
    for sent in Application.objects.filter(entry=entry):
        change.delete(sent)
    with change.edit(entry):
        entry.family_name, entry.given_name, entry.native_name, entry.romanised_name = "", "", "", initials
        entry.club, entry.ema_number, entry.note = "", None, ""
    return entry


def _initials(entry: Entry) -> str:
    """The first letters of the name's parts.

    >>> _initials(Entry(given_name="Petra Maria", family_name="Quist"))
    'P. M. Q.'
    """
    return " ".join(f"{part[0].upper()}." for part in entry.name.split())
