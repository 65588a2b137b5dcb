"""`manage.py export_season SLUG --output FILE`: a season with its events as one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.core.audit import Actor
from tournaments.exchange.services.season_files import export
from tournaments.management.files import write_file
from tournaments.seasons.models import Season


class Command(BaseCommand):
    help = "Write a season with its events whole as mahjong-season/1, a ZIP: export_season club-league --output s.zip"
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--output", type=Path, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        season = Season.objects.filter(slug=options["slug"]).first()
        if season is None:
            slugs = ", ".join(Season.objects.order_by("slug").values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no season {options['slug']!r}; choose one of: {slugs}.")
        write_file(options["output"], export(Actor.of_command("export_season"), season))
