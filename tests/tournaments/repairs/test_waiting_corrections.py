"""A repair while a correction of a sheet waits: what counts keeps counting, and the correction keeps waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.support.people import acting
from tests.support.slices import in_slice
from tests.support.tables import enter, table_of
from tests.tournaments.repairs.test_repairs import REPAIRS as USUAL
from tests.tournaments.repairs.test_repairs import event_at, finished, half_confirmed, state
from tests.tournaments.stateful.observation import observed
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.repairs.queries.rows import list_standing_repairs
from tournaments.repairs.services import repairs
from tournaments.results.models.results import TableResult
from tournaments.results.queries.sheets import STANDING
from tournaments.results.services import results

pytestmark = pytest.mark.django_db

REPAIRS: dict[str, dict[str, Any]] = {
    **{kind: values | {"kind": kind} for kind, values in USUAL.items() if kind not in ("released", "published")},
    "annul": {"kind": "annul", "fines": "void", "repeat": "no"},
    "swap of players with their points": {"kind": "swap-players", "first": 1, "second": 5, "points": "players"},
    "swap of tables with their points": {"kind": "swap-tables", "table": 1, "other": 2, "points": "players"},
    "winds with the points of the chairs": {"kind": "winds", "east": 2, "points": "chairs"},
    "sheet from the other table": {"kind": "move-sheet", "table": 2, "other_round": 1, "other_table": 1},
}
TAKES_OUT = ("take-out", "annul")
"""Repairs after which neither the sheet nor its correction stands."""
REASON = "Seen at the table."


def correct(event: Tournament) -> None:
    """Enter a correction of the sheet of table 1, which waits for its confirmation."""
    enter(table_of(event), (-50, 20, -30, 60), "sam", based_on=1, reason="Upside down.")


def counting(event: Tournament) -> list[object]:
    """Everything that counts, and where people sit."""
    *counts, _standing = state(event)
    confirmed = TableResult.objects.filter(table__round__tournament=event, state="confirmed").order_by("table__number")
    return [*counts, [(sheet.table.number, points_on(sheet)) for sheet in confirmed.select_related("table")]]


def points_on(sheet: TableResult) -> list[tuple[int, int]]:
    return list(sheet.seats.order_by("order").values_list("entry__number", "points"))


def waiting(event: Tournament) -> list[TableResult]:
    return list(TableResult.objects.filter(table__round__tournament=event, state="entered").order_by("table__number"))


def confirm(event: Tournament) -> None:
    for sheet in waiting(event):
        results.confirm_sheet(acting("ren"), sheet)


def fix(client: Client, event: Tournament, name: str, values: dict[str, Any]) -> None:
    sent = {"round": 1, "reason": REASON, **values}
    answer = client.post(f"/t/{event.slug}/manage/fix/{sent.pop('kind')}/", sent)
    assert (name, answer.status_code) == (name, 302), answer.context["form"].errors


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", in_slice(list(REPAIRS), 2))
def test_a_repair_and_the_confirmation_of_a_correction_do_the_same_in_either_order(name: str, olga: Client) -> None:
    event = event_at(finished)
    with rolled_back():
        fix(olga, event, name, REPAIRS[name])
        without_correction = counting(event)
    correct(event)
    before = observed(event)
    with rolled_back():
        confirm(event)
        fix(olga, event, name, REPAIRS[name])
        confirmed_first = counting(event)
    fix(olga, event, name, REPAIRS[name])
    assert counting(event) == without_correction
    assert bool(waiting(event)) == (name not in TAKES_OUT)
    with rolled_back():
        confirm(event)
        assert counting(event) == confirmed_first
    repairs.undo(acting(), event, entry=list_standing_repairs(event)[0], reason="")
    assert observed(event) == before


def test_who_typed_a_correction_does_not_confirm_it_after_a_repair(olga: Client) -> None:
    event = event_at(finished)
    correct(event)
    fix(olga, event, "winds", REPAIRS["winds"])
    (correction,) = waiting(event)
    with pytest.raises(UserError, match="You entered this sheet"):
        results.confirm_sheet(acting("sam"), correction)
    results.confirm_sheet(acting("olga"), correction)
    assert points_on(correction) == [(2, 20), (3, -30), (4, 60), (1, -50)]


@pytest.mark.parametrize("name", ["swap of players with their points", "swap of tables with their points"])
def test_points_that_nobody_has_confirmed_do_not_count_by_a_swap(name: str, olga: Client) -> None:
    event = event_at(half_confirmed)
    before = observed(event)
    sent = {"round": 1, "reason": REASON, **REPAIRS[name]}
    answer = olga.post(f"/t/{event.slug}/manage/fix/{sent.pop('kind')}/", sent)
    assert answer.context["form"].errors == {
        "__all__": ["The sheet of table 2 is not confirmed yet. Confirm it or send it back first."]
    }
    assert observed(event) == before


def test_a_table_is_confirmed_as_its_sheet_is_after_sheets_change_places(olga: Client) -> None:
    event = event_at(half_confirmed)
    fix(olga, event, "move-sheet", REPAIRS["move-sheet"])
    tables = event.rounds.get(number=1).tables.order_by("number")
    assert [(table.results.get(state__in=STANDING).state, table.confirmed_at is None) for table in tables] == [
        ("entered", True), ("confirmed", False),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["swap of tables with their points", "move-sheet"])
def test_an_undo_names_the_rejection_of_a_correction_that_went_to_another_table(name: str, olga: Client) -> None:
    event = event_at(finished)
    correct(event)
    fix(olga, event, name, REPAIRS[name])
    (correction,) = waiting(event)
    assert correction.table.number == 2
    results.reject_sheet(acting("ren"), correction, reason="It was right.")
    between = observed(event)
    (listed,) = olga.get(f"/t/{event.slug}/manage/fix/").context["repairs"]
    with pytest.raises(UserError, match="Result sent back") as refused:
        repairs.undo(acting(), event, entry=list_standing_repairs(event)[0], reason="")
    assert (str(refused.value), observed(event)) == (listed.obstacle, between)
