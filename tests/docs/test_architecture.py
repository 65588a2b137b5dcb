"""The architecture page lists every subject, and every function of its flows is in the file that it names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")
FLOWS = TEXT.partition("## Seven flows")[2].partition("\n## ")[0]
AT_THE_TOP = {"migrations", "management", "templatetags"}
STEP = re.compile(r"^\| (`[^|]*\.py`) \| ([^|]*) \|", re.MULTILINE)


def path_of(named: str) -> Path:
    """The file behind a name of the flows; those without a package are in `tournaments/`."""
    return ROOT / named if named.startswith(("engine/", "judging/")) else ROOT / "tournaments" / named


def defined(path: Path) -> set[str]:
    """Functions and classes of a module, and methods as `Class.method`."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
            found |= {f"{node.name}.{inner.name}" for inner in getattr(node, "body", []) if hasattr(inner, "name")}
    return found


@pytest.mark.parametrize("app", ["tournaments", "judging"])
def test_each_folder_of_an_app_is_in_its_table_of_subjects(app):
    section = TEXT.partition(f"### {app}")[2].partition("\n##")[0]
    table = section[section.index("| subject |") :].partition("\n\n")[0]
    packages = {package.parent.name for package in (ROOT / app).glob("*/__init__.py")}
    assert {name.rstrip("/") for name in re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)} == packages - AT_THE_TOP


def test_there_are_seven_flows():
    assert re.findall(r"^\| \*\*(\d)\. ", FLOWS, re.MULTILINE) == list("1234567")


@pytest.mark.parametrize(("files", "names"), STEP.findall(FLOWS))
def test_each_step_of_a_flow_is_a_function_of_its_file(files, names):
    there = set().union(*(defined(path_of(named)) for named in re.findall(r"`([^`]+)`", files)))
    assert set(re.findall(r"`([^`]+)`", names)) - there == set()
