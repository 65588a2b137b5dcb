"""The supervisor of the site, without a site."""

import errno
import io
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import pytest
from filelock import FileLock

from tests.support import patience
from tests.support.patience import wait_for
from tests.support.windows import subprocess_of_windows
from tools.services import free_port
from tournaments.core import installation
from tournaments.events import hall_network
from tournaments.site import binding, hall_access, listening, serve, web
from tournaments.site.serve import Child, ServeError


def test_the_options_of_run(capsys):
    for arguments, expected in (
        ("", (8000, None, None, False)),
        ("--port 9000 --host 0.0.0.0 --data x --empty", (9000, "0.0.0.0", "x", True)),
    ):
        options = serve.parse(arguments.split())
        data = str(options.data) if options.data else None
        assert (options.port, options.host, data, options.empty) == expected
    for arguments in ("--tls local", "--tls a.pem a.key"):
        with pytest.raises(SystemExit):
            serve.parse(arguments.split())
        assert capsys.readouterr().err.endswith(f"./run: error: {serve.NO_TLS}\n")


@pytest.mark.parametrize("host", ["127.0.0.1", None])
def test_a_taken_port_is_named_in_one_sentence(tmp_path, host):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=f"on 127.0.0.1 port {port} .*--port"):
            serve.bound(tmp_path, host, port)


def test_nobody_else_answers_at_the_address_before_the_server_does(child):
    """The supervisor holds the port from its first check on; the server inherits it, and its successor too."""
    code = (
        "import sys\nfrom http.server import BaseHTTPRequestHandler, HTTPServer\n"
        "from tournaments.site.listening import open_inherited\n"
        "class Page(BaseHTTPRequestHandler):\n"
        "    def do_GET(self):\n"
        "        self.send_response(200); self.end_headers()\n"
        "server = HTTPServer(('127.0.0.1', 0), Page, bind_and_activate=False)\n"
        "server.socket.close()\n"
        "server.socket = open_inherited(%d)\nprint('up', flush=True)\nserver.serve_forever()"
    )
    with listening.listen("127.0.0.1", 0) as listener:
        host, port = listener.getsockname()
        with pytest.raises(OSError, match="in use"):
            listening.listen(host, port)
        assert listening.does_answer(host, port) is False
        trial = child(code % listener.fileno())
        trial.inherits = listening.make_inheritance(listener)
        started(trial)
        assert listening.does_answer(host, port) is True
        trial.process.kill()
        trial.process.wait(patience.SECONDS)
        trial.process.stdin.close()
        with pytest.raises(OSError, match="in use"):
            listening.listen(host, port)
        trial.start()
        assert wait_for(lambda: listening.does_answer(host, port))
        serve.stop([trial])


def test_on_windows_the_address_is_for_us_alone_and_the_server_inherits_it_each_time(monkeypatch, tmp_path):
    """Python's `subprocess` of that platform hands over no socket by itself; the next server gets the same one."""
    options, (windows, kernel) = [], subprocess_of_windows()

    class Socket(socket.socket):
        def setsockopt(self, *given):
            options.append(given)

    monkeypatch.setattr(listening, "os", SimpleNamespace(name="nt"))
    monkeypatch.setattr(listening, "subprocess", windows)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", ~socket.SO_REUSEADDR, raising=False)
    monkeypatch.setattr(socket, "socket", Socket)
    with listening.listen("127.0.0.1", 0) as listener:
        assert options == [(socket.SOL_SOCKET, ~socket.SO_REUSEADDR, 1)]
        arguments = listening.make_inheritance(listener)
        assert listener.get_inheritable() is True
        with (tmp_path / "web.log").open("ab") as log:
            for _start in range(2):
                with windows.Popen(["python"], stdin=windows.PIPE, stdout=log, stderr=log, **arguments):
                    pass
        for process in kernel.started:
            handles = process.startup.lpAttributeList["handle_list"]
            assert (process.inherits, handles.count(listener.fileno()), len(handles)) == (1, 1, 4)
        with listening.open_inherited(os.dup(listener.fileno())) as server:
            assert (server.getsockname(), server.get_inheritable()) == (listener.getsockname(), False)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps other accounts out of a user's folders by itself")
