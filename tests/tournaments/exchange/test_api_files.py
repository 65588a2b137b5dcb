"""Files by the API: an event and a season out and in again, photos of sheets, documents of jobs, backups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from tests.support.people import acting, people, person, token_of
from tests.support.photos import photo_of_a_sheet
from tests.support.tables import playing
from tests.tournaments.site.test_api_routes import V1, client
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.results.models.photos import SheetPhoto
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season
from tournaments.standings.models import ScoreLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = playing()
    people(tournament)
    return tournament


def ada(*scopes: str, **made: Any) -> APIClient:
    """The site's administrator by a token for these scopes."""
    found = APIClient()
    found.credentials(HTTP_AUTHORIZATION=f"Token {token_of('ada', scopes=scopes, **made)}")
    return found


def upload(content: bytes, name: str = "event.zip") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def test_an_event_goes_out_and_in_after_a_look(event: Tournament) -> None:
    listed = client("olga").get(f"{V1}{event.slug}/files/").json()
    assert ("event_whole", "application/zip") in {(row["key"], row["content_type"]) for row in listed}
    assert client("sam").get(f"{V1}{event.slug}/files/event_whole/").status_code == 403
    content = client("olga").get(f"{V1}{event.slug}/files/event_whole/", headers={"Accept": "application/zip"}).content

    imports, program = "/api/v1/events/import/", ada("tournaments")
    assert client("olga").post(imports, {"file": upload(content)}).status_code == 403
    taken = program.post(imports, {"file": upload(content)})
    assert (taken.status_code, taken.json()["field"]) == (400, "slug")
    look = program.post(imports, {"file": upload(content), "slug": "autumn-open"})
    assert (look.status_code, Tournament.objects.count()) == (200, 1)
    told = look.json()
    assert (told["saved"], told["slug"], told["counts"]["entries"], told["published"]) == (
        False,
        "autumn-open",
        8,
        True,
    )
    made = program.post(imports, {"kept": told["kept"], "slug": "autumn-open", "published": "false", "save": "true"})
    assert (made.status_code, made.json()["saved"]) == (201, True)
    restored = Tournament.objects.get(slug="autumn-open")
    assert (restored.entries.count(), restored.published) == (8, False)
    unknown = program.post(imports, {"file": upload(content), "slag": "x"})
    assert (unknown.status_code, unknown.json()["code"]) == (400, "unknown_field")
    broken = program.post(imports, {"file": upload(b"PK no archive")})
    assert (broken.status_code, broken.json()["field"]) == (400, "file")


def test_a_table_of_results_makes_an_event_once_its_penalties_are_plain() -> None:
    imports, program = "/api/v1/events/import/", ada("tournaments")
    rows = zip("ABCD", (40, 12, -20, -32), ("", "", 10, ""), strict=True)
    table = "\n".join(["round,table,player,points,penalty", *(f"1,1,{name},{own},{fine}" for name, own, fine in rows)])
    told = {"text": table, "game": "mcr-ema", "name": "Season", "slug": "season", "save": "yes"}
    asked = program.post(imports, told)
    assert (asked.status_code, asked.json()["field"], Tournament.objects.count()) == (400, "signs", 0)
    assert program.post(imports, {**told, "signs": "off"}).status_code == 201
    (fine,) = ScoreLine.objects.exclude(kind="result")
    assert (fine.amount, fine.entry and fine.entry.name) == (-10, "C")


def test_a_season_goes_out_and_in_after_a_look(event: Tournament) -> None:
    club = season_services.create(acting("ada"), name="Club", published=True)
    season_services.add_event(acting("ada"), club, tournament=event)
    program, imports = ada("seasons", "event", "tournaments"), "/api/v1/seasons/import/"
    content = program.get("/api/v1/seasons/club/file/").content
    look = program.post(imports, {"file": upload(content), "slug": "again"}).json()
    assert (look["counts"], Season.objects.count()) == ({"events": 0, "here": 1, "ranked": 0}, 1)
    made = program.post(imports, {"kept": look["kept"], "slug": "again", "save": "yes"})
    assert (made.status_code, Season.objects.get(slug="again").events.count()) == (201, 1)


def test_a_photo_of_a_sheet_is_sent_and_shown(event: Tournament) -> None:
    photos = f"{V1}{event.slug}/rounds/1/tables/1/photos/"
    sent = client("sam").post(photos, {"photo": upload(photo_of_a_sheet(), "sheet.jpg")})
    assert (sent.status_code, sent.json()["number"]) == (201, 1)
    assert client("ren").get(photos).json() == [sent.json()]
    picture = client("ren").get(f"{photos}1/")
    assert (picture["Content-Type"], picture.content) == ("image/jpeg", bytes(SheetPhoto.objects.get().picture))
    assert client("ren").post(photos, {"photo": upload(photo_of_a_sheet())}).status_code == 403
    no_photo = client("sam").post(photos, {"photo": upload(b"no picture")})
    assert (no_photo.status_code, no_photo.json()["field"]) == (400, "photo")
    assert AuditEntry.objects.filter(action="photos.add").get().origin == "api"


def test_a_program_follows_a_job_and_takes_its_file(event: Tournament) -> None:
    job = Job.objects.create(tournament=event, kind="print", created_by=person("olga"), result_name="badges.pdf")
    address = f"/api/v1/jobs/{job.pk}/"
    assert client("olga").get(address).json()["file"] is False
    assert client("olga").get(f"{address}file/").status_code == 404
    job.result.save("badges.pdf", ContentFile(b"%PDF"))
    file = client("olga").get(f"{address}file/")
    assert (file["Content-Type"], file.content) == ("application/pdf", b"%PDF")
    assert client("ida").get(address).status_code == 403
    assert client("olga").post(f"{address}cancel/").json()["state"] == "cancelled"


def test_backups_need_an_administrator_and_a_token_that_names_them(settings: LazySettings, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = tmp_path
    person("ada")
    backups = "/api/v1/site/backups/"
    assert [ada("event").get(backups).status_code, APIClient().get(backups).status_code] == [403, 401]
    program = ada("backups", days=1)
    (tmp_path / "20260502T080000Z-hand.zip").write_bytes(b"no backup")
    assert program.get(backups).json() == []
    unsure = program.post(f"{backups}20260502T080000Z-hand.zip/restore/", {"sure": False}, format="json")
    assert (unsure.status_code, unsure.json()["code"]) == (404, "not_found")
