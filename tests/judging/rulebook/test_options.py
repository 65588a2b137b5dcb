"""Examples of options in a reader's words, on the rules page and beside the form for house rules."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine.family import families
from engine.option_examples import option_rows
from judging.rulebook.queries.options import change_of

OPTIONS = [(family, name) for family in families() for name, row in option_rows(family).items() if not row.fact]


@pytest.mark.parametrize(("family", "name"), OPTIONS)
def test_a_reader_sees_another_answer_under_another_value(family: str, name: str) -> None:
    change = change_of(family, name)
    assert change is not None
    first, second = change.answers
    assert first.value != second.value
    assert (first.says, second.says) != ((), ())


@pytest.mark.django_db
def test_the_rules_page_shows_what_an_option_changes_and_states_facts(client: Client) -> None:
    page = client.get(reverse("rules_page", args=["mcr-2006"])).content.decode()
    paid = "False win: too few points · Payment: −30; the tiles shown are the player&#x27;s next discards"
    assert "The discarder pays 98" in page, "an example of the engine"
    assert paid in page, "an example of the law"
    options, facts = page[page.index('id="options"') :].split('id="facts"')
    assert "Window for pung, kong and hu" in facts
    assert "Window for pung, kong and hu" not in options
