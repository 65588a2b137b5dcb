"""Rosters as people keep them: names one a line, teams across a row, headings of several languages."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.support.people import people, signed_in, small_tournament
from tournaments.core.tabular.reading import read_lines
from tournaments.entries.reading import roster as roster

pytestmark = pytest.mark.django_db


@pytest.fixture
def empty():
    return small_tournament(0)


def values(event, text):
    preview = roster.compare(event, read_lines(text))
    assert preview.errors == []
    return [{name: value for name, value in row.values.items() if value} for row in preview.rows]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Berg\n\nBo Chen\n", [{"romanised_name": "Anna Berg"}, {"romanised_name": "Bo Chen"}]),
        ("1,Anna Berg\n2,Bo Chen", [{"romanised_name": "Anna Berg"}, {"romanised_name": "Bo Chen"}]),
        ("Berg, Anna\nChen, Bo", [
            {"family_name": "Berg", "given_name": "Anna"},
            {"family_name": "Chen", "given_name": "Bo"},
        ]),
        ("Surname;Name\nBerg;Anna", [{"family_name": "Berg", "given_name": "Anna"}]),
        ("Nom;Prénom;Pays\nBerg;Anna;FR", [{"family_name": "Berg", "given_name": "Anna", "country": "FR"}]),
        ("Name;Vorname;Nat\nBerg;Anna;DE", [{"family_name": "Berg", "given_name": "Anna", "country": "DE"}]),
        ("Name\tNationality\tEMA Nr.\nAnna Berg\tDK\t04010001", [
            {"romanised_name": "Anna Berg", "country": "DK", "ema_number": "04010001"},
        ]),
        ("Name,Country of residence\nAnna Berg,DK", [{"romanised_name": "Anna Berg", "country": "DK"}]),
        ("氏名,所属,国籍\n山田花子,東京会,日本", [{"native_name": "山田花子", "club": "東京会", "country": "日本"}]),
        ("1. Anna Berg\n2) Bo Chen", [{"romanised_name": "Anna Berg"}, {"romanised_name": "Bo Chen"}]),
        ("Anna Berg;Denmark\nBo Chen;CN", [
            {"romanised_name": "Anna Berg", "country": "Denmark"},
            {"romanised_name": "Bo Chen", "country": "CN"},
        ]),
        ("7,Berg,Anna,DK", [{"family_name": "Berg", "given_name": "Anna", "country": "DK"}]),
        ("Red: Anna Berg, Bo Chen\nBlue: Cleo Dahl", [
            {"team": "Red", "romanised_name": "Anna Berg"},
            {"team": "Red", "romanised_name": "Bo Chen"},
            {"team": "Blue", "romanised_name": "Cleo Dahl"},
        ]),
        ("Team,Player 1,Player 2\nRed,Anna Berg,Bo Chen\nBlue,Cleo Dahl,\n", [
            {"team": "Red", "romanised_name": "Anna Berg"},
            {"team": "Red", "romanised_name": "Bo Chen"},
            {"team": "Blue", "romanised_name": "Cleo Dahl"},
        ]),
        ("Red;A Berg;B Chen;C Dahl;D Ito", [
            {"team": "Red", "romanised_name": name} for name in ("A Berg", "B Chen", "C Dahl", "D Ito")
        ]),
        ("Фамилия;Имя;Страна;Клуб\nБерг;Анна;Дания;Запад", [
            {"family_name": "Берг", "given_name": "Анна", "country": "Дания", "club": "Запад"}
        ]),
        ("Cognome;Nome;Nazione\nBerg;Anna;IT", [{"family_name": "Berg", "given_name": "Anna", "country": "IT"}]),
        ("姓名,单位\n李明,北京", [{"native_name": "李明", "club": "北京"}]),
    ],
)  # fmt: skip
def test_rosters_are_read_as_people_keep_them(empty, text, expected):
    assert values(empty, text) == expected


def test_a_column_that_is_dropped_is_asked_about(empty):
    people(empty)
    client = signed_in("olga")
    url = reverse("manage_import", args=[empty.slug])
    seen = client.post(url, {"text": "Name,Shoe size\nAnna Berg,42"})
    assert seen.context["preview"].left_out == ["Shoe size"]
    token = seen.context["token"]
    client.post(url, {"confirmed": token})
    assert empty.entries.count() == 0
    client.post(url, {"confirmed": token, "leave_out": "yes"})
    assert [entry.name for entry in empty.entries.all()] == ["Anna Berg"]
