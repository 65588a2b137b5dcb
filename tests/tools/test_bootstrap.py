"""The pure parts of ./run and ./test."""

import hashlib
import importlib.metadata
import json
import os
import signal
import socket
import subprocess
import sys
import time
import tomllib
from threading import Event

import psutil
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.processes import alive, wait_for
from tools.bootstrap import check, processes, python, serve, steps, supervise, system

ROOT = steps.ROOT


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], (8000, "127.0.0.1", None, False)),
        (["--port", "9000", "--host", "0.0.0.0", "--data", "x", "--empty"], (9000, "0.0.0.0", "x", True)),
    ],
)
def test_the_options_of_run(arguments, expected):
    options = serve.parse(arguments)
    data = str(options.data) if options.data else None
    assert (options.port, options.host, data, options.empty) == expected


def test_a_taken_port_is_named_in_one_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(steps.StepFailed, match=f"port {port} .*--port"):
            serve._port_is_free("127.0.0.1", port)


def test_two_sites_on_one_data_folder_are_refused(tmp_path):
    with serve._alone(tmp_path), pytest.raises(steps.StepFailed, match="--data"), serve._alone(tmp_path):
        pass


def test_the_first_site_leaves_the_folder_free(tmp_path):
    with serve._alone(tmp_path):
        pass
    with serve._alone(tmp_path):
        pass


@pytest.mark.parametrize(
    ("host", "shown"), [("0.0.0.0", "127.0.0.1"), ("::", "[::1]"), ("::1", "[::1]"), ("hall.local", "hall.local")]
)
def test_the_printed_address_can_be_opened(host, shown):
    assert serve._shown(host) == shown


def need(package, present, purpose="PDF"):
    return system.Need(package, purpose, lambda: present)


def test_nothing_is_installed_when_nothing_is_missing(monkeypatch):
    monkeypatch.setattr(system, "_administrator", lambda: pytest.fail("asked for rights"))
    system.provide((need("a", True),), (need("b", True),))


def test_without_the_right_a_required_package_stops_with_the_line_to_type(monkeypatch):
    monkeypatch.setattr(system, "_administrator", lambda: None)
    with pytest.raises(steps.StepFailed) as failure:
        system.provide((need("python3.11-venv", False, "virtual environment"), need("b", True)), ())
    assert str(failure.value) == (
        "Missing for virtual environment; as administrator type:  "
        "apt-get install --no-install-recommends python3.11-venv"
    )


def test_without_the_right_a_wished_package_is_named_and_left_out(monkeypatch, capsys):
    monkeypatch.setattr(system, "_administrator", lambda: None)
    system.provide((), (need("libpango-1.0-0", False), need("fonts-noto-cjk", False, "names")))
    assert capsys.readouterr().err == (
        "! Going on without PDF and names; as administrator type:  "
        "apt-get install --no-install-recommends libpango-1.0-0 fonts-noto-cjk\n"
    )


def test_with_the_right_only_what_is_missing_is_installed(monkeypatch, capsys):
    there = {"a": True, "b": False}
    needs = tuple(system.Need(name, "PDF", lambda name=name: there[name]) for name in there)
    commands = []

    def install(command, env=None, hint=""):
        commands.append(command)
        there["b"] = True
        return ""

    monkeypatch.setattr(system, "_administrator", lambda: ["sudo", "-n"])
    monkeypatch.setattr(system, "quietly", install)
    system.provide((), needs)
    assert commands == [
        ["sudo", "-n", "apt-get", "update", "-q"],
        ["sudo", "-n", "apt-get", "install", "-q", "-y", "--no-install-recommends", "b"],
    ]


def test_a_wished_package_that_cannot_be_had_keeps_no_required_one_away(monkeypatch, capsys):
    there = {"a": False, "b": False}
    needs = [system.Need(name, "PDF", lambda name=name: there[name]) for name in there]

    def install(command, env=None, hint=""):
        if "b" in command:
            raise steps.StepFailed("no package b")
        there["a"] |= "a" in command

    monkeypatch.setattr(system, "_administrator", list)
    monkeypatch.setattr(system, "quietly", install)
    system.provide((needs[0],), (needs[1],))
    assert there == {"a": True, "b": False}
    assert capsys.readouterr().err.startswith("! Going on without PDF")


@pytest.mark.parametrize("can", [True, False])
def test_wishes_are_installed_beside_what_a_block_does(can, monkeypatch, capsys):
    there, begun, done = {"b": False}, Event(), Event()

    def install(command, env=None, hint=""):
        begun.set()
        assert done.wait(20)
        if not can:
            raise steps.StepFailed("no package b")
        there["b"] = True

    monkeypatch.setattr(system, "_administrator", list)
    monkeypatch.setattr(system, "quietly", install)
    with system.beside((system.Need("b", "PDF", lambda: there["b"]),)):
        assert begun.wait(20)
        assert not there["b"]
        done.set()
    assert there == {"b": can}
    out, err = capsys.readouterr()
    assert out.startswith("Waiting for b ... done")
    assert err.startswith("! Going on without PDF") is not can


