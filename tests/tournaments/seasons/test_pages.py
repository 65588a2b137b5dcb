"""Pages of a season: what everybody sees, how it is run, and what a person's results say."""

import io
import re

import openpyxl
import pytest
from django.test import Client

from tests.support.people import acting, person
from tests.support.seasons import played
from tournaments.core.models.log import AuditEntry
from tournaments.seasons import services as season_services
from tournaments.seasons.models import Season, SeasonMerge

pytestmark = pytest.mark.django_db

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")


@pytest.fixture
def season():
    made = season_services.create(acting(), name="Club league", published=True, rule={"drop": 1})
    season_services.add_event(acting(), made, tournament=played("spring", [(30, 10, -10, -30)], NAMES))
    autumn = played("autumn", [(-40, 20, 40, -20)], (*NAMES[:3], "Uve Sand"), day="2026-10-03")
    season_services.add_event(acting(), made, tournament=autumn)
    made.refresh_from_db()
    return made


def client_of(name=""):
    client = Client()
    if name:
        client.force_login(person(name))
    return client


def test_everybody_sees_the_ranking_and_a_persons_results(season):
    page = client_of().get("/seasons/club-league/")
    assert [one.person.name for one in page.context["table"].rows] == [
        "Olaf Berg", "Petra Quist", "Rosa Lind", "Uve Sand", "Uwe Sand",
    ]  # fmt: skip
    assert client_of().get("/seasons/club-league/", headers={"If-None-Match": page["ETag"]}).status_code == 304
    own = client_of().get("/seasons/club-league/players/spring/1/")
    assert [(event.slug, line.value, why) for event, _day, line, why in own.context["lines"]] == [
        ("spring", 30, "counts"), ("autumn", -40, "one of the worst, dropped"),
    ]  # fmt: skip
    assert client_of().get("/seasons/club-league/players/spring/9/").status_code == 404
    assert client_of().get("/seasons/club-league/?month=2026-05").status_code == 404


def test_the_ranking_is_a_file_for_everybody(season):
    season_services.set_rule(acting(), season, rule={})
    csv = client_of().get("/seasons/club-league/ranking.csv").content.decode("utf-8-sig").splitlines()
    assert csv[:2] == ["Place,Player,Country,Total,Results,Counted,Spring,Autumn", "1,Olaf Berg,France,30,2,2,-10,40"]
    book = openpyxl.load_workbook(io.BytesIO(client_of().get("/seasons/club-league/ranking.xlsx").content))
    assert [cell.value for cell in book.active[3]] == [2, "Rosa Lind", "France", 30, 2, 2, 10, 20]


def test_a_season_of_days_is_read_month_by_month(season):
    season_services.set_rule(acting(), season, rule={"unit": "day"})
    page = client_of().get("/seasons/club-league/?month=2026-10")
    assert page.context["table"].months == ("2026-05", "2026-10")
    first = page.context["table"].rows[0]
    assert (first.person.name, first.row.total) == ("Olaf Berg", 40)
    assert client_of().get("/seasons/club-league/?month=2026-11").status_code == 404


def test_olga_makes_a_season_and_runs_it():
    staff = person("olga")
    staff.is_staff = True
    staff.save()
    played("spring", [(30, 10, -10, -30)], NAMES)
    played("autumn", [(-40, 20, 40, -20)], (*NAMES[:3], "Uve Sand"), day="2026-10-03")
    olga = client_of("olga")
    made = olga.post("/seasons/new/", {"name": "Club league", "ready": "place_points"})
    assert made["Location"] == "/seasons/club-league/manage/"
    for slug in ("spring", "autumn"):
        olga.post("/seasons/club-league/manage/", {"tournament": slug, "factor": "1"})
    page = olga.get("/seasons/club-league/manage/").content.decode()
    assert re.findall(r'name="position"\s+value="(\d+)"', page) == ["1", "2", "1", "3"]
    olga.post("/seasons/club-league/manage/events/autumn/move/", {"position": 1})
    olga.post("/seasons/club-league/manage/events/spring/", {"factor": "1.5"})
    season = Season.objects.get()
    assert [(one.tournament.slug, str(one.factor)) for one in season.events.order_by("position")] == [
        ("autumn", "1"), ("spring", "3/2"),
    ]  # fmt: skip
    olga.post("/seasons/club-league/manage/players/", {"entry": "spring/4", "same_as": "autumn/4"})
    (merge,) = SeasonMerge.objects.all()
    assert (merge.entry.name, merge.same_as.name) == ("Uwe Sand", "Uve Sand")
    olga.post(f"/seasons/club-league/manage/players/{SeasonMerge.objects.get().pk}/part/")
    assert SeasonMerge.objects.count() == 0
    olga.post("/seasons/club-league/manage/settings/", {"name": "League", "published": "on"})
    person("ren")
    olga.post("/seasons/club-league/manage/roles/", {"username": "ren", "kind": "helper"})
    assert client_of().get("/seasons/club-league/").status_code == 200
    page = olga.get("/seasons/club-league/manage/")
    assert [entry.action for entry in page.context["log"]][:4] == [
        "seasons.grant", "seasons.edit", "seasons.split", "seasons.merge",
    ]  # fmt: skip
    olga.post("/seasons/club-league/manage/events/spring/out/")
    olga.post("/seasons/club-league/manage/settings/remove/")
    assert (Season.objects.count(), AuditEntry.objects.filter(action="seasons.remove").count()) == (0, 1)


RULE = {
    "ranked": "players", "unit": "event", "value": "place_points", "combine": "sum", "weights": "own", "best": "1",
    "place_points": "5 3 1", "tie_breaks": ["wins", "best"], "order": "best",
}  # fmt: skip


def test_a_rule_is_seen_before_it_is_kept(season):
    olga = client_of("olga")
    seen = olga.post("/seasons/club-league/manage/rule/", RULE | {"look": "yes"})
    assert [(one.person.name, one.row.total) for one in seen.context["rows"]][:2] == [
        ("Olaf Berg", 5),
        ("Petra Quist", 5),
    ]
    assert Season.objects.get().rule["best"] == 0
    kept = olga.post("/seasons/club-league/manage/rule/", RULE | {"save": "yes"})
    assert kept.status_code == 302
    rule = Season.objects.get().rule
    assert (rule["best"], rule["place_points"], rule["tie_breaks"]) == (1, ["5", "3", "1"], ["best", "wins"])
    wrong = olga.post("/seasons/club-league/manage/rule/", RULE | {"save": "yes", "ages": "366=2"})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["ages"])


def test_the_file_is_for_who_may_take_its_events(season):
    assert client_of("olga").get("/seasons/club-league/manage/season.zip")["Content-Type"] == "application/zip"
    season_services.grant(acting(), season, user=person("sam"), kind="organiser")
    refused = client_of("sam").get("/seasons/club-league/manage/season.zip", follow=True)
    assert [str(told) for told in refused.context["messages"]] == [
        "The file holds the events whole; only a director of these can save them: Spring, Autumn."
    ]
