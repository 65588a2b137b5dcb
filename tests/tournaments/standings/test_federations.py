"""Federation reports: exact columns, missing facts by name, weight of the event."""

import csv
import io
import re
import zipfile
from fractions import Fraction

import openpyxl
import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import released
from tests.support.remembered import remembered
from tournaments.core.errors import UserError
from tournaments.core.text.sentences import in_words
from tournaments.events.models import Tournament
from tournaments.exchange.files import federation as exports
from tournaments.standings.federations.checks import list_obstacles
from tournaments.standings.federations.forms import get_step_value, load_federations
from tournaments.standings.queries import federation as selector
from tournaments.standings.queries.federation import Weight, compute_weight, tidy_name
from tournaments.standings.services import federations as services
from tournaments.standings.services import publishing

EMA = load_federations()["ema"]


@pytest.fixture
@remembered
def event():
    """Eight players of two countries, one round played; every second one is a member."""
    made = small_tournament(rounds=1)
    for entry in made.entries.all():
        entry.country = "FRA" if entry.number % 2 else "DEU"
        entry.ema_number = f"0412{entry.number:04}" if entry.number % 2 else None
        entry.save()
    released(made, 1)
    return made


@pytest.mark.django_db
def test_the_results_are_in_the_columns_of_ema(event):
    rows = list(csv.reader(io.StringIO(exports.results_csv(event, None).decode("utf-8-sig"))))
    assert rows[0] == [
        "Place", "First Name", "Last name", "EMA number", "Table points", "Score", "Ema Member", "Country",
    ]  # fmt: skip
    assert rows[1] == ["1", "Given01", "Family01", "04120001", "4", "60", "YES", "France"]
    assert [row[6] for row in rows[1:]] == ["YES" if row[3] else "NO" for row in rows[1:]]
    shared = [row[0] for row in selector.build_federation_rows(event, EMA)[1:] if row[5] == 10]
    assert (len(shared), len(set(shared))) == (2, 1)
    assert exports.results_csv(event, None).startswith(b'\xef\xbb\xbf"Place","First Name"')


@pytest.mark.django_db
def test_a_list_that_would_come_back_is_refused_with_what_is_missing(event):
    first, second, third = event.entries.order_by("number")[:3]
    first.country = ""
    first.save()
    second.given_name, second.romanised_name = "", "Family02"
    second.save()
    third.family_name, third.given_name, third.country = "FAMILY04", "Given04", "DEU"
    third.save()
    told = [
        "2 Family02: given name and family name are wanted separately.",
        "1 Given01 Family01: the country is missing.",
        "3 Given04 FAMILY04 is listed twice: same name and country, or same number.",
        "4 Given04 Family04 is listed twice: same name and country, or same number.",
    ]
    assert sorted(map(in_words, list_obstacles(event, EMA))) == sorted(told)
    with pytest.raises(UserError) as refusal:
        exports.pack(event, EMA)
    assert sorted(refusal.value.problems) == sorted(told)
    with pytest.raises(CommandError, match="would reject it"):
        call_command("federation_pack", event.slug)
    unplayed = small_tournament(rounds=1, slug="unplayed")
    assert in_words(list_obstacles(unplayed, EMA)[0]) == "Round 1 is not finished."


@pytest.mark.django_db
def test_the_pack_has_everything_that_goes_along(event, tmp_path, capsys):
    path = tmp_path / "pack.zip"
    call_command("federation_pack", event.slug, output=path)
    assert capsys.readouterr().out == f"{path}: European Mahjong Association, weight 2\n"
    name = "EMA_results_2026-05-02_2026-05-03_spring-open"
    with zipfile.ZipFile(path) as archive:
        assert sorted(archive.namelist()) == sorted(
            [f"{name}.csv", f"{name}.xlsx", "referees.csv", "rules.csv", "rulings.csv", "tables.csv", "weight.csv"]
        )
        sheet = openpyxl.load_workbook(io.BytesIO(archive.read(f"{name}.xlsx"))).active
        tables = archive.read("tables.csv").decode("utf-8-sig").splitlines()
    assert [cell.value for cell in sheet[2]] == [1, "Given01", "Family01", "04120001", 4, 60, "YES", "France"]
    assert tables[1] == "1,1,E,1,Given01 Family01,60,1,4,60,0"


