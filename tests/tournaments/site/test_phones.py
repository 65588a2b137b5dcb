"""Phones in the hall: who lets them in, and that every code and address for them leads to one that they can reach."""

from __future__ import annotations

import inspect
import re
import sys
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
import segno
from django.test import Client
from django.urls import reverse

from tests.roles.cast import Cast
from tests.roles.rows import methods, routes
from tests.support.people import acting, people, person, signed_in, small_tournament
from tools.checks import ROOT
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.site import SiteAddress
from tournaments.core.printing import pdf
from tournaments.core.printing.registry import Order, list_offered_papers
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications
from tournaments.events import hall_address, hall_network
from tournaments.events.models import Tournament
from tournaments.exchange.services import safety
from tournaments.results.services import open_tables
from tournaments.site import hall_access, visits
from tournaments.site.hall_access import Access
from tournaments.site.views import site_address

pytestmark = pytest.mark.django_db

SENTENCE = "Phones cannot reach this computer yet."
LINK = re.compile(r'<a\s+href="/address/"\s*>Let phones in</a>')
HERE, EVERYWHERE = Access("127.0.0.1", 8000), Access("0.0.0.0", 8000, since=1000.0)
CARD, OTHER_CARD = "192.0.2.20", "198.51.100.3"


@pytest.fixture
def served(monkeypatch, settings, tmp_path):
    """A function by which the supervisor says where it serves; it serves this computer, which has two cards."""
    monkeypatch.setenv(hall_access.SUPERVISED, "1")
    monkeypatch.setattr(hall_network, "list_addresses", lambda: [CARD, OTHER_CARD])
    monkeypatch.setattr(visits, "_visits", {})
    settings.DATA_DIR = tmp_path

    def serve(access):
        hall_access.write_state(tmp_path, access)
        hall_access.let_in(tmp_path, let=access.is_open)

    serve(HERE)
    return serve


def at_the_computer(name="ada"):
    return signed_in(name, Client(headers={"host": "127.0.0.1:8000"}))


def words(answer) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def press(client, let, **more):
    return words(client.post("/address/phones/", {"let": let}, follow=True, **more))


@pytest.mark.django_db(transaction=True)
def test_an_administrator_at_the_computer_lets_phones_in_and_the_same_button_shuts_them_out(served, settings):
    ada = at_the_computer()
    said = words(ada.get("/address/"))
    assert (SENTENCE in said, "Traffic in the hall is not encrypted" in said) == (True, True)
    assert said.index("Let phones in")
    said = press(ada, "in")
    assert hall_access.is_open_to_hall(settings.DATA_DIR)
    assert "Phones are let in once the web server has started again." in said
    assert "The web server starts again, which takes some seconds." in said
    assert 'hx-trigger="every 1s"' in ada.get("/address/state/").content.decode()

    served(EVERYWHERE)
    said = words(ada.get("/address/state/"))
    assert f"http://{CARD}:8000" in said
    assert "Traffic in the hall is not encrypted" in said
    assert said.index("Shut phones out")
    assert SENTENCE not in said

    press(ada, "out")
    press(ada, "out")
    assert not hall_access.is_open_to_hall(settings.DATA_DIR)
    log = AuditEntry.objects.filter(tournament=None).order_by("sequence")
    assert [(entry.action, entry.actor_name, entry.before, entry.after) for entry in log] == [
        ("site.phones_in", "ada", {"phones": False}, {"phones": True}),
        ("site.phones_out", "ada", {"phones": True}, {"phones": False}),
    ]


