"""Countries are compared by code, whatever was typed; unknown texts are asked about and stop nobody."""

import csv
import importlib
import re
from types import SimpleNamespace

import pytest
from babel.core import get_global
from django.apps import apps
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import released
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core.models.log import AuditEntry
from tournaments.core.open_items import OpenItemStep, list_blocking_items, list_open_items
from tournaments.core.text import places
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications, countries, teams
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.seating.queries.quality import get_constraints
from tournaments.standings.federations.forms import load_federations
from tournaments.standings.queries import federation

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

rows = rows_of(__file__)

OLYMPIC = dict(
    pair.split("=")
    for pair in (
        "ALG=DZ ANG=AO ANT=AG ARU=AW ASA=AS BAH=BS BAN=BD BAR=BB BER=BM BHU=BT BIZ=BZ BOT=BW BRN=BH BRU=BN BUL=BG"
        " BUR=BF CAM=KH CAY=KY CGO=CG CHA=TD CHI=CL CRC=CR CRO=HR DEN=DK ESA=SV FIJ=FJ GAM=GM GBS=GW GEQ=GQ GER=DE"
        " GRE=GR GRN=GD GUA=GT GUI=GN HAI=HT HON=HN INA=ID IRI=IR ISV=VI IVB=VG KOS=XK KSA=SA KUW=KW LAT=LV LBA=LY"
        " LES=LS MAD=MG MAS=MY MAW=MW MGL=MN MRI=MU MTN=MR MYA=MM NCA=NI NED=NL NEP=NP NGR=NG NIG=NE OMA=OM PAR=PY"
        " PHI=PH PLE=PS POR=PT PUR=PR RSA=ZA SAM=WS SEY=SC SKN=KN SLO=SI SOL=SB SRI=LK SUD=SD SUI=CH TAN=TZ TGA=TO"
        " TOG=TG TPE=TPE TTO=TT UAE=AE URU=UY VAN=VU VIE=VN VIN=VC ZAM=ZM ZIM=ZW"
    ).split()
)
"""Codes of the International Olympic Committee that are not ISO's, with the codes that they mean."""


@pytest.fixture
@remembered
def event() -> Tournament:
    made = small_tournament(8)
    people(made)
    made.separate = ["country"]
    made.save(update_fields=["separate"])
    made.refresh_from_db()
    return made


def typed(event: Tournament, *texts: str) -> None:
    for entry, text in zip(event.entries.order_by("number"), texts, strict=False):
        registration.edit(acting(), entry, country=text)


def counted(event: Tournament) -> int:
    entries = [(None, entry) for entry in event.entries.all()]
    weight = federation.compute_weight(event, load_federations()["ema"], entries)  # type: ignore[arg-type]
    assert weight is not None
    return weight.countries


@rows
def test_a_country_is_recognised_in_seven_languages_and_by_its_codes(code: str, spellings: list[str]) -> None:
    assert {text: places.find_country_code(text) for text in spellings} == dict.fromkeys(spellings, code)


def test_every_code_has_a_name_that_is_recognised() -> None:
    codes = places.list_country_codes()
    assert {code: places.find_country_code(places.format_english_name(code)) for code in codes} == {
        code: code for code in codes
    }


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_country_is_recognised_by_its_name_in_each_language_of_the_site(language: str) -> None:
    with translation.override(language):
        names = dict(places.list_coded_countries())
    assert {code: places.find_country_code(name) for code, name in names.items()} == {code: code for code in names}


def test_every_code_of_iso_and_of_the_olympic_committee_is_recognised() -> None:
    """Those that mean one country to both; the Olympic ones that are not ISO's stand in the table."""
    aliases = get_global("territory_aliases")
    iso = {
        code: two[0]
        for code, two in aliases.items()
        if re.fullmatch("[A-Z]{3}", code) and two[0] in places.list_country_codes()
    }
    own = {code: code for code in places.list_country_codes() if code.isalpha()}
    del iso["BUR"]  # Burma, until 1989
    clash = {code for code in OLYMPIC if code in iso and iso[code] != OLYMPIC[code]}
    wanted = {code: country for code, country in (iso | OLYMPIC | own).items() if code not in clash}
    assert {code: places.find_country_code(code) for code in wanted} == wanted
    # BRN is Bahrain to the Olympic committee and Brunei to ISO, and so on: these are asked.
    assert {code: places.find_country_code(code) for code in clash} == dict.fromkeys(clash, "")


