"""The containers of deploy/, built and started as docs/deploy.md says, where there is a container engine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from urllib.error import URLError

import pytest
import yaml
from django.core.management import get_commands

from tests.support import patience
from tools.checks import ROOT

COMPOSE = ("docker", "compose", "-p", "mahjong-director-test", "-f", "deploy/compose.yml")
READY = "http://127.0.0.1:8000/readyz"
ENV = {"POSTGRES_PASSWORD": "trial", "MAHJONG_DIRECTOR_URL": "http://127.0.0.1:8000"}


def engine() -> bool:
    """Return True if containers can be started here."""
    return bool(shutil.which("docker")) and subprocess.run(["docker", "ps"], capture_output=True).returncode == 0


def test_the_image_is_made_of_files_that_are_there() -> None:
    """Checked without a container engine: copied files, and the programs that the services start."""
    dockerfile = (ROOT / "deploy/Dockerfile").read_text()
    services = yaml.safe_load((ROOT / "deploy/compose.yml").read_text())["services"]
    copied = [source for line in re.findall(r"^COPY (.+) \S+$", dockerfile, re.MULTILINE) for source in line.split()]
    compiled = re.findall(r"compileall -q (.+)$", dockerfile, re.MULTILINE)[0].split()
    ours = [one for one in services.values() if "build" in one]
    assert [name for name in (*copied, *compiled, "manage.py") if not (ROOT / name).exists()] == []
    assert {(ROOT / "deploy" / one["build"]["context"] / one["build"]["dockerfile"]).resolve() for one in ours} == {
        ROOT / "deploy/Dockerfile"
    }
    commands = {one["command"].split()[2] for one in ours}
    assert commands == {"prepare", "tournaments.site.web", "tournaments.site"}
    assert "prepare" in get_commands()
    assert all(find_spec(name) for name in commands - {"prepare"})
    assert {name for one in services.values() for name in one.get("depends_on", ())} <= set(services)


@pytest.fixture
def containers() -> Iterator[None]:
    env = {**os.environ, **ENV}
    subprocess.run([*COMPOSE, "up", "--detach", "--build"], cwd=ROOT, env=env, check=True)
    yield
    subprocess.run([*COMPOSE, "down", "--volumes"], cwd=ROOT, env=env, check=True)


@pytest.mark.skipif(not engine(), reason="no container engine: the containers were not run")
@pytest.mark.usefixtures("containers")
def test_the_containers_serve_a_site_with_a_worker() -> None:
    answer: dict[str, object] = {}

    def has_worker() -> bool:
        with suppress(URLError, OSError), urllib.request.urlopen(READY, timeout=patience.SECONDS) as ready:
            answer.update(json.load(ready))
        return bool(answer.get("worker"))

    patience.wait_for(has_worker, lambda: answer)
    assert (answer.get("status"), answer.get("database")) == ("ok", "PostgreSQL mahjong")
