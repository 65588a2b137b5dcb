"""`manage.py site_copy SLUG FOLDER`: the public pages of an event as plain web pages."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine.files import explain_file_failure, quote_path
from tournaments.exchange.site_copy.making import LIST, ChangedError, UnpublishedError, make_copy
from tournaments.management.base import get_tournament


class Command(BaseCommand):
    help = (
        "Write the public pages of an event into a new folder: web pages, style sheets and pictures that need no site, "
        "a folder for each language. Links to anything else are left out and listed."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument("folder", type=Path, help="a new or empty folder")
        codes = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", action="append", choices=codes, help="only this language; may be repeated")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament, folder = get_tournament(options["slug"]), options["folder"]
        languages = options["language"] or [code for code, _name in settings.LANGUAGES]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise CommandError(f"{quote_path(folder)} is not empty; name another folder.")
            outcome = make_copy(tournament, folder, list(dict.fromkeys(languages)))
        except UnpublishedError:
            raise CommandError(f"{tournament.slug} is not published: visitors see none of its pages.") from None
        except ChangedError:
            raise CommandError(f"{tournament.slug} has changed meanwhile; empty the folder and start again.") from None
        except OSError as error:
            raise CommandError(explain_file_failure(error, folder)) from error
        self.stdout.write((folder / LIST).read_text(encoding="utf-8"), ending="")
        self.stdout.write(f"{outcome.pages} pages and files in {quote_path(folder)}")
