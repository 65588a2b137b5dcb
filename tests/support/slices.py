"""The slice of the long walks that a run takes: the same for everybody who tests a commit, another one for the next.

Hypothesis makes its examples from the same number, and `-p randomly` its order. `--slice N` repeats a run, `--release`
takes all of every walk.
"""

import subprocess
from collections.abc import Callable, Generator, Hashable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.support.release import in_full

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
SLICES = 1000
"""A walk in fewer parts takes the remainder of the slice's number."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slice", type=int, metavar="N", help=f"0 to {SLICES - 1}: the part of the long walks to run")


_number: list[int] = []


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the slice before any test is collected. The processes of a run inherit the options of the first."""
    if config.option.slice is None:
        config.option.slice = slice_of_commit()
    _number[:] = [config.option.slice % SLICES]
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(number())
    if getattr(config.option, "randomly_seed", None) == "default":
        config.option.randomly_seed = number()


def slice_of_commit() -> int:
    """Return the slice by the hash of the commit that is checked out; 0 where there is none."""
    try:
        found = subprocess.run(
            ["git", "rev-parse", "--verify", "--quiet", "HEAD"], cwd=ROOT, capture_output=True, text=True
        )
    except FileNotFoundError:
        return 0
    return int(found.stdout[:12] or "0", 16) % SLICES


def number() -> int:
    """Return the number of the slice, also to programs that are no test run."""
    return _number[0] if _number else slice_of_commit()


def in_slice(rows: Sequence[T], parts: int) -> list[T]:
    """Return the rows of one part of so many; all of them in a release."""
    return list(rows if in_full() else rows[number() % parts :: parts])


def in_slice_of_each(rows: Sequence[T], parts: int, group: Callable[[T], Hashable]) -> list[T]:
    """Return the rows of one part of every group, so that no run is without a group; all of them in a release."""
    groups: dict[Hashable, list[T]] = {}
    for row in rows:
        groups.setdefault(group(row), []).append(row)
    return [row for members in groups.values() for row in in_slice(members, min(parts, len(members)))]


def rulesets_of_run() -> list[str]:
    """Return a third of the rulesets of every family; all of them in a release."""
    # Loaded here: what notes the lines that tests reach is loaded before the program.
    from engine.family import ruleset, ruleset_names

    return in_slice_of_each(ruleset_names(), 3, lambda name: ruleset(name).family.name)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the slice and the seed of a random order, also with -q, which has no header."""
    terminal: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None:
        terminal.write_line(description(session.config))


def description(config: pytest.Config) -> str:
    """Return the options that repeat a run's choices.

    >>> class Config:
    ...     option = __import__("types").SimpleNamespace(slice=17)
    >>> description(Config)
    '--slice 17'
    """
    seed = getattr(config.option, "randomly_seed", None)
    order = [] if seed is None else [f"-p randomly --randomly-seed={seed}"]
    return " ".join([f"--slice {config.option.slice}", *order])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say in a failure how to repeat it."""
    report = yield
    if report.failed:
        report.sections.append(("Repeat with", description(item.config)))
    return report
