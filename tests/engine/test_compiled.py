"""The compiled build of the engine: used where it was made from these sources, never needed."""

import json
import sys

import pytest

from engine import compiled

MODULES = ["engine.tiles.tile", "engine.tiles.hand"]


@pytest.fixture
def build(tmp_path, monkeypatch):
    """A function that puts a build's list in place; the finders of this process stay as they are.

    These tests run on a compiled build as well, whose own finder they do not mean.
    """
    monkeypatch.setattr(sys, "meta_path", [finder for finder in sys.meta_path if finder not in finders()])
    monkeypatch.delenv(compiled.VARIABLE, raising=False)
    monkeypatch.setattr(compiled, "FOLDER", tmp_path / "_compiled")

    def put(**changes):
        made = {
            "python": compiled.python(),
            "sources": compiled.digest(MODULES),
            "compiled": MODULES,
            "extensions": {name: f"{name}.so" for name in MODULES},
        }
        (tmp_path / "_compiled").mkdir()
        (tmp_path / "_compiled" / compiled.LIST).write_text(json.dumps(made | changes))

    return put


def finders():
    return [finder for finder in sys.meta_path if isinstance(finder, compiled.Extensions)]


def test_the_sources_run_where_nothing_was_compiled(build):
    compiled.use()
    assert finders() == []


def test_modules_come_from_a_build_of_these_sources(build, tmp_path):
    build()
    compiled.use()
    (finder,) = finders()
    spec = finder.find_spec("engine.tiles.tile")
    assert spec.origin == str(tmp_path / "_compiled" / "engine.tiles.tile.so")
    assert finder.find_spec("engine.words") is None


@pytest.mark.parametrize(
    "changes", [{"sources": "0" * 64}, {"python": ".cpython-27.so"}, {"compiled": ["engine.lost"]}]
)
def test_a_build_of_other_sources_is_left_alone(build, changes):
    build(**changes)
    with pytest.warns(RuntimeWarning, match="The engine runs uncompiled"):
        compiled.use()
    assert finders() == []


def test_whoever_wants_the_sources_gets_them(build, monkeypatch):
    build()
    monkeypatch.setenv(compiled.VARIABLE, "plain")
    compiled.use()
    assert finders() == []


def test_whoever_wants_a_compiled_engine_is_told_that_there_is_none(build, monkeypatch):
    monkeypatch.setenv(compiled.VARIABLE, "compiled")
    with pytest.raises(compiled.UnusableBuildError, match="There is no compiled engine"):
        compiled.use()
    build(sources="0" * 64)
    with pytest.raises(compiled.UnusableBuildError, match="other sources"):
        compiled.use()


def test_a_changed_source_changes_the_digest(tmp_path, monkeypatch):
    (tmp_path / "a.py").write_text("one = 1")
    monkeypatch.setattr(compiled, "SOURCES", tmp_path)
    before = compiled.digest(["a"])
    (tmp_path / "a.py").write_text("one = 2")
    assert compiled.digest(["a"]) != before
