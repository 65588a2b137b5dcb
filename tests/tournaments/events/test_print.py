"""Printing as people do it: who may, what the PDF says, packs in the background."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person
from tests.support.tables import enter, playing, table_of
from tournaments.core import jobs
from tournaments.core.models.jobs import Job
from tournaments.core.printing.registry import Order, offered, paper_of
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.events.views import printing as manage_print
from tournaments.results.services import open_tables, results
from tournaments.rounds.models import GameTable, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Eight players in round 1; one has a name in Japanese, one in Chinese."""
    tournament = playing()
    people(tournament)
    Entry.objects.filter(tournament=tournament, number=1).update(native_name="髙橋 﨑子")
    Entry.objects.filter(tournament=tournament, number=2).update(native_name="王小明")
    Tournament.objects.update(print_languages=["en", "ja"])
    tournament.refresh_from_db()
    return tournament


def signed_in(client: Client, name: str) -> Client:
    client.force_login(person(name))
    return client


def text_of(pdf: bytes, folder: Path) -> str:
    """The words of a PDF, as pdftotext reads them."""
    (folder / "document.pdf").write_bytes(pdf)
    done = subprocess.run(["pdftotext", "-layout", "document.pdf", "-"], cwd=folder, capture_output=True, check=True)
    return done.stdout.decode()


def test_printing_is_for_those_who_may(client: Client, event: Tournament) -> None:
    page = reverse("manage_print", args=[event.slug])
    found = {
        name: signed_in(client, name).get(page).status_code for name in ("olga", "sam", "ren", "sue", "dina", "otto")
    }
    assert found == {"olga": 200, "sam": 200, "ren": 200, "sue": 200, "dina": 403, "otto": 403}


@pytest.mark.parametrize("key", [paper.key for paper in offered()])
def test_every_document_is_a_pdf(client: Client, event: Tournament, key: str, tmp_path: Path) -> None:
    results.confirm_sheet(acting("olga"), enter(table_of(event), [30, -10, -10, -10]))
    asked = {"document": key, "round": "1", "paper": "letter"}
    if key == "schedules":
        asked["player"] = "1"
    if key == "certificates":
        results.confirm_sheet(acting("olga"), enter(table_of(event, 2), [20, 10, 0, -30]))
        event.rounds.update(state=Round.State.FINISHED)
        asked["round"] = ""
    if key == "room-code":
        open_tables.set_up(acting(), event, is_open=True, newcomers=False)
    answer = signed_in(client, "olga").post(reverse("manage_print", args=[event.slug]), asked)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert "Spring Open" in text_of(answer.content, tmp_path)


def test_a_sheet_shows_its_players_and_names_in_their_own_script(
    client: Client, event: Tournament, tmp_path: Path
) -> None:
    asked = {"document": "score-sheets", "round": "1", "paper": "a4"}
    words = text_of(signed_in(client, "sam").post(reverse("manage_print", args=[event.slug]), asked).content, tmp_path)
    for expected in (
        "Table 卓 1",
        "Table 卓 2",
        "Round 1 1回戦",
        "Given01 Family01",
        "髙橋 﨑子",
        "王小明",
        "Given08 Family08",
    ):
        assert expected in words


def test_a_document_of_a_round_asks_for_the_round(client: Client, event: Tournament) -> None:
    asked = {"document": "score-sheets", "round": "", "paper": "a4"}
    answer = signed_in(client, "olga").post(reverse("manage_print", args=[event.slug]), asked)
    assert (answer.status_code, answer.context["form"].errors["round"]) == (422, ["Choose the round to print."])


def test_a_round_without_seating_says_so(client: Client, event: Tournament) -> None:
    asked = {"document": "seating-tables", "round": "2", "paper": "a4"}
    answer = signed_in(client, "olga").post(reverse("manage_print", args=[event.slug]), asked)
    assert answer.context["form"].errors["round"] == ["The seating of this round is not published yet."]


def test_a_long_pack_is_made_in_the_background(
    client: Client, event: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manage_print, "AT_ONCE", 1)
    asked = {"document": "schedules", "round": "", "paper": "a4"}
    olga, page = signed_in(client, "olga"), reverse("manage_print", args=[event.slug])
    looked = olga.post(page, asked | {"first": "1"})
    assert (looked["Content-Type"], text_of(looked.content, tmp_path).count("Spring Open")) == ("application/pdf", 4)
    answer = olga.post(page, asked)
    job = Job.objects.get()
    assert answer.headers["Location"] == reverse("job", args=[job.pk])
    run = jobs.claim(job.pk)
    assert run is not None
    jobs.perform(run)
    job.refresh_from_db()
    assert (job.state, job.progress, job.total, job.result_name) == ("done", 2, 2, "spring-open-schedules.pdf")
    with job.result.open() as file:
        content = file.read()
    assert text_of(content, tmp_path).count("Spring Open") == 8


def test_anybody_prints_a_published_seating_and_nothing_else(client: Client, event: Tournament) -> None:
    codes = {
        key: client.get(reverse("public_document", args=[event.slug, 1, key])).status_code
        for key in ("seating-tables", "seating-names", "score-sheets", "standings")
    }
    assert codes == {"seating-tables": 200, "seating-names": 200, "score-sheets": 404, "standings": 404}
    assert client.get(reverse("public_document", args=[event.slug, 2, "seating-tables"])).status_code == 404


def test_a_known_seating_is_not_sent_again(client: Client, event: Tournament) -> None:
    address = reverse("public_document", args=[event.slug, 1, "seating-tables"])
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    in_japanese = client.get(address, headers={"If-None-Match": first["ETag"], "Accept-Language": "ja"})
    assert in_japanese.status_code == 200
    enter(table_of(event), [30, -10, -10, -10])
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    registration.edit(acting(), event.entries.get(number=1), family_name="Renamed")
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_each_sheet_carries_the_address_of_its_own_form(event: Tournament) -> None:
    order = Order(event, "https://example.org", event.rounds.select_related("stage").get(number=1))
    addresses = [leaf.values["table"].address for leaf in paper_of("score-sheets").leaves(order)]
    tokens = GameTable.objects.filter(round__number=1).order_by("number").values_list("token", flat=True)
    assert addresses == [f"https://example.org/e/{token}/" for token in tokens]
