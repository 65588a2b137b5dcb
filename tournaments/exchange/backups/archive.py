"""Backup file: a zip with `about.json`, the database, `media/` and the secret key, closed to other users."""

from __future__ import annotations

import datetime
import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _

from engine.bounded_json import read_json
from engine.errors import EngineError
from engine.files import quote_path
from tournaments.core.errors import UserError
from tournaments.exchange.container import DAMAGED

FORMAT: Final = 1
ABOUT, SECRET = "about.json", "secret_key"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
FILE_NAMES: Final = {SQLITE: "database.sqlite3", POSTGRESQL: "database.pgdump"}
MAX_TEXT, MAX_NAME = 4_000_000, 500
"""Bytes of the description, which names the head of every event's log, and characters of a text in it."""
EARLIEST, LATEST = datetime.datetime(2000, 1, 1), datetime.datetime(9000, 1, 1)

LEFT_OUT: Final = "jobs/"
"""Folder of files that background work made: they can be made again, and would be most of a backup."""


@dataclass(frozen=True)
class BackupDescription:
    """Description of a backup; `heads`: slug of each event -> [number, digest] of the last entry of its log."""

    made_at: str
    why: str
    engine: str
    database: str
    program: str
    tournament: str = ""
    round: int | None = None
    heads: dict[str, list[Any]] = field(default_factory=dict)
    format: int = FORMAT


def read_about(path: Path) -> BackupDescription:
    """Return a backup's description. Raises `UserError` for any other file."""
    try:
        return parse_about(_text(path, ABOUT), path.name)
    except (*DAMAGED, KeyError) as error:
        raise no_backup(path.name) from error


def parse_about(text: bytes, name: str) -> BackupDescription:
    """Return the description of the backup of that name. Raises `UserError` for any other text."""
    try:
        values = read_json(text.decode())
        if not isinstance(values, dict) or not isinstance(values.get("format", FORMAT), int):
            raise ValueError("not a description")
        if values.get("format", FORMAT) > FORMAT:
            raise UserError(_("This backup was made by a newer version of the program; update first."))
        about = BackupDescription(**values)
        _check(about)
    except (EngineError, TypeError, ValueError) as error:
        raise no_backup(name) from error
    return about


def no_backup(name: str) -> UserError:
    return UserError(_("%(name)s is not a backup of this program.") % {"name": quote_path(name)})


def read_secret(path: Path) -> str:
    """Return the secret key in a backup. Raises `UserError` if there is none."""
    try:
        return _text(path, SECRET).decode("ascii")
    except (*DAMAGED, KeyError) as error:
        raise no_backup(path.name) from error


def _text(path: Path, part: str) -> bytes:
    with zipfile.ZipFile(path) as archive, archive.open(part) as opened:
        content = opened.read(MAX_TEXT + 1)
    if len(content) > MAX_TEXT:
        raise ValueError(f"{part} is too long")
    return content


def _check(about: BackupDescription) -> None:
    """Raise ValueError or TypeError for a stranger's values; the database's name, say, becomes part of a path."""
    texts = (about.made_at, about.why, about.engine, about.database, about.program, about.tournament)
    if not all(isinstance(text, str) and len(text) <= MAX_NAME for text in texts):
        raise TypeError("not a text")
    if about.database != FILE_NAMES.get(about.engine):
        raise ValueError("not a database")
    if about.round is not None and not isinstance(about.round, int):
        raise TypeError("not a round")
    if not isinstance(about.heads, dict):
        raise TypeError("not the heads of logs")
    moment = datetime.datetime.fromisoformat(about.made_at)
    if not EARLIEST < moment.replace(tzinfo=None) < LATEST or moment.tzinfo is None:
        raise ValueError("not a time")


def write(target: Path, about: BackupDescription, database: Path) -> None:
    target.touch(mode=0o600)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        archive.writestr(ABOUT, text_of(about))
        archive.write(database, about.database)
        archive.writestr(SECRET, settings.SECRET_KEY)
        for path in _media():
            archive.write(path, f"media/{path.relative_to(settings.MEDIA_ROOT).as_posix()}")


def text_of(about: BackupDescription) -> str:
    return json.dumps(asdict(about), indent=1)


def _media() -> Iterator[Path]:
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.relative_to(root).as_posix().startswith(LEFT_OUT):
            yield path


def extract(path: Path, into: Path, *, part: str) -> list[Path]:
    """Extract `part` (a file, or a folder with a slash); return the files written. Raises `UserError`.

    Rejects names that lead out of the folder: a backup may come from a stranger.
    """
    written, top = [], into.resolve()
    try:
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name != part and not (part.endswith("/") and name.startswith(part)):
                    continue
                target = into / name
                if name.endswith("/") or ".." in target.parts or not target.resolve().is_relative_to(top):
                    continue
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with archive.open(name) as source, target.open("wb") as out:
                    shutil.copyfileobj(source, out)
                target.chmod(0o600)
                written.append(target)
    except OSError:
        # A full or closed disk is not the archive's fault.
        raise
    except DAMAGED as error:
        raise UserError(_("The backup cannot be opened: %(why)s") % {"why": error}) from error
    if not written and not part.endswith("/"):
        raise UserError(_("The backup cannot be opened: %(why)s") % {"why": f"{part}?"})
    return written
