"""./test as a person ends it: the pytest, the servers and whatever a test started end with it."""

import os
import signal
import subprocess

import psutil
import pytest

from tests.support import patience
from tests.support.patience import wait_for
from tests.support.processes import alive, family
from tools.checks import ROOT

# A group of its own, as Chromium has, and an orphan in it: nobody below ./test knows of that one.
ENDLESS = """
import subprocess, time

def test_endless(tmp_path):
    subprocess.Popen(["sh", "-c", "sleep 600 & echo $! > {orphan}"], start_new_session=True).wait()
    subprocess.Popen(["sleep", "600"], process_group=0)
    {ready}.touch()
    time.sleep(600)
"""


@pytest.mark.long
@pytest.mark.parametrize("number", [pytest.param(signal.SIGINT, marks=pytest.mark.release), signal.SIGTERM])
def test_a_signal_to_the_command_alone_ends_all_that_it_started(tmp_path, number):
    orphan, ready = tmp_path / "orphan", tmp_path / "ready"
    endless = tmp_path / "test_endless.py"
    endless.write_text(ENDLESS.format(orphan=orphan, ready=f"__import__('pathlib').Path({str(ready)!r})"))
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "CACHE_URL")}
    env = {**kept, "TMPDIR": str(tmp_path)}
    command = [str(ROOT / "test"), "-c", str(tmp_path / "pytest.ini"), str(endless), "-n", "1"]
    # In a group of its own, as a terminal or CI starts it; the signal goes to the command only.
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, process_group=0)
    try:
        wait_for(ready.exists)
        running = [*family(started.pid), psutil.Process(int(orphan.read_text()))]
        commands = " ".join(part for process in running for part in process.cmdline())
        assert all(name in commands for name in ("postgres", "redis", "pytest", "sleep"))
        started.send_signal(number)
        printed, _ = started.communicate(timeout=patience.SECONDS)
    finally:
        started.kill()
    assert started.returncode == 128 + number, printed.decode()
    assert [process for process in running if alive(process)] == []
    assert [path.name for path in tmp_path.glob("mahjong-director-*")] == []
