"""A player entered after the first round: without a place on pages, papers, files, in the API, the cut and a season."""

import pytest
from django.http import QueryDict

from tests.support.people import acting, people, program, seat_in_order, signed_in, small_tournament
from tests.support.play import played, released
from tests.support.remembered import remembered
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.document.reading import ReadEvent
from tournaments.exchange.files import federation
from tournaments.exchange.services import event_files
from tournaments.rounds.models import Seat
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.standings.papers.standings_list import build_player_lines
from tournaments.standings.queries import cuts
from tournaments.standings.queries.federation import list_ranked_players
from tournaments.standings.queries.standings import StandingsTable, build_table, find_public_standings, get_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Tournament:
    """Eight players have played a round; the ninth is entered from round 2, with a fine for coming late."""
    event = small_tournament()
    people(event)
    released(event, 1)
    players.add(acting(), event, status=Entry.Status.CHECKED_IN, family_name="Late")
    event.entries.filter(number=9).update(from_round=2)
    return Tournament.objects.get(pk=event.pk)


def seen(event: Tournament) -> StandingsTable:
    found = find_public_standings(event)
    assert found is not None
    return found


def test_the_late_player_stands_below_without_a_place(event: Tournament) -> None:
    lines = seen(event).individual
    assert [(line.player.number, line.row.place) for line in lines][-2:] == [(4, 8), (9, 0)]
    assert [line.place for line in build_player_lines(seen(event), {})][-2:] == ["8", "–"]
    assert {entry.number for _row, entry in list_ranked_players(event)} == {*range(1, 9)}
    answer = program().get(f"/api/v1/tournaments/{event.slug}/standings/").json()
    assert [(row["number"], row["place"], row["games"]) for row in answer["individual"]][-1] == (9, None, 0)
    page = signed_in(None).get(f"/t/{event.slug}/standings/").content.decode()
    assert "no place" in page


def test_the_number_of_games_shows_where_it_differs(event: Tournament) -> None:
    assert [column.key for column in seen(event).columns] == ["table_points", "total"]
    Entry.objects.filter(tournament=event, number=1).update(status=Entry.Status.DROPPED, dropped_from_round=2)
    second = event.rounds.get(number=2)
    draft = seat_in_order(second)
    Seat.objects.filter(seating=draft, entry__number=1).update(entry=event.entries.get(number=9))
    seating.publish(acting(), draft)
    rounds.release(acting(), played(event, 2))
    event.refresh_from_db()
    found = seen(event)
    assert [(column.key, column.decides) for column in found.columns][2:] == [("played", False)]
    games = {line.player.number: line.cells[2] for line in found.individual}
    assert games == {number: 1 if number in (1, 9) else 2 for number in range(1, 10)}
    text = signed_in(None).get(f"/t/{event.slug}/standings/").content.decode()
    assert ">Games<" in text.replace("\n", "").replace(" ", "")
    assert "Order: Table points, Total score." in " ".join(text.split())
    order = program().get(f"/api/v1/tournaments/{event.slug}/standings/").json()["order"]
    assert order == ["table_points", "total"]


def test_who_has_not_played_passes_no_cut(event: Tournament) -> None:
    for number in (3, 2):
        rounds.remove(acting(), event.rounds.get(number=number))
    final = stages.add(acting(), event, name="Final", cut_to=4)
    line = cuts.compute_cut_line(final)
    assert len(line.clear) + len(line.missed) == 8


def test_an_event_that_began_before_keeps_its_places(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(ranking_version=1)
    event.refresh_from_db()
    before = build_table(event, get_standings(event)).individual
    assert [line.row.place for line in before if line.player.number == 9] == [7]
    text = pack_as_json(event)
    read, problems = unpack(text)
    assert isinstance(read, ReadEvent), problems
    del read.about["ranking_version"]
    copied = event_files.restore(acting(), event=read, slug="again")
    assert copied.ranking_version == 1
    after = build_table(copied, get_standings(copied)).individual
    assert [(line.player.number, line.row.place) for line in after] == [
        (line.player.number, line.row.place) for line in before
    ]
    listed = [[(row.place, entry.number) for row, entry in list_ranked_players(one)] for one in (event, copied)]
    assert listed == [[(line.row.place, line.player.number) for line in before]] * 2
    sent = [federation.results_csv(one, QueryDict()) for one in (event, copied)]
    assert (sent[0] == sent[1], len(sent[0].splitlines())) == (True, 10)
