"""Columns of unknown tables: recognised, chosen above the first rows, remembered when saved."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from tests.support.people import signed_in
from tournaments.accounts.models import User
from tournaments.core.tabular.reading import read_text
from tournaments.events.presets import preset
from tournaments.exchange.reading.results_event import event_of
from tournaments.results.models.results import TableResult
from tournaments.results.reading.results_table import read_results

NAMES = ("Anna", "Bo", "Cleo", "Dai")
POINTS = (40, 12, -20, -32)
PAIRS = tuple(zip(NAMES, POINTS, strict=True))
ROWS = "".join(f"1,{name},{points}\n" for name, points in PAIRS)
BESIDE = "".join(f"1,{name},{points},1,{name},{points}\n" for name, points in PAIRS)
ONE, TWO = [1], [1, 2]


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("Round,Table,E,S,W,N,Scr-E,Scr-S,Scr-W,Scr-N\n1,1,Anna,Bo,Cleo,Dai,40,12,-20,-32", ONE),
        ("E,S,W,N,Scr-E,Scr-S,Scr-W,Scr-N" + "\nAnna,Bo,Cleo,Dai,40,12,-20,-32" * 2, TWO),
        ("Round,Table,PlayerName,Score\n" + "".join(f"1,{row}\n" for row in ROWS.split()), ONE),
        ("轮次,桌号,姓名,得分\n" + "".join(f"1,A 桌,{name},{points}\n" for name, points in PAIRS), ONE),
        (f"Round 1\nTable,Player,Points\n{ROWS}Round 2\nTable,Player,Points\n{ROWS}", TWO),
        (f"第1轮,,\n卓,選手,点\n{ROWS}第2轮,,\n{ROWS}", TWO),
        (f"Round 1,,,Round 2,,\nTable,Player,Points,Table,Player,Points\n{BESIDE}", TWO),
    ],
)
def test_layouts_of_other_programs_are_read(text, rounds):
    found = read_results(read_text(text))
    assert [problem for problem in found.problems if not problem.warning] == []
    assert sorted((line.round, line.player, line.points) for line in found.lines) == sorted(
        (number, name, points) for number in rounds for name, points in PAIRS
    )
    assert {number: len(lines) for (number, _table), lines in found.tables().items()} == dict.fromkeys(rounds, 4)


def test_a_new_event_has_the_teams_names_of_tables_and_half_table_points_of_its_table():
    text = (
        "Round,Table,PlayerName,PlayerTeamId,Points,TP\n1,B 桌,Anna,Red,40,4\n1,B 桌,Bo,Red,-4,1½\n"
        "1,B 桌,Cleo,Blue,-4,1.5\n1,B 桌,Dai,Blue,-32,0\n"
    )
    made, problems = event_of(read_text(text), preset("mcr-ema"), "League")
    event = json.loads(made)
    assert problems == []
    assert [(team["name"], team["members"]) for team in event["teams"]] == [("Red", [1, 2]), ("Blue", [3, 4])]
    (table,) = event["rounds"][0]["tables"]
    assert (table["table"], [seat["table_points"] for seat in table["seats"]]) == ("B 桌", ["4", "3/2", "3/2", "0"])


TABLE = "Round;Spot;Who;Result!\n" + "".join(
    f"1;{1 + at // 4};Given{at + 1:02} Family{at + 1:02};{own}\n"
    for at, own in enumerate((40, 12, -20, -32, 8, 0, 0, -8))
)
CHOSEN = {"column-0": "round", "column-1": "table", "column-2": "player", "column-3": "points"}


@pytest.mark.django_db
def test_sam_chooses_the_columns_of_results_and_they_are_remembered_when_saved(event):
    sam, address = signed_in("sam"), reverse("manage_results_import", args=[event.slug])
    seen = sam.post(address, {"text": TABLE})
    mapping = seen.context["mapping"]
    assert (mapping["known"], mapping["unknown"]) == (["Round as Round"], ["Spot", "Who", "Result!"])
    assert mapping["rows"][0] == ["1", "1", "Given01 Family01", "40"]
    chosen = sam.post(address, {"columns": mapping["token"], **CHOSEN})
    assert chosen.context["preview"].counts == {"add": 2, "change": 0, "same": 0}
    assert (TableResult.objects.count(), User.objects.get(username="sam").column_choices) == (0, {})
    sam.post(address, {"confirmed": chosen.context["token"]})
    assert TableResult.objects.count() == 2
    again = sam.post(address, {"text": TABLE})
    assert (again.context["preview"].counts["same"], again.context["mapping"]["unknown"]) == (2, [])


@pytest.mark.django_db
def test_olga_chooses_the_columns_of_players(event):
    olga, address = signed_in("olga"), reverse("manage_import", args=[event.slug])
    seen = olga.post(address, {"text": "PlayerName,PlayerTeamId,PlayerCountryName,Shoe\nZoe Zorn,Owls,France,41"})
    mapping = seen.context["mapping"]
    assert mapping["unknown"] == ["Shoe"]
    assert [heading.split(" as ")[0] for heading in mapping["known"]] == [
        "PlayerName",
        "PlayerTeamId",
        "PlayerCountryName",
    ]
    fields = {"column-0": "romanised_name", "column-1": "team", "column-2": "country", "column-3": "-"}
    chosen = olga.post(address, {"columns": mapping["token"], **fields})
    assert chosen.context["preview"].left_out == []
    olga.post(address, {"confirmed": chosen.context["token"]})
    player = event.entries.get(team__name="Owls")
    assert (player.name, player.country) == ("Zoe Zorn", "France")
    headless = olga.post(address, {"text": "Yan Yew,12\nXia Xu,13"}).context["mapping"]["token"]
    fields = {"columns": headless, "no_heading": "on", "column-0": "romanised_name", "column-1": "-"}
    rows = olga.post(address, fields).context["preview"].rows
    assert [row.name for row in rows] == ["Yan Yew", "Xia Xu"]


@pytest.mark.django_db
def test_ada_chooses_the_columns_of_a_table_that_becomes_an_event(event):
    ada, address = signed_in("ada"), reverse("event_import")
    fields = {"game": "mcr-ema", "name": "League", "slug": "league", "published": "on", "look": "yes"}
    seen = ada.post(address, {"text": TABLE, **fields})
    assert (seen.status_code, seen.context["mapping"]["unknown"]) == (422, ["Spot", "Who", "Result!"])
    carried = dict(seen.context["mapping"]["carried"])
    chosen = ada.post(address, {"columns": seen.context["mapping"]["token"], **carried, **CHOSEN})
    assert (chosen.status_code, chosen.context["seen"].name) == (200, "League")
    assert User.objects.get(username="ada").column_choices == {}
    given = {"kept": chosen.context["kept"], "slug": "league", "learned": chosen.context["learned"]}
    assert ada.post(address, given).url == reverse("manage_home", args=["league"])
    assert User.objects.get(username="ada").column_choices == {
        "results": {"spot": "table", "who": "player", "result!": "points"}
    }