@pytest.mark.parametrize(
    ("setting", "more", "why"),
    [
        ({}, {"REMOTE_ADDR": "192.0.2.77"}, "Open this page on the computer that runs the site, at http://127.0.0.1"),
        ({}, {"headers": {"x-forwarded-for": "192.0.2.77"}}, "behind a proxy"),
        ({}, {"headers": {"forwarded": "for=192.0.2.77"}}, "behind a proxy"),
        ({"TRUSTED_PROXIES": 1}, {}, "behind a proxy"),
        ({"PUBLIC_ADDRESS": "https://mahjong.example"}, {}, "behind a proxy"),
        ({"REHEARSAL": "2026-05-02 08:00 UTC"}, {}, "has started lets phones in"),
        ({"supervised": ""}, {}, "has started lets phones in"),
        ({"access": Access("127.0.0.1", 8000, fixed=True)}, {}, "The option --host decides"),
    ],
)
def test_nobody_else_lets_phones_in(served, settings, monkeypatch, setting, more, why):
    ada = at_the_computer()
    for name, value in setting.items():
        if name == "supervised":
            monkeypatch.setenv(hall_access.SUPERVISED, value)
        elif name == "access":
            served(value)
        else:
            setattr(settings, name, value)
    for let in ("in", "out"):
        assert why in press(ada, let, **more)
    assert not LINK.search(ada.get("/hand/?ruleset=mcr-2006&hand=123m456m789m11p99s", **more).text)
    assert not hall_access.is_open_to_hall(settings.DATA_DIR)
    assert AuditEntry.objects.filter(tournament=None).count() == 0


def test_a_director_without_the_site_does_not_let_phones_in(served, settings):
    people(small_tournament(8))
    otto = person("otto")
    otto.is_staff = True
    otto.save()
    for name in ("olga", "otto"):
        assert at_the_computer(name).post("/address/phones/", {"let": "in"}).status_code == 403
    assert not hall_access.is_open_to_hall(settings.DATA_DIR)
    assert "Let phones in" not in words(at_the_computer("otto").get("/address/"))


def test_the_firewall_is_named_when_no_phone_has_come_within_half_a_minute(served, monkeypatch):
    served(EVERYWHERE)
    ada, now = at_the_computer(), [site_address.STARTED + 29.0]
    monkeypatch.setattr(site_address.time, "time", lambda: now[0])
    early = ada.get("/address/state/")
    assert "No phone has opened this address yet" in words(early)
    assert "firewall" not in words(early)
    unchanged = re.search(r'hx-get="([^"]+)"', early.content.decode())[1]
    assert ada.get(unchanged).status_code == 204

    now[0] += 2.0
    for system, name in (("win32", "Windows Security"), ("darwin", "System Settings"), ("linux", "ufw allow 8000/tcp")):
        monkeypatch.setattr(sys, "platform", system)
        assert name in words(ada.get(unchanged))

    # The computer itself, by its address in the hall, is no phone.
    monkeypatch.setattr(visits, "is_of_this_machine", lambda address: address == CARD)
    for device, seen in ((CARD, False), ("192.0.2.77", True)):
        Client(headers={"host": f"{CARD}:8000"}).get("/healthz", REMOTE_ADDR=device)
        said = words(ada.get("/address/state/"))
        assert ("A phone has opened this address" in said, "firewall" in said) == (seen, not seen)


def test_why_phones_could_not_be_let_in_stands_on_the_page(served):
    served(Access("127.0.0.1", 8000, problem="Address already in use"))
    said = words(at_the_computer().get("/address/"))
    assert "Port 8000 could not be opened to the hall (Address already in use)." in said
    assert SENTENCE in said


def test_addresses_follow_the_network(served, rf, monkeypatch):
    """The laptop moves to another network; a chosen one of several addresses counts while the computer has it."""

    def address(device="127.0.0.1", host="127.0.0.1:8000"):
        return hall_address.find_hall_address(rf.get("/", headers={"host": host}, REMOTE_ADDR=device)).address

    served(EVERYWHERE)
    first, second, moved = (f"http://{host}:8000" for host in (CARD, OTHER_CARD, "203.0.113.9"))
    assert (address(), hall_address.find_hall_address().address) == (first, first)
    # Whoever has come from elsewhere has come by an address that works.
    assert address("192.0.2.77", "hall.local:8000") == "http://hall.local:8000"
    # A name that only this computer may know.
    assert address(host="laptop:8000") == first
    page = at_the_computer().get("/address/")
    assert [trial["address"] for trial in page.context["trials"]] == [first, second]

    hall_address.choose(acting("ada"), address=second)
    assert (address(), hall_address.find_known_address()) == (second, second)
    served(Access("0.0.0.0", 8100))
    assert address() == f"http://{OTHER_CARD}:8100"
    served(EVERYWHERE)
    monkeypatch.setattr(hall_network, "list_addresses", lambda: ["203.0.113.9"])
    assert (address(), hall_address.find_known_address()) == (moved, "")
    monkeypatch.setattr(hall_network, "list_addresses", list)
    assert address() == ""
    assert "This computer is in no network." in words(at_the_computer().get("/address/"))

    # An address that this computer never had, as of a router that leads here, is the organiser's word.
    monkeypatch.setattr(hall_network, "list_addresses", lambda: [CARD, OTHER_CARD])
    hall_address.choose(acting("ada"), address="http://hall.example:8000")
    for access in (EVERYWHERE, HERE):
        served(access)
        assert address() == "http://hall.example:8000"


