"""`manage.py pocket_law`: make the files by which phones answer claims without the server."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from judging.bundling import check_page, files, runtime


class Command(BaseCommand):
    # Nothing here touches the database.
    requires_system_checks = ()
    help = "Make the law for phones, and the page that checks events: fetches the runtime (npm), compiles, packs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints sizes; raises CommandError with one sentence where it cannot be made."""
        try:
            made, page = files.make(), check_page.make()
        except runtime.NotMade as error:
            raise CommandError(str(error)) from error
        brotli, gzip = (sum(line[kind] for line in made["files"].values()) / 1e6 for kind in ("br", "gz"))
        self.stdout.write(
            f"The law for phones is made (engine {made['engine']}): {brotli:.2f} MB by brotli, {gzip:.2f} MB by gzip."
        )
        self.stdout.write(f"The page that checks events without a network is made: {page.stat().st_size / 1e6:.1f} MB.")
