"""./run as a person starts it: a site, a way in, children that come back, and nothing left behind."""

import http.client
import os
import re
import select
import signal
import sqlite3
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from http.cookiejar import CookieJar

import psutil
import pytest

from tests.support import patience
from tests.support.patience import wait_for
from tests.support.processes import alive, family
from tests.support.release import in_full
from tests.support.slices import in_slice
from tools.checks import ROOT
from tools.services import free_port
from tournaments.site import hall_access

pytestmark = pytest.mark.worker


class Run:
    """One `./run` and what it prints."""

    def __init__(self, data, *options):
        self.port = free_port()
        command = [ROOT / "run", "--no-system-packages", "--port", str(self.port), "--data", data, *options]
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("MAHJONG_DIRECTOR_") and name not in ("DATABASE_URL", "REDIS_URL", "CACHE_URL")
        }
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=kept)
        self.printed = ""
        self.cookies = CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def read_until(self, text):
        while text not in self.printed:
            line = self.process.stdout.readline()
            assert line, self.printed
            self.printed += line
        return self.printed

    def children(self, word):
        """The direct children whose command holds the word; one that has just died has none any more."""
        found = psutil.process_iter(["ppid", "cmdline"])
        return [
            process
            for process in found
            if process.info["ppid"] == self.process.pid and word in " ".join(process.info["cmdline"] or ())
        ]

    def answer(self, path="/healthz", form=None, host="127.0.0.1"):
        """Status and text of a page, or of what a form leads to; None when it is refused or nobody answers."""
        try:
            sent = form and urllib.parse.urlencode(form).encode()
            with self.browser.open(f"http://{host}:{self.port}{path}", sent, timeout=patience.SECONDS) as answer:
                return answer.status, answer.read().decode()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return None

    def send(self, path, form):
        """Send a form; return the connection on which its answer will come once the web server has read it."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", urllib.parse.urlencode(form).encode())
        self.cookies.add_cookie_header(request)
        waiting = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience.SECONDS)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        waiting.request("POST", path, request.data, {**dict(request.header_items()), **kind})
        # The server reads requests in the order in which they came: one that came later has its answer.
        assert self.answer()[0] == 200
        return waiting

    def sign_in(self):
        """Follow the printed link as organiser; return the token for forms."""
        printed = self.read_until("Ctrl-C stops everything.")
        link = re.search(r"link works once\):\s+http://[^/]+(/sign-in/\S+/)", printed).group(1)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.answer(link)[1]).group(1)
        assert "Your account" in self.answer(link, {"csrfmiddlewaretoken": token})[1]
        assert self.answer(link) is None
        return re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.answer("/address/")[1]).group(1)


@pytest.fixture
def run(tmp_path):
    """A function that starts ./run on the test's data folder; whatever still runs at the end is stopped."""
    started = []

    def start(*options):
        started.append(Run(tmp_path / "data", "--empty", *options))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.process.send_signal(signal.SIGINT)
            each.process.wait(patience.SECONDS)
        each.process.stdout.close()


IN_THE_HALL = "127.0.0.2"
"""Another address of this machine, which a site for this computer alone does not serve."""


@pytest.mark.long
def test_a_site_from_first_start_to_ctrl_c_and_again_with_phones_in_the_hall(run, tmp_path):
    """The second start is left to a release: tests of `serve` and `prepare` show each of its steps without a site."""
    first = run()
    token = first.sign_in()
    assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o777 == 0o600

    for word in ("site.web", "worker"):
        (child,) = first.children(word)
        child.kill()
        wait_for(lambda word=word, old=child.pid: [new for new in first.children(word) if new.pid != old])
    wait_for(first.answer)
    wait_for(lambda: '"worker": true' in (first.answer("/readyz") or ("", ""))[1])

    phones_are_let_in_after_the_requests_in_hand(first, token, tmp_path / "data")

    running = family(first.process.pid)
    first.process.send_signal(signal.SIGINT)
    assert first.process.wait(patience.SECONDS) == 0
    # The trackers of Python's multiprocessing end by themselves once their process has ended.
    assert wait_for(lambda: not any(map(alive, running)))
    if in_full():
        it_starts_again_with_phones_in_the_hall_and_is_killed(run)


def it_starts_again_with_phones_in_the_hall_and_is_killed(run):
    second = run()
    printed = second.read_until("Ctrl-C stops everything.")
    assert "link works once" not in printed
    assert "Making the organiser's account" not in printed
    assert second.answer(host=IN_THE_HALL)[0] == 200

    running = family(second.process.pid)
    second.process.kill()
    second.process.wait()
    # Nobody is left to tidy up; the children's standard input ends, and they stop.
    wait_for(lambda: not any(alive(process) for process in running))


def phones_are_let_in_after_the_requests_in_hand(site, token, data):
    """Let phones in, shut them out while a request is answered, and let them in again before a second start."""
    assert (site.answer()[0], site.answer(host=IN_THE_HALL)) == (200, None)

    def press(let):
        return site.answer("/address/phones/", {"csrfmiddlewaretoken": token, "let": let})[1]

    assert "The web server starts again" in press("in")
    wait_for(lambda: site.answer(host=IN_THE_HALL))
    assert "Phones are let in." in site.read_until("Phones are let in.")
    assert "Shut phones out" in site.answer("/address/")[1]

    # Somebody else writes, so that this request lasts until after the server was asked to end.
    (old,) = site.children("site.web")
    with closing(sqlite3.connect(data / "db.sqlite3", timeout=patience.SECONDS)) as database:
        database.execute("BEGIN IMMEDIATE")
        form = {"csrfmiddlewaretoken": token, "preset": "mcr-ema", "players": "4", "time_zone": "Europe/Paris"}
        waiting, threads = site.send("/manage/play/", form), {thread.id for thread in old.threads()}
        hall_access.let_in(data, let=False)
        # Asked to end, it starts a thread that waits for its requests.
        wait_for(lambda: {thread.id for thread in old.threads()} - threads)
        assert (alive(old), select.select([waiting.sock], [], [], 0)[0]) == (True, [])
        database.rollback()
        with closing(waiting):
            slow = waiting.getresponse()
    wait_for(lambda: not alive(old) and site.answer())
    assert slow.status == 302
    assert "Round 1" in site.answer(slow.headers["Location"])[1]
    assert site.answer(host=IN_THE_HALL) is None
    if in_full():
        assert "The web server starts again" in press("in")
        wait_for(lambda: site.answer(host=IN_THE_HALL))


@pytest.mark.parametrize("number", in_slice([signal.SIGINT, signal.SIGTERM], 2))
def test_a_signal_while_the_site_is_prepared_ends_the_preparation(run, number):
    site = run()
    running = wait_for(lambda: site.children("prepare"))
    site.process.send_signal(number)
    assert site.process.wait(patience.SECONDS) == 128 + number
    assert wait_for(lambda: not any(map(alive, running)))
