"""Starts of rounds on public pages: a weekday is enough for a weekend, weeks need the date."""

import datetime
import re

import pytest

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import published, released
from tests.support.remembered import remembered
from tournaments.events.models import Tournament
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

PAGES = ("", "players/1/", "players/1/schedule/", "seating/2/")


@remembered
def event(*starts: str) -> Tournament:
    """Rounds with these planned starts in UTC, the first one played and the second one seated."""
    made = small_tournament(8, rounds=len(starts))
    released(made, 1)
    published(made.rounds.get(number=2))
    for number, start in enumerate(starts, 1):
        made.rounds.filter(number=number).update(starts_at=datetime.datetime.fromisoformat(start))
    Tournament.objects.filter(pk=made.pk).update(starts_on=None, ends_on=None)
    return made


def starts(page: str, language: str = "en") -> list[str]:
    """The texts of the moments on a page of the event."""
    text = signed_in(None).get(f"/t/spring-open/{page}", headers={"accept-language": language}).content.decode()
    moments = re.findall(r'<time[^>]*datetime="[^"]*T[^"]*"[^>]*>(.*?)</time>', text, re.DOTALL)
    return [" ".join(moment.split()) for moment in moments]


def test_a_league_of_weeks_says_the_date_of_each_round() -> None:
    event("2026-03-03T18:00Z", "2026-03-10T18:00Z", "2026-05-12T17:00Z")
    # Paris is an hour before UTC, from the end of March two.
    first, second, third = "Tue 3 Mar, 19:00", "Tue 10 Mar, 19:00", "Tue 12 May, 19:00"
    assert [starts(page) for page in PAGES] == [
        [first, second, third], [second, first, second], [first, "20:30", second, "20:30"], [second],
    ]  # fmt: skip
    assert starts(PAGES[0], "ja") == ["3月3日（火）19:00", "3月10日（火）19:00", "5月12日（火）19:00"]


def test_a_round_to_come_is_not_played_yet_on_the_page_of_its_player() -> None:
    made = event("2026-03-03T18:00Z", "2026-03-10T18:00Z")
    said = re.compile("Not (?:played|released) yet")
    page = "/t/spring-open/players/1/"
    assert said.findall(signed_in(None).get(page).content.decode()) == ["Not played yet"]
    rounds.start(acting(), made.rounds.get(number=2))
    assert said.findall(signed_in(None).get(page).content.decode()) == ["Not released yet"]


def test_a_weekend_says_the_weekday() -> None:
    event("2026-03-07T09:00Z", "2026-03-08T09:00Z")
    assert [starts(page) for page in PAGES] == [
        ["Sat 10:00", "Sun 10:00"], ["Sun 10:00", "Sat 10:00", "Sun 10:00"],
        ["Sat 10:00", "11:30", "Sun 10:00", "11:30"], ["Sunday, 10:00"],
    ]  # fmt: skip


def test_a_round_with_a_date_alone_shows_it_in_the_players_schedule() -> None:
    made = event("2026-03-07T09:00Z", "2026-03-08T09:00Z")
    made.rounds.filter(number=2).update(starts_at=None, day="2026-03-21")
    page = signed_in(None).get("/t/spring-open/players/1/schedule/").content.decode()
    assert ("21 Mar 2026" in page, "not set" in page) == (True, False)


def test_a_week_apart_is_told_by_the_days_of_the_event_and_its_rounds() -> None:
    made = small_tournament(8, rounds=2)
    assert not Tournament.objects.get().lasts_weeks
    for fields, weeks in (({"ends_on": "2026-05-08"}, False), ({"ends_on": "2026-05-09"}, True)):
        Tournament.objects.filter(pk=made.pk).update(**fields)
        assert Tournament.objects.get().lasts_weeks == weeks
    Tournament.objects.filter(pk=made.pk).update(ends_on="2026-05-03")
    made.rounds.filter(number=2).update(day="2026-05-09")
    assert Tournament.objects.get().lasts_weeks


def test_the_dates_of_a_season_are_planned_at_once_over_summer_time_and_days_without_play() -> None:
    made = small_tournament(8, rounds=4)
    first = datetime.datetime(2026, 3, 17, 18, tzinfo=datetime.UTC)
    skip = {datetime.date(2026, 3, 24)}
    rounds.plan_dates(acting(), made, first=first, every=7, skip=skip)
    starts = [str(start) for start in made.rounds.order_by("number").values_list("starts_at", flat=True)]
    # 19:00 in Paris: from 29 March an hour earlier in UTC.
    assert starts == [
        "2026-03-17 18:00:00+00:00", "2026-03-31 17:00:00+00:00", "2026-04-07 17:00:00+00:00",
        "2026-04-14 17:00:00+00:00",
    ]  # fmt: skip


def test_rounds_that_have_started_keep_their_date() -> None:
    made = small_tournament(8, rounds=2)
    people(made)
    released(made, 1)
    form = {"dates-first": "2026-05-05T19:00", "dates-every": 7, "dates-skip": ""}
    page = signed_in("olga").post(f"/t/{made.slug}/manage/rounds/dates/", form, follow=True).content.decode()
    assert "1 round has a date." in page
    assert [start is None for start in made.rounds.order_by("number").values_list("starts_at", flat=True)] == [
        True,
        False,
    ]
