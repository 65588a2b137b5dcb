"""`manage.py fetch_backup ADDRESS KEY`: fetch the encrypted backup that a site keeps of a computer that has failed."""

import argparse
import getpass
import io
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.files import explain_file_failure, quote_path
from tournaments.core.errors import UserError
from tournaments.core.installation import PROGRAM
from tournaments.exchange.backups import sealing, store
from tournaments.exchange.services import sealed_backups


class Command(BaseCommand):
    help = "Fetch the encrypted backup that the site of a published event keeps, and open it with its passphrase."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("address", help="the link of the event on the site, with or without its key")
        parser.add_argument("key", nargs="?", default="", help="the key that the site has shown")
        parser.add_argument(
            "--to", type=Path, metavar="FILE", default=Path("fetched-backup.zip"), help="the backup file to write"
        )

    def handle(self, *args: Any, address: str, key: str, to: Path, **options: Any) -> None:
        draft = to.with_name(f".{to.name}.draft")
        try:
            if to.exists():
                raise CommandError(f"{quote_path(to)} exists already; choose another file with --to.")
            draft.touch(0o600)
            sealed = sealed_backups.fetch(address, key=key)
            passphrase = getpass.getpass("Passphrase: ")
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as target:
                sealing.unseal(io.BytesIO(sealed), target, passphrase)
            about = store.of_file(draft).about
            draft.rename(to)
        except EOFError as error:
            raise CommandError("No passphrase was typed.") from error
        except OSError as error:
            raise CommandError(explain_file_failure(error, to)) from error
        except UserError as error:
            raise CommandError(str(error)) from error
        finally:
            with suppress(OSError):
                draft.unlink()
        self.stdout.write(
            f"{quote_path(to)} is the backup of {about.made_at}. Make a data folder of it:  "
            f"{PROGRAM} restore {quote_path(to)} --into FOLDER"
        )
