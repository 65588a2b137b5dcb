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
"""Pixels of the longer side: a face is recognised, and a register of hundreds stays small."""


@change("portraits.keep", gettext_noop("Photo of a player kept"))
def keep(change: Change, entry: Entry, *, small: SmallPhoto) -> Portrait:
    """Store the photo, made by `pictures.made_small` with `SIDE` pixels, replacing the previous one."""
    digest = hashlib.sha256(small.picture).hexdigest()
    portrait = Portrait.objects.filter(entry=entry).first()
    if portrait is not None and portrait.digest == digest:
        change.nothing()
        return portrait
    limits.check_storage(entry.tournament, len(small.picture) - (len(portrait.picture) if portrait else 0))
    before = _describe_portrait(portrait) if portrait else {}
    facts = {"picture": small.picture, "width": small.width, "height": small.height, "digest": digest}
    portrait, _new = Portrait.objects.update_or_create(entry=entry, defaults=facts)
    change.note(portrait, before=before, after=_describe_portrait(portrait))
    return portrait


@change("portraits.remove", gettext_noop("Photo of a player deleted"))
def remove(change: Change, entry: Entry) -> None:
    if not forget(change, entry):
        change.nothing()


def forget(change: Change, entry: Entry) -> bool:
    """Delete the photo within another change; return True if there was one."""
    portrait = Portrait.objects.filter(entry=entry).first()
    if portrait is None:
        return False
    change.note(portrait, before=_describe_portrait(portrait), key=portrait.pk)
    portrait.delete()
    return True


def carry(change: Change, entry: Entry, *, earlier: Iterable[Entry]) -> None:
    newest = Portrait.objects.filter(entry__in=list(earlier)).order_by("-added_at", "-pk").first()
    if newest is not None:
        facts = {"picture": newest.picture, "width": newest.width, "height": newest.height, "digest": newest.digest}
        portrait = Portrait.objects.create(entry=entry, **facts)
        change.note(portrait, after=_describe_portrait(portrait))


def _describe_portrait(portrait: Portrait) -> dict[str, object]:
    return {"sha256": portrait.digest, "bytes": len(portrait.picture)}