@pytest.mark.parametrize("chosen", [f"http://{CARD}:8000", "http://127.0.0.1:8000"])
def test_a_chosen_address_that_is_closed_is_none(served, rf, chosen):
    """Chosen by a program before this one too, which did not note that the address is the computer's."""
    SiteAddress.objects.create(pk=1, address=chosen)
    here = rf.get("/", headers={"host": "127.0.0.1:8000"})
    assert (hall_address.find_hall_address(here).address, hall_address.find_known_address()) == ("", "")


@pytest.mark.parametrize(
    ("access", "address"),
    [
        (Access("192.0.2.7", 80, fixed=True), "http://192.0.2.7"),
        (Access("::", 8000, fixed=True), f"http://{CARD}:8000"),
        (Access("2001:db8::7", 8000, fixed=True), "http://[2001:db8::7]:8000"),
        (Access("::1", 8000, fixed=True), ""),
    ],
)
def test_the_host_of_the_command_line_is_the_address(served, access, address):
    served(access)
    assert hall_address.find_hall_address().address == address


SHEETS = ("score-sheets", "score-sheets-large")


@pytest.fixture
def codes(monkeypatch):
    """The texts of all QR codes that are made."""
    texts, make = [], segno.make

    def keep(text, **how):
        texts.append(text)
        return make(text, **how)

    monkeypatch.setattr(segno, "make", keep)
    return texts


def for_other_devices():
    """The pages of the modules that ask for the address of the hall, themselves or by the pages of their subject."""
    for name, pattern in routes().items():
        module = sys.modules[inspect.unwrap(pattern.callback).__module__]
        homes = {getattr(value, "__module__", "") for value in vars(module).values()}
        shared = [sys.modules[home] for home in homes if home and (home.endswith(".pages") or ".views." in home)]
        if any(vars(each).get("hall_address") is hall_address for each in [module, *shared]) and "GET" in methods(
            pattern
        ):
            yield name, pattern


LOCAL = re.compile(r"127\.0\.0\.1|localhost|\[::1\]")
SAY_SO = {
    "event_player_schedule", "hand_checker", "manage_embed", "manage_evening", "manage_play", "manage_print",
    "manage_registrations", "manage_table", "registration_own", "screen", "site_address", "site_address_state",
}  # fmt: skip
"""Pages with a code or an address for other devices."""


def event_with_a_code_on_every_page(cast):
    """Registration is open with one player in it, the room of an evening too, and the event is not over."""
    Tournament.objects.filter(pk=cast.event.pk).update(starts_on=None, ends_on=None)
    event = Tournament.objects.get(pk=cast.event.pk)
    open_tables.set_up(acting(), event, is_open=True, newcomers=True)
    applications.set_desk(acting(), event, facts={"is_open": True})
    petra = {"family_name": "Quist", "entry": event.entries.first(), "state": "entered", "token": "petra"}
    Application.objects.create(tournament=event, number=1, **petra)
    return event


