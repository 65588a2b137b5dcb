"""Results from tables: long, by tables, wide; read with doubts by row, made an event, or entered into a running one."""

import json
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from django.urls import reverse

from tests.support.people import signed_in
from tests.support.rows import rows_of
from tournaments.accounts.models import User
from tournaments.core.tabular.reading import read_text
from tournaments.events.models import Tournament
from tournaments.events.presets import preset
from tournaments.exchange.event_reading import read as read_event
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.reading.results_event import build_event_file
from tournaments.results.models.results import TableResult
from tournaments.results.reading.into_running_event import preview
from tournaments.results.reading.results_table import parse_number, read_results
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.standings import compute_standings

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)


NAMES = ["Anna", "Bo", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana"]
GAMES = {(1, 1): [40, 12, -20, -32], (1, 2): [8, 0, 0, -8], (2, 1): [5, -5, 20, -20], (2, 2): [1, 2, 3, -6]}
AT = {(1, 1): NAMES[:4], (1, 2): NAMES[4:], (2, 1): NAMES[::2], (2, 2): NAMES[1::2]}
TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["texts"]
LONG, WIDE, RIICHI = TEXTS["long"], TEXTS["wide"], TEXTS["riichi"]


def told(text):
    return [[problem.line, problem.message, problem.warning] for problem in read_results(read_text(text)).problems]


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        LONG.split("\n", 1)[1],
        LONG.replace("round,table,player,points", "回戦,卓,氏名,得点"),
        LONG.replace("round,table,player,points", "Runde,Tisch,Spieler,Punkte"),
        TEXTS["by_table"],
        WIDE,
    ],
    ids=["long", "no heading", "ja", "de", "by table", "wide"],
)
def test_each_form_gives_the_same_tables(text):
    found = read_results(read_text(text))
    assert found.problems == []
    tables = {key: {line.player: line.points for line in lines} for key, lines in found.tables().items()}
    assert tables == {key: dict(zip(AT[key], map(Fraction, GAMES[key]), strict=True)) for key in GAMES}


@pytest.mark.parametrize("rounds", [1, 4, 5, 12])
def test_a_wide_table_may_have_any_number_of_rounds(rounds):
    head = ["Name", *(f"{word} {at}" for at in range(1, rounds + 1) for word in ("Table", "Points"))]
    rows = [[name, *["1", str(own)] * rounds] for name, own in zip(NAMES, (40, 12, -20, -32), strict=False)]
    found = read_results(read_text("\n".join(",".join(cells) for cells in (head, *rows))))
    assert (found.problems, sorted(found.tables())) == ([], [(at, 1) for at in range(1, rounds + 1)])


def test_a_row_a_table_may_number_its_players():
    head = "Round,Table,Player 1,Points 1,Player 2,Points 2,Player 3,Points 3,Player 4,Points 4"
    found = read_results(read_text(f"{head}\n1,1,Anna,40,Bo,12,Cleo,-20,Dai,-32"))
    assert [(line.player, line.points) for line in found.lines] == list(zip(NAMES[:4], (40, 12, -20, -32), strict=True))


def test_numbers_are_read_as_people_write_them():
    written = ("+34", "−12", "-1,500", "30 000", "25.000", "1.234,5", "(3)", "▲8.5", "12点", "x", "", "1e5")
    assert [parse_number(text) for text in written] == [
        34, -12, -1500, 30000, 25000, Fraction(2469, 2), -3, Fraction(-17, 2), 12, None, None, None,
    ]  # fmt: skip


@rows
def test_what_is_wrong_or_doubtful_is_told_by_row(text, said):
    assert told(text) == said


@pytest.mark.parametrize(("signs", "amounts"), [("off", [-10]), ("added", [10])])
def test_what_penalties_without_a_sign_are_is_asked_and_done(signs, amounts):
    text = LONG.replace("points\n", "points,penalty\n", 1).replace("Cleo,-20", "Cleo,-20,10", 1)
    made, problems = build_event_file(read_text(text), preset("mcr-ema"), "League")
    event, found = read_event(made)
    asked = understand(event)
    assert (problems, found, asked.asks_signs) == ([], [], True)
    assert [(problem.message, problem.warning) for problem in asked.problems] == [(
        "Penalties stand without a minus sign (the first: 10 for Cleo). Say whether they are taken off or added.", False
    )]  # fmt: skip
    meaning = understand(event, signs=signs)
    assert ([one.amount for one in meaning.penalties], meaning.problems, meaning.asks_signs) == (amounts, [], False)


def test_a_wide_table_without_tables_says_what_is_missing():
    made, problems = build_event_file(read_text(TEXTS["wide_without_tables"]), preset("mcr-ema"), "League")
    assert made == b""
    assert problems[0].message.startswith("Nothing says who sat together in round 1. Add a column with the table")


