"""Values of many fields with some of them replaced, quickly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def quick_replace(fields: tuple[str, ...]) -> Callable[..., Any]:
    """A ``_replace`` for a named tuple with many fields, which are not asked one by one for a new value.

    States are replaced several times an event; this takes half the time of the inherited method.
    """
    places = {name: at for at, name in enumerate(fields)}
    new = tuple.__new__

    def _replace(self: Any, /, **values: Any) -> Any:
        items = list(self)
        for name, value in values.items():
            items[places[name]] = value
        return new(type(self), items)

    return _replace
