"""Loosen every permission that the site asks for, one at a time, and see whether the table notices.

A mutant is a place in the program that asks for a permission, with its answer changed: the decorator of a page asks for
an action that every role of the team has, or for nothing; a line that calls `can`, `require_permission` or `case` lets
everybody through. Whoever the table keeps out of the requests that pass the place asks again. The mutant is killed when
somebody is let in; one that lives is a permission that could go without a test turning red.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, cast
from unittest import mock

from django.core.cache import caches
from django.shortcuts import get_object_or_404

from tests.roles.cast import Cast
from tests.roles.rows import EVERYBODY, TEAM, Row, guard_of, guarded_anew, routes
from tournaments.core import permissions
from tournaments.core.api.base import OfTournament
from tournaments.events.models import Tournament
from tournaments.seasons.api import OfSeason
from tournaments.seasons.models import Season

ROOT = Path(__file__).resolve().parents[2]
OF_THE_TEAM = "manage.view"
ASKS = re.compile(r"\b(can|self\.require_permission|self\.case)\(")
"""In every file of which `_asked` finds anything."""
STRANGERS_FIRST = tuple(reversed(EVERYBODY))

SECOND_LOCKS: dict[tuple[str, str], str] = {
    (file, action): why
    for file, action, why in tomllib.loads(Path(__file__).with_name("second_locks.toml").read_text("utf-8"))["rows"]
}
"""(file, action) -> why nobody gets further where this place lets everybody through."""

SECOND_GUARDS = dict.fromkeys(("job", "job_file", "job_cancel"), "a visitor is sent to sign in, and would open no job")
SECOND_GUARDS["manage_fix_preview"] = "each problem asks for its own permission"
"""Route -> why nobody gets further without its decorator."""


class Mutant(NamedTuple):
    """A loosened place: its name, what it is loosened to, who would get through now, and the requests that pass it."""

    place: str
    loosened: str
    roles: tuple[str, ...]
    rows: tuple[Row, ...]
    apply: Callable[[], AbstractContextManager[None]]

    def killed_by(self, cast: Cast) -> str:
        """The first request and role that show it; empty when none does."""
        with self.apply():
            for row in self.rows:
                for role in self.roles:
                    if role not in row.who:
                        caches["pages"].clear()
                        if cast.lets_in(row, role):
                            return f"{role}: {row}"
        return ""


def mutants(rows: list[Row]) -> Iterator[Mutant]:
    """Every mutant that could be noticed: of the routes in order, then of the lines."""
    for name, pattern in routes().items():
        own = tuple(row for row in rows if row.route == name)
        guard = guard_of(pattern.callback)
        if guard is None or name in SECOND_GUARDS:
            continue
        if any(set(TEAM) - row.who for row in own) and "slug" in pattern.pattern.converters:
            yield Mutant(name, "team", TEAM, own, _loosened_to_the_team(name, guard))
        yield Mutant(name, "everybody", STRANGERS_FIRST, own, _unguarded(name, guard))
    for line in asking_lines():
        if not line.second_lock:
            passing = tuple(sorted((row for row in rows if line.may_be_passed_by(row)), key=line.far_from))
            yield Mutant(str(line), "everybody", STRANGERS_FIRST, passing, line.loosened)


def _loosened_to_the_team(name: str, guard: Any) -> Callable[[], AbstractContextManager[None]]:
    of_the_team = guarded_anew(guard, guard.__wrapped__, OF_THE_TEAM)
    return lambda: mock.patch.object(routes()[name], "callback", of_the_team)  # type: ignore[return-value]


def _unguarded(name: str, guard: Any) -> Callable[[], AbstractContextManager[None]]:
    def everybody(request: Any, *args: Any, **kwargs: Any) -> Any:
        if hasattr(guard, "required_action") and "slug" in kwargs:
            args = (get_object_or_404(Tournament, slug=kwargs.pop("slug")), *args)
        if hasattr(guard, "required_action") and "season" in kwargs:
            args = (get_object_or_404(Season, slug=kwargs.pop("season")), *args)
        return guard.__wrapped__(request, *args, **kwargs)

    return lambda: mock.patch.object(routes()[name], "callback", everybody)  # type: ignore[return-value]


class AskingLine(NamedTuple):
    """A line that asks whether somebody may do something: where it stands, the action, and within which definition."""

    file: str
    line: int
    action: str
    inside: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.action}"

    @property
    def second_lock(self) -> bool:
        return (self.file, self.action) in SECOND_LOCKS

    def may_be_passed_by(self, row: Row) -> bool:
        """Return whether the row's view is in the same file, and in the same class and method if there is one; a
        function is passed by those whose file uses its own, and by the methods that it makes.
        """
        view = routes()[row.route].callback
        made_from = getattr(view, "cls", None) or getattr(view, "view_class", None)
        method = getattr(made_from, row.method.lower(), None)
        code = getattr(method, "__code__", None)
        if code is not None and code.co_filename == str(ROOT / self.file) and self.inside[0].islower():
            # Methods of the endpoints of actions are written within a function.
            return bool(self.inside[-1] == code.co_name)
        if made_from is None or self.inside[0].islower():
            is_made_here = _code_of(row).co_filename == str(ROOT / self.file)
            return is_made_here or self._imported_by(inspect.unwrap(view).__module__)
        bases = {base.__name__ for base in made_from.__mro__}
        if self.inside[0] not in bases:
            return False
        return self.inside[-1] not in ("get", "post", "patch", "delete") or self.inside[-1].upper() == row.method

    def far_from(self, row: Row) -> tuple[bool, bool]:
        """Smaller for rows that are more likely to show the line loosened, so that they are asked first: whose view
        names the function that it stands in, and that are about a part of an answer.
        """
        code = _code_of(row)
        return self.inside[-1] not in (code.co_name, *code.co_names, *code.co_freevars), not row.part

    def _imported_by(self, module: str) -> bool:
        own = self.file.removesuffix(".py").replace("/", ".")
        return own == module or own in _imports(module)

    @contextmanager
    def loosened(self) -> Iterator[None]:
        """Inside, this line gets a yes, whoever asks."""
        asked = permissions.can

        def yes_here(*args: Any) -> bool:
            return self._runs_in(sys._getframe(1)) or asked(*args)

        def allowed_here(base: type[OfTournament] | type[OfSeason], scope: str) -> Callable[[Any, str], Any]:
            allowed = base.require_permission

            def found(view: Any, action: str) -> Any:
                frame = sys._getframe(1)
                # `case` hands its action on to `require_permission`: then the line that counts is the one above.
                if self._runs_in(frame) or (frame.f_back is not None and self._runs_in(frame.f_back)):
                    return getattr(view, scope)
                return allowed(view, action)

            return found

        with ExitStack() as stack:
            for module in list(sys.modules.values()):
                if module is not permissions and getattr(module, "can", None) is asked:
                    stack.enter_context(mock.patch.object(module, "can", yes_here))
            for base, scope in ((OfTournament, "tournament"), (OfSeason, "season")):
                stack.enter_context(mock.patch.object(base, "require_permission", allowed_here(base, scope)))
            yield

    def _runs_in(self, frame: FrameType) -> bool:
        return frame.f_lineno == self.line and frame.f_code.co_filename == str(ROOT / self.file)


def _code_of(row: Row) -> CodeType:
    """Return the code of the view, or of the view's method that answers the row."""
    view = routes()[row.route].callback
    made_from = getattr(view, "cls", None) or getattr(view, "view_class", None)
    method = inspect.unwrap(getattr(made_from, row.method.lower()) if made_from else view)
    return cast(CodeType, method.__code__)