def test_spellings_of_one_country_count_once_and_are_kept_apart(event: Tournament) -> None:
    typed(event, "AT", "AUT", "Austria", "Österreich", "Independent", "independent", "Scotland", "United Kingdom")
    assert counted(event) == 3
    apart = get_constraints(event).countries
    assert {number: apart.get(number) for number in range(1, 9)} == {
        1: "AT", 2: "AT", 3: "AT", 4: "AT", 5: None, 6: None, 7: "SCO", 8: "GB",
    }  # fmt: skip
    assert [entry.country for entry in event.entries.order_by("number")][:4] == ["AT", "AUT", "Austria", "Österreich"]


def test_an_unknown_text_counts_once_and_is_settled_with_one_click(event: Tournament) -> None:
    typed(event, "Hungry", "hungry ", "Hungary", "TW", "Chinese Taipei")
    assert counted(event) == 4
    items = [item.label for item in list_blocking_items(event, OpenItemStep.FEDERATION) if item.kind == "country"]
    assert items == ["Unknown country “Hungry”"]
    olga, address = signed_in("olga"), reverse("manage_entries", args=[event.slug])
    assert "Yes, it is Hungary" in olga.get(address).content.decode()
    olga.post(reverse("manage_country", args=[event.slug]), {"text": "Hungry", "country": "HU"})
    event.refresh_from_db()
    assert counted(event) == 3
    assert "country" not in {item.kind for item in list_blocking_items(event, OpenItemStep.FEDERATION)}
    facts = event.entries.order_by("number").values_list("country", "country_code")
    assert list(facts)[:2] == [("Hungry", "HU"), ("hungry", "HU")]
    later = registration.add(acting(), event, family_name="Nagy", country="HUNGRY")
    assert later.country_code == "HU"
    assert "Hungary" in olga.get(address).content.decode()
    registration.edit(acting(), later, country="Atlantis")
    assert Entry.objects.get(pk=later.pk).country_code == ""
    refused = olga.post(reverse("manage_country", args=[event.slug]), {"text": "Austria", "country": "HU"})
    assert (refused.status_code, "is not one of the unknown countries" in refused.content.decode()) == (422, True)


def registered(event: Tournament, *countries: str) -> list[Application]:
    """Let people register who typed these countries, without an e-mail to confirm."""
    applications.set_desk(acting(), event, facts={"is_open": True, "looks_first": True, "asks": {"country": "asked"}})
    first = event.applications.count()
    return [
        applications.apply(
            acting("petra"),
            event,
            facts={
                "given_name": f"Petra{number}",
                "family_name": f"Quist{number}",
                "shown": "full",
                "country": country,
            },
        )
        for number, country in enumerate(countries, first)
    ]


def asked(event: Tournament) -> dict[str, tuple[str, bool]]:
    """Label of each open item about a country -> where it leads, and whether it stops the federation's file."""
    return {
        item.label: (item.link, OpenItemStep.FEDERATION in item.stops)
        for item in list_open_items(event)
        if item.kind == "country"
    }


def test_an_unknown_text_of_a_registration_is_settled_with_one_click(event: Tournament) -> None:
    first, _second, third = registered(event, "Hungry", "hungry ", "Östreich")
    typed(event, "Östreich")
    olga, page = signed_in("olga"), reverse("manage_registrations", args=[event.slug])
    here, players = f"{page}#countries", reverse("manage_entries", args=[event.slug]) + "#countries"
    assert asked(event) == {
        "Unknown country “Hungry”": (here, False),
        "Unknown country “Östreich”": (players, True),
    }
    text = olga.get(page).text
    assert (text.count("Yes, it is Hungary"), text.count("Yes, it is Austria")) == (1, 1)
    answered = olga.post(
        reverse("manage_country", args=[event.slug]), {"text": "Hungry", "country": "HU", "back": "registrations"}
    )
    assert (answered.status_code, answered.headers["Location"]) == (302, page)
    facts = event.applications.order_by("number").values_list("country", "country_code")
    assert list(facts) == [("Hungry", "HU"), ("hungry", "HU"), ("Östreich", "")]
    assert [places.format_country(row) for row in event.applications.order_by("number")] == [
        "Hungary",
        "Hungary",
        "Östreich",
    ]
    # Whoever registers or is entered later has the answer already, and a registration that was refused asks nothing.
    assert registered(event, "HUNGRY")[0].country_code == "HU"
    assert applications.admit(acting(), first).entry.country_code == "HU"
    registration.edit(acting(), event.entries.get(number=1), country="")
    applications.refuse(acting(), third, reason="Full")
    assert asked(event) == {}
    # The log tells that a registration has changed, not of which country the person is.
    logged = AuditEntry.objects.filter(action="entries.country", object_type="application")
    assert "HU" not in str([(entry.before, entry.after) for entry in logged])


