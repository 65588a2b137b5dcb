"""A season by its pages and the API: what everybody sees, how it is run, and who may not."""

import io
import json
import re
from pathlib import Path

import openpyxl
import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.support.people import acting, person, signed_in, token_of
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.accounts.models import User
from tournaments.core import jobs, public_files
from tournaments.core.audit.decorators import ACTIONS
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.public_files import PublicFile
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.seasons import services as season_services
from tournaments.seasons.logic import load_presets, read_rule
from tournaments.seasons.models import Season, SeasonMerge
from tournaments.seasons.text import LOGGED

pytestmark = pytest.mark.django_db

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")


@pytest.fixture
def season(events):
    made = season_services.create(acting(), name="Club league", published=True, rule={"drop": 1})
    for event in events:
        season_services.add_event(acting(), made, tournament=event)
    made.refresh_from_db()
    return made


def test_everybody_sees_the_ranking_and_a_persons_results(season):
    page = Client().get("/seasons/club-league/")
    assert [one.person.name for one in page.context["table"].rows] == [
        "Olaf Berg", "Petra Quist", "Rosa Lind", "Uve Sand", "Uwe Sand",
    ]  # fmt: skip
    assert Client().get("/seasons/club-league/", headers={"If-None-Match": page["ETag"]}).status_code == 304
    own = Client().get("/seasons/club-league/players/spring/1/")
    assert [(event.slug, line.value, why) for event, _day, line, why in own.context["lines"]] == [
        ("spring", 30, "counts"), ("autumn", -40, "one of the worst, dropped"),
    ]  # fmt: skip
    assert Client().get("/seasons/club-league/players/spring/9/").status_code == 404
    assert Client().get("/seasons/club-league/?month=2026-05").status_code == 404


def test_the_page_shows_a_number_as_events_do_and_rounds_only_what_three_decimals_cannot_say(season):
    """Petra has 30 and 33 hundredths of -40, which is 16.8; by the mean it is 16.8 over 1.33."""
    season_services.set_rule(acting(), season, rule={})
    season_services.weigh_event(acting(), season, tournament=Tournament.objects.get(slug="autumn"), factor="33/100")

    def shown():
        return re.findall(
            r"<td[^>]*>\s*(16\.8[^<\s]*|12\.6[^<\s]*)", Client().get("/seasons/club-league/").content.decode()
        )

    assert shown() == ["16.8"]
    season_services.set_rule(acting(), season, rule={"combine": "mean"})
    assert shown() == ["12.63"]


def test_the_ranking_is_a_file_for_everybody_and_one_of_days_is_read_month_by_month(season):
    season_services.set_rule(acting(), season, rule={})
    csv = Client().get("/seasons/club-league/ranking.csv").content.decode("utf-8-sig").splitlines()
    assert csv[:2] == ["Place,Player,Country,Total,Results,Counted,Spring,Autumn", "1,Olaf Berg,France,30,2,2,-10,40"]
    assert workbook()[3] == [2, "Rosa Lind", "France", 30, 2, 2, 10, 20]
    season_services.set_rule(acting(), season, rule={"unit": "day"})
    table = Client().get("/seasons/club-league/?month=2026-10").context["table"]
    assert (table.months, table.rows[0].person.name, table.rows[0].row.total) == (
        ("2026-05", "2026-10"),
        "Olaf Berg",
        40,
    )
    assert Client().get("/seasons/club-league/?month=2026-11").status_code == 404


def workbook():
    """The rows of the ranking as XLSX, from 1 on; None while the worker has not made it."""
    answer = Client().get("/seasons/club-league/ranking.xlsx", headers={"accept": "text/html"})
    content = b"".join(answer)
    if answer.status_code == 202:
        return None
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    return [None, *([cell.value for cell in row] for row in sheet.rows)]