def test_a_data_folder_that_was_open_to_others_is_closed(tmp_path):
    data, shared = tmp_path / "data", tmp_path / "shared"
    for folder in (data, shared):
        folder.mkdir()
        (folder / "secret_key").touch()
    for name in ("db.sqlite3", "db.sqlite3-wal", "broker.sqlite3"):
        (data / name).touch(mode=0o644)
    data.chmod(0o755)
    shared.chmod(0o1777)
    for folder in (data, shared):
        installation.close_to_others(folder)
    assert [oct(path.stat().st_mode & 0o7777) for path in (data, *sorted(data.glob("*.sqlite3*")), shared)] == [
        "0o700", "0o600", "0o600", "0o600", "0o1777",
    ]  # fmt: skip


def test_two_sites_on_one_data_folder_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(signal, "signal", lambda *_given: None)
    monkeypatch.setattr("os.environ", {})
    with FileLock(tmp_path / "run.lock"), pytest.raises(ServeError, match=r"runs on .* already.*--data"):
        serve.main(["--data", str(tmp_path)])


@pytest.mark.parametrize(
    ("host", "own"), [("0.0.0.0", "127.0.0.1"), ("::", "::1"), ("::1", "::1"), ("hall.local", "hall.local")]
)
def test_the_site_is_reached_from_its_own_machine(host, own):
    assert listening.get_reachable_host(host) == own


