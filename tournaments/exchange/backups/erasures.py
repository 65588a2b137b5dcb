"""List of erasures beside the backups, outside the database: a restored older backup gets them again.

Each erasure is a file, named by a digest that has no personal data: of the times at which the event and the row were
made, and of the row's key, which a later row never has at the same time. The second folder gets copies, and a folder
made from a backup takes the list along.
"""

from __future__ import annotations

import datetime
import json
import logging
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, Storage

from tournaments.exchange.backups import store
from tournaments.exchange.backups.store import Backup

log = logging.getLogger("tournaments.exchange.backups")

FOLDER: Final = "erasures"
NAME: Final = re.compile(r"([0-9a-f]{64})\.json")
HELD: Final = datetime.timedelta(days=30)
"""Time after an erasure during which older backups stay."""


@dataclass(frozen=True)
class Erasure:
    """Digest of what was erased, time of the erasure, and digests of the texts in which the name was replaced."""

    digest: str
    at: datetime.datetime
    texts: tuple[str, ...] = ()

    @property
    def removed_by(self) -> datetime.datetime:
        """Time from which no backup of the site holds the person."""
        return self.at + HELD


@dataclass(frozen=True)
class Holding:
    """Number of people erased since a backup was made, and the time by which it is removed."""

    people: int
    removed_by: datetime.datetime


def digest_of(*facts: object) -> str:
    texts = [
        fact.astimezone(datetime.UTC).isoformat() if isinstance(fact, datetime.datetime) else fact for fact in facts
    ]
    return sha256(json.dumps(texts).encode()).hexdigest()


def add(erasure: Erasure) -> None:
    """Store the erasure; texts of an earlier one of the same digest stay, and so does its time."""
    place, name = store.storage(), f"{FOLDER}/{erasure.digest}.json"
    store.folder()
    former = _read(place, erasure.digest)
    if former is not None:
        texts = tuple(sorted({*former.texts, *erasure.texts}))
        erasure = Erasure(erasure.digest, former.at, texts)
        if erasure == former:
            return
        place.delete(name)
    content = json.dumps({"at": erasure.at.isoformat(), "texts": erasure.texts})
    place.save(name, ContentFile(content.encode()))
    second = store.second_folder()
    if second is not None and second.is_dir():
        try:
            (second / FOLDER).mkdir(mode=0o700, exist_ok=True)
            (second / name).write_text(content, encoding="ascii")
        except OSError:
            log.warning("an erasure was not copied to the second folder", exc_info=True)


def listed() -> list[Erasure]:
    """Return the erasures, oldest first: of the backups' place, and those that came with a restored folder."""
    by_digest: dict[str, Erasure] = {}
    for place in (FileSystemStorage(settings.DATA_DIR), store.storage()):
        for erasure in _listed(place):
            by_digest[erasure.digest] = erasure
    return sorted(by_digest.values(), key=lambda erasure: (erasure.at, erasure.digest))


def take_along(path: Path, folder: Path) -> None:
    """Copy the list of this site, and that beside the backup's file, into a data folder made from the backup."""
    for source in (FileSystemStorage(path.parent), FileSystemStorage(settings.DATA_DIR), store.storage()):
        for name in _names(source):
            (folder / FOLDER).mkdir(mode=0o700, exist_ok=True)
            with source.open(f"{FOLDER}/{name}") as content, (folder / FOLDER / name).open("wb") as target:
                shutil.copyfileobj(content, target)


def holding(backup: Backup, erasures: Sequence[Erasure]) -> Holding | None:
    """Return the people whom the backup holds although they are erased by now; None without any."""
    since = [erasure for erasure in erasures if erasure.at > backup.made_at]
    return Holding(len(since), min(erasure.removed_by for erasure in since)) if since else None


def _names(place: Storage) -> list[str]:
    try:
        return sorted(filter(NAME.fullmatch, place.listdir(FOLDER)[1]))
    except FileNotFoundError:
        return []


def _listed(place: Storage) -> Iterator[Erasure]:
    for name in _names(place):
        if (erasure := _read(place, name.removesuffix(".json"))) is not None:
            yield erasure


def _read(place: Storage, digest: str) -> Erasure | None:
    """Return the erasure; None if there is none, or its file is damaged."""
    try:
        with place.open(f"{FOLDER}/{digest}.json") as content:
            values = json.loads(content.read())
        texts = tuple(text for text in values["texts"] if isinstance(text, str))
        return Erasure(digest, datetime.datetime.fromisoformat(values["at"]), texts)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        log.warning("an erasure cannot be read", extra={"digest": digest})
        return None