def test_the_workbook_is_made_once_for_all_by_the_worker_and_again_after_a_change(
    season, django_capture_on_commit_callbacks
):
    season_services.set_rule(acting(), season, rule={})
    jobs.mark_worker_alive()
    assert (workbook(), workbook(), PublicFile.objects.count()) == (None, None, 1)
    public_files.make_waiting()
    assert workbook()[2][1] == "Olaf Berg"
    # Somebody is erased at one of the events: no file keeps the name.
    (path,) = [Path(row.file.path) for row in PublicFile.objects.all()]
    olaf = Entry.objects.filter(romanised_name__icontains="Olaf").first()
    with django_capture_on_commit_callbacks(execute=True):
        privacy.erase(acting("ada"), olaf, reason="asked for")
    assert (path.exists(), PublicFile.objects.count()) == (False, 0)
    # A season that is not public has no file that others could ask for.
    season_services.edit(acting(), season, name="Club league", published=False)
    assert Client().get("/seasons/club-league/ranking.xlsx").status_code == 404


def test_olga_makes_a_season_and_removes_it(events):
    person("olga")
    User.objects.filter(username="olga").update(is_staff=True)
    olga, manage = signed_in("olga"), "/seasons/club-league/manage/"
    assert olga.post("/seasons/new/", {"name": "Club league", "ready": "place_points"})["Location"] == manage
    for slug in ("spring", "autumn"):
        olga.post(manage, {"tournament": slug, "factor": "1"})
    page = olga.get(manage)
    assert re.findall(r'name="position"\s+value="(\d+)"', page.content.decode()) == ["1", "2", "1", "3"]
    assert [entry.action for entry, _sentence in page.context["log"]] == ["seasons.add_event"] * 2 + ["seasons.create"]
    olga.post(f"{manage}players/", {"entry": "spring/4", "same_as": "autumn/4"})
    (merge,) = SeasonMerge.objects.all()
    assert (merge.entry.name, merge.same_as.name) == ("Uwe Sand", "Uve Sand")
    olga.post(f"{manage}players/{merge.pk}/part/")
    olga.post(f"{manage}settings/remove/")
    assert (SeasonMerge.objects.count(), Season.objects.count()) == (0, 0)
    assert AuditEntry.objects.filter(action="seasons.remove").count() == 1


def test_the_log_of_a_season_is_sentences_and_every_change_has_one(season, events):
    olga, manage = signed_in("olga"), "/seasons/club-league/manage/"
    spring, autumn = events
    season_services.edit(acting(), season, name="Club cup", published=False)
    season_services.weigh_event(acting(), season, tournament=spring, factor="1/2")
    season_services.move_event(acting(), season, tournament=autumn, position=1)
    petra = person("petra")
    season_services.grant(acting(), season, user=petra, kind="organiser")
    season_services.revoke(acting(), season, user=petra)
    one, other = spring.entries.get(number=4), autumn.entries.get(number=4)
    merge = season_services.merge_people(acting(), season, entry=one, same_as=other)
    season_services.split_people(acting(), season, merge=merge)
    season_services.set_rule(acting(), season, rule={}, reason="As voted")
    season_services.remove_event(acting(), season, tournament=autumn)
    log = [(entry.action, sentence) for entry, sentence in olga.get(manage).context["log"]][::-1]
    assert all(sentence for _action, sentence in log)
    assert [sentence for action, sentence in log if action != "seasons.rule"] == [
        "The season “Club league” is made.",
        "spring is added as event 1, with the factor 1.",
        "autumn is added as event 2, with the factor 1.",
        "The name changes from “Club league” to “Club cup”. The season is no longer public.",
        "The factor of spring changes from 1 to 1/2.",
        "autumn moves from place 2 to place 1.",
        "petra is now: Organiser.",
        "petra is no longer: Organiser.",
        "Players spring/4 and autumn/4 count as one person.",
        "Players spring/4 and autumn/4 count as two people again.",
        "autumn is taken out.",
    ]
    (rule,) = (sentence for action, sentence in log if action == "seasons.rule")
    assert rule.startswith("The ranking rule changes. ")
    assert "As voted" in olga.get(manage).content.decode()
    removed = "seasons.remove"
    assert {action for action in ACTIONS if action.startswith("seasons.")} - {removed} == {*LOGGED, "seasons.edit"}


