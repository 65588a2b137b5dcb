"""Names, countries, dates, exact numbers and words in several languages, as people read them."""

import datetime
import pickle
from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils.translation import override

from tests.support.people import small_tournament
from tests.support.rows import rows_of
from tournaments.core.text import names, places
from tournaments.core.text.printed import PrintedWords
from tournaments.entries.models.entries import Entry
from tournaments.templatetags.figures import format_exact, format_signed

rows = rows_of(__file__)

YAMADA = Entry(number=1, given_name="Tarō", family_name="Yamada", native_name="山田 太郎")
DUPONT = Entry(number=2, given_name="Élise", family_name="Dupont")
VINCI = Entry(number=3, given_name="Anna", family_name="da Vinci")


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("en", "Tarō Yamada", "山田 太郎"), ("ja", "山田 太郎", "Tarō Yamada"), ("zh-hant", "山田 太郎", "Tarō Yamada")],
)
def test_the_native_name_leads_where_it_is_read(language: str, first: str, second: str) -> None:
    with override(language):
        assert (names.choose_leading_name(YAMADA), names.choose_second_name(YAMADA)) == (first, second)
        assert (names.choose_leading_name(DUPONT), names.choose_second_name(DUPONT)) == ("Élise Dupont", "")


def test_lists_by_family_name_print_it_first() -> None:
    with override("en"):
        listed = [names.split_listed_name(one) for one in (YAMADA, DUPONT, VINCI)]
        assert listed == [("Yamada", "Tarō"), ("Dupont", "Élise"), ("da Vinci", "Anna")]
    with override("ja"):
        assert names.split_listed_name(YAMADA) == ("山田 太郎", "")


@rows
def test_days_and_countries_are_those_of_the_language(language: str, days: str, spain: str, kept: str) -> None:
    with override(language):
        assert places.format_days(datetime.date(2026, 11, 21), datetime.date(2026, 11, 22)) == days
        assert [places.format_country(text) for text in ("ES", "esp", "Spain")] == [spain] * 3
        assert places.format_country("NED") == places.format_country("NL") != "NL"
        assert places.format_country("Basque Country") == kept


@pytest.mark.django_db
def test_a_japanese_reader_finds_native_names_in_front(client) -> None:  # type: ignore[no-untyped-def]
    tournament = small_tournament(4)
    Entry.objects.filter(tournament=tournament, number=1).update(native_name="山田 太郎", country="JP")
    page = client.get("/t/spring-open/players/", headers={"Accept-Language": "ja"}).content.decode()
    assert (page.count(">山田 太郎</a>"), page.count("日本</td>")) == (1, 1)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""), (0, "0"), (4, "4"), (30000, "30,000"), (Fraction(3, 2), "1.5"), (Fraction(7, 4), "1.75"),
        (Fraction(7, 3), "2 1/3"), (Fraction(-1, 3), "−1/3"), (Fraction(-7, 3), "−2 1/3"),
        (Fraction(-1001, 10), "−100.1"),
    ],
)  # fmt: skip
def test_exact_numbers_stay_exact(value, text):
    assert format_exact(value) == text


def test_scores_carry_their_sign_and_a_wind_is_a_character_with_a_name():
    assert [format_signed(value) for value in (5, 0, -5, None)] == ["+5", "0", "−5", ""]
    html = Template("{% load figures %}{% wind 3 %}").render(Context())
    assert html == (
        '<span class="wind"><span aria-hidden="true" lang="zh-Hant">北</span>'
        '<span class="visually-hidden">North</span></span>'
    )


ROUND = PrintedWords([("zh-Hans", "第 %(number)s 轮"), ("en", "Round %(number)s")])


def test_another_process_gets_them_whole():
    again = pickle.loads(pickle.dumps(ROUND))
    assert (again, again.parts, type(again)) == (ROUND, ROUND.parts, PrintedWords)


def test_a_template_shows_the_first_language_large_and_the_other_small_without_markup():
    shown = Template("{% load printing %}{{ words|numbered:4 }}").render(Context({"words": ROUND}))
    assert shown == '<span lang="zh-Hans">第 4 轮</span> <small class="second" lang="en">Round 4</small>'
    assert PrintedWords([("en", "<b>&")]).__html__() == '<span lang="en">&lt;b&gt;&amp;</span>'
