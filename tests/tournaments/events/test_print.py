"""Printing as people do it: who may, what the PDF says, packs in the background."""

import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.support.people import acting, signed_in
from tests.support.tables import enter, table_of
from tournaments.core import jobs
from tournaments.core.models.jobs import Job
from tournaments.core.printing.registry import Order, find_paper
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.events.views import printing as manage_print
from tournaments.rounds.models import GameTable, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(event: Tournament) -> Tournament:
    """One of the players has a name in Japanese, one in Chinese."""
    for number, name in ((1, "髙橋 﨑子"), (2, "王小明")):
        Entry.objects.filter(number=number).update(native_name=name)
    Tournament.objects.update(print_languages=["en", "ja"])
    event.refresh_from_db()
    return event


def text_of(pdf: bytes, folder: Path) -> str:
    """The words of a PDF, as pdftotext reads them."""
    (folder / "document.pdf").write_bytes(pdf)
    done = subprocess.run(["pdftotext", "-layout", "document.pdf", "-"], cwd=folder, capture_output=True, check=True)
    return done.stdout.decode()


def test_a_sheet_shows_its_players_and_names_in_their_own_script(event: Tournament, tmp_path: Path) -> None:
    asked = {"document": "score-sheets", "round": "1", "paper": "letter"}
    answer = signed_in("sam").post(reverse("manage_print", args=[event.slug]), asked)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    words = text_of(answer.content, tmp_path)
    expected = ["Table 卓 1", "Table 卓 2", "Round 1 1回戦", "Given01 Family01", "髙橋 﨑子", "王小明"]
    assert [each for each in expected if each not in words] == []


def test_single_players_get_a_badge_or_schedule_again(olga: Client, event: Tournament, tmp_path: Path) -> None:
    page = reverse("manage_print", args=[event.slug])
    asked = {"document": "badges", "round": "", "paper": "a4"}
    words = text_of(olga.post(page, asked | {"players": "5, 3"}).content, tmp_path)
    assert [number for number in range(1, 9) if f"Family{number:02}" in words] == [3, 5]
    (leaf,) = find_paper("schedules").leaves(Order(event, players=frozenset({3, 5})))
    assert [badge.number for badge, _appointments in leaf.values["plans"]] == [3, 5]
    for numbers, said in (
        ("5 12", "Player 12 does not exist."),
        ("five", "Enter numbers of players, such as 3 4."),
        (str(10**30), "Enter numbers of players, such as 3 4."),
    ):
        answer = olga.post(page, asked | {"players": numbers})
        assert (answer.status_code, answer.context["form"].errors) == (422, {"players": [said]})


def test_a_table_leads_to_its_sheet_and_a_player_to_the_badge(olga: Client, event: Tournament) -> None:
    """With the form filled in."""
    page = reverse("manage_print", args=[event.slug])
    for source, filled in (
        (reverse("manage_table", args=[event.slug, 1, 2]), {"document": "score-sheets", "round": "1", "tables": "2"}),
        (reverse("manage_entry", args=[event.slug, 5]), {"document": "badges", "players": "5"}),
    ):
        link = f"{page}?{urlencode(filled)}#all"
        assert f'href="{escape(link)}"' in olga.get(source).content.decode()
        form = olga.get(link).context["form"]
        assert {name: form[name].value() for name in filled} == filled


def test_a_document_of_a_round_asks_for_a_seated_round(olga: Client, event: Tournament) -> None:
    for document, number, said in (
        ("score-sheets", "", "Choose the round to print."),
        ("seating-tables", "2", "The seating of this round is not published yet."),
    ):
        asked = {"document": document, "round": number, "paper": "a4"}
        answer = olga.post(reverse("manage_print", args=[event.slug]), asked)
        assert (answer.status_code, answer.context["form"].errors["round"]) == (422, [said])


def test_a_long_pack_is_made_in_the_background(
    olga: Client, event: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manage_print, "AT_ONCE", 1)
    asked = {"document": "schedules", "round": "", "paper": "a4"}
    page = reverse("manage_print", args=[event.slug])
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


