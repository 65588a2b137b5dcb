"""Logos and banners at a mirror: those that the last delivery names, each sent once, and asked for again if lost."""

import hashlib
import io

import pytest
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from django.test import Client
from django.utils import timezone
from PIL import Image

from tests.support.people import acting, small_tournament
from tests.tournaments.exchange.test_mirrors import TwoSites, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.branding import services
from tournaments.branding.models import EventPicture, Sponsor, SponsorLogo
from tournaments.core import pictures
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.exchange.models import Mirror, Publication
from tournaments.exchange.services import missing_pictures
from tournaments.exchange.services.delivered_pictures import MOST_BYTES
from tournaments.exchange.services.publishing import SIGN_OF_LIFE
from tournaments.exchange.site_requests import NoAnswerError, SiteAnswer

pytestmark = [pytest.mark.django_db]


def draw(colour: str, size: tuple[int, int] = (60, 30)) -> bytes:
    written = io.BytesIO()
    Image.new("RGBA", size, colour).save(written, "PNG")
    return written.getvalue()


def small(colour: str) -> pictures.SmallPhoto:
    return pictures.downscale(draw(colour), transparent=True)


@pytest.fixture
def hall(sites) -> Tournament:  # noqa: F811
    cache.clear()
    event = small_tournament(8, slug="spring-open")
    event = events.publish(acting(), event, published=True)
    services.keep_picture(acting(), event, use="logo", small=small("red"))
    services.keep_picture(acting(), event, use="banner", small=small("blue"))
    for name, colour in (("Tea House", "green"), ("Tile Works", "red")):
        sponsor = services.add_sponsor(acting(), event, name=name)
        services.keep_sponsor_logo(acting(), sponsor, small=small(colour))
    start(event, sites)
    return event


def list_shown() -> dict[str, tuple[str, bytes]]:
    """Return the pictures of the present site: place -> digest and content."""
    rows = {row.use: row for row in EventPicture.objects.all()}
    rows |= {logo.sponsor.name: logo for logo in SponsorLogo.objects.select_related("sponsor")}
    return {place: (row.digest, bytes(row.picture)) for place, row in rows.items()}


def shown_there(sites: TwoSites) -> dict[str, tuple[str, bytes]]:  # noqa: F811
    with sites.there():
        connection.check_constraints()
        return list_shown()


def count_sent(sites: TwoSites) -> int:  # noqa: F811
    return sum(method == "PUT" and body.startswith(b"\x89PNG") for method, body in sites.requests)


def again(event: Tournament, sites: TwoSites) -> None:  # noqa: F811
    """Deliver a sign of life."""
    Publication.objects.update(published_at=timezone.now() - 2 * SIGN_OF_LIFE)
    deliver(event, sites)


def test_the_mirror_shows_the_same_pictures_at_the_same_addresses(hall, sites):  # noqa: F811
    assert deliver(hall, sites).problem == ""
    assert list_shown() == shown_there(sites)
    assert len(list_shown()) == 4
    # Two places have the same picture.
    assert count_sent(sites) == 3
    page = Client().get("/t/spring-open/").content.decode()
    addresses = [f"/t/spring-open/pictures/{digest}/" for digest, _content in list_shown().values()]
    assert all(address in page for address in addresses)
    with sites.there():
        there = Client().get("/t/spring-open/").content.decode()
        assert all(address in there for address in addresses)
        contents = [Client().get(address).content for address in addresses]
    assert contents == [Client().get(address).content for address in addresses]
    services.edit_sponsor(acting(), hall.sponsors.get(number=1), name="Tea Garden")
    deliver(hall, sites)
    again(hall, sites)
    assert list_shown() == shown_there(sites)
    assert count_sent(sites) == 3


def test_what_is_replaced_or_removed_disappears_with_the_delivery(hall, sites):  # noqa: F811
    deliver(hall, sites)
    services.keep_picture(acting(), hall, use="logo", small=small("yellow"))
    services.remove_picture(acting(), hall, use="banner")
    services.remove_sponsor(acting(), hall.sponsors.get(number=1))
    former = shown_there(sites)["banner"][0]
    deliver(hall, sites)
    assert list_shown() == shown_there(sites)
    assert {*list_shown()} == {"logo", "Tile Works"}
    with sites.there():
        assert Client().get(f"/t/spring-open/pictures/{former}/").status_code == 404
    # A picture of the site itself, from before, goes as well.
    with sites.there():
        mirrored = Tournament.objects.get()
        EventPicture.objects.create(tournament=mirrored, use="banner", picture=b"", width=1, height=1, digest="")
    services.edit_sponsor(acting(), hall.sponsors.get(number=2), name="Tiles")
    deliver(hall, sites)
    assert list_shown() == shown_there(sites)