@cache
def _imports(module: str) -> frozenset[str]:
    """The modules of the program that a module of pages uses."""
    used = vars(sys.modules[module]).values()
    names = {each.__name__ if inspect.ismodule(each) else getattr(each, "__module__", "") for each in used}
    return frozenset(name for name in names if name and name.startswith(("tournaments.", "judging.")))


@cache
def asking_lines() -> tuple[AskingLine, ...]:
    """Every line of the site that asks for a permission, without those that only choose which buttons a page shows."""
    return tuple(
        line
        for room in ("tournaments", "judging")
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.name != "permissions.py"
        if ASKS.search(text := path.read_text(encoding="utf-8"))
        for line in _asking(ast.parse(text), str(path.relative_to(ROOT)), ())
    )


def _asking(node: ast.AST, file: str, inside: tuple[str, ...]) -> Iterator[AskingLine]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        inside = (*inside, node.name)
    if isinstance(node, ast.Call) and (action := _asked(node)):
        yield AskingLine(file, node.lineno, action, inside)
    buttons = _buttons(node)
    for child in ast.iter_child_nodes(node):
        if child not in buttons:
            yield from _asking(child, file, inside)


def _asked(call: ast.Call) -> str:
    """Return the action of `can`, `self.require_permission` or `self.case`; else nothing."""
    if isinstance(call.func, ast.Name) and call.func.id == "can" and len(call.args) > 1:
        action = call.args[1]
    elif isinstance(call.func, ast.Attribute) and ast.unparse(call.func) in ("self.require_permission", "self.case"):
        action = call.args[0]
    else:
        return ""
    return str(action.value) if isinstance(action, ast.Constant) else ast.unparse(action)


def _buttons(node: ast.AST) -> list[ast.AST]:
    """Return the node's values for templates that show a button or not: `may_x=...`, `"may_x": ...`, `may = ...`."""
    named: list[tuple[str, ast.AST]] = []
    if isinstance(node, ast.Call):
        named = [(each.arg or "", each) for each in node.keywords]
    elif isinstance(node, ast.Dict):
        named = [(str(getattr(key, "value", "")), value) for key, value in zip(node.keys, node.values, strict=True)]
    elif isinstance(node, ast.Assign):
        named = [(getattr(target, "id", ""), node.value) for target in node.targets]
    return [each for name, each in named if name == "may" or name.startswith("may_") or name == "confirmable"]
