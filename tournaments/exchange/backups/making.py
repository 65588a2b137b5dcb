"""Making a backup: copy database and files, check them, copy to the second folder, delete old backups."""

from __future__ import annotations

import logging
import shutil
import tempfile
import zipfile
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.files import File
from django.db import connection
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.exchange.backups import archive, dumps, erasures, locks, store
from tournaments.exchange.backups.archive import BackupDescription
from tournaments.exchange.backups.locks import BackupTask
from tournaments.exchange.backups.rotation import BackupInfo, outlived, superfluous
from tournaments.exchange.backups.store import Backup
from tournaments.rounds.models import Round
from tournaments.site.environment import compute_program_mark

log = logging.getLogger("tournaments.exchange.backups")

ROUND, CLOCK, HAND, COMMAND, RESTORE = "round", "clock", "hand", "command", "restore"


def make(why: str, *, tournament: str = "", round_number: int | None = None) -> Backup:
    """Make a backup of the whole site. Simultaneous calls wait for each other.

    Raises OSError, and `UserError` for a lack of space, a missing program or a damaged copy.
    """
    with locks.held(BackupTask.BACKUP, wait=True):
        now = timezone.now()
        folder = store.work_folder()
        _check_room(folder)
        stem = f"{now:%Y%m%dT%H%M%SZ}-{why}" + (f"-{round_number}-{slugify(tournament)[:60]}" if round_number else "")
        with tempfile.TemporaryDirectory(prefix=".draft-", dir=folder) as work:
            database = Path(work) / archive.FILE_NAMES[connection.vendor]
            heads = dumps.dump(database)
            about = BackupDescription(
                made_at=now.isoformat(),
                why=why,
                engine=connection.vendor,
                database=database.name,
                program=compute_program_mark(),
                tournament=tournament,
                round=round_number,
                heads=heads,
            )
            draft = Path(work) / _free_name(stem)
            archive.write(draft, about, database)
            size = draft.stat().st_size
            store.save(draft)
        with store.storage().open(draft.name) as content:
            _check(content, draft.name)
            copied = _copy(content, draft.name)
        backup = Backup(store.storage(), draft.name, about, size, copied)
        store.describe(backup)
        _rotate()
    return backup


def due() -> bool:
    """Return True if an event is running, something was written, and the last backup is old enough."""
    today = timezone.localdate()
    runs = (
        Round.objects.filter(
            state__in=(Round.State.PUBLISHED, Round.State.PLAYING), tournament__rehearsal=False
        ).exists()
        or Tournament.objects.filter(starts_on__lte=today, ends_on__gte=today, rehearsal=False).exists()
    )
    if not runs:
        return False
    last = store.newest()
    if last is None:
        return True
    old = last.made_at < timezone.now() - timedelta(minutes=settings.BACKUP_MINUTES)
    return old and AuditEntry.objects.filter(at__gt=last.made_at).exists()


def problem() -> str:
    """Return the problem with the second folder as a sentence, or an empty text."""
    second = store.second_folder()
    if second is None or second.is_dir():
        return ""
    return _("The second folder for backups is not there: %(folder)s. Is the stick in?") % {"folder": second}


def _free_name(stem: str) -> str:
    number, name = 1, f"{stem}.zip"
    while store.storage().exists(name):
        number += 1
        name = f"{stem}-{number}.zip"
    return name


def _check_room(folder: Path) -> None:
    last = store.newest()
    size = Path(connection.settings_dict["NAME"]).stat().st_size if connection.vendor == archive.SQLITE else 0
    wanted = 2 * size + (last.size if last else 0) + 20_000_000
    if shutil.disk_usage(folder).free < wanted:
        raise UserError(
            _("No room for a backup: %(wanted)s MB are needed in %(folder)s.")
            % {"wanted": wanted // 1_000_000, "folder": folder}
        )


def _check(content: File, name: str) -> None:
    with zipfile.ZipFile(content) as opened:
        broken = opened.testzip()
    if broken is not None:
        store.delete(name)
        raise UserError(_("The backup cannot be opened: %(why)s") % {"why": broken})


def _copy(content: File, name: str) -> bool:
    """Copy it to the second folder; an unavailable one is logged and shown on the page."""
    second = store.second_folder()
    if second is None:
        return False
    draft = second / f"{name}.draft"
    try:
        content.seek(0)
        with draft.open("wb") as target:
            shutil.copyfileobj(content, target)
        draft.chmod(0o600)
        draft.replace(second / name)
    except OSError:
        log.warning("a backup was not copied to the second folder", extra={"folder": str(second)}, exc_info=True)
        return False
    return True


def remove_outlived() -> None:
    """Delete the backups that hold people erased a month ago, after a new one if none is newer. Raises as `make`."""
    backups, until = store.listed(), timezone.now() - erasures.HELD
    due = [erasure.at for erasure in erasures.listed() if erasure.at <= until]
    if not due or not any(backup.made_at < max(due) for backup in backups):
        return
    if all(backup.made_at < max(due) for backup in backups):
        make(CLOCK)
        return
    with locks.held(BackupTask.BACKUP, wait=True):
        _rotate()


def _rotate() -> None:
    backups = [BackupInfo(backup.name, backup.made_at, backup.about.why) for backup in store.listed()]
    erased_at = [erasure.at for erasure in erasures.listed()]
    old = outlived(backups, erased_at, until=timezone.now() - erasures.HELD)
    for name in {*superfluous(backups), *old}:
        store.delete(name)
