"""Changes in the hall one after another: with the next delivery each page of the mirror is that of the hall."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.support.people import acting, people, small_tournament
from tests.support.play import released
from tests.support.tables import table_of
from tests.tournaments.exchange.test_mirror_pages import dump_database, normalise
from tests.tournaments.exchange.test_mirrors import LINK, TwoSites, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.core.models.public_files import PublicFile
from tournaments.entries.services import players
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.exchange.models import Publication
from tournaments.exchange.services import mirroring, privacy, publishing, removal
from tournaments.results.services import results, settings
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db]

HERE, THERE = "hall-open", "spring-open"
PAGES = (
    "/t/{}/", "/t/{}/standings/", "/t/{}/players/", "/t/{}/players/1/", "/t/{}/seating/1/", "/t/{}/results/1/",
    "/t/{}/results/2/", "/t/{}/screen/standings/", "/t/{}/screen/seating/", "/t/{}/calendar.ics",
    "/t/{}/standings.csv", "/t/{}/results.csv", "/api/v1/tournaments/{}/entries/",
    "/api/v1/tournaments/{}/announcements/", "/api/v1/tournaments/{}/rounds/", "/api/v1/tournaments/{}/clock/",
    "/api/v1/tournaments/{}/rounds/1/results/", "/api/v1/tournaments/{}/rounds/2/results/",
    "/api/v1/tournaments/{}/standings/", "/api/v1/tournaments/{}/numbers/",
)  # fmt: skip
FIRST, SECOND = [40, 0, 0, -40], [0, 60, -60, 0]


def correct(event: Tournament, points: list[int]) -> None:
    entered = results.submit_sheet(acting("sam"), table_of(event, 1), points=points, reason="two digits swapped")
    results.confirm_sheet(acting("olga"), entered)


def withdraw_results(event: Tournament) -> None:
    rounds.withdraw(acting(), event.rounds.get(number=2), reason="a sheet is missing")


def release_again(event: Tournament) -> None:
    rounds.release(acting(), event.rounds.get(number=2))


def hide(event: Tournament) -> None:
    settings.edit(acting(), event, facts={"standings_hidden": True, "hidden_from_round": 2})


def reveal(event: Tournament) -> None:
    settings.edit(acting(), event, facts={"standings_hidden": False, "hidden_from_round": None})


def rename(event: Tournament) -> None:
    facts = {"name": "Harbour Cup", "place": "Åbo", "time_zone": "Asia/Tokyo", "shown_names": "both"}
    settings.edit(acting(), event, facts=facts)


def name_player(event: Tournament) -> None:
    players.edit(acting(), event.entries.get(number=2), family_name="Neumann", nickname="Nemo")


def erase(event: Tournament) -> None:
    privacy.erase(acting(), event.entries.get(number=1), reason="asked")


CHANGES: tuple[tuple[Callable[[Tournament], object], str], ...] = (
    (lambda event: correct(event, SECOND), ""),
    (lambda event: correct(event, FIRST), ""),
    (withdraw_results, ""),
    (release_again, ""),
    (hide, ""),
    (reveal, ""),
    (lambda event: events.announce(acting(), event, text="zq-lunch"), ""),
    (lambda event: events.remove_announcement(acting(), event.announcements.get()), "zq-lunch"),
    (name_player, "Family02"),
    (rename, ""),
    (erase, "Family01"),
    (lambda event: events.publish(acting(), event, published=False), ""),
    (lambda event: events.publish(acting(), event, published=True), ""),
)


def read(slug: str) -> dict[str, tuple[int, list[str]]]:
    answers = {page: Client().get(page.format(slug)) for page in PAGES}
    return {page: (answer.status_code, normalise(_read_text(answer), slug)) for page, answer in answers.items()}


def _read_text(answer) -> str:
    """Return the answer; a page that is not there differs only in the links of its site."""
    return answer.getvalue().decode() if answer.status_code == 200 else ""


def test_after_each_change_the_mirror_shows_what_the_hall_shows(sites):  # noqa: F811
    event = small_tournament(8, slug=HERE)
    people(event)
    for number in (1, 2):
        released(event, number)
    start(event, sites)
    deliver(event, sites)
    for number, (change, word) in enumerate(CHANGES):
        before = read(HERE)
        change(Tournament.objects.get(pk=event.pk))
        here = read(HERE)
        assert here != before, f"change {number} shows on no page"
        with sites.there():
            PublicFile.objects.create(key=f"paper{number}", kind="print", tournament=Tournament.objects.get(slug=THERE))
        delivered = Publication.objects.get(tournament=event).number
        assert (deliver(event, sites).problem, Publication.objects.get(tournament=event).number) == ("", delivered + 1)
        with sites.there():
            there = read(THERE)
            assert PublicFile.objects.count() == 0
            stored = dump_database() if word else ""
        assert {page: line for page, line in there.items() if line != here[page]} == {}, f"change {number}"
        assert not word or word not in stored, f"change {number} leaves {word}"


def test_two_events_of_the_hall_go_to_one_site_and_outlive_the_hall(sites):  # noqa: F811
    first = small_tournament(8, slug=HERE)
    start(first, sites)
    second = small_tournament(12, slug="other")
    with sites.there():
        made = small_tournament(0, slug="second")
        made.rounds.all().delete()
        key = mirroring.make_key(acting("ada"), made)
    publishing.start(acting(), second, address=f"{LINK.replace(THERE, 'second')}#mirror={key}", send=sites.send)
    for event in (first, second):
        assert deliver(event, sites).problem == ""
    with sites.there():
        assert [Tournament.objects.get(slug=slug).entries.count() for slug in (THERE, "second")] == [8, 12]
    before = read("other")
    removal.remove(acting(), tournament=second, name="", reason="over", demonstration=True)
    assert list(publishing.list_active().values_list("tournament", flat=True)) == [first.pk]
    players.edit(acting(), first.entries.get(number=1), club="Harbour")
    deliver(first, sites)
    with sites.there():
        # The last state stays until its organiser decides.
        assert {page: line for page, line in read("second").items() if line != before[page]} == {}
