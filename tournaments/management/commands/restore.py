"""`manage.py restore FILE`: restore a site from a backup."""

import argparse
import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine.files import explain_file_failure, quote_path
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.installation import KEY_FILE, PROGRAM
from tournaments.exchange.backups import restoring, store


class Command(BaseCommand):
    help = "Make a data folder of a backup (--into), or put the backup in the place of this site's data (--in-place)."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup's .zip, or its name where the site keeps backups")
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--into", type=Path, metavar="FOLDER", help="a new data folder, for ./run --data FOLDER")
        where.add_argument("--in-place", action="store_true", help="replace what this site has; a backup is made first")

    def handle(self, *args: Any, file: Path, into: Path | None, **options: Any) -> None:
        try:
            if not file.exists() and not store.exists(file.name):
                raise CommandError(
                    f"{quote_path(file)} is neither a file nor a backup of this site; "
                    "manage.py backup --list lists the backups."
                )
            backup = store.of_file(file) if file.exists() else store.named(file.name)
            if into is not None:
                with backup.local() as path:
                    about = restoring.into_folder(path, into)
                folder = quote_path(into)
                start = f"{PROGRAM} --data {folder}"
                self.stdout.write(f"{folder} is as the site was at {about.made_at}. Start it:  {start}")
                return
            before = restoring.in_place(Actor.of_command("restore"), backup, take_key=True)
        except OSError as error:
            raise CommandError(explain_file_failure(error)) from error
        except UserError as error:
            raise CommandError(str(error)) from error
        key = Path(settings.DATA_DIR) / KEY_FILE
        if (
            "MAHJONG_DIRECTOR_SECRET_KEY" in os.environ
            and key.exists()
            and key.read_text("ascii") != settings.SECRET_KEY
        ):
            self.stderr.write(
                f"Set MAHJONG_DIRECTOR_SECRET_KEY on all machines to the backup's key, which is in {quote_path(key)}."
            )
        moment = backup.about.made_at
        self.stdout.write(f"The site is as it was at {moment}. What it was until now:  {quote_path(before.address)}")
