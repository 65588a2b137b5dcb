"""Rules that an earlier release has played with keep its answers: in the database, from files, and on wall sheets."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from tests.support.duplicate import dealt, duplicate_event, session_planned
from tests.support.people import acting, small_tournament
from tests.support.play import released
from tests.support.verifier import lines_of
from tournaments.core.printing.registry import Order
from tournaments.duplicate.papers import sheets
from tournaments.duplicate.services import deals
from tournaments.events import services
from tournaments.events.former_options import FORMER_OPTIONS
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.document.event_1 import export_event
from tournaments.exchange.document.writing import build_document
from tournaments.exchange.event_reading import read
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services import event_files
from tournaments.exchange.services.events import import_event

MIGRATION = import_module("tournaments.migrations.0081_former_options")
STICK = {"dead_hand_bet": "returned_if_invalid"}
POINTS = ((42000, 33000, 25000, 20000), (50000, 40000, 20000, 10000))
TILES = {"false_hu_tiles": "return_to_hand"}

pytestmark = pytest.mark.django_db


def migrated() -> None:
    """Bring the rules of an earlier release to those of today."""
    for name, step in (
        ("0070_rules_of_started_events", "keep_answers"),
        ("0074_kongs_after_riichi_of_tenhou", "keep_strict"),
    ):
        getattr(import_module(f"tournaments.migrations.{name}"), step)(apps, connection.schema_editor())
    MIGRATION.keep_apart(apps, connection.schema_editor())
    MIGRATION.Migration.operations[-1].code(apps, connection.schema_editor())


def of_earlier_release(event: Tournament) -> bytes:
    """Return the event's file without the column that earlier releases lack."""
    whole = json.loads(pack_as_json(event))
    for row in whole["rulesets"]:
        del row["former_options"]
    return json.dumps(whole).encode()


def test_files_and_databases_get_the_same_values() -> None:
    assert MIGRATION.FORMER_OPTIONS == FORMER_OPTIONS


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("preset", "agreed", "in_force"),
    [
        ("riichi-wrc", {}, STICK),
        ("riichi-wrc", {"dead_hand_bet": "stays"}, {"dead_hand_bet": "stays"}),
        ("riichi-tenhou", {"uma": [0, 0, 0, 0]}, {"uma": [0, 0, 0, 0], "ankan_after_riichi": "strict"}),
        ("mcr-2006", {"min_points": 6}, {"min_points": 6}),
    ],
)
def test_a_database_keeps_agreed_values_and_former_ones_apart(
    preset: str, agreed: dict[str, Any], in_force: dict[str, Any]
) -> None:
    event = small_tournament(0, rounds=1)
    services.change_rules(acting(), event, rules={"preset": preset, "parameters": agreed})
    migrated()
    assert event.ruleset.options == agreed
    services.freeze_rules(acting(), event)
    migrated()
    assert (event.ruleset.parameters, event.ruleset.options) == (agreed, in_force)
    with pytest.raises(DatabaseError, match="do not change"), transaction.atomic():
        event.rulesets.update(former_options={"dead_hand_bet": "other"})


@pytest.mark.both_databases
def test_boards_of_rules_with_former_values_are_as_promised() -> None:
    event = duplicate_event()
    services.change_rules(acting(), event, rules={"preset": "mcr-1998"})
    dealt(event)
    session_planned(event)
    migrated()
    assert event.ruleset.options == TILES
    for checked in (build_public_bundle(event), build_document(event)[0]):
        assert lines_of(checked) == []


@pytest.mark.parametrize(("started", "options"), [(True, STICK), (False, {})])
def test_an_event_file_of_an_earlier_release_gives_rules_that_were_played_with_their_former_values(
    started: bool, options: dict[str, str]
) -> None:
    event = small_tournament(rounds=1, family="riichi")
    services.change_rules(acting(), event, rules={"preset": "riichi-wrc"})
    if started:
        released(event, 1, POINTS)
    now, earlier = (unpack(content)[0] for content in (pack_as_json(event), of_earlier_release(event)))
    assert now is not None
    assert earlier is not None
    copies = [
        event_files.restore(acting("olga"), event=file, slug=f"copy-{at}") for at, file in enumerate((now, earlier))
    ]
    assert [copy.ruleset.options for copy in copies] == [{}, options]


def test_an_event_of_a_season_file_of_an_earlier_release_is_the_one_that_the_database_has_kept() -> None:
    event = small_tournament(rounds=1, family="riichi")
    services.change_rules(acting(), event, rules={"preset": "riichi-wrc"})
    released(event, 1, POINTS)
    file, _problems = unpack(of_earlier_release(event))
    migrated()
    assert file is not None
    assert event_files.is_same_as(event, file)


def of_today(file: dict[str, Any]) -> None:
    assert {"country", "organiser"} <= set(file["event"])


def of_0_3_0(file: dict[str, Any]) -> None:
    del file["event"]["country"], file["event"]["organiser"]


def of_another_program(file: dict[str, Any]) -> None:
    of_0_3_0(file)
    del file["event"]["rounds_planned"]


@pytest.mark.parametrize(("written", "options"), [(of_today, {}), (of_0_3_0, STICK), (of_another_program, {})])
def test_results_of_an_earlier_release_give_rules_that_were_played_with_their_former_values(
    written: Callable[[dict[str, Any]], object], options: dict[str, str]
) -> None:
    event = small_tournament(rounds=1, family="riichi")
    released(event, 1, POINTS)
    Tournament.objects.filter(pk=event.pk).update(starts_on="2012-01-07", ends_on=None)
    data = export_event(Tournament.objects.get(pk=event.pk))
    written(data)
    file, problems = read(json.dumps(data).encode())
    assert file is not None, problems
    made = import_event(acting("olga"), event=file, meaning=understand(file), slug="copy")
    assert (made.ruleset.preset, made.ruleset.options) == ("riichi-ema-2008", options)


def test_sheets_printed_again_show_the_walls_of_then() -> None:
    """Until then the sum of the dice broke the wall, and the dealer's pair of walls was the longer one."""
    event = duplicate_event(family="sichuan")
    services.change_rules(acting(), event, rules={"preset": "sichuan-sbr-2025"})
    made = dealt(event, model="shared")
    session_planned(event)

    def walls(session: int) -> list[tuple[int, list[int]]]:
        opened = deals.print_boards(acting(), made, session=session, reason="sheets")
        event.refresh_from_db()
        leaves = sheets(Order(event, subject=opened))
        return [(leaf.values["after"], [len(wall.stacks) for wall in leaf.values["walls"]]) for leaf in leaves]

    dice = [board.dice for board in made.all_boards.filter(session=1).order_by("number")]
    assert walls(1) == [(min(one), [14 - (at + seat) % 2 for seat in range(4)]) for at, one in enumerate(dice)]
    migrated()
    former = [(sum(one), [14, 13, 14, 13]) for one in dice]
    assert walls(1) == former
    services.set_house_rule(
        acting(),
        event,
        clause="SC-2.4",
        text="One less.",
        option="break_skip",
        value="min_die_minus_one",
        reason="all agreed",
    )
    later = [board.dice for board in made.all_boards.filter(session=2).order_by("number")]
    assert walls(1) == former
    assert walls(2) == [(min(one) - 1, [14, 13, 14, 13]) for one in later]