def test_an_unknown_country_never_blocks_a_registration(event: Tournament) -> None:
    made = registered(event, "Atlantis")[0]
    assert applications.admit(acting(), made).entry.country == "Atlantis"


def test_what_was_typed_is_exported(event: Tournament) -> None:
    typed(event, "Österreich", "Hungry", "GER")
    registration.edit(acting(), event.entries.get(number=4), country="")
    rows_ = signed_in("olga").get(reverse("manage_export_csv", args=[event.slug])).content.decode("utf-8-sig")
    listed = list(csv.DictReader(rows_.splitlines()))
    assert [row["country"] for row in listed[:4]] == ["Österreich", "Hungry", "GER", ""]


def test_the_federations_file_lists_one_name_of_a_country(event: Tournament) -> None:
    typed(event, "Östreich", "Österreich", "AUT", "ENG")
    row = SimpleNamespace(place=1, values={}, total=0)
    entries = event.entries.order_by("number")
    facts = [federation._build_facts(row, entry, 8)["country"] for entry in entries]  # type: ignore[arg-type]
    assert facts[:4] == ["Östreich", "Austria", "Austria", "England"]


def test_flags_stand_beside_names_where_a_country_has_one(event: Tournament) -> None:
    typed(event, "Österreich", "Scotland", "Chinese Taipei", "Atlantis", "JPN")
    page = Client().get(reverse("event_players", args=[event.slug])).content.decode()
    assert flags(page) == ["AT", "JP"]
    own = Client().get(reverse("event_player", args=[event.slug, 1])).content.decode()
    assert flags(own) == ["AT"]


def flags(page: str) -> list[str]:
    return re.findall(r'<span class="flag"[^>]*>([^<]*)<', page)


def test_flags_stand_beside_names_on_the_projector(event: Tournament) -> None:
    typed(event, "Österreich", "Scotland", "JPN")
    Tournament.objects.update(team_size=4)
    event.refresh_from_db()
    team = teams.add(acting(), event, name="North", country="Finland")
    event.entries.filter(number__lte=4).update(team=team)
    released(event, 1)
    views = ("seating", "standings", "teams")
    screens = {view: Client().get(reverse("screen", args=[event.slug, view])).text for view in views}
    assert {view: sorted(flags(page)) for view, page in screens.items()} == {
        "seating": ["AT", "JP"],
        "standings": ["AT", "JP"],
        "teams": ["FI"],
    }
    olga, ceremony = signed_in("olga"), reverse("ceremony", args=[event.slug])
    assert [sorted(flags(olga.get(ceremony, {"of": who}).text)) for who in ("teams", "players")] == [
        ["FI"],
        ["AT", "JP"],
    ]


def test_the_api_filters_by_code(event: Tournament) -> None:
    typed(event, "Deutschland", "GER", "France")
    listed = program("olga").get(f"/api/v1/tournaments/{event.slug}/entries/", {"country_code": "DE"}).json()
    assert [(row["country"], row["country_code"]) for row in listed["results"]] == [
        ("Deutschland", "DE"),
        ("GER", "DE"),
    ]


def test_stored_rows_are_converted(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(event, "Deutschland", "Wales", "Atlantis")
    team = teams.add(acting(), event, name="North", country="Nordirland")
    registered(event, "Deutschland", "Hungry", "Atlantis")
    countries.name_country(acting(), event, text="Hungry", country="HU")
    for model in (Entry, Team, Application):
        model.objects.update(country_code="")
    importlib.import_module("tournaments.migrations.0056_country_codes").fill(apps, connection.schema_editor())
    assert list(event.entries.order_by("number").values_list("country_code", flat=True))[:4] == ["DE", "WAL", "", ""]
    assert Team.objects.get(pk=team.pk).country_code == "NIR"
    # Then the answers lay in a bag of the event.
    bag = property(lambda row: {"countries": row.named_countries})
    monkeypatch.setattr(Tournament, "extra", bag, raising=False)
    importlib.import_module("tournaments.migrations.0065_registration_country_codes").fill(apps, None)
    assert list(event.applications.order_by("number").values_list("country_code", flat=True)) == ["DE", "HU", ""]


def test_the_database_refuses_what_is_no_code(event: Tournament) -> None:
    registered(event, "Deutschland")
    for rows in (Entry.objects.filter(number=1), Application.objects.all()):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(country_code="de")
