"""The web server of `./run` loads the program beside the preparation of the data folder, and serves after it."""

import gc
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import waitress
from django.urls import reverse
from filelock import FileLock, Timeout

from tests.support.patience import wait_for
from tournaments.management.commands import prepare
from tournaments.site import hall_access, serve, web
from tournaments.site.serve import Child, ServeError


class Server(Child):
    """Child whose process writes when it has the lock that a web server waits for."""

    @property
    def command(self):
        program = "import sys; from filelock import FileLock; print('waits'); FileLock(sys.argv[1]).acquire()"
        return [sys.executable, "-uc", f"{program}; print('serves'); sys.stdin.read()", *self.arguments]


@pytest.fixture
def server(tmp_path):
    child = Server("web server", [str(tmp_path / web.PREPARING)], tmp_path / "web.log")
    yield child
    serve.stop([child])


def test_the_server_is_there_during_the_preparation_and_waits_for_its_end(server, tmp_path):
    def make_ready():
        with pytest.raises(Timeout):
            FileLock(tmp_path / web.PREPARING, timeout=0).acquire()
        assert wait_for(lambda: server.log.read_text() == "waits\n")
        return "/sign-in/secret/"

    assert serve.prepare_beside(server, tmp_path, make_ready) == "/sign-in/secret/"
    assert wait_for(lambda: server.log.read_text() == "waits\nserves\n")


def test_a_site_that_cannot_be_prepared_leaves_no_server(server, tmp_path):
    def make_ready():
        raise ServeError("The site could not be prepared.")

    with pytest.raises(ServeError, match="could not be prepared"):
        serve.prepare_beside(server, tmp_path, make_ready)
    assert server.process.returncode == 0
    with FileLock(tmp_path / web.PREPARING, timeout=0):
        pass


@pytest.mark.parametrize("supervised", ["", "1"])
def test_a_supervised_server_loads_all_pages_then_waits_then_serves(monkeypatch, settings, tmp_path, supervised):
    steps = []

    class Lock:
        def __init__(self, path, **_options):
            self.name = Path(path).name

        def __enter__(self):
            steps.append(self.name)

        acquire = __enter__

        def __exit__(self, *_failure):
            pass

    def create_server(*_arguments, **_options):
        steps.append("server")
        return SimpleNamespace(run=lambda: steps.append(f"garbage collector {gc.isenabled()}"))

    settings.DATA_DIR = tmp_path
    monkeypatch.setenv(hall_access.SUPERVISED, supervised)
    monkeypatch.setattr(web, "FileLock", Lock)
    monkeypatch.setattr(web, "import_module", steps.append)
    monkeypatch.setattr(signal, "signal", lambda *_given: None)
    monkeypatch.setattr(waitress, "create_server", create_server)
    web.serve("127.0.0.1", 0)
    waits = [web.PREPARING] if supervised else []
    expected = [settings.ROOT_URLCONF, *waits, "server", "garbage collector True"]
    assert [step for step in steps if step != "web.lock"] == expected


def test_the_path_of_a_sign_in_link_is_that_of_the_site():
    assert reverse("sign_in_link", urlconf=prepare.SIGN_IN_PAGES, args=["x"]) == reverse("sign_in_link", args=["x"])
