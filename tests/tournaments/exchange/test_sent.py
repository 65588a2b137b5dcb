"""Files by programs and on the command line: a look first, saved when told to; photos, jobs and backups."""

import base64
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from tests.support.backups import backups_in
from tests.support.import_doors import posted, told
from tests.support.people import acting, people, person, program, small_tournament, token_of
from tests.support.photos import photo_of_a_sheet
from tests.support.play import published
from tests.tournaments.site.test_api_routes import V1, client
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.models.results import TableResult
from tournaments.rounds.services import rounds
from tournaments.seating.models.draws import StoredSchedule

pytestmark = pytest.mark.django_db

RESULTS = "player;R1\n" + "\n".join(
    f"Given{n:02} Family{n:02};{points}" for n, points in enumerate((40, 12, -20, -32, 8, 0, 0, -8), 1)
)
ROSTER = "Surname;Name;Shoe size\nBerg;Anna;38\nChen;Bo;41"
SCHEDULE = "1-2-3-4\n5-6-7-8\n\n1-5-2-6\n3-7-4-8"


def test_a_program_looks_at_results_and_then_enters_them(event):
    look = posted("sam", "results/import", text=RESULTS).json()
    assert (look["saved"], look["counts"], look["problems"]) == (None, {"add": 2, "change": 0, "same": 0}, [])
    names = [f"Given{n:02} Family{n:02}" for n in (1, 2, 3, 4)]
    row = {"line": 2, "action": "add", "round": 1, "table": 1, "names": names, "points": [40, 12, -20, -32]}
    assert look["rows"][0] == row | {"doubtful": False}
    assert TableResult.objects.count() == 0
    done = posted("sam", "results/import", file=base64.b64encode(RESULTS.encode()).decode(), save=True)
    assert (done.status_code, done.json()["saved"], TableResult.objects.count()) == (200, 2, 2)
    again = posted("sam", "results/import", text=RESULTS, save=True).json()
    assert (again["saved"], again["counts"]["same"]) == (0, 2)
    for body in ({}, {"text": "a", "file": "YQ=="}, {"file": "no base64"}):
        answer = posted("olga", "entries/import", **body)
        assert (answer.status_code, answer.json()["detail"]) == (400, "Send the lines as text, or a file in base64.")


def test_what_would_stay_out_is_refused_until_somebody_agrees(event):
    before = event.entries.count()
    look = posted("olga", "entries/import", text=ROSTER).json()
    assert ([row["name"] for row in look["rows"]], look["counts"]["add"]) == (["Anna Berg", "Bo Chen"], 2)
    refused = posted("olga", "entries/import", text=ROSTER, save=True)
    assert (refused.status_code, refused.json()["field"]) == (400, "leave_out")
    assert refused.json()["problems"] == ["Line 1: The column “Shoe size” is not known and was left out."]
    assert event.entries.count() == before
    saved = posted("olga", "entries/import", text=ROSTER, save=True, leave_out=True).json()
    assert (saved["saved"], event.entries.count()) == (2, before + 2)


def test_a_schedule_becomes_drafts_or_stays_in_the_library():
    event = small_tournament(8)
    people(event)
    look = posted("sue", "rounds/1/schedule", text=SCHEDULE).json()
    assert look["counts"] == {"rounds": 2, "tables": 4}
    assert look["rows"][2] == {"round": 2, "table": 1, "players": [1, 5, 2, 6]}
    assert posted("sue", "rounds/1/schedule", text=SCHEDULE, save=True).json()["saved"] == 2
    assert [round_.seatings.count() for round_ in event.rounds.order_by("number")] == [1, 1, 0]
    twice = posted("sue", "rounds/1/schedule", text="1-2-3-4\n4-5-6-7").json()["problems"]
    assert [problem["message"] for problem in twice] == [
        "Round 1: player 4 Given04 Family04 sits at table 2 and at table 1.",
        "Round 1: these players are missing: 8 Given08 Family08.",
    ]
    assert posted("sue", "rounds/1/schedule", text="1-2-3-99", save=True).status_code == 400
    assert posted("sue", "schedules", name="Two rounds", text=SCHEDULE).json()["name"]
    assert StoredSchedule.objects.get().rounds_count == 2


