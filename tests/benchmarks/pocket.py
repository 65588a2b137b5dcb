"""The law on a phone against its budget: bytes on the wire, seconds until it is ready, a claim again, memory.

    python -m tests.benchmarks pocket

The browser's own throttle (CDP, ``Emulation.setCPUThrottlingRate``) slows the page's thread and no worker. So the whole
process of the page is stopped for three quarters of each 16 ms. By how much that slows is measured on a loop of it,
seconds against seconds of processor; other work on the machine is part of it.
The command fails where the budget is missed.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import psutil

from tests.benchmarks import figures
from tests.support.services import web_command

SLOWER: Final = 4
TURN_S: Final = 0.016
"""A turn of running and stopping, in seconds."""

BUDGET: Final = {
    "on the wire, brotli": (4.0, "MB"),
    "on the wire, gzip": (5.2, "MB"),
    "ready, nothing kept": (8.0, "s"),
    "a claim again, median": (50.0, "ms"),
    "memory of the law": (150.0, "MB"),
}
PATH: Final = "/rules/mcr-2006/ask/win/"
"""The page starts no worker by itself."""

READY: Final = """async () => {
  const { law } = document.querySelector("[data-law-on-device]");
  const began = performance.now();
  await law.ask("ready", "mcr-2006");
  return (performance.now() - began) / 1000;
}"""
CLAIMS: Final = """async (lines) => {
  const { law } = document.querySelector("[data-law-on-device]");
  const took = [];
  for (const line of [...lines, ...lines]) {
    const began = performance.now();
    await law.ask("line", line);
    took.push(performance.now() - began);
  }
  return took.slice(lines.length);
}"""
LOOP: Final = """() => {
  const began = performance.now();
  let sum = 0;
  for (let at = 0; at < 2e8; at += 1) sum += at % 7;
  return performance.now() - began;
}"""


def main(argv: Sequence[str] = ()) -> int:
    """Returns 0 where the budget is met."""
    with tempfile.TemporaryDirectory(prefix="mahjong-director-pocket-") as data:
        os.environ.update(
            MAHJONG_DIRECTOR_DATA=data,
            MAHJONG_DIRECTOR_LOG_LEVEL="WARNING",
            DJANGO_SETTINGS_MODULE="tournaments.site.settings",
        )
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        import django

        django.setup()
        from django.core.management import call_command

        from judging.bundling import files, sources

        made = files.make()
        call_command("prepare", empty=True, verbosity=0)
        lines = [json.dumps(example.claim()) for example in sources.claims()]
        met = [
            _row(f"on the wire, {name}", sum(line[kind] for line in made["files"].values()) / 1e6)
            for kind, name in (("br", "brotli"), ("gz", "gzip"))
        ]
        with _served(Path(data)) as url:
            return 0 if all([*met, *_measured(url, lines)]) else 1


def _row(title: str, value: float, unit: str = "") -> bool:
    """Print a figure beside its budget, where it has one; whether that is met."""
    most, unit = BUDGET.get(title, (float("inf"), unit))
    figures.keep(f"pocket: {title}", value, unit)
    told = f"(at most {most:g}){'' if value <= most else '   MISSED'}" if most < float("inf") else ""
    print(f"  {title:34} {value:8.2f} {unit:3} {told}", flush=True)
    return value <= most


@contextmanager
def _served(data: Path) -> Iterator[str]:
    """The site's web server; its address."""
    from tests.support.services import free_port

    port = free_port()
    with (data / "web.log").open("wb") as log:
        web = subprocess.Popen(web_command(port), stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"{url}/healthz", timeout=2):
                    break
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        yield url
    finally:
        web.terminate()
        try:
            web.wait(60)
        except subprocess.TimeoutExpired:
            web.kill()
            web.wait()


def _measured(url: str, lines: Sequence[str]) -> Iterator[bool]:
    from playwright.sync_api import sync_playwright

    from tests.support.browser import SAVING, browser_path

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=browser_path(whole=True),
            args=["--no-sandbox"],
            viewport={"width": 360, "height": 740},
        )
        context.add_init_script(SAVING)
        page = context.pages[0]
        page.set_default_timeout(180_000)
        answer = page.goto(url + PATH)
        if answer is None or not answer.ok or not page.locator("[data-law-on-device]").count():
            raise RuntimeError(f"the page answered {answer.status if answer else 'nothing'} and has no law")
        process = _renderer(page)
        with _slowed(process):
            began = _used(process)
            _row("slower than the processor by", page.evaluate(LOOP) / 1000 / (_used(process) - began), "x")
        before = process.memory_full_info().uss
        yield _row("ready, nothing kept", _ready(page, process, "nothing kept"))
        page.reload()
        process = _renderer(page)
        _row("ready, files kept", _ready(page, process, "files kept"), "s")
        with _slowed(process):
            took = sorted(page.evaluate(CLAIMS, lines))
        yield _row("a claim again, median", statistics.median(took))
        _row("a claim again, 19 of 20 within", took[len(took) * 19 // 20], "ms")
        _row("claims asked", len(took), "")
        yield _row("memory of the law", (process.memory_full_info().uss - before) / 1e6)
        context.close()


def _ready(page: Any, process: psutil.Process, title: str) -> float:
    """Seconds until the law is ready, slowed; the processor's seconds are printed."""
    began = _used(process)
    with _slowed(process):
        took: float = page.evaluate(READY)
    _row(f"processor until ready, {title}", _used(process) - began, "s")
    return took


def _renderer(page: Any) -> psutil.Process:
    """The process of the page, with all its threads: the one that a loop of it makes work."""
    processes = [
        each for each in psutil.Process().children(recursive=True) if "--type=renderer" in " ".join(each.cmdline())
    ]
    before = {each: _used(each) for each in processes}
    page.evaluate("const end = performance.now() + 400; while (performance.now() < end);")
    return max(processes, key=lambda each: _used(each) - before[each])


def _used(process: psutil.Process) -> float:
    """Seconds of processor."""
    return float(sum(process.cpu_times()[:2]))


@contextmanager
def _slowed(process: psutil.Process) -> Iterator[None]:
    """The process runs a fourth of each turn, and is stopped for the rest of it."""
    done = Event()

    def turns() -> None:
        while not done.is_set():
            process.send_signal(signal.SIGSTOP)
            time.sleep(TURN_S * (SLOWER - 1) / SLOWER)
            process.send_signal(signal.SIGCONT)
            time.sleep(TURN_S / SLOWER)

    thread = Thread(target=turns)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
