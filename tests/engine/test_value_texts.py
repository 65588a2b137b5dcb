"""Values of options have texts: a reader of a rules page never meets the id of a value."""

import typing
from collections.abc import Iterator
from typing import Any

import pytest

from engine.family import RuleFamily, families

FAMILIES = [pytest.param(family, id=name) for name, family in families().items()]


def words_in(kind: Any) -> Iterator[str]:
    """Every string that a type lets an option hold, also within a list."""
    if typing.get_origin(kind) is typing.Literal:
        yield from (value for value in typing.get_args(kind) if isinstance(value, str))
    else:
        for argument in typing.get_args(kind):
            yield from words_in(argument)


def values_of(family: RuleFamily) -> dict[str, set[str]]:
    """Option -> the strings that it can hold."""
    return {name: set(words_in(kind)) for name, kind in typing.get_type_hints(family.parameters).items()}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_value_has_a_text_or_a_name(family: RuleFamily) -> None:
    """A value that is added without either is named here."""
    nameless = {
        f"{name}.{value}"
        for name, values in values_of(family).items()
        for value in values
        if value not in family.value_texts.get(name, {}) and value not in family.names
    }
    assert nameless == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_texts_are_of_values_that_exist_and_differ(family: RuleFamily) -> None:
    """Two values of one option never read alike."""
    values = values_of(family)
    for name, texts in family.value_texts.items():
        assert set(texts) - values[name] == set(), name
        assert len(set(texts.values())) == len(texts), name
