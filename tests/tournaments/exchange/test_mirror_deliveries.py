"""Deliveries lost, doubled, late, out of order or cut, two computers, clocks an hour apart: the last state wins."""

import datetime
import json

import pytest
from django.core.cache import caches
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.people import acting, small_tournament
from tests.tournaments.exchange.test_mirrors import LINK, TwoSites
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.exchange.document.writing import build_visitor_part
from tournaments.exchange.models import Publication
from tournaments.exchange.services import publishing
from tournaments.exchange.site_requests import NoAnswerError, SiteAnswer

pytestmark = [pytest.mark.django_db]

FATES = ("arrives", "lost", "answer lost", "late", "doubled", "worker killed")
HOUR = datetime.timedelta(hours=1)

COMPUTERS = st.sampled_from(["first", "second"])
STEPS = st.one_of(
    st.tuples(st.just("change"), COMPUTERS),
    st.tuples(st.just("deliver"), COMPUTERS, st.sampled_from(FATES)),
    st.tuples(st.just("start"), COMPUTERS, st.sampled_from(["arrives", "lost", "answer lost", "late"])),
    st.tuples(st.just("late one arrives"), st.integers(0, 5)),
    st.tuples(st.just("restart")),
    st.tuples(st.just("stop"), COMPUTERS),
)


class KilledError(BaseException):
    """End of a process in the middle of its work."""


class World:
    """Two computers of a hall, whose network decides each request's fate, and one mirror."""

    def __init__(self, sites: TwoSites, clock: dict[str, datetime.timedelta]) -> None:
        self.sites, self.clock = sites, clock
        self.events = {name: Tournament.objects.get(slug=name) for name in ("first", "second")}
        self.on_the_way: list[tuple[tuple, dict]] = []
        self.fate = "arrives"
        self.texts = 0
        self.publisher = ""

    def send(self, *args, **named) -> SiteAnswer:
        fate = self.fate if named.get("method", "POST") != "GET" else "arrives"
        if fate == "late":
            self.on_the_way.append((args, named))
        if fate in ("lost", "late"):
            raise NoAnswerError(OSError("timed out"))
        answer = self.carry(*args, **named)
        if fate == "doubled":
            answer = self.carry(*args, **named)
        if fate == "answer lost":
            raise NoAnswerError(OSError("timed out"))
        if fate == "worker killed":
            raise KilledError
        return answer

    def carry(self, *args, **named) -> SiteAnswer:
        """The mirror's clock is ahead by `clock`."""
        self.clock["ahead"] = HOUR
        try:
            return self.sites.send(*args, **named)
        finally:
            self.clock["ahead"] = datetime.timedelta()

    def do(self, step: tuple) -> None:
        match step:
            case ("change", name):
                self.texts += 1
                text = f"{name} {self.texts}"
                events.announce(acting(), self.events[name], text=text)
            case ("deliver", name, fate):
                self.deliver(name, fate)
            case ("start", name, fate):
                self.start(name, fate)
            case ("late one arrives", index) if self.on_the_way:
                args, named = self.on_the_way.pop(index % len(self.on_the_way))
                self.carry(*args, **named)
            case ("restart",):
                caches["pages"].clear()
            case ("stop", name):
                Publication.objects.filter(tournament=self.events[name]).update(stopped_at=timezone.now())

    def start(self, name: str, fate: str) -> None:
        self.fate = fate
        try:
            address = f"{LINK}#mirror={self.sites.key}"
            publishing.start(acting(), self.events[name], address=address, send=self.send)
        except publishing.UserError:
            # The organiser sees that it has failed.
            return
        self.publisher = name

    def deliver(self, name: str, fate: str) -> None:
        self.fate = fate
        rows = publishing.list_active().filter(tournament=self.events[name]).select_related("tournament", "secret")
        for row in rows:
            try:
                publishing.deliver(row, self.send)
            except KilledError:
                continue

    def end(self) -> None:
        """The network holds: whoever is asked to publish starts, and what was late arrives between deliveries."""
        if not self.publisher or not publishing.list_active().filter(tournament=self.events[self.publisher]).exists():
            self.start(self.publisher or "first", "arrives")
        else:
            self.deliver(self.publisher, "arrives")
            row = Publication.objects.get(tournament=self.events[self.publisher])
            if row.problem == Publication.Problem.TAKEN_OVER:
                self.start(self.publisher, "arrives")
        for args, named in self.on_the_way[::2]:
            self.carry(*args, **named)
        self.deliver(self.publisher, "arrives")
        for args, named in self.on_the_way[::-1]:
            self.carry(*args, **named)


def projection(event: Tournament) -> dict:
    raw = json.loads(json.dumps(build_visitor_part(event)))
    return {name: rows for name, rows in raw.items() if name not in ("tournament", "announcements")} | {
        "texts": [row["text"] for row in raw["announcements"]]
    }


@pytest.fixture
def clock(monkeypatch) -> dict[str, datetime.timedelta]:
    ahead, real = {"ahead": datetime.timedelta()}, timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + ahead["ahead"])
    return ahead


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, max_size=14))
def test_the_mirror_ends_with_the_last_state(tmp_path, clock, steps):
    # Examples follow one another in the same minute, for which requests are counted.
    caches["throttles"].clear()
    sites = _sites(tmp_path)
    world = World(sites, clock)
    for step in steps:
        world.do(step)
    world.end()
    event = world.events[world.publisher]
    row = Publication.objects.get(tournament=event)
    assert (row.problem, row.failures) == ("", 0)
    with sites.there():
        shown = projection(Tournament.objects.get(slug="spring-open"))
    assert shown == projection(event)
    # The other computer is told with its next delivery, and sends nothing after that.
    (other,) = {"first", "second"} - {world.publisher}
    Publication.objects.filter(tournament=world.events[other]).update(published_version="")
    world.deliver(other, "arrives")
    assert not publishing.list_active().filter(tournament=world.events[other]).exists()


_made: dict[str, TwoSites] = {}


def _sites(folder) -> TwoSites:
    if str(folder) not in _made:
        _made.clear()
        _made[str(folder)] = TwoSites(folder)
        with _made[str(folder)].there():
            pass
        for number, name in enumerate(("first", "second"), 1):
            small_tournament(4 * number, slug=name)
    return _made[str(folder)]
