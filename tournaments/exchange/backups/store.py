"""Place of the backups, `STORAGES["backups"]`: a folder of this machine or of several, or a bucket.

In a bucket the description lies beside its archive, since a list would fetch every archive whole. The database records
the newest backup, so that a machine that cannot see it warns of that.
"""

from __future__ import annotations

import datetime
import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from shutil import copyfileobj
from typing import Any, Final

from django.conf import settings
from django.core.files import File
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, Storage, storages
from django.db import connection
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.core.models.site import NewestBackup
from tournaments.core.this_machine import get_machine_name
from tournaments.exchange.backups import archive
from tournaments.exchange.backups.archive import BackupDescription

NAME: Final = re.compile(r"\d{8}T\d{6}Z[a-z0-9-]{0,120}\.zip")
"""File name of a backup: time (UTC) and reason."""
DESCRIPTION: Final = ".json"


@dataclass(frozen=True)
class Backup:
    """Backup in a storage; `machine` made it, if this machine does not see its file."""

    storage: Storage
    name: str
    about: BackupDescription
    size: int
    copied: bool = False
    machine: str = ""

    @property
    def made_at(self) -> datetime.datetime:
        return datetime.datetime.fromisoformat(self.about.made_at)

    @property
    def path(self) -> Path:
        """Path of the file. Raises NotImplementedError in a bucket."""
        return Path(self.storage.path(self.name))

    @property
    def address(self) -> str:
        return f"{address(self.storage)}/{self.name}"

    @contextmanager
    def local(self) -> Iterator[Path]:
        """Yield a local path of the file, fetched from a bucket."""
        try:
            path = self.path
        except NotImplementedError:
            with tempfile.TemporaryDirectory(prefix=".fetched-", dir=work_folder()) as work:
                path = Path(work) / self.name
                with self.storage.open(self.name) as source, path.open("wb") as target:
                    copyfileobj(source, target)
                yield path
        else:
            yield path


class FinishedFile(File):
    """Finished file, which a folder storage moves into place: no incomplete backup is ever visible."""

    def __init__(self, path: Path) -> None:
        super().__init__(None, path.name)
        self.draft = path

    def temporary_file_path(self) -> str:
        return str(self.draft)


def storage() -> Storage:
    return storages["backups"]


def folder(place: Storage | None = None) -> Path | None:
    """Return the folder, created if missing and closed to other users; None for a bucket."""
    try:
        path = Path((place or storage()).path(""))
    except NotImplementedError:
        return None
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def work_folder() -> Path:
    """Return a folder of this machine for drafts, on the disk of the backups, so that they can be moved into place."""
    path = folder() or Path(settings.DATA_DIR) / "backups"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def address(place: Storage | None = None) -> str:
    bucket: Any = place or storage()
    return str(folder(bucket) or "/".join(filter(None, (bucket.endpoint_url, bucket.bucket_name, bucket.location))))


def place_sentence() -> str:
    path = folder()
    if path is None:
        return _("Backups are in the bucket %(address)s, for all machines of this site.") % {"address": address()}
    if connection.vendor == archive.SQLITE:
        return _("Backups are in the folder %(folder)s of this machine.") % {"folder": path}
    return _(
        "Backups are in the folder %(folder)s of the machine %(machine)s. Others see them if they share this folder."
    ) % {"folder": path, "machine": get_machine_name()}


def second_folder() -> Path | None:
    """Return the second folder (a USB stick, another disk), which may be unavailable; None if not configured."""
    return Path(settings.BACKUP_COPY) if settings.BACKUP_COPY else None


def listed() -> list[Backup]:
    return list(_newest_first())


def newest() -> Backup | None:
    """Return the newest backup of the site, also if its file is out of sight."""
    return next(iter(_with_out_of_sight(_newest_first())), None)


def known() -> list[Backup]:
    """Return the backups, newest first, with the newest of the site even if its file is out of sight."""
    return list(_with_out_of_sight(_newest_first()))


def out_of_sight() -> Backup | None:
    """Return the newest backup of the site if this machine does not see its file."""
    backup = None if settings.REHEARSAL else recorded()
    return None if backup is None or storage().exists(backup.name) else backup


