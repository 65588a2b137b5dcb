"""Leading names of players, and countries and dates in the reader's language."""

import datetime

import pytest
from django.utils.translation import override

from tests.support.people import small_tournament
from tournaments.core.text import names, places
from tournaments.entries.models.entries import Entry

YAMADA = Entry(number=1, given_name="Tarō", family_name="Yamada", native_name="山田 太郎")
DUPONT = Entry(number=2, given_name="Élise", family_name="Dupont")
VINCI = Entry(number=3, given_name="Anna", family_name="da Vinci")


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("en", "Tarō Yamada", "山田 太郎"), ("ja", "山田 太郎", "Tarō Yamada"), ("zh-hant", "山田 太郎", "Tarō Yamada")],
)
def test_the_native_name_leads_where_it_is_read(language: str, first: str, second: str) -> None:
    with override(language):
        assert (names.leading(YAMADA), names.following(YAMADA)) == (first, second)
        assert (names.leading(DUPONT), names.following(DUPONT)) == ("Élise Dupont", "")


def test_lists_by_family_name_print_it_first() -> None:
    with override("en"):
        assert [names.listed(one) for one in (YAMADA, DUPONT, VINCI)] == [
            ("Yamada", "Tarō"),
            ("Dupont", "Élise"),
            ("da Vinci", "Anna"),
        ]
    with override("ja"):
        assert names.listed(YAMADA) == ("山田 太郎", "")


@pytest.mark.parametrize(
    ("language", "days", "spain", "kept"),
    [
        ("en", "21–22 Nov 2026", "Spain", "Basque Country"),
        ("ja", "2026年11月21日～22日", "スペイン", "Basque Country"),
        ("zh-hans", "2026年11月21日至22日", "西班牙", "Basque Country"),
        ("zh-hant", "2026年11月21日至22日", "西班牙", "Basque Country"),
    ],
)
def test_days_and_countries_are_those_of_the_language(language: str, days: str, spain: str, kept: str) -> None:
    with override(language):
        assert places.days(datetime.date(2026, 11, 21), datetime.date(2026, 11, 22)) == days
        assert [places.country(text) for text in ("ES", "esp", "Spain")] == [spain] * 3
        assert places.country("NED") == places.country("NL") != "NL"
        assert places.country("Basque Country") == kept


@pytest.mark.django_db
def test_a_japanese_reader_finds_native_names_in_front(client) -> None:  # type: ignore[no-untyped-def]
    tournament = small_tournament(4)
    Entry.objects.filter(tournament=tournament, number=1).update(native_name="山田 太郎", country="JP")
    page = client.get("/t/spring-open/players/", headers={"Accept-Language": "ja"}).content.decode()
    assert (page.count(">山田 太郎</a>"), page.count("日本</td>")) == (1, 1)