def test_the_weight_of_84_players_from_8_countries_in_2_days_is_3_and_a_half():
    rule = EMA.weight
    parts = (
        get_step_value(rule.days, 2),
        get_step_value(rule.players, 84),
        get_step_value(rule.countries, 8),
        Fraction(0),
    )
    assert Weight(2, 84, 8, False, parts).total == Fraction(7, 2)
    assert [get_step_value(rule.players, count) for count in (40, 41, 80, 81)] == [0, Fraction(1, 2), Fraction(1, 2), 1]
    assert [get_step_value(rule.countries, count) for count in (5, 6, 9, 10)] == [0, Fraction(1, 2), Fraction(1, 2), 1]


@pytest.mark.django_db
def test_columns_are_the_organisers_to_change(event):
    people(event)
    client, best = (
        signed_in("olga"),
        event.score_lines.filter(unit="table_points").order_by("-amount_numerator").first(),
    )
    best.amount = Fraction(47, 4)
    best.save()
    Tournament.objects.update(version=99)
    page = client.get(reverse("manage_federation", args=[event.slug])).content.decode()
    cells = re.findall(r"<td[^>]*>\s*([^<]*?)\s*</td>", page[page.index('id="rows"') :])
    assert [cells[at] for at in (0, 4, 12)] == ["1", "11.75", "3"], "table points as on screen"
    address = reverse("manage_federation", args=[event.slug])
    form = client.get(address).context["form"]
    assert form.initial["players"] == "1 = 0, 41 = 0.5, 81 = 1"
    sent = {"federation": "ema", "columns": "Rank = place\nPlayer = name", "qualification": "on"}
    assert client.post(address, sent).status_code == 302
    event = Tournament.objects.get()
    assert selector.build_federation_rows(event, EMA)[:2] == [["Rank", "Player"], [1, "Given01 Family01"]]
    assert compute_weight(event, EMA).total == 3
    wrong = client.post(address, sent | {"columns": "Rank place"})
    assert wrong.status_code == 422
    assert "Fields are place, number" in wrong.context["form"].errors["columns"][0]
    limits = {"players": "1 = 0, 9 = 1/2", "countries": "1=0.25", "days": "1 = 1, 2 = 2, 3 = 3"}
    assert client.post(address, sent | limits).status_code == 302
    event = Tournament.objects.get()
    assert event.federation_limits == {"players": [[1, "0"], [9, "1/2"]], "countries": [[1, "1/4"]]}
    assert compute_weight(event, EMA).total == Fraction(13, 4)
    counts = "counts from 1"
    for players, told in (("2 = 0", counts), ("1 = 0, 1 = 1", counts), ("many", "threshold = added weight")):
        refused = client.post(address, sent | {"players": players})
        assert (refused.status_code, told in refused.context["form"].errors["players"][0]) == (422, True)
    services.choose(acting(), event, federation="wrc")
    assert selector.get_federation(Tournament.objects.get()).title == "World Riichi Championship"


@pytest.mark.django_db
def test_everybody_takes_standings_and_results_as_tables(event, client):
    standings = client.get(f"/t/{event.slug}/standings.csv")
    lines = standings.content.decode("utf-8-sig").splitlines()
    assert lines[:2] == ["Place,Number,Player,Country,Team,Table points,Total score", "1,1,Given01 Family01,FRA,,4,60"]
    assert standings["Content-Disposition"] == 'attachment; filename="spring-open-standings.csv"'
    results = client.get(f"/t/{event.slug}/results.csv").content.decode("utf-8-sig").splitlines()
    assert (len(results), results[1]) == (9, "1,1,E,1,Given01 Family01,60,1,4,60,0")
    own = client.get(f"/t/{event.slug}/players/3/results.xlsx").content
    cells = [cell.value for cell in openpyxl.load_workbook(io.BytesIO(own)).active[2]]
    assert cells[3:6] == [3, "Given03 Family03", -30]
    publishing.hide_standings(acting(), event, hidden=True)
    assert client.get(f"/t/{event.slug}/standings.csv").status_code == 404


def test_names_are_composed_and_not_in_capitals():
    names = {
        "MÜLLER": "Müller",
        "Jose\u0301": "José",
        " Anna  Maria ": "Anna Maria",
        "McDonald": "McDonald",
        "LI": "LI",
    }
    assert {typed: tidy_name(typed) for typed in names} == names
