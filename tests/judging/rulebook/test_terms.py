from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from engine.family import Ruleset, families, ruleset
from engine.play.transfers import Transfer
from judging.law.families import get_law
from judging.law.infractions import list_infractions
from judging.law.penalties import HAND_EFFECTS as EFFECTS
from judging.law.penalties import Offence
from judging.law.rulings import propose
from judging.rulebook.text import findings, hands
from tests.support.slices import rulesets_of_run
from tournaments.core.text.words import UnknownTermWarning

NAMES = {seat: f"Player {seat}" for seat in range(4)}
LANGUAGES = [code for code, _name in settings.LANGUAGES]
SAME_WORDS = {"fr": ["Chombo", "Disqualification"], "de": ["Chombo"]}
"""Words of the language that are those of English."""


def terms(row: dict[str, Any]) -> list[str]:
    repeated = row.get("repeated") or []
    return [row["penalty"], *row["options"], *([repeated] if isinstance(repeated, str) else repeated)]


def cases() -> Iterator[Offence]:
    """Offences that lead to each amount: on time, late, very late; with and without an inspection and kong income."""
    kong = (Transfer(1, 0, 2, "direct_kong", "SC-5.6"),)
    for minutes in (None, 3, 12, 40):
        yield Offence(0, minutes=minutes, victim=1)
    yield Offence(0, dealer=1, victim=2, kong_income=kong, sessions_lost=1, minutes=40)
    yield Offence(0, inspected=(Transfer(0, 1, 4, "flower_pig", "SC-5.10"), Transfer(0, None, 4, "not_ready", "")))


def proposals(rules: Ruleset) -> Iterator[dict[str, Any]]:
    for code in list_infractions(rules):
        for offence in cases():
            for repeat in range(4):
                yield propose(rules, code, offence, repeat).to_dict()


@pytest.mark.parametrize("name", list(families()))
def test_every_penalty_of_a_table_of_infractions_has_a_text(name: str) -> None:
    named = {term for row in families()[name].infractions for term in terms(row)}
    assert sorted(named - set(findings.PENALTIES)) == []
    places = {row["hand"] for row in families()[name].infractions if "hand" in row}
    assert sorted(places - set(EFFECTS)) == []
    outcomes = [get_law(families()[name]).outcomes]
    assert [each for kept in outcomes for each in kept.values() if each.penalty not in findings.PENALTIES] == []


def test_every_effect_on_the_hand_has_a_text() -> None:
    assert sorted(set(EFFECTS.values()) - set(hands.HAND_EFFECTS)) == []


@pytest.mark.parametrize("name", rulesets_of_run())
def test_every_proposal_is_said_without_an_identifier(name: str) -> None:
    rules = ruleset(name)
    for proposal in proposals(rules):
        findings.describe_proposal(proposal, NAMES)
        findings.list_effects(proposal, NAMES)
        for option in proposal.get("options", ()):
            findings.describe_proposal(option, NAMES)
            findings.list_effects(option, NAMES)


@pytest.mark.translations
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_title_and_penalty_is_translated(language: str) -> None:
    titles = {row["title"] for family in families().values() for row in family.infractions}
    titles |= {str(text) for text in (*findings.PENALTIES.values(), *hands.HAND_EFFECTS.values())}
    with translation.override(language):
        assert sorted(title for title in titles if gettext(title) == title) == SAME_WORDS.get(language, [])


def test_an_unknown_term_is_an_error_in_the_tests_and_a_warning_on_a_page() -> None:
    proposal = {"penalty": "stick_fine", "seat": 0, "title": "", "clause": ""}
    with pytest.raises(UnknownTermWarning, match="stick_fine"):
        findings.name_penalty(proposal)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert findings.name_penalty(proposal) == "stick fine"
    assert [str(each.message) for each in told] == ["The term 'stick_fine' has no text"]
