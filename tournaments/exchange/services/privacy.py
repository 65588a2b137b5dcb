"""Erasure of a person: results stay, under initials."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.dispatch import Signal

from engine.sentences import gettext_noop
from tournaments.core import discovery, public_files
from tournaments.core.audit import Change, change
from tournaments.entries.fields import PLAYER
from tournaments.entries.models.entries import Entry, MergedEntry
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.services import portraits
from tournaments.fees.models import Payment
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.services import photos
from tournaments.rounds.models import Seat
from tournaments.seasons.models import SeasonMerge

KEPT: Final = frozenset(column.name for column in PLAYER if column.kept)


erasing = Signal()
"""Signal to `erasure` modules inside the change that erases a player, with `change` and the former `entry`."""


@change("entries.erase", gettext_noop("Personal data erased"), on_archived=True)
def erase(change: Change, entry: Entry, *, reason: str = "") -> Entry:
    """Empty every column of the player that `fields.PLAYER` does not keep, and delete the registration.

    Initials replace the name. Photos of the player and of their sheets, which show names and signatures, are deleted.
    The log records none of the values; its earlier entries cannot be changed and keep the names for permitted readers.
    """
    initials, imported = initials_of(entry.name), entry.imported
    discovery.import_modules("erasure")
    erasing.send(Entry, change=change, entry=entry)
    for sent in Application.objects.filter(entry=entry):
        change.delete(sent)
    forget_beside(change, entry)
    sat_there = Seat.objects.filter(
        entry=entry, seating__round=OuterRef("table__round"), table_number=OuterRef("table__number")
    )
    portraits.forget(change, entry)
    # Amounts stay for the totals; reasons of reductions are personal.
    for payment in Payment.objects.filter(entry=entry):
        with change.edit(payment, forget={"reason"}):
            payment.reason = ""
    for photo in SheetPhoto.objects.filter(Exists(sat_there)):
        photos.forget(change, photo)
    erased = {field.attname: field for field in Entry._meta.concrete_fields if field.name not in KEPT}
    with change.edit(entry, forget=erased):
        for name, field in erased.items():
            setattr(entry, name, field.get_default())
        entry.romanised_name = initials
        # The imported file's own fields may describe the player.
        entry.imported = {name: value for name, value in imported.items() if name == "id"}
    tournament = entry.tournament
    transaction.on_commit(lambda: public_files.discard_of(tournament))
    return entry


def forget_beside(_change: Change, entry: Entry) -> None:
    """Delete rows about an erased player outside the event. Part of a change."""
    Email.objects.filter(entry=entry).delete()
    MergedEntry.objects.filter(stays=entry).delete()
    # A merge would still tell readers of the season who the person was.
    SeasonMerge.objects.filter(Q(entry=entry) | Q(same_as=entry)).delete()
    Entry.objects.filter(pk=entry.pk).update(account=None)


def initials_of(name: str) -> str:
    """Return the first letters of the name's parts.

    >>> initials_of("Petra Maria Quist")
    'P. M. Q.'
    """
    return " ".join(f"{part[0].upper()}." for part in name.split())
