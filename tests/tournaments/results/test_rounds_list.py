"""Choice of a round: links of a few rounds, a list of many."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from tests.support.people import signed_in

ROWS = [SimpleNamespace(number=number) for number in range(1, 224)]
ADDRESSES = {"tournament": SimpleNamespace(slug="spring-open"), "current": 37, "number": 37, "after": 37, "chosen": 37}


@pytest.mark.parametrize(
    ("template", "name", "more", "rounds", "option"),
    [
        ("results/_rounds.html", "manage_results", {"list": "manage_results_home"}, ROWS, "<option selected>37"),
        ("standings/public/_after_nav.html", "event_standings", {}, range(1, 224), "<option selected>37"),
        ("rounds/public/_rounds_nav.html", "event_round", {}, ROWS, "<summary>"),
    ],
)
def test_a_season_of_223_rounds_has_a_list_and_no_row_of_buttons(template, name, more, rounds, option):
    long = render_to_string(template, {**ADDRESSES, "name": name, **more, "rounds": rounds})
    short = render_to_string(template, {**ADDRESSES, "name": name, **more, "rounds": rounds[:5]})
    assert (option in long, option in short, long.count('class="button small"') < 2) == (True, False, True)
    assert short.count("<a") == 5


@pytest.mark.django_db
def test_a_chosen_round_opens_on_results_and_board(event):
    sam = signed_in("sam")
    assert sam.get(reverse("manage_results_home", args=[event.slug]), {"round": 2}).url == reverse(
        "manage_results", args=[event.slug, 2]
    )
    board = reverse("manage_board", args=[event.slug])
    assert [sam.get(board, {"round": number}).status_code for number in ("1", "999")] == [200, 404]
