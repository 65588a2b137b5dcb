"""Examples of options in a reader's words, on the rules page and beside the form for house rules."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from engine.family import families, ruleset
from engine.option_examples import option_rows
from engine.parameters import meets
from judging.rulebook.queries.options import describe_change, list_house_rule_options, list_option_values
from tests.support.pages import Person
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.slices import in_slice_of_each, rulesets_of_run
from tournaments.events import services

OPTIONS = [(family, name) for family in families() for name, row in option_rows(family).items() if not row.fact]
"""The conformance suite asks for the answers to every option."""


@pytest.mark.parametrize(("family", "name"), in_slice_of_each(OPTIONS, 3, lambda option: option[0]))
def test_a_reader_sees_another_answer_under_another_value(family: str, name: str) -> None:
    change = describe_change(family, name)
    assert change is not None
    first, second = change.answers
    assert first.value != second.value
    assert (first.says, second.says) != ((), ())
    assert change.line or change.record, "the hand, record or claim is shown"


@pytest.mark.django_db
def test_the_rules_page_shows_what_an_option_changes_and_states_facts(client: Client) -> None:
    page = client.get(reverse("rules_page", args=["mcr-2006"])).content.decode()
    paid = "False win: too few points · Payment: −30; the tiles shown are the player&#x27;s next discards"
    assert "The discarder pays 98" in page, "an example of the engine"
    assert paid in page, "an example of the law"
    options, facts = page[page.index('id="options"') :].split('id="facts"')
    assert "Window for pung, kong and hu" in facts
    assert "Window for pung, kong and hu" not in options


@pytest.mark.parametrize("name", rulesets_of_run())
def test_the_form_offers_by_subject_each_option_that_applies_and_does_something(name: str) -> None:
    rules = ruleset(name)
    listed = option_rows(rules.family.name)
    offered = [row.name for _subject, rows in list_house_rule_options(rules) for row in rows]
    assert set(offered) == {
        option
        for option, row in listed.items()
        if not row.fact and not row.setting and meets(rules.parameters, row.needs)
    }
    assert [subject for subject, _rows in list_house_rule_options(rules)] == [
        "Scoring",
        "Play of the hand",
        "Penalties",
        "Match",
    ]


def test_the_form_names_the_editions_with_a_value() -> None:
    rules = ruleset("mcr-2006")
    offered = [row for _subject, rows in list_house_rule_options(rules) for row in rows]
    labels = [label for row in offered for _value, label in list_option_values(rules, row)]
    assert "All Green may add Half Flush: no (MCR, Chinese rules of 1998 · MCR, MIL supplement 2025)" in labels
    assert "Maximum basic points: another number (now none); 88: MCR, Japanese options" in labels
    assert [label for label in labels if label.startswith("Points added by place")] == [], "hidden with table points"
    assert [label for label in labels if label.startswith("Window for pung")] == [], "stated for the players"


@pytest.mark.django_db
def test_the_form_shows_what_the_chosen_option_changes() -> None:
    event = small_tournament(8, family="mcr", rounds=1)
    people(event)
    olga = Person("olga", signed_in("olga"))
    address = reverse("manage_house_rules", args=[event.slug])
    assert "What changes" not in olga.open(address).words()
    shown = olga.open(f"{address}?option=base_payment").words()
    assert "What changes MCR, rules of 2006" in shown
    assert "8 The discarder pays 98 The others pay 8 each" in shown
    assert "Published editions 8 MCR, Chinese rules of 1998" in shown


@pytest.mark.django_db
def test_a_house_rule_on_match_scoring_changes_what_tables_count() -> None:
    """EX: 4, 2, 1, 0 becomes 3, 2, 1, 0 and is 4, 2, 1, 0 again without the house rule."""
    event = small_tournament(8, family="mcr", rounds=1)
    people(event)
    rule = {"clause": "MCR-8.2", "text": "Three for the first.", "option": "table_points", "value": [3, 2, 1, 0]}
    services.set_house_rule(acting(), event, **rule)
    assert event.ruleset.match_scoring["table_points"] == [3, 2, 1, 0]
    services.remove_house_rule(acting(), event, number=1)
    assert event.ruleset.match_scoring["table_points"] == [4, 2, 1, 0]


def test_an_example_is_written_in_the_notation_of_logs() -> None:
    """Seats count from 1, as in the answers."""
    wins = describe_change("taiwan", "liability")
    assert wins is not None
    assert wins.record == ("2 win from 4 tai 8 liable 3",)
    ended = describe_change("riichi", "stop_when_ahead")
    assert ended is not None
    assert ended.record == ("4: 234567m345p23s88s", "1 discard 4s", "4 win 4s from 1")
    broken = describe_change("sichuan", "break_skip")
    assert broken is not None
    assert broken.record == ("3+4",)
    asked = describe_change("mcr", "late_steps")
    assert asked is not None
    assert asked.record[-1] == "How many minutes? 8"
