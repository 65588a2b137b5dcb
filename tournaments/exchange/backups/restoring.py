"""Restoring a backup into a new folder (after a laptop failed), or in place."""

from __future__ import annotations

import logging
import shutil
import tempfile
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from engine.files import quote_path
from engine.sentences import gettext_noop
from tournaments.core.audit import Actor, Change, site_change
from tournaments.core.errors import UserError
from tournaments.core.migrating import migrate
from tournaments.core.models.log import SiteChain
from tournaments.exchange.backups import archive, dumps, erasures, locks, making, store
from tournaments.exchange.backups.archive import BackupDescription
from tournaments.exchange.backups.locks import BackupTask
from tournaments.exchange.backups.store import Backup
from tournaments.exchange.services import privacy
from tournaments.site.caches import forget_everything
from tournaments.site.checks import is_newer, is_older

log = logging.getLogger("tournaments.exchange.backups")


def into_folder(path: Path, folder: Path) -> BackupDescription:
    """Make a data folder from a backup, for `./run --data FOLDER`, which erases the listed people again.

    Raises `UserError` if it exists, and for a backup of PostgreSQL where the site has no server of that.
    """
    about = archive.read_about(path)
    dumps.require_loadable(about.engine)
    if (folder / "db.sqlite3").exists():
        raise UserError(_("%(folder)s holds a site already; choose an empty folder.") % {"folder": quote_path(folder)})
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    unpack(path, about, folder)
    database = folder / about.database
    if about.engine == archive.POSTGRESQL:
        dump, database = database, folder / archive.FILE_NAMES[archive.SQLITE]
        dumps.load_into_sqlite(dump, database)
        dump.unlink()
    dumps.check_sqlite(database)
    dumps.forget_newest_backup(database)
    erasures.take_along(path, folder)
    database.replace(folder / "db.sqlite3")
    return about


def in_place(by: Actor, backup: Backup, *, take_key: bool = False) -> Backup:
    """Replace the data of the running site; return the backup made before. Raises `UserError`; then nothing has
    changed.

    The secret key of another site's backup is used only if the caller restarts the site (`take_key`).
    """
    with locks.held(BackupTask.RESTORE, wait=False) as alone:
        if not alone:
            raise UserError(_("The site is being restored already. Wait until that has ended."))
        before = making.make(making.RESTORE)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=store.work_folder()) as work, backup.local() as path:
            # The archive decides; the description beside it may be wrong.
            about = archive.read_about(path)
            dumps.require_loadable(about.engine)
            unpack(path, about, Path(work))
            key = archive.read_secret(path)
            if key != settings.SECRET_KEY and not take_key:
                raise UserError(
                    _(
                        "This backup comes from another site. Stop this one and use: manage.py restore %(name)s"
                        " --in-place"
                    )
                    % {"name": backup.name}
                )
            dumps.load(Path(work) / about.database, about.engine)
            media = Path(work) / "media"
            if media.is_dir():
                shutil.copytree(media, settings.MEDIA_ROOT, dirs_exist_ok=True)
            if key != settings.SECRET_KEY:
                (Path(settings.DATA_DIR) / archive.SECRET).write_text(key, encoding="ascii")
        migrate()
        forget_everything()
        store.record(before)
        actor = Actor(None, by.name, by.origin, by.ip_address, by.user_agent)
        _note(actor, made_at=about.made_at)
        privacy.erase_again(actor)
    log.warning("restored", extra={"backup": backup.name, "before": before.name, "by": str(by.name)})
    return before


def in_progress() -> bool:
    return locks.is_held(BackupTask.RESTORE)


@site_change("site.restore", gettext_noop("Site restored from a backup"))
def _note(change: Change, *, made_at: str) -> None:
    """Log the restoration in the restored database, in which the actor may have no account."""
    chain, _made = SiteChain.objects.get_or_create(pk=1)
    change.note(chain, after={"backup": made_at})


def unpack(path: Path, about: BackupDescription, folder: Path) -> None:
    """Extract database, secret key and files. Raises `UserError` if this release has no migrations for the database."""
    archive.extract(path, folder, part=about.database)
    applied = dumps.applied_migrations(folder / about.database, about.engine)
    if is_newer(applied):
        (folder / about.database).unlink()
        raise UserError(_("This backup was made by a newer version of the program; update first."))
    if is_older(applied):
        (folder / about.database).unlink()
        raise UserError(
            _(
                "This backup is older than release 0.3.0. Restore it with release 0.3.0, run manage.py migrate and "
                "manage.py backup there, and restore the new backup here."
            )
        )
    for part in (archive.SECRET, "media/"):
        archive.extract(path, folder, part=part)