def test_the_event_of_a_table_has_its_names_games_and_penalties():
    text = LONG.replace("points\n", "points,penalty\n", 1).replace("Cleo,-20", "Cleo,-20,-10", 1)
    made, problems = build_event_file(read_text(text), preset("mcr-ema"), "League")
    assert problems == []
    event, found = read_event(made)
    assert found == []
    assert (event.name, event.family, [player.name for player in event.players]) == ("League", "mcr", NAMES)
    meaning = understand(event)
    assert [problem.message for problem in meaning.problems] == []
    assert [(one.player, one.amount, one.unit) for one in meaning.penalties] == [(3, -10, "score")]


@pytest.mark.django_db
def test_the_page_asks_about_signs_and_keeps_the_table():
    client = signed_in("ada")
    fined = LONG.replace("points\n", "points,penalty\n", 1).replace("Cleo,-20", "Cleo,-20,10", 1)
    bare = client.post("/events/import/", {"text": fined, "look": "yes"})
    assert (bare.status_code, bare.context["form"].errors["game"]) == (422, ["Choose the rules that were played."])
    asked = client.post("/events/import/", {"text": fined, "game": "mcr-ema", "slug": "season", "look": "yes"})
    assert (asked.status_code, list(asked.context["form"].errors)) == (422, ["signs"])
    sent = {"kept": asked.context["kept"], "slug": "season", "signs": "off"}
    seen = client.post("/events/import/", {**sent, "look": "yes"})
    assert (seen.status_code, Tournament.objects.count()) == (200, 0)
    assert client.post("/events/import/", sent).status_code == 302
    (fine,) = ScoreLine.objects.exclude(kind="result").filter(tournament__slug="season")
    assert (fine.amount, fine.kind, fine.entry.name) == (-10, "penalty", "Cleo")


def test_tables_that_contradict_the_rule_of_their_file_are_named():
    seats = [{"player": n, "points": points} for n, points in enumerate((40000, 30000, 20000, 10000), 1)]
    uma = [{**seat, "uma": each} for seat, each in zip(seats, (15, 5, 5, -15), strict=True)]
    data = {
        "format": "mahjong-event/1",
        "rule_family": "riichi",
        "scoring": {"start_points": 25000, "points_per_score": 1000, "uma": [15, 5, -5, -15]},
        "players": [{"id": n, "name": str(n)} for n in range(1, 5)],
        "rounds": [
            {"round": 1, "tables": [{"table": 1, "seats": uma}]},
            {"round": 2, "tables": [{"table": 1, "seats": [*seats[:3], {"player": 4, "points": 11000}]}]},
        ],
    }
    event, problems = read_event(json.dumps(data).encode())
    assert problems == []
    assert [(each.column, each.message) for each in understand(event).problems] == [
        ("round 1, table 1", "Player 3 has an uma of 5; the rule of the file gives -5."),
        ("round 2, table 1", "The points sum to 101000, not to 100000."),
    ]


def riichi_meaning(text=RIICHI, rules="riichi-wrc"):
    made, problems = build_event_file(read_text(text), preset(rules), "League")
    assert problems == []
    event, found = read_event(made)
    assert found == []
    return understand(event)


def test_a_table_keeps_its_own_starting_points_and_scores_in_thousands_get_no_uma():
    """Scores in thousands that sum to nothing have their uma already."""
    scoring = riichi_meaning(RIICHI.replace("45000", "25000").replace("31000", "11000")).scoring
    assert (scoring.start_points, scoring.return_points, scoring.uma) == (25000, 25000, (15, 5, -5, -15))
    scored = RIICHI
    raw, scores = "45000 25000 30000 20000 31000 30500 29500 29000", "30 -10 5 -25 16 5.5 -5.5 -16"
    for points, score in zip(raw.split(), scores.split(), strict=True):
        scored = scored.replace(points, score)
    assert riichi_meaning(scored).scoring.uma == ()


@pytest.mark.django_db
def test_the_look_at_a_table_says_how_it_is_scored_and_who_leads_and_so_it_is_saved():
    client = signed_in("ada")
    asked = {"text": RIICHI, "game": "riichi-wrc", "name": "League", "slug": "league", "look": "yes"}
    page = client.post("/events/import/", asked)
    assert page.context["scored"] == [
        ("Start points", "30,000"),
        ("Uma", "+15 / +5 / −5 / −15"),
        ("Table points", "none"),
    ]
    assert page.context["first"] == ["1. Anna (46)", "2. Cleo (−0.5)", "3. Bo (−4.5)"]
    assert Tournament.objects.count() == 0
    assert client.post("/events/import/", {"kept": page.context["kept"], "slug": "league"}).status_code == 302
    event = Tournament.objects.get(slug="league")
    totals = sorted(row.total for row in compute_standings(event).individual)
    assert (event.ruleset.preset, totals) == ("riichi-wrc", [-41, Fraction(-9, 2), Fraction(-1, 2), 46])
    chinese = client.post("/events/import/", {"text": LONG, "game": "mcr-ema", "slug": "chinese", "look": "yes"})
    assert [amount for _label, amount in chinese.context["scored"]] == ["0", "none", "4 / 2 / 1 / 0"]
    assert chinese.context["first"] == ["1. Emi (8 / 28)", "2. Anna (6 / 45)", "3. Finn (5.5 / 3)"]


