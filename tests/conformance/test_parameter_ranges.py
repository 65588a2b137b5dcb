"""Every number among the options of every family has a range, and rulesets accept nothing outside it."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

import pytest

from engine.errors import RulesetError
from engine.family import MAX_OVERRIDES_LENGTH, families, ruleset, ruleset_names


def _takes_numbers(hint: Any) -> bool:
    if typing.get_origin(hint) is typing.Literal:
        return False
    return hint in (int, float) or any(map(_takes_numbers, typing.get_args(hint)))


NUMBERED = [
    (family.name, field.name)
    for family in families().values()
    for field in dataclasses.fields(family.parameters)
    if _takes_numbers(typing.get_type_hints(family.parameters)[field.name])
]


@pytest.mark.parametrize(("family", "name"), NUMBERED)
def test_every_number_has_a_range_that_is_kept(family: str, name: str) -> None:
    found = families()[family]
    hint = typing.get_type_hints(found.parameters)[name]
    within = next(field for field in dataclasses.fields(found.parameters) if field.name == name).metadata["within"]
    assert within is not None
    preset = f"{family}-{next(iter(found.presets))}"
    for wrong in (within.min - 1, within.max + 1, 10**11, 10**400):
        value: Any = wrong
        if typing.get_origin(hint) is tuple or any(typing.get_origin(each) is tuple for each in typing.get_args(hint)):
            value = _in_list(hint, wrong)
        with pytest.raises(RulesetError) as caught:
            ruleset(preset, {name: value})
        assert name in str(caught.value)
        assert f"{within.min:,}" in str(caught.value)
        assert f"{within.max:,}" in str(caught.value)


def _in_list(hint: Any, number: int) -> list[Any]:
    """A list of the type with the number in its first place for one."""
    if typing.get_origin(hint) is not tuple:
        hint = next(each for each in typing.get_args(hint) if typing.get_origin(each) is tuple)
    items = typing.get_args(hint)
    if items[-1] is Ellipsis:
        return [_in_list(items[0], number) if typing.get_origin(items[0]) is tuple else number]
    return [number if _takes_numbers(item) else typing.get_args(item)[0] for item in items]


@pytest.mark.parametrize("name", ruleset_names())
def test_defaults_and_presets_lie_inside(name: str) -> None:
    rules = ruleset(name)
    for field in dataclasses.fields(rules.parameters):
        if within := field.metadata["within"]:
            for value in (field.default, getattr(rules.parameters, field.name)):
                assert all(within.holds(number) for number in _numbers(value)), field.name


def _numbers(value: object) -> list[int]:
    if isinstance(value, tuple | frozenset):
        return [number for each in value for number in _numbers(each)]
    return [value] if isinstance(value, int) and not isinstance(value, bool) else []


def test_long_lists_words_and_parameters_are_refused() -> None:
    with pytest.raises(RulesetError, match="fan_set has 300 entries"):
        ruleset("mcr-2006", {"fan_set": [f"fan{number}" for number in range(300)]})
    with pytest.raises(RulesetError, match="wuanke_contains cannot be"):
        ruleset("taiwan-aono", {"wuanke_contains": ["x" * 81]})
    with pytest.raises(RulesetError, match="characters") as caught:
        ruleset("mcr-2006", {"x" * MAX_OVERRIDES_LENGTH: 1})
    assert len(str(caught.value)) < 200
