"""Undo of a repair that returned the seating of a final to a draft, after its cut has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from tests.support.database import kept_for_the_module
from tests.support.people import acting
from tests.tournaments.repairs.test_undo_order import DONE, fix, offered, undo
from tests.tournaments.stateful.observation import difference, observed
from tests.tournaments.stateful.starts import final
from tournaments.events.models import Stage, Tournament
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def drawn_final(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    with kept_for_the_module(django_db_blocker):
        yield final()


@pytest.fixture
def event(drawn_final: Tournament) -> Tournament:
    return Tournament.objects.get(pk=drawn_final.pk)


def uncut(event: Tournament) -> Stage:
    return stages.undo_cut(acting(), event.stages.get(number=2))


def uncut_and_renamed(event: Tournament) -> None:
    stages.edit(acting(), uncut(event), name="Last table", cut_to=4, carry=Fraction(1))


CHANGED: dict[str, tuple[Callable[[Tournament], object], str]] = {
    "undone": (uncut, "“Cut undone” came after it (Final; olga, "),
    "undone, another name": (uncut_and_renamed, "“Cut undone” came after it (Last table; olga, "),
}


@pytest.mark.parametrize("case", CHANGED)
def test_the_final_is_not_public_again_while_its_players_have_passed_no_cut(
    case: str, event: Tournament, olga: Client
) -> None:
    later, refusal = CHANGED[case]
    repair = fix(olga, event, "published", round=2)
    later(event)
    between = observed(event)
    obstacle = offered(olga, event)[repair.sequence]
    assert obstacle.startswith(refusal)
    assert undo(olga, event, repair) == obstacle
    assert observed(event) == between


def test_the_final_is_public_again_after_the_same_cut(event: Tournament, olga: Client) -> None:
    before = observed(event)
    repair = fix(olga, event, "published", round=2)
    stages.cut(acting(), uncut(event))
    assert (offered(olga, event)[repair.sequence], undo(olga, event, repair)) == ("", DONE)
    assert difference(before, observed(event)) == {}
