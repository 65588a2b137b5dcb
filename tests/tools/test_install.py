"""Preparing a clone: system packages, the environment and its lock files."""

import hashlib
import importlib.metadata
import subprocess
import sys
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import checks as run
from tools import install
from tools.checks import ROOT


@pytest.fixture
def steps(monkeypatch):
    """The commands that are run; none is."""
    commands = []
    monkeypatch.setattr(install, "step", lambda title, command, *_rest, **_named: commands.append(command))
    return commands


def packages(**present):
    return {name: lambda there=there: there for name, there in present.items()}


@pytest.fixture
def debian(monkeypatch):
    monkeypatch.setattr(install.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(install.os, "geteuid", lambda: 0)


@pytest.mark.usefixtures("debian")
@pytest.mark.parametrize(
    ("user", "present", "allowed", "installed"),
    [(0, False, True, True), (0, True, True, False), (0, False, False, False), (1000, False, True, False)],
)
def test_root_alone_installs_what_is_missing_and_names_it_before(
    steps, monkeypatch, capsys, user, present, allowed, installed
):
    monkeypatch.setattr(install.os, "geteuid", lambda: user)
    install.install_packages(packages(a=True, b=present), allowed=allowed)
    done = [["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", "--no-install-recommends", "b"]]
    assert steps == (done if installed else [])
    line = "Installing on this system: b (--no-system-packages leaves it as it is)\n"
    assert capsys.readouterr().out == (line if installed else "")


@pytest.mark.usefixtures("debian")
@pytest.mark.parametrize(("known", "installed"), [(0, ["shell"]), (100, [])])
def test_what_makes_tests_quicker_is_installed_where_the_distribution_has_it(steps, monkeypatch, known, installed):
    monkeypatch.setattr(install.subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, known))
    install.install_wished(packages(a=True, shell=False), allowed=True)
    assert [command[-1] for command in steps] == installed


@pytest.fixture
def started(monkeypatch, steps):
    """Return what the command becomes, with an environment that is there and Debian packages that are not."""
    became = []
    monkeypatch.setattr(install, "install_lock", lambda lock: None)
    monkeypatch.setattr(install.os, "execv", lambda _path, arguments: became.append(arguments[1:]))
    monkeypatch.setattr(install.os, "chdir", lambda _path: None)
    monkeypatch.setattr(install.os, "geteuid", lambda: 1000)
    monkeypatch.setitem(install.COMMANDS, "run", ("requirements.lock", packages(pango=False), "serve"))
    monkeypatch.setitem(install.COMMANDS, "test", ("requirements-dev.lock", packages(chromium=False), "tools.checks"))
    return became


def test_the_site_is_served_without_printing_and_the_administrator_told_the_command(started, capsys):
    install.main("run", ["--port", "9000", "--no-system-packages"])
    assert started == [["-m", "serve", "--port", "9000"]]
    assert capsys.readouterr().err == (
        "! Going on without PDF; as administrator type:  apt-get install --no-install-recommends pango\n"
    )


def test_tests_do_not_start_without_a_browser(started):
    with pytest.raises(install.InstallError) as failure:
        install.main("test", [])
    assert str(failure.value) == (
        "Missing: chromium; as administrator type:  apt-get install --no-install-recommends chromium"
    )
    assert started == []


@pytest.mark.parametrize(
    "arguments",
    [["--quick"], ["tests/engine", "-k", "docs"], ["-q", "tests/engine/test_exact.py::test_none", "tests/judging/law"]],
)
def test_pure_tests_start_without_a_browser(started, arguments):
    install.main("test", arguments)
    assert started == [["-m", "tools.checks", *arguments]]


@pytest.mark.parametrize("arguments", [["tests/engine", "tests/journeys"], ["-k", "engine"], ["/tmp"], ["--sqlite"]])
def test_other_tests_want_the_browser(started, arguments):
    with pytest.raises(install.InstallError, match="Missing: chromium"):
        install.main("test", arguments)


