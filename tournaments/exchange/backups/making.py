"""Making a backup: the database, then its files; checked, copied to the second folder, old ones deleted."""

from __future__ import annotations

import logging
import shutil
import tempfile
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from filelock import FileLock

from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.exchange.backups import archive, dumps
from tournaments.exchange.backups.archive import About, Backup
from tournaments.exchange.backups.rotation import BackupInfo, superfluous
from tournaments.rounds.models import Round
from tournaments.site.environment import program_mark

log = logging.getLogger("tournaments.exchange.backups")

ROUND, CLOCK, HAND, COMMAND, RESTORE = "round", "clock", "hand", "command", "restore"
"""Reasons for a backup: a round is confirmed, time has passed, somebody asked, before a restore."""


def make(why: str, *, tournament: str = "", round_number: int | None = None) -> Backup:
    """Make a backup of the whole site. Raises `UserError` (no space, a missing program, a damaged copy), OSError.

    Simultaneous calls wait for each other.
    """
    with _alone():
        now = timezone.now()
        folder = archive.folder()
        _check_room(folder)
        stem = f"{now:%Y%m%dT%H%M%SZ}-{why}" + (f"-{round_number}-{slugify(tournament)[:60]}" if round_number else "")
        target = _free(folder, stem)
        with tempfile.TemporaryDirectory(prefix=".draft-", dir=folder) as work:
            name = archive.FILE_NAMES[connection.vendor]
            heads = dumps.dump(Path(work) / name)
            about = About(
                made_at=now.isoformat(),
                why=why,
                engine=connection.vendor,
                database=name,
                program=program_mark(),
                tournament=tournament,
                round=round_number,
                heads=heads,
            )
            archive.write(target, about, Path(work) / name)
        _check(target)
        copied = _copy(target)
        _rotate()
    return Backup(target, about, target.stat().st_size, copied)


def due() -> bool:
    """Return whether a backup is due: an event is running, something was written, and the last one is old enough."""
    today = timezone.localdate()
    runs = (
        Round.objects.filter(
            state__in=(Round.State.PUBLISHED, Round.State.PLAYING), tournament__rehearsal=False
        ).exists()
        or Tournament.objects.filter(starts_on__lte=today, ends_on__gte=today, rehearsal=False).exists()
    )
    if not runs:
        return False
    last = next(iter(archive.listed()), None)
    if last is None:
        return True
    old = last.made_at < timezone.now() - timedelta(minutes=settings.BACKUP_MINUTES)
    return old and AuditEntry.objects.filter(at__gt=last.made_at).exists()


def problem() -> str:
    """Return the problem with the second folder as a sentence, or nothing."""
    second = archive.second_folder()
    if second is None or second.is_dir():
        return ""
    return _("The second folder for backups is not there: %(folder)s. Is the stick in?") % {"folder": second}


def _alone() -> FileLock:
    """Return the lock shared by all processes of the site that make a backup."""
    return FileLock(archive.folder() / ".lock")


def _free(folder: Path, stem: str) -> Path:
    number, found = 1, folder / f"{stem}.zip"
    while found.exists():
        number += 1
        found = folder / f"{stem}-{number}.zip"
    return found


def _check_room(folder: Path) -> None:
    """Require space for a packed copy and a reserve: a backup must not fill the disk."""
    last = next(iter(archive.listed()), None)
    size = Path(connection.settings_dict["NAME"]).stat().st_size if connection.vendor == archive.SQLITE else 0
    wanted = 2 * size + (last.size if last else 0) + 20_000_000
    if shutil.disk_usage(folder).free < wanted:
        raise UserError(
            _("No room for a backup: %(wanted)s MB are needed in %(folder)s.")
            % {"wanted": wanted // 1_000_000, "folder": folder}
        )


def _check(path: Path) -> None:
    """Read the whole file back from the disk."""
    import zipfile

    with zipfile.ZipFile(path) as opened:
        broken = opened.testzip()
    if broken is not None:
        path.unlink()
        raise UserError(_("The backup cannot be opened: %(why)s") % {"why": broken})


def _copy(path: Path) -> bool:
    """Copy it to the second folder. An unavailable one is logged and shown on the page."""
    second = archive.second_folder()
    if second is None:
        return False
    draft = second / f"{path.name}.draft"
    try:
        shutil.copyfile(path, draft)
        draft.chmod(0o600)
        draft.replace(second / path.name)
    except OSError:
        log.warning("a backup was not copied to the second folder", extra={"folder": str(second)}, exc_info=True)
        return False
    return True


def _rotate() -> None:
    kept = [BackupInfo(one.name, one.made_at, one.about.why) for one in archive.listed()]
    second = archive.second_folder()
    for name in superfluous(kept):
        (archive.folder() / name).unlink(missing_ok=True)
        if second is not None:
            (second / name).unlink(missing_ok=True)
