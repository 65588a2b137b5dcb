"""Every example of an event's file in the guide, and our own files, by the page, the API and the command alike."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from rest_framework.test import APIClient

from tests.docs.test_docs import blocks
from tests.support.import_doors import signed_in, undone
from tests.support.people import acting, person, token_of
from tests.support.seasons import played
from tournaments.events.models import Tournament
from tournaments.exchange.document import archive
from tournaments.exchange.document import seasons as season_files
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season
from tournaments.seasons.queries import ranking
from tournaments.standings.queries.standings import compute_standings

pytestmark = pytest.mark.django_db
Values = dict[str, str]


def by_page(address: str) -> Callable[[bytes, Values, Path], None]:
    """A look, then what was looked at is made."""

    def bring(content: bytes, values: Values, _folder: Path) -> None:
        client = signed_in("ada")
        sent = {**values, "published": "on", "file": SimpleUploadedFile("sample", content)}
        seen = client.post(address, {**sent, "look": "yes"})
        assert seen.status_code == 200
        assert client.post(address, {**values, "published": "on", "kept": seen.context["kept"]}).status_code == 302

    return bring


def by_api(address: str) -> Callable[[bytes, Values, Path], None]:
    """The same by a program."""

    def bring(content: bytes, values: Values, _folder: Path) -> None:
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {token_of('ada', scopes=('tournaments', 'seasons', 'event'))}")
        seen = client.post(address, {**values, "file": SimpleUploadedFile("sample", content)})
        assert seen.status_code == 200, seen.content
        made = client.post(address, {"slug": values["slug"], "kept": seen.json()["kept"], "save": "true"})
        assert made.status_code == 201, made.content

    return bring


def by_command(name: str) -> Callable[[bytes, Values, Path], None]:
    """The same on the command line."""

    def bring(content: bytes, values: Values, folder: Path) -> None:
        (folder / "sample").write_bytes(content)
        options: dict[str, Any] = {"slug": values["slug"]}
        if "game" in values:
            options |= {"rules": values["game"], "name": values["name"]}
        call_command(name, folder / "sample", stdout=io.StringIO(), **options)

    return bring


def totals(slug: str) -> dict[str, Any]:
    """Return each player's total."""
    event = Tournament.objects.get(slug=slug)
    names = {entry.pk: entry.name for entry in event.entries.all()}
    return {names[row.key]: row.values["total"] for row in compute_standings(event).individual}


def ranked(slug: str) -> list[tuple[int, str]]:
    """The season's places."""
    return [(row.row.place, row.person.name) for row in ranking(Season.objects.get(slug=slug)).rows]


def spreadsheet(table: str) -> bytes:
    """The table as XLSX."""
    book = openpyxl.Workbook()
    for line in table.splitlines():
        book.active.append(line.split(";"))
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


EVENT_DOORS = (by_page("/events/import/"), by_api("/api/v1/events/import/"), by_command("import_event"))
SEASON_DOORS = (by_page("/seasons/import/"), by_api("/api/v1/seasons/import/"), by_command("import_season"))
NAMES = ("Anna Berg", "Bo Chen", "Cleo Dahl", "Dai Ito")


def after(*points: int) -> dict[str, int]:
    return dict(zip(NAMES, points, strict=True))


def test_every_example_of_an_event_comes_in_by_a_page_a_program_and_a_command(tmp_path: Path) -> None:
    person("ada")
    table = {"game": "mcr-ema", "name": "Season", "slug": "season"}
    wanted = [
        *zip(
            blocks("results"), (after(40, 12, -30, -32), after(40, 12, -20, -32), after(48, 12, -20, -40)), strict=True
        ),
        (blocks("event")[0], after(40, 12, -30, -32)),
    ]
    files = [(example.encode(), table, points) for example, points in wanted]
    files[-1] = (files[-1][0], {"slug": "season"}, files[-1][2])
    files[1] = (spreadsheet(wanted[1][0]), *files[1][1:])
    whole = played("whole", [(40, 12, -20, -32), (8, 0, 0, -8)], NAMES)
    files.append((archive.pack(whole), {"slug": "season"}, after(48, 12, -20, -40)))
    for content, values, points in files:
        for door in EVENT_DOORS:
            with undone():
                door(content, values, tmp_path)
                assert totals("season") == points


def test_a_season_comes_in_by_a_page_a_program_and_a_command(tmp_path: Path) -> None:
    person("ada")
    league = season_services.create(acting("olga"), name="League", published=True)
    season_services.add_event(acting("olga"), league, tournament=played("first", [(40, 12, -20, -32)], NAMES))
    expected = list(enumerate(NAMES, 1))
    assert ranked("league") == expected
    content = season_files.pack(league)
    for door in SEASON_DOORS:
        with undone():
            door(content, {"slug": "again"}, tmp_path)
            assert ranked("again") == expected