def test_anybody_prints_a_published_seating_and_nothing_else_and_gets_it_once(
    client: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(key: str, number: int = 1, **headers: str) -> Any:
        return client.get(reverse("public_document", args=[event.slug, number, key]), headers=headers)

    monkeypatch.setattr("tournaments.core.printing.pdf.render_run", lambda *_given, **_named: b"%PDF")
    other = [answer("score-sheets"), answer("standings"), answer("seating-tables", 2)]
    assert [each.status_code for each in (*other, answer("seating-names"))] == [404, 404, 404, 200]
    first = answer("seating-tables")
    known = {"If-None-Match": first["ETag"]}
    again = answer("seating-tables", **known)
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert answer("seating-tables", **known, **{"Accept-Language": "ja"}).status_code == 200
    enter(table_of(event), [30, -10, -10, -10])
    assert answer("seating-tables", **known).status_code == 304
    registration.edit(acting(), event.entries.get(number=1), family_name="Renamed")
    assert answer("seating-tables", **known).status_code == 200


def test_each_sheet_carries_the_address_of_its_own_form(event: Tournament) -> None:
    order = Order(event, "https://example.org", event.rounds.select_related("stage").get(number=1))
    addresses = [leaf.values["table"].address for leaf in find_paper("score-sheets").leaves(order)]
    tokens = GameTable.objects.filter(round__number=1).order_by("number").values_list("token", flat=True)
    assert addresses == [f"https://example.org/e/{token}/" for token in tokens]


def test_the_page_opens_with_the_papers_that_are_needed_now(event: Tournament) -> None:
    olga = signed_in("olga")

    def opened() -> tuple[int | None, list[str]]:
        context = olga.get(reverse("manage_print", args=[event.slug])).context
        return context["needed_round"], [each.key for each in context["needed"]]

    assert opened() == (1, ["score-sheets", "seating-names", "seating-tables"])
    Tournament.objects.update(features=[Tournament.Feature.HALL_PLAN])
    assert opened() == (1, ["score-sheets", "seating-names", "seating-tables", "hall-plan"])
    event.rounds.filter(number=1).update(state=Round.State.FINISHED)
    assert opened() == (1, ["results", "standings"])
    event.rounds.update(state=Round.State.FINISHED)
    assert opened() == (None, ["awards-poster", "result-poster", "standings", "event-numbers"])
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert opened() == (None, ["awards-poster", "result-poster", "standings", "event-numbers"])


def test_papers_of_used_features_alone_are_offered_and_finished_rounds_last(event: Tournament) -> None:
    olga, page = signed_in("olga"), reverse("manage_print", args=[event.slug])

    def offered() -> tuple[set[str], list[Any]]:
        form = olga.get(page).context["form"]
        documents = dict(form.fields["document"].widget.choices)
        return {"hall-plan", "room-code"} & set(documents), form.fields["round"].choices

    event.rounds.filter(number=1).update(state=Round.State.FINISHED)
    rounds = [("", "whole event"), (2, 2), (3, 3), ("Finished rounds", [(1, 1)])]
    assert offered() == (set(), rounds)
    asked = {"document": "hall-plan", "round": "1", "paper": "a4"}
    assert olga.post(page, asked)["Content-Type"] == "application/pdf"
    Tournament.objects.update(features=[Tournament.Feature.HALL_PLAN, Tournament.Feature.EVENINGS])
    assert offered() == ({"hall-plan", "room-code"}, rounds)


def test_the_first_page_of_a_paper_is_shown_in_a_frame_of_the_site_alone(event: Tournament) -> None:
    olga, preview = signed_in("olga"), reverse("manage_print_preview", args=[event.slug])
    asked = {"document": "seating-names", "round": "1", "paper": "a4", "tables": "", "players": ""}
    answer = olga.get(preview, asked)
    assert (answer.status_code, answer["X-Frame-Options"]) == (200, "SAMEORIGIN")
    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
    assert (answer.content.decode().count("<section"), "how-to-print" in answer.content.decode()) == (1, False)
    page = olga.get(reverse("manage_print", args=[event.slug]))
    assert ("frame-src 'self'" in page["Content-Security-Policy"], page["X-Frame-Options"]) == (True, "DENY")


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({"document": "seating-names", "round": ""}, "Choose the round to print."),
        ({"document": "seating-names", "round": "2"}, "The seating of this round is not published yet."),
        ({"document": "badges", "players": "99"}, "Player 99 does not exist."),
    ],
)
def test_a_preview_says_why_there_is_none(event: Tournament, asked: dict[str, str], problem: str) -> None:
    answer = signed_in("olga").get(reverse("manage_print_preview", args=[event.slug]), {"paper": "a4", **asked})
    assert (answer.status_code, f">{problem}<" in answer.content.decode()) == (200, True)
