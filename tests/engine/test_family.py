"""Families, rulesets and reading parameters."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

import pytest

from engine.errors import RulesetError
from engine.exact import Range
from engine.family import families, ruleset, ruleset_names
from engine.parameters import describe_type, option, read_parameters
from engine.rules.mcr.parameters import Parameters as MCRParameters

NAMES = ruleset_names()


@dataclass(frozen=True, kw_only=True)
class Sample:
    count: int = option(3, "Count", "X-1", within=Range(0, 9))
    mode: Literal["a", "b"] = option("a", "Mode", "X-2")
    cap: int | None = option(None, "Cap", "X-3", within=Range(8, 88))
    steps: tuple[int, ...] = option((1, 2), "Steps", "X-4", within=Range(1, 5))
    names: frozenset[str] = option(frozenset({"x"}), "Names", "X-5")
    on: bool = option(True, "On", "X-6")


def test_values_as_json_gives_them() -> None:
    read = read_parameters(Sample, {"count": 4, "mode": "b", "cap": 88, "steps": [3], "names": ["y", "z"], "on": False})
    assert read == Sample(count=4, mode="b", cap=88, steps=(3,), names=frozenset({"y", "z"}), on=False)
    assert read_parameters(Sample, {"cap": None}, read).cap is None


@pytest.mark.parametrize(
    ("name", "value"), [("count", "many"), ("count", True), ("mode", "c"), ("cap", "x"), ("steps", 3), ("on", 1)]
)
def test_wrong_value_names_the_parameter_and_the_value(name: str, value: object) -> None:
    with pytest.raises(RulesetError) as caught:
        read_parameters(Sample, {name: value})
    assert caught.value.at == name
    assert str(caught.value).startswith(f"{name} cannot be {value!r}: it takes ")


def test_wrong_item_of_a_list_is_named() -> None:
    with pytest.raises(RulesetError, match="steps cannot be 'x': it takes a whole number"):
        read_parameters(Sample, {"steps": [1, "x"]})


def test_unknown_parameter() -> None:
    with pytest.raises(RulesetError, match="unknown parameter 'colour'"):
        read_parameters(Sample, {"colour": 1})


def test_types_in_words() -> None:
    assert [describe_type(hint) for hint in (int, bool, int | None, Literal["a", "b"], tuple[int, ...])] == [
        "a whole number",
        "true or false",
        "a whole number or nothing",
        "'a' or 'b'",
        "a list",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_published_rulesets_are_made_once_and_every_option_has_label_and_clause(name: str) -> None:
    rules = ruleset(name)
    assert ruleset(name) is rules
    assert (rules.name, rules.changed, repr(rules)) == (name, {}, f"ruleset({name!r})")
    for field in fields(rules.parameters):
        assert field.metadata["label"]
        assert field.metadata["clause"]
    assert rules.tile_set.size >= 108
    assert len({row.id for row in rules.patterns}) == len(rules.patterns)


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_every_pattern_of_every_preset_has_a_name_in_four_languages(family: Any) -> None:
    for preset in family.presets:
        for row in ruleset(f"{family.name}-{preset}").patterns:
            assert all(family.names[row.id][language] for language in ("en", "ja", "zh-hans", "zh-hant"))


def test_editions_have_the_values_that_their_rulebooks_print() -> None:
    printed = tomllib.loads((Path(__file__).with_name("rules") / "editions.toml").read_text(encoding="utf-8"))
    for name, values in printed.items():
        for parameter, value in values.items():
            rules = ruleset(parameter if name == "uma" else name)
            found = getattr(rules.parameters, name if name == "uma" else parameter)
            assert (list(found) if isinstance(found, tuple) else found) == (None if value == "none" else value)
    clubs = {row.id for row in ruleset("taiwan-blog2015").patterns}
    assert (clubs & {"banqiu", "diting_yifa", "renhu", "ligu", "buda"}, "xuangao" in clubs) == (set(), True)
    assert ruleset("taiwan-aono", {"use_flowers": False}).tile_set.size == 136


def test_a_changed_parameter_shows() -> None:
    rules = ruleset("mcr-2006", {"min_points": 6})
    assert rules.changed == {"min_points": 6}
    assert repr(rules) == "ruleset('mcr-2006', {'min_points': 6})"
    assert rules is not ruleset("mcr-2006")


@pytest.mark.parametrize(
    ("name", "message"),
    [("chess-2006", "unknown rule family 'chess'"), ("mcr-1066", "unknown ruleset mcr-1066; use one of mcr-1998")],
)
def test_unknown_ruleset(name: str, message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        ruleset(name)


def test_an_option_is_found_by_the_name_that_data_give_it() -> None:
    assert ruleset("sichuan-world-championship").option("shunhe_pay") is None
    assert ruleset("mcr-2006", {"fine_steps": [5, 10]}).option("fine_steps") == (5, 10)


@pytest.mark.parametrize("name", ["chombo_points", "preset", "__class__"])
def test_an_option_that_the_family_does_not_have_is_named(name: str) -> None:
    with pytest.raises(LookupError, match=rf"engine\.rules\.mcr\.parameters has no option {name}"):
        ruleset("mcr-2006").option(name)


def test_parameters_of_another_family_are_refused() -> None:
    with pytest.raises(TypeError, match=r"riichi-wrc has no parameters of engine\.rules\.mcr\.parameters"):
        ruleset("riichi-wrc").options(MCRParameters)


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [
        ("riichi-ema-2016", {"chombo": "fine_dead_hand"}, "rcr"),
        ("riichi-wrc", {"chombo": "reverse_mangan"}, "wrc"),
        ("riichi-rcr-2024", {"chombo": "after_game"}, "ema"),
        ("riichi-rcr-2024", {"chombo": "after_game", "penalty_list": "rcr"}, "rcr"),
        ("riichi-wrc", {"penalty_list": "wrc_2025"}, "wrc_2025"),
        ("riichi-wrc", {"chombo_points": 1000}, "wrc"),
    ],
)
def test_a_changed_chombo_brings_its_list_of_penalties_unless_the_list_is_named(name, changes, expected):
    assert ruleset(name, changes).option("penalty_list") == expected