def test_listed_standings_that_come_out_without_uma_only_say_that_none_was_played():
    made, _problems = build_event_file(read_text(RIICHI), preset("riichi-wrc"), "League")
    plain = {"Anna": 16, "Bo": -4.5, "Cleo": -0.5, "Dai": -11}
    data = json.loads(made)
    rows = [{"player": one["id"], "total": plain[one["name"]]} for one in data["players"]]
    places = sorted(plain.values(), reverse=True)
    listed = [row | {"place": places.index(row["total"]) + 1} for row in rows]
    event, _found = read_event(json.dumps(data | {"standings": {"after_round": 2, "individual": listed}}).encode())
    meaning = understand(event)
    assert (meaning.scoring.uma, meaning.differences) == ((), [])


PAIRS = tuple(zip(NAMES[:4], (40, 12, -20, -32), strict=True))


@rows
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
    made, problems = build_event_file(read_text(text), preset("mcr-ema"), "League")
    event = json.loads(made)
    assert problems == []
    assert [(team["name"], team["members"]) for team in event["teams"]] == [("Red", [1, 2]), ("Blue", [3, 4])]
    (table,) = event["rounds"][0]["tables"]
    assert (table["table"], [seat["table_points"] for seat in table["seats"]]) == ("B 桌", ["4", "3/2", "3/2", "0"])


ODD_HEADINGS = "Round;Spot;Who;Result!\n" + "".join(
    f"1;{1 + at // 4};Given{at + 1:02} Family{at + 1:02};{own}\n"
    for at, own in enumerate((40, 12, -20, -32, 8, 0, 0, -8))
)
CHOSEN = {"column-0": "round", "column-1": "table", "column-2": "player", "column-3": "points"}


@pytest.mark.django_db
def test_sam_chooses_the_columns_of_results_and_they_are_remembered_when_saved(event):
    sam, address = signed_in("sam"), reverse("manage_results_import", args=[event.slug])
    seen = sam.post(address, {"text": ODD_HEADINGS})
    mapping = seen.context["mapping"]
    assert (mapping["known"], mapping["unknown"]) == (["Round as Round"], ["Spot", "Who", "Result!"])
    assert mapping["rows"][0] == ["1", "1", "Given01 Family01", "40"]
    chosen = sam.post(address, {"columns": mapping["token"], **CHOSEN})
    assert chosen.context["preview"].counts == {"add": 2, "change": 0, "same": 0}
    assert (TableResult.objects.count(), User.objects.get(username="sam").column_choices) == (0, {})
    sam.post(address, {"confirmed": chosen.context["token"]})
    assert TableResult.objects.count() == 2
    again = sam.post(address, {"text": ODD_HEADINGS})
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
    seen = ada.post(address, {"text": ODD_HEADINGS, **fields})
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


EIGHT_POINTS = (40, 12, -20, -32, 8, 0, 0, -8)


def of_eight(*changes):
    points = dict(enumerate(EIGHT_POINTS, 1)) | dict(changes)
    return "player\tR1\n" + "\n".join(f"Given{n:02} Family{n:02}\t{own}" for n, own in points.items())


def looked(event, text):
    return preview(event, read_results(read_text(text)))


def post(event, **values):
    return signed_in("sam").post(reverse("manage_results_import", args=[event.slug]), values)


def test_a_wide_table_without_tables_is_found_by_who_sits_where(event):
    found = looked(event, of_eight())
    assert found.problems == []
    assert [(one.round, one.table, one.action, one.points, one.doubtful) for one in found.tables] == [
        (1, 1, "add", EIGHT_POINTS[:4], False),
        (1, 2, "add", EIGHT_POINTS[4:], False),
    ]


@rows
def test_what_does_not_fit_the_event_is_told(event, text, said):
    assert said in [problem.message for problem in looked(event, text).problems]


def test_sam_looks_and_enters_and_a_second_time_nothing_changes(event):
    assert (post(event, confirmed="x").status_code, TableResult.objects.count()) == (302, 0), "nobody has looked"
    seen = post(event, text=of_eight())
    assert (seen.status_code, TableResult.objects.count()) == (200, 0)
    assert post(event, confirmed=seen.context["token"]).status_code == 302
    assert set(TableResult.objects.values_list("state", flat=True)) == {"entered"}
    again = looked(event, of_eight((1, 30), (2, 22)))
    assert [one.action for one in again.tables] == ["change", "same"]


def test_a_sheet_that_does_not_add_up_wants_a_reason(event):
    seen = post(event, text=of_eight((1, 41)))
    assert [one.doubtful for one in seen.context["preview"].tables] == [True, False]
    assert post(event, confirmed=seen.context["token"]).url == reverse("manage_results_import", args=[event.slug])
    assert TableResult.objects.count() == 0
    post(event, confirmed=seen.context["token"], reason="as on paper")
    assert sorted(TableResult.objects.values_list("doubtful_reason", flat=True)) == ["", "as on paper"]
