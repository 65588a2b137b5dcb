"""Values of many fields, each a plain class: compiled, reading a field or making a changed copy looks nothing up.

A step of a replay makes several states of a table. Where copies are made, ``_replace`` is written out, with a parameter
for every field that stays as it is where nothing is said (``...``), as a named tuple has it.
"""

from __future__ import annotations

from typing import Any, ClassVar


class FixedValue:
    """A value that nobody changes; its fields are those of ``__match_args__``, in the order of its constructor."""

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in type(self).__match_args__])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FixedValue) and type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        named = zip(type(self).__match_args__, self._values(), strict=True)
        return f"{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in named])})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Other processes get the fields."""
        return type(self), self._values()
