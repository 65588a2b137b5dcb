"""Backup file: a zip with `about.json`, the database, `media/` and the secret key, closed to other users."""

from __future__ import annotations

import datetime
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError

FORMAT: Final = 1
ABOUT, SECRET = "about.json", "secret_key"
NAME: Final = re.compile(r"\d{8}T\d{6}Z[a-z0-9-]{0,120}\.zip")
"""Of a backup's file: the moment (UTC), then why it was made."""

LEFT_OUT: Final = "jobs/"
"""Below the media folder: files that background work made. They can be made again, and would be most of a backup."""


@dataclass(frozen=True)
class About:
    """Description of a backup. `why`: round, clock, hand, command, restore; `heads`: slug -> [number, digest] of the
    last entry of each event's log.
    """

    made_at: str
    why: str
    engine: str
    database: str
    program: str
    tournament: str = ""
    round: int | None = None
    heads: dict[str, list[Any]] = field(default_factory=dict)
    format: int = FORMAT


@dataclass(frozen=True)
class Backup:
    """A backup in the folder."""

    path: Path
    about: About
    size: int
    copied: bool

    @property
    def name(self) -> str:
        """File name, which is also its URL part."""
        return self.path.name

    @property
    def made_at(self) -> datetime.datetime:
        """Time at which the database was read (UTC)."""
        return datetime.datetime.fromisoformat(self.about.made_at)


def folder() -> Path:
    """Return the folder of backups; created if missing, closed to other users."""
    found = Path(settings.BACKUP_FOLDER)
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def second_folder() -> Path | None:
    """Return the second folder (a USB stick, another disk); None if not configured. It may be unavailable."""
    return Path(settings.BACKUP_COPY) if settings.BACKUP_COPY else None


def listed() -> list[Backup]:
    """Return the backups, newest first; other files are ignored."""
    second = second_folder()
    found = []
    for path in sorted(folder().glob("*.zip"), reverse=True):
        if not NAME.fullmatch(path.name):
            continue
        try:
            about = read_about(path)
        except UserError:
            continue
        copied = second is not None and (second / path.name).exists()
        found.append(Backup(path, about, path.stat().st_size, copied))
    return found


def named(name: str) -> Backup:
    """Return the backup of that name. Raises `UserError` if there is none (it may have been rotated away)."""
    path = folder() / name
    if not NAME.fullmatch(name) or not path.is_file():
        raise UserError(_("There is no such backup any more."))
    return Backup(path, read_about(path), path.stat().st_size, copied=False)


def read_about(path: Path) -> About:
    """Return a backup's description. Raises `UserError` for any other file."""
    try:
        with zipfile.ZipFile(path) as archive:
            values = json.loads(archive.read(ABOUT))
        about = About(**values)
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
        raise UserError(_("%(name)s is no backup of this program.") % {"name": path.name}) from error
    if about.format > FORMAT:
        raise UserError(_("This backup was made by a newer version of the program; update first."))
    return about


def write(target: Path, about: About, database: Path) -> None:
    """Write the archive under a temporary name and rename it, so that no partial backup is visible. Raises OSError."""
    draft = target.with_suffix(".draft")
    try:
        draft.touch(mode=0o600)
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            archive.writestr(ABOUT, json.dumps(asdict(about), indent=1))
            archive.write(database, about.database)
            archive.writestr(SECRET, settings.SECRET_KEY)
            for path in _media():
                archive.write(path, f"media/{path.relative_to(settings.MEDIA_ROOT).as_posix()}")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _media() -> Iterator[Path]:
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.relative_to(root).as_posix().startswith(LEFT_OUT):
            yield path


def extract(path: Path, into: Path, *, part: str) -> list[Path]:
    """Extract `part` (a file, or a folder with a slash); returns the files written.

    Names that lead out of the folder are rejected: a backup may come from a stranger.
    """
    written = []
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name != part and not (part.endswith("/") and name.startswith(part)):
                continue
            if name.endswith("/") or PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                continue
            target = into / name
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with archive.open(name) as source, target.open("wb") as out:
                shutil.copyfileobj(source, out)
            target.chmod(0o600)
            written.append(target)
    return written
