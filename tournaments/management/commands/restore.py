"""`manage.py restore FILE`: restore a site from a backup."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.exchange.backups import archive, restoring
from tournaments.exchange.backups.archive import Backup
from tournaments.site.installation import PROGRAM


class Command(BaseCommand):
    help = "Make a data folder of a backup (--into), or put the backup in the place of this site's data (--in-place)."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup's .zip, or its name in the folder of backups")
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--into", type=Path, metavar="FOLDER", help="a new data folder, for ./run --data FOLDER")
        where.add_argument("--in-place", action="store_true", help="replace what this site has; a backup is made first")

    def handle(self, *args: Any, file: Path, into: Path | None, **options: Any) -> None:
        path = file if file.exists() else archive.folder() / file.name
        try:
            if into is not None:
                about = restoring.into_folder(path, into)
                self.stdout.write(f"{into} is as the site was at {about.made_at}. Start it:  {PROGRAM} --data {into}")
                return
            about = archive.read_about(path)
            backup = Backup(path, about, path.stat().st_size, copied=False)
            before = restoring.in_place(Actor.of_command("restore"), backup, take_key=True)
        except (UserError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The site is as it was at {about.made_at}. What it was until now:  {before.path}")
