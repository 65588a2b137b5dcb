"""What an event knows of a person, told to the person, or forgotten: results stay, under initials."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from engine.sentences import gettext_noop
from tournaments.models import Application, Entry, SeasonMerge, Seat, SheetPhoto
from tournaments.services import photos, portraits
from tournaments.services.audit import Change, change


@change("entries.erase", gettext_noop("Personal data erased"), on_archived=True)
def erase(change: Change, entry: Entry, *, reason: str = "") -> Entry:
    """The player stays as initials with their results; what was sent with a registration is deleted.

    Their photo goes, and photos of their tables' sheets, as they show names and signatures. The country stays, as
    results are listed by it. The log, whose entries cannot be changed, keeps the names that were in it: whoever may
    read it, reads them.
    """
    initials = _initials(entry)
    for sent in Application.objects.filter(entry=entry):
        change.delete(sent)
    sat_there = Seat.objects.filter(
        entry=entry, seating__round=OuterRef("table__round"), table_number=OuterRef("table__number")
    )
    portraits.forget(change, entry)
    for photo in SheetPhoto.objects.filter(Exists(sat_there)):
        photos.forget(change, photo)
    # Initials are nobody's spelling; the season's own pages say who is whom, and no longer may.
    SeasonMerge.objects.filter(Q(entry=entry) | Q(same_as=entry)).delete()
    with change.edit(entry):
        entry.family_name, entry.given_name, entry.native_name, entry.romanised_name = "", "", "", initials
        entry.club, entry.ema_number, entry.note, entry.account = "", None, "", None
    return entry


def _initials(entry: Entry) -> str:
    """The first letters of the name's parts.

    >>> _initials(Entry(given_name="Petra Maria", family_name="Quist"))
    'P. M. Q.'
    """
    return " ".join(f"{part[0].upper()}." for part in entry.name.split())
