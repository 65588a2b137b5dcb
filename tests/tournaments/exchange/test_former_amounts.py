"""Sheets and ledger lines of earlier releases, with a bag `extra` instead of columns: files and bundles.

`tests/tournaments/site/test_migrations.py` has the rows of the database.
"""

import copy
import json

import pytest

from engine.bounded_json import digest
from tests.support.people import acting
from tests.support.verifier import lines_of
from tests.tournaments.exchange.test_events import brought_in, small
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.document.event_1 import export_event
from tournaments.exchange.document.writing import build_document
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.services import event_files
from tournaments.exchange.verification.checks import check_bundle_lines
from tournaments.exchange.verification.lines import FAILED, compute_bundle_digest
from tournaments.repairs.queries.facts import map_fact_digests
from tournaments.results.models.results import ResultSeat

SECTIONS = ("results", "result_seats", "score_lines")


def stated():
    """A table of halves, with table points and a fine as somebody else has counted them."""
    fine = {"round": 1, "table": 1, "player": 2, "amount": -3, "reason": "phone"}
    data = small(penalties=[fine], scoring={"kind": "mcr", "table_points": [4, 2, 1, 0]})
    table = data["rounds"][0]["tables"][0] | {"table": 1}
    points, table_points, scores = (30.5, 10, -10.5, -30), (4, 0, 2, 1), (30.5, 11, -10.5, -30)
    table["seats"] = [
        seat | {"points": points[at], "table_points": table_points[at], "score": scores[at]}
        for at, seat in enumerate(table["seats"])
    ]
    table["seats"][3]["penalty"] = -5
    as_computed = [
        {"player": player, "points": points, "score": points, "table_points": table_points}
        for player, points, table_points in ((1, 30, 4), (2, 10, 2), (3, -10, 1), (4, -30, 0))
    ]
    data["rounds"] = [
        {"round": 1, "tables": [table]},
        {"round": 2, "tables": [{"table": 1, "seats": as_computed}]},
    ]
    return data


def amount(row, name):
    numerator, denominator = row.pop(f"{name}_numerator"), row.pop(f"{name}_denominator")
    return None if numerator is None else numerator if denominator == 1 else f"{numerator}/{denominator}"


def set_values(values):
    return {name: value for name, value in values.items() if value is not None}


def seat_as_before(row):
    """A line of a sheet as releases up to 0.3.0 wrote it."""
    official = set_values({name: amount(row, f"official_{name}") for name in ("score", "table_points")})
    official = {name: str(value) for name, value in official.items()}
    official |= set_values({"place": row.pop("official_place")})
    row["extra"] = row.pop("imported", {}) | set_values({"exact_points": amount(row, "exact_points")})
    row["extra"] |= {"official": official} if official else {}


def as_before(whole):
    """The file as releases up to 0.3.0 wrote it."""
    whole = copy.deepcopy(whole)
    for row in whole["results"]:
        row["extra"] = {"imported": True} if row.pop("imported") else {}
    for row in whole["result_seats"]:
        seat_as_before(row)
    for row in whole["score_lines"]:
        game = {name: amount(row, name) for name in ("points", "uma")} | {"place": row.pop("place")}
        shared = row.pop("shared")
        row["extra"] = row.pop("imported") | set_values(game | {"shared": shared if game["place"] else None})
    return whole


@pytest.mark.django_db
def test_a_file_of_then_is_the_event_of_now():
    data = stated()
    event = brought_in(data)
    whole = json.loads(pack_as_json(event))
    before = as_before(whole)
    keys = {name: sorted({key for row in before[name] for key in row["extra"]}) for name in SECTIONS}
    assert keys == {
        "results": ["imported"],
        "result_seats": ["exact_points", "file", "official", "position"],
        "score_lines": ["file", "from_seat", "index", "place", "points", "shared", "uma"],
    }
    found, problems = unpack(json.dumps(before).encode())
    assert problems == []
    made = event_files.restore(acting("otto"), event=found, slug="again")
    again = build_document(made)[0]
    assert [again[name] for name in SECTIONS] == [whole[name] for name in SECTIONS]
    assert export_event(made) | {"event": data["event"]} == data


@pytest.mark.django_db
def test_a_repair_of_then_names_the_sheets_of_now():
    """Digests of sheets in the log, by which an undo sees whether they have changed since, have the bag in them."""
    event = brought_in(stated())
    bags = [row["extra"] for row in as_before(json.loads(pack_as_json(event)))["result_seats"]]
    rows = ResultSeat.objects.filter(result__table__round__number=1).order_by("order")
    sheet = [[row.entry_id, row.points, bag] for row, bag in zip(rows, bags, strict=False)]
    now = map_fact_digests(event)["sheet/1/1/confirmed"]
    assert now == digest([event.ruleset.pk, 0, *sheet])[:16]


@pytest.mark.django_db
def test_a_bundle_of_then_holds():
    bundle = json.loads(json.dumps(build_public_bundle(brought_in(stated()))))
    for row in bundle["result_seats"]:
        seat_as_before(row)
    assert [row["extra"].get("exact_points") for row in bundle["result_seats"][:4]] == ["61/2", None, "-21/2", None]
    sealed = {name: part for name, part in bundle.items() if name != "digest"}
    sealed["digest"] = compute_bundle_digest(sealed)
    assert (lines_of(sealed), [line for line in check_bundle_lines(sealed) if line.outcome == FAILED]) == ([], [])
    sealed["result_seats"][0]["extra"]["exact_points"] = "63/2"
    assert len(lines_of(sealed)) > 1


@pytest.mark.django_db
def test_a_value_of_then_that_is_no_amount_is_refused_with_its_place():
    before = as_before(json.loads(pack_as_json(brought_in(stated()))))
    before["result_seats"][0]["extra"]["exact_points"] = "many"
    before["result_seats"][1]["extra"]["official"] = {"place": "first"}
    before["score_lines"][0]["extra"]["uma"] = [3]
    found, problems = unpack(json.dumps(before).encode())
    assert found is None
    assert [(one.column, one.message) for one in problems] == [
        ("result_seats 1, exact_points_numerator", "“many” is not a whole number."),
        ("result_seats 2, official_place", "“first” is not a whole number."),
        ("score_lines 1, uma_numerator", "“[3]” is not a whole number."),
    ]