def test_a_lock_file_is_installed_once_and_again_when_it_changes(tmp_path, monkeypatch, steps):
    monkeypatch.setattr(install, "VENV", tmp_path / "venv")
    monkeypatch.setattr(install.shutil, "which", lambda _name: None)
    (tmp_path / "venv").mkdir()
    lock = tmp_path / "packages.lock"
    for text, times in (("django==5.2\n", 1), ("django==5.2\n", 1), ("django==5.3\n", 2)):
        lock.write_text(text)
        install.install_lock(lock)
        assert len(steps) == times
    assert (tmp_path / "venv" / lock.name).read_text() == hashlib.sha256(b"django==5.3\n").hexdigest()
    assert "--require-hashes" in steps[0]


def test_an_environment_that_was_left_without_pip_is_created_anew(tmp_path, monkeypatch, steps):
    monkeypatch.setattr(install, "VENV", tmp_path / "venv")
    monkeypatch.setattr(install, "PYTHON", tmp_path / "venv" / "bin" / "python")
    lock = tmp_path / "packages.lock"
    lock.write_text("django==5.2\n")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(install.VENV)], check=True)
    for uv, created in (("/usr/bin/uv", False), (None, True)):
        steps.clear()
        (install.VENV / lock.name).unlink(missing_ok=True)
        monkeypatch.setattr(install.shutil, "which", lambda _name, path=uv: path)
        install.install_lock(lock)
        assert ([command[1:4] for command in steps][:-1] == [["-m", "venv", "--clear"]]) is created
        # Where nothing is to be installed, none is needed.
        steps.clear()
        install.install_lock(lock)
        assert steps == []


def test_a_failed_installation_is_tried_again(tmp_path, monkeypatch):
    def fail(*_given, **_named):
        raise install.InstallError("no network")

    monkeypatch.setattr(install, "VENV", tmp_path / "venv")
    monkeypatch.setattr(install, "step", fail)
    lock = tmp_path / "packages.lock"
    lock.write_text("django==5.2\n")
    for _ in range(2):
        with pytest.raises(install.InstallError):
            install.install_lock(lock)


def test_a_failed_step_shows_the_end_of_its_output():
    with pytest.raises(install.InstallError, match=r"(?s)Trial failed:.*no such tile.*Start again"):
        install.step("Trial", [str(install.PYTHON), "-c", "import sys; sys.exit('no such tile')"])


def pins(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return {line.split(" ")[0] for line in lines if "==" in line and not line.startswith((" ", "#"))}


LOCKS = sorted(path.name for path in ROOT.glob("requirements*.lock"))


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_is_in_that_of_development_and_every_package_has_a_hash_and_no_address(name):
    assert pins(name) - pins("requirements-dev.lock") == set()
    text = (ROOT / name).read_text(encoding="utf-8")
    pinned = [line for line in text.replace("\\\n", "").splitlines() if "==" in line and line[0] not in " #"]
    assert ("://" in text, [line for line in pinned if "--hash=sha256:" not in line]) == (False, [])


def test_a_lock_holds_all_that_its_packages_need():
    """pip is told to look for nothing else."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = {canonicalize_name(pin.partition("==")[0]) for pin in pins("requirements.lock")}
    needed, todo = set(), [Requirement(line) for line in project["dependencies"]]
    while todo:
        wanted = todo.pop()
        name = canonicalize_name(wanted.name)
        if (name, frozenset(wanted.extras)) in needed:
            continue
        needed.add((name, frozenset(wanted.extras)))
        further = map(Requirement, importlib.metadata.requires(name) or ())
        of = [{"extra": extra} for extra in (*wanted.extras, "")]
        todo += [each for each in further if each.marker is None or any(map(each.marker.evaluate, of))]
    assert {name for name, _extras in needed} - locked == set()
    assert len(needed) > len(project["dependencies"])


def test_the_checks_name_tools_that_are_installed():
    for _, command in run.static_checks():
        assert (run.BIN / command[0]).exists()