def test_a_failed_command_shows_its_last_words():
    with pytest.raises(steps.StepFailed, match=r"(?s)failed:.*no such tile.*Try again"):
        steps.quietly([sys.executable, "-c", "import sys; sys.exit('no such tile')"], hint="Try again")


def pins(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return {line.split(" ")[0] for line in lines if "==" in line and not line.startswith((" ", "#"))}


@pytest.mark.parametrize("name", [f"requirements{end}.lock" for end in ("", "-prove", "-s3", "-pocket")])
def test_the_development_lock_holds_the_whole_runtime_lock_and_the_optional_one(name):
    assert pins(name) - pins("requirements-dev.lock") == set()


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


@pytest.mark.parametrize("name", [f"requirements{end}.lock" for end in ("", "-dev", "-prove", "-s3", "-pocket")])
def test_every_locked_package_has_a_hash_and_no_address(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    for block in text.replace("\\\n", "").splitlines():
        if "==" in block and not block.startswith((" ", "#")):
            assert "--hash=sha256:" in block


def test_an_interrupted_installation_counts_as_none(tmp_path, monkeypatch):
    monkeypatch.setattr(python, "STAMP", tmp_path / "installed.json")
    assert python.installed() == {}
    (tmp_path / "installed.json").write_text('{"requirements.lock": "12', encoding="utf-8")
    assert python.installed() == {}


def test_an_installed_lock_file_is_not_installed_again(tmp_path, monkeypatch):
    lock = tmp_path / "requirements.lock"
    lock.write_text("django==5.2\n", encoding="utf-8")
    stamp = tmp_path / "installed.json"
    stamp.write_text(json.dumps({lock.name: hashlib.sha256(lock.read_bytes()).hexdigest()}), encoding="utf-8")
    monkeypatch.setattr(python, "STAMP", stamp)
    monkeypatch.setattr(python, "quietly", lambda *args, **kwargs: pytest.fail("installed again"))
    python.provide(lock)


def test_the_wait_between_restarts_grows_and_is_forgotten_after_a_healthy_life():
    waits = [0.0]
    for _ in range(7):
        waits.append(supervise.next_wait(0.1, waits[-1]))
    assert waits[1:] == [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    assert supervise.next_wait(supervise.HEALTHY_SECONDS, 30.0) == 1.0


def child(tmp_path, code):
    return supervise.Child("trial", [sys.executable, "-c", code], {}, tmp_path / "trial.log")


def test_a_child_that_never_gets_up_ends_with_its_last_words(tmp_path, monkeypatch):
    monkeypatch.setattr(supervise, "next_wait", lambda lived, last: 0.0)
    trial = child(tmp_path, "raise SystemExit('no database')")
    with pytest.raises(steps.StepFailed, match=r"(?s)trial does not stay up.*no database"):
        supervise.watch([trial], is_up=lambda: False, when_up=lambda: None)


def test_the_first_child_starts_alone_until_it_is_up(tmp_path):
    web, worker = (child(tmp_path, "import time; time.sleep(600)") for _ in range(2))
    seen = []

    def is_up():
        seen.append((web.process is not None, worker.process is not None))
        return len(seen) == 3

    def look_after(_now):
        raise steps.StepFailed("the end of this test")

    worker.look_after = look_after
    with pytest.raises(steps.StepFailed, match="the end of this test"):
        supervise.watch([web, worker], is_up=is_up, when_up=lambda: seen.append("up"))
    assert seen == [(True, False)] * 3 + ["up"]
    assert worker.process.returncode is not None


def test_a_deaf_child_and_what_it_started_are_killed_after_the_grace(tmp_path):
    code = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "grandchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(grandchild.pid, flush=True); time.sleep(600)"
    )
    trial = child(tmp_path, code)
    trial.start()
    while not trial.log.read_text().strip():
        time.sleep(0.02)
    grandchild = psutil.Process(int(trial.log.read_text()))
    supervise.stop([trial], grace=0.2)
    assert trial.process.returncode == -9
    # The kernel may need a moment for a process that nobody waits for.
    wait_for(lambda: not alive(grandchild), 5)


def test_the_checks_name_tools_that_are_installed():
    for _, command in check.static_checks():
        assert (check.BIN / command[0]).exists()


def test_a_command_that_ends_leaves_alone_what_others_have_started_beside_it(tmp_path):
    go, born = tmp_path / "go", tmp_path / "born"
    script = f"until [ -e {go} ]; do sleep 0.02; done; sleep 600 & echo $! > {born}.new; mv {born}.new {born}; wait"
    beside = subprocess.Popen(["sh", "-c", script])
    try:
        command = ["sh", "-c", f"touch {go}; until [ -e {born} ]; do sleep 0.02; done"]
        assert processes.run(command, os.environ, grace=1) == 0
        started = int(born.read_text())
        assert {beside.pid, started} <= processes.descendants()
        assert {beside.pid, started} & processes.descendants(frozenset({beside.pid})) == set()
        os.kill(started, signal.SIGKILL)
    finally:
        beside.kill()
        beside.wait()