@pytest.mark.parametrize("access", [HERE, EVERYWHERE], ids=["closed", "open"])
def test_no_page_sends_a_phone_to_its_own_loopback(served, codes, access):
    """With a loopback host pages say that phones cannot reach this computer, and show no code or address for them."""
    served(access)
    cast, here = Cast(), {"host": "127.0.0.1:8000"}
    ada, event = cast.browsers["admin"], event_with_a_code_on_every_page(cast)
    say_so = set()
    for name, pattern in for_other_devices():
        token = {"registration_own": "petra", "evening_room": event.evening.token}.get(name, cast.known["token"])
        known = cast.known | {"token": token, "view": "seating"}
        address = reverse(name, kwargs={part: known[part] for part in pattern.pattern.converters})
        hand = "?ruleset=mcr-2006&hand=123m456m789m11p99s" if name == "hand_checker" else ""
        answer = ada.get(address + hand, headers=here)
        if answer.status_code != 200 or name == "sitemap":
            # Search engines read the map, under the address by which they ask.
            continue
        if answer["Content-Type"].startswith("image/"):
            continue
        text = answer.getvalue().decode()
        assert LOCAL.findall(text) == [], name
        if SENTENCE in text:
            say_so.add(name)
            assert bool(LINK.search(text)) is not name.startswith("site_address"), name
    assert say_so == (SAY_SO if access is HERE else set())

    asked = {"username": "newcomer", "role": "scorer"}
    invited = ada.post(reverse("manage_roles", args=[event.slug]), asked, headers=here).text
    assert (SENTENCE in invited, 'target="_blank">Let phones in</a>' in invited) == 2 * (access is HERE,)
    assert (LOCAL.findall(invited), len(re.findall(r"/sign-in/[^<\"]+<", invited))) == ([], 1)

    leading = {"://".join(urlsplit(code)[:2]) for code in codes if "://" in code}
    assert leading == (set() if access is HERE else {f"http://{CARD}:8000", f"http://{OTHER_CARD}:8000"})


@pytest.mark.parametrize("base_url", ["", "https://hall.example"])
def test_papers_without_an_address_say_so_in_place_of_their_codes(event, codes, base_url):
    open_tables.set_up(acting(), event, is_open=True, newcomers=False)
    say_so = set()
    for paper in list_offered_papers():
        order = Order(event, base_url, event.rounds.get(number=1))
        with suppress(UserError):
            html = "".join(sheet.html for sheet in pdf.fill_leaves(paper.run(order, "a4")))
            say_so |= {paper.key} if SENTENCE in html else set()
    assert say_so == (set() if base_url else {"badges", "fallback-pack", "room-code", *SHEETS})
    leading = {"://".join(urlsplit(code)[:2]) for code in codes if "/" in code}
    assert leading == ({base_url} if base_url else set())


def test_papers_of_the_worker_and_of_the_api_bear_the_address_of_the_hall(served, olga, event):
    asked = {"document": "score-sheets", "round": 1, "paper": "a4"}
    for access, address in ((HERE, ""), (EVERYWHERE, f"http://{CARD}:8000")):
        served(access)
        Job.objects.all().delete()
        safety._make_pack(event.pk)
        program = olga.post(
            f"/api/v1/tournaments/{event.slug}/prints/",
            asked,
            content_type="application/json",
            headers={"host": "127.0.0.1:8000"},
        )
        assert program.status_code < 300, program.content
        assert {job.params["base_url"] for job in Job.objects.all()} == {address}


ELSEWHERE = {
    "tournaments/exchange/views/backups.py": "the copy that this browser opens",
    "tournaments/exchange/pages.py": "the address of the mirror on a public site, which its organiser opens",
    "tournaments/exchange/views/demo.py": "whether the visitor is at this computer",
    "tournaments/core/api/lists.py": "the next page of a list, for the program that asks",
    "tournaments/exchange/site_copy/visiting.py": "the program's own requests for a copy",
    "tournaments/core/http/problems.py": "whether a page is of this site",
    "tournaments/events/hall_address.py": "the one place",
}


def test_addresses_for_other_devices_come_from_one_place():
    """Only there a request says by which host the site is reached."""
    asks = re.compile(r"build_absolute_uri|get_host\(|base_url \+|HTTP_HOST")
    files = [path for package in ("tournaments", "judging") for path in (ROOT / package).rglob("*.py")]
    found = {path.relative_to(ROOT).as_posix() for path in files if asks.search(path.read_text(encoding="utf-8"))}
    others = {
        "tournaments/site/visits.py",
        "tournaments/core/http/response_cache.py",
        "tournaments/core/printing/registry.py",
    }
    assert found == set(ELSEWHERE) | others