RULE = {
    "ranked": "players", "unit": "event", "value": "place_points", "combine": "sum", "weights": "own", "best": "1",
    "place_points": "5 3 1", "tie_breaks": ["wins", "best"], "order": "best",
}  # fmt: skip


def test_a_rule_is_seen_before_it_is_kept(season):
    olga = signed_in("olga")
    seen = olga.post("/seasons/club-league/manage/rule/", RULE | {"look": "yes"})
    first_two = [(one.person.name, one.row.total) for one in seen.context["rows"]][:2]
    assert first_two == [("Olaf Berg", 5), ("Petra Quist", 5)]
    assert Season.objects.get().rule["best"] == 0
    kept = olga.post("/seasons/club-league/manage/rule/", RULE | {"save": "yes"})
    assert kept.status_code == 302
    rule = Season.objects.get().rule
    assert (rule["best"], rule["place_points"], rule["tie_breaks"]) == (1, ["5", "3", "1"], ["best", "wins"])
    wrong = olga.post("/seasons/club-league/manage/rule/", RULE | {"save": "yes", "ages": "366=2"})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["ages"])


def test_the_european_ranking_is_a_rule_to_begin_with_and_every_part_of_it_a_field(season):
    olga = signed_in("olga")
    form = olga.get("/seasons/club-league/manage/rule/?ready=mers").context["form"]
    shown = {name: form[name].value() for name in form.fields}
    assert (shown["share"], shown["top"], shown["age_unit"], shown["expire"]) == ("4/5", 4, "years", True)
    kept = {name: "" if value is None else value for name, value in shown.items()}
    assert olga.post("/seasons/club-league/manage/rule/", kept | {"save": "yes"}).status_code == 302
    assert read_rule(Season.objects.get().rule) == load_presets()["mers"]
    # Petra's first is 1000, her last 0; three are missing: 1000 / 5 and 1000 / 4.
    page = Client().get("/seasons/club-league/players/spring/1/")
    assert (page.context["one"].row.total, page.context["one"].row.filled) == (225, 3)
    assert [why for *_line, why in page.context["lines"]] == ["counts in both parts"] * 2
    rows = APIClient().get("/api/v1/seasons/club-league/ranking/").json()["rows"]
    assert [line["top"] for line in next(row for row in rows if row["name"] == "Petra Quist")["lines"]] == [True] * 2
    wrong = olga.post("/seasons/club-league/manage/rule/", kept | {"save": "yes", "share": "2"})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["share"])


def test_the_file_is_for_who_may_take_its_events(season):
    assert signed_in("olga").get("/seasons/club-league/manage/season.zip")["Content-Type"] == "application/zip"
    season_services.grant(acting(), season, user=person("sam"), kind="organiser")
    refused = signed_in("sam").get("/seasons/club-league/manage/season.zip", follow=True)
    assert [str(told) for told in refused.context["messages"]] == [
        "The file holds the events whole; only a director of these can save them: Spring, Autumn."
    ]


BASE = "/api/v1/seasons/"


def client_of(name, **made):
    client = APIClient()
    if name:
        client.credentials(HTTP_AUTHORIZATION=f"Token {token_of(name, **made)}")
    return client


@pytest.fixture
@remembered
def events():
    return (
        played("spring", [(30, 10, -10, -30)], NAMES),
        played("autumn", [(-40, 20, 40, -20)], (*NAMES[:3], "Uve Sand"), day="2026-10-03"),
    )