def test_commands_look_first_and_save_when_told(event, tmp_path):
    for name, content in (("results", RESULTS), ("roster", ROSTER), ("schedule", "1-5-2-6\n3-7-4-8")):
        (tmp_path / name).write_text(content)
    look = told("import_results", tmp_path / "results")
    assert look == ("add 2, change 0, same 0; nothing is saved yet, --save does it", [])
    assert told("import_results", tmp_path / "results", "--save")[0] == "spring-open: 2 tables entered"
    said = ["warning: Line 1: The column “Shoe size” is not known and was left out."]
    assert told("import_roster", tmp_path / "roster")[1] == said
    with pytest.raises(CommandError, match="would stay out"):
        told("import_roster", tmp_path / "roster", "--save")
    done = told("import_roster", tmp_path / "roster", "--save", "--leave-out")
    assert done == ("spring-open: 2 players added or changed", said)
    drafts = told("import_schedule", tmp_path / "schedule", "--round", "2", "--save", "--leave-out")
    assert drafts[0] == "spring-open: 1 rounds seated as drafts"
    with pytest.raises(CommandError, match="has no round 9"):
        told("import_schedule", tmp_path / "schedule", "--round", "9")


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
    found = (told["saved"], told["slug"], told["counts"]["entries"], told["published"])
    assert found == (False, "autumn-open", 8, True)
    made = program.post(imports, {"kept": told["kept"], "slug": "autumn-open", "published": "false", "save": "true"})
    assert (made.status_code, made.json()["saved"]) == (201, True)
    restored = Tournament.objects.get(slug="autumn-open")
    assert (restored.entries.count(), restored.published) == (8, False)
    broken = program.post(imports, {"file": upload(b"PK no archive")})
    assert (broken.status_code, broken.json()["field"]) == (400, "file")


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
    backups_in(settings, tmp_path)
    person("ada")
    backups = "/api/v1/site/backups/"
    assert [ada("event").get(backups).status_code, APIClient().get(backups).status_code] == [403, 401]
    program = ada("backups", days=1)
    (tmp_path / "20260502T080000Z-hand.zip").write_bytes(b"no backup")
    assert program.get(backups).json() == []
    unsure = program.post(f"{backups}20260502T080000Z-hand.zip/restore/", {"sure": False}, format="json")
    assert (unsure.status_code, unsure.json()["code"]) == (404, "not_found")


TABLE = "Ronda;Mesa;Quien;Saldo;Nota\n" + "\n".join(
    f"1;{(number + 3) // 4};{number};{points};x" for number, points in enumerate((60, 20, -30, -50) * 2, 1)
)
COLUMNS = "Ronda=round; mesa=Table\nQuien=number; Saldo=points; Nota=-"
UNKNOWN = (
    "No column of this table is known: Ronda, Mesa, Quien, Saldo, Nota. Enter their meanings in “columns”, such as"
    " “Ronda=round; Mesa=-”."
)


def test_programs_and_commands_state_the_meanings_of_columns(tmp_path: Path) -> None:
    event = small_tournament(8)
    people(event)
    round_ = event.rounds.get(number=1)
    published(round_)
    rounds.start(acting(), round_)
    olga = program("olga")

    def sent(path: str = "results", **more: Any) -> tuple[int, Any]:
        body = {"text": TABLE, **more}
        answer = olga.post(f"/api/v1/tournaments/{event.slug}/{path}/import/", body, format="json")
        return answer.status_code, answer.json()

    status, unknown = sent()
    assert (status, unknown["field"], unknown["detail"]) == (400, "columns", UNKNOWN)
    assert "points: Points" in unknown["problems"]
    assert sent(columns="Punkte=points")[1]["detail"] == (
        "There is no column “Punkte”. The table has: Ronda, Mesa, Quien, Saldo, Nota."
    )
    assert sent(columns="Saldo=money")[1]["detail"] == (
        "“money” is not the meaning of a column. Choose one from the list."
    )
    status, known = sent(columns=COLUMNS)
    assert (status, known["counts"], known["problems"]) == (200, {"add": 2, "change": 0, "same": 0}, [])
    roster = "Quien,Casa\nAda Lund,Oslo\n"
    rows = sent("entries", text=roster, columns="Quien=romanised_name; Casa=club")[1]["rows"]
    assert [row["values"] for row in rows] == [{"romanised_name": "Ada Lund", "club": "Oslo"}]

    file = tmp_path / "results.csv"
    file.write_text(TABLE)
    with pytest.raises(CommandError, match="No column of this table is known"):
        call_command("import_results", event.slug, str(file))
    call_command("import_results", event.slug, str(file), columns=COLUMNS, save=True)
    assert round_.tables.filter(results__state="entered").count() == 2
    with pytest.raises(CommandError, match="No column of this table is known"):
        call_command("import_event", str(file), rules="mcr-ema", slug="season")
    call_command("import_event", str(file), rules="mcr-ema", slug="season", columns=COLUMNS)
    body = {"text": TABLE, "game": "mcr-ema", "columns": "Quien=player; Saldo=points"}
    without_tables = ada("tournaments", "event").post("/api/v1/events/import/", body).json()
    assert without_tables["detail"].startswith("1: The first line names no columns of results.")
