"""Each option of every family shows its effect by an example: two values with different answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest

from engine.family import RuleFamily, families, ruleset
from engine.option_examples import (
    NOTHING,
    SUBJECTS,
    OptionExample,
    compare_answers,
    describe,
    option_rows,
)
from engine.parameters import choices_of, meets, read_parameters
from judging.law.option_examples import answer, gives_same_answer, load_option_claims

OPTIONS = [
    (family.name, option.name)
    for family in families().values()
    if option_rows(family.name)
    for option in dataclasses.fields(family.parameters)
]


def example_of(family: str, name: str) -> OptionExample | None:
    return load_option_claims(family).get(name) or option_rows(family)[name].example


@pytest.mark.parametrize("family", [name for name in families() if option_rows(name)])
def test_the_rows_are_those_of_the_options_in_their_order(family: str) -> None:
    names = [option.name for option in dataclasses.fields(families()[family].parameters)]
    rows = option_rows(family)
    assert list(rows) == names
    assert {row.subject for row in rows.values()} <= set(SUBJECTS)
    assert set(load_option_claims(family)) <= set(names)


@pytest.mark.parametrize(("family", "name"), OPTIONS)
def test_an_option_has_an_example_with_two_answers(family: str, name: str) -> None:
    row, example = option_rows(family)[name], example_of(family, name)
    if row.fact:
        assert example is None, "a fact for people changes nothing"
        return
    assert example is not None
    assert row.example is None or name not in load_option_claims(family), "one example is enough"
    for value in example.values:
        plain = None if value == NOTHING else value
        read_parameters(families()[family].parameters, {name: plain})
    assert meets(example.rules(name, example.values[0]).parameters, row.needs)
    if name in load_option_claims(family):
        assert not gives_same_answer(example, name)
        return
    first, second = compare_answers(example, name)
    assert (first, second) != ((), ())
    assert describe(example, name, example.values[0]) != describe(example, name, example.values[1])


NEEDY = [(family, name, needed) for family, name in OPTIONS for needed in option_rows(family)[name].needs]


@pytest.mark.parametrize(("family", "name", "needed"), NEEDY)
def test_an_option_without_those_that_it_needs_has_no_effect(family: str, name: str, needed: str) -> None:
    """The form hides it there, so that its example has one answer."""
    example, allowed = example_of(family, name), option_rows(family)[name].needs[needed]
    assert example is not None
    others = values_beside(families()[family], needed, allowed)
    assert others
    for other in others:
        without = example._replace(parameters={**example.parameters, needed: other})
        if name in load_option_claims(family):
            assert gives_same_answer(without, name), other
        else:
            assert describe(without, name, without.values[0]) == describe(without, name, without.values[1]), other


def values_beside(family: RuleFamily, needed: str, allowed: Sequence[Any]) -> list[Any]:
    """Values of an option that do not meet the need: its choices, and those of published editions."""
    choices: list[Any] = [value for value in choices_of(family.parameters, needed) if value is not int]
    choices += [ruleset(f"{family.name}-{preset}").option(needed) for preset in family.presets]
    found: list[Any] = []
    for value in choices:
        plain = sorted(value) if isinstance(value, frozenset) else list(value) if isinstance(value, tuple) else value
        try:
            parameters = read_parameters(family.parameters, {needed: plain})
        except Exception:  # noqa: BLE001
            continue
        if not meets(parameters, {needed: allowed}) and plain not in found:
            found.append(plain)
    return found


FACTS = [(family, name) for family, name in OPTIONS if option_rows(family)[name].fact]


@pytest.mark.parametrize(("family", "name"), FACTS)
def test_a_fact_for_people_changes_no_example(family: str, name: str) -> None:
    for other in values_beside(families()[family], name, ()) or [1, 2]:
        for option in option_rows(family):
            example = example_of(family, option)
            if example is None:
                continue
            with_other = example._replace(parameters={**example.parameters, name: other})
            value = example.values[0]
            if option in load_option_claims(family):
                assert answer(with_other, option, value)[1:] == answer(example, option, value)[1:], (option, other)
            else:
                assert describe(with_other, option, value) == describe(example, option, value), (option, other)