def test_a_program_runs_a_season(events):
    person("olga")
    User.objects.filter(username="olga").update(is_staff=True)
    olga = client_of("olga")
    made = olga.post(BASE, {"name": "Club league", "published": True}, format="json")
    assert (made.status_code, made.json()["slug"]) == (201, "club-league")
    acts = [
        ("events/add/", {"tournament": "spring"}),
        ("events/add/", {"tournament": "autumn", "factor": "2"}),
        ("events/move/", {"tournament": "autumn", "position": 1}),
        ("events/weigh/", {"tournament": "spring", "factor": "3/2"}),
        ("rule/", {"rule": {"value": "place_points", "place_points": [9, 6, 3], "tie_breaks": []}}),
        ("people/merge/", {"entry": "spring/4", "same_as": "autumn/4"}),
        ("roles/", {"user": person("ren").username, "kind": "helper"}),
    ]
    assert [olga.post(f"{BASE}club-league/{way}", body, format="json").status_code for way, body in acts] == [200] * 7
    whole = APIClient().get(f"{BASE}club-league/").json()
    assert [(one["slug"], one["factor"], one["state"]) for one in whole["events"]] == [
        ("autumn", 2, "counts"), ("spring", "3/2", "counts"),
    ]  # fmt: skip
    rows = APIClient().get(f"{BASE}club-league/ranking/").json()["rows"]
    assert [(row["place"], row["name"], row["total"]) for row in rows] == [
        (1, "Olaf Berg", "45/2"), (2, "Rosa Lind", 21), (3, "Petra Quist", "27/2"), (4, "Uve Sand", 6),
    ]  # fmt: skip
    assert rows[3]["entries"] == ["autumn/4", "spring/4"]
    assert rows[3]["lines"] == [
        {
            "event": "autumn",
            "day": "2026-10-03",
            "place": 3,
            "players": 4,
            "value": 3,
            "weight": 2,
            "why": "",
            "top": False,
        },
        {
            "event": "spring",
            "day": "2026-05-02",
            "place": 4,
            "players": 4,
            "value": 0,
            "weight": "3/2",
            "why": "",
            "top": False,
        },
    ]
    logged = AuditEntry.objects.filter(tournament=None, action__startswith="seasons.").order_by("sequence")
    assert [entry.action for entry in logged] == [
        "seasons.create", "seasons.add_event", "seasons.add_event", "seasons.move_event", "seasons.weigh_event",
        "seasons.rule", "seasons.merge", "seasons.grant",
    ]  # fmt: skip
    assert "Sand" not in json.dumps([[entry.before, entry.after] for entry in logged])


def test_what_cannot_be_is_refused_with_its_field_and_whoever_is_not_of_the_season_changes_nothing(events):
    season = season_services.create(acting(), name="Club league", published=True)
    season_services.add_event(acting(), season, tournament=events[0])
    olga = client_of("olga")
    wrong = [
        ("events/add/", {"tournament": "spring"}, "tournament"),
        ("events/add/", {"tournament": "nowhere"}, "tournament"),
        ("events/add/", {"tournament": "autumn", "factor": "1e99"}, "factor"),
        ("events/weigh/", {"tournament": "spring", "factor": "-1"}, "factor"),
        ("events/remove/", {"tournament": "autumn"}, "tournament"),
        ("rule/", {"rule": {"best": "all"}}, "best"),
        ("people/merge/", {"entry": "spring/4", "same_as": "spring/4"}, "same_as"),
        ("people/merge/", {"entry": "spring/4", "same_as": "autumn/4"}, "same_as"),
        ("roles/revoke/", {"user": "olga"}, "user"),
    ]
    found = [olga.post(f"{BASE}club-league/{way}", body, format="json") for way, body, _field in wrong]
    assert [(one.status_code, one.json()["field"]) for one in found] == [(400, field) for *_rest, field in wrong]
    assert olga.get(f"{BASE}club-league/ranking/?month=2026").status_code == 404
    ranking = f"{BASE}club-league/ranking/"
    etag = APIClient().get(ranking)["ETag"]
    assert APIClient().get(ranking, headers={"If-None-Match": etag}).status_code == 304
    Season.objects.update(published=False)
    season_services.grant(acting(), season, user=person("ren"), kind="helper")
    version, body = Season.objects.get().version, {"tournament": "autumn"}
    strangers = (client_of("otto"), client_of("olga", scopes=["read"]), client_of("olga", tournament=events[0]))
    add = f"{BASE}club-league/events/add/"
    assert [one.post(add, body, format="json").status_code for one in strangers] == [404] * 3
    assert client_of("ren").post(f"{BASE}club-league/rule/", {"rule": {}}, format="json").status_code == 403
    assert (season.events.count(), Season.objects.get().version) == (1, version)
    assert client_of("ren").post(add, body, format="json").status_code == 200
