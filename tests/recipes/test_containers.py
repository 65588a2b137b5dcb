"""The containers of deploy/, built and started as docs/deploy.md says, where there is a container engine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from urllib.error import URLError

import pytest

from tests.run import ROOT

COMPOSE = ("docker", "compose", "-p", "mahjong-director-test", "-f", "deploy/compose.yml")
ENV = {"POSTGRES_PASSWORD": "trial", "MAHJONG_DIRECTOR_URL": "http://127.0.0.1:8000"}


def engine() -> bool:
    """Return True if containers can be started here."""
    return bool(shutil.which("docker")) and subprocess.run(["docker", "ps"], capture_output=True).returncode == 0


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
    for _ in range(120):
        try:
            with urllib.request.urlopen("http://127.0.0.1:8000/readyz", timeout=5) as ready:
                answer = json.load(ready)
        except (URLError, OSError):
            answer = {}
        if answer.get("worker"):
            break
        time.sleep(1)
    assert (answer.get("status"), answer.get("worker"), answer.get("database")) == ("ok", True, "PostgreSQL mahjong")
