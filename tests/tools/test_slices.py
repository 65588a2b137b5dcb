"""A run takes the slice of its commit, and a failure names what repeats it."""

import subprocess
import sys

import pytest

from tests.support import slices
from tools.checks import ROOT

ROWS = list(range(10))
FAILING = "from tests.support import slices\n\n\ndef test_of_a_slice():\n    assert slices.number() == 0\n"


@pytest.mark.parametrize("parts", [1, 3, 8, 20])
def test_the_slices_share_out_every_row(monkeypatch, parts):
    monkeypatch.setattr(slices, "in_full", lambda: False)
    taken = []
    for number in range(parts):
        monkeypatch.setattr(slices, "_number", [number])
        taken += slices.in_slice(ROWS, parts)
    assert sorted(taken) == ROWS


def test_a_release_takes_all_rows(monkeypatch):
    monkeypatch.setattr(slices, "in_full", lambda: True)
    assert slices.in_slice(ROWS, 3) == ROWS


@pytest.mark.parametrize("number", range(6))
def test_a_run_takes_a_part_of_every_group_and_all_runs_take_all(monkeypatch, number):
    monkeypatch.setattr(slices, "in_full", lambda: False)
    monkeypatch.setattr(slices, "_number", [number])
    taken = slices.in_slice_of_each("aaAabBcbB", 3, str.lower)
    assert taken == [*[["a", "a"], ["a"], ["A"]][number % 3], *[["b", "B"], ["B"], ["b"]][number % 3], "c"]


def test_a_commit_has_the_same_slice_for_everybody(monkeypatch, tmp_path):
    identity = ["-c", "user.name=olga", "-c", "user.email=olga@example.org"]
    commands = [["init", "-q"], [*identity, "commit", "-q", "--allow-empty", "-m", "Start"]]
    for command in commands:
        subprocess.run(["git", "-C", str(tmp_path), *command], check=True)
    monkeypatch.setattr(slices, "ROOT", tmp_path)
    answer = subprocess.run(["git", "-C", str(tmp_path), "rev-parse", "HEAD"], capture_output=True, text=True)
    assert slices.slice_of_commit() == int(answer.stdout[:12], 16) % 1000


def test_a_tree_without_a_repository_or_commit_has_the_first_slice(monkeypatch, tmp_path):
    monkeypatch.setattr(slices, "ROOT", tmp_path)
    assert slices.slice_of_commit() == 0
    subprocess.run(["git", "-C", str(tmp_path), "init", "-q"], check=True)
    assert slices.slice_of_commit() == 0


def test_a_run_begins_with_its_slice_and_seed_and_a_failure_ends_with_them(tmp_path):
    """The process that runs the test has both from the one that prints."""
    (tmp_path / "test_failing.py").write_text(FAILING)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT}\n")
    plugins = [part for name in ("release", "slices") for part in ("-p", f"tests.support.{name}")]
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(tmp_path / "pytest.ini"), "-n", "1", *plugins]
    command += ["-p", "no:django", "-p", "no:cacheprovider", "-p", "randomly", "--randomly-seed=5", "--slice=17"]
    printed = subprocess.run([*command, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True).stdout
    line = "--slice 17 -p randomly --randomly-seed=5\n"
    assert printed.startswith(line)
    assert "assert 17 == 0" in printed
    assert printed.count(line) == 2