def recorded() -> Backup | None:
    """Return the newest backup that the database records, wherever its file is."""
    newest = NewestBackup.objects.first()
    if newest is None:
        return None
    about = BackupDescription(made_at=newest.made_at.isoformat(), why=newest.why, engine="", database="", program="")
    return Backup(storage(), newest.name, about, 0, machine=newest.machine)


def warning() -> str:
    """Return a sentence if this machine does not see the newest backup, or an empty text."""
    backup = out_of_sight()
    if backup is None:
        return ""
    return _(
        "The newest backup, %(name)s, was made on the machine %(machine)s and is not in %(place)s, where the machine"
        " %(here)s looks. Set MAHJONG_DIRECTOR_BACKUPS to one shared folder or bucket on all machines."
    ) % {"name": backup.name, "machine": backup.machine, "place": address(), "here": get_machine_name()}


def exists(name: str) -> bool:
    return NAME.fullmatch(name) is not None and storage().exists(name)


def named(name: str) -> Backup:
    """Return the backup. Raises `UserError` if there is none; it may have been rotated away."""
    if not exists(name):
        raise UserError(_("There is no such backup any more."))
    return _read(storage(), name)


def of_file(path: Path) -> Backup:
    """Return the backup in any file. Raises `UserError` for another file."""
    return Backup(FileSystemStorage(path.parent), path.name, archive.read_about(path), path.stat().st_size)


def save(draft: Path) -> None:
    """Move the finished archive into its place. Raises OSError."""
    if folder() is not None:
        storage().save(draft.name, FinishedFile(draft))
        return
    with draft.open("rb") as content:
        storage().save(draft.name, File(content))


def describe(backup: Backup) -> None:
    if folder() is None:
        text = json.dumps({"size": backup.size, "about": asdict(backup.about)})
        storage().save(backup.name + DESCRIPTION, ContentFile(text.encode()))
    record(backup)


def record(backup: Backup) -> None:
    values = {"name": backup.name, "made_at": backup.made_at, "why": backup.about.why, "machine": get_machine_name()}
    NewestBackup.objects.update_or_create(pk=1, defaults=values)


def delete(name: str) -> None:
    storage().delete(name)
    if folder() is None:
        storage().delete(name + DESCRIPTION)
    if (second := second_folder()) is not None:
        (second / name).unlink(missing_ok=True)


def _newest_first() -> Iterator[Backup]:
    folder()
    for name in sorted(filter(NAME.fullmatch, storage().listdir("")[1]), reverse=True):
        try:
            yield _read(storage(), name)
        except (UserError, FileNotFoundError):
            # The file is none of ours, or was rotated away meanwhile.
            continue


def _with_out_of_sight(backups: Iterator[Backup]) -> Iterator[Backup]:
    missing = out_of_sight()
    for backup in backups:
        if missing is not None and missing.made_at > backup.made_at:
            yield missing
            missing = None
        yield backup
    if missing is not None:
        yield missing


def _read(place: Storage, name: str) -> Backup:
    """Return the backup. Raises `UserError` for another file, and FileNotFoundError."""
    if folder(place) is None:
        about, size = _described(place, name)
    else:
        about, size = archive.read_about(Path(place.path(name))), place.size(name)
    second = second_folder()
    return Backup(place, name, about, size, copied=second is not None and (second / name).exists())


@lru_cache(1000)
def _described(place: Storage, name: str) -> tuple[BackupDescription, int]:
    """Return description and size of a backup in a bucket, from the archive itself if the description is missing."""
    try:
        with place.open(name + DESCRIPTION) as content:
            values = json.loads(content.read(archive.MAX_TEXT))
            return archive.parse_about(json.dumps(values["about"]).encode(), name), int(values["size"])
    except (FileNotFoundError, KeyError, TypeError, ValueError):
        backup = Backup(place, name, BackupDescription("", "", "", "", ""), 0)
        with backup.local() as path:
            return archive.read_about(path), path.stat().st_size
