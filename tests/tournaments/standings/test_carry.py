"""Points carried over into a stage, typed as a number, a fraction or in percent: on the page and by the API."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.urls import reverse

from tests.support.people import people, program, signed_in, small_tournament

pytestmark = pytest.mark.django_db

ASKED = "Enter 1, 0 or a part such as 1/2 or 50%."
BETWEEN = "The part of the points that is kept lies between 0 and 1."
ROUND = "Round the points carried over to 0.01%, or enter a fraction such as 1/3."


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("50%", Fraction(1, 2)),
        ("33.33 %", Fraction(3333, 10_000)),
        ("1/3", Fraction(1, 3)),
        ("50％", Fraction(1, 2)),
        ("half", ASKED),
        ("%", ASKED),
        ("150%", BETWEEN),
        ("33.3333%", ROUND),
    ],
)
def test_the_points_carried_over_are_typed_in_percent_too(typed: str, kept: Fraction | str) -> None:
    event = small_tournament(8, rounds=1)
    people(event)
    fields = {"name": "Final", "cut_to": "4", "carry": typed, "rounds": "1"}
    answer = signed_in("olga").post(reverse("manage_stages", args=[event.slug]), fields)
    made = event.stages.filter(number=2).first()
    assert (made.carry if made else answer.context["form"].errors["carry"][0]) == kept


def test_a_program_sends_percent_and_reads_a_fraction() -> None:
    event = small_tournament(8, rounds=1)
    people(event)
    body = {"name": "Final", "cut_to": 4, "carry": "50%", "rounds": 1}
    answer = program("olga").post(reverse("api-add-stage", args=[event.slug]), body, format="json")
    assert (answer.status_code, event.stages.get(number=2).carry) == (200, Fraction(1, 2))
