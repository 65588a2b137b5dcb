"""Exact numbers and winds as people read them."""

from fractions import Fraction

import pytest
from django.template import Context, Template

from tournaments.templatetags.figures import exact, signed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (0, "0"),
        (4, "4"),
        (Fraction(3, 2), "1.5"),
        (Fraction(7, 4), "1.75"),
        (Fraction(7, 3), "2 1/3"),
        (Fraction(-1, 3), "−1/3"),
        (Fraction(-7, 3), "−2 1/3"),
        (30000, "30,000"),
        (Fraction(-1001, 10), "−100.1"),
    ],
)
def test_exact_numbers_stay_exact(value, text):
    assert exact(value) == text


@pytest.mark.parametrize(("value", "text"), [(5, "+5"), (0, "0"), (-5, "−5"), (None, "")])
def test_scores_carry_their_sign(value, text):
    assert signed(value) == text


def test_a_wind_is_a_character_with_a_name():
    html = Template("{% load figures %}{% wind 3 %}").render(Context())
    assert html == (
        '<span class="wind"><span aria-hidden="true" lang="zh-Hant">北</span>'
        '<span class="visually-hidden">North</span></span>'
    )
