"""The data files of the family agree with each other and with the published values."""

from __future__ import annotations

import dataclasses
import tomllib
from typing import Any

import pytest

from engine.errors import RulesetError
from engine.family import ruleset
from engine.rules.taiwan.parameters import Parameters
from tests.support.taiwan_hands import TAIWAN


def data(name: str) -> dict[str, Any]:
    with (TAIWAN.folder / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


CLAUSES = data("clauses")


def test_the_first_edition_has_the_default_values() -> None:
    assert ruleset("taiwan-aono").parameters == Parameters()


def test_stakes_and_dealer_tai_of_the_presets() -> None:
    found = {}
    for preset in ("aono", "blog2015", "sml-2026"):
        p = ruleset(f"taiwan-{preset}").parameters
        found[preset] = (p.di, p.rate, p.tai_zhuangjia, p.repeat_tai_per_n, p.dealer_loss_base_tai)
    assert found == {"aono": (50, 20, 1, 2, 0), "blog2015": (50, 20, 1, 2, 1), "sml-2026": (5, 1, 1, 2, 1)}


def test_what_the_club_rules_do_not_play_is_no_pattern_there() -> None:
    rows = {row.id for row in ruleset("taiwan-blog2015").patterns}
    assert not rows & {"banqiu", "diting_yifa", "renhu", "ligu", "buda"}
    assert "xuangao" in rows


def test_the_table_stands_in_rulebook_order() -> None:
    def number(clause: str) -> tuple[int, int]:
        chapter, paragraph = clause.removeprefix("TW-").split(".")
        return (4, 32) if chapter == "5" else (int(chapter), int(paragraph))

    clauses = [number(row.clause) for row in ruleset("taiwan-aono").patterns]
    assert clauses == sorted(clauses)


def test_every_pattern_and_term_has_its_name_in_four_languages() -> None:
    rows = {row.id for preset in TAIWAN.presets for row in ruleset(f"taiwan-{preset}").patterns}
    assert rows | {"local16_deduction", "zhuangjia", "lianzhuang", "lazhuang"} <= set(TAIWAN.names)
    for names in TAIWAN.names.values():
        assert set(names) == {"en", "ja", "zh-hans", "zh-hant"}
        assert all(names.values())


def test_every_cited_clause_is_explained() -> None:
    cited = {row.clause for row in ruleset("taiwan-aono").patterns}
    cited |= {row["clause"] for row in TAIWAN.infractions}
    cited |= {field.metadata["clause"] for field in dataclasses.fields(Parameters)}
    assert cited - set(CLAUSES) == set()


def test_every_parameter_says_what_it_is() -> None:
    for field in dataclasses.fields(Parameters):
        assert field.metadata["label"], field.name


def test_faults_name_options_that_exist() -> None:
    names = {field.name for field in dataclasses.fields(Parameters)}
    codes = [row["code"] for row in TAIWAN.infractions]
    assert len(codes) == len(set(codes))
    for row in TAIWAN.infractions:
        assert set(row.get("when", {})) <= names
        assert row["penalty"] not in row["options"]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("tai_zimo", "two", "tai_zimo cannot be 'two': it takes a whole number"),
        ("guoshui_mode", "mild", "guoshui_mode cannot be 'mild'"),
        ("tai_unknown", 1, "unknown parameter 'tai_unknown'"),
    ],
)
def test_a_wrong_option_is_named(name: str, value: object, message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        ruleset("taiwan-aono", {name: value})


def test_without_flowers_the_game_has_136_tiles_and_no_flower_counts() -> None:
    assert ruleset("taiwan-aono", {"use_flowers": False}).tile_set.size == 136
