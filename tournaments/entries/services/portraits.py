"""Players' photos: one per player, small, erased with the person's data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from engine.sentences import gettext_noop
from tournaments.accounts.services import limits
from tournaments.core.audit import Change, change
from tournaments.core.pictures import SmallPhoto
from tournaments.entries.models.entries import Entry, Portrait

SIDE: Final = 480
"""Pixels of the longer side: a face is known, and a register of hundreds stays small."""


@change("portraits.keep", gettext_noop("Photo of a player kept"))
def keep(change: Change, entry: Entry, *, small: SmallPhoto) -> Portrait:
    """Store the photo, made by `pictures.made_small` with `SIDE` pixels, replacing the previous one."""
    digest = hashlib.sha256(small.picture).hexdigest()
    kept = Portrait.objects.filter(entry=entry).first()
    if kept is not None and kept.digest == digest:
        change.nothing()
        return kept
    limits.check_storage(entry.tournament, len(small.picture) - (len(kept.picture) if kept else 0))
    before = _facts(kept) if kept else {}
    facts = {"picture": small.picture, "width": small.width, "height": small.height, "digest": digest}
    found, _new = Portrait.objects.update_or_create(entry=entry, defaults=facts)
    change.note(found, before=before, after=_facts(found))
    return found


@change("portraits.remove", gettext_noop("Photo of a player deleted"))
def remove(change: Change, entry: Entry) -> None:
    """Delete the photo, if there is one."""
    if not forget(change, entry):
        change.nothing()


def forget(change: Change, entry: Entry) -> bool:
    """Delete the photo within another change. Returns whether there was one."""
    found = Portrait.objects.filter(entry=entry).first()
    if found is None:
        return False
    change.note(found, before=_facts(found), key=found.pk)
    found.delete()
    return True


def carry(change: Change, entry: Entry, *, earlier: Iterable[Entry]) -> None:
    """Copy the newest photo of these entries of the same person to the new one."""
    newest = Portrait.objects.filter(entry__in=list(earlier)).order_by("-added_at", "-pk").first()
    if newest is not None:
        taken = {"picture": newest.picture, "width": newest.width, "height": newest.height, "digest": newest.digest}
        made = Portrait.objects.create(entry=entry, **taken)
        change.note(made, after=_facts(made))


def _facts(portrait: Portrait) -> dict[str, object]:
    return {"sha256": portrait.digest, "bytes": len(portrait.picture)}
