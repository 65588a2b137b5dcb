"""Papers whose templates name a variable that nobody gives are failures; Django prints nothing in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.template import Engine
from django.template.loader import render_to_string

from tournaments.core.printing import pdf


class UndefinedVariableError(Exception):
    """The template of a paper names a variable that its leaf does not have."""


class Undefined(str):
    """Django's `string_if_invalid`, which it fills with the name of the variable."""

    def __mod__(self, variable: object) -> str:
        raise UndefinedVariableError(f"Undefined in the template of a paper: {variable}")


def render_strictly(template: str, values: dict[str, Any]) -> str:
    """Render as Django does, but raise UndefinedVariableError for a variable that is not there."""
    engine = Engine.get_default()
    before, engine.string_if_invalid = engine.string_if_invalid, Undefined("%s")
    try:
        return render_to_string(template, values)
    finally:
        engine.string_if_invalid = before


@pytest.fixture(scope="session", autouse=True)
def strict_papers() -> Iterator[None]:
    """Let every paper that a test fills be rendered strictly; pages are not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "render_to_string", render_strictly)
        yield
