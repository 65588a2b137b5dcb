"""A class or type has its own name: whoever reads the name knows which thing of the house is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.run import ROOT

ROOMS = ("engine", "tournaments", "judging")

GIVEN = frozenset({"Command"})
"""Names that a framework asks for: Django finds a command by it."""

SAME = frozenset({"Seat"})
"""One thing in two forms: the number of a seat in the engine, and the row that says who sits on it."""

FAMILIES = ("engine/rules", "judging/law")
"""Families are built alike: each has its own Parameters, Circumstances, View ..., told apart by their folder."""


def named(path: Path) -> Iterator[str]:
    """Classes and types that a module defines; what stands inside a class is called by its class."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            variable = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "TypeVar"
            if name[0].isupper() and not name.isupper() and not variable:
                yield name


def owner(path: str) -> str:
    """The module, or the room of families whose folders may say the same."""
    for room in FAMILIES:
        inside = path.removeprefix(room + "/")
        if inside != path and "/" in inside and (ROOT / "engine/rules" / inside.split("/")[0] / "presets").is_dir():
            return "families"
    return path


def twice(sources: dict[str, list[str]]) -> dict[str, list[str]]:
    """Name -> the modules that define it, where they are several things; ``sources`` gives names by module."""
    places: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path, names in sources.items():
        for name in names:
            places[name][owner(path)].append(path)
    return {
        name: sorted(path for paths in owners.values() for path in paths)
        for name, owners in places.items()
        if name not in GIVEN | SAME and len(owners) > 1
    }


def test_no_name_of_a_class_or_type_stands_for_two_things():
    sources = {
        path.relative_to(ROOT).as_posix(): list(named(path))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if "migrations" not in path.parts
    }
    assert sum(map(len, sources.values())) > 500
    assert twice(sources) == {}


def test_a_name_may_be_said_again_by_another_family_and_by_nobody_else():
    sources = {
        "engine/rules/mcr/view.py": ["View"],
        "engine/rules/riichi/view.py": ["View"],
        "engine/scoring/score.py": ["Hand"],
        "judging/law/hands.py": ["Hand"],
        "judging/law/sichuan/facts.py": ["Hand"],
    }
    assert twice(sources) == {
        "Hand": ["engine/scoring/score.py", "judging/law/hands.py", "judging/law/sichuan/facts.py"]
    }
