"""Rows chosen by a number that no database stores are refused at their field."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import played
from tournaments.standings.services import stages

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
HUGE = "9" * 20


@pytest.mark.parametrize(
    ("page", "parts", "sent"),
    [
        ("manage_case_new", (), {"kind": "conduct", "round_number": 1, "players": [HUGE]}),
        ("manage_stage_cut", (2,), {"shown": [1, 2, 3, 4], "chosen": [HUGE]}),
        ("manage_seating_draw", (2,), {"draw-rounds": [HUGE], "draw-fill": "sit_out"}),
    ],
)
def test_a_number_beyond_every_database_is_refused(page: str, parts: tuple[int, ...], sent: dict[str, Any]) -> None:
    event = small_tournament(8, rounds=1)
    people(event)
    played(event, 1)
    stages.add(acting(), event, name="Final", cut_to=4)
    assert signed_in("olga").post(reverse(page, args=[event.slug, *parts]), sent).status_code == 422
