"""`manage.py import_event FILE --slug SLUG`: a tournament from an event file of either version, or a table."""

import hashlib
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.files import quote_path
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.tabular.columns import require_known, with_headings
from tournaments.core.tabular.reading import RowProblem, is_table
from tournaments.core.tabular.reading import read as read_table
from tournaments.events.models import Tournament
from tournaments.events.presets import list_presets, preset
from tournaments.exchange.document.archive import is_whole_event, unpack
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading import pantheon
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.reading.penalty_signs import SIGNS
from tournaments.exchange.reading.results_event import build_event_file
from tournaments.exchange.services.event_files import ImportPreview, is_same_as, preview, restore
from tournaments.exchange.services.events import import_event
from tournaments.management.files import read_file
from tournaments.results.reading.result_columns import RESULTS
from tournaments.results.reading.results_layouts import arrange_blocks


class Command(BaseCommand):
    help = (
        "Import a whole event (mahjong-event/2), the results of one (mahjong-event/1), or a table of results (CSV, "
        "XLSX; with --rules). What is here already, unchanged, is left alone; a file that cannot be restored whole is "
        "refused with its reasons and status 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", default="", help="short name; default: that of the file")
        parser.add_argument("--copy", action="store_true", help="of an event on loan, without roles and codes")
        parser.add_argument("--unpublished", action="store_true", help="keep the public pages closed")
        rules = [row.key for row in list_presets()]
        parser.add_argument("--rules", choices=rules, help="what a table of results was played by")
        parser.add_argument("--name", default="", help="of an event made from a table; default: the file's name")
        parser.add_argument("--sheet", default="", help="of an XLSX file: name, or number from 1; default: 1")
        parser.add_argument("--block", default="", help="of an XLSX file, such as B3:M40")
        parser.add_argument("--columns", default="", help="their meanings: heading=meaning; heading=- (left out)")
        parser.add_argument("--penalties", choices=SIGNS, default="", help="what penalties without a minus sign are")
        parser.add_argument("--dry-run", action="store_true", help="say what a whole event would make; make nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        content = read_file(path)
        if is_table(content) or pantheon.find_source(content) is not None:
            # Before the archives: a spreadsheet is a ZIP file too.
            content = self.convert_table(content, path, **options)
        elif is_whole_event(content):
            self.restore_whole(content, **options)
            return
        event, problems = read(content, path.stem)
        self.write_problems(problems)
        if event is None:
            raise CommandError(f"{quote_path(path)} was not imported.")
        digest = hashlib.sha256(content).hexdigest()
        slug = options["slug"] or event.short
        if Tournament.objects.filter(slug=slug, import_digest=digest).exists():
            self.stdout.write(f"{slug}: imported before, unchanged")
            return
        meaning = understand(event, signs=options["penalties"])
        self.write_problems(meaning.problems)
        if meaning.asks_signs:
            raise CommandError(f"{quote_path(path)} was not imported; say --penalties {' or '.join(SIGNS)}.")
        if any(not problem.warning for problem in meaning.problems):
            raise CommandError(f"{quote_path(path)} was not imported.")
        try:
            tournament = import_event(
                Actor.of_command("import_event"),
                event=event,
                meaning=meaning,
                slug=slug,
                published=not options["unpublished"],
                digest=digest,
            )
        except UserError as error:
            raise CommandError(str(error)) from error
        for difference in meaning.differences:
            self.stderr.write(f"warning: standings: {difference}")
        listed = "as listed" if event.standings and not meaning.differences else "computed"
        if event.standings and meaning.differences:
            listed = f"{len(meaning.differences)} rows differ from the file"
        self.stdout.write(
            f"{tournament.slug}: {len(event.players)} players, {event.rounds_played} rounds played, standings {listed}"
        )

    def write_problems(self, problems: Iterable[RowProblem]) -> None:
        for problem in problems:
            kind = "warning" if problem.warning else "problem"
            line = f"line {problem.line}: " if problem.line else ""
            self.stderr.write(f"{kind}: {line}{problem.column + ': ' if problem.column else ''}{problem.message}")

    def convert_table(
        self,
        content: bytes,
        path: Path,
        *,
        rules: str,
        name: str,
        sheet: str,
        block: str,
        columns: str,
        **_options: Any,
    ) -> bytes:
        if not rules:
            raise CommandError(
                f"{quote_path(path)} is no event file; if it is a table of results, say by --rules what was played."
            )
        source = pantheon.find_source(content) or read_table(content, sheet=sheet, block=block)
        try:
            source = with_headings(RESULTS, arrange_blocks(source), columns)
            require_known(RESULTS, source)
        except UserError as error:
            raise CommandError("\n".join([str(error), *error.problems])) from error
        event, problems = build_event_file(source, preset(rules), name or path.stem)
        self.write_problems(problems)
        if not event:
            raise CommandError(f"{quote_path(path)} was not imported.")
        return event

    def restore_whole(
        self, content: bytes, file: Path, *, slug: str, copy: bool, unpublished: bool, dry_run: bool, **_options: Any
    ) -> None:
        event, problems = unpack(content)
        for problem in problems:
            self.stderr.write(f"problem: {problem.column + ': ' if problem.column else ''}{problem.message}")
        if event is None:
            raise CommandError(f"{quote_path(file)} was not imported.")
        actor = Actor.of_command("import_event")
        slug = slug or event.about["slug"]
        if unpublished:
            event.about["published"] = False
        existing = Tournament.objects.filter(slug=slug).first()
        if existing is not None and is_same_as(existing, event):
            self.stdout.write(f"{slug}: imported before, unchanged")
            return
        try:
            if dry_run:
                self.write_preview(preview(actor, event, slug=slug, hall=not copy))
                return
            tournament = restore(actor, event=event, slug=slug, hall=not copy)
        except UserError as error:
            raise CommandError(str(error)) from error
        rounds = len(event.checks)
        self.stdout.write(
            f"{tournament.slug}: restored whole, {len(event.rows['entries'])} players, {rounds} rounds with results"
        )

    def write_preview(self, preview: ImportPreview) -> None:
        self.stdout.write(f"{preview.name}, short name {preview.slug}; nothing is saved yet")
        for section, count in preview.counts.items():
            self.stdout.write(f"  {section}: {count}")