def test_the_wait_between_restarts_grows_and_is_forgotten_after_a_healthy_life():
    waits = [0.0]
    for _ in range(7):
        waits.append(serve.compute_next_wait(0.1, waits[-1]))
    assert waits[1:] == [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    assert serve.compute_next_wait(serve.HEALTHY, 30.0) == 1.0


@pytest.fixture
def child(tmp_path):
    """A function that makes a child of some lines of Python."""

    def make(code, name="trial"):
        (tmp_path / f"{name}.py").write_text(code)
        start = f"import runpy, sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv = ['child', '{name}']; "
        start += "runpy.run_module('tournaments.site.managed_process', run_name='__main__', alter_sys=True)"
        return Trial(name, [start], tmp_path / f"{name}.log")

    return make


class Trial(Child):
    """A child of lines of Python in place of a module."""

    @property
    def command(self):
        return [sys.executable, "-c", *self.arguments]


ENDLESS = "import time; print('up', flush=True); time.sleep(600)"


def test_a_child_that_never_gets_up_ends_with_its_last_words(child, monkeypatch):
    monkeypatch.setattr(serve, "compute_next_wait", lambda lived, last: 0.0)
    with pytest.raises(ServeError, match=r"(?s)trial does not start.*no database"):
        serve.supervise([child("raise SystemExit('no database')")], is_up=lambda: False, when_up=lambda: None)


def test_a_helper_that_dies_again_and_again_never_ends_the_server(child, monkeypatch):
    """Not even one that never gets up: it is started again after growing pauses, and the site goes on."""
    monkeypatch.setattr(serve, "compute_next_wait", lambda lived, last: 0.0)
    server, helper = child(ENDLESS, "server"), child("raise SystemExit('killed')", "helper")
    restart_if_dead = helper.restart_if_dead

    def stop_after_many(now):
        restart_if_dead(now)
        if helper.deaths == 3 * serve.TRIES_AT_START:
            seen.append(server.process.poll())
            serve.asked_to_stop.append(signal.SIGTERM)

    seen = []
    helper.restart_if_dead = stop_after_many
    monkeypatch.setattr(serve, "asked_to_stop", [])
    serve.supervise([server, helper], is_up=lambda: True, when_up=lambda: None)
    assert seen == [None]


def test_a_helper_that_cannot_be_started_is_tried_again_and_the_server_goes_on(child, monkeypatch, tmp_path, capsys):
    """As where the system has no memory, process or folder left for it."""
    monkeypatch.setattr(serve, "compute_next_wait", lambda lived, last: 0.0)
    server, helper = child(ENDLESS, "server"), child(ENDLESS, "helper")
    helper.log = tmp_path / "missing" / "helper.log"
    restart_if_dead, looks, states = helper.restart_if_dead, [], []

    def look(now):
        restart_if_dead(now)
        looks.append(helper.process)
        if len(looks) == 3:
            helper.log.parent.mkdir()
        if helper.process is not None:
            states.append((server.process.poll(), helper.process.poll()))
            serve.asked_to_stop.append(signal.SIGTERM)

    helper.restart_if_dead = look
    monkeypatch.setattr(serve, "asked_to_stop", [])
    serve.supervise([server, helper], is_up=lambda: True, when_up=lambda: None)
    assert (looks[:3], states) == ([None] * 3, [(None, None)])
    assert "The helper cannot be started (No such file or directory)" in capsys.readouterr().err


def test_a_warning_that_nobody_can_read_ends_nothing(monkeypatch):
    """The window or the program that read the output is gone."""

    class Gone(io.StringIO):
        def write(self, text):
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(sys, "stderr", Gone())
    serve.warn("The worker ended.")


def test_the_first_child_starts_alone_until_it_is_up(child):
    first, second = child(ENDLESS, "first"), child(ENDLESS, "second")
    seen = []

    def is_up():
        seen.append((first.process is not None, second.process is not None))
        return len(seen) == 3

    def restart_if_dead(_now):
        raise ServeError("the end of this test")

    second.restart_if_dead = restart_if_dead
    with pytest.raises(ServeError, match="the end of this test"):
        serve.supervise([first, second], is_up=is_up, when_up=lambda: seen.append("up"))
    assert seen == [(True, False)] * 3 + ["up"]
    assert second.process.returncode is not None


def started(child):
    child.start()
    while "up" not in child.log.read_text():
        assert child.process.poll() is None, child.log.read_text()
    return child


def test_a_child_that_ends_by_itself_has_its_own_code(child):
    trial = child("raise SystemExit(3)")
    trial.start()
    code = trial.process.wait(patience.SECONDS)
    serve.stop([trial])
    assert (code, trial.log.read_text()) == (3, "")


@pytest.mark.parametrize(
    ("first", "grace", "ended_by"),
    [
        ("", patience.SECONDS, signal.SIGTERM),
        ("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); ", 0.5, signal.SIGKILL),
    ],
    ids=["its input ends", "deaf"],
)
def test_a_child_stops_when_its_input_ends_and_a_deaf_one_is_killed_after_the_grace(child, first, grace, ended_by):
    trial = started(child(first + ENDLESS))
    serve.stop([trial], grace=grace)
    assert trial.process.returncode == -ended_by


@pytest.fixture
def supervised(tmp_path, monkeypatch):
    """A data folder whose supervisor looks at the setting without a pause."""
    monkeypatch.setenv(hall_access.SUPERVISED, "1")
    monkeypatch.setattr(binding, "SETTLE", 0.0)
    return tmp_path


def followed(held, server):
    """Follow the setting to the socket that it wants."""
    wait_for(lambda: held.follow(server))
    return hall_access.state(held.folder)


def test_the_socket_follows_the_setting_between_two_lives_of_the_server(child, supervised):
    port, server = free_port(), started(child(ENDLESS))
    held = serve.bound(supervised, None, port)
    assert (held.listener.getsockname(), held.follow(server)) == (("127.0.0.1", port), False)
    for let, host in ((True, "0.0.0.0"), (False, "127.0.0.1")):
        hall_access.let_in(supervised, let=let)
        life = server.process
        access = followed(held, server)
        assert (access.host, access.port, access.is_open, access.problem) == (host, port, let, "")
        assert held.listener.getsockname() == (host, port)
        assert life.returncode == -signal.SIGTERM
        assert (server.arguments[-1], server.held) == (str(held.listener.fileno()), False)
        server.arguments = life.args[2:]
        server.restart_if_dead(server.restart_at)
        assert (server.process.poll(), server.deaths) == (None, 0)
    serve.stop([server])
    held.close()
    assert hall_access.state(supervised) is None


def test_a_server_that_does_not_end_is_killed_after_its_time(child, supervised, monkeypatch):
    monkeypatch.setattr(binding, "END", 0.5)
    deaf = started(child("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + ENDLESS))
    with closing(serve.bound(supervised, None, free_port())) as held:
        hall_access.let_in(supervised, let=True)
        followed(held, deaf)
    assert deaf.process.returncode == -signal.SIGKILL


def test_where_the_hall_cannot_have_the_port_the_site_goes_back_to_this_computer(child, supervised, capsys):
    """While it runs and at its start; another program has the port on one of the addresses."""
    with listening.listen("127.0.0.2", 0) as other:
        port = other.getsockname()[1]
        server = started(child(ENDLESS))
        with closing(serve.bound(supervised, None, port)) as held:
            hall_access.let_in(supervised, let=True)
            access = followed(held, server)
            assert (held.listener.getsockname(), server.held) == (("127.0.0.1", port), False)
            assert (access.host, access.problem) == ("127.0.0.1", os.strerror(errno.EADDRINUSE))
            assert (hall_access.is_open_to_hall(supervised), held.follow(server)) == (False, False)
            serve.show_change(held)
        hall_access.let_in(supervised, let=True)
        with closing(serve.bound(supervised, None, port)) as held:
            assert (held.host, hall_access.is_open_to_hall(supervised)) == ("127.0.0.1", False)
    sentence = f"! Phones cannot be let in on port {port} ({access.problem}); the site serves this computer only.\n"
    assert capsys.readouterr().err == 2 * sentence


def test_the_setting_counts_at_the_next_start_unless_the_command_line_names_a_host(supervised):
    hall_access.let_in(supervised, let=True)
    for host, expected in ((None, "0.0.0.0"), ("127.0.0.1", "127.0.0.1")):
        with closing(serve.bound(supervised, host, free_port())) as held:
            assert held.listener.getsockname()[0] == expected
            hall_access.let_in(supervised, let=host is None)
            assert (held.follow(Child("web", [], supervised / "log")), held.ending) == (False, 0.0)
            assert hall_access.state(supervised).fixed is (host is not None)


def test_the_change_is_told_in_the_terminal(supervised, capsys, monkeypatch):
    monkeypatch.setattr(hall_network, "list_addresses", lambda: ["192.0.2.20"])
    hall_access.let_in(supervised, let=True)
    with closing(serve.bound(supervised, None, free_port())) as held:
        serve.show_change(held)
        said = capsys.readouterr().out
        assert said.startswith(f"\nPhones are let in.\nIn the hall's network:  http://192.0.2.20:{held.port}/\n")
        held.host = hall_access.HERE
        serve.show_change(held)
    assert capsys.readouterr().out == "\nPhones are shut out: only this computer reaches the site.\n"


def test_a_state_left_over_from_another_start_counts_for_nobody(tmp_path, monkeypatch):
    """A web server of systemd may have the data folder of `./run`, whose machine lost its power."""
    hall_access.write_state(tmp_path, hall_access.Access("0.0.0.0", 8000))
    monkeypatch.delenv(hall_access.SUPERVISED, raising=False)
    assert hall_access.state(tmp_path) is None


def test_a_process_ends_after_its_requests_however_long_they_take(monkeypatch):
    ended, may_end, runs = threading.Event(), threading.Event(), threading.Event()
    monkeypatch.setattr(web, "interrupt_main", ended.set)

    def application(_environ, _start_response):
        runs.set()
        may_end.wait(patience.SECONDS)
        return [b"done"]

    requests, answers = web.RequestCounter(application), []
    for first_call in (False, True):
        if first_call:
            answering = threading.Thread(target=lambda: answers.extend(requests({}, None)))
            answering.start()
            runs.wait(patience.SECONDS)
            requests.end(signal.SIGTERM, None)
            assert not ended.wait(0.2)
            may_end.set()
            assert ended.wait(patience.SECONDS)
            answering.join(patience.SECONDS)
        # Without a request in progress, and at the second call, it ends at once.
        with pytest.raises(SystemExit):
            requests.end(signal.SIGTERM, None)
    assert answers == [b"done"]


def test_connections_stay_below_the_limit_of_open_files():
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 1000))\n"
        "from tournaments.site.web import compute_connection_limit as limit\n"
        "print(limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == [str(1000 - web.OTHER_FILES), "1000", "1000"]


def test_the_first_page_is_asked_for_before_a_person_does():
    asked = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_words):
            pass

    with HTTPServer(("127.0.0.1", 0), Site) as site:
        answering = threading.Thread(target=site.handle_request)
        answering.start()
        listening.ask_for_first_page("127.0.0.1", site.server_port)
        answering.join(patience.SECONDS)
    assert asked == ["/"]
    # The site has stopped meanwhile: no concern of the supervisor.
    listening.ask_for_first_page("127.0.0.1", site.server_port)
