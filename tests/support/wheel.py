"""The program as organisers install it: a wheel, an environment without the repository, and the command in it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

from tests.support import patience
from tools.checks import ROOT
from tools.services import free_port


def built(folder: Path) -> Path:
    """Return the wheel, built into the folder."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def plain_environment(home: Path) -> dict[str, str]:
    """Return the environment of a person who has set nothing, with an own home."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR", "LANG") if name in os.environ}
    return {**kept, "HOME": str(home)}


def environment(folder: Path, *, declared: bool, wheel: Path) -> Path:
    """Return the command in a new environment with the wheel.

    Its other packages are those that the wheel declares, or for speed the ones of this environment.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    more = [] if declared else ["--no-deps", "--offline"]
    uv = str(Path(sys.executable).with_name("uv"))
    subprocess.run([uv, "pip", "install", "--quiet", "--python", str(python), *more, str(wheel)], check=True)
    if not declared:
        found = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True
        ).stdout.strip()
        (Path(found) / "other-packages.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / "bin" / "mahjong-director"


def hide_posix(command: Path) -> None:
    """Take what only POSIX has from every process of the environment."""
    (packages,) = command.parent.parent.glob("lib/python*/site-packages")
    shutil.copy(Path(__file__).with_name("without_posix.py"), packages)
    (packages / "without_posix.pth").write_text("import without_posix; without_posix.hide()\n", encoding="utf-8")


class Installed:
    """The installed command at work. `said` is all that it printed since its start."""

    def __init__(self, command: Path, home: Path) -> None:
        self.command, self.home, self.port = command, home, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.env = plain_environment(home)
        self.cookies = CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def run(self, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        line = [str(self.command), *arguments]
        return subprocess.run(
            line,
            cwd=self.home,
            env=self.env,
            input=text,
            capture_output=True,
            encoding="utf-8",
            timeout=patience.SECONDS,
        )

    def start(self, *arguments: str) -> None:
        """Start the site and wait until it announces itself."""
        self.log = self.home / "said.txt"
        with self.log.open("wb") as out:
            line = [str(self.command), "--port", str(self.port), *arguments]
            self.process = subprocess.Popen(line, cwd=self.home, env=self.env, stdout=out, stderr=subprocess.STDOUT)
        patience.wait_for(self.is_up, lambda: self.said)

    def is_up(self) -> bool:
        assert self.process.poll() is None, self.said
        return "Ctrl-C stops everything" in self.said

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def stop(self) -> int:
        """Press Ctrl-C; return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(patience.SECONDS)

    def get(self, path: str) -> bytes:
        with self.browser.open(self.address + path, timeout=patience.SECONDS) as answer:
            return bytes(answer.read())

    def post(self, path: str, **fields: str) -> bytes:
        """Send a form, with the token that the page gave."""
        data = urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode()
        with self.browser.open(urllib.request.Request(self.address + path, data), timeout=patience.SECONDS) as answer:
            return bytes(answer.read())

    def ask(self, path: str, body: object = None) -> Any:
        """Ask the API as the account that is signed in."""
        head = {"Content-Type": "application/json", "X-CSRFToken": self.token}
        data = None if body is None else json.dumps(body).encode()
        try:
            with self.browser.open(
                urllib.request.Request(f"{self.address}/api/v1/{path}", data, head), timeout=patience.SECONDS
            ) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise AssertionError(f"{path}: {error.code} {error.read().decode(errors='replace')}") from error

    @property
    def token(self) -> str:
        return next(str(cookie.value) for cookie in self.cookies if cookie.name == "csrftoken")

    def sign_in(self) -> None:
        """Follow the printed link as organiser."""
        found = re.search(r"works once\):  http://[^/]+(/sign-in/\S+)", self.said)
        assert found, self.said
        self.get(found[1])
        self.post(found[1])


def play(site: Installed) -> tuple[list[dict[str, Any]], bytes]:
    """Play an event of one round from nothing. Returns the standings, and a paper that the worker has printed."""
    site.ask("tournaments/", {"preset": "mcr-ema", "name": "Open", "rounds": 1})
    for number in range(1, 9):
        site.ask("tournaments/open/entries/", {"family_name": f"Family{number}", "given_name": "Given"})
    site.ask("tournaments/open/check-in/all/", {})
    site.ask("tournaments/open/edit/", {"facts": {"place": "Hall 2", "confirmations": "none"}})
    site.ask("tournaments/open/publish/", {"published": True})
    site.ask("tournaments/open/draw/", {"rounds": [1], "seed": "any text"})
    site.ask("tournaments/open/rounds/1/seatings/1/publish/", {})
    job = site.ask("tournaments/open/prints/", {"document": "score-sheets", "round": 1})
    site.ask("tournaments/open/rounds/1/start/", {})
    for table in (1, 2):
        site.ask(f"tournaments/open/rounds/1/tables/{table}/", {"points": [30, 0, -10, -20]})
    site.ask("tournaments/open/rounds/1/finish/", {})
    site.ask("tournaments/open/rounds/1/release/", {})
    rows = site.ask("tournaments/open/standings/")["individual"]
    patience.wait_for(lambda: site.ask(f"jobs/{job['id']}/")["state"] in ("done", "failed"))
    return rows, site.get(f"/api/v1/jobs/{job['id']}/file/")
