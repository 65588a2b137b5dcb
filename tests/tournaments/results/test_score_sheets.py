"""A table's sheet is in the languages of those who sit there."""

from types import SimpleNamespace

import pytest

from tournaments.results.papers.score_sheets import languages_of


@pytest.mark.parametrize(
    ("countries", "chosen", "expected"),
    [
        (["FR", "DE", "", "GB"], {}, ("en", "ja")),
        (["TW", "FR", "JP", "CN"], {}, ("en", "zh-hant", "ja")),
        (["FR", "CN", "CN", ""], {}, ("en", "zh-hans", "ja")),
        (["JP", "JP", "JP", "JP"], {1: "zh-hans"}, ("en", "zh-hans", "ja")),
        (["JP", "JP", "JP", "JP"], {1: ""}, ("en", "ja")),
    ],
    ids=["none of the site's", "two more", "one more", "chosen at registration", "nothing chosen"],
)
def test_the_events_language_comes_first_then_those_of_the_players(countries, chosen, expected):
    chairs = [
        SimpleNamespace(entry=SimpleNamespace(pk=number, country=country))
        for number, country in enumerate(countries, start=1)
    ]
    assert languages_of(["en", "ja"], chairs, chosen) == expected