@pytest.mark.parametrize("fate", ["lost", "answer lost", "doubled"])
def test_a_lost_picture_is_asked_for_again(hall, sites, monkeypatch, fate):  # noqa: F811
    carry, fates = sites.send, [fate]

    def send(url: str, **named: object) -> SiteAnswer:
        bad = fates.pop() if "/pictures/" in url and fates else ""
        if bad == "lost":
            raise NoAnswerError(OSError("timed out"))
        answer = carry(url, **named)
        if bad == "doubled":
            answer = carry(url, **named)
        if bad == "answer lost":
            raise NoAnswerError(OSError("timed out"))
        return answer

    monkeypatch.setattr(sites, "send", send)
    assert deliver(hall, sites).problem == ""
    if fate != "doubled":
        assert len(shown_there(sites)) < 4
        again(hall, sites)
    assert list_shown() == shown_there(sites)
    assert count_sent(sites) == {"lost": 3, "answer lost": 3, "doubled": 4}[fate]


def put(sites: TwoSites, content: bytes, *, digest: str = "", epoch: str | None = None, key: str = "") -> int:  # noqa: F811
    digest = digest or hashlib.sha256(content).hexdigest()
    with sites.there():
        mirror = Mirror.objects.get()
        address = f"/t/spring-open/mirror/pictures/{digest}/?epoch={mirror.epoch if epoch is None else epoch}"
        headers = {"Authorization": f"Mirror {key or sites.key}"}
        answer = Client().generic("PUT", address, content, content_type="application/octet-stream", headers=headers)
    return answer.status_code


def name_picture(sites: TwoSites, content: bytes) -> bytes:  # noqa: F811
    """Let the last delivery name the content as the logo."""
    with sites.there():
        mirror = Mirror.objects.get()
        mirror.extra["pictures"] = [["logo", hashlib.sha256(content).hexdigest()]]
        mirror.save()
    return content


def test_only_small_pictures_that_a_delivery_names_are_taken(hall, sites):  # noqa: F811
    assert put(sites, draw("red"), key="wrong") == 401
    assert put(sites, draw("red")) == 410
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    jpeg = io.BytesIO()
    Image.new("RGB", (9, 9)).save(jpeg, "JPEG")
    for content in (svg, jpeg.getvalue(), draw("red", (1700, 9)), draw("red")[:-30], b"\x89PNG\r\n\x1a\n"):
        assert put(sites, name_picture(sites, content)) == 415
    logo = name_picture(sites, draw("red"))
    assert put(sites, draw("blue"), digest=hashlib.sha256(logo).hexdigest()) == 400
    assert put(sites, name_picture(sites, b"\x89PNG" + bytes(MOST_BYTES))) == 413
    name_picture(sites, logo)
    assert put(sites, logo, epoch="") == 409
    assert put(sites, logo, epoch="another") == 409
    assert shown_there(sites) == {}
    assert put(sites, logo) == 200
    assert {*shown_there(sites)} == {"logo"}


def test_a_picture_that_the_mirror_refuses_is_not_sent_again_at_once(hall, sites, monkeypatch):  # noqa: F811
    carry = sites.send
    # The two sites of a test empty their common cache in Redis between requests.
    memory = LocMemCache("refusals", {})
    monkeypatch.setattr(missing_pictures, "cache", memory)
    asked: list[str] = []

    def send(url: str, **named: object) -> SiteAnswer:
        if "/pictures/" in url:
            asked.append(url)
            return SiteAnswer(415, b"{}")
        return carry(url, **named)

    monkeypatch.setattr(sites, "send", send)
    deliver(hall, sites)
    again(hall, sites)
    assert len(asked) == 3
    memory.clear()
    again(hall, sites)
    assert len(asked) == 6


def test_a_mirror_gets_no_picture_that_the_hall_has_not(hall):
    sent = []
    digests = ["0" * 64, 7, None, EventPicture.objects.get(use="logo").digest]
    missing_pictures.send_missing(hall, digests, lambda digest, _content: sent.append(digest) or SiteAnswer(200, b""))
    missing_pictures.send_missing(hall, None, lambda digest, _content: sent.append(digest) or SiteAnswer(200, b""))
    assert sent == digests[-1:]
    assert Sponsor.objects.count() == 2
