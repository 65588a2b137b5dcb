"""Standings kept for the ceremony: who sees what of them, over pages, files and the API, and how the ceremony ends."""

import io
import re

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, program, signed_in, small_tournament
from tests.support.play import released
from tests.support.release import in_full
from tests.support.remembered import remembered
from tournaments.core import visibility
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.entries.models.entries import Team
from tournaments.events.models import Tournament
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.standings.services import publishing

pytestmark = pytest.mark.django_db

SECOND = ((7351, -2451, -2450, -2450), (11, 9, -9, -11))
"""Of round 2: a score that no page may show while the round is kept back."""

PAGES = (
    "", "results/", "results/1/", "results/2/", "results.csv", "standings/", "standings/?after=2", "standings.csv",
    "players/1/", "players/1/results.csv", "teams/", "teams/T01/",
    "screen/standings/", "screen/seating/", "screen/numbers/", "numbers/", "numbers.csv", "players/1/numbers/",
    "check/bundle.json", "embed/standings/", "embed/table/1/", "embed/player/1/",
)  # fmt: skip
API = ("standings/", "standings/?after=2", "rounds/2/results/", "standings.csv", "results.csv", "numbers/")


@pytest.fixture
@remembered
def event() -> Tournament:
    made = small_tournament(rounds=2)
    people(made)
    released(made, 1)
    released(made, 2, SECOND)
    Tournament.objects.filter(pk=made.pk).update(team_size=4)
    made.entries.filter(number__lte=4).update(team=Team.objects.create(tournament=made, code="T01", name="Dragons"))
    return Tournament.objects.get()


def telling(name: str | None) -> set[str]:
    """The public addresses that show the first player's score of round 2, or what both rounds add up to."""
    client, found = signed_in(name), set()
    for path in (*(f"/t/spring-open/{each}" for each in PAGES), *(f"/api/v1/tournaments/spring-open/{e}" for e in API)):
        # Digests, and the hashes in names of static files, hold any four digits sooner or later.
        told = re.sub("[0-9a-f]{12,}", "", client.get(path).getvalue().decode())
        told = told.replace(",", "").replace("\N{NARROW NO-BREAK SPACE}", "")
        if "7351" in told or "7411" in told:
            found.add(path)
    return found


def hide(**how: object) -> Tournament:
    return publishing.hide_standings(acting(), Tournament.objects.get(), hidden=True, **how)  # type: ignore[arg-type]


def test_nobody_but_the_organisers_can_add_hidden_standings_up(event):
    assert len(telling(None)) > 9
    with pytest.raises(UserError, match="rounds 1 to 2"):
        hide(from_round=3)
    hide(from_round=2)
    people_there = (None, "otto", "dina", "ida", "sue", "sam", "ren") if in_full() else (None, "ren")
    assert {name: telling(name) for name in people_there} == {name: set() for name in people_there}
    assert "60" in Client().get("/t/spring-open/standings/").text, "round 1 stays open"
    assert build_public_bundle(Tournament.objects.get())["through"] == 1
    hide()
    assert telling("olga") == {f"/api/v1/tournaments/spring-open/{path}" for path in API[:2]}
    assert "7,411" in signed_in("olga").get("/t/spring-open/manage/standings/").text
    hide(results_open=True)
    told = telling(None)
    assert "/t/spring-open/results/2/" in told
    assert {path for path in told if "standings" in path} == set()


def test_programs_get_the_public_tables_as_files(event):
    client, base = Client(), "/api/v1/tournaments/spring-open"
    for name in ("standings.csv", "results.csv"):
        answer = client.get(f"{base}/{name}")
        assert answer.content == client.get(f"/t/spring-open/{name}").content
        assert answer["Content-Disposition"] == f'attachment; filename="spring-open-{name}"'
        unchanged = client.get(f"{base}/{name}", headers={"If-None-Match": answer["ETag"]})
        assert (unchanged.status_code, unchanged.content) == (304, b"")
        in_japanese = {"If-None-Match": answer["ETag"], "Accept-Language": "ja"}
        assert client.get(f"{base}/{name}", headers=in_japanese).status_code == 200
    sheet = openpyxl.load_workbook(io.BytesIO(client.get(f"{base}/standings.xlsx").content)).active
    assert sheet["A2"].value == 1
    hide()
    assert client.get(f"{base}/standings.xlsx").status_code == 404


def test_whoever_prints_prints_no_hidden_standings(event):
    hide(from_round=2)
    job = Job(tournament=event, kind="print", params={"tells_standings": True})
    job.tournament = Tournament.objects.get()
    through = {
        name: visibility.find_last_visible_round(person(name), job.tournament) for name in ("olga", "sam", "sue")
    }
    assert through == {"olga": None, "sam": 1, "sue": 1}
    assert [visibility.may_open_job(person(name), job) for name in ("olga", "sam")] == [True, False]


def test_a_program_prints_what_its_person_may_see_and_only_what_can_be_made(event):
    """The API makes the job that the page makes."""
    hide(from_round=2)
    address = "/api/v1/tournaments/spring-open/prints/"
    params = {}
    for name in ("olga", "sam"):
        answer = program(name).post(address, {"document": "standings"}, format="json")
        assert answer.status_code == 200, answer.content
        job = Job.objects.latest("created_at")
        params[name] = (
            str(job.pk) == answer.json()["id"],
            job.params["standings_through"],
            job.params["tells_standings"],
        )
    assert params == {"olga": (True, None, True), "sam": (True, 1, True)}
    for body, field in (
        ({"document": "score-sheets"}, "round"),
        ({"document": "score-sheets", "round": 9}, "round"),
        ({"document": "receipts"}, "document"),
    ):
        refused = program("olga").post(address, body, format="json")
        assert (refused.status_code, refused.json()["field"]) == (400, field), body


def test_the_ceremony_is_for_organisers_and_once_started_for_screens(event):
    event.rounds.filter(number=2).update(state="playing")
    with pytest.raises(UserError, match="Round 2 is not over"):
        publishing.start_ceremony(acting(), event)
    event.rounds.filter(number=2).update(state="finished")
    hide()
    address = reverse("ceremony", args=["spring-open"])

    def statuses() -> dict[str | None, int]:
        return {name: signed_in(name).get(address).status_code for name in ("olga", "dina", "sam", "petra", None)}

    assert statuses() == {"olga": 200, "dina": 403, "sam": 403, "petra": 403, None: 302}
    publishing.start_ceremony(acting(), Tournament.objects.get())
    assert statuses() == {"olga": 200, "dina": 200, "sam": 403, "petra": 403, None: 302}
    assert telling(None) == set(), "the public waits for its end"


def test_after_the_ceremony_everybody_sees_everything(event):
    event.rounds.filter(number=2).update(released_at=None)
    hide()
    with pytest.raises(UserError, match="not been started"):
        publishing.end_ceremony(acting(), Tournament.objects.get())
    olga = signed_in("olga")
    begun = olga.post(reverse("manage_ceremony_start", args=["spring-open"]), {"of": "players", "begin": "3"})
    assert begun["Location"] == "/t/spring-open/ceremony/?of=players&begin=3"
    olga.post(reverse("manage_ceremony_end", args=["spring-open"]))
    assert len(telling(None)) > 9
