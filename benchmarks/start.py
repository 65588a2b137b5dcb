"""Time until the site is up: `python -m benchmarks start`.

Commands of `manage.py` in seconds of processor; `./run` by the clock and in processor until the first page is there,
with the memory of all its processes half a minute later (shared memory divided: PSS): in a new clone, where pip fetches
all packages first, on a fresh folder of an installed program, and again. Packages of apt on a bare machine are in none
of them; without an index of packages the clone is left out.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil

from benchmarks.figures import keep
from tools.services import free_port

ROOT: Final = Path(__file__).resolve().parents[1]
COMMANDS: Final = (("standings", "nothing"), ("migrate", "--check"), ("check",))
IDLE: Final = 30.0
MAX_SECONDS: Final = 300.0


def main(argv: Sequence[str] = ()) -> int:
    """Print the figures. Returns 1 where the site does not come up."""
    with tempfile.TemporaryDirectory(prefix="mahjong-director-start-") as data:
        settings = {**os.environ, "MAHJONG_DIRECTOR_DATA": data, "DJANGO_SETTINGS_MODULE": "tournaments.site.settings"}
        for name in ("DATABASE_URL", "REDIS_URL", "CACHE_URL"):
            settings.pop(name, None)
        clone = Path(data) / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        own = settings | {"MAHJONG_DIRECTOR_DATA": str(clone / "var")}
        _started("from a clone", ["./run", "--data", str(clone / "var")], own, clone)
        installed = [sys.executable, "-m", "tournaments.site.serve", "--data", str(Path(data) / "site")]
        settings["MAHJONG_DIRECTOR_DATA"] = str(Path(data) / "site")
        up = [_started(turn, installed, settings, ROOT) for turn in ("first", "second")]
        for command in COMMANDS:
            _command(command, settings)
    return 0 if all(up) else 1


def _command(command: Sequence[str], settings: dict[str, str]) -> None:
    taken = []
    for _ in range(3):
        before = os.times()
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=settings, capture_output=True)
        after = os.times()
        taken.append(after.children_user + after.children_system - before.children_user - before.children_system)
    print(f"manage.py {' '.join(command):20} {min(taken):6.2f} s of processor", flush=True)
    keep(f"manage.py {' '.join(command)}", min(taken), "s")


def _started(turn: str, command: Sequence[str], settings: dict[str, str], root: Path) -> bool:
    """Start `./run`, wait for its first page, weigh it, end it; whether it came up."""
    port, out = free_port(), subprocess.DEVNULL
    began = time.perf_counter()
    with subprocess.Popen([*command, "--port", str(port)], cwd=root, env=settings, stdout=out, stderr=out) as run:
        try:
            while not _first_page(port):
                if run.poll() is not None or time.perf_counter() - began > MAX_SECONDS:
                    print(f"./run, {turn}: not up")
                    return False
                time.sleep(0.02)
            seconds = time.perf_counter() - began
            worked = sum(_processor(each) for each in _family(run.pid))
            time.sleep(IDLE)
            weights = [_weight(each) for each in _family(run.pid)]
        finally:
            run.send_signal(signal.SIGINT)
            run.wait(60)
    whole = sum(weight for _each, weight in weights)
    print(f"./run, {turn}: first page after {seconds:.1f} s, {worked:.1f} s of processor; {whole:.0f} MB when idle:")
    for name, weight in weights:
        print(f"  {weight:6.0f} MB  {name}")
    sys.stdout.flush()
    keep(f"./run, {turn}, first page", seconds, "s")
    keep(f"./run, {turn}, processor until the first page", worked, "s")
    keep(f"./run, {turn}, memory", whole, "MB")
    return True


def _first_page(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer:
            return bool(answer.status == 200 and answer.read())
    except (urllib.error.URLError, OSError):
        return False


def _family(pid: int) -> list[psutil.Process]:
    own = psutil.Process(pid)
    return [own, *own.children(recursive=True)]


def _processor(one: psutil.Process) -> float:
    """Seconds of a process and of what it has waited for."""
    with suppress(psutil.NoSuchProcess):
        used = one.cpu_times()
        return float(used.user + used.system + used.children_user + used.children_system)
    return 0.0


def _weight(one: psutil.Process) -> tuple[str, float]:
    """Return the name of a process, and its megabytes."""
    with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
        return " ".join(one.cmdline())[:60], float(one.memory_full_info().pss / 1_000_000)
    return "", 0.0
