"""Options of a rule family as one frozen dataclass; every number has a range, so that no input computes for long."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol, TypeVar

from engine.errors import RulesetError
from engine.exact import Range, quote_value
from engine.sentences import Sentence, gettext_noop, join_sentences
from engine.sentences import sentence as _


class FamilyParameters(Protocol):
    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]


P = TypeVar("P", bound=FamilyParameters)

MAX_ITEMS: Final = 256
"""Items of a list: more than all fans of a rulebook, or steps of its fines."""

MAX_WORD_LENGTH: Final = 80


def option(default: Any, label: str, clause: str, unit: str = "", *, within: Range | None = None) -> Any:
    """Declare a field of a Parameters dataclass with its label and clause.

    The default is that of the family's first preset. Lists are tuples, sets of ids frozensets, tables of values tuples
    of pairs, so that parameters are hashable. ``within`` is the range of every number in the value and is required for
    options that take numbers.
    """
    metadata = {"label": label, "clause": clause, "unit": unit, "within": within}
    return dataclasses.field(default=default, metadata=metadata)


def read_parameters(cls: type[P], values: Mapping[str, object], base: P | None = None) -> P:
    """Create ``cls`` with ``values``, as TOML and JSON give them, merged over ``base``. Raises RulesetError."""
    hints = _field_types(cls)
    ranges = {field.name: field.metadata["within"] for field in dataclasses.fields(cls)}
    changes: dict[str, Any] = {}
    for name, value in values.items():
        if name not in hints:
            raise RulesetError(_("unknown parameter %(name)s", name=quote_value(name)), at=str(name)[:MAX_WORD_LENGTH])
        changes[name] = _convert(name, value, hints[name])
        _check_range(name, changes[name], hints[name], ranges[name])
    return dataclasses.replace(base, **changes) if base is not None else cls(**changes)


@functools.cache
def _field_types(cls: type) -> dict[str, Any]:
    """Types of the fields by name, cached because resolving annotations is slow."""
    return typing.get_type_hints(cls)


def _check_range(name: str, value: object, hint: Any, within: Range | None) -> None:
    if typing.get_origin(hint) is typing.Literal or isinstance(value, bool):
        return
    if isinstance(value, tuple | frozenset):
        for element in value:
            _check_range(name, element, None, within)
    elif isinstance(value, int):
        if within is None:
            raise TypeError(f"the option {name} takes numbers and declares no range")
        if not within.holds(value):
            raise RulesetError(
                _(
                    "%(name)s cannot be %(value)s: it takes numbers from %(least)s to %(most)s",
                    name=name,
                    value=quote_value(value),
                    least=f"{within.min:,}",
                    most=f"{within.max:,}",
                ),
                at=name,
            )


def _convert(name: str, value: object, hint: Any) -> Any:
    if isinstance(value, list | tuple | set | frozenset | Mapping) and len(value) > MAX_ITEMS:
        raise RulesetError(
            _("%(name)s has %(count)s entries; %(most)s are the most", name=name, count=len(value), most=MAX_ITEMS),
            at=name,
        )
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        if value is None and type(None) in arguments:
            return None
        for argument in arguments:
            if argument is not type(None):
                try:
                    return _convert(name, value, argument)
                except RulesetError:
                    continue
    elif origin is typing.Literal:
        if value in arguments:
            return value
    elif origin is tuple and isinstance(value, (list, tuple)):
        items = arguments[:1] * len(value) if arguments[-1] is Ellipsis else arguments
        if len(items) == len(value):
            return tuple(_convert(name, item, kind) for item, kind in zip(value, items, strict=True))
    elif origin is tuple and isinstance(value, Mapping) and arguments[-1] is Ellipsis:
        return tuple(_convert(name, pair, arguments[0]) for pair in value.items())
    elif origin is frozenset and isinstance(value, (list, tuple, set, frozenset)):
        return frozenset(_convert(name, item, arguments[0]) for item in value)
    elif hint in (int, float) and isinstance(value, int) and not isinstance(value, bool):
        return hint(value)
    elif isinstance(value, str) and len(value) > MAX_WORD_LENGTH:
        pass
    elif isinstance(hint, type) and hint is not int and isinstance(value, hint):
        return value
    raise RulesetError(
        _(
            "%(name)s cannot be %(value)s: it takes %(type)s",
            name=name,
            value=quote_value(value),
            type=describe_type(hint),
        ),
        at=name,
    )


def choices_of(cls: type, name: str) -> tuple[object, ...]:
    """Return the values of an option that takes one of a few; ``int`` stands for any number, nothing for lists."""
    hint = _field_types(cls)[name]
    union = typing.get_origin(hint) in (types.UnionType, typing.Union)
    choices: list[object] = []
    for kind in typing.get_args(hint) if union else (hint,):
        if typing.get_origin(kind) is typing.Literal:
            choices += typing.get_args(kind)
        else:
            choices += {bool: (True, False), int: (int,), type(None): (None,)}.get(kind, ())
    return tuple(choices)


def describe_type(hint: Any) -> Sentence:
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) is typing.Literal:
        return Sentence(" or ".join(repr(argument) for argument in arguments))
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        kinds = [_("nothing") if argument is type(None) else describe_type(argument) for argument in arguments]
        return join_sentences(kinds, gettext_noop("%(list)s or %(last)s"))
    names = {bool: _("true or false"), int: _("a whole number"), float: _("a number"), str: _("a word")}
    return names.get(hint) or (_("a list") if arguments else Sentence(str(hint)))


def option_value(parameters: FamilyParameters, name: str) -> object:
    if name not in parameters.__dataclass_fields__:
        raise LookupError(f"{type(parameters).__module__} has no option {name}")
    value: object = getattr(parameters, name)
    return value


def meets(parameters: FamilyParameters, when: Mapping[str, Sequence[Any]]) -> bool:
    """Return True when each parameter has an allowed value; ``anything`` is all but None (``nothing``), empty and 0."""
    return all(_is_allowed(option_value(parameters, name), allowed) for name, allowed in when.items())


def _is_allowed(value: object, allowed: Sequence[Any]) -> bool:
    if value is None:
        return "nothing" in allowed
    written = to_plain(value)
    return written in allowed or ("anything" in allowed and written not in ([], 0))


def to_plain(value: Any) -> Any:
    """Convert a parameter to TOML and JSON types: lists for tuples, sorted lists for sets.

    >>> to_plain(frozenset({"b", "a"})), to_plain(((1, 2),))
    (['a', 'b'], [[1, 2]])
    """
    if isinstance(value, frozenset):
        return sorted(value)
    return [to_plain(element) for element in value] if isinstance(value, tuple) else value
