"""Rows had a bag of JSON, `extra`; event files and log entries of then are read into the columns of today."""

import json

import pytest

from tests.support.people import acting
from tournaments.core.former_extra import MOVED, convert_former_facts, map_to_columns
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.document.event_1 import export_event
from tournaments.exchange.document.sections import list_sections
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services import event_files
from tournaments.exchange.services.events import import_event

pytestmark = pytest.mark.django_db

CLUB = {
    "format": "mahjong-event/1",
    "event": {"name": "Club evening", "short": "club"},
    "rule_family": "mcr",
    "wind": "east",
    "teams": [{"id": "W", "name": "Winds", "members": [1, 2, "x"], "colour": "red"}],
    "players": [{"id": 1, "name": "Ann", "shoe": 38}, {"id": 2, "name": "Bea"}, {"id": "x", "name": "Cy"}],
    "rounds": [
        {
            "round": 1,
            "played": True,
            "tables": [
                {
                    "table": 2,
                    "lamp": "on",
                    "seats": [
                        {"player": 1, "points": 30},
                        {"player": 2, "points": 10},
                        {"player": "x", "points": -10},
                        {"player": None, "points": -30},
                    ],
                }
            ],
        }
    ],
}  # fmt: skip


@pytest.fixture
def event() -> Tournament:
    """An imported event in which each column has another value than a new row."""
    found, problems = read(json.dumps(CLUB).encode())
    assert found is not None
    assert [one for one in problems if not one.warning] == []
    made = import_event(acting("olga"), event=found, meaning=understand(found), digest="ab")
    Tournament.objects.filter(pk=made.pk).update(
        federation="wrc",
        federation_columns=[["Rank", "place"]],
        federation_limits={"days": [[1, "1/2"]]},
        qualification=True,
        named_countries={"somewhere": "NO"},
        accepted_open_items={"federation": ["sheet 1"]},
    )
    made.rounds.update(alone=True)
    made.entries.filter(filler=True).update(lot=2)
    made.entries.filter(number=2).update(in_competition=True, unranked=True)
    return Tournament.objects.get(pk=made.pk)


def with_bags(whole: dict) -> dict:
    """Return the document as it was before the columns."""
    names = {one.name: str(one.model._meta.model_name) for one in list_sections()}
    listed = [(names[name], row) for name, rows in whole.items() if name in names for row in rows]
    for model, row in [*listed, ("tournament", whole["tournament"])]:
        if model in MOVED:
            row["extra"] = row.pop("imported")
            for key, column, default, _kinds in MOVED[model]:
                above, _dot, name = key.rpartition(".")
                if (value := row.pop(column)) != default:
                    (row["extra"].setdefault(above, {}) if above else row["extra"])[name] = value
    return whole


def without_times(event: Tournament) -> dict:
    whole = json.loads(pack_as_json(event))
    return whole | {"exported_at": "", "tournament": whole["tournament"] | {"slug": ""}}


def test_a_file_with_bags_makes_the_same_event(event: Tournament) -> None:
    whole, first = without_times(event), export_event(event)
    former = with_bags(json.loads(pack_as_json(event)))
    assert [row["extra"] for row in former["rounds"]] == [
        {"alone": True, "file": {"round": 1, "played": True, "tables": []}}
    ]
    found, problems = unpack(json.dumps(former).encode())
    assert found is not None
    assert problems == []
    made = event_files.restore(acting("otto"), event=found, slug="again")
    assert without_times(made) == whole
    again = export_event(made)
    assert again == first | {"event": first["event"] | {"short": "again"}}


def test_a_value_that_does_not_fit_its_column_and_unknown_keys_stay_beside() -> None:
    assert map_to_columns("round", {"alone": "yes", "more": 1}) == {
        "alone": False,
        "imported": {"alone": "yes", "more": 1},
    }
    assert map_to_columns("entry", {"lot": -1, "filler": True}) == {
        "in_competition": False, "unranked": True, "filler": True, "lot": 0, "imported": {"lot": -1},
    }  # fmt: skip
    assert convert_former_facts("entry", {"extra": "…", "number": 1}) == {"number": 1}
    assert convert_former_facts("round", {"number": 1}) == {"number": 1}
    assert convert_former_facts("seat", {"extra": 1}) == {"extra": 1}
