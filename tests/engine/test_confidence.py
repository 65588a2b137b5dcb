"""Notes of editions on statements that were not read in their booklets."""

from __future__ import annotations

import dataclasses

import pytest

from engine.family import Ruleset, families, ruleset, ruleset_names

MARKED = [ruleset(name) for name in ruleset_names() if ruleset(name).confidence != ruleset("mcr-2006").confidence]


def test_the_editions_that_are_marked() -> None:
    assert [rules.name for rules in MARKED] == [
        "riichi-ema-2025",
        "riichi-wrc-2022-ara",
        "riichi-wrc-2022",
        "riichi-wrc-2025",
        "sichuan-tfmj-2024",
    ]


@pytest.mark.parametrize("rules", MARKED, ids=lambda rules: rules.name)
def test_marks_name_what_the_family_has_and_each_edition_has_a_summary(rules: Ruleset) -> None:
    found, family = rules.confidence, rules.family
    options = {field.name for field in dataclasses.fields(family.parameters)}
    codes = {row["code"] for row in family.infractions}
    assert found.options | {row.option for row in found.disputes} <= options
    assert found.clauses <= family.clauses.keys()
    assert found.infractions | (found.infractions_except or set()) <= codes
    assert family.about(rules.preset, "unverified").startswith("Not verified against the ")
    assert [bool(row.text) for row in found.disputes] == [True] * len(found.disputes)


def test_penalties_taken_over_from_another_edition_are_marked_and_those_of_a_source_are_not() -> None:
    doubts = {rules.name: rules.confidence.doubts_infraction for rules in MARKED}
    assert doubts["riichi-ema-2025"]("false_win")
    assert not doubts["riichi-wrc-2025"]("tiles_shown_chombo")
    assert (doubts["riichi-wrc-2022"]("wrong_tile_count"), doubts["riichi-wrc-2022"]("others_tiles_shown")) == (
        False,
        True,
    )
    assert doubts["sichuan-tfmj-2024"]("false_win")
    assert not any(each("") for each in doubts.values())


def test_an_option_that_the_event_changes_is_its_own_and_no_longer_unverified() -> None:
    changed = ruleset("riichi-ema-2025", {"exposed_limit": 5})
    assert ruleset("riichi-ema-2025").confidence.options - changed.confidence.options == {"exposed_limit"}


def test_disputes_name_the_option_that_changes_what_was_chosen() -> None:
    assert {rules.name: [row.option for row in rules.confidence.disputes] for rules in MARKED} == {
        "riichi-ema-2025": ["liability_concealed_kongs", "temp_furiten_end"],
        "riichi-wrc-2022-ara": [],
        "riichi-wrc-2022": [],
        "riichi-wrc-2025": ["riichi_min_wall", "ankan_after_riichi"],
        "sichuan-tfmj-2024": [],
    }


def test_editions_whose_booklets_were_read_are_not_marked() -> None:
    read = [name for family in families().values() for name in (family.default_ruleset,)]
    assert not any(ruleset(name).doubts_clause(clause) for name in read for clause in ruleset(name).clauses)
