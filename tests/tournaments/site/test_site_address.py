"""The address in the hall: proposed, tried with a phone, chosen, and on every code from then on."""

import re

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.site import SiteAddress
from tournaments.events import hall_address, hall_network

pytestmark = pytest.mark.django_db

IN_THE_HALL = "http://192.0.2.20:8000"


@pytest.fixture
def ada(monkeypatch) -> Client:
    monkeypatch.setattr(hall_network, "list_addresses", lambda: ["192.0.2.20", "198.51.100.3"])
    return signed_in("ada", Client(headers={"host": "127.0.0.1:8000"}))


def words(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_the_addresses_of_the_machine_are_proposed_with_the_port_of_the_page(ada):
    page = ada.get("/address/", SERVER_PORT="8000")
    assert [trial["address"] for trial in page.context["trials"]] == [IN_THE_HALL, "http://198.51.100.3:8000"]
    assert "start it with “./run --host 0.0.0.0”" in words(page)


def test_the_machines_own_addresses_are_no_loopback_ones():
    assert all(not address.startswith("127.") for address in hall_network.list_addresses())


def test_a_phone_tells_that_it_sees_the_site(ada):
    assert ada.post("/address/", {"address": IN_THE_HALL}).status_code == 302
    assert "No phone has opened this address yet" in words(ada.get("/address/state/"))
    trial = ada.get("/address/", SERVER_PORT="8000").context["trials"][0]
    assert trial["link"].startswith(IN_THE_HALL)
    phone = Client(headers={"host": "192.0.2.20:8000"})
    path = trial["link"].removeprefix(IN_THE_HALL)
    assert "Confirm this address" in words(phone.get(path))
    assert SiteAddress.objects.get().seen_at is None
    assert "The organiser has been informed" in words(phone.post(path, follow=True))
    assert "A phone has opened this address" in words(ada.get("/address/state/"))
    assert list(AuditEntry.objects.filter(tournament=None).values_list("action", flat=True)) == ["site.address"]


def test_a_code_of_another_address_says_nothing_about_the_chosen_one(ada):
    hall_address.choose(acting("ada"), address=IN_THE_HALL)
    other = signing.dumps("http://198.51.100.3:8000", salt="site-address")
    assert Client().post(reverse("site_address_seen", args=[other])).status_code == 302
    assert SiteAddress.objects.get().seen_at is None
    assert Client().post(reverse("site_address_seen", args=["made-up"])).status_code == 404


def test_another_choice_has_to_be_tried_again():
    hall_address.choose(acting("ada"), address=IN_THE_HALL)
    hall_address.record_phone(IN_THE_HALL)
    assert hall_address.choose(acting("ada"), address=IN_THE_HALL + "/").seen_at is not None
    assert hall_address.choose(acting("ada"), address="https://mahjong.example:443").seen_at is None
    assert SiteAddress.objects.get().address == "https://mahjong.example"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        (" http://hall.local/ ", "http://hall.local"),
        ("http://[2001:db8::7]:8000", "http://[2001:db8::7]:8000"),
        ("ftp://hall.local", None),
        ("http://", None),
        ("http://hall.local/t/spring-open", None),
        ("http://olga@hall.local", None),
        ("http://hall.local:eighty", None),
        ("http://127.0.0.1:8000", None),
        ("localhost:8000", None),
        ("http://[::1]:8000", None),
        ("http://ha ll", None),
    ],
)
def test_an_address_is_scheme_host_and_port(typed, kept):
    if kept is None:
        with pytest.raises(UserError, match=r"as a phone opens it|Only this computer can open"):
            hall_address.normalize_address(typed)
    else:
        assert hall_address.normalize_address(typed) == kept


def test_printed_codes_bear_the_chosen_address_whoever_prints(ada, rf):
    event = small_tournament(8)
    people(event)
    page = ada.get(reverse("manage_print", args=[event.slug]), SERVER_PORT="8000")
    assert "Phones cannot reach this computer yet. Papers are printed without codes." in words(page)
    hall_address.choose(acting("ada"), address=IN_THE_HALL)
    page = ada.get(reverse("manage_print", args=[event.slug]))
    assert f"Codes lead to {IN_THE_HALL}. No phone has tried it yet." in words(page)
    hall_address.record_phone(IN_THE_HALL)
    assert "Codes" not in words(ada.get(reverse("manage_print", args=[event.slug])))
    request = rf.get("/", headers={"host": "127.0.0.1:8000"})
    assert hall_address.make_absolute(request, "/s/secret/") == f"{IN_THE_HALL}/s/secret/"


def test_the_environment_has_the_last_word(settings, rf):
    hall_address.choose(acting("ada"), address=IN_THE_HALL)
    settings.PUBLIC_ADDRESS = "https://mahjong.example"
    now = hall_address.find_hall_address(rf.get("/"))
    assert (now.address, now.fixed, now.reachable) == ("https://mahjong.example", True, True)
