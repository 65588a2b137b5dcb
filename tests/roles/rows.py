"""The table of who may do what, read; and the routes that there are."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from tournaments.core.actions import list_actions
from tournaments.core.permissions import ACTIONS, SEASON_ACTIONS, requires, requires_site
from tournaments.seasons.models import SeasonRole
from tournaments.seasons.permissions import requires_in_season

TABLE = Path(__file__).with_name("table.txt")

TEAM = ("director", "referee", "scorer", "seating", "check-in", "display")
ACCOUNTS = (*TEAM, "player", "outsider", "admin")
EVERYBODY = (*ACCOUNTS, "visitor")
GROUPS = {"everybody": EVERYBODY, "accounts": ACCOUNTS, "team": (*TEAM, "admin"), "director": ("director", "admin")}

OF_THE_SEASON = {SeasonRole.Kind.ORGANISER.value: "director", SeasonRole.Kind.HELPER.value: "referee"}
"""Role in the cast's season -> the role at its event of whoever holds it."""

LINE = re.compile(r"(?P<method>[A-Z]+) +(?P<route>[a-z][\w-]+) +(?:\[(?P<part>[^\]]+)\] +)?(?P<who>[a-z -]+)")


class Row(NamedTuple):
    """One line of the table: a request, the part of its answer in question, and who gets it."""

    method: str
    route: str
    part: str
    who: frozenset[str]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.method, self.route, self.part and f"[{self.part}]")))


def table() -> list[Row]:
    """The lines of the table in order, then the rows of actions.

    Raises ValueError for a line that says nothing, KeyError for an unknown role.
    """
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [*map(_row, lines), *rows_of_actions()]


def rows_of_actions() -> Iterator[Row]:
    """Page and endpoint of each action, and the stored values: for the roles that have its permission."""
    for action in list_actions():
        who = holders(action.permission)
        if action.name:
            yield Row("POST", action.name, "", who)
        if action.path:
            yield Row(action.method.upper(), action.make_api_url_name(), "", who)
        if action.stored_fields:
            yield Row("GET", action.make_api_url_name(), "", holders(action.view_permission or action.permission))


def holders(permission: str) -> frozenset[str]:
    """The roles that have a permission of an event or a season."""
    roles = {str(role).replace("_", "-") for role, held in ACTIONS.items() if permission in held}
    roles |= {OF_THE_SEASON[role] for role, held in SEASON_ACTIONS.items() if permission in held}
    return frozenset({*GROUPS["director"], *roles})


def _row(line: str) -> Row:
    found = LINE.fullmatch(line)
    if found is None:
        raise ValueError(line)
    who: set[str] = set()
    for word in found["who"].split():
        if word not in GROUPS and word not in EVERYBODY:
            raise KeyError(word)
        who.update(GROUPS.get(word, (word,)))
    return Row(found["method"], found["route"], found["part"] or "", frozenset(who))


@cache
def routes() -> dict[str, URLPattern]:
    """Every route of the site by its name. Raises ValueError for one that has none, or whose name stands twice."""
    found: dict[str, URLPattern] = {}
    for pattern in _patterns(get_resolver()):
        if not pattern.name or pattern.name in found:
            raise ValueError(f"{pattern.pattern}: a name of its own is wanted, not {pattern.name!r}")
        found[pattern.name] = pattern
    return found


def _patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _patterns(each)
        else:
            yield each


def methods(pattern: URLPattern) -> frozenset[str]:
    """The methods that change or show something: what a class of the API answers, what a decorator lets through.

    A page without such a decorator answers both.
    """
    view = pattern.callback
    made_from = getattr(view, "cls", None) or getattr(view, "view_class", None)
    if made_from is not None:
        known = {name for name in made_from.http_method_names if hasattr(made_from, name)}
        return frozenset(name.upper() for name in known - {"options", "head", "put"})
    return (_named_by_decorator(view) or frozenset({"GET", "POST"})) - {"HEAD"}


DECORATORS: dict[str, Any] = {
    decorator.__name__: decorator for decorator in (requires, requires_site, requires_in_season)
}
"""Decorators of permissions by name."""


def _maker(guard: Any) -> str:
    """Return the name of the function within which a function was written."""
    return str(guard.__code__.co_qualname.partition(".")[0])


def guard_of(view: Any) -> Any:
    """Return the function made by a permission's decorator, or Django's for signed-in people; None without one."""
    while view is not None:
        if inspect.isfunction(view) and _maker(view) in DECORATORS:
            return view
        if inspect.isfunction(view) and view.__code__.co_filename.endswith("contrib/auth/decorators.py"):
            return view
        view = getattr(view, "__wrapped__", None)
    return None


def guarded_anew(guard: Any, view: Any, action: str = "") -> Any:
    """Return another view behind a permission's decorator of the same kind, for its action or another one."""
    return DECORATORS[_maker(guard)](action or guard.required_action)(view)


def _named_by_decorator(view: object) -> frozenset[str] | None:
    """Return the methods given to Django's `require_http_methods`, from the decorated function's closure."""
    while view is not None:
        for cell in getattr(view, "__closure__", None) or ():
            held = cell.cell_contents
            if isinstance(held, (list, tuple)) and held and all(isinstance(one, str) and one.isupper() for one in held):
                return frozenset(held)
        view = getattr(view, "__wrapped__", None)
    return None
