"""Plain English: docstrings, commit subjects and CHANGELOG lines start with a noun or a verb.

Questions in the interface are not concerned.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRONOUN = re.compile(r"(what|who|whom|whose|where|whether|how|that|which|when|why)(ever)?\b", re.IGNORECASE)
MAX_SUBJECT = 72
MAX_CHANGELOG_LINE = 120
MAX_CHANGELOG_LINES = 40
"""Changes of one release."""


def git(*arguments: str) -> list[str]:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield every docstring with its line, also those of attributes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value.strip()


def releases(changelog: str) -> dict[str, list[str]]:
    """Return the changes of each release, each on one line."""
    found: dict[str, list[str]] = {}
    for line in changelog.splitlines():
        if line.startswith("## "):
            found[line[3:]] = []
        elif line.startswith("- "):
            found[list(found)[-1]].append(line[2:])
    return found


def test_no_docstring_starts_with_a_pronoun() -> None:
    paths = [path for path in git("ls-files", "*.py") if "/migrations/" not in path and (ROOT / path).exists()]
    faults = [
        f"{path}:{line}: {text.splitlines()[0]}"
        for path in paths
        for line, text in docstrings((ROOT / path).read_text(encoding="utf-8"))
        if PRONOUN.match(text)
    ]
    assert faults == []


def test_commit_subjects_are_short_and_start_with_a_verb() -> None:
    """Commits since this test was added."""
    start = git("log", "--diff-filter=A", "--format=%H", "--", f"tests/tools/{Path(__file__).name}")[-1:]
    subjects = git("log", "--no-merges", "--format=%s", *(f"{commit}..HEAD" for commit in start))
    assert [subject for subject in subjects if PRONOUN.match(subject) or len(subject) > MAX_SUBJECT] == []


def test_the_changelog_is_brief_and_its_lines_start_with_a_verb() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    lines = [line for changes in releases(changelog).values() for line in changes]
    assert [line for line in lines if PRONOUN.match(line) or len(line) > MAX_CHANGELOG_LINE] == []
    assert [line for line in lines if lines.count(line) > 1] == []
    assert {
        name: len(changes) for name, changes in releases(changelog).items() if len(changes) > MAX_CHANGELOG_LINES
    } == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('"""Which game it is."""', True),
        ('GAME = 1\n"""Whichever game."""', True),
        ('"""Return which game it is."""', False),
    ],
)
def test_the_first_word_decides(source: str, found: bool) -> None:
    assert [bool(PRONOUN.match(text)) for _, text in docstrings(source)] == [found]
